import { builtIn, type PairMethod, type PairSearch } from '../contact/method.ts';
import { DEFAULT_ITERATIONS } from '../contact/options.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { SceneMethod } from '../scene/search/scene-method.ts';
import { checkChoices } from './check-choices.ts';
import type { TemporalOptions } from './hca/hca-search.ts';
import { searchHierarchically } from './hca/search-hierarchically.ts';
import { SegmentHca } from './hca/segment-hca.ts';

/** What method `hca` can be made with. */
export interface HcaOptions {
  /** Temporal culling of link pairs, in scenes. Default: on. */
  readonly temporal?: TemporalOptions;
}

const PLAIN: PairMethod & SceneMethod = made({});

/**
 * Hierarchical conservative advancement [Tang et al. 2013], for two bodies and for scenes: `{ method: hca }`, or
 * `hca({ temporal })`. maxIterations counts pairs of nodes, by default 2,000,000.
 */
export function hca(options?: HcaOptions): PairMethod & SceneMethod {
  return options === undefined ? PLAIN : made(options);
}

function made(options: HcaOptions): PairMethod & SceneMethod {
  checkRecord(options, ['temporal'], 'hca');
  if (options.temporal !== undefined) checkTemporal(options.temporal);
  return builtIn({ name: 'hca', maxIterations: DEFAULT_ITERATIONS, options, pair, scene: SegmentHca.of });
}

function pair(): PairSearch {
  return {
    gapOnly: true,
    search: ({ pair, stack, budget, start, outcome }) => searchHierarchically(pair, stack, budget, start, outcome),
  };
}

function checkTemporal(temporal: TemporalOptions): void {
  checkChoices(temporal, { upperBounds: ['random', 'coherent', 'none'], timeGrid: [], depth: [] }, 'temporal');
  const { timeGrid = 0.01, depth = 1 / 3 } = temporal;
  if (typeof timeGrid !== 'number' || !(timeGrid >= 0 && timeGrid <= 1))
    throw new InputError(`temporal.timeGrid: must be in [0, 1], got ${shownValue(timeGrid)}`);
  if (typeof depth !== 'number' || !(depth >= 0 && depth <= 1))
    throw new InputError(`temporal.depth: must be in [0, 1], got ${shownValue(depth)}`);
}
