import { describe, expect, test } from 'vitest';
import type { BatchModel } from '../../../../src/gpu/batch/batch-model.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { badRoot, badRoundings, directed } from '../../../support/bad-rounding.ts';
import { add, cross, dot, minus, norm, times } from '../../../support/brute-force.ts';
import { roundsUntil } from '../../../support/rounds.ts';
import { trianglesOverlap } from '../../geometry/triangle-overlap.ts';
import { armBatch, IDLE, NOTHING, type Triangle } from './exact-scenes.ts';
import { modelOf, type NodeCase, nodeCase, poseOf } from './node-cases.ts';
import { distanceOf, pairCase } from './pair-cases.ts';
import type { SmallBatch } from './small-batch.ts';
import type { BatchMargins } from './twin/batch-margins.ts';
import { Float32, type Round, type V } from './twin/float32.ts';
import { PairTwin, spanOf } from './twin/pair-twin.ts';
import { WalkTwin } from './twin/walk-twin.ts';

const U = 2 ** -23;
const f = Math.fround;

/** A question whose answer is no: true is a wrong proof. `fresh` gives the same roundings again. */
type Question = (fresh: () => Round, margins: BatchMargins) => boolean;
/** Makes one, or null where chance did not give one. */
type Maker = (random: Random) => Question | null;

const rounded = (v: Vec3): Vec3 => v.map(f) as unknown as Vec3;
const still = (v: Vec3): V => [...v];
const unit = (v: Vec3): Vec3 => times(v, 1 / norm(v));

function overlap(a: readonly Vec3[], b: readonly Vec3[]): boolean {
  return trianglesOverlap(Float64Array.from(a.flat()), 0, Float64Array.from(b.flat()), 0);
}

/** Asks the twin about the only pair of triangles of a scene. */
function asked(batch: SmallBatch, ask: (twin: WalkTwin) => boolean, to = 0): Question {
  return (fresh, margins) => {
    const twin = new WalkTwin(batch.model, fresh(), margins, badRoot(new Random('root')));
    twin.chain.take(batch.packed);
    twin.goTo(0, 0, to, to);
    return ask(twin);
  };
}

const touches = (twin: WalkTwin): boolean => twin.pairTouches(0, 1);

/** A triangle one corner of which is at a height above a face, near its first corner, the others far above it. */
function above([a, b, c]: Triangle, height: number, size: number, random: Random): Triangle {
  const n = unit(cross(minus(b, a), minus(c, a)));
  const tip = add(add(a, times(add(minus(b, a), minus(c, a)), 0.1)), times(n, height));
  const far = (): Vec3 => add(tip, add(times(n, size), times(random.direction(), 0.3 * size)));
  return [tip, far(), far()];
}

function smallTriangle(random: Random, at: Vec3, size: number): Triangle {
  const corner = (): Vec3 => add(at, times(random.direction(), size));
  return [corner(), corner(), corner()];
}

/** Just above a power of two, where units are large. */
const place = (random: Random): Vec3 => [random.range(1, 1.2), random.range(1, 1.2), random.range(1, 1.2)];
const TINY = 2 ** -12;

/** No finer than float32 can say of numbers up to 2: sums and differences are exact. */
const coarse = (v: Vec3): Vec3 => v.map((x) => Math.round(x * 2 ** 22) * 2 ** -22) as unknown as Vec3;

const standingPoint: Maker = (random) => {
  const moving = coarse(place(random));
  const standing = add(moving, times(random.direction(), 2 ** -10 * random.range(0.5, 1)));
  const batch = armBatch([IDLE], [moving, moving, moving], [standing, standing, standing]);
  batch.keep(0, directed(norm(minus(standing, moving)) * batch.model.scale * (1 + 1e-12), true));
  return asked(batch, (twin) => twin.pairApart(0, 1, 1));
};

const besideChord: Maker = (random) => {
  const [from, way] = [random.range(-3, 3), random.range(0.05, 0.3)];
  const middle = from + way / 2;
  const touched: Vec3 = [Math.cos(middle), Math.sin(middle), 0];
  const batch = armBatch(
    [{ type: 'revolute', from, to: from + way }],
    [
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ],
    [touched, touched, touched],
  );
  return (fresh, margins) => {
    const twin = new WalkTwin(batch.model, fresh(), margins, badRoot(new Random('root')));
    twin.chain.take(batch.packed);
    return twin.apartBetween(0, 0, 0, 2 ** 20);
  };
};

