import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answered, openedChromium, watchedPage } from './opened-viewer.ts';
import { BUILD_PATIENCE, built, ROOT } from './started-command.ts';

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** A server of files that knows nothing: the viewer and a cell somewhere below it, and a page of somebody else. */
function plainServer(): Server {
  return createServer(async ({ url = '' }, response) => {
    const path = decodeURIComponent(url.replace(/\?.*/, ''));
    const [, file] = /^\/some\/folder\/(.*)$/.exec(path) ?? [];
    const cell = /^(?:cells|docs)\/(.*)$/.exec(file ?? '')?.[1];
    const place = cell === undefined ? join('dist/viewer', file || 'index.html') : join('examples/puma-cell', cell);
    const content = file === undefined ? undefined : await readFile(join(ROOT, place)).catch(() => undefined);
    if (file === 'docs/page.html') response.setHeader('content-type', 'text/html').end(PAGE);
    else if (content === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', TYPES[place.split('.').at(-1) ?? ''] ?? 'application/octet-stream').end(content);
  });
}

const PAGE = `<!doctype html><html lang="en"><title>Somebody's page</title><link rel="icon" href="data:,">
<script type="module" src="../element.js"></script>
<inbetween-view src="cell.json" path="across.csv"></inbetween-view>`;

let server: Server;
let browser: Browser | undefined;
let origin: string;
beforeAll(async () => {
  await built();
  browser = await openedChromium();
  server = plainServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, BUILD_PATIENCE);
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

test.each([
  ['', 'the gallery'],
  ['#source=address&main=cells/cell.json&path=cells/across.csv', 'a cell that lies there'],
])('the folder works from any place of any server: %s (%s)', async (link) => {
  if (browser === undefined) return expect(browser).toBe(undefined);
  const { page, faults, asked } = await watchedPage(browser);
  await page.goto(`${origin}/some/folder/${link}`);
  const { answer, markers } = await answered(page);
  expect(answer?.result.status).toBe('contact');
  expect(answer?.result.time).toBeCloseTo(4.4345, 3);
  expect(markers).toBeGreaterThan(0);
  expect(faults).toEqual([]);
  expect(asked.filter((address) => !address.startsWith(`${origin}/some/folder/`) && !/^(blob|data):/.test(address))).toEqual([]);
  await page.context().close();
});

test('<inbetween-view> in another page: one file, opened, asked in a worker, marked, played', async ({ skip }) => {
  if (browser === undefined) return skip('no Chromium here');
  const { page, faults, asked } = await watchedPage(browser);
  await page.goto(`${origin}/some/folder/docs/page.html`);
  const view = page.locator('inbetween-view');
  await page.waitForSelector('inbetween-view[data-status]');
  expect(await view.getAttribute('data-status')).toBe('contact');
  expect(Number(await view.getAttribute('data-time'))).toBeCloseTo(4.4345, 3);
  expect(await view.getByTestId('words').innerText()).toMatch(/^Contact at t = 4\.434.*workpiece and post touch first/);
  expect(page.workers().length).toBe(1);
  const time = () => view.getByTestId('time').innerText();
  await view.getByTestId('to-start').click();
  expect(await time()).toMatch(/^t = 0\.0000/);
  await view.getByTestId('play').click();
  await page.waitForFunction(
    () => !document.querySelector('inbetween-view')?.shadowRoot?.querySelector('output')?.textContent?.startsWith('t = 0.0000'),
  );
  const programs = asked.filter((address) => address.endsWith('.js'));
  expect(new Set(programs)).toEqual(new Set([`${origin}/some/folder/element.js`]));
  expect(faults).toEqual([]);
  await view.evaluate((element) => element.setAttribute('src', 'none.json'));
  await page.waitForFunction(() => document.querySelector('inbetween-view')?.shadowRoot?.querySelector('.words.error') !== null);
  expect(await view.getByTestId('words').innerText()).toMatch(/none\.json: cannot be fetched: 404/);
  await view.evaluate((element) => element.remove());
  expect(page.workers().length).toBe(0);
  await page.context().close();
});
