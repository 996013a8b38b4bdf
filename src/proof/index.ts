export type { Carried, Loose, Untested } from './problem.ts';
export type { CoveredPair, CoveredTime, ProofView, SeparatingDisc } from './proof-view.ts';
export { shrinkProof } from './shrink.ts';
export type { ProofInput, StepFacts, Units, Verification } from './verification.ts';
export type { VerifyOptions } from './verify.ts';
export { verifyProof } from './verify.ts';
export type { Exempt } from './windows.ts';
