import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const bibliography = readFileSync(new URL('../../docs/references.bib', import.meta.url), 'utf8');

/** "Tang 2013" for [Tang et al. 2013, §4.2]; two for [Dekker 1971; Joldes, Muller, Popescu 2017]. */
function citationsIn(text: string): string[] {
  return [...text.matchAll(/\[(\p{Lu}[\p{L}-]+[^[\]\n]{0,100}?\b[12]\d{3}\b[^[\]\n]*)\]/gu)].flatMap(([, inside]) =>
    inside.split(';').flatMap((part) => {
      const match = /^\s*(\p{Lu}[\p{L}-]+)(?: et al\.|(?:,| and) [\p{L}, -]+)? ([12]\d{3})\b/u.exec(part);
      return match === null ? [] : [`${match[1]} ${match[2]}`];
    }),
  );
}

/** "Tang 2013" for each entry: the first author's surname and the year. */
function entriesIn(bib: string): string[] {
  return bib
    .split(/^@/m)
    .slice(1)
    .flatMap((entry) => {
      const author = /^\s*author\s*=\s*\{([^,]+),/m.exec(entry)?.[1];
      const year = /^\s*year\s*=\s*\{(\d{4})\}/m.exec(entry)?.[1];
      return author && year ? [`${author} ${year}`] : [];
    });
}

describe('citations', () => {
  test('everything cited in sources and documents is in docs/references.bib', () => {
    const known = new Set(entriesIn(bibliography));
    const sources = [...sourceFiles(['src', 'scenes', 'bench', 'viewer']), ...sourceFiles(['docs'], /\.md$/)];
    const unknown = sources.flatMap(([file, text]) =>
      citationsIn(text).flatMap((cited) => (known.has(cited) ? [] : [`${file}: [${cited}]`])),
    );
    expect(unknown).toEqual([]);
    expect(known.size).toBeGreaterThan(10);
  });

  test('keys are unique', () => {
    const keys = [...bibliography.matchAll(/^@\w+\{([^,]+),/gm)].map(([, key]) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('citations are recognised', () => {
    const text =
      '[Tang et al. 2013, §4.2] [Wald 2007, §3] [Dekker 1971; Joldes, Muller, Popescu 2017] [Cody, Waite 1980] [Lin and Canny 1991]';
    expect(citationsIn(text)).toEqual(['Tang 2013', 'Wald 2007', 'Dekker 1971', 'Joldes 2017', 'Cody 1980', 'Lin 1991']);
    expect(citationsIn('a[1] [0, 1] [STATE 12] [x: 2013] [the link](http://a.b/2013)')).toEqual([]);
  });
});
