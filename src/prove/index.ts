/** `inbetween/prove`: writes proofs of answers, which `inbetween/proof` and others check. */
export type { PairProof, ProvenHulls, ProvenPair } from '../contact/options.ts';
export type {
  PlaceRange,
  ProvenAnswer,
  ProvenOffs,
  ProvenPhase,
  ProvenScene,
  ProvenWithin,
  SceneProof,
} from '../scene/search/scene-proof.ts';
export type { ProvenMesh, ProvenStep, StepProof } from '../soft/step-result.ts';
export type { ProofFacts } from './proof-lines.ts';
export { type ProofInput, type ProofOptions, type ProofRecorder, recordProof } from './record-proof.ts';
