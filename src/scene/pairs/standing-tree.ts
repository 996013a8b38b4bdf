/**
 * The tree over all that stands in a scene, of standing bodies' outermost rectangles, as thick as their spheres. Where
 * there are few bodies, its leaves 2s and 2s + 1 are the halves of that of body s; where there are many, a leaf is a
 * body, its node that rectangle, and its triangle only one half: nodes are fitted to both.
 */
import { byNodes, evenRadiusOf, fitNodes } from '../../hierarchy/fit-nodes.ts';
import {
  fitRectangle,
  NODE_CHILD,
  NODE_CORNER,
  NODE_L0,
  NODE_L1,
  NODE_R,
  NODE_U0,
  NODE_U1,
  SweptSphereFitter,
} from '../../hierarchy/fit-swept-sphere.ts';
import { growTopology } from '../../hierarchy/split-triangles.ts';
import { growSweptSphereTree, type SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { planTree, type TreePlan } from '../../hierarchy/tree-plan.ts';
import { LEAF_RADIUS, LEAF_STRIDE, workingScale } from '../../hierarchy/triangle-tree.ts';
import { finished } from '../../math/piecemeal.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { View } from './view.ts';

/** From so many standing bodies on, a body is a leaf. */
export const MANY_STANDING = 1024;

/** The one from before where it is that, bit by bit. */
export function treeOver(views: readonly View[], before: SweptSphereTree | null): SweptSphereTree {
  const positions = new Float64Array(12 * views.length);
  const indices = new Uint32Array(6 * views.length);
  const isMany = views.length >= MANY_STANDING;
  const radii = new Float64Array(isMany ? views.length : 2 * views.length);
  for (let s = 0; s < views.length; s++) {
    const { outline: n, state: R, radius: most } = views[s];
    for (let corner = 0; corner < 4; corner++) {
      const a = corner & 1 ? n[NODE_L0] : 0;
      const b = corner & 2 ? n[NODE_L1] : 0;
      const x = n[NODE_CORNER] + a * n[NODE_U0] + b * n[NODE_U1];
      const y = n[NODE_CORNER + 1] + a * n[NODE_U0 + 1] + b * n[NODE_U1 + 1];
      const z = n[NODE_CORNER + 2] + a * n[NODE_U0 + 2] + b * n[NODE_U1 + 2];
      const o = 12 * s + 3 * corner;
      for (let k = 0; k < 3; k++) positions[o + k] = R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z + R[STATE_P + k];
    }
    const o = 6 * s;
    indices[o] = indices[o + 3] = 4 * s;
    indices[o + 1] = 4 * s + 1;
    indices[o + 2] = indices[o + 4] = 4 * s + 3;
    indices[o + 5] = 4 * s + 2;
    // the corners are rounded, turned and moved
    const size = most + Math.abs(R[STATE_P]) + Math.abs(R[STATE_P + 1]) + Math.abs(R[STATE_P + 2]);
    const radius = n[NODE_R] + 2 ** -44 * size;
    if (isMany) radii[s] = radius;
    else radii[2 * s] = radii[2 * s + 1] = radius;
  }
  if (isMany) evenOut(radii);
  if (before !== null && isSame(before.mesh.positions, positions) && isSame(before.mesh.radii ?? [], radii)) return before;
  const options = { name: 'standing', radius: radii };
  if (!isMany) return finished(growSweptSphereTree(new TriangleMesh(positions, indices, options)));
  const firstHalves = new Uint32Array(3 * views.length);
  for (let s = 0; s < views.length; s++) firstHalves.set(indices.subarray(6 * s, 6 * s + 3), 3 * s);
  const mesh = new TriangleMesh(positions, firstHalves, options);
  return finished(growSweptSphereTree(planTree(mesh, planOfBodies(mesh, indices))));
}

/** Which body each leaf of the tree belongs to. */
export function bodiesOfLeaves({ triangles }: SweptSphereTree, bodies: number): Uint32Array {
  return triangles.length === bodies ? triangles : triangles.map((triangle) => triangle >> 1);
}

/** `indices`: corners of the triangles 2s and 2s + 1 of body s, whose four corners come one after the other. */
function planOfBodies(mesh: TriangleMesh, indices: Uint32Array): TreePlan {
  const { positions, vertexCount } = mesh;
  const radii = mesh.radii as Float64Array;
  let order = new Uint32Array(0);
  return {
    *split(_, scale) {
      const shape = yield* growTopology(boxesOfFour(positions, scale));
      order = shape.order as typeof order;
      return shape;
    },
    *fit(nodes) {
      const scale = workingScale(mesh);
      const count = 2 * order.length;
      const leaves = new Float64Array(LEAF_STRIDE * count);
      const triangles = new Uint32Array(count);
      for (let i = 0, o = 0; i < count; i++, o += LEAF_STRIDE) {
        const triangle = 2 * order[i >> 1] + (i & 1);
        triangles[i] = triangle;
        for (let k = 0; k < 3; k++) {
          const v = 3 * indices[3 * triangle + k];
          leaves[o + 3 * k] = positions[v] * scale;
          leaves[o + 3 * k + 1] = positions[v + 1] * scale;
          leaves[o + 3 * k + 2] = positions[v + 2] * scale;
        }
        leaves[o + LEAF_RADIUS] = radii[triangle >> 1] * scale;
      }
      const fitter = new SweptSphereFitter(evenRadiusOf(leaves));
      const fitPart = byNodes(NODE_CHILD, fitter, fitRectangle);
      yield* fitNodes({ indices, vertexCount }, { nodes, leaves, triangles }, NODE_CHILD, fitPart, 2);
    },
  };
}

/** Per four points min x y z, max x y z. */
function boxesOfFour(points: Float64Array, scale: number): Float64Array {
  const boxes = new Float64Array(points.length / 2);
  for (let i = 0, o = 0; i < points.length; i += 12, o += 6) {
    for (let k = i; k < i + 3; k++) {
      boxes[o + k - i] = scale * Math.min(points[k], points[k + 3], points[k + 6], points[k + 9]);
      boxes[o + k - i + 3] = scale * Math.max(points[k], points[k + 3], points[k + 6], points[k + 9]);
    }
  }
  return boxes;
}

/** Radii that differ by rounding only become the largest: a tree over leaves that are equally thick is sooner built. */
function evenOut(radii: Float64Array): void {
  let [least, most] = [radii[0], radii[0]];
  for (let i = 1; i < radii.length; i++) {
    least = Math.min(least, radii[i]);
    most = Math.max(most, radii[i]);
  }
  if (most - least <= 2 ** -30 * least) radii.fill(most);
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
