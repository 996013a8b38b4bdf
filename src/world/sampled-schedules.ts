/**
 * Two schedules that may miss contacts, for comparison: by estimated times of impact with rollback, and at fixed
 * intervals [Mirtich 1997, §4].
 * Both check pairs at single instants only. Where a check finds a pair that touches, the time of its contact since the
 * check before is found with certainty, and the world is set back to it. What happens wholly between two checks is
 * missed.
 */

import { MOST_UNITS } from '../contact/budget.ts';
import { isClosing, keptDistance, levelOf } from './certified-schedule.ts';
import { holdAgain, letGo } from './holding.ts';
import { goesDeeper, noteReport, type Report } from './let-through.ts';
import type { Watch } from './watch.ts';
import { BodyRecord, type Held } from './world-body.ts';
import type { WorldEngine } from './world-engine.ts';
import type { WorldPath } from './world-path.ts';

/** One change of a body's path, to be undone. */
interface Change {
  readonly time: number;
  readonly body: BodyRecord;
  readonly path: WorldPath;
  readonly since: number;
  readonly held: Held | null;
}

/** A contact found so often without its pair parting is let through. */
const MOST_STEPS = 10_000;
/** A pair that does not approach is checked again when it may have moved by this part of the smaller body. */
const RECHECK_SHARE = 0.5;

/** So many changes are kept before those that no pair can be set back behind are forgotten. */
const MANY = 4096;

/** Undoes changes of paths, newest first, and knows what was reported since. */
export class Journal {
  private changes: Change[] = [];
  private reported: number[] = [];

  note(body: BodyRecord, time: number): void {
    this.changes.push({ time, body, path: body.path, since: body.pathSince, held: body.held });
  }

  report(engine: WorldEngine): void {
    this.reported.push(engine.clock);
    if (this.reported.length + this.changes.length < MANY) return;
    let oldest = engine.clock;
    for (const watch of allWatches(engine)) if (watch.apartAt < oldest) oldest = watch.apartAt;
    this.changes = this.changes.filter(({ time }) => time >= oldest);
    this.reported = this.reported.filter((time) => time >= oldest);
  }

  /** Sets the world back; what was reported after `time` counts as never reported. */
  rollBack(engine: WorldEngine, time: number): void {
    const { changes, reported } = this;
    engine.stats.rollbacks++;
    engine.clock = time;
    while (reported.length > 0 && reported[reported.length - 1] > time) {
      reported.pop();
      engine.stats.revoked++;
    }
    while (changes.length > 0 && changes[changes.length - 1].time > time) {
      const { body, path, since, held } = changes.pop() as Change;
      body.follow(path, since);
      body.held = held;
      body.sweptAt = Infinity;
    }
    for (const body of engine.bodies.values()) if (body.sweptAt > time) engine.sweep(body);
    // what was seen later was seen on other paths
    for (const watch of allWatches(engine)) {
      if (!(watch.measuredAt > time)) continue;
      watch.apartAt = Math.min(watch.apartAt, time);
      engine.due(watch, time);
    }
  }
}

/**
 * The first time in (apartAt, now] at which the pair comes down to the level at which it is reported, and the pair is
 * placed there.
 */
function timeOfContact(engine: WorldEngine, watch: Watch, now: number): number {
  const { clearance } = engine.settings;
  let t = watch.apartAt;
  for (let k = 0; k < MOST_STEPS && t < now; k++) {
    engine.stats.checks++;
    watch.measureAt(t, clearance);
    const level = levelOf(watch, clearance);
    if (watch.high <= level && isClosing(watch)) return t;
    const next = watch.safeUntil(t, keptDistance(clearance, level, watch.low), now);
    if (!(next > t)) return t;
    t = next;
  }
  watch.measureAt(now, clearance);
  return now;
}

/** Checks a pair at the clock: does it touch, and approach? Sets apartAt where it does not. */
function touches(engine: WorldEngine, watch: Watch): boolean {
  const { clearance } = engine.settings;
  engine.stats.checks++;
  watch.measureAt(engine.clock, clearance);
  const level = watch.low > clearance ? levelOf(watch, clearance) : watch.band;
  if (watch.passing) {
    if (watch.low <= watch.band) return !holdAgain(engine, watch) && goesDeeper(watch, clearance);
    watch.passing = false;
    watch.apartAt = engine.clock;
    letGo(engine, watch);
    return false;
  }
  if (watch.low <= clearance) return true;
  if (watch.high <= level && isClosing(watch)) return true;
  // an approach within the band is judged from before it
  if (watch.high > watch.band || !isClosing(watch)) watch.apartAt = engine.clock;
  return false;
}

