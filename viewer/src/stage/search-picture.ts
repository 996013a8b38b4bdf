/** What the stages of a search look at: boxes as edges, swept volumes as transparent surfaces, kept or ruled out. */
import type { SceneStages } from 'inbetween/methods';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
} from 'three';
import type { Colours } from './colours.ts';

/** A box along the axes, and whether something of it has to be looked at further. */
export interface DrawnBox {
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly kept: boolean;
}

/** Corners of the edges of a box, by the bits of their number. */
const EDGES: readonly (readonly [number, number])[] = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].filter((bit) => (corner & bit) === 0).map((bit) => [corner, corner | bit] as const),
);

export class SearchPicture {
  readonly group: Group = new Group();
  private readonly keptLines: LineBasicMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.95 });
  private readonly culledLines: LineBasicMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.28 });
  private readonly nearest: MeshBasicMaterial = new MeshBasicMaterial({ colorWrite: false, transparent: true, side: DoubleSide });
  private readonly kept: MeshLambertMaterial = surface(0.4);
  private readonly culled: MeshLambertMaterial = surface(0.3);
  /** How many are drawn, in all and of those that were kept. */
  counts: { readonly boxes: number; readonly keptBoxes: number; readonly volumes: number; readonly keptVolumes: number } = NOTHING;

  paint({ kept, culled }: Colours): void {
    this.keptLines.color.copy(kept);
    this.culledLines.color.copy(culled);
    this.kept.color.copy(kept);
    this.culled.color.copy(culled);
  }

  show(boxes: readonly DrawnBox[], volumes: SceneStages['volumes']): void {
    this.clear();
    for (const kept of [false, true]) {
      const some = boxes.filter((box) => box.kept === kept);
      if (some.length === 0) continue;
      const lines = new LineSegments(edgesOf(some), kept ? this.keptLines : this.culledLines);
      // what has to be looked at further is seen through what was ruled out
      lines.renderOrder = kept ? 4 : 3;
      this.add(lines);
    }
    for (const { positions, indices, kept } of volumes) {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
      geometry.setIndex(new BufferAttribute(indices, 1));
      geometry.computeVertexNormals();
      // First only how near they are: then of all that overlap the nearest surface alone has a colour, without ribs where one goes on in
      // another. What was kept comes first, and is seen through what was ruled out; both lie over the lines of boxes.
      for (const [k, material] of [this.nearest, kept ? this.kept : this.culled].entries()) {
        const mesh = new Mesh(geometry, material);
        mesh.renderOrder = (kept ? 5 : 7) + k;
        this.add(mesh);
      }
    }
    const keptOf = (list: readonly { readonly kept: boolean }[]): number => list.filter(({ kept }) => kept).length;
    this.counts = { boxes: boxes.length, keptBoxes: keptOf(boxes), volumes: volumes.length, keptVolumes: keptOf(volumes) };
  }

  clear(): void {
    for (const child of this.group.children) (child as Mesh | LineSegments).geometry.dispose();
    this.group.clear();
    this.counts = NOTHING;
  }

  private add(object: Mesh | LineSegments): void {
    object.frustumCulled = false;
    object.raycast = () => {};
    this.group.add(object);
  }
}

const NOTHING = { boxes: 0, keptBoxes: 0, volumes: 0, keptVolumes: 0 };

function surface(opacity: number): MeshLambertMaterial {
  return new MeshLambertMaterial({ transparent: true, opacity, depthWrite: false, side: DoubleSide });
}

function edgesOf(boxes: readonly DrawnBox[]): BufferGeometry {
  const places = new Float32Array(boxes.length * EDGES.length * 6);
  let slot = 0;
  for (const { min, max } of boxes)
    for (const ends of EDGES) for (const corner of ends) for (let k = 0; k < 3; k++) places[slot++] = corner & (1 << k) ? max[k] : min[k];
  return new BufferGeometry().setAttribute('position', new BufferAttribute(places, 3));
}