/** The end of an arm that is turned, beside a point. */
const besideEnd: Maker = (random) => {
  const angle = random.range(-3, 3);
  const end: Vec3 = [Math.cos(angle), Math.sin(angle), 0];
  const standing = coarse(add(end, times(random.direction(), 2 ** -10)));
  const batch = armBatch(
    [{ type: 'revolute', from: angle, to: angle }],
    [
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
    ],
    [standing, standing, standing],
  );
  batch.keep(0, directed(norm(minus(standing, end)) * batch.model.scale * (1 + 1e-12), true));
  return asked(batch, (twin) => twin.pairApart(0, 1, 1));
};

const closePair: Maker = (random) => {
  const { pair } = pairCase(random, 1);
  const nearest = distanceOf(
    pair.a.map((v) => [...v]),
    [[0, 0, 0], [...pair.e1], [...pair.e2]],
  );
  if (nearest === 0 || nearest > 1e-3 * spanOf(pair)) return null;
  const keep = directed(nearest * (1 + 1e-12), true);
  return (fresh, margins) => {
    const F = new Float32(fresh(), badRoot(new Random('root')));
    return new PairTwin(F, margins).trianglesApart(pair, F.r(f(1.00001) * F.r(keep + F.r(f(20 * U * margins.span) * spanOf(pair)))));
  };
};

/** Whole numbers of 22 bits: differences are exact, volumes are not. */
const gridVolume: Maker = (random) => {
  const whole = (): Vec3 => [0, 1, 2].map(() => 4 * (random.integer(2 ** 20) - 2 ** 19)) as unknown as Vec3;
  const [a, b, c] = [whole(), whole(), whole()];
  const n = cross(minus(b, a), minus(c, a));
  const middle = times(add(add(times(a, 2), b), c), 0.25);
  // the least step to the upper side
  const steps = Array.from({ length: 27 }, (_, i): Vec3 => [(i % 3) - 1, (Math.floor(i / 3) % 3) - 1, Math.floor(i / 9) - 1]);
  const step = steps.filter((v) => dot(n, v) > 0).sort((v, w) => dot(n, v) - dot(n, w))[0];
  if (step === undefined) return null;
  const q = add(middle, step);
  const far = (): Vec3 => add(q, times(add(unit(n), times(random.direction(), 0.3)), 2 ** 20).map(Math.round) as unknown as Vec3);
  const [p, r] = [far(), far()];
  if (overlap([p, q, r], [a, b, c])) return null;
  const [moving, e1, e2] = [[p, q, r].map((v) => still(minus(v, a))), still(minus(b, a)), still(minus(c, a))];
  return (fresh, margins) =>
    new PairTwin(new Float32(fresh(), badRoot(new Random('root'))), margins).trianglesCross(moving, e1, e2, { together: 0, alone: 0 });
};

/** A tiny face near the origin under a tip of a triangle whose first corner is far away: differences round. */
const farCorner: Maker = (random) => {
  const face = smallTriangle(random, [0, 0, 0], TINY).map(rounded) as unknown as Triangle;
  const middled = face.map((v) => minus(v, boxMiddle(face))).map(rounded) as unknown as Triangle;
  const [tip, other] = above(middled, random.range(0, 0.4) * U, TINY, random).map(rounded);
  const base = rounded(add(other, place(random)));
  const standing: Triangle = [base, tip, other];
  if (overlap(middled, standing)) return null;
  // an arm that reaches far and back: triangles as large as what it moves in are not cut
  const reach = (x: number) => ({ ...IDLE, position: [x, 0, 0] as const });
  return asked(armBatch([reach(8), reach(-8)], middled, standing), touches);
};

function boxMiddle(corners: readonly Vec3[]): Vec3 {
  return [0, 1, 2].map((k) => (Math.min(...corners.map((v) => v[k])) + Math.max(...corners.map((v) => v[k]))) / 2) as unknown as Vec3;
}

/** A tiny face that is put far from the origin, where sums round. */
const placedFace: Maker = (random) => {
  const at = coarse(place(random));
  const v = rounded(times(random.direction(), TINY));
  const w = rounded(times(random.direction(), TINY));
  // its middle is 0
  const face: Triangle = [
    v,
    times(v, -1),
    [0, 1, 2].map((k) => Math.sign(w[k]) * Math.min(Math.abs(w[k]), Math.abs(v[k]))) as unknown as Vec3,
  ];
  const true_ = face.map((x) => add(x, at)) as unknown as Triangle;
  const standing = above(true_, random.range(-0.5, 0.9) * U, TINY, random).map(rounded) as unknown as Triangle;
  if (overlap(true_, standing)) return null;
  return asked(armBatch([{ ...IDLE, position: at }], face, standing), touches);
};

