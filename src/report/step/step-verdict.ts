import type { StepContact, StepSide } from '../../soft/step-result.ts';
import { shown, shownCount, shownDown } from '../../words/shown-number.ts';
import { edgesThroughFaces, featureText, leadingContact, untouchedText } from '../../words/step-verdict.ts';
import { escaped } from '../html-text.ts';
import type { StepReportInput } from './step-report-input.ts';

/** The answer in a few words. */
export function stepHeadline({ result }: StepReportInput): string {
  const { status, time, contactCount } = result;
  if (status === 'free') return 'No contact during the step';
  if (status === 'contact') return `First contact at t = ${shownDown(time, 6)}`;
  if (leadingContact(result)?.kind === 'edge-face') return 'Intersecting from the start';
  if (status === 'overlap') return 'In contact from the start';
  if (contactCount > 0) return `At least ${contactCount === 1 ? 'one contact' : `${shownCount(contactCount)} contacts`}`;
  return `Undecided after t = ${shownDown(time, 6)}`;
}

/** Who, in one or two sentences of HTML. */
export function stepLead(input: StepReportInput): string {
  const { result, clearance, maxStep, all } = input;
  const { status, contactCount, reason } = result;
  const first = leadingContact(result);
  const who = first === undefined ? 'Two features' : sidesHtml(first, input).join(' and ');
  const within = clearance > 0 ? `come within ${shown(clearance, 4)}${unitOf(input)} of each other` : 'meet';
  const least = reason === undefined ? '' : 'at least ';
  const many = all && contactCount > 1 ? ` It is the first of <b>${least}${shownCount(contactCount)} contacts</b> of the step.` : '';
  const safe = maxStep !== undefined && maxStep < 1 ? ` A step cut at <b>${shownDown(maxStep, 6)}</b> of its length is free.` : '';
  if (status === 'free') return `${testedHtml(input)} provably never ${within === 'meet' ? 'touch' : within} during the step.`;
  if (status === 'contact') return `${who} ${within} at this time; nothing does before, that is proven.${many}${safe}`;
  if (first?.kind === 'edge-face') {
    const several = edgesThroughFaces(result);
    const [edge, face] = sidesHtml(first, input);
    const through = several === '' ? `${edge} goes through ${face}` : `<b>${several.replace(/^./, (c) => c.toUpperCase())}</b>`;
    return `${through} already when the step begins.${all && contactCount > 1 ? ` In all there are <b>${least}${shownCount(contactCount)} contacts</b>.` : ''}`;
  }
  if (status === 'overlap')
    return `${who} ${clearance > 0 ? 'are within the clearance' : 'touch'} already when the step begins.${many.replace('It is', 'This is')}${safe}`;
  if (first !== undefined)
    return `${who} ${within} at t&nbsp;=&nbsp;${shownDown(first.time, 6)}. The search was not complete: there may be more contacts, and earlier ones.${safe}`;
  return `Up to there nothing touches; what follows was not decided.${safe}`;
}

/** What the answer proves, one sentence each; times are rounded to the safe side. */
export function stepProof(input: StepReportInput): string[] {
  const { result, clearance, tolerance, maxStep, all } = input;
  const { status, time, contactCount, reason } = result;
  const unit = unitOf(input);
  const apart = untouchedText(clearance, 'are', unit);
  const before = `At every time before t = ${shownDown(time, 8)}, ${apart}.`;
  const sentences: string[] = [];
  if (status === 'free') sentences.push(`At every time of the step, ${apart}.`);
  if (status === 'contact') sentences.push(before, 'So the time is never late.');
  if (leadingContact(result)?.kind === 'edge-face') sentences.push('At the start the meshes intersect: an edge goes through a face.');
  else if (status === 'overlap') sentences.push(`At the start two features ${clearance > 0 ? 'are within the clearance' : 'touch'}.`);
  if (status === 'unresolved')
    sentences.push(
      ...(time > 0 ? [before] : []),
      contactCount > 0
        ? 'What is listed touches; that nothing else does, or earlier, is not claimed.'
        : 'Nothing is claimed about what follows.',
    );
  if (clearance > 0 && status !== 'free' && status !== 'unresolved') {
    const band = tolerance === undefined ? 'the tolerance' : `the tolerance of ${shown(tolerance, 4)}${unit}`;
    sentences.push(`Features that come closer than the clearance and ${band} may count as contact.`);
  }
  if (all && reason === undefined)
    sentences.push(
      'Every pair of features that comes into contact during the step is counted, with a time not later than its first contact.',
    );
  if (input.startsFree)
    sentences.push('That nothing intersects at the start was taken for granted, not looked at; so all this is about what comes to touch.');
  if (maxStep !== undefined)
    sentences.push(
      maxStep > 0
        ? `The step cut at ${shownDown(maxStep, 8)} of its length is free; that is proven for the positions at the cut as doubles.`
        : 'No part of the step is proven free.',
    );
  sentences.push(
    'Rounding is accounted for. Features with a common vertex touch all the time and are not tested against each other; all others are, also those of neighbouring triangles.',
  );
  return sentences;
}

/** 'vertex 12 of cloth', as HTML. */
export function featureHtml(feature: StepSide, side: 'a' | 'b' | '', { bodies }: StepReportInput): string {
  const which = featureText(feature, '–');
  if (bodies.length === 1) return which;
  return `${which} of ${side === '' ? escaped(feature.body) : `<b class="${side}">${escaped(feature.body)}</b>`}`;
}

function sidesHtml({ a, b }: StepContact, input: StepReportInput): [string, string] {
  const one = featureHtml(a, a.body === b.body ? 'b' : 'a', input);
  return [one.replace(/^./, (c) => c.toUpperCase()), featureHtml(b, 'b', input)];
}

function testedHtml({ bodies }: StepReportInput): string {
  if (bodies.length === 1) return `The parts of <b class="b">${escaped(bodies[0].name)}</b>`;
  if (bodies.length > 4) return `${bodies.length} bodies`;
  const names = bodies.map(({ name }) => `<b>${escaped(name)}</b>`);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export function unitOf({ unit }: StepReportInput): string {
  return unit === undefined ? '' : ` ${unit}`;
}
