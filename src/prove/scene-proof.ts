/** The proof of an answer about a scene: all tested pairs, segment by segment, and who said that others are not. */
import { MovingPair } from '../contact/moving-pair.ts';
import { PairQueue } from '../contact/pair-queue.ts';
import type { ScenePairs } from '../scene/pairs/scene-pairs.ts';
import type { ProvenScene } from '../scene/search/scene-proof.ts';
import { ExemptWindows, type Wanted, wantedTimes } from './exempt-windows.ts';
import { motionLine } from './motion-lines.ts';
import { testedPairs, writeUntested } from './pair-lines.ts';
import { PairProver, witnessLine, writeVerdict } from './pair-proof.ts';
import type { ProofFacts, ProofLines } from './proof-lines.ts';
import { seenFrom } from './prover.ts';
import { SceneBodies } from './scene-bodies.ts';
import { insideOf, type Witness, witnessOf } from './witness.ts';

/** Pairs of which what was made for one segment is kept for the next. */
const MOST_KEPT = 4096;

/** Writes one file, phase after phase. */
export class SceneProver {
  private readonly lines: ProofLines;
  private readonly facts: ProofFacts;
  private readonly bodies: SceneBodies;
  private readonly prover: PairProver;
  private readonly clearance: number;
  private readonly queue: PairQueue = new PairQueue();
  private readonly windows: ExemptWindows;
  /** The direction between two spheres, and how much of its length may be lost. */
  private readonly apart: Float64Array = new Float64Array(4);

  /** Writes all that does not change. */
  constructor(lines: ProofLines, proven: ProvenScene, header: object, facts: ProofFacts) {
    this.lines = lines;
    this.facts = facts;
    const { pairs, motions, tolerance, clearanceOf, phase } = proven;
    const [first] = testedPairs(pairs);
    this.clearance = first === undefined ? 0 : clearanceOf(first.number);
    const segments = phase?.segments ?? motions.segments;
    lines.line('inbetween-proof/1', { ...header, segments, clearance: this.clearance, tolerance });
    this.bodies = new SceneBodies(lines, proven);
    this.prover = new PairProver(lines, facts);
    this.windows = new ExemptWindows(lines, this.queue);
  }

  /** `isPlain`: the problem alone. */
  prove(proven: ProvenScene, isPlain: boolean): void {
    const { lines, facts, bodies } = this;
    bodies.enter(proven);
    this.windows.tolerance = proven.tolerance;
    const phase = new PhaseProof(proven, this.windows);
    phase.writePairs(lines, bodies.numbers, this.clearance, proven.phase === undefined ? 'question' : 'held');
    if (isPlain) return this.tell(proven);
    const { answer, motions } = proven;
    const { status, time } = answer;
    const end = status === 'free' ? motions.segments : time;
    const last = Math.max(0, Math.ceil(end) - 1);
    for (let segment = 0; segment <= last; segment++) {
      const until = segment < last ? 1 : end - segment;
      proven.load(segment);
      this.writeSegment(proven, segment, until);
      phase.wider = this.bodies.robots.reduce((most, robot) => Math.max(most, robot.wider(segment)), 0);
      if (status === 'overlap') break;
      for (const i of phase.tested.keys()) this.provePair(phase, i, segment, until);
    }
    if (proven.phase?.isLast === false) return;
    const touches = status === 'contact' || status === 'overlap';
    // what touches when something is taken or laid down, touches on the way
    const told = status === 'overlap' && (proven.phase?.first ?? 0) > 0 ? 'contact' : status;
    const witness = touches ? this.witness(phase, end - last) : undefined;
    writeVerdict(lines, { status: told, time: (proven.phase?.first ?? 0) + end }, witness, facts, () => {
      for (const i of status === 'overlap' ? phase.tested.keys() : []) this.provePair(phase, i, 0, 0);
    });
  }

  /** All segments, and nothing of proofs. */
  private tell(proven: ProvenScene): void {
    for (let segment = 0; segment < proven.motions.segments; segment++) {
      proven.load(segment);
      this.writeSegment(proven, segment, 1);
    }
  }

  private writeSegment({ pairs }: ProvenScene, segment: number, until: number): void {
    const told = this.bodies.robots.map((robot) => robot.segment(segment));
    const values = told.flatMap((one) => one.values);
    const motions = told.flatMap((one) => one.motions);
    const closed = told.flatMap((one) => one.closed);
    // bodies of their own come first, but their frames after those of robots
    for (const [i, { robot, name }] of pairs.moving.entries()) {
      const { motion } = pairs.movingViews[i];
      if (robot < 0 && motion !== null) motions.push(motionLine(motion, name));
    }
    this.lines.line('segment', {
      ...(until > 0 && until < 1 ? { until } : {}),
      ...(values.length > 0 ? { values } : {}),
      ...(motions.length > 0 ? { motions } : {}),
      ...(closed.length > 0 ? { closed } : {}),
    });
  }

