// Two bodies by every method: soups, boxes, balls, capsules and clouds, judged by brute force, by each other and by changes that must not matter.

import type { PairFirstContactOptions } from '../../../src/contact/options.ts';
import { firstContact } from '../../../src/contact/pair-query.ts';
import type { PairFirstContact } from '../../../src/contact/result.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { METHODS, methodNamed, type PairMethodName } from '../../../src/methods/index.ts';
import type { ProofRecorder } from '../../../src/prove/index.ts';
import { libraryMotion } from '../../property/random-pairs.ts';
import { BrutePair, type MotionSpec, turned, violation } from '../../support/brute-force.ts';
import { powerOfTwo, rotation, vector, wildness } from './numbers.ts';
import { proofDoubt } from './proof-doubt.ts';
import { firstDoubt, type Question } from './question.ts';
import { difference, jsonDoubt } from './same.ts';
import { cloud, meshOf, type ShapeSpec, scaledShape, shape, soup } from './shapes.ts';
import { scaledWay, way } from './ways.ts';

export interface BodySpec {
  readonly shape: ShapeSpec;
  readonly motion: MotionSpec;
}

/** Plain data: the method by its name. */
type NamedOptions = Omit<PairFirstContactOptions, 'method'> & { readonly method?: PairMethodName };

interface PairCase {
  readonly a: BodySpec;
  readonly b: BodySpec;
  readonly options: NamedOptions;
}

/** Enough for every honest pair of this size; what needs more is unresolved, and not a hang. */
const MOST_ITERATIONS = 5000;
/** Triangles of a mesh through which hulls are swept, at least. */
const LEAST_SWEPT = 64;
const FACTORS = [-40, -1, 7, 30].map(powerOfTwo);

export const PAIRS: Question<PairCase> = {
  kind: 'pairs',
  make: (random) => {
    const wild = wildness(random);
    return { a: body(random, shape(random, 8, wild), 3), b: body(random, shape(random, 8, wild), 0.7), options: options(random) };
  },
  answer: asked,
  doubt,
};

export const CLOUDS: Question<PairCase> = {
  kind: 'clouds',
  make: (random) => {
    const wild = wildness(random);
    return { a: body(random, shape(random, 4, 0), 3), b: body(random, cloud(random, 60, wild), 0.7), options: options(random) };
  },
  answer: asked,
  doubt,
};

/** A small body that mostly looks convex and flies straight, at a mesh of enough triangles to sweep it through. */
export const SWEPT: Question<PairCase> = {
  kind: 'swept',
  make: (random) => {
    const wild = random.pick([0, 0, 0.3]);
    const mesh: number[] = [];
    while (mesh.length < 9 * LEAST_SWEPT) mesh.push(...soup(random, 24, wild));
    const stood = { position: vector(random, 0.7), quaternion: rotation(random) };
    const b: BodySpec = {
      shape: { soup: mesh, ...(random.integer(4) === 0 ? { radius: random.range(0, 0.05) } : {}) },
      motion:
        random.integer(3) === 0 ? { kind: 'translation', pose: stood, displacement: vector(random, 1) } : { kind: 'rest', pose: stood },
    };
    const a: BodySpec = { shape: small(random), motion: straightWay(random, random.pick([0.3, 2, 2, 30])) };
    const asked = { ...options(random), method: random.pick<PairMethodName>(['auto', 'auto', 'auto', ...METHODS]) };
    return random.integer(2) === 0 ? { a, b, options: asked } : { a: b, b: a, options: asked };
  },
  answer: asked,
  doubt,
};

function small(random: Random): ShapeSpec {
  const size = random.pick([0.2, 0.05, 0.01]);
  const corner = (flat: number): number[] => vector(random, size).map((x, k) => (k === 2 ? flat * x : x));
  const sides = [1, random.range(0.01, 1), random.pick([0.5, powerOfTwo(-20)])].map((x) => size * x);
  switch (random.integer(5)) {
    case 0:
      return { sphere: size };
    case 1:
      return { box: [sides[0], sides[1], sides[2]], centre: vector(random, size) };
    case 2: {
      const [p, q, r, s] = [corner(1), corner(1), corner(1), corner(1)];
      return { soup: [...p, ...q, ...r, ...p, ...q, ...s, ...p, ...r, ...s, ...q, ...r, ...s] };
    }
    case 3: {
      const [x, y] = sides;
      return { soup: [-x, -y, 0, x, -y, 0, x, y, 0, -x, -y, 0, x, y, 0, -x, y, 0], radius: random.pick([0, 0.1 * size]) };
    }
    default:
      return { soup: [...corner(0), ...corner(0), ...corner(0)] };
  }
}

