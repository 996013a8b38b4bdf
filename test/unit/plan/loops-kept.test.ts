// Roadmaps and constraints of robots with loops, judged by kinematics and Newton's steps of the tests' own, in small steps.
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { type Constraint, Constraints, type Plan, plan, Roadmap, type SavedRoadmap } from '../../../src/plan/index.ts';
import { LoopedRobot, type LoopedRobotOptions } from '../../../src/robot/follow/looped-robot.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { uncertain } from '../../../src/scene/answers/uncertain.ts';
import { Scene } from '../../../src/scene/scene.ts';
import type { Frame } from '../../support/brute-robot.ts';
import { BAR_RADIUS, FIVE_BARS, type Post, placeOf, roomOf, stepsTo } from '../../support/looped-bars.ts';
import { rounds } from '../../support/rounds.ts';
import { LoopJudge } from '../robot/follow/loop-judge.ts';
import { MECHANISMS } from '../robot/follow/mechanisms.ts';

const FIVE = MECHANISMS['five-bar'].options;
const BOUNDS = { motor1: [1.7, 2.6], motor2: [0.5, 1.4] } as const;
const STEPS = 24;
const [FROM, TO] = [
  { motor1: 1.8, motor2: 0.6 },
  { motor1: 2.5, motor2: 1.3 },
];
const five = (more: Partial<LoopedRobotOptions> = {}): LoopedRobot => new LoopedRobot({ ...FIVE, ...more });
const judge = new LoopJudge(FIVE, five().passive);

function sceneOf(posts: readonly Post[], robot: Robot = five(), more: object = {}): Scene {
  const obstacles = posts.map(({ at, size }, k) => ({ name: `post${k}`, shape: box([...size]), pose: { position: at } }));
  return new Scene({ robots: [robot], obstacles, self: false, ...more });
}

/** Where the forearms meet. */
const tipOf = (frames: Map<string, Frame>): Vec3 => placeOf(frames.get('left-fore') as Frame, [0.35, 0, 0]);
const tipAt = (values: { readonly motor1: number; readonly motor2: number }): Vec3 => tipOf(judge.frames(five().configuration(values)));

/** Follows the way between two states from the first; how it ends, and the least room to posts. */
function followed(from: Float64Array, to: Float64Array, posts: readonly Post[]) {
  let room = Infinity;
  const end = stepsTo(judge, from, to, STEPS, (frames) => {
    room = Math.min(room, roomOf(frames, FIVE_BARS, posts));
  });
  return { room, off: Math.max(...end.map((x, s) => Math.abs(x - to[s]))) };
}

/** Nothing that is said to be proven touches a post; what is refuted has little room, ends elsewhere, or cannot be followed. */
function expectTrue({ states, edges, blocked }: SavedRoadmap, posts: readonly Post[]): { proven: number; refuted: number } {
  const state = (k: number): Float64Array => Float64Array.from(states.slice(4 * k, 4 * k + 4));
  const seen = { proven: 0, refuted: 0 };
  for (let i = 0; i < edges.length; i += 4) {
    if (edges[i + 2] < 2 || blocked[edges[i]] !== -3 || blocked[edges[i + 1]] !== -3) continue;
    const { room, off } = followed(state(edges[i]), state(edges[i + 1]), posts);
    if (edges[i + 2] === 2) {
      seen.proven++;
      expect(off).toBeLessThan(1e-6);
      expect(room).toBeGreaterThan(BAR_RADIUS);
    } else {
      seen.refuted++;
      // a capsule's own radius, and what steps and places of the judge leave between them
      expect(off > 1e-6 || room < 0.013).toBe(true);
    }
  }
  return seen;
}

function expectFree(found: Plan, posts: readonly Post[]): void {
  expect([found.status, found.why]).toEqual(['found', undefined]);
  expect(found.certificate?.status).toBe('free');
  found.states.slice(1).forEach((state, k) => {
    const { room, off } = followed(found.states[k], state, posts);
    expect(off).toBeLessThan(1e-6);
    expect(room).toBeGreaterThan(BAR_RADIUS);
  });
}

