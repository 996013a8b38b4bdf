/** `inbetween/plan`: paths that are proven free. */
export type { BoxConstraint, Constraint, ConstraintBox, UprightConstraint } from './constraints/constraint.ts';
export type { ConstraintsOptions } from './constraints/constraints.ts';
export { Constraints } from './constraints/constraints.ts';
export type { AnyOf, Goal, LinkGoal } from './goals/goals.ts';
export type { PlanState } from './goals/plan-state.ts';
export { plan } from './plan.ts';
export type { PathSoFar, PlanControl, PlanProgress, PlanRequest } from './plan-options.ts';
export type { BeyondLimits, Plan, PlanReason, PlanStats, SearchedGraph } from './plan-result.ts';
export type { RoadmapProof } from './roadmap/prove-all.ts';
export type { RoadmapUpdate } from './roadmap/repair.ts';
export { Roadmap, type RoadmapCounts } from './roadmap/roadmap.ts';
export type { BatchRows, MotionBatch, ProveOptions, RoadmapOptions, RoadmapRequest } from './roadmap/roadmap-options.ts';
export type { SavedRoadmap } from './roadmap/saved-roadmap.ts';
export type { BoundingBox, Bounds } from './space/axes.ts';
export type { JointNumbers, TimingLimits } from './timing/limits.ts';
export { timed } from './timing/timed.ts';
export type { TimedOptions } from './timing/timed-options.ts';
export type { TimedBlend, TimedJoint, TimedPath } from './timing/timed-path.ts';
