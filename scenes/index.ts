// The six rigid benchmarks of [Tang et al. 2013, Table 1] and the articulated ones of [Redon et al. 2004, §6] and
// [Tang et al. 2013, §6.2] as procedural scenes: the papers' triangle counts, shapes of our own. And bodies that fly and meet, in the spirit of
// [Mirtich 1997, Table 1].

import type { Pose } from '../src/math/pose.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { bumpyBlob } from './bumpy-blob.ts';
import { cadPiece } from './cad-piece.ts';
import { club } from './club.ts';
import { fallingPair } from './falling-pair.ts';
import { gear } from './gear.ts';
import { hammer } from './hammer.ts';
import { type LongMotionOptions, longMotions } from './long-motions.ts';
import { AT_ORIGIN, DEFAULT_QUERIES, type RigidScene, type RigidSceneOptions, TOUCH } from './rigid-scene.ts';
import { starClearance } from './star-clearance.ts';
import { torusKnot } from './torus-knot.ts';

export { bumpyBlob } from './bumpy-blob.ts';
export { cadPiece } from './cad-piece.ts';
export { club } from './club.ts';
export { gear } from './gear.ts';
export { hammer } from './hammer.ts';
export type { Clearance, RigidQuery, RigidScene, RigidSceneOptions } from './rigid-scene.ts';
export { objText, sceneText } from './scene-text.ts';
export { torusKnot } from './torus-knot.ts';

/** Motions start at least this far apart where the distance is known. */
const START_CLEARANCE = 0.1;

/**
 * By the name of the scene. In `club` every motion is aimed at the other body; elsewhere about two thirds of the motions
 * meet it. `bunnydyn` is a falling pair in short coherent steps.
 */
export const rigidScenes: Readonly<Record<string, (options?: RigidSceneOptions) => RigidScene>> = {
  club: (options) => flyingScene('club', club(), club(), { aimed: 1, aimRadius: 30 }, options),
  gear: (options) => flyingScene('gear', gear(), gear(), { aimed: 0.2, aimRadius: 70 }, options),
  hammer: (options) => flyingScene('hammer', hammer(), cadPiece(), { aimed: 0.7, aimRadius: 70 }, options),
  bunny: (options) => {
    const { mesh } = bumpyBlob('bunny', 170, 205);
    return flyingScene('bunny', mesh, mesh, { aimed: 0.6, aimRadius: 70 }, options);
  },
  bunnydyn: bunnyDynamics,
  torusknot: (options) => flyingScene('torusknot', torusKnot(), torusKnot(), { aimed: 0.4, aimRadius: 70 }, options),
};

function flyingScene(
  name: string,
  meshA: TriangleMesh,
  meshB: TriangleMesh,
  aim: Pick<LongMotionOptions, 'aimed' | 'aimRadius'>,
  { seed = 'inbetween', queries: count = DEFAULT_QUERIES, clearance }: RigidSceneOptions = {},
): RigidScene {
  const mayStart = clearance && ((pose: Required<Pose>) => clearance(meshA, pose, meshB, AT_ORIGIN) >= START_CLEARANCE);
  const queries = longMotions({ seed: `${name} ${seed}`, count, ...aim, mayStart });
  return { name, meshA, meshB, poseB: AT_ORIGIN, touch: TOUCH, queries };
}

function bunnyDynamics({ seed = 'inbetween', queries: count = DEFAULT_QUERIES, clearance }: RigidSceneOptions = {}): RigidScene {
  const name = 'bunnydyn';
  const blob = bumpyBlob(name, 110, 120);
  const { mesh } = blob;
  const estimate = starClearance(blob, blob);
  const queries = fallingPair({
    seed: `${name} ${seed}`,
    count,
    clearance: clearance ? (pose) => clearance(mesh, pose, mesh, AT_ORIGIN) : (pose) => estimate(pose, AT_ORIGIN),
    // The estimate looks at vertices only and misses what edges do between them.
    margin: clearance ? 0.05 : 0.5,
  });
  return { name, meshA: mesh, meshB: mesh, poseB: AT_ORIGIN, touch: TOUCH, queries };
}

export { BodyRun, type BodyScene } from './body-scene.ts';
export { bowling } from './bowling.ts';
export { bullets } from './bullets.ts';
export { car } from './car.ts';
export { chessmen } from './chessmen.ts';
export { coins } from './coins.ts';
export { approachMotion, closingMotion, graspQueries, openHandValues } from './grasp-motions.ts';
export { graspBall, handRobot } from './hand.ts';
export { machineRoom } from './machine-room.ts';
export { mannequin, postureValues } from './mannequin.ts';
export { exerciseGait, walkGait } from './mannequin-gaits.ts';
export { partChute } from './part-chute.ts';
export { pipes } from './pipes.ts';
export { pumaRobot } from './puma.ts';
export { type CellPath, type PumaCell, pumaCell } from './puma-cell.ts';
export { pumaReach } from './puma-reach.ts';
export { rattleback } from './rattleback.ts';
export type { Obstacle, RobotQuery, RobotScene } from './robot-scene.ts';
export { robotSceneText } from './robot-scene-text.ts';
export { chainScene, robotScenes } from './robot-scenes.ts';
export { contactWalks, type FirstContact, randomSteps, roadmapPairs, sequenceQueries } from './robot-walks.ts';
