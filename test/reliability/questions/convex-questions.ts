// Convex polyhedra by all trackers, judged by each other and by the foundation, which sees their surfaces as triangles.
import { PairQuery } from '../../../src/contact/pair-query.ts';
import type { ConvexPolyhedron } from '../../../src/convex/convex-polyhedron.ts';
import { ConvexQuery } from '../../../src/convex/convex-query.ts';
import type { ConvexTracker } from '../../../src/convex/convex-tracker.ts';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexCapsule, convexPrism, convexSphere } from '../../../src/convex/polyhedra.ts';
import { Gjk } from '../../../src/convex/trackers/gjk.ts';
import { LinCanny } from '../../../src/convex/trackers/lin-canny.ts';
import { VClip } from '../../../src/convex/trackers/v-clip.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { libraryMotion } from '../../property/random-pairs.ts';
import type { MotionSpec } from '../../support/brute-force.ts';
import { coordinate, powerOfTwo, scaledVector, vector, wildness } from './numbers.ts';
import { firstDoubt, type Question } from './question.ts';
import { difference, jsonDoubt } from './same.ts';
import { scaledWay, way } from './ways.ts';

type ConvexSpec =
  | { readonly points: readonly number[]; readonly radius: number }
  | { readonly box: Vec3 }
  | { readonly sphere: number }
  | { readonly capsule: readonly [Vec3, Vec3]; readonly radius: number }
  | { readonly prism: number; readonly radius: number; readonly height: number };

interface ConvexBodySpec {
  readonly shape: ConvexSpec;
  readonly motion: MotionSpec;
}

interface ConvexCase {
  readonly a: ConvexBodySpec;
  readonly b: ConvexBodySpec;
  readonly tracker: keyof typeof TRACKERS;
  readonly tolerance: number;
  readonly clearance: number;
}

const TRACKERS = {
  'v-clip': (a: ConvexPolyhedron, b: ConvexPolyhedron): ConvexTracker => new VClip(a, b),
  'lin-canny': (a: ConvexPolyhedron, b: ConvexPolyhedron): ConvexTracker => new LinCanny(a, b),
  gjk: (a: ConvexPolyhedron, b: ConvexPolyhedron): ConvexTracker => new Gjk(a, b),
} as const;
const NAMES = Object.keys(TRACKERS) as (keyof typeof TRACKERS)[];

export const CONVEX: Question<ConvexCase> = {
  kind: 'convex',
  make: (random) => ({
    a: { shape: convex(random), motion: way(random, 3, 3) },
    b: { shape: convex(random), motion: way(random, 0.7, 3) },
    tracker: random.pick(NAMES),
    tolerance: powerOfTwo(-8 - random.integer(20)),
    clearance: random.pick([0, 0, 0.125]),
  }),
  answer: (given) => {
    const query = queryOf(given);
    return { first: asked(given), distance: query.distance(), apart: query.apart(), penetration: query.penetration() };
  },
  doubt: (given) =>
    firstDoubt(
      () => jsonDoubt(asked(given)),
      () => othersDoubt(given),
      () => scaleDoubt(given),
    ),
};

function convex(random: Random): ConvexSpec {
  const size = (): number => random.range(0.05, 1);
  switch (random.integer(7)) {
    case 0:
      return { box: [size(), size(), size()] };
    case 1:
      return { sphere: size() };
    case 2:
      return { capsule: [vector(random, 1), vector(random, 1)], radius: size() / 2 };
    case 3:
      return { prism: 3 + random.integer(8), radius: size(), height: size() };
    default: {
      const wild = wildness(random);
      const count = 4 + random.integer(12);
      return { points: Array.from({ length: 3 * count }, () => coordinate(random, wild)), radius: random.pick([0, 0, 0.1]) };
    }
  }
}

function polyhedronOf(spec: ConvexSpec): ConvexPolyhedron {
  if ('points' in spec) return convexHull(spec.points, { radius: spec.radius });
  if ('box' in spec) return convexBox(spec.box);
  if ('sphere' in spec) return convexSphere(spec.sphere);
  if ('capsule' in spec) return convexCapsule(spec.capsule[0], spec.capsule[1], spec.radius);
  return convexPrism(spec.prism, spec.radius, spec.height);
}

