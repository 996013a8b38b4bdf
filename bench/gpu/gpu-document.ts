// docs/bench-gpu.md: what is written by hand, then one stretch for each part. Parts are measured one by one, because graphics hardware is rarely at hand
// for as long as all of them take; each stretch says by itself where it was measured.

const mark = (part: string): string => `<!-- ${part}: what follows is written by npm run bench -- gpu --parts ${part} --write-docs -->`;

/** The document with these parts in place of what it had of them; in the order of all parts. What is before the first one stays. */
export function documented(before: string, parts: readonly string[], texts: ReadonlyMap<string, string>): string {
  const marks = parts.map((part) => ({ part, at: before.indexOf(mark(part)) })).filter(({ at }) => at >= 0);
  const ends = [...marks.map(({ at }) => at), before.length].sort((a, b) => a - b);
  const byHand = before.slice(0, ends[0]);
  const kept = new Map(marks.map(({ part, at }) => [part, before.slice(at + mark(part).length, ends[ends.indexOf(at) + 1]).trim()]));
  const stretches = parts.flatMap((part) => {
    const text = texts.get(part) ?? kept.get(part);
    return text === undefined ? [] : [`${mark(part)}\n\n${text.trim()}\n`];
  });
  return `${byHand.trim() || '# Graphics hardware, measured'}\n\n${stretches.join('\n')}`;
}