describe('a roadmap of a five-bar', () => {
  const post: Post = { at: tipAt({ motor1: 2.15, motor2: 0.95 }), size: [0.03, 0.03, 0.3] };
  const OPTIONS = { states: 18, bounds: BOUNDS, seed: 'five' } as const;

  test('proves what is free, leads round a post, is saved and loaded, and follows changes of its cell', async () => {
    const scene = sceneOf([post]);
    const roadmap = await Roadmap.build(scene, OPTIONS);
    const proof = await roadmap.prove();
    expect(proof.complete).toBe(true);
    const seen = expectTrue(roadmap.save(), [post]);
    expect([seen.proven, seen.refuted]).toEqual([proof.proven, proof.refuted]);
    expect(Math.min(proof.proven, proof.refuted)).toBeGreaterThan(2);
    const found = await roadmap.plan({ from: FROM, to: TO });
    expectFree(found, [post]);
    // as if it had not been saved
    const loaded = Roadmap.load(sceneOf([post]), JSON.parse(JSON.stringify(roadmap.save())));
    expect(loaded.counts).toEqual(roadmap.counts);
    expectFree(await loaded.plan({ from: FROM, to: TO }), [post]);
    // another post comes, and goes again
    const { states, edges: list } = roadmap.save();
    const known = list.filter((_, k) => k % 4 === 0 && list[k + 2] === 2);
    const tips = known.map((k) => tipOf(judge.frames(Float64Array.from(states.slice(4 * k, 4 * k + 4)))));
    const ends = [tipAt(FROM), tipAt(TO)];
    const at = tips.find((tip) => ends.every((end) => Math.hypot(tip[0] - end[0], tip[1] - end[1]) > 0.06)) as Vec3;
    const more: Post = { at, size: [0.02, 0.02, 0.3] };
    scene.addObstacle({ name: 'more', shape: box([...more.size]), pose: { position: more.at } });
    const { edges } = await roadmap.update();
    expect(edges.lost).toBeGreaterThan(0);
    expectTrue(roadmap.save(), [post, more]);
    expectFree(await roadmap.plan({ from: FROM, to: TO }), [post, more]);
    scene.removeObstacle('more');
    expect((await roadmap.update()).edges.reopened).toBeGreaterThan(0);
    await roadmap.prove();
    expectTrue(roadmap.save(), [post]);
  });

  test('is of this very machine: not of one with other rods, branches, or joints that may be off', async () => {
    const saved = (await Roadmap.build(sceneOf([]), { ...OPTIONS, states: 4 })).save();
    const other = /it was saved for other robots or bodies/;
    const longer = FIVE.loops.map((loop) => ({ ...loop, a: { ...loop.a, at: { position: [0.351, 0, 0] as Vec3 } } }));
    for (const robot of [
      five({ loops: longer }),
      five({ closed: { motor1: 2.2, motor2: 0.9, elbow1: 1.3, elbow2: -1.3 } }),
      new Robot({ name: FIVE.name, links: FIVE.links }),
    ])
      expect(() => Roadmap.load(sceneOf([], robot), saved)).toThrow(other);
    const wall = { name: 'wall', shape: box(0.1), pose: { position: [3, 0, 0] as const } };
    const unsure = sceneOf([], five(), { obstacles: [wall], uncertainty: uncertain({ places: { wall: { length: 0.01 } } }) });
    expect(() => Roadmap.load(unsure, saved)).toThrow(other);
    // states whose loops are open are none
    const open = { ...saved, states: saved.states.map((x, k) => (k === 1 ? x + 0.3 : x)) };
    const tampered = Roadmap.load(sceneOf([]), open);
    const found = await tampered.plan({ from: FROM, to: TO });
    expectFree(found, []);
  });

  test('limits of what follows hold on every edge', async () => {
    const values = Array.from({ length: 200 }, (_, k) => five().configuration({ motor1: 1.7 + 0.9 * (k / 200), motor2: 0.9 })[3]);
    const upper = (Math.min(...values) + Math.max(...values)) / 2;
    const limited = five({
      links: FIVE.links.map((one) =>
        one.joint?.name === 'elbow2' ? { ...one, joint: { ...one.joint, limits: { lower: -3, upper } } } : one,
      ),
    });
    const rest =
      limited.configuration({ motor1: 1.8, motor2: 0.9 })[3] <= upper ? { motor1: 1.8, motor2: 0.9 } : { motor1: 2.5, motor2: 0.9 };
    const roadmap = await Roadmap.build(sceneOf([], limited), { ...OPTIONS, rest });
    await roadmap.prove();
    const { states, edges } = roadmap.save();
    let [proven, refuted] = [0, 0];
    for (let i = 0; i < edges.length; i += 4) {
      const [a, b] = [edges[i], edges[i + 1]].map((k) => Float64Array.from(states.slice(4 * k, 4 * k + 4)));
      let most = -Infinity;
      let here: Float64Array = a;
      for (let step = 1; step <= STEPS; step++) {
        here = judge.solved(here.map((x, s) => (judge.passive.includes(s) ? x : a[s] + (step / STEPS) * (b[s] - a[s])))) as Float64Array;
        most = Math.max(most, here[3]);
      }
      if (edges[i + 2] === 2) proven++;
      else refuted++;
      if (edges[i + 2] === 2) expect(most).toBeLessThan(upper + 1e-9);
      else expect(most).toBeGreaterThan(upper - 1e-6);
    }
    expect(proven).toBeGreaterThan(8);
    expect(refuted).toBeLessThan(proven);
  });
});

