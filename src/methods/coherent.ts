import type { PairMethod } from '../contact/method.ts';
import { AutoSearch } from '../contact/methods/auto.ts';
import type { MovingPair } from '../contact/moving-pair.ts';
import { DEFAULT_ITERATIONS } from '../contact/options.ts';
import { PairFollower } from './coherent/from-front.ts';

const COHERENT: PairMethod = {
  name: 'coherent',
  maxIterations: DEFAULT_ITERATIONS,
  pair: () => new AutoSearch((pair: MovingPair) => new PairFollower(pair)),
};

/**
 * The default for two bodies, begun where the last search of the same `PairQuery` ended: `{ method: coherent }`, for
 * streams of motions each like the one before, as small steps of a simulation or of a hand are. Pays where a step is
 * shorter than some thousandths of the body; larger ones are searched as ever. Never changes what is proven; the time
 * may differ by what the tolerance explains.
 */
export function coherent(): PairMethod {
  return COHERENT;
}
