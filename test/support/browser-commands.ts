// The Node side of what tests in a browser ask for; vitest calls these by name over its own connection.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserCommandContext } from 'vitest/node';
import { bundledModule } from '../../scripts/tests/bundle-tests.mjs';
import { floatBits, type Numbers } from './float-bits.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A file's content; the path is relative to the repository. */
export async function readBytesAsBase64(_context: unknown, path: string): Promise<string> {
  return (await readFile(resolve(ROOT, path))).toString('base64');
}

/** Runs an exported function of a module of this repository in Node and gives the bits of its numbers. */
export async function bitsInNode(context: BrowserCommandContext, module: string, name: string, args: unknown[]): Promise<string[]> {
  const bundles = process.env.INBETWEEN_BUNDLED_TESTS;
  const exported: Readonly<Record<string, (...args: unknown[]) => Numbers | Promise<Numbers>>> =
    bundles === undefined ? await context.project.import(resolve(ROOT, module)) : await bundledModule(bundles, module);
  return floatBits(await exported[name](...args));
}
