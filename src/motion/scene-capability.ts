/**
 * What a query about a scene may consist of, and what an entry point does with it. Every entry point has a row of all
 * features: a new one does not compile until each row covers it. See docs/guides/capabilities.md.
 */

/** A feature that a scene or a question may have. */
export type SceneCapability =
  /** Bodies whose motions the question gives. */
  | 'bodiesByRows'
  /** Bodies whose motions the scene gives: `bodyMotions`. */
  | 'bodiesByScene'
  /** Bodies that robots take and lay down: `heldMotion`. */
  | 'heldParts'
  /** Motions with seconds. */
  | 'clocks'
  /** Error bounds on what moves and stands: `uncertain`. */
  | 'uncertainty'
  /** A clearance of its own for each group of pairs. */
  | 'clearanceByGroups'
  /** Pairs that are never tested. */
  | 'allowedPairs'
  /** Bodies that are fixed to a link: `robot.attach`. */
  | 'attachedBodies'
  /** Robots with loops. */
  | 'closedChains'
  /** Joints that follow lines of the tool: `toolPath`. */
  | 'toolPaths'
  /** Point clouds. */
  | 'clouds'
  /** Meshes whose inside counts. */
  | 'solids'
  /** Meshes that deform. */
  | 'softBodies'
  /** Joints that follow another one. */
  | 'mimicJoints'
  /** Joints that float. */
  | 'floatingBases'
  /** Joints that turn and slide together. */
  | 'helicalJoints'
  /** Pairs that touch at the start and are exempt until they part: `start: 'leaving'`, `leave`. */
  | 'initialContact'
  /** Pairs that may touch at the end: `arrive`. */
  | 'intendedContacts';

/** 'same': the answer of `Scene`. Refused: an InputError that has this sentence. */
export type CapabilityCell = 'same' | { readonly refused: string };

/** What an entry point does with each feature. */
export type CapabilityRow = Readonly<Record<SceneCapability, CapabilityCell>>;
