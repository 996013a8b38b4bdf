import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import type { Pose, Quat, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import {
  type Motion,
  STATE_A0,
  STATE_A1,
  STATE_BASE,
  STATE_DELTA,
  STATE_KAPPA,
  STATE_OMEGA,
  STATE_P,
  STATE_SIZE,
  STATE_TIME,
  STATE_V,
} from '../../../src/motion/motion.ts';
import { restMotion, rigidMotion, rotationMotion, screwMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';
import { libraryMotion, randomMotion, randomVector } from '../../property/random-pairs.ts';
import {
  add,
  bruteMotion,
  cross,
  dot,
  type MotionSpec,
  minus,
  norm,
  type Placement,
  placed,
  product,
  times,
  turn,
} from '../../support/brute-force.ts';

const SEED = 'rigid motion';
const ULP = 2 ** -52;
const TIMES = [0, 1e-9, 0.1, 0.25, 1 / 3, 0.5, 0.7, 0.999, 1];

function stateAt(motion: Motion, t: number, reference: Vec3 = [0, 0, 0]): Float64Array {
  const state = new Float64Array(STATE_SIZE).fill(Number.NaN);
  state[STATE_TIME] = t;
  motion.writeState(Float64Array.from(reference), state);
  return state;
}

const vector = (state: Float64Array, o: number): Vec3 => [state[o], state[o + 1], state[o + 2]];
const placementOf = (state: Float64Array): Placement => ({ rotation: Array.from(state.subarray(0, 9)), position: vector(state, STATE_P) });

/** The largest distance of corresponding points within `reach` of the body's origin. */
function apart(a: Placement, b: Placement, reach: number): number {
  const corners: Vec3[] = [
    [0, 0, 0],
    [reach, 0, 0],
    [0, reach, 0],
    [0, 0, reach],
  ];
  return Math.max(...corners.map((x) => norm(minus(placed(a, x), placed(b, x)))));
}

const KINDS: readonly MotionSpec['kind'][] = ['rest', 'translation', 'rotation', 'in-between', 'screw'];

describe.each(KINDS)(`%s (seed '${SEED}')`, (kind) => {
  const random = new Random(`${SEED} ${kind}`);
  const specs = Array.from({ length: 30 }, () => randomMotion(random, random.range(0, 5), [0, 0, 0], kind));

  test('is where an independent evaluation has it', () => {
    for (const spec of specs) {
      const motion = libraryMotion(spec);
      const judge = bruteMotion(spec);
      const size = 1 + norm(judge.start) + judge.fastest(1);
      for (const t of TIMES) expect(apart(placementOf(stateAt(motion, t)), judge.at(t, [0, 0, 0]), 1)).toBeLessThan(40 * ULP * size);
    }
  });

  test('stands relative to the reference', () => {
    for (const spec of specs) {
      const motion = libraryMotion(spec);
      const reference: Vec3 = [1e7, -3e6, 0.125];
      const far = bruteMotion(movedBy(spec, reference));
      const size = 1 + norm(far.start) * ULP * 100 + 10;
      for (const t of TIMES) {
        const here = placementOf(stateAt(libraryMotion(movedBy(spec, reference)), t, reference));
        expect(apart(here, placementOf(stateAt(motion, t)), 1)).toBeLessThan(1e-8 * size);
      }
    }
  });

  test('moves with the velocity that it states', () => {
    const h = 1e-5;
    for (const spec of specs) {
      const motion = libraryMotion(spec);
      const judge = bruteMotion(spec);
      for (const t of [0.2, 0.5, 0.9]) {
        const state = stateAt(motion, t);
        const x = randomVector(random, 1);
        const before = placed(judge.at(t - h, [0, 0, 0]), x);
        const after = placed(judge.at(t + h, [0, 0, 0]), x);
        const measured = times(minus(after, before), 1 / (2 * h));
        const at = placed(placementOf(state), x);
        // v + ω × (x − p)
        const stated = add(vector(state, STATE_V), cross(vector(state, STATE_OMEGA), minus(at, vector(state, STATE_P))));
        expect(norm(minus(measured, stated))).toBeLessThan(1e-6 * (1 + judge.fastest(1)));
      }
    }
  });

  test('accelerates no more than it states, along any direction', () => {
    const h = 1e-4;
    for (const spec of specs) {
      const motion = libraryMotion(spec);
      const judge = bruteMotion(spec);
      const state = stateAt(motion, 0);
      for (let k = 0; k < 12; k++) {
        const n = random.direction();
        const rho = random.range(0, 2);
        const x = times(random.direction(), rho);
        const t = random.range(h, 1 - h);
        const [p, q, r] = [t - h, t, t + h].map((s) => dot(n, placed(judge.at(s, [0, 0, 0]), x)));
        const measured = Math.abs(p - 2 * q + r) / (h * h);
        const bound =
          norm(cross(n, vector(state, STATE_OMEGA))) * state[STATE_KAPPA] * (rho + state[STATE_DELTA]) +
          state[STATE_A0] +
          state[STATE_A1] * rho;
        expect(measured).toBeLessThanOrEqual(bound * (1 + 1e-6) + (1e-14 * (1 + norm(judge.start) + judge.fastest(2))) / (h * h));
      }
    }
  });

  test('approaches no faster than it states, along any direction', () => {
    const h = 1e-5;
    for (const spec of specs) {
      const motion = libraryMotion(spec);
      const judge = bruteMotion(spec);
      const first = stateAt(motion, 0);
      const omega = vector(first, STATE_OMEGA);
      const theta = norm(omega);
      for (let k = 0; k < 12; k++) {
        const n = random.direction();
        const x = times(random.direction(), random.range(0, 2));
        // distance from the line through the origin along ω, at t = 0 and ever after
        const arm = minus(placed(placementOf(first), x), vector(first, STATE_P));
        const across = theta === 0 ? 0 : norm(cross(arm, omega)) / theta;
        const t = random.range(h, 1 - h);
        const measured = dot(n, minus(placed(judge.at(t + h, [0, 0, 0]), x), placed(judge.at(t - h, [0, 0, 0]), x))) / (2 * h);
        const bound = dot(n, vector(first, STATE_BASE)) + norm(cross(n, omega)) * (across + first[STATE_DELTA]);
        expect(measured).toBeLessThanOrEqual(bound + 1e-9 * (1 + judge.fastest(2)));
      }
    }
  });

  test('no point goes a longer way than it states, and the body turns no more', () => {
    for (const spec of specs) {
      const motion = libraryMotion(spec);
      const judge = bruteMotion(spec);
      for (let k = 0; k < 4; k++) {
        const rho = random.range(0, 3);
        const x = times(random.direction(), rho);
        let way = 0;
        for (let i = 0; i < 64; i++)
          way += norm(minus(placed(judge.at((i + 1) / 64, [0, 0, 0]), x), placed(judge.at(i / 64, [0, 0, 0]), x)));
        expect(way).toBeLessThanOrEqual(motion.travel(rho) * (1 + 1e-12));
      }
      expect(norm(vector(stateAt(motion, 0.5), STATE_OMEGA))).toBeLessThanOrEqual(motion.turn * (1 + 1e-15));
    }
  });

  test('is still only when it is', () => {
    for (const spec of specs) expect(libraryMotion(spec).still).toBe(kind === 'rest');
  });

  test('starts at the position given, to the bit', () => {
    for (const spec of specs) {
      const out = new Float64Array(4);
      libraryMotion(spec).startPosition(out, 1);
      expect(Array.from(out.subarray(1))).toEqual(bruteMotion(spec).start);
    }
  });
});

function movedBy(spec: MotionSpec, shift: Vec3): MotionSpec {
  const pose = (p: Pose): Pose => ({ ...p, position: add(p.position ?? [0, 0, 0], shift) });
  if ('from' in spec) return { ...spec, from: pose(spec.from), to: pose(spec.to) };
  if (spec.kind === 'rotation') return { ...spec, pose: pose(spec.pose), centre: spec.centre && add(spec.centre, shift) };
  return { ...spec, pose: pose(spec.pose) };
}

const between = { rigidMotion, screwMotion };

describe.each(Object.entries(between))('%s hits both poses', (name, make) => {
  const random = new Random(`${SEED} ends ${name}`);
  const angles = [0, 1e-300, 1e-200, 1e-100, 1e-30, 1e-15, 1e-8, 1e-4, 1, 3, Math.PI - 1e-8, Math.PI - 1e-15, Math.PI];

  test.each(angles)('a rotation by %d', (angle) => {
    for (let k = 0; k < 20; k++) {
      // tiny rotations survive only from the identity: elsewhere the quaternion's rounding is larger than they are
      const q0: Quat = angle < 1e-14 ? [0, 0, 0, 1] : random.quaternion();
      const q1 = product(turn(random.direction(), angle), q0);
      const p0 = randomVector(random, 10);
      const p1 = randomVector(random, 10);
      const motion = make({ position: p0, quaternion: q0 }, { position: p1, quaternion: q1 });
      const still = (q: Quat, p: Vec3): Placement => bruteMotion({ kind: 'rest', pose: { position: p, quaternion: q } }).at(0, [0, 0, 0]);
      expect(apart(placementOf(stateAt(motion, 0)), still(q0, p0), 1)).toBeLessThan(32 * ULP);
      // the way, gone about an axis wherever it is, costs a few ulp of itself
      expect(apart(placementOf(stateAt(motion, 1)), still(q1, p1), 1)).toBeLessThan(64 * ULP * (1 + norm(minus(p1, p0)) + norm(p0)));
    }
  });
});

describe('the shorter arc', () => {
  const random = new Random(`${SEED} arc`);

  test(`q and −q are one pose (seed '${SEED} arc')`, () => {
    for (let k = 0; k < 100; k++) {
      const [from, to] = [{ quaternion: random.quaternion() }, { quaternion: random.quaternion(), position: randomVector(random, 3) }];
      const minusTo = { ...to, quaternion: to.quaternion.map((x) => -x) as unknown as Quat };
      const minusFrom = { ...from, quaternion: from.quaternion.map((x) => -x) as unknown as Quat };
      for (const make of [rigidMotion, screwMotion]) {
        for (const t of TIMES) {
          const state = stateAt(make(from, to), t);
          expect(stateAt(make(from, minusTo), t)).toEqual(state);
          expect(stateAt(make(minusFrom, to), t)).toEqual(state);
        }
      }
    }
  });

  test('never more than half a turn', () => {
    for (let k = 0; k < 200; k++) {
      const angle = rigidMotion({ quaternion: random.quaternion() }, { quaternion: random.quaternion() }).angle;
      expect(angle).toBeGreaterThanOrEqual(0);
      expect(angle).toBeLessThanOrEqual(Math.PI + 1e-15);
    }
  });

  test('exactly a half turn ends where it should', () => {
    for (const to of [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, -1, 0],
      [0.6, 0.8, 0, 0],
    ] as Quat[]) {
      const motion = rigidMotion({}, { quaternion: to });
      expect(motion.angle).toBe(Math.PI);
      expect(Math.abs(dot(motion.axis, [to[0], to[1], to[2]]))).toBeCloseTo(1, 15);
      const judge = bruteMotion({ kind: 'rest', pose: { quaternion: to } });
      expect(apart(placementOf(stateAt(motion, 1)), judge.at(0, [0, 0, 0]), 1)).toBeLessThan(8 * ULP);
    }
  });

  // A hair less than a half turn about z turns one way; a hair more turns the other. 1e-300 is no rounding of the angle.
  test.each([1e-3, 1e-9, 1e-16, 1e-30, 1e-300, 5e-324])('a half turn off by %d goes the right way round', (hair) => {
    const less = rigidMotion({}, { quaternion: [0, 0, 1, hair] });
    const more = rigidMotion({}, { quaternion: [0, 0, 1, -hair] });
    expect(less.axis[2] * less.angle).toBeGreaterThan(0);
    expect(more.axis[2] * more.angle).toBeLessThan(0);
    // a quarter of the way: +x is near (√½, ±√½)
    expect(stateAt(less, 0.25)[3]).toBeCloseTo(Math.SQRT1_2, 3);
    expect(stateAt(more, 0.25)[3]).toBeCloseTo(-Math.SQRT1_2, 3);
  });

  test('the side is decided exactly also where the dot product rounds to 0', () => {
    // q0·q1 = 2⁻¹²⁰ − 2⁻¹²⁰(1 − 2⁻⁵³) > 0; in doubles the first term is lost in 0.48 − 0.48, and the rest is below 0
    const q0: Quat = [2 ** -60, 0.6, 0.8, 2 ** -60];
    const q1: Quat = [2 ** -60, 0.8, -0.6, -(1 - ULP / 2) * 2 ** -60];
    expect(q0[0] * q1[0] + q0[1] * q1[1] + q0[2] * q1[2] + q0[3] * q1[3]).toBeLessThan(0);
    for (const to of [q1, q1.map((x) => -x) as unknown as Quat]) {
      const sign = exactSign(q0, to);
      expect(sign).toBe(to === q1 ? 1 : -1);
      const [x, y, z] = product(to, [-q0[0], -q0[1], -q0[2], q0[3]]);
      expect(Math.sign(dot(rigidMotion({ quaternion: q0 }, { quaternion: to }).axis, [x, y, z]))).toBe(sign);
    }
  });
});

function exactSign(a: Quat, b: Quat): number {
  // doubles times 2^200 are integers here
  const whole = (x: number): bigint => BigInt(x * 2 ** 200);
  const sum = a.reduce((total, x, i) => total + whole(x) * whole(b[i]), 0n);
  return sum > 0n ? 1 : sum < 0n ? -1 : 0;
}

describe('quaternions off unit length', () => {
  const random = new Random(`${SEED} length`);

  test(`mean q/|q| (seed '${SEED} length')`, () => {
    for (let k = 0; k < 50; k++) {
      const [q0, q1] = [random.quaternion(), random.quaternion()];
      const p1 = randomVector(random, 3);
      const off = (q: Quat): Quat => {
        const stretch = 1 + random.pick([-1, 1]) * 5e-7;
        return q.map((x) => x * stretch) as unknown as Quat;
      };
      for (const make of [rigidMotion, screwMotion]) {
        const exact = make({ quaternion: q0 }, { position: p1, quaternion: q1 });
        const near = make({ quaternion: off(q0) }, { position: p1, quaternion: off(q1) });
        for (const t of TIMES) expect(apart(placementOf(stateAt(near, t)), placementOf(stateAt(exact, t)), 1)).toBeLessThan(1e-14);
      }
    }
  });

  test('rotations stay rotations', () => {
    for (let k = 0; k < 50; k++) {
      const motion = libraryMotion(randomMotion(random, 2));
      for (const t of TIMES) {
        const m = placementOf(stateAt(motion, t)).rotation;
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            const product3 = m[3 * i] * m[3 * j] + m[3 * i + 1] * m[3 * j + 1] + m[3 * i + 2] * m[3 * j + 2];
            expect(Math.abs(product3 - (i === j ? 1 : 0))).toBeLessThan(32 * ULP);
          }
        }
      }
    }
  });
});

