/** The distance to be kept as it is given: one for all pairs, or rules by groups of them. */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkLength } from '../../math/limits.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';

const GROUPS = ['default', 'self', 'tool', 'environment'] as const;

export function checkClearance(clearance: number | ClearanceRules, what: string): void {
  if (typeof clearance === 'object' && clearance !== null) return checkClearanceRules(clearance, what);
  checkLength(clearance, `${what}:`);
}

function checkClearanceRules(rules: ClearanceRules, what: string): void {
  checkRecord(rules, [...GROUPS, 'pairs'], what);
  for (const group of GROUPS) if (rules[group] !== undefined) checkLength(rules[group], `${what}.${group}:`);
  const { pairs = [] } = rules;
  if (!Array.isArray(pairs)) throw new InputError(`${what}.pairs: must be a list, got ${shownValue(pairs)}`);
  for (const pair of pairs) {
    if (!Array.isArray(pair) || pair.length !== 3 || typeof pair[0] !== 'string' || typeof pair[1] !== 'string')
      throw new InputError(`${what}.pairs: must be two names and a distance, got ${shownValue(pair)}`);
    checkLength(pair[2], `${what}.pairs: '${pair[0]}' and '${pair[1]}':`);
  }
}

/** The largest distance that a rule asks for. */
export function largestClearance(clearance: number | ClearanceRules): number {
  if (typeof clearance === 'number') return clearance;
  let most = 0;
  for (const group of GROUPS) most = Math.max(most, clearance[group] ?? 0);
  for (const [, , distance] of clearance.pairs ?? []) most = Math.max(most, distance);
  return most;
}
