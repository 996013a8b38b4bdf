import type { AnyQuestion } from '../questions/question.ts';

/**
 * What must not happen: something thrown that is no InputError, an answer that something contradicts, a case that does not end, one
 * that ends the process.
 */
export interface Fault {
  readonly what: 'thrown' | 'contradicted' | 'hang' | 'death';
  readonly message: string;
}

export type Verdict = { readonly fate: 'answered' } | { readonly fate: 'refused' } | { readonly fate: 'fault'; readonly fault: Fault };

/** Asks one case, and looks for what contradicts the answer. */
export async function judged(question: AnyQuestion, given: unknown): Promise<Verdict> {
  try {
    await question.answer(given);
    const doubt = await question.doubt(given);
    return doubt === null ? { fate: 'answered' } : { fate: 'fault', fault: { what: 'contradicted', message: doubt } };
  } catch (error) {
    if ((error as Error | null)?.name === 'InputError') return { fate: 'refused' };
    const message = error instanceof Error ? `${error.name}: ${error.message}\n${placesOf(error)}` : `thrown: ${String(error)}`;
    return { fate: 'fault', fault: { what: 'thrown', message } };
  }
}

/** Names of the functions that were running: lines of a bundle mean nothing. */
function placesOf(error: Error): string {
  const names = [...(error.stack ?? '').matchAll(/^\s+at (?:async )?([\w.#<>[\] ]+) \(/gm)].map(([, name]) => name);
  return names.slice(0, 4).join(' < ');
}

/** Two faults with the same one are taken for the same: numbers and quoted words left out. */
export function signatureOf({ what, message }: Fault): string {
  const [line, places = ''] = message.split('\n');
  const plain = line
    .replace(/(["'])(?:(?!\1).)*\1/g, '"…"')
    .replace(/[-+]?\d[\d.e+-]*/g, '#')
    .slice(0, 120);
  return `${what} ${plain} ${places.split(' < ')[0]}`;
}
