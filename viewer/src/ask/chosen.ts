/** What is chosen for the next question, and what of it a question takes. */
import type { SceneFirstContactOptions } from 'inbetween';
import type { GpuMode } from 'inbetween/gpu';
import type { SceneMethodName } from 'inbetween/methods';

export const ASKED_KINDS = ['first', 'stretches', 'clearance', 'plan', 'batch'] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];

export const CONTACT_LISTS = ['minimal', 'all', 'first', 'none'] as const;
const METHOD_NAMES: Readonly<Record<SceneMethodName, true>> = { auto: true, hca: true, interval: true };
/** As `SCENE_METHODS` of the library lists them, without loading the methods; the compiler sees that none is missing. */
export const SCENE_METHODS = Object.keys(METHOD_NAMES) as readonly SceneMethodName[];
export const GPU_MODES = ['auto', 'always', 'never'] as const satisfies readonly GpuMode[];

/** Random motions of one question. */
export const MOST_MOTIONS = 100_000;

export interface Chosen {
  readonly kind: AskedKind;
  /** Null: the default, of tolerances too. */
  readonly clearance: number | null;
  readonly tolerance: number | null;
  readonly method: SceneMethodName;
  readonly contacts: (typeof CONTACT_LISTS)[number];
  readonly gpu: GpuMode;
  readonly seed: number;
  /** Random motions. */
  readonly count: number;
}

/** Contacts are listed as the command lists them. */
export const FIRST_CHOSEN: Chosen = {
  kind: 'first',
  clearance: null,
  tolerance: null,
  method: 'auto',
  contacts: CONTACT_LISTS[0],
  gpu: 'auto',
  seed: 1,
  count: 200,
};

/** What an answer of each kind depends on. */
const TAKEN: Readonly<Record<AskedKind, readonly (keyof Chosen)[]>> = {
  first: ['clearance', 'tolerance', 'method', 'contacts'],
  stretches: ['clearance', 'tolerance', 'method', 'contacts'],
  clearance: ['tolerance'],
  plan: ['seed'],
  batch: ['count', 'seed'],
};

/** What is chosen otherwise now, of that on which an answer of this kind depends. */
export function chosenOtherwise(kind: AskedKind, then: Chosen, now: Chosen): readonly (keyof Chosen)[] {
  return TAKEN[kind].filter((key) => then[key] !== now[key]);
}

/** As the worker is asked, which loads the method by its name. */
export type NamedOptions = Omit<SceneFirstContactOptions, 'method'> & { readonly method?: SceneMethodName };

export function optionsOf({ clearance, tolerance, method, contacts }: Chosen): NamedOptions {
  return { method, contacts, ...(tolerance === null ? {} : { tolerance }), ...(clearance === null ? {} : { clearance }) };
}
