/** Paths of the page as files that lie beside a cell. */
import { InputError, type Robot, RobotPath, type Scene, type SceneMotion } from 'inbetween';
import { programText } from 'inbetween/io';
import type { OpenedPath } from './opened.ts';
import { safeName, type TextFiles, unusedPath } from './robot-text.ts';

/** How paths were written: that of the cell, or one of each robot; and those that were not. */
export interface WrittenPaths {
  readonly path?: string;
  readonly ofRobot: readonly { readonly path?: string }[];
  readonly leftOut: readonly string[];
}

/**
 * A table of all robots for waypoints; where they have seconds, a file for each robot; a program as it is. The first is
 * the one of the cell, and throws where it cannot be written.
 */
export function writtenPaths(scene: Scene, paths: readonly OpenedPath[], texts: TextFiles): WrittenPaths {
  let first: Omit<WrittenPaths, 'leftOut'> = { ofRobot: scene.robots.map(() => ({})) };
  const leftOut: string[] = [];
  for (const [k, path] of paths.entries()) {
    try {
      const written = writtenPath(scene, path, texts, k === 0);
      if (k === 0) first = { ofRobot: first.ofRobot, ...written };
    } catch (cause) {
      if (k === 0 || !(cause instanceof InputError)) throw cause;
      leftOut.push(path.name);
    }
  }
  return { ...first, leftOut };
}

function writtenPath(scene: Scene, { name, motions, program }: OpenedPath, texts: TextFiles, isFirst: boolean): Partial<WrittenPaths> {
  if (program !== undefined) return { path: put(texts, safeName(name.replace(/\.json$/i, '')), '.json', programText(program)) };
  const own = scene.robots.map((robot) => {
    const motion = motions[robot.name];
    return isConfiguration(motion) ? robot.path([motion, motion]) : motion;
  });
  if (!own.every((motion) => motion instanceof RobotPath))
    throw new InputError(`links of ${name} are moved one by one, and a cell has no word for that`);
  if (own.some(({ pieces }) => pieces?.some(({ of }) => of !== undefined && of.kind !== 'path')))
    throw new InputError(`the joints of ${name} follow lines of the tool, and nobody has written the program that says so`);
  const isTimed = own.some(({ times }) => times !== null);
  const stem = safeName(name.replace(/\.(csv|json|ya?ml)$/i, ''));
  if (!isTimed) return { path: put(texts, stem, '.csv', tableText(scene.robots, own)) };
  if (scene.robots.length === 1) return { path: put(texts, stem, '.json', trajectoryText(own[0])) };
  if (!isFirst) throw new InputError('one file cannot hold clocks of several robots, and a cell names one file a robot');
  const file = (motion: RobotPath, i: number) => put(texts, `${stem}-${safeName(scene.robots[i].name)}`, '.json', trajectoryText(motion));
  return { ofRobot: own.map((motion, i) => ({ path: file(motion, i) })) };
}

/** A robot that stands while others move. */
function isConfiguration(motion: SceneMotion | undefined): motion is readonly number[] {
  return Array.isArray(motion) && typeof motion[0] === 'number';
}

function put(texts: TextFiles, stem: string, extension: string, text: string): string {
  const path = unusedPath(stem, extension, texts);
  texts[path] = text;
  return path;
}

function tableText(robots: readonly Robot[], paths: readonly RobotPath[]): string {
  const names = robots.flatMap((robot) => robot.valueNames().map((name) => (robots.length > 1 ? `${robot.name}/${name}` : name)));
  const count = Math.max(...paths.map(({ waypoints }) => waypoints.length));
  const rows = Array.from({ length: count }, (_, k) =>
    paths.flatMap(({ waypoints }) => Array.from(waypoints[Math.min(k, waypoints.length - 1)])),
  );
  return `${[names, ...rows].map((row) => row.join(', ')).join('\n')}\n`;
}

/** A trajectory as ROS writes it (trajectory_msgs/JointTrajectory). */
function trajectoryText({ robot, waypoints, times, velocities, accelerations }: RobotPath): string {
  const list = (values: ArrayLike<number> | null | undefined) => (values == null ? undefined : Array.from(values));
  const points = waypoints.map((positions, k) => ({
    positions: Array.from(positions),
    velocities: list(velocities[k]),
    accelerations: list(accelerations[k]),
    time_from_start: times?.[k],
  }));
  return `${JSON.stringify({ joint_names: robot.valueNames(), points })}\n`;
}