describe('tiny rotations', () => {
  // axis through far away: the screw bends towards the translation, and its bounds stay of the size of the way
  test.each([1e-200, 1e-100, 1e-50, 1e-20, 1e-12, 1e-8])('a screw by %d is nearly a translation', (angle) => {
    const to: Pose = { position: [3, -4, 12], quaternion: turn([0, 0.6, 0.8], angle) };
    const motion = screwMotion({}, to);
    for (const t of TIMES) {
      const { position } = placementOf(stateAt(motion, t));
      expect(norm(minus(position, times([3, -4, 12], t)))).toBeLessThan(13 * (angle + 32 * ULP));
    }
    expect(motion.travel(0)).toBeGreaterThanOrEqual(13);
    expect(motion.travel(0)).toBeLessThan(13 * 3);
    const state = stateAt(motion, 0.5);
    expect(state.every(Number.isFinite)).toBe(true);
    expect(norm(vector(state, STATE_OMEGA)) * state[STATE_KAPPA] * state[STATE_DELTA]).toBeLessThanOrEqual(13 * angle * 2);
  });

  test.each([1e-200, 1e-100, 1e-50])('huge ways with a turn by %d keep their bounds finite', (angle) => {
    for (const make of [rigidMotion, screwMotion]) {
      const motion = make({}, { position: [1e80, 0, 1e80], quaternion: turn([0, 0, 1], angle) });
      expect(stateAt(motion, 1).every(Number.isFinite)).toBe(true);
      expect(motion.travel(1e80)).toBeLessThan(1e82);
      expect(norm(minus(vector(stateAt(motion, 1), STATE_P), [1e80, 0, 1e80]))).toBeLessThan(1e80 * 32 * ULP);
    }
  });

  test.each([1e-8, 1e-12, 1e-16])('an in-between turn by %d keeps its digits', (angle) => {
    const motion = rigidMotion({}, { quaternion: turn([0, 0, 1], angle) });
    for (const t of TIMES) expect(stateAt(motion, t)[3]).toBeCloseTo(Math.sin(angle * t), 30);
  });
});