function scaledSpec(spec: ConvexSpec, factor: number): ConvexSpec {
  if ('points' in spec) return { points: spec.points.map((x) => x * factor), radius: spec.radius * factor };
  if ('box' in spec) return { box: scaledVector(spec.box, factor) };
  if ('sphere' in spec) return { sphere: spec.sphere * factor };
  if ('capsule' in spec)
    return { capsule: [scaledVector(spec.capsule[0], factor), scaledVector(spec.capsule[1], factor)], radius: spec.radius * factor };
  return { ...spec, radius: spec.radius * factor, height: spec.height * factor };
}

function queryOf({ a, b, tracker }: ConvexCase): ConvexQuery {
  const body = ({ shape, motion }: ConvexBodySpec) => ({ shape: polyhedronOf(shape), motion: libraryMotion(motion) });
  return new ConvexQuery(body(a), body(b), { tracker: TRACKERS[tracker] });
}

function asked(given: ConvexCase) {
  const { tolerance, clearance } = given;
  return queryOf(given).firstContact({}, { tolerance, clearance, maxIterations: 20_000 });
}

/** All trackers, the bodies swapped, and the foundation. Contact may be told where the nearest is within the tolerance. */
function othersDoubt(given: ConvexCase): string | null {
  const { clearance, tolerance } = given;
  const told = [
    ...NAMES.map((tracker) => ({ who: tracker as string, answer: asked({ ...given, tracker }) as Told })),
    { who: 'swapped', answer: asked({ ...given, a: given.b, b: given.a }) as Told },
    { who: 'the foundation', answer: asTriangles(given, tolerance, clearance) },
  ].filter(({ answer }) => answer.status !== 'unresolved');
  const free = told.find(({ answer }) => answer.status === 'free');
  const deep = told.find(
    ({ answer: { status, gap } }) => status === 'overlap' || (status === 'contact' && gap !== null && gap[1] <= clearance),
  );
  if (free !== undefined && deep !== undefined)
    return `${free.who} says free, ${deep.who} says ${deep.answer.status} at ${deep.answer.time}`;
  // who tells a contact that is one, is not before who proved that there is none until then
  const late = deep && told.find(({ answer }) => answer.status === 'contact' && answer.time > deep.answer.time);
  return deep === undefined || late === undefined ? null : `${late.who} at ${late.answer.time}, ${deep.who} at ${deep.answer.time} already`;
}

interface Told {
  readonly status: string;
  readonly time: number;
  readonly gap: readonly [number, number] | null;
}

/** The surfaces of the hulls. */
function asTriangles({ a, b }: ConvexCase, tolerance: number, clearance: number): Told {
  const body = ({ shape, motion }: ConvexBodySpec, name: string) => {
    return { name, shape: polyhedronOf(shape).mesh, motion: libraryMotion(motion) };
  };
  const query = new PairQuery(body(a, 'a'), body(b, 'b'));
  return query.firstContact({}, { tolerance, clearance, contacts: 'none', maxIterations: 20_000 });
}

function scaleDoubt(given: ConvexCase): string | null {
  const isWild = (spec: ConvexSpec): boolean =>
    'points' in spec && spec.points.some((x) => x !== 0 && !(Math.abs(x) > 2 ** -60 && Math.abs(x) < 2 ** 60));
  if (isWild(given.a.shape) || isWild(given.b.shape)) return null;
  const told = asked(given);
  for (const factor of [-20, 20].map(powerOfTwo)) {
    const larger = ({ shape, motion }: ConvexBodySpec) => ({ shape: scaledSpec(shape, factor), motion: scaledWay(motion, factor) });
    const { status, time, stats } = asked({
      ...given,
      a: larger(given.a),
      b: larger(given.b),
      tolerance: given.tolerance * factor,
      clearance: given.clearance * factor,
    });
    const found = difference({ status: told.status, time: told.time, stats: told.stats }, { status, time, stats });
    if (found !== null) return `in a unit ${factor} times as long: ${found}`;
  }
  return null;
}
