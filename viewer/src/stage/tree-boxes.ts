/** The volumes of the trees that queries go down, one level at a time, as boxes around the swept spheres. */
import type { TriangleMesh } from 'inbetween';
import { treeOf } from 'inbetween/trees';
import { BufferAttribute, BufferGeometry, type Color, Group, LineBasicMaterial, LineSegments, Vector3 } from 'three';
import type { PartMeshes } from './part-meshes.ts';

const STRIDE = 16;
const CHILD = 13;
/** More boxes than these are a grey blot. */
const MOST = 4000;
/** Corners of the edges of a box, by the bits of their number. */
const EDGES: readonly (readonly [number, number])[] = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].filter((bit) => (corner & bit) === 0).map((bit) => [corner, corner | bit] as const),
);

export class TreeBoxes {
  readonly group: Group = new Group();
  private readonly material: LineBasicMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.55 });
  private readonly drawn: { readonly lines: LineSegments; readonly part: number }[] = [];

  paint(colour: Color): void {
    this.material.color.copy(colour);
  }

  /** Level −1: none. */
  show(parts: PartMeshes, numbers: readonly number[], level: number): void {
    this.clear();
    if (level < 0) return;
    const known = new Map<TriangleMesh, BufferGeometry>();
    for (const part of numbers) {
      const { mesh } = parts.parts[part];
      const geometry = known.get(mesh) ?? levelGeometry(mesh, level);
      known.set(mesh, geometry);
      const lines = new LineSegments(geometry, this.material);
      lines.matrixAutoUpdate = false;
      lines.frustumCulled = false;
      lines.raycast = () => {};
      this.drawn.push({ lines, part });
      this.group.add(lines);
    }
    this.follow(parts);
  }

  /** After parts were placed. */
  follow(parts: PartMeshes): void {
    for (const { lines, part } of this.drawn) lines.matrix.copy(parts.matrixOfPart(part));
  }

  clear(): void {
    for (const { lines } of this.drawn) lines.geometry.dispose();
    this.drawn.length = 0;
    this.group.clear();
  }
}

function levelGeometry(mesh: TriangleMesh, level: number): BufferGeometry {
  const { nodes } = treeOf(mesh);
  let wave = [0];
  for (let k = 0; k < level && wave.length < MOST; k++)
    wave = wave.flatMap((node) => {
      const child = nodes[node * STRIDE + CHILD];
      return child < 0 ? [node] : [child, child + 1];
    });
  const places = new Float32Array(wave.length * EDGES.length * 6);
  let slot = 0;
  for (const node of wave) {
    const corners = cornersOf(nodes, node * STRIDE);
    for (const [a, b] of EDGES) {
      corners[a].toArray(places, slot);
      corners[b].toArray(places, slot + 3);
      slot += 6;
    }
  }
  return new BufferGeometry().setAttribute('position', new BufferAttribute(places, 3));
}

/** Corners of the box around a rectangle swept by a sphere: axes u0 and u1, corner, two lengths, radius. */
function cornersOf(nodes: Float64Array, at: number): readonly Vector3[] {
  const u0 = new Vector3().fromArray(nodes, at);
  const u1 = new Vector3().fromArray(nodes, at + 3);
  const u2 = u0.clone().cross(u1);
  const origin = new Vector3().fromArray(nodes, at + 6);
  const [long, wide, radius] = [nodes[at + 9], nodes[at + 10], nodes[at + 11]];
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    origin
      .clone()
      .addScaledVector(u0, corner & 1 ? long + radius : -radius)
      .addScaledVector(u1, corner & 2 ? wide + radius : -radius)
      .addScaledVector(u2, corner & 4 ? radius : -radius),
  );
}
