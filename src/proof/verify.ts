/**
 * Checks a proof of the format docs/proof-format.md from its lines alone. `proven` means: for the problem as it
 * stands in
 * the file, what its verdict claims is true in real arithmetic; docs/proof.md derives why. Written from the
 * definition of
 * the motions, with whole numbers; it shares nothing with what finds contacts.
 */
import { BITS, fixed, fixedUp, rootUp, square } from './fixed.ts';
import { isInside } from './inside.ts';
import { type Judgement, Work } from './leaf.ts';
import type { Frames, Pose } from './motion.ts';
import { ProofPicture } from './picture.ts';
import { type Body, type Pair, Problem, type Untested } from './problem.ts';
import type { ProofView } from './proof-view.ts';
import { bytes, index, list, number, parsed, type Row, rowOf, word } from './record.ts';
import { Malformed } from './shape.ts';
import { exactTime, runStream } from './stream.ts';

/** A file that the problem was read from. */
export interface ProofInput {
  /** As the writer called it. */
  readonly name: string;
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** What a check found. */
export interface Verification {
  /**
   * `proven`: what the file claims is true; `refuted`: it is not shown, a part of it is wrong; `undecided`: more work,
   * or finer numbers, would be needed.
   */
  readonly result: 'proven' | 'refuted' | 'malformed' | 'undecided';
  /** What was claimed; null where the file does not get that far. */
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved' | null;
  /** Why it is not proven; empty where it is. */
  readonly why: string;
  /** Path time up to which it is about, segment + fraction. */
  readonly time: number;
  /** Pairs that were tested. */
  readonly pairs: number;
  /** What these stay farther apart than: the least and the largest of them all, whatever the header says. */
  readonly clearance: readonly [number, number];
  /** By how much more than the clearance a witness may be apart. */
  readonly tolerance: number;
  /** Names of the two bodies of the witness; null: there is none. */
  readonly witness: readonly [string, string] | null;
  /** Pairs that were not, and who said so. */
  readonly untested: readonly Untested[];
  /** Files the problem was read from, by who wrote it. */
  readonly inputs: readonly ProofInput[];
  /** What was asked, in the words of who wrote it. */
  readonly question: string;
  /** Who wrote it, in their words. */
  readonly by: string;
  /** Leaves that were checked. */
  readonly leaves: number;
  /** Pieces of time into which they were cut. */
  readonly pieces: number;
  /** How the proof covers time, where that was asked for. */
  readonly view?: ProofView;
}

/** How a check goes about it. */
export interface VerifyOptions {
  /** Beyond so many pieces of leaves, or as much other work, the answer is `undecided`. Default: 50 million. */
  readonly maxPieces?: number;
  /**
   * `[k, n]`: only every n-th leaf is checked, from the k-th on (k from 0), and all that is not a leaf. The whole is
   * proven when all n shares of it are. Default: all of it.
   */
  readonly share?: readonly [number, number];
  /** True: what there is to draw is told too, as far as the check came. Default false. */
  readonly view?: boolean;
}

/** Ends a check: what is left need not be read. */
class Ended extends Error {
  readonly result: 'refuted' | 'undecided';
  constructor(result: 'refuted' | 'undecided', why: string) {
    super(why);
    this.result = result;
  }
}

const ORDER = ['shape', 'frame', 'body', 'pair', 'segment', 'verdict'];
const STATUSES = ['free', 'contact', 'overlap', 'unresolved'] as const;
const MOST_SEGMENTS = 10_000_000;

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
  const unknown = Object.keys(options).find((key) => !['maxPieces', 'share', 'view'].includes(key));
  if (unknown !== undefined) throw new TypeError(`verifyProof: there is no option '${unknown}'`);
  const { maxPieces = 50_000_000, share = [0, 1], view = false } = options;
  const [own, shares] = share;
  // a share that nobody has would prove anything
  if (!(Number.isInteger(own) && Number.isInteger(shares) && own >= 0 && own < shares))
    throw new TypeError(`verifyProof: share should be [k, n] with whole numbers 0 ≤ k < n, got ${JSON.stringify(share)}`);
  const check = new Check(new Work(maxPieces, share, view ? new ProofPicture() : null));
  try {
    for await (const line of lines) check.read(line);
    check.end();
    return check.answer('proven', '');
  } catch (error) {
    if (error instanceof Ended) return check.answer(error.result, error.message);
    if (error instanceof Malformed) return check.answer('malformed', `line ${check.line}: ${error.message}`);
    // the checker's own rounding, or numbers beyond what the engine can hold
    if (error instanceof RangeError) return check.answer('undecided', `line ${check.line}: ${error.message}`);
    throw error;
  }
}

