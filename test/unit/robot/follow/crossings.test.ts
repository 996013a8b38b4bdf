import { expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/index.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { hca, interval } from '../../../../src/methods/index.ts';
import { bodyTrajectory } from '../../../../src/motion/body-trajectory.ts';
import { timed } from '../../../../src/plan/index.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import { heldMotion } from '../../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, minus, norm, times } from '../../../support/brute-force.ts';
import { compose, type Frame, inverse } from '../../../support/brute-robot.ts';
import { BrutePairOfScene, Soup } from '../../../support/brute-scene.ts';
import { rounds } from '../../../support/rounds.ts';
import { workersHere } from '../../../support/workers-here.ts';
import { ARMS, solved, toolAt } from './arms.ts';

// Where moves of a tool meet other things that scenes know, judged by the tests' own kinematics, Newton and distances.

const arm = { ...ARMS.ur5, at: {} };
const link = 'link5';
const home = Float64Array.of(0.2, -1.2, 1.6, -1, -1.4, 0.3);
const begin = toolAt(arm, home);
const shape = box([0.05, 0.04, 0.06]);
const own = () => new Soup(arm.robot.links[5].shapes.map(({ shape: mesh, pose }) => ({ mesh, ...(pose && { pose }) })));
/** Lines from place to place at even speed, without turning. */
const along =
  (places: readonly Vec3[], speed: number) =>
  (second: number): Frame => {
    let left = speed * Math.max(0, second);
    for (let k = 0; k + 1 < places.length; k++) {
      const way = minus(places[k + 1], places[k]);
      if (left <= norm(way) || k + 2 === places.length) return { p: add(places[k], times(way, Math.min(1, left / norm(way)))), q: begin.q };
      left -= norm(way);
    }
    return { p: places[0], q: begin.q };
  };
const linesThrough = (places: readonly Vec3[], speed: number, startsAt = 0): RobotPath =>
  toolPath(arm.robot, {
    ...{ link, from: home, startsAt, pace: { speed } },
    moves: places.slice(1).map((position) => ({ line: { position, quaternion: begin.q } })),
  });
/** Where the tool is at a second, by the judge: the joints that bring it there, near those of the path. */
const judged = (at: (second: number) => Frame, path: RobotPath, seconds: (time: number) => number) => (time: number) => {
  const second = seconds(time);
  const clock = path.times as readonly number[];
  const k = Math.max(
    0,
    Math.min(
      path.segments - 1,
      clock.findLastIndex((x) => x <= second),
    ),
  );
  const near = path.configurationAt(k + Math.max(0, Math.min(1, (second - clock[k]) / (clock[k + 1] - clock[k]))));
  return toolAt(arm, solved(arm, near, at(second)) ?? []);
};
const others = (what: string) => arm.robot.links.filter(({ name }) => name !== link).map(({ name }) => [name, what] as const);
const METHODS = [undefined, hca(), interval()];

function expectTrue(pair: BrutePairOfScene, answer: { status: string; time: number }, segments: number, tolerance: number, what: string) {
  const hit = pair.firstBelow(0, 0, answer.time, 80);
  expect(hit === null || hit >= answer.time - 1e-9, `${what}: ${answer.status} ${answer.time}, touched at ${hit}`).toBe(true);
  if (answer.status !== 'contact') return;
  expect(pair.distance(answer.time, Math.min(segments - 1, Math.floor(answer.time))), what).toBeLessThanOrEqual(tolerance * 1.001);
}

test("two clocks: a tool on lines, and a block on a belt (seed 'belt')", () => {
  const random = new Random('belt');
  const seen: Record<string, number> = { free: 0, contact: 0 };
  for (let round = 0; round < rounds(6, 6); round++) {
    const places = [begin.p, add(begin.p, times(random.direction(), 0.15)), add(begin.p, times(random.direction(), 0.15))];
    const startsAt = random.range(0, 0.5);
    const path = linesThrough(places, 0.25, startsAt);
    const at = along(places, 0.25);
    const middle = at(random.range(0.3, 1)).p;
    const way = times(random.direction(), 0.4);
    const from = add(minus(middle, times(way, random.range(0.2, 0.8))), times(random.direction(), random.range(0, 0.1)));
    const belt = bodyTrajectory([
      { time: 0, pose: { position: from } },
      { time: 2, pose: { position: add(from, way) } },
    ]);
    const scene = new Scene({ robots: [arm.robot], bodies: [{ name: 'block', shape: box(0.05) }], self: false, allowed: others('block') });
    const motions = { ur5: path, block: belt };
    const { segments, secondsAt, seconds } = scene.clock(motions);
    const clock = (time: number) => secondsAt(time) ?? 0;
    const lasts = (s: number) => (seconds?.[s + 1] ?? 0) - (seconds?.[s] ?? 0);
    const pair = new BrutePairOfScene(
      {
        key: link,
        soup: own(),
        frame: judged((second) => at(second - startsAt), path, clock),
        fastest: (s) => 0.26 * lasts(s),
      },
      {
        key: 'block',
        soup: new Soup([{ mesh: box(0.05) }]),
        frame: (time) => ({ p: add(from, times(way, Math.min(1, clock(time) / 2))), q: [0, 0, 0, 1] }),
        fastest: (s) => 0.21 * lasts(s),
      },
      segments,
    );
    for (const method of METHODS) {
      const answer = scene.firstContact(motions, { tolerance: 1e-5, ...(method && { method }) });
      seen[answer.status] = (seen[answer.status] ?? 0) + 1;
      if (answer.status !== 'overlap') expectTrue(pair, answer, segments, 1e-5, `round ${round}, ${method?.name ?? 'auto'}`);
    }
  }
  expect(seen.unresolved ?? 0).toBe(0);
  expect(Math.min(seen.free, seen.contact)).toBeGreaterThan(1);
});

