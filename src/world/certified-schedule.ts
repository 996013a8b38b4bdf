/**
 * The schedule that misses nothing: the clock goes to the earliest time at which some pair is no longer proven apart,
 * that pair alone is checked and put back with a later time [Mirtich 1997, §4].
 * Guarantee: every pair is proven apart, beyond the clearance, until the clock, except for those that were reported and
 * let through; these are reported again [let-through.ts]. So contacts come in order, and none is missed. Two that touch
 * as far as doubles can tell are proven to do no more than that.
 * Deviates: bodies are not integrated in steps; their paths are formulas, so that only the two bodies of the pair are
 * placed.
 */
import { holdAgain, letGo } from './holding.ts';
import { goesDeeper, nextTravel, noteReport, type Report } from './let-through.ts';
import { DEEP, type Watch } from './watch.ts';
import { BodyRecord } from './world-body.ts';
import type { WorldEngine } from './world-engine.ts';
import type { WorldEvent } from './world-event.ts';

/** In roundings: nearer than this cannot be told from touching. */
const TOUCHING = 4;
/**
 * A pair that touches and is reported so often at one instant, or within less than a tolerance, whatever is
 * answered, counts as overlapping; one that slides along for so many checks, none of which says what the next finds,
 * as unresolved.
 */
const MOST_REPEATS = 50;
/** Four times the distance of neighbouring doubles. */
const CLOCK = 2 ** -50;
/** Speeds below this part of the bodies' own are rounding. */
const SLOW = 2 ** -40;
/**
 * A pair that was let through is checked each time it may be free again, or may have moved by this part of the
 * smaller body.
 */
const LET_THROUGH_STEP = 2 ** -8;

/** Runs until the time is reached, or `stopped` says so. */
export function runCertified(engine: WorldEngine, to: number, report: Report, stopped: () => boolean): void {
  const { queue } = engine;
  while (queue.topKey <= to && !stopped()) {
    engine.clock = Math.max(engine.clock, queue.topKey);
    const due = engine.items[queue.top];
    if (due instanceof BodyRecord) engine.sweep(due);
    else {
      engine.units = (due as Watch).units;
      check(engine, due as Watch, report);
    }
  }
  if (!stopped()) engine.clock = Math.max(engine.clock, to);
}

/** Checks a pair now, reports it where it touches, and puts it back into the queue. */
function check(engine: WorldEngine, watch: Watch, report: Report): void {
  const now = engine.clock;
  const { clearance } = engine.settings;
  if (!engine.renew(watch)) return;
  engine.stats.checks++;
  watch.measureAt(now, clearance);
  if (watch.low > watch.band) {
    // other pieces of the two may hold on
    const { holds } = watch;
    watch.passing = watch.holds = false;
    if (holds && letGo(engine, watch)) return;
  }
  if (watch.passing && holdAgain(engine, watch)) return;
  if (watch.passing) return goesDeeper(watch, clearance) ? announce(engine, watch, 'overlap', report) : wait(engine, watch);
  if (watch.low > clearance) watch.apartAt = now;
  const touching = clearance + TOUCHING * watch.rounding;
  if ((watch.high <= watch.band || watch.low <= touching) && engine.unwrap(watch)) return;
  if (watch.low <= touching) return settleTouching(engine, watch, report);
  watch.touchingTravel = watch.clinging = 0;
  const level = levelOf(watch, clearance);
  if (watch.high <= level && isClosing(watch)) {
    watch.level = 0.5 * (clearance + watch.low);
    return announce(engine, watch, 'contact', report);
  }
  if (engine.horizonOf(watch) === Infinity) return engine.queue.remove(watch.item);
  const next = provenUntil(engine, watch, keptDistance(clearance, level, watch.low), clearance);
  if (next > now) engine.due(watch, watch.redirected && watch.level < Infinity ? halfway(now, next) : next);
  else if (!engine.unwrap(watch)) announce(engine, watch, 'unresolved', report);
  watch.redirected = false;
}

