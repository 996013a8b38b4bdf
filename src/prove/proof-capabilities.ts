import type { CapabilityRow } from '../motion/scene-capability.ts';
import { NOT_FOR_SOFT } from '../scene/content/scene-capabilities.ts';

/** `recordProof`: the proof of an answer of `Scene`. */
export const PROOF_CAPABILITIES: CapabilityRow = {
  bodiesByRows: 'same',
  bodiesByScene: 'same',
  heldParts: 'same',
  clocks: 'same',
  uncertainty: 'same',
  clearanceByGroups: 'same',
  allowedPairs: 'same',
  attachedBodies: 'same',
  closedChains: 'same',
  toolPaths: 'same',
  clouds: 'same',
  solids: 'same',
  softBodies: { refused: NOT_FOR_SOFT },
  mimicJoints: 'same',
  floatingBases: 'same',
  helicalJoints: 'same',
  initialContact: 'same',
  intendedContacts: 'same',
};
