/** Lets long work have its breaks: others get their turn, clock and signal are checked, progress is reported. */
import { deadlineIn, leftUntil, milliseconds } from '../contact/budget.ts';
import { nextTurn } from '../math/next-turn.ts';
import type { PlanControl, PlanProgress } from './goals/plan-options.ts';
import type { Halt, Stage } from './search/halt.ts';

/** Others have their turn after so many milliseconds of work. */
const TURN_MILLISECONDS = 12;
/** What is under way when the time is over may take this much longer, as a share of the time and in milliseconds. */
const GRACE = 0.1;
const LEAST_GRACE = 10;

export class Pace {
  readonly halt: Halt;
  readonly begun: number = milliseconds();
  /** What ended it from outside; null: nothing. */
  reason: 'milliseconds' | 'cancelled' | null = null;
  private readonly control: PlanControl;
  private readonly progress: () => Omit<PlanProgress, 'stage' | 'milliseconds'>;
  private readonly afterTurn: () => void;
  private readonly deadline: number;
  private readonly checker: { allowUntil(deadline: number): void };
  /** When also what is under way has to end. */
  readonly last: number;
  private turned: number = this.begun;

  /** checker: who answers meanwhile; progress: how far it is; afterTurn: called when others had their turn. */
  constructor(
    control: PlanControl,
    allowed: number,
    checker: { allowUntil(deadline: number): void },
    progress: () => Omit<PlanProgress, 'stage' | 'milliseconds'>,
    afterTurn: () => void = () => {},
  ) {
    this.control = control;
    this.progress = progress;
    this.afterTurn = afterTurn;
    this.halt = { over: false, samples: control.maxSamples ?? Infinity };
    this.deadline = this.begun + allowed;
    this.checker = checker;
    this.last = deadlineIn(allowed + Math.max(LEAST_GRACE, GRACE * allowed));
  }

  get milliseconds(): number {
    return milliseconds() - this.begun;
  }

  /** Looks at the signal and the clock now. */
  isOver(): boolean {
    if (this.control.signal?.aborted) this.reason = 'cancelled';
    else if (milliseconds() >= this.deadline) this.reason ??= 'milliseconds';
    if (this.reason !== null) this.halt.over = true;
    return this.halt.over;
  }

  /** Milliseconds until it is over. */
  left(): number {
    return this.isOver() ? 0 : leftUntil(this.deadline);
  }

  /** Does the work to its end; where it is halted, that is for the work to see. */
  async run<T>(work: Generator<Stage, T>): Promise<T> {
    try {
      this.checker.allowUntil(this.last);
      let step = work.next();
      while (!step.done) {
        if (milliseconds() - this.turned > TURN_MILLISECONDS) await this.rest(step.value);
        step = work.next();
      }
      return step.value;
    } finally {
      this.checker.allowUntil(Infinity);
    }
  }

  private async rest(stage: Stage): Promise<void> {
    const { control, begun } = this;
    control.onProgress?.({ stage, milliseconds: milliseconds() - begun, ...this.progress() });
    // others may ask it meanwhile, and so may whoever follows the cell
    this.checker.allowUntil(Infinity);
    await nextTurn();
    this.turned = milliseconds();
    this.isOver();
    this.afterTurn();
    this.checker.allowUntil(this.last);
  }
}
