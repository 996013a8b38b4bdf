/**
 * Checks a proof of the format inbetween-step-proof/1 [docs/proof-format.md, "Soft steps"] from its lines alone: that
 * in a step of meshes whose corners go straight nothing comes as near as is told, up to when that is told. All numbers
 * are whole, and all that is not left open is decided exactly. [docs/proof.md, "Soft steps"]
 */
import { fixed, integers } from './fixed.ts';
import { isClosed, isInside, partsOf } from './inside.ts';
import type { Judgement, Work } from './leaf.ts';
import { HERE } from './motion.ts';
import type { Untested } from './problem.ts';
import { bytes, doubles, index, indices, list, number, parsed, type Row, rowOf, word } from './record.ts';
import { Malformed } from './shape.ts';
import { dot } from './stencil.ts';
import { StepMesh, StepUnit } from './step-mesh.ts';
import { areJoined, StepStream } from './step-stream.ts';
import { exactTime } from './stream.ts';
import { Ended, inputsOf, type ProofInput, TOO_MUCH_WORK, UNITS, type Verification } from './verification.ts';

export const STEP_PROOF = 'inbetween-step-proof/1';

const ORDER = ['mesh', 'pair', 'proof', 'verdict'];
const STATUSES = ['free', 'contact', 'overlap', 'unresolved'] as const;
const MOST_MESHES = 1000;
/** Triangles, and corners, of all meshes. */
const MOST_TRIANGLES = 2 ** 23;
/** A witness may come so much of the step behind what is proven: a time of contact is told that early. */
const BEHIND = 2 ** -26;

/** A feature of the witness, where it is, times the sum of weights and the unit's. */
interface Place {
  readonly mesh: StepMesh;
  readonly corners: readonly number[];
  readonly point: readonly bigint[];
  readonly sum: bigint;
  readonly radius: number;
}

export class StepCheck {
  line = 0;
  private readonly work: Work;
  private head = { question: '', by: '', clearance: 0, tolerance: 0, startsFree: false, until: 1, inputs: [] as readonly ProofInput[] };
  /** A step that is told to its end includes that. */
  private closed = true;
  private readonly unit: StepUnit = new StepUnit();
  private readonly meshes: StepMesh[] = [];
  private triangles = 0;
  private corners = 0;
  private readonly pairs: (readonly [number, number])[] = [];
  private readonly untested: Map<string, { by: string; why: string; pairs: number; between: Untested['between'][0][] }> = new Map();
  /** Pairs of meshes that were named, tested or not. */
  private readonly named: Set<number> = new Set();
  private stage = 0;
  /** The pair whose proof is at hand, or comes next, and how far that is. */
  private nextPair = 0;
  private stream: StepStream | null = null;
  private status: Verification['status'] = null;
  private witness: readonly [string, string] | null = null;
  private inside: readonly [string, string] | null = null;
  private doubts = '';

  constructor(work: Work) {
    this.work = work;
  }

  answer(result: Verification['result'], why: string): Verification {
    const { head, work, doubts, status } = this;
    const open = result === 'proven' && doubts !== '';
    return {
      result: open ? 'undecided' : result,
      status,
      why: open ? doubts : why,
      time: status === 'overlap' ? 0 : head.until,
      pairs: this.pairs.length,
      clearance: [head.clearance, head.clearance],
      tolerance: head.tolerance,
      witness: this.witness,
      untested: [...this.untested.values()],
      ...{ exempt: [], carried: [], uncertain: [], followed: 0, closureError: 0, largestGap: 0 },
      segments: { proven: 1, path: 1 },
      solids: this.meshes.filter(({ solid }) => solid !== null).length,
      units: { ...UNITS, time: 'steps' },
      ...{ inputs: head.inputs, question: head.question, by: head.by },
      leaves: work.leaves,
      pieces: work.pieces,
      work: work.own + work.shared,
      maxWork: work.maxUnits,
      step: { startsFree: head.startsFree, inside: this.inside },
    };
  }

