/** At most so many entries of a list or object are shown, so many letters of a text, and so many levels. */
const MOST_ENTRIES = 8;
const MOST_LETTERS = 60;
const DEEPEST = 3;

/**
 * A value of a JSON file as messages show it. JSON.stringify would go to the bottom of it, however deep that is, and
 * write all of it, however long.
 */
export function shownJson(value: unknown, depth = 0): string {
  const text = written(value, depth);
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}

function written(value: unknown, depth: number): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MOST_LETTERS + 1));
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) {
    if (depth === DEEPEST) return '[…]';
    const items = value.slice(0, MOST_ENTRIES).map((item) => shownJson(item, depth + 1));
    return `[${items.join(',')}${value.length > MOST_ENTRIES ? ',…' : ''}]`;
  }
  if (depth === DEEPEST) return '{…}';
  const entries: string[] = [];
  for (const key in value) {
    if (entries.length === MOST_ENTRIES) {
      entries.push('…');
      break;
    }
    entries.push(`${written(key, depth)}:${shownJson((value as Record<string, unknown>)[key], depth + 1)}`);
  }
  return `{${entries.join(',')}}`;
}
