// What is asked in the page beside the first contact: by graphics hardware, with progress, and as a report.
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WEBGPU_FLAGS } from '../../scripts/chromium.mjs';
import { LOOK, sharedChromium, WEBGL_FLAGS } from '../support/shared/shared-chromium.ts';
import { answered, closePages, ended, followed, SMALL, watchedPage } from './opened-viewer.ts';
import { BUILD_PATIENCE, built, type Started, started } from './started-command.ts';

let browser: Browser | undefined;
let running: Started | undefined;
beforeAll(async () => {
  await built();
  browser = await sharedChromium([...WEBGL_FLAGS, ...WEBGPU_FLAGS]);
  running = await started(['view', '--port', '0', '--no-open']);
}, BUILD_PATIENCE);
afterAll(async () => {
  await closePages(browser);
  await running?.interrupt();
});

interface Counted {
  readonly counts: Readonly<Record<string, number>>;
  readonly gpu: { readonly used: boolean; readonly why: string };
}

/** Asks, and gives what came of it. `loses`: in the same breath the graphics hardware is taken away, so that it goes in the middle of the question. */
async function asked<T>(page: Page, loses = false): Promise<T> {
  await page.getByTestId('ask').evaluate((button, isLost) => {
    (button as HTMLButtonElement).click();
    if (isLost) (window as unknown as { inbetweenViewer: { loseGraphics(): void } }).inbetweenViewer.loseGraphics();
  }, loses);
  return (await ended(page)).answer as T;
}

test('the report that is saved opens by itself, without faults, and tells the same time', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await followed(browser, `${running.urls[0]}#source=gallery&id=puma-pipes`, SMALL);
  const { answer } = await answered(page);
  const time = answer?.result.time ?? Number.NaN;
  await page.getByTestId('open-share').click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-report').click()]);
  expect(saved.suggestedFilename()).toMatch(/\.html$/);
  const path = await saved.path();
  expect((await readFile(path, 'utf8')).startsWith('<!doctype html>')).toBe(true);
  const alone = await watchedPage(browser, SMALL);
  await alone.page.setContent(await readFile(path, 'utf8'));
  await alone.page.waitForFunction(() => document.querySelector('canvas') !== null, undefined, LOOK);
  const text = await alone.page.evaluate(() => document.body.innerText);
  expect(text).toContain(time.toPrecision(4).replace(/0+$/, ''));
  expect(alone.asked).toEqual([]);
  expect([...faults, ...alone.faults]).toEqual([]);
  await page.keyboard.press('Escape');
  await alone.page.context().close();
});

test('graphics hardware is asked, lost and opened again; the counts stay the same', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await followed(browser, `${running.urls[0]}#source=gallery&id=puma-pipes`, SMALL);
  await answered(page);
  const hasAdapter = await page.evaluate(async () => ((await navigator.gpu?.requestAdapter()) ?? null) !== null);
  if (!hasAdapter) return skip('no WebGPU in this Chromium');
  await page.getByTestId('question').selectOption('batch');
  await page.getByTestId('batch-count').fill('60');
  await page.getByTestId('gpu').selectOption('never');
  const expected = await asked<Counted>(page);
  expect(expected.gpu).toEqual({ used: false, why: 'it was not asked for' });
  await page.getByTestId('gpu').selectOption('always');
  const always = await asked<Counted>(page);
  expect(always.gpu.used, always.gpu.why).toBe(true);
  expect(always.counts).toEqual(expected.counts);
  expect(await page.getByTestId('answer').textContent()).toContain('by graphics hardware');
  const lost = await asked<Counted>(page, true);
  expect(lost.gpu.why).toMatch(/the graphics device (was lost|does not answer)/);
  expect(lost.counts).toEqual(expected.counts);
  const again = await asked<Counted>(page);
  expect(again.gpu.used, again.gpu.why).toBe(true);
  expect(again.counts).toEqual(expected.counts);
  expect(faults).toEqual([]);
});

test('where the browser has no WebGPU the choice is grey, and says why', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser, SMALL);
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await page.goto(`${running.urls[0]}#source=gallery&id=puma-pipes`);
  await answered(page);
  await page.getByTestId('question').selectOption('batch');
  expect(await page.getByTestId('gpu').isDisabled()).toBe(true);
  expect(await page.getByTestId('gpu').inputValue()).toBe('never');
  expect(await page.getByTestId('no-gpu').textContent()).toContain('no WebGPU');
  await page.getByTestId('question').selectOption('first');
  expect(await page.getByTestId('gpu').isVisible()).toBe(false);
  await page.getByTestId('method').selectOption('interval');
  expect(await page.getByTestId('gpu').isVisible()).toBe(true);
  expect(faults).toEqual([]);
  await page.context().close();
});
