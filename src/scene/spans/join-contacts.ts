/** First contacts on the spans of a path as that of the whole. */
import { summedStats } from '../answers/scene-answer.ts';
import { earlier } from '../answers/scene-first-contact.ts';
import type { SceneFirstContact } from '../answers/scene-result.ts';

/** Spans in order, without gaps from the start of the path up to the first that is not free, or to the end. */
export function joinContacts(spans: readonly SceneFirstContact[]): SceneFirstContact {
  const stats = spans.map((span) => span.stats).reduce((sum, next) => summedStats(sum, next));
  return { ...spans[spans.length - 1], initial: spans[0].initial, stats };
}

/** The answers of all classes as one. */
export function joinClasses(classes: readonly SceneFirstContact[]): SceneFirstContact {
  return classes.reduce((answer, found) => earlier(answer, found));
}
