/**
 * Trees that are made otherwise than those of triangles: who makes such a mesh says how, and nobody else pays for it.
 */
import type { Piecemeal } from '../math/piecemeal.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Topology } from './split-triangles.ts';

export interface TreePlan {
  /** The shape of the tree; as `growTopology`. */
  readonly split: (mesh: TriangleMesh, scale: number) => Piecemeal<Topology>;
  /** Writes every node of a swept-sphere tree but its child slot. Default: as for triangles. */
  readonly fit?: (nodes: Float64Array, leaves: Float64Array) => Piecemeal<void>;
  /**
   * Whether `holds` is true of a vertex of one of its parts, asked of as few as will do; undefined: not decided.
   * Default: each is asked.
   */
  readonly anyPart?: AnyPart;
}

/** Trees with the states that place them; rounding: how far that may be off. */
export type AnyPart = (
  solid: { readonly nodes: Float64Array },
  solidState: Float64Array,
  own: { readonly nodes: Float64Array; readonly triangles: Uint32Array; readonly mesh: TriangleMesh },
  ownState: Float64Array,
  rounding: number,
  holds: (vertex: number) => boolean | undefined,
) => boolean | undefined;

const plans = new WeakMap<TriangleMesh, TreePlan>();

export function planTree(mesh: TriangleMesh, plan: TreePlan): TriangleMesh {
  plans.set(mesh, plan);
  return mesh;
}

export function planOf(mesh: TriangleMesh): TreePlan | undefined {
  return plans.get(mesh);
}
