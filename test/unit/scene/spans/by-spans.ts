// A question answered span by span, by scenes that are alike, in an order that has nothing to do with that of the path.

import type { Random } from '../../../../src/math/random.ts';
import { clearanceSteps, type NearerInstant, type Nearest } from '../../../../src/scene/answers/path-clearance.ts';
import { clearanceAnswer } from '../../../../src/scene/answers/scene-first-contact.ts';
import type { Clearance, ContactIntervals, SceneFirstContact } from '../../../../src/scene/answers/scene-result.ts';
import type { SceneMotions } from '../../../../src/scene/content/scene-motions.ts';
import { spanQuestion } from '../../../../src/scene/friends.ts';
import type { Scene } from '../../../../src/scene/scene.ts';
import type { ClearanceOptions, SceneFirstContactOptions } from '../../../../src/scene/search/scene-options.ts';
import type { Span } from '../../../../src/scene/search/span.ts';
import { joinInstants, joinSteps } from '../../../../src/scene/spans/join-clearance.ts';
import { joinClasses, joinContacts } from '../../../../src/scene/spans/join-contacts.ts';
import { joinStretches, StretchJoiner } from '../../../../src/scene/spans/join-stretches.ts';
import type { SpanQuestion } from '../../../../src/scene/spans/span-question.ts';

export interface Asked {
  readonly scene: Scene;
  readonly motions: SceneMotions;
}

/** Cuts at random places. */
export function randomSpans(random: Random, segments: number, mayCut: (cut: number) => boolean = () => true): Span[] {
  const cuts = [0, segments];
  for (let cut = 1; cut < segments; cut++) if (random.next() < 0.4 && mayCut(cut)) cuts.push(cut);
  cuts.sort((a, b) => a - b);
  return cuts.slice(1).map((last, i) => ({ first: cuts[i], last }));
}

class Spans {
  readonly questions: readonly SpanQuestion[];
  readonly spans: readonly Span[];
  private readonly random: Random;

  constructor(random: Random, asked: readonly Asked[], options: SceneFirstContactOptions) {
    this.random = random;
    this.questions = asked.map(({ scene, motions }) => {
      const question = spanQuestion(scene, motions, options);
      if (question === null) throw new Error('it cannot be cut');
      return question;
    });
    this.spans = randomSpans(random, this.questions[0].segments, (cut) => this.questions[0].cutFrom(cut) === cut);
  }

  get one(): SpanQuestion {
    return this.random.pick(this.questions);
  }

  /** All spans, each by one of the scenes, the later ones first as often as not. */
  each<T>(ask: (question: SpanQuestion, span: Span) => T): T[] {
    const out: T[] = [];
    for (const i of this.random.shuffle(this.spans.map((_, k) => k))) out[i] = ask(this.one, this.spans[i]);
    return out;
  }
}

/** Null: pairs leave, and only the whole has an answer. */
export function firstContactBySpans(random: Random, asked: readonly Asked[], options: SceneFirstContactOptions): SceneFirstContact | null {
  const spans = new Spans(random, asked, options);
  const classes: SceneFirstContact[] = [];
  for (let kind = 0; kind < spans.one.searches; kind++) {
    const found = spans.each((question, span) => question.firstContact(kind, span, Infinity));
    if (found[0].leaves) return null;
    const hit = found.findIndex(({ answer }) => answer.status !== 'free');
    classes.push(joinContacts((hit < 0 ? found : found.slice(0, hit + 1)).map(({ answer }) => answer)));
  }
  return joinClasses(classes);
}

/** Also how many spans had to be asked again. */
export function stretchesBySpans(
  random: Random,
  asked: readonly Asked[],
  options: SceneFirstContactOptions,
): { readonly answer: ContactIntervals; readonly again: number } {
  const spans = new Spans(random, asked, options);
  const joined: StretchJoiner[] = [];
  let again = 0;
  for (let kind = 0; kind < spans.one.classes; kind++) {
    const joiner = new StretchJoiner(spans.one.segments);
    // guessed before anything is known
    const found = spans.each((question, span) => {
      const place = random.pick([joiner.guess(span), { at: span.first, under: false }]);
      return { place, value: question.stretches(kind, span, place, Infinity) };
    });
    for (const [i, span] of spans.spans.entries()) {
      if (joiner.done) break;
      const holds = joiner.holds(span, found[i].place, found[i].value);
      if (!holds) again++;
      joiner.take(holds ? found[i].value : spans.one.stretches(kind, span, joiner.place, Infinity));
    }
    joined.push(joiner);
  }
  return { answer: joinStretches(joined), again };
}

export function clearanceBySpans(random: Random, asked: readonly Asked[], options: ClearanceOptions): Clearance {
  const { accuracy = 1e-3, enough = 2 ** 400, maxIterations, ...rest } = options;
  const spans = new Spans(random, asked, rest);
  const { tolerance, segments } = spans.one;
  const search = { accuracy, enough, tolerance, maxIterations };
  const steps = clearanceSteps(segments, search);
  let step = steps.next();
  while (!step.done) {
    const { value } = step;
    if (value.ask === 'contact') {
      const found = spans.each((question, span) => question.step(value, span, Infinity));
      step = steps.next(joinSteps(found, value.maxIterations));
    } else {
      const found: NearerInstant[] = spans.each((question, span) => question.instants(span, value.below, Infinity).found).flat();
      const { last, exact } = joinInstants(found, value.below);
      const nearest: Nearest | null =
        last === null || exact ? (last?.nearest ?? null) : spans.one.nearest(last.nearest.time, last.below, Infinity);
      step = steps.next({ nearest, status: 'free', iterations: 0 });
    }
  }
  return clearanceAnswer(step.value, search, []);
}
