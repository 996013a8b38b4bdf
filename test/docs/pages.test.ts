import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doors } from '../../scripts/doors.mjs';
import { ROOT, ran } from '../package/installed-package.ts';
import { OUTSIDE } from './outside-hosts.ts';

// It takes some 25 s on an idle core.
const PATIENCE = 600_000;

let folder: string;
let pages: string[];
/** Files that documents link to, as they are in the repository: what they link to in turn must have come along. */
let copies: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inbetween-site-'));
  // Fails with what typedoc complains about.
  await ran(process.execPath, ['scripts/site.mjs', folder], ROOT);
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  pages = all.filter((name) => name.endsWith('.html') && !name.startsWith('media/'));
  copies = all.filter((name) => /^media\/.*\.(html|md)$/.test(name));
}, PATIENCE);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (page: string) => readFileSync(join(folder, page), 'utf8');

/** What the pages' own scripts read: kept as compressed text, so that it loads from the disk. */
function unpacked<T>(script: string, name: string): T {
  const packed = new RegExp(`window\\.${name} = "([^"]+)"`).exec(read(script));
  return JSON.parse(inflateSync(Buffer.from(packed?.[1] ?? '', 'base64')).toString());
}

const idsOf = new Map<string, Set<string>>();
function hasId(page: string, id: string): boolean {
  const ids = idsOf.get(page) ?? new Set([...read(page).matchAll(/\sid="([^"]*)"/g)].map(([, found]) => found));
  idsOf.set(page, ids);
  return ids.has(id) || ids.has(decodeURIComponent(id));
}

/** Why an address on a page leads nowhere, or null. */
function addressFault(page: string, address: string): string | null {
  if (address.startsWith('data:')) return null;
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(address)) {
    return URL.canParse(address) && OUTSIDE.has(new URL(address).host) ? null : 'leads outside';
  }
  const [path, id] = address.split('#');
  const goal = path === '' ? page : posix.join(dirname(page), decodeURIComponent(path.split('?')[0]));
  if (!existsSync(join(folder, goal)) || !statSync(join(folder, goal)).isFile()) return 'no such file';
  return id === undefined || id === '' || !goal.endsWith('.html') || hasId(goal, id) ? null : 'no such place on that page';
}

describe('the pages of npm run docs', () => {
  test('every door has a page under the name it is imported by', () => {
    for (const { name } of doors()) {
      const page = `modules/${name.replaceAll('/', '_')}.html`;
      expect(existsSync(join(folder, page)), page).toBe(true);
      expect(read(page)).toContain(`<h1>Module ${name}`);
    }
  });

  test('every address leads to a file, every anchor to its place, none outside', () => {
    let count = 0;
    const faults = pages.flatMap((page) =>
      [...read(page).matchAll(/\s(?:href|src)="([^"]*)"/g)].flatMap(([, raw]) => {
        count++;
        const address = raw.replaceAll('&amp;', '&');
        const fault = addressFault(page, address);
        return fault === null ? [] : [`${page}: ${address}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(1000);
  });

  test('so does every address in a file that a document links to', () => {
    const faults = copies.flatMap((copy) =>
      [...read(copy).matchAll(copy.endsWith('.md') ? /\]\(([^)\s]+)\)/g : /\s(?:href|src|path)="([^"]*)"/g)].flatMap(([, address]) => {
        const fault = address.startsWith('#') ? null : addressFault(copy, address);
        return fault === null ? [] : [`${copy}: ${address}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  test('so do the navigation and the search', () => {
    interface Entry {
      readonly path?: string;
      readonly url?: string;
      readonly children?: readonly Entry[];
    }
    const addresses = (entries: readonly Entry[]): string[] =>
      entries.flatMap(({ path, url, children = [] }) => [path ?? url ?? [], addresses(children)].flat());
    const navigation = addresses(unpacked<Entry[]>('assets/navigation.js', 'navigationData'));
    const search = addresses(unpacked<{ rows: Entry[] }>('assets/search.js', 'searchData').rows);
    expect(navigation.length).toBeGreaterThan(100);
    expect(search.length).toBeGreaterThan(500);
    const faults = [...navigation, ...search].flatMap((address) => {
      const fault = addressFault('index.html', address);
      return fault === null ? [] : [`${address}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  test('nothing is fetched from elsewhere', () => {
    const fetched = pages.flatMap((page) => [
      ...read(page).matchAll(/<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)="(?:[a-z]+:)?\/\/[^>]*>/gi),
    ]);
    expect(fetched.map(String)).toEqual([]);
    const styles = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(0);
    for (const style of styles) expect(read(`assets/${style}`)).not.toMatch(/@import|url\(\s*["']?(?:https?:)?\/\//);
  });
});
