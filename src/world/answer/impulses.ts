/**
 * Impulses at all points where two bodies touch: Newton's restitution along the normals, Coulomb's friction across.
 * Sequential impulses [Catto 2005]: point by point, each brought to the speed it should part with, pushed never pulled,
 * rubbed by no more than friction × push, over and over until nothing changes.
 * Guarantee: kinetic energy grows by no more than what was lent for the hop. Restitution and friction together may
 * create some where points hinder each other (Kane's paradox); then a lower hop is tried, less restitution, at last no
 * friction, where every push is a step downhill in energy.
 */
import type { Vec3 } from '../../math/pose.ts';
import { cross, dot, plus, scaled } from '../../math/vec3.ts';

/** A body that can be pushed, with its velocities, which are changed. */
export interface PushedSide {
  /** An impulse along the normal pushes it forth (1) or back (−1); a normal points from a to b. */
  readonly sign: 1 | -1;
  readonly position: Vec3;
  readonly inverseMass: number;
  /** Inverse of the inertia in the axes of the world, row by row. */
  readonly inverseInertia: readonly number[];
  velocity: Vec3;
  angularVelocity: Vec3;
}

/** One point where the two touch. */
export interface Touch {
  readonly point: Vec3;
  readonly normal: Vec3;
  /** The part of the relative velocity, of b against a, that no impulse changes: of what cannot be pushed. */
  readonly drift: Vec3;
}

export interface CollisionRule {
  readonly restitution: number;
  readonly friction: number;
  /** Speed at which every point parts at least. */
  readonly hop: number;
  /** What approaches more slowly does not bounce. */
  readonly slow: number;
  /** Energy that the contact may add, for the hop. */
  readonly lent: number;
  /** The hop that this affords a body that has lost nothing. */
  readonly leastHop: number;
}

const MOST_SWEEPS = 50;
/** Changes below this share of the speeds at hand end the sweeps. */
const SETTLED: number = 2 ** -24;
/** Rounding of the energy, as a share of the work of all impulses. */
const ROUNDING: number = 2 ** -40;
const ZERO: Vec3 = [0, 0, 0];

/** What is needed again and again at one point. */
interface Pushing {
  readonly normal: Vec3;
  readonly drift: Vec3;
  readonly arms: readonly Vec3[];
  /** Relative velocity by impulse at this point: row by row. */
  readonly yielding: readonly number[];
  readonly before: Vec3;
  pushed: number;
  rubbed: Vec3;
}

