/**
 * Two things that touch where a step begins: how far may they go without coming deeper into each other?
 *
 * Along a fixed direction n of b, from b to a, a lies s = min n·a − max n·b beyond b; where s < 0 they overlap by −s,
 * and moving a by so much along n parts them. So their depth is never more than −s, for bodies of any shape. Of convex
 * ones the depth is −s for the best n, and it does not grow where s does not fall below what it was when the pair was
 * set aside. Others are judged so only where a plane parts them, up to what counts as touching: else −s says nothing,
 * as of a peg in its hole.
 *
 * Guarantee: on the share of the way that is returned, s ≥ (s at first) − `slack`, by the values of s at instants and a
 * bound on how s bends between them: s lies at most bend·h²/8 below its chord. The first value is kept from step to
 * step, so that a thousand steps do not sink by more than one.
 */
import type { PairSide } from '../../contact/result.ts';
import { entryOf } from '../../math/entries.ts';
import type { Quat, Vec3 } from '../../math/pose.ts';
import { conjugate, multiply, rotate } from '../../math/quat.ts';
import { across, cross, dot, length, normalise, plus, scaled, subtract, vectorAt } from '../../math/vec3.ts';
import { closingOf } from '../../mesh/closing.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { slidePer } from '../../robot/joint.ts';
import type { LinkPose } from '../../robot/link-poses.ts';
import type { Robot } from '../../robot/robot.ts';

/** How one of the two goes along the way of a step. */
export interface SideWay {
  readonly side: PairSide;
  readonly meshes: readonly TriangleMesh[];
  /** In the world, at a share of the way. */
  poseAt(t: number): LinkPose;
  /** Constant rates of a body; null: a link that joints move. */
  readonly rates: { readonly velocity: Vec3; readonly spin: Vec3 } | null;
  /** The robot whose link it is, and its values at both ends of the way. */
  readonly chain: { readonly robot: Robot; readonly from: Float64Array; readonly to: Float64Array } | null;
}

/** One place where they touch, for whoever turns aside there. */
export interface RestingPoint {
  readonly point: Vec3;
  /** From a to b. */
  readonly normal: Vec3;
  readonly a: PairSide;
  readonly b: PairSide;
}

const STILL = { velocity: [0, 0, 0], spin: [0, 0, 0] } as const;
/** Instants that are looked at, at most. */
const MOST_LOOKS = 256;
const LEAST_SHARE: number = 2 ** -24;
/** Most corners times triangles of a mesh: larger ones are not asked whether they are convex. */
const MOST_PRODUCTS = 2 ** 22;
/** Share of a mesh's size: by so much a corner may stick out of a face, or lie above the lowest and count as lowest. */
const FLAT: number = 2 ** -36;

