import { beforeAll, expect, test } from 'vitest';
import { planReportPage } from '../../../../src/report/index.ts';
import { LOOK } from '../../../support/shared/shared-chromium.ts';
import { offlinePages, pictureOf } from '../offline-pages.ts';
import { plannedArm } from './planned-arm.ts';

const open = offlinePages();
let html: string;
beforeAll(async () => {
  html = planReportPage(await plannedArm());
});

test('plays the path, and shows what was searched where that is wanted', async ({ skip }) => {
  const { page, finish } = await open(skip, html);
  expect(await page.locator('#message').isHidden()).toBe(true);
  expect(await page.locator('.legend').innerText()).toMatch(/tree from the start/);
  const searched = await pictureOf(page);
  await page.locator('#searched').uncheck();
  const bare = await pictureOf(page);
  expect(bare === searched).toBe(false);
  await page.locator('#time').fill('0');
  expect(await page.locator('#now-text').innerText()).toMatch(/t = 0\.0000/);
  expect((await pictureOf(page)) === bare).toBe(false);
  await page.locator('#searched').check();
  await page.click('#play');
  await page.waitForFunction(() => Number((document.getElementById('time') as HTMLInputElement).value) > 0.01, undefined, LOOK);
  await finish();
});
