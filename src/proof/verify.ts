/**
 * Checks a proof of the format docs/proof-format.md from its lines alone. `proven` means: for the problem as it
 * stands in
 * the file, what its verdict claims is true in real arithmetic; docs/proof.md derives why. Written from the
 * definition of
 * the motions, with whole numbers; it shares nothing with what finds contacts.
 */
import { Closure } from './closure.ts';
import { BITS, fixed, fixedUp, rootUp, square } from './fixed.ts';
import { type Gaps, NONE, type Range } from './gaps.ts';
import { isInside } from './inside.ts';
import { FRAME_UNITS, type Judgement, Work } from './leaf.ts';
import type { Frames, Pose } from './motion.ts';
import { ProofPicture } from './picture.ts';
import { type Body, type Closed, type Pair, Problem } from './problem.ts';
import { bytes, index, list, number, parsed, type Row, rowOf, word } from './record.ts';
import { Malformed } from './shape.ts';
import { STEP_PROOF, StepCheck } from './step-check.ts';
import { exactTime, runStream } from './stream.ts';
import { Ended, inputsOf, type ProofInput, TOO_MUCH_WORK, toDouble, UNITS, type Verification } from './verification.ts';
import { coversWindow, type Exempt, Windows, windowsOf } from './windows.ts';

/** How a check goes about it. */
export interface VerifyOptions {
  /** Beyond so many pieces of leaves, or 100 times as many units of work: `undecided`. Default: no such limit. */
  readonly maxPieces?: number;
  /**
   * Beyond so many units of work (docs/proof-format.md, "Work"; about a microsecond each) the answer is `undecided`.
   * Default: 60 for each character of the lines, and at least 6 million.
   */
  readonly maxWork?: number;
  /**
   * `[k, n]`: only every n-th leaf is checked, from the k-th on (k from 0), and all that is not a leaf. The whole is
   * proven when all n shares of it are. Default: all of it.
   */
  readonly share?: readonly [number, number];
  /** True: what there is to draw is told too, as far as the check came. Default false. */
  readonly view?: boolean;
}

const ORDER = ['shape', 'frame', 'closure', 'body', 'phase', 'pair', 'segment', 'verdict'];
const [PHASE, SEGMENT] = [4, 6];
const STATUSES = ['free', 'contact', 'overlap', 'unresolved'] as const;
const MOST_SEGMENTS = 10_000_000;
/** Instants at which a pair is shown to be near in one segment, and times that pairs may touch in all. */
const MOST_NEAR = 4096;
const MOST_EXEMPT = 10_000;
/** Work that is allowed: for each piece, where their number is given, and for each byte. */
const UNITS_A_PIECE = 100;
const UNITS_A_BYTE = 60;
const LEAST_BYTES = 100_000;
/** Units for a place, beside those of its frames. */
const PLACE = 50;

/**
 * Checks the lines of a proof, one after the other; no line is kept. Whatever the lines are, it ends, and throws
 * nothing.
 *
 * @example
 * ```ts
 * const { result, why } = await verifyProof(text.trimEnd().split('\n'));
 * if (result !== 'proven') console.log(why);
 * ```
 */
export async function verifyProof(lines: Iterable<string> | AsyncIterable<string>, options: VerifyOptions = {}): Promise<Verification> {
  return (await verifyShare(lines, options)).found;
}

/** The same, and how much of the work every share of the proof does. */
export async function verifyShare(
  lines: Iterable<string> | AsyncIterable<string>,
  options: VerifyOptions,
): Promise<{ readonly found: Verification; readonly shared: number }> {
  const unknown = Object.keys(options).find((key) => !['maxPieces', 'maxWork', 'share', 'view'].includes(key));
  if (unknown !== undefined) throw new TypeError(`verifyProof: there is no option '${unknown}'`);
  const { maxPieces = Number.POSITIVE_INFINITY, share = [0, 1], view = false } = options;
  const { maxWork = maxPieces < Number.POSITIVE_INFINITY ? UNITS_A_PIECE * maxPieces : undefined } = options;
  const [own, shares] = share;
  // a share that nobody has would prove anything
  if (!(Number.isInteger(own) && Number.isInteger(shares) && own >= 0 && own < shares))
    throw new TypeError(`verifyProof: share should be [k, n] with whole numbers 0 ≤ k < n, got ${JSON.stringify(share)}`);
  const known = maxWork ?? (Array.isArray(lines) ? workLimit(lines.reduce((sum: number, line: string) => sum + line.length + 1, 0)) : null);
  const work = new Work(maxPieces, known ?? workLimit(0), share, view ? new ProofPicture() : null);
  let characters = 0;
  let check: Check | StepCheck = new Check(work);
  const answer = (result: Verification['result'], why: string) => ({ found: check.answer(result, why), shared: work.shared });
  try {
    for await (const line of lines) {
      if (check.line === 0 && isStepProof(line)) check = new StepCheck(work);
      characters += line.length + 1;
      if (known === null) work.maxUnits = workLimit(characters);
      check.read(line);
    }
    check.end();
    return work.isSpent ? answer('undecided', TOO_MUCH_WORK) : answer('proven', '');
  } catch (error) {
    if (error instanceof Ended) return answer(error.result, error.message);
    if (error instanceof Malformed) return answer('malformed', `line ${check.line}: ${error.message}`);
    // the checker's own rounding, or numbers beyond what the engine can hold
    if (error instanceof RangeError) return answer('undecided', `line ${check.line}: ${error.message}`);
    throw error;
  }
}

