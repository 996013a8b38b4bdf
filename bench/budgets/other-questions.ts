import { ConvexQuery, convexHull } from '../../src/convex/index.ts';
import { type Random, rigidMotion, Scene, type Vec3 } from '../../src/index.ts';
import { plan } from '../../src/plan/index.ts';
import { linearMotion, StepQuery } from '../../src/soft/index.ts';
import { ToolQuery } from '../../src/tool/index.ts';
import { bounce, World } from '../../src/world/index.ts';
import { dentedBall, type Hardness, type Prepared, type Question, sheet, somewhere, told } from './question.ts';
import { chain } from './scene-questions.ts';

/** One step of a sheet: falling flat on another, waves through waves, rolled into itself. */
export function stepQuestion(which: string, question: string, clearance: number, { triangles }: Hardness, random: Random): Question {
  const shape = sheet(triangles, 1, which === 'flat' ? 0 : 0.05);
  const down = which === 'flat' ? 0.5 : random.range(0.1, 0.5);
  const after = Float64Array.from(shape.positions, (x, i) => {
    if (which === 'into itself') return i % 3 === 0 ? 0.3 * Math.cos(9 * x) : i % 3 === 1 ? x : 0.3 * Math.sin(9 * shape.positions[i - 2]);
    return i % 3 === 2 ? x - down : x;
  });
  const lower = Float64Array.from(shape.positions, (x, i) => (i % 3 === 2 ? x - 0.5 * down : x));
  const query = new StepQuery(
    which === 'into itself'
      ? [{ name: 'upper', shape }]
      : [
          { name: 'upper', shape },
          { name: 'lower', shape, self: false },
        ],
  );
  const motions: Record<string, ReturnType<typeof linearMotion>> = { upper: linearMotion(shape.positions, after) };
  if (which !== 'into itself') motions.lower = linearMotion(lower, lower);
  return {
    kind: 'StepQuery',
    name: [question, which, ...(clearance > 0 ? ['clearance'] : [])].join(', '),
    ask: (maxMilliseconds) => {
      const options = { clearance, maxMilliseconds };
      if (question === 'maxStep') return { cut: query.maxStep(motions, options) === 0, status: 'share' };
      return told(question === 'contacts' ? query.contacts(motions, options) : query.firstContact(motions, options));
    },
  };
}
const STEPS: readonly string[] = ['flat', 'waves', 'into itself'];
const STEP_QUESTIONS: readonly string[] = ['firstContact', 'contacts', 'maxStep'];

export function toolQuestion({ triangles }: Hardness, random: Random): Question {
  const query = new ToolQuery({ shape: dentedBall(triangles / 10, 0.2, 0.1, random) }, { shape: sheet(triangles, 2, 0.05) });
  const press = rigidMotion({ position: [0, 0, 0.6] }, { position: [0.2, 0, random.range(-0.2, 0.3)], quaternion: random.quaternion() });
  return {
    kind: 'ToolQuery',
    name: 'firstContact',
    ask: (maxMilliseconds) => told(query.firstContact({ tool: press }, { maxMilliseconds })),
  };
}

/** Bodies thrown at each other; meshes: not convex. */
export function worldQuestion(meshes: boolean, { triangles, members }: Hardness, random: Random): Question {
  const mesh = dentedBall(triangles / 10, 0.1, 0.1, random);
  const hull = convexHull(dentedBall(200, 0.1, 0.1, random).positions);
  const bodies = Array.from({ length: members }, (_, i) => ({
    name: `b${i}`,
    shape: meshes ? mesh : hull,
    pose: { position: [0.4 * (i % 10), 0.4 * (Math.floor(i / 10) % 10), 0.4 * Math.floor(i / 100)] as Vec3 },
    velocity: [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)] as Vec3,
    angularVelocity: [random.range(-3, 3), random.range(-3, 3), 0] as Vec3,
  }));
  let world = new World();
  return {
    kind: 'World',
    name: meshes ? 'advance, meshes' : 'advance, hulls',
    prepare: () => {
      world = new World({ bodies, gravity: [0, 0, -9.81] });
    },
    ask: (maxMilliseconds) => {
      const { complete } = world.advance(2, meshes ? undefined : bounce(0.5, 0.3), { maxMilliseconds });
      return { cut: !complete, status: complete ? 'there' : 'on the way' };
    },
  };
}

export function convexQuestion({ triangles }: Hardness, random: Random): Question {
  const query = new ConvexQuery(
    {
      shape: convexHull(dentedBall(Math.min(triangles, 4000), 1, 0, random).positions),
      motion: rigidMotion(somewhere(random, 2), somewhere(random, 2)),
    },
    { shape: convexHull(dentedBall(400, 1, 0, random).positions) },
  );
  return { kind: 'ConvexQuery', name: 'firstContact', ask: (maxMilliseconds) => told(query.firstContact({}, { maxMilliseconds })) };
}

export function planQuestion(method: 'connect' | 'optimal', { triangles, members }: Hardness, random: Random): Question {
  const robot = chain('arm', 6, triangles / 20, random);
  const shape = dentedBall(triangles / 10, 0.1, 0.1, random);
  const obstacles = Array.from({ length: members }, (_, i) => ({ name: `o${i}`, shape, pose: somewhere(random, 0.8) }));
  const scene = new Scene({ robots: [robot], obstacles });
  const free = (): number[] => {
    // among many obstacles no state may be free: then the question is answered by the first look at it
    for (let tries = 0; ; tries++) {
      const state = Array.from({ length: robot.size }, () => random.range(-3, 3));
      if (tries === 200 || scene.isFree(state)) return state;
    }
  };
  const [from, to] = [free(), free()];
  return {
    kind: 'plan',
    name: method,
    ask: async (maxMilliseconds) => {
      const { status, reason } = await plan(scene, { from, to, method, maxMilliseconds });
      return { cut: reason === 'milliseconds', status };
    },
  };
}

export function anyOtherQuestion(hardness: Hardness, random: Random): Question {
  switch (random.integer(6)) {
    case 0:
      return toolQuestion(hardness, random);
    case 1:
      return worldQuestion(random.next() < 0.5, hardness, random);
    case 2:
      return convexQuestion(hardness, random);
    case 3:
      return planQuestion(random.next() < 0.5 ? 'connect' : 'optimal', hardness, random);
    default:
      return stepQuestion(random.pick(STEPS), random.pick(STEP_QUESTIONS), random.next() < 0.3 ? 0.01 : 0, hardness, random);
  }
}

export function* otherQuestions(hardness: Hardness, random: Random): Generator<Prepared> {
  for (const which of STEPS)
    for (const question of STEP_QUESTIONS)
      for (const clearance of [0, 0.01]) yield () => stepQuestion(which, question, clearance, hardness, random);
  yield () => toolQuestion(hardness, random);
  yield () => worldQuestion(false, hardness, random);
  yield () => worldQuestion(true, hardness, random);
  yield () => convexQuestion(hardness, random);
  yield () => planQuestion('connect', hardness, random);
  yield () => planQuestion('optimal', hardness, random);
}
