/**
 * All that is shown of an answer, made of one object: verdict, lines, lanes, band and curve of the time line, buttons, colours, arrows, ghosts.
 * Nobody keeps a part of it elsewhere; what is told next takes the place of all of it.
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

export interface Told {
  /** Null: there is none, and `note` is told instead. */
  readonly answered: Answered | null;
  readonly note: string;
  readonly words: Pick<AnswerWords, 'tone' | 'headline' | 'sentence'> | AnswerWords | null;
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

export const NOTHING_TOLD: Told = {
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

export function toldOf(answered: Answered | null, note: string, present: Present, naming: Naming): Told {
  const { hand } = present;
  const { pair: nobody, marks: nowhere } = NOTHING_TOLD;
  const byHand = hand !== null && (hand.isOff || hand.pair !== null) ? { pair: hand.pair ?? nobody, marks: hand.contacts } : {};
  if (answered === null) return { ...NOTHING_TOLD, note, ...byHand };
  const told = toldAnswer(answered, naming);
  const old = whyOld(answered, present);
  if (old !== '')
    return { ...told, contact: null, safe: null, pair: nobody, marks: nowhere, ...byHand, isOld: true, before: `Of before: ${old}.` };
  // of the path it is true still, and its buttons lead back there
  const before = hand?.isOff === true ? 'Of before something was moved by hand: this is about the path.' : '';
  return { ...told, ...byHand, before };
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

/** What was told of an answer already; while something is moved it is told with every frame. */
const known: WeakMap<Answered, Told> = new WeakMap();

function toldAnswer(answered: Answered, naming: Naming): Told {
  const told = known.get(answered) ?? freshlyTold(answered, naming);
  known.set(answered, told);
  return told;
}

function freshlyTold(answered: Answered, naming: Naming): Told {
  const { answer, curve } = answered;
  const stretches = answer.kind === 'stretches' ? answer.result : answered.stretches;
  const lanes = (stretches?.pairs ?? []).map(({ a, b, intervals }) => ({
    name: `${sideText(a, naming)}, ${sideText(b, naming)}`,
    stretches: intervals,
  }));
  const told = { ...NOTHING_TOLD, answered, words: answerWords(answer, naming), lanes, curve: curve ?? [] };
  if (answer.kind === 'stretches') return { ...told, contact: answer.result.intervals[0]?.from ?? null };
  if (answer.kind === 'clearance') return { ...told, pair: answer.result.pair ?? [] };
  if (answer.kind !== 'first') return told;
  const { status, time, pair, contacts } = answer.result;
  if (status !== 'contact' && status !== 'overlap') return told;
  return { ...told, contact: time, safe: answer.lastSafe, pair: pair ?? [], marks: contacts };
}
