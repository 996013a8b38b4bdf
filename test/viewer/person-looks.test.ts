import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, LOOK } from '../support/shared/shared-chromium.ts';
import {
  answered,
  answeredWithLanes,
  closePages,
  dropOn,
  factsOf,
  heldProgram,
  openedChromium,
  pixelsOf,
  watchedPage,
} from './opened-viewer.ts';
import { BUILD_PATIENCE, built, ROOT, type Started, started } from './started-command.ts';

const FOLDER = join(ROOT, 'examples/puma-cell');

let browser: Browser | undefined;
let running: Started | undefined;
beforeAll(async () => {
  await built();
  browser = await openedChromium();
  if (browser === undefined) return;
  running = await started(['view', `${FOLDER}/cell.json`, `${FOLDER}/across.csv`, '--port', '0', '--no-open']);
}, BUILD_PATIENCE);
afterAll(async () => {
  await closePages(browser);
  await running?.interrupt();
});

/** Where the picture is, once nothing is drawn any more. */
async function picture(page: Page): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
  await drawn(page);
  const box = await page.locator('canvas').first().boundingBox();
  if (box === null) throw new Error('there is no picture');
  return box;
}

/** Red, green and blue of a colour of the page. */
function colourOf(page: Page, name: string): Promise<number[]> {
  return page.evaluate((variable) => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
  }, name);
}

/** How many pixels of a picture are of a colour, or of another picture's. */
function countNear(pixels: Buffer, wanted: (pixel: number, k: number) => number): number {
  let count = 0;
  for (let pixel = 0; pixel < pixels.length / 4; pixel++)
    if ([0, 1, 2].every((k) => Math.abs(pixels[4 * pixel + k] - wanted(pixel, k)) <= 4)) count++;
  return count;
}

test('the contact is marked where it is: nowhere before the answer, then at its point in the picture', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser);
  const release = await heldProgram(page, 'worker');
  await page.goto(running.urls[0]);
  await page.waitForFunction(
    () => ((window as { inbetweenViewer?: { frames: number } }).inbetweenViewer?.frames ?? 0) > 0,
    undefined,
    LOOK,
  );
  const hit = await colourOf(page, '--hit');
  const isHit = (_: number, k: number) => hit[k];
  const marked = async () => countNear(await pixelsOf(page, await picture(page)), isHit);
  expect(await marked()).toBe(0);
  // what is told while a question is under way is there after its answer
  await dropOn(page, join(ROOT, 'package.json'));
  await page.getByTestId('error').waitFor();
  release();
  await answeredWithLanes(page);
  await page.getByTestId('error').getByTestId('close-message').click();
  // a dot and the arrow of its normal
  expect(await marked()).toBeGreaterThan(60);
  const { x, y } = await picture(page);
  const at = (await factsOf(page)).contactOnScreen;
  if (at === null) throw new Error('no contact is told');
  const around = await pixelsOf(page, { x: Math.round(x + at.x) - 2, y: Math.round(y + at.y) - 2, width: 5, height: 5 });
  expect(countNear(around, isHit)).toBe(25);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the graphics card takes the picture away and gives it back: the page says so, answers, and looks as before', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser);
  await page.goto(running.urls[0]);
  await answeredWithLanes(page);
  const before = await pixelsOf(page, await picture(page));
  await page.evaluate(() => {
    const context = document.querySelector('canvas')?.getContext('webgl2');
    const extension = context?.getExtension('WEBGL_lose_context');
    Object.assign(window, { giveBack: () => extension?.restoreContext() });
    extension?.loseContext();
  });
  await page.getByTestId('lost').waitFor();
  await page.getByTestId('to-start').click();
  expect((await factsOf(page)).time).toBe(0);
  await page.getByTestId('ask').click();
  expect((await answeredWithLanes(page)).answer?.result.status).toBe('contact');
  await page.evaluate(() => (window as unknown as { giveBack(): void }).giveBack());
  await page.getByTestId('lost').waitFor({ state: 'hidden' });
  await page.getByTestId('to-contact').click();
  const after = await pixelsOf(page, await picture(page));
  const same = countNear(after, (pixel, k) => before[4 * pixel + k]);
  expect(after.length).toBe(before.length);
  expect(same / (after.length / 4)).toBeGreaterThan(0.999);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('by keys alone: to every control, asked, scrubbed, stepped, played', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser);
  await page.goto(running.urls[0]);
  const { answer } = await answered(page);
  const reached = new Set<string>();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? document.activeElement?.tagName ?? '');
  const tabTo = async (wanted: string) => {
    for (let k = 0; k < 60; k++) {
      await page.keyboard.press('Tab');
      const at = await focused();
      reached.add(at);
      if (at === wanted) return;
    }
    throw new Error(`${wanted} cannot be reached; reached were ${[...reached].join(', ')}`);
  };
  await tabTo('ask');
  await page.keyboard.press('Enter');
  await answered(page);
  for (const wanted of ['share', 'png', 'save-cell', 'play', 'speed', 'time-slider', 'tab-ask', 'path', 'question', 'tolerance'])
    await tabTo(wanted);
  await tabTo('time-slider');
  await page.keyboard.press('Home');
  expect((await factsOf(page)).time).toBe(0);
  await page.keyboard.press('ArrowRight');
  const { time } = await factsOf(page);
  expect(time).toBeGreaterThan(0);
  await tabTo('play');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (from) => (window as unknown as { inbetweenViewer: { time: number } }).inbetweenViewer.time > from,
    time,
    LOOK,
  );
  await page.keyboard.press('Enter');
  await page.keyboard.press('c');
  expect((await factsOf(page)).time).toBe(answer?.result.time);
  await page.keyboard.press('ArrowLeft');
  expect((await factsOf(page)).time).toBeLessThan(answer?.result.time ?? 0);
  // panels by the arrows
  await tabTo('tab-ask');
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('tab-move');
  await tabTo('joint-0');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('on a phone nothing is cut off or hidden by something else', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser, { width: 390, height: 844 });
  await page.goto(running.urls[0]);
  await answered(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const tab of ['ask', 'move', 'gallery', 'layers', 'info']) {
    await page.getByTestId(`tab-${tab}`).click();
    // what is seen can be touched in its middle, and is within the page
    const hidden = await page.evaluate(() => {
      const controls = [...document.querySelectorAll<HTMLElement>('button, select, input, summary')].filter(
        (one) => one.checkVisibility() && !(one instanceof HTMLInputElement && one.type === 'file'),
      );
      return controls.flatMap((one) => {
        one.scrollIntoView({ block: 'center' });
        const { left, right, top, width, height } = one.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        const isOnTop = found !== null && (one.contains(found) || found.contains(one));
        return isOnTop && left >= 0 && right <= innerWidth ? [] : [`${one.dataset.testid ?? one.outerHTML.slice(0, 80)}`];
      });
    });
    expect([tab, hidden]).toEqual([tab, []]);
  }
  const { width, height } = await picture(page);
  expect(width).toBeGreaterThan(350);
  expect(height).toBeGreaterThan(200);
  expect(faults).toEqual([]);
  await page.context().close();
});
