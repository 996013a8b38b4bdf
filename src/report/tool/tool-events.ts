import { checkHas, checkList } from '../../math/check-record.ts';
import { largestOf } from '../../math/extreme.ts';
import { checkSteps, type ToolReportInput, type ToolReportStep } from './tool-report-input.ts';

/** A stretch of a session during which the tool touches. */
export interface ToolTouch {
  /** When it begins, in seconds. */
  readonly from: number;
  /** When it ends, in seconds. */
  readonly to: number;
  /** Seconds before it that the warning began that lasted until then; 0: it came unforeseen. */
  readonly warned: number;
  /** Largest force of the stretch, newtons. */
  readonly force: number;
  /** Largest depth of the stretch, metres. */
  readonly depth: number;
  /** Most triangles in contact at once. */
  readonly zone: number;
  /** The step with the largest force. */
  readonly hardest: ToolReportStep;
}

/** Touches that are apart by less than this, in seconds, are one: a sheet that springs back may graze the tool. */
const APART = 0.1;

export function forceOf({ force: [x, y, z] }: ToolReportStep): number {
  return Math.hypot(x, y, z);
}

/**
 * The stretches of a session during which the tool touches, in the order of time; such as are less than 0.1 s apart are
 * one.
 */
export function touchesOf(input: Pick<ToolReportInput, 'steps'>): ToolTouch[] {
  checkHas(input, ['steps'], 'touchesOf: session');
  const { steps } = input;
  checkList(steps, 'touchesOf: steps');
  checkSteps(steps);
  const runs: [first: number, last: number][] = [];
  steps.forEach(({ level, time }, i) => {
    if (level !== 'contact') return;
    const run = runs.at(-1);
    if (run !== undefined && time - steps[run[1]].time < APART) run[1] = i;
    else runs.push([i, i]);
  });
  return runs.map(([first, last]) => {
    let warned = first;
    while (warned > 0 && ['considered', 'reflex'].includes(steps[warned - 1].level)) warned--;
    const own = steps.slice(first, last + 1);
    const hardest = own.reduce((most, step) => (forceOf(step) > forceOf(most) ? step : most));
    return {
      from: steps[first].time,
      to: steps[last].time,
      warned: steps[first].time - steps[warned].time,
      force: forceOf(hardest),
      depth: largestOf(own.map(({ depth }) => depth)),
      zone: largestOf(own.map(({ zone }) => zone.length)),
      hardest,
    };
  });
}
