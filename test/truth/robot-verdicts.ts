// Answers to the articulated scenes beside the repository, judged by the brackets that a native reference found.
import { type LoadedRobotScene, readRobotScene } from '../../src/io/scene/read-robot-scene.ts';
import { methodNamed, type SceneMethodName } from '../../src/methods/index.ts';
import { Scene } from '../../src/scene/scene.ts';
import type { SceneFirstContactOptions } from '../../src/scene/search/scene-options.ts';
import { readBytes } from '../support/read-bytes.ts';
import { type Answer, SCENE_FOLDER, timesOf, verdict } from './scene-verdicts.ts';

export const ROBOT_FOLDER: string = `${SCENE_FOLDER}/articulated`;
export const ROBOT_SCENES = ['puma-pipes', 'puma-amr', 'puma-beetle', 'mannequin-exercise', 'mannequin-walk', 'hand-grasp'] as const;

const loaded = new Map<string, Promise<{ file: LoadedRobotScene; scene: Scene }>>();

export function loadRobotScene(name: string): Promise<{ file: LoadedRobotScene; scene: Scene }> {
  let entry = loaded.get(name);
  if (entry === undefined) {
    const files = { read: (path: string) => readBytes(`${ROBOT_FOLDER}/${path}`) };
    entry = readRobotScene(files, `${name}.json`).then((file) => ({
      file,
      scene: new Scene({ robots: file.robots, obstacles: file.obstacles, self: file.self, allowed: file.ignore }),
    }));
    loaded.set(name, entry);
  }
  return entry;
}

/** Every `stride`-th query of a scene. */
export async function robotAnswers(name: string, options: SceneFirstContactOptions, stride: number): Promise<Answer[]> {
  const { file, scene } = await loadRobotScene(name);
  return file.queries
    .filter((_, i) => i % stride === 0)
    .map(({ id, robots, ref }) => {
      const motions = Object.fromEntries(file.robots.map((robot, r) => [robot.name, robot.path([robots[r].from, robots[r].to])]));
      const { status, time } = scene.firstContact(motions, { ...options, tolerance: file.touch, contacts: 'none' });
      return { id, status, time, verdict: verdict(ref, status, time) };
    });
}

/** For the comparison by bits. */
export async function robotTimes(name: string, method: SceneMethodName, stride: number): Promise<number[]> {
  return timesOf(await robotAnswers(name, { method: methodNamed(method) }, stride));
}
