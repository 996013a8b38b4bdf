import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { ballisticMotion } from '../../../src/motion/ballistic-motion.ts';
import { partOfMotion } from '../../../src/motion/part-motion.ts';
import { poseAt } from '../../../src/motion/pose-at.ts';
import { rotationMotion } from '../../../src/motion/rigid-motion.ts';
import { randomSoup, randomVector } from '../../property/random-pairs.ts';
import { times } from '../../support/brute-force.ts';
import { rounds } from '../../support/rounds.ts';

const plate = box([1, 1, 0.1]);

describe.each(METHODS)('%s: a plate that turns before another one, free', (method) => {
  // the plates' corners are 0.05 to 1 from each other's reach
  const places: [string, Vec3, Vec3][] = [
    ['above', [0, 0, 1], [0, 0, 0.5]],
    ['beside', [0, 0, 1], [1.26, 0, 0]],
    ['about a tilted axis', [0.3, 0.1, 1], [0, 0, 0.9]],
    ['far', [1, 2, 3], [50, 0, 0]],
  ];
  test.each(places)('%s', (_, axis, position) => {
    for (const angle of [10, 100, 1000, -1e6, 2 ** 20]) {
      const motion = rotationMotion({}, axis, angle);
      const answer = firstContact({ shape: plate, motion }, { shape: plate, pose: { position } }, { method: methodNamed(method) });
      expect(answer.status).toBe('free');
      // fewer than eight turns are followed
      expect(answer.stats.nodes + answer.stats.triangles + answer.stats.iterations).toBeLessThan(angle === 10 ? 10_000 : 1000);
    }
  });

  test('both turn, about axes that cross, and the other way about', () => {
    const a = { shape: plate, motion: rotationMotion({}, [0, 0, 1], 1000) };
    const b = { shape: plate, motion: rotationMotion({ position: [0.1, 1.5, 0] }, [1, 0, 0], -5e5) };
    for (const turned of [false, true]) {
      const answer = turned ? firstContact(b, a, { method: methodNamed(method) }) : firstContact(a, b, { method: methodNamed(method) });
      expect(answer.status).toBe('free');
      expect(answer.stats.nodes + answer.stats.triangles + answer.stats.iterations).toBeLessThan(1000);
    }
  });

  test('about a centre far away, and a pin in the hole of the ring', () => {
    const motion = rotationMotion({ position: [10, 0, 0] }, [0, 0, 1], 1e5, [0, 0, 0]);
    const answer = firstContact({ shape: plate, motion }, { shape: box([9, 9, 3]) }, { method: methodNamed(method) });
    expect(answer.status).toBe('free');
    expect(answer.stats.nodes + answer.stats.triangles + answer.stats.iterations).toBeLessThan(1000);
  });

  test('a large triangle that sweeps a waist: what is beside the waist is free of it', () => {
    // a rod askew to the axis sweeps a hyperboloid, waist 0.5, ends √1.25 + …; the pin is at 0.75, below the ends' hull
    const rod = box([0.02, 2, 0.02]);
    const tilt: [number, number, number, number] = [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)];
    const motion = rotationMotion({ position: [0.5, 0, 0], quaternion: tilt }, [0, 0, 1], 1000, [0, 0, 0]);
    const answer = firstContact({ shape: rod, motion }, { shape: sphere(0.1, [0.72, 0, 0]) }, { method: methodNamed(method) });
    expect(answer.status).toBe('free');
    expect(answer.stats.iterations).toBeLessThan(5000);
  });
});

/** Distance of a point from a box around the origin. */
function boxDistance([x, y, z]: readonly number[], [a, b, c]: Vec3): number {
  return Math.hypot(Math.max(0, Math.abs(x) - a / 2), Math.max(0, Math.abs(y) - b / 2), Math.max(0, Math.abs(z) - c / 2));
}

describe.each(METHODS)('%s: a paddle that drifts along its axis until it hits a pin', (method) => {
  const size: Vec3 = [2, 0.1, 0.05];
  test.each([
    [200, 0.3, 0.004],
    [1000, 0.9, 0.01],
    [-3000, 0.5, 0.002],
  ])('%d radians, at height %f', (angle, height, radius) => {
    const spot: Vec3 = [0.4, 0.55, height];
    const motion = ballisticMotion({ velocity: [0, 0, 1], angularVelocity: [0, 0, angle] }, 1);
    const gap = (t: number): number => {
      const [cos, sin] = [Math.cos(angle * t), Math.sin(angle * t)];
      return boxDistance([cos * spot[0] + sin * spot[1], -sin * spot[0] + cos * spot[1], spot[2] - t], size) - radius;
    };
    // below this height nothing is near
    const lowest = height - size[2] / 2 - radius;
    const tolerance = 1e-6;
    const step = 1e-3 / Math.abs(angle);
    let exact = lowest;
    while (gap(exact) > tolerance / 2) exact += step;
    const { status, time, contacts } = firstContact(
      { shape: box(size), motion },
      { shape: sphere(radius, spot) },
      { method: methodNamed(method), tolerance },
    );
    expect(status).toBe('contact');
    expect(time).toBeGreaterThanOrEqual(lowest - tolerance);
    expect(time).toBeLessThanOrEqual(exact + step);
    expect(gap(time)).toBeLessThanOrEqual(tolerance);
    let least = Infinity;
    for (let t = lowest; t < time - step; t += step) least = Math.min(least, gap(t));
    expect(least).toBeGreaterThan(0);
    expect(contacts.length).toBeGreaterThan(0);
  });
});

