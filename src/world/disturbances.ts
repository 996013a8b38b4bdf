import type { BodyChange, WorldBody } from './world-options.ts';

/** Is given the body, its world, and what sends it where an answer does. */
export type OnDisturbance = (body: WorldBody, world: unknown, answered: BodyChange | undefined) => void;

/**
 * Who is called before a body of a world is set or taken out, or given another path by an answer: answers that have
 * put it to sleep, or others on it. Here, so that a world needs none of the answers.
 */
export const disturbances: WeakMap<WorldBody, OnDisturbance> = new WeakMap();
