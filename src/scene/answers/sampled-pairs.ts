/**
 * Which pairs of a robot's links need no test, by random sampling: links held together by a joint, links in contact in
 * (nearly) every configuration, and links in contact in none. 'always' and 'never' are observations, not proofs: the
 * number of samples is reported. Setup assistants of planners also exempt links that touch where every joint is at 0
 * ('default'), however seldom they touch elsewhere; that would hide real contacts, so these pairs stay tested.
 */
import { isContained } from '../../contact/containment.ts';
import { forLeavesWithin } from '../../contact/leaves-within.ts';
import { PairStack } from '../../contact/pair-stack.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { Random } from '../../math/random.ts';
import { PI } from '../../math/trig.ts';
import { adjacentPairs } from '../../robot/adjacent-pairs.ts';
import type { AllowedPair } from '../../robot/allowed-pairs.ts';
import { refuseLoops } from '../../robot/check-robot.ts';
import { Robot } from '../../robot/robot.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import { AllowedNames } from '../content/allowed-names.ts';
import { NO_PAIRS } from '../pairs/pair-set.ts';
import { ScenePairs } from '../pairs/scene-pairs.ts';
import { SceneEngine } from '../search/scene-engine.ts';
import { NONE_LEAVE } from '../search/start-pairs.ts';
import { NEEDS_ROBOT } from './sampled-capabilities.ts';

/** How many configurations to look at, and from when on a pair counts as always in contact. */
export interface SampledPairsOptions {
  /** How many random configurations are looked at, within the limits of the joints. Default 2,000. */
  readonly samples?: number;
  /** Seed of the random configurations: the same one gives the same answer everywhere. Default 1. */
  readonly seed?: number;
  /** Share of configurations from which on a pair counts as always in contact, in (0, 1]. Default 0.95. */
  readonly always?: number;
  /** Called now and then, to show how far it is. Default: nothing is called. */
  readonly onProgress?: (done: number, samples: number) => void;
}

/** Which pairs of a robot's links need a test, as far as looking shows. */
export interface SampledPairs {
  /**
   * Pairs that need no test, with the reason ('adjacent', 'always' or 'never'), and in how many of the configurations
   * they were in contact.
   */
  readonly allowed: readonly (Required<AllowedPair> & { readonly contacts: number })[];
  /**
   * Pairs that do, in how many of the configurations they were in contact, and whether they are in contact at rest. A
   * path that starts at rest then starts in contact.
   */
  readonly tested: readonly {
    readonly a: string;
    readonly b: string;
    readonly contacts: number;
    readonly isContactAtRest: boolean;
  }[];
  /** How many random configurations were looked at. */
  readonly samples: number;
  /** The configuration at rest: every joint at 0, or at the limit nearest to it. */
  readonly rest: readonly number[];
}

/**
 * Which pairs of a robot's links need no test: held together by a joint, in contact in nearly every configuration, or
 * in none of many random ones. The last two are observations, not proofs. Pairs the robot allows already are left out
 * of both lists; nothing is changed in the robot.
 */
