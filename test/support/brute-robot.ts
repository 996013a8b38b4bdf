// An independent judge of first contact for robots: its own forward kinematics (quaternions, the engine's sine, joint values by name), its own
// rule which pairs count, distances over all pairs of triangles, and conservative advancement pair by pair with speed bounds summed up joint by
// joint. Nothing of src/robot, src/scene, src/hierarchy, src/motion or src/contact but the types of their input.
import { triangleDistance } from '../../src/geometry/triangle-triangle.ts';
import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { JointOptions } from '../../src/robot/joint.ts';
import type { LinkOptions, RobotOptions } from '../../src/robot/robot.ts';
import {
  add,
  type BruteMotion,
  bruteMotion,
  cross,
  dot,
  type MotionSpec,
  minus,
  norm,
  product,
  times,
  turn,
  turned,
} from './brute-force.ts';

/** Joint values by the joint's name. */
export type Values = Readonly<Record<string, readonly number[]>>;

export interface BrutePoint {
  /** Seconds. */
  readonly time: number;
  readonly positions: Values;
  readonly velocities?: Values;
  readonly accelerations?: Values;
}

export type RobotMotionSpec =
  | { readonly kind: 'path'; readonly waypoints: readonly Values[] }
  | { readonly kind: 'trajectory'; readonly points: readonly BrutePoint[] }
  | { readonly kind: 'posed'; readonly poses: readonly Readonly<Record<string, Pose>>[] };

export interface RobotSpec {
  readonly options: RobotOptions;
  readonly motion: RobotMotionSpec;
}

export interface SceneSpec {
  readonly robots: readonly RobotSpec[];
  readonly obstacles?: readonly { readonly name: string; readonly mesh: TriangleMesh; readonly pose?: Pose }[];
  readonly bodies?: readonly { readonly name: string; readonly mesh: TriangleMesh; readonly motions: readonly MotionSpec[] }[];
  readonly self?: boolean;
  /** Names of links, bodies and obstacles. */
  readonly allowed?: readonly (readonly [string, string])[];
}

/** x ↦ q · x + p */
export interface Frame {
  readonly q: Quat;
  readonly p: Vec3;
}

const IDENTITY: Quat = [0, 0, 0, 1];

function frameOf(pose: Pose | undefined, origin: Vec3 = [0, 0, 0]): Frame {
  const q = pose?.quaternion ?? IDENTITY;
  const l = Math.hypot(...q);
  return { q: [q[0] / l, q[1] / l, q[2] / l, q[3] / l], p: minus(pose?.position ?? [0, 0, 0], origin) };
}

export function compose(a: Frame, b: Frame): Frame {
  return { q: product(a.q, b.q), p: add(turned(a.q, b.p), a.p) };
}

export function inverse({ q, p }: Frame): Frame {
  const back: Quat = [-q[0], -q[1], -q[2], q[3]];
  return { q: back, p: times(turned(back, p), -1) };
}

/** What one joint value does within a segment: coefficients by powers of t, degree at most 5. */
type Polynomial = readonly number[];

const valueAt = (c: Polynomial, t: number): number => c.reduceRight((sum, x) => sum * t + x, 0);
const derivative = (c: Polynomial): Polynomial => c.slice(1).map((x, m) => (m + 1) * x);

/** At least the largest |c(t)| on [0, 1]: samples, and what may be between two of them. */
function largest(c: Polynomial): number {
  const n = 128;
  const steepest = derivative(c).reduce((sum, x) => sum + Math.abs(x), 0);
  let most = 0;
  for (let i = 0; i <= n; i++) most = Math.max(most, Math.abs(valueAt(c, i / n)));
  return most + steepest / (2 * n);
}

/**
 * As the spline interpolation of ROS joint trajectories: in seconds s since the first point, T apart, then in t = s / T. Linear without
 * velocities, cubic with velocities at both ends, quintic with accelerations too.
 */
