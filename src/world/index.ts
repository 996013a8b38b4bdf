export type { Advance, AdvanceOptions, Answer, BodyState } from './world.ts';
export { World } from './world.ts';
export type { WorldStats } from './world-engine.ts';
export type { WorldContact, WorldEvent } from './world-event.ts';
export type { BodyChange, Schedule, WorldBody, WorldOptions } from './world-options.ts';
export { SCHEDULES } from './world-options.ts';
export type { SteeredState, Steering } from './world-path.ts';
export type { Shape } from './world-shape.ts';
