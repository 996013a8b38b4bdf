/**
 * Values that follow: points of two frames are to be in one place, and what is shown is that at every instant there is
 * one and only one solution within the errors told of the polynomials told. With Y near J⁻¹, over a span of time
 *
 *   |Y r| + C ε < ε,   C ≥ |I − Y J|,   r: what is open along the polynomials, J: its derivatives, wherever within ε
 *
 * makes u ↦ u − Y F(u) a contraction of p(t) ± ε into itself. [docs/proof.md, "What follows"]
 */
import { abs, type Ball, BITS, fixed, most, ONE, PI_200, rootUp, sinCos, square } from './fixed.ts';
import { outward, placeOf, spread } from './follow-steps.ts';
import { BOUND, FRAME_UNITS, type Judgement, type Work } from './leaf.ts';
import { boundsOf, type Frames, type Pose, rotate, type Step } from './motion.ts';

/** Points of two frames that are to be in one place; in fixed numbers, three a point. */
export interface Join {
  readonly a: number;
  readonly b: number;
  readonly at: readonly (readonly bigint[])[];
}

export interface ClosureQuestion {
  readonly frames: Frames;
  readonly joins: readonly Join[];
  /** Values that follow, and how far each is from its polynomial at most. */
  readonly unknown: readonly number[];
  readonly errors: readonly bigint[];
  /** Coordinates of differences that are 0, as many as values follow; the others are at most `open`. */
  readonly rows: readonly number[];
  readonly open: bigint;
  /** So far in time. */
  readonly until: bigint;
}

/** Spans of time in one segment at most, none shorter than 2⁻¹² of it; parts of a span, each with a Y of its own. */
const MOST_SPANS = 512;
const SHORTEST: bigint = ONE >> 12n;
const PARTS = 64n;
/** Units of work for a part [docs/proof-format.md, "Work"]. */
const PART = 50;
/** Instants whose derivatives are kept. */
const MOST_LOOKS = 1024;
/** Degrees of the polynomials that what is open is held against. */
const DEGREES: readonly bigint[] = [6n, 10n, 16n];

type Moving = Step & { is: 'turn' | 'way' };

interface Side {
  readonly steps: readonly Step[];
  /** How many frames these are of. */
  readonly frames: number;
  readonly points: readonly (readonly bigint[])[];
  readonly sign: bigint;
  /** Its first row. */
  readonly row: number;
}

/** What is open at instants that are dense enough, and by how much it can be more between them. */
interface Open {
  /** By instant: all rows. */
  readonly times: readonly bigint[];
  readonly rows: readonly (readonly bigint[])[];
  /** Off by so much where it is looked at, and from polynomials of the degree. */
  readonly error: bigint;
  readonly rest: bigint;
}

/**
 * Derivatives of all rows by what follows, by row and value, in the middle of a span and at its ends; and by how much
 * they can be off what is between these.
 */
interface Slopes {
  readonly columns: readonly (readonly bigint[][])[];
  readonly off: bigint[][];
  /** What given values can open a row by. */
  readonly given: bigint[];
}

export class Closure {
  private readonly question: ClosureQuestion;
  private readonly sides: readonly Side[];
  private readonly count: number;
  /** Those of all sides together. */
  private readonly motions: number;
  private readonly numbers: ReadonlyMap<number, number>;
  private readonly work: Work;
  private readonly looks: Map<bigint, { readonly columns: bigint[][]; readonly off: bigint[][] }> = new Map();

  constructor(question: ClosureQuestion, work: Work) {
    this.question = question;
    this.work = work;
    this.numbers = new Map(question.unknown.map((value, j) => [value, j]));
    let row = 0;
    this.sides = question.joins.flatMap(({ a, b, at }) => {
      const sides = [a, b].map((frame, k) => ({
        ...question.frames.below(frame, k === 0 ? b : a),
        points: at,
        sign: k === 0 ? 1n : -1n,
        row,
      }));
      row += 3 * at.length;
      return sides;
    });
    this.count = row;
    this.motions = this.sides.reduce((sum, { frames }) => sum + frames, 0);
  }

