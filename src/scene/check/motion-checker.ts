/** Yes/no questions about many states and motions of a scene, over flat lists of numbers: what planners ask. */
import { checkRecord } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Motion } from '../../motion/motion.ts';
import { restMotion, rigidMotion } from '../../motion/rigid-motion.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import type { Scene, SceneMotions } from '../scene.ts';
import type { SceneMotion } from '../scene-motions.ts';

/** What a checker asks of every state and motion. */
export interface MotionCheckerOptions {
  /** As in `scene.firstContact`. Default: the scene's. */
  readonly clearance?: number | ClearanceRules;
  /** As in `scene.firstContact`. Default: the scene's. */
  readonly tolerance?: number;
}

/**
 * Yes/no questions about a scene, for planners. A state is one list of numbers: the values of each robot in the scene's
 * order, then x y z qx qy qz qw of each of its bodies. Keep one for many questions.
 *
 * @example
 * ```ts
 * const checker = new MotionChecker(scene, { clearance: 0.01 });
 * checker.isFree(home) && checker.motionIsFree(home, pick);
 * ```
 */
export class MotionChecker {
  /** How many numbers a state has. */
  readonly size: number;
  private readonly scene: Scene;
  private readonly options: MotionCheckerOptions;

  constructor(scene: Scene, options: MotionCheckerOptions = {}) {
    checkRecord(options, ['clearance', 'tolerance'], 'checker');
    this.scene = scene;
    this.options = options;
    this.size = scene.robots.reduce((sum, { size }) => sum + size, 0) + 7 * scene.bodies.length;
  }

  /** Is everything proven apart at that state? */
  isFree(state: ArrayLike<number>): boolean {
    const { gap } = this.scene.distanceAt(this.motions(state, state), 0, { cutoff: 2 * this.clearance() + 1e-3 });
    return gap[0] > this.clearance();
  }

  /** Is the whole motion between two states proven free? */
  motionIsFree(from: ArrayLike<number>, to: ArrayLike<number>): boolean {
    return this.scene.firstContact(this.motions(from, to), { ...this.options, contacts: 'none' }).status === 'free';
  }

  /** How much of the motion between two states is proven free, as a share of it. */
  reach(from: ArrayLike<number>, to: ArrayLike<number>): number {
    const { status, time } = this.scene.firstContact(this.motions(from, to), { ...this.options, contacts: 'none' });
    return status === 'free' ? 1 : time;
  }

  /** A lower bound of the least distance at that state; beyond the cutoff, that. */
  distance(state: ArrayLike<number>, cutoff: number): number {
    return this.scene.distanceAt(this.motions(state, state), 0, { cutoff }).gap[0];
  }

  private clearance(): number {
    const { clearance = 0 } = this.options;
    if (typeof clearance !== 'number') throw new InputError('checker: clearance by groups');
    return clearance;
  }

  private motions(from: ArrayLike<number>, to: ArrayLike<number>): SceneMotions {
    const out: Record<string, SceneMotion> = {};
    let at = 0;
    const part = (values: ArrayLike<number>, size: number): number[] => Array.from({ length: size }, (_, i) => values[at + i]);
    for (const robot of this.scene.robots) {
      out[robot.name] = robot.path([part(from, robot.size), part(to, robot.size)]);
      at += robot.size;
    }
    for (const { name } of this.scene.bodies) {
      out[name] = bodyMotion(part(from, 7), part(to, 7));
      at += 7;
    }
    return out;
  }
}

function bodyMotion(from: readonly number[], to: readonly number[]): Motion {
  const [a, b] = [from, to].map(([x, y, z, ...q]) => ({ position: [x, y, z] as const, quaternion: q as [number, number, number, number] }));
  return from.every((value, i) => value === to[i]) ? restMotion(a) : rigidMotion(a, b);
}
