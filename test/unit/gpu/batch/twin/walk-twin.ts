/** The twin of wgsl/batch-motions.wgsl: one task of one motion, walked along time. */
import type { BatchModel } from '../../../../../src/gpu/batch/batch-model.ts';
import { BATCH_MARGINS, type BatchMargins } from './batch-margins.ts';
import { ChainTwin, NO_BOUNDS, type TwinBounds, type TwinPose } from './chain-twin.ts';
import { Float32, type Round, type V } from './float32.ts';
import { PairTwin, spanOf, standingOff, type TwinPair } from './pair-twin.ts';

const U = 2 ** -23;
const TASK = 32;
const LEAF = 0x80000000;
const WHOLE = 2 ** 20;
const STRAY = 0.2;
const NEAR = 0.001;
const LEAST_LONGEST = 4096;
const PARTS = 4;
const FAR_TESTS = 24;
const f = Math.fround;

interface Swept {
  readonly low: V;
  readonly high: V;
  readonly own: readonly V[];
  readonly lowOwn: V;
  readonly highOwn: V;
}

/** When a motion was first proven in contact, and from when on it is not proven free; Infinity: never. */
export interface WalkOutcome {
  readonly hit: number;
  readonly unproven: number;
}

export class WalkTwin {
  readonly chain: ChainTwin;
  readonly pairs: PairTwin;
  readonly margins: BatchMargins;
  private readonly model: BatchModel;
  private readonly nodeWords: Uint32Array;
  private readonly numbers: Float32Array;
  private task = 0;
  private bounds: TwinBounds = NO_BOUNDS;
  private begin: TwinPose | null = null;
  private end: TwinPose | null = null;
  private bend = 0;
  /** The pair that failed last, with its reach. */
  private failed: readonly [number, number, number] | null = null;

  constructor(model: BatchModel, round: Round = Math.fround, margins: BatchMargins = BATCH_MARGINS, rough: Round = round) {
    this.model = model;
    this.margins = margins;
    this.chain = new ChainTwin(model.model, new Float32(round, rough), margins);
    this.pairs = new PairTwin(this.chain.F, margins);
    this.numbers = new Float32Array(model.model.buffer, model.model.byteOffset, model.model.length);
    this.nodeWords = new Uint32Array(model.nodes.buffer, model.nodes.byteOffset, model.nodes.length);
  }

  private number(at: number): number {
    return this.numbers[this.task + at];
  }

  private corner(triangle: number, k: number): V {
    const { corners } = this.model;
    const o = 12 * triangle + 4 * k;
    return [corners[o], corners[o + 1], corners[o + 2]];
  }

  private pairOf(a: number, b: number): TwinPair {
    const { chain } = this;
    const { F } = chain;
    const base = this.corner(b, 0);
    const at = (pose: TwinPose, k: number): V => F.sub(chain.place(pose, this.corner(a, k)), base);
    const all = (pose: TwinPose): [V, V, V] => [at(pose, 0), at(pose, 1), at(pose, 2)];
    return {
      a: all(this.begin as TwinPose),
      b: all(this.end as TwinPose),
      e1: F.sub(this.corner(b, 1), base),
      e2: F.sub(this.corner(b, 2), base),
    };
  }

  /** Whether two triangles are proven apart over the interval that `goTo` set. */
  pairApart(a: number, b: number, reach: number): boolean {
    const { bounds, chain, model, margins } = this;
    const { r } = chain.F;
    const pair = this.pairOf(a, b);
    const standing = standingOff(this.corner(b, 0), pair, chain.F, margins.standing);
    const radii = r(model.corners[12 * a + 3] + model.corners[12 * b + 3]);
    const bend = r(this.bend * r(bounds.a0 + r(bounds.a1 * reach)));
    const sum = r(r(r(r(this.number(5) + radii) + bend) + bounds.error) + standing);
    const span = spanOf(pair);
    const need = r(f(1.00001) * r(sum + r(f(20 * U * margins.span) * span)));
    if (this.pairs.trianglesApart(pair, need)) return true;
    return r(this.number(5) + radii) > r(f(NEAR) * span) && this.pairs.apartBetween(pair, need);
  }

