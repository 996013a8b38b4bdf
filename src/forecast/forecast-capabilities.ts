import type { CapabilityRow } from '../motion/scene-capability.ts';

/** `ContactForecast` of a `JointStream`: whatever a check can ask a `Scene` about straight motions. */
export const FORECAST_CAPABILITIES: CapabilityRow = {
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
  floatingBases: { refused: 'normalise it (x y z w order)' },
  helicalJoints: 'same',
  initialContact: 'same',
  intendedContacts: 'same',
};
