/**
 * Which bodies have come to rest. Between contacts everything flies, so that a body at rest makes hops as high as the
 * tolerance; one that stays in its place for a while, or for many contacts, is put to sleep: it hangs where it is,
 * without weight, until it is hit hard or a body that it touches has moved, was set or was taken away. Whoever wakes
 * wakes all that sleep on it, and so on.
 */
import type { Quat, Vec3 } from '../../math/pose.ts';
import { length, subtract } from '../../math/vec3.ts';
import { disturbances } from '../disturbances.ts';
import type { BodyState, World } from '../world.ts';
import type { BodyChange, WorldBody } from '../world-options.ts';
import { worldShape } from '../world-shape.ts';

/** One that has moved by less than this share of its reach has stayed in its place. */
const STAYED = 0.05;
/** How long a body stays in its place before it sleeps, in times that it takes to fall by its own reach. */
const WHILE = 2;
/** Or how many contacts long, in the number of hops of that while. */
const OFTEN = 2;
/** Without weight nothing rests; after so many contacts in one place, bodies part elastically. */
const MANY = 16;

/** Hops for which a body counts as carried. */
const HOPS = 4;

/** What is remembered of a body from contact to contact. */
export interface Rest {
  readonly body: WorldBody;
  /** Where it was when it had last moved, when that was, how many contacts ago, and whom it has touched since. */
  place: Vec3;
  quaternion: Quat;
  since: number;
  met: number;
  touched: Set<Rest>;
  asleep: boolean;
  /** Who sleeps and touches it. */
  readonly sleepers: Set<Rest>;
  /** Time since which contacts have come in a blink, and how many. */
  instant: number;
  crowd: number;
  /** Energy that its contacts have cost so far, less what hops took of it. */
  lost: number;
  /** The acceleration that was taken from it when it fell asleep. */
  weight: Vec3;
  /** Name of what last carried it, by itself or by way of others that it touched, and when. */
  carrier: string;
  carriedAt: number;
}

const known = new WeakMap<WorldBody, Rest>();

/** How a body of a world rests, also one that cannot sleep; a body that somebody else set in motion is awake. */
export function restOf(body: WorldBody, state: BodyState, time: number): Rest {
  let rest = known.get(body);
  if (rest === undefined) {
    rest = {
      body,
      place: state.position,
      quaternion: state.quaternion,
      since: time,
      met: 0,
      touched: new Set(),
      asleep: false,
      sleepers: new Set(),
      instant: Number.NEGATIVE_INFINITY,
      crowd: 0,
      lost: 0,
      weight: [0, 0, 0],
      carrier: '',
      carriedAt: Number.NEGATIVE_INFINITY,
    };
    known.set(body, rest);
  }
  if (rest.asleep && !isStill(state)) startAnew(rest, state, time);
  return rest;
}

/** Whether it neither moves nor falls. */
function isStill({ velocity, angularVelocity, acceleration }: BodyState): boolean {
  return [...velocity, ...angularVelocity, ...acceleration].every((x) => x === 0);
}

/** It lies where it is, without weight, and hears of those that it touches. */
export function fallAsleep(rest: Rest): void {
  rest.asleep = true;
  for (const one of [rest, ...rest.touched]) disturbances.set(one.body, wakeFor);
  for (const one of rest.touched) one.sleepers.add(rest);
}

/** Wakes those of some who sleep, all who sleep on them, and so on; returns those that are to get their weight back. */
export function wakeAll(some: Iterable<Rest>, world: World): Rest[] {
  const woken: Rest[] = [];
  const next = [...some];
  for (const rest of next) {
    const { name } = rest.body;
    if (!rest.asleep || !world.has(name) || world.body(name) !== rest.body) continue;
    for (const one of rest.sleepers) next.push(one);
    startAnew(rest, world.state(name), world.time);
    woken.push(rest);
  }
  return woken;
}

