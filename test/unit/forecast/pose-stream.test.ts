import { describe, expect, test } from 'vitest';
import { aboutAxis } from '../../../scenes/placed.ts';
import { PoseStream, type PoseStreamOptions } from '../../../src/forecast/pose-stream.ts';
import type { Pose, Quat, Vec3 } from '../../../src/math/pose.ts';
import { multiply, rotate } from '../../../src/math/quat.ts';
import { Random } from '../../../src/math/random.ts';

type Way = (time: number) => Required<Pose>;

/** How far the orientations are apart, by the matrices: signs of quaternions do not matter. */
function apart(a: Quat, b: Quat): number {
  const corners: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  return Math.max(...corners.flatMap((v) => rotate(a, v).map((x, i) => Math.abs(x - rotate(b, v)[i]))));
}

function followed(way: Way, random: Random, options: PoseStreamOptions, seconds = 1, flips = 0.5): PoseStream {
  const stream = new PoseStream(options);
  for (let t = 0; t < seconds; t += random.range(0.003, 0.02)) {
    const { position, quaternion } = way(t);
    const sign = random.next() < flips ? -1 : 1;
    stream.add({ time: t, pose: { position, quaternion: quaternion.map((x) => sign * x) as unknown as Quat } });
  }
  return stream;
}

describe('turning', () => {
  test.each([0.3, 2, 9, 40, 150])('%d rad/s about a fixed axis, quaternions of either sign, through many turns, seed turn', (rate) => {
    const random = new Random(`turn ${rate}`);
    for (let trial = 0; trial < 10; trial++) {
      const [axis, upright] = [random.direction(), random.quaternion()];
      const way: Way = (t) => ({ position: [0, 0, 0], quaternion: multiply(aboutAxis(axis, rate * t), upright) });
      const stream = followed(way, random, { degree: 1 }, 2);
      const now = stream.time as number;
      for (const ahead of [0, 0.1, 1])
        expect(apart(stream.stateAt(now + ahead).quaternion, way(now + ahead).quaternion)).toBeLessThan(1e-9 * (1 + rate));
      const { angular } = stream.velocityAt(now);
      for (let i = 0; i < 3; i++) expect(angular[i]).toBeCloseTo(rate * axis[i], 8);
    }
  });

  test('turning up: angle t², over more than a turn, seed faster', () => {
    const random = new Random('faster');
    const axis = random.direction();
    const way: Way = (t) => ({ position: [0, 0, 0], quaternion: aboutAxis(axis, 3 * t * t) });
    const stream = followed(way, random, { degree: 2 }, 2.5);
    const now = stream.time as number;
    expect(apart(stream.stateAt(now + 1).quaternion, way(now + 1).quaternion)).toBeLessThan(1e-7);
  });

  test('signs of quaternions change no bit', () => {
    const axis: Vec3 = [0.6, 0, 0.8];
    const way: Way = (t) => ({ position: [t, 0, 0], quaternion: aboutAxis(axis, 5 * t) });
    const [plain, flipped] = [new PoseStream(), new PoseStream()];
    for (let i = 0; i < 100; i++) {
      const { position, quaternion } = way(i / 60);
      plain.add({ time: i / 60, pose: { position, quaternion } });
      const sign = i % 3 === 0 ? -1 : 1;
      flipped.add({ time: i / 60, pose: { position, quaternion: quaternion.map((x) => sign * x) as unknown as Quat } });
    }
    const [a, b] = [plain.stateAt(2), flipped.stateAt(2)];
    expect(b.position).toEqual(a.position);
    expect(b.quaternion.map((x) => -x)).toEqual([...a.quaternion]);
  });

  test('cut into pieces of less than a quarter turn', () => {
    const way: Way = (t) => ({ position: [0, 0, 0], quaternion: aboutAxis([0, 0, 1], 20 * t) });
    const stream = followed(way, new Random('pieces'), { degree: 1 });
    const now = stream.time as number;
    expect(stream.piecesBetween(now, now + 0.01)).toBe(1);
    const pieces = stream.piecesBetween(now, now + 1);
    expect(20 / pieces).toBeLessThan(Math.PI / 2);
    expect(pieces).toBeLessThan(20);
  });
});

