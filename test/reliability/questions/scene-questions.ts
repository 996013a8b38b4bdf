// Robots, bodies and obstacles by every method of a scene, judged by a walk over exact distances that knows no bound of any of them.

import type { Pose } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { methodNamed, SCENE_METHODS, type SceneMethodName } from '../../../src/methods/index.ts';
import type { SceneFirstContact } from '../../../src/scene/answers/scene-result.ts';
import type { SceneMotions } from '../../../src/scene/content/scene-motions.ts';
import { Scene } from '../../../src/scene/scene.ts';
import type { SceneFirstContactOptions } from '../../../src/scene/search/scene-options.ts';
import { libraryMotion } from '../../property/random-pairs.ts';
import { BruteScene } from '../../support/brute-robot.ts';
import { type ArmSpec, arm, robotOf, scaledArm, scaledValues, values } from './arms.ts';
import { pose, powerOfTwo, scaledPose } from './numbers.ts';
import type { BodySpec } from './pair-questions.ts';
import { proofDoubt } from './proof-doubt.ts';
import { firstDoubt, type Question } from './question.ts';
import { difference, jsonDoubt } from './same.ts';
import { meshOf, type ShapeSpec, scaledShape, shape } from './shapes.ts';
import { scaledWay, way } from './ways.ts';

interface RobotWay {
  readonly arm: ArmSpec;
  readonly path: readonly (readonly number[])[];
}

/** Plain data: the method by its name. */
type NamedOptions = Omit<SceneFirstContactOptions, 'method'> & { readonly method?: SceneMethodName };

interface SceneCase {
  readonly robots: readonly RobotWay[];
  readonly bodies: readonly BodySpec[];
  readonly obstacles: readonly { readonly shape: ShapeSpec; readonly pose: Pose }[];
  readonly options: NamedOptions & { readonly tolerance: number; readonly clearance: number };
}

const MOST_ITERATIONS = 3000;

export const SCENES: Question<SceneCase> = {
  kind: 'robots',
  make: (random) => {
    const segments = 1 + random.integer(2);
    const robots = Array.from({ length: random.pick([1, 1, 2]) }, (_, k) => robotWay(random, `arm${k}`, segments));
    const bodies = random.next() < 0.3 ? [{ shape: shape(random, 3, 0), motion: way(random, 2, 3) }] : [];
    return {
      robots,
      bodies: segments === 1 ? bodies : [],
      obstacles: Array.from({ length: random.integer(4) }, () => ({ shape: shape(random, 4, 0), pose: pose(random, 2) })),
      options: {
        method: random.pick(SCENE_METHODS),
        tolerance: powerOfTwo(-10 - random.integer(14)),
        clearance: random.pick([0, 0, 0.03125]),
        contacts: random.pick(['first', 'all', 'minimal', 'none']),
        mode: random.pick(['first', 'first', 'any']),
        start: random.pick(['strict', 'strict', 'leaving']),
        maxIterations: MOST_ITERATIONS,
      },
    };
  },
  answer: (given) => {
    const { scene, motions } = library(given);
    const { tolerance, clearance } = given.options;
    return {
      first: ask(given, {}, { scene, motions }),
      distance: scene.distanceAt(motions, 0.5),
      clearance: scene.clearance(motions, { tolerance, maxIterations: 500 }),
      stretches: scene.contactIntervals(motions, { tolerance, clearance, maxIterations: 500 }),
    };
  },
  doubt: async (given) =>
    firstDoubt(
      () => jsonDoubt(ask(given)),
      () => methodsDoubt(given),
      () => scaleDoubt(given),
    ) ?? proofDoubt((proof) => ask(given, { mode: 'first', start: 'strict', contacts: 'none', proof })),
};

function robotWay(random: Random, name: string, segments: number): RobotWay {
  const spec = arm(random, name);
  return { arm: spec, path: Array.from({ length: segments + 1 }, () => values(random, spec, random.pick([0.5, 2, 7]))) };
}

function library({ robots, bodies, obstacles }: SceneCase): { readonly scene: Scene; readonly motions: SceneMotions } {
  const built = robots.map((robot) => robotOf(robot.arm));
  const motions: Record<string, SceneMotions[string]> = {};
  built.forEach((robot, i) => {
    motions[robot.name] = robot.path(robots[i].path);
  });
  bodies.forEach(({ motion }, i) => {
    motions[`body${i}`] = libraryMotion(motion);
  });
  const scene = new Scene({
    robots: built,
    bodies: bodies.map((body, i) => ({ name: `body${i}`, shape: meshOf(body.shape, `body${i}`) })),
    obstacles: obstacles.map((obstacle, i) => ({ name: `thing${i}`, shape: meshOf(obstacle.shape, `thing${i}`), pose: obstacle.pose })),
  });
  return { scene, motions };
}

