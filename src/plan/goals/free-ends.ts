/** Why a plan cannot begin or end where it is to: what is in contact there, or beyond its limits, in words. */
import type { PairSide } from '../../contact/result.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { EdgeFilter } from '../edges/edge-filter.ts';
import type { BeyondLimits } from '../plan-result.ts';
import type { States } from '../space/state-space.ts';
import type { EndState, Problem } from './problem.ts';

interface Fault {
  readonly why: string;
  readonly beyond?: BeyondLimits;
  readonly pair?: readonly [PairSide, PairSide];
}

interface EndFault extends Fault {
  readonly reason: 'start' | 'goal';
}

/**
 * The ends of each leg that are free and within limits; or what is wrong with the start, or with all ends of a leg.
 * firstContact: of what stands at a state.
 */
export function freeEnds(
  problem: Problem,
  filter: EdgeFilter,
  firstContact: (state: States) => SceneFirstContact,
): { readonly fault: EndFault | null; readonly legs: readonly (readonly EndState[])[] } {
  const legs: EndState[][] = [];
  const start = fault(problem, filter, firstContact, problem.start, true);
  if (start !== null) return { fault: { ...start, reason: 'start', why: `the start ${start.why}` }, legs };
  for (let k = 0; k < problem.legs.length; k++) {
    const who = k === problem.legs.length - 1 ? 'goal' : `goal ${k} on the way`;
    const none = problem.faults[k];
    if (none !== null) return { fault: { reason: 'goal', why: `the ${who} is not reached: ${none}` }, legs };
    const faults = problem.legs[k].map(({ state }) => fault(problem, filter, firstContact, state, false));
    legs.push(problem.legs[k].filter((_, i) => faults[i] === null));
    if (legs[k].length > 0) continue;
    const first = faults[0] as Fault;
    const many = faults.length > 1 ? ` (and so for all of its ${faults.length} alternatives)` : '';
    return { fault: { ...first, reason: 'goal', why: `the ${who} ${first.why}${many}` }, legs };
  }
  return { fault: null, legs };
}

function fault(
  { space, constraints }: Problem,
  filter: EdgeFilter,
  firstContact: (state: States) => SceneFirstContact,
  state: States,
  isStart: boolean,
): Fault | null {
  const beyond = space.beyond(state, 0) ?? space.astray(state, 0);
  if (beyond !== undefined) {
    const { axis, value } = beyond;
    const { name, low: lower, high: upper } = axis;
    return { why: `has ${name} at ${value}, beyond its limits ${lower} to ${upper}`, beyond: { name, value, lower, upper } };
  }
  if (filter.accepts(state, 0)) return null;
  const margins = constraints?.margins(state) ?? [];
  const broken = margins.findIndex((margin) => !(margin > 0));
  if (broken >= 0) {
    const off = Number((-margins[broken]).toPrecision(3));
    return { why: `does not keep constraint ${broken} (${constraints?.nameOf(broken)}): off by ${off}` };
  }
  const standing = firstContact(state);
  // nearer than the tolerance, and yet apart: a motion may begin there
  if (standing.status === 'free') return isStart ? null : { why: 'is nearer to something than the tolerance' };
  const pair = standing.pair ?? undefined;
  if (pair === undefined) return { why: 'cannot be decided' };
  const [a, b] = pair.map(({ body, link }) => (link === undefined ? `'${body}'` : `'${link}' of '${body}'`));
  const words = standing.clearance > 0 ? `less than ${standing.clearance} apart` : 'in contact';
  return { why: `has ${a} and ${b} ${words}`, pair };
}
