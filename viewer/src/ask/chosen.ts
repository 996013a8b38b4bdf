/** What is chosen for the next question, and what of it a question takes. */
import { SCENE_METHODS, type SceneFirstContactOptions, type SceneMethod } from 'inbetween';
import type { GpuMode } from 'inbetween/gpu';

export const ASKED_KINDS = ['first', 'stretches', 'clearance', 'plan', 'batch'] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];

export const CONTACT_LISTS = ['minimal', 'all', 'first', 'none'] as const;
export const GPU_MODES = ['auto', 'always', 'never'] as const satisfies readonly GpuMode[];

export interface Chosen {
  readonly kind: AskedKind;
  /** Null: the default, of tolerances too. */
  readonly clearance: number | null;
  readonly tolerance: number | null;
  readonly method: SceneMethod;
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
  method: SCENE_METHODS[0],
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

export function optionsOf({ clearance, tolerance, method, contacts }: Chosen): SceneFirstContactOptions {
  return { method, contacts, ...(tolerance === null ? {} : { tolerance }), ...(clearance === null ? {} : { clearance }) };
}