describe('constraints of a five-bar', () => {
  const tip = { link: 'left-fore', point: [0.35, 0, 0] as Vec3 };
  const within = (lower: number, upper: number): Constraint => ({
    ...tip,
    box: { min: [-Infinity, lower, -Infinity], max: [Infinity, upper, Infinity] },
  });

  test('the tip stays below a ceiling that the straight way crosses', async () => {
    const constraints = [within(0.42, 0.453)];
    const free = await plan(sceneOf([]), { from: FROM, to: TO, bounds: BOUNDS });
    const found = await plan(sceneOf([]), { from: FROM, to: TO, bounds: BOUNDS, constraints });
    expect(found.why).toBeUndefined();
    const highest = (states: readonly Float64Array[]): number => {
      let most = -Infinity;
      states.slice(1).forEach((state, k) => {
        const end = stepsTo(judge, states[k], state, STEPS, (frames) => {
          most = Math.max(most, tipOf(frames)[1]);
        });
        expect(Math.max(...end.map((x, s) => Math.abs(x - state[s])))).toBeLessThan(1e-6);
      });
      return most;
    };
    expect(highest(free.states)).toBeGreaterThan(0.459);
    expect(highest(found.states)).toBeLessThan(0.453);
    expect(highest(found.states)).toBeGreaterThan(0.42);
    // and beside a post, by trees that grow on
    const post: Post = { at: [0.01, 0.435, 0.03], size: [0.012, 0.006, 0.3] };
    const around = await plan(sceneOf([post]), { from: FROM, to: TO, bounds: BOUNDS, constraints, maxMilliseconds: 4000 });
    expectFree(around, [post]);
    expect(highest(around.states)).toBeLessThan(0.453);
    const none = await plan(sceneOf([]), { from: FROM, to: { motor1: 1.8, motor2: 1.3 }, bounds: BOUNDS, constraints });
    expect([none.reason, none.why]).toEqual([
      'goal',
      expect.stringContaining("does not keep constraint 0 (link 'left-fore' of 'five-bar')"),
    ]);
  });

  const SEED = 'constraints of loops';
  test(`random motions and limits, by boxes and directions: what is said to hold does (seed '${SEED}')`, () => {
    const random = new Random(SEED);
    // polynomials of a coarse accuracy: what they are off by counts
    for (const accuracy of [undefined, 3e-4]) {
      const robot = five({ accuracy });
      const scene = sceneOf([], robot);
      const draw = () => robot.configuration({ motor1: 1.7 + 0.9 * random.next(), motor2: 0.5 + 0.9 * random.next() });
      const seen = { held: 0, broken: 0, lost: 0 };
      for (let k = 0; k < rounds(24); k++) {
        const [from, to] = [draw(), draw()];
        let [most, farthest] = [-Infinity, 0];
        const look = (frames: Map<string, Frame>): void => {
          most = Math.max(most, tipOf(frames)[1]);
          const a = placeOf(frames.get('left-fore') as Frame, [0, 0, 0]);
          const b = tipOf(frames);
          farthest = Math.max(farthest, Math.abs(Math.atan2(b[1] - a[1], b[0] - a[0]) - 0.8));
        };
        look(judge.frames(from));
        const end = stepsTo(judge, from, to, 8 * STEPS, look);
        expect(Math.max(...end.map((x, s) => Math.abs(x - to[s])))).toBeLessThan(1e-6);
        const off = [1e-6, -1e-6, 1e-3, -1e-3, 2e-4, -2e-4][k % 6];
        const asked = [
          { constraint: within(-1, most + off), off },
          {
            constraint: {
              link: 'left-fore',
              axis: [1, 0, 0] as Vec3,
              up: [Math.cos(0.8), Math.sin(0.8), 0] as Vec3,
              tolerance: farthest + off,
            },
            off,
          },
        ];
        for (const { constraint } of asked) {
          const holds = new Constraints(scene, [constraint]).holdsAlong(from, to);
          if (off < 0) expect(holds).toBe(false);
          if (off > 0 && holds) seen.held++;
          if (off < 0) seen.broken++;
          if (off > 1e-5 && !holds) seen.lost++;
        }
      }
      expect(seen.held).toBeGreaterThan(6);
      // so far from breaking that steps of the judge do not count
      if (accuracy === undefined) expect(seen.lost).toBe(0);
    }
  });

  test('a state is brought to where they hold, closed; what cannot be followed holds nowhere', () => {
    const robot = five();
    const constraints = new Constraints(sceneOf([], robot), [within(0.42, 0.43)]);
    const state = robot.configuration({ motor1: 2, motor2: 1.2 });
    const found = constraints.project(state) as Float64Array;
    const solved = judge.solved(found) as Float64Array;
    expect(Math.max(...solved.map((x, s) => Math.abs(x - found[s])))).toBeLessThan(1e-8);
    const [, y] = tipOf(judge.frames(found));
    expect(y).toBeGreaterThan(0.42);
    expect(y).toBeLessThan(0.43);
    // one joint only may move
    const one = new Constraints(sceneOf([], robot), [within(0.42, 0.43)], { joints: { 'five-bar': ['motor1'] } });
    expect(one.project(state)?.[2]).toBe(1.2);
    const wide = new Constraints(sceneOf([], robot), [within(-9, 9)]);
    const other = five({ closed: { motor1: 2.2, motor2: 0.9, elbow1: 1.3, elbow2: -1.3 } }).closed;
    expect(wide.holdsAlong(state, found)).toBe(true);
    expect(wide.holdsAlong(state, other)).toBe(false);
    // forearms of 0.3 do not meet where the elbows are 0.69 apart
    const [loop] = FIVE.loops;
    const short = five({
      loops: [{ ...loop, a: { ...loop.a, at: { position: [0.3, 0, 0] } }, b: { ...loop.b, at: { position: [0.3, 0, -0.03] } } }],
    });
    const from = short.configuration({ motor1: 2, motor2: 1.2 });
    const along = new Constraints(sceneOf([], short), [within(-9, 9)]);
    expect(along.holdsAlong(from, [2.1, from[1], 1.1, from[3]])).toBe(true);
    expect(along.holdsAlong(from, [3.1, from[1], 0, from[3]])).toBe(false);
    expect(() => new Constraints(sceneOf([], robot), [{ link: 'left', axis: [0, 0, 1] }] as never)).toThrow(InputError);
  });
});
