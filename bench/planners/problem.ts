// One problem as our library sees it: the scene of its file, with trees built.

import { basename, dirname } from 'node:path';
import { Scene, type SceneMotions } from '../../src/index.ts';
import { type LoadedRobotScene, readRobotScene } from '../../src/io/index.ts';
import { files } from '../../src/node/index.ts';

export interface PlanningProblem {
  /** Path of the scene file. */
  readonly file: string;
  readonly name: string;
  readonly id: number;
  readonly set: string;
  readonly content: LoadedRobotScene;
  readonly scene: Scene;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Reads the first query of a scene file, and builds the trees by a question. */
export async function readProblem(file: string): Promise<PlanningProblem> {
  const content = await readRobotScene(files(dirname(file)), basename(file));
  const { robots, obstacles, self, ignore, queries } = content;
  const scene = new Scene({ robots, obstacles, self, allowed: ignore });
  const [{ from, to, id, set = '' }] = queries;
  scene.firstContact(motionsOf(content, [from, to]), { contacts: 'none' });
  return { file, name: content.name, id, set, content, scene, from, to };
}

/** A path through flat configurations, as the scene is asked with it. */
export function motionsOf({ robots }: LoadedRobotScene, path: readonly (readonly number[])[]): SceneMotions {
  let at = 0;
  return Object.fromEntries(
    robots.map((robot) => {
      const first = at;
      at += robot.size;
      return [robot.name, robot.path(path.map((values) => values.slice(first, first + robot.size)))];
    }),
  );
}
