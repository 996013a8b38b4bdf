/** The lines of a proof that say what the problem is [docs/proof-format.md]: shapes, frames and bodies, each once. */

import type { Status } from '../contact/result.ts';
import { NODE_CHILD } from '../hierarchy/fit-swept-sphere.ts';
import type { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../hierarchy/triangle-tree.ts';
import { isOriented } from '../mesh/solid-parts.ts';
import type { PlaceRange } from '../scene/search/scene-proof.ts';
import { base64 } from './proof-stream.ts';

/** Who gets the text of a proof, in order, whole lines at a time. */
export type WriteText = (text: string) => void;

/** What was written so far. */
export interface ProofFacts {
  /** Leaves: pairs of parts over a stretch of time. */
  leaves: number;
  /** Characters of the file. */
  characters: number;
  /** Whether all that the file claims is proven; false: some of it is left open in the file. */
  complete: boolean;
  /**
   * What the file claims; null: nothing yet. `unresolved` where nothing shows the answer: of a contact within an
   * uncertainty what is proven is that every motion within it is free up to `time`.
   */
  status: Status | null;
  /** Path time up to which. */
  time: number;
}

/** Seven numbers: position, quaternion x y z w. */
export type PoseNumbers = readonly number[];

/** A frame but for its number. */
export interface FrameLine {
  readonly name: string;
  readonly parent: number;
  readonly at?: PoseNumbers;
  readonly moves?: 'revolute' | 'prismatic' | 'helical' | 'free' | 'carried' | 'guide';
  readonly axis?: readonly number[];
  readonly value?: number;
  readonly times?: number;
  readonly plus?: number;
  readonly pitch?: number;
  /** How far it may be from there: its origin, and turned, about whatever axis or the one that follows. */
  readonly off?: readonly number[];
}

/** As a key of its line; none where it is where it is told. `axis`: the only one about which it may be turned. */
export function offOf(range: PlaceRange | undefined, axis: readonly number[] = []): Pick<FrameLine, 'off'> {
  return range === undefined || (range[0] === 0 && range[1] === 0) ? {} : { off: [...range, ...axis] };
}

export class ProofLines {
  /** Characters written, all of them ASCII but for names. */
  written = 0;
  frames = 0;
  /** How many frames move freely: as many motions has every segment. */
  free = 0;
  bodies = 0;
  closures = 0;
  private readonly write: WriteText;
  private readonly shapes: Map<SweptSphereTree, number> = new Map();

  constructor(write: WriteText) {
    this.write = write;
  }

  line(kind: string, keys: object): void {
    this.put(lineOf(kind, keys));
  }

  /** The proof of a pair without windows: there are many. */
  proof(pair: number, frame: number, stream: Uint8Array): void {
    this.put(`{"kind":"proof","pair":${pair},"frame":${frame},"stream":"${base64(stream)}"}\n`);
  }

  private put(text: string): void {
    this.written += text.length;
    this.write(text);
  }

  shape(tree: SweptSphereTree): number {
    const known = this.shapes.get(tree);
    if (known !== undefined) return known;
    this.put(shapeOf(tree).text);
    const number = this.shapes.size;
    this.shapes.set(tree, number);
    return number;
  }

  /** Where a leaf of a tree stands in the file. */
  place(tree: SweptSphereTree, leaf: number): number {
    return shapeOf(tree).places[leaf];
  }

  frame(frame: FrameLine): number {
    this.line('frame', frame);
    if (frame.moves === 'free') this.free++;
    return this.frames++;
  }

  /** Its shape has been written before. */
  body(name: string, tree: SweptSphereTree, frame: number): number {
    const { solid } = tree.mesh;
    const inside = solid ? { solid: isOriented(tree.mesh) ? 'winding' : 'parity' } : {};
    this.line('body', { name, shape: this.shape(tree), frame, ...inside });
    return this.bodies++;
  }
}

function lineOf(kind: string, keys: object): string {
  return `${JSON.stringify({ kind, ...keys })}\n`;
}

interface ShapeText {
  readonly text: string;
  /** The place of each leaf in the order of the file. */
  readonly places: Uint32Array;
}

/** What was written of bodies before: to write one takes as long as ten to fifty queries. */
const TEXTS: WeakMap<SweptSphereTree, ShapeText> = new WeakMap();

function shapeOf(tree: SweptSphereTree): ShapeText {
  let known = TEXTS.get(tree);
  if (known === undefined) {
    known = shapeText(tree);
    TEXTS.set(tree, known);
  }
  return known;
}

function shapeText(tree: SweptSphereTree): ShapeText {
  const { mesh, leaves, triangles, nodes } = tree;
  const { order, cuts } = treeInOrder((node) => nodes[(node << 4) + NODE_CHILD], tree.leafCount);
  const corners = new Uint32Array(3 * order.length);
  const radii = Float64Array.from(order, (leaf) => leaves[leaf * LEAF_STRIDE + LEAF_RADIUS]);
  const places = new Uint32Array(order.length);
  for (const [i, leaf] of order.entries()) {
    places[leaf] = i;
    for (let k = 0; k < 3; k++) corners[3 * i + k] = mesh.indices[3 * triangles[leaf] + k];
  }
  const even = radii.every((radius) => radius === radii[0]);
  const text = lineOf('shape', {
    corners: base64(Float64Array.from(mesh.positions)),
    triangles: base64(corners),
    ...(cuts.some((cut) => cut !== 0) ? { cuts: base64(leb128(cuts)) } : {}),
    ...(even ? (radii[0] === 0 ? {} : { radius: radii[0] }) : { radii: base64(radii) }),
  });
  return { text, places };
}

/**
 * Leaves depth first, and where each inner node is cut: 0 in the middle, else after so many. `childOf` a node: the
 * first of its two children, which stand behind it, one behind the other; −1 − n of leaf n.
 */
export function treeInOrder(
  childOf: (node: number) => number,
  leafCount: number,
): { readonly order: Uint32Array; readonly cuts: readonly number[] } {
  const counts = new Uint32Array(2 * leafCount - 1);
  for (let node = counts.length - 1; node >= 0; node--) {
    const child = childOf(node);
    counts[node] = child < 0 ? 1 : counts[child] + counts[child + 1];
  }
  const order = new Uint32Array(leafCount);
  const cuts: number[] = [];
  let found = 0;
  const pending = [0];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const child = childOf(node);
    if (child < 0) {
      order[found++] = -1 - child;
      continue;
    }
    const from = found;
    const first = counts[child];
    const middle = (from + from + counts[node]) >> 1;
    cuts.push(from + first === middle ? 0 : first);
    pending.push(child + 1, child);
  }
  return { order, cuts };
}

export function leb128(values: readonly number[]): Uint8Array {
  const out: number[] = [];
  for (const value of values) {
    let rest = value;
    for (; rest > 127; rest >>>= 7) out.push((rest & 127) | 128);
    out.push(rest);
  }
  return Uint8Array.from(out);
}
