export type { Carried, Untested } from './problem.ts';
export type { ProofInput, Verification } from './verify.ts';
export { verifyProof } from './verify.ts';
export type { Exempt } from './windows.ts';
