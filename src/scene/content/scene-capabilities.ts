import type { CapabilityRow } from '../../motion/scene-capability.ts';

/** Where meshes deform and something else than their first contact is asked. */
export const NOT_FOR_SOFT = 'not for scenes with soft bodies';
export const NOT_BETWEEN_HELD = 'between: not for what is taken and laid down';
/** Where states list the pose of every body, nothing follows what the scene moves. */
export const MOVED_BY_SCENE = 'by itself (bodyMotions)';

/** A clock is for all that moves, and motions of soft bodies have none. */
export const MIXED_CLOCKS = 'moves by seconds, but the motion of';

/** `Scene.firstContact`, by which all others are judged. */
export const SCENE_CAPABILITIES: CapabilityRow = {
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

/** Intervals of a path that `Scene.between` gives: the answer of the whole path, as far as it is about them. */
export const SLICE_CAPABILITIES: CapabilityRow = {
  bodiesByRows: 'same',
  bodiesByScene: 'same',
  heldParts: { refused: NOT_BETWEEN_HELD },
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
