import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { sharedChromium, WEBGL_FLAGS } from '../support/shared/shared-chromium.ts';

/** What is served beside pages, by the ending of its name. */
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  urdf: 'application/xml',
  obj: 'text/plain',
};

export interface OpenedPage {
  readonly title: string;
  readonly errors: readonly string[];
  /** Addresses asked for. */
  readonly served: readonly string[];
}

/** Opens a page whose scripts lie in a folder, and reads its title when all of it has run. */
export async function openedPage(folder: string, html: string): Promise<OpenedPage> {
  return lookedAt(folder, '/', html, (page) => page.title()).then(({ seen, ...page }) => ({ title: seen, ...page }));
}

/** Opens a page that lies in a folder, at its address there, and tells what somebody who looks at it sees; `flags`: of Chromium's, those of all who draw where none are given; `headers`: of every answer. */
export async function lookedAt<Seen>(
  folder: string,
  address: string,
  html: string | null,
  look: (page: Page) => Promise<Seen>,
  flags: readonly string[] = WEBGL_FLAGS,
  headers: Readonly<Record<string, string>> = {},
): Promise<Omit<OpenedPage, 'title'> & { readonly seen: Seen }> {
  const served: string[] = [];
  const server = createServer(async ({ url = '/' }, response) => {
    served.push(url);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (url === address) {
      const text = html ?? (await readFile(join(folder, url.replace(/\?.*/, '')), 'utf8'));
      return response.setHeader('content-type', 'text/html').end(text);
    }
    const [, ending = ''] = /^[\w./-]+\.(\w+)$/.exec(url) ?? [];
    const text = ending in TYPES ? await readFile(join(folder, url)).catch(() => undefined) : undefined;
    return text ? response.setHeader('content-type', TYPES[ending]).end(text) : response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // a quarter of the pixels: nobody looks at them
  const context = await (await sharedChromium(flags))?.newContext({ deviceScaleFactor: 0.5 });
  if (context === undefined) throw new Error('there is no Chromium here');
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (said) => {
      // a browser asks for an icon by itself
      if (said.type() === 'error' && !said.location().url.endsWith('/favicon.ico')) errors.push(said.text());
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`, { waitUntil: 'load' });
    return { seen: await look(page), errors, served };
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
}
