import type { SceneData } from '../../src/report/viewer/scene-data.ts';

/** What the page sends to the worker, once. */
export interface Run {
  readonly text: string;
}

/** What comes back: lines, then how it ended, then what can be drawn. */
export type Ran =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'picture'; readonly data: SceneData | undefined };
