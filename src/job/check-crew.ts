/**
 * Who checks the paths of a scene: this thread, and where that takes long workers too, all of whom share the scene.
 * Answers are the same bit by bit.
 */
import { type Subject, WorkerEnded, WorkerPool } from '../batch/pool.ts';
import { sceneSubject } from '../batch/scene-subject.ts';
import type { Workers } from '../batch/workers.ts';
import { milliseconds } from '../contact/budget.ts';
import type { Scene, SceneFirstContactOptions } from '../index.ts';
import type { CellPath } from './cell-path.ts';
import { checkPath, type PathCheck, type PathCheckWishes } from './check-path.ts';
import { type CheckAnswer, checkTask } from './check-service.ts';

export class CheckCrew {
  private readonly scene: Scene;
  private readonly workers: Workers;
  private readonly alone: number;
  private pool: WorkerPool | null = null;
  private subject: Subject | null = null;
  private spent = 0;

  /** alone: milliseconds that this thread works alone before it asks for help. */
  constructor(scene: Scene, workers: Workers, alone: number) {
    this.scene = scene;
    this.workers = workers;
    this.alone = alone;
  }

  /** How many paths are worked on at a time. */
  get room(): number {
    return this.pool === null ? 1 : 2 * this.pool.size;
  }

  /** `left`: paths that follow this one. */
  async check(path: CellPath, asked: SceneFirstContactOptions, wishes: PathCheckWishes, left: number): Promise<PathCheck> {
    const { scene, workers } = this;
    if (this.pool === null && (workers.count < 2 || left === 0 || this.spent < this.alone)) {
      const begin = milliseconds();
      const found = checkPath(scene, path, asked, wishes);
      this.spent += milliseconds() - begin;
      return found;
    }
    this.pool ??= new WorkerPool(workers);
    this.subject ??= sceneSubject(scene, workers.shares);
    const task = checkTask(scene, path, asked, wishes);
    try {
      const { value } = await this.pool.run<CheckAnswer>('check', task, { subject: this.subject });
      return { ...value, path };
    } catch (error) {
      // it may have had less memory than there is here
      if (error instanceof WorkerEnded) return checkPath(scene, path, asked, wishes);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.pool?.close();
  }
}
