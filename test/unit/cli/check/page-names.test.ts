import { expect, test } from 'vitest';
import { INDEX_PAGE, pageNames } from '../../../../src/cli/check/report/page-names.ts';
import { Random } from '../../../../src/math/random.ts';

test.each<[string[], string[]]>([
  [['hit.csv'], ['hit.html']],
  [
    ['a/x.csv', 'b/x.csv', 'b/X.json', 'x'],
    ['x.html', 'x-2.html', 'X-3.html', 'x-4.html'],
  ],
  [
    ['x.csv', 'x-2.csv', 'y/x.csv'],
    ['x.html', 'x-2.html', 'x-3.html'],
  ],
  [
    ['index.csv', 'Index.yaml'],
    ['index-2.html', 'Index-3.html'],
  ],
  [
    ['../../etc/passwd', '..', '../..csv', '/'],
    ['passwd.html', 'path.html', 'path-2.html', 'path-3.html'],
  ],
  [
    ['a\\..\\b.csv', 'C:\\x y.csv'],
    ['b.html', 'x-y.html'],
  ],
  [
    ['con.csv', 'NUL.a.csv', 'com1'],
    ['path-con.html', 'path-NUL.a.html', 'path-com1.html'],
  ],
  [
    ['.hidden.csv', '-q.csv', 'v1.2.csv'],
    ['hidden.html', 'q.html', 'v1.2.html'],
  ],
  // composed and decomposed, and letters that are two when capital, are one name for some disks
  [
    ['é.csv', 'e\u0301.csv'],
    ['é.html', 'é-2.html'],
  ],
  [
    ['straße.csv', 'STRASSE.csv'],
    ['straße.html', 'STRASSE-2.html'],
  ],
  [
    ['<img src=x onerror="a()">.csv', 'a\n%00b?.csv'],
    ['img-src-x-onerror-a.html', 'a-00b.html'],
  ],
  [
    ['', '   .csv', '\u202e.csv'],
    ['path.html', 'path-2.html', 'path-3.html'],
  ],
])('%j: %j', (paths, names) => {
  expect(pageNames(paths)).toEqual(names);
});

test('anything gives plain names, as many as paths, all different, none too long (seed 11)', () => {
  const random = new Random(11);
  const signs = [...'aAbB./\\:*?"<>|%#& \n\0\u202eéßﬁ漢😀-_~$`'];
  const word = () => Array.from({ length: Math.floor(random.next() * 9) }, () => signs[Math.floor(random.next() * signs.length)]).join('');
  const paths = [...Array.from({ length: 3000 }, word), '漢'.repeat(400), '漢'.repeat(401), '😀'.repeat(90)];
  const names = pageNames(paths);
  expect(names).toHaveLength(paths.length);
  expect(new Set([...names, INDEX_PAGE].map((name) => name.normalize('NFKD').toUpperCase())).size).toBe(names.length + 1);
  for (const name of names) {
    expect(name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]*\.html$/u);
    expect(Buffer.byteLength(name)).toBeLessThan(240);
  }
});
