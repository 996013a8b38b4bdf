/** The capability table: every entry point with its row. `test/structure` finds those that are missing. */
import { BATCH_CAPABILITIES, BATCH_ROWS_CAPABILITIES } from '../../src/batch/batch-capabilities.ts';
import { COMMAND_CAPABILITIES } from '../../src/cli/command-capabilities.ts';
import { FORECAST_CAPABILITIES } from '../../src/forecast/forecast-capabilities.ts';
import { GPU_BATCH_CAPABILITIES, GPU_CULLING_CAPABILITIES } from '../../src/gpu/batch/gpu-capabilities.ts';
import type { CapabilityRow, SceneCapability } from '../../src/motion/scene-capability.ts';
import {
  PLAN_CAPABILITIES,
  PLAN_ON_LINES_CAPABILITIES,
  ROADMAP_CAPABILITIES,
  TIMED_CAPABILITIES,
} from '../../src/plan/plan-capabilities.ts';
import { PROOF_CAPABILITIES } from '../../src/prove/proof-capabilities.ts';
import { SAMPLED_PAIRS_CAPABILITIES } from '../../src/scene/answers/sampled-capabilities.ts';
import { MOTION_CHECKER_CAPABILITIES } from '../../src/scene/check/checker-capabilities.ts';
import { SCENE_CAPABILITIES, SLICE_CAPABILITIES } from '../../src/scene/content/scene-capabilities.ts';
import { DRAG_LOOP_CAPABILITIES } from '../../src/scene/drag/drag-capabilities.ts';
import { DRAG_CONTROLLER_CAPABILITIES, THREE_CAPABILITIES } from '../../src/three/three-capabilities.ts';
import { VIEWER_CAPABILITIES } from '../../viewer/src/ask/viewer-capabilities.ts';

/** Features in words; a new one does not compile without them. */
export const FEATURES: Readonly<Record<SceneCapability, string>> = {
  bodiesByRows: 'bodies moved by rows',
  bodiesByScene: 'bodies moved by the scene',
  heldParts: 'held parts',
  clocks: 'clocks',
  uncertainty: 'uncertainty',
  clearanceByGroups: 'clearance by groups',
  allowedPairs: 'allowed pairs',
  attachedBodies: 'attached bodies',
  closedChains: 'closed chains',
  toolPaths: 'tool paths',
  clouds: 'clouds',
  solids: 'solids',
  softBodies: 'soft bodies',
  mimicJoints: 'mimic joints',
  floatingBases: 'floating bases',
  helicalJoints: 'helical joints',
  initialContact: 'contact at the start',
  intendedContacts: 'intended contacts',
};

/** Entry points of the library, by what is exported. */
export const LIBRARY_ROWS = {
  Scene: SCENE_CAPABILITIES,
  'Scene.between': SLICE_CAPABILITIES,
  MotionChecker: MOTION_CHECKER_CAPABILITIES,
  Batch: BATCH_CAPABILITIES,
  'Batch.motionsAreFree': BATCH_ROWS_CAPABILITIES,
  GpuBatch: GPU_BATCH_CAPABILITIES,
  GpuCulling: GPU_CULLING_CAPABILITIES,
  DragLoop: DRAG_LOOP_CAPABILITIES,
  plan: PLAN_CAPABILITIES,
  planOnLines: PLAN_ON_LINES_CAPABILITIES,
  timed: TIMED_CAPABILITIES,
  Roadmap: ROADMAP_CAPABILITIES,
  recordProof: PROOF_CAPABILITIES,
  sampledPairs: SAMPLED_PAIRS_CAPABILITIES,
  ContactForecast: FORECAST_CAPABILITIES,
} satisfies Readonly<Record<string, CapabilityRow>>;

/** Entry points for objects of three.js. */
export const THREE_ROWS = {
  three: THREE_CAPABILITIES,
  DragController: DRAG_CONTROLLER_CAPABILITIES,
} satisfies Readonly<Record<string, CapabilityRow>>;

/** The table as it is shown. */
export const GROUPS: Readonly<Record<string, Readonly<Record<string, CapabilityRow>>>> = {
  'The library': LIBRARY_ROWS,
  'Objects of three.js': THREE_ROWS,
  'Commands, and the page': { ...COMMAND_CAPABILITIES, "the viewer's worker": VIEWER_CAPABILITIES },
};
