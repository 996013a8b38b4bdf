// The one place where the bench calls the library.

import type { RigidQuery, RigidScene } from '../../scenes/index.ts';
import { type PairFirstContactOptions, PairQuery, restMotion, rigidMotion, screwMotion } from '../../src/index.ts';

export type MotionKind = 'in-between' | 'screw';
export type QueryOptions = PairFirstContactOptions;

/** One query answered: what came out and what it cost. */
export interface Answer {
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved';
  readonly time: number;
  readonly milliseconds: number;
  readonly contacts: number;
  /** Tests of pairs of volumes and of triangles. */
  readonly volumeTests: number;
  readonly triangleTests: number;
  /** N_CA of [Tang et al. 2013, eq. 8 and 10]. */
  readonly advancements: number;
  /** Σ N_BV over the iterations of c2a. */
  readonly frontNodes: number;
  readonly iterations: number;
  readonly configurationUpdates: number;
}

export class Subject {
  /** Both trees. */
  readonly buildMilliseconds: number;
  readonly #query: PairQuery;
  readonly #motionB: ReturnType<typeof restMotion>;

  constructor({ meshA, meshB, poseB }: RigidScene) {
    const start = performance.now();
    this.#query = new PairQuery({ name: 'a', shape: meshA }, { name: 'b', shape: meshB });
    this.buildMilliseconds = performance.now() - start;
    this.#motionB = restMotion(poseB);
  }

  /** Cold: nothing is kept from earlier queries. The time includes setting up the motion. */
  answer({ pose0, pose1 }: RigidQuery, options: QueryOptions, motion: MotionKind = 'in-between'): Answer {
    const start = performance.now();
    const motionA = motion === 'screw' ? screwMotion(pose0, pose1) : rigidMotion(pose0, pose1);
    const { status, time, contacts, stats } = this.#query.firstContact({ a: motionA, b: this.#motionB }, options);
    const milliseconds = performance.now() - start;
    return {
      status,
      time,
      milliseconds,
      contacts: contacts.length,
      volumeTests: stats.nodes,
      triangleTests: stats.triangles,
      advancements: stats.steps,
      frontNodes: stats.frontNodes,
      iterations: stats.iterations,
      configurationUpdates: stats.poses,
    };
  }
}
