/** A case as JSON, with the zeros that JSON leaves the sign of out; one item a line, but for lists of numbers. */
export function textOfCase(value: unknown): string {
  const marked = JSON.stringify(value, (_, item) => (Object.is(item, -0) ? NEGATIVE_ZERO : item), 1);
  return marked.replace(/\[\s+([-\d.e+",\s$]*?)\s+\]/g, (_, items: string) => `[${items.replace(/\s+/g, ' ')}]`);
}

export function caseOfText(text: string): unknown {
  return JSON.parse(text, (_, item) => (item === NEGATIVE_ZERO ? -0 : item));
}

const NEGATIVE_ZERO = '$-0';
