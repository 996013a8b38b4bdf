// An independent judge of first contact for scenes with robots: its own rule which pairs count, distances over all pairs of triangles, and
// conservative advancement pair by pair.
import type { Pose, Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { add, bruteMotion, type MotionSpec, matrixOf, minus, norm, times, turned } from './brute-force.ts';
import { BruteRobot, type Frame, frameOf, fromMotion, type RobotSpec } from './brute-robot.ts';
import { NearestPair, PlacedTriangles, type Placement, Triangles } from './brute-soup.ts';

export interface SceneSpec {
  readonly robots: readonly RobotSpec[];
  readonly obstacles?: readonly { readonly name: string; readonly mesh: TriangleMesh; readonly pose?: Pose }[];
  readonly bodies?: readonly { readonly name: string; readonly mesh: TriangleMesh; readonly motions: readonly MotionSpec[] }[];
  readonly self?: boolean;
  /** Names of links, bodies and obstacles. */
  readonly allowed?: readonly (readonly [string, string])[];
}

/** First triangle and end of a closed surface, and the box that holds it. */
interface Solid {
  readonly first: number;
  readonly end: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** The triangles of one body in its own frame, in one ball about its origin and one about its middle. */
export class Soup extends Triangles {
  readonly middle: Vec3;
  readonly ball: number;
  readonly solids: readonly Solid[];

  constructor(shapes: readonly { readonly mesh: TriangleMesh; readonly pose?: Pose }[]) {
    const points: Vec3[] = [];
    const radii: number[] = [];
    const ranges: [number, number][] = [];
    for (const { mesh, pose } of shapes) {
      const { q, p } = frameOf(pose);
      if (mesh.solid) ranges.push([radii.length, radii.length + mesh.triangleCount]);
      for (const v of mesh.indices)
        points.push(add(turned(q, [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]]), p));
      for (let i = 0; i < mesh.triangleCount; i++) radii.push(mesh.radii?.[i] ?? 0);
    }
    super(Float64Array.from(points.flat()), Float64Array.from(radii));
    this.solids = ranges.map(([first, end]) => {
      const axes = [0, 1, 2].map((c) => points.slice(3 * first, 3 * end).map((x) => x[c]));
      return { first, end, low: axes.map((x) => Math.min(...x)), high: axes.map((x) => Math.max(...x)) };
    });
    this.middle = times(
      points.reduce((sum, x) => add(sum, x), [0, 0, 0] as Vec3),
      1 / points.length,
    );
    this.ball = Math.max(...points.map((x) => norm(minus(x, this.middle)))) * (1 + 1e-12) + Math.max(...radii);
  }
}

/** The solid angle of all triangles as seen from x, over 4π: 0 outside of a closed surface. */
function windingNumber(corners: Float64Array, { first, end }: Solid, x: readonly number[]): number {
  let sum = 0;
  for (let o = 9 * first; o < 9 * end; o += 9) {
    const [a0, a1, a2] = [corners[o] - x[0], corners[o + 1] - x[1], corners[o + 2] - x[2]];
    const [b0, b1, b2] = [corners[o + 3] - x[0], corners[o + 4] - x[1], corners[o + 5] - x[2]];
    const [c0, c1, c2] = [corners[o + 6] - x[0], corners[o + 7] - x[1], corners[o + 8] - x[2]];
    const la = Math.sqrt(a0 * a0 + a1 * a1 + a2 * a2);
    const lb = Math.sqrt(b0 * b0 + b1 * b1 + b2 * b2);
    const lc = Math.sqrt(c0 * c0 + c1 * c1 + c2 * c2);
    const volume = a0 * (b1 * c2 - b2 * c1) + a1 * (b2 * c0 - b0 * c2) + a2 * (b0 * c1 - b1 * c0);
    const [ab, bc, ca] = [a0 * b0 + a1 * b1 + a2 * b2, b0 * c0 + b1 * c1 + b2 * c2, c0 * a0 + c1 * a1 + c2 * a2];
    sum += 2 * Math.atan2(volume, la * lb * lc + ab * lc + bc * la + ca * lb);
  }
  return sum / (4 * Math.PI);
}

export interface BruteSide {
  /** `robot/link`, or the name of a body or obstacle. */
  readonly key: string;
  readonly soup: Soup;
  frame(time: number, segment: number): Frame;
  fastest(segment: number): number;
}

const placementOf = ({ q, p }: Frame): Placement => ({ rotation: matrixOf(q), position: p });

export class BrutePairOfScene {
  readonly a: BruteSide;
  readonly b: BruteSide;
  readonly size: number;
  /** At least what rounding moves a point by. */
  private readonly slack: number;
  private readonly placed: readonly [PlacedTriangles, PlacedTriangles];
  private readonly nearest: NearestPair;

  constructor(a: BruteSide, b: BruteSide, segments: number) {
    this.a = a;
    this.b = b;
    let way = 0;
    for (let s = 0; s < segments; s++) way = Math.max(way, this.fastest(s));
    this.size = norm(minus(a.frame(0, 0).p, b.frame(0, 0).p)) + a.soup.reach + b.soup.reach + segments * way;
    this.placed = [new PlacedTriangles(a.soup), new PlacedTriangles(b.soup)];
    this.slack = 1e-12 * this.size;
    this.nearest = new NearestPair(...this.placed, this.slack);
  }

  get key(): string {
    return `${this.a.key} ${this.b.key}`;
  }

  fastest(segment: number): number {
    return (this.a.fastest(segment) + this.b.fastest(segment)) * (1 + 1e-9);
  }

  /** At least `enough`, or the distance; of solids 0 where one is inside the other. */
  distance(time: number, segment: number, enough = Infinity): number {
    const { soup: A } = this.a;
    const { soup: B } = this.b;
    const fa = this.a.frame(time, segment);
    const fb = this.b.frame(time, segment);
    const apart = norm(minus(add(turned(fa.q, A.middle), fa.p), add(turned(fb.q, B.middle), fb.p))) - A.ball - B.ball;
    if (apart > enough) return apart;
    const placements = [placementOf(fa), placementOf(fb)];
    for (let i = 0; i < 2; i++) this.placed[i].place(placements[i]);
    const least = this.nearest.distance();
    if (least > 0 && (this.isInside(0, 1, placements[1]) || this.isInside(1, 0, placements[0]))) return 0;
    return least;
  }

  /** Whether some triangle of one is inside a solid of the other; none goes through its surface. */
  private isInside(one: 0 | 1, other: 0 | 1, { rotation: r, position: p }: Placement): boolean {
    const { middles } = this.placed[one];
    const soup = [this.a, this.b][other].soup;
    for (const solid of soup.solids) {
      for (let i = 0; i < middles.length; i += 3) {
        const [x, y, z] = [middles[i] - p[0], middles[i + 1] - p[1], middles[i + 2] - p[2]];
        const back = [r[0] * x + r[3] * y + r[6] * z, r[1] * x + r[4] * y + r[7] * z, r[2] * x + r[5] * y + r[8] * z];
        const isInBox = back.every((c, k) => c > solid.low[k] - this.slack && c < solid.high[k] + this.slack);
        if (isInBox && Math.abs(windingNumber(soup.corners, solid, back)) > 0.5) return true;
      }
    }
    return false;
  }

  /** The first time met with d ≤ level on a walk by steps that cannot jump over it, or null; grazing is sampled in the end. */
  firstBelow(level: number, from: number, to: number, most = 2000): number | null {
    for (let s = Math.floor(from); s < to; s++) {
      const end = Math.min(to, s + 1);
      const fastest = this.fastest(s);
      let t = Math.max(from, s);
      for (let step = 0; ; step++) {
        const above = this.distance(t, s, level) - level;
        if (above <= 0) return t;
        if (t >= end || fastest === 0) break;
        const least = step < most ? 2 ** -50 : (end - t) / 400;
        t = Math.min(end, t + Math.max(above / fastest, least));
      }
    }
    return null;
  }
}

/** What a result claims; names of the pair as `robot/link` or the body's. */
export interface SceneClaim {
  readonly status: string;
  readonly time: number;
  readonly pair: readonly [{ readonly body: string; readonly link?: string }, { readonly body: string; readonly link?: string }] | null;
  readonly gap: readonly [number, number] | null;
  readonly rounding: number;
}

export class BruteScene {
  readonly segments: number;
  readonly robots: readonly BruteRobot[];
  readonly pairs: readonly BrutePairOfScene[];
  readonly size: number;
  /** Frames are told relative to it. */
  readonly origin: Vec3;
  /** By level: until when all pairs were walked and found above it. */
  private readonly above: Map<number, number> = new Map();

  constructor(spec: SceneSpec) {
    this.robots = spec.robots.map((robot) => new BruteRobot(robot));
    const counts = [...this.robots.map(({ segments }) => segments), ...(spec.bodies ?? []).map(({ motions }) => motions.length)];
    this.segments = Math.max(1, ...counts);
    const origin: Vec3 = spec.robots[0]?.options.base?.position ?? [0, 0, 0];
    this.origin = origin;
    const links = this.robots.flatMap((robot) => linkSides(robot, origin));
    const bodies = (spec.bodies ?? []).map((body) => bodySide(body, origin));
    const standing = (spec.obstacles ?? []).map(({ name, mesh, pose }) => {
      const frame = frameOf(pose, origin);
      return { key: name, soup: new Soup([{ mesh }]), frame: () => frame, fastest: () => 0, moves: false, robot: null, name };
    });
    const all: readonly Side[] = [...bodies, ...links, ...standing];
    const pairs: BrutePairOfScene[] = [];
    for (let i = 0; i < all.length; i++)
      for (let j = i + 1; j < all.length; j++)
        if (isTested(all[i], all[j], spec)) pairs.push(new BrutePairOfScene(all[i], all[j], this.segments));
    this.pairs = pairs;
    this.size = Math.max(...pairs.map(({ size }) => size), 0);
  }

  pair([a, b]: NonNullable<SceneClaim['pair']>): BrutePairOfScene | undefined {
    const [x, y] = [a, b].map(({ body, link }) => (link === undefined ? body : `${body}/${link}`));
    return this.pairs.find((pair) => (pair.a.key === x && pair.b.key === y) || (pair.a.key === y && pair.b.key === x));
  }

  /** The smallest distance of all pairs. */
  distance(time: number): number {
    const segment = this.segmentOf(time);
    let least = Infinity;
    for (const pair of this.pairs) least = Math.min(least, pair.distance(time, segment, least));
    return least;
  }

  /** The first time met with some d ≤ level, or null. `skip`: pairs left out. */
  firstBelow(
    level: number,
    from = 0,
    to = this.segments,
    skip?: (pair: BrutePairOfScene) => boolean,
  ): { time: number; key: string } | null {
    let best: { time: number; key: string } | null = null;
    const isWhole = from === 0 && skip === undefined;
    const walked = isWhole ? (this.above.get(level) ?? 0) : from;
    if (isWhole && walked > to) return null;
    for (const pair of this.pairs) {
      if (skip?.(pair)) continue;
      const time = pair.firstBelow(level, walked, best?.time ?? to);
      if (time !== null && time < (best?.time ?? Infinity)) best = { time, key: pair.key };
    }
    if (isWhole && best === null) this.above.set(level, to);
    return best;
  }

  segmentOf(time: number): number {
    return Math.min(Math.floor(time), this.segments - 1);
  }

  /** What is wrong with an answer by the guarantee, or null. */
  violation(claim: SceneClaim, clearance: number, tolerance: number, slack: number = 1e-13 * this.size): string | null {
    const { status, time } = claim;
    const until = status === 'free' ? this.segments : time;
    if (status === 'free' && time !== this.segments) return `free with time ${time}`;
    if (status !== 'overlap') {
      // surfaces that cross are 0 apart, never less
      const hit = this.firstBelow(Math.max(0, clearance - slack), 0, until);
      if (hit !== null && (hit.time < until || status === 'free'))
        return `${status} at ${time}, but ${hit.key} has d(${hit.time}) ≤ clearance ${clearance}`;
    }
    if (status === 'free' || status === 'unresolved') return null;
    if (claim.pair === null) return `${status} of no pair`;
    const pair = this.pair(claim.pair);
    if (pair === undefined) return `${status} of ${JSON.stringify(claim.pair)}, which is not to be tested`;
    const d = pair.distance(time, this.segmentOf(time));
    if (status === 'overlap') {
      if (time !== 0) return `overlap at ${time}`;
      return d <= clearance + claim.rounding + slack ? null : `overlap, but d(0) = ${d} > ${clearance} + ${claim.rounding}`;
    }
    if (status !== 'contact') return `status ${status}`;
    if (!(time > 0 && time <= this.segments)) return `contact at ${time}`;
    const effective = Math.min(tolerance, (pair.distance(0, 0) - clearance) / 2);
    if (!(d <= clearance + effective + slack)) return `contact of ${pair.key} at ${time}, but d = ${d} > ${clearance} + ${effective}`;
    const { gap } = claim;
    if (gap === null || !(gap[0] - slack <= Math.max(0, d) && d <= gap[1] + slack))
      return `contact at ${time}: d = ${d} not in gap [${gap}]`;
    return null;
  }
}

interface Side extends BruteSide {
  readonly moves: boolean;
  readonly robot: BruteRobot | null;
  readonly name: string;
}

function linkSides(robot: BruteRobot, origin: Vec3): Side[] {
  return robot.options.links
    .filter(({ shapes }) => (shapes ?? []).length > 0)
    .map(({ name, shapes }) => {
      const soup = new Soup((shapes ?? []).map(({ shape: mesh, pose }) => ({ mesh, pose })));
      const within = (segment: number): number => Math.min(segment, robot.segments - 1);
      // asked by every pair of it
      const speeds: number[] = [];
      return {
        key: `${robot.name}/${name}`,
        soup,
        frame: (time: number, segment: number) => robot.frame(name, time - segment + within(segment), origin, within(segment)),
        fastest: (segment: number) => {
          speeds[segment] ??= robot.fastest(name, within(segment), soup.reach);
          return speeds[segment];
        },
        moves: robot.canMove(name),
        robot,
        name,
      };
    });
}

function bodySide({ name, mesh, motions }: NonNullable<SceneSpec['bodies']>[number], origin: Vec3): Side {
  const soup = new Soup([{ mesh }]);
  const own = motions.map(bruteMotion);
  return {
    key: name,
    soup,
    frame: (time, segment) => fromMotion(own[segment], time - segment, origin),
    fastest: (segment) => own[segment].fastest(soup.reach),
    moves: true,
    robot: null,
    name,
  };
}

function isTested(a: Side, b: Side, { self = true, allowed = [] }: SceneSpec): boolean {
  const named = ({ name, key }: Side, x: string): boolean => x === name || x === key;
  if (allowed.some(([x, y]) => (named(a, x) && named(b, y)) || (named(a, y) && named(b, x)))) return false;
  if (a.robot === null || a.robot !== b.robot) return a.moves || b.moves;
  if (!self || !a.robot.canPart(a.name, b.name)) return false;
  return !(a.robot.options.allowed ?? []).some(
    (pair) => (pair.a === a.name && pair.b === b.name) || (pair.a === b.name && pair.b === a.name),
  );
}
