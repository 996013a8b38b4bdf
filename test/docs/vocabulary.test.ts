import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { anchorsOf } from './markdown-links.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/vocabulary.md', import.meta.url)), 'utf8');

/** Words of a table with the anchor of the section they stand in; `a, b` are two, `name (SHORT)` is two. */
function explained(): string[] {
  return page.split(/^(?=## )/m).flatMap((section) => {
    const [anchor] = anchorsOf(section);
    const rows = section.includes('| word | meaning |') ? [...section.matchAll(/^\| (?!word \|)([^|]+) \|/gm)] : [];
    return rows.flatMap(([, words]) =>
      words
        .replace(/ \((\w+)\)/, ', $1')
        .split(', ')
        .map((word) => `[${word}](#${anchor})`),
    );
  });
}

test('the index of the vocabulary has every word, in the order of the alphabet', () => {
  const listed = [...page.matchAll(/^\[.*\)/gm)].flatMap(([line]) => line.split(' · '));
  const key = (link: string): string => link.slice(1).replace(/\]\(#/, '\u0000').toLowerCase();
  expect(listed.length).toBeGreaterThan(100);
  expect(listed).toEqual(explained().sort((a, b) => (key(a) < key(b) ? -1 : 1)));
});