function ask(given: SceneCase, options: Partial<NamedOptions> = {}, { scene, motions } = library(given)): SceneFirstContact {
  const { method = 'auto', ...asked } = { ...given.options, ...options };
  return scene.firstContact(motions, { ...asked, method: methodNamed(method) });
}

function methodsDoubt(given: SceneCase): string | null {
  const { tolerance, clearance } = given.options;
  const told = SCENE_METHODS.map((method) => ({
    who: method,
    answer: ask(given, { method, mode: 'first', start: 'strict', contacts: 'none' }),
  }));
  const free = told.find(({ answer }) => answer.status === 'free');
  const deep = told.find(
    ({ answer: { status, gap } }) => status === 'overlap' || (status === 'contact' && gap !== null && gap[1] <= clearance),
  );
  if (free !== undefined && deep !== undefined)
    return `${free.who} says free, ${deep.who} says ${deep.answer.status} at ${deep.answer.time}`;
  const judge = new BruteScene({
    robots: given.robots.map(({ arm: spec, path }) => ({
      options: bruteOptions(spec),
      motion: { kind: 'path', waypoints: path.map((row) => byName(spec, row)) },
    })),
    bodies: given.bodies.map(({ shape: spec, motion }, i) => ({ name: `body${i}`, mesh: meshOf(spec, `body${i}`), motions: [motion] })),
    obstacles: given.obstacles.map(({ shape: spec, pose: place }, i) => ({
      name: `thing${i}`,
      mesh: meshOf(spec, `thing${i}`),
      pose: place,
    })),
  });
  for (const { who, answer } of told) {
    const found = judge.violation(answer, clearance, tolerance);
    if (found !== null) return `${who}: ${found}`;
  }
  return null;
}

/** The judge builds its own robot of the same options. */
function bruteOptions(spec: ArmSpec) {
  const robot = robotOf(spec);
  return {
    name: robot.name,
    base: spec.base,
    allowed: [...spec.links.entries()].flatMap(([i, { parent }]) => {
      const above = parent < 0 ? -1 : spec.links[parent].parent;
      const own = `${spec.name}${i}`;
      return [parent, above].filter((k) => k >= 0).map((k) => ({ a: `${spec.name}${k}`, b: own }));
    }),
    links: spec.links.map(({ parent, type, axis, origin, shape: outline }, i) => ({
      name: `${spec.name}${i}`,
      ...(parent < 0 ? {} : { parent: `${spec.name}${parent}` }),
      joint: { name: `${spec.name}${i}-joint`, type, axis, origin },
      shapes: outline === null ? [] : [{ shape: meshOf(outline, `${spec.name}${i}`) }],
    })),
  };
}

function byName(spec: ArmSpec, row: readonly number[]): Record<string, readonly number[]> {
  const named: Record<string, readonly number[]> = {};
  let at = 0;
  spec.links.forEach(({ type }, i) => {
    const size = type === 'fixed' ? 0 : type === 'planar' ? 3 : type === 'floating' ? 7 : 1;
    if (size > 0) named[`${spec.name}${i}-joint`] = row.slice(at, at + size);
    at += size;
  });
  return named;
}

function scaleDoubt(given: SceneCase): string | null {
  const told = ask(given);
  for (const factor of [-20, 20].map(powerOfTwo)) {
    const { status, time, gap, stats } = ask({
      robots: given.robots.map(({ arm: spec, path }) => ({
        arm: scaledArm(spec, factor),
        path: path.map((row) => scaledValues(row, spec, factor)),
      })),
      bodies: given.bodies.map(({ shape: spec, motion }) => ({ shape: scaledShape(spec, factor), motion: scaledWay(motion, factor) })),
      obstacles: given.obstacles.map((thing) => ({ shape: scaledShape(thing.shape, factor), pose: scaledPose(thing.pose, factor) })),
      options: { ...given.options, tolerance: given.options.tolerance * factor, clearance: given.options.clearance * factor },
    });
    const back = { status, time, gap: gap && [gap[0] / factor, gap[1] / factor], nodes: stats.nodes };
    const found = difference({ status: told.status, time: told.time, gap: told.gap && [...told.gap], nodes: told.stats.nodes }, back);
    if (found !== null) return `in a unit ${factor} times as long: ${found}`;
  }
  return null;
}