  read(text: string): void {
    this.line++;
    const row = parsed(text);
    if (this.line === 1) return this.header(row);
    const kind = word(row.kind, 'kind');
    const stage = ORDER.indexOf(kind === 'untested' ? 'pair' : kind);
    if (stage < this.stage || this.status !== null) throw new Malformed(`'${kind.slice(0, 40)}' does not stand here`);
    if (stage > 1 && this.stage < 2) this.requireAllPairs();
    this.stage = stage;
    if (kind === 'mesh') this.mesh(row);
    else if (kind === 'pair') this.pair(row);
    else if (kind === 'untested') this.leaveOut(row);
    else if (kind === 'proof') this.proof(row);
    else this.verdict(row);
    if (this.work.isSpent) throw new Ended('undecided', TOO_MUCH_WORK);
  }

  end(): void {
    if (this.status === null) throw new Malformed('the file ends before its verdict');
  }

  private header(line: Row): void {
    const row = rowOf(line, 'header', 'kind by question clearance tolerance startsFree? until? inputs');
    const lengths = { clearance: number(row.clearance, 'clearance', 0), tolerance: number(row.tolerance, 'tolerance', 2 ** -300) };
    if (row.startsFree !== undefined && row.startsFree !== true) throw new Malformed('header: startsFree is true, or left out');
    const until = number(row.until ?? 1, 'until', 0, 1);
    exactTime(until);
    this.closed = row.until === undefined;
    const names = { question: word(row.question, 'question'), by: word(row.by, 'by') };
    this.head = { ...names, ...lengths, startsFree: row.startsFree === true, until, inputs: inputsOf(row.inputs) };
    this.unit.take(Object.values(lengths));
    this.unit.cutAt(until);
  }

  private mesh(line: Row): void {
    const row = rowOf(line, 'mesh', 'kind name before after? triangles cuts? radius? radii? solid?');
    const before = doubles(row.before, 'before', -(2 ** 300));
    const after = row.after === undefined ? null : doubles(row.after, 'after', -(2 ** 300));
    const triangles = indices(row.triangles, 'triangles', before.length / 3);
    if (triangles.length === 0 || before.length % 3 !== 0) throw new Malformed('mesh: has no triangles, or a part of a corner');
    if (after !== null && after.length !== before.length) throw new Malformed('mesh: as many corners should end as start');
    this.triangles += triangles.length / 3;
    this.corners += before.length / 3;
    if (Math.max(this.triangles, this.corners) > MOST_TRIANGLES || this.meshes.length >= MOST_MESHES)
      throw new Malformed(`more than ${MOST_MESHES} meshes, or ${MOST_TRIANGLES} triangles or corners in all`);
    const radius = number(row.radius ?? 0, 'radius', 0);
    const even = radius === 0 ? null : new Float64Array(triangles.length / 3).fill(radius);
    const radii = row.radii === undefined ? even : doubles(row.radii, 'radii', 0);
    if (radii !== null && (radii.length !== triangles.length / 3 || (row.radius !== undefined && row.radii !== undefined)))
      throw new Malformed('mesh: radii are not one for each triangle');
    const solid = row.solid ?? null;
    if (solid !== null && solid !== 'winding' && solid !== 'parity') throw new Malformed('mesh: solid is neither winding nor parity');
    const cuts = row.cuts === undefined ? null : bytes(row.cuts, 'cuts');
    const mesh = new StepMesh(word(row.name, 'name'), solid, before, after, triangles, cuts, radii, this.unit);
    if (solid !== null && !isClosed(mesh.before, solid === 'winding')) throw new Malformed('mesh: a solid is not closed');
    this.meshes.push(mesh);
  }

  private name(row: Row): readonly [number, number] {
    const count = this.meshes.length;
    const [a, b] = [index(row.a, 'a', count), index(row.b, 'b', count)];
    const key = Math.min(a, b) * count + Math.max(a, b);
    if (this.named.has(key)) throw new Malformed(`meshes ${a} and ${b} are a pair twice`);
    this.named.add(key);
    return [a, b];
  }

