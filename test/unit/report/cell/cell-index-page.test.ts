import { describe, expect, test } from 'vitest';
import { type CellIndexInput, type CellIndexPath, cellIndexPage } from '../../../../src/report/index.ts';
import { offlinePages } from '../offline-pages.ts';
import { reportedCell } from './cell-report-inputs.ts';

const hit = reportedCell();
const { scene } = hit;
const motions = {
  arm: scene.robots[0].path([
    [0, 0],
    [0.1, 0],
  ]),
};
const free: CellIndexPath = { name: 'free.csv', page: 'free.html', motions, result: scene.firstContact(motions) };
const contact: CellIndexPath = { name: 'hit.csv', page: 'hit.html', motions: hit.motions, result: hit.result };
const fault: CellIndexPath = { name: 'bad.csv', fault: 'bad.csv, line 2: is no number' };

const pageOf = (paths: readonly CellIndexPath[], more: Partial<CellIndexInput> = {}) =>
  cellIndexPage({ title: 'a cell', scene, options: {}, paths, version: '1.2.3', ...more });
const textOf = (html: string) =>
  html
    .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the index of several paths', () => {
  test('counts, verdicts, who, when, and a link to each page', () => {
    const page = pageOf([free, contact, fault]);
    expect(page).toContain('<title>a cell: 3 paths: 1 not read, 1 contact, 1 free</title>');
    const text = textOf(page);
    expect(text).toContain('2 of 3 paths are not proven free 3 paths: 1 not read , 1 contact , 1 free .');
    expect(text).toMatch(/CONTACT hit\.csv upper and wall t = 1\.\d+, on the way from waypoint 1 to waypoint 2 /);
    expect(text).toContain('ERROR bad.csv bad.csv, line 2: is no number');
    expect(text.indexOf('To look at')).toBeLessThan(text.indexOf('FREE free.csv'));
    expect([...page.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['hit.html', 'free.html']);
    expect(page).toContain('<h1 class="contact">');
  });

  test('all free, one free, none', () => {
    expect(textOf(pageOf([free, free]))).toContain('All 2 paths are free');
    expect(pageOf([free])).toContain('<h1 class="free">The path is free</h1>');
    expect(textOf(pageOf([free]))).not.toContain('To look at');
    expect(textOf(pageOf([]))).toContain('No paths 0 paths');
  });

  test('limits that are an error fail a path that is free; remarks do not', () => {
    const text = textOf(pageOf([{ ...free, limits: ["joint 'a' is beyond"] }]));
    expect(text).toContain('1 of 1 path is not proven free 1 path: 1 free, but beyond limits . To look at');
    expect(text).toContain('FREE, but beyond limits free.csv joint &#39;a&#39; is beyond');
    expect(textOf(pageOf([{ ...free, remarks: ['odd'] }]))).toMatch(/The path is free.*FREE free\.csv odd/);
  });

  test('seconds of timed paths; the clearance, rounded to the safe side, and how far it reaches', () => {
    const robot = scene.robots[0];
    const timed = {
      arm: robot.trajectory([
        { time: 0, positions: [0, 0.1] },
        { time: 4, positions: [2, 0.1] },
      ]),
    };
    const clearance = { gap: [0.12345678, 0.13] as const, time: 0.5, pair: hit.result.pair, exempt: [], complete: true };
    const text = textOf(pageOf([{ name: 'timed', motions: timed, result: scene.firstContact(timed), clearance, clearanceUntil: 0 }]));
    expect(text).toMatch(/ \d\.\d+ s /);
    expect(text).toContain('at least 0.1234 m: upper and wall at t = 0.5, up to waypoint 0');
    expect(textOf(pageOf([contact]))).not.toContain('seconds');
  });

  test('undecided: what is proven so far', () => {
    const result = scene.firstContact(hit.motions, { maxIterations: 1 });
    expect(result.status).toBe('unresolved');
    expect(textOf(pageOf([{ ...contact, result }]))).toMatch(/UNRESOLVED hit\.csv .*(proven free until t = |nothing is proven)/);
  });

  test('names cannot become HTML, nor steer', () => {
    const evil = '"><script>alert(1)</script>\u202e\n';
    const page = pageOf(
      [
        { ...contact, name: evil },
        { name: evil, fault: evil },
        { ...free, limits: [evil], remarks: [evil] },
      ],
      { title: evil },
    );
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('\u202e');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;\\u202e\\u000a');
  });

  test.each<[string, unknown, RegExp]>([
    ['paths that are no list', {}, /paths should be a list/],
    ['a path without an answer', [{ name: 'a' }], /paths\[0\] should have motions and a result, or a fault/],
    ['a key it does not know', [{ ...free, pages: 'x' }], /unknown key 'pages'; did you mean 'page'/],
  ])('%s is refused', (_, paths, message) => {
    expect(() => pageOf(paths as never)).toThrow(message);
  });
});

describe('in a browser', () => {
  const open = offlinePages();
  test('reads well from a file, alone, in light and dark, wide and narrow', async ({ skip }) => {
    const { page, finish } = await open(skip, pageOf([contact, fault, free]), { width: 400, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
    const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await color();
    await page.click('#theme');
    expect(await color()).not.toBe(before);
    expect(await page.locator('h1').textContent()).toBe('2 of 3 paths are not proven free');
    await page.setViewportSize({ width: 1200, height: 900 });
    expect(await page.locator('section.paths').count()).toBe(2);
    await finish();
  });
});
