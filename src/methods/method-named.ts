/** The methods that are here, by their names: for menus, commands, and workers, to which only names travel. */
import type { PairMethod } from '../contact/method.ts';
import { entryOf } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import type { SceneMethod } from '../scene/search/scene-method.ts';
import { c2a } from './c2a.ts';
import { hca } from './hca.ts';
import { interval } from './interval.ts';

/** Names of the methods for two bodies; 'auto' is the default, for which `method` is left out. */
export type PairMethodName = 'auto' | 'hca' | 'c2a' | 'interval';
/** Names of the methods for scenes; 'auto' is the default, for which `method` is left out. */
export type SceneMethodName = 'auto' | 'hca' | 'interval';

/** Every method for two bodies by name, for menus and comparisons; 'auto', the default, comes first. */
export const METHODS: readonly PairMethodName[] = ['auto', 'hca', 'c2a', 'interval'];
/** Every method for scenes by name, for menus and comparisons; 'auto', the default, comes first. */
export const SCENE_METHODS: readonly SceneMethodName[] = ['auto', 'hca', 'interval'];

const MADE = { hca, c2a, interval } as const;

/**
 * The method of that name, made with these options, where it has any; undefined for 'auto', the default: what `method`
 * of a query takes. Another name is an InputError.
 */
export function methodNamed(name: SceneMethodName, options?: object): (PairMethod & SceneMethod) | undefined;
/** The method of that name for two bodies. */
export function methodNamed(name: PairMethodName, options?: object): PairMethod | undefined;
export function methodNamed(name: string, options?: object): PairMethod | undefined {
  if (name === 'auto') return undefined;
  const make = entryOf<((options?: object) => PairMethod) | undefined>(MADE, name);
  if (make === undefined) throw new InputError(`method: '${name}' is none of ${METHODS.join(', ')}`);
  return make(options);
}
