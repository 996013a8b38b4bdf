// A simple answer to contacts for the scenes of many bodies: impulses with restitution and friction at every contact point in turn, and bodies that fall asleep.
// Not a careful simulator. Two rules keep the bodies apart: a contact point leaves with at least the speed that lifts it by the tolerance, and a contact that
// follows its body's last one at once is elastic [Luding & McNamara 1998], else ever shorter bounces would end in an overlap.

import type { Quat, Vec3 } from '../../src/math/pose.ts';
import { conjugate, multiply, rotate } from '../../src/math/quat.ts';
import { cross, dot, length } from '../../src/math/vec3.ts';
import type { BodyState, World } from '../../src/world/world.ts';
import type { WorldEvent } from '../../src/world/world-event.ts';
import type { BodyChange } from '../../src/world/world-options.ts';

export interface Mass {
  readonly mass: number;
  /** Moments of inertia about the principal axes. */
  readonly inertia: Vec3;
  /** Takes the principal axes to those of the body; none: they are the same. */
  readonly axes?: Quat;
}

export interface Impact {
  readonly restitution: number;
  readonly friction: number;
  /** That of the world. */
  readonly tolerance: number;
}

/** One body of a contact while impulses change its velocities. */
interface Side {
  readonly name: string;
  /** +1 for the body the normal points to. */
  readonly sign: number;
  readonly state: BodyState;
  readonly mass: Mass;
  /** Takes the principal axes to those of the world. */
  readonly turn: Quat;
  velocity: Vec3;
  spin: Vec3;
}

/** Sweeps over the contact points of one event. */
const PASSES = 4;
/** A contact that follows the last one of its body by less than this part of a smallest bounce is elastic. */
const AT_ONCE = 0.2;
/** In smallest speeds: slower bodies are at rest when they have been so for REST_SECONDS, and slower contacts do not wake. */
const REST_SPEED = 5;
const REST_SECONDS = 0.05;
const WAKE_SPEED = 12;
/** Approaching more slowly than this, in smallest speeds, a contact does not bounce. */
const DEAD_SPEED = 6;

const ZERO: Vec3 = [0, 0, 0];

export class Impulses {
  readonly asleep: Set<string> = new Set();
  private readonly world: World;
  private readonly masses: ReadonlyMap<string, Mass>;
  private readonly impact: Impact;
  /** A contact point leaves at least this fast. */
  private readonly lift: number;
  private readonly bounce: number;
  private readonly lastContact: Map<string, number> = new Map();
  private readonly slowSince: Map<string, number> = new Map();
  /** What a body touched when it fell asleep or since: it wakes with them. */
  private readonly restsOn: Map<string, Set<string>> = new Map();

  constructor(world: World, masses: ReadonlyMap<string, Mass>, impact: Impact) {
    this.world = world;
    this.masses = masses;
    this.impact = impact;
    const g = length(world.gravity);
    this.lift = Math.sqrt(2 * g * impact.tolerance);
    this.bounce = this.lift / g;
    for (const name of masses.keys()) if (length(world.state(name).acceleration) === 0) this.asleep.add(name);
  }

  /** New velocities of the two bodies of a contact; none where nothing about it can move. */
  readonly answer = (event: WorldEvent): Readonly<Record<string, BodyChange>> | undefined => {
    if (event.status !== 'contact') return undefined;
    if (event.speed > WAKE_SPEED * this.lift) for (const name of [event.a, event.b]) this.wake(name);
    const sides = [this.side(event.a, -1), this.side(event.b, 1)].filter((side) => side !== undefined);
    if (sides.length === 0) return undefined;
    this.collide(event, sides);
    const changes: Record<string, BodyChange> = {};
    for (const side of sides) changes[side.name] = this.settle(event, side);
    return changes;
  };

