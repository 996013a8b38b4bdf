import type { CapabilityRow } from 'inbetween';

/** The worker of the page: questions about what was opened there. */
export const VIEWER_CAPABILITIES: CapabilityRow = {
  bodiesByRows: { refused: 'needs a "trajectory", or "held" where robots carry it; what stands is an obstacle' },
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
  softBodies: { refused: 'soft is no known key' },
  mimicJoints: 'same',
  floatingBases: 'same',
  helicalJoints: 'same',
  initialContact: 'same',
  intendedContacts: 'same',
};
