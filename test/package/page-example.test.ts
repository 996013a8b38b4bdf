import { beforeAll, expect, test } from 'vitest';
import { findChromium, WEBGPU_FLAGS } from '../../scripts/chromium.mjs';
import { LOOK, WEBGL_FLAGS } from '../support/shared/shared-chromium.ts';
import { built, ROOT } from './installed-package.ts';
import { lookedAt } from './opened-page.ts';

beforeAll(async () => {
  await built();
});

test('examples/page: a worker builds and answers, sliders ask again, and nothing else is asked for', async ({ skip }) => {
  if ((await findChromium()) === undefined) return skip('no Chromium here');
  const { seen, errors, served } = await lookedAt(ROOT, '/examples/page/index.html', null, async (page) => {
    await page.waitForSelector('body[data-state]');
    const verdict = page.locator('#verdict');
    // the page gives itself 200 ms: a busy machine says “unresolved” then, and is asked again, as by a hand on the slider
    const decided = async (text: RegExp): Promise<string> => {
      let said = '';
      const asked = async () => {
        await page.locator('#up').dispatchEvent('input');
        said = await verdict.innerText();
        return said;
      };
      await expect.poll(asked, { timeout: 120_000, interval: 500 }).toMatch(text);
      return said;
    };
    const first = await decided(/^contact/);
    await page.locator('#up').fill('0');
    await page.locator('#turn').fill('0');
    await decided(/^free/);
    return { state: await page.locator('body').getAttribute('data-state'), first, work: await page.locator('#work').innerText() };
  });
  expect(errors).toEqual([]);
  expect(seen.state).toBe('ready');
  expect(seen.first).toMatch(/^contact, t = 0\.\d{6}, at /);
  expect(seen.work).toMatch(/^trees of 83,200 triangles built in \d+ ms, warmed up in \d+ ms, in the worker$/);
  expect(served.filter((address) => !/^\/(examples\/page|dist)\//.test(address))).toEqual([]);
});

test('examples/roadmap: graphics hardware and the processor find the same edges free; the arm goes along one', async ({ skip }) => {
  if ((await findChromium()) === undefined) return skip('no Chromium here');
  const looked = (query: string, flags?: readonly string[]) =>
    lookedAt(
      ROOT,
      `/examples/roadmap/index.html${query}`,
      null,
      async (page) => {
        await page.waitForSelector('body[data-state=ready], body[data-state=failed]');
        const told = async (id: string) => (await page.locator(`#${id}`).innerText()).split('\n');
        await page.waitForFunction(() => document.getElementById('told')?.textContent !== '', undefined, LOOK);
        const first = { free: await told('free'), by: await told('by'), checked: await told('checked'), edge: await told('told') };
        await page.locator('#move').click();
        await page.waitForSelector('body[data-state=ready], body[data-state=failed]');
        return { ...first, state: await page.locator('body').getAttribute('data-state') };
      },
      flags,
    );
  const alone = await looked('?edges=200&gpu=never');
  expect(alone.errors).toEqual([]);
  expect(alone.seen.state).toBe('ready');
  expect(alone.seen.checked).toEqual(['200', 'of 200 edges']);
  expect(alone.seen.by[0]).toBe('the processor');
  expect(alone.seen.edge[0]).toBe('free, proven');
  expect(alone.served.filter((address) => !/^\/(examples\/roadmap|dist)\//.test(address))).toEqual([]);
  const { seen, errors } = await looked('?edges=200&gpu=always', [...WEBGL_FLAGS, ...WEBGPU_FLAGS]);
  if (seen.by[0] === 'the processor') return skip(`no WebGPU in this Chromium: ${seen.by[1]}`);
  expect(errors).toEqual([]);
  expect(seen.by[0]).toBe('graphics hardware');
  expect([seen.state, seen.free, seen.checked]).toEqual(['ready', alone.seen.free, alone.seen.checked]);
});