export function rosPolynomial(T: number, p0: number, p1: number, v0?: number, v1?: number, a0?: number, a1?: number): Polynomial {
  let seconds: number[];
  if (v0 === undefined || v1 === undefined) seconds = [p0, (p1 - p0) / T];
  else if (a0 === undefined || a1 === undefined)
    seconds = [p0, v0, (3 * (p1 - p0)) / T ** 2 - (2 * v0 + v1) / T, (-2 * (p1 - p0)) / T ** 3 + (v0 + v1) / T ** 2];
  else {
    const way = p1 - p0;
    seconds = [
      p0,
      v0,
      a0 / 2,
      (20 * way - (12 * v0 + 8 * v1) * T - (3 * a0 - a1) * T * T) / (2 * T ** 3),
      (-30 * way + (16 * v0 + 14 * v1) * T + (3 * a0 - 2 * a1) * T * T) / (2 * T ** 4),
      (12 * way - 6 * (v0 + v1) * T - (a0 - a1) * T * T) / (2 * T ** 5),
    ];
  }
  return seconds.map((c, m) => c * T ** m);
}

const jointOf = (link: LinkOptions): JointOptions => link.joint ?? { type: 'fixed' };
const nameOf = (link: LinkOptions): string => jointOf(link).name ?? `${link.name}_joint`;

/** Unit vectors x and y of the plane with normal n: those of the frame, turned the shortest way that brings z to n. */
function planeOf(n: Vec3): [Vec3, Vec3] {
  const axis = cross([0, 0, 1], n);
  const sine = norm(axis);
  const q = sine === 0 ? (n[2] > 0 ? IDENTITY : turn([1, 0, 0], Math.PI)) : turn(times(axis, 1 / sine), Math.atan2(sine, n[2]));
  return [turned(q, [1, 0, 0]), turned(q, [0, 1, 0])];
}

/** One robot under its motion; links by name, time over all of its segments. */
export class BruteRobot {
  readonly options: RobotOptions;
  readonly segments: number;
  private readonly motion: RobotMotionSpec;
  private readonly links: ReadonlyMap<string, LinkOptions>;
  private readonly jointLinks: ReadonlyMap<string, LinkOptions>;
  private readonly known: Map<string, readonly Polynomial[]> = new Map();
  private readonly arcs: Map<string, BruteMotion> = new Map();
  /** Of the instant asked for last. */
  private frames = { time: Number.NaN, segment: -1, origin: [0, 0, 0] as Vec3, byLink: new Map<string, Frame>() };

  constructor({ options, motion }: RobotSpec) {
    this.options = options;
    this.motion = motion;
    this.links = new Map(options.links.map((link) => [link.name, link]));
    this.jointLinks = new Map(options.links.map((link) => [nameOf(link), link]));
    const instants = motion.kind === 'path' ? motion.waypoints : motion.kind === 'trajectory' ? motion.points : motion.poses;
    this.segments = instants.length - 1;
  }

  get name(): string {
    return this.options.name;
  }

  link(name: string): LinkOptions {
    return this.links.get(name) as LinkOptions;
  }

  /** Where a link is at a path time, less the origin. `segment`: of the two at a waypoint, which one. */
  frame(link: string, time: number, origin: Vec3, segment: number = Math.min(Math.floor(time), this.segments - 1)): Frame {
    const kept = this.frames;
    if (kept.time !== time || kept.segment !== segment || kept.origin !== origin)
      this.frames = { time, segment, origin, byLink: new Map() };
    return this.placed(link, segment, time - segment, origin);
  }

  private placed(name: string, segment: number, t: number, origin: Vec3): Frame {
    const { byLink } = this.frames;
    let frame = byLink.get(name);
    if (frame === undefined) {
      const link = this.link(name);
      if (this.motion.kind === 'posed') {
        const at = this.arc(`${name} ${segment}`, this.motion.poses[segment][name], this.motion.poses[segment + 1][name]);
        frame = fromMotion(at, t, origin);
      } else {
        const parent = link.parent === undefined ? frameOf(this.options.base, origin) : this.placed(link.parent, segment, t, origin);
        frame = compose(parent, this.relative(link, segment, t));
      }
      byLink.set(name, frame);
    }
    return frame;
  }

