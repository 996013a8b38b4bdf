import { describe, expect, test } from 'vitest';
import { firstContact } from '../../src/contact/pair-query.ts';
import { distance } from '../../src/contact/placed-query.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { box } from '../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { interval, methodNamed } from '../../src/methods/index.ts';
import type { IntervalMotion, Motion } from '../../src/motion/motion.ts';
import { translationMotion } from '../../src/motion/rigid-motion.ts';
import { encloseMotion } from '../../src/motion/state-bounds.ts';
import { Scene } from '../../src/scene/scene.ts';
import { type Sway, swayMotion, swayPose } from '../unit/motion/sway-motion.ts';

const TOLERANCE = 1e-5;
const SAMPLES = 200;

function randomSway(random: Random): Sway {
  const vec = (size: number): Vec3 => [random.range(-size, size), random.range(-size, size), random.range(-size, size)];
  const angle = 2 * Math.PI * random.next();
  const away = random.range(1.2, 2.2);
  const toward = random.range(0.1, 1.3);
  const [x, y] = [away * Math.cos(angle), away * Math.sin(angle)];
  return {
    start: [x, y, random.range(-0.5, 0.5)],
    swing: vec(0.4),
    swingRate: random.range(0.5, 9),
    brake: [-toward * x, -toward * y, random.range(-0.5, 0.5)],
    roll: random.range(-1, 1),
    rollRate: random.range(0.5, 5),
    pitch: random.range(-1, 1),
    pitchRate: random.range(0.5, 5),
  };
}

/** A thin plate, so that stepping over it is easy. */
const plate = new TriangleMesh([0, -0.6, -0.6, 0, 0.6, -0.6, 0, 0.6, 0.6, 0, -0.6, 0.6], [0, 1, 2, 0, 2, 3], { name: 'plate' });
const bar = box([0.9, 0.1, 0.2]);
const sliding = translationMotion({ position: [-0.2, 0, 0] }, [0.4, 0.1, 0]);

/** Distances at samples, by poses that do not come from the motion's state. */
function sampled(sway: Sway): { t: number; d: number }[] {
  return Array.from({ length: SAMPLES + 1 }, (_, k) => {
    const t = k / SAMPLES;
    return {
      t,
      d: distance({ shape: bar, pose: swayPose(sway, t) }, { shape: plate, pose: { position: [-0.2 + 0.4 * t, 0.1 * t, 0] } }).distance,
    };
  });
}

/** What every answer must be: never late, nothing free that touches, contact where it is told. */
function judge(sway: Sway, samples: readonly { t: number; d: number }[], status: string, time: number): void {
  const touching = samples.find(({ d }) => d <= 0);
  if (status === 'free') expect(touching).toBeUndefined();
  else if (status === 'overlap') expect(samples[0].d).toBeLessThan(1e-9);
  else {
    expect(status).toBe('contact');
    if (touching !== undefined) expect(time).toBeLessThanOrEqual(touching.t);
    const at = distance(
      { shape: bar, pose: swayPose(sway, time) },
      { shape: plate, pose: { position: [-0.2 + 0.4 * time, 0.1 * time, 0] } },
    ).distance;
    expect(at).toBeLessThanOrEqual(TOLERANCE * 1.01);
    expect(samples.filter(({ t, d }) => t < time && !(d > 0))).toEqual([]);
  }
}

describe('a motion of the user’s own', () => {
  test('every method agrees with samples and with the others; seed own-motion', () => {
    const random = new Random('own-motion');
    const seen = new Set<string>();
    let contacts = 0;
    for (let round = 0; round < 16; round++) {
      const sway = randomSway(random);
      const motion = swayMotion(sway);
      const samples = sampled(sway);
      const answers = (['auto', 'hca', 'c2a', 'interval'] as const).map((method) => {
        const { status, time } = firstContact(
          { shape: bar, motion },
          { shape: plate, motion: sliding },
          { method: methodNamed(method), tolerance: TOLERANCE },
        );
        judge(sway, samples, status, time);
        return { status, time };
      });
      const swapped = firstContact({ shape: plate, motion: sliding }, { shape: bar, motion }, { method: interval, tolerance: TOLERANCE });
      judge(sway, samples, swapped.status, swapped.time);
      const scene = new Scene({
        bodies: [
          { name: 'bar', shape: bar },
          { name: 'plate', shape: plate },
        ],
      });
      for (const method of ['auto', 'hca', 'interval'] as const) {
        const { status, time } = scene.firstContact({ bar: motion, plate: sliding }, { method: methodNamed(method), tolerance: TOLERANCE });
        judge(sway, samples, status, time);
        answers.push({ status, time });
      }
      seen.add(answers[0].status);
      if (answers[0].status === 'contact') contacts++;
      // where they graze each other within the tolerance, free and contact are both right
      const least = Math.min(...samples.map(({ d }) => d));
      if (least > 2 * TOLERANCE || least <= 0) for (const { status } of answers) expect(status).toBe(answers[0].status);
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining(['contact', 'free']));
    expect(contacts).toBeGreaterThan(4);
  });

  test('enclosures derived from states hold pose, rate and bend over any interval; seed own-enclosure', () => {
    const random = new Random('own-enclosure');
    const reference = Float64Array.of(0.3, -0.2, 0.1);
    const outside: number[][] = [];
    for (let round = 0; round < 60; round++) {
      const motion = swayMotion(randomSway(random));
      const bounds = encloseMotion(motion, reference);
      const t0 = random.next();
      const width = (1 - t0) * random.next() ** 3;
      const times = Float64Array.of(t0, t0 + width);
      const ranges = [0, 1, 2].map(() => new Float64Array(24));
      bounds.writePose(times, ranges[0], 0);
      bounds.writeRate(times, ranges[1], 0);
      bounds.writeBend(times, ranges[2], 0);
      const at = (t: number): number[] => {
        const state = new Float64Array(26);
        state[25] = t;
        motion.writeState(reference, state);
        return [...state.subarray(0, 12)];
      };
      const h = 1e-4;
      for (let k = 0; k <= 16; k++) {
        const t = Math.max(h, Math.min(1 - h, t0 + (k / 16) * width));
        if (t < times[0] || t > times[1]) continue;
        const [before, now, after] = [at(t - h), at(t), at(t + h)];
        for (let e = 0; e < 12; e++) {
          const orders = [now[e], (after[e] - before[e]) / (2 * h), (after[e] - 2 * now[e] + before[e]) / (h * h)];
          // what central differences may be off by
          const slack = [0, 1e-4, 1e-4];
          orders.forEach((value, order) => {
            const [low, high] = ranges[order].subarray(2 * e);
            if (!(value >= low - slack[order] && value <= high + slack[order])) outside.push([round, order, e]);
          });
        }
      }
    }
    expect(outside).toEqual([]);
  });

  test('its own enclosure is asked where it has one', () => {
    const sway = randomSway(new Random('own-asked'));
    const plain = swayMotion(sway);
    let asked = 0;
    const enclosing: Motion = {
      ...plain,
      enclose(reference: Float64Array): IntervalMotion {
        asked++;
        return encloseMotion(plain, reference);
      },
    };
    const options = { method: interval, tolerance: TOLERANCE };
    const b = { shape: plate, motion: sliding };
    expect(firstContact({ shape: bar, motion: enclosing }, b, options)).toEqual(firstContact({ shape: bar, motion: plain }, b, options));
    expect(asked).toBe(1);
  });
});
