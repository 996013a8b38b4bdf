export type { Untested } from './problem.ts';
export { shrinkProof } from './shrink.ts';
export type { ProofInput, Verification } from './verify.ts';
export { verifyProof } from './verify.ts';
