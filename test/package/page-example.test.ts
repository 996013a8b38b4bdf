import { beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../scripts/chromium.mjs';
import { ROOT, ran } from './installed-package.ts';
import { lookedAt } from './opened-page.ts';

beforeAll(async () => {
  await ran(process.execPath, ['scripts/build.mjs', '--if-stale'], ROOT);
});

test('examples/page: a worker builds and answers, sliders ask again, and nothing else is asked for', async ({ skip }) => {
  const chromium = await findChromium();
  if (chromium === undefined) return skip('no Chromium here');
  const { seen, errors, served } = await lookedAt(chromium, ROOT, '/examples/page/index.html', null, async (page) => {
    await page.waitForSelector('body[data-state]');
    const verdict = page.locator('#verdict');
    const first = await verdict.innerText();
    await page.locator('#up').fill('0');
    await page.locator('#turn').fill('0');
    await page.waitForFunction(() => document.getElementById('verdict')?.textContent?.startsWith('free'));
    return { state: await page.locator('body').getAttribute('data-state'), first, work: await page.locator('#work').innerText() };
  });
  expect(errors).toEqual([]);
  expect(seen.state).toBe('ready');
  expect(seen.first).toMatch(/^contact, t = 0\.\d{6}, at /);
  expect(seen.work).toMatch(/^trees of 83,200 triangles built in \d+ ms, warmed up in \d+ ms, in the worker$/);
  expect(served.filter((address) => !/^\/(examples\/page|dist)\//.test(address))).toEqual([]);
});
