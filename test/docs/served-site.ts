import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
};

/** The folder as any host gives it, below an address that is not the root of its server. */
export async function servedSite(folder: string): Promise<{ readonly address: string; readonly close: () => void }> {
  const server = createServer(async ({ url = '' }, response) => {
    const [, path] = /^\/some\/where\/([^?]*)/.exec(decodeURIComponent(url)) ?? [];
    const content = path === undefined || path.includes('..') ? undefined : await readFile(join(folder, path)).catch(() => undefined);
    if (content === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream').end(content);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One example of a guide, run in its page. */
export interface RunExample {
  readonly printed: string;
  readonly state: string;
}

/** Run in a page of a guide, of any browser: presses every button and tells what was printed. */
export const RUN_EXAMPLES = `
  const ran = [];
  while (document.readyState !== 'complete') await new Promise((next) => setTimeout(next, 50));
  for (const button of document.querySelectorAll('.example-bar .run')) {
    let told = button.closest('.example-bar').nextElementSibling;
    while (!told.matches('.told')) told = told.nextElementSibling;
    button.click();
    while (told.dataset.state === 'running') await new Promise((next) => setTimeout(next, 50));
    ran.push({ printed: told.querySelector('.printed').textContent, state: told.dataset.state });
  }
  return ran;`;