  private arc(key: string, from: Pose, to: Pose): BruteMotion {
    let motion = this.arcs.get(key);
    if (motion === undefined) {
      motion = bruteMotion({ kind: 'in-between', from, to });
      this.arcs.set(key, motion);
    }
    return motion;
  }

  /** The link in its parent's frame. */
  private relative(link: LinkOptions, segment: number, t: number): Frame {
    const joint = jointOf(link);
    const frame = frameOf(joint.origin);
    const given = joint.axis ?? [1, 0, 0];
    const axis = times(given, 1 / norm(given));
    switch (joint.type) {
      case 'fixed':
        return frame;
      case 'prismatic':
        return compose(frame, { q: IDENTITY, p: times(axis, valueAt(this.values(link, segment)[0], t)) });
      case 'planar': {
        const [x, y] = planeOf(axis);
        const [u, v, theta] = this.values(link, segment).map((c) => valueAt(c, t));
        return compose(frame, { q: turn(axis, theta), p: add(times(x, u), times(y, v)) });
      }
      case 'floating':
        return compose(frame, fromMotion(this.floating(link, segment), t, [0, 0, 0]));
      default:
        return compose(frame, { q: turn(axis, valueAt(this.values(link, segment)[0], t)), p: [0, 0, 0] });
    }
  }

  private floating(link: LinkOptions, segment: number): BruteMotion {
    const [from, to] = [segment, segment + 1].map((k) => {
      const v = this.positions(k)[nameOf(link)] ?? [0, 0, 0, 0, 0, 0, 1];
      const l = Math.hypot(v[3], v[4], v[5], v[6]);
      return { position: [v[0], v[1], v[2]] as Vec3, quaternion: [v[3] / l, v[4] / l, v[5] / l, v[6] / l] as Quat };
    });
    return this.arc(`${link.name} ${segment}`, from, to);
  }

  private positions(instant: number): Values {
    const { motion } = this;
    return motion.kind === 'path' ? motion.waypoints[instant] : motion.kind === 'trajectory' ? motion.points[instant].positions : {};
  }

  /** The polynomials of a link's joint values; a mimic joint's are its source's, multiplied and shifted. */
  private values(link: LinkOptions, segment: number): readonly Polynomial[] {
    const key = `${link.name} ${segment}`;
    let out = this.known.get(key);
    if (out === undefined) {
      const { mimic, type } = jointOf(link);
      if (mimic !== undefined) {
        const [source] = this.values(this.jointLinks.get(mimic.joint) as LinkOptions, segment);
        const followed = source.map((c) => c * (mimic.multiplier ?? 1));
        followed[0] += mimic.offset ?? 0;
        out = [followed];
      } else out = Array.from({ length: type === 'planar' ? 3 : 1 }, (_, i) => this.polynomial(nameOf(link), i, segment));
      this.known.set(key, out);
    }
    return out;
  }

  private polynomial(joint: string, i: number, segment: number): Polynomial {
    const p0 = this.positions(segment)[joint]?.[i] ?? 0;
    const p1 = this.positions(segment + 1)[joint]?.[i] ?? 0;
    if (this.motion.kind !== 'trajectory') return [p0, p1 - p0];
    const [from, to] = this.motion.points.slice(segment, segment + 2);
    const rate = (values: Values | undefined): number | undefined => values && (values[joint]?.[i] ?? 0);
    return rosPolynomial(
      to.time - from.time,
      p0,
      p1,
      rate(from.velocities),
      rate(to.velocities),
      rate(from.accelerations),
      rate(to.accelerations),
    );
  }

