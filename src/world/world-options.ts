import type { BroadPhase } from '../broad/broad-phase.ts';
import type { ConvexPolyhedron } from '../convex/convex-polyhedron.ts';
import type { ConvexTracker } from '../convex/convex-tracker.ts';
import { checkFlag, checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkLength, limitHint } from '../math/limits.ts';
import { checkedPose, checkNumbers, type Pose, type Vec3 } from '../math/pose.ts';
import type { Motion } from '../motion/motion.ts';
import { type BodyMass, checkMass } from './body-mass.ts';
import { GivenPath, SteeredPath, type Steering, ThrownPath, type WorldPath } from './world-path.ts';
import type { Shape } from './world-shape.ts';

/** One body of a world. Its frame's origin is its centre of mass: it flies on its path, and the body turns about it. */
export interface WorldBody {
  /** What events, answers and states call it; no two bodies may share one. */
  readonly name: string;
  /**
   * What it looks like: a convex polyhedron, several as a ConvexHierarchy, or a mesh. Its origin is the centre of mass.
   */
  readonly shape: Shape;
  /**
   * Where it starts. Default: as its shape was given. Not together with a motion or steering, which say where it is.
   */
  readonly pose?: Pose;
  /** Velocity of its origin at the start, in units of length per second. Default: none. */
  readonly velocity?: Vec3;
  /** Radians a second, in the world's axes. Default: none. */
  readonly angularVelocity?: Vec3;
  /** Acceleration of its origin while it flies, in units of length per second squared. Default: the world's gravity. */
  readonly acceleration?: Vec3;
  /** Whether it stands for good; two fixed bodies are not tested. Default false. */
  readonly fixed?: boolean;
  /** Moves along this, from the time it is added on, and stays where it ends. Default: it is thrown. */
  readonly motion?: Motion;
  /** Seconds that the motion takes. Default 1. */
  readonly duration?: number;
  /** Its future is not known, only how fast it can change. Default: it is thrown. */
  readonly steering?: Steering;
  /**
   * What it weighs, for answers such as `bounce`: a number, and it turns as its shape does at even density; or mass and
   * inertia by hand, or by `massProperties`. Default: density 1.
   */
  readonly mass?: number | BodyMass;
}

/**
 * How checks are scheduled. 'certified': no contact is missed or late; 'estimate': by estimates, set back where they
 * were wrong; 'fixed': all pairs at fixed intervals. The last two may miss contacts.
 */
export type Schedule = 'certified' | 'estimate' | 'fixed';
/** All schedules, the default first. */
export const SCHEDULES: readonly Schedule[] = ['certified', 'estimate', 'fixed'];

/**
 * What becomes of two bodies that overlap, because they start so or because answers gave them too little speed to part.
 * 'tell': they go on, and are reported each time they are twice as deep. 'hold': they are reported, and stopped against
 * each other unless they part as they are.
 */
export type OnOverlap = 'tell' | 'hold';
/** All ways to treat overlaps, the default first. */
export const ON_OVERLAP: readonly OnOverlap[] = ['tell', 'hold'];

/** What is in a world, and how near bodies may come; all optional. */
export interface WorldOptions {
  /** What is in the world from the start; more can be added. Default: none. */
  readonly bodies?: readonly WorldBody[];
  /** Acceleration of all bodies that are thrown, unit of length a second squared. Default: none. */
  readonly gravity?: Vec3;
  /** The distance that must be kept, in the unit of length. Default 0: only touching counts. */
  readonly clearance?: number;
  /** How close counts as contact, in the unit of length. Default: 1e-6 of the smaller body's radius. */
  readonly tolerance?: number;
  /** Pairs of names of bodies that may go through each other and are not tested. Default: none. */
  readonly allowed?: readonly (readonly [string, string])[];
  /** How checks are scheduled. Default 'certified'. */
  readonly schedule?: Schedule;
  /** Whether bodies that overlap, or are too near to be resolved, are reported repeatedly or held. Default 'tell'. */
  readonly onOverlap?: OnOverlap;
  /** Seconds between checks of the schedule 'fixed'. Default 1/60. */
  readonly interval?: number;
  /** What finds which boxes meet; an empty one. Default: a new AutoBroadPhase. */
  readonly broadPhase?: BroadPhase;
  /** Makes what tracks the closest features of two convex pieces: `(a, b) => new Gjk(a, b)`. Default: a VClip. */
  readonly tracker?: (a: ConvexPolyhedron, b: ConvexPolyhedron) => ConvexTracker;
}

/** What is new about a body; all that is left out stays as it is. */
export interface BodyChange {
  /** Puts it there at once, without moving it there. */
  readonly pose?: Pose;
  /** Velocity of its origin, in units of length per second. */
  readonly velocity?: Vec3;
  /** Radians a second, in the world's axes. */
  readonly angularVelocity?: Vec3;
  /**
   * Acceleration of its origin, in units of length per second squared: zero for a body that is to lie where it is,
   * `world.gravity` to let it fall again.
   */
  readonly acceleration?: Vec3;
}

const WORLD_KEYS: readonly string[] = [
  'bodies',
  'gravity',
  'clearance',
  'tolerance',
  'allowed',
  'schedule',
  'onOverlap',
  'interval',
  'broadPhase',
  'tracker',
];
const BODY_KEYS: readonly string[] = [
  'name',
  'shape',
  'pose',
  'velocity',
  'angularVelocity',
  'acceleration',
  'fixed',
  'motion',
  'duration',
  'steering',
  'mass',
];
const CHANGE_KEYS: readonly string[] = ['pose', 'velocity', 'angularVelocity', 'acceleration'];

