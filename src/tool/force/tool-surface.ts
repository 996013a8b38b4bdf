/**
 * How deep does a point lie in a rigid tool, and which way is out? The closest point of the tool's surface, found in a
 * tree of boxes in the tool's frame, with the sign of pseudo-normals; a tool of spheres and capsules (a mesh with
 * radii) is measured from its points and segments instead.
 * With a hint (a way out that is wanted) only faces turned like it are asked: what came in through the end of a
 * cylinder goes out there, however near the side is. Estimates for forces, within rounding; not a bound.
 * On the medial surface of the tool the way out is not unique; the first face found is taken.
 */
import { AABB_CHILD, AABB_STRIDE, type AabbTree, buildAabbTree } from '../../hierarchy/aabb-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { InputError } from '../../math/input-error.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { closestOnTriangle } from './closest-on-triangle.ts';
import { FEATURES, pseudoNormals } from './pseudo-normals.ts';

/** What `probe` writes: depth (negative outside), the unit way out, the surface point. */
export const PROBE_DEPTH = 0;
export const PROBE_OUT = 1;
export const PROBE_POINT = 4;
export const PROBE_SIZE = 7;

/** Faces within 60° of the hint are asked. */
const HINT_COSINE = 0.5;
/**
 * So near the surface, relative to the tool's size, the difference to the closest point is mostly rounding: the
 * feature's normal says.
 */
const SURFACE: number = 2 ** -40;

/** Behind the point found: the feature it lies on. */
const FOUND_FEATURE = 3;

export class ToolSurface {
  readonly mesh: TriangleMesh;
  /** Bounds in the tool's frame, thickness included: min, max. */
  readonly box: Float64Array;
  /** No point of the tool is farther from its origin. */
  readonly radius: number;
  private readonly tree: AabbTree;
  /** Null for tools made of radii. */
  private readonly normals: Float64Array | null;
  private readonly stack: Int32Array;
  private readonly found: Float64Array = new Float64Array(4);

  constructor(mesh: TriangleMesh) {
    if (!(mesh instanceof TriangleMesh)) throw new InputError('a tool needs a mesh, made by new TriangleMesh(…), a reader or a primitive');
    if (mesh.radii !== null && (mesh.solid || mesh.radii.some((r) => r === 0))) {
      throw new InputError(`${mesh.name}: a tool is either a closed mesh without radii or made of radii > 0 only (spheres, capsules)`);
    }
    this.mesh = mesh;
    this.normals = mesh.radii === null ? pseudoNormals(mesh) : null;
    this.tree = buildAabbTree(mesh);
    this.stack = new Int32Array(this.tree.depth + 2);
    this.box = this.tree.nodes.slice(0, 6);
    this.radius = this.tree.radius;
  }

  /**
   * For the point p[po..po+2] of the tool's frame. A hint of (0, 0, 0) is none; one that no face answers is not heeded.
   */
  probe(p: Float64Array, po: number, hint: Float64Array, ho: number, out: Float64Array): void {
    const hinted = this.normals !== null && (hint[ho] !== 0 || hint[ho + 1] !== 0 || hint[ho + 2] !== 0);
    const leaf = this.closest(p, po, hint, ho, false);
    this.write(leaf, p, po, out);
    if (!hinted || out[PROBE_DEPTH] <= 0) return;
    const turned = this.closest(p, po, hint, ho, true);
    if (turned >= 0) this.write(turned, p, po, out);
  }

