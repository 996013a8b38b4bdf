/** What a worker does for `check`: all that is to be found out about one path of a scene. */
import { type PackedMotions, packMotions, unpackMotions } from '../../batch/packed-motions.ts';
import type { TaskContext } from '../../batch/serve.ts';
import { sceneIn } from '../../batch/services.ts';
import { arrivedOptions, sentOptions, type Travelling } from '../../batch/travelling-method.ts';
import { RobotPath, type Scene, type SceneFirstContactOptions } from '../../index.ts';
import { loadMethod } from '../load-method.ts';
import { type CellPath, cellPath } from './cell-path.ts';
import { checkPath, type PathCheck, type PathCheckWishes } from './check-path.ts';

export interface CheckTask {
  readonly motions: PackedMotions;
  readonly name: string;
  readonly warnings: readonly string[];
  readonly asked: Travelling<SceneFirstContactOptions>;
  readonly wishes: Omit<PathCheckWishes, 'onSegment' | 'onProgress'>;
}

/** But for the path itself, which is there already. */
export type CheckAnswer = Omit<PathCheck, 'path'>;

export function checkTask(scene: Scene, path: CellPath, asked: SceneFirstContactOptions, wishes: PathCheckWishes): CheckTask {
  const { onSegment: _, onProgress: __, ...plain } = wishes;
  return {
    motions: packMotions(scene.robots, path.motions),
    name: path.name,
    warnings: path.warnings,
    asked: sentOptions(asked),
    wishes: plain,
  };
}

export async function checkService(
  { motions: packed, name, warnings, asked: sent, wishes }: CheckTask,
  context: TaskContext,
): Promise<CheckAnswer> {
  const asked = await arrivedOptions<SceneFirstContactOptions>(sent, loadMethod);
  const scene = sceneIn(context);
  const motions = unpackMotions(scene.robots, packed) as Parameters<typeof cellPath>[1]['motions'];
  const paths = Object.fromEntries(Object.entries(motions).flatMap(([key, one]) => (one instanceof RobotPath ? [[key, one]] : [])));
  const { path: _, ...answer } = checkPath(scene, cellPath(scene, { motions, paths, warnings }, name), asked, wishes);
  return answer;
}
