// [Mirtich 1997, Figure 10]: closest features of a sphere that turns beside a fixed cube, on an axis parallel to the cube's nearest face.

import type { ConvexPolyhedron } from '../../src/convex/convex-polyhedron.ts';
import type { ConvexTracker } from '../../src/convex/convex-tracker.ts';
import { convexBox, convexGeodesicSphere } from '../../src/convex/polyhedra.ts';
import { Gjk } from '../../src/convex/trackers/gjk.ts';
import { LinCanny } from '../../src/convex/trackers/lin-canny.ts';
import { VClip } from '../../src/convex/trackers/v-clip.ts';
import { multiply, writeMatrix } from '../../src/math/quat.ts';
import { Random } from '../../src/math/random.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { toSvg } from '../shared/plot.ts';
import { processorTime } from '../shared/processor-time.ts';
import type { Cell, Table } from '../shared/table.ts';
import type { BodiesContext } from './bodies-part.ts';

const METHODS: readonly { readonly name: string; make(a: ConvexPolyhedron, b: ConvexPolyhedron): ConvexTracker }[] = [
  { name: 'V-Clip', make: (a, b) => new VClip(a, b) },
  { name: 'Lin-Canny', make: (a, b) => new LinCanny(a, b) },
  { name: 'GJK', make: (a, b) => new Gjk(a, b) },
];
/** 20 f² facets: 320, 1,280, 5,120 and 20,480. */
const FREQUENCIES: readonly number[] = [4, 8, 16, 32];
const DEGREES: readonly number[] = Array.from({ length: 20 }, (_, k) => k + 1);
const SHOWN: readonly number[] = [1, 2, 5, 10, 20];
/** Whole turns for every whole number of degrees. */
const CALLS = 360;
/** Of all calls in one timed run: clocks of processor time tick in microseconds. */
const REPEATS = 5;
const ROUNDS = 20;
const COLOURS = ['#2858b0', '#2a8040', '#b08020', '#c03028'];

interface Measured {
  readonly method: string;
  readonly facets: number;
  readonly degrees: number;
  readonly us: number;
  readonly steps: number;
  /** Calls in which Lin-Canny's rules went round in circles. */
  readonly cycled: number;
}

export function closestFeatures({ quick }: BodiesContext): PartResult {
  const since = performance.now();
  const frequencies = quick ? [2, 8] : FREQUENCIES;
  const degrees = quick ? [1, 20] : DEGREES;
  const cube = convexBox(2);
  const spheres = frequencies.map((f) => convexGeodesicSphere(1, f));
  const at = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 2.5, 0.2, 0.3);
  const subjects = degrees.flatMap((angle) => {
    const places = turning(angle);
    return METHODS.flatMap(({ name, make }) =>
      spheres.map((sphere) => ({ method: name, facets: sphere.faceCount, degrees: angle, tracker: make(sphere, cube), places })),
    );
  });
  const counted = subjects.map(({ tracker, places }) => count(tracker, places, at));
  const ms = processorTime(
    subjects.map(({ tracker, places }) => {
      const round = () => {
        for (const place of places) tracker.track(place, at);
      };
      return {
        count: REPEATS * CALLS,
        prepare: round,
        run: () => {
          for (let k = 0; k < REPEATS; k++) round();
        },
      };
    }),
    quick ? 1 : ROUNDS,
  );
  const measured = subjects.map(
    ({ method, facets, degrees: angle }, i): Measured => ({ method, facets, degrees: angle, us: 1000 * ms[i], ...counted[i] }),
  );
  progress('closest features', since);
  return {
    tables: [overview(measured, quick ? degrees : SHOWN), ...(quick ? [] : [growth(measured)])],
    figures: [figure(measured)],
    raw: [
      {
        file: 'bodies-features-raw',
        title: 'Closest features, all',
        note: '',
        columns: ['method', 'facets', 'degrees', 'us', 'steps', 'cycled'],
        rows: measured.map(({ method, facets, degrees: d, us, steps, cycled }): Cell[] => [method, facets, d, us, steps, cycled]),
      },
    ],
  };
}

