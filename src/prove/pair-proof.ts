/** The proof of an answer about two bodies. */
import { Budget } from '../contact/budget.ts';
import { MovingPair } from '../contact/moving-pair.ts';
import { DEFAULT_ITERATIONS, type ProvenPair } from '../contact/options.ts';
import { PairQueue } from '../contact/pair-queue.ts';
import type { Motion } from '../motion/motion.ts';
import { RigidMotion } from '../motion/rigid-motion.ts';
import { partsOf } from '../motion/rigid-parts.ts';
import type { ProvenAnswer, ProvenOffs } from '../scene/search/scene-proof.ts';
import { ExemptWindows, type ProvenSpan } from './exempt-windows.ts';
import { motionLine } from './motion-lines.ts';
import type { ProofFacts, ProofLines } from './proof-lines.ts';
import { base64, ProofStream } from './proof-stream.ts';
import { Prover } from './prover.ts';
import { insideOf, type Witness, witnessOf } from './witness.ts';

/** Nothing is proven of it. */
const UNKNOWN: ProvenSpan = { from: 0, to: 0, keys: {} };

/** Proves pairs one after the other and writes their lines. */
export class PairProver {
  private readonly prover: Prover = new Prover();
  private readonly stream: ProofStream = new ProofStream();
  private readonly budget: Budget = new Budget();
  private readonly lines: ProofLines;
  private readonly facts: ProofFacts;

  constructor(lines: ProofLines, facts: ProofFacts) {
    this.lines = lines;
    this.facts = facts;
  }

  /**
   * A pair that has begun, over its span; null: nothing is known. `frame`: the one that directions are told in; `offs`:
   * how much nearer than told it may be.
   */
  prove(
    number: number,
    pair: MovingPair,
    span: ProvenSpan | null,
    frame: number,
    turned: (() => Float64Array) | null,
    offs: ProvenOffs | null = null,
  ): void {
    const { prover, stream, budget, facts } = this;
    const { from, to, keys } = span ?? UNKNOWN;
    stream.begin();
    budget.start(span === null ? 0 : DEFAULT_ITERATIONS, Infinity);
    const before = prover.leaves;
    if ((from < to || span === null) && !prover.prove(pair, from, to, budget, stream, turned, offs)) facts.complete = false;
    facts.leaves += prover.leaves - before;
    if (Object.keys(keys).length === 0) this.lines.proof(number, frame, stream.written);
    else this.lines.line('proof', { pair: number, frame, stream: base64(stream.written), ...keys });
  }

  /** A pair that is apart all along a direction. */
  proveApart(number: number, frame: number, direction: Float64Array, share: number): void {
    const { stream, facts } = this;
    stream.begin();
    stream.leaf(Infinity, direction, share);
    facts.leaves++;
    this.lines.proof(number, frame, stream.written);
  }
}

/** How a witness stands in the file. */
export function witnessLine(lines: ProofLines, number: number, { treeA, treeB }: MovingPair, { leafA, leafB, u, v }: Witness): object {
  return { pair: number, a: lines.place(treeA, leafA), b: lines.place(treeB, leafB), u, v };
}

/** `isPlain`: the problem alone. */
export function provePair(lines: ProofLines, proven: ProvenPair, header: object, facts: ProofFacts, isPlain: boolean): void {
  const { names, trees, motions, clearance, tolerance, mayLeave, answer } = proven;
  const { status, time } = answer;
  lines.line('inbetween-proof/1', { ...header, segments: 1, clearance, tolerance });
  for (const tree of trees) lines.shape(tree);
  const free: object[] = [];
  const frames = motions.map((motion, i) => {
    const at = standsAt(motion);
    if (at !== null) return lines.frame({ name: names[i], parent: -1, at });
    free.push(motionLine(motion, names[i]));
    return lines.frame({ name: names[i], parent: -1, moves: 'free' });
  });
  for (const [i, tree] of trees.entries()) lines.body(names[i], tree, frames[i]);
  const pair = new MovingPair(trees[0], trees[1]);
  pair.begin(motions[0], motions[1], clearance);
  const known = isPlain || status === 'free' ? 1 : time;
  // two that do not leave at all overlap
  const left = status === 'overlap' ? 0 : (answer.initial[0]?.left ?? 0);
  lines.line('pair', { a: 0, b: 1, ...(mayLeave && (isPlain || status !== 'overlap') ? { leave: 'question' } : {}) });
  lines.line('segment', { ...(known > 0 && known < 1 ? { until: known } : {}), ...(free.length > 0 ? { motions: free } : {}) });
  if (isPlain) return;
  if (status !== 'overlap') {
    const windows = new ExemptWindows(lines, new PairQueue());
    windows.tolerance = tolerance;
    if (left > 0) pair.returnToWorld();
    const span = known > 0 ? windows.span(pair, { left, arrived: Number.POSITIVE_INFINITY }, known) : null;
    new PairProver(lines, facts).prove(0, pair, span, pair.together ? frames[1] : -1, null);
  }
  const touches = status === 'contact' || status === 'overlap';
  const shown = touches ? witness(lines, pair, time, tolerance) : undefined;
  writeVerdict(lines, { status, time: known }, shown, facts, () => new PairProver(lines, facts).prove(0, pair, null, -1, null));
}

/**
 * A contact that no two points show is none in the file: what is proven before it is. `open` writes that nothing is
 * proven of any pair: where there is nothing before it.
 */
export function writeVerdict(
  lines: ProofLines,
  { status, time }: Pick<ProvenAnswer, 'status' | 'time'>,
  witness: object | undefined,
  facts: ProofFacts,
  open: () => void,
): void {
  const touches = status === 'contact' || status === 'overlap';
  facts.time = time;
  facts.status = touches && witness === undefined ? 'unresolved' : status;
  if (!touches || witness !== undefined) return lines.line('verdict', { status, ...(touches ? { witness } : {}) });
  facts.complete = false;
  if (status === 'overlap') open();
  lines.line('verdict', { status: 'unresolved' });
}

/** The pose of a motion that stands; null: it moves. */
function standsAt(motion: Motion): readonly number[] | null {
  if (!(motion instanceof RigidMotion && motion.still)) return null;
  const parts = partsOf(motion);
  return [...parts.slice(0, 3), ...parts.slice(12, 16)];
}

function witness(lines: ProofLines, pair: MovingPair, time: number, tolerance: number): object | undefined {
  pair.returnToWorld();
  const found = witnessOf(pair, time, tolerance, new PairQueue());
  if (found !== null) return witnessLine(lines, 0, pair, found);
  const inside = time === 0 ? insideOf(pair) : null;
  return inside === null ? undefined : { pair: 0, inside };
}
