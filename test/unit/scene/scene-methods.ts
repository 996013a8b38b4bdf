import type { SceneMethod } from '../../../src/scene/scene-options.ts';

/** The methods of scenes whose guarantee is tested. */
export const METHODS: readonly SceneMethod[] = ['auto', 'hca', 'interval'];
