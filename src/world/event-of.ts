import { vectorAt } from '../math/vec3.ts';
import { DEEP, type Watch } from './watch.ts';
import type { WorldEngine } from './world-engine.ts';
import type { WorldContact, WorldEvent } from './world-event.ts';

/**
 * Adds what else of the two bodies touches at this instant, where they have several pieces; hulls that are near are
 * unwrapped for it. False: not all of it.
 */
function addContactsBeside(engine: WorldEngine, watch: Watch, contacts: WorldContact[]): boolean {
  const { clearance } = engine.settings;
  let { complete } = watch;
  const checked = new Set<Watch>([watch]);
  // a set that is added to goes on with what was added
  const [ofA, ofB] = [engine.watchesOf(watch.a), engine.watchesOf(watch.b)];
  // what both have; a floor has those of all that may touch it
  const few = ofA.size <= ofB.size ? ofA : ofB;
  for (const other of few) {
    if (checked.has(other) || !ofA.has(other) || !ofB.has(other)) continue;
    checked.add(other);
    other.measureAt(watch.measuredAt, clearance);
    if (other.high > other.band || engine.unwrap(other) || other.low < clearance - DEEP * other.rounding) continue;
    other.closing();
    for (const contact of other.contacts()) contacts.push(contact);
    complete &&= other.complete;
  }
  return complete;
}

/** The event that reports a pair which was just checked. */
export function eventOf(engine: WorldEngine, watch: Watch, status: WorldEvent['status']): WorldEvent {
  if (status === 'unresolved') watch.closing();
  const contacts = status === 'overlap' ? [] : [...watch.contacts()];
  const all = status !== 'overlap' && addContactsBeside(engine, watch, contacts);
  return {
    status,
    time: engine.clock,
    a: watch.a.name,
    b: watch.b.name,
    gap: [Math.max(0, watch.low), Math.max(0, Math.min(watch.high, Number.MAX_VALUE))],
    normal: vectorAt(watch.normal, 0),
    depth: status === 'overlap' ? watch.depth() : 0,
    contacts,
    complete: all && status === 'contact',
    tolerance: watch.tolerance,
    ...(status === 'unresolved' ? { reason: 'precision' as const } : {}),
    speed: contacts.reduce((most, { speed }) => Math.max(most, speed), 0),
  };
}
