import { BufferGeometry, Color, Float32BufferAttribute, Mesh, MeshLambertMaterial } from 'three';
import type { AabbTree } from '../../hierarchy/aabb-tree.ts';
import { NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_U0, NODE_U1 } from '../../hierarchy/fit-swept-sphere.ts';
import type { ObbTree } from '../../hierarchy/obb-tree.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { NODE_SHAPE, TriangleTree } from '../../hierarchy/triangle-tree.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Vec3 } from '../../math/pose.ts';
import { cross } from '../../math/vec3.ts';

/** How a level of a tree is drawn. */
export interface TreeLevelOptions {
  /** Opacity from 0 to 1. Default 0.35. */
  readonly opacity?: number;
}

/** A box, or a rectangle of two sides swept by a sphere: half its sides, and the radius by which it is rounded. */
interface RoundedBox {
  readonly centre: Vec3;
  readonly axes: readonly [Vec3, Vec3, Vec3];
  readonly half: Vec3;
  readonly radius: number;
}

/** Steps of a quarter turn. */
const ROUND = 4;
/** Neighbouring numbers get hues far apart. */
const GOLDEN = 0.618033988749895;

/**
 * The volumes of one level of a tree, in the frame of its mesh: rounded rectangles of the trees that queries go down,
 * boxes of the others. Leaves above the level are among them, so that all levels cover the whole mesh.
 *
 * @example
 * ```ts
 * const level = new TreeLevel();
 * object.add(level); // in the frame of meshOf(object): where object has no scale, its own
 * level.update(treeOf(mesh), 4);
 * ```
 */
export class TreeLevel extends Mesh<BufferGeometry, MeshLambertMaterial> {
  /** Which kind of object it is, as three.js calls them. */
  override readonly type: string = 'TreeLevel';

  /** Draws nothing until it is updated. */
  constructor(options: TreeLevelOptions = {}) {
    checkRecord(options, ['opacity'], 'TreeLevel');
    const { opacity = 0.35 } = options;
    super(
      new BufferGeometry(),
      new MeshLambertMaterial({ vertexColors: true, flatShading: true, opacity, transparent: opacity < 1, depthWrite: opacity >= 1 }),
    );
  }

  /** Draws the volumes of this level instead, 0 the root; answers how many there are. */
  update(tree: SweptSphereTree | ObbTree | AabbTree, level: number): number {
    if (!(tree instanceof TriangleTree)) throw new InputError(`TreeLevel: needs a tree of inbetween/trees, got ${shownValue(tree)}`);
    if (!(Number.isInteger(level) && level >= 0)) throw new InputError(`TreeLevel: level must be an integer ≥ 0, got ${shownValue(level)}`);
    const nodes = nodesAt(tree, level);
    const positions: number[] = [];
    const colours: number[] = [];
    nodes.forEach((node, i) => {
      const before = positions.length;
      addRoundedBox(volumeOf(tree, node), positions);
      const { r, g, b } = new Color().setHSL((i * GOLDEN) % 1, 0.65, 0.5);
      for (let k = before; k < positions.length; k += 3) colours.push(r, g, b);
    });
    this.geometry.dispose();
    this.geometry = new BufferGeometry()
      .setAttribute('position', new Float32BufferAttribute(positions, 3))
      .setAttribute('color', new Float32BufferAttribute(colours, 3));
    return nodes.length;
  }

  /** Frees what the graphics hardware holds of it. */
  override dispose(): void {
    super.dispose?.(); // older ones have none
    this.geometry.dispose();
    this.material.dispose();
  }
}

function nodesAt({ kind, nodes }: TriangleTree, level: number): number[] {
  const { stride, child } = NODE_SHAPE[kind];
  let found = [0];
  for (let k = 0; k < level; k++)
    found = found.flatMap((node) => {
      const first = nodes[stride * node + child];
      return first < 0 ? [node] : [first, first + 1];
    });
  return found;
}

function volumeOf(tree: TriangleTree, node: number): RoundedBox {
  const o = NODE_SHAPE[tree.kind].stride * node;
  const at = (k: number): Vec3 => [tree.nodes[o + k], tree.nodes[o + k + 1], tree.nodes[o + k + 2]];
  if (tree.kind === 'aabb') {
    const [low, high] = [at(0), at(3)];
    const mean = (k: number, sign: number): number => (high[k] + sign * low[k]) / 2;
    const centre: Vec3 = [mean(0, 1), mean(1, 1), mean(2, 1)];
    return {
      centre,
      half: [mean(0, -1), mean(1, -1), mean(2, -1)],
      radius: 0,
      axes: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    };
  }
  // centre, half extents, two axes
  if (tree.kind === 'obb') return { centre: at(0), half: at(3), radius: 0, axes: [at(6), at(9), cross(at(6), at(9))] };
  const [u, v, corner] = [at(NODE_U0), at(NODE_U1), at(NODE_CORNER)];
  const [a, b] = [tree.nodes[o + NODE_L0] / 2, tree.nodes[o + NODE_L1] / 2];
  const centre: Vec3 = [corner[0] + a * u[0] + b * v[0], corner[1] + a * u[1] + b * v[1], corner[2] + a * u[2] + b * v[2]];
  return { centre, half: [a, b, 0], radius: tree.nodes[o + NODE_R], axes: [u, v, cross(u, v)] };
}

/** A ball cut in eight, its pieces moved to the corners of the box, and what is between them. */
function addRoundedBox({ centre, axes, half, radius }: RoundedBox, out: number[]): void {
  const rings: Vec3[][] = [];
  for (const hemisphere of [-1, 1]) {
    for (let i = 0; i <= ROUND; i++) {
      const up = ((hemisphere < 0 ? i - ROUND : i) / ROUND) * (Math.PI / 2);
      const ring: Vec3[] = [];
      for (let quarter = 0; quarter < 4; quarter++) {
        const corner = [quarter === 0 || quarter === 3 ? half[0] : -half[0], quarter < 2 ? half[1] : -half[1], hemisphere * half[2]];
        for (let k = 0; k <= ROUND; k++) {
          const turn = (quarter + k / ROUND) * (Math.PI / 2);
          const ball = [Math.cos(up) * Math.cos(turn), Math.cos(up) * Math.sin(turn), Math.sin(up)];
          const local = corner.map((x, d) => x + radius * ball[d]);
          const place = (d: number): number => centre[d] + local[0] * axes[0][d] + local[1] * axes[1][d] + local[2] * axes[2][d];
          ring.push([place(0), place(1), place(2)]);
        }
      }
      rings.push(ring);
    }
  }
  const count = rings[0].length;
  for (let i = 0; i + 1 < rings.length; i++) {
    for (let k = 0; k < count; k++) {
      const [a, b, c, d] = [rings[i][k], rings[i][(k + 1) % count], rings[i + 1][(k + 1) % count], rings[i + 1][k]];
      pushCorners(out, [a, b, c, a, c, d]);
    }
  }
  const step = ROUND + 1;
  const [bottom, top] = [rings[0], rings[rings.length - 1]];
  pushCorners(
    out,
    [0, 2, 1, 0, 3, 2].map((k) => bottom[k * step]),
  );
  pushCorners(
    out,
    [0, 1, 2, 0, 2, 3].map((k) => top[k * step]),
  );
}

function pushCorners(out: number[], corners: readonly Vec3[]): void {
  for (const corner of corners) for (const x of corner) out.push(x);
}
