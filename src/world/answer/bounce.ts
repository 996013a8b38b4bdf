/**
 * A ready answer to the contacts of a world: rigid bodies that bounce off each other, rub and come to rest.
 * What is fixed, follows a motion or is steered cannot be pushed; all else weighs what its `mass` says, or its volume.
 */

import { shownValue } from '../../math/check-record.ts';
import { entryOf, setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import type { Vec3 } from '../../math/pose.ts';
import { cross, dot, length, plus, scaled, subtract } from '../../math/vec3.ts';
import { LONGEST_CHAIN } from '../holding.ts';
import type { Answer, BodyState, World } from '../world.ts';
import type { WorldEvent } from '../world-event.ts';
import type { BodyChange } from '../world-options.ts';
import { turnedInverse, weightOf } from './body-weights.ts';
import { collide, type PushedSide, type Touch } from './impulses.ts';
import {
  carrierOf,
  carryOn,
  fallAsleep,
  hasMoved,
  isAtRest,
  isCrowded,
  isSqueezed,
  ours,
  placeOf,
  type Rest,
  restOf,
  startAnew,
  wakeAll,
} from './resting.ts';

/** Height of a hop in tolerances: out of the tolerance, so that the world reports the landing as a new contact. */
const HOP = 1.25;
/** What falls from lower than so many hops does not bounce, and wakes nobody. */
const LOW = 16;
/** For so many contacts within the time of a hop, of both together, the same one of two that are squeezed stands. */
const TURN = 64;

const ZERO: Vec3 = [0, 0, 0];
const STILL: BodyChange = { velocity: ZERO, angularVelocity: ZERO, acceleration: ZERO };

/** One of the two bodies of a contact. */
interface Side extends PushedSide {
  readonly rest: Rest;
  readonly state: BodyState;
  readonly mass: number;
}

/**
 * Makes an answer for `world.advance`: bodies bounce with Newton's `restitution` (0: they stop; 1: no loss), rub with
 * Coulomb's `friction` (default 0), and come to rest; each weighs what its `mass` says, or its volume. Impulses act at
 * all points of a contact at once. Energy never comes above that of the start, but for a hop of 1.25 tolerances where
 * weight presses two together. A body that stays in its place for some time is put to sleep, with
 * velocities and acceleration zero, until it is hit hard, a body that it touches moves, or somebody sets it. Pairs
 * that overlap are held, so that nothing falls through a floor; what cannot be pushed is let through.
 * @example
 * world.advance(2, bounce(0.4, 0.3));
 */
export function bounce(restitution: number, friction = 0): (event: WorldEvent, world: World) => Answer {
  for (const [key, value, most] of [
    ['restitution', restitution, 1],
    ['friction', friction, 2 ** 300],
  ] as const)
    if (typeof value !== 'number' || !(value >= 0 && value <= most))
      throw new InputError(
        `bounce: ${key} must be a number ${most === 1 ? 'from 0 to 1' : '≥ 0'}, got ${shownValue(value)}${limitHint(value)}`,
      );
  return (event, world) => {
    if (typeof world?.state !== 'function')
      throw new InputError(`bounce: needs the world beside the event; give it to world.advance as it is, got ${shownValue(world)}`);
    return event.status === 'contact' ? answer(event, world, restitution, friction) : holdTogether(event, world);
  };
}

/** No impulse is known to part two that overlap. Who sleeps is woken before, so that it gets its weight back later. */
function holdTogether({ a, b, time }: WorldEvent, world: World): Answer {
  for (const name of [a, b]) {
    const state = world.state(name);
    if (state.moves !== 'thrown') continue;
    for (const { body, weight } of wakeAll([restOf(world.body(name), state, time)], world)) world.set(body.name, { acceleration: weight });
  }
  return 'hold';
}

function answer(event: WorldEvent, world: World, restitution: number, friction: number): Answer {
  // One piece: the cases of one event, in the order in which they are decided.
  const { a, b, gap, tolerance, time } = event;
  const states = [world.state(a), world.state(b)];
  const rests = [a, b].map((name, k) => (states[k].moves === 'thrown' ? restOf(world.body(name), states[k], time) : undefined));
  /** The stronger of the two accelerations, also of one asleep. */
  const weight = Math.max(...states.map(({ acceleration }, k) => length(rests[k]?.asleep ? rests[k].weight : acceleration)));
  const height = HOP * tolerance;
  const slow = Math.sqrt(2 * weight * LOW * height);
  const changes: Record<string, BodyChange> = {};
  const wake = (some: Iterable<Rest>): void => {
    for (const { body, weight: acceleration } of wakeAll(some, world)) setEntry(changes, body.name, { acceleration });
  };
  // what carries a body along, or shakes it, never lets it sleep, nor those that lie on it
  const carriers = states.map(isCarrier);
  rests.forEach((rest, k) => {
    const carrier = rest === undefined ? undefined : holderOf(states[k], world);
    if (rest !== undefined && carrier !== undefined) carryOn(rest, { carrier, carriedAt: time });
  });
  const carried =
    carriers.some((is) => is) || rests.some((rest) => rest !== undefined && carrierOf(rest, weight, height, time) !== undefined);
  // those that can be pushed: none asleep, unless it is hit hard, or by what stops for nobody
  const sides = rests.flatMap((rest, k): Side[] => {
    if (rest === undefined || (rest.asleep && event.speed <= slow && !carried)) return [];
    if (rest.asleep) wake([rest]);
    const { mass, inverseInertia } = weightOf(rest.body);
    const { position, quaternion, velocity, angularVelocity } = states[k];
    const turned = turnedInverse({ mass, inverseInertia }, quaternion);
    const sign = k === 0 ? -1 : 1;
    return [{ rest, state: states[k], sign, mass, inverseMass: 1 / mass, inverseInertia: turned, position, velocity, angularVelocity }];
  });
  const squeezed = sides.filter(({ rest }) => isSqueezed(rest, weight, height, time));
  // what is held goes as its holder does, unless it is hit hard
  const held = sides.filter(({ state }) => state.heldBy !== undefined && event.speed <= slow);
  if (held.length === 2) return 'hold';
  // pressed against what goes its way, by others that stand as well: another hop would only come back
  if (sides.length === 1 && squeezed.length === 1 && states.some(({ moves }) => moves === 'given')) return 'hold';
  if (sides.length === 2 && held.length + squeezed.length > 0) {
    const stands = held[0] ?? standing(squeezed);
    if (held.length === 0) {
      const { name } = stands.rest.body;
      const along = carriedAlong(stands, carrierOf(stands.rest, weight, height, time), world);
      states[states.indexOf(stands.state)] = { ...stands.state, ...along };
      setEntry(changes, name, { ...entryOf(changes, name), ...along });
    }
    sides.splice(sides.indexOf(stands), 1);
  }
  if (sides.length === 0) return undefined;
  const crowded = sides.some(({ rest }) => isCrowded(rest, weight));
  const lightest = Math.min(...sides.map(({ mass }) => mass));
  // weight lends a hop; where turning bodies roll into each other, it comes out of what contacts have cost before
  const drop = lightest * Math.max(0, height - (gap[0] - world.clearance));
  const lost = crowded ? Infinity : sides.length * Math.min(...sides.map(({ rest }) => rest.lost));
  const roll = drop * rolling(event, states);
  const lent = drop * weight + Math.min(roll, Math.max(0, lost));
  const hop = Math.sqrt((2 * (drop * weight + roll)) / lightest);
  const leastHop = Math.min(hop, Math.sqrt((2 * lent) / lightest));
  const rule = { restitution: crowded ? 1 : restitution, friction, hop, slow, lent, leastHop };
  const gain = collide(touchesOf(event, states, sides), sides, rule);
  for (const { rest } of sides) rest.lost -= gain / sides.length;
  for (const { rest, state, velocity, angularVelocity } of sides) {
    if ((weight > 0 && (carried || event.speed > slow)) || hasMoved(rest, state, placeOf(rest, weight, height))) {
      wake(rest.sleepers);
      startAnew(rest, state, time);
    } else {
      rest.met++;
      if (isAtRest(rest, length(state.acceleration), height, time)) Object.assign(rest, { asleep: true, weight: state.acceleration });
    }
    const { name } = rest.body;
    setEntry(changes, name, rest.asleep ? STILL : { ...entryOf(changes, name), velocity, angularVelocity });
  }
  rests.forEach((rest, k) => {
    if (rest === undefined) return;
    const name = [b, a][k];
    const other = rests[1 - k] ?? restOf(world.body(name), states[1 - k], time);
    rest.touched.add(other);
    carryOn(rest, carriers[1 - k] ? { carrier: name, carriedAt: time } : other);
    if (rest.asleep) fallAsleep(rest);
  });
  for (const change of Object.values(changes)) ours.add(change);
  return changes;
}

/**
 * Who stands of those that are squeezed: the lighter one. A ball that a wall drives over a box, say, would push the box
 * into the floor for good: so they take turns.
 */
function standing([one, other = one]: readonly Side[]): Side {
  const isLightersTurn = (one.rest.crowd + other.rest.crowd) % (2 * TURN) < TURN;
  return other.mass < one.mass === isLightersTurn ? other : one;
}

function isCarrier({ moves }: BodyState): boolean {
  return moves === 'given' || moves === 'steered';
}

/** The carrier that holds a body, or what that lies on; such a pair meets no more. */
function holderOf({ heldBy }: BodyState, world: World): string | undefined {
  for (let on = heldBy, links = 0; on !== undefined && links < LONGEST_CHAIN; links++) {
    const state = world.state(on);
    if (isCarrier(state)) return on;
    on = state.heldBy;
  }
  return undefined;
}

/** The velocities of a body that goes along with what carries it, or stands. */
function carriedAlong(
  { position }: Side,
  carrier: string | undefined,
  world: World,
): Required<Pick<BodyChange, 'velocity' | 'angularVelocity'>> {
  if (carrier === undefined || !world.has(carrier)) return { velocity: ZERO, angularVelocity: ZERO };
  const { position: middle, velocity, angularVelocity } = world.state(carrier);
  return { velocity: plus(velocity, cross(angularVelocity, subtract(position, middle))), angularVelocity };
}

/** Upper bound on how fast turning makes points of the two come nearer ever faster. */
function rolling({ contacts }: WorldEvent, states: readonly BodyState[]): number {
  let most = 0;
  for (const { angularVelocity: w, position } of states)
    for (const { point } of contacts) most = Math.max(most, dot(w, w) * length(subtract(point, position)));
  return 2 * most;
}

/** Where the two touch; the middle of two points counts for both, so that no impulse turns the whole. */
function touchesOf({ contacts, normal: common }: WorldEvent, states: readonly BodyState[], sides: readonly Side[]): Touch[] {
  return contacts.map(({ point, normal }) => {
    let drift = ZERO;
    states.forEach((state, k) => {
      if (sides.some((side) => side.state === state)) return;
      const velocity = plus(state.velocity, cross(state.angularVelocity, subtract(point, state.position)));
      drift = plus(drift, scaled(velocity, k === 0 ? -1 : 1));
    });
    return { point, normal: length(normal) > 0 ? normal : common, drift };
  });
}