export function checkWorldOptions(options: WorldOptions): void {
  checkRecord(options, WORLD_KEYS, 'world');
  const { gravity, clearance = 0, tolerance, schedule = 'certified', onOverlap = 'tell', interval = 1 } = options;
  if (gravity !== undefined) checkNumbers(gravity, 3, 'gravity');
  checkLength(clearance, 'clearance:');
  if (tolerance !== undefined && (typeof tolerance !== 'number' || !(tolerance > 0 && tolerance <= 2 ** 300)))
    throw new InputError(`tolerance: must be a number above 0, got ${shownValue(tolerance)}${limitHint(tolerance)}`);
  const { broadPhase, tracker } = options;
  if (broadPhase !== undefined && typeof broadPhase?.update !== 'function')
    throw new InputError(`broadPhase: must be an empty one, such as new CoherentHash(), got ${shownValue(broadPhase)}`);
  if (broadPhase !== undefined && broadPhase.size > 0) throw new InputError(`broadPhase: must be empty, holds ${broadPhase.size} boxes`);
  if (tracker !== undefined && typeof tracker !== 'function')
    throw new InputError(
      `tracker: must be a function that makes one of two polyhedra, such as (a, b) => new Gjk(a, b), got ${shownValue(tracker)}`,
    );
  if (!SCHEDULES.includes(schedule)) throw new InputError(`schedule: ${shownValue(schedule)} is none of ${SCHEDULES.join(', ')}`);
  if (!ON_OVERLAP.includes(onOverlap)) throw new InputError(`onOverlap: ${shownValue(onOverlap)} is none of ${ON_OVERLAP.join(', ')}`);
  if (typeof interval !== 'number' || !(interval > 0 && interval < 2 ** 300))
    throw new InputError(`interval: must be a number of seconds above 0, got ${shownValue(interval)}${limitHint(interval)}`);
}

export function checkChange(change: BodyChange, whose: string): void {
  checkRecord(change, CHANGE_KEYS, whose);
  if (change.pose !== undefined) checkedPose(change.pose, `${whose}: pose`);
  for (const key of ['velocity', 'angularVelocity', 'acceleration'] as const) {
    const value = change[key];
    if (value !== undefined) checkNumbers(value, 3, `${whose}: ${key}`);
  }
}

/** Checks a body and says how it moves from `now` on. */
export function pathOf(body: WorldBody, gravity: Vec3, now: number): WorldPath {
  if (typeof body?.name !== 'string' || body.name === '') throw new InputError(`body: needs a name, got ${shownValue(body?.name)}`);
  const { name, motion, steering, fixed = false, duration = 1 } = body;
  checkRecord(body, BODY_KEYS, name);
  if (body.mass !== undefined) checkMass(body.mass, `${name}: mass`);
  const { position, quaternion } = checkedPose(body.pose, `${name}: pose`);
  const { velocity = [0, 0, 0], angularVelocity = [0, 0, 0], acceleration = fixed ? [0, 0, 0] : gravity } = body;
  checkChange({ velocity, angularVelocity, acceleration }, name);
  checkFlag(fixed, `${name}: fixed`);
  const ways = [fixed && 'fixed', motion !== undefined && 'motion', steering !== undefined && 'steering'].filter((way) => way !== false);
  const thrown = (['velocity', 'angularVelocity', 'acceleration'] as const).filter((key) => key in body);
  if (ways.length > 1 || (ways.length > 0 && thrown.length > 0))
    throw new InputError(`${name}: ${[...ways, ...thrown].join(' and ')} do not go together; a body is fixed, thrown, moved or steered`);
  if (body.pose !== undefined && (motion !== undefined || steering !== undefined))
    throw new InputError(`${name}: pose and ${ways[0]} do not go together; the ${ways[0]} says where it is`);
  if (body.duration !== undefined && motion === undefined) throw new InputError(`${name}: duration is that of a motion, and there is none`);
  if (motion !== undefined) {
    if (typeof motion?.writeState !== 'function')
      throw new InputError(`${name}: motion is none; make one by rigidMotion(pose0, pose1) or the like`);
    if (typeof duration !== 'number' || !(duration > 0 && duration < 2 ** 300))
      throw new InputError(`${name}: duration must be a number of seconds above 0, got ${shownValue(duration)}${limitHint(duration)}`);
    return new GivenPath(now, duration, motion);
  }
  if (steering !== undefined) return steered(steering, name);
  return new ThrownPath(now, position, quaternion, velocity, angularVelocity, acceleration);
}

/** Seconds; a second of less would take longer than anybody waits. */
const LEAST_LOOK_AHEAD = 1e-6;
const STEERING_KEYS: readonly string[] = ['state', 'acceleration', 'angularAcceleration', 'lookAhead'];

function steered(steering: Steering, name: string): SteeredPath {
  checkRecord(steering, STEERING_KEYS, `${name}: steering`);
  if (typeof steering.state !== 'function') throw new InputError(`${name}: steering.state must be a function of the time`);
  const { acceleration, angularAcceleration, lookAhead = 0.1 } = steering;
  for (const [key, value] of Object.entries({ acceleration, angularAcceleration, lookAhead }))
    checkLength(value, `${name}: steering.${key}`);
  if (lookAhead < LEAST_LOOK_AHEAD)
    throw new InputError(
      `${name}: steering.lookAhead must be at least ${LEAST_LOOK_AHEAD} seconds, got ${lookAhead}: the state is read once in each`,
    );
  return new SteeredPath(steering, name);
}
