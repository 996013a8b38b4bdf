import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../structure/source-files.ts';
import { anchorsOf, linksOf } from './markdown-links.ts';
import { OUTSIDE } from './outside-hosts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const atTop = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
const documents = new Map([
  ...atTop.map((file): [string, string] => [file, readFileSync(join(ROOT, file), 'utf8')]),
  ...sourceFiles(['docs', 'examples', '.github'], /\.md$/),
]);

/** Why a link of a document leads nowhere, or null. */
function linkFault(file: string, target: string): string | null {
  if (/^[a-z][a-z+.-]*:/i.test(target)) {
    const known = URL.canParse(target) && OUTSIDE.has(new URL(target).host);
    return known ? null : 'leads to a host that test/docs/outside-hosts.ts does not list';
  }
  const [path, anchor] = target.split('#');
  const goal = path === '' ? file : posix.join(dirname(file).replaceAll('\\', '/'), decodeURIComponent(path));
  if (goal.startsWith('..')) return 'leads out of the repository';
  if (!existsSync(join(ROOT, goal))) return 'no such file';
  if (statSync(join(ROOT, goal)).isDirectory()) return 'is a folder, which the pages of npm run site cannot show; name a file in it';
  if (anchor === undefined) return null;
  return anchorsOf(readFileSync(join(ROOT, goal), 'utf8')).has(decodeURIComponent(anchor)) ? null : 'no such heading';
}

describe('documents', () => {
  test('every link and every anchor leads somewhere', () => {
    const faults = [...documents].flatMap(([file, text]) =>
      linksOf(text).flatMap(({ target, line }) => {
        const fault = linkFault(file, target);
        return fault === null ? [] : [`${file}:${line}: ${target}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
    expect(documents.size).toBeGreaterThan(20);
  });

  test.each([
    ['docs/guarantee.md', 'no-such.md', 'no such file'],
    ['docs/guarantee.md', '../README.md#no-such-heading', 'no such heading'],
    ['README.md', '../outside.md', 'leads out of the repository'],
    ['README.md', 'docs', 'is a folder'],
    ['README.md', 'https://example.com/x', 'leads to a host'],
  ])('%s: a link to %s is refused', (file, target, why) => {
    expect(linkFault(file, target)).toMatch(why);
  });
});

describe('Markdown', () => {
  test('links are seen, code is not', () => {
    const text = 'a [b](c.md) `[d](e.md)` ![f](g.svg "h")\n```ts\nx[0](y)\n```\n[i]: j.md\n``a ` b [k](l.md)``';
    expect(linksOf(text)).toEqual([
      { target: 'c.md', line: 1 },
      { target: 'g.svg', line: 1 },
      { target: 'j.md', line: 5 },
    ]);
  });

  test('anchors are those of the web', () => {
    const text =
      '# A title\n## `inbetween check CELL.json [PATH...]`\n## Times: what, how\n### A title\n```\n# no heading\n```\n## What [a link](b.md) says';
    expect([...anchorsOf(text)]).toEqual(['a-title', 'inbetween-check-celljson-path', 'times-what-how', 'a-title-1', 'what-a-link-says']);
  });
});
