// npm run site [-- FOLDER]: the site as plain files in out/site, for any folder of any host: front page, guides whose examples run,
// gallery, reference with search, measurements with plots, examples for three.js. Nothing in it asks another host for anything.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildIfStale } from '../build.mjs';
import { ROOT, runQuietly, timed } from '../run.mjs';
import { bundleSite } from './bundle.mjs';
import { dressDocs, dressed } from './dress.mjs';

const PAGES = ['index.html', 'proven.html'];
const EXAMPLES = ['three/drag', 'three/jog', 'three/path', 'r3f/index'];
/** What the help of the gallery leads to. */
const GUIDE = 'docs/documents/Your_own_robot,_in_the_page.html';
/** Files of the cell that the front page and the jogged robot open. */
const CELL = 'examples/puma-cell';

async function writeDocs(out) {
  const { code, output } = await runQuietly(process.execPath, [join(ROOT, 'scripts/site/docs.mjs'), join(out, 'docs')]);
  if (code !== 0) throw new Error(output);
}

async function writeSite(out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'assets'), { recursive: true });
  cpSync(join(ROOT, 'dist/viewer'), join(out, 'gallery'), { recursive: true });
  const gallery = join(out, 'gallery/index.html');
  writeFileSync(gallery, readFileSync(gallery, 'utf8').replace('</head>', `<meta name="inbetween-guide" content="../${GUIDE}"></head>`));
  cpSync(join(ROOT, CELL), join(out, CELL), { recursive: true });
  for (const page of PAGES) writeFileSync(join(out, page), dressed(readFileSync(join(ROOT, 'site', page), 'utf8'), page));
  for (const example of EXAMPLES) writeExample(out, example);
  await Promise.all([bundleSite(out, EXAMPLES), writeDocs(out)]);
  dressDocs(join(out, 'docs'), join(out, 'assets'));
}

/** The page of an example with its program bundled: the policy lets no import map in. */
function writeExample(out, example) {
  const [folder] = example.split('/');
  const page = `examples/${example}.html`;
  const html = readFileSync(join(ROOT, page), 'utf8')
    .replace(/<script type="importmap">[\s\S]*?<\/script>/, '')
    .replace(/(<script type="module" src=")[^"]*"/, `$1../../assets/examples/${example}.js"`)
    .replace('</h1>', '</h1>\n      <p class="back"><a href="../../index.html">inbetween</a></p>');
  mkdirSync(join(out, 'examples', folder), { recursive: true });
  for (const style of readdirSync(join(ROOT, 'examples', folder)).filter((name) => name.endsWith('.css')))
    cpSync(join(ROOT, 'examples', folder, style), join(out, 'examples', folder, style));
  writeFileSync(join(out, page), dressed(html, page));
}

const out = resolve(process.argv[2] ?? join(ROOT, 'out', 'site'));
const isWritten = (await buildIfStale()) && (await timed('writing the site', () => writeSite(out)));
if (isWritten) {
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  console.log(`${join(out, 'index.html')}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
} else process.exitCode = 1;
