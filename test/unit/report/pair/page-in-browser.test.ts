import type { Page } from 'playwright';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { reportPage } from '../../../../src/report/index.ts';
import { LOOK } from '../../../support/shared/shared-chromium.ts';
import { coloursOf, jump, type OpenedPage, offlinePages, pictureOf } from '../offline-pages.ts';
import { reported } from './report-inputs.ts';

const open = offlinePages();
let html: string;
beforeAll(() => {
  html = reportPage(reported({ options: { contacts: 'minimal' } }));
});

function opened(skip: TestContext['skip'], before?: (page: Page) => Promise<unknown>): Promise<OpenedPage> {
  return open(skip, html, { before });
}

test('draws both bodies, without errors and without the network', async ({ skip }) => {
  const { page, finish } = await opened(skip);
  expect(await page.locator('#message').isHidden()).toBe(true);
  // A gradient alone has far fewer.
  expect((await coloursOf(page, await pictureOf(page))).colors).toBeGreaterThan(2000);
  expect(await page.locator('#now-text').innerText()).toContain('first contact');
  await finish();
});

test('time, play, closer view, theme, turning and zooming work', async ({ skip }) => {
  const { page, finish } = await opened(skip);
  await page.locator('#time').fill('0.1');
  expect(await page.locator('#now-text').innerText()).toMatch(/t = 0\.1000\s+distance ≈/);
  await page.locator('#time').fill('0.6');
  expect(await page.locator('#now-text').innerText()).toContain('past the first contact');
  await page.click('#play');
  await page.waitForFunction(() => Number((document.getElementById('time') as HTMLInputElement).value) < 0.5, undefined, LOOK);
  await jump(page, 60_000);
  await page.waitForFunction(() => document.querySelector('#now-text')?.textContent?.includes('first contact'), undefined, LOOK);
  await page.click('#closer');
  await page.click('#theme');
  await page.check('#glass');
  await jump(page, 700);
  const before = await pictureOf(page);
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(420, 330, { steps: 3 });
  await page.mouse.up();
  await page.mouse.wheel(0, 200);
  await page.keyboard.press('ArrowLeft');
  const after = await pictureOf(page);
  expect((await coloursOf(page, after)).colors).toBeGreaterThan(1000);
  expect(after).not.toBe(before);
  await finish();
});

test('without WebGL it says so and keeps the results readable', async ({ skip }) => {
  const { page, finish } = await opened(skip, (fresh) =>
    fresh.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    }),
  );
  expect(await page.locator('#message').innerText()).toContain('no WebGL');
  expect(await page.locator('h1').innerText()).toContain('First contact at');
  expect(await page.locator('table').isVisible()).toBe(true);
  await page.locator('#time').fill('0.1');
  expect(await page.locator('#now-text').innerText()).toContain('0.1000');
  await finish();
});

test('nothing is wider than a phone', async ({ skip }) => {
  const { page, finish } = await opened(skip);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 460 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await finish();
});
