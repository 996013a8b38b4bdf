// What is taken out of the page: a link to all of it, a film, a picture, lines for other pages.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, LOOK } from '../support/shared/shared-chromium.ts';
import { FILES } from '../unit/viewer/small-cell.ts';
import {
  answeredWithLanes,
  closePages,
  ended,
  factsOf,
  openedChromium,
  pixelsOf,
  SHARP,
  SMALL,
  type Watched,
  watchedPage,
} from './opened-viewer.ts';
import { BUILD_PATIENCE, built, type Started, started } from './started-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'inbetween-share-'));
let browser: Browser | undefined;
let running: Started | undefined;
beforeAll(async () => {
  await built();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  browser = await openedChromium();
  running = await started(['view', join(folder, 'cell.json'), join(folder, 'across.csv'), '--port', '0', '--no-open']);
}, BUILD_PATIENCE);
afterAll(async () => {
  await closePages(browser);
  await running?.interrupt();
  rmSync(folder, { recursive: true, force: true });
});

const picture = async (page: Page) => {
  // words on how it came there are over it, and not part of it
  await page.evaluate(() => document.querySelector('.jog-note')?.setAttribute('hidden', ''));
  await drawn(page);
  const box = await page.locator('.stage canvas').boundingBox();
  return pixelsOf(page, box as { x: number; y: number; width: number; height: number });
};

test('a link opened by somebody else gives the same pixels: joints, obstacle, time, view and question are in it', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser, SHARP);
  await page.goto(
    `${running.urls[0]}&moved=post:0.45,0.5,0.1,0,0,0,1&view=1.5,-2,1.2,0.2,0.1,0&clearance=0.02&layers=grid,trace,edges&time=0.25`,
  );
  await answeredWithLanes(page);
  await page.getByTestId('tab-move').click();
  await page.getByTestId('joint-number-0').fill('-20');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    () => !(window as unknown as { inbetweenViewer: { isMoving: boolean } }).inbetweenViewer.isMoving,
    undefined,
    LOOK,
  );
  await page.getByTestId('tab-layers').click();
  const { x, y, width, height } = (await page.locator('.stage canvas').boundingBox()) as {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  await page.mouse.move(x + width / 2, y + height / 4);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 31, y + height / 4 + 17);
  await page.mouse.up();
  await page.mouse.move(5, 5);
  await page.getByTestId('share').click();
  const link = page.url();
  await page.getByTestId('close-message').click();
  const mine = await picture(page);
  const other = await watchedPage(browser, SHARP);
  await other.page.goto(link);
  await ended(other.page);
  await other.page.getByTestId('lanes').locator(':scope > *').first().waitFor();
  await other.page.getByTestId('tab-layers').click();
  const theirs = await picture(other.page);
  expect((await factsOf(other.page)).configurations).toEqual((await factsOf(page)).configurations);
  expect(theirs.equals(mine)).toBe(true);
  expect([...faults, ...other.faults]).toEqual([]);
  await page.context().close();
  await other.page.context().close();
});

test('hostile links: refused in words, what is open stays, nothing is asked of others', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults, asked } = await watchedPage(browser, SMALL);
  const [url] = running.urls;
  await page.goto(`${url}&joints=bar:9,9,9&moved=nobody:0,0,0,0,0,0,1&made=bar/x:1,2;3,4&placed=__proto__:0,0,0,0,0,0,1`);
  expect((await ended(page)).title).toBe('post');
  expect((await page.getByTestId('error').allInnerTexts()).join('\n')).toContain("no obstacle called 'nobody'");
  const { origin } = new URL(url);
  for (const [link, words] of [
    ['#v=9&source=gallery&id=coins', 'it is of version 9, and this page reads 1'],
    [`#source=gallery&id=coins&time=${'1'.repeat(9000)}`, 'letters, and 8192 are the most'],
    ['#source=address&main=%20https:evil.example/cell.json', 'what it opens is nothing below this page'],
    ['#source=address&main=%252e%252e/cell.json', 'what it opens is nothing below this page'],
  ]) {
    await page.evaluate((to) => location.assign(to), link);
    await page.getByTestId('warning').filter({ hasText: words }).first().waitFor();
    expect((await ended(page)).title).toBe('post');
  }
  expect(asked.filter((address) => !address.startsWith(`${origin}/`) && !/^(blob|data):/.test(address))).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

/** For both that follow. */
let filmed: Watched;

