// The elementary tests on labelled queries: right or wrong, how early, how much each stage rules out, and nanoseconds.

import { counts, edgeEdgeTouches, elementary, vertexFaceTouches } from '../../src/contact/elementary/elementary.ts';
import { testEdgeEdge, testVertexFace } from '../../src/contact/elementary/linear-stencil.ts';
import { HULL_SIZE, HULL_TIME, HULL_UNTIL, hull } from '../../src/contact/elementary/origin-in-hull.ts';
import { Random } from '../../src/math/random.ts';
import type { PartResult } from '../shared/part.ts';
import { summarize } from '../shared/statistics.ts';
import { type Cell, readable, type Table } from '../shared/table.ts';
import { labelledQueries, STENCIL, type StencilSet, twoFrameMeshes } from './soft-data.ts';
import { nearPairs, nearStencils } from './soft-near-pairs.ts';
import { type SoftContext, timed, type Work } from './soft-part.ts';
import { ELEMENTARY_PEERS } from './soft-peers.ts';

/** Free near pairs of a mesh that are looked at, of each kind. */
const NEAR = 100_000;
/** Queries of a timed block; fewer where integers may be asked. */
const DRAWN = 8192;
const DRAWN_DECIDED = 512;
/** Consecutive ones of large sets. */
const STRETCH = 256;

/** What was answered to a set. */
export interface Verdicts {
  readonly hits: number;
  readonly missed: number;
  readonly falseHits: number;
  /** Of hits with a known time: later than it, by more than a unit in its last place; and how early the others are. */
  readonly late: number;
  readonly early: readonly number[];
  readonly exact: number;
  /** Of the free ones: ruled out by the axes, and of the others by the cubic. */
  readonly byAxis: number;
  readonly byCubic: number;
}

/** The queries with a clearance are measured by soft-clearance.ts. */
export function elementarySets(context: SoftContext): StencilSet[] {
  const frames = twoFrameMeshes(context.data, context.quick).filter(({ contacts }) => contacts !== null);
  const near = frames.flatMap((one) => {
    const { shape, near: all } = nearPairs(one);
    return all.map((pairs) => nearStencils(one, pairs, shape, context.quick ? 1000 : NEAR));
  });
  return [...labelledQueries(context.data), ...frames.flatMap(({ pairs }) => pairs), ...near];
}

export function elementaryTests(context: SoftContext): PartResult {
  const sets = elementarySets(context);
  const verdicts = sets.map(judged);
  const ns = nanosecondsOf(sets, context.rounds);
  const tables = [truthTable(sets, verdicts), timeTable(sets, ns), peerTable(sets, verdicts, ns)];
  return { tables, raw: [earlyTable(sets, verdicts)] };
}

/** Answers all of a set and holds it against the truth. */
export function judged({ kind, count, stencils, truth, times }: StencilSet): Verdicts {
  const after = stencils.subarray(12);
  const verdicts = { hits: 0, missed: 0, falseHits: 0, late: 0, exact: 0, byAxis: 0, byCubic: 0 };
  const early: number[] = [];
  counts.exact = 0;
  hull[HULL_UNTIL] = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const o = STENCIL * i;
    // only what the cubic leaves open gets a size
    hull[HULL_SIZE] = Number.NaN;
    const hit =
      kind === 'vertex-face'
        ? vertexFaceTouches(stencils, after, o, stencils, after, o + 3, o + 6, o + 9)
        : edgeEdgeTouches(stencils, after, o, o + 3, stencils, after, o + 6, o + 9);
    if (truth[i] === 0) {
      if (axisSeparates(kind, stencils, STENCIL * i)) verdicts.byAxis++;
      else if (Number.isNaN(hull[HULL_SIZE])) verdicts.byCubic++;
    }
    verdicts.hits += truth[i];
    if (hit && truth[i] === 0) verdicts.falseHits++;
    if (!hit && truth[i] === 1) verdicts.missed++;
    if (!hit || !(times[i] >= 0)) continue;
    if (hull[HULL_TIME] > times[i] * (1 + 2 ** -52)) verdicts.late++;
    else early.push(Math.max(0, times[i] - hull[HULL_TIME]));
  }
  return { ...verdicts, early, exact: counts.exact };
}

