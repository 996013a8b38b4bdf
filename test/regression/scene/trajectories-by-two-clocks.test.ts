import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
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

  test('are refused by every question, with both robots, the seconds and the way out', () => {
    const message =
      "motions: robots 'left' and 'right' run by different clocks: waypoint 1 of 'left' is at 1 s, waypoint 1 of 'right' is at 1.5 s; give all trajectories waypoints at the same seconds";
    const questions = [
      () => scene.firstContact(motions),
      () => scene.contactIntervals(motions),
      () => scene.clearance(motions),
      () => scene.distanceAt(motions, 1),
      () => scene.linkPoses(motions, 1),
    ];
    for (const question of questions) {
      expect(question).toThrow(InputError);
      expect(question).toThrow(message);
    }
  });

  test('one with fewer waypoints is told by the seconds as well', () => {
    const short = left.trajectory(points([0, 1.5, 2], [-2, -2, 2]));
    expect(() => scene.firstContact({ ...motions, left: short })).toThrow("'left' has no waypoint 3, waypoint 3 of 'right' is at 4 s");
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

describe('a path without seconds beside a trajectory', () => {
  const path = right.path([[-2], [-2], [-2], [2]]);

  test('is refused where the segments last differently long', () => {
    expect(() => scene.firstContact({ ...motions, right: path })).toThrow(
      "motions: the path of robot 'right' has no seconds and runs evenly, the trajectory of robot 'left' does not: waypoint 1 of 'left' is at 1 s",
    );
  });

  test('goes segment by segment where they last equally long, decimals included', () => {
    const even = left.trajectory(points([0, 0.1, 0.2, 0.30000000000000004], LEFT.values));
    expect(scene.firstContact({ left: even, right: path }).status).toBe('free');
    expect(scene.firstContact({ left: left.trajectory(points([3, 7], [-2, 2])), right: right.path([[-2], [2]]) }).status).toBe('contact');
  });
});

test('standing robots and the motions of bodies, one a segment, have no clock of their own', () => {
  const withCart = new Scene({ robots: [left, right], bodies: [{ name: 'cart', shape: box(1) }] });
  const away = translationMotion({ position: [0, 0, 5] }, [0, 0, 0]);
  const cart = [away, away, away];
  expect(withCart.firstContact({ left: motions.left, right: [3], cart }).status).toBe('free');
  // box against box along x in the second segment: 4 u − 2 reaches −1 at u = 1/4
  expect(withCart.firstContact({ left: motions.left, right: [3] }).time).toBeCloseTo(1.25, 4);
});