/** Until when a pair that was checked certainly stays farther apart than `least`; asked for `keep` above it. */
function provenUntil(engine: WorldEngine, watch: Watch, keep: number, least: number): number {
  const until = engine.horizonOf(watch);
  const next = watch.safeUntil(engine.clock, keep, until);
  // a sum of times is rounded, up at times: a double less where the two move by more in it than there is to spare
  const late = next < until && CLOCK * next * (watch.a.speed + watch.b.speed) > keep - least;
  return late ? next * (1 - 2 ** -52) : next;
}

/**
 * Two that touch as far as doubles can tell: bodies put on each other are not proven apart, but can be reported as in
 * contact and part again. Deeper than that, or where nothing says which way is out, they overlap.
 */
function settleTouching(engine: WorldEngine, watch: Watch, report: Report): void {
  const now = engine.clock;
  const deepest = engine.settings.clearance - DEEP * watch.rounding;
  if (!(watch.low >= deepest && watch.normal.some((x) => x !== 0))) return announce(engine, watch, 'overlap', report);
  const slow = SLOW * (watch.a.speed + watch.b.speed);
  const closing = watch.closing();
  if (closing > slow || (closing >= -slow && watch.pressing > 0)) {
    watch.repeats = watch.standsSince(watch.reportedAt, watch.tolerance) ? watch.repeats + 1 : 0;
    if (watch.repeats === 0) watch.reportedAt = now;
    watch.level = engine.settings.clearance;
    return announce(engine, watch, watch.repeats > MOST_REPEATS ? 'overlap' : 'contact', report);
  }
  // checked soon, and less and less soon, but never later than it is proven to do no more than touch
  watch.touchingTravel = Math.min(2 * Math.max(watch.touchingTravel, watch.rounding), watch.size);
  const soon = Math.max(Math.min(now + watch.secondsToMove(watch.touchingTravel), engine.horizonOf(watch)), now * (1 + 2 ** -51));
  const proven = provenUntil(engine, watch, deepest, deepest);
  watch.clinging = proven < soon ? watch.clinging + 1 : 0;
  if (proven > now && watch.clinging <= MOST_REPEATS) engine.due(watch, Math.min(soon, proven));
  else announce(engine, watch, 'unresolved', report);
}

/** Whether a pair that was checked comes nearer where it is nearest, faster than rounding. */
export function isClosing(watch: Watch): boolean {
  return watch.closing() > SLOW * (watch.a.speed + watch.b.speed);
}

/**
 * A pair that was reported is checked in the middle of its hop too, where it is as far apart as it gets before
 * gravity brings it back.
 */
function halfway(now: number, next: number): number {
  const middle = now + 0.5 * (next - now);
  return middle > now ? middle : next;
}

/**
 * A pair is reported at this distance: that of the band, but after a contact not before it has come down to half of the
 * farthest it has been since. So a body that bounces between two others needs time for it, however near they are.
 */
export function levelOf(watch: Watch, clearance: number): number {
  const { band } = watch;
  watch.level = watch.low > band ? Infinity : Math.max(watch.level, 0.5 * (clearance + watch.low));
  return Math.min(band, watch.level);
}

/** A pair is checked again before it can be nearer than this. */
export function keptDistance(clearance: number, level: number, low: number): number {
  return clearance + (low > level ? 0.75 * (level - clearance) : 0.5 * (low - clearance));
}

function announce(engine: WorldEngine, watch: Watch, status: WorldEvent['status'], report: Report): void {
  engine.stats.events++;
  const outcome = report(watch, status);
  // the pair may be gone: its body was removed
  if (engine.items[watch.item] !== watch) return;
  if (outcome === 'stopped') {
    // to be reported again, at the same distance
    watch.level = Infinity;
    engine.due(watch, engine.clock);
  } else {
    noteReport(watch, status, outcome, engine.settings.clearance);
    // an answer may have put them elsewhere
    if (outcome === 'answered' || outcome === 'held') engine.due(watch, engine.clock);
    else wait(engine, watch);
  }
}

/** A pair that was let through is checked again when it may be free, or may have moved noticeably. */
function wait(engine: WorldEngine, watch: Watch): void {
  const travel = nextTravel(watch, engine.settings.clearance, Math.max(LET_THROUGH_STEP * watch.size, watch.depth()));
  const patience = watch.secondsToMove(travel);
  engine.due(watch, Math.max(Math.min(engine.clock + patience, engine.horizonOf(watch)), engine.clock * (1 + 2 ** -51)));
}