/** The sphere turned by ever more of the angle about z, from an orientation without symmetry; rows of a placement. */
function turning(angle: number): Float64Array[] {
  const start = new Random('figure 10').quaternion();
  return Array.from({ length: CALLS }, (_, k) => {
    const half = (angle * k * Math.PI) / 360;
    const place = new Float64Array(12);
    writeMatrix(multiply([0, 0, Math.sin(half), Math.cos(half)], start), place, 0);
    return place;
  });
}

/** The mean over the calls after the first, which starts from nothing. */
function count(tracker: ConvexTracker, places: readonly Float64Array[], at: Float64Array): { steps: number; cycled: number } {
  let steps = 0;
  const before = cyclesOf(tracker);
  for (const [k, place] of places.entries()) {
    tracker.track(place, at);
    if (k > 0) steps += tracker.steps;
  }
  return { steps: steps / (places.length - 1), cycled: cyclesOf(tracker) - before };
}

function cyclesOf(tracker: ConvexTracker): number {
  return tracker instanceof LinCanny ? tracker.cycles : 0;
}

function overview(measured: readonly Measured[], degrees: readonly number[]): Table {
  const facets = [...new Set(measured.map((m) => m.facets))];
  return {
    file: 'bodies-features',
    title: 'Closest features of a sphere that turns beside a cube (Figure 10)',
    note:
      'Microseconds of processor time a call, and steps: features or simplices updated until the answer stands. The closest points wander over √N features of N in a turn; at small angles from call to call ' +
      'most calls find the features of the last one still right. GJK’s steps are iterations, each of which climbs over vertices.',
    columns: ['method', 'facets', ...degrees.flatMap((d) => [`${d}°, µs`, `${d}°, steps`])],
    rows: METHODS.flatMap(({ name }) =>
      facets.map((n): Cell[] => [
        name,
        n,
        ...degrees.flatMap((d) => {
          const { us, steps } = of(measured, name, n, d);
          return [us, steps];
        }),
      ]),
    ),
  };
}

/** The paper's number: what 16 times the facets cost. */
function growth(measured: readonly Measured[]): Table {
  return {
    file: 'bodies-features-growth',
    title: 'What 16 times the facets cost',
    note: 'Time a call on the finer sphere over that on the coarser one, less 1. The paper, Lin-Canny at one degree: 15 %. Cycled: calls in which Lin-Canny’s rules ran in circles, all angles and spheres.',
    columns: ['method', 'facets', '1°', '5°', '20°', 'paper, 1°', 'cycled'],
    rows: METHODS.flatMap(({ name }) =>
      [
        [320, 5120],
        [1280, 20480],
      ].map(([coarse, fine]): Cell[] => [
        name,
        `${coarse} to ${fine}`,
        ...[1, 5, 20].map((d) => `${Math.round(100 * (of(measured, name, fine, d).us / of(measured, name, coarse, d).us - 1))} %`),
        name === 'Lin-Canny' ? '15 %' : '–',
        measured.reduce((sum, m) => sum + (m.method === name ? m.cycled : 0), 0),
      ]),
    ),
  };
}

function of(measured: readonly Measured[], method: string, facets: number, degrees: number): Measured {
  const found = measured.find((m) => m.method === method && m.facets === facets && m.degrees === degrees);
  if (found === undefined) throw new Error(`${method} was not measured on ${facets} facets at ${degrees} degrees`);
  return found;
}

function figure(measured: readonly Measured[]): { file: string; caption: string; svg: string } {
  const facets = [...new Set(measured.map((m) => m.facets))];
  const panel = (name: string, yLabel: string, pick: (m: Measured) => number) => ({
    title: `${name}: ${yLabel} a call`,
    xLabel: 'degrees from call to call',
    yLabel,
    series: facets.map((n, i) => ({
      name: `${n} facets`,
      colour: COLOURS[i],
      points: measured.filter((m) => m.method === name && m.facets === n).map((m) => [m.degrees, pick(m)] as const),
    })),
  });
  return {
    file: 'bodies-features',
    caption:
      'Figure 10: closest features of a sphere that turns beside a fixed cube; time a call and steps against the rotation from call to call.',
    svg: toSvg(METHODS.flatMap(({ name }) => [panel(name, 'microseconds', ({ us }) => us), panel(name, 'steps', ({ steps }) => steps)])),
  };
}
