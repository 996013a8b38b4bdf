import { afterEach, expect, test } from 'vitest';
import { setClock } from '../../../../src/contact/budget.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { HeldMotion } from '../../../../src/motion/held-motion.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { heldMotion } from '../../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../../src/scene/scene.ts';

// A budget is for all phases of a path together, their making among it; what was made is found again.

/** An arm that takes one body after the other and lays it down a segment later; `hit`: a post stands in its way towards the end. */
function cell(bodies: number, hit = false) {
  const arm = new Robot({
    name: 'arm',
    links: [
      {
        name: 'hand',
        joint: { name: 'turn', type: 'continuous', axis: [0, 0, 1] },
        shapes: [{ shape: box([0.4, 0.02, 0.02], [0.2, 0, 0]) }],
      },
    ],
  });
  const list = Array.from({ length: bodies }, (_, i) => ({
    name: `p${i}`,
    shape: box(0.02),
    pose: { position: [1, 0.05 * i, 0.3] as const },
  }));
  const last = 2 * bodies - 2 + 0.5;
  const at = [Math.cos(0.01 * last), Math.sin(0.01 * last)];
  const obstacles = hit ? [{ name: 'post', shape: box(0.002), pose: { position: [0.35 * at[0], 0.35 * at[1], 0] as const } }] : [];
  const scene = new Scene({ robots: [arm], bodies: list, obstacles });
  const motions = {
    arm: arm.path(Array.from({ length: 2 * bodies + 1 }, (_, i) => [0.01 * i])),
    ...Object.fromEntries(list.map(({ name }, i) => [name, heldMotion([{ by: 'hand', from: 2 * i, to: 2 * i + 1 }])])),
  };
  return { scene, motions, phases: 2 * bodies };
}

function scenesMade(scene: Scene): number {
  return Reflect.get(scene.inside, 'phaseScenes').made;
}

afterEach(() => setClock(undefined));

test('without time no scene of a phase is made, and nothing is said', () => {
  const { scene, motions } = cell(10);
  const none = { maxMilliseconds: 0 };
  const first = scene.firstContact(motions, none);
  expect(first).toMatchObject({ status: 'unresolved', reason: 'milliseconds', time: 0, segment: 0, fraction: 0, pair: null, contacts: [] });
  expect(first).toMatchObject({ configurations: { arm: [0] }, initial: [], arrivals: [], gap: null, clearance: 0 });
  expect(first.tolerance).toBeGreaterThan(0);
  expect(scene.contactIntervals(motions, { byPair: true, ...none })).toEqual({ intervals: [], pairs: [], complete: false });
  expect(scene.clearance(motions, { enough: 3, ...none })).toEqual({ gap: [0, 3], time: 0, pair: null, exempt: [], complete: false });
  expect(scene.distanceAt(motions, 7.5, none)).toEqual({ distance: 0, gap: [0, Number.MAX_VALUE], pair: null, complete: false });
  expect(scenesMade(scene)).toBe(0);
});

test('the clearance of classes is the least of any where nothing was looked at', () => {
  const { scene, motions } = cell(3);
  expect(scene.firstContact(motions, { clearance: { default: 0.02, pairs: [['hand', 'p1', 0.01]] }, maxMilliseconds: 0 })).toMatchObject({
    status: 'unresolved',
    clearance: 0.01,
  });
});

test('one deadline for all phases: never more than proven, and the phases behind it are not made', () => {
  const seen = new Set<string>();
  const one = cell(8, true);
  const whole = one.scene.firstContact(one.motions);
  expect(whole.status).toBe('contact');
  for (const allowed of [1, 3, 10, 30, 100, 300, 1000, 3000]) {
    const { scene, motions, phases } = cell(8, true);
    let looks = 0;
    setClock(() => looks++);
    const answer = scene.firstContact(motions, { maxMilliseconds: allowed });
    setClock(undefined);
    seen.add(answer.status);
    if (answer.status === 'contact') {
      expect(answer.time).toBe(whole.time);
      continue;
    }
    expect(answer).toMatchObject({ status: 'unresolved', reason: 'milliseconds', complete: false });
    expect(answer.time).toBeLessThanOrEqual(whole.time);
    expect(answer.time).toBeCloseTo(answer.segment + answer.fraction, 12);
    // one a segment, in order
    expect(scenesMade(scene)).toBeLessThanOrEqual(Math.floor(answer.time) + 1);
    expect(scenesMade(scene)).toBeLessThan(phases);
    expect(looks).toBeLessThan(allowed + 100);
  }
  expect([...seen].sort()).toEqual(['contact', 'unresolved']);
});

test('cut short, clearance and stretches say so', () => {
  for (const allowed of [5, 50, 500]) {
    const { scene, motions, phases } = cell(8);
    let looks = 0;
    setClock(() => looks++);
    const clearance = scene.clearance(motions, { maxMilliseconds: allowed });
    expect(clearance).toMatchObject({ complete: false });
    expect(clearance.gap[0]).toBe(0);
    expect(scene.contactIntervals(motions, { maxMilliseconds: allowed / 5 })).toEqual({ intervals: [], complete: false });
    expect(scenesMade(scene)).toBeLessThan(phases);
    setClock(undefined);
  }
});

test('asked again, nothing is made anew', () => {
  const { scene, motions, phases } = cell(20);
  const first = scene.firstContact(motions);
  expect(first.status).toBe('free');
  expect(scenesMade(scene)).toBe(phases);
  expect(scene.firstContact(motions)).toEqual(first);
  expect(scene.contactIntervals(motions)).toEqual({ intervals: [], complete: true });
  scene.distanceAt(motions, 31.5);
  expect(scenesMade(scene)).toBe(phases);
  scene.addObstacle({ name: 'far', shape: box(0.1), pose: { position: [9, 9, 9] } });
  scene.distanceAt(motions, 31.5);
  expect(scenesMade(scene)).toBe(1);
});

test('an instant needs the scene of one phase, a pose of none', () => {
  const { scene, motions } = cell(10);
  expect(scene.linkPoses(motions, 4.5).arm).toHaveProperty('p2');
  expect(Object.keys(scene.bodyPoses(motions, 4.5))).toHaveLength(10);
  expect(scenesMade(scene)).toBe(0);
  expect(scene.distanceAt(motions, 12.5).complete).toBe(true);
  expect(scenesMade(scene)).toBe(1);
});

test('a body that is called like a link of its holder is an error, whatever the time', () => {
  const arm = new Robot({
    name: 'arm',
    links: [{ name: 'hand', joint: { name: 'turn', type: 'continuous' }, shapes: [{ shape: box(0.1) }] }],
  });
  const scene = new Scene({ robots: [arm], bodies: [{ name: 'hand', shape: box(0.1), pose: { position: [1, 0, 0] } }] });
  const motions = { arm: arm.path([[0], [1], [2]]), hand: heldMotion([{ by: 'hand', from: 1 }]) };
  expect(() => scene.firstContact(motions, { maxMilliseconds: 0 })).toThrow(/two links are named 'hand'/);
});

test('a held motion that was not made by heldMotion brings no code along, and is refused', () => {
  const { scene, motions } = cell(1);
  const strange = new HeldMotion([{ by: 'hand' }], undefined);
  expect(() => scene.firstContact({ ...motions, p0: strange })).toThrow('made by heldMotion');
});
