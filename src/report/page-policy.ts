import { sha256 } from './sha256.ts';

// A page runs its own program and shows its own style, known by their hashes, and loads nothing from anywhere: also
// where a name from a file should ever get past the escaping, no browser would run it.

/**
 * The content security policy of a page with one program and one style element; `html`: its other parts, whose style
 * attributes are listed one by one.
 */
export function pagePolicy(program: string, style: string, html: readonly string[]): string {
  const attributes = new Set(html.flatMap((part) => Array.from(part.matchAll(/ style="([^"]*)"/g), ([, value]) => value)));
  const styles = [style, ...attributes].map(hashSource);
  return [
    "default-src 'none'",
    `script-src ${hashSource(program)}`,
    `style-src ${attributes.size === 0 ? '' : "'unsafe-hashes' "}${styles.join(' ')}`,
    // the icon, which is empty
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

const known: Map<string, string> = new Map();
/** Programs and the style are hashed once, not for every page. */
const LONG = 100;

function hashSource(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const source = `'sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}'`;
  if (text.length > LONG) known.set(text, source);
  return source;
}