  /**
   * The leaf with the closest point, which goes to `found` with its feature; −1 when no face is turned like the hint.
   */
  private closest(p: Float64Array, po: number, hint: Float64Array, ho: number, hinted: boolean): number {
    const { tree, stack, found, normals } = this;
    const { nodes, leaves } = tree;
    const x = p[po];
    const y = p[po + 1];
    const z = p[po + 2];
    let best = Number.POSITIVE_INFINITY;
    let bestLeaf = -1;
    let fx = 0;
    let fy = 0;
    let fz = 0;
    let feature = 0;
    let size = 1;
    stack[0] = 0;
    while (size > 0) {
      const node = AABB_STRIDE * stack[--size];
      // With radii the boxes are the thickened ones: below by up to the radius, so the bound is on distance − radius.
      const dx = Math.max(nodes[node] - x, 0, x - nodes[node + 3]);
      const dy = Math.max(nodes[node + 1] - y, 0, y - nodes[node + 4]);
      const dz = Math.max(nodes[node + 2] - z, 0, z - nodes[node + 5]);
      if (best >= 0 && dx * dx + dy * dy + dz * dz >= best * best) continue;
      const child = nodes[node + AABB_CHILD];
      if (child >= 0) {
        stack[size++] = child;
        stack[size++] = child + 1;
        continue;
      }
      const leaf = -1 - child;
      if (normals !== null) {
        const face = 3 * (FEATURES * tree.triangles[leaf] + 6);
        if (normals[face] === 0 && normals[face + 1] === 0 && normals[face + 2] === 0) continue;
        if (hinted && normals[face] * hint[ho] + normals[face + 1] * hint[ho + 1] + normals[face + 2] * hint[ho + 2] < HINT_COSINE)
          continue;
      }
      closestOnTriangle(x, y, z, leaves, LEAF_STRIDE * leaf, found);
      const ex = found[0] - x;
      const ey = found[1] - y;
      const ez = found[2] - z;
      const distance = Math.sqrt(ex * ex + ey * ey + ez * ez) - leaves[LEAF_STRIDE * leaf + LEAF_RADIUS];
      if (distance < best) {
        best = distance;
        bestLeaf = leaf;
        fx = found[0];
        fy = found[1];
        fz = found[2];
        feature = found[FOUND_FEATURE];
      }
    }
    found[0] = fx;
    found[1] = fy;
    found[2] = fz;
    found[FOUND_FEATURE] = feature;
    return bestLeaf;
  }

  private write(leaf: number, p: Float64Array, po: number, out: Float64Array): void {
    const { found, normals, tree } = this;
    const dx = p[po] - found[0];
    const dy = p[po + 1] - found[1];
    const dz = p[po + 2] - found[2];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (normals === null) {
      const radius = tree.leaves[LEAF_STRIDE * leaf + LEAF_RADIUS];
      out[PROBE_DEPTH] = radius - distance;
      // At the very centre every way is as short.
      out[PROBE_OUT] = distance > 0 ? dx / distance : 0;
      out[PROBE_OUT + 1] = distance > 0 ? dy / distance : 0;
      out[PROBE_OUT + 2] = distance > 0 ? dz / distance : 1;
      for (let i = 0; i < 3; i++) out[PROBE_POINT + i] = found[i] + radius * out[PROBE_OUT + i];
      return;
    }
    const n = 3 * (FEATURES * tree.triangles[leaf] + found[FOUND_FEATURE]);
    const side = dx * normals[n] + dy * normals[n + 1] + dz * normals[n + 2];
    out[PROBE_DEPTH] = side < 0 ? distance : -distance;
    if (distance > SURFACE * tree.radius) {
      // out of the solid, whichever side p is on
      const s = side < 0 ? -1 / distance : 1 / distance;
      out[PROBE_OUT] = dx * s;
      out[PROBE_OUT + 1] = dy * s;
      out[PROBE_OUT + 2] = dz * s;
    } else {
      const l = Math.sqrt(normals[n] * normals[n] + normals[n + 1] * normals[n + 1] + normals[n + 2] * normals[n + 2]);
      out[PROBE_OUT] = normals[n] / l;
      out[PROBE_OUT + 1] = normals[n + 1] / l;
      out[PROBE_OUT + 2] = normals[n + 2] / l;
    }
    for (let i = 0; i < 3; i++) out[PROBE_POINT + i] = found[i];
  }
}
