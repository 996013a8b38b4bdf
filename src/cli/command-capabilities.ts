import type { CapabilityRow } from '../index.ts';

/** Commands that query a scene, each with a row. */
export type QueryCommand = 'check' | 'batch' | 'plan' | 'query' | 'step' | 'info' | 'acm' | 'verify';
/** Commands that query none: pages, examples, helps, and workers, which answer what `batch --queue` sends. */
export type OtherCommand = 'demo' | 'view' | 'init' | 'worker' | 'help';

/** Bodies of cells say themselves how they move. */
const NEEDS_TRAJECTORY = 'needs a "trajectory", or "held" where robots carry it; what stands is an obstacle';
const NO_SOFT_KEY = 'soft is no known key';
const MOTIONS_ONLY = 'a motion has "from" and "to" only';
const NOT_PLANNED_AROUND = 'which is not planned around';
const NOT_OF_SCENES = 'is not known to ccd-robot-scene/1';
const STEPS_ONLY = 'robot is no known key';
const NO_CELLS = 'format not recognised';
const URDF_ONLY = 'is not XML';

/** The row of a command that asks a cell about its paths. */
const OF_CELLS: CapabilityRow = {
  bodiesByRows: { refused: NEEDS_TRAJECTORY },
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
  softBodies: { refused: NO_SOFT_KEY },
  mimicJoints: 'same',
  floatingBases: 'same',
  helicalJoints: 'same',
  initialContact: 'same',
  intendedContacts: 'same',
};

/** By command, and by option where that asks otherwise. Whatever files cannot say, their readers refuse. */
export const COMMAND_CAPABILITIES = {
  /** Paths in a cell. */
  check: OF_CELLS,
  /** The same, many at once. */
  batch: OF_CELLS,
  /** Rows of both ends of straight motions. */
  'batch --motions': {
    bodiesByRows: { refused: NEEDS_TRAJECTORY },
    bodiesByScene: { refused: 'moves by seconds, but the motion of' },
    heldParts: 'same',
    clocks: { refused: MOTIONS_ONLY },
    uncertainty: 'same',
    clearanceByGroups: 'same',
    allowedPairs: 'same',
    attachedBodies: 'same',
    closedChains: 'same',
    toolPaths: { refused: MOTIONS_ONLY },
    clouds: 'same',
    solids: 'same',
    softBodies: { refused: NO_SOFT_KEY },
    mimicJoints: 'same',
    floatingBases: 'same',
    helicalJoints: 'same',
    initialContact: 'same',
    intendedContacts: 'same',
  },
  /** As batch, by workers elsewhere. */
  'batch --queue': OF_CELLS,
  /** Paths that are looked for. */
  plan: {
    bodiesByRows: { refused: NEEDS_TRAJECTORY },
    bodiesByScene: { refused: NOT_PLANNED_AROUND },
    heldParts: { refused: NOT_PLANNED_AROUND },
    clocks: 'same',
    uncertainty: 'same',
    clearanceByGroups: 'same',
    allowedPairs: 'same',
    attachedBodies: 'same',
    closedChains: 'same',
    toolPaths: { refused: "unknown option '--program'" },
    clouds: 'same',
    solids: 'same',
    softBodies: { refused: NO_SOFT_KEY },
    mimicJoints: 'same',
    floatingBases: 'same',
    helicalJoints: 'same',
    initialContact: { refused: "unknown option '--start'" },
    intendedContacts: { refused: NOT_PLANNED_AROUND },
  },
  /** Straight motions in scene files of robots. */
  query: {
    bodiesByRows: { refused: NOT_OF_SCENES },
    bodiesByScene: { refused: NOT_OF_SCENES },
    heldParts: { refused: NOT_OF_SCENES },
    clocks: { refused: NOT_OF_SCENES },
    uncertainty: { refused: NOT_OF_SCENES },
    clearanceByGroups: { refused: NOT_OF_SCENES },
    allowedPairs: 'same',
    attachedBodies: { refused: NOT_OF_SCENES },
    closedChains: { refused: NOT_OF_SCENES },
    toolPaths: { refused: NOT_OF_SCENES },
    clouds: { refused: NOT_OF_SCENES },
    solids: { refused: NOT_OF_SCENES },
    softBodies: { refused: NOT_OF_SCENES },
    mimicJoints: { refused: NOT_OF_SCENES },
    floatingBases: 'same',
    helicalJoints: 'same',
    initialContact: 'same',
    intendedContacts: { refused: NOT_OF_SCENES },
  },
  /** Steps of deforming meshes. */
  step: {
    bodiesByRows: { refused: STEPS_ONLY },
    bodiesByScene: { refused: STEPS_ONLY },
    heldParts: { refused: STEPS_ONLY },
    clocks: { refused: STEPS_ONLY },
    uncertainty: { refused: STEPS_ONLY },
    clearanceByGroups: { refused: STEPS_ONLY },
    allowedPairs: { refused: STEPS_ONLY },
    attachedBodies: { refused: STEPS_ONLY },
    closedChains: { refused: STEPS_ONLY },
    toolPaths: { refused: STEPS_ONLY },
    clouds: { refused: STEPS_ONLY },
    solids: { refused: STEPS_ONLY },
    softBodies: 'same',
    mimicJoints: { refused: STEPS_ONLY },
    floatingBases: { refused: STEPS_ONLY },
    helicalJoints: { refused: STEPS_ONLY },
    initialContact: { refused: STEPS_ONLY },
    intendedContacts: { refused: STEPS_ONLY },
  },
  /** What files hold. */
  info: {
    bodiesByRows: { refused: NO_CELLS },
    bodiesByScene: { refused: NO_CELLS },
    heldParts: { refused: NO_CELLS },
    clocks: { refused: NO_CELLS },
    uncertainty: { refused: NO_CELLS },
    clearanceByGroups: { refused: NO_CELLS },
    allowedPairs: { refused: NO_CELLS },
    attachedBodies: { refused: NO_CELLS },
    closedChains: 'same',
    toolPaths: { refused: NO_CELLS },
    clouds: { refused: NO_CELLS },
    solids: 'same',
    softBodies: { refused: NO_CELLS },
    mimicJoints: 'same',
    floatingBases: 'same',
    helicalJoints: 'same',
    initialContact: { refused: NO_CELLS },
    intendedContacts: { refused: NO_CELLS },
  },
  /** Pairs of links of a robot. */
  acm: {
    bodiesByRows: { refused: URDF_ONLY },
    bodiesByScene: { refused: URDF_ONLY },
    heldParts: { refused: URDF_ONLY },
    clocks: { refused: URDF_ONLY },
    uncertainty: { refused: URDF_ONLY },
    clearanceByGroups: { refused: URDF_ONLY },
    allowedPairs: { refused: URDF_ONLY },
    attachedBodies: { refused: URDF_ONLY },
    closedChains: { refused: URDF_ONLY },
    toolPaths: { refused: URDF_ONLY },
    clouds: { refused: URDF_ONLY },
    solids: 'same',
    softBodies: { refused: URDF_ONLY },
    mimicJoints: 'same',
    floatingBases: 'same',
    helicalJoints: { refused: URDF_ONLY },
    initialContact: { refused: URDF_ONLY },
    intendedContacts: { refused: URDF_ONLY },
  },
  /** Proofs that check writes. */
  verify: OF_CELLS,
} satisfies Readonly<Record<QueryCommand | `batch --${string}`, CapabilityRow>>;
