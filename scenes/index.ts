// The six rigid benchmarks of [Tang et al. 2013, Table 1] and the articulated ones of [Redon et al. 2004, §6] and
// [Tang et al. 2013, §6.2] as procedural scenes: the papers' triangle counts, shapes of our own. And bodies that fly and meet, in the spirit of
// [Mirtich 1997, Table 1].

import type { Pose } from '../src/math/pose.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { bumpyBlob } from './rigid/bumpy-blob.ts';
import { cadPiece } from './rigid/cad-piece.ts';
import { club } from './rigid/club.ts';
import { fallingPair } from './rigid/falling-pair.ts';
import { gear } from './rigid/gear.ts';
import { hammer } from './rigid/hammer.ts';
import { type LongMotionOptions, longMotions } from './rigid/long-motions.ts';
import { AT_ORIGIN, DEFAULT_QUERIES, type RigidScene, type RigidSceneOptions, TOUCH } from './rigid/rigid-scene.ts';
import { starClearance } from './rigid/star-clearance.ts';
import { torusKnot } from './rigid/torus-knot.ts';

export { bumpyBlob } from './rigid/bumpy-blob.ts';
export { cadPiece } from './rigid/cad-piece.ts';
export { club } from './rigid/club.ts';
export { gear } from './rigid/gear.ts';
export { hammer } from './rigid/hammer.ts';
export type { Clearance, RigidQuery, RigidScene, RigidSceneOptions } from './rigid/rigid-scene.ts';
export { objText, sceneText } from './rigid/scene-text.ts';
export { torusKnot } from './rigid/torus-knot.ts';

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

export { BodyRun, type BodyScene } from './bodies/body-scene.ts';
export { bowling } from './bodies/bowling.ts';
export { bullets } from './bodies/bullets.ts';
export { coins } from './bodies/coins.ts';
export { partChute } from './bodies/part-chute.ts';
export { rattleback } from './bodies/rattleback.ts';
export { car } from './robots/car.ts';
export { chessmen } from './robots/chessmen.ts';
export { approachMotion, closingMotion, graspQueries, openHandValues } from './robots/grasp-motions.ts';
export { graspBall, handRobot } from './robots/hand.ts';
export { machineRoom } from './robots/machine-room.ts';
export { mannequin, postureValues } from './robots/mannequin.ts';
export { exerciseGait, walkGait } from './robots/mannequin-gaits.ts';
export { pipes } from './robots/pipes.ts';
export { pumaRobot } from './robots/puma.ts';
export { type CellPath, type PumaCell, pumaCell } from './robots/puma-cell.ts';
export { pumaHand } from './robots/puma-hand.ts';
export { pumaReach } from './robots/puma-reach.ts';
export type { Obstacle, RobotQuery, RobotScene } from './robots/robot-scene.ts';
export { robotSceneText } from './robots/robot-scene-text.ts';
export { chainScene, robotScenes } from './robots/robot-scenes.ts';
export { contactWalks, type FirstContact, randomSteps, roadmapPairs, sequenceQueries } from './robots/robot-walks.ts';
