/**
 * Proves that two moving bodies stay more than the clearance apart up to a time, and tells how: depth first over nodes
 * of a, nodes of b and time, by the certified steps that all searches take [contact/volume-gap.ts, triangle-gap.ts].
 * Every step is a leaf: from the time reached until its end the triangles of both nodes are apart along one direction.
 *
 * A step ends before its gap is used up, at a time of few bits, and its direction is rounded to as few bits as what is
 * left of the gap allows: with D ≥ |y − x| for all corners and a direction that is off by at most δ of its length, what
 * separates is off by at most δ D. Nothing here is trusted: whoever checks the leaves sees triangles and motions only.
 */
import type { Budget } from '../contact/budget.ts';
import type { MovingPair } from '../contact/moving-pair.ts';
import { CORNERS_B, DIRECTION, DISTANCE, LEAF_REST, LEAF_STEP, RHO_A, RHO_B, stepLeaves, TARGET } from '../contact/triangle-gap.ts';
import { GAP, LEAST, LEAST_LENGTH, LENGTH, PAD, REST, S, STEP, setFrame, stepVolumes } from '../contact/volume-gap.ts';
import { NODE_CHILD, NODE_L0, NODE_L1, NODE_R, NODE_RHO } from '../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../hierarchy/split-rule.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../hierarchy/triangle-tree.ts';
import { doubled } from '../math/enlarged.ts';
import type { ProvenOffs } from '../scene/search/scene-proof.ts';

/** Who is told the steps of a proof, in order: of the two nodes at hand, which are those that were not proven yet. */
export interface ProofSteps {
  /**
   * Both are apart from the time reached up to this one along a direction from a to b; Infinity: to the end. Of the
   * direction so much of its length may be lost.
   */
  leaf(end: number, direction: Float64Array, share: number): void;
  /** The node of a is split: its first child comes next, then its second one, each from the time reached on. */
  splitA(): void;
  splitB(): void;
  /** Nothing more is known of both. */
  giveUp(): void;
}

/** A step that gains less than this share of the time left is not worth a leaf where nodes can be split … */
const WORTH = 0.005;
/** … nor is another one from where it ended. */
const WORTH_AGAIN = 0.5;
/** As much of a step is taken at most, and as much of it may be lost for a time of few bits. */
const TAKEN = 0.9;
const ROUNDED = 0.3;
/** Leaves aim at the clearance and this share of what is between. */
const LEFT = 0.25;

/** Scratch: the direction. */
const NORMAL: Float64Array = new Float64Array(3);
const DOUBLE: Float64Array = new Float64Array(1);
const WORDS: Uint32Array = new Uint32Array(DOUBLE.buffer);
const HIGH: number = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;

export class Prover {
  /** Leaves told, looks at two nodes or triangles. */
  leaves = 0;
  looks = 0;
  private nodes: Int32Array = new Int32Array(256);
  private times: Float64Array = new Float64Array(128);
  private size = 0;
  /** What is left of the gap at the end of what is taken of a step, as a share of how far any two corners are apart. */
  private share = 0;

