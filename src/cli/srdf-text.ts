import type { AllowedPair } from '../index.ts';
import { safeXml } from '../words/safe-text.ts';

/** An SRDF with nothing but pairs that need no test. */
export function srdfText(robot: string, pairs: readonly Required<AllowedPair>[]): string {
  return `<?xml version="1.0"?>\n<robot name="${escaped(robot)}">\n${pairs.map((pair) => `  ${lineOf(pair)}\n`).join('')}</robot>\n`;
}

/** What says nothing about the robot. */
const SILENT = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g;
const ATTRIBUTES = `(?:"[^"]*"|'[^']*'|[^>"'])*?`;
const PAIR_END = new RegExp(String.raw`<disable_collisions\b${ATTRIBUTES}/>|</disable_collisions\s*>`, 'g');

/** An SRDF with further pairs, behind those that it has; all else stays as it is. */
export function withPairs(srdf: string, pairs: readonly Required<AllowedPair>[]): string {
  if (pairs.length === 0) return srdf;
  const spoken = srdf.replace(SILENT, (text) => ' '.repeat(text.length));
  const newline = srdf.includes('\r\n') ? '\r\n' : '\n';
  const last = [...spoken.matchAll(PAIR_END)].at(-1);
  if (last !== undefined) {
    const indent = /(?:^|\n)([ \t]*)<disable_collisions\b/.exec(spoken)?.[1] ?? '  ';
    const end = last.index + last[0].length;
    // behind a comment in the same line
    const place = end + (/^[ \t]*(?=\r?\n)/.exec(spoken.slice(end))?.[0].length ?? 0);
    return srdf.slice(0, place) + pairs.map((pair) => newline + indent + lineOf(pair)).join('') + srdf.slice(place);
  }
  const lines = pairs.map((pair) => `  ${lineOf(pair)}${newline}`).join('');
  const close = [...spoken.matchAll(/<\/robot\s*>/g)].at(-1);
  if (close !== undefined) {
    const own = srdf.slice(0, close.index);
    return own + (/(^|\n)[ \t]*$/.test(own) ? '' : newline) + lines + srdf.slice(close.index);
  }
  const empty = new RegExp(`<robot\\b${ATTRIBUTES}/>`).exec(spoken);
  if (empty === null) return srdf;
  const end = empty.index + empty[0].length;
  return `${srdf.slice(0, end - 2).trimEnd()}>${newline}${lines}</robot>${srdf.slice(end)}`;
}

function lineOf({ a, b, reason }: Required<AllowedPair>): string {
  const capital = reason.charAt(0).toUpperCase() + reason.slice(1);
  return `<disable_collisions link1="${escaped(a)}" link2="${escaped(b)}" reason="${escaped(capital)}"/>`;
}

function escaped(text: string): string {
  return safeXml(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'));
}
