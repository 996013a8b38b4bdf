import { expect, test } from 'vitest';
import {
  bodyTrajectory,
  box,
  DragLoop,
  heldMotion,
  MotionChecker,
  type Pose,
  Random,
  Robot,
  rigidMotion,
  Scene,
  type SceneMotions,
} from '../../../../src/index.ts';
import { plan, planOnLines, Roadmap } from '../../../../src/plan/index.ts';

// States in scenes that move bodies themselves. The judge places everything by hand, instant by instant, in a scene where nothing does.

const arm = new Robot({
  name: 'arm',
  links: [
    {
      name: 'beam',
      joint: { type: 'revolute', axis: [0, 0, 1], limits: { lower: -3, upper: 3 } },
      shapes: [{ shape: box([0.6, 0.08, 0.08], [0.3, 0, 0]) }],
    },
    { name: 'grip', parent: 'beam', joint: { type: 'prismatic', axis: [1, 0, 0], origin: { position: [0.6, 0, 0] } }, shapes: [] },
  ],
});
const at = (x: number, y: number): Pose => ({ position: [x, y, 0] });

function cell(bodyMotions: SceneMotions, part: Pose, allowed: readonly (readonly [string, string])[] = []): Scene {
  return new Scene({
    robots: [arm],
    bodies: [
      { name: 'part', shape: box(0.2), pose: part },
      { name: 'tray', shape: box([0.3, 0.3, 0.05]), pose: at(-1, 0.9) },
    ],
    obstacles: [{ name: 'wall', shape: box([0.1, 0.8, 0.4]), pose: at(-0.5, -0.7) }],
    allowed: [['part', 'beam'], ...allowed],
    bodyMotions,
  });
}

const KINDS: readonly (readonly [string, SceneMotions, (share: number) => Pose])[] = [
  ['held', { part: heldMotion([{ by: 'grip' }]) }, () => at(-1, 0.9)],
  ['moved', { tray: rigidMotion(at(-1, 0.9), at(1.2, 0.3)) }, (share) => at(-1 + 2.2 * share, 0.9 - 0.6 * share)],
  [
    'moved by the clock',
    {
      tray: bodyTrajectory([
        { time: 2, pose: at(-1, 0.9) },
        { time: 5, pose: at(1, 0.9) },
      ]),
    },
    (share) => at(-1 + 2 * share, 0.9),
  ],
];

test.each(KINDS)('a body that is %s: isFree and motionIsFree say the same (seed 5)', (_, bodyMotions, trayAt) => {
  const random = new Random(5);
  let free = 0;
  for (let k = 0; k < 60; k++) {
    const part = at(random.range(-0.9, 0.9), random.range(-0.9, 0.9));
    // what is in the hand from the start may touch what it stood on
    const stood = 'part' in bodyMotions ? (['wall', 'tray'] as const).map((name) => ['part', name] as const) : [];
    const [scene, judge] = [cell(bodyMotions, part), cell({}, part, stood)];
    const state = [random.range(-3, 3), random.range(0, 0.2)];
    const answer = scene.isFree(state);
    expect(answer).toBe(scene.motionIsFree(state, state));
    const told = [0, 0.25, 0.5, 0.75, 1].every((share) => judge.isFree({ arm: state, tray: trayAt(share) }));
    if (answer) expect(told).toBe(true);
    // a state that names a body means it there
    const [tray, there] = [at(random.range(-1, 1), random.range(-1, 1)), { arm: state, part }];
    if (!('part' in bodyMotions)) expect(scene.isFree({ ...there, tray })).toBe(judge.isFree({ ...there, tray }));
    if (answer) free++;
  }
  expect(free).toBeGreaterThan(5);
  expect(free).toBeLessThan(55);
});

test('a part in the hand is where the state has it, with what the hand may touch', () => {
  // the part stands between the hand and the wall, and is taken where it stands
  const scene = cell({ part: heldMotion([{ by: 'grip' }]) }, at(0.8, 0));
  expect([scene.isFree([0, 0]), scene.motionIsFree([0, 0], [0, 0]), scene.isFree([-2.5, 0])]).toEqual([true, true, false]);
  expect(scene.motionIsFree([0, 0], [-2.5, 0])).toBe(false);
});

test('what lists the poses of all bodies refuses scenes that move them, by name', async () => {
  for (const [, bodyMotions] of KINDS) {
    const [name] = Object.keys(bodyMotions);
    const scene = cell(bodyMotions, at(0.8, 0));
    const moves = new RegExp(`the scene moves '${name}' by itself \\(bodyMotions\\)`);
    expect(() => new MotionChecker(scene)).toThrow(moves);
    expect(() => new DragLoop(scene, { arm: [0, 0] }, { keep: 0.001 })).toThrow(moves);
    const planned = new RegExp(`bodies that move by themselves \\(${name}\\) are not planned around`);
    const request = { from: [0, 0], to: [1, 0] };
    await expect(plan(scene, request)).rejects.toThrow(planned);
    await expect(planOnLines(scene, request, { link: 'grip', approach: 0.1 })).rejects.toThrow(planned);
    await expect(Roadmap.build(scene, { states: 5 })).rejects.toThrow(planned);
  }
});