/** Units of work that a file of so many bytes may take; a compressed one counts as four times its bytes. */
export function workLimit(bytes: number): number {
  return UNITS_A_BYTE * Math.max(bytes, LEAST_BYTES);
}

/** Whether a header is that of a step; one that is none at all is told by whoever reads it. */
function isStepProof(line: string): boolean {
  try {
    return parsed(line).kind === STEP_PROOF;
  } catch {
    return false;
  }
}

class Check {
  line = 0;
  private readonly work: Work;
  private problem: Problem | null = null;
  private head = { question: '', by: '', segments: 0, tolerance: 0, inputs: [] as readonly ProofInput[] };
  /** That of the phase at hand, and the largest one. */
  private tolerance = 0;
  private mostTolerance = 0;
  private stage = 0;
  private segments = 0;
  private until = 1;
  private frames: Frames | null = null;
  private joined = true;
  /** Where the segment begins; and the largest of all, 0 where rounding of the checker explains it. */
  private gaps: Gaps | null = null;
  private largestGap = 0n;
  private closureError = 0n;
  private nextPair = 0;
  private followed = 0;
  private windows: Windows = new Windows(0);
  private readonly exempt: Exempt[] = [];
  private readonly exemptNow: Map<string, Exempt> = new Map();
  private status: Verification['status'] = null;
  private witness: readonly [string, string] | null = null;
  private doubts = '';
  /** The verdict is about the start of the last segment. */
  private isAtStart = false;

  constructor(work: Work) {
    this.work = work;
  }

  answer(result: Verification['result'], why: string): Verification {
    const { head, problem, work, doubts } = this;
    const open = result === 'proven' && doubts !== '';
    return {
      result: open ? 'undecided' : result,
      status: this.status,
      why: open ? doubts : why,
      time: this.segments === 0 ? 0 : this.segments - 1 + (this.isAtStart ? 0 : this.until),
      pairs: problem?.mostPairs ?? 0,
      clearance: problem?.clearances ?? [0, 0],
      tolerance: this.mostTolerance,
      witness: this.witness,
      untested: problem?.untested ?? [],
      exempt: this.exempt,
      carried: problem?.carried ?? [],
      uncertain: problem?.uncertain ?? [],
      followed: this.followed,
      closureError: toDouble(this.closureError),
      segments: { proven: this.segments, path: head.segments },
      solids: problem?.bodies.filter(({ solid }) => solid !== null).length ?? 0,
      largestGap: toDouble(this.largestGap),
      units: UNITS,
      ...{ inputs: head.inputs, question: head.question, by: head.by },
      leaves: work.leaves,
      pieces: work.pieces,
      work: work.own + work.shared,
      maxWork: work.maxUnits,
      ...(work.watch === null ? {} : { view: work.watch.view() }),
    };
  }

  read(text: string): void {
    this.line++;
    const row = parsed(text);
    const { problem } = this;
    if (problem === null) return this.header(row);
    const kind = word(row.kind, 'kind');
    const stage = ORDER.indexOf(kind === 'untested' ? 'pair' : kind === 'proof' ? 'segment' : kind);
    // behind segments another phase may begin
    const isNext = stage === PHASE && this.stage === SEGMENT;
    if ((stage < this.stage && !isNext) || (stage === PHASE && this.stage === PHASE) || this.status !== null)
      throw new Malformed(`'${kind.slice(0, 40)}' does not stand here`);
    if (stage >= SEGMENT && this.stage < SEGMENT) this.beginPhase(problem);
    this.stage = stage;
    if (kind === 'shape') problem.shape(row);
    else if (kind === 'frame') problem.frame(row);
    else if (kind === 'closure') problem.closure(row);
    else if (kind === 'body') problem.body(row);
    else if (kind === 'phase') this.phase(problem, row);
    else if (kind === 'pair') problem.pair(row);
    else if (kind === 'untested') problem.leaveOut(row);
    else if (kind === 'segment') this.segment(problem, row);
    else if (kind === 'proof') this.proof(problem, row);
    else this.verdict(problem, row);
  }