  /** Turning of bodies that are no tops: ω̇ = I⁻¹ (I ω × ω), over `seconds` in small steps, for the world keeps ω between two settings. */
  turn(name: string, seconds: number): void {
    const side = this.side(name, 1);
    if (side === undefined) return;
    const { inertia } = side.mass;
    let w = rotate(conjugate(side.turn), side.spin);
    const steps = 8;
    for (let k = 0; k < steps; k++) {
      const l: Vec3 = [inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2]];
      const m = cross(l, w);
      w = [0, 1, 2].map((i) => w[i] + ((seconds / steps) * m[i]) / inertia[i]) as unknown as Vec3;
    }
    // explicit steps gain energy: it is given back
    const scale = Math.sqrt(energyOf(inertia, rotate(conjugate(side.turn), side.spin)) / energyOf(inertia, w) || 0);
    this.world.set(name, { angularVelocity: rotate(side.turn, [scale * w[0], scale * w[1], scale * w[2]]) });
  }

  /** Kinetic and potential energy of all bodies. */
  energy(): number {
    let sum = 0;
    for (const [name, mass] of this.masses) {
      const { position, quaternion, velocity, angularVelocity } = this.world.state(name);
      const turn = mass.axes === undefined ? quaternion : multiply(quaternion, mass.axes);
      sum += mass.mass * (0.5 * dot(velocity, velocity) - dot(this.world.gravity, position));
      sum += energyOf(mass.inertia, rotate(conjugate(turn), angularVelocity));
    }
    return sum;
  }

  private side(name: string, sign: number): Side | undefined {
    const mass = this.masses.get(name);
    if (mass === undefined || this.asleep.has(name)) return undefined;
    const state = this.world.state(name);
    const turn = mass.axes === undefined ? state.quaternion : multiply(state.quaternion, mass.axes);
    return { name, sign, state, mass, turn, velocity: state.velocity, spin: state.angularVelocity };
  }

  private collide({ normal, contacts, time }: WorldEvent, sides: readonly Side[]): void {
    const { restitution, friction } = this.impact;
    const again = sides.some(({ name }) => time - (this.lastContact.get(name) ?? -1) < AT_ONCE * this.bounce);
    for (let pass = 0; pass < PASSES; pass++) {
      for (const { pointA, pointB, speed } of contacts) {
        const arms = sides.map((side) => difference(side.sign < 0 ? pointA : pointB, side.state.position));
        let relative: Vec3 = ZERO;
        for (const [k, { velocity, spin, sign }] of sides.entries()) relative = sum(relative, sign, sum(velocity, 1, cross(spin, arms[k])));
        const leaving = dot(relative, normal);
        const part = again ? 1 : speed > DEAD_SPEED * this.lift ? restitution : 0;
        const wanted = Math.max(this.lift, part * speed);
        if (leaving >= wanted) continue;
        const along = (wanted - leaving) / mobility(sides, arms, normal);
        const sliding = sum(relative, -leaving, normal);
        const slip = length(sliding);
        let impulse = sum(ZERO, along, normal);
        if (friction > 0 && slip > 1e-9 * this.lift) {
          const way = sum(ZERO, 1 / slip, sliding);
          impulse = sum(impulse, -Math.min(friction * along, slip / mobility(sides, arms, way)), way);
        }
        for (const [k, side] of sides.entries()) {
          side.velocity = sum(side.velocity, side.sign / side.mass.mass, impulse);
          side.spin = sum(side.spin, side.sign, turned(side, cross(arms[k], impulse)));
        }
      }
    }
  }

  /** The new velocities of a body, none where it falls asleep. */
  private settle({ time, a, b }: WorldEvent, { name, velocity, spin, mass }: Side): BodyChange {
    this.lastContact.set(name, time);
    const size = Math.sqrt(Math.max(...mass.inertia) / mass.mass);
    const slow = length(velocity) + size * length(spin) < REST_SPEED * this.lift;
    if (!slow) this.slowSince.delete(name);
    else if (!this.slowSince.has(name)) this.slowSince.set(name, time);
    const rests = slow && time - (this.slowSince.get(name) as number) > REST_SECONDS;
    const touched = (slow && this.restsOn.get(name)) || new Set<string>();
    this.restsOn.set(name, touched.add(name === a ? b : a));
    if (!rests) return { velocity, angularVelocity: spin, acceleration: this.world.gravity };
    this.asleep.add(name);
    return { velocity: ZERO, angularVelocity: ZERO, acceleration: ZERO };
  }

  /** A body that was hit, and all that rest on it. */
  private wake(name: string): void {
    if (!this.asleep.delete(name)) return;
    this.slowSince.delete(name);
    this.world.set(name, { acceleration: this.world.gravity });
    for (const [other, touched] of this.restsOn) if (touched.has(name)) this.wake(other);
  }
}

/** What an impulse of 1 along `direction` at the arms changes about the relative velocity along it. */
function mobility(sides: readonly Side[], arms: readonly Vec3[], direction: Vec3): number {
  return sides.reduce(
    (whole, side, k) => whole + 1 / side.mass.mass + dot(cross(turned(side, cross(arms[k], direction)), arms[k]), direction),
    0,
  );
}

/** I⁻¹ L */
function turned({ turn, mass: { inertia } }: Side, momentum: Vec3): Vec3 {
  const own = rotate(conjugate(turn), momentum);
  return rotate(turn, [own[0] / inertia[0], own[1] / inertia[1], own[2] / inertia[2]]);
}

function energyOf(inertia: Vec3, w: Vec3): number {
  return 0.5 * (inertia[0] * w[0] * w[0] + inertia[1] * w[1] * w[1] + inertia[2] * w[2] * w[2]);
}

function difference(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** a + s b */
function sum(a: Vec3, s: number, b: Vec3): Vec3 {
  return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
}
