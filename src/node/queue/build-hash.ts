import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { threadProgram } from '../threads.ts';

/** What a program loads, as it stands in what is built. */
const LOADED = /\b(?:from|import)[\s(]*["'](\.[^"']*)["']/g;

/**
 * SHA-256 of what computes answers, in hexadecimal digits: the program of a thread with all that it loads. Two builds
 * that say the same version have the same only where they are the same.
 */
export function buildHash(): string {
  const hash = createHash('sha256');
  const places = new Set([threadProgram().href]);
  // those that are added meanwhile come too
  for (const place of places) {
    if (!existsSync(new URL(place))) continue;
    const text = readFileSync(new URL(place), 'utf8');
    hash.update(`${text.length}\n`).update(text);
    for (const [, name] of text.matchAll(LOADED)) if (/\.m?js$/.test(name)) places.add(new URL(name, place).href);
  }
  return hash.digest('hex');
}
