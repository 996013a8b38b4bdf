/**
 * Many answers about first contact as one array of numbers and a table of texts, to send them to another thread:
 * cloning each with its keys costs more than to answer an easy question, and so does a walk through records whose keys
 * are not known beforehand. Answers with more in them than 'auto' tells of ordinary motions travel as they are.
 * Numbers keep their bits, and keys their order.
 */
import type { BodyPose, InitialPair, PairSide, TriangleContact, TriangleSide } from '../contact/result.ts';
import { setEntry } from '../math/entries.ts';
import type { Vec3 } from '../math/pose.ts';
import type { SceneFirstContact, SceneStats } from '../scene/answers/scene-result.ts';
import type { Fault } from './messages.ts';

/** What a worker has to say about one motion. */
export type MotionAnswer = SceneFirstContact | { readonly fault: Fault };

export interface FlatAnswers {
  readonly numbers: Float64Array;
  readonly texts: readonly string[];
  /** Answers that travel as they are, in order. */
  readonly others: readonly MotionAnswer[];
}

/** In place of an answer: the next of the others. */
const OTHER = -1;
/** In place of a text, a pair or a gap: there is none. */
const NONE = -1;
const ANSWER_KEYS = 16;
const STATS_KEYS = 9;
const CONTACT_KEYS = 8;
const PAIR_KEYS = 3;
const POSE_KEYS = 3;
/** Numbers of an answer, beside lists of no fixed length, and of each item in those: at most. */
const FEW = 30;
const INITIAL = 6;
const CONTACT = 24;
const POSE = 8;

export class AnswerWriter {
  private numbers = new Float64Array(1024);
  private length = 0;
  private readonly texts: string[] = [];
  private readonly places: Map<string, number> = new Map();
  private readonly others: MotionAnswer[] = [];

  add(answer: MotionAnswer): void {
    if ('fault' in answer || !isUsual(answer)) {
      this.reserve(1);
      this.number(OTHER);
      this.others.push(answer);
      return;
    }
    const { pair, gap, initial, contacts, poses, stats, configurations } = answer;
    let room = FEW + POSE * poses.length + INITIAL * initial.length + CONTACT * contacts.length;
    for (const values of Object.values(configurations)) room += 2 + values.length;
    this.reserve(room);
    this.text(answer.status);
    this.number(answer.time);
    this.number(answer.segment);
    this.number(answer.fraction);
    this.number(answer.clearance);
    this.number(answer.excess);
    this.number(answer.rounding);
    this.number(answer.tolerance);
    this.number(answer.complete ? 1 : 0);
    this.number(pair === null ? NONE : 1);
    if (pair !== null) for (const side of pair) this.side(side);
    this.number(gap === null ? NONE : 1);
    if (gap !== null) this.list(gap);
    this.number(initial.length);
    for (const one of initial) this.initial(one);
    this.number(contacts.length);
    for (const contact of contacts) this.contact(contact);
    this.configurations(configurations);
    this.number(poses.length);
    for (const { body, position, quaternion } of poses) {
      this.text(body);
      this.list(position);
      this.list(quaternion);
    }
    this.stats(stats);
  }

  done(): FlatAnswers {
    return { numbers: this.numbers.slice(0, this.length), texts: this.texts, others: this.others };
  }

  private side({ body, link }: PairSide): void {
    this.text(body);
    if (link === undefined) this.number(NONE);
    else this.text(link);
  }

  private triangleSide(side: TriangleSide): void {
    this.side(side);
    this.number(side.triangle);
    this.text(side.feature);
    this.number(side.index);
  }

  private initial({ a, b, gap }: InitialPair): void {
    this.side(a);
    this.side(b);
    this.list(gap);
  }

  private contact({ kind, a, b, pointA, pointB, point, normal, distance }: TriangleContact): void {
    this.text(kind);
    this.triangleSide(a);
    this.triangleSide(b);
    this.list(pointA);
    this.list(pointB);
    this.list(point);
    this.list(normal);
    this.number(distance);
  }

  private configurations(configurations: Readonly<Record<string, readonly number[]>>): void {
    const entries = Object.entries(configurations);
    this.number(entries.length);
    for (const [name, values] of entries) {
      this.text(name);
      this.number(values.length);
      this.list(values);
    }
  }

  private stats(stats: SceneStats): void {
    this.text(stats.method);
    this.number(stats.nodes);
    this.number(stats.triangles);
    this.number(stats.poses);
    this.number(stats.iterations);
    this.number(stats.steps);
    this.number(stats.frontNodes);
    this.number(stats.pairs);
    this.number(stats.placements);
  }

  private list(values: readonly number[]): void {
    for (let i = 0; i < values.length; i++) this.number(values[i]);
  }

  /** Makes room for so many numbers. */
  private reserve(count: number): void {
    if (this.length + count <= this.numbers.length) return;
    const more = new Float64Array(2 * (this.length + count));
    more.set(this.numbers);
    this.numbers = more;
  }

