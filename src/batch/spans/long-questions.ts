/**
 * One long question over workers, with the very answer that the scene itself gives, counts included
 * [docs/notes/parallel.md]. What cannot be cut is answered whole by one of them.
 */
import { InputError } from '../../math/input-error.ts';
import type { IntervalPlace } from '../../scene/answers/contact-intervals.ts';
import { type ClearanceReply, clearanceSteps, type NearerInstant, type Nearest } from '../../scene/answers/path-clearance.ts';
import { clearanceAnswer } from '../../scene/answers/scene-first-contact.ts';
import type { Clearance, ContactIntervals, SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import {
  type ClearanceOptions,
  type ContactIntervalOptions,
  checkedClearanceOptions,
  checkedIntervalOptions,
  type SceneFirstContactOptions,
} from '../../scene/search/scene-options.ts';
import type { Span } from '../../scene/search/span.ts';
import { joinInstants, joinSteps } from '../../scene/spans/join-clearance.ts';
import { joinClasses, joinContacts } from '../../scene/spans/join-contacts.ts';
import { joinStretches, StretchJoiner } from '../../scene/spans/join-stretches.ts';
import type { SpanContact, SpanInstants, SpanStretches } from '../../scene/spans/span-question.ts';
import { sentOptions } from '../travelling-method.ts';
import { type Crew, SpanCrew } from './span-crew.ts';

export async function firstContactBySpans(
  crew: Crew,
  motions: SceneMotions,
  options: SceneFirstContactOptions,
): Promise<SceneFirstContact> {
  const { maxMilliseconds, maxIterations, onProgress, ...asked } = options;
  const spans = new SpanCrew(crew, motions, { ...asked, onProgress }, maxMilliseconds);
  const classes: SceneFirstContact[] = [];
  for (let kind = 0; kind < (spans.question?.searches ?? 0); kind++) {
    const found = await classContact(spans, kind, maxIterations);
    if (found === null) return spans.whole({ ask: 'firstContact', options: sentOptions({ ...asked, maxIterations }) });
    classes.push(found);
  }
  if (classes.length > 0) return joinClasses(classes);
  return spans.whole({ ask: 'firstContact', options: sentOptions({ ...asked, maxIterations }) });
}

/** First contact among the pairs of one class; null: pairs leave, and only the whole question has an answer. */
async function classContact(spans: SpanCrew, kind: number, maxIterations?: number): Promise<SceneFirstContact | null> {
  const found: SceneFirstContact[] = [];
  let leaving = false;
  let left = maxIterations ?? Infinity;
  const part = (span: Span, most: number | undefined) => ({ ask: 'contact', kind, span, maxIterations: most }) as const;
  await spans.along<SpanContact>(
    (span) => part(span, maxIterations),
    async (span, { answer, leaves }) => {
      leaving = leaves;
      if (leaves) return false;
      // it was allowed more than those before it left
      const isTooMuch = answer.stats.iterations > left;
      const own = isTooMuch ? (await spans.answer<SpanContact>(part(span, left))).answer : answer;
      left -= own.stats.iterations;
      found.push(own);
      return own.status === 'free';
    },
  );
  return leaving ? null : joinContacts(found);
}

export async function contactIntervalsBySpans(
  crew: Crew,
  motions: SceneMotions,
  options: ContactIntervalOptions,
): Promise<ContactIntervals> {
  const { byPair, rest } = checkedIntervalOptions(options);
  const { maxMilliseconds, onProgress, ...asked } = rest;
  const spans = new SpanCrew(crew, motions, { ...asked, onProgress }, maxMilliseconds);
  const isWhole = byPair || asked.start === 'leaving' || asked.maxIterations !== undefined || spans.question === null;
  if (isWhole) return spans.whole({ ask: 'contactIntervals', options: sentOptions({ ...asked, byPair }) });
  const { classes = 0, segments = 0 } = spans.question ?? {};
  const joined: StretchJoiner[] = [];
  for (let kind = 0; kind < classes; kind++) {
    const joiner = new StretchJoiner(segments);
    joined.push(joiner);
    const places = new Map<number, IntervalPlace>();
    await spans.along<SpanStretches>(
      (span) => {
        const place = joiner.guess(span);
        places.set(span.first, place);
        return { ask: 'stretches', kind, span, place };
      },
      async (span, value) => {
        const holds = joiner.holds(span, places.get(span.first) as IntervalPlace, value);
        joiner.take(holds ? value : await spans.answer({ ask: 'stretches', kind, span, place: joiner.place }));
        return !joiner.done;
      },
    );
  }
  return joinStretches(joined);
}

export async function clearanceBySpans(crew: Crew, motions: SceneMotions, options: ClearanceOptions): Promise<Clearance> {
  const { accuracy, enough, maxMilliseconds, maxIterations, proof, ...asked } = checkedClearanceOptions(options);
  if (proof !== undefined) throw new InputError('proof: not by workers; ask the scene');
  const spans = new SpanCrew(crew, motions, asked, maxMilliseconds);
  const { question } = spans;
  if (question === null || asked.start === 'leaving') {
    const { maxMilliseconds: _, onProgress: __, ...rest } = options;
    return spans.whole({ ask: 'clearance', options: rest });
  }
  const search = { accuracy, enough, tolerance: question.tolerance, maxIterations };
  const steps = clearanceSteps(question.segments, search);
  let step = steps.next();
  while (!step.done) {
    const { value } = step;
    if (value.ask === 'instants') step = steps.next(await instants(spans, value.below));
    else {
      const found: ClearanceReply[] = [];
      await spans.along<ClearanceReply>(
        (span) => ({ ask: 'step', span, step: value }),
        (_, reply) => {
          found.push(reply);
          return joinSteps(found, value.maxIterations).status === 'free';
        },
      );
      step = steps.next(joinSteps(found, value.maxIterations));
    }
  }
  return clearanceAnswer(step.value, search, []);
}

/** The first of the instants along the path at which anything is closest. */
async function instants(spans: SpanCrew, below: number): Promise<ClearanceReply> {
  const found: NearerInstant[] = [];
  let upper = below;
  let isLate = false;
  await spans.along<SpanInstants>(
    (span) => ({ ask: 'instants', span, below: upper }),
    (_, value) => {
      for (const instant of value.found) found.push(instant);
      const { last } = joinInstants(value.found, upper);
      if (last !== null) upper = Math.max(0, last.nearest.distance);
      isLate = value.late;
      return !isLate && upper > 0;
    },
  );
  const { last, exact } = joinInstants(found, below);
  const asked = { ask: 'nearest', time: last?.nearest.time ?? 0, below: last?.below ?? 0 } as const;
  const nearest = last === null || exact ? (last?.nearest ?? null) : await spans.answer<Nearest | null>(asked);
  // without time to ask again it is as close all the same
  return { nearest: nearest ?? last?.nearest ?? null, status: isLate ? 'unresolved' : 'free', iterations: 0 };
}