export function sampledPairs(robot: Robot, options: SampledPairsOptions = {}): SampledPairs {
  // One piece: its functions share one engine, and the counts of all samples.
  if (!(robot instanceof Robot)) throw new InputError(NEEDS_ROBOT);
  checkRecord(options, ['samples', 'seed', 'always', 'onProgress'], 'sampledPairs');
  const { samples = 2000, seed = 1, always = 0.95, onProgress } = options;
  if (!Number.isInteger(samples) || samples < 1)
    throw new InputError(`samples: must be a whole number above 0, got ${shownValue(samples)}`);
  if (typeof always !== 'number' || !(always > 0 && always <= 1))
    throw new InputError(`always: must be in (0, 1], got ${shownValue(always)}`);
  refuseLoops(robot, 'sampledPairs');
  const pairs = new ScenePairs([robot], [], [], { self: true, movers: true, allowed: new AllowedNames([], [], []) }, Infinity);
  const engine = new SceneEngine(pairs, []);
  const names = pairs.listed.map(({ a, b }) => {
    const [first, second] = a.link < b.link ? [a, b] : [b, a];
    return [pairs.moving[first.body].name, pairs.moving[second.body].name] as const;
  });
  // a link of two bodies has two numbers for one pair of names
  const keys = names.map(([a, b]) => (a < b ? `${a}\n${b}` : `${b}\n${a}`));
  const contacts = new Map(keys.map((key) => [key, 0]));
  const firstOf = new Map(keys.map((key, pair) => [key, pair] as const).reverse());
  const stack = new PairStack();
  const touching = (configuration: Float64Array): Set<string> => {
    engine.load(
      {
        segments: 1,
        robots: [new RobotPath(robot, [configuration, configuration])],
        bodies: [],
        soft: [],
        seconds: null,
        ownTimes: new Map(),
        ownKnots: new Map(),
      },
      0,
    );
    const found = new Set<string>();
    for (let pair = 0; pair < keys.length; pair++) {
      if (found.has(keys[pair]) || engine.start.neverMeet(pair, pairs.listed[pair].a, pairs.listed[pair].b)) continue;
      const moving = engine.pair(pair);
      moving.placeAt(0);
      forLeavesWithin(moving, stack, 0, () => {
        found.add(keys[pair]);
        return false;
      });
      if (!found.has(keys[pair]) && isContained(moving)) found.add(keys[pair]);
    }
    return found;
  };
  engine.start.begin(0, 0, NONE_LEAVE, true, NO_PAIRS);
  const rest = restOf(robot);
  const atRest = touching(rest);
  const random = new Random(seed);
  for (let i = 0; i < samples; i++) {
    for (const key of touching(randomConfiguration(robot, random))) contacts.set(key, (contacts.get(key) as number) + 1);
    if (i % 64 === 63) onProgress?.(i + 1, samples);
  }
  const adjacent = new Set(adjacentPairs(robot).map(({ a, b }) => (a < b ? `${a}\n${b}` : `${b}\n${a}`)));
  const allowed: (Required<AllowedPair> & { contacts: number })[] = [];
  const tested: { a: string; b: string; contacts: number; isContactAtRest: boolean }[] = [];
  for (const [key, count] of contacts) {
    const [a, b] = names[firstOf.get(key) as number];
    const reason = adjacent.has(key) ? 'adjacent' : count >= always * samples ? 'always' : count === 0 && !atRest.has(key) ? 'never' : null;
    if (reason === null) tested.push({ a, b, contacts: count, isContactAtRest: atRest.has(key) });
    else allowed.push({ a, b, reason, contacts: count });
  }
  return { allowed, tested, samples, rest: [...rest] };
}

/** Radians or lengths; a joint that can go farther has no limits to speak of. */
const WIDEST = 1e6;

function restOf(robot: Robot): Float64Array {
  const out = robot.neutral();
  for (const { kind, limits, slot } of robot.joints) {
    if (!kind.hasLimits) continue;
    const { lower = -Infinity, upper = Infinity } = limits;
    out[slot] = Math.max(lower, Math.min(upper, 0));
  }
  return out;
}

/** Every joint anywhere within its limits; a full turn where there are none, and at 0 where a length has none. */
export function randomConfiguration(robot: Robot, random: Random): Float64Array {
  const out = robot.neutral();
  for (const { kind, limits, slot } of robot.joints) {
    if (kind.orientation >= 0) continue;
    const free = kind.angle >= 0 ? PI : 0;
    const { lower = -Infinity, upper = Infinity } = kind.hasLimits ? limits : {};
    // a range without end is none
    const ends = upper - lower < WIDEST;
    const low = ends ? lower : -free;
    const high = ends ? upper : free;
    out[slot + Math.max(kind.angle, 0)] = low + (high - low) * random.next();
  }
  return out;
}