/** On some axis all differences of the two features have one strict sign, at both ends. */
function axisSeparates(kind: StencilSet['kind'], s: Float64Array, o: number): boolean {
  const first = kind === 'vertex-face' ? [0] : [0, 1];
  const second = kind === 'vertex-face' ? [1, 2, 3] : [2, 3];
  return [0, 1, 2].some((axis) => {
    const at = (corner: number, end: number) => s[o + end + 3 * corner + axis];
    const all = (sign: number) => first.every((i) => second.every((j) => [0, 12].every((end) => sign * (at(i, end) - at(j, end)) > 0)));
    return all(1) || all(-1);
  });
}

/** Mean nanoseconds: of the certified search alone, with integers where it leaves a doubt, and of the public function with its checks. */
interface Nanoseconds {
  readonly search: number;
  readonly decided: number;
  readonly checked: number;
}

/** Of free queries and of hits, set by set; null where there are none. */
interface Measured {
  readonly sets: readonly { readonly free: Nanoseconds | null; readonly hits: Nanoseconds | null }[];
}

function nanosecondsOf(sets: readonly StencilSet[], rounds: number): Measured {
  const random = new Random('soft elementary');
  const works: Work[] = [];
  const places = sets.map((set) =>
    [0, 1].map((label) => {
      const members = [...set.truth.keys()].filter((i) => set.truth[i] === label);
      if (members.length === 0) return -1;
      works.push(...worksOf(set, members, random, rounds));
      return works.length - 3;
    }),
  );
  const ms = timed(works, rounds);
  const at = (place: number): Nanoseconds | null =>
    place < 0 ? null : { search: 1e6 * ms[place], decided: 1e6 * ms[place + 1], checked: 1e6 * ms[place + 2] };
  return { sets: places.map(([free, hits]) => ({ free: at(free), hits: at(hits) })) };
}

function worksOf({ kind, stencils }: StencilSet, members: readonly number[], random: Random, rounds: number): Work[] {
  // small sets at random, so that no predictor learns them by heart; large ones in stretches, as a traversal would bring them
  const draw = (count: number): Float64Array => {
    const drawn = new Float64Array(STENCIL * count);
    let next = 0;
    for (let i = 0; i < count; i++, next++) {
      if (members.length < DRAWN || i % STRETCH === 0) next = random.integer(members.length);
      const o = STENCIL * members[next % members.length];
      drawn.set(stencils.subarray(o, o + STENCIL), STENCIL * i);
    }
    return drawn;
  };
  const most = rounds > 1 ? DRAWN : 64;
  const [many, few] = [draw(most), draw(Math.min(most, DRAWN_DECIDED))];
  const views = Array.from({ length: few.length / STENCIL }, (_, i) => few.subarray(STENCIL * i, STENCIL * i + STENCIL));
  return [
    { count: most, run: () => (kind === 'vertex-face' ? eachVertexFace(many, testVertexFace) : eachEdgeEdge(many, testEdgeEdge)) },
    {
      count: views.length,
      run: () => (kind === 'vertex-face' ? eachVertexFace(few, vertexFaceTouches) : eachEdgeEdge(few, edgeEdgeTouches)),
    },
    {
      count: views.length,
      run: () => {
        for (const view of views) elementary(kind, view);
      },
    },
  ];
}

function eachVertexFace(drawn: Float64Array, test: typeof testVertexFace | typeof vertexFaceTouches): void {
  const after = drawn.subarray(12);
  hull[HULL_UNTIL] = Number.POSITIVE_INFINITY;
  for (let o = 0; o < drawn.length; o += STENCIL) test(drawn, after, o, drawn, after, o + 3, o + 6, o + 9);
}

function eachEdgeEdge(drawn: Float64Array, test: typeof testEdgeEdge | typeof edgeEdgeTouches): void {
  const after = drawn.subarray(12);
  hull[HULL_UNTIL] = Number.POSITIVE_INFINITY;
  for (let o = 0; o < drawn.length; o += STENCIL) test(drawn, after, o, o + 3, drawn, after, o + 6, o + 9);
}

