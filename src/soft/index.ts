export type { ElementaryOptions, ElementaryResult } from '../contact/elementary/elementary.ts';
export { elementary } from '../contact/elementary/elementary.ts';
export type { LinearFrames } from './linear-frames.ts';
export { LinearMotion, linearMotion } from './linear-motion.ts';
export type { StepMotions, StepQueryOptions } from './step-query.ts';
export { StepQuery } from './step-query.ts';
export type { StepContact, StepFirstContact, StepOptions, StepProof, StepSide, StepStats } from './step-result.ts';
