/** The colours of the picture, from the variables of the style sheet: one look for page and picture. */
import { Color, SRGBColorSpace } from 'three';
import type { Part } from './parts.ts';

const NAMES = [
  'ink',
  'soft',
  'line',
  'edge',
  'card',
  'a',
  'b',
  'hit',
  'fine',
  'doubt',
  'robot0',
  'robot1',
  'mover',
  'still0',
  'still1',
  'still2',
  'still3',
  'tree0',
  'tree1',
  'tree2',
  'kept',
  'culled',
] as const;

export type Colours = Readonly<Record<(typeof NAMES)[number], Color>>;

export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  const entries = NAMES.map((name) => [name, new Color(style.getPropertyValue(`--${name}`).trim() || '#888888')] as const);
  return Object.fromEntries(entries) as unknown as Colours;
}

/** The colour that its file gives to a part, or that of its kind. */
export function partColour(colours: Colours, { kind, index, colour }: Pick<Part, 'kind' | 'index' | 'colour'>): Color {
  if (colour !== undefined) return new Color().setRGB(...colour, SRGBColorSpace);
  if (kind === 'link') return index % 2 === 0 ? colours.robot0 : colours.robot1;
  if (kind === 'body' || kind === 'soft') return colours.mover;
  return [colours.still0, colours.still1, colours.still2, colours.still3][index % 4];
}
