import type { Reason } from '../contact/result.ts';
import { shownDown } from './shown-number.ts';

/** Why nothing more is claimed. `who`: the bodies that the answer is about. */
export function reasonText(reason: Reason, who = 'two bodies'): string {
  if (reason === 'iterations' || reason === 'milliseconds') return `the budget of ${reason} ran out`;
  if (reason === 'uncertainty') return 'the nominal motion is free, but within its uncertainty something may touch';
  if (reason === 'precision') return 'the answer is finer than doubles can prove here';
  return `${who} touch before they were proven apart since their start`;
}

/** 'apart', or by how much more than the clearance; `unit` begins with a space. */
export function apartText(clearance: number, unit = ''): string {
  return clearance > 0 ? `more than ${shownDown(clearance)}${unit} apart` : 'apart';
}
