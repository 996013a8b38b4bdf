/**
 * Pilz' blend of two lines, as MoveIt's planner makes it (`trajectory_blender_transition_window`): both lines go from
 * rest to rest, each by its own trapezoid, and come together at the corner. From where the first enters the sphere of
 * the radius around the corner to where the second leaves it, both go on by their own clocks, and the tool is at
 * x₁ + α (x₂ − x₁), α = 6 s⁵ − 15 s⁴ + 10 s³, turned by slerp with α. The longer of both parts is the blend's time; the
 * second line begins later by what it is shorter, the first rests at the corner where it is shorter. This is the limit
 * of fine sampling; the planner shifts α by one of its samples.
 *
 * With g = (1 − α)(1 − s₁) and h = α s₂, s₁ and s₂ the shares done of both lines w₁ and w₂, the place is
 * C − w₁ g + w₂ h: of degree 7 in t between the knots of both laws. Blocks have degree 5, so that g and h are cut and
 * lowered: on [−1, 1] p − (c₇ x + c₆) ω has degree 5, where ω = (T₆ − T₄)/32 is monic, at most 1/16, and 0 at both
 * ends, so that pieces join.
 *
 * Turned is by e^(a₂ φ₂ α) e^(−a₁ φ₁ (1 − α)) beside the corner, φ₁ what is left of the first turn and φ₂ what is done
 * of the second. With A = e^(a₂ φ₂) and B = e^(a₁ φ₁) slerp has (AB)^α for A^α B^α. As unit quaternions, X = log A,
 * Y = log B, L = log AB: k(α) = e^(−αX) (L − X − e^(αL) Y e^(−αL)) e^(αX) turns A^(−α) (AB)^α B^(−α), which is 1 at
 * both ends. Its mean is at most K²/2, K = max |k|, and it is off its mean by |L × Y| + |X| K at most, so that
 * K (1 − |X| − K/2) ≤ |L × Y| ≤ |L|/sin |L| · |X| |Y| sin γ. For φ₁ + φ₂ ≤ ½ that is K ≤ 1.38 |X| |Y| sin γ, and the
 * rotations differ by 2 K/2 · 1.001 ≤ 0.35 φ₁ φ₂ sin γ radians.
 */
import { InputError } from '../../math/input-error.ts';
import { cross, length } from '../../math/vec3.ts';
import type { RunLine } from './blend.ts';
import { type TimedPart, timedParts } from './pace.ts';
import { besideCorner, type Law, partOf, shareAt } from './way.ts';

/** Rotations about different axes: at most so many radians together, and so far off, see above. */
const MOST_TURN = 0.5;
const TURNS_OFF = 0.35;
/** Axes that differ by less are one. */
const SAME_AXIS = 1e-12;
/** Slerp goes the shorter way. */
const HALF_TURN = 3;
/** What lowering may leave, as a share of the accuracy, and pieces between two knots at most. */
const SHARE = 2 ** -8;
const MOST_PIECES = 64;
/** Parts of a law shorter than this share of it are rounding. */
const SLIVER = 1e-12;

type Polynomial = readonly number[];

const ALPHA: Polynomial = [0, 0, 0, 10, -15, 6];

/** A part of a blend: what the tool is led by, and how far that may be off. */
export interface BlendPart {
  readonly seconds: number;
  /** Shares of the blend. */
  readonly law: Law;
  readonly blocks: Float64Array;
  readonly tube: readonly [place: number, turn: number];
  /** What is left of the first line, and done of the second, by powers of t. */
  readonly left: Polynomial;
  readonly done: Polynomial;
}

/** The profile of a line by itself, from rest to rest. */
export function profileOf({ rate }: RunLine, what: string): readonly TimedPart[] {
  if (rate === null || rate.change === Infinity)
    throw new InputError(
      `${what}: blends of kind 'pilz' mix both moves while they slow down and speed up: give speed and acceleration, or another kind`,
    );
  return timedParts(rate, 0, 1, 0, 0);
}