  /**
   * Tells the proof that the pair, which has begun, is apart on [from, until]; false: parts of it are left open.
   * `turned`: the rotation, row by row, of the frame that directions are told in, where the bodies are placed; null:
   * the pair's. `offs`: the pair may be nearer than told by so much; null: it is not.
   */
  prove(
    pair: MovingPair,
    from: number,
    until: number,
    budget: Budget,
    steps: ProofSteps,
    turned: (() => Float64Array) | null = null,
    offs: ProvenOffs | null = null,
  ): boolean {
    // One piece: one loop over all that is left, whose time and nodes stay in local variables.
    const { treeA, treeB } = pair;
    const nodesA = treeA.nodes;
    const nodesB = treeB.nodes;
    let complete = true;
    this.size = 0;
    this.push(0, 0, from);
    while (this.size > 0) {
      const top = --this.size;
      const a = this.nodes[2 * top];
      const b = this.nodes[2 * top + 1];
      let t = this.times[top];
      const childA = nodesA[(a << 4) + NODE_CHILD] | 0;
      const childB = nodesB[(b << 4) + NODE_CHILD] | 0;
      const isLeaf = childA < 0 && childB < 0;
      const splitA = !isLeaf && splitsA(nodesA, a, nodesB, b);
      for (let look = 0; ; look++) {
        if (budget.spent()) {
          complete = false;
          steps.giveUp();
          break;
        }
        this.looks++;
        pair.placeAt(t);
        const rest = until - t;
        const step =
          offs === null ? this.look(pair, a, b, splitA, isLeaf, rest, 0) : this.lookWithin(pair, a, b, splitA, isLeaf, rest, offs);
        if (step > 0) seenFrom(turned, NORMAL);
        if (step === Infinity) {
          this.leaves++;
          steps.leaf(Infinity, NORMAL, this.share);
          break;
        }
        if (!(isLeaf || step > (look === 0 ? WORTH : WORTH_AGAIN) * Math.min(rest, offs?.longest ?? rest))) {
          if (splitA) steps.splitA();
          else steps.splitB();
          this.push(splitA ? childA + 1 : a, splitA ? b : childB + 1, t);
          this.push(splitA ? childA : a, splitA ? b : childB, t);
          break;
        }
        let end = roundTime(t + TAKEN * step, ROUNDED * step);
        // steps of a few roundings of the time
        if (end - t > step) end = t + 0.5 * step;
        if (!(end > t && end - t <= step)) {
          complete = false;
          steps.giveUp();
          break;
        }
        this.leaves++;
        steps.leaf(end, NORMAL, this.share);
        t = end;
      }
    }
    return complete;
  }

  private push(a: number, b: number, t: number): void {
    const n = this.size++;
    if (n === this.times.length) {
      this.times = doubled(this.times);
      this.nodes = doubled(this.nodes);
    }
    this.nodes[2 * n] = a;
    this.nodes[2 * n + 1] = b;
    this.times[n] = t;
  }

  /** How long two nodes, or triangles, are apart from where they are placed on, by so much more; and the direction. */
  private look(pair: MovingPair, a: number, b: number, splitA: boolean, isLeaf: boolean, rest: number, off: number): number {
    return isLeaf ? this.lookAtLeaves(pair, a, b, rest, off) : this.lookAtNodes(pair, a, b, splitA, rest, off);
  }

  /** The same by what they may be off as wholes, and where that is not enough, along the direction that this gives. */
  private lookWithin(pair: MovingPair, a: number, b: number, splitA: boolean, isLeaf: boolean, rest: number, offs: ProvenOffs): number {
    const whole = this.look(pair, a, b, splitA, isLeaf, rest, offs.whole);
    if (whole === Infinity || !(this.look(pair, a, b, splitA, isLeaf, rest, 0) > 0)) return whole;
    const near = Math.min(rest, offs.longest);
    const step = this.look(pair, a, b, splitA, isLeaf, near, offs.of(a, b, NORMAL, near));
    if (whole > 0 && !(step > whole)) return this.look(pair, a, b, splitA, isLeaf, rest, offs.whole);
    return step === Infinity && near < rest ? near : step;
  }

