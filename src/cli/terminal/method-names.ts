import type { PairMethodName, SceneMethodName } from '../../methods/index.ts';

// METHODS and SCENE_METHODS of the package, spelt by their types: an option and its help must not load the engine.

export const PAIR_METHODS: readonly PairMethodName[] = namesOf<PairMethodName>({ auto: true, hca: true, c2a: true, interval: true });

export const SCENE_METHODS: readonly SceneMethodName[] = namesOf<SceneMethodName>({ auto: true, hca: true, interval: true });

/** The compiler sees that none is missing and none too many. */
function namesOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[];
}
