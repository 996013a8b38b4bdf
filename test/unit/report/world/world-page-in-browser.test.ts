import type { Page } from 'playwright';
import { expect, type TestContext, test } from 'vitest';
import { type WorldReportInput, worldReportPage } from '../../../../src/report/index.ts';
import { LOOK } from '../../../support/shared/shared-chromium.ts';
import { coloursOf, hide, jump, type OpenedPage, offlinePages, pictureOf } from '../offline-pages.ts';
import { HEIGHTS, landing, reportedWorld } from './world-report-inputs.ts';

const open = offlinePages();

async function opened(skip: TestContext['skip'], input: WorldReportInput = reportedWorld()): Promise<OpenedPage> {
  const opened = await open(skip, worldReportPage(input));
  // It has the colour that is looked for.
  await hide(opened.page, '.legend');
  return opened;
}

async function at(page: Page, time: number) {
  await page.locator('#time').fill(String(time));
  const picture = await pictureOf(page);
  return { picture, ...(await coloursOf(page, picture)), told: await page.locator('#now-text').innerText() };
}

test('contacts flash when they come and fade; what is told goes with the time', async ({ skip }) => {
  const { page, finish } = await opened(skip);
  expect(await page.locator('#message').isHidden()).toBe(true);
  const before = await at(page, 0.05);
  expect(before.colors).toBeGreaterThan(300);
  expect(before.red).toBe(0);
  expect(before.told).toMatch(/^0\.05 s\s+0 contacts so far\s+pairs watched \d$/);
  const flash = await at(page, landing(HEIGHTS[3]) + 0.001);
  expect(flash.red).toBeGreaterThan(10);
  expect(flash.told).toMatch(/[1-9]\d* contacts so far/);
  const faded = await at(page, landing(HEIGHTS[3]) + 0.05);
  expect(faded.red).toBeLessThan(flash.red);
  expect(new Set([before, flash, faded].map(({ picture }) => picture)).size).toBe(3);
  await finish();
});

test('play runs to the end, slow motion runs too; the curve and the table lead to a time; views, glass and theme work', async ({
  skip,
}) => {
  const { page, finish } = await opened(skip);
  const timeShown = () => page.locator('#time').evaluate((element) => Number((element as HTMLInputElement).value));
  await page.locator('#time').fill('0.7');
  await page.click('#play');
  await page.waitForFunction(() => Number((document.getElementById('time') as HTMLInputElement).value) > 0.7, undefined, LOOK);
  await jump(page, 60_000);
  await page.waitForFunction(() => Number((document.getElementById('time') as HTMLInputElement).value) === 1, undefined, LOOK);
  await page.click('#slow');
  const slow = await page.evaluate(() => {
    const [play, time] = ['play', 'time'].map((id) => document.getElementById(id) as HTMLInputElement);
    const begun = performance.now();
    play.click();
    return new Promise<{ shown: number; seconds: number }>((resolve) => {
      requestAnimationFrame(function look() {
        const shown = Number(time.value);
        if (!(shown > 0.005 && shown < 1)) return requestAnimationFrame(look);
        play.click();
        return resolve({ shown, seconds: (performance.now() - begun) / 1000 });
      });
    });
  });
  // A world of one second is played in three, slow motion in fifteen.
  expect(slow.shown).toBeLessThan(slow.seconds / 6);
  await page.locator('#curve').click({ position: { x: 1, y: 30 } });
  expect(await page.locator('#now-text').innerText()).toMatch(/^0\.0\d s/);
  await page.locator('[data-show]').first().click();
  expect(await timeShown()).toBeCloseTo(landing(HEIGHTS[3]), 4);
  const views: string[] = [];
  for (const id of ['#closer', '#whole', '#glass', '#theme']) {
    await page.click(id);
    // A flight takes 450 ms.
    await jump(page, 700);
    views.push(await pictureOf(page));
  }
  expect(new Set(views).size).toBe(4);
  await finish();
});

test('1,000 bodies are drawn without errors, and one that moves is seen; nothing is wider than a phone', async ({ skip }) => {
  const small = reportedWorld();
  const ball = small.bodies[2];
  const bodies = Array.from({ length: 1000 }, (_, i) => ({ ...ball, name: `ball ${i}` }));
  const poses = bodies.map((_, i) => ({ position: [i % 10, Math.floor(i / 10) % 10, Math.floor(i / 100)] as const }));
  const frames = [0, 1].map((time) => ({ time, poses }));
  // Only the ball in the lowest corner has moved at the end.
  const away = poses.map((pose, i) => (i === 0 ? { position: [0, 0, 5] as const } : pose));
  const input = { ...small, bodies, frames: [frames[0], { time: 1, poses: away }], events: [], curves: [] };
  const { page, finish } = await opened(skip, input);
  await page.setViewportSize({ width: 375, height: 460 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  const [first, last] = [await at(page, 0), await at(page, 1)];
  expect(first.colors).toBeGreaterThan(300);
  expect(first.picture).not.toBe(last.picture);
  await finish();
});
