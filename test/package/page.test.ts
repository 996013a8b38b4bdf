import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';
import { ROOT, ran } from './installed-package.ts';

const PAGE = `<!doctype html><title>page</title>
<script type="module">
  import { InputError, TriangleMesh } from '/dist/index.js';
  const mesh = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  let refused = false;
  try { new TriangleMesh([]); } catch (error) { refused = error instanceof InputError; }
  document.title = mesh.triangleCount + ' triangle, ' + refused;
</script>`;

test('a page imports dist/index.js as it is, without a bundler', async ({ skip }) => {
  const executablePath = await findChromium();
  if (executablePath === undefined) return skip('no Chromium here');
  await ran(process.execPath, ['scripts/build.mjs', '--if-stale'], ROOT);
  const served: string[] = [];
  const server = createServer(async ({ url = '/' }, response) => {
    served.push(url);
    if (url === '/') return response.setHeader('content-type', 'text/html').end(PAGE);
    const text = /^\/dist\/[\w./-]+\.js$/.test(url) ? await readFile(join(ROOT, url)).catch(() => undefined) : undefined;
    return text ? response.setHeader('content-type', 'text/javascript').end(text) : response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, timeout: 0 });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { waitUntil: 'load' });
    expect(errors).toEqual([]);
    expect(await page.title()).toBe('1 triangle, true');
    expect(served.filter((url) => url.startsWith('/dist/')).length).toBeGreaterThan(2);
  } finally {
    await browser.close();
    server.close();
  }
});
