/** The worker's side of a question that is cut into spans. */
import { deadlineIn, sharedMilliseconds } from '../../contact/budget.ts';
import type { IntervalPlace } from '../../scene/contact-intervals.ts';
import type { Scene, SceneMotions } from '../../scene/scene.ts';
import type { ClearanceOptions, ContactIntervalOptions, SceneFirstContactOptions } from '../../scene/scene-options.ts';
import type { ContactStep } from '../../scene/spans/path-clearance.ts';
import type { Span } from '../../scene/spans/span.ts';
import type { SpanQuestion } from '../../scene/spans/span-question.ts';
import { unpack } from '../packed.ts';
import { type PackedMotions, unpackMotions } from '../packed-motions.ts';

/** A part of a question, or the whole of it. */
export type SpanAsk =
  | { readonly ask: 'contact'; readonly kind: number; readonly span: Span; readonly maxIterations?: number }
  | { readonly ask: 'stretches'; readonly kind: number; readonly span: Span; readonly place: IntervalPlace }
  | { readonly ask: 'instants'; readonly span: Span; readonly below: number }
  | { readonly ask: 'nearest'; readonly time: number; readonly below: number }
  | { readonly ask: 'step'; readonly span: Span; readonly step: ContactStep }
  | { readonly ask: 'firstContact'; readonly options: SceneFirstContactOptions }
  | { readonly ask: 'clearance'; readonly options: ClearanceOptions }
  | { readonly ask: 'contactIntervals'; readonly options: ContactIntervalOptions };

export interface SpanTask {
  /** The same for all parts of a question, and for no other one: what it takes is made ready once. */
  readonly question: number;
  /** `PackedMotions`, packed. */
  readonly motions: Uint8Array;
  readonly options: SceneFirstContactOptions;
  /** By `sharedMilliseconds`. */
  readonly deadline: number;
  readonly part: SpanAsk;
}

interface Prepared {
  readonly question: number;
  readonly motions: SceneMotions;
  spans: SpanQuestion | null;
}

/** Of each scene the last question. */
const prepared = new WeakMap<Scene, Prepared>();

export function answerSpan(scene: Scene, { question, motions, options, deadline, part }: SpanTask): unknown {
  let ready = prepared.get(scene);
  if (ready?.question !== question) {
    ready = { question, motions: unpackMotions(scene.robots, unpack(motions) as PackedMotions), spans: null };
    prepared.set(scene, ready);
  }
  const allowed = deadline === Infinity ? Infinity : Math.max(0, deadline - sharedMilliseconds());
  const maxMilliseconds = deadline === Infinity ? undefined : allowed;
  if (part.ask === 'firstContact') return scene.firstContact(ready.motions, { ...part.options, maxMilliseconds });
  if (part.ask === 'clearance') return scene.clearance(ready.motions, { ...part.options, maxMilliseconds });
  if (part.ask === 'contactIntervals') return scene.contactIntervals(ready.motions, { ...part.options, maxMilliseconds });
  ready.spans ??= scene.inSpans(ready.motions, options);
  return answerPart(ready.spans as SpanQuestion, part, deadlineIn(allowed));
}

function answerPart(question: SpanQuestion, part: SpanAsk, deadline: number): unknown {
  switch (part.ask) {
    case 'contact':
      return question.firstContact(part.kind, part.span, deadline, part.maxIterations);
    case 'stretches':
      return question.stretches(part.kind, part.span, part.place, deadline);
    case 'instants':
      return question.instants(part.span, part.below, deadline);
    case 'nearest':
      return question.nearest(part.time, part.below, deadline);
    case 'step':
      return question.step(part.step, part.span, deadline);
    default:
      throw new Error(`spans: '${part.ask}' is no part of a question`);
  }
}
