/** The worker's side of a question that is cut into spans. */
import { deadlineIn, sharedMilliseconds } from '../../contact/budget.ts';
import type { IntervalPlace } from '../../scene/answers/contact-intervals.ts';
import type { ContactStep } from '../../scene/answers/path-clearance.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import { spanQuestion } from '../../scene/friends.ts';
import type { Scene } from '../../scene/scene.ts';
import type { OnProgress } from '../../scene/search/path-progress.ts';
import type { ClearanceOptions, ContactIntervalOptions, SceneFirstContactOptions } from '../../scene/search/scene-options.ts';
import type { Span } from '../../scene/search/span.ts';
import type { SpanQuestion } from '../../scene/spans/span-question.ts';
import { unpack } from '../packed.ts';
import { type PackedMotions, unpackMotions } from '../packed-motions.ts';
import { arrivedOptions, type LoadMethod, type Travelling } from '../travelling-method.ts';

/** A part of a question, or the whole of it. */
export type SpanAsk =
  | { readonly ask: 'contact'; readonly kind: number; readonly span: Span; readonly maxIterations?: number }
  | { readonly ask: 'stretches'; readonly kind: number; readonly span: Span; readonly place: IntervalPlace }
  | { readonly ask: 'instants'; readonly span: Span; readonly below: number }
  | { readonly ask: 'nearest'; readonly time: number; readonly below: number }
  | { readonly ask: 'step'; readonly span: Span; readonly step: ContactStep }
  | WholeAsk;

/** A question that is answered in one piece; `tells`: how far it is. */
export type WholeAsk = { readonly tells?: boolean } & (
  | { readonly ask: 'firstContact'; readonly options: Travelling<SceneFirstContactOptions> }
  | { readonly ask: 'clearance'; readonly options: Omit<ClearanceOptions, 'proof'> }
  | { readonly ask: 'contactIntervals'; readonly options: Travelling<ContactIntervalOptions> }
);

/** A whole question tells so often in a round, at most. */
const TOLD_IN_A_ROUND = 64;

export interface SpanTask {
  /** The same for all parts of a question, and for no other one: what it takes is made ready once. */
  readonly question: number;
  /** `PackedMotions`, packed. */
  readonly motions: Uint8Array;
  readonly options: Travelling<SceneFirstContactOptions>;
  /** Deadline, by `sharedMilliseconds`. */
  readonly deadline: number;
  readonly part: SpanAsk;
}

interface Prepared {
  readonly question: number;
  readonly motions: SceneMotions;
  spans: SpanQuestion | null;
}

/** The last question of each scene. */
const prepared = new WeakMap<Scene, Prepared>();

export async function answerSpan(
  scene: Scene,
  { question, motions, options, deadline, part }: SpanTask,
  load: LoadMethod,
  tell: (progress: Parameters<OnProgress>) => void,
): Promise<unknown> {
  let ready = prepared.get(scene);
  if (ready?.question !== question) {
    ready = { question, motions: unpackMotions(scene.robots, unpack(motions) as PackedMotions), spans: null };
    prepared.set(scene, ready);
  }
  const allowed = deadline === Infinity ? Infinity : Math.max(0, deadline - sharedMilliseconds());
  const maxMilliseconds = deadline === Infinity ? undefined : allowed;
  if ('options' in part) return answerWhole(scene, ready.motions, part, maxMilliseconds, load, tell);
  ready.spans ??= spanQuestion(scene, ready.motions, await arrivedOptions<SceneFirstContactOptions>(options, load));
  return answerPart(ready.spans as SpanQuestion, part, deadlineIn(allowed));
}

async function answerWhole(
  scene: Scene,
  motions: SceneMotions,
  { tells = false, ...part }: WholeAsk,
  maxMilliseconds: number | undefined,
  load: LoadMethod,
  tell: (progress: Parameters<OnProgress>) => void,
): Promise<unknown> {
  const onProgress: OnProgress = (done, total, round) => {
    if (done % Math.ceil(total / TOLD_IN_A_ROUND) === 0) tell([done, total, round]);
  };
  const more = { maxMilliseconds, ...(tells ? { onProgress } : {}) };
  if (part.ask === 'clearance') return scene.clearance(motions, { ...part.options, ...more });
  const options = { ...(await arrivedOptions<ContactIntervalOptions>(part.options, load)), ...more };
  return part.ask === 'firstContact' ? scene.firstContact(motions, options) : scene.contactIntervals(motions, options);
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
