import { methodNamed, SCENE_METHODS } from '../../../src/methods/index.ts';

/** The methods of scenes whose guarantee is tested, by name. */
export { SCENE_METHODS as METHODS };

/** Each with the method itself. */
export const EACH_METHOD = SCENE_METHODS.map((name) => [name, methodNamed(name)] as const);
