import type { Status } from '../contact/result.ts';
import type { StepFirstContact } from '../soft/step-result.ts';
import { isUntested, type JudgedScene, notJudged } from './scene-judgement.ts';
import { isContactAtLeast } from './step-verdict.ts';

/** What a command ends with: nothing touches, something does, it could not run, not decided or not judged. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Bad input, or output that cannot be written. */
export const CANNOT_RUN = 2;

/** Not now: a server is away or full, another run writes, no worker could answer. The same command goes on later. */
export const TRY_AGAIN = 75;

/** What others answered is not what is answered here. */
export const ANSWERS_DIFFER = 76;

const CODES: Readonly<Record<Status, ExitCode>> = { free: 0, contact: 1, overlap: 1, unresolved: 3 };

const WORST_FIRST: readonly ExitCode[] = [CANNOT_RUN, CODES.contact, CODES.unresolved];

/** Exit code of an answer that has nothing else to say. */
export function statusExitCode(status: Status): ExitCode {
  return CODES[status];
}

/** Exit code of a path. What was not judged is not proven; where nothing was tested, nothing is. */
export function sceneExitCode(result: JudgedScene): ExitCode {
  return notJudged(result).length > 0 || isUntested(result) ? CODES.unresolved : CODES[result.status];
}

/** Exit code of the limits of joints that a path does not keep. */
export function limitsExitCode(limits: readonly { readonly isError: boolean }[]): ExitCode {
  return limits.some(({ isError }) => isError) ? CODES.contact : CODES.free;
}

/** Exit code of contacts that were wanted, which are errors where they did not come about. */
export function missedExitCode(missed: readonly unknown[]): ExitCode {
  return missed.length > 0 ? CODES.contact : CODES.free;
}

/** Exit code of a step. A contact is one for certain, whether or not the search was complete. */
export function stepExitCode(result: Pick<StepFirstContact, 'status' | 'contactCount'>): ExitCode {
  return isContactAtLeast(result) ? CODES.contact : CODES[result.status];
}

/** Over several answers: 2, then 1, then 3; 0 where all are 0. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
  return WORST_FIRST.find((code) => codes.includes(code)) ?? CODES.free;
}
