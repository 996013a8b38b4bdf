import { checkHas, checkRecord } from '../../math/check-record.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import { movesOf } from '../../words/move-place.ts';
import { type VerdictNames, type VerdictRow, verdictRowsOf } from '../../words/verdict-rows.ts';
import type { CellReportInput } from './cell-report-input.ts';

/** An answer and what it is about. */
export interface VerdictRowsInput extends Pick<CellReportInput, 'scene' | 'motions' | 'result'> {
  /** The options that the query was asked with. Default: none. */
  readonly options?: CellReportInput['options'];
}

/**
 * Returns the verdict as rows for people: the answer, the exceptions from before its time, what is proven and what was
 * tested. `inbetween check`, report pages and the viewer print these rows.
 * @example
 * for (const { label, value } of verdictRows({ scene, motions, result })) console.log(`${label}: ${value}`);
 */
export function verdictRows(input: VerdictRowsInput): readonly VerdictRow[] {
  checkRecord(input, ['scene', 'motions', 'result', 'options'], 'verdictRows');
  checkHas(input, ['scene', 'motions', 'result'], 'verdictRows:');
  return verdictRowsOf(input.result, verdictNames(input));
}

/** How a page calls what an answer is about. */
export function verdictNames({ scene, motions, options = {} }: Omit<VerdictRowsInput, 'result'>): VerdictNames {
  const paths = Object.entries(motions).flatMap(([name, one]) => (one instanceof RobotPath ? [[name, one] as const] : []));
  return {
    severalRobots: scene.robots.length > 1,
    byGroups: typeof (options.clearance ?? scene.options.clearance) === 'object',
    uncertain: scene.options.uncertainty !== undefined,
    moves: movesOf(Object.fromEntries(paths)),
    clock: scene.clock(motions),
  };
}
