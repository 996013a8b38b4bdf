import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { bodyTrajectory } from '../../../src/motion/body-trajectory.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';

// Two robots on crossing rails. Each waits at −2, crosses the other's rail and goes on to 2, the left one from second 1 to second 4, the right one
// from second 2 to second 4, but the left one leaves in its second segment and the right one in its third: taken segment by segment they never meet,
// and `free` was the answer. In seconds, both are near the crossing from second 2.5 on.
const rail = (name: string, axis: [number, number, number]): Robot =>
  new Robot({ name, links: [{ name: 'tip', joint: { name: 'x', type: 'prismatic', axis }, shapes: [{ shape: box(1) }] }] });
const left = rail('left', [1, 0, 0]);
const right = rail('right', [0, 1, 0]);
const scene = new Scene({ robots: [left, right] });

const points = (times: readonly number[], values: readonly number[]) => times.map((time, k) => ({ time, positions: [values[k]] }));
const LEFT = { times: [0, 1, 4, 5], values: [-2, -2, 2, 2] };
const RIGHT = { times: [0, 1.5, 2, 4], values: [-2, -2, -2, 2] };

function positionAt({ times, values }: typeof LEFT, seconds: number): number {
  const later = times.findIndex((time) => time > seconds);
  const k = (later < 0 ? times.length - 1 : later) - 1;
  const u = Math.max(0, Math.min(1, (seconds - times[k]) / (times[k + 1] - times[k])));
  return values[k] + u * (values[k + 1] - values[k]);
}

const motions = {
  left: left.trajectory(points(LEFT.times, LEFT.values)),
  right: right.trajectory(points(RIGHT.times, RIGHT.values)),
};

describe('trajectories with waypoints at different seconds', () => {
  test('the robots do meet', () => {
    let least = Infinity;
    for (let s = 0; s <= 4; s += 1 / 64) least = Math.min(least, Math.max(Math.abs(positionAt(LEFT, s)), Math.abs(positionAt(RIGHT, s))));
    expect(least).toBeLessThan(0.75);
  });

  test('every question sees them by one clock: knots united, and each on its own path', () => {
    // |4 (s − 2.5) / 3| ≤ 1 and |2 (s − 3)| ≤ 1: from second 2.5 on, a quarter of the segment from second 2 to 4
    const hit = scene.firstContact(motions);
    expect(scene.clock(motions).seconds).toEqual([0, 1, 1.5, 2, 4, 5]);
    expect(hit.status).toBe('contact');
    expect(hit.time).toBeLessThanOrEqual(3.25);
    expect(hit.time).toBeGreaterThan(3.2499);
    expect(hit.seconds).toBeCloseTo(2.5, 3);
    expect(hit.ownTimes?.left).toBeCloseTo(1.5, 3);
    expect(hit.ownTimes?.right).toBeCloseTo(2.25, 3);
    expect(scene.contactIntervals(motions).intervals[0].from).toBe(hit.time);
    expect(scene.clearance(motions).gap[0]).toBe(0);
    expect(scene.distanceAt(motions, hit.time).distance).toBeLessThan(1e-5);
    const { left: L, right: R } = scene.linkPoses(motions, 3.25);
    expect([L.tip.position[0], R.tip.position[1]]).toEqual([expect.closeTo(0, 12), expect.closeTo(-1, 12)]);
    expect(hit.configurations.left[0]).toBeCloseTo(0, 3);
  });

  test('who ends earlier stands, or is refused where that is asked for', () => {
    const short = left.trajectory(points([0, 1.5, 2], [-2, -2, 0]));
    const hit = scene.firstContact({ ...motions, left: short });
    expect([hit.status, hit.ownTimes?.left]).toEqual(['contact', 2]);
    expect(hit.seconds).toBeCloseTo(2.5, 3);
    expect(() => scene.firstContact({ ...motions, left: short }, { ends: 'error' })).toThrow(
      "motions: the trajectory of 'left' lasts from 0 s to 2 s, all of them from 0 s to 4 s; with ends: 'hold' it stands before and after",
    );
    expect(() => scene.clearance({ ...motions, left: short }, { ends: 'error' })).toThrow(InputError);
  });

  test('a stretch of the path answers as the whole does', () => {
    const whole = scene.firstContact(motions);
    const part = scene.firstContact(scene.between(motions, 3, 5));
    expect(part.time).toBeCloseTo(whole.time - 3, 12);
    expect(part.seconds).toBeCloseTo(whole.seconds as number, 12);
    expect(scene.firstContact(scene.between(motions, 0, 3)).status).toBe('free');
    expect(() => scene.between(motions, 3, 3)).toThrow(InputError);
  });

  test('with waypoints at the same seconds the contact is found', () => {
    const times = [0, 1, 1.5, 2, 4];
    const hit = scene.firstContact({
      left: left.trajectory(
        points(
          times,
          times.map((s) => positionAt(LEFT, s)),
        ),
      ),
      right: right.trajectory(
        points(
          times,
          times.map((s) => positionAt(RIGHT, s)),
        ),
      ),
    });
    // |4 (s − 2.5) / 3| ≤ 1 and |2 (s − 3)| ≤ 1: from second 2.5 on, a quarter of segment 3
    expect(hit.status).toBe('contact');
    expect(hit.time).toBeLessThanOrEqual(3.25);
    expect(hit.time).toBeGreaterThan(3.2499);
  });
});

describe('what has no seconds beside a trajectory', () => {
  test('is refused with what to do, also where segments happen to last equally long', () => {
    const path = right.path([[-2], [-2], [-2], [2]]);
    const even = left.trajectory(points([0, 1, 2, 3], LEFT.values));
    for (const own of [motions.left, even])
      expect(() => scene.firstContact({ left: own, right: path })).toThrow(
        "motions: 'left' moves by seconds, but the motion of 'right' has none; give it some by robot.trajectory([{ time, positions }, …])",
      );
  });

  test('bodies need theirs too; what stands has no clock', () => {
    const withCart = new Scene({ robots: [left, right], bodies: [{ name: 'cart', shape: box(1) }] });
    const away = translationMotion({ position: [0, 0, 5] }, [0, 0, 0]);
    expect(() => withCart.firstContact({ left: motions.left, right: [3], cart: [away, away, away] })).toThrow(
      "'left' moves by seconds, but the motion of 'cart' has none; give it some by bodyTrajectory([{ time, pose }, …])",
    );
    const cart = bodyTrajectory([
      { time: 0, pose: { position: [0, 0, 5] } },
      { time: 2, pose: { position: [0, 0, 5] } },
      { time: 3, pose: { position: [0, 0, 0] } },
    ]);
    expect(withCart.firstContact({ left: motions.left, right: [3], cart: cart }).seconds).toBeCloseTo(2.8, 4);
    // box against box along x in the second segment: 4 u − 2 reaches −1 at u = 1/4
    expect(withCart.firstContact({ left: motions.left, right: [3] }).time).toBeCloseTo(1.25, 4);
    expect(
      withCart.bodyPoses({ left: motions.left, right: [3], cart }, withCart.clock({ left: motions.left, right: [3], cart }).segments),
    ).toEqual({
      cart: { position: [0, 0, 0], quaternion: [0, 0, 0, 1] },
    });
  });
});
