import { ROWS_ONLY } from '../../batch/batch-capabilities.ts';
import type { CapabilityRow } from '../../motion/scene-capability.ts';
import { NOT_FOR_SOFT } from '../../scene/content/scene-capabilities.ts';

/** `GpuBatch`: rows of both ends of straight motions, on graphics hardware or the processor. */
export const GPU_BATCH_CAPABILITIES: CapabilityRow = {
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
  initialContact: { refused: "unknown key 'start'" },
  intendedContacts: { refused: "unknown key 'arrive'" },
};

/** `GpuCulling`: the first contact by method interval, one stage of it on graphics hardware. */
export const GPU_CULLING_CAPABILITIES: CapabilityRow = {
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
