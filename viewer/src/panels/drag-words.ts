/** What a step of something moved by hand came to, in words. */
import type { DragStep } from 'inbetween';
import { type Naming, pairText } from './answer-words.ts';

export interface DragWords {
  readonly text: string;
  readonly tone: string;
  /** Pairs that touch where they were pulled from, and were set aside. */
  readonly touching: boolean;
}

/** The pair in its way; null: none is known to be, also where only time ran out. */
export function pairInTheWay({ status, hit }: Pick<DragStep, 'status' | 'hit'>): NonNullable<DragStep['hit']>['pair'] | null {
  return status === 'unresolved' ? null : (hit?.pair ?? null);
}

/** `stops`: whether contacts stop it; else nothing was tested. */
export function dragWords(step: DragStep, stops: boolean, naming: Pick<Naming, 'severalRobots'>): DragWords {
  const { status, slides, resting } = step;
  const text = resting.map(({ a, b }) => pairText([a, b], naming)).join('; ');
  const touching = text !== '';
  const aside = touching ? ` Set aside until they part, since they touch here: ${text}.` : '';
  const stays = resting.filter((rest) => rest.stays);
  if (stays.length > 0 && slides === 0) {
    const who = pairText([stays[0].a, stays[0].b], naming);
    return { text: `It stays: ${who} touch, and would come deeper, or may.${aside}`, tone: 'contact', touching };
  }
  if (status === 'unresolved')
    return { text: 'On the way. What is shown is proven, the rest is not decided yet.', tone: 'unresolved', touching: false };
  if (status === 'contact') {
    const pair = pairInTheWay(step);
    const how = slides > 0 ? 'slides along it' : 'stops here';
    return { text: `In the way: ${pair === null ? '' : pairText(pair, naming)}. It ${how}, proven.${aside}`, tone: 'contact', touching };
  }
  return stops
    ? { text: `Free, and the way there was: proven.${aside}`, tone: 'free', touching }
    : { text: 'Put there; nothing was tested.', tone: '', touching };
}
