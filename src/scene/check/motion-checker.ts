/** Yes/no questions about many states and motions of a scene, over flat lists of numbers: what planners ask. */

import { deadlineIn, leftUntil } from '../../contact/budget.ts';
import type { PairSide } from '../../contact/result.ts';
import { checkHas, checkLimit, checkNoMore, checkRecord } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { refuseLoops } from '../../robot/check-robot.ts';
import { CHECKER_OPTIONS, type MotionCheckerOptions } from '../answers/checker-options.ts';
import type { UncertainCode } from '../answers/uncertain.ts';
import { refuseMoved } from '../content/refuse-moved.ts';
import type { Scene } from '../scene.ts';
import type { SceneProof } from '../search/scene-proof.ts';
import { FlatStates } from './flat-states.ts';
import { YesNo } from './yes-no.ts';

const TWO_STATES = 'checker: a motion is between two states, and options are those of the checker';

/** What of a motion that is asked about is wanted beside yes or no. */
export interface ProvenMotion {
  /** Writes a proof of the first contact, as that of `scene.motionIsFree`. Default: none. */
  readonly proof?: SceneProof;
}

/**
 * Yes/no questions about a scene, for planners. A state is one list of numbers: the values of each robot in the scene's
 * order, then x y z qx qy qz qw of each of its bodies; of robots with loops the driven values count, the others are
 * continued from `closed`. Scenes that move bodies themselves (`bodyMotions`) are refused. Keep one for many questions:
 * it remembers what hit before, and follows obstacles that are added, moved or removed. It has memory of its own and
 * does not disturb the scene.
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
  private readonly states: FlatStates;
  private readonly hasLoops: boolean;
  private revision: number;
  private deadline = Infinity;
  /**
   * Joints that follow others to keep loops closed are where states say, instead of continued from `closed`.
   * @internal
   */
  asGiven = false;
  private made: YesNo;
  /** Where motions are only nearly followed: values of joints that slide, by their places in a state, and limits. */
  private readonly slides: readonly (readonly [at: number, lower: number, upper: number])[];

  constructor(scene: Scene, options: MotionCheckerOptions = {}) {
    checkRecord(options, CHECKER_OPTIONS, 'checker');
    checkHas(scene, ['robots', 'bodies', 'inside'], 'checker: the scene');
    refuseMoved(scene, 'checker');
    this.hasLoops = scene.robots.some(({ loops }) => loops !== undefined);
    this.scene = scene;
    this.options = { ...options };
    this.states = new FlatStates(
      scene.robots,
      scene.bodies.map(({ name }) => name),
    );
    this.size = this.states.size;
    const { uncertainty } = scene.inside.content;
    this.slides = uncertainty === null ? [] : (uncertainty.code as UncertainCode).slidesOf(scene.robots);
    this.made = this.make();
    this.revision = scene.revision;
  }

  /**
   * Is everything proven farther apart than clearance and tolerance at that state, and nothing inside a solid? The
   * state may stand in a longer list, from `at` on.
   */
  isFree(state: ArrayLike<number>, at = 0): boolean {
    const yesNo = this.current();
    const closed = this.hasLoops
      ? this.states.closed(
          Array.from({ length: this.size }, (_, i) => state?.[at + i]),
          this.asGiven,
        )
      : null;
    if (this.hasLoops && closed === null) return false;
    const [standing, first] = closed === null ? [state, at] : [closed, 0];
    this.states.stand(standing, first, yesNo.engine.pairs);
    return this.isBounded(standing, first) && yesNo.stateIsFree();
  }

  /**
   * Is the whole motion between two states proven free? As `scene.firstContact`, with any contact for a no; what that
   * cannot resolve is a no too.
   */
  motionIsFree(from: ArrayLike<number>, to: ArrayLike<number>, asked?: ProvenMotion): boolean {
    if (asked !== undefined) {
      checkRecord(asked, ['proof'], TWO_STATES);
      if (asked.proof !== undefined) return this.proven(from, to, asked.proof);
    }
    if (this.hasLoops) return this.loopedIsFree(from, to);
    const yesNo = this.current();
    this.states.go(from, to, yesNo.engine.pairs);
    return this.isBounded(from) && this.isBounded(to) && yesNo.motionIsFree(this.states.motions);
  }

  /**
   * How much of the motion between two states is proven free, as a share of it, from 0 to 1. Where it ends before 1,
   * the state there is in contact within the tolerance: go a little less far.
   */
  reach(from: ArrayLike<number>, to: ArrayLike<number>, ...more: readonly never[]): number {
    checkNoMore(more, TWO_STATES);
    for (const robot of this.scene.robots) refuseLoops(robot, 'checker: reach');
    const yesNo = this.current();
    this.states.go(from, to, yesNo.engine.pairs);
    return this.isBounded(from) && this.isBounded(to) ? yesNo.reach(this.states.motions) : 0;
  }

  /**
   * A lower bound of the least distance at that state, at most an eighth below it; beyond the cutoff, that. Surfaces
   * only, also of solids.
   */
  distance(state: ArrayLike<number>, cutoff: number): number {
    checkLimit(cutoff, 'cutoff', 'cutoff:');
    const yesNo = this.current();
    const closed = this.hasLoops ? this.states.closed(state, this.asGiven) : null;
    if (this.hasLoops && closed === null) return 0;
    this.states.stand(closed ?? state, 0, yesNo.engine.pairs);
    return yesNo.distance(cutoff);
  }

  /**
   * The two that the last question was answered no for: for messages. Null: the answer was yes, or it could not be
   * resolved.
   */
  get saidNo(): readonly [PairSide, PairSide] | null {
    return this.made.saidNo;
  }

  /**
   * Answers no to what is not proven by then, by the clock of budgets; Infinity: takes its time.
   * @internal
   */
  allowUntil(deadline: number): void {
    this.deadline = deadline;
    this.current().engine.allowUntil(deadline);
  }

  /**
   * The last no may mean that the time was over.
   * @internal
   */
  get late(): boolean {
    return this.made.engine.budget.late;
  }

  /** How far off something may be is known for joints that slide within their limits. */
  private isBounded(state: ArrayLike<number>, at = 0): boolean {
    const isWithin = this.slides.every(([i, lower, upper]) => state[at + i] >= lower && state[at + i] <= upper);
    if (!isWithin) this.made.engine.outcome.pair = -1;
    return isWithin;
  }

  private proven(from: ArrayLike<number>, to: ArrayLike<number>, proof: SceneProof): boolean {
    const free = this.motionIsFree(from, to);
    const { states, scene, options } = this;
    scene.motionIsFree(states.named(Float64Array.from(from)), states.named(Float64Array.from(to)), { ...options, proof });
    return free;
  }

  /** What cannot be followed, or ends with loops closed in another way than they are there, is a no. */
  private loopedIsFree(from: ArrayLike<number>, to: ArrayLike<number>): boolean {
    const { states, scene, options } = this;
    const [a, b] = [states.closed(from, this.asGiven), states.closed(to, this.asGiven)];
    this.made.engine.outcome.pair = -1;
    if (a === null || b === null) return false;
    try {
      return scene.motionIsFree(states.named(a), states.named(b), { ...options, maxMilliseconds: leftUntil(this.last) });
    } catch (error) {
      if (error instanceof InputError) return false;
      throw error;
    }
  }

  /** When a question that begins now has to be answered. */
  private get last(): number {
    return Math.min(this.deadline, deadlineIn(this.options.maxMilliseconds ?? Infinity));
  }

  private make(): YesNo {
    const { engine, classes, tolerance } = this.scene.inside.checkerEngine(this.options);
    engine.allowUntil(this.deadline);
    return new YesNo(engine, classes, tolerance);
  }

  /** For the next question: obstacles may have come and gone. */
  private current(): YesNo {
    if (this.revision !== this.scene.revision) {
      this.made = this.make();
      this.revision = this.scene.revision;
    }
    if (this.options.maxMilliseconds !== undefined) this.made.engine.allowUntil(this.last);
    return this.made;
  }
}