export function lasting(parts: readonly TimedPart[]): number {
  return parts.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** The second at which a share is done. */
export function secondAt(parts: readonly TimedPart[], share: number): number {
  let second = 0;
  for (const [i, { seconds, law }] of parts.entries()) {
    if (share <= shareAt(law, 1) || i === parts.length - 1) {
      const [a, b, c] = law;
      const way = share - a;
      const root = Math.sqrt(Math.max(0, b * b + 4 * c * way));
      return second + seconds * Math.min(1, Math.max(0, b + root > 0 ? (2 * way) / (b + root) : 0));
    }
    second += seconds;
  }
  return second;
}

/** What is done between two seconds. */
export function cutParts(parts: readonly TimedPart[], from: number, to: number): readonly TimedPart[] {
  const least = SLIVER * lasting(parts);
  let begin = 0;
  return parts.flatMap(({ seconds, law }) => {
    const [a, b] = [Math.max(0, from - begin), Math.min(seconds, to - begin)];
    begin += seconds;
    return b - a > least ? [{ seconds: b - a, law: partOf(law, a / seconds, b / seconds) }] : [];
  });
}

/** The parts of the blend of a line into the next, by the profiles of both. */
export function pilzBlend(
  line: RunLine,
  next: RunLine,
  first: readonly TimedPart[],
  second: readonly TimedPart[],
  accuracy: number,
  reach: number,
  what: string,
): readonly BlendPart[] {
  const rests = lasting(first);
  const enters = secondAt(first, 1 - line.blend / line.track.length);
  const [before, after] = [rests - enters, secondAt(second, line.blend / next.track.length)];
  const lasts = Math.max(before, after);
  const delay = lasts - after;
  const least = SLIVER * lasts;
  const knots: number[] = [0];
  for (const knot of [...ends(first).map((at) => at - enters), ...[0, ...ends(second)].map((at) => at + delay), lasts].sort(
    (a, b) => a - b,
  ))
    if (knot > knots[knots.length - 1] + least && (knot < lasts - least || knot === lasts)) knots.push(knot);
  const parts: BlendPart[] = [];
  for (let i = 0; i + 1 < knots.length; i++) {
    const [from, to] = [knots[i], knots[i + 1]];
    const left = lawOver(first, enters + from, enters + to);
    const done = from + least < delay ? [0, 0, 0] : lawOver(second, from - delay, to - delay);
    const whole = lowered(mixtures([1 - left[0], -left[1], -left[2]], done, from / lasts, to / lasts));
    const wide = whole.off * (line.track.length + next.track.length + reach * (line.track.turn + next.track.turn));
    let count = 1;
    while (count < MOST_PIECES && count * count * count * count * count * count * SHARE * accuracy < wide) count++;
    for (let k = 0; k < count; k++) {
      const [a, b] = [from + (k / count) * (to - from), k + 1 === count ? to : from + ((k + 1) / count) * (to - from)];
      const [u, v] = [(a - from) / (to - from), (b - from) / (to - from)];
      const [own, other] = [partOf(left, u, v), partOf(done as Law, u, v)];
      const { off, polynomials } = lowered(mixtures([1 - own[0], -own[1], -own[2]], other, a / lasts, b / lasts));
      const turns = [line.track.turn * (1 - own[0]), next.track.turn * shareAt(other, 1)];
      parts.push({
        ...{ seconds: b - a, law: [a / lasts, (b - a) / lasts, 0] },
        blocks: besideCorner(line.to, line.track, next.track, polynomials[0], polynomials[1]),
        tube: [
          off * (line.track.length + next.track.length),
          off * (line.track.turn + next.track.turn) + turnsOff(line, next, turns[0], turns[1], what),
        ],
        ...{ left: polynomials[0], done: polynomials[1] },
      });
    }
  }
  return parts;
}

function ends(parts: readonly TimedPart[]): number[] {
  let end = 0;
  return parts.map(({ seconds }) => {
    end += seconds;
    return end;
  });
}

/** The law between two seconds without a knot between them; at rest after its end. */
function lawOver(parts: readonly TimedPart[], from: number, to: number): Law {
  const middle = (from + to) / 2;
  let begin = 0;
  for (const { seconds, law } of parts) {
    if (middle < begin + seconds) return partOf(law, (from - begin) / seconds, (to - begin) / seconds);
    begin += seconds;
  }
  return [1, 0, 0];
}

/** How far slerp may be off the product of both turns. */
function turnsOff({ track }: RunLine, next: RunLine, before: number, after: number, what: string): number {
  const apart = length(cross(track.axis, next.track.axis));
  const isOne = before === 0 || after === 0 || apart < SAME_AXIS;
  if (before + after > (isOne ? HALF_TURN : MOST_TURN))
    throw new InputError(
      `${what}: turns by ${(before + after).toPrecision(3)} radians within it${isOne ? '' : ' about two axes'}: give a smaller radius`,
    );
  return isOne ? 0 : TURNS_OFF * before * after * apart;
}

/** (1 − α) left and α done, of degree 7, for shares of the blend from one to another. */
function mixtures(left: Law, done: Law | Polynomial, from: number, to: number): readonly [Polynomial, Polynomial] {
  const alpha = substituted(ALPHA, from, to - from);
  return [
    product(
      alpha.map((x, m) => (m === 0 ? 1 - x : -x)),
      left,
    ),
    product(alpha, done),
  ];
}

/** Polynomials of degree 5 on [0, 1], equal at both ends, and how far off they are at most. */
function lowered(given: readonly Polynomial[]): { readonly polynomials: readonly Polynomial[]; readonly off: number } {
  let off = 0;
  const polynomials = given.map((polynomial) => {
    const x = substituted(polynomial, 0.5, 0.5);
    const [c6, c7] = [x[6], x[7]];
    // ω = x⁶ − 7/4 x⁴ + 13/16 x² − 1/16
    const out = [x[0] + c6 / 16, x[1] + c7 / 16, x[2] - 0.8125 * c6, x[3] - 0.8125 * c7, x[4] + 1.75 * c6, x[5] + 1.75 * c7];
    const size = x.reduce((sum, c) => sum + Math.abs(c), 0);
    off = Math.max(off, (Math.abs(c6) + Math.abs(c7)) / 16 + 2 ** -46 * size);
    return substituted(out, -1, 2);
  });
  return { polynomials, off };
}

function product(a: Polynomial, b: Polynomial): Polynomial {
  const out = new Array<number>(a.length + b.length - 1).fill(0);
  for (const [i, x] of a.entries()) for (const [j, y] of b.entries()) out[i + j] += x * y;
  return out;
}

/** The polynomial at a + b t. */
function substituted(polynomial: Polynomial, a: number, b: number): Polynomial {
  return polynomial.reduceRight<Polynomial>((sum, x) => {
    const out = [x, ...sum.map((y) => b * y)];
    for (const [i, y] of sum.entries()) out[i] += a * y;
    return out;
  }, []);
}
