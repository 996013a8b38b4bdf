/**
 * One question about a path of many segments, cut into spans of segments that are answered each by itself, by several
 * scenes that are alike: bit by bit, counts included, what a search along the whole path does on those segments
 * [docs/notes/parallel.md]. What later segments need of the path before them is its start only: a span that begins
 * later looks at it first, and does not count that work, which belongs to the first span.
 *
 * Not cut, because it binds segments together: soft and held bodies, wanted contact (`arrive`, `leave`), pairs that
 * start in contact and leave, the methods that keep something from segment to segment, mode 'any', which learns.
 */
import { ContactIntervalSearch, type FoundInterval, type IntervalPlace } from '../answers/contact-intervals.ts';
import {
  type ClearanceReply,
  type ContactStep,
  contactStep,
  type NearerInstant,
  type Nearest,
  nearestAt,
  nearestInstants,
} from '../answers/path-clearance.ts';
import { makeSceneAnswer } from '../answers/scene-answer.ts';
import { questionsOf, type SceneQuestion, searchesOf } from '../answers/scene-first-contact.ts';
import type { SceneFirstContact } from '../answers/scene-result.ts';
import { NO_PAIRS } from '../pairs/pair-set.ts';
import { AUTO } from '../search/scene-method.ts';
import type { AskedOptions } from '../search/scene-options.ts';
import type { Span } from '../search/span.ts';

/** The first contact on a span. */
export interface SpanContact {
  readonly answer: SceneFirstContact;
  /** Pairs start in contact and are let leave: then only the whole path has an answer. */
  readonly leaves: boolean;
}

/** A stretch in contact, as far as a span shows it. */
export interface SpanStretch extends FoundInterval {
  /** The contact with which it begins; null: it was under way. */
  readonly first: SceneFirstContact | null;
}

/** The stretches in contact of a span. */
export interface SpanStretches {
  readonly stretches: readonly SpanStretch[];
  /** What was found beyond the last of them: free, or not decided; null: it was not looked for. */
  readonly rest: SceneFirstContact | null;
  /** Where whoever goes on begins. */
  readonly ends: IntervalPlace;
  readonly late: boolean;
  /** Whether it would be another answer if the path began at a place where nothing is near. */
  readonly ofStart: boolean;
}

/** The instants of a span at which anything is closer than before. */
export interface SpanInstants {
  readonly found: readonly NearerInstant[];
  readonly late: boolean;
}

/** Whether the options of a question let it be cut. */
export function canBeCut({ method, mode, arrive, leave }: AskedOptions): boolean {
  return (method ?? AUTO) === AUTO && mode !== 'any' && (arrive ?? []).length === 0 && (leave ?? []).length === 0;
}

export class SpanQuestion {
  /** How many segments the whole path has. */
  readonly segments: number;
  /** Groups of pairs that keep the same distance: each is a question of its own. */
  readonly classes: number;
  /** How many searches a first contact takes. */
  readonly searches: number;
  readonly tolerance: number;
  private readonly question: SceneQuestion;
  private readonly exclusively: <T>(work: () => T) => T;

  /** exclusively: nobody asks the scene meanwhile. */
  constructor(question: SceneQuestion, exclusively: <T>(work: () => T) => T) {
    this.question = question;
    this.exclusively = exclusively;
    this.segments = question.motions.segments;
    this.classes = question.classes.length;
    this.searches = searchesOf(question.engine, question.options, question.classes).length;
    this.tolerance = question.tolerance;
  }

  /** From a segment on, the first one that may begin a span: those that are searched together are not cut apart. */
  cutFrom(segment: number): number {
    const { engine, motions } = this.question;
    return segment < this.segments ? this.exclusively(() => engine.cutFrom(motions, segment)) : segment;
  }

  /** By the pairs of one search; maxIterations: those that are left of all that the question may take. */
  firstContact(kind: number, span: Span, deadline: number, maxIterations?: number): SpanContact {
    const { engine, robots, motions, tolerance, options, classes } = this.question;
    return this.until(deadline, () => {
      const [asked, others] = searchesOf(engine, { ...options, maxIterations }, classes)[kind];
      engine.firstContact(motions, tolerance, asked, 0, others, undefined, span);
      const leaves = [...engine.start.records.values()].some(({ left }) => left !== undefined);
      return { answer: makeSceneAnswer(engine, robots, motions, asked), leaves };
    });
  }

  /** The stretches in contact of one class's pairs, from a place on: at time 0, as of a path that begins there. */
  stretches(kind: number, span: Span, place: IntervalPlace, deadline: number): SpanStretches {
    const { engine, robots, motions, tolerance, options, classes } = this.question;
    return this.until(deadline, () => {
      const [asked, others] = questionsOf({ ...options, start: 'strict' }, classes)[kind];
      const search = new ContactIntervalSearch(engine, motions, tolerance, asked, new Map(), others);
      const firsts: SceneFirstContact[] = [];
      let ofStart = false;
      const begun = (): void => {
        ofStart ||= engine.start.records.size > 0;
        firsts.push(makeSceneAnswer(engine, robots, motions, asked));
      };
      const ends = search.run(begun, span, place);
      // what was under way when it began has no first contact here
      const before = place.under ? 1 : 0;
      const stretches = search.intervals.map((interval, i) => ({ ...interval, first: i < before ? null : firsts[i - before] }));
      const rest = firsts.length > stretches.length - before ? firsts[firsts.length - 1] : null;
      return { stretches, rest, ends, late: search.late, ofStart };
    });
  }

  /** The instants at which a clearance looks first. */
  instants(span: Span, below: number, deadline: number): SpanInstants {
    const { engine, motions } = this.question;
    return this.until(deadline, () => nearestInstants(engine, motions, NO_PAIRS, below, span));
  }

  /** The closest two at a path time, if they are closer than `below`. */
  nearest(time: number, below: number, deadline: number): Nearest | null {
    const { engine, motions } = this.question;
    return this.until(deadline, () => nearestAt(engine, motions, NO_PAIRS, below, time));
  }

  /** A query of a clearance's bisection. */
  step(step: ContactStep, span: Span, deadline: number): ClearanceReply {
    const { engine, motions } = this.question;
    return this.until(deadline, () => contactStep(engine, motions, NO_PAIRS, step, span));
  }

  private until<T>(deadline: number, work: () => T): T {
    const { engine } = this.question;
    return this.exclusively(() => {
      engine.tidy();
      engine.allowUntil(deadline);
      return work();
    });
  }
}