  end(): void {
    if (this.status === null) throw new Malformed(this.line === 0 ? 'the file is empty' : 'the file ends before its verdict');
  }

  private header(line: Row): void {
    if (line.kind !== 'inbetween-proof/1') throw new Malformed('this is no inbetween-proof/1');
    const row = rowOf(line, 'header', 'kind by question segments clearance tolerance inputs');
    const inputs = inputsOf(row.inputs);
    const tolerance = number(row.tolerance, 'tolerance', 2 ** -300);
    const segments = index(row.segments, 'segments', MOST_SEGMENTS + 1, 1);
    this.head = { question: word(row.question, 'question'), by: word(row.by, 'by'), segments, tolerance, inputs };
    this.tolerance = this.mostTolerance = tolerance;
    this.problem = new Problem(number(row.clearance, 'clearance', 0));
  }

  private phase(problem: Problem, line: Row): void {
    this.requireProofs(problem);
    if (this.until < 1 || this.segments === this.head.segments) throw new Malformed('a phase stands behind the last segment');
    problem.phase(line, this.segments);
    this.tolerance = number(line.tolerance ?? this.head.tolerance, 'tolerance', 2 ** -300);
    this.mostTolerance = Math.max(this.mostTolerance, this.tolerance);
  }

  /** All pairs have been told. */
  private beginPhase(problem: Problem): void {
    problem.requireAllPairs();
    this.windows = new Windows(problem.pairs.length);
    // none is missing before its first segment
    this.nextPair = problem.pairs.length;
    this.work.shared += problem.changes;
    this.requireWork();
  }

  private segment(problem: Problem, line: Row): void {
    const row = rowOf(line, 'segment', 'kind until? values? motions? closed?');
    this.requireProofs(problem);
    if (this.until < 1 || this.segments === this.head.segments) throw new Malformed('a segment stands behind the last one');
    this.until = number(row.until ?? 1, 'until', 2 ** -67, 1);
    exactTime(this.until);
    this.segments++;
    this.nextPair = 0;
    this.work.shared += FRAME_UNITS * problem.frameCount + problem.bodies.length;
    this.requireWork();
    const { frames, joined, gaps, closed } = problem.segment(row);
    this.frames = frames;
    this.joined = joined;
    this.gaps = gaps;
    for (const body of gaps === null ? [] : problem.bodies) {
      const { low, up } = this.gapOf(body);
      if (low > 0n && up > this.largestGap) this.largestGap = up;
    }
    for (const { open } of closed) if (open > this.closureError) this.closureError = open;
    if (closed.length > 0) this.followed++;
    for (const [k, one] of closed.entries()) if (this.work.isMine(this.segments + k)) this.follow(one);
  }

  /** What follows stays in its tubes, and goes on from where it was. */
  private follow({ knot, ...question }: Closed): void {
    const where = `segment ${this.segments - 1}: what follows`;
    const closure = new Closure({ ...question, until: exactTime(this.until) }, this.work);
    this.judge(closure.judge(), where, ['it is not within its tubes', 'whether it is within its tubes could not be decided']);
    this.requireWork();
    if (knot !== null && !closure.isAlone(knot)) this.doubts ||= `${where}: that it goes on from where it was is not shown`;
  }

  private gapOf({ frame, shape }: Body): Range {
    return this.gaps === null || frame < 0 ? NONE : this.gaps.of(frame, shape);
  }

  /** Behind a segment each pair has its proof. */
  private requireProofs({ pairs }: Problem): void {
    if (this.segments > 0 && this.nextPair < pairs.length)
      throw new Malformed(`pair ${this.nextPair} has no proof in segment ${this.segments - 1}`);
  }

