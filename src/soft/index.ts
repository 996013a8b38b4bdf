export type { ElementaryOptions, ElementaryResult } from '../contact/elementary/elementary.ts';
export { elementary } from '../contact/elementary/elementary.ts';
export { LinearMotion, linear } from './linear-motion.ts';
export type { SoftBody, SoftMotions } from './step-query.ts';
export { StepQuery } from './step-query.ts';
export type { StepContact, StepFeature, StepOptions, StepResult, StepStats } from './step-result.ts';
