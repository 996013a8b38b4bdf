import type { InitialPair } from '../contact/result.ts';
import type { Arrival, SceneFirstContact } from '../scene/answers/scene-result.ts';
import { entryOf } from './entries.ts';

/** As much of an answer as says whether all of it was judged. */
export interface JudgedScene extends Pick<SceneFirstContact, 'status' | 'initial'> {
  readonly stats: Pick<SceneFirstContact['stats'], 'pairs'>;
}

/** Pairs that nothing is known of on a path that is free otherwise: they start in contact and never came apart. */
export function notJudged({ status, initial }: Pick<SceneFirstContact, 'status' | 'initial'>): readonly InitialPair[] {
  return status === 'free' ? initial.filter(isNeverJudged) : [];
}

/** Free, because there was nothing that could have touched: no pair was tested, so nothing is proven. */
export function isUntested({ status, initial, stats }: JudgedScene): boolean {
  return status === 'free' && initial.length === 0 && stats.pairs === 0;
}

/** Pairs that should have touched and do not: a hand that takes air, a part that is laid onto nothing. */
export function missedOf({ arrivals = [] }: Pick<SceneFirstContact, 'arrivals'>): readonly Arrival[] {
  return arrivals.filter(({ met }) => met === false);
}

/** Where each robot is on its own path, whose waypoints are those of its file; empty: where the answer is. */
export function ownPlaces({ ownTimes, configurations }: Pick<SceneFirstContact, 'ownTimes' | 'configurations'>): OwnPlaces {
  return Object.keys(configurations).flatMap((name) => {
    const own = entryOf(ownTimes, name);
    return own === undefined ? [] : [[name, own] as const];
  });
}

export type OwnPlaces = readonly (readonly [name: string, time: number])[];

function isNeverJudged({ left }: Pick<InitialPair, 'left'>): boolean {
  return left === null;
}

/** The pair that the answer is about, where the path starts in contact. */
export function initialOf({ status, pair, initial }: Pick<SceneFirstContact, 'status' | 'pair' | 'initial'>): InitialPair | undefined {
  const key = JSON.stringify(pair);
  return status === 'overlap' ? initial.find(({ a, b }) => JSON.stringify([a, b]) === key) : undefined;
}

/** No contact of surfaces is known: what overlaps is the inside of a solid. */
export function isInside({ status, gap }: Pick<SceneFirstContact, 'status' | 'gap'>): boolean {
  return status === 'overlap' && gap === null;
}

/** A distance that is rounding, or as good as that, is no distance. */
export function overlaps(
  { gap }: Pick<InitialPair, 'gap'>,
  { rounding, tolerance }: Pick<SceneFirstContact, 'rounding' | 'tolerance'>,
): boolean {
  return gap[0] === 0 && gap[1] <= Math.max(rounding, tolerance / 1000);
}

/** Between which waypoints a time lies, or at which one; waypoint k is at time k. */
export function waypointsAround(time: number, segments: number): readonly [before: number, after: number] {
  const before = Math.min(Math.floor(time), segments);
  return [before, time > before ? before + 1 : before];
}
