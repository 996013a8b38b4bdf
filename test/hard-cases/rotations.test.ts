import { describe, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../src/math/pose.ts';
import { sphere } from '../../src/mesh/primitives.ts';
import { type MotionSpec, turn } from '../support/brute-force.ts';
import { expectAll, expectContactAt, going, judgedContacts, moving, rest, soup } from './judged-contacts.ts';

/** A flat arm along +x, from the pivot to 2. */
const arm = soup([0, -0.01, 0], [2, 0, 0], [0, 0.01, 0]);
/** A needle through the plane of the arm at this angle and distance. */
const post = (angle: number, reach = 1.5): ReturnType<typeof soup> => {
  const [x, y] = [reach * Math.cos(angle), reach * Math.sin(angle)];
  return soup([x, y, -1], [x, y, 1], [x, y, 1]);
};
const tolerance = 1e-6;
/** The arm is 0.01 wide at the pivot: at 1.5 of 2 its edge is ahead of its middle by this angle. */
const ahead = Math.asin((0.01 * 2) / (1.5 * Math.hypot(2, 0.01))) - Math.atan(0.01 / 2);
const turning = (quaternion: Quat, kind: 'in-between' | 'screw' = 'in-between'): MotionSpec => ({ kind, from: {}, to: { quaternion } });

describe('rotation by exactly 0', () => {
  test.each(['in-between', 'screw'] as const)('%s: a translation', (kind) => {
    const q = turn([0, 0.6, 0.8], 1);
    const flying = (quaternion: Quat): MotionSpec => ({
      kind,
      from: { position: [-3, 0, 0], quaternion: q },
      to: { position: [1, 0, 0], quaternion },
    });
    const results = judgedContacts(going(sphere(1), flying(q)), rest(sphere(1)), { tolerance });
    expectContactAt(results, 0.25, tolerance);
    // the same pose with the other sign
    const opposite = q.map((x) => -x) as unknown as Quat;
    expectContactAt(judgedContacts(going(sphere(1), flying(opposite)), rest(sphere(1)), { tolerance }), 0.25, tolerance);
  });
});

describe('rotation by π', () => {
  test.each(['in-between', 'screw'] as const)('%s: exactly, whichever way round', (kind) => {
    // posts on both sides: one of them is met
    const both = soup([0, 1.5, -1], [0, 1.5, 1], [0, 1.5, 1], [0, -1.5, -1], [0, -1.5, 1], [0, -1.5, 1]);
    const results = judgedContacts(going(arm, turning([0, 0, 1, 0], kind)), rest(both), { tolerance });
    expectContactAt(results, (Math.PI / 2 - ahead) / Math.PI, 1e-6);
  });

  test.each([1e-3, 1e-8, 1e-15, 1e-16, 1e-300])('off by %d: the way round is decided by the sign', (hair) => {
    const angle = 2 * Math.atan2(1, hair);
    const time = (Math.PI / 2 - ahead) / angle;
    const s = 1 / Math.hypot(1, hair);
    expectContactAt(judgedContacts(going(arm, turning([0, 0, s, hair * s])), rest(post(Math.PI / 2)), { tolerance }), time + 1e-15, 1e-6);
    expectAll(judgedContacts(going(arm, turning([0, 0, s, hair * s])), rest(post(-Math.PI / 2)), { tolerance }), 'free');
    expectContactAt(judgedContacts(going(arm, turning([0, 0, s, -hair * s])), rest(post(-Math.PI / 2)), { tolerance }), time + 1e-15, 1e-6);
    expectAll(judgedContacts(going(arm, turning([0, 0, s, -hair * s])), rest(post(Math.PI / 2)), { tolerance }), 'free');
  });

  test('stops just short of a post at the end of a half turn', () => {
    const short = Math.PI - 0.02;
    const motion: MotionSpec = { kind: 'rotation', pose: {}, axis: [0, 0, 1], angle: short };
    expectAll(judgedContacts(going(arm, motion), rest(post(Math.PI)), { tolerance }), 'free');
    const full: MotionSpec = { kind: 'rotation', pose: {}, axis: [0, 0, 1], angle: Math.PI };
    expectContactAt(judgedContacts(going(arm, full), rest(post(Math.PI)), { tolerance }), 1 - ahead / Math.PI, 1e-6);
  });
});

describe('tiny rotations', () => {
  test.each([1e-200, 1e-100, 1e-30, 1e-16, 1e-8])('by %d, in-between and screw: as good as a translation', (angle) => {
    for (const kind of ['in-between', 'screw'] as const) {
      const motion: MotionSpec = {
        kind,
        from: { position: [-3, 0, 0] },
        to: { position: [1, 0, 0], quaternion: turn([0, 0.6, 0.8], angle) },
      };
      expectContactAt(judgedContacts(going(sphere(1), motion), rest(sphere(1)), { tolerance }), 0.25 + angle, tolerance + 2 * angle);
    }
  });
});

describe('fast spinning', () => {
  test('fifty turns: the first pass hits', () => {
    const motion: MotionSpec = { kind: 'rotation', pose: {}, axis: [0, 0, 1], angle: 100 * Math.PI };
    expectContactAt(
      judgedContacts(going(arm, motion), rest(post(Math.PI / 2)), { tolerance }),
      (Math.PI / 2 - ahead) / (100 * Math.PI),
      1e-7,
    );
  });

  test('fifty turns beside a post just out of reach', () => {
    const motion: MotionSpec = { kind: 'rotation', pose: {}, axis: [0, 0, 1], angle: 100 * Math.PI };
    expectAll(judgedContacts(going(arm, motion), rest(post(1, 2.05)), { tolerance }), 'free');
  });

  test('a spinning arm comes near step by step, and hits while it points there', () => {
    const spin: MotionSpec = { kind: 'rotation', pose: { position: [0, 0, 0] }, axis: [0, 0, 1], angle: 40 * Math.PI };
    const results = judgedContacts(going(arm, spin), moving(post(0.3, 6), [0, 0, 0], [-5 * Math.cos(0.3), -5 * Math.sin(0.3), 0] as Vec3), {
      tolerance,
    });
    expectAll(results, 'contact');
    // no method misses a pass that another one sees
    const times = results.map(({ time }) => time);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(1e-6);
  });
});
