import type { CapabilityRow } from '../motion/scene-capability.ts';
import { TAKES_NO_PATH } from '../robot/check-robot.ts';
import { MIXED_CLOCKS, NOT_FOR_SOFT } from '../scene/content/scene-capabilities.ts';

/** Bodies that the scene moves are elsewhere at every time of a path that has none. */
export const NOT_AROUND_MOVERS = 'are not planned around';
export const FLOATING_STAYS = 'joints that float stay where they are in a path of moves';
export const MOVES_ITS_ROBOT = 'its goals may name that robot only';
export const STRAIGHT_ONLY = 'must be straight between waypoints; give robot.path(waypoints)';
export const FOLLOWS_A_TOOL = 'follow moves of a tool; give toolPath a pace, and it has seconds';
export const TIMED_STANDING = 'only joints with values of their own can be timed, it must stand';

/** `plan`: paths from one state to another. */
export const PLAN_CAPABILITIES: CapabilityRow = {
  bodiesByRows: 'same',
  bodiesByScene: { refused: NOT_AROUND_MOVERS },
  heldParts: { refused: NOT_AROUND_MOVERS },
  clocks: { refused: TAKES_NO_PATH },
  uncertainty: 'same',
  clearanceByGroups: 'same',
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

/** `planOnLines`: the same, with lines of the tool at both ends. */
export const PLAN_ON_LINES_CAPABILITIES: CapabilityRow = {
  bodiesByRows: { refused: MOVES_ITS_ROBOT },
  bodiesByScene: { refused: NOT_AROUND_MOVERS },
  heldParts: { refused: NOT_AROUND_MOVERS },
  clocks: { refused: TAKES_NO_PATH },
  uncertainty: 'same',
  clearanceByGroups: 'same',
  allowedPairs: 'same',
  attachedBodies: 'same',
  closedChains: 'same',
  toolPaths: { refused: TAKES_NO_PATH },
  clouds: 'same',
  solids: 'same',
  softBodies: { refused: NOT_FOR_SOFT },
  mimicJoints: 'same',
  floatingBases: { refused: FLOATING_STAYS },
  helicalJoints: 'same',
  initialContact: { refused: "unknown key 'start'" },
  intendedContacts: { refused: "unknown key 'arrive'" },
};

/** `timed`: seconds for a path, certified in a scene. Bodies must have seconds, too. */
export const TIMED_CAPABILITIES: CapabilityRow = {
  bodiesByRows: 'same',
  bodiesByScene: 'same',
  heldParts: 'same',
  clocks: { refused: STRAIGHT_ONLY },
  uncertainty: 'same',
  clearanceByGroups: 'same',
  allowedPairs: 'same',
  attachedBodies: 'same',
  closedChains: 'same',
  toolPaths: { refused: FOLLOWS_A_TOOL },
  clouds: 'same',
  solids: 'same',
  softBodies: { refused: MIXED_CLOCKS },
  mimicJoints: 'same',
  floatingBases: { refused: TIMED_STANDING },
  helicalJoints: 'same',
  initialContact: 'same',
  intendedContacts: 'same',
};

/** `Roadmap`: paths of many questions. */
export const ROADMAP_CAPABILITIES: CapabilityRow = {
  bodiesByRows: 'same',
  bodiesByScene: { refused: NOT_AROUND_MOVERS },
  heldParts: { refused: NOT_AROUND_MOVERS },
  clocks: { refused: TAKES_NO_PATH },
  uncertainty: 'same',
  clearanceByGroups: 'same',
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