/** A face that stands far from the origin and is no float32. */
const standingFace: Maker = (random) => {
  const standing = smallTriangle(random, place(random), TINY);
  const moving = above(standing, random.range(-0.5, 0.9) * U, TINY, random).map(coarse) as unknown as Triangle;
  if (overlap(moving, standing)) return null;
  return asked(armBatch([IDLE], moving, standing), touches);
};

/** A needle that turns about one end, the other just in front of a face. */
const turnedNeedle: Maker = (random) => {
  const angle = random.pick([1, 3, 5, 7]) * (Math.PI / 4) + random.range(-0.1, 0.1);
  const tip: Vec3 = [Math.cos(angle), Math.sin(angle), 0];
  // the face is across x, which the needle comes to at half a right angle
  const [y, z] = [-0.1 * TINY, -0.1 * TINY];
  const x = Math.sign(tip[0]) * random.range(-0.5, 0.9) * U;
  const corner = (dy: number, dz: number): Vec3 => rounded(add(tip, [x, y + dy, z + dz]));
  const standing: Triangle = [corner(0, 0), corner(TINY, 0), corner(0, TINY)];
  const origin: Vec3 = [0, 0, 0];
  if (overlap([tip, origin, origin], standing)) return null;
  return asked(armBatch([{ type: 'revolute', from: angle, to: angle }], [[1, 0, 0], origin, origin], standing), touches);
};

/** Corners that are off: a tip that seems to be through a face and is not. */
function displaced(kind: 'together' | 'alone'): Maker {
  return (random) => {
    const size = 2 ** -random.integer(8);
    const face = smallTriangle(random, [0, 0, 0], size).map(rounded) as unknown as Triangle;
    const off = size * 10 ** random.range(-5, -3);
    const seen = above(face, -random.range(0.1, 0.8) * off, size, random).map(rounded) as unknown as Triangle;
    const n = unit(cross(minus(face[1], face[0]), minus(face[2], face[0])));
    const real = seen.map((v, k) => (kind === 'together' || k === 0 ? add(v, times(n, 0.999 * off)) : v));
    if (overlap(real, face) || !overlap(seen, face)) return null;
    const moving = seen.map((v) => still(rounded(minus(v, face[0]))));
    const [e1, e2] = [still(rounded(minus(face[1], face[0]))), still(rounded(minus(face[2], face[0])))];
    return (fresh, margins) => {
      const share = margins.edges;
      const told = kind === 'together' ? { together: f(off * share), alone: 0 } : { together: 0, alone: f(off * share) };
      return new PairTwin(new Float32(fresh(), badRoot(new Random('root'))), { ...margins, volume: 1 }).trianglesCross(
        moving,
        e1,
        e2,
        told,
      );
    };
  };
}

/** Near each other, but not as near as asked. */
const notWithin: Maker = (random) => {
  const { pair } = pairCase(random, 1);
  const distance = distanceOf(
    pair.b.map((v) => [...v]),
    [[0, 0, 0], [...pair.e1], [...pair.e2]],
  );
  if (distance === 0 || distance > 1e-3 * spanOf(pair)) return null;
  const most = directed(distance * (1 - 1e-12), false);
  return (fresh, margins) => {
    const F = new Float32(fresh(), badRoot(new Random('root')));
    const off = F.r(f(32 * U * margins.between) * spanOf(pair));
    return most > off && new PairTwin(F, margins).trianglesWithin(pair.b, pair.e1, pair.e2, most, off);
  };
};

/** Points: nothing but the length of a vector. */
const notAsShort: Maker = (random) => {
  const p = still(rounded(times(random.direction(), random.range(0.5, 1))));
  const most = directed(norm([...p]) * (1 - 1e-12), false);
  return (fresh, margins) => new PairTwin(new Float32(fresh(), badRoot(new Random('root'))), margins).isWithin(p, most, 0);
};