function apply(m: readonly number[], [x, y, z]: Vec3): Vec3 {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

/** Changes the velocities of the sides as the impulses of this contact do; says by how much their energy grows. */
export function collide(touches: readonly Touch[], sides: readonly PushedSide[], rule: CollisionRule): number {
  const starts = sides.map(({ velocity, angularVelocity }) => ({ velocity, angularVelocity }));
  const points = touches.map((touch) => pushingAt(touch, sides));
  const { restitution: e, leastHop: hop } = rule;
  const lower = [e, e / 2, e / 4, 0].map((restitution) => ({ ...rule, hop, restitution }));
  let gain = 0;
  for (const now of [rule, ...lower, { ...rule, hop, restitution: 0, friction: 0 }]) {
    for (let k = 0; k < sides.length; k++) Object.assign(sides[k], starts[k]);
    for (const point of points) Object.assign(point, { pushed: 0, rubbed: ZERO });
    settle(points, sides, now);
    // ΔE = Σ impulse · mean of the velocities before and after
    let work = 0;
    gain = 0;
    for (const point of points) {
      const impulse = plus(scaled(point.normal, point.pushed), point.rubbed);
      const after = dot(impulse, velocityAt(point, sides));
      const before = dot(impulse, point.before);
      gain += 0.5 * (after + before);
      work += Math.abs(after) + Math.abs(before);
    }
    if (gain <= rule.lent + ROUNDING * work) break;
  }
  return gain;
}

function pushingAt({ point, normal, drift }: Touch, sides: readonly PushedSide[]): Pushing {
  const arms = sides.map(({ position }): Vec3 => [point[0] - position[0], point[1] - position[1], point[2] - position[2]]);
  const yielding = new Array<number>(9).fill(0);
  for (let k = 0; k < 3; k++) {
    const unit: Vec3 = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
    sides.forEach(({ inverseMass, inverseInertia }, s) => {
      const turned = cross(apply(inverseInertia, cross(arms[s], unit)), arms[s]);
      for (let i = 0; i < 3; i++) yielding[3 * i + k] += inverseMass * unit[i] + turned[i];
    });
  }
  const made = { normal, drift, arms, yielding, before: ZERO, pushed: 0, rubbed: ZERO };
  return { ...made, before: velocityAt(made, sides) };
}

/** Velocity of b against a. */
function velocityAt({ arms, drift }: Pushing, sides: readonly PushedSide[]): Vec3 {
  let [x, y, z] = drift;
  for (let s = 0; s < sides.length; s++) {
    const { velocity: v, angularVelocity: w, sign } = sides[s];
    const r = arms[s];
    x += sign * (v[0] + (w[1] * r[2] - w[2] * r[1]));
    y += sign * (v[1] + (w[2] * r[0] - w[0] * r[2]));
    z += sign * (v[2] + (w[0] * r[1] - w[1] * r[0]));
  }
  return [x, y, z];
}

function settle(points: readonly Pushing[], sides: readonly PushedSide[], rule: CollisionRule): void {
  let fastest = rule.hop;
  for (const { before } of points) for (const x of before) fastest = Math.max(fastest, Math.abs(x));
  // the last word has the push: where friction did not settle, nothing must be left approaching
  for (const friction of rule.friction > 0 ? [rule.friction, 0] : [0]) {
    const now = { ...rule, friction };
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      let change = 0;
      for (const point of points) change = Math.max(change, pushAndRub(point, sides, now));
      if (change <= SETTLED * fastest) break;
    }
  }
}

/** Brings one point to the speed it should part with, and rubs it; how much that has changed its speed. */
function pushAndRub(point: Pushing, sides: readonly PushedSide[], { restitution, friction, hop, slow }: CollisionRule): number {
  const { normal, before, yielding } = point;
  const speed = -dot(before, normal);
  const wanted = Math.max(hop, speed > slow ? restitution * speed : 0);
  const ease = dot(normal, apply(yielding, normal));
  // what an earlier sweep pushed too hard is taken back, but nothing is ever pulled
  const push = Math.max(-point.pushed, (wanted - dot(velocityAt(point, sides), normal)) / ease);
  point.pushed += push;
  give(point, sides, scaled(normal, push));
  if (friction === 0) return Math.abs(push) * ease;
  const rub = rubbing(point, velocityAt(point, sides), friction);
  point.rubbed = plus(point.rubbed, rub);
  give(point, sides, rub);
  return (Math.abs(push) + Math.sqrt(dot(rub, rub))) * ease;
}

/** What is to be added to the friction at a point: it stops the sliding, as far as friction × push reaches. */
function rubbing({ normal, yielding, pushed, rubbed }: Pushing, velocity: Vec3, friction: number): Vec3 {
  const slide = plus(velocity, scaled(normal, -dot(velocity, normal)));
  const sliding = Math.sqrt(dot(slide, slide));
  const along = sliding > 0 ? scaled(slide, 1 / sliding) : ZERO;
  const stop = sliding > 0 ? sliding / dot(along, apply(yielding, along)) : 0;
  const wish = plus(rubbed, scaled(along, -stop));
  const size = Math.sqrt(dot(wish, wish));
  const most = friction * pushed;
  return plus(size > most ? scaled(wish, most / size) : wish, scaled(rubbed, -1));
}

function give({ arms }: Pushing, sides: readonly PushedSide[], impulse: Vec3): void {
  for (let s = 0; s < sides.length; s++) {
    const side = sides[s];
    side.velocity = plus(side.velocity, scaled(impulse, side.sign * side.inverseMass));
    side.angularVelocity = plus(side.angularVelocity, scaled(apply(side.inverseInertia, cross(arms[s], impulse)), side.sign));
  }
}