  /** Over all of the segment. */
  judge(): Judgement {
    const { work } = this;
    const pending: [bigint, bigint][] = [[0n, this.question.until]];
    for (let spans = 0, span = pending.pop(); span !== undefined; span = pending.pop()) {
      if (++spans > MOST_SPANS || work.isSpent) return 'undecided';
      const [from, to] = span;
      const judgement = this.judgeSpan(from, to);
      if (judgement === 'refuted') return 'refuted';
      if (judgement === 'proven') continue;
      if (to - from < SHORTEST) return 'undecided';
      const middle = (from + to) >> 1n;
      pending.push([middle, to], [from, middle]);
    }
    return 'proven';
  }

  /** Whether at the start there is one solution only within errors of that size, and it is within those told. */
  isAlone(errors: readonly bigint[]): boolean {
    const slopes = this.slopesOver(0n, 0n, errors);
    const inverse = this.inverseOf(slopes);
    if (inverse === null) return false;
    const { rows, error } = this.openAt(0n);
    const bounds = this.openness({ times: [0n], rows: [rows], error, rest: 0n }, slopes, inverse);
    return this.contracts(bounds, this.contraction(slopes, inverse), errors);
  }

  /** undecided: it must be cut. */
  private judgeSpan(from: bigint, to: bigint): Judgement {
    const open = this.openOver(from, to);
    if (open === null) return 'undecided';
    const pending: [bigint, bigint][] = [[from, to]];
    for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
      const [begin, end] = part;
      const judgement = this.judgePart(open, begin, end);
      if (judgement === 'refuted') return 'refuted';
      if (judgement === 'proven') continue;
      if ((end - begin) * PARTS <= to - from || this.work.isSpent) return 'undecided';
      const middle = (begin + end) >> 1n;
      pending.push([middle, end], [begin, middle]);
    }
    return 'proven';
  }

  private judgePart(open: Open, begin: bigint, end: bigint): Judgement {
    const { errors } = this.question;
    const n = errors.length;
    this.work.pieces++;
    this.work.own += PART + (n * n + this.count) * (3 * n + open.times.length) + BOUND * n * this.motions;
    const slopes = this.slopesOver(begin, end, errors);
    const inverse = this.inverseOf(slopes);
    if (inverse === null) return 'undecided';
    const contraction = this.contraction(slopes, inverse);
    // what is open takes longer to bound
    if (!contraction.every((row, i) => this.times(row, errors) < errors[i])) return 'undecided';
    if (this.contracts(this.openness(open, slopes, inverse), contraction, errors))
      return this.isClosed(open, slopes) ? 'proven' : 'undecided';
    return this.isElsewhere(open, slopes, inverse, contraction, begin, end) ? 'refuted' : 'undecided';
  }

  /** |Y r| + C ε < ε */
  private contracts(bounds: readonly bigint[], contraction: readonly bigint[][], errors: readonly bigint[]): boolean {
    return bounds.every((bound, i) => bound + this.times(contraction[i], errors) < errors[i]);
  }

  private times(row: readonly bigint[], errors: readonly bigint[]): bigint {
    return row.reduce((sum, c, j) => sum + ((c * errors[j]) >> BITS) + 1n, 0n);
  }

  /** Rows that are not solved stay as small as is told: what is open along the polynomials, and |J| ε. */
  private isClosed(open: Open, { columns, off, given }: Slopes): boolean {
    const { rows, errors } = this.question;
    const solved = new Set(rows);
    for (let row = 0; row < this.count; row++) {
      if (solved.has(row)) continue;
      let far = 0n;
      for (const one of open.rows) if (abs(one[row]) > far) far = abs(one[row]);
      const sizes = off[row].map((more, j) => most3(columns.map((own) => abs(own[row][j]))) + more);
      if (between(far + open.error, open.rest) + given[row] + this.times(sizes, errors) > this.question.open) return false;
    }
    return true;
  }

  /** Whether some instant of a part has no solution within the errors: |Y F| ≥ |Y r| − |Y J| ε > 0. */
  private isElsewhere(open: Open, { given }: Slopes, Y: readonly bigint[][], C: readonly bigint[][], begin: bigint, end: bigint): boolean {
    const { rows, errors } = this.question;
    return open.times.some((t, k) => {
      if (t < begin || t > end) return false;
      return Y.some((own, i) => {
        let [sum, doubt] = [0n, 0n];
        rows.forEach((row, r) => {
          sum += own[r] * open.rows[k][row];
          doubt += abs(own[r]) * (open.error + given[row]);
        });
        return abs(sum) - doubt > (errors[i] + this.times(C[i], errors) + 2n) << BITS;
      });
    });
  }

  /** A bound on |Y r| over the span, for each value. */
  private openness({ rows: looks, error, rest }: Open, { given }: Slopes, Y: readonly bigint[][]): bigint[] {
    const { rows } = this.question;
    return Y.map((own) => {
      let [far, size, more] = [0n, 0n, 0n];
      for (const one of looks) {
        let sum = 0n;
        for (let r = 0; r < rows.length; r++) sum += own[r] * one[rows[r]];
        if (abs(sum) > far) far = abs(sum);
      }
      rows.forEach((row, r) => {
        size += abs(own[r]);
        more += abs(own[r]) * given[row];
      });
      return ((between(far + size * error, size * rest) + more) >> BITS) + 2n;
    });
  }

  /** |I − Y J| at most, wherever J is within its bounds. */
  private contraction({ columns, off }: Slopes, Y: readonly bigint[][]): bigint[][] {
    const { rows } = this.question;
    return Y.map((own, i) =>
      own.map((_, j) => {
        const sums = columns.map((all) => rows.reduce((sum, row, r) => sum + own[r] * all[row][j], i === j ? -(ONE << BITS) : 0n));
        const doubt = rows.reduce((sum, row, r) => sum + abs(own[r]) * off[row][j], 0n);
        return ((most3(sums.map(abs)) + doubt) >> BITS) + 1n;
      }),
    );
  }

  /** An inverse of the derivatives by doubles, a guess; null: there is none. */
  private inverseOf({ columns }: Slopes): bigint[][] | null {
    const inverse = inverted(this.question.rows.map((row) => columns[0][row].map((x) => Number(x) / 2 ** 120)));
    return inverse?.every((own) => own.every((x) => Math.abs(x) < 2 ** 100)) ? inverse.map((own) => own.map(fixed)) : null;
  }

  private openAt(t: bigint): { readonly rows: bigint[]; readonly error: bigint } {
    const rows = new Array<bigint>(this.count).fill(0n);
    let error = 0n;
    for (const { steps, frames, points, sign, row } of this.sides) {
      const pose = placeOf(steps, t);
      this.work.own += FRAME_UNITS * frames;
      points.forEach((x, k) => {
        const { p, e } = pointOf(pose, x);
        for (let i = 0; i < 3; i++) rows[row + 3 * k + i] += sign * p[i];
        if (e > error) error = e;
      });
    }
    return { rows, error: 2n * error };
  }

  /**
   * Each row is analytic, and at most M in an ellipse around the span whose half axes add up to ρ times its half: a
   * polynomial of degree n is within 2 M ρ⁻ⁿ/(ρ − 1) of it, and is, at 3n of Chebyshev's instants, at least 6/7 of its
   * largest. null: too wide.
   */
  private openOver(from: bigint, to: bigint): Open | null {
    const [middle, half] = [(from + to) >> 1n, (to - from + 1n) >> 1n];
    const least = this.question.errors.reduce((a, b) => (b < a ? b : a));
    for (const degree of DEGREES) {
      this.work.own += FRAME_UNITS * this.motions;
      const rest = this.restOf(middle, half, degree);
      if (rest === null || rest << 10n > least) continue;
      const nodes = 3n * degree;
      const times: bigint[] = [];
      const rows: bigint[][] = [];
      let error = 0n;
      for (let k = 0n; k < nodes; k++) {
        const { cos } = sinCos({ m: (((2n * k + 1n) * PI_200) / (2n * nodes)) >> 80n, e: 1n });
        const t = middle + ((half * cos) >> BITS);
        const look = this.openAt(t);
        times.push(t);
        rows.push(look.rows);
        if (look.error > error) error = look.error;
      }
      return { times, rows, error, rest };
    }
    return null;
  }

  /** The least over some ellipses; null: none will do. */
  private restOf(middle: bigint, half: bigint, degree: bigint): bigint | null {
    let best: bigint | null = null;
    for (let s = 1n; s <= 6n; s++) {
      // ρ = 2ˢ: the ellipse is within (ρ + 1/ρ)/2 times the half of the middle
      const wide = ((half << s) + (half >> s)) / 2n + 1n;
      let largest = 0n;
      for (const { steps, points } of this.sides) {
        let turned = 0n;
        let length = points.reduce((far, x) => (lengthOf(x) > far ? lengthOf(x) : far), 0n);
        for (const step of steps) {
          if (step.is === 'turn') turned += spread([step.angle], middle, wide)[1];
          if (step.is === 'way') length += spread(step.way, middle, wide).reduce((a, b) => a + b);
        }
        // a turn by z lengthens by e^|Im z| at most, e^x ≤ 2^(3x/2)
        const doubled = (3n * turned) / (2n * ONE) + 1n;
        if (doubled > 100n) return best;
        largest += length << doubled;
      }
      const rest = ((2n * largest) >> (s * degree)) / ((1n << s) - 1n) + 1n;
      if (best === null || rest < best) best = rest;
    }
    return best;
  }

  /** Along the polynomials, and how far off wherever values are within errors. */
  private slopesOver(begin: bigint, end: bigint, errors: readonly bigint[]): Slopes {
    const looks = [(begin + end) >> 1n, begin, end].map((t) => this.columnsAt(t));
    const out: Slopes = {
      columns: looks.map(({ columns }) => columns),
      off: this.table(),
      given: new Array<bigint>(this.count).fill(0n),
    };
    for (const [row, own] of out.off.entries()) for (let j = 0; j < own.length; j++) own[j] = most3(looks.map(({ off }) => off[row][j]));
    for (const side of this.sides) this.addOff(side, begin, end, errors, out);
    return out;
  }

  private table(): bigint[][] {
    return Array.from({ length: this.count }, () => new Array<bigint>(this.numbers.size).fill(0n));
  }

  /** What a step goes by, if it is a value that follows. */
  private follows(step: Step): number | undefined {
    return step.is === 'still' || step.is === 'loose' || step.value === undefined ? undefined : this.numbers.get(step.value);
  }

  /** Derivatives at an instant, and what rounding does to them. */
  private columnsAt(t: bigint): { readonly columns: bigint[][]; readonly off: bigint[][] } {
    const known = this.looks.get(t);
    if (known !== undefined) return known;
    const out = { columns: this.table(), off: this.table() };
    for (const { steps, frames, points, sign, row: first } of this.sides) {
      const { poses, whole } = outward(steps, t);
      this.work.own += FRAME_UNITS * frames;
      const places = points.map((x) => pointOf(whole, x));
      steps.forEach((step, k) => {
        const j = this.follows(step);
        if (j === undefined) return;
        places.forEach((place, point) => {
          const { column, e } = columnOf(step as Moving, poses[k], place);
          for (let i = 0; i < 3; i++) {
            const row = first + 3 * point + i;
            out.columns[row][j] += sign * column[i];
            out.off[row][j] += e;
          }
        });
      });
    }
    if (this.looks.size >= MOST_LOOKS) this.looks.clear();
    this.looks.set(t, out);
    return out;
  }

  /**
   * Between three instants a derivative is between what it is at two of them, but for what it bends: by a span²/32 at
   * most. What values are off comes on top.
   */
  private addOff({ steps, points, row: first }: Side, begin: bigint, end: bigint, errors: readonly bigint[], out: Slopes): void {
    const start = points.reduce((most, x) => (lengthOf(x) > most ? lengthOf(x) : most), 0n);
    // how far its points are from each step's origin at most, and by how much each step can be off
    let [far, given] = [start, 0n];
    const levers: bigint[] = [];
    const rates = steps.map((step) =>
      step.is === 'turn' ? boundsOf([step.angle], begin, end) : step.is === 'way' ? boundsOf(step.way, begin, end) : [0n, 0n, 0n],
    );
    const changes = steps.map((step, k) => {
      levers.push(far);
      if (step.is === 'still' || step.is === 'loose') return 0n;
      const j = this.follows(step);
      const off = j === undefined ? step.off : ((sizeOf(step.per) * errors[j]) >> BITS) + 1n;
      if (j === undefined) given += step.is === 'turn' ? ((off * far) >> BITS) + 1n : off;
      if (step.is === 'way') far += rates[k][0] + off;
      return off;
    });
    const rows = 3 * points.length;
    for (let i = 0; i < rows; i++) out.given[first + i] += given;
    const span = end - begin;
    steps.forEach((step, k) => {
      const j = this.follows(step);
      if (j === undefined) return;
      const bend = ((((bendOf(steps, rates, start, k) * span) >> BITS) * span) >> (BITS + 5n)) + 1n;
      const more = ((sizeOf((step as Moving).per) * (bend + changeOf(steps, changes, levers, k))) >> BITS) + 1n;
      for (let i = 0; i < rows; i++) out.off[first + i][j] += more;
    });
  }
}