  /** Directions between links of one robot stand in the frame of the link that both stand on, where that moves. */
  private provePair(phase: PhaseProof, i: number, segment: number, until: number): void {
    const { pairs, tested, proven } = phase;
    const { chain, ancestor, world, body } = pairs.viewA(tested[i]);
    const robot = pairs.moving[body]?.robot;
    const offs = proven.within?.offs ?? null;
    offs?.begin(tested[i]);
    const isAncestor = chain !== null && world !== null && ancestor >= 0;
    // what moves the base moves both links alike
    const base = !isAncestor && chain !== null && world !== null ? this.bodies.looseBase(robot) : null;
    const frame = isAncestor ? this.bodies.linkFrame(pairs, robot, ancestor) : (base?.frame ?? -1);
    const turned = isAncestor
      ? (): Float64Array => {
          chain.place(ancestor);
          return chain.states[ancestor];
        }
      : base && (() => base.R);
    const wanted = phase.wantedIn(i, segment);
    if (until > 0 && wanted.left <= 0 && wanted.arrived >= until && phase.liesApart(i, offs?.whole ?? 0, this.apart)) {
      if (isAncestor) pairs.clock[0] = 0;
      seenFrom(turned, this.apart);
      return this.prover.proveApart(i, frame, this.apart, this.apart[3]);
    }
    const pair = phase.pair(i);
    this.prover.prove(i, pair, until > 0 ? this.windows.span(pair, wanted, until) : null, frame, turned, offs);
  }

  /** The nearest of all pairs that are near enough at that time of the last segment, and must not be. */
  private witness(phase: PhaseProof, time: number): object | undefined {
    let best: Witness | null = null;
    let at = -1;
    const judged = [...phase.tested.keys()].filter((i) => !phase.isExempt(i, time) && !phase.liesApart(i, 0, this.apart));
    for (const i of judged) {
      const found = witnessOf(phase.pair(i), time, phase.proven.tolerance, this.queue);
      if (found === null || (best !== null && !(found.spare > best.spare))) continue;
      best = found;
      at = i;
    }
    if (best !== null) return witnessLine(this.lines, at, phase.pair(at), best);
    for (const i of time === 0 ? judged : []) {
      const inside = insideOf(phase.pair(i));
      if (inside !== null) return { pair: i, inside };
    }
    return undefined;
  }
}

/** The pairs of one phase. */
class PhaseProof {
  readonly proven: ProvenScene;
  readonly pairs: ScenePairs;
  /** The numbers of the tested pairs, in the order of the file. */
  readonly tested: readonly number[];
  private readonly wanted: Map<number, Wanted>;
  private readonly kept: Map<number, MovingPair> = new Map();
  private last = 0;
  /** How much wider than they are tubes are told in the segment at hand, as a share. */
  wider = 0;

  constructor(proven: ProvenScene, windows: ExemptWindows) {
    this.proven = proven;
    this.pairs = proven.pairs;
    this.tested = testedPairs(proven.pairs).map(({ number }) => number);
    this.wanted = wantedTimes(proven.pairs, proven.answer);
    if (this.wanted.size === 0) return;
    // a link may be two bodies, of which only one touches
    proven.load(0);
    for (const [i, number] of this.tested.entries()) {
      const told = this.wanted.get(number);
      if (told !== undefined && told.left > 0 && !windows.isNear(this.pair(i), 0)) this.wanted.set(number, { ...told, left: 0 });
    }
  }

  /** `bodies`: their numbers in the file, by those of the scene; `by`: who said that two may touch. */
  writePairs(lines: ProofLines, bodies: readonly number[], clearance: number, by: string): void {
    const tested = testedPairs(this.pairs);
    for (const { a, b, number } of tested) {
      const distance = this.proven.clearanceOf(number);
      lines.line('pair', {
        a: bodies[a],
        b: bodies[b],
        ...(distance === clearance ? {} : { clearance: distance }),
        ...(this.proven.mayLeave(number) ? { leave: by } : {}),
        ...(this.proven.mayArrive(number) ? { arrive: by } : {}),
      });
    }
    writeUntested(lines, this.pairs, tested, bodies);
  }

  /** The same in times of a segment. */
  wantedIn(i: number, segment: number): Wanted {
    this.last = segment;
    const { left, arrived } = this.wanted.get(this.tested[i]) ?? NOT_WANTED;
    return { left: left - segment, arrived: arrived - segment };
  }

  /** Whether a pair may touch at a time of the last segment. */
  isExempt(i: number, time: number): boolean {
    const { left, arrived } = this.wantedIn(i, this.last);
    return left > time || (left > 0 && time === 0) || arrived < time;
  }

  /**
   * Whether spheres around both where the segment begins stay apart whatever way they go; along which direction, and
   * how much of it may be lost. By far the most pairs do.
   */
  liesApart(i: number, off: number, out: Float64Array): boolean {
    const { proven, tested } = this;
    const [a, b] = [proven.pairs.viewA(tested[i]), proven.pairs.viewB(tested[i])];
    for (let k = 0; k < 3; k++) out[k] = b.sphere[k] - a.sphere[k];
    const distance = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    const sizes = a.sphere[3] + b.sphere[3] + a.way + b.way;
    const left = distance - sizes - (proven.clearanceOf(tested[i]) + (1 + this.wider) * (a.tube + b.tube) + off);
    out[3] = left / (2 * (distance + 2 * sizes));
    // what bodies are larger than the spheres of their motion, and rounding
    return left > LEAST_APART * (distance + sizes + a.adding + b.adding);
  }

  /** A pair by itself in the segment that is loaded. */
  pair(i: number): MovingPair {
    const { kept, proven } = this;
    const number = this.tested[i];
    const a = proven.pairs.viewA(number);
    const b = proven.pairs.viewB(number);
    const known = kept.get(number);
    const pair = known ?? new MovingPair(a.tree, b.tree);
    if (known === undefined && kept.size < MOST_KEPT) kept.set(number, pair);
    // tubes are told wider than what bodies pay for already
    pair.begin(a, b, proven.clearanceOf(number) + this.wider * (a.tube + b.tube));
    return pair;
  }
}

/** Spheres that are apart by less, as a share of all that is there, are looked at like others. */
const LEAST_APART = 2 ** -10;

const NOT_WANTED: Wanted = { left: 0, arrived: Number.POSITIVE_INFINITY };
