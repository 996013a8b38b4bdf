import {
  type Body,
  cylinder,
  DragLoop,
  heldMotion,
  MotionChecker,
  type Random,
  Robot,
  rigidMotion,
  Scene,
  type SceneFirstContactOptions,
  type SceneMotions,
} from '../../src/index.ts';
import { methodNamed, SCENE_METHODS, type SceneMethodName } from '../../src/methods/index.ts';
import { linearMotion } from '../../src/soft/index.ts';
import { dentedBall, type Hardness, type Prepared, type Question, sheet, somewhere, soup, type Told, told } from './question.ts';

interface Cell {
  readonly scene: Scene;
  readonly motions: SceneMotions;
}

/** A chain of links, each turning about another axis than the one before. */
export function chain(name: string, links: number, triangles: number, random: Random): Robot {
  const shape = triangles > 100 ? dentedBall(triangles, 0.04, 0.1, random) : cylinder(0.03, 0.09);
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  return new Robot({
    name,
    links: Array.from({ length: links }, (_, i) => ({
      name: `l${i}`,
      ...(i === 0 ? {} : { parent: `l${i - 1}` }),
      joint: { name: `j${i}`, type: 'continuous' as const, axis: axes[i % 3], origin: { position: [0, 0, i === 0 ? 0 : 0.1] as const } },
      shapes: [{ shape }],
    })),
  });
}

const CELLS: Readonly<Record<string, (hardness: Hardness, random: Random) => Cell>> = {
  'arm among balls': ({ triangles, members }, random) => {
    const robot = chain('arm', 6, triangles / 20, random);
    const ball = dentedBall(triangles / 10, 0.1, 0.1, random);
    const obstacles = Array.from({ length: members }, (_, i) => ({ name: `o${i}`, shape: ball, pose: somewhere(random, 0.7) }));
    return { scene: new Scene({ robots: [robot], obstacles }), motions: { arm: robot.path(configurations(robot, 4, 3, random)) } };
  },
  'a long chain': ({ members }, random) => {
    const robot = chain('arm', members, 10, random);
    return { scene: new Scene({ robots: [robot] }), motions: { arm: robot.path(configurations(robot, 3, 0.3, random)) } };
  },
  'arms that turn often': ({ triangles }, random) => {
    const robots = ['left', 'right'].map((name) => chain(name, 6, triangles / 20, random));
    const motions = Object.fromEntries(robots.map((robot) => [robot.name, robot.path(configurations(robot, 2, 200, random))]));
    return { scene: new Scene({ robots, bodies: [] }), motions };
  },
  'bodies in bodies': ({ triangles, members }, random) => {
    const shape = dentedBall(triangles / 10, 0.3, 0.05, random, true);
    const bodies = Array.from({ length: members }, (_, i) => ({ name: `b${i}`, shape }));
    const motions = Object.fromEntries(bodies.map(({ name }) => [name, rigidMotion(somewhere(random, 1), somewhere(random, 1))]));
    return { scene: new Scene({ bodies, obstacles: [{ name: 'shell', shape: dentedBall(triangles, 4, 0, random, true) }] }), motions };
  },
  'a heap of triangles': ({ triangles }, random) => {
    const tool: Body & { name: string } = { name: 'tool', shape: soup(triangles, 0.05, random) };
    const motions = { tool: rigidMotion(somewhere(random, 0.2), somewhere(random, 2)) };
    return { scene: new Scene({ bodies: [tool], obstacles: [{ name: 'heap', shape: soup(triangles, 0.05, random) }] }), motions };
  },
  'taken and laid down': ({ triangles, members }, random) => {
    const robot = chain('arm', 6, triangles / 20, random);
    const part = { name: 'part', shape: dentedBall(triangles / 10, 0.05, 0.05, random) };
    const ball = dentedBall(triangles / 10, 0.1, 0.1, random);
    const obstacles = Array.from({ length: members }, (_, i) => ({ name: `o${i}`, shape: ball, pose: somewhere(random, 0.9) }));
    const motions = { arm: robot.path(configurations(robot, 4, 2, random)), part: heldMotion([{ by: 'l5' }]) };
    return { scene: new Scene({ robots: [robot], bodies: [part], obstacles }), motions };
  },
  'cloth on a ball': ({ triangles }, random) => {
    const shape = sheet(triangles, 2, 0.01);
    const after = Float64Array.from(shape.positions, (x, i) => (i % 3 === 2 ? x - 1 : x));
    const scene = new Scene({
      soft: [{ name: 'cloth', shape }],
      obstacles: [{ name: 'ball', shape: dentedBall(triangles, 0.6, 0.1, random) }],
    });
    return { scene, motions: { cloth: linearMotion(shape.positions, after) } };
  },
};
export const CELL_NAMES: readonly string[] = Object.keys(CELLS);