  /** There must be room for it. */
  private number(value: number): void {
    this.numbers[this.length++] = value;
  }

  private text(text: string): void {
    let place = this.places.get(text);
    if (place === undefined) {
      place = this.texts.push(text) - 1;
      this.places.set(text, place);
    }
    this.number(place);
  }
}

/** Whether an answer has the keys that are written, and no others. */
function isUsual(answer: SceneFirstContact): boolean {
  const { pair, initial, contacts, poses, stats } = answer;
  return (
    Object.keys(answer).length === ANSWER_KEYS &&
    Object.keys(stats).length === STATS_KEYS &&
    (pair === null || pair.every((side) => isSide(side, 1))) &&
    initial.every((one) => Object.keys(one).length === PAIR_KEYS && isSide(one.a, 1) && isSide(one.b, 1)) &&
    contacts.every((one) => Object.keys(one).length === CONTACT_KEYS && isSide(one.a, 4) && isSide(one.b, 4)) &&
    poses.every((one) => Object.keys(one).length === POSE_KEYS)
  );
}

/** Whether a side has so many keys, and one for its link where it has one. */
function isSide(side: PairSide, keys: number): boolean {
  return Object.keys(side).length === (side.link === undefined ? keys : keys + 1);
}

/** Gives the answers back, one after the other. */
export class AnswerReader {
  private readonly numbers: Float64Array;
  private readonly texts: readonly string[];
  private readonly others: readonly MotionAnswer[];
  private at = 0;
  private other = 0;

  constructor({ numbers, texts, others }: FlatAnswers) {
    this.numbers = numbers;
    this.texts = texts;
    this.others = others;
  }

  next(): MotionAnswer {
    const first = this.number();
    if (first === OTHER) return this.others[this.other++];
    const status = this.texts[first] as SceneFirstContact['status'];
    const time = this.number();
    const segment = this.number();
    const fraction = this.number();
    const clearance = this.number();
    const excess = this.number();
    const rounding = this.number();
    const tolerance = this.number();
    const complete = this.number() === 1;
    const pair = this.number() === NONE ? null : ([this.side(), this.side()] as const);
    const gap = this.number() === NONE ? null : ([this.number(), this.number()] as const);
    const initial: InitialPair[] = [];
    for (let n = this.number(); n > 0; n--) initial.push({ a: this.side(), b: this.side(), gap: [this.number(), this.number()] });
    const contacts: TriangleContact[] = [];
    for (let n = this.number(); n > 0; n--) contacts.push(this.contact());
    const configurations = this.configurations();
    const poses: BodyPose[] = [];
    for (let n = this.number(); n > 0; n--) poses.push(this.pose());
    const stats = this.stats();
    return {
      status,
      time,
      segment,
      fraction,
      pair,
      gap,
      clearance,
      excess,
      rounding,
      tolerance,
      initial,
      contacts,
      complete,
      configurations,
      poses,
      stats,
    };
  }

  private number(): number {
    return this.numbers[this.at++];
  }

  private text(): string {
    return this.texts[this.numbers[this.at++]];
  }

  private side(): PairSide {
    const body = this.text();
    const link = this.number();
    return link === NONE ? { body } : { body, link: this.texts[link] };
  }

  private triangleSide(): TriangleSide {
    const body = this.text();
    const link = this.number();
    const triangle = this.number();
    const feature = this.text() as TriangleSide['feature'];
    const index = this.number();
    return link === NONE ? { body, triangle, feature, index } : { body, link: this.texts[link], triangle, feature, index };
  }

  private contact(): TriangleContact {
    return {
      kind: this.text() as TriangleContact['kind'],
      a: this.triangleSide(),
      b: this.triangleSide(),
      pointA: this.vector(),
      pointB: this.vector(),
      point: this.vector(),
      normal: this.vector(),
      distance: this.number(),
    };
  }

  private configurations(): Record<string, readonly number[]> {
    const out: Record<string, readonly number[]> = {};
    for (let n = this.number(); n > 0; n--) {
      const name = this.text();
      const length = this.number();
      const values: number[] = [];
      for (let i = 0; i < length; i++) values.push(this.number());
      setEntry(out, name, values);
    }
    return out;
  }

  private pose(): BodyPose {
    return {
      body: this.text(),
      position: this.vector(),
      quaternion: [this.number(), this.number(), this.number(), this.number()],
    };
  }

  private vector(): Vec3 {
    return [this.number(), this.number(), this.number()];
  }

  private stats(): SceneStats {
    return {
      method: this.text(),
      nodes: this.number(),
      triangles: this.number(),
      poses: this.number(),
      iterations: this.number(),
      steps: this.number(),
      frontNodes: this.number(),
      pairs: this.number(),
      placements: this.number(),
    };
  }
}
