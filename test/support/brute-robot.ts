// Where the links of a robot are, by an independent judge: its own forward kinematics (quaternions, the engine's sine, joint values by name), and
// speed bounds summed up joint by joint. Nothing of src/robot or src/motion but the types of their input.
import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import type { JointOptions } from '../../src/robot/joint.ts';
import type { LinkOptions, RobotOptions } from '../../src/robot/robot.ts';
import { add, type BruteMotion, bruteMotion, cross, minus, norm, product, times, turn, turned } from './brute-force.ts';

export { BruteScene, type SceneSpec } from './brute-scene.ts';

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

/** What each value of a joint does: slides the link, turns it, or is part of a quaternion. */
export const PARTS: Readonly<Record<JointOptions['type'], readonly ('slide' | 'turn' | 'quaternion')[]>> = {
  fixed: [],
  revolute: ['turn'],
  continuous: ['turn'],
  prismatic: ['slide'],
  helical: ['turn'],
  planar: ['slide', 'slide', 'turn'],
  floating: ['slide', 'slide', 'slide', 'quaternion', 'quaternion', 'quaternion', 'quaternion'],
};

/** x ↦ q · x + p */
export interface Frame {
  readonly q: Quat;
  readonly p: Vec3;
}

const IDENTITY: Quat = [0, 0, 0, 1];

export function frameOf(pose: Pose | undefined, origin: Vec3 = [0, 0, 0]): Frame {
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

function valueAt(c: Polynomial, t: number): number {
  let sum = 0;
  for (let i = c.length - 1; i >= 0; i--) sum = sum * t + c[i];
  return sum;
}

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

/** A link, what of its joint never changes, and by segment what its values do. */
interface Part {
  readonly link: LinkOptions;
  readonly joint: JointOptions;
  readonly origin: Frame;
  readonly axis: Vec3;
  readonly values: (readonly Polynomial[])[];
  readonly arcs: BruteMotion[];
}

function partOf(link: LinkOptions): Part {
  const joint = jointOf(link);
  const given = joint.axis ?? [1, 0, 0];
  return { link, joint, origin: frameOf(joint.origin), axis: times(given, 1 / norm(given)), values: [], arcs: [] };
}

/** One robot under its motion; links by name, time over all of its segments. */
export class BruteRobot {
  readonly options: RobotOptions;
  readonly segments: number;
  private readonly motion: RobotMotionSpec;
  private readonly links: ReadonlyMap<string, Part>;
  private readonly byJoint: ReadonlyMap<string, Part>;
  /** Of the instant asked for last. */
  private frames = { time: Number.NaN, segment: -1, origin: [0, 0, 0] as Vec3, byLink: new Map<string, Frame>() };

  constructor({ options, motion }: RobotSpec) {
    this.options = options;
    this.motion = motion;
    const parts = options.links.map(partOf);
    this.links = new Map(parts.map((part) => [part.link.name, part]));
    this.byJoint = new Map(parts.map((part) => [nameOf(part.link), part]));
    const instants = motion.kind === 'path' ? motion.waypoints : motion.kind === 'trajectory' ? motion.points : motion.poses;
    this.segments = instants.length - 1;
  }

  get name(): string {
    return this.options.name;
  }

  link(name: string): LinkOptions {
    return this.part(name).link;
  }

  private part(name: string): Part {
    return this.links.get(name) as Part;
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
      const part = this.part(name);
      if (this.motion.kind === 'posed') frame = fromMotion(this.arc(part, segment), t, origin);
      else {
        const { parent } = part.link;
        const above = parent === undefined ? frameOf(this.options.base, origin) : this.placed(parent, segment, t, origin);
        frame = compose(above, this.relative(part, segment, t));
      }
      byLink.set(name, frame);
    }
    return frame;
  }

  /** What a link does that is posed itself, or by a floating joint. */
  private arc(part: Part, segment: number): BruteMotion {
    part.arcs[segment] ??= bruteMotion({ kind: 'in-between', from: this.pose(part, segment), to: this.pose(part, segment + 1) });
    return part.arcs[segment];
  }

  private pose({ link }: Part, instant: number): Pose {
    if (this.motion.kind === 'posed') return this.motion.poses[instant][link.name];
    const v = this.positions(instant)[nameOf(link)] ?? [0, 0, 0, 0, 0, 0, 1];
    const l = Math.hypot(v[3], v[4], v[5], v[6]);
    return { position: [v[0], v[1], v[2]], quaternion: [v[3] / l, v[4] / l, v[5] / l, v[6] / l] };
  }

  /** The link in its parent's frame. */
  private relative(part: Part, segment: number, t: number): Frame {
    const { joint, origin, axis } = part;
    const at = (i: number): number => valueAt(this.values(part, segment)[i], t);
    switch (joint.type) {
      case 'fixed':
        return origin;
      case 'prismatic':
        return compose(origin, { q: IDENTITY, p: times(axis, at(0)) });
      case 'planar': {
        const [x, y] = planeOf(axis);
        return compose(origin, { q: turn(axis, at(2)), p: add(times(x, at(0)), times(y, at(1))) });
      }
      case 'helical':
        return compose(origin, { q: turn(axis, at(0)), p: times(axis, ((joint.pitch as number) * at(0)) / (2 * Math.PI)) });
      case 'floating':
        return compose(origin, fromMotion(this.arc(part, segment), t, [0, 0, 0]));
      case 'revolute':
      case 'continuous':
        return { q: product(origin.q, turn(axis, at(0))), p: origin.p };
    }
  }

  private positions(instant: number): Values {
    const { motion } = this;
    return motion.kind === 'path' ? motion.waypoints[instant] : motion.kind === 'trajectory' ? motion.points[instant].positions : {};
  }

  /** The polynomials of a link's joint values; a mimic joint's are its source's, multiplied and shifted. */
  private values(part: Part, segment: number): readonly Polynomial[] {
    part.values[segment] ??= this.polynomials(part, segment);
    return part.values[segment];
  }

  private polynomials({ link, joint: { mimic, type } }: Part, segment: number): readonly Polynomial[] {
    if (mimic === undefined) return PARTS[type].map((_, i) => this.polynomial(nameOf(link), i, segment));
    const [source] = this.values(this.byJoint.get(mimic.joint) as Part, segment);
    const followed = source.map((c) => c * (mimic.multiplier ?? 1));
    followed[0] += mimic.offset ?? 0;
    return [followed];
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
    if (this.motion.kind === 'posed') return this.arc(this.part(name), segment).fastest(reach);
    let sum = 0;
    let arm = reach;
    for (let at: string | undefined = name; at !== undefined; at = this.link(at).parent) {
      const part = this.part(at);
      const { type, pitch = 0 } = part.joint;
      const base = arm;
      arm += norm(part.origin.p);
      if (type === 'fixed') continue;
      if (type === 'floating') {
        sum += this.arc(part, segment).fastest(base);
        arm += Math.max(...[segment, segment + 1].map((k) => norm(this.pose(part, k).position as Vec3)));
        continue;
      }
      const values = this.values(part, segment);
      const thread = values.map((c) => c.map((x) => (x * pitch) / (2 * Math.PI)));
      const slides = values.map((c, i) => (PARTS[type][i] === 'slide' ? c : thread[i]));
      const turns = values.filter((_, i) => PARTS[type][i] === 'turn');
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
export function fromMotion(motion: BruteMotion, t: number, origin: Vec3): Frame {
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