/** Directions in a plane, as letters of a compass. */
const AROUND: readonly (readonly [number, number])[] = [
  ...([
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const),
  ...([
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ] as const),
];

/** A pair that is set aside until it parts. */
export class Resting {
  /** From b to a, in the frame of b. */
  private readonly normal: Vec3;
  /** x y z and radius each, in the frame of a. */
  private readonly corners: Float64Array;
  private readonly top: number;
  private readonly least: number;
  /** What roundings may hide. */
  private readonly slack: number;

  private constructor(a: SideWay, b: SideWay, normal: Vec3, corners: readonly [Float64Array, Float64Array], slack: number) {
    this.normal = normal;
    this.corners = corners[0];
    this.top = -lowest(corners[1], scaled(normal, -1));
    this.least = this.at(a, b, 0);
    this.slack = slack;
  }

  /** s at a share of the way. */
  private at(a: SideWay, b: SideWay, t: number): number {
    const [from, to] = [b.poseAt(t), a.poseAt(t)];
    const back = conjugate(from.quaternion);
    const turned = conjugate(multiply(back, to.quaternion));
    const apart = rotate(back, subtract(to.position, from.position));
    return lowest(this.corners, rotate(turned, this.normal)) + dot(this.normal, apart) - this.top;
  }

  /** By the best of the given directions, in the world, from a to b; null: none of them says how deep they are. */
  static of(a: SideWay, b: SideWay, directions: readonly Vec3[], touching: number, rounding: number): Resting | null {
    const corners = [cornersOf(a.meshes), cornersOf(b.meshes)] as const;
    const back = conjugate(b.poseAt(0).quaternion);
    let best: Resting | null = null;
    for (const direction of directions) {
      for (const sign of [-1, 1]) {
        const normal = normalise(rotate(back, scaled(direction, sign)));
        if (normal === undefined) continue;
        const one: Resting = new Resting(a, b, normal, corners, rounding / 2);
        if (best === null || one.least > best.least) best = one;
      }
    }
    if (best === null || best.least >= -touching) return best;
    return [a, b].every(({ meshes }) => meshes.length === 1 && isConvex(meshes[0])) ? best : null;
  }

  /** The share of the way, up to `until`, on which they are proven to come no deeper into each other. */
  provenUntil(a: SideWay, b: SideWay, until: number): number {
    const { normal, least, slack } = this;
    const bend = bendOf(a, b, rotate(b.poseAt(0).quaternion, normal), farthest(this.corners));
    if (!(bend < Infinity)) return 0;
    const begin = this.at(a, b, 0);
    if (begin < least - slack) return 0;
    // half of the slack is for what lies between instants, half for instants; what it stands at may be stood at
    const floor = Math.min(begin, least - slack / 2);
    let looks = 0;
    let proven = 0;
    const prove = (from: number, low: number, to: number, high: number): boolean => {
      const lowest = Math.min(low, high);
      if (lowest >= floor && lowest - (bend * (to - from) * (to - from)) / 8 >= least - slack) {
        proven = to;
        return true;
      }
      const middle = (from + to) / 2;
      if (looks++ > MOST_LOOKS || !(middle > from && middle < to)) return false;
      const between = this.at(a, b, middle);
      return prove(from, low, middle, between) && prove(middle, between, to, high);
    };
    prove(0, begin, until, this.at(a, b, until));
    // less is what rounding leaves, and no way to go
    return proven > LEAST_SHARE ? proven : 0;
  }

  /** Where a is lowest over b: its outermost corners there. */
  points(a: SideWay, b: SideWay): readonly RestingPoint[] {
    const normal = rotate(b.poseAt(0).quaternion, this.normal);
    const { position, quaternion } = a.poseAt(0);
    const own = rotate(conjugate(quaternion), normal);
    const [u, v] = across(own);
    const near = lowest(this.corners, own) + FLAT * farthest(this.corners);
    const outer = new Map<number, Vec3>();
    for (const [x, y] of AROUND) {
      let most = -Infinity;
      let found = 0;
      for (let k = 0; k < this.corners.length; k += 4) {
        const corner = vectorAt(this.corners, k);
        const far = x * dot(corner, u) + y * dot(corner, v);
        if (dot(corner, own) - this.corners[k + 3] <= near && far > most) {
          most = far;
          found = k;
        }
      }
      outer.set(found, vectorAt(this.corners, found));
    }
    return [...outer].map(([k, corner]) => {
      const point = plus(rotate(quaternion, subtract(corner, scaled(own, this.corners[k + 3]))), position);
      return { point, normal: scaled(normal, -1), a: a.side, b: b.side };
    });
  }
}

/** Neither moves against the other: they are as deep in each other as they were. */
export function areRigid(a: SideWay, b: SideWay): boolean {
  const joints = jointsBetween(a, b);
  return joints === null ? isStill(a) && isStill(b) : joints.every(({ turn, slide }) => turn + slide === 0);
}

function isStill({ rates, chain }: SideWay): boolean {
  if (rates !== null) return length(rates.velocity) === 0 && length(rates.spin) === 0;
  return chain === null || chain.from.every((x, i) => x === chain.to[i]);
}

interface JointWay {
  /** By how much it turns and slides along the way, and how far it may put its link from its origin. */
  readonly turn: number;
  readonly slide: number;
  /** In the world, at the start. */
  readonly axis: Vec3;
  readonly length: number;
}

/**
 * The joints that lie between two links of one robot, or between a link and what stands; null: there is no such
 * chain.
 */
function jointsBetween(a: SideWay, b: SideWay): readonly JointWay[] | null {
  const isOne = a.chain !== null && a.chain.robot === b.chain?.robot;
  const [way] = [a, b].filter((one) => one.chain !== null && (isOne || isStill(one === a ? b : a)));
  return way === undefined ? null : jointWays(way, isOne ? [...linksAbove(a), ...linksAbove(b)] : linksAbove(way));
}

function jointWays(way: SideWay, links: readonly number[]): readonly JointWay[] {
  const { robot, from } = way.chain as NonNullable<SideWay['chain']>;
  const poses = robot.linkPoses(from);
  // what is above both moves both
  const between = links.filter((link) => links.indexOf(link) === links.lastIndexOf(link));
  return between.map((link) => jointWay(way, link, entryOf(poses, robot.links[link].name).quaternion));
}

function linksAbove({ chain, side }: SideWay): number[] {
  const { links } = (chain as NonNullable<SideWay['chain']>).robot;
  const out: number[] = [];
  for (let at = links.findIndex(({ name }) => name === side.link); at >= 0; at = links[at].parent) out.push(at);
  return out;
}

function jointWay({ chain }: SideWay, link: number, turned: Quat): JointWay {
  const { robot, from, to } = chain as NonNullable<SideWay['chain']>;
  const { joint } = robot.links[link];
  const { joint: source, multiplier, offset } = robot.source(joint);
  const { slot, size } = source;
  const { angle, orientation } = joint.kind;
  let [turn, slide] = [0, 0];
  let reach = length(joint.position);
  for (let i = 0; i < size; i++) {
    const [first, last] = [multiplier * from[slot + i], multiplier * to[slot + i]];
    const way = Math.abs(last - first);
    // of a quaternion nothing is known but that it stays
    if (orientation >= 0 && i >= orientation) turn += way > 0 ? Infinity : 0;
    else if (i === angle) turn += way;
    const per = Math.abs(slidePer(joint, i));
    slide += per * way;
    reach += per * (Math.abs(offset) + Math.max(Math.abs(first), Math.abs(last)));
  }
  return { turn, slide, axis: rotate(turned, joint.axis), length: reach };
}

/** Bounds on how anything moves along the way: rates of turning and of its origin, and how those change. */
interface Pace {
  readonly spin: number;
  readonly spinning: number;
  readonly speed: number;
  readonly speeding: number;
}

/** Every vector of a chain turns at no more than W, and that changes by no more than W²: |x″| ≤ 2W²L + 2WV. */
function chainPace(joints: readonly JointWay[]): Pace {
  const spin = joints.reduce((sum, { turn }) => sum + turn, 0);
  const sliding = joints.reduce((sum, { slide }) => sum + slide, 0);
  const reach = 2 * joints.reduce((sum, joint) => sum + joint.length, 0);
  return { spin, spinning: spin * spin, speed: spin * reach + sliding, speeding: 2 * spin * (spin * reach + sliding) };
}

function paceOf(side: SideWay): Pace {
  if (side.rates === null) return chainPace(jointWays(side, linksAbove(side)));
  return { spin: length(side.rates.spin), spinning: 0, speed: length(side.rates.velocity), speeding: 0 };
}

/** How much of what joints that turn do to a point leads along n: nothing where all axes are along it. */
function tiltOf(joints: readonly JointWay[], n: Vec3): number {
  const [first, ...others] = joints.filter(({ turn }) => turn > 0).map(({ axis }) => axis);
  if (first === undefined) return 0;
  // axes that are parallel but for δ in sum stay so but for 2δ, and their changes are along them but for 4δ
  const apart = others.reduce((sum, axis) => sum + length(cross(first, axis)), 0);
  return Math.min(1, length(cross(first, n)) + 8 * apart + 2 ** -48);
}

/** A bound on the second derivative of s along the way; Infinity: none is known. n in the world, at the start. */
function bendOf(a: SideWay, b: SideWay, n: Vec3, size: number): number {
  const joints = jointsBetween(a, b);
  const apart = length(subtract(a.poseAt(0).position, b.poseAt(0).position));
  if (joints !== null) {
    const { spin, spinning, speeding } = chainPace(joints);
    return (speeding + (spin * spin + spinning) * (size + apart)) * tiltOf(joints, n) * (1 + FLAT);
  }
  const [ra, rb] = [a, b].map((side) => side.rates ?? (isStill(side) ? STILL : null));
  if (ra === null || rb === null) {
    // s = n·d: s″ = n″·d + 2n′·d′ + n·d″
    const [pa, pb] = [paceOf(a), paceOf(b)];
    const speed = pa.speed + pb.speed;
    const turning = (pb.spin * pb.spin + pb.spinning) * (apart + speed + size) + 2 * pb.spin * (speed + pa.spin * size);
    return (turning + pa.speeding + pb.speeding + (pa.spin * pa.spin + pa.spinning) * size) * (1 + FLAT);
  }
  // the same, and ω×(ω×r) along n is no more than |ω×n||ω||r|
  const [wa, wb] = [length(ra.spin), length(rb.spin)];
  const turned = length(cross(rb.spin, n));
  const against = length(cross(ra.spin, n)) + wa * turned;
  const closing = length(subtract(ra.velocity, rb.velocity));
  return (turned * (wb * (apart + closing + size) + 2 * (closing + wa * size)) + against * wa * size) * (1 + FLAT);
}

/** The least of n·x − r over corners. */
function lowest(corners: Float64Array, n: Vec3): number {
  let least = Infinity;
  for (let k = 0; k < corners.length; k += 4)
    least = Math.min(least, n[0] * corners[k] + n[1] * corners[k + 1] + n[2] * corners[k + 2] - corners[k + 3]);
  return least;
}

function farthest(corners: Float64Array): number {
  let most = 0;
  for (let k = 0; k < corners.length; k += 4) most = Math.max(most, length(vectorAt(corners, k)) + corners[k + 3]);
  return most;
}

function cornersOf(meshes: readonly TriangleMesh[]): Float64Array {
  const out: number[] = [];
  for (const { positions, indices, radii } of meshes) {
    const radius = new Map<number, number>();
    for (let i = 0; i < indices.length; i++)
      radius.set(indices[i], Math.max(radius.get(indices[i]) ?? 0, radii === null ? 0 : radii[Math.floor(i / 3)]));
    for (const [v, r] of radius) out.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], r);
  }
  return new Float64Array(out);
}

