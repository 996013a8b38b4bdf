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
      case 'helical': {
        const angle = valueAt(this.values(link, segment)[0], t);
        return compose(frame, { q: turn(axis, angle), p: times(axis, ((joint.pitch as number) * angle) / (2 * Math.PI)) });
      }
      case 'floating':
        return compose(frame, fromMotion(this.floating(link, segment), t, [0, 0, 0]));
      case 'revolute':
      case 'continuous':
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
      } else out = PARTS[type].map((_, i) => this.polynomial(nameOf(link), i, segment));
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
      const { type, origin, pitch = 0 } = jointOf(at);
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