class Check {
  line = 0;
  private readonly work: Work;
  private problem: Problem | null = null;
  private head = { question: '', by: '', segments: 0, tolerance: 0, inputs: [] as ProofInput[] };
  private stage = 0;
  private segments = 0;
  private until = 1;
  private frames: Frames | null = null;
  private joined = true;
  private nextPair = 0;
  private status: Verification['status'] = null;
  private witness: readonly [string, string] | null = null;
  private doubts = '';

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
      time: this.status === 'overlap' || this.segments === 0 ? 0 : this.segments - 1 + this.until,
      pairs: problem?.pairs.length ?? 0,
      clearance: problem?.clearances ?? [0, 0],
      tolerance: head.tolerance,
      witness: this.witness,
      untested: problem?.untested ?? [],
      ...{ inputs: head.inputs, question: head.question, by: head.by },
      leaves: work.leaves,
      pieces: work.pieces,
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
    if (stage < this.stage || this.status !== null) throw new Malformed(`'${kind.slice(0, 40)}' does not stand here`);
    if (stage > 3 && this.stage <= 3) problem.requireAllPairs();
    this.stage = stage;
    if (kind === 'shape') problem.shape(row);
    else if (kind === 'frame') problem.frame(row);
    else if (kind === 'body') problem.body(row);
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
    const inputs = list(row.inputs, 'inputs', 0, 10_000).map((input) => {
      const { name, sha256 } = rowOf(input, 'input', 'name sha256');
      if (!/^[0-9a-f]{64}$/.test(word(sha256, 'sha256'))) throw new Malformed('input: sha256 has not 64 digits');
      return { name: word(name, 'name'), sha256: sha256 as string };
    });
    const tolerance = number(row.tolerance, 'tolerance', 2 ** -300);
    const segments = index(row.segments, 'segments', MOST_SEGMENTS + 1, 1);
    this.head = { question: word(row.question, 'question'), by: word(row.by, 'by'), segments, tolerance, inputs };
    this.problem = new Problem(number(row.clearance, 'clearance', 0));
  }

  private segment(problem: Problem, line: Row): void {
    const row = rowOf(line, 'segment', 'kind until? values? motions?');
    this.requireProofs(problem);
    if (this.until < 1 || this.segments === this.head.segments) throw new Malformed('a segment stands behind the last one');
    this.until = number(row.until ?? 1, 'until', 2 ** -67, 1);
    exactTime(this.until);
    this.segments++;
    this.nextPair = 0;
    this.work.steps += problem.frameCount;
    this.requireWork();
    const { frames, joined } = problem.segment(row);
    this.frames = frames;
    this.joined = joined && this.segments > 1;
  }

  /** Behind a segment each pair has its proof. */
  private requireProofs({ pairs }: Problem): void {
    if (this.segments > 0 && this.nextPair < pairs.length)
      throw new Malformed(`pair ${this.nextPair} has no proof in segment ${this.segments - 1}`);
  }

  private proof(problem: Problem, line: Row): void {
    const row = rowOf(line, 'proof', 'kind pair frame stream');
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
    };
    const segment = this.segments - 1;
    this.work.watch?.pair({ segment, segments: this.head.segments, pair: number, names: [a.name, b.name] });
    const judgement = runStream(bytes(row.stream, 'stream'), question, exactTime(this.until), this.work);
    this.judge(judgement, `segment ${segment}: '${a.name}' and '${b.name}'`, ['a leaf does not hold', 'not all leaves could be decided']);
    this.requireWork();
    if (!this.joined && this.work.isMine(number)) this.startOutside(a, b);
  }

  private requireWork(): void {
    if (this.work.isSpent) throw new Ended('undecided', 'it takes more work than is allowed');
  }

  private judge(judgement: Judgement, where: string, [refuted, undecided]: readonly [string, string]): void {
    if (judgement === 'refuted') throw new Ended('refuted', `${where}: ${refuted}`);
    if (judgement === 'undecided') this.doubts ||= `${where}: ${undecided}`;
  }

  /** Neither body has a part inside the other one, at the start of the segment. */
  private startOutside(a: Body, b: Body): void {
    const inside = [this.holds(a, b), this.holds(b, a)];
    const judgement = inside.includes(true) ? 'refuted' : inside.includes(null) ? 'undecided' : 'proven';
    this.judge(judgement, `segment ${this.segments - 1}`, [
      `'${a.name}' and '${b.name}' start one inside the other`,
      `whether '${a.name}' and '${b.name}' start inside could not be decided`,
    ]);
  }

  private holds(solid: Body, other: Body): boolean | null {
    if (solid.solid === null) return false;
    const pose = (this.frames as Frames).poseAt(other.frame, solid.frame, 0n);
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
    if (status === 'overlap' ? this.segments !== 1 || this.nextPair > 0 : this.nextPair < problem.pairs.length)
      throw new Malformed('verdict: proofs are missing, or stand where there is nothing to prove');
    if ((status === 'contact' || status === 'overlap') !== (row.witness !== undefined))
      throw new Malformed(`verdict: ${status} with or without a witness`);
    this.status = status;
    if (row.witness !== undefined) this.touches(problem, row.witness as Row);
  }

  /** The witness: at this instant the two are near enough, or one starts inside the other. */
  private touches(problem: Problem, given: Row): void {
    const isInner = this.status === 'overlap' && given?.inside !== undefined;
    const row = rowOf(given, 'witness', isInner ? 'pair inside' : 'pair a b u v');
    const pair = problem.pairs[index(row.pair, 'pair', problem.pairs.length)];
    const [a, b] = [problem.bodies[pair.a], problem.bodies[pair.b]];
    this.witness = [a.name, b.name];
    if (!isInner) return this.near(pair, a, b, row);
    if (row.inside !== 'a' && row.inside !== 'b') throw new Malformed('witness: inside is neither a nor b');
    const holds = row.inside === 'a' ? this.holds(b, a) : this.holds(a, b);
    const judgement = holds === null ? 'undecided' : holds ? 'proven' : 'refuted';
    this.judge(judgement, 'witness', [
      `no part of '${a.name}' and '${b.name}' is inside the other`,
      'whether it is inside could not be decided',
    ]);
  }

  private near({ clearance }: Pair, a: Body, b: Body, row: Row): void {
    const t = this.status === 'overlap' ? 0n : exactTime(this.until);
    const frames = this.frames as Frames;
    const x = pointOf(a, row.a, row.u, frames.poseAt(a.frame, -1, t));
    const y = pointOf(b, row.b, row.v, frames.poseAt(b.frame, -1, t));
    const apart = x.p.reduce((sum, one, k) => sum + square(one - y.p[k]), 0n);
    const error = x.e + y.e;
    const allowed = fixed(clearance) + fixed(this.head.tolerance) + x.radius + y.radius;
    // |x − y| is below the root and not below the root less 2, both give or take the error
    const distance = rootUp(apart);
    const judgement = distance + error <= allowed ? 'proven' : distance - error - 4n > allowed + 4n ? 'refuted' : 'undecided';
    this.judge(judgement, 'witness', [
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
