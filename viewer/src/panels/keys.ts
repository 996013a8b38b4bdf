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

/** From an empty hand to a link that was sent, as docs/guides/your-robot.md tells at length. */
export const STEPS: readonly (readonly [string, string])[] = [
  ['Open the page', 'Everything is computed in it; no file leaves your computer.'],
  ['Drop your robot', 'The folder of its URDF, with the meshes, or a zip, anywhere on the page; Open has buttons for that.'],
  ['Say which file is meant', 'Where there are several, and which shapes are tested.'],
  ['Move it', 'By sliders, or by a handle: it stops where something is in the way.'],
  ['Make a path', 'Path from start to here: it is checked at once, all times of it.'],
  ['Read the answer', 'Free all the way, or when first, where, and who touches whom. Play shows it.'],
  ['Share it', 'Files saves what you dropped; Copy takes the link, which holds all else.'],
  ['Send both', 'Whoever opens the link is asked for the files, and sees what you see.'],
];

export function openHelp(keys: readonly Key[]): void {
  const rows = [...keys.map(({ shown, text }) => [shown, text] as const), ...HANDS];
  // whoever serves the page may have the guide
  const guide = document.querySelector<HTMLMetaElement>('meta[name=inbetween-guide]')?.content;
  dialogOf(
    'Help',
    'help',
    el('h3', {}, 'Your own robot'),
    el('ol', { class: 'steps' }, ...STEPS.map(([title, text]) => el('li', {}, el('b', {}, title), ` ${text}`))),
    guide === undefined ? null : el('p', {}, el('a', { href: guide, 'data-testid': 'guide' }, 'The same at length')),
    el('h3', {}, 'Keys'),
    el('dl', { class: 'keys' }, ...rows.map(([shown, text]) => el('div', {}, el('dt', {}, shown), el('dd', {}, text)))),
  );
}