describe('rings that meet', () => {
  // two beaters that turn against each other a quarter turn apart: their discs overlap, their blades never do
  const blade = box([2, 0.1, 0.1]);
  const beaters = (angle: number): [object, object] => {
    const right = { position: [1.5, 0, 0] as const, quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const };
    return [
      { shape: blade, motion: rotationMotion({}, [0, 0, 1], angle) },
      { shape: blade, motion: rotationMotion(right, [0, 0, 1], -angle) },
    ];
  };

  test('are followed turn by turn, with as much work for each', () => {
    const work = [60, 120].map((angle) => {
      const [a, b] = beaters(angle);
      const { status, stats } = firstContact(a as never, b as never);
      expect(status).toBe('free');
      return stats.iterations;
    });
    expect(work[1]).toBeLessThan(3 * work[0]);
  });

  test.each(METHODS)('%s: and where that is too much, how far they are free is told', (method) => {
    const [a, b] = beaters(2 ** 20);
    const { status, time, reason } = firstContact(a as never, b as never, {
      method: methodNamed(method),
      maxIterations: method === 'c2a' ? 30 : 1000,
    });
    expect([status, reason]).toEqual(['unresolved', 'iterations']);
    expect(time).toBeLessThan(0.01);
  });

  test.each(METHODS)('%s: a contact in the first turn is found at once', (method) => {
    const motion = rotationMotion({}, [0, 0, 1], 1e4);
    const { status, time, stats } = firstContact(
      { shape: blade, motion },
      { shape: box(0.1), pose: { position: [0, 0.8, 0] } },
      { method: methodNamed(method) },
    );
    expect(status).toBe('contact');
    // the blade's front edge reaches the pin's corner at (0.05, 0.75): asin(0.05 / |…|) before its middle does
    const exact = (Math.atan2(0.75, 0.05) - Math.asin(0.05 / Math.hypot(0.05, 0.75))) / 1e4;
    expect(time).toBeLessThanOrEqual(exact * (1 + 1e-9));
    expect(time).toBeGreaterThan(exact * (1 - 1e-4));
    expect(stats.iterations).toBeLessThan(5000);
  });
});

describe('many turns and the same motion in parts of less than a turn', () => {
  test.each(METHODS)(`%s: agree, seed 'parts'`, (method) => {
    const random = new Random('parts');
    const found = { free: 0, contact: 0 };
    for (let round = 0; round < rounds(12); round++) {
      const a = randomSoup(random, 'a', { most: 10, radius: round % 3 === 0 ? 0.02 : 0 });
      const b = randomSoup(random, 'b', { most: 10 });
      const angle = random.range(10, 40);
      const motion = rotationMotion({ position: randomVector(random, 0.3) }, random.direction(), angle, randomVector(random, 1));
      const pose = { position: times(random.direction(), random.range(0.5, 1.6)) };
      const parts = Math.ceil(angle / 6);
      let expected = 1;
      let status = 'free';
      for (let k = 0; k < parts && status === 'free'; k++) {
        const part = partOfMotion(motion, k / parts, (k + 1) / parts);
        const answer = firstContact({ shape: a, motion: part }, { shape: b, pose });
        status = answer.status;
        expected = (k + answer.time) / parts;
      }
      const whole = firstContact({ shape: a, motion }, { shape: b, pose }, { method: methodNamed(method) });
      expect(whole.status).toBe(status);
      expect(Math.abs(whole.time - expected)).toBeLessThan(1e-5);
      if (status === 'free' || status === 'contact') found[status]++;
    }
    expect(found.free).toBeGreaterThan(1);
    expect(found.contact).toBeGreaterThan(1);
  });

  test('one of the two falls besides', () => {
    const fall = ballisticMotion({ velocity: [0, 0, 1], angularVelocity: [0, 30, 1000], acceleration: [0, 0, -2] }, 1);
    // rises to 0.25 and comes back; a floor 0.6 below is out of reach, one 0.3 below is hit
    const at = (z: number): ReturnType<typeof firstContact> =>
      firstContact({ shape: box([1, 0.1, 0.1]), motion: fall }, { shape: box([9, 9, 0.1]), pose: { position: [0, 0, z] } });
    expect(at(-0.62).status).toBe('free');
    expect(at(-0.62).stats.iterations).toBeLessThan(1000);
    expect(poseAt(fall, 1).position[2]).toBeCloseTo(0, 9);
    expect(at(0.3).status).toBe('contact');
  });
});
