import type { CapabilityRow } from '../motion/scene-capability.ts';
import { NOT_FOR_SOFT } from '../scene/content/scene-capabilities.ts';

/** Rows are ends of straight motions. */
export const ROWS_ONLY = 'known are from, to; got a RobotPath';

/** `Batch`: firstContacts, and firstContact, clearance and contactIntervals of one long path. */
export const BATCH_CAPABILITIES: CapabilityRow = {
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
  softBodies: 'same',
  mimicJoints: 'same',
  floatingBases: 'same',
  helicalJoints: 'same',
  initialContact: 'same',
  intendedContacts: 'same',
};

/** `Batch.motionsAreFree`: rows of both ends of straight motions. */
export const BATCH_ROWS_CAPABILITIES: CapabilityRow = {
  bodiesByRows: 'same',
  bodiesByScene: 'same',
  heldParts: 'same',
  clocks: { refused: ROWS_ONLY },
  uncertainty: 'same',
  clearanceByGroups: 'same',
  allowedPairs: 'same',
  attachedBodies: 'same',
  closedChains: 'same',
  toolPaths: { refused: ROWS_ONLY },
  clouds: 'same',
  solids: 'same',
  softBodies: { refused: NOT_FOR_SOFT },
  mimicJoints: 'same',
  floatingBases: 'same',
  helicalJoints: 'same',
  initialContact: 'same',
  intendedContacts: 'same',
};
