import type { Method, SceneMethod } from '../../index.ts';

// METHODS and SCENE_METHODS of the package, spelt by their types: an option and its help must not load the engine.

export const PAIR_METHODS: readonly Method[] = namesOf<Method>({ auto: true, hca: true, c2a: true, interval: true });

export const SCENE_METHODS: readonly SceneMethod[] = namesOf<SceneMethod>({ auto: true, hca: true, interval: true });

/** The compiler sees that none is missing and none too many. */
function namesOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[];
}
