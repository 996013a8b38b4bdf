import type { GpuStepUse } from '../../gpu/index.ts';
import type { StepContact, StepFirstContact, StepSide } from '../../soft/index.ts';
import { safeJson } from '../../words/safe-text.ts';

export interface StepCost {
  /** Processor time of the answer, and of building the trees before it. */
  readonly ms: number;
  readonly buildMs: number;
  /** Most bytes that the process had at any time. */
  readonly memory: number;
}

/** What the last line tells beside the result. */
export interface StepSummary {
  readonly maxStep?: number;
  /** That nothing intersects at the start was taken for granted. */
  readonly startsFree: boolean;
  readonly clearance: number;
  /** How far above the clearance counted as contact; 0 without one. */
  readonly toleranceUsed: number;
  readonly cost: StepCost;
  /** Who did the work, where graphics hardware was asked for. */
  readonly gpu?: GpuStepUse;
}

/** One line: the ids of the features flat, then the contact as the library tells it. */
export function contactJson({ kind, a, b, ...rest }: StepContact): string {
  return safeJson({ kind, bodies: [a.body, b.body], ...idsOf(kind, a, b), ...rest, a, b });
}

function idsOf(kind: StepContact['kind'], a: StepSide, b: StepSide): object {
  if (kind === 'vertex-face') return { vertex: a.index, face: b.index };
  if (kind === 'edge-face') return { edge: a.index, edgeVertices: a.vertices, face: b.index };
  return { edges: [a.index, b.index], edgeVertices: [a.vertices, b.vertices] };
}

/** The last line, which alone has a status. `contacts` counts all, `listed` those that have a line. */
export function summaryJson(
  { status, time, reason, contacts, contactCount, stats }: StepFirstContact,
  { maxStep, startsFree, clearance, toleranceUsed, cost: { ms, buildMs, memory }, gpu }: StepSummary,
): string {
  const count = { contacts: contactCount, listed: contacts.length };
  const asked = { clearance, tolerance: toleranceUsed, ...(startsFree ? { startsFree } : {}) };
  return safeJson({ status, time, reason, ...count, maxStep, ...asked, stats, gpu, ms, buildMs, memory });
}
