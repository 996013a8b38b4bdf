import {
  type Body,
  firstContact,
  type Motion,
  type PairFirstContactOptions,
  PairQuery,
  pointCloud,
  type Random,
  rigidMotion,
  rotationMotion,
  translationMotion,
} from '../../src/index.ts';
import { METHODS, methodNamed, type PairMethodName } from '../../src/methods/index.ts';
import { dentedBall, type Hardness, type Prepared, type Question, sheet, somewhere, soup, told } from './question.ts';

interface Arranged {
  readonly a: Body;
  readonly b: Body;
}

/** Two bodies and their motions, by what makes them hard. */
const ARRANGEMENTS: Readonly<Record<string, (hardness: Hardness, random: Random) => Arranged>> = {
  passing: ({ triangles }, random) => ({
    a: { shape: dentedBall(triangles, 1, 0.1, random), motion: rigidMotion(somewhere(random, 3), somewhere(random, 3)) },
    b: { shape: dentedBall(triangles, 1, 0.1, random) },
  }),
  'one in the other': ({ triangles }, random) => ({
    a: { shape: dentedBall(triangles, 1, 0, random), motion: turning(random.range(1, 3)) },
    b: { shape: dentedBall(triangles, 1 + random.range(1e-4, 1e-2), 0, random) },
  }),
  'one in the other, solid': ({ triangles }, random) => ({
    a: { shape: dentedBall(triangles, 1, 0, random, true), motion: turning(random.range(1, 3)) },
    b: { shape: dentedBall(triangles, 1.01, 0, random, true) },
  }),
  'deep overlap': ({ triangles }, random) => ({
    a: { shape: soup(triangles, 0.1, random), motion: rigidMotion(somewhere(random, 0.1), somewhere(random, 3)) },
    b: { shape: soup(triangles, 0.1, random) },
  }),
  'flat on flat': ({ triangles }) => {
    const shape = sheet(triangles, 1, 0);
    return { a: { name: 'upper', shape, motion: translationMotion({ position: [0, 0, 0.5] }, [0, 0, -0.5]) }, b: { name: 'lower', shape } };
  },
  sliding: ({ triangles }, random) => ({
    a: { shape: sheet(triangles, 1, 0), motion: translationMotion({ position: [0, 0, random.range(1e-7, 1e-5)] }, [0.3, 0.2, 0]) },
    b: { shape: sheet(triangles, 1, 0) },
  }),
  'many turns': ({ triangles }, random) => ({
    a: { shape: sheet(Math.min(triangles, 5000), 2, 0.02), motion: rotationMotion({}, [0, 0, 1], random.range(100, 3000)) },
    b: { shape: sheet(Math.min(triangles, 5000), 2, 0.02), pose: { position: [0, 0, 0.05] } },
  }),
  'points around': ({ triangles }, random) => ({
    a: {
      shape: dentedBall(Math.min(triangles, 5000), 1, 0.05, random),
      motion: rigidMotion(somewhere(random, 0.3), somewhere(random, 0.3)),
    },
    b: {
      shape: pointCloud(
        Float64Array.from({ length: 3 * triangles }, () => random.range(-3, 3)),
        { radius: 1e-3 },
      ),
    },
  }),
};
export const ARRANGED: readonly string[] = Object.keys(ARRANGEMENTS);

function turning(angle: number): Motion {
  return rotationMotion({}, [0.36, 0.48, 0.8], angle);
}

/** cold: bodies that were never asked about before, with no tree. */
export function rigidQuestion(
  arrangement: string,
  method: PairMethodName,
  options: PairFirstContactOptions,
  hardness: Hardness,
  random: Random,
  cold: boolean,
): Question {
  const { a, b } = ARRANGEMENTS[arrangement](hardness, random);
  const wishes = Object.entries(options).map(([key, value]) => `${key} ${value}`);
  const name = [method, arrangement, ...wishes, ...(cold ? ['cold'] : [])].join(', ');
  const query = cold ? null : new PairQuery(a, b);
  return {
    kind: 'PairQuery',
    name,
    ask: (maxMilliseconds) => {
      const asked = { ...options, method: methodNamed(method), maxMilliseconds };
      return told(query?.firstContact({}, asked) ?? firstContact(a, b, asked));
    },
  };
}

const WISHES: readonly PairFirstContactOptions[] = [
  {},
  { contacts: 'minimal' },
  { start: 'leaving' },
  { mode: 'any' },
  { clearance: 0.05 },
  { contacts: 'first' },
];

export function anyRigidQuestion(hardness: Hardness, random: Random): Question {
  const arrangement = random.pick(ARRANGED);
  return rigidQuestion(arrangement, random.pick(METHODS), random.pick(WISHES), hardness, random, random.next() < 0.2);
}

/** Every method with every arrangement and wish. */
export function* rigidQuestions(hardness: Hardness, random: Random): Generator<Prepared> {
  for (const method of METHODS)
    for (const arrangement of ARRANGED)
      for (const wish of WISHES) yield () => rigidQuestion(arrangement, method, wish, hardness, random, false);
  for (const method of METHODS) yield () => rigidQuestion('passing', method, {}, hardness, random, true);
}