test("a part that is carried on a line, laid down, and passed by on the next (seed 'part')", () => {
  const random = new Random('part');
  const seen: Record<string, number> = { free: 0, contact: 0 };
  const inTool: Frame = { p: [0, 0, 0.06], q: [0, 0, 0, 1] };
  const part = compose(begin, inTool);
  for (let round = 0; round < rounds(6); round++) {
    const places = [begin.p, add(begin.p, times(random.direction(), 0.15)), add(begin.p, times(random.direction(), 0.1))];
    const path = linesThrough(places, 0.25);
    const at = along(places, 0.25);
    const laid = norm(minus(places[1], places[0])) / 0.25;
    const pose = {
      position: add(compose(at(laid * random.range(0.3, 1)), inTool).p, times(random.direction(), random.range(0.02, 0.1))),
      quaternion: random.quaternion(),
    };
    const scene = new Scene({
      robots: [arm.robot],
      bodies: [{ name: 'part', shape, pose: { position: part.p, quaternion: part.q } }],
      obstacles: [{ name: 'plate', shape: box([0.1, 0.1, 0.001]), pose }],
      self: false,
      allowed: [...others('plate'), [link, 'plate'], ...arm.robot.links.map(({ name }) => [name, 'part'] as const)],
    });
    const knot = (path.pieces ?? []).filter(({ of }) => of?.move === 0).length;
    const motions = { ur5: path, part: heldMotion([{ by: link, from: 0, to: 1 }]) };
    const tool = judged(at, path, (time) => path.secondsAt(time));
    const held = (time: number): Frame => compose(tool(Math.min(time, knot)), compose(inverse(begin), part));
    const lasts = (s: number) => (s < knot ? (path.times?.[s + 1] ?? 0) - (path.times?.[s] ?? 0) : 0);
    const pair = new BrutePairOfScene(
      { key: 'part', soup: new Soup([{ mesh: shape }]), frame: held, fastest: (s) => 0.26 * lasts(s) },
      {
        key: 'plate',
        soup: new Soup([{ mesh: box([0.1, 0.1, 0.001]) }]),
        frame: () => ({ p: pose.position, q: pose.quaternion }),
        fastest: () => 0,
      },
      path.segments,
    );
    const answer = scene.firstContact(motions, { tolerance: 1e-5 });
    // what a part stands against when it is taken is let go of, as a bench is
    if (answer.initial.length > 0) continue;
    seen[answer.status] = (seen[answer.status] ?? 0) + 1;
    expectTrue(pair, answer, path.segments, 1e-5, `round ${round}`);
  }
  expect(seen.unresolved ?? 0).toBe(0);
  expect(Math.min(seen.free, seen.contact)).toBeGreaterThan(0);
});

test('clearance by groups, all stretches, yes or no, and threads agree with the first contact of a line', async () => {
  const places: Vec3[] = [begin.p, add(begin.p, [0.1, -0.2, 0.1])];
  const path = linesThrough(places, 0.2);
  const wall = { name: 'wall', shape: box([0.2, 0.01, 0.2]), pose: { position: add(begin.p, [0.1, -0.12, 0.1]) } };
  const scene = new Scene({ robots: [arm.robot], obstacles: [wall], self: false, allowed: others('wall') });
  const motions = { ur5: path };
  const first = scene.firstContact(motions);
  expect(first.status).toBe('contact');
  const wide = scene.firstContact(motions, { clearance: { default: 0, pairs: [[link, 'wall', 0.02]] } });
  const plain = scene.firstContact(motions, { clearance: 0.02 });
  expect([wide.status, wide.time]).toEqual(['contact', plain.time]);
  expect(wide.time).toBeLessThan(first.time);
  const { intervals, complete } = scene.contactIntervals(motions);
  expect([complete, intervals[0].from]).toEqual([true, expect.closeTo(first.time, 3)]);
  expect(scene.firstContact(motions, { mode: 'any' }).status).toBe('contact');
  const batch = new Batch({ scene, workers: workersHere(2) });
  const sent = await batch.firstContact(motions);
  await batch.close();
  expect([sent.status, sent.time]).toEqual([first.status, first.time]);
  expect(() => timed(path, { velocity: 1, acceleration: 1 })).toThrow(/follow moves of a tool; give toolPath a pace/);
});