function most3(sizes: readonly bigint[]): bigint {
  return sizes.reduce((a, b) => (b > a ? b : a));
}

/** How much the derivative by step k bends at most, as points do [motion.ts, `reach`]: steps after it only turn it. */
function bendOf(steps: readonly Step[], rates: readonly (readonly bigint[])[], far: bigint, k: number): bigint {
  const turns = steps[k].is === 'turn';
  let [r, v, a] = [turns ? far : ONE, 0n, 0n];
  for (let l = turns ? 0 : k + 1; l < steps.length; l++) {
    const [x, y, z] = rates[l];
    if (steps[l].is === 'turn') {
      a += ((2n * y * v + (((y * y) >> BITS) + 1n + z) * r) >> BITS) + 1n;
      v += ((y * r) >> BITS) + 1n;
    } else if (l < k) {
      r += x;
      v += y;
      a += z;
    }
  }
  return a;
}

/** What a function is at most that is within `rest` of a polynomial, by what it is at Chebyshev's instants. */
function between(far: bigint, rest: bigint): bigint {
  return (7n * (far + rest)) / 6n + rest + 1n;
}

/**
 * The derivative by step k is per · (a × (P − o)), or per itself for a way, as turned by the steps after it. Steps
 * after turn all of it, steps before move P.
 */
