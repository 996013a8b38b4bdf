// The elementary tests that keep a distance, on the same queries. Truth: the distance at instants of the step, measured apart from them.

import { KEEP_CLEARANCE, KEEP_TOLERANCE, keep, keepEdgeEdge, keepVertexFace } from '../../src/contact/elementary/keep-distance.ts';
import { FREE, HULL_TIME, HULL_UNTIL, hull } from '../../src/contact/elementary/origin-in-hull.ts';
import { pointTriangleDistance } from '../../src/geometry/point-triangle.ts';
import { Random } from '../../src/math/random.ts';
import type { PartResult } from '../shared/part.ts';
import type { Cell } from '../shared/table.ts';
import { segmentDistance } from './segment-segment.ts';
import { STENCIL, type StencilKind, type StencilSet } from './soft-data.ts';
import { elementarySets } from './soft-elementary.ts';
import { type SoftContext, timed, type Work } from './soft-part.ts';
import { CLEARANCE_PEER } from './soft-peers.ts';

/** Of the mean edge of the set: what is kept, and how far above it counts. */
const CLEARANCES: readonly number[] = [1e-3, 0.1];
const TOLERANCE = 1e-6;
/** Queries of a class that are looked at instant by instant, and instants. */
const LOOKED_AT = 2000;
const INSTANTS = 100;
const DRAWN = 2048;

interface Answers {
  readonly set: StencilSet;
  readonly share: number;
  readonly clearance: number;
  readonly tolerance: number;
  readonly free: readonly number[];
  readonly hits: readonly number[];
  /** NaN where free. */
  readonly times: Float64Array;
}

export function clearanceTests(context: SoftContext): PartResult {
  const all = elementarySets(context).flatMap((set) => CLEARANCES.map((share) => answered(set, share)));
  const random = new Random('soft clearance');
  const works: Work[] = [];
  const places = all.map((answers) =>
    [answers.free, answers.hits].map((members) =>
      members.length === 0 ? -1 : works.push(workOf(answers, members, random, context.quick)) - 1,
    ),
  );
  const ms = timed(works, context.rounds);
  const [free, hits] = [CLEARANCE_PEER.free, CLEARANCE_PEER.hits].map(([from, to]) => `${from} to ${to}`);
  return {
    tables: [
      {
        file: 'soft-clearance',
        title: 'Elementary tests that keep a distance',
        note:
          `The same queries; what is kept is given in parts of the set's mean edge, tolerance ${TOLERANCE} of it. Missed, late: the distance is at most the clearance at one of ${INSTANTS + 1} instants, but no hit, or one later, was told; ` +
          `far: at the time told the distance exceeds clearance + tolerance. Looked at: up to ${LOOKED_AT} queries of each class. Mean nanoseconds; the prototype took ${free} (free) and ${hits} (hits).`,
        columns: ['set', 'kind', 'clearance', 'queries', 'hits', 'looked at', 'missed', 'late', 'far', 'ns free', 'ns hits'],
        rows: all.map((answers, i): Cell[] => {
          const { set, share } = answers;
          const { lookedAt, missed, late, far } = faults(answers, context.quick ? 20 : LOOKED_AT);
          const ns = (place: number) => (place < 0 ? Number.NaN : 1e6 * ms[place]);
          return [
            set.name,
            set.kind,
            share,
            set.count,
            answers.hits.length,
            lookedAt,
            missed,
            late,
            far,
            ns(places[i][0]),
            ns(places[i][1]),
          ];
        }),
      },
    ],
  };
}

function answered(set: StencilSet, share: number): Answers {
  const edge = meanEdge(set);
  const [clearance, tolerance] = [share * edge, TOLERANCE * edge];
  const times = new Float64Array(set.count).fill(Number.NaN);
  const [free, hits]: number[][] = [[], []];
  begin(clearance, tolerance);
  const test = testOf(set.kind);
  const after = set.stencils.subarray(12);
  for (let i = 0; i < set.count; i++) {
    if (test(set.stencils, after, STENCIL * i) === FREE) free.push(i);
    else {
      hits.push(i);
      times[i] = hull[HULL_TIME];
    }
  }
  return { set, share, clearance, tolerance, free, hits, times };
}

