// The same in Chromium: a batch over the workers of an isolated page, beside several pages that each ask their share in a loop.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', json: 'application/json', obj: 'text/plain' };
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/** The package as it is, unbundled; the parser of XML, which a scene file does not need, is left out. */
const PAGE = `<!doctype html>
<script type="importmap">{ "imports": { "saxes": "data:text/javascript,export class SaxesParser {}" } }</script>
<script type="module">
import { Batch } from '/dist/batch/index.js';
import { Random, Scene } from '/dist/index.js';
import { fetched, readRobotScene } from '/dist/io/index.js';
import { webWorkers } from '/dist/page/index.js';
const { robots, obstacles, self, ignore } = await readRobotScene(fetched('/scene/'), 'scene.json');
const scene = new Scene({ robots, obstacles, self, allowed: ignore });
const [robot] = robots;
const motion = (i) => {
  const random = new Random('motion ' + i);
  const from = robot.joints.map(({ limits: { lower = -3, upper = 3 } }) => lower + (upper - lower) * random.next());
  return { [robot.name]: robot.path([from, from.map((x) => x + 0.5 * (random.next() - 0.5))]) };
};
const motions = function* (first, last) { for (let i = first; i < last; i++) yield motion(i); };
let batch;
window.ask = async (first, last, workers) => {
  if (workers > 0) batch ??= new Batch({ scene, workers: webWorkers(workers) });
  const begin = performance.now();
  if (workers === 0) for (const one of motions(first, last)) scene.firstContact(one, { contacts: 'first' });
  else for await (const { error } of batch.firstContacts(motions(first, last), { contacts: 'first' })) if (error !== null) throw error;
  return performance.now() - begin;
};
window.isReady = true;
</script>`;

/** Motions, for each thread. */
const WARM = 4000;

/** Rates of a batch in a page and of pages that share the work; null: no Chromium here. */
export async function pageTable(root: string, scene: string, count: number, workers: number): Promise<string | null> {
  const executablePath = await findChromium();
  if (executablePath === undefined) return null;
  const server = createServer(async ({ url = '/' }, response) => {
    for (const [name, value] of Object.entries(ISOLATED)) response.setHeader(name, value);
    if (url === '/') return response.setHeader('content-type', 'text/html').end(PAGE);
    const file = url.startsWith('/scene/') ? join(scene, url.slice(7)) : join(root, url);
    const text = /^[\w./-]+$/.test(url) ? await readFile(file).catch(() => undefined) : undefined;
    if (text === undefined) return response.writeHead(404).end();
    return response.setHeader('content-type', TYPES[url.split('.').at(-1) ?? ''] ?? 'text/plain').end(text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  // not for machines without this repository's packages
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS], timeout: 0 });
  const opened = async (): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(0);
    // a page that cannot load its program would be waited for in vain
    const failed = new Promise<never>((_, fail) => page.on('pageerror', (error) => fail(new Error(`the page: ${error.message}`))));
    await page.goto(`http://127.0.0.1:${port}/`);
    await Promise.race([page.waitForFunction('window.isReady'), failed]);
    return page;
  };
  /** Motions a second of all pages together, after a round that warms them. */
  const rate = async (pages: readonly Page[], threads: number): Promise<number> => {
    const share = Math.floor(count / pages.length);
    const all = (first: number, each: number) =>
      Promise.all(
        pages.map((page, k) => page.evaluate(`ask(${first + k * each}, ${first + (k + 1) * each}, ${threads})`) as Promise<number>),
      );
    await all(-1e6, WARM * Math.max(1, threads));
    return (await all(0, share)).reduce((sum, milliseconds) => sum + (1000 * share) / milliseconds, 0);
  };
  try {
    const pages = await Promise.all(Array.from({ length: workers }, opened));
    const before = await rate(pages, 0);
    const batch = await rate([await opened()], workers);
    const after = await rate(pages, 0);
    const separate = (before + after) / 2;
    const rows: Cell[][] = [
      [`${workers} pages, a loop each`, count, before, before / separate],
      [`${workers} pages, again`, count, after, after / separate],
      [`one page, Batch of ${workers} workers`, count, batch, batch / separate],
    ];
    const table: Table = {
      file: 'batch-page',
      title: 'The same in Chromium, the page isolated',
      note: 'Rates in a second, warm; beside: the rate over that of the pages that share the work.',
      columns: ['', 'motions', 'a second', 'beside'],
      rows,
    };
    return toMarkdown(table);
  } finally {
    await browser.close();
    server.close();
  }
}