function truthTable(sets: readonly StencilSet[], verdicts: readonly Verdicts[]): Table {
  return {
    file: 'soft-elementary',
    title: 'Elementary tests: truth',
    note:
      'Labelled queries of others, the pairs whose boxes the scenes of others list, and near pairs: those whose swept boxes meet, which is what a step query tests (all that touch, and a sample of the others). ' +
      'Missed, false, late (by more than a unit in the last place) against the truth; early: by how much, where exact first times are known. Exact: decided in integers. By axis: of the free ones, ruled out by a coordinate axis; by cubic: of the rest, because the corners are never coplanar.',
    columns: ['set', 'kind', 'queries', 'hits', 'missed', 'false', 'late', 'early, median', 'early, most', 'exact', 'by axis', 'by cubic'],
    rows: sets.map(({ name, kind, count }, i): Cell[] => {
      const { hits, missed, falseHits, late, early, exact, byAxis, byCubic } = verdicts[i];
      const { median, max } = summarize(early);
      return [
        name,
        kind,
        count,
        hits,
        missed,
        falseHits,
        late,
        median,
        max,
        exact,
        percent(byAxis, count - hits),
        percent(byCubic, count - hits - byAxis),
      ];
    }),
  };
}

function timeTable(sets: readonly StencilSet[], { sets: ns }: Measured): Table {
  const cells = (one: Nanoseconds | null): Cell[] => [one?.search ?? Number.NaN, one?.decided ?? Number.NaN, one?.checked ?? Number.NaN];
  return {
    file: 'soft-elementary-ns',
    title: 'Elementary tests: nanoseconds',
    note: `Mean of a query. Search: certified search alone. Decided: with exact integers where it leaves a doubt, as step queries use it. Checked: the public \`elementary()\`. ${DRAWN} queries drawn at random from the set and its class (${DRAWN_DECIDED} for the last two); from large sets in stretches of ${STRETCH}, in the order of a traversal.`,
    columns: ['set', 'kind', 'free: search', 'free: decided', 'free: checked', 'hits: search', 'hits: decided', 'hits: checked'],
    rows: sets.map(({ name, kind }, i): Cell[] => [name, kind, ...cells(ns[i].free), ...cells(ns[i].hits)]),
  };
}

/** Ranges over the sets, as the others give them. */
function peerTable(sets: readonly StencilSet[], verdicts: readonly Verdicts[], { sets: ns }: Measured): Table {
  const range = (values: readonly number[]): string => {
    const { min, max, count } = summarize(values.filter(Number.isFinite));
    return count === 0 ? '–' : `${readable(min)} to ${readable(max)}`;
  };
  const near = sets.map(({ name }, i) => (name.includes('near') ? (ns[i].free?.search ?? Number.NaN) : Number.NaN));
  const sum = (pick: (v: Verdicts) => number) => verdicts.reduce((total, v) => total + pick(v), 0);
  const medians = verdicts.map(({ early }) => summarize(early).median);
  const largest = summarize(verdicts.flatMap(({ early }) => [summarize(early).max]).filter(Number.isFinite)).max;
  const own: Cell[] = [
    'inbetween, this machine',
    range(near),
    range(ns.map(({ hits }) => hits?.search ?? Number.NaN)),
    sum((v) => v.missed),
    sum((v) => v.late),
    sum((v) => v.falseHits),
    range(medians),
    largest,
  ];
  const spread = ([from, to]: readonly number[]) => `${from} to ${to}`;
  return {
    file: 'soft-elementary-peers',
    title: 'Elementary tests beside others',
    note:
      'Mean nanoseconds: free queries near each other, hits; from the easiest set to the hardest. The others: another machine (Neoverse-N1), 296,665 public queries; the first is a prototype in plain JavaScript and the goal, ' +
      'the last is native Tight-Inclusion [Wang et al. 2021]. Integers, where asked, are left out of the times in all rows.',
    columns: ['method', 'free, near', 'hits', 'missed', 'late', 'false', 'early, medians', 'early, most'],
    rows: [
      own,
      ...ELEMENTARY_PEERS.map(({ name, free, hits, falsePositives, early }): Cell[] => [
        name,
        spread(free),
        spread(hits),
        0,
        0,
        falsePositives,
        spread(early),
        early[2],
      ]),
    ],
  };
}

function earlyTable(sets: readonly StencilSet[], verdicts: readonly Verdicts[]): Table {
  return {
    file: 'soft-elementary-early',
    title: 'How early each hit is',
    note: '',
    columns: ['set', 'kind', 'early'],
    rows: sets.flatMap(({ name, kind }, i) => verdicts[i].early.map((early): Cell[] => [name, kind, early])),
  };
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}
