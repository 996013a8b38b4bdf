import { expect, type TestContext, test } from 'vitest';
import { type StepReportInput, stepReportPage } from '../../../../src/report/index.ts';
import { LOOK } from '../../../support/shared/shared-chromium.ts';
import { coloursOf, hide, jump, type OpenedPage, offlinePages, pictureOf } from '../offline-pages.ts';
import { reportedStep } from './step-report-inputs.ts';

const open = offlinePages();

async function opened(skip: TestContext['skip'], input: StepReportInput = reportedStep()): Promise<OpenedPage> {
  const opened = await open(skip, stepReportPage(input));
  // It has the colours that are looked for.
  await hide(opened.page, '.legend');
  return opened;
}

test('meshes deform, and what is in contact appears when its time has come', async ({ skip }) => {
  const { page, finish } = await opened(skip);
  expect(await page.locator('#message').isHidden()).toBe(true);
  expect(await page.locator('#now-text').innerText()).toContain('first contact');
  const at = async (time: string) => {
    await page.locator('#time').fill(time);
    return { ...(await coloursOf(page, await pictureOf(page))), told: await page.locator('#now-text').innerText() };
  };
  const before = await at('0.3');
  expect(before.colors).toBeGreaterThan(500);
  expect(before.red).toBe(0);
  expect(before.told).toContain('proven free so far');
  const between = await at('0.35');
  expect(between.red).toBeGreaterThan(20);
  expect(between.told).toMatch(/past the first contact\s+1 contact so far/);
  const after = await at('0.9');
  expect(after.red).toBeGreaterThan(20);
  expect(after.told).toContain('3 contacts so far');
  await finish();
});

test('the picture moves with the slider also where nothing is marked', async ({ skip }) => {
  const { page, finish } = await opened(skip, reportedStep({ status: 'free' }));
  const pictures = new Set<string>();
  for (const time of ['0', '0.25', '0.5', '1']) {
    await page.locator('#time').fill(time);
    pictures.add(await pictureOf(page));
  }
  expect(pictures.size).toBe(4);
  expect(await page.locator('#closer').isHidden()).toBe(true);
  await finish();
});

test('play runs to the end; views, ghosts, glass, theme and the rows of the table work', async ({ skip }) => {
  const { page, finish } = await opened(skip);
  await page.locator('#time').fill('0.8');
  await page.click('#play');
  await page.waitForFunction(() => Number((document.getElementById('time') as HTMLInputElement).value) > 0.8, undefined, LOOK);
  await jump(page, 60_000);
  await page.waitForFunction(() => Number((document.getElementById('time') as HTMLInputElement).value) === 1, undefined, LOOK);
  const views: string[] = [];
  const look = async () => {
    // A flight takes 450 ms.
    await jump(page, 700);
    const picture = await pictureOf(page);
    expect((await coloursOf(page, picture)).colors).toBeGreaterThan(100);
    views.push(picture);
  };
  await look();
  await page.check('#ghosts');
  await look();
  await page.check('#glass');
  await look();
  await page.click('#closer');
  await look();
  expect(await page.locator('#now-text').innerText()).toContain('first contact');
  await page.click('#theme');
  await look();
  await page.locator('[data-show]').nth(2).click();
  await look();
  expect(await page.locator('#now-text').innerText()).toContain('t = 0.5556');
  expect(new Set(views).size).toBe(views.length);
  await finish();
});

test('20,000 triangles: drawn without errors, nothing wider than a phone', async ({ skip }) => {
  const { page, finish } = await opened(skip, reportedStep({ cells: 100, contacts: 50 }));
  expect((await coloursOf(page, await pictureOf(page))).colors).toBeGreaterThan(500);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 460 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await finish();
});

test('no column of the contacts is cut off, long names included', async ({ skip }) => {
  const name = 'the sleeve of a rather long-sleeved garment';
  const { page, finish } = await opened(skip, reportedStep({ name }));
  for (const width of [1100, 800, 360]) {
    await page.setViewportSize({ width, height: 460 });
    const [table, room] = await page.locator('.contacts .scroll').evaluate((element) => [element.scrollWidth, element.clientWidth]);
    expect([width, table]).toEqual([width, room]);
  }
  await finish();
});
