/*
 * What is known of a mesh before its tree is built: one rectangle swept sphere around all of it.
 * Guarantee: as for the root of a tree (fit-swept-sphere.ts); `radius` is at least that of the tree. P bounds the
 * distance of the mesh from the origin, thickness included. A node's rectangle lies in a box around its corners along
 * the node's axes, at most 2√3 P across: its corners are within (1 + 2√3) P of the origin, and r ≤ 2√3 P. 16 P is twice
 * the sum.
 */
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { evenRadiusOf, fitWhole, WHOLE_MOMENTS } from './fit-nodes.ts';
import { NODE_R, NODE_RHO, NODE_STRIDE, SweptSphereFitter } from './fit-swept-sphere.ts';
import { Projection } from './projection.ts';
import { toTrueScale } from './swept-sphere-tree.ts';
import { fillLeaves, LEAF_STRIDE, reachOf, workingScale } from './triangle-tree.ts';

/** Outlines that share a block of memory. */
const BLOCK = 256;

/** A mesh whose tree comes later, if at all. */
export interface TreeOutline {
  readonly kind: 'outline';
  readonly mesh: TriangleMesh;
  /** At least that of its tree. */
  readonly radius: number;
  /** One node, as those of a swept-sphere tree, without children. */
  readonly nodes: Float64Array;
}

/** Makes outlines one after the other, in memory that they share. */
export class Outliner {
  private leaves = new Float64Array(0);
  private triangles = new Uint32Array(0);
  private projection = new Projection(0);
  private readonly moments = new Float64Array(WHOLE_MOMENTS);
  private block = new ArrayBuffer(0);
  private used = 0;
  /** Outlines by mesh: one may stand in many places. */
  private readonly known: Map<TriangleMesh, TreeOutline> = new Map();

  outlineOf(mesh: TriangleMesh): TreeOutline {
    let outline = this.known.get(mesh);
    if (outline === undefined) {
      outline = this.made(mesh);
      this.known.set(mesh, outline);
    }
    return outline;
  }

  private made(mesh: TriangleMesh): TreeOutline {
    this.makeRoom(mesh.triangleCount);
    const { leaves, triangles } = this;
    const count = mesh.triangleCount;
    const nodes = new Float64Array(this.block, this.used, NODE_STRIDE);
    this.used += 8 * NODE_STRIDE;
    const scale = workingScale(mesh);
    fillLeaves(mesh, { nodes, leaves, triangles }, scale, count);
    const even = evenRadiusOf(leaves, count);
    fitWhole(leaves, count, nodes, new SweptSphereFitter(even), this.projection, this.moments);
    const reach = reachOf(leaves, scale, count);
    if (scale !== 1) toTrueScale(nodes, scale);
    return { kind: 'outline', mesh, radius: 16 * Math.max(reach, nodes[NODE_RHO] + nodes[NODE_R]), nodes };
  }

  private makeRoom(count: number): void {
    if (this.used + 8 * NODE_STRIDE > this.block.byteLength) {
      this.block = new ArrayBuffer(BLOCK * 8 * NODE_STRIDE);
      this.used = 0;
    }
    if (this.triangles.length >= count) return;
    this.leaves = new Float64Array(2 * count * LEAF_STRIDE);
    this.triangles = new Uint32Array(2 * count);
    for (let i = 0; i < 2 * count; i++) this.triangles[i] = i;
    this.projection = new Projection(6 * count);
  }
}
