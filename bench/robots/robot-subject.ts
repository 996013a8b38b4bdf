// The one place where the robot benches call the library.

import type { RobotQuery, RobotScene } from '../../scenes/index.ts';
import { Scene, type SceneFirstContactOptions, type SceneMotions, type StageStats } from '../../src/index.ts';

/** A scene of one robot, and where another program found the first contacts. */
export interface BenchRobotScene extends RobotScene {
  /** Pairs of links or objects that are not tested, beyond the robot's own. */
  readonly ignore?: readonly (readonly [string, string])[];
}

/** One query answered: what came out and what it cost. */
export interface RobotAnswer {
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved';
  readonly time: number;
  readonly milliseconds: number;
  /** Tests of pairs of volumes and of triangles. */
  readonly volumeTests: number;
  readonly triangleTests: number;
  readonly iterations: number;
  /** Instants at which bodies were placed, and single links placed. */
  readonly configurationUpdates: number;
  readonly placements: number;
  readonly stages: readonly StageStats[];
}

export class RobotSubject {
  readonly scene: BenchRobotScene;
  /** Trees of all meshes, and what else a scene makes ready. */
  readonly buildMilliseconds: number;
  readonly #scene: Scene;
  readonly #robot: string;

  constructor(scene: BenchRobotScene) {
    const { robots, obstacles, self, ignore = [] } = scene;
    this.scene = scene;
    this.#robot = robots[0].name;
    const start = performance.now();
    this.#scene = new Scene({ robots, obstacles, self, allowed: ignore });
    this.buildMilliseconds = performance.now() - start;
  }

  /** The time includes setting up the motion. Nothing is kept from earlier queries but by options that ask for it. */
  answer({ from, to }: Pick<RobotQuery, 'from' | 'to'>, options: SceneFirstContactOptions): RobotAnswer {
    const start = performance.now();
    const { status, time, stats } = this.#scene.firstContact({ [this.#robot]: [from, to] }, options);
    const milliseconds = performance.now() - start;
    return {
      status,
      time,
      milliseconds,
      volumeTests: stats.nodes,
      triangleTests: stats.triangles,
      iterations: stats.iterations,
      configurationUpdates: stats.poses,
      placements: stats.placements,
      stages: stats.stages ?? [],
    };
  }

  /** Asks and forgets: for measuring memory. */
  ask({ from, to }: RobotQuery, options: SceneFirstContactOptions): void {
    this.#scene.firstContact({ [this.#robot]: [from, to] }, options);
  }

  /** The distance of the two that are closest at a time of the motion. */
  distanceAt({ from, to }: RobotQuery, time: number): number {
    return this.#scene.distanceAt({ [this.#robot]: [from, to] } satisfies SceneMotions, time, { cutoff: 2 * this.scene.touch }).distance;
  }

  /** Whether the least distance along the motion is above 0. */
  staysApart({ from, to }: RobotQuery): boolean {
    return this.#scene.clearance({ [this.#robot]: [from, to] }, { tolerance: this.scene.touch }).gap[0] > 0;
  }

  /** For the walks: when does the robot first touch something? */
  readonly firstContact = (from: readonly number[], to: readonly number[]): { readonly status: string; readonly time: number } =>
    this.#scene.firstContact({ [this.#robot]: [from, to] }, { tolerance: this.scene.touch, contacts: 'none' });
}
