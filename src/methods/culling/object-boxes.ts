/*
 * The environment of [Redon et al. 2004, §4.1]: objects that stand still, each in a box along the world's axes (less
 * the reference point of their states), in a binary tree by the surface area of the boxes.
 * Guarantee: a box holds every point of its object, leaf radii included, for the rotation and position as they stand in
 * the state; what these are off the true placement is left to the query's `rounding`. `surelyOutside` is proven.
 * Built once a scene: a pass over the vertices and a split over the objects.
 */
import { growTopology, type Topology } from '../../hierarchy/split-triangles.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { finished, type Piecemeal } from '../../math/piecemeal.ts';
import { STATE_P } from '../../motion/motion.ts';

/**
 * A mesh that stands still. The state's rotation and position alone are read, relative to the scene's reference point.
 */
export interface PlacedObject {
  readonly tree: SweptSphereTree;
  readonly state: Float64Array;
}

/** A product sum of three terms and a position is off by ≤ 5 u of its terms; this is 8 u. */
const PLACING = 2 ** -50;
const TINIEST = 2 ** -1070;
/** Vertices that are boxed in one piece of the work. */
const PIECE = 4096;

/** Boxes of the objects in the world and in their own frames, and the tree over the former. */
interface Boxed extends Pick<Topology, 'child' | 'order'> {
  readonly world: Float64Array;
  readonly local: Float64Array;
}

export class ObjectBoxes {
  readonly objects: readonly PlacedObject[];
  /** Per node: min x y z, max x y z. */
  readonly boxes: Float64Array;
  /** Per node: first of two adjacent children, or −1 − k for the k-th of `order`. */
  readonly child: Int32Array;
  readonly order: Uint32Array;
  /** Per object, in its own frame: min x y z, max x y z. */
  private readonly local: Float64Array;

  constructor(objects: readonly PlacedObject[], boxed: Boxed = finished(boxObjects(objects))) {
    this.objects = objects;
    const { world, local, child, order } = boxed;
    this.local = local;
    this.child = child;
    this.order = order;
    this.boxes = new Float64Array(6 * child.length);
    // Parents come before their children, so backwards is bottom-up.
    for (let node = child.length - 1; node >= 0; node--) {
      const c = child[node];
      const o = 6 * node;
      if (c < 0) {
        for (let k = 0; k < 6; k++) this.boxes[o + k] = world[6 * order[-1 - c] + k];
      } else mergeBoxes(this.boxes, 6 * c, 6 * c + 6, o);
    }
  }

  get count(): number {
    return this.objects.length;
  }

  /**
   * True when (x, y, z), known within `slack`, lies outside the object's own box, hence outside all the object
   * encloses.
   */
  surelyOutside(object: number, x: number, y: number, z: number, slack: number): boolean {
    const { tree, state } = this.objects[object];
    const dx = x - state[STATE_P];
    const dy = y - state[STATE_P + 1];
    const dz = z - state[STATE_P + 2];
    // Rᵀ d: the state's R is orthonormal to 2^-44, products and sums add less.
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + tree.radius;
    const margin = 2 * slack + 2 ** -42 * (size + Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
    const { local } = this;
    const o = 6 * object;
    for (let k = 0; k < 3; k++) {
      const along = state[k] * dx + state[3 + k] * dy + state[6 + k] * dz;
      if (along + margin < local[o + k] || along - margin > local[o + 3 + k]) return true;
    }
    return false;
  }
}

/** In pieces. */
export function* growObjectBoxes(objects: readonly PlacedObject[]): Piecemeal<ObjectBoxes> {
  return new ObjectBoxes(objects, yield* boxObjects(objects));
}

function* boxObjects(objects: readonly PlacedObject[]): Piecemeal<Boxed> {
  const world = new Float64Array(6 * objects.length);
  const local = new Float64Array(6 * objects.length);
  let pending = 0;
  for (let i = 0; i < objects.length; i++) {
    const { mesh } = objects[i].tree;
    for (const box of [world, local]) {
      box.fill(Infinity, 6 * i, 6 * i + 3);
      box.fill(-Infinity, 6 * i + 3, 6 * i + 6);
    }
    // Thin meshes by vertices, six times fewer than corners; vertices of no triangle only enlarge the box.
    const count = mesh.radii === null ? mesh.vertexCount : mesh.indices.length;
    for (let from = 0; from < count; from += PIECE) {
      const to = Math.min(count, from + PIECE);
      growBoxes(objects[i], from, to, world, local, 6 * i);
      pending += to - from;
      if (pending < PIECE) continue;
      pending = 0;
      yield;
    }
  }
  const none = { child: new Int32Array(0), order: new Uint32Array(0) };
  return { world, local, ...(objects.length > 0 ? yield* growTopology(world) : none) };
}

/** The hull of the boxes at a and b, at o of the same array. */
export function mergeBoxes(boxes: Float64Array, a: number, b: number, o: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[o + k] = Math.min(boxes[a + k], boxes[b + k]);
    boxes[o + 3 + k] = Math.max(boxes[a + 3 + k], boxes[b + 3 + k]);
  }
}

/** By the vertices, or the corners of a thick mesh, from one to another. */
function growBoxes({ tree, state }: PlacedObject, from: number, to: number, world: Float64Array, local: Float64Array, o: number): void {
  const { positions, indices, radii } = tree.mesh;
  for (let i = from; i < to; i++) {
    const v = radii === null ? 3 * i : 3 * indices[i];
    const r = radii === null ? 0 : radii[Math.floor(i / 3)];
    const x = positions[v];
    const y = positions[v + 1];
    const z = positions[v + 2];
    for (let k = 0; k < 3; k++) {
      const a = state[3 * k] * x;
      const b = state[3 * k + 1] * y;
      const c = state[3 * k + 2] * z;
      const p = state[STATE_P + k];
      const at = a + b + c + p;
      const reach = r + PLACING * (Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(p) + r) + TINIEST;
      world[o + k] = Math.min(world[o + k], at - reach);
      world[o + 3 + k] = Math.max(world[o + 3 + k], at + reach);
      local[o + k] = Math.min(local[o + k], positions[v + k] - r * (1 + 2 ** -50));
      local[o + 3 + k] = Math.max(local[o + 3 + k], positions[v + k] + r * (1 + 2 ** -50));
    }
  }
}
