import type { CapabilityRow } from '../../motion/scene-capability.ts';
import { MOVED_BY_SCENE, NOT_FOR_SOFT } from '../content/scene-capabilities.ts';

/** `MotionChecker`: states and straight motions between two of them, as lists of numbers. */
export const MOTION_CHECKER_CAPABILITIES: CapabilityRow = {
  bodiesByRows: 'same',
  bodiesByScene: { refused: MOVED_BY_SCENE },
  heldParts: { refused: MOVED_BY_SCENE },
  clocks: { refused: 'numbers are needed, got a RobotPath' },
  uncertainty: 'same',
  clearanceByGroups: 'same',
  allowedPairs: 'same',
  attachedBodies: 'same',
  closedChains: 'same',
  toolPaths: { refused: 'numbers are needed, got a RobotPath' },
  clouds: 'same',
  solids: 'same',
  softBodies: { refused: NOT_FOR_SOFT },
  mimicJoints: 'same',
  floatingBases: 'same',
  helicalJoints: 'same',
  initialContact: { refused: "unknown key 'start'" },
  intendedContacts: { refused: "unknown key 'arrive'" },
};