/** Boxes that touch, with nothing but their own margins. */
function boxQuestion(one: NodeCase, standingSize: number, isOwn: boolean): Question {
  const { model, nodes } = modelOf([one], 0, standingSize);
  return (fresh, margins) => {
    const apart = (shares: BatchMargins): boolean => {
      const twin = new WalkTwin({ model, nodes } as BatchModel, fresh(), shares);
      twin.goToPoses(one.begin, one.end, one.size);
      return twin.boxesApart(0, 1);
    };
    // not where the axes of the world, which have no margin then, say it already
    return apart(margins) && !(isOwn && apart({ ...margins, boxOwn: 2 ** 40 }));
  };
}

const straightBoxes: Maker = (random) => {
  const one = nodeCase(random, 0, true);
  return one.begin.x[0] === 1 ? boxQuestion(one, 1, false) : null;
};

/** A point on the side of a box, far out along its own axis. */
const turnedBoxes: Maker = (random) => {
  const pose = poseOf(random.quaternion(), [0, 0, 0]);
  const far = random.pick([1, -1]) * random.range(1, 1.1);
  const begin = { ...pose, p: pose.x.map((x) => f(x * far)) as unknown as V };
  const h: V = [f(2 ** -6), f(2 ** -5), f(2 ** -5)];
  const side = 2 ** -6 * random.pick([1, -1]) * (1 - 1e-9);
  const c = begin.p.map((x, k) => f(x + pose.x[k] * side)) as unknown as V;
  const rim = begin.p.map((x, k) => directed(Math.abs(x + pose.x[k] * side - c[k]), true)) as unknown as V;
  return boxQuestion({ begin, end: begin, moving: [[0, 0, 0], h], standing: [c, rim], size: 1.2, touches: true }, 1.2, true);
};

const ALL_CHAIN: readonly (keyof BatchMargins)[] = ['start', 'frame', 'turn', 'slide', 'rounded', 'length', 'blur'];

describe('proofs, rounded as badly as WGSL allows', () => {
  const sets: readonly [string, keyof BatchMargins, readonly (keyof BatchMargins)[], Maker, number][] = [
    ['apart: a point that stands and is no float32', 'standing', ['span', 'norm'], standingPoint, 100],
    [
      'apart: an arm that turns past a point beside its chord',
      'bend',
      ['standing', 'span', 'norm', 'box', 'boxOwn', ...ALL_CHAIN],
      besideChord,
      100,
    ],
    ['apart: an arm that is turned', 'turn', ['span', 'norm'], besideEnd, 100],
    ['apart: pairs of exact corners', 'span', ['norm'], closePair, 2000],
    ['crossing: volumes of whole numbers', 'volume', [], gridVolume, 1000],
    ['crossing: a corner far away', 'edges', ['volume'], farCorner, 300],
    ['crossing: a face put far away', 'rounded', ['volume'], placedFace, 300],
    ['crossing: a face that stands far away', 'standing', ['volume'], standingFace, 300],
    ['crossing: a needle that is turned', 'turned', ['volume'], turnedNeedle, 300],
    ['crossing: a body that is off', 'edges', [], displaced('together'), 300],
    ['crossing: corners that are off', 'edges', [], displaced('alone'), 300],
    ['within: vectors between triangles', 'between', ['within'], notWithin, 2000],
    ['within: lengths', 'within', [], notAsShort, 1000],
    ['boxes along the axes', 'box', ['boxOwn'], straightBoxes, 3000],
    ['boxes along their own axes', 'boxOwn', [], turnedBoxes, 1000],
  ];
  test.each(sets)('%s: none is wrong; with a hundredth of %s some are (seed: these words)', (name, key, beside, make, count) => {
    const random = new Random(name);
    const margins = { ...NOTHING, ...Object.fromEntries(beside.map((other) => [other, 1])), [key]: 1 };
    const smaller = { ...margins, [key]: 0.01 };
    let [made, wrong, wrongSmaller] = [0, 0, 0];
    const isMet = (): boolean => made > count / 20 && wrongSmaller > 0;
    for (const _ of roundsUntil(isMet, count, count / 3)) {
      const question = make(random);
      if (question === null) continue;
      made++;
      const seed = random.next();
      for (let k = 0; k < 5; k++) {
        const round = (): Round => badRoundings(new Random(seed), 3)[k];
        if (question(round, margins)) wrong++;
        if (question(round, smaller)) wrongSmaller++;
      }
    }
    expect(wrong).toBe(0);
    expect(isMet(), `${wrongSmaller} of ${made}`).toBe(true);
  });
});
