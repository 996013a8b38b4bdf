import type { CapabilityRow } from '../../motion/scene-capability.ts';
import { NO_LOOPS } from '../../robot/check-robot.ts';

/** Scenes are not sampled: pairs are links of one robot. */
export const NEEDS_ROBOT = 'sampledPairs: needs a robot';

/** `sampledPairs`: the links of one robot against each other. */
export const SAMPLED_PAIRS_CAPABILITIES: CapabilityRow = {
  bodiesByRows: { refused: NEEDS_ROBOT },
  bodiesByScene: { refused: NEEDS_ROBOT },
  heldParts: { refused: NEEDS_ROBOT },
  clocks: { refused: NEEDS_ROBOT },
  uncertainty: { refused: NEEDS_ROBOT },
  clearanceByGroups: { refused: NEEDS_ROBOT },
  allowedPairs: { refused: NEEDS_ROBOT },
  attachedBodies: 'same',
  closedChains: { refused: NO_LOOPS },
  toolPaths: { refused: NEEDS_ROBOT },
  clouds: { refused: NEEDS_ROBOT },
  solids: 'same',
  softBodies: { refused: NEEDS_ROBOT },
  mimicJoints: 'same',
  floatingBases: 'same',
  helicalJoints: 'same',
  initialContact: { refused: NEEDS_ROBOT },
  intendedContacts: { refused: NEEDS_ROBOT },
};