  private proof(problem: Problem, line: Row): void {
    const row = rowOf(line, 'proof', 'kind pair frame stream leave? arrive? near?');
    const number = index(row.pair, 'pair', problem.pairs.length);
    if (this.frames === null || number !== this.nextPair++) throw new Malformed('proofs are not one for each pair, in their order');
    const pair = problem.pairs[number];
    const [a, b] = [problem.bodies[pair.a], problem.bodies[pair.b]];
    const question = {
      frames: this.frames,
      a,
      b,
      seenFrom: index(row.frame, 'frame', problem.frameCount, -1),
      clearance: fixedUp(pair.clearance),
      gap: this.gapOf(a).up + this.gapOf(b).up,
      until: exactTime(this.until),
    };
    const { until } = question;
    const isNew = this.windows.isNew(number);
    const { leave, arrive } = this.windows.of(number, pair, row, until);
    const where = `segment ${this.segments - 1}: '${a.name}' and '${b.name}'`;
    const stream = bytes(row.stream, 'stream');
    this.work.watch?.pair({ segment: this.segments - 1, segments: this.head.segments, pair: number, names: [a.name, b.name] });
    if (leave < arrive) {
      const judgement = runStream(stream, question, leave, arrive, this.work);
      this.judge(judgement, where, ['a leaf does not hold', 'not all leaves could be decided']);
      this.requireWork();
      if ((isNew || !this.joined) && this.work.isMine(number)) this.startOutside(a, b, leave);
    } else if (stream.length > 0) throw new Malformed('a stream stands where there is nothing to prove');
    this.showNear(pair, a, b, row.near, windowsOf(leave, arrive, until), where);
  }

  /** Exempt is only who is near: within the clearance and twice the tolerance, or inside, at instants all along. */
  private showNear(pair: Pair, a: Body, b: Body, near: unknown, windows: ReturnType<typeof windowsOf>, where: string): void {
    const times = list(near ?? [], 'near', 0, MOST_NEAR).map((one) => {
      const isInner = (one as Row | null)?.inside !== undefined;
      const row = rowOf(one, 'near', isInner ? 't inside' : 't a b u v');
      const t = exactTime(number(row.t, 't', 0, 1));
      if (isInner) this.inside(a, b, row, t, where);
      else this.near(pair.clearance, 2 * this.tolerance, a, b, row, t, where);
      this.requireWork();
      return t;
    });
    for (const { rule, from, to } of windows) {
      const own = times.filter((t) => t >= from && t <= to);
      if (!coversWindow(own, from, to)) this.doubts ||= `${where}: that they are near where they may touch is not shown`;
      const by = pair[rule] as string;
      const [begin, end] = [from, to].map((t) => this.segments - 1 + Number(t) / 2 ** 120);
      const key = `${pair.a} ${pair.b} ${rule}`;
      const before = this.exemptNow.get(key);
      const one = before?.to === begin ? before : { a: a.name, b: b.name, rule, by, from: begin, to: end };
      if (one === before) before.to = end;
      else this.exempt.push(one);
      this.exemptNow.set(key, one);
    }
    if (this.exempt.length > MOST_EXEMPT) throw new Malformed(`more than ${MOST_EXEMPT} times two may touch`);
  }

  private requireWork(): void {
    if (this.work.isSpent) throw new Ended('undecided', TOO_MUCH_WORK);
  }

  private judge(judgement: Judgement, where: string, [refuted, undecided]: readonly [string, string]): void {
    if (judgement === 'refuted') throw new Ended('refuted', `${where}: ${refuted}`);
    if (judgement === 'undecided') this.doubts ||= `${where}: ${undecided}`;
  }

  /** Neither body has a part inside the other one, where the pair begins to be tested. */
  private startOutside(a: Body, b: Body, t: bigint): void {
    const inside = [this.holds(a, b, t), this.holds(b, a, t)];
    const judgement = inside.includes(true) ? 'refuted' : inside.includes(null) ? 'undecided' : 'proven';
    this.judge(judgement, `segment ${this.segments - 1}`, [
      `'${a.name}' and '${b.name}' start one inside the other`,
      `whether '${a.name}' and '${b.name}' start inside could not be decided`,
    ]);
  }

  private holds(solid: Body, other: Body, t: bigint): boolean | null {
    if (solid.solid === null) return false;
    const frames = this.frames as Frames;
    const pose = frames.poseAt(other.frame, solid.frame, t);
    this.work.own += PLACE + FRAME_UNITS * (frames.chain(other.frame) + frames.chain(solid.frame));
    const { corners } = other.shape;
    let decided: boolean | null = false;
    for (const c of (this.problem as Problem).partsOf(other.shape)) {
      this.requireWork();
      const point = [fixed(corners[3 * c]), fixed(corners[3 * c + 1]), fixed(corners[3 * c + 2])];
      const inside = isInside(solid.shape, solid.solid === 'winding', point, pose, this.work);
      if (inside) return true;
      if (inside === null) decided = null;
    }
    return decided;
  }