  /** Whether they are proven to touch at the end of that interval. */
  pairTouches(a: number, b: number): boolean {
    const { bounds, chain, model, margins } = this;
    const { r } = chain.F;
    const pair = this.pairOf(a, b);
    const standing = standingOff(this.corner(b, 0), pair, chain.F, margins.standing);
    const span = spanOf(pair);
    const own = r(r(r(bounds.turned * span) + bounds.rounded) + standing);
    const alone = r(r(2 * own) + r(f(8 * U * margins.edges) * span));
    const together = r(r(bounds.error + standing) + this.number(4));
    if (this.pairs.trianglesCross(pair.b, pair.e1, pair.e2, { together, alone })) return true;
    const most = r(r(this.number(6) + model.corners[12 * a + 7]) + model.corners[12 * b + 7]);
    const off = r(r(together + r(2 * alone)) + r(f(32 * U * margins.between) * span));
    return most > off && this.pairs.trianglesWithin(pair.b, pair.e1, pair.e2, most, off);
  }

  private sweptBy(node: number): Swept {
    const { bounds, chain, margins: shares } = this;
    const { F } = chain;
    const { r } = F;
    const { c, h, reach } = this.node(node);
    const b = this.begin as TwinPose;
    const e = this.end as TwinPose;
    const p = chain.place(b, c);
    const q = chain.place(e, c);
    const extents = ({ x, y, z }: TwinPose): V => F.mix(absolute(x), h[0], absolute(y), h[1], absolute(z), h[2]);
    const bend = r(this.bend * r(bounds.a0 + r(bounds.a1 * reach)));
    const size = r(bounds.size + this.number(8));
    const margin = r(f(1.01) * r(r(r(this.number(5) + bend) + bounds.error) + r(f(16 * U * shares.box) * size)));
    const [hp, hq] = [extents(b), extents(e)];
    const wide: V = [margin, margin, margin];
    const low = F.sub(least(F.sub(p, hp), F.sub(q, hq)), wide);
    const high = F.add(most(F.add(p, hp), F.add(q, hq)), wide);
    const own = [F.add(b.x, e.x), F.add(b.y, e.y), F.add(b.z, e.z)];
    const margins = r(r(f(2.02) * margin) + r(f(64 * U * shares.boxOwn) * size));
    const owns: V = [margins, margins, margins];
    const along = (v: V): V => [F.dot(own[0], v), F.dot(own[1], v), F.dot(own[2], v)];
    const extent = (n: V, { x, y, z }: TwinPose): number => F.dot([Math.abs(F.dot(n, x)), Math.abs(F.dot(n, y)), Math.abs(F.dot(n, z))], h);
    const [rp, rq] = [b, e].map((pose): V => [extent(own[0], pose), extent(own[1], pose), extent(own[2], pose)]);
    const [px, qx] = [along(p), along(q)];
    const lowOwn = F.sub(least(F.sub(px, rp), F.sub(qx, rq)), owns);
    const highOwn = F.add(most(F.add(px, rp), F.add(qx, rq)), owns);
    return { low, high, own, lowOwn, highOwn };
  }

  private node(at: number): { readonly c: V; readonly h: V; readonly reach: number; readonly link: number } {
    const { nodes: n } = this.model;
    const o = 8 * at;
    return { c: [n[o], n[o + 1], n[o + 2]], h: [n[o + 4], n[o + 5], n[o + 6]], reach: n[o + 7], link: this.nodeWords[o + 3] };
  }

  private nodesApart(s: Swept, c: V, h: V): boolean {
    const { F } = this.chain;
    if (above(F.sub(c, h), s.high) || above(s.low, F.add(c, h))) return true;
    const along: V = [F.dot(s.own[0], c), F.dot(s.own[1], c), F.dot(s.own[2], c)];
    const extents: V = [F.dot(absolute(s.own[0]), h), F.dot(absolute(s.own[1]), h), F.dot(absolute(s.own[2]), h)];
    return above(F.sub(along, extents), s.highOwn) || above(s.lowOwn, F.add(along, extents));
  }