/** Goes from pair to pair by estimates of when they might touch. */
export function runEstimated(
  engine: WorldEngine,
  to: number,
  report: Report,
  stopped: () => boolean,
  journal: Journal,
  onRollback: ((time: number) => void) | undefined,
): void {
  const { queue } = engine;
  while (queue.topKey <= to && !stopped()) {
    engine.clock = Math.max(engine.clock, queue.topKey);
    const due = engine.items[queue.top];
    if (due instanceof BodyRecord) {
      engine.sweep(due);
      continue;
    }
    const watch = due as Watch;
    engine.units = watch.units;
    const now = engine.clock;
    if (!engine.renew(watch)) continue;
    if (touches(engine, watch) && !engine.unwrap(watch)) {
      const started = watch.passing || Number.isNaN(watch.apartAt);
      const time = started ? now : timeOfContact(engine, watch, now);
      if (time < now) {
        journal.rollBack(engine, time);
        onRollback?.(time);
        watch.measureAt(time, engine.settings.clearance);
      }
      journal.report(engine);
      reportTouch(engine, watch, report);
    } else if (engine.items[watch.item] === watch) engine.due(watch, estimate(engine, watch));
  }
  if (!stopped()) engine.clock = Math.max(engine.clock, to);
}

/** Looks at all pairs that the broad phase leaves, every `interval` seconds. */
export function runFixed(engine: WorldEngine, to: number, interval: number, report: Report, stopped: () => boolean): void {
  const { queue } = engine;
  // bodies that were just put there: apart or not, before they move
  for (const watch of allWatches(engine)) if (Number.isNaN(watch.measuredAt)) touches(engine, watch);
  let reported = new Set<Watch>();
  let last = Number.NaN;
  while (engine.clock < to && !stopped()) {
    // a tick checks everything
    engine.units = MOST_UNITS;
    const from = engine.clock;
    const tick = Math.min(to, Math.max((Math.floor(from / interval + 2 ** -30) + 1) * interval, from * (1 + 2 ** -50)));
    if (tick !== last) reported = new Set();
    last = tick;
    const checked = new Set<Watch>();
    // boxes must hold until the tick
    let first: Watch | undefined;
    let firstTime = tick;
    while (queue.topKey <= tick) {
      const due = engine.items[queue.top];
      if (due instanceof BodyRecord) {
        engine.clock = Math.max(from, queue.topKey);
        engine.sweep(due);
      } else queue.remove((due as Watch).item);
    }
    engine.clock = tick;
    for (let unwrapped = true; unwrapped; ) {
      unwrapped = false;
      for (const watch of allWatches(engine)) {
        if (checked.has(watch)) continue;
        checked.add(watch);
        if (!touches(engine, watch)) continue;
        if (engine.unwrap(watch)) {
          unwrapped = true;
          continue;
        }
        const time = watch.passing || Number.isNaN(watch.apartAt) ? tick : timeOfContact(engine, watch, tick);
        // reported at this very time before, and still there: not again before the next tick
        if ((first !== undefined && time >= firstTime) || (time <= from && reported.has(watch))) continue;
        first = watch;
        firstTime = time;
      }
    }
    if (first === undefined) continue;
    engine.clock = Math.max(from, firstTime);
    first.measureAt(engine.clock, engine.settings.clearance);
    reported.add(first);
    reportTouch(engine, first, report);
  }
}

/** Reports a pair that touches at the clock, and puts it back or lets it through. */
function reportTouch(engine: WorldEngine, watch: Watch, report: Report): void {
  engine.stats.events++;
  const { clearance } = engine.settings;
  const status = watch.passing || watch.low <= clearance ? 'overlap' : 'contact';
  if (status === 'contact') watch.level = 0.5 * (clearance + watch.low);
  const outcome = report(watch, status);
  if (engine.items[watch.item] !== watch) return;
  if (outcome === 'stopped') {
    watch.level = Infinity;
    engine.due(watch, engine.clock);
    return;
  }
  noteReport(watch, status, outcome, clearance);
  if (!watch.passing) watch.apartAt = engine.clock;
  engine.due(watch, estimate(engine, watch));
}

/** When the pair would touch if it went on closing as it does now; a guess. */
function estimate(engine: WorldEngine, watch: Watch): number {
  const { clock } = engine;
  const { clearance } = engine.settings;
  watch.measureAt(clock, clearance);
  const again = watch.secondsToMove(RECHECK_SHARE * watch.size);
  const closing = watch.low > clearance ? watch.closing() : 0;
  const distance = Math.max(watch.low - clearance, watch.tolerance);
  const guess = closing > 0 ? distance / closing : again;
  const least = clock + 2 ** -50 * Math.max(Math.abs(clock), guess < Infinity ? guess : 0);
  return Math.max(Math.min(clock + guess, engine.horizonOf(watch)), least);
}

function allWatches(engine: WorldEngine): Set<Watch> {
  const watches = new Set<Watch>();
  for (const body of engine.bodies.values()) for (const watch of engine.watchesOf(body)) watches.add(watch);
  return watches;
}
