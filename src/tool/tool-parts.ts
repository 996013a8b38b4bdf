/*
 * How is a tool divided so that boxes fit it? Into groups of neighbouring triangles, the upper levels of its tree: one
 * group for a drill or a box, several for a fork or a hook [Caby & Crosnier, §5, after Gottschalk et al. 1996].
 * Guarantee: the parts without children hold every triangle exactly once, a part holds all that its children hold.
 * Which division is chosen decides about tightness only.
 * By itself it takes the division of at most 2^LEVELS parts with the least Σ (area + OVERHEAD · area of the whole): the
 * chance that a small triangle meets a box grows with its area, and each box has a price.
 */
import { treeOf } from '../hierarchy/tree-of.ts';
import { NODE_SHAPE } from '../hierarchy/triangle-tree.ts';
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { restMotion } from '../motion/rigid-motion.ts';
import { SweepScratch, SweptBox } from './swept-box.ts';

export interface ToolPart {
  /** x y z of its vertices, each once, in the tool's frame. */
  readonly vertices: Float64Array;
  /** The thickest of its triangles. */
  readonly radius: number;
  /** Numbers of its triangles in the mesh. */
  readonly triangles: Uint32Array;
  /** Numbers of the two parts it is divided into, or −1. */
  readonly left: number;
  readonly right: number;
}

const LEVELS = 4;
const OVERHEAD: number = 1 / 16;
const MOST_BOXES = 4096;

/** A part before it is known whether it is divided further. */
interface Branch {
  readonly node: number;
  readonly vertices: Float64Array;
  readonly radius: number;
  readonly triangles: Uint32Array;
  /** An eighth of its box's surface. */
  readonly area: number;
  children: readonly [Branch, Branch] | null;
}

/** Parents before children, the whole tool first. */
export function toolParts(mesh: TriangleMesh, boxes?: number): readonly ToolPart[] {
  if (boxes !== undefined && !(Number.isInteger(boxes) && boxes >= 1 && boxes <= MOST_BOXES))
    throw new InputError(`boxes must be an integer from 1 to ${MOST_BOXES}, got ${shownValue(boxes)}`);
  const divider = new Divider(mesh);
  const root = divider.branch(0);
  if (boxes === undefined) divider.divideCheaply(root, LEVELS, root.area * OVERHEAD);
  else divider.divideLargest(root, boxes);
  const parts: ToolPart[] = [];
  const place = (branch: Branch): number => {
    const at = parts.length;
    const { vertices, radius, triangles } = branch;
    parts.push({ vertices, radius, triangles, left: -1, right: -1 });
    if (branch.children !== null) {
      const [left, right] = branch.children.map(place);
      parts[at] = { vertices, radius, triangles, left, right };
    }
    return at;
  };
  place(root);
  return parts;
}

class Divider {
  private readonly mesh: TriangleMesh;
  private readonly nodes: Float64Array;
  private readonly order: Uint32Array;
  private readonly seen: Uint32Array;
  private stamp = 0;
  private readonly scratch: SweepScratch = new SweepScratch();

  constructor(mesh: TriangleMesh) {
    const tree = treeOf(mesh);
    this.mesh = mesh;
    this.nodes = tree.nodes;
    this.order = tree.triangles;
    this.seen = new Uint32Array(mesh.vertexCount);
  }

  branch(node: number): Branch {
    const { mesh, order, seen } = this;
    const triangles = order.slice(this.endLeaf(node, 0), this.endLeaf(node, 1) + 1);
    const stamp = ++this.stamp;
    const vertices: number[] = [];
    let radius = 0;
    for (const triangle of triangles) {
      if (mesh.radii !== null) radius = Math.max(radius, mesh.radii[triangle]);
      for (let k = 3 * triangle; k < 3 * triangle + 3; k++) {
        const v = mesh.indices[k];
        if (seen[v] === stamp) continue;
        seen[v] = stamp;
        vertices.push(mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]);
      }
    }
    const box = new SweptBox(Float64Array.from(vertices), radius, this.scratch);
    box.fit(restMotion());
    const [x, y, z] = box.half;
    return { node, vertices: box.vertices, radius, triangles, area: x * y + y * z + z * x, children: null };
  }

  /** Answers the least cost of the branch, divided as that demands. */
  divideCheaply(branch: Branch, levels: number, price: number): number {
    const whole = branch.area + price;
    const children = levels > 0 ? this.childrenOf(branch) : null;
    if (children === null) return whole;
    const divided = this.divideCheaply(children[0], levels - 1, price) + this.divideCheaply(children[1], levels - 1, price);
    if (!(divided < whole)) return whole;
    branch.children = children;
    return divided;
  }

  /** Divides the largest box, again and again. */
  divideLargest(root: Branch, boxes: number): void {
    const undivided = [root];
    while (undivided.length < boxes) {
      let largest = -1;
      for (let i = 0; i < undivided.length; i++) {
        if (undivided[i].triangles.length > 1 && (largest < 0 || undivided[i].area > undivided[largest].area)) largest = i;
      }
      if (largest < 0) return;
      const branch = undivided[largest];
      const children = this.childrenOf(branch) as readonly [Branch, Branch];
      branch.children = children;
      undivided.splice(largest, 1, ...children);
    }
  }

  private childrenOf(branch: Branch): readonly [Branch, Branch] | null {
    const child = this.childOf(branch.node);
    return child < 0 ? null : [this.branch(child), this.branch(child + 1)];
  }

  private childOf(node: number): number {
    const { stride, child } = NODE_SHAPE['swept-sphere'];
    return this.nodes[stride * node + child];
  }

  /** The first (side 0) or last (side 1) leaf below a node; those between are below it too. */
  private endLeaf(node: number, side: number): number {
    let child = this.childOf(node);
    while (child >= 0) child = this.childOf(child + side);
    return -1 - child;
  }
}
