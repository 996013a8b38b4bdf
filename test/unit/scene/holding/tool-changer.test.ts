import { expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/index.ts';
import { Scene, type SceneOptions } from '../../../../src/index.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { uncertain } from '../../../../src/scene/answers/uncertain.ts';
import { heldMotion } from '../../../../src/scene/holding/held-motion.ts';
import { rounds } from '../../../support/rounds.ts';
import { workersHere } from '../../../support/workers-here.ts';

// What holds another body may be held itself: a gripper that a flange takes from a rack. Judged by places that are written down here, and by the
// same motion with the flange as holder, which other tests judge by brute force.

/** A crane: along x, and a turn about the vertical. */
const crane = new Robot({
  name: 'crane',
  links: [
    { name: 'rail' },
    { name: 'cart', parent: 'rail', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0], origin: { position: [0, 0, 1] } } },
    { name: 'flange', parent: 'cart', joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box(0.1) }] },
  ],
});
const gripper = { name: 'gripper', shape: box([0.3, 0.06, 0.1], [0.15, 0, 0]), pose: { position: [0, 0, 0.9] as Vec3 } };
const part = { name: 'part', shape: box(0.1), pose: { position: [0.75, 0, 0.8] as Vec3 } };
/** Takes the gripper at 0, the part at its end at x = 0.5, turns, lays the part down, and then the gripper. */
const WAYPOINTS = [
  [0, 0],
  [0.5, 0],
  [0.5, 1.5],
  [1.2, 2],
  [0.4, 2.5],
];
const path = crane.path(WAYPOINTS);
const motionsBy = (by: string, grippersEnd?: number) => ({
  crane: path,
  gripper: heldMotion([{ by: 'flange', ...(grippersEnd !== undefined && { to: grippersEnd }) }]),
  part: heldMotion([{ by, from: 1, to: 3, touches: by === 'flange' ? [] : ['flange'] }]),
});
const sceneOf = (more: Partial<SceneOptions> = {}): Scene => new Scene({ robots: [crane], bodies: [gripper, part], ...more });

/** Where the middle of the part is: 0.25 in front of the cart, 0.2 below it, while it is held. */
function placeAt(time: number): Vec3 {
  const t = Math.max(1, Math.min(3, time));
  const k = Math.min(WAYPOINTS.length - 2, Math.floor(t));
  const [x, turn] = [0, 1].map((i) => WAYPOINTS[k][i] + (t - k) * (WAYPOINTS[k + 1][i] - WAYPOINTS[k][i]));
  return [x + 0.25 * Math.cos(turn), 0.25 * Math.sin(turn), 0.8];
}

test('the part is where the gripper brings it, and stays where it was laid down', () => {
  const scene = sceneOf();
  const motions = motionsBy('gripper', 4);
  for (let k = 0; k <= 40; k++) {
    const { part: there } = scene.bodyPoses(motions, k / 10);
    placeAt(k / 10).forEach((x, i) => {
      expect(there.position[i]).toBeCloseTo(x, 12);
    });
  }
  expect(scene.firstContact(motions).status).toBe('free');
});

const SEED = 'tool changer';
test(`posts in the way: as if the flange held it, by every question (seed '${SEED}')`, async () => {
  const random = new Random(SEED);
  const seen = new Set<string>();
  for (let k = 0; k < rounds(14, 5); k++) {
    const [x, y, z] = placeAt(1.4 + 1.6 * random.next());
    const off = 0.5 * (random.next() - 0.5);
    const post = { name: 'post', shape: box([0.01, 0.01, 0.3]), pose: { position: [x + off, y + off, z - 0.1 * random.next()] as Vec3 } };
    const options = {
      obstacles: [post],
      ...(k % 3 === 0 && { uncertainty: uncertain({ joints: { x: 0.003, turn: 0.004 }, places: { part: { length: 0.002 } } }) }),
    };
    // where gripper and flange touch the part is not the same, and not asked
    const pairs = [
      ['flange', 'gripper'],
      ['gripper', 'part'],
      ['flange', 'part'],
    ] as const;
    const scene = sceneOf({ ...options, allowed: pairs });
    const [by, straight] = [motionsBy('gripper', 4), motionsBy('flange', 4)].map((motions) => scene.firstContact(motions));
    seen.add(by.status);
    expect([by.status, by.reason]).toEqual([straight.status, straight.reason]);
    expect(by.time).toBeCloseTo(straight.time, 6);
    const clear = [motionsBy('gripper', 4), motionsBy('flange', 4)].map((motions) => scene.clearance(motions).gap);
    expect(clear[0][0]).toBeLessThanOrEqual(clear[1][1] * (1 + 1e-9));
    expect(clear[1][0]).toBeLessThanOrEqual(clear[0][1] * (1 + 1e-9));
    // by the judge's own places: a part of 0.1 whose middle comes within 0.04 of the post has touched it;
    // what it stands on where it is taken may be touched until it has left that, so posts are not there
    let near = Infinity;
    for (let s = 1000; s <= 3000; s++) {
      const at = placeAt(s / 1000);
      const apart = [0, 1, 2].map((i) => Math.max(0, Math.abs(at[i] - post.pose.position[i]) - [0.005, 0.005, 0.15][i]));
      if (Math.hypot(...apart) < 0.04) near = Math.min(near, s / 1000);
    }
    if (near < Infinity) expect(by.status).not.toBe('free');
    if (near < Infinity && by.status === 'contact') expect(by.time).toBeLessThanOrEqual(near);
    if (k < 3) {
      const batch = new Batch({ scene, workers: workersHere(1) });
      const sent = await batch.firstContact(motionsBy('gripper', 4));
      await batch.close();
      expect([sent.status, sent.time]).toEqual([by.status, by.time]);
    }
  }
  expect(seen.size).toBeGreaterThan(1);
});

test('what cannot be is said', () => {
  const scene = sceneOf();
  expect(() => scene.firstContact(motionsBy('gripper', 2))).toThrow(
    "motions: 'part' held by 'gripper': 'gripper' is not held all that time; name who holds 'gripper', or end this hold where 'gripper' is laid down",
  );
  expect(() => scene.firstContact({ ...motionsBy('gripper'), gripper: heldMotion([{ by: 'part' }]) })).toThrow(
    /which is held by it in turn/,
  );
  expect(() => scene.firstContact({ ...motionsBy('crate') })).toThrow(
    "motions: 'part' held by 'crate': no robot has such a link, and there is no body of that name",
  );
  const other = crane.placed({ name: 'other', base: { position: [0, 3, 0] } });
  const two = new Scene({ robots: [crane, other], bodies: [gripper, part] });
  const handed = heldMotion([
    { by: 'crane/flange', to: 1 },
    { by: 'other/flange', from: 2 },
  ]);
  expect(() => two.firstContact({ ...motionsBy('gripper'), gripper: handed, other: other.path(WAYPOINTS) })).toThrow(
    /several robots or bodies hold 'gripper' one after the other/,
  );
});
