// Steps of deforming meshes, judged by every pair of features in exact arithmetic.
import type { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { linearMotion } from '../../../src/soft/linear-motion.ts';
import { StepQuery } from '../../../src/soft/step-query.ts';
import type { StepFirstContact, StepOptions } from '../../../src/soft/step-result.ts';
import { bruteStep, keyOfContact } from '../../property/brute-step.ts';
import { coordinate, powerOfTwo, wildness } from './numbers.ts';
import { firstDoubt, type Question } from './question.ts';
import { difference, jsonDoubt } from './same.ts';

interface SoftSpec {
  readonly name: string;
  readonly indices: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly self: boolean;
}

interface SoftCase {
  readonly bodies: readonly SoftSpec[];
  readonly options: StepOptions;
}

export const SOFT: Question<SoftCase> = {
  kind: 'soft',
  make: (random) => ({
    bodies: ['one', 'two'].slice(0, random.pick([1, 2, 2])).map((name) => soft(random, name)),
    options: { clearance: random.pick([0, 0, 0.0625]), maxContacts: random.pick([1, 10, 1000]) },
  }),
  answer: (given) => {
    const { query, motions } = library(given);
    return { contacts: query.contacts(motions, given.options), first: query.firstContact(motions, given.options), step: safe(given) };
  },
  doubt: (given) =>
    firstDoubt(
      () => jsonDoubt(ask(given)),
      () => exactDoubt(given),
      () => scaleDoubt(given),
    ),
};

/**
 * A strip of triangles that share their corners, all of them moved at will; flat, on a grid, at rest or with wild numbers now and then.
 * The two strips stand one above the other, so that most steps start free.
 */
function soft(random: Random, name: string): SoftSpec {
  const wild = wildness(random);
  const count = 3 + random.integer(7);
  const grid = random.pick([0, 0, 4, 8]);
  const height = name === 'one' ? 0.5 : 0;
  const rough = random.pick([0, 0.1, 0.3]);
  const snapped = (x: number): number => (grid === 0 ? x : Math.round(grid * x) / grid);
  const from = Array.from({ length: count }, (_, k) =>
    [(k - count / 2) / 4, k % 2, height].map((x) => snapped(wild > 0.5 ? coordinate(random, wild) : x + rough * random.range(-0.5, 0.5))),
  ).flat();
  const shift = [random.range(-0.5, 0.5), random.range(-0.5, 0.5), random.range(-1.5, 1.5)];
  const bend = random.pick([0, 0.2, 1.5]);
  const still = random.next() < 0.15;
  const to = still ? from : from.map((x, i) => snapped(x + shift[i % 3] + bend * random.range(-1, 1)));
  const indices = Array.from({ length: count - 2 }, (_, k) => [k, k + 1, k + 2]).flat();
  return { name, indices, from, to, self: random.next() < 0.7 };
}

function library({ bodies }: SoftCase) {
  const sides = bodies.map(({ name, indices, from, self }) => ({ name, shape: new TriangleMesh(from, indices, { name }), self }));
  const motions = Object.fromEntries(bodies.map(({ name, from, to }) => [name, linearMotion(from, to)]));
  return { query: new StepQuery(sides), motions };
}

function ask(given: SoftCase): StepFirstContact {
  const { query, motions } = library(given);
  return query.contacts(motions, given.options);
}

function safe(given: SoftCase): number {
  const { query, motions } = library(given);
  return query.maxStep(motions, given.options);
}

function exactDoubt(given: SoftCase): string | null {
  if (given.options.clearance !== 0) return null;
  if (given.bodies.some(({ from, to }) => [...from, ...to].some((x) => x !== 0 && !(Math.abs(x) > 2 ** -60 && Math.abs(x) < 2 ** 60))))
    return null;
  const told = ask({ ...given, options: { maxContacts: 100_000 } });
  const bodies = given.bodies.map(({ name, indices, from, to, self }) => ({
    name,
    mesh: new TriangleMesh(from, indices, { name }),
    before: Float64Array.from(from),
    after: Float64Array.from(to),
    self,
  }));
  const truth = bruteStep(bodies);
  const keys = new Set(told.contacts.map(keyOfContact));
  const first = [...truth.values()].reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  if (told.status === 'free' && truth.size > 0) return `free, but ${[...truth.keys()][0]} touch at ${first}`;
  if (told.status === 'contact' && told.time > first) return `contact at ${told.time}, but something touches at ${first} already`;
  if (told.status === 'contact' && truth.size === 0) return `contact at ${told.time}, but nothing touches`;
  const missed = [...truth].find(([key]) => !keys.has(key));
  return told.status === 'contact' && missed !== undefined ? `${missed[0]} is not told, it touches at ${missed[1]}` : null;
}

function scaleDoubt(given: SoftCase): string | null {
  if (given.bodies.some(({ from, to }) => [...from, ...to].some((x) => x !== 0 && !(Math.abs(x) > 2 ** -60 && Math.abs(x) < 2 ** 60))))
    return null;
  const told = ask(given);
  for (const factor of [-20, 20].map(powerOfTwo)) {
    const larger = (numbers: readonly number[]): number[] => numbers.map((x) => x * factor);
    const { clearance = 0 } = given.options;
    const { status, time, stats } = ask({
      bodies: given.bodies.map((body) => ({ ...body, from: larger(body.from), to: larger(body.to) })),
      options: { ...given.options, clearance: clearance * factor },
    });
    const found = difference({ status: told.status, time: told.time, stats: told.stats }, { status, time, stats });
    if (found !== null) return `in a unit ${factor} times as long: ${found}`;
  }
  return null;
}
