export type { Untested } from './problem.ts';
export type { ProofInput, Verification, VerifyOptions } from './verify.ts';
export { verifyProof } from './verify.ts';