/** Past the origin without a turn; some of them nearly along an axis of the body. */
function straightWay(random: Random, distance: number): MotionSpec {
  const quaternion = rotation(random);
  const goal = vector(random, 0.7);
  const tilt = vector(random, random.pick([0, powerOfTwo(-40), powerOfTwo(-30), powerOfTwo(-20)]));
  const axis = turned(
    quaternion,
    random.pick<Vec3>([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]),
  );
  const along = random.integer(3) === 0 ? axis.map((x, k) => x + tilt[k]) : random.direction();
  const reach = distance * random.range(0.5, 2.2);
  const at = (much: number): Vec3 => [much * along[0], much * along[1], much * along[2]];
  const [x, y, z] = at(-distance);
  const pose = { position: [goal[0] + x, goal[1] + y, goal[2] + z] as Vec3, quaternion };
  return { kind: 'translation', pose, displacement: at(reach) };
}

function body(random: Random, spec: ShapeSpec, distance: number): BodySpec {
  return { shape: spec, motion: way(random, distance, random.pick([3, 3, 30])) };
}

function options(random: Random): NamedOptions {
  return {
    method: random.pick(METHODS),
    tolerance: powerOfTwo(-6 - random.integer(24)),
    clearance: random.pick([0, 0, 0.125]),
    mode: random.pick(['first', 'first', 'first', 'any']),
    start: random.pick(['strict', 'strict', 'strict', 'leaving']),
    contacts: random.pick(['first', 'all', 'minimal', 'none']),
    maxIterations: MOST_ITERATIONS,
  };
}

function placed({ shape: spec, motion }: BodySpec, name: string) {
  return { shape: meshOf(spec, name), motion: libraryMotion(motion) };
}

function asked({ a, b, options }: PairCase, proof?: ProofRecorder): PairFirstContact {
  return firstContact(placed(a, 'a'), placed(b, 'b'), { ...options, proof, method: methodNamed(options.method ?? 'auto') });
}

function scaled({ a, b, options }: PairCase, factor: number): PairCase {
  const larger = ({ shape: spec, motion }: BodySpec): BodySpec => ({ shape: scaledShape(spec, factor), motion: scaledWay(motion, factor) });
  const { tolerance = 1, clearance = 0 } = options;
  return { a: larger(a), b: larger(b), options: { ...options, tolerance: tolerance * factor, clearance: clearance * factor } };
}

async function doubt(given: PairCase): Promise<string | null> {
  const told = asked(given);
  const strict = { ...given, options: { ...given.options, mode: 'first' as const, start: 'strict' as const, contacts: 'none' as const } };
  return (
    firstDoubt(
      () => difference(told, asked(given), 'asked again'),
      () => jsonDoubt(told),
      () => methodsDoubt(strict),
      () => scaleDoubt(given, told),
    ) ?? proofDoubt((proof) => asked(strict, proof))
  );
}

/** Every method and both orders of the bodies against brute force, and against each other. */
function methodsDoubt(given: PairCase): string | null {
  const { clearance = 0, tolerance = 1 } = given.options;
  const judge = new BrutePair(
    { mesh: meshOf(given.a.shape, 'a'), motion: given.a.motion },
    { mesh: meshOf(given.b.shape, 'b'), motion: given.b.motion },
  );
  const told = METHODS.flatMap((method) => {
    const question = { ...given, options: { ...given.options, method } };
    return [
      { who: method, answer: asked(question) },
      { who: `${method}, swapped`, answer: asked({ ...question, a: given.b, b: given.a }) },
    ];
  });
  // solids know an inside that a judge of surfaces does not
  const isSurface = !meshOf(given.a.shape, 'a').solid && !meshOf(given.b.shape, 'b').solid;
  if (isSurface && Number.isFinite(judge.size)) {
    for (const { who, answer } of told) {
      const found = violation(judge, answer, clearance, tolerance);
      if (found !== null) return `${who}: ${found}`;
    }
  }
  const free = told.find(({ answer }) => answer.status === 'free');
  const deep = told.find(
    ({ answer: { status, gap } }) => status === 'overlap' || (status === 'contact' && gap !== null && gap[1] <= clearance),
  );
  return free === undefined || deep === undefined
    ? null
    : `${free.who} says free, ${deep.who} says ${deep.answer.status} at ${deep.answer.time}`;
}

/** In another unit of length the bits are the same, as far as doubles go. */
function scaleDoubt(given: PairCase, told: PairFirstContact): string | null {
  if (!isOrdinary(given.a.shape) || !isOrdinary(given.b.shape)) return null;
  for (const factor of FACTORS) {
    const { status, time, gap, stats } = asked(scaled(given, factor));
    const back = { status, time, gap: gap && [gap[0] / factor, gap[1] / factor], stats };
    const found = difference({ status: told.status, time: told.time, gap: told.gap && [...told.gap], stats: told.stats }, back);
    if (found !== null) return `in a unit ${factor} times as long: ${found}`;
  }
  return null;
}

/** No coordinate so small that its square is lost when it is made smaller. */
function isOrdinary(spec: ShapeSpec): boolean {
  const numbers = 'soup' in spec ? spec.soup : 'cloud' in spec ? spec.cloud : [];
  return numbers.every((x) => x === 0 || (Math.abs(x) > 2 ** -100 && Math.abs(x) < 2 ** 100));
}
