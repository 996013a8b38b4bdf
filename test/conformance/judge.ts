/** What is wrong with an answer of `Scene`, by brute force: kinematics, distances and phases of the tests' own. */
import { triangleDistance } from '../../src/geometry/triangle-triangle.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import type { SceneFirstContact } from '../../src/scene/answers/scene-result.ts';
import { turned } from '../support/brute-force.ts';
import { BruteRobot, type RobotSpec, type Values } from '../support/brute-robot.ts';
import { type BrutePairOfScene, BruteScene, type SceneSpec } from '../support/brute-scene.ts';
import type { AskedCell } from './asked-cells.ts';

/** The distance that a pair keeps by the rules of the cell. */
function kept({ clearance }: AskedCell, { a, b }: BrutePairOfScene): number {
  if (typeof clearance === 'number') return clearance;
  const [x, y] = [a.key, b.key].map((key) => key.replace(/^.*\//, ''));
  const rule = clearance.pairs?.find(([p, q]) => (p === x && q === y) || (p === y && q === x));
  if (rule !== undefined) return rule[2];
  const links = [a.key, b.key].filter((key) => key.includes('/')).length;
  if (links === 2) return clearance.self ?? clearance.default ?? 0;
  return clearance.environment ?? clearance.default ?? 0;
}

/** A distance below 0 there is none: surfaces that cross are 0 apart. */
const level = (distance: number): number => Math.max(0, distance - 1e-9);

/** The first time at which the judge finds something too near; null: nothing is, all along. */
function firstTooNear(
  asked: AskedCell,
  until: number,
  isLeftOut: (pair: BrutePairOfScene) => boolean,
): { time: number; key: string } | null {
  for (const { first, last, spec } of asked.phases) {
    const brute = new BruteScene(spec);
    let best: { time: number; key: string } | null = null;
    for (const pair of brute.pairs) {
      if (isLeftOut(pair)) continue;
      const time = pair.firstBelow(level(kept(asked, pair)), first, Math.min(last, until));
      if (time !== null && time < (best?.time ?? Infinity)) best = { time, key: pair.key };
    }
    if (best !== null) return best;
    if (last >= until) break;
  }
  return null;
}

/** Null: the answer is right. */
export function wrongAnswer(asked: AskedCell, answer: SceneFirstContact): string | null {
  const { feature, segments } = asked;
  if (feature === 'softBodies') return softWrong(asked, answer);
  if (feature === 'toolPaths') return linesWrong(asked, answer);
  const { status, time, pair } = answer;
  const until = status === 'free' ? segments : status === 'overlap' ? 0 : time;
  if (feature === 'uncertainty') return uncertainWrong(asked, answer);
  const exempt = new Set<string>(feature === 'initialContact' ? startsNear(asked) : feature === 'intendedContacts' ? ['l3 post1'] : []);
  const isLeftOut = (one: BrutePairOfScene): boolean => exempt.has(namesOf(one));
  const found = firstTooNear(asked, until, isLeftOut);
  if (found !== null && found.time < until) return `${status} at ${time}, but the judge finds ${found.key} too near at ${found.time}`;
  if (status === 'free' && found !== null) return `free, but the judge finds ${found.key} too near at ${found.time}`;
  if (status !== 'contact' && status !== 'overlap') return null;
  if (pair === null) return `${status} of no pair`;
  // what touches then is near then
  const { spec } = asked.phases.findLast(({ first }) => first < time || first === 0) as AskedCell['phases'][number];
  const brute = new BruteScene(spec);
  const touching = brute.pair(pair);
  if (touching === undefined) return `${status} of ${JSON.stringify(pair)}, which is not tested`;
  const d = touching.distance(time, Math.min(Math.ceil(time) - (time === 0 ? 0 : 1), segments - 1));
  return d <= kept(asked, touching) + 4 * answer.tolerance ? null : `${status} of ${touching.key} at ${time}, where it is ${d} apart`;
}

const namesOf = ({ a, b }: BrutePairOfScene): string =>
  [a.key, b.key]
    .map((key) => key.replace(/^.*\//, ''))
    .sort()
    .join(' ');

function startsNear(asked: AskedCell): string[] {
  return new BruteScene(asked.phases[0].spec).pairs.filter((pair) => pair.distance(0, 0) <= 2 ** -19).map(namesOf);
}

/** What is proven of all motions within the uncertainty holds of some that are drawn. */
function uncertainWrong(asked: AskedCell, { status, time, safeUntil }: SceneFirstContact): string | null {
  const until = status === 'free' ? asked.segments : (safeUntil ?? (status === 'contact' ? time : 0));
  const random = new Random(`${asked.seed} off`);
  const { angle = 0, length = 0, places = {} } = asked.uncertainty ?? {};
  const [{ spec }] = asked.phases;
  for (let k = 0; k < 4; k++) {
    const off = (range: number): number => (k === 0 ? 0 : range * random.pick([-1, 1, random.range(-1, 1)]));
    const shifts: Record<string, number> = { j1: off(angle), j2: off(angle), j3: off(length) };
    const moved = spec.robots.map((robot): RobotSpec => {
      if (robot.motion.kind !== 'path') return robot;
      const waypoints = robot.motion.waypoints.map(
        (values): Values => Object.fromEntries(Object.entries(values).map(([name, own]) => [name, own.map((x) => x + shifts[name])])),
      );
      return { ...robot, motion: { kind: 'path', waypoints } };
    });
    const obstacles = (spec.obstacles ?? []).map((one) => {
      const range = places[one.name]?.length ?? 0;
      const way = random.direction();
      const by = off(range);
      const at = one.pose?.position ?? [0, 0, 0];
      return { ...one, pose: { position: at.map((x, i) => x + by * way[i]) as unknown as Vec3 } };
    });
    const drawn: AskedCell = { ...asked, phases: [{ first: 0, last: asked.segments, spec: { ...spec, robots: moved, obstacles } }] };
    const found = firstTooNear(drawn, until, () => false);
    if (found !== null && found.time < until) return `${status}, safe until ${until}, but ${found.key} may touch at ${found.time}`;
  }
  return null;
}

/** Along the lines that the tool is to go on: verdicts, and that what is before the contact is free. */
function linesWrong(asked: AskedCell, { status, time }: SceneFirstContact): string | null {
  // slides go along lines as their values do
  const found = firstTooNear(asked, asked.segments, () => false);
  if (status === 'free') return found === null ? null : `free, but the judge finds ${found.key} too near at ${found.time} of the lines`;
  if (status !== 'contact') return null;
  if (found === null) return `contact at ${time}, but the lines are free`;
  return null;
}

const out = new Float64Array(8);
const SAMPLES = 64;

/** A sheet by samples of all triangles; the rest by the judge of rigid bodies. */
function softWrong(asked: AskedCell, { status, time }: SceneFirstContact): string | null {
  const until = status === 'free' ? asked.segments : status === 'overlap' ? 0 : time;
  const rigid = firstTooNear(asked, until, () => false);
  if (rigid !== null && rigid.time < until) return `${status} at ${time}, but ${rigid.key} touches at ${rigid.time}`;
  let nearest = Infinity;
  for (let k = 0; k <= SAMPLES * asked.segments; k++) {
    const t = k / SAMPLES;
    if (t > until) break;
    // at the answer's time itself contact is what is said
    nearest = Math.min(nearest, softDistance(asked, t));
    if (nearest === 0 && t < until - 1e-6) return `${status} at ${time}, but the sheet touches at ${t}`;
  }
  if (status !== 'contact') return null;
  const least = Math.min(softDistance(asked, time), rigidDistance(asked, time));
  return least <= 1e-4 ? null : `contact at ${time}, where everything is ${least} apart`;
}

function rigidDistance(asked: AskedCell, time: number): number {
  return new BruteScene(asked.phases[0].spec).distance(time);
}

function softDistance(asked: AskedCell, time: number): number {
  const segment = Math.min(Math.floor(time), asked.segments - 1);
  const [{ spec }] = asked.phases;
  const robots = spec.robots.map((robot) => new BruteRobot(robot));
  const placed = (corners: Float64Array, indices: Uint32Array | Uint16Array): Float64Array[] =>
    Array.from({ length: indices.length / 3 }, (_, i) =>
      Float64Array.from({ length: 9 }, (_, c) => corners[3 * indices[3 * i + Math.floor(c / 3)] + (c % 3)]),
    );
  const others = [
    ...robots.flatMap((robot) =>
      robot.options.links.flatMap(({ name, shapes = [] }) => {
        const { q, p } = robot.frame(name, time, [0, 0, 0], segment);
        return shapes.flatMap(({ shape }) => placed(moved(shape.positions, q, p), shape.indices as Uint32Array));
      }),
    ),
    ...(spec.obstacles ?? []).flatMap(({ mesh, pose }) =>
      placed(moved(mesh.positions, [0, 0, 0, 1], pose?.position ?? [0, 0, 0]), mesh.indices as Uint32Array),
    ),
  ];
  let least = Infinity;
  for (const { mesh, frames } of asked.soft) {
    const share = time - segment;
    const corners = frames[segment].map((x, i) => x + share * (frames[segment + 1][i] - x));
    for (const own of placed(corners, mesh.indices as Uint32Array))
      for (const other of others) {
        triangleDistance(own, 0, other, 0, out, 0);
        least = Math.min(least, out[6]);
      }
  }
  return least;
}

function moved(positions: ArrayLike<number>, q: readonly [number, number, number, number], p: Vec3): Float64Array {
  const placed = new Float64Array(positions.length);
  for (let i = 0; i < placed.length; i += 3) {
    const x = turned(q, [positions[i], positions[i + 1], positions[i + 2]]);
    for (let k = 0; k < 3; k++) placed[i + k] = x[k] + p[k];
  }
  return placed;
}

export type { SceneSpec };
