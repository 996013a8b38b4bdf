/**
 * The corners of a tool, each with a root inside it, and the tool's thickness. A tip is through a sheet when the
 * segment from root to tip crosses it: so a needle is felt inside a triangle that has no sample in the needle. The root
 * is the centre of volume where the way there stays inside, else a point on the way in along the corner's normal.
 */
import { inspectMesh } from '../../mesh/inspect-mesh.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { FEATURES, pseudoNormals } from './pseudo-normals.ts';
import { PROBE_DEPTH, PROBE_SIZE, type ToolSurface } from './tool-surface.ts';

export interface ToolTips {
  /** x y z each, in the tool's frame. */
  readonly tips: Float64Array;
  readonly roots: Float64Array;
  /** Centre of the volume. */
  readonly centre: Float64Array;
  /**
   * Twice the depth of the shallowest root, but no less than half of the deepest: how far the tool may move before a
   * sheet could be on its other side.
   */
  readonly thickness: number;
}

const NO_HINT = new Float64Array(3);
/** Points on the line to the root that must be inside. */
const TESTED_POINTS = 16;
/** Depths tried from a corner inwards: the size of the tool, halved so often. */
const HALVINGS = 12;

export function toolTips(surface: ToolSurface): ToolTips {
  const { mesh } = surface;
  if (mesh.radii !== null) {
    // round all over: no corners
    return {
      tips: new Float64Array(0),
      roots: new Float64Array(0),
      centre: middle(surface.box),
      thickness: 2 * mesh.radii.reduce((a, r) => Math.min(a, r)),
    };
  }
  const normals = pseudoNormals(mesh);
  const centre = centreOfVolume(mesh);
  const { min, max } = inspectMesh(mesh).bounds;
  const size = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const seen = new Map<string, true>();
  const tips: number[] = [];
  const roots: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  const root = new Float64Array(3);
  for (let corner = 0; corner < mesh.indices.length; corner++) {
    const v = 3 * mesh.indices[corner];
    const tip = mesh.positions.subarray(v, v + 3);
    const key = tip.join(' ');
    if (seen.has(key)) continue;
    seen.set(key, true);
    const n = 3 * (FEATURES * Math.floor(corner / 3) + (corner % 3));
    const depth = findRoot(surface, tip, centre, normals.subarray(n, n + 3), size, root);
    if (!(depth > 0)) continue;
    for (const value of tip) tips.push(value);
    for (const value of root) roots.push(value);
    least = Math.min(least, depth);
    most = Math.max(most, depth);
  }
  const thickness = most > 0 ? Math.max(2 * least, most) : size;
  return { tips: Float64Array.from(tips), roots: Float64Array.from(roots), centre, thickness };
}

function middle(box: Float64Array): Float64Array {
  return Float64Array.from([0, 1, 2], (k) => box[k] / 2 + box[k + 3] / 2);
}

/** Writes the root and returns its depth, 0 when there is none. */
function findRoot(
  surface: ToolSurface,
  tip: Float64Array,
  centre: Float64Array,
  normal: Float64Array,
  size: number,
  root: Float64Array,
): number {
  let depth = 0;
  let within = true;
  for (let i = 1; i <= TESTED_POINTS && within; i++) {
    for (let k = 0; k < 3; k++) root[k] = tip[k] + (i / TESTED_POINTS) * (centre[k] - tip[k]);
    depth = depthAt(surface, root);
    within = depth > 0;
  }
  if (within) return depth;
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  const point = new Float64Array(3);
  let best = 0;
  for (let i = HALVINGS, step = size / 2 ** 12; i > 0 && length > 0; i--, step *= 2) {
    for (let k = 0; k < 3; k++) point[k] = tip[k] - (step * normal[k]) / length;
    depth = depthAt(surface, point);
    if (!(depth > 0)) break;
    if (depth > best) root.set(point);
    best = Math.max(best, depth);
  }
  return best;
}

const PROBED = new Float64Array(PROBE_SIZE);

function depthAt(surface: ToolSurface, point: Float64Array): number {
  surface.probe(point, 0, NO_HINT, 0, PROBED);
  return PROBED[PROBE_DEPTH];
}

function centreOfVolume({ positions: p, indices }: TriangleMesh): Float64Array {
  const out = new Float64Array(3);
  let volume = 0;
  const o = 3 * indices[0];
  for (let i = 0; i < indices.length; i += 3) {
    const a = 3 * indices[i];
    const b = 3 * indices[i + 1];
    const c = 3 * indices[i + 2];
    const [ax, ay, az] = [p[a] - p[o], p[a + 1] - p[o + 1], p[a + 2] - p[o + 2]];
    const [bx, by, bz] = [p[b] - p[o], p[b + 1] - p[o + 1], p[b + 2] - p[o + 2]];
    const [cx, cy, cz] = [p[c] - p[o], p[c + 1] - p[o + 1], p[c + 2] - p[o + 2]];
    const six = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    volume += six;
    out[0] += (six * (ax + bx + cx)) / 4;
    out[1] += (six * (ay + by + cy)) / 4;
    out[2] += (six * (az + bz + cz)) / 4;
  }
  for (let k = 0; k < 3; k++) out[k] = p[o + k] + out[k] / volume;
  return out;
}