  /** All is proven apart ('apart'), or a contact is proven. */
  private proves(question: 'apart' | 'failed' | 'any'): boolean {
    const { failed } = this;
    const test = (a: number, b: number, reach: number): boolean | undefined => {
      if (question !== 'apart') return this.pairTouches(a, b) ? true : undefined;
      if (this.pairApart(a, b, reach)) return undefined;
      this.failed = [a, b, reach];
      return false;
    };
    if (question === 'apart') this.failed = null;
    if (failed !== null) {
      const found = test(...failed);
      if (found !== undefined) return found;
    }
    if (question === 'failed') return false;
    const stack: [number, number][] = [[this.model.model[this.task + 2], this.model.model[this.task + 3]]];
    let current = -1;
    let swept: Swept | null = null;
    for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
      const [a, b] = pair;
      const mine = this.node(a);
      const other = this.node(b);
      if (a !== current) {
        current = a;
        swept = this.sweptBy(a);
        if (this.nodesApart(swept, other.c, other.h)) continue;
      }
      const myLeaf = mine.link >= LEAF;
      const otherLeaf = other.link >= LEAF;
      if (myLeaf && otherLeaf) {
        const first = other.link & 0x0fffffff;
        for (let t = first; t <= first + ((other.link >>> 28) & 7); t++) {
          const found = test(mine.link & 0x0fffffff, t, mine.reach);
          if (found !== undefined) return found;
        }
      } else if (!otherLeaf && (myLeaf || this.chain.F.dot(other.h, other.h) >= this.chain.F.dot(mine.h, mine.h))) {
        for (const child of [other.link + 1, other.link]) {
          const { c, h } = this.node(child);
          if (!this.nodesApart(swept as Swept, c, h)) stack.push([a, child]);
        }
      } else stack.push([mine.link + 1, b], [mine.link, b]);
    }
    return question === 'apart';
  }

  private bendOf(length: number): number {
    const { r } = this.chain.F;
    const dt = length / WHOLE;
    return r(r(f(0.125 * this.margins.bend) * dt) * dt);
  }

  /** Goes to an interval of a motion, in 2^20; instants have none. */
  goTo(task: number, motion: number, from: number, to: number): void {
    this.open(task);
    const words = motion * this.model.stride;
    this.boundTo(words, from, to);
    this.begin = this.chain.poseAt(this.task, words, from / WHOLE);
    this.end = from === to ? this.begin : this.chain.poseAt(this.task, words, to / WHOLE);
    this.bend = this.bendOf(to - from);
  }

  private open(task: number): void {
    this.task = TASK * task;
    this.failed = null;
  }

  private boundTo(words: number, from: number, to: number): void {
    const [t, half] = [f(from + to) / 2 / WHOLE, f(to - from) / 2 / WHOLE];
    this.bounds = this.chain.boundsOf(this.task, words, t, half);
  }

  /** Goes to poses that somebody else has, of the first task. */
  goToPoses(begin: TwinPose, end: TwinPose, size: number): void {
    this.open(0);
    this.bounds = { ...NO_BOUNDS, size };
    this.begin = begin;
    this.end = end;
    this.bend = 0;
  }

  /** Is a ball around all of the body apart from what stands, over the part of the motion that bounds are of? */
  isFar(): boolean {
    const { bounds, chain, model, margins } = this;
    const { F } = chain;
    const { r } = F;
    const size = r(bounds.size + this.number(8));
    const sum = r(r(r(this.number(7) + bounds.way) + this.number(5)) + bounds.error);
    const around = r(sum + r(f(16 * U * margins.box) * size));
    const most = r(r(f(1.01) * around) * around);
    const stack = [model.model[this.task + 3]];
    let tests = 0;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const { c, h, link } = this.node(at);
      const away = F.sub(absolute(F.sub(c, bounds.middle)), h);
      const beyond: V = [Math.max(away[0], 0), Math.max(away[1], 0), Math.max(away[2], 0)];
      tests++;
      if (F.dot(beyond, beyond) > most) continue;
      if (link >= LEAF || tests > FAR_TESTS || F.dot(h, h) <= most) return false;
      stack.push(link, link + 1);
    }
    return true;
  }

  /** Are two nodes apart over the interval? */
  boxesApart(a: number, b: number): boolean {
    const { c, h } = this.node(b);
    return this.nodesApart(this.sweptBy(a), c, h);
  }

  /** A contact proven at one instant, of all pairs. */
  touchesAt(task: number, motion: number, time: number): boolean {
    this.goTo(task, motion, time, time);
    return this.proves('any');
  }

  /** Is all proven apart from one time to another, of 2^20? */
  apartBetween(task: number, motion: number, from: number, to: number): boolean {
    this.goTo(task, motion, from, to);
    return this.proves('apart');
  }

  /** The longest interval whose chords are worth a look. */
  private longest(): number {
    const { r } = this.chain.F;
    const radius = this.number(7);
    const reach = r(this.bounds.a0 + r(this.bounds.a1 * radius));
    let most = WHOLE;
    while (most > LEAST_LONGEST && r(this.bendOf(most) * reach) > r(f(STRAY) * radius)) most /= 2;
    return most;
  }

  /** The whole walk; times of 2^20. */
  walk(task: number, motion: number, bracket: boolean, untilHit: number = Infinity): WalkOutcome {
    const { chain } = this;
    const words = motion * this.model.stride;
    this.open(task);
    let [now, part, stop, length, most] = [0, WHOLE, 0, WHOLE, WHOLE];
    let hit = untilHit;
    let fresh = true;
    this.begin = null;
    for (;;) {
      if (bracket ? hit <= now : hit < Infinity) return { hit, unproven: Infinity };
      if (fresh) {
        stop = Math.min((Math.floor(now / part) + 1) * part, WHOLE);
        this.boundTo(words, now, stop);
        if (this.isFar()) {
          now = stop;
          if (now >= WHOLE) return { hit, unproven: Infinity };
          part = Math.min(2 * part, WHOLE);
          this.begin = null;
          continue;
        }
        most = this.longest();
        if (stop - now > PARTS * most) {
          while (now + part >= stop) part /= 2;
          continue;
        }
        fresh = false;
        length = Math.min(length, most);
        while (now % length !== 0 || now + length > stop) length /= 2;
      }
      this.begin ??= chain.poseAt(this.task, words, now / WHOLE);
      this.end = chain.poseAt(this.task, words, (now + length) / WHOLE);
      this.bend = this.bendOf(length);
      if (this.proves('apart')) {
        now += length;
        if (now >= WHOLE) return { hit, unproven: Infinity };
        this.begin = this.end;
        fresh = now >= stop;
        if ((now & length) === 0 && now + 2 * length <= stop && length < most) length *= 2;
        continue;
      }
      const touches = this.proves('failed');
      if (touches) {
        hit = Math.min(hit, now + length);
        if (!bracket) return { hit, unproven: Infinity };
      }
      if (length > 1) {
        length /= 2;
        continue;
      }
      for (let ahead = 2; !touches && now + ahead <= WHOLE; ahead *= 2) {
        this.begin = this.end = chain.poseAt(this.task, words, (now + ahead) / WHOLE);
        this.bend = 0;
        if (!this.proves('any')) continue;
        hit = Math.min(hit, now + ahead);
        break;
      }
      return { hit, unproven: now };
    }
  }
}

function absolute([x, y, z]: V): V {
  return [Math.abs(x), Math.abs(y), Math.abs(z)];
}

function least(a: V, b: V): V {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.min(a[2], b[2])];
}

function most(a: V, b: V): V {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])];
}

function above(a: V, b: V): boolean {
  return a[0] > b[0] || a[1] > b[1] || a[2] > b[2];
}