test('a film of the contact: given up it leaves no trace; made, it is decoded again, whole, with pictures that differ', async ({
  skip,
}) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  filmed = await watchedPage(browser, { width: 700, height: 400 });
  const { page, faults, asked } = filmed;
  await page.goto(running.urls[0]);
  await answeredWithLanes(page);
  expect(asked.filter((address) => /film/.test(address))).toEqual([]);
  const before = await picture(page);
  const { time, shared } = (await factsOf(page)) as unknown as { time: number; shared: unknown };
  await page.getByTestId('open-share').click();
  await page.getByTestId('film').click();
  await page
    .getByTestId('share-said')
    .filter({ hasText: /Picture \d/ })
    .waitFor();
  await page.getByTestId('film-cancel').click();
  await page.getByTestId('share-said').filter({ hasText: 'No film was made.' }).waitFor();
  await page.getByTestId('share-dialog-close').click();
  expect((await picture(page)).equals(before)).toBe(true);
  expect(await factsOf(page)).toMatchObject({ time, shared });
  await page.getByTestId('open-share').click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByTestId('film').click()]);
  expect(saved.suggestedFilename()).toBe('post.webm');
  await page.getByTestId('share-said').filter({ hasText: 'The film is saved.' }).waitFor();
  await page.getByTestId('share-dialog-close').click();
  expect((await picture(page)).equals(before)).toBe(true);
  const bytes = readFileSync(await saved.path());
  const { canvas } = await page.evaluate(() => {
    const { width, height } = document.querySelector('.stage canvas') as HTMLCanvasElement;
    return { canvas: { width, height } };
  });
  // another page: this one's policy plays no films
  const player = await page.context().newPage();
  const film = await player.evaluate(async (base64) => {
    const video = document.createElement('video');
    video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type: 'video/webm' }));
    await new Promise((done, fail) => {
      video.onloadeddata = done;
      video.onerror = () => fail(new Error(video.error?.message));
    });
    const { videoWidth: width, videoHeight: height, duration } = video;
    const flat = Object.assign(document.createElement('canvas'), { width, height });
    const context = flat.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    // ‘seeked’ may come before the picture itself, which says what time it is of
    const shown = (second: number) =>
      new Promise<void>((done) => {
        const look = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
          if (Math.abs(mediaTime - second) <= 0.05) done();
          else video.requestVideoFrameCallback(look);
        };
        video.requestVideoFrameCallback(look);
        video.currentTime = second;
      });
    const pictures: number[][] = [];
    for (const second of [1, 2, 3.5, 5.9]) {
      await shown(second);
      context.drawImage(video, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      pictures.push([...data.filter((_, i) => i % 4 < 3 && i % 28 < 4)]);
    }
    const differ = pictures.slice(1).map((one, k) => one.filter((x, i) => Math.abs(x - pictures[k][i]) > 24).length / one.length);
    return { width, height, duration, differ };
  }, bytes.toString('base64'));
  expect(film.duration).toBeCloseTo(6, 6);
  expect([film.width, film.height].map((size, k) => Math.abs(size - [canvas.width, canvas.height][k]) <= 1)).toEqual([true, true]);
  for (const share of film.differ) expect(share).toBeGreaterThan(0.01);
  // every picture is there: blocks of the file, by their first bytes
  expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  let blocks = 0;
  for (let at = bytes.indexOf('a30100', 0, 'hex'); at >= 0; at = bytes.indexOf('a30100', at + 1, 'hex'))
    if (bytes[at + 9] === 0x81) blocks++;
  expect(blocks).toBe(150);
  expect(faults).toEqual([]);
  await player.close();
});

test('the picture is saved twice as large as it is shown, and the page’s own stays as it is', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = filmed;
  const before = await picture(page);
  const size = () => page.locator('.stage canvas').evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]);
  const [width, height] = await size();
  await page.getByTestId('open-share').click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByTestId('png').click()]);
  const png = readFileSync(await saved.path());
  // its head says how large it is
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * width, 2 * height]);
  await page.getByTestId('share-dialog-close').click();
  expect(await size()).toEqual([width, height]);
  expect((await picture(page)).equals(before)).toBe(true);
  // lines for other pages are of what is shown
  await page.getByTestId('open-share').click();
  const shown = (await factsOf(page)) as unknown as { shared: { hash: string } };
  expect(await page.getByTestId('link-text').inputValue()).toBe(new URL(shown.shared.hash, page.url()).href);
  expect(await page.getByTestId('iframe-text').inputValue()).toMatch(/^<iframe src="http:\/\/[^"]*" title="post"/);
  expect(await page.getByTestId('element-text').inputValue()).toMatch(
    /<inbetween-view src="http:[^"]*cell\.json" path="[^"]*across\.csv">/,
  );
  expect(faults).toEqual([]);
  await page.context().close();
});