  /** No point within `reach` of the link's origin is faster in the segment: Σ rate · (all that hangs on the joint) + sliding. */
  fastest(name: string, segment: number, reach: number): number {
    const link = this.link(name);
    if (this.motion.kind === 'posed') {
      const { poses } = this.motion;
      return this.arc(`${name} ${segment}`, poses[segment][name], poses[segment + 1][name]).fastest(reach);
    }
    let sum = 0;
    let arm = reach;
    for (let at: LinkOptions | undefined = link; at !== undefined; at = at.parent === undefined ? undefined : this.link(at.parent)) {
      const { type, origin } = jointOf(at);
      arm += norm(origin?.position ?? [0, 0, 0]);
      const base = arm - norm(origin?.position ?? [0, 0, 0]);
      if (type === 'fixed') continue;
      if (type === 'floating') {
        sum += this.floating(at, segment).fastest(base);
        arm += [segment, segment + 1]
          .map((k) => norm((this.positions(k)[nameOf(at as LinkOptions)] ?? [0, 0, 0]).slice(0, 3) as unknown as Vec3))
          .reduce((a, b) => Math.max(a, b));
        continue;
      }
      const values = this.values(at, segment);
      const slides = type === 'prismatic' ? values : type === 'planar' ? values.slice(0, 2) : [];
      const turns = type === 'prismatic' ? [] : values.slice(-1);
      for (const c of slides) {
        sum += largest(derivative(c));
        arm += largest(c);
      }
      for (const c of turns) sum += largest(derivative(c)) * base;
    }
    return sum;
  }

  /** May two links move against each other: some joint on the way between them is not fixed. */
  canPart(a: string, b: string): boolean {
    if (this.motion.kind === 'posed') return true;
    const up = (name: string): string[] => {
      const { parent } = this.link(name);
      return parent === undefined ? [name] : [name, ...up(parent)];
    };
    const [A, B] = [up(a), up(b)];
    const between = [...A.filter((x) => !B.includes(x)), ...B.filter((x) => !A.includes(x))];
    return between.some((name) => jointOf(this.link(name)).type !== 'fixed');
  }

  canMove(name: string): boolean {
    if (this.motion.kind === 'posed') return true;
    const { parent } = this.link(name);
    return jointOf(this.link(name)).type !== 'fixed' || (parent !== undefined && this.canMove(parent));
  }
}

/** As a frame: the quaternion from the images of two axes would lose digits, so the matrix's columns are asked for one by one. */
function fromMotion(motion: BruteMotion, t: number, origin: Vec3): Frame {
  const { rotation: r, position } = motion.at(t, origin);
  return { q: quaternionOf(r), p: position };
}

function quaternionOf(r: readonly number[]): Quat {
  // the largest of the four components first
  const squares = [1 + r[0] - r[4] - r[8], 1 - r[0] + r[4] - r[8], 1 - r[0] - r[4] + r[8], 1 + r[0] + r[4] + r[8]];
  const k = squares.indexOf(Math.max(...squares));
  const s = 2 * Math.sqrt(squares[k]);
  const x = [squares[0] / s, (r[1] + r[3]) / s, (r[2] + r[6]) / s, (r[7] - r[5]) / s];
  const y = [(r[1] + r[3]) / s, squares[1] / s, (r[5] + r[7]) / s, (r[2] - r[6]) / s];
  const z = [(r[2] + r[6]) / s, (r[5] + r[7]) / s, squares[2] / s, (r[3] - r[1]) / s];
  const w = [(r[7] - r[5]) / s, (r[2] - r[6]) / s, (r[3] - r[1]) / s, squares[3] / s];
  const q = [x, y, z, w][k];
  const l = Math.hypot(...q);
  return [q[0] / l, q[1] / l, q[2] / l, q[3] / l];
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
    for (const pair of this.pairs) {
      if (skip?.(pair)) continue;
      const time = pair.firstBelow(level, from, best?.time ?? to);
      if (time !== null && time < (best?.time ?? Infinity)) best = { time, key: pair.key };
    }
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
      const soup = new Soup(shapes ?? []);
      const within = (segment: number): number => Math.min(segment, robot.segments - 1);
      return {
        key: `${robot.name}/${name}`,
        soup,
        frame: (time: number, segment: number) => robot.frame(name, time - segment + within(segment), origin, within(segment)),
        fastest: (segment: number) => robot.fastest(name, within(segment), soup.reach),
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