function changeOf(steps: readonly Step[], changes: readonly bigint[], levers: readonly bigint[], k: number): bigint {
  const turns = steps[k].is === 'turn';
  return steps.reduce((sum, { is }, l) => {
    const lever = !turns ? (l > k ? ONE : 0n) : l >= k ? levers[k] : levers[l];
    if (is === 'turn') return sum + ((changes[l] * lever) >> BITS) + 1n;
    return is === 'way' && turns && l < k ? sum + changes[l] : sum;
  }, 0n);
}

interface Point {
  readonly p: readonly bigint[];
  readonly e: bigint;
}

function pointOf({ R, p, eR, ep }: Pose, x: readonly bigint[]): Point {
  const place = rotate(R, x).map((one, k) => one + p[k]);
  return { p: place, e: ep + ((sumOf(x) * eR) >> BITS) + 4n };
}

/** By how much a point goes where the step's value goes by one. */
function columnOf(step: Moving, { R, p, eR, ep }: Pose, { p: P, e }: Point): { column: bigint[]; e: bigint } {
  const per = step.per as readonly Ball[];
  if (step.is === 'way') {
    const way = per.map(({ m }) => m);
    return { column: rotate(R, way), e: ((sumOf(way) * eR) >> BITS) + 8n };
  }
  const [x, y, z] = rotate(R, step.axis);
  const d = P.map((one, k) => one - p[k]);
  const crossed = [y * d[2] - z * d[1], z * d[0] - x * d[2], x * d[1] - y * d[0]].map((one) => (one * per[0].m) >> (2n * BITS));
  const off = ((sumOf(d) * (2n * eR + 16n)) >> BITS) + 2n * (e + ep) + 4n;
  return { column: crossed, e: ((most(per[0]) * off) >> BITS) + ((sumOf(d) * per[0].e) >> BITS) + 4n };
}

function sizeOf(per: readonly Ball[] | undefined): bigint {
  return per === undefined ? 0n : rootUp(per.reduce((sum, x) => sum + square(most(x)), 0n));
}

function lengthOf(x: readonly bigint[]): bigint {
  return rootUp(x.reduce((sum, one) => sum + square(abs(one) + 1n), 0n));
}

function sumOf(x: readonly bigint[]): bigint {
  return x.reduce((sum, one) => sum + abs(one), 0n);
}

/** By elimination, in doubles. */
function inverted(A: number[][]): number[][] | null {
  const n = A.length;
  const rows = A.map((own, i) => [...own, ...own.map((_, j) => (i === j ? 1 : 0))]);
  for (let c = 0; c < n; c++) {
    let best = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[best][c])) best = r;
    [rows[c], rows[best]] = [rows[best], rows[c]];
    const pivot = rows[c][c];
    if (!(Math.abs(pivot) > 0)) return null;
    rows[c] = rows[c].map((x) => x / pivot);
    for (let r = 0; r < n; r++) {
      const factor = rows[r][c];
      if (r !== c && factor !== 0) rows[r] = rows[r].map((x, k) => x - factor * rows[c][k]);
    }
  }
  return rows.map((own) => own.slice(n));
}
