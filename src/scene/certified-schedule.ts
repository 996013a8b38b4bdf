/**
 * The schedule that misses nothing: the clock goes to the earliest time at which some pair is no longer proven apart, that pair alone is looked at and put
 * back with a later time [Mirtich 1997, §4].
 * Guarantee: every pair is proven apart, beyond the clearance, until the clock, except for those that were told and let through. So contacts come in order, and none is missed.
 * Deviates: bodies are not integrated in steps; their paths are formulas, so that only the two bodies of the pair are placed.
 */
import type { Watch } from './watch.ts';
import { BodyRecord } from './world-body.ts';
import type { WorldEngine } from './world-engine.ts';
import type { WorldEvent } from './world-event.ts';

/** Is told a contact; true: it was answered, false: let through. */
export type Tell = (watch: Watch, status: WorldEvent['status']) => boolean;

/** In roundings: nearer than this cannot be told from touching. */
const TOUCHING = 4;
/** In roundings: a finer tolerance cannot be proven. */
const FINEST = 16;
/** Sixteen times the distance of neighbouring doubles. */
const TICK = 2 ** -48;
/** Speeds below this part of the bodies' own are rounding. */
const SLOW = 2 ** -40;
/** A pair that was let through is looked at each time it may be free again, or may have moved by this part of the smaller body. */
const LET_THROUGH_STEP = 2 ** -8;

/** Runs until the time is reached, or `stopped` says so. */
export function runCertified(engine: WorldEngine, to: number, tell: Tell, stopped: () => boolean): void {
  const { queue } = engine;
  while (queue.topKey <= to && !stopped()) {
    engine.clock = Math.max(engine.clock, queue.topKey);
    const due = engine.items[queue.top];
    if (due instanceof BodyRecord) engine.sweep(due);
    else check(engine, due as Watch, tell);
  }
  if (!stopped()) engine.clock = Math.max(engine.clock, to);
}

/** Up to this distance a pair counts as in contact now: the tolerance, unless rounding or what happens between two neighbouring times is coarser. */
export function contactBand(engine: WorldEngine, watch: Watch): number {
  const tick = TICK * Math.abs(engine.clock) * (watch.a.speed + watch.b.speed);
  return engine.settings.clearance + Math.max(watch.tolerance, FINEST * watch.rounding, tick);
}

/** Looks at a pair now, tells it where it touches, and puts it back into the queue. */
function check(engine: WorldEngine, watch: Watch, tell: Tell): void {
  const now = engine.clock;
  const { clearance } = engine.settings;
  engine.stats.checks++;
  watch.look(now, 2 * (clearance + watch.tolerance));
  const band = contactBand(engine, watch);
  const wasPassing = watch.passing;
  if (wasPassing) {
    if (watch.low <= band) return wait(engine, watch);
    watch.passing = false;
  }
  if (watch.low > clearance) watch.apartAt = now;
  const inBand = watch.high <= band;
  if ((inBand || watch.low <= clearance) && engine.unwrap(watch)) return;
  if (watch.low <= clearance + TOUCHING * watch.rounding) return announce(engine, watch, 'overlap', tell);
  const level = levelOf(watch, clearance, band);
  if (watch.high <= level && watch.closing() > SLOW * (watch.a.speed + watch.b.speed)) {
    watch.level = 0.5 * (clearance + watch.low);
    return announce(engine, watch, 'contact', tell);
  }
  const until = engine.horizonOf(watch);
  if (until === Infinity) {
    // both stand still for good: asked over any time, only whether one is inside the other
    watch.safeUntil(now, keptDistance(clearance, level, watch.low), now + 1);
    if (watch.inside && !wasPassing) return announce(engine, watch, 'overlap', tell);
    return engine.queue.remove(watch.item);
  }
  const next = watch.safeUntil(now, keptDistance(clearance, level, watch.low), until);
  if (next > now) engine.due(watch, watch.redirected && watch.level < Infinity ? halfway(now, next) : next);
  else if (watch.inside && wasPassing) passOn(engine, watch);
  else announce(engine, watch, watch.inside ? 'overlap' : 'unresolved', tell);
  watch.redirected = false;
}

/** A pair that was told is looked at in the middle of its hop too, where it is as far apart as it gets before gravity brings it back. */
function halfway(now: number, next: number): number {
  const middle = now + 0.5 * (next - now);
  return middle > now ? middle : next;
}

/**
 * A pair is told at this distance: that of the band, but after a contact not before it has come down to half of the farthest it has been since. So a body that
 * bounces between two others needs time for it, however near they are.
 */
function levelOf(watch: Watch, clearance: number, band: number): number {
  watch.level = watch.low > band ? Infinity : Math.max(watch.level, 0.5 * (clearance + watch.low));
  return Math.min(band, watch.level);
}

/** A pair is looked at again before it can be nearer than this. */
export function keptDistance(clearance: number, level: number, low: number): number {
  return clearance + (low > level ? 0.75 * (level - clearance) : 0.5 * (low - clearance));
}

function announce(engine: WorldEngine, watch: Watch, status: WorldEvent['status'], tell: Tell): void {
  engine.stats.events++;
  const answered = tell(watch, status);
  // the pair may be gone: its body was removed
  if (engine.items[watch.item] !== watch) return;
  if (answered && status === 'contact') engine.due(watch, engine.clock);
  else passOn(engine, watch);
}

function passOn(engine: WorldEngine, watch: Watch): void {
  watch.passing = true;
  wait(engine, watch);
}

/** A pair that was let through is looked at again when it may be free, or may have moved noticeably. */
function wait(engine: WorldEngine, watch: Watch): void {
  const { a, b } = watch;
  const size = Math.min(a.hull.reach, b.hull.reach) || Math.max(a.hull.reach, b.hull.reach);
  const patience = Math.max(LET_THROUGH_STEP * size, watch.depth()) / (a.speed + b.speed);
  engine.due(watch, Math.max(Math.min(engine.clock + patience, engine.horizonOf(watch)), engine.clock * (1 + 2 ** -51)));
}
