/** The state in the link: what is opened, which path, when, seen from where, and what is asked. */
import type { Source } from '../source/opened.ts';
import { linkOf, sourceOf } from '../source/source-link.ts';
import type { View } from '../stage/stage.ts';
import type { Asked } from './ask-panel.ts';

export interface SharedState {
  readonly source: Source | null;
  readonly path: number;
  readonly time: number | null;
  readonly view: View | null;
  readonly asked: Asked | null;
}

const ASKED: readonly string[] = ['first', 'stretches', 'clearance', 'plan', 'batch'];

export function readHash(hash: string): SharedState {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const numbers = (given.get('view') ?? '').split(',').map(Number);
  const isView = numbers.length === 6 && numbers.every(Number.isFinite) && given.has('view');
  const time = given.has('time') ? Number(given.get('time')) : Number.NaN;
  const path = Number(given.get('shown') ?? 0);
  const asked = given.get('ask') ?? '';
  return {
    source: sourceOf(hash),
    path: Number.isInteger(path) && path >= 0 ? path : 0,
    time: Number.isFinite(time) ? time : null,
    view: isView ? { from: [numbers[0], numbers[1], numbers[2]], at: [numbers[3], numbers[4], numbers[5]] } : null,
    asked: ASKED.includes(asked) ? (asked as Asked) : null,
  };
}

/** null: it is in no link, as dropped files are not. */
export function hashOf({ source, path, time, view, asked }: SharedState): string | null {
  const link = source === null ? null : linkOf(source);
  if (link === null) return null;
  const out = new URLSearchParams();
  if (path > 0) out.set('shown', String(path));
  if (time !== null) out.set('time', String(Number(time.toFixed(9))));
  if (view !== null) out.set('view', [...view.from, ...view.at].map((x) => Number(x.toPrecision(6))).join(','));
  if (asked !== null && asked !== 'first') out.set('ask', asked);
  const more = out.toString().replaceAll('%2C', ',');
  return more === '' ? link : `${link}&${more}`;
}
