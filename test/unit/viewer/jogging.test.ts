import { expect, test } from 'vitest';
import { box, LoopedRobot, Robot, Scene } from '../../../src/index.ts';
import { Jogging } from '../../../viewer/src/stage/jogging.ts';
import { MECHANISMS } from '../robot/follow/mechanisms.ts';

// A gripper whose fingers touch where it is opened, as a Panda's do in its URDF.

const finger = (name: string, side: number) => ({
  name,
  parent: 'hand',
  joint: { name: `${name}_joint`, type: 'prismatic' as const, axis: [0, side, 0] as const, limits: { lower: 0, upper: 0.04 } },
  shapes: [{ shape: box([0.1, 0.02, 0.02], [0.25, 0.01 * side, 0], name) }],
});
const robot = new Robot({
  name: 'gripper',
  links: [
    { name: 'hand', joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box([0.38, 0.05, 0.05]) }] },
    finger('leftfinger', 1),
    finger('rightfinger', -1),
  ],
});
const scene = new Scene({ robots: [robot], obstacles: [{ name: 'post', shape: box(0.1, [0, 0.25, 0]) }] });
const made = (allowed: readonly (readonly [string, string])[]): Jogging =>
  new Jogging(scene, new Map([['gripper', [0, 0, 0]]]), new Map(), null, [], { stops: true, slides: false, allowed, keep: 1e-3 });

/** As many frames as it takes. */
function pulled(jogging: Jogging, target: readonly number[]): ReturnType<Jogging['pull']> {
  let step = jogging.pull('gripper', target);
  for (let frame = 0; frame < 50 && step.status === 'unresolved'; frame++) step = jogging.pull('gripper', target);
  return step;
}

test('what touches where it stands does not hold it: it is named, and everything else is in the way as ever', () => {
  const jogging = made([]);
  const { status, resting } = pulled(jogging, [0.4, 0, 0]);
  expect([status, resting]).toEqual([
    'free',
    [{ a: { body: 'gripper', link: 'leftfinger' }, b: { body: 'gripper', link: 'rightfinger' }, stays: false }],
  ]);
  const blocked = pulled(jogging, [1.5, 0, 0]);
  expect([blocked.status, blocked.hit?.pair?.some(({ body }) => body === 'post')]).toEqual(['contact', true]);
});

test('somebody lets them touch, and they are named no more', () => {
  const { status, resting } = pulled(made([['gripper/leftfinger', 'gripper/rightfinger']]), [0.4, 0, 0]);
  expect([status, resting]).toEqual(['free', []]);
});

test('a robot with loops goes by its driven joints, stops in front of what is in the way, and can leave it again', () => {
  const looped = new LoopedRobot(MECHANISMS['four-bar'].options);
  const [name, keep] = [looped.name, 1e-3];
  const place = looped.linkPoses({ motor: 2 }).rod.position;
  const post = { name: 'post', shape: box([0.02, 0.02, 0.3]), pose: { position: place } };
  const among = new Scene({ robots: [looped], obstacles: [post], self: false });
  const start = Array.from(looped.configuration({ motor: 0 }));
  const jogging = new Jogging(among, new Map([[name, start]]), new Map(), null, [], { stops: true, slides: true, allowed: [], keep });
  const at = (motor: number): readonly number[] => [motor, ...(jogging.configurations.get(name) as readonly number[]).slice(1)];
  expect(jogging.pull(name, at(0.5)).status).toBe('free');
  expect(jogging.configurations.get(name)).toEqual(
    [0.5, ...looped.configuration({ motor: 0.5 }).slice(1)].map((x) => expect.closeTo(x, 9)),
  );
  const { status, hit } = jogging.pull(name, at(3));
  expect([status, hit?.pair?.some(({ body }) => body === 'post')]).toEqual(['contact', true]);
  const stopped = jogging.configurations.get(name) as readonly number[];
  const apart = among.distanceAt({ [name]: stopped }, 0).distance;
  expect(apart).toBeGreaterThan(keep * 0.999);
  expect(apart).toBeLessThan(keep * 1.5);
  expect(among.motionIsFree({ motor: 0.5 }, { motor: stopped[0] })).toBe(true);
  // pushed again it stays, and back it goes
  expect(jogging.pull(name, at(3)).status).toBe('contact');
  expect(jogging.pull(name, at(0.2)).status).toBe('free');
  expect(jogging.placement.get(`${name}/rod`)?.position[0]).toBeCloseTo(looped.linkPoses({ motor: 0.2 }).rod.position[0], 9);
});