  private pair(line: Row): void {
    this.pairs.push(this.name(rowOf(line, 'pair', 'kind a b')));
  }

  private leaveOut(line: Row): void {
    const row = rowOf(line, 'untested', 'kind a b by why');
    const [a, b] = this.name(row);
    const [by, said] = [word(row.by, 'by'), word(row.why, 'why')];
    const key = JSON.stringify([by, said]);
    const known = this.untested.get(key) ?? { by, why: said, pairs: 0, between: [] };
    this.untested.set(key, known);
    known.pairs++;
    known.between.push({ a: [this.meshes[a].name], b: [this.meshes[b].name] });
  }

  private requireAllPairs(): void {
    const count = this.meshes.length;
    if (count === 0 || this.named.size < (count * (count + 1)) / 2)
      throw new Malformed('every two meshes, and each with itself, should be a pair, or one that is not tested');
  }

  private proof(line: Row): void {
    const row = rowOf(line, 'proof', 'kind pair stream');
    const at = index(row.pair, 'pair', this.pairs.length);
    if (at !== this.nextPair || this.head.until === 0) throw new Malformed('proofs are not one for each pair, in their order');
    this.stream ??= this.begin(at);
    this.stream.run(bytes(row.stream, 'stream'));
    const where = this.namesOf(at);
    this.judge(this.stream.judgement, [`${where}: a part of the proof does not hold`, `${where}: not all of it could be decided`]);
    if (!this.stream.isDone) return;
    this.startOutside(at);
    this.stream = null;
    this.nextPair++;
  }

  private begin(at: number): StepStream {
    const [a, b] = this.pairs[at].map((mesh) => this.meshes[mesh]);
    const { clearance, startsFree } = this.head;
    return new StepStream(a, b, { unit: this.unit, clearance, startsFree, closed: this.closed }, this.work);
  }

  private namesOf(at: number): string {
    const [a, b] = this.pairs[at];
    return `'${this.meshes[a].name}' and ${a === b ? 'itself' : `'${this.meshes[b].name}'`}`;
  }

  private judge(judgement: Judgement, [refuted, undecided]: readonly [string, string]): void {
    if (judgement === 'refuted') throw new Ended('refuted', refuted);
    if (judgement === 'undecided') this.doubts ||= undecided;
  }

  /** Neither has a part inside the other one, where both are apart at the start. */
  private startOutside(at: number): void {
    if (!this.work.isMine(at)) return;
    const [a, b] = this.pairs[at].map((mesh) => this.meshes[mesh]);
    if (a === b) return;
    const inside = [this.holds(a, b), this.holds(b, a)];
    this.judge(inside.includes(true) ? 'refuted' : inside.includes(null) ? 'undecided' : 'proven', [
      `${this.namesOf(at)} start one inside the other`,
      `whether ${this.namesOf(at)} start one inside the other could not be decided`,
    ]);
  }

  private holds({ solid, before }: StepMesh, other: StepMesh): boolean | null {
    if (solid === null) return false;
    const { corners } = other.before;
    let decided: boolean | null = false;
    for (const c of partsOf(other.before)) {
      if (this.work.isSpent) return null;
      const point = [fixed(corners[3 * c]), fixed(corners[3 * c + 1]), fixed(corners[3 * c + 2])];
      const inside = isInside(before, solid === 'winding', point, HERE, this.work);
      if (inside) return true;
      if (inside === null) decided = null;
    }
    return decided;
  }

  private verdict(line: Row): void {
    const row = rowOf(line, 'verdict', 'kind status witness?');
    const status = STATUSES.find((one) => one === row.status);
    if (status === undefined) throw new Malformed('verdict: status is unknown');
    const { until } = this.head;
    if (until > 0 ? this.nextPair < this.pairs.length : this.pairs.length > 0 && (status === 'free' || status === 'contact'))
      throw new Malformed('verdict: proofs are missing');
    if (status === 'free' && !this.closed) throw new Malformed('the proof ends before the step does');
    if (status === 'overlap' && until > 0) throw new Malformed('verdict: what overlaps is proven up to its start');
    if ((status === 'contact' || status === 'overlap') !== (row.witness !== undefined))
      throw new Malformed(`verdict: ${status} with or without a witness`);
    this.status = status;
    if (row.witness !== undefined) this.touches(row.witness as Row);
  }

