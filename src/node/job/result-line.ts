import { safeJson } from '../../words/safe-text.ts';

declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const encoder = new TextEncoder();

/** The bytes of a text, in UTF-8. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** A result as the line that is written, with its end. */
export function resultLine(result: { readonly id: string; readonly [key: string]: unknown }): string {
  return `${safeJson(result)}\n`;
}

/** The line of an item that could not be read, or not be answered. */
export function errorLine(id: string, error: string): string {
  return resultLine({ id, error });
}

/** Many pieces as one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const out = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