/** Between the second and third corner, at the start: an edge of the face, or from one edge to the other. */
function meanEdge({ kind, count, stencils }: StencilSet): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const o = STENCIL * i + (kind === 'vertex-face' ? 3 : 0);
    let square = 0;
    for (let k = o; k < o + 3; k++) square += (stencils[k + 3] - stencils[k]) ** 2;
    sum += Math.sqrt(square) / count;
  }
  return sum;
}

function begin(clearance: number, tolerance: number): void {
  keep[KEEP_CLEARANCE] = clearance;
  keep[KEEP_TOLERANCE] = tolerance;
  hull[HULL_UNTIL] = Number.POSITIVE_INFINITY;
}

function testOf(kind: StencilKind): (drawn: Float64Array, after: Float64Array, o: number) => number {
  return kind === 'vertex-face'
    ? (drawn, after, o) => keepVertexFace(drawn, after, o, drawn, after, o + 3, o + 6, o + 9)
    : (drawn, after, o) => keepEdgeEdge(drawn, after, o, o + 3, drawn, after, o + 6, o + 9);
}

function workOf({ set, clearance, tolerance }: Answers, members: readonly number[], random: Random, quick: boolean): Work {
  const count = quick ? 64 : DRAWN;
  const drawn = new Float64Array(STENCIL * count);
  for (let i = 0; i < count; i++) {
    const o = STENCIL * random.pick(members);
    drawn.set(set.stencils.subarray(o, o + STENCIL), STENCIL * i);
  }
  const after = drawn.subarray(12);
  const test = testOf(set.kind);
  return {
    count,
    run: () => {
      begin(clearance, tolerance);
      for (let o = 0; o < drawn.length; o += STENCIL) test(drawn, after, o);
    },
  };
}

function faults(
  { set, clearance, tolerance, free, hits, times }: Answers,
  most: number,
): { lookedAt: number; missed: number; late: number; far: number } {
  const some = (members: readonly number[]) => members.filter((_, i) => i % Math.max(1, Math.ceil(members.length / most)) === 0);
  const out = { lookedAt: 0, missed: 0, late: 0, far: 0 };
  for (const i of [...some(free), ...some(hits)]) {
    out.lookedAt++;
    const time = times[i];
    let first = Number.POSITIVE_INFINITY;
    for (let n = 0; n <= INSTANTS && first === Number.POSITIVE_INFINITY; n++)
      if (distanceAt(set, i, n / INSTANTS) <= clearance * (1 - ROUNDING)) first = n / INSTANTS;
    if (Number.isNaN(time)) out.missed += first <= 1 ? 1 : 0;
    else {
      if (time > first) out.late++;
      // doubles cannot tell distances apart that are small beside the coordinates
      if (distanceAt(set, i, time) > (clearance + tolerance) * (1 + ROUNDING) + ROUNDING * reach(set, i)) out.far++;
    }
  }
  return out;
}

const ROUNDING = 1e-12;
const a = new Float64Array(9);
const b = new Float64Array(9);
const out = new Float64Array(16);

function distanceAt({ kind, stencils }: StencilSet, query: number, t: number): number {
  const o = STENCIL * query;
  const corner = (k: number, to: Float64Array, at: number) => {
    for (let d = 0; d < 3; d++) to[at + d] = (1 - t) * stencils[o + 3 * k + d] + t * stencils[o + 12 + 3 * k + d];
  };
  if (kind === 'vertex-face') {
    corner(0, a, 0);
    for (let k = 0; k < 3; k++) corner(1 + k, b, 3 * k);
    pointTriangleDistance(a, 0, b, 0, out, 0);
    return out[3];
  }
  for (let k = 0; k < 2; k++) {
    corner(k, a, 3 * k);
    corner(2 + k, b, 3 * k);
  }
  segmentDistance(a, 0, b, 0, out, 0);
  return out[6];
}

function reach({ stencils }: StencilSet, query: number): number {
  let most = 0;
  for (let k = STENCIL * query; k < STENCIL * (query + 1); k++) most = Math.max(most, Math.abs(stencils[k]));
  return most;
}
