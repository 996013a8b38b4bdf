import { readdirSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { InputError } from '../../index.ts';
import { entryOf } from '../../words/entries.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { policyOf, type Served, type Site } from '../terminal/serve.ts';
import type { OpenFiles } from './open-files.ts';
import { sitePath } from './site-path.ts';

/** The page as it was built. */
export const VIEWER_FOLDER: string = join(PACKAGE_ROOT, 'dist/viewer');

/** Where the files of a cell stand, below the page. */
export const FILES = 'files';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
};
const INDEX = 'index.html';
const BYTES = 'application/octet-stream';

/** Content security policy for files that are not our own pages, whatever is in them. */
const NO_PAGE = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * The viewer at /, and the files of a cell; `pages`: what else stands where; `link`: what the page opens whose address
 * names nothing.
 */
export async function viewerSite(folder: string, files: OpenFiles | null, pages: readonly Site[] = [], link = ''): Promise<Site> {
  const parts = builtFiles(folder);
  if (!parts.has(INDEX)) throw new InputError('the viewer is not built: npm run build');
  const html = await readFile(join(folder, INDEX), 'utf8');
  const policy = policyOf(html);
  const index = Buffer.from(link === '' ? html : linked(html, link));
  return async (path) => {
    for (const page of pages) {
      const served = await page(path);
      if (served !== undefined) return served;
    }
    const names = path === '/' ? [INDEX] : sitePath(path);
    if (names === undefined) return undefined;
    if (names.join('/') === INDEX) return { type: TYPES['.html'], content: index, policy };
    if (names[0] === FILES) return files === null ? undefined : fileOf(files, names.slice(1));
    const file = parts.get(names.join('/'));
    // workers have the policy of their own file
    return file === undefined ? undefined : { type: entryOf(TYPES, extname(file)) ?? BYTES, content: await open(file), policy };
  };
}

/** Told in its head. Of what HTML minds, a link holds & only: all else is percent-encoded. */
function linked(html: string, link: string): string {
  return html.replace('<head>', () => `<head>\n    <meta name="inbetween-link" content="${link.replaceAll('&', '&amp;')}">`);
}

async function fileOf(files: OpenFiles, names: readonly string[]): Promise<Served | undefined> {
  const content = await files.open(names);
  return content === undefined ? undefined : { type: BYTES, content, policy: NO_PAGE };
}

/** By their addresses; nothing that comes later is served. */
function builtFiles(folder: string): ReadonlyMap<string, string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const places = entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
    return new Map(places.map((place) => [relative(folder, place).split(sep).join('/'), place]));
  } catch {
    return new Map();
  }
}