/** Somebody is about to set a body, to take it out, or to give it another path by an answer. */
function wakeFor(body: WorldBody, given: unknown, answered: BodyChange | undefined): void {
  const world = given as World;
  const rest = known.get(body);
  if (rest === undefined || (answered !== undefined && (ours.has(answered) || !isSent(answered)))) return;
  for (const { body: woken, weight } of wakeAll([rest, ...rest.sleepers], world)) world.set(woken.name, { acceleration: weight });
}

/** Changes that `bounce` made, which wakes by itself whom they wake: a support that hops in its place wakes nobody. */
export const ours: WeakSet<BodyChange> = new WeakSet();

/** What puts a body to sleep, copied by somebody too, sends it nowhere. */
function isSent({ pose, ...change }: BodyChange): boolean {
  return pose !== undefined || Object.values(change).some((vector) => vector.some((x) => x !== 0));
}

export function startAnew(rest: Rest, { position, quaternion }: BodyState, time: number): void {
  if (rest.asleep) for (const one of rest.touched) one.sleepers.delete(rest);
  Object.assign(rest, { place: position, quaternion, since: time, met: 0, touched: new Set(), asleep: false });
}

/** Whether it has left its place since it was last noted; a ball by its middle only. */
export function hasMoved({ body, place, quaternion }: Rest, state: BodyState, most: number): boolean {
  const { hull } = worldShape(body.shape, body.name);
  let apart = 0;
  for (let k = 0; k < 4; k++) apart += quaternion[k] * state.quaternion[k];
  // |q − p|² = 2 − 2 q·p, and a point at distance 1 from the axis moves by 2 |q − p|
  const turned = hull.dimension === 0 ? 0 : 2 * hull.reach * Math.sqrt(Math.max(0, 2 - 2 * Math.abs(apart)));
  return length(subtract(state.position, place)) + turned > most;
}

/** How far it may go and still be in its place: without weight, as far as a hop. */
export function placeOf({ body }: Rest, weight: number, hop: number): number {
  return weight > 0 ? STAYED * worldShape(body.shape, body.name).hull.reach : hop;
}

/** Whether a body that is in its place, and has been met once more, has come to rest. */
export function isAtRest({ body, since, met }: Rest, weight: number, hop: number, time: number): boolean {
  if (!(weight > 0)) return false;
  const reach = Math.max(worldShape(body.shape, body.name).hull.reach, hop);
  // to fall by its reach r takes √(2r / g), a hop of height h 2 √(2h / g)
  return time - since > WHILE * Math.sqrt((2 * reach) / weight) || met > OFTEN * (WHILE / 2) * Math.sqrt(reach / hop);
}

/** Notes that a body touches one that is carried, or a carrier. */
export function carryOn(rest: Rest, { carrier, carriedAt }: Pick<Rest, 'carrier' | 'carriedAt'>): void {
  if (carriedAt > rest.carriedAt) Object.assign(rest, { carrier, carriedAt });
}

/** Who carries a body; nobody where that was some hops ago. */
export function carrierOf({ carrier, carriedAt }: Rest, weight: number, hop: number, time: number): string | undefined {
  return weight > 0 && time - carriedAt <= HOPS * hopTime(weight, hop) ? carrier : undefined;
}

/** Seconds, up and down. */
function hopTime(weight: number, hop: number): number {
  return 2 * Math.sqrt((2 * hop) / weight);
}

/**
 * Whether contacts come so often, within the time of a hop, that a body is squeezed between others: by pairs alone a
 * light one passes on what a heavy one gives it only bit by bit. It is then held as if it stood, as in shock
 * propagation [Guendelman et al. 2003].
 */
export function isSqueezed(rest: Rest, weight: number, hop: number, time: number): boolean {
  if (!(weight > 0)) return false;
  if (time - rest.instant > hopTime(weight, hop)) Object.assign(rest, { instant: time, crowd: 0 });
  return ++rest.crowd > MANY;
}

/** Whether two that meet again and again without getting anywhere are to part without loss [Luding, McNamara 1998]. */
export function isCrowded({ met }: Rest, weight: number): boolean {
  return !(weight > 0) && met > MANY;
}