  private touches(given: Row): void {
    if (given?.inside !== undefined) return this.isWithin(list(rowOf(given, 'witness', 'inside').inside, 'inside', 2, 2));
    const row = rowOf(given, 'witness', 't? a b');
    const { until, clearance, tolerance } = this.head;
    const t = number(row.t ?? until, 't', until, Math.min(1, until + (until === 0 ? 0 : BEHIND)));
    exactTime(t);
    const unit = new StepUnit();
    unit.power = this.unit.power;
    unit.cutAt(t);
    const [a, b] = [this.place(row.a, unit), this.place(row.b, unit)];
    const counts = `${Math.min(a.corners.length, b.corners.length)} ${Math.max(a.corners.length, b.corners.length)}`;
    if (!(['1 3', '2 2'].includes(counts) || (counts === '2 3' && until === 0 && !this.head.startsFree)) || areJoined(a, b))
      throw new Malformed('witness: these features are not tested');
    const [i, j] = [this.meshes.indexOf(a.mesh), this.meshes.indexOf(b.mesh)];
    if (!this.isTested(i, j)) throw new Malformed('witness: of two that are not tested');
    this.witness = [a.mesh.name, b.mesh.name];
    const apart = a.point.map((x, k) => x * b.sum - b.point[k] * a.sum);
    const far = a.sum * b.sum * [clearance, tolerance, a.radius, b.radius].reduce((sum, x) => sum + unit.length(x), 0n);
    this.judge(dot(apart, apart) <= far * far ? 'proven' : 'refuted', ['the witness is farther apart than clearance and tolerance', '']);
  }

  private isTested(i: number, j: number): boolean {
    return this.pairs.some(([a, b]) => (a === i && b === j) || (a === j && b === i));
  }

  private isWithin(given: readonly unknown[]): void {
    const [i, j] = given.map((one) => index(one, 'inside', this.meshes.length));
    if (this.head.until > 0 || i === j || !this.isTested(i, j)) throw new Malformed('witness: of two that are not tested at the start');
    const [inner, outer] = [this.meshes[i], this.meshes[j]];
    this.witness = this.inside = [inner.name, outer.name];
    const holds = this.holds(outer, inner);
    this.judge(holds === null ? 'undecided' : holds ? 'proven' : 'refuted', [
      `no part of '${inner.name}' is inside '${outer.name}'`,
      'whether it is inside could not be decided',
    ]);
  }

  private place(given: unknown, unit: StepUnit): Place {
    const row = rowOf(given, 'witness', 'mesh corners weights');
    const mesh = this.meshes[index(row.mesh, 'mesh', this.meshes.length)];
    const { corners: starts } = mesh.before;
    const { corners: ends } = mesh.after;
    const corners = list(row.corners, 'corners', 1, 3).map((corner) => index(corner, 'corner', starts.length / 3));
    const given01 = list(row.weights, 'weights', corners.length, corners.length).map((one) => number(one, 'weight', 0, 1));
    const weights = integers(given01);
    const sum = weights.reduce((all, one) => all + one, 0n);
    if (sum === 0n) throw new Malformed('witness: weights are 0');
    const isOne = corners.length === 3 || new Set(corners).size === corners.length;
    const radius = isOne ? mesh.featureRadius(corners) : null;
    if (radius === null) throw new Malformed('witness: no feature has these corners');
    const point = [0, 1, 2].map((k) =>
      corners.reduce((all, corner, i) => all + weights[i] * unit.cut(starts[3 * corner + k], ends[3 * corner + k]), 0n),
    );
    return { mesh, corners, point, sum, radius };
  }
}