function configurations(robot: Robot, count: number, reach: number, random: Random): number[][] {
  return Array.from({ length: count }, () => Array.from({ length: robot.size }, () => random.range(-reach, reach)));
}

type Ask = (cell: Cell, options: SceneFirstContactOptions) => Told;
const ASKED: Readonly<Record<string, Ask>> = {
  firstContact: ({ scene, motions }, options) => told(scene.firstContact(motions, options)),
  any: ({ scene, motions }, options) => told(scene.firstContact(motions, { ...options, mode: 'any' })),
  leaving: ({ scene, motions }, options) => told(scene.firstContact(motions, { ...options, start: 'leaving', contacts: 'minimal' })),
  contactIntervals: ({ scene, motions }, options) => {
    const { complete, intervals } = scene.contactIntervals(motions, options);
    return { cut: !complete, status: `${intervals.length} stretches` };
  },
  byPair: ({ scene, motions }, options) => {
    const { complete, pairs } = scene.contactIntervals(motions, { ...options, byPair: true, start: 'leaving' });
    return { cut: !complete, status: `${pairs?.length} pairs` };
  },
  clearance: ({ scene, motions }, { maxMilliseconds }) => {
    const { gap } = scene.clearance(motions, { maxMilliseconds });
    return { cut: gap[1] - gap[0] > 0.001 * gap[1], status: 'gap' };
  },
};

export function sceneQuestion(name: string, method: SceneMethodName, question: string, hardness: Hardness, random: Random): Question {
  const cell = CELLS[name](hardness, random);
  return {
    kind: 'Scene',
    name: [method, question, name].join(', '),
    ask: (maxMilliseconds) =>
      ASKED[question](cell, question === 'clearance' ? { maxMilliseconds } : { method: methodNamed(method), maxMilliseconds }),
  };
}

function fits(name: string, method: SceneMethodName, question: string): boolean {
  return name === 'cloth on a ball' ? method === 'auto' && question === 'firstContact' : question !== 'clearance' || method === 'auto';
}

export function anySceneQuestion(hardness: Hardness, random: Random): Question {
  for (;;) {
    const [name, method, question] = [random.pick(CELL_NAMES), random.pick(SCENE_METHODS), random.pick(Object.keys(ASKED))];
    if (fits(name, method, question)) return sceneQuestion(name, method, question, hardness, random);
  }
}

export function* sceneQuestions(hardness: Hardness, random: Random): Generator<Prepared> {
  for (const name of CELL_NAMES)
    for (const method of SCENE_METHODS)
      for (const question of Object.keys(ASKED))
        if (fits(name, method, question)) yield () => sceneQuestion(name, method, question, hardness, random);
}

/** What planners ask of arms among balls, and of arms that turn often. */
export function* checkerQuestions(hardness: Hardness, random: Random): Generator<Question> {
  for (const name of ['arm among balls', 'arms that turn often']) {
    const { scene } = CELLS[name](hardness, random);
    const { size } = new MotionChecker(scene);
    const [from, to] = [0.1, 30].map((reach) => Array.from({ length: size }, () => random.range(-reach, reach)));
    const asked: Readonly<Record<string, (checker: MotionChecker) => unknown>> = {
      isFree: (checker) => checker.isFree(from),
      motionIsFree: (checker) => checker.motionIsFree(from, to),
      reach: (checker) => checker.reach(from, to),
    };
    for (const [question, ask] of Object.entries(asked))
      yield {
        kind: 'MotionChecker',
        name: `${question}, ${name}`,
        ask: (maxMilliseconds) => {
          const checker = new MotionChecker(scene, { maxMilliseconds });
          const status = String(ask(checker));
          return { cut: status !== 'true' && checker.saidNo === null, status };
        },
      };
  }
}

/** A body that somebody drags through a scene of others. */
export function dragQuestion({ triangles, members }: Hardness, random: Random): Question {
  const shape = dentedBall(triangles / 10, 0.2, 0.1, random);
  const obstacles = Array.from({ length: members }, (_, i) => ({ name: `o${i}`, shape, pose: somewhere(random, 1.5) }));
  const scene = new Scene({ bodies: [{ name: 'crate', shape }], obstacles });
  return {
    kind: 'DragLoop',
    name: 'move',
    ask: (maxMilliseconds) => {
      const drag = new DragLoop(scene, { crate: { position: [3, 0, 0] } }, { keep: 0.01, maxMilliseconds });
      const { status } = drag.move({ crate: { position: [-3, 0, 0], quaternion: random.quaternion() } });
      return { cut: status === 'unresolved', status };
    },
  };
}
