/**
 * What stands still in a scene, as few bodies as possible: obstacles that are surfaces, stand in the same pose and
 * share no mesh are joined into one tree, which is faster than one each (8 to 42 % on the pipes of
 * docs/bench-robots.md), while instanced meshes keep one tree for all their places.
 */
import type { Body } from '../../contact/deformation.ts';
import { planOf } from '../../hierarchy/tree-plan.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose, type Quat, type Vec3 } from '../../math/pose.ts';
import { requireClosed } from '../../mesh/solid-parts.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** One or several obstacles that share a tree. */
export interface StandingBody {
  readonly mesh: TriangleMesh;
  readonly position: Vec3;
  readonly quaternion: Quat;
  /** The obstacles in it, each from its first triangle on. */
  readonly parts: readonly { readonly name: string; readonly first: number }[];
}

/** Meshes that were joined, and what they became: a scene that changes joins the same ones again and again. */
export interface JoinedBefore {
  readonly meshes: readonly TriangleMesh[];
  readonly names: readonly string[];
  readonly made: Pick<StandingBody, 'mesh' | 'parts'>;
}

/**
 * `apart`: names of obstacles that must stay bodies of their own; `before`: what was joined the last time, kept up to
 * date.
 */
export function standingBodies(
  obstacles: readonly Body[],
  apart: ReadonlySet<string>,
  before: JoinedBefore[] = [],
): readonly StandingBody[] {
  const uses = new Map<TriangleMesh, number>();
  for (const { shape: mesh } of obstacles) uses.set(mesh, (uses.get(mesh) ?? 0) + 1);
  const out: StandingBody[] = [];
  const groups = new Map<string, { readonly names: string[]; readonly meshes: TriangleMesh[]; readonly at: number }>();
  for (const [i, obstacle] of obstacles.entries()) {
    const { shape: mesh } = obstacle;
    if (!(mesh instanceof TriangleMesh))
      throw new InputError(`obstacle ${i}: needs a mesh, made by new TriangleMesh(…), a reader or a primitive`);
    const name = obstacle.name ?? mesh.name;
    const { position, quaternion } = checkedPose(obstacle.pose, `obstacle '${name}': pose`);
    if (mesh.solid) requireClosed(mesh);
    // a cloud has a tree of its own kind
    const joins = !mesh.solid && planOf(mesh) === undefined && uses.get(mesh) === 1 && !apart.has(name);
    const key = joins ? `${position} ${quaternion}` : '';
    const group = joins ? groups.get(key) : undefined;
    if (group !== undefined) {
      group.names.push(name);
      group.meshes.push(mesh);
      continue;
    }
    if (joins) groups.set(key, { names: [name], meshes: [mesh], at: out.length });
    out.push({ mesh, position, quaternion, parts: [{ name, first: 0 }] });
  }
  const now: JoinedBefore[] = [];
  for (const { names, meshes, at } of groups.values()) {
    if (meshes.length === 1) continue;
    const known = before.find((one) => isSame(one.meshes, meshes) && isSame(one.names, names));
    const made = known?.made ?? joined(names, meshes);
    now.push({ names, meshes, made });
    out[at] = { ...out[at], ...made };
  }
  before.length = 0;
  for (const one of now) before.push(one);
  return out;
}

function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

/** The name of the obstacle a triangle belongs to, and the triangle's number in its mesh. */
export function partOf({ parts }: Pick<StandingBody, 'parts'>, triangle: number): { readonly name: string; readonly triangle: number } {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (parts[middle].first <= triangle) low = middle;
    else high = middle - 1;
  }
  return { name: parts[low].name, triangle: triangle - parts[low].first };
}

function joined(names: readonly string[], meshes: readonly TriangleMesh[]): Pick<StandingBody, 'mesh' | 'parts'> {
  const positions = new Float64Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const indices = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.indices.length, 0));
  const radii = new Float64Array(indices.length / 3);
  const parts: { name: string; first: number }[] = [];
  let vertex = 0;
  let index = 0;
  for (const [i, mesh] of meshes.entries()) {
    parts.push({ name: names[i], first: index / 3 });
    positions.set(mesh.positions, 3 * vertex);
    if (mesh.radii !== null) radii.set(mesh.radii, index / 3);
    for (const v of mesh.indices) indices[index++] = vertex + v;
    vertex += mesh.vertexCount;
  }
  const excess = meshes.reduce((most, mesh) => Math.max(most, mesh.excess), 0);
  const radius = radii.some((r) => r > 0) ? radii : 0;
  return { mesh: new TriangleMesh(positions, indices, { name: 'obstacles', radius, excess }), parts };
}
