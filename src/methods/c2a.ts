import { builtIn, type PairMethod } from '../contact/method.ts';
import { checkLimit, checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { type Control, searchControlled } from './c2a/search-controlled.ts';

/** What method `c2a` can be made with. */
export interface C2aOptions {
  /** How it keeps its front shallow; false: not at all. Default: on. */
  readonly control?: Control | false;
}

const CONTROL_KEYS: readonly string[] = ['weight', 'iterations', 'distance'];

const PLAIN: PairMethod = made({});

/**
 * Controlled conservative advancement [Tang et al. 2013, §4], for two bodies: `{ method: c2a }`, or `c2a({ control })`.
 * maxIterations counts advancements, by default 20,000.
 */
export function c2a(options?: C2aOptions): PairMethod {
  return options === undefined ? PLAIN : made(options);
}

function made(options: C2aOptions): PairMethod {
  checkRecord(options, ['control'], 'c2a');
  const { control = {} } = options;
  if (control !== false) checkControl(control);
  return builtIn({
    name: 'c2a',
    maxIterations: 20_000,
    options,
    pair: () => ({
      gapOnly: true,
      search: ({ pair, stack, budget, start, outcome }) => searchControlled(pair, stack, budget, start, outcome, control),
    }),
  });
}

function checkControl(control: Control): void {
  checkRecord(control, CONTROL_KEYS, 'control');
  for (const key in control) {
    const value = control[key as keyof Control];
    if (value !== undefined) checkLimit(value, key, `control.${key}:`);
  }
  const { weight = 1 } = control;
  if (!(weight > 0 && weight <= 1)) throw new InputError(`control.weight: must be in (0, 1], got ${shownValue(weight)}`);
}
