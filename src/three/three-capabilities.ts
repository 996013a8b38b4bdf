import type { CapabilityRow } from '../motion/scene-capability.ts';

export const DRAWS_NOTHING = 'three.js draws no triangle of it';

/** `bodyOf`, `meshOf` and `robotOf`: scenes made of objects of three.js. */
export const THREE_CAPABILITIES: CapabilityRow = {
  bodiesByRows: 'same',
  bodiesByScene: 'same',
  heldParts: 'same',
  clocks: 'same',
  uncertainty: 'same',
  clearanceByGroups: 'same',
  allowedPairs: 'same',
  attachedBodies: 'same',
  closedChains: { refused: "unknown key 'loops'" },
  toolPaths: 'same',
  clouds: { refused: DRAWS_NOTHING },
  solids: 'same',
  softBodies: 'same',
  mimicJoints: 'same',
  floatingBases: 'same',
  helicalJoints: { refused: "is of the type 'helical'" },
  initialContact: 'same',
  intendedContacts: 'same',
};

/** `DragController`: `DragLoop` of a scene that it makes itself, of objects. */
export const DRAG_CONTROLLER_CAPABILITIES: CapabilityRow = {
  bodiesByRows: 'same',
  bodiesByScene: { refused: "unknown key 'bodyMotions'" },
  heldParts: { refused: "unknown key 'bodyMotions'" },
  clocks: { refused: "unknown key 'motions'" },
  uncertainty: { refused: "unknown key 'uncertainty'" },
  clearanceByGroups: { refused: "unknown key 'clearance'" },
  allowedPairs: { refused: "unknown key 'allowed'" },
  attachedBodies: 'same',
  closedChains: 'same',
  toolPaths: { refused: "unknown key 'motions'" },
  clouds: 'same',
  solids: 'same',
  softBodies: { refused: "unknown key 'soft'" },
  mimicJoints: 'same',
  floatingBases: 'same',
  helicalJoints: 'same',
  initialContact: { refused: "unknown key 'start'" },
  intendedContacts: { refused: "unknown key 'arrive'" },
};
