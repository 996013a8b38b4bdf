import { builtIn, type PairMethod, type PairSearch } from '../contact/method.ts';
import { checkRecord } from '../math/check-record.ts';
import type { Motion } from '../motion/motion.ts';
import type { SceneMethod } from '../scene/search/scene-method.ts';
import { checkChoices } from './check-choices.ts';
import { RigidIntervalSearch } from './interval/interval-rigid.ts';
import type { StageOptions } from './stages/scene-intervals.ts';
import { type IntervalAsk, SegmentIntervals } from './stages/segment-intervals.ts';

/** What method `interval` can be made with. */
export interface IntervalOptions {
  /** The stages in front of the exact one, in scenes. Default: all on. */
  readonly stages?: StageOptions;
}

const STAGE_CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  boxes: [true, false],
  sweptVolumes: [true, false],
  bounds: ['interval', 'taylor', 'both'],
  solver: ['simultaneous', 'independent'],
};

const PLAIN: PairMethod & SceneMethod = made({});

/**
 * Enclosures of the motion over intervals of time [Redon et al. 2004], for two bodies and for scenes:
 * `{ method: interval }`, or `interval({ stages })`. maxIterations counts looks at nodes and equations, by default
 * 500,000.
 */
export function interval(options?: IntervalOptions): PairMethod & SceneMethod {
  return options === undefined ? PLAIN : made(options);
}

function made(options: IntervalOptions): PairMethod & SceneMethod {
  checkRecord(options, ['stages'], 'interval');
  if (options.stages !== undefined) checkChoices(options.stages, STAGE_CHOICES, 'stages');
  return builtIn({ ...intervalGiven(options), pair });
}

/** With what was found out elsewhere about the scene asked. */
export function intervalGiven(options: IntervalAsk): SceneMethod {
  return { name: 'interval', maxIterations: 500_000, options, scene: SegmentIntervals.of };
}

function pair(): PairSearch {
  const intervals = new RigidIntervalSearch();
  return {
    gapOnly: true,
    search: ({ pair, start, budget, outcome }) =>
      intervals.search(pair, pair.motionA as Motion, pair.motionB as Motion, pair.together, start, {}, budget, outcome),
  };
}
