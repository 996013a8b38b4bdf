// Linearly moving vertices, edges and faces, most of them degenerate, judged by bisection in rational arithmetic.
import { type ElementaryOptions, type ElementaryResult, elementary } from '../../../src/contact/elementary/elementary.ts';
import type { Random } from '../../../src/math/random.ts';
import { compareRationals, rational } from '../../support/rational.ts';
import { bruteStencil } from '../../support/soft/brute-stencil.ts';
import { coordinate, powerOfTwo, wildness } from './numbers.ts';
import { firstDoubt, type Question } from './question.ts';
import { difference } from './same.ts';

interface ElementaryCase {
  readonly kind: 'vertex-face' | 'edge-edge';
  readonly points: readonly number[];
  readonly options: ElementaryOptions;
}

export const ELEMENTARY: Question<ElementaryCase> = {
  kind: 'elementary',
  make: (random) => ({
    kind: random.pick(['vertex-face', 'edge-edge']),
    points: points(random),
    options: random.pick([{}, {}, {}, { clearance: 0.125, tolerance: 2 ** -20 }]),
  }),
  answer: asked,
  doubt: (given) =>
    firstDoubt(
      () => swapDoubt(given),
      () => scaleDoubt(given),
      () => exactDoubt(given),
    ),
};

/** Eight points; on a coarse grid often, so that they meet exactly, lie in a plane, on a line, or are the same. */
function points(random: Random): readonly number[] {
  const wild = random.pick([wildness(random), 1]);
  const isGrid = random.next() < 0.6;
  const numbers = Array.from({ length: 24 }, () => (isGrid ? random.integer(7) - 3 : coordinate(random, wild)));
  const change = random.integer(6);
  // the same plane at both ends; one point twice; the end is the start, moved by one step
  if (change === 0) for (let k = 2; k < 24; k += 3) numbers[k] = 1;
  if (change === 1) numbers.splice(3 * random.integer(8), 3, ...numbers.slice(3, 6));
  if (change === 2) for (let k = 0; k < 12; k++) numbers[12 + k] = numbers[k] + [1, 0, -2][k % 3];
  return numbers;
}

function asked({ kind, points, options }: ElementaryCase): ElementaryResult {
  return elementary(kind, points, options);
}

/** The two edges, or the corners of the face, in another order. */
function swapDoubt(given: ElementaryCase): string | null {
  const order = given.kind === 'edge-edge' ? [2, 3, 1, 0] : [0, 3, 1, 2];
  const points = [0, 12].flatMap((end) => order.flatMap((v) => given.points.slice(end + 3 * v, end + 3 * v + 3)));
  const { hit, time } = asked({ ...given, points });
  const told = asked(given);
  if (hit !== told.hit && given.options.clearance === undefined) return `in another order ${hit}, not ${told.hit}`;
  // exact decisions: the times may differ by a rounding of the root; those with a clearance by what the tolerance allows
  return given.options.clearance === undefined && hit && told.hit && Math.abs(time - told.time) > 1e-7
    ? `in another order at ${time}, not ${told.time}`
    : null;
}

function scaleDoubt(given: ElementaryCase): string | null {
  if (given.points.some((x) => x !== 0 && !(Math.abs(x) > 2 ** -100 && Math.abs(x) < 2 ** 100))) return null;
  const told = asked(given);
  for (const factor of [-30, 20].map(powerOfTwo)) {
    const { clearance = 0, tolerance } = given.options;
    const options = { clearance: clearance * factor, ...(tolerance === undefined ? {} : { tolerance: tolerance * factor }) };
    const found = difference(told, asked({ ...given, points: given.points.map((x) => x * factor), options }));
    if (found !== null) return `in a unit ${factor} times as long: ${found}`;
  }
  return null;
}

/** By bisection in rational numbers, where the numbers are few bits apart. */
function exactDoubt({ kind, points, options }: ElementaryCase): string | null {
  if (options.clearance !== undefined || points.some((x) => x !== 0 && !(Math.abs(x) > 2 ** -80 && Math.abs(x) < 2 ** 80))) return null;
  const told = elementary(kind, points);
  const truth = bruteStencil(kind, points, 20);
  if (truth.verdict === 'unknown') return null;
  if (told.hit !== (truth.verdict === 'hit')) return `${told.hit ? 'hit' : 'free'}, but exactly ${truth.verdict}`;
  if (truth.verdict === 'hit' && compareRationals(rational(told.time), truth.hi) > 0) return `hit at ${told.time}, which is late`;
  return null;
}
