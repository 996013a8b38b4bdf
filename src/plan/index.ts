export type { JointNumbers, TimingLimits } from './timing/limits.ts';
export type { TimedBlend, TimedJoint, TimedOptions, TimedPath } from './timing/timed.ts';
export { timed } from './timing/timed.ts';