const convex = new WeakMap<TriangleMesh, boolean>();

function isConvex(mesh: TriangleMesh): boolean {
  const known = convex.get(mesh) ?? (mesh.triangleCount === 1 || looksConvex(mesh));
  convex.set(mesh, known);
  return known;
}

/** Closed, and no corner beyond the plane of any triangle. */
function looksConvex(mesh: TriangleMesh): boolean {
  const { indices, radii, triangleCount } = mesh;
  const corners = cornersOf([mesh]);
  if (radii !== null || triangleCount * (corners.length / 4) > MOST_PRODUCTS || !closingOf(mesh).closed) return false;
  const slack = FLAT * farthest(corners);
  for (let i = 0; i < indices.length; i += 3) {
    const normal = triangleNormal(mesh, i / 3);
    if (normal === undefined) continue;
    const at = dot(normal, vertexAt(mesh, indices[i]));
    if (lowest(corners, normal) < at - slack && -lowest(corners, scaled(normal, -1)) > at + slack) return false;
  }
  return true;
}

function vertexAt({ positions }: TriangleMesh, v: number): Vec3 {
  return [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
}

/** Unit normal of a triangle, in the frame of the mesh; undefined: it has none. */
export function triangleNormal(mesh: TriangleMesh, triangle: number): Vec3 | undefined {
  const [p, q, r] = [0, 1, 2].map((k) => vertexAt(mesh, mesh.indices[3 * triangle + k]));
  return normalise(cross(subtract(q, p), subtract(r, p)));
}
