// An independent judge of first contact for scenes with robots: its own rule which pairs count, distances over all pairs of triangles, and
// conservative advancement pair by pair. Only the distance of two triangles is shared with the code under test.
import { triangleDistance } from '../../src/geometry/triangle-triangle.ts';
import type { Pose, Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { add, bruteMotion, cross, dot, type MotionSpec, minus, norm, times, turned } from './brute-force.ts';
import { BruteRobot, type Frame, frameOf, fromMotion, type RobotSpec } from './brute-robot.ts';

export interface SceneSpec {
  readonly robots: readonly RobotSpec[];
  readonly obstacles?: readonly { readonly name: string; readonly mesh: TriangleMesh; readonly pose?: Pose }[];
  readonly bodies?: readonly { readonly name: string; readonly mesh: TriangleMesh; readonly motions: readonly MotionSpec[] }[];
  readonly self?: boolean;
  /** Names of links, bodies and obstacles. */
  readonly allowed?: readonly (readonly [string, string])[];
}

/** The triangles of one body in its own frame, in one ball about its origin and one about its middle. */
export class Soup {
  readonly corners: Float64Array;
  readonly radii: readonly number[];
  readonly reach: number;
  readonly middle: Vec3;
  readonly ball: number;
  /** First triangle and end of each solid. */
  readonly solids: readonly (readonly [number, number])[];

  constructor(shapes: readonly { readonly mesh: TriangleMesh; readonly pose?: Pose }[]) {
    const points: Vec3[] = [];
    const radii: number[] = [];
    const solids: [number, number][] = [];
    for (const { mesh, pose } of shapes) {
      const { q, p } = frameOf(pose);
      if (mesh.solid) solids.push([radii.length, radii.length + mesh.triangleCount]);
      for (const v of mesh.indices)
        points.push(add(turned(q, [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]]), p));
      for (let i = 0; i < mesh.triangleCount; i++) radii.push(mesh.radii?.[i] ?? 0);
    }
    this.corners = Float64Array.from(points.flat());
    this.radii = radii;
    this.solids = solids;
    const thick = Math.max(...radii);
    this.middle = times(
      points.reduce((sum, x) => add(sum, x), [0, 0, 0] as Vec3),
      1 / points.length,
    );
    this.reach = Math.max(...points.map(norm)) + thick;
    this.ball = Math.max(...points.map((x) => norm(minus(x, this.middle)))) * (1 + 1e-12) + thick;
  }

  placedAt({ q, p }: Frame): Float64Array {
    const out = new Float64Array(this.corners.length);
    for (let i = 0; i < out.length; i += 3) out.set(add(turned(q, [this.corners[i], this.corners[i + 1], this.corners[i + 2]]), p), i);
    return out;
  }
}

const scratch = new Float64Array(8);

/** The solid angle of all triangles as seen from x, over 4π: 0 outside of a closed surface. */
function windingNumber(corners: Float64Array, [first, end]: readonly [number, number], x: Vec3): number {
  let sum = 0;
  for (let o = 9 * first; o < 9 * end; o += 9) {
    const [a, b, c] = [0, 3, 6].map((k) => minus([corners[o + k], corners[o + k + 1], corners[o + k + 2]], x));
    const [la, lb, lc] = [norm(a), norm(b), norm(c)];
    sum += 2 * Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
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

export class BrutePairOfScene {
  readonly a: BruteSide;
  readonly b: BruteSide;
  readonly size: number;

  constructor(a: BruteSide, b: BruteSide, segments: number) {
    this.a = a;
    this.b = b;
    let way = 0;
    for (let s = 0; s < segments; s++) way = Math.max(way, this.fastest(s));
    this.size = norm(minus(a.frame(0, 0).p, b.frame(0, 0).p)) + a.soup.reach + b.soup.reach + segments * way;
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
    const ca = A.placedAt(fa);
    const cb = B.placedAt(fb);
    let least = Infinity;
    for (let i = 0; i < A.radii.length; i++) {
      for (let j = 0; j < B.radii.length; j++) {
        triangleDistance(ca, 9 * i, cb, 9 * j, scratch, 0);
        least = Math.min(least, scratch[6] - A.radii[i] - B.radii[j]);
      }
    }
    if (least > 0 && (inside(A, ca, B, cb) || inside(B, cb, A, ca))) return 0;
    return least;
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

function inside(A: Soup, ca: Float64Array, B: Soup, cb: Float64Array): boolean {
  for (const range of B.solids) {
    for (let o = 0; o < 9 * A.radii.length; o += 9)
      if (Math.abs(windingNumber(cb, range, [ca[o], ca[o + 1], ca[o + 2]])) > 0.5) return true;
  }
  return false;
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
      const hit = this.firstBelow(clearance - slack, 0, until);
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
