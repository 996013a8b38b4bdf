import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { RAIL_PATHS, writeRailCell } from './small-cell.ts';

let folder: TemporaryFolder;
let cell: string;
beforeAll(() => {
  folder = temporaryFolder();
  cell = writeRailCell(folder);
});
afterAll(() => folder.remove());

const at = (name: string) => folder.path(`rail/${name}`);
const linksOf = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => decodeURIComponent(href));

test('one page a path and an index that leads to all of them; again over its own pages', async () => {
  const pages = folder.path('deep/down/pages');
  const bad = folder.write('rail/bad.csv', 'cart_x\n0\nno\n');
  for (let round = 0; round < 2; round++) {
    const { code, stdout, stderr } = await captured([
      'check',
      cell,
      at('free.csv'),
      at('timed.csv'),
      bad,
      at('far.csv'),
      '--report',
      pages,
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^inbetween: .*bad\.csv, line 3: .*\n$/);
    expect(stdout).toContain(`written: ${folder.path('deep/down/pages/index.html')}`);
    expect(readdirSync(pages).sort()).toEqual(['far.html', 'free.html', 'index.html', 'timed.html']);
  }
  const index = readFileSync(`${pages}/index.html`, 'utf8');
  expect(index).toContain('<title>rail: 4 paths: 1 not read, 1 contact, 1 free, but beyond limits, 1 free</title>');
  expect(linksOf(index).sort()).toEqual(['far.html', 'free.html', 'timed.html']);
  expect(index).toMatch(/0\.9999\d* s/);
  expect(index).toMatch(/at least 0\.\d+ m: cart and wall/);
  expect(index).toMatch(/bad\.csv, line 3/);
  expect(index).toMatch(/joint &#39;tail_x&#39; at -4 is beyond its limits/);
  const page = readFileSync(`${pages}/timed.html`, 'utf8');
  expect(linksOf(page)).toEqual(['index.html']);
  expect(page).toMatch(/<title>Contact at t = /);
});

test('paths of one name, and the path of the cell', async () => {
  mkdirSync(folder.path('other'), { recursive: true });
  const other = folder.write('other/HIT.csv', RAIL_PATHS['free.csv']);
  const pages = folder.path('clash');
  await captured(['check', cell, at('hit.csv'), other, at('hit.csv'), '-q', '--no-margin', '--report', pages]);
  expect(linksOf(readFileSync(`${pages}/index.html`, 'utf8'))).toEqual(['hit.html', 'hit-3.html', 'HIT-2.html']);
  expect(readFileSync(`${pages}/HIT-2.html`, 'utf8')).toContain('other/HIT.csv');
  const own = folder.path('own');
  expect((await captured(['check', cell, '-q', '--no-margin', '--report', own])).code).toBe(1);
  expect(readdirSync(own).sort()).toEqual(['cell.html', 'index.html']);
  expect(readFileSync(`${own}/index.html`, 'utf8')).toContain('hit.csv</a>');
});

test('all paths unread: an index of errors', async () => {
  const pages = folder.path('unread');
  expect((await captured(['check', cell, folder.path('none.csv'), '--report', pages])).code).toBe(2);
  expect(readdirSync(pages)).toEqual(['index.html']);
  expect(readFileSync(`${pages}/index.html`, 'utf8')).toContain('none.csv: no such file');
});

test('nothing in the folder is written over but pages of before, and no input', async () => {
  const pages = folder.path('guarded');
  mkdirSync(pages);
  const refused = async (path: string, victim: string, why: string) => {
    const before = readFileSync(victim, 'utf8');
    const { code, stderr } = await captured(['check', cell, path, '-q', '--report', pages]);
    expect([code, readFileSync(victim, 'utf8')]).toEqual([2, before]);
    expect(stderr).toContain(why);
    expect(existsSync(`${pages}/hit.html`)).toBe(false);
  };
  const mine = folder.write('guarded/index.html', '<p>mine</p>');
  await refused(at('hit.csv'), mine, 'no page of inbetween');
  folder.write('guarded/index.html', '');
  // a path file with the name of a page, and one behind a link
  const odd = folder.write('guarded/odd.html', RAIL_PATHS['hit.csv']);
  await refused(odd, odd, 'is read by this run');
  symlinkSync(at('far.csv'), `${pages}/far.html`);
  await refused(at('far.csv'), at('far.csv'), 'is read by this run');
  symlinkSync(at('rail.urdf'), `${pages}/free.html`);
  await refused(at('free.csv'), at('rail.urdf'), 'is there already');
  const { stderr } = await captured(['check', cell, at('hit.csv'), '-q', '--report', pages, '--junit', `${pages}/hit.html`]);
  expect(stderr).toContain('two outputs cannot go to the same file');
});

test('a robot whose file is a page of before is not written over either', async () => {
  const pages = folder.path('sly');
  mkdirSync(pages);
  const text = '<!-- <meta name="generator" content="inbetween"> -->';
  folder.write('sly/hit.html', `${readFileSync(at('rail.urdf'), 'utf8')}${text}`);
  const sly = folder.write('sly/cell.json', { ...JSON.parse(readFileSync(cell, 'utf8')), robot: { urdf: 'hit.html' } });
  const before = readFileSync(folder.path('sly/hit.html'), 'utf8');
  const { code, stderr } = await captured(['check', sly, at('hit.csv'), '-q', '--report', pages]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('is there already and no page of inbetween')]);
  expect(readFileSync(folder.path('sly/hit.html'), 'utf8')).toBe(before);
});
