/** What a check of a path or motion found, as the line of an item: nothing in it depends on the machine. */
import type { SceneFirstContact } from '../../index.ts';
import { type ExitCode, limitsExitCode, missedExitCode, sceneExitCode, worstExitCode } from '../../words/exit-code.ts';
import { isUntested, missedOf, notJudged } from '../../words/scene-judgement.ts';
import { missedText } from '../../words/scene-verdict.ts';
import type { ItemAnswer } from './answer-items.ts';
import { ownPlacesAt } from './cell-path.ts';
import type { PathCheck } from './check-path.ts';

/** The line of an answer; on a motion proven free it says only what graphics hardware could prove as well. */
export function cellAnswer(id: string, check: PathCheck): ItemAnswer {
  const { result, path, clearance, intervals, limits, missed } = check;
  const { status, time, pair, contacts, gap } = result;
  const seconds = path.secondsAt(time);
  const left = notJudged(result);
  const broken = limits.map(({ isError, ...limit }) => ({ ...limit, severity: isError ? 'error' : 'warning' }));
  const warnings = [...missedWarnings(check), ...check.warnings];
  return {
    result: {
      id,
      status,
      time,
      ...(seconds === null ? {} : { seconds }),
      ...(status === 'free' ? {} : { a: pair?.[0] ?? null, b: pair?.[1] ?? null, ...place(contacts), gap }),
      ...(status === 'unresolved' ? { reason: result.reason } : {}),
      ...(result.safeUntil === undefined ? {} : { safeUntil: result.safeUntil }),
      ...(clearance === null ? {} : { clearance: { gap: clearance.gap, time: clearance.time, until: clearance.until } }),
      ...(intervals === null
        ? {}
        : { intervals: intervals.intervals.map(({ from, to, pairs }) => ({ from, to, pairs })), complete: intervals.complete }),
      ...(left.length === 0 ? {} : { notJudged: left.map(({ a, b }) => [a, b]) }),
      ...(isUntested(result) ? { untested: true } : {}),
      ...(missed.length === 0 ? {} : { missed: missed.map(({ a, b, at }) => ({ a, b, at, ownTimes: path.ownTimesAt(at) })) }),
      ...(broken.length === 0 ? {} : { limits: broken }),
      ...(warnings.length === 0 ? {} : { warnings }),
    },
    code: codeOf(check),
    work: workOf(result),
  };
}

/** What should touch and does not, where that is no error. */
function missedWarnings({ result, path, missed }: PathCheck): string[] {
  const names = { severalRobots: Object.keys(path.paths).length > 1, moves: path.moves };
  return missed.length > 0 ? [] : missedOf(result).map((one) => missedText(one, path.segments, names, ownPlacesAt(path, one.at)));
}

function place(contacts: SceneFirstContact['contacts']): object {
  const first = contacts.at(0);
  return { point: first?.point ?? null, normal: first?.normal ?? null };
}

/** What `check` ends with over this path alone. */
export function codeOf({ result, limits, missed }: Pick<PathCheck, 'result' | 'limits' | 'missed'>): ExitCode {
  return worstExitCode([sceneExitCode(result), limitsExitCode(limits), missedExitCode(missed)]);
}

/** Counted, about a microsecond each. */
function workOf({ stats }: SceneFirstContact): number {
  return 20 + stats.nodes + stats.triangles;
}
