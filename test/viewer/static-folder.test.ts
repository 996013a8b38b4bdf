import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, LOOK } from '../support/shared/shared-chromium.ts';
import { answered, closePages, openedChromium, pixelsOf, SHARP, SMALL, watchedPage } from './opened-viewer.ts';
import { BUILD_PATIENCE, built, ROOT } from './started-command.ts';

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** A server of files that knows nothing: the viewer and a cell somewhere below it, and a page of somebody else. */
function plainServer(): Server {
  return createServer(async ({ url = '' }, response) => {
    const path = decodeURIComponent(url.replace(/\?.*/, ''));
    // programs for pages of other servers
    response.setHeader('access-control-allow-origin', '*');
    const [, shipped] = /^\/package\/((?:dist\/viewer|examples)\/[\w./-]*)$/.exec(path) ?? [];
    if (shipped !== undefined && !shipped.includes('..')) {
      const own = await readFile(join(ROOT, shipped)).catch(() => undefined);
      if (own === undefined) response.writeHead(404).end();
      else response.setHeader('content-type', TYPES[shipped.split('.').at(-1) ?? ''] ?? 'application/octet-stream').end(own);
      return;
    }
    const [, file] = /^\/some\/folder\/(.*)$/.exec(path) ?? [];
    const cell = /^(?:cells|docs)\/(.*)$/.exec(file ?? '')?.[1];
    const place = cell === undefined ? join('dist/viewer', file || 'index.html') : join('examples/puma-cell', cell);
    const content = file === undefined ? undefined : await readFile(join(ROOT, place)).catch(() => undefined);
    // kept: a page that is closed may still be answered when the servers are not there any more
    const other = `${elsewhere.origin}/some/folder/element.js`;
    if (file === 'docs/far.html') response.setHeader('content-type', 'text/html').end(FAR);
    else if (file === 'docs/other.html') response.setHeader('content-type', 'text/html').end(PAGE.replace('../element.js', other));
    else if (file === 'docs/page.html') response.setHeader('content-type', 'text/html').end(PAGE);
    else if (content === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', TYPES[place.split('.').at(-1) ?? ''] ?? 'application/octet-stream').end(content);
  });
}

const PAGE = `<!doctype html><html lang="en"><title>Somebody's page</title><link rel="icon" href="data:,">
<script type="module" src="../element.js"></script>
<inbetween-view src="cell.json" path="across.csv"></inbetween-view>`;

/** One that is far below, set up by a program as frameworks do: properties where there are some, before its program is there. */
const FAR = `<!doctype html><html lang="en"><title>Far below</title><link rel="icon" href="data:,">
<p id="top">Scroll.</p><div style="height: 4000px"></div><inbetween-view>A robot, soon.</inbetween-view>
<script>
  const view = document.querySelector('inbetween-view');
  window.told = [];
  for (const name of ['verdict', 'time', 'contact']) view.addEventListener(name, ({ detail }) => told.push([name, detail]));
  Object.assign(view, { src: 'cell.json', path: 'across.csv', autoplay: true });
</script>
<script type="module" src="../element.js"></script>`;

/** The element's files there: what stands in the page, and what comes when it is seen. */
const both = (folder: string) => new Set([`${folder}/element.js`, `${folder}/element-view.js`]);

interface Listening {
  readonly server: Server;
  readonly origin: string;
}

/** The same files at another address, which browsers take for another server. */
let elsewhere: Listening;
let here: Listening;
let browser: Browser | undefined;
let origin: string;
beforeAll(async () => {
  await built();
  browser = await openedChromium();
  here = await listening(plainServer());
  elsewhere = await listening(plainServer());
  origin = here.origin;
}, BUILD_PATIENCE);
afterAll(async () => {
  await closePages(browser);
  for (const { server } of [here, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Of a worker that was ended the browser tells later. */
async function workersLeft(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.workers().length, { timeout: 60_000 }).toBe(count);
}

test.each([
  ['', 'the gallery'],
  ['#source=address&main=cells/cell.json&path=cells/across.csv', 'a cell that lies there'],
])('the folder works from any place of any server: %s (%s)', async (link) => {
  if (browser === undefined) return expect(browser).toBe(undefined);
  const { page, faults, asked } = await watchedPage(browser, SMALL);
  await page.goto(`${origin}/some/folder/${link}`);
  const { answer, markers } = await answered(page);
  expect(answer?.result.status).toBe('contact');
  expect(answer?.result.time).toBeCloseTo(4.4345, 3);
  expect(markers).toBeGreaterThan(0);
  expect(faults).toEqual([]);
  expect(asked.filter((address) => !address.startsWith(`${origin}/some/folder/`) && !/^(blob|data):/.test(address))).toEqual([]);
  // programs and styles until there is an answer, compressed
  const programs = [...new Set(asked)].filter((address) => /\.(js|css)$/.test(address));
  const weights = await Promise.all(
    programs.map(
      async (address) => gzipSync(await readFile(join(ROOT, 'dist/viewer', address.slice(`${origin}/some/folder/`.length)))).length,
    ),
  );
  const weight = weights.reduce((sum, one) => sum + one, 0);
  console.log(`first load: ${programs.length} files, ${(weight / 1000).toFixed(0)} kB`);
  // what the page and its worker have both is one file; readers of files come on top
  expect([weight > 100_000, weight < (link === '' ? 385_000 : 465_000)]).toEqual([true, true]);
  await page.context().close();
});

test('a page whose program is not there ends the wait for its answer, and says why; one that reads pixels back is told of', async ({
  skip,
}) => {
  if (browser === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser, SMALL);
  await page.route(/\/assets\/index-[\w-]+\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${origin}/some/folder/`);
  await expect(answered(page)).rejects.toThrow(/^the page does not load: 404 .*\/assets\/index-/);
  await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
  });
  expect(faults).toContain('warning: the page reads pixels back, and waits for them');
  await page.context().close();
});

test('<inbetween-view> in another page: two files, opened, asked in a worker, marked, played', async ({ skip }) => {
  if (browser === undefined) return skip('no Chromium here');
  const { page, faults, asked } = await watchedPage(browser, SHARP);
  await page.goto(`${origin}/some/folder/docs/page.html`);
  const view = page.locator('inbetween-view');
  await page.waitForSelector('inbetween-view[data-status]');
  expect(await view.getAttribute('data-status')).toBe('contact');
  expect(Number(await view.getAttribute('data-time'))).toBeCloseTo(4.4345, 3);
  expect(await view.getByTestId('words').innerText()).toMatch(
    /^Contact at t = 4\.434.*Workpiece touches post on the way from waypoint 4 to waypoint 5/,
  );
  expect(page.workers().length).toBe(1);
  // what the robot holds is marked, too: the first of the two is orange
  await drawn(page);
  const pixels = await pixelsOf(page, (await view.boundingBox()) as { x: number; y: number; width: number; height: number });
  let orange = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const [red, green, blue] = [pixels[i], pixels[i + 1], pixels[i + 2]];
    if (red > 150 && green > 60 && green < 140 && blue < 80 && red - green > 60) orange++;
  }
  expect(orange).toBeGreaterThan(50);
  const time = () => view.getByTestId('time').innerText();
  await view.getByTestId('to-start').click();
  expect(await time()).toMatch(/^t = 0\.0000/);
  await view.getByTestId('play').click();
  await page.waitForFunction(
    () => !document.querySelector('inbetween-view')?.shadowRoot?.querySelector('output')?.textContent?.startsWith('t = 0.0000'),
    undefined,
    LOOK,
  );
  const programs = asked.filter((address) => address.endsWith('.js'));
  expect(new Set(programs)).toEqual(both(`${origin}/some/folder`));
  expect(faults).toEqual([]);
  await view.evaluate((element) => element.setAttribute('src', 'none.json'));
  await page.waitForFunction(
    () => document.querySelector('inbetween-view')?.shadowRoot?.querySelector('.words.error') !== null,
    undefined,
    LOOK,
  );
  expect(await view.getByTestId('words').innerText()).toMatch(/none\.json: cannot be fetched: 404/);
  // nor is the time of the answer before told with it
  expect([await view.getAttribute('data-status'), await view.getAttribute('data-time')]).toEqual(['error', null]);
  await view.evaluate((element) => element.remove());
  await workersLeft(page, 0);
  await page.context().close();
});

test('the example embeds a cell and a recording, both from the same files', async ({ skip }) => {
  if (browser === undefined) return skip('no Chromium here');
  const { page, faults, asked } = await watchedPage(browser, SMALL);
  await page.goto(`${origin}/package/examples/embed/index.html`);
  const [cell, coins] = [page.locator('inbetween-view[src][data-status]'), page.locator('inbetween-view[gallery][data-status]')];
  await cell.waitFor();
  expect(Number(await cell.getAttribute('data-time'))).toBeCloseTo(4.4345, 3);
  await coins.waitFor();
  expect(await coins.getByTestId('words').innerText()).toMatch(/^First contact at \d\.\d+ s\. \d+ contacts were found/);
  expect(await coins.getByTestId('time').innerText()).toMatch(/^0\.000 s/);
  await coins.getByTestId('to-contact').click();
  expect(await coins.getByTestId('time').innerText()).not.toMatch(/^0\.000 s/);
  expect(new Set(asked.filter((address) => address.endsWith('.js')))).toEqual(both(`${origin}/package/dist/viewer`));
  expect(faults).toEqual([]);
  await page.context().close();
});

test('<inbetween-view> of another server: its program comes from there, cell and worker from here', async ({ skip }) => {
  if (browser === undefined) return skip('no Chromium here');
  const { page, faults, asked } = await watchedPage(browser, SMALL);
  await page.goto(`${origin}/some/folder/docs/other.html`);
  await page.waitForSelector('inbetween-view[data-status=contact]');
  expect(page.workers().length).toBe(1);
  const programs = asked.filter((address) => address.endsWith('.js'));
  expect(new Set(programs)).toEqual(both(`${elsewhere.origin}/some/folder`));
  expect(faults).toEqual([]);
  await page.context().close();
});

test('elements that come and go give back their contexts and workers: the browser has few', async ({ skip }) => {
  if (browser === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser, SMALL);
  await page.goto(`${origin}/some/folder/docs/page.html`);
  await page.waitForSelector('inbetween-view[data-status]');
  // Chromium warns, and takes the oldest away, when there are more than 16
  await page.evaluate(async () => {
    for (let k = 0; k < 24; k++) {
      const one = Object.assign(document.createElement('inbetween-view'), { textContent: '' });
      one.setAttribute('src', 'cell.json');
      document.body.append(one);
      await new Promise((next) => requestAnimationFrame(next));
      one.remove();
    }
  });
  const kept = await page
    .locator('inbetween-view')
    .evaluate((one) => one.shadowRoot?.querySelector('canvas')?.getContext('webgl2')?.isContextLost());
  expect(kept).toBe(false);
  await workersLeft(page, 1);
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each([false, true])(
  'far below it waits until it is seen, then tells what it found and plays, unless motion is unwelcome (%s)',
  async (isStill) => {
    if (browser === undefined) return expect(browser).toBe(undefined);
    const { page, faults, asked } = await watchedPage(browser, SMALL);
    await page.emulateMedia({ reducedMotion: isStill ? 'reduce' : 'no-preference' });
    await page.goto(`${origin}/some/folder/docs/far.html`);
    const view = page.locator('inbetween-view');
    await page.waitForFunction(() => customElements.get('inbetween-view') !== undefined, undefined, LOOK);
    await drawn(page);
    expect([await view.getAttribute('src'), await view.getAttribute('autoplay')]).toEqual(['cell.json', '']);
    expect([await view.innerText(), page.workers().length]).toEqual(['A robot, soon.', 0]);
    expect(asked.filter((address) => address.endsWith('.js'))).toEqual([`${origin}/some/folder/element.js`]);
    await view.scrollIntoViewIfNeeded();
    const told = () => page.evaluate(() => (window as unknown as { told: [string, { time: number }][] }).told);
    await page.waitForFunction(
      () => (window as unknown as { told: [string][] }).told.some(([name]) => name === 'contact'),
      undefined,
      LOOK,
    );
    const [verdict, contact] = ['verdict', 'contact'].map((wanted) => async () => (await told()).find(([name]) => name === wanted)?.[1]);
    expect(await verdict()).toMatchObject({
      status: 'contact',
      headline: expect.stringMatching(/^Contact at t = 4\.4345/),
      time: expect.closeTo(4.4345, 3),
    });
    expect(await contact()).toEqual({
      time: (await verdict())?.time,
      pair: ['puma/workpiece', 'post'],
      point: [expect.any(Number), expect.any(Number), expect.any(Number)],
    });
    const last = async () => (await told()).filter(([name]) => name === 'time').at(-1)?.[1].time ?? -1;
    if (isStill) expect(await last()).toBe((await contact())?.time);
    else await expect.poll(async () => (await last()) > 0 && (await last()) !== (await contact())?.time, { timeout: 60_000 }).toBe(true);
    // another question, by the property
    await view.evaluate((one) => Object.assign(one, { question: 'clearance', autoplay: false }));
    await page.waitForFunction(
      () => (window as unknown as { told: [string][] }).told.filter(([name]) => name === 'verdict').length > 1,
      undefined,
      LOOK,
    );
    await view.evaluate((one) => one.setAttribute('question', 'why'));
    await page.waitForSelector('inbetween-view[data-status=error]');
    expect((await told()).at(-1)?.[1]).toMatchObject({
      status: 'error',
      sentence: "question is one of first, stretches, clearance, got 'why'",
    });
    expect(faults).toEqual([]);
    await page.context().close();
  },
);
