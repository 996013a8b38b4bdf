import type { Page } from 'playwright';
import { expect, type TestContext, test } from 'vitest';
import { type ToolReportInput, toolReportPage } from '../../../../src/report/index.ts';
import { LOOK } from '../../../support/shared/shared-chromium.ts';
import { coloursOf, hide, jump, type OpenedPage, offlinePages, pictureOf } from '../offline-pages.ts';
import { reportedTool } from './tool-report-inputs.ts';

const open = offlinePages();

async function opened(skip: TestContext['skip'], input: ToolReportInput = reportedTool()): Promise<OpenedPage> {
  const opened = await open(skip, toolReportPage(input));
  // They have the colours that are looked for.
  await hide(opened.page, '.legend, .warning');
  return opened;
}

interface Seen {
  readonly picture: string;
  readonly colors: number;
  /** Pixels as red as what is touched. */
  readonly red: number;
}

async function seen(page: Page): Promise<Seen> {
  const picture = await pictureOf(page);
  return { picture, ...(await coloursOf(page, picture)) };
}

async function at(page: Page, time: string) {
  await page.locator('#time').fill(time);
  const { picture, colors, red } = await seen(page);
  const badge = page.locator('#warning');
  const words = await badge.evaluate((element) => [element.className, ...[...element.children].map(({ textContent }) => textContent)]);
  return { picture, colors, red, words, told: await page.locator('#now-text').innerText() };
}

test('the warning rises as the tool comes near; what is touched is red, and only while it is touched', async ({ skip }) => {
  const { page, finish } = await opened(skip);
  expect(await page.locator('#message').isHidden()).toBe(true);
  const clear = await at(page, '0.2');
  expect(clear.colors).toBeGreaterThan(300);
  expect(clear.red).toBe(0);
  expect(clear.words).toEqual(['warning clear', 'clear', 'no contact within 1 s']);
  const considered = await at(page, '0.5');
  expect(considered.words).toEqual(['warning considered', 'contact in 0.45 s', 'time to decide']);
  const reflex = await at(page, '0.95');
  expect(reflex.words).toEqual(['warning reflex', 'contact in 45 ms', 'time only to flinch']);
  const contact = await at(page, '1.2');
  expect(contact.red).toBeGreaterThan(50);
  expect(contact.words).toEqual(['warning contact', 'contact', '20.0 N on the hand']);
  expect(contact.told).toMatch(/1\.20 s\s+20\.0 N\s+0\.20 mm deep\s+\d+ triangles/);
  const away = await at(page, '2');
  expect(away.red).toBe(0);
  expect(away.words[0]).toBe('warning clear');
  await finish();
});

test('the sheet deforms between frames, and every switch changes the picture', async ({ skip }) => {
  const { page, finish } = await opened(skip);
  const pictures = new Set<string>();
  // Frames are 1/30 s apart; the force differs from step to step only.
  for (const time of ['1.201', '1.21', '0.6', '0']) pictures.add((await at(page, time)).picture);
  expect(pictures.size).toBe(4);
  await at(page, '0.5');
  const switched: string[] = [(await seen(page)).picture];
  for (const id of ['#ahead', '#boxes', '#glass']) {
    await page.locator(id).click();
    switched.push((await seen(page)).picture);
  }
  expect(new Set(switched).size).toBe(4);
  await finish();
});

test('play runs to the end, the curve and the table lead to a time, views and theme work', async ({ skip }) => {
  const { page, finish } = await opened(skip);
  await page.locator('#time').fill('2.4');
  await page.click('#play');
  await page.waitForFunction(() => Number((document.getElementById('time') as HTMLInputElement).value) > 2.4, undefined, LOOK);
  await jump(page, 60_000);
  await page.waitForFunction(() => Number((document.getElementById('time') as HTMLInputElement).value) === 3, undefined, LOOK);
  await page.locator('#curve').click({ position: { x: 1, y: 30 } });
  expect(await page.locator('#now-text').innerText()).toMatch(/^0\.0\d s/);
  await page.locator('[data-show]').click();
  expect(await page.locator('#now-text').innerText()).toMatch(/^1\.20 s\s+20\.0 N/);
  const views: string[] = [];
  for (const id of ['#closer', '#whole', '#theme']) {
    await page.click(id);
    // A flight takes 450 ms.
    await jump(page, 700);
    views.push((await seen(page)).picture);
  }
  expect(new Set(views).size).toBe(3);
  await finish();
});

test('a session without a touch is played too; nothing is wider than a phone', async ({ skip }) => {
  const { page, finish } = await opened(skip, reportedTool({ raised: 1 }));
  expect((await at(page, '1.2')).words[0]).toBe('warning clear');
  expect(await page.locator('#closer').isHidden()).toBe(true);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 460 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await finish();
});

test('captions of the curves stay in one line each, also on a phone', async ({ skip }) => {
  const { page, finish } = await opened(skip);
  for (const width of [360, 760, 1100]) {
    await page.setViewportSize({ width, height: 460 });
    const captions = await page.locator('.lanes p').evaluateAll((elements) =>
      elements.map((element) => {
        const { fontSize } = getComputedStyle(element);
        const [text, top] = [...element.children].map((child) => child.getBoundingClientRect());
        return { lines: element.getBoundingClientRect().height / Number.parseFloat(fontSize), room: top.left - text.right };
      }),
    );
    expect(captions).toHaveLength(3);
    for (const { lines, room } of captions) {
      expect(lines).toBeLessThan(1.6);
      expect(room).toBeGreaterThan(0);
    }
  }
  await finish();
});
