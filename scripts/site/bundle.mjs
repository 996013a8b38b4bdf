// The programs of the site, of TypeScript: what they share (the library, three) is in it once.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { noticesOf } from '../build/third-party.mjs';
import { wgslText } from '../build/wgsl-text.mjs';
import { bundlePrograms } from '../bundle-programs.mjs';
import { doors } from '../doors.mjs';
import { ROOT } from '../run.mjs';
import { WAYS } from './dress.mjs';

const MODULES = ['front', 'front-worker', 'proven', 'examples', 'run-worker'];
/** Run before anything is drawn, or by pages that are opened from the disk: no modules. */
const SCRIPTS = ['theme', 'docs-page'];

/** Texts for packages that come without a copy of their licence: others have the same. */
function copiesOfLicences() {
  const permission = readFileSync(join(ROOT, 'LICENSE'), 'utf8');
  return {
    'Apache-2.0': readFileSync(join(ROOT, 'node_modules/typescript/LICENSE.txt'), 'utf8'),
    MIT: permission.slice(permission.indexOf('Permission is hereby granted')),
  };
}

export async function bundleSite(out, examples) {
  const { build } = await import('esbuild');
  if (!(await bundlePrograms())) throw new Error('the program of the pages has a fault');
  const common = {
    bundle: true,
    minify: true,
    target: 'es2022',
    format: 'esm',
    absWorkingDir: ROOT,
    alias: Object.fromEntries(doors().map(({ name, entry }) => [name, join(ROOT, entry)])),
    plugins: [wgslText],
    define: { 'process.env.NODE_ENV': '"production"', WAYS: JSON.stringify(WAYS) },
    legalComments: 'none',
    logLevel: 'silent',
  };
  const assets = join(out, 'assets');
  const source = (name) => join(ROOT, 'site/src', `${name}.ts`);
  const { metafile } = await build({
    ...common,
    entryPoints: [
      ...MODULES.map((name) => ({ in: source(name), out: name })),
      ...examples.map((name) => ({ in: exampleSource(name), out: `examples/${name}` })),
    ],
    outdir: assets,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    jsx: 'automatic',
    // door of Node's own in the library's sources, never reached in a page
    external: ['node:*', 'webgpu'],
    metafile: true,
  });
  await build({ ...common, entryPoints: SCRIPTS.map(source), outdir: assets, format: 'iife' });
  await build({ ...common, entryPoints: ['site.css', 'shared.css'].map((name) => join(ROOT, 'site', name)), outdir: assets });
  writeFileSync(join(assets, 'third-party-notices.txt'), noticesOf([...packagesOf(metafile)], copiesOfLicences()));
  writeFileSync(join(assets, 'colours.css'), await colours(build, common));
  writeFileSync(join(assets, 'front.json'), await printedBy(build, { ...common, minify: false }, source('front-data')));
}

function exampleSource(name) {
  return join(ROOT, 'examples', name.replace(/\/index$/, '/main') + (name.startsWith('r3f') ? '.jsx' : '.mjs'));
}

function packagesOf({ inputs }) {
  const folders = Object.keys(inputs).flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return new Set(folders.map((folder) => join(ROOT, folder)));
}

/** Those of the report pages, up to where their rules begin. */
async function colours(build, common) {
  const entry = join(ROOT, 'src/report/page-style.ts');
  const { outputFiles } = await build({ ...common, entryPoints: [entry], write: false });
  const { PAGE_STYLE } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return PAGE_STYLE.slice(0, PAGE_STYLE.indexOf('* { box-sizing'));
}

/** What a program prints, run in Node. */
async function printedBy(build, common, entry) {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-site-'));
  try {
    const outfile = join(folder, 'program.mjs');
    await build({ ...common, entryPoints: [entry], outfile, platform: 'node' });
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], { cwd: ROOT, maxBuffer: 1 << 26 });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
