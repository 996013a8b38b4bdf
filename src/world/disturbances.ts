import type { World } from './world.ts';
import type { BodyChange, WorldBody } from './world-options.ts';

/**
 * Who is to be told before a body of a world is set or taken out, or sent another way by an answer, which is given then:
 * answers that have put it to sleep, or others on it. Here, so that a world needs none of the answers.
 */
export const disturbances: WeakMap<WorldBody, (body: WorldBody, world: World, answered: BodyChange | undefined) => void> = new WeakMap();
