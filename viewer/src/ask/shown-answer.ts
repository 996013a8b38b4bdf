/**
 * All that is shown of an answer, made of one object: verdict, lines, lanes, band and curve of the time line, buttons, colours, arrows, ghosts.
 * Nobody keeps a part of it elsewhere; the next one takes the place of all of it.
 */
import type { Contact, ContactIntervals, PairSide, Pose } from 'inbetween';
import { type AnswerWords, answerWords, type Naming, sideText } from '../panels/answer-words.ts';
import { type Chosen, chosenOtherwise } from './chosen.ts';
import type { Answer, CurvePoint, Question } from './protocol.ts';

/** Obstacles that stand elsewhere than in the source, by name. */
export type Moved = Readonly<Record<string, Pose>>;

/** An answer, and what it is an answer to. */
export interface Answered {
  readonly question: Question;
  readonly answer: Answer;
  readonly chosen: Chosen;
  readonly moved: Moved;
  /** Come after the answer, and are of the same question. Null: not there yet. */
  readonly stretches: ContactIntervals | null;
  readonly curve: readonly CurvePoint[] | null;
}

export type Mark = Pick<Contact, 'a' | 'b' | 'point' | 'normal'>;

/** What the hand does. */
export interface Hand {
  /** What moves stands elsewhere than the path says. */
  readonly isOff: boolean;
  /** The obstacle that is on its way; null: none. */
  readonly obstacle: string | null;
  /** Who is in the way; null: nobody. */
  readonly pair: readonly [PairSide, PairSide] | null;
  readonly contacts: readonly Mark[];
}

/** A pair and its stretches in contact, in path time. */
export interface Lane {
  readonly name: string;
  readonly stretches: readonly { readonly from: number; readonly to: number }[];
}

export interface ShownAnswer {
  /** Null: there is none, and `note` is shown instead. */
  readonly answered: Answered | null;
  readonly note: string;
  readonly words: Pick<AnswerWords, 'tone' | 'headline' | 'sentence' | 'rows'> | AnswerWords | null;
  /** Why the answer is one of before, as a sentence; '': it is of what is shown. */
  readonly before: string;
  /** It is not even true of the path any more: asked now, the answer may be another one. */
  readonly isOld: boolean;
  /** Where the buttons lead, and ghosts stand; null: nowhere. */
  readonly contact: number | null;
  readonly safe: number | null;
  readonly lanes: readonly Lane[];
  readonly curve: readonly CurvePoint[];
  /** Who is coloured and named. */
  readonly pair: readonly PairSide[];
  readonly marks: readonly Mark[];
}

export const NOTHING_SHOWN: ShownAnswer = {
  answered: null,
  note: '',
  words: null,
  before: '',
  isOld: false,
  contact: null,
  safe: null,
  lanes: [],
  curve: [],
  pair: [],
  marks: [],
};

/** What is true now. */
export interface Present {
  readonly chosen: Chosen;
  readonly moved: Moved;
  readonly hand: Hand | null;
}

export function shownAnswerOf(answered: Answered | null, note: string, present: Present, naming: Naming): ShownAnswer {
  const { hand } = present;
  const { pair: nobody, marks: nowhere } = NOTHING_SHOWN;
  const byHand = hand !== null && (hand.isOff || hand.pair !== null) ? { pair: hand.pair ?? nobody, marks: hand.contacts } : {};
  if (answered === null) return { ...NOTHING_SHOWN, note, ...byHand };
  const shown = knownShown(answered, naming);
  const old = whyOld(answered, present);
  if (old !== '')
    return { ...shown, contact: null, safe: null, pair: nobody, marks: nowhere, ...byHand, isOld: true, before: `Of before: ${old}.` };
  // of the path it is true still, and its buttons lead back there
  const isOfPath = answered.question.kind !== 'plan';
  const before = hand?.isOff === true && isOfPath ? 'Of before something was moved by hand: this is about the path.' : '';
  return { ...shown, ...byHand, before };
}

/** Why an answer is not about what is there now; '': it is. */
function whyOld({ question, chosen, moved }: Answered, present: Present): string {
  const names = [...new Set([...Object.keys(moved), ...Object.keys(present.moved)])];
  const elsewhere = names.filter((name) => JSON.stringify(moved[name]) !== JSON.stringify(present.moved[name]));
  const pulled = present.hand?.obstacle ?? null;
  if (pulled !== null && !elsewhere.includes(pulled)) elsewhere.push(pulled);
  const { kind } = question;
  const otherwise = kind === 'curve' || kind === 'stages' || kind === 'report' ? [] : chosenOtherwise(kind, chosen, present.chosen);
  return [
    ...(elsewhere.length === 0 ? [] : [`${elsewhere.join(', ')} ${elsewhere.length === 1 ? 'has' : 'have'} been moved since`]),
    ...(otherwise.length === 0 ? [] : [`${otherwise.join(', ')} ${otherwise.length === 1 ? 'is' : 'are'} chosen otherwise now`]),
  ].join('; ');
}

/** What is shown of each answer; while something is moved it is asked for with every frame. */
const known: WeakMap<Answered, ShownAnswer> = new WeakMap();

function knownShown(answered: Answered, naming: Naming): ShownAnswer {
  const shown = known.get(answered) ?? freshlyShown(answered, naming);
  known.set(answered, shown);
  return shown;
}

function freshlyShown(answered: Answered, naming: Naming): ShownAnswer {
  const { answer, curve } = answered;
  const stretches = answer.kind === 'stretches' ? answer.result : answered.stretches;
  const lanes = (stretches?.pairs ?? []).map(({ a, b, intervals }) => ({
    name: `${sideText(a, naming)}, ${sideText(b, naming)}`,
    stretches: intervals,
  }));
  const shown = { ...NOTHING_SHOWN, answered, words: answerWords(answer, naming), lanes, curve: curve ?? [] };
  if (answer.kind === 'stretches') return { ...shown, contact: answer.result.intervals[0]?.from ?? null };
  if (answer.kind === 'clearance') return { ...shown, pair: answer.result.pair ?? [] };
  if (answer.kind !== 'first') return shown;
  const { status, time, pair, contacts } = answer.result;
  if (status !== 'contact' && status !== 'overlap') return shown;
  return { ...shown, contact: time, safe: answer.lastSafe, pair: pair ?? [], marks: contacts };
}
