// What lies on a belt or a tray moves with it: a ball is picked from a moving belt and laid into a tray that moves and turns, on lines of the
// tool as either sees them. Judged by places that are written down here: laws of lines, belts and trays of the test's own, and a ball's distance.
import { describe, expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/index.ts';
import { Scene, type SceneOptions } from '../../../../src/index.ts';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { hca, interval } from '../../../../src/methods/index.ts';
import { bodyTrajectory } from '../../../../src/motion/body-trajectory.ts';
import { recordProof } from '../../../../src/prove/index.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { uncertain } from '../../../../src/scene/answers/uncertain.ts';
import type { SceneMotions } from '../../../../src/scene/content/scene-motions.ts';
import { heldMotion } from '../../../../src/scene/holding/held-motion.ts';
import { compose, type Frame, inverse } from '../../../support/brute-robot.ts';
import { rounds } from '../../../support/rounds.ts';
import { workersHere } from '../../../support/workers-here.ts';
import { about } from '../../robot/follow/arms.ts';

const RADIUS = 0.02;
const Z: Vec3 = [0, 0, 1];
const UPRIGHT: Quat = [0, 0, 0, 1];
/** The hand's lower side is its origin. */
const HAND = box([0.06, 0.06, 0.04], [0, 0, 0.02]);
const END = 6;
const [TAKEN, LAID] = [2, 4];
const STEPS = 6000;

const slide = (name: string, axis: Vec3, parent?: string) =>
  ({ name, ...(parent !== undefined && { parent }), joint: { name, type: 'prismatic', axis } }) as const;
const gantry = new Robot({
  name: 'gantry',
  links: [
    slide('x', [1, 0, 0]),
    slide('y', [0, 1, 0], 'x'),
    slide('z', Z, 'y'),
    { name: 'hand', parent: 'z', joint: { name: 'turn', type: 'revolute', axis: Z }, shapes: [{ shape: HAND }] },
  ],
});

interface Line {
  readonly speed: number;
  /** Where the ball is on the belt at first. */
  readonly ball: Vec3;
  readonly trayAt: Vec3;
  readonly trayTurn: number;
  readonly traySpeed: number;
  /** Where in the tray it is laid. */
  readonly laid: Vec3;
}

/** The tray goes along y, and turns; from second to second as bodies do, evenly about its axis. */
const trayOf = ({ trayAt, trayTurn, traySpeed }: Line, t: number): Frame => ({
  p: [trayAt[0], trayAt[1] + traySpeed * t, trayAt[2]],
  q: about(Z, trayTurn * t),
});
const beltOf = ({ speed }: Line, t: number): Frame => ({ p: [-0.5 + speed * t, 0, 0], q: UPRIGHT });
const poseOf = ({ p, q }: Frame) => ({ position: p, quaternion: q });

function cellOf(line: Line) {
  const seconds = [0, 1, 2, 3, 4, 5, 6];
  const belt = bodyTrajectory(seconds.map((time) => ({ time, pose: poseOf(beltOf(line, time)) })));
  const tray = bodyTrajectory(seconds.map((time) => ({ time, pose: poseOf(trayOf(line, time)) })));
  const bodies = [
    { name: 'belt', shape: box([1, 0.2, 0.02], [0, 0, -0.01]), pose: poseOf(beltOf(line, 0)) },
    { name: 'tray', shape: box([0.4, 0.4, 0.02], [0, 0, -0.01]), pose: poseOf(trayOf(line, 0)) },
    { name: 'ball', shape: sphere(RADIUS), pose: poseOf(compose(beltOf(line, 0), { p: line.ball, q: UPRIGHT })) },
  ];
  const top = (place: Vec3, more = 0): Vec3 => [place[0], place[1], place[2] + RADIUS + more];
  const onBelt = { on: belt };
  const onTray = { on: tray };
  const laidTurned = about(Z, 0);
  const path = toolPath(gantry, {
    link: 'hand',
    from: [beltOf(line, 1).p[0] + line.ball[0], line.ball[1], line.ball[2] + 0.22, 0],
    startsAt: 1,
    moves: [
      { line: { position: top(line.ball) }, frame: onBelt, seconds: 1 },
      { line: { position: top(line.ball, 0.2) }, frame: onBelt, seconds: 0.5 },
      { line: { position: top(line.laid, 0.2), quaternion: laidTurned }, frame: onTray, seconds: 1 },
      { line: { position: top(line.laid), quaternion: laidTurned }, frame: onTray, seconds: 0.5 },
      { line: { position: top(line.laid, 0.2), quaternion: laidTurned }, frame: onTray, seconds: 1 },
    ],
  });
  const ball = heldMotion([
    { by: 'belt', to: { second: TAKEN } },
    { by: 'hand', from: 1, to: 4, onto: ['tray'] },
    { by: 'tray', from: { second: LAID } },
  ]);
  return { bodies, motions: { gantry: path, belt, tray, ball } satisfies SceneMotions, path };
}

/** Where the hand is, by its lines: even, as the belt or the tray sees them. */
function handAt(line: Line, t: number): Frame {
  const along = (frame: (t: number) => Frame, from: number, to: number, a: Frame, b: Frame): Frame => {
    const share = (t - from) / (to - from);
    const turn = (q: Quat): number => 2 * Math.atan2(q[2], q[3]);
    const p = [0, 1, 2].map((i) => a.p[i] + share * (b.p[i] - a.p[i])) as unknown as Vec3;
    return compose(frame(t), { p, q: about(Z, turn(a.q) + share * (turn(b.q) - turn(a.q))) });
  };
  const [belt, tray] = [(s: number) => beltOf(line, s), (s: number) => trayOf(line, s)];
  const above = (place: Vec3, more: number): Frame => ({ p: [place[0], place[1], place[2] + RADIUS + more], q: UPRIGHT });
  const rise = 0.2;
  if (t <= TAKEN) return along(belt, 1, TAKEN, above(line.ball, rise), above(line.ball, 0));
  if (t <= 2.5) return along(belt, TAKEN, 2.5, above(line.ball, 0), above(line.ball, rise));
  const begin = compose(inverse(tray(2.5)), compose(belt(2.5), above(line.ball, rise)));
  if (t <= 3.5) return along(tray, 2.5, 3.5, begin, above(line.laid, rise));
  return along(tray, 3.5, LAID, above(line.laid, rise), above(line.laid, 0));
}

function ballAt(line: Line, t: number): Vec3 {
  if (t <= TAKEN) return compose(beltOf(line, t), { p: line.ball, q: UPRIGHT }).p;
  if (t >= LAID) return compose(trayOf(line, t), { p: line.laid, q: UPRIGHT }).p;
  return compose(handAt(line, t), { p: [0, 0, -RADIUS], q: UPRIGHT }).p;
}

function drawn(random: Random): Line {
  return {
    speed: random.range(0.1, 0.3),
    ball: [random.range(-0.1, 0.1), random.range(-0.05, 0.05), RADIUS],
    trayAt: [random.range(0.1, 0.3), random.range(0.4, 0.5), random.range(-0.1, 0.1)],
    trayTurn: random.range(-0.6, 0.6),
    traySpeed: random.range(-0.05, 0.1),
    laid: [random.range(-0.12, 0.12), random.range(-0.12, 0.12), RADIUS],
  };
}

/** All but the ball and what it is to be judged against. */
const ALLOWED = ['hand', 'belt', 'tray'].map((name) => [name, 'plate'] as const);
const sceneOf = (bodies: SceneOptions['bodies'], more: Partial<SceneOptions> = {}): Scene =>
  new Scene({ robots: [gantry], bodies, ...more });

test('the ball goes with the belt, the hand and the tray', () => {
  const random = new Random('along');
  for (let k = 0; k < 3; k++) {
    const line = drawn(random);
    const { bodies, motions } = cellOf(line);
    const scene = sceneOf(bodies);
    const { seconds } = scene.clock(motions);
    for (let i = 0; i <= 60; i++) {
      const t = (END * i) / 60;
      const knot = (seconds as readonly number[]).findIndex((s) => s >= t);
      const [a, b] = [(seconds as readonly number[])[Math.max(0, knot - 1)], (seconds as readonly number[])[knot]];
      const time = knot === 0 ? 0 : knot - 1 + (t - a) / (b - a);
      const { position } = scene.bodyPoses(motions, time).ball;
      expect(Math.hypot(...position.map((x, e) => x - ballAt(line, t)[e]))).toBeLessThan(1e-6);
    }
    const free = scene.firstContact(motions);
    expect([free.status, free.pair]).toEqual(['free', null]);
    expect(free.arrivals?.map(({ met }) => met)).toEqual([true, true]);
  }
});

const SEED = 'belts and trays';
test(`plates in the way of the ball, by three methods, clearance and a worker (seed '${SEED}')`, async () => {
  const random = new Random(SEED);
  const seen = new Map<string, number>();
  for (let k = 0; k < rounds(24); k++) {
    const line = drawn(random);
    const { bodies, motions } = cellOf(line);
    const t0 = random.pick([random.range(0.2, 1.7), random.range(2.2, 3.8), random.range(4.2, 5.8)]);
    const [x, y, z] = ballAt(line, t0);
    const size: Vec3 = [0.002, random.range(0.005, 0.03), random.range(0.005, 0.03)];
    const turned = about(Z, random.range(0, 3));
    // beside it, or above it by nearly its radius
    const isAbove = t0 < TAKEN || t0 > LAID || k % 2 === 0;
    const off = (isAbove ? RADIUS + size[2] / 2 : RADIUS + size[1] / 2) + random.range(-0.004, 0.006);
    const side = compose({ p: [x, y, z], q: turned }, { p: isAbove ? [0, 0, off] : [0, off, 0], q: UPRIGHT });
    const plate = { name: 'plate', shape: box([...size]), pose: poseOf(side) };
    const room = (t: number): number => {
      const local = compose(inverse(side), { p: ballAt(line, t), q: UPRIGHT }).p;
      return Math.hypot(...local.map((c, i) => Math.max(0, Math.abs(c) - size[i] / 2))) - RADIUS;
    };
    const rooms = Array.from({ length: STEPS + 1 }, (_, i) => room((END * i) / STEPS));
    const first = rooms.findIndex((r) => r < 0);
    // what stands in its way where it is taken or laid down is wanted until it is left
    if ([0, TAKEN, LAID].some((t) => room(t) < 0.002)) continue;
    const scene = sceneOf(bodies, { obstacles: [plate], allowed: ALLOWED });
    const hits = [undefined, hca, interval].map((method) => scene.firstContact(motions, method && { method }));
    const { status } = hits[0];
    seen.set(status, (seen.get(status) ?? 0) + 1);
    for (const hit of hits) {
      expect(hit.status).toBe(status);
      if (hit.status === 'free') expect(first).toBe(-1);
      else {
        expect(hit.pair?.some(({ body, link }) => (link ?? body) === 'ball')).toBe(true);
        const at = hit.seconds as number;
        expect(Math.abs(room(at))).toBeLessThan(1e-4);
        if (first >= 0) expect(at).toBeLessThanOrEqual((END * first) / STEPS + 1e-9);
      }
    }
    if (status === 'free') {
      const { gap } = scene.clearance(motions, { enough: 0.5 });
      expect(gap[0]).toBeLessThanOrEqual(Math.min(...rooms) + 1e-9);
    }
    if (k < 2) {
      const batch = new Batch({ scene, workers: workersHere(1) });
      const sent = await batch.firstContact(motions);
      await batch.close();
      expect([sent.status, sent.time]).toEqual([status, hits[0].time]);
    }
  }
  expect(Math.min(seen.get('free') ?? 0, seen.get('contact') ?? 0)).toBeGreaterThan(3);
});

describe('who carries whom', () => {
  const line = drawn(new Random('chain'));
  const { bodies, motions } = cellOf(line);

  test('a part in a box on the belt goes with it, and may touch what is said', () => {
    const boxAt: Vec3 = [line.ball[0] + 0.2, 0, 0.001];
    const inBox: Vec3 = [0.01, 0, RADIUS + 0.005];
    const crate = { name: 'crate', shape: box([0.1, 0.1, 0.002]), pose: poseOf(compose(beltOf(line, 0), { p: boxAt, q: UPRIGHT })) };
    const at = compose(beltOf(line, 0), { p: [0, 1, 2].map((i) => boxAt[i] + inBox[i]) as unknown as Vec3, q: UPRIGHT });
    const egg = { name: 'egg', shape: sphere(RADIUS), pose: poseOf(at) };
    const scene = sceneOf([...bodies, crate, egg]);
    const all = { ...motions, crate: heldMotion([{ by: 'belt' }]), egg: heldMotion([{ by: 'crate' }]) };
    expect(scene.firstContact(all).status).toBe('free');
    const { egg: there } = scene.bodyPoses(all, scene.clock(all).segments);
    const meant = compose(beltOf(line, END), { p: [0, 1, 2].map((i) => boxAt[i] + inBox[i]) as unknown as Vec3, q: UPRIGHT }).p;
    there.position.forEach((v, i) => {
      expect(v).toBeCloseTo(meant[i], 9);
    });
    // two on one belt that touch each other: wanted where it is said
    const next = { name: 'next', shape: sphere(RADIUS), pose: poseOf({ ...at, p: [at.p[0] + 2 * RADIUS - 0.001, at.p[1], at.p[2]] }) };
    const both = (touches: readonly string[]) =>
      sceneOf([...bodies, crate, egg, next]).firstContact({ ...all, next: heldMotion([{ by: 'crate', touches }]) }).status;
    expect([both([]), both(['egg'])]).toEqual(['contact', 'free']);
  });

  test('without seconds, by the number of its motions', () => {
    const step = (x: number) => ({ position: [x, 0, 0] as Vec3 });
    const cart = { name: 'cart', shape: box([0.2, 0.2, 0.02]) };
    const part = { name: 'part', shape: sphere(RADIUS), pose: { position: [0.05, 0, 0.01 + RADIUS] as Vec3 } };
    const scene = new Scene({ bodies: [cart, part] });
    const list = bodyTrajectory([0, 1, 2, 3].map((time) => ({ time, pose: step(time) }))).motions;
    const carried = { cart: list, part: heldMotion([{ by: 'cart', from: 1, to: 2 }]) };
    const away = new Scene({ bodies: [cart, { ...part, pose: { position: [1.05, 0, 0.01 + RADIUS] } }] });
    expect([0, 1, 1.5, 2, 3].map((t) => away.bodyPoses(carried, t).part.position[0])).toEqual([1.05, 1.05, 1.55, 2.05, 2.05]);
    expect(scene.bodyPoses({ cart: list, part: heldMotion([{ by: 'cart' }]) }, 3).part.position[0]).toBeCloseTo(3.05, 12);
  });

  test('what cannot be is said', () => {
    const scene = sceneOf(bodies);
    const by = (hold: object) => () => scene.firstContact({ ...motions, ball: heldMotion([hold as never]) });
    expect(by({ by: 'blet' })).toThrow("motions: 'ball' held by 'blet': no robot has such a link, and there is no body of that name");
    expect(by({ by: 'belt', from: 9 })).toThrow(/held by 'belt': from: the path of 'belt' has no waypoint 9/);
    expect(by({ by: 'belt', touches: ['trya'] })).toThrow(/touches names 'trya', which is nothing that could touch it/);
    expect(by({ by: 'ball' })).toThrow(/which is held by it in turn/);
    const unsure = sceneOf(bodies, { uncertainty: uncertain({ places: { tray: { length: 0.001 } } }) });
    expect(() => unsure.firstContact(motions)).toThrow(/'ball' held by 'belt': within an uncertainty robots hold bodies/);
    expect(() => scene.firstContact(motions, { proof: recordProof(() => {}) })).toThrow(
      /proof: 'ball' held by 'belt': what lies on a body that moves by itself is not covered/,
    );
  });
});
