import type { CapabilityRow } from '../../motion/scene-capability.ts';
import { TAKES_NO_PATH } from '../../robot/check-robot.ts';
import { MOVED_BY_SCENE, NOT_FOR_SOFT } from '../content/scene-capabilities.ts';

export const NOT_FOR_UNCERTAIN = 'not for scenes whose motions are only nearly followed (uncertainty)';
/** One distance is kept from everything. */
export const NEEDS_KEEP = 'keep is needed where the clearance of the scene is by groups';

/** `DragLoop`: steps towards targets, poses and configurations. */
export const DRAG_LOOP_CAPABILITIES: CapabilityRow = {
  bodiesByRows: 'same',
  bodiesByScene: { refused: MOVED_BY_SCENE },
  heldParts: { refused: MOVED_BY_SCENE },
  clocks: { refused: TAKES_NO_PATH },
  uncertainty: { refused: NOT_FOR_UNCERTAIN },
  clearanceByGroups: { refused: NEEDS_KEEP },
  allowedPairs: 'same',
  attachedBodies: 'same',
  closedChains: 'same',
  toolPaths: { refused: TAKES_NO_PATH },
  clouds: 'same',
  solids: 'same',
  softBodies: { refused: NOT_FOR_SOFT },
  mimicJoints: 'same',
  floatingBases: 'same',
  helicalJoints: 'same',
  initialContact: { refused: "unknown key 'start'" },
  intendedContacts: { refused: "unknown key 'arrive'" },
};
