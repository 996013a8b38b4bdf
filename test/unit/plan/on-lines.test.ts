import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { planOnLines } from '../../../src/plan/index.ts';
import { toolPath } from '../../../src/robot/follow/tool-path.ts';
import type { RobotPath } from '../../../src/robot/robot-path.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { add, cross, minus, norm, times, turned } from '../../support/brute-force.ts';
import { ARMS, toolAt } from '../robot/follow/arms.ts';

const arm = { ...ARMS.ur5, at: {} };
const link = 'link5';
const from = Float64Array.of(0.2, -1.2, 1.6, -1, -1.4, 0.3);
const to = Float64Array.of(1.3, -0.9, 1.3, -1.2, -1.5, 0.1);
const [begin, end] = [toolAt(arm, from), toolAt(arm, to)];
const back = (frame: typeof begin, far: number): Vec3 => add(frame.p, times(turned(frame.q, [0, 0, 1]), -far));
/** Plates on both sides of the tool at its goal: only along its z is there a way in. */
const slot = [-1, 1].map((side, k) => ({
  name: `plate${k}`,
  shape: box([0.3, 0.004, 0.12]),
  pose: { position: add(end.p, turned(end.q, [0, 0.045 * side, 0])), quaternion: end.q },
}));
const others = arm.robot.links.filter(({ name }) => name !== link).flatMap(({ name }) => slot.map((plate) => [name, plate.name] as const));
const scene = new Scene({ robots: [arm.robot], obstacles: slot, self: false, allowed: others });
const request = { from, to, maxMilliseconds: 60_000 } as const;

/** How far a place is from the line through two others. */
const beside = (x: Vec3, a: Vec3, b: Vec3): number => norm(cross(minus(x, a), minus(b, a))) / norm(minus(b, a));

test('leaves on a line, comes to its goal on a line, and all of it is proven free', async () => {
  const found = await planOnLines(scene, request, { link, approach: 0.12, retreat: [0, 0, -0.05] });
  expect([found.status, found.certificate?.status]).toEqual(['found', 'free']);
  const path = found.path?.ur5 as RobotPath;
  const moves = found.program?.moves ?? [];
  expect([Object.keys(moves[0]), Object.keys(moves[moves.length - 1])]).toEqual([['line'], ['line']]);
  const seen = { retreat: 0, approach: 0 };
  (path.pieces ?? []).forEach(({ of }, segment) => {
    const which = of?.move === 0 ? 'retreat' : of?.move === moves.length - 1 ? 'approach' : null;
    if (which === null) return;
    const [a, b] = which === 'retreat' ? [begin.p, back(begin, 0.05)] : [back(end, 0.12), end.p];
    for (let k = 0; k <= 8; k++) expect(beside(toolAt(arm, path.configurationAt(segment + k / 8)).p, a, b)).toBeLessThan(1e-7);
    seen[which]++;
  });
  expect(Math.min(seen.retreat, seen.approach)).toBeGreaterThan(0);
  expect(norm(minus(toolAt(arm, path.configurationAt(path.segments)).p, end.p))).toBeLessThan(1e-7);
  // it is a program: the same path, and the same answer
  const again = toolPath(arm.robot, found.program as NonNullable<typeof found.program>);
  expect(scene.firstContact({ ur5: again }).status).toBe('free');
  expect(again.segments).toBe(path.segments);
});

test('a goal that is a pose: any configuration with a line to it', async () => {
  const pose = { position: end.p, quaternion: end.q };
  const found = await planOnLines(scene, { ...request, to: { link, pose } }, { link, approach: 0.12 });
  expect([found.status, found.certificate?.status]).toEqual(['found', 'free']);
  const path = found.path?.ur5 as RobotPath;
  expect(norm(minus(toolAt(arm, path.configurationAt(path.segments)).p, end.p))).toBeLessThan(1e-6);
});

describe('what cannot be is said', () => {
  test.each([
    ['a line that touches', { link, approach: [0, -0.12, 0] as Vec3 }, /the approach on a line is not free \(contact\)/],
    ['out of reach', { link, approach: 3 }, /approach: .*moves\[0\]: the line can be followed up to/],
    ['a retreat out of reach', { link, retreat: 3 }, /retreat: .*moves\[0\]: the line can be followed up to/],
  ])('%s', async (_, lines, why) => {
    const found = await planOnLines(scene, request, lines);
    expect([found.status, found.path, found.program]).toEqual(['none', null, null]);
    expect(found.why).toMatch(why);
  });

  test.each([
    ['no such link', { link: 'tool9' }, /no robot has a link 'tool9'/],
    ['no length', { link, approach: 0 }, /approach must be a length above 0/],
    ['a misspelt key', { link, aproach: 1 } as never, /unknown key 'aproach'/],
  ])('%s', async (_, lines, says) => {
    await expect(planOnLines(scene, request, lines)).rejects.toThrow(says);
    await expect(planOnLines(scene, request, lines)).rejects.toThrow(InputError);
  });

  test('a body that would move as well, and constraints', async () => {
    const cart = new Scene({
      robots: [arm.robot],
      bodies: [{ name: 'cart', shape: box(0.1), pose: { position: [3, 0, 0] } }],
      self: false,
    });
    const goal = { ur5: to, cart: { position: [4, 0, 0] as const } };
    await expect(planOnLines(cart, { ...request, from: { ur5: from }, to: goal }, { link })).rejects.toThrow(/something else than 'ur5'/);
    const constraints = [{ kind: 'upright', link, within: 0.1 }] as never;
    await expect(planOnLines(scene, { ...request, constraints }, { link })).rejects.toThrow(/not proven to keep constraints/);
  });
});
