/** What keys do, as one list: the page acts by it, and the help shows it. */
import { dialogOf, el } from './dom.ts';

export interface Key {
  /** As events call them. */
  readonly keys: readonly string[];
  /** As people do. */
  readonly shown: string;
  readonly text: string;
  act(event: KeyboardEvent): void;
}

/** Whether a key was one of them, and nobody else's. */
export function pressed(keys: readonly Key[], event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const isTyping = target.closest('input, select, textarea, summary, [role=tablist]') !== null;
  // under a dialog nothing is pressed, also where nothing in it has the focus
  const isUnder = document.querySelector('dialog[open]') !== null;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping || isUnder) return false;
  if (target.closest('button') !== null && event.key === ' ') return false;
  const found = keys.find((one) => one.keys.includes(event.key));
  found?.act(event);
  return found !== undefined;
}

/** By touch and pointer, for the help. */
const HANDS: readonly (readonly [string, string])[] = [
  ['drag, one finger', 'turns the picture'],
  ['wheel, two fingers', 'comes nearer, and shifts it'],
  ['Tab', 'goes to every control; arrows go through tabs and along sliders'],
];

export function openHelp(keys: readonly Key[]): void {
  const rows = [...keys.map(({ shown, text }) => [shown, text] as const), ...HANDS];
  dialogOf(
    'Keys',
    'help',
    el('dl', { class: 'keys' }, ...rows.map(([shown, text]) => el('div', {}, el('dt', {}, shown), el('dd', {}, text)))),
  );
}
