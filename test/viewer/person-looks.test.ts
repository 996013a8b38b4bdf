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
  SMALL,
  type Watched,
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

/** For both that follow. */
let marked: Watched;

test('the contact is marked where it is: nowhere before the answer, then at its point in the picture', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  // in a smaller window the dot is smaller, too
  marked = await watchedPage(browser);
  const { page, faults } = marked;
  const release = await heldProgram(page, 'worker');
  await page.goto(running.urls[0]);
  await page.waitForFunction(
    () => ((window as { inbetweenViewer?: { frames: number } }).inbetweenViewer?.frames ?? 0) > 0,
    undefined,
    LOOK,
  );
  const hit = await colourOf(page, '--hit');
  const isHit = (_: number, k: number) => hit[k];
  const marks = async () => countNear(await pixelsOf(page, await picture(page)), isHit);
  expect(await marks()).toBe(0);
  // what is told while a question is under way is there after its answer
  await dropOn(page, join(ROOT, 'package.json'));
  await page.getByTestId('error').waitFor();
  release();
  await answeredWithLanes(page);
  await page.getByTestId('error').getByTestId('close-message').click();
  // a dot and the arrow of its normal
  expect(await marks()).toBeGreaterThan(60);
  const { x, y } = await picture(page);
  const at = (await factsOf(page)).contactOnScreen;
  if (at === null) throw new Error('no contact is told');
  const around = await pixelsOf(page, { x: Math.round(x + at.x) - 2, y: Math.round(y + at.y) - 2, width: 5, height: 5 });
  expect(countNear(around, isHit)).toBe(25);
  expect(faults).toEqual([]);
});

test('the graphics card takes the picture away and gives it back: the page says so, answers, and looks as before', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = marked;
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
  const { page, faults } = await watchedPage(browser, SMALL);
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
  for (const wanted of [
    'share',
    'open-share',
    'open-by-hand',
    'theme',
    'open-help',
    'play',
    'speed',
    'time-slider',
    'tab-ask',
    'path',
    'question',
    'tolerance',
  ])
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
  // an obstacle is moved without a pointer: its handle is chosen, and keys pull it
  await page.getByTestId('handle').selectOption('post');
  await page.getByTestId('play').focus();
  const [before] = [(await factsOf(page)).handlePose];
  await page.keyboard.press('x');
  await page.waitForFunction(
    (x) =>
      ((window as unknown as { inbetweenViewer: { handlePose: { position: number[] } } }).inbetweenViewer.handlePose.position[0] ?? x) > x,
    before?.position[0] ?? 0,
    LOOK,
  );
  await page.keyboard.press('Escape');
  // and so is the camera
  const view = () =>
    page.evaluate(() => JSON.stringify((window as unknown as { inbetweenViewer: { view: unknown } }).inbetweenViewer.view));
  const views = [await view()];
  for (const key of ['j', 'i', '+', 'f']) {
    await page.keyboard.press(key);
    views.push(await view());
  }
  expect(new Set(views).size).toBe(5);
  // the help tells every key, and keys of the page do nothing under it
  await page.keyboard.press('?');
  const help = page.getByTestId('help');
  const { time: then } = await factsOf(page);
  await page.keyboard.press('End');
  expect(await help.locator('dt').allInnerTexts()).toEqual(
    expect.arrayContaining(['?', 'Space', 'c', 's', 'f', 'j l i k', 'x y z', 'Escape', 'Tab']),
  );
  expect((await factsOf(page)).time).toBe(then);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await page.context().close();
});

let phone: Watched | undefined;

test.each([
  [390, 844],
  [360, 640],
])('on a phone of %d × %d the verdict is over the picture, panels are pulled up, nothing is cut off or hidden', async (wide, high) => {
  if (browser === undefined || running === undefined) return expect(browser).toBe(undefined);
  if (phone === undefined) {
    phone = await watchedPage(browser, { width: wide, height: high }, true);
    await phone.page.goto(running.urls[0]);
  }
  const { page, faults } = phone;
  await page.setViewportSize({ width: wide, height: high });
  await answered(page);
  expect(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).toEqual([wide, high]);
  const stage = await picture(page);
  const verdict = await page.getByTestId('verdict').boundingBox();
  expect(await page.getByTestId('verdict').innerText()).toMatch(/^Contact at t = 4\.4345/);
  if (verdict === null) throw new Error('no verdict is seen');
  expect([verdict.y >= stage.y, verdict.y + verdict.height < stage.y + stage.height / 2, stage.width]).toEqual([true, true, wide]);
  expect(await page.getByTestId('ask').isVisible()).toBe(false);
  // two fingers that part bring it nearer, and the time line is where the thumb is
  const far = () =>
    page.evaluate(() => {
      const { from, at } = (window as unknown as { inbetweenViewer: { view: Record<'from' | 'at', number[]> } }).inbetweenViewer.view;
      return Math.hypot(...from.map((x, k) => x - at[k]));
    });
  const before = await far();
  const touch = await page.context().newCDPSession(page);
  const middle = stage.y + 0.7 * stage.height;
  const fingers = (apart: number) => [-1, 1].map((side, id) => ({ x: wide / 2 + side * apart, y: middle, id }));
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) });
  for (const apart of [30, 45, 60]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await far()).toBeLessThan(0.8 * before);
  expect((await page.getByTestId('time-slider').boundingBox())?.y).toBeGreaterThan(high * 0.6);
  // the sheet follows the finger
  const grip = (await page.getByTestId('sheet').boundingBox()) as { x: number; y: number; width: number; height: number };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: wide / 2, y: grip.y + 10 }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: wide / 2, y: grip.y - 60 }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByTestId('path').waitFor();
  expect(await page.getByTestId('sheet').getAttribute('aria-expanded')).toBe('true');
  for (const tab of ['move', 'gallery', 'layers', 'info', 'ask']) {
    await page.getByTestId(`tab-${tab}`).tap();
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
  expect((await picture(page)).height).toBeGreaterThan(140);
  // the tab that is shown puts it down again
  await page.getByTestId('tab-ask').tap();
  expect(await page.getByTestId('path').isVisible()).toBe(false);
  expect(faults).toEqual([]);
});
