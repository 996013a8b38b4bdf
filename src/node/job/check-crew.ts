/**
 * Who checks the paths of a scene: this thread, and where that takes long workers too, all of whom share the scene.
 * Answers are the same bit by bit.
 */
import type { Crew } from '../../batch/spans/span-crew.ts';
import type { Workers } from '../../batch/workers.ts';
import { milliseconds } from '../../contact/budget.ts';
import type { Scene, SceneFirstContactOptions } from '../../index.ts';
import type { CellPath } from './cell-path.ts';
import { checkPath, clearanceQuestion, type PathCheck, type PathCheckWishes } from './check-path.ts';
import type { CheckAnswer } from './check-service.ts';

/** Segments from which on a path is shared out: where workers were asked for, and where they were not. */
const FEW = 16;
const MANY = 1000;

export class CheckCrew {
  private readonly scene: Scene;
  private readonly workers: Workers;
  private readonly alone: number;
  private made: Crew | null = null;
  private spent = 0;

  /** alone: milliseconds that this thread works alone before it asks for help. */
  constructor(scene: Scene, workers: Workers, alone: number) {
    this.scene = scene;
    this.workers = workers;
    this.alone = alone;
  }

  /** How many paths are worked on at a time. */
  get room(): number {
    return this.made === null ? 1 : 2 * this.made.pool.size;
  }

  /** `left`: paths that follow this one. */
  async check(path: CellPath, asked: SceneFirstContactOptions, wishes: PathCheckWishes, left: number): Promise<PathCheck> {
    const { scene } = this;
    if (left === 0 && this.isLong(path)) return this.checkLong(path, asked, wishes);
    if (this.made === null && (this.workers.count < 2 || left === 0 || this.spent < this.alone)) {
      const begin = milliseconds();
      const found = checkPath(scene, path, asked, wishes);
      this.spent += milliseconds() - begin;
      return found;
    }
    const { checkTask, WorkerEnded } = await import('./shared-checks.ts');
    const { pool, subject } = await this.crew();
    const task = checkTask(scene, path, asked, wishes);
    try {
      const { value } = await pool.run<CheckAnswer>('check', task, { subject });
      return { ...value, path };
    } catch (error) {
      // it may have had less memory than there is here
      if (error instanceof WorkerEnded) return checkPath(scene, path, asked, wishes);
      throw error;
    }
  }

  private isLong({ segments }: CellPath): boolean {
    return this.workers.count > 1 && segments >= (this.alone === 0 ? FEW : MANY);
  }

  /** One path, its segments shared out. */
  private async checkLong(path: CellPath, asked: SceneFirstContactOptions, wishes: PathCheckWishes): Promise<PathCheck> {
    const { clearanceBySpans, firstContactBySpans } = await import('./shared-checks.ts');
    const crew = await this.crew();
    const onProgress = wishes.onProgress === undefined ? {} : { onProgress: wishes.onProgress };
    const begin = milliseconds();
    const result = await firstContactBySpans(crew, path.motions, { ...asked, ...onProgress });
    const took = milliseconds() - begin;
    const question = wishes.clearance ? clearanceQuestion(path, result, asked) : null;
    const left = (asked.maxMilliseconds ?? Infinity) - took;
    const clearance =
      question === null || !(left > 0)
        ? null
        : {
            ...(await clearanceBySpans(crew, question.motions, { ...question.options, ...onProgress, maxMilliseconds: left })),
            until: question.until,
          };
    return checkPath(this.scene, path, asked, wishes, { result, clearance, begin, milliseconds: took });
  }

  private async crew(): Promise<Crew> {
    const { WorkerPool, sceneSubject } = await import('./shared-checks.ts');
    const { scene, workers } = this;
    this.made ??= { pool: new WorkerPool(workers), subject: sceneSubject(scene, workers.shares), scene, shares: workers.shares };
    return this.made;
  }

  async close(): Promise<void> {
    await this.made?.pool.close();
  }
}