describe('many turns', () => {
  test.each([100, 12345.678, 2 ** 20, -(2 ** 20)])('a rotation by %d radians is not reduced', (angle) => {
    const motion = rotationMotion({}, [0, 0, 2], angle, [1, 0, 0]);
    expect(motion.angle).toBe(angle);
    for (const t of [0, 0.5, 1]) {
      const { position } = placementOf(stateAt(motion, t));
      const expected: Vec3 = [1 - Math.cos(angle * t), -Math.sin(angle * t), 0];
      expect(norm(minus(position, expected))).toBeLessThan(4 * ULP * Math.abs(angle));
    }
    expect(motion.travel(0)).toBeGreaterThanOrEqual(Math.abs(angle));
  });
});

describe('garbage', () => {
  const good: Pose = { position: [1, 2, 3], quaternion: [0, 0, 0, 1] };
  const bad: [string, unknown][] = [
    ['NaN position', { position: [Number.NaN, 0, 0] }],
    ['infinite position', { position: [0, Infinity, 0] }],
    ['two coordinates', { position: [0, 0] }],
    ['huge position', { position: [1e100, 0, 0] }],
    ['null quaternion', { quaternion: [0, 0, 0, 0] }],
    ['NaN quaternion', { quaternion: [0, 0, 0, Number.NaN] }],
    ['quaternion of length 2', { quaternion: [0, 0, 0, 2] }],
    ['quaternion just off', { quaternion: [0, 0, 0, 1 + 2e-6] }],
    ['three components', { quaternion: [0, 0, 1] }],
  ];
  test.each(bad)('%s', (_, pose) => {
    const p = pose as Pose;
    expect(() => rigidMotion(p, good)).toThrow(InputError);
    expect(() => rigidMotion(good, p)).toThrow(InputError);
    expect(() => screwMotion(good, p)).toThrow(InputError);
    expect(() => translationMotion(p, [1, 0, 0])).toThrow(InputError);
    expect(() => rotationMotion(p, [1, 0, 0], 1)).toThrow(InputError);
    expect(() => restMotion(p)).toThrow(InputError);
  });

  test('vectors and angles', () => {
    expect(() => translationMotion(good, [0, Number.NaN, 0])).toThrow(/displacement/);
    expect(() => rotationMotion(good, [0, 0, 0], 1)).toThrow(/axis/);
    expect(() => rotationMotion(good, [0, Number.NaN, 0], 1)).toThrow(/axis/);
    expect(() => rotationMotion(good, [0, 0, 1], Infinity)).toThrow(/angle/);
    expect(() => rotationMotion(good, [0, 0, 1], Number.NaN)).toThrow(/angle/);
    expect(() => rotationMotion(good, [0, 0, 1], 1, [0, Infinity, 0])).toThrow(/centre/);
  });

  test('the message says which pose', () => {
    expect(() => rigidMotion({ position: [Number.NaN, 0, 0] }, good)).toThrow(/first pose: position/);
    expect(() => rigidMotion(good, { quaternion: [0, 0, 0, 2] })).toThrow(/second pose: quaternion .* length 2/);
  });
});
