/** The cells as the library takes them: read from their files, with what no file can say beside that. */

import { type Files, type LoadedCell, readCell, readCellMotions } from '../../src/io/index.ts';
import { InputError } from '../../src/math/input-error.ts';
import type { Pose } from '../../src/math/pose.ts';
import { box } from '../../src/mesh/primitives.ts';
import { bodyTrajectory } from '../../src/motion/body-trajectory.ts';
import type { Motion } from '../../src/motion/motion.ts';
import { rigidMotion } from '../../src/motion/rigid-motion.ts';
import type { Robot } from '../../src/robot/robot.ts';
import type { SceneOptions } from '../../src/scene/content/content-options.ts';
import type { SceneMotions } from '../../src/scene/content/scene-motions.ts';
import { Scene } from '../../src/scene/scene.ts';
import { linearMotion } from '../../src/soft/linear-motion.ts';
import { type AskedCell, ROBOT } from './asked-cells.ts';

/** A question as the library is asked it. */
export interface AskedScene {
  readonly asked: AskedCell;
  readonly cell: LoadedCell;
  readonly robot: Robot;
  readonly content: SceneOptions;
  /** Made anew for each that asks: scenes keep what they were asked. */
  scene(): Scene;
  /** Along all of the path. */
  readonly motions: SceneMotions;
  /** The ends of the first segment, all values in the order of states. */
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export function filesOf(texts: Readonly<Record<string, string>>): Files {
  return {
    read: async (path) => {
      const found = texts[path];
      if (found === undefined) throw new InputError('there is no such file', { file: path });
      return new TextEncoder().encode(found);
    },
  };
}

function motionsOf(poses: readonly Required<Pose>[]): readonly Motion[] {
  return poses.slice(1).map((pose, k) => rigidMotion(poses[k], pose));
}

export async function sceneOf(asked: AskedCell): Promise<AskedScene> {
  const files = filesOf(asked.files);
  const cell = await readCell(files, 'cell.json');
  const { motions: read } = await readCellMotions(files, cell);
  const { robots, obstacles, allowed, clearance, tolerance, uncertainty, self } = cell;
  const isInCell = cell.bodies.length > 0;
  const bodies = isInCell
    ? cell.bodies
    : asked.bodies.map(({ name, size }) => ({
        name,
        shape: box(size, [0, 0, 0], name),
        pose: { ...asked.moved, ...asked.sceneMoved }[name][0],
      }));
  const own = Object.fromEntries(
    Object.entries(asked.sceneMoved).map(([name, poses]) => [
      name,
      asked.seconds === null ? motionsOf(poses) : bodyTrajectory(poses.map((pose, k) => ({ time: (asked.seconds as number[])[k], pose }))),
    ]),
  );
  const content: SceneOptions = {
    ...{ robots, obstacles, bodies, allowed, clearance, tolerance, self },
    ...(uncertainty === undefined ? {} : { uncertainty }),
    bodyMotions: isInCell ? cell.bodyMotions : own,
    soft: asked.soft.map(({ name, mesh }) => ({ name, shape: mesh })),
  };
  const motions: SceneMotions = {
    [ROBOT]: read[ROBOT],
    ...Object.fromEntries(Object.entries(asked.moved).map(([name, poses]) => [name, motionsOf(poses)])),
    ...Object.fromEntries(asked.soft.map(({ name, frames }) => [name, frames.slice(1).map((frame, k) => linearMotion(frames[k], frame))])),
  };
  const stateAt = (k: number): Float64Array =>
    Float64Array.from([
      ...robots[0].configuration(asked.feature === 'closedChains' ? { j1: asked.rows[k][0] } : [...asked.rows[k]]),
      ...bodies.flatMap(({ name, pose }) => {
        const { position, quaternion } = asked.moved[name]?.[k] ?? pose;
        return [...position, ...quaternion];
      }),
    ]);
  return { asked, cell, robot: robots[0], content, scene: () => new Scene(content), motions, from: stateAt(0), to: stateAt(1) };
}