describe('invariance', () => {
  test('moving and turning the world moves and turns the prediction, seed frames', () => {
    const random = new Random('frames');
    for (let trial = 0; trial < 20; trial++) {
      const [turn, shift] = [random.quaternion(), random.direction()];
      const [axis, heading] = [random.direction(), random.direction()];
      const noise = () => random.range(-0.01, 0.01);
      const [here, there] = [new PoseStream({ radius: 0.2 }), new PoseStream({ radius: 0.2 })];
      for (let i = 0; i < 60; i++) {
        const position = heading.map((x) => x * (i / 60) + noise()) as unknown as Vec3;
        const quaternion = multiply(aboutAxis(random.direction(), noise()), aboutAxis(axis, i / 30));
        here.add({ time: i / 60, pose: { position, quaternion } });
        const moved = rotate(turn, position).map((x, k) => x + shift[k]) as unknown as Vec3;
        there.add({ time: i / 60, pose: { position: moved, quaternion: multiply(turn, quaternion) } });
      }
      const [a, b] = [here.stateAt(1.7), there.stateAt(1.7)];
      const expected = rotate(turn, a.position);
      for (let k = 0; k < 3; k++) expect(b.position[k]).toBeCloseTo(expected[k] + shift[k], 9);
      expect(apart(b.quaternion, multiply(turn, a.quaternion))).toBeLessThan(1e-8);
    }
  });

  test('metres and millimetres: positions and deviations scale, seed units', () => {
    const random = new Random('units');
    const [metres, millimetres] = [new PoseStream({ radius: 0.125 }), new PoseStream({ radius: 0.125 * 1024 })];
    for (let i = 0; i < 60; i++) {
      const position: Vec3 = [i / 60 + random.range(-0.01, 0.01), random.next(), 0];
      const quaternion = aboutAxis([0, 0, 1], random.next());
      metres.add({ time: i / 60, pose: { position, quaternion } });
      millimetres.add({ time: i / 60, pose: { position: position.map((x) => x * 1024) as unknown as Vec3, quaternion } });
    }
    expect(millimetres.stateAt(2).position.map((x) => x / 1024)).toEqual(metres.stateAt(2).position);
    expect(millimetres.deviationAt(2) / 1024).toBe(metres.deviationAt(2));
    expect(millimetres.stateAt(2).quaternion).toEqual(metres.stateAt(2).quaternion);
  });
});

describe('constrained axes', () => {
  test('are held at their last value, the others go on', () => {
    const stream = new PoseStream({ degree: 1, constrained: ['z', 'rx', 'ry'] });
    for (let i = 0; i <= 60; i++) {
      const t = i / 60;
      const quaternion = aboutAxis([0.36, 0.48, 0.8], t);
      stream.add({ time: t, pose: { position: [t, 2 * t, 3 * t], quaternion } });
    }
    const { position, quaternion } = stream.stateAt(1.5);
    expect(position[0]).toBeCloseTo(1.5, 10);
    expect(position[1]).toBeCloseTo(3, 10);
    expect(position[2]).toBe(3);
    expect(apart(quaternion, multiply(aboutAxis([0, 0, 1], 0.4), aboutAxis([0.36, 0.48, 0.8], 1)))).toBeLessThan(1e-9);
    expect(stream.velocityAt(1).linear[2]).toBe(0);
  });

  test('all of them: the pose stays', () => {
    const stream = new PoseStream({ constrained: ['x', 'y', 'z', 'rx', 'ry', 'rz'] });
    for (let i = 0; i < 5; i++) stream.add({ time: i, pose: { position: [i, i, i], quaternion: aboutAxis([0, 0, 1], i) } });
    expect(stream.stateAt(40).position).toEqual([4, 4, 4]);
    expect(stream.deviationAt(40)).toBe(0);
  });

  test('a constrained axis adds nothing to the deviation', () => {
    const random = new Random('held');
    const [all, held] = [new PoseStream(), new PoseStream({ constrained: ['z'] })];
    for (let i = 0; i < 60; i++) {
      const sample = { time: i / 60, pose: { position: [random.next() / 100, 0, random.next()] as const } };
      all.add(sample);
      held.add(sample);
    }
    expect(held.deviationAt(1)).toBeLessThan(0.05 * all.deviationAt(1));
  });
});
