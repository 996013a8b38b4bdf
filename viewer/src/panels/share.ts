/** The state in the link: what is opened, which path, when, seen from where, and what is asked. */
import type { Source } from '../source/opened.ts';
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
  const path = Number(given.get('path') ?? 0);
  const asked = given.get('ask') ?? '';
  return {
    source: sourceOf(given),
    path: Number.isInteger(path) && path >= 0 ? path : 0,
    time: Number.isFinite(time) ? time : null,
    view: isView ? { from: [numbers[0], numbers[1], numbers[2]], at: [numbers[3], numbers[4], numbers[5]] } : null,
    asked: ASKED.includes(asked) ? (asked as Asked) : null,
  };
}

function sourceOf(given: URLSearchParams): Source | null {
  const id = given.get('gallery');
  if (id !== null) return { kind: 'gallery', id };
  const main = given.get('cell');
  if (main === null) return null;
  const [first, ...more] = given.getAll('with');
  return { kind: 'address', main, path: first ?? null, ...(more.length > 0 ? { more } : {}) };
}

export function hashOf({ source, path, time, view, asked }: SharedState): string {
  const out = new URLSearchParams();
  if (source?.kind === 'gallery') out.set('gallery', source.id);
  if (source?.kind === 'address') {
    out.set('cell', source.main);
    if (source.path !== null) out.append('with', source.path);
    for (const more of source.more ?? []) out.append('with', more);
  }
  if (path > 0) out.set('path', String(path));
  if (time !== null) out.set('time', String(Number(time.toFixed(9))));
  if (view !== null) out.set('view', [...view.from, ...view.at].map((x) => Number(x.toPrecision(6))).join(','));
  if (asked !== null && asked !== 'first') out.set('ask', asked);
  return `#${out.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')}`;
}
