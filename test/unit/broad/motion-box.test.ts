import { describe, expect, it } from 'vitest';
import { ballisticBox, motionBox, reachOf, STRAIGHT_AXES } from '../../../src/broad/motion-box.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { ballisticMotion } from '../../../src/motion/ballistic-motion.ts';
import { type Motion, STATE_P, STATE_SIZE, STATE_TIME } from '../../../src/motion/motion.ts';
import { restMotion, rigidMotion, rotationMotion, screwMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';
import { addRationals, liesBetween, multiplyRationals, type Rational, rational } from '../../support/rational.ts';

const ORIGIN = new Float64Array(3);

describe('ballisticBox', () => {
  it('holds the exact parabola, 800 flights, seed 3', () => {
    const random = new Random(3);
    const box = new Float64Array(7);
    let turned = 0;
    for (let flight = 0; flight < 800; flight++) {
      const [p, v, a] = [vector(random), vector(random), vector(random)];
      const duration = random.pick([1e-9, 0.01, 1, 3, 1e6]) * random.next();
      const axes = random.next() < 0.5 ? STRAIGHT_AXES : skewed(random);
      ballisticBox(p, v, a, duration, 0, box, 1, axes);
      const apex = -v[2] / a[2];
      if (apex > 0 && apex < duration) turned++;
      for (const t of [0, duration, apex, duration * random.next(), Math.min(duration, Math.max(0, apex + 1e-9 * random.next()))]) {
        if (!(t >= 0 && t <= duration)) continue;
        for (let k = 0; k < 3; k++) expect(liesBetween(exactPlace(axes, k, p, v, a, t), box[1 + k], box[4 + k])).toBe(true);
      }
    }
    expect(turned).toBeGreaterThan(100);
  });

  it('is the box of start, end and apex, grown by the reach (Figure 1)', () => {
    const box = new Float64Array(6);
    ballisticBox([1, 2, 3], [1, 0, 4], [0, 0, -10], 1, 0.5, box);
    // Highest at t = 0.4: 3 + 0.8; lowest at the end: 3 + 4 − 5.
    expectNear(box, [0.5, 1.5, 1.5, 2.5, 2.5, 4.3]);
    ballisticBox([1, 2, 3], [1, 0, 4], [0, 0, -10], 0.2, 0.5, box);
    expectNear(box, [0.5, 1.5, 2.5, 1.7, 2.5, 4.1]);
  });
});

describe('motionBox', () => {
  it('holds all points of the body at all times, 1500 motions, seed 11', () => {
    const random = new Random(11);
    const [cube, tight, state] = [new Float64Array(6), new Float64Array(6), new Float64Array(STATE_SIZE)];
    for (let k = 0; k < 1500; k++) {
      const motion = randomMotion(random);
      const vertices = Float64Array.from({ length: 3 * (1 + random.integer(8)) }, () => random.range(-1, 1));
      const radius = random.pick([0, 0.1]);
      const reach = reachOf(vertices, radius);
      const axes = random.next() < 0.5 ? STRAIGHT_AXES : skewed(random);
      const from = random.pick([0, random.next()]);
      const to = random.pick([1, from, random.range(from, 1)]);
      motionBox(motion, { reach }, from, to, cube, 0, axes);
      motionBox(motion, { reach, vertices, radius }, from, to, tight, 0, axes);
      for (let axis = 0; axis < 3; axis++) {
        const n = axes.subarray(3 * axis, 3 * axis + 3);
        const [width, whole] = [tight[3 + axis] - tight[axis], cube[3 + axis] - cube[axis]];
        if (width > whole) throw new Error(`motion ${k}: tight ${width} is wider than ${whole}`);
        for (let sample = 0; sample <= 12; sample++) {
          state[STATE_TIME] = sample === 12 ? to : Math.min(to, from + ((to - from) * sample) / 12);
          motion.writeState(ORIGIN, state);
          for (let v = 0; v < vertices.length; v += 3) {
            const place = dot(n, placed(state, vertices, v));
            const outwards = radius * Math.sqrt(dot(n, n)) * (1 - 1e-12);
            if (!(place - outwards >= tight[axis] && place + outwards <= tight[3 + axis]))
              throw new Error(`motion ${k}, axis ${axis}: ${place} outside ${tight[axis]} … ${tight[3 + axis]}`);
          }
        }
      }
    }
  });

  it('is the hull of both ends for a translation, and a cube of twice the reach at rest', () => {
    const box = new Float64Array(6);
    const vertices = [0, 0, 0, 1, 2, 3];
    motionBox(translationMotion({ position: [10, 0, 0] }, [4, -2, 0]), { reach: reachOf(vertices), vertices }, 0, 0.5, box);
    expectNear(box, [10, -1, 0, 13, 2, 3]);
    motionBox(restMotion({ position: [10, 0, 0] }), { reach: 2 }, 0, 1, box);
    expectNear(box, [8, -2, -2, 12, 2, 2]);
  });

  it('shrinks to the places of a turning body as the interval shrinks, to second order', () => {
    const motion = rotationMotion({}, [0, 0, 1], 2);
    const vertices = [1, 0, 0];
    const box = new Float64Array(6);
    const widths = [0.1, 0.05, 0.025].map((span) => {
      motionBox(motion, { reach: 1, vertices }, 0.5, 0.5 + span, box);
      return box[3] - box[0] - (Math.cos(1) - Math.cos(1 + 2 * span));
    });
    expect(widths[0] / widths[1]).toBeGreaterThan(3);
    expect(widths[1] / widths[2]).toBeGreaterThan(3);
    expect(widths[0]).toBeLessThan(0.01);
  });

  it('knows a spinning body by its way where its acceleration says nothing', () => {
    // A hundred radians about a centre 1 away: a way of 100, and 10,000 as acceleration, whose part is 312.
    const motion = rotationMotion({}, [0, 0, 1], 100, [1, 0, 0]);
    const box = new Float64Array(6);
    motionBox(motion, { reach: 1 }, 0, 1, box);
    expect(box[3] - box[0]).toBeLessThan(100 + 2 + 1e-6);
  });
});

describe('skewed axes', () => {
  it('spread what lies on a table along all three', () => {
    const axes = Float64Array.of(1, 0, 0.8, -0.5, 0.9, 0.8, -0.5, -0.9, 0.8);
    const ends = Array.from({ length: 10 }, (_, k) => {
      const box = new Float64Array(6);
      motionBox(restMotion({ position: [k, 2 * k, 0] }), { reach: 0.1 }, 0, 1, box, 0, axes);
      return box;
    });
    for (let k = 0; k < 3; k++) expect(Math.abs(ends[9][k] - ends[0][k])).toBeGreaterThan(5);
  });
});

function randomMotion(random: Random): Motion {
  const far = random.pick([1, 1, 1e4]);
  const pose = () => ({
    position: [random.range(-far, far), random.range(-2, 2), random.range(-2, 2)] as Vec3,
    quaternion: random.quaternion(),
  });
  switch (random.integer(5)) {
    case 0:
      return rigidMotion(pose(), pose());
    case 1:
      return screwMotion(pose(), pose());
    case 2:
      return rotationMotion(pose(), random.direction(), random.range(-9, 9), [random.range(-far, far), 1, 1]);
    case 3:
      return ballisticMotion(
        { pose: pose(), velocity: vector(random), angularVelocity: vector(random), acceleration: [0, 0, -9.81] },
        random.range(0.1, 2),
      );
    default:
      return translationMotion(pose(), vector(random));
  }
}

function vector(random: Random): Vec3 {
  return [random.range(-3, 3), random.range(-3, 3), random.pick([1, 1e-3]) * random.range(-3, 3)];
}

function skewed(random: Random): Float64Array {
  return Float64Array.from({ length: 9 }, () => random.range(-2, 2));
}

function placed(state: Float64Array, vertices: Float64Array, v: number): Vec3 {
  const row = (k: number) =>
    state[3 * k] * vertices[v] + state[3 * k + 1] * vertices[v + 1] + state[3 * k + 2] * vertices[v + 2] + state[STATE_P + k];
  return [row(0), row(1), row(2)];
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** n · (p + t v + ½ t² a), exactly. */
function exactPlace(axes: Float64Array, k: number, p: Vec3, v: Vec3, a: Vec3, t: number): Rational {
  let sum = rational(0);
  for (let c = 0; c < 3; c++) {
    const time = rational(t);
    const bend = multiplyRationals(rational(0.5), multiplyRationals(time, rational(a[c])));
    const place = addRationals(rational(p[c]), multiplyRationals(time, addRationals(rational(v[c]), bend)));
    sum = addRationals(sum, multiplyRationals(rational(axes[3 * k + c]), place));
  }
  return sum;
}

function expectNear(box: Float64Array, expected: readonly number[]): void {
  for (let k = 0; k < 6; k++) {
    expect(box[k]).toBeCloseTo(expected[k], 9);
    // Rounding is paid for, but not generously.
    if (k < 3) expect(box[k]).toBeLessThanOrEqual(expected[k]);
    else expect(box[k]).toBeGreaterThanOrEqual(expected[k]);
  }
}