  private lookAtNodes(pair: MovingPair, a: number, b: number, splitA: boolean, rest: number, off: number): number {
    const { treeA, treeB, frame, stateA, stateB, fastest } = pair;
    const nodesF = splitA ? treeB.nodes : treeA.nodes;
    const nodesM = splitA ? treeA.nodes : treeB.nodes;
    const f = (splitA ? b : a) << 4;
    const m = (splitA ? a : b) << 4;
    const F = splitA ? stateB : stateA;
    const pad = frame[PAD];
    frame[REST] = rest;
    frame[PAD] = pad + off;
    setFrame(frame, nodesF, f, F, splitA ? stateA : stateB);
    stepVolumes(frame, nodesF, f, nodesM, m, 1);
    frame[PAD] = pad;
    const step = frame[STEP];
    if (!(step > 0)) return 0;
    const ax = nodesF[f];
    const ay = nodesF[f + 1];
    const az = nodesF[f + 2];
    const bx = nodesF[f + 3];
    const by = nodesF[f + 4];
    const bz = nodesF[f + 5];
    const sign = splitA ? -1 : 1;
    const x = sign * frame[S];
    const y = sign * frame[S + 1];
    const z = sign * frame[S + 2];
    // in the body's frame, then turned
    const u = x * ax + y * bx + z * (ay * bz - az * by);
    const v = x * ay + y * by + z * (az * bx - ax * bz);
    const w = x * az + y * bz + z * (ax * by - ay * bx);
    for (let k = 0; k < 3; k++) NORMAL[k] = F[3 * k] * u + F[3 * k + 1] * v + F[3 * k + 2] * w;
    const length = frame[LENGTH];
    const free = step === Infinity;
    const left = free ? frame[LEAST] / frame[LEAST_LENGTH] : (1 - TAKEN) * (frame[GAP] / length);
    const sides = nodesF[f + NODE_L0] + nodesF[f + NODE_L1] + nodesM[m + NODE_L0] + nodesM[m + NODE_L1];
    const way = (free ? frame[REST] : step) * fastest;
    this.share = left / (length + sides + nodesF[f + NODE_R] + nodesM[m + NODE_R] + way);
    return step;
  }

  private lookAtLeaves(pair: MovingPair, a: number, b: number, rest: number, off: number): number {
    const { treeA, treeB, leaf, stateA, stateB } = pair;
    const la = -1 - treeA.nodes[(a << 4) + NODE_CHILD];
    const lb = -1 - treeB.nodes[(b << 4) + NODE_CHILD];
    pair.measure(la, lb);
    leaf[RHO_A] = treeA.nodes[(a << 4) + NODE_RHO] + treeA.nodes[(a << 4) + NODE_R];
    leaf[RHO_B] = treeB.nodes[(b << 4) + NODE_RHO] + treeB.nodes[(b << 4) + NODE_R];
    const radii = treeA.leaves[la * LEAF_STRIDE + LEAF_RADIUS] + treeB.leaves[lb * LEAF_STRIDE + LEAF_RADIUS];
    const apart = pair.clearance + off + pair.roundingNow;
    const gap = leaf[DISTANCE] - apart;
    leaf[TARGET] = radii + apart + LEFT * gap;
    leaf[LEAF_REST] = rest;
    if (!(gap > 0)) return 0;
    stepLeaves(leaf, stateA, stateB);
    for (let k = 0; k < 3; k++) NORMAL[k] = leaf[DIRECTION + k];
    const step = leaf[LEAF_STEP];
    const sides = leaf[DISTANCE] + radii + longest(leaf, 0) + longest(leaf, CORNERS_B);
    this.share = (LEFT * gap) / (sides + (step < rest ? step : rest) * pair.fastest);
    return step;
  }
}

/** A direction in the world as seen from a frame, by how that is turned; null: the world's. */
export function seenFrom(turned: (() => Float64Array) | null, direction: Float64Array): void {
  if (turned === null) return;
  const R = turned();
  const [x, y, z] = direction;
  for (let k = 0; k < 3; k++) direction[k] = R[k] * x + R[3 + k] * y + R[6 + k] * z;
}

/** The largest time of as few bits as it takes, at most so much before t. */
function roundTime(t: number, less: number): number {
  DOUBLE[0] = less;
  // the power of two at or below it
  WORDS[HIGH] &= 0x7ff00000;
  WORDS[1 - HIGH] = 0;
  const grid = DOUBLE[0];
  const rounded = grid * Math.floor(t / grid);
  return rounded > t ? t : rounded;
}

/** The longest side of a placed triangle. */
function longest(leaf: Float64Array, o: number): number {
  let most = 0;
  for (let i = 0; i < 9; i += 3) {
    const j = (i + 3) % 9;
    const x = leaf[o + i] - leaf[o + j];
    const y = leaf[o + i + 1] - leaf[o + j + 1];
    const z = leaf[o + i + 2] - leaf[o + j + 2];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}