  private verdict(problem: Problem, line: Row): void {
    const row = rowOf(line, 'verdict', 'kind status witness?');
    const status = STATUSES.find((one) => one === row.status);
    if (status === undefined) throw new Malformed('verdict: status is unknown');
    const whole = this.segments === this.head.segments && this.until === 1;
    if (this.segments === 0 || (status === 'free' && !whole)) throw new Malformed('the proof ends before the path does');
    // what touches at the start of a phase is shown at the start of a segment without proofs
    this.isAtStart =
      problem.pairs.length > 0 && this.nextPair === 0 && this.until === 1 && (status === 'overlap') === (this.segments === 1);
    const isShown = status === 'overlap' || (status === 'contact' && this.isAtStart);
    if (isShown ? !this.isAtStart : this.nextPair < problem.pairs.length)
      throw new Malformed('verdict: proofs are missing, or stand where there is nothing to prove');
    if ((status === 'contact' || status === 'overlap') !== (row.witness !== undefined))
      throw new Malformed(`verdict: ${status} with or without a witness`);
    this.status = status;
    if (row.witness !== undefined) this.touches(problem, row.witness as Row);
  }

  /** The witness: at this instant the two are near enough, or one is inside the other at the start. */
  private touches(problem: Problem, given: Row): void {
    const isInner = this.isAtStart && given?.inside !== undefined;
    const row = rowOf(given, 'witness', isInner ? 'pair inside' : 'pair a b u v');
    const number = index(row.pair, 'pair', problem.pairs.length);
    const pair = problem.pairs[number];
    const [a, b] = [problem.bodies[pair.a], problem.bodies[pair.b]];
    const isNew = this.isAtStart && this.windows.isNew(number);
    if (isNew ? pair.leave !== null : !this.windows.isJudged(number)) throw new Malformed('witness: of two that may touch then');
    this.witness = [a.name, b.name];
    const t = this.isAtStart ? 0n : exactTime(this.until);
    if (isInner) this.inside(a, b, row, t, 'witness');
    else this.near(pair.clearance, this.tolerance, a, b, row, t, 'witness');
  }

  private inside(a: Body, b: Body, row: Row, t: bigint, where: string): void {
    if (row.inside !== 'a' && row.inside !== 'b') throw new Malformed('witness: inside is neither a nor b');
    const holds = row.inside === 'a' ? this.holds(b, a, t) : this.holds(a, b, t);
    const judgement = holds === null ? 'undecided' : holds ? 'proven' : 'refuted';
    this.judge(judgement, where, [
      `no part of '${a.name}' and '${b.name}' is inside the other`,
      'whether it is inside could not be decided',
    ]);
  }

  private near(clearance: number, tolerance: number, a: Body, b: Body, row: Row, t: bigint, where: string): void {
    const frames = this.frames as Frames;
    this.work.shared += 2 * PLACE + FRAME_UNITS * (frames.chain(a.frame) + frames.chain(b.frame));
    const x = pointOf(a, row.a, row.u, frames.poseAt(a.frame, -1, t));
    const y = pointOf(b, row.b, row.v, frames.poseAt(b.frame, -1, t));
    const apart = x.p.reduce((sum, one, k) => sum + square(one - y.p[k]), 0n);
    const error = x.e + y.e;
    const allowed = fixed(clearance) + fixed(tolerance) + x.radius + y.radius;
    // |x − y| is below the root and not below the root less 2, both give or take the error
    const distance = rootUp(apart);
    const judgement = distance + error <= allowed ? 'proven' : distance - error - 4n > allowed + 4n ? 'refuted' : 'undecided';
    this.judge(judgement, where, [
      `points of '${a.name}' and '${b.name}' are farther apart than clearance and tolerance`,
      'its distance could not be decided',
    ]);
  }
}

/** A point of a triangle in the world, and by how much it is off. */
function pointOf({ shape }: Body, triangle: unknown, weights: unknown, { R, p, eR, ep }: Pose): { p: bigint[]; e: bigint; radius: bigint } {
  const at = index(triangle, 'triangle', shape.triangles.length / 3);
  const u = list(weights, 'weights', 3, 3).map((w) => BigInt(index(w, 'weight', 2 ** 53)));
  const sum = u[0] + u[1] + u[2];
  if (sum === 0n) throw new Malformed('witness: weights are 0');
  const c = shape.cornersOf(at);
  const point = [0, 1, 2].map((k) => (u[0] * c[k] + u[1] * c[3 + k] + u[2] * c[6 + k]) / sum);
  const place = [0, 3, 6].map((i, k) => ((R[i] * point[0] + R[i + 1] * point[1] + R[i + 2] * point[2]) >> BITS) + p[k]);
  return { p: place, e: ep + ((shape.lever * eR) >> BITS) + 8n, radius: fixed(shape.radii?.[at] ?? shape.uniform) };
}
