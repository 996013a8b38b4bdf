// Takes pictures of the viewer and the site to look at: every scene of the gallery and every screen, on a desktop, a laptop and a phone, light
// and dark. By Chromium, in software too. npm run site, then: node scripts/build/looks.mjs FOLDER [name ...]
import { createReadStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs';
import { ROOT } from '../run.mjs';

const SIZES = { desktop: [1440, 900], laptop: [1280, 720], phone: [390, 844] };
const THEMES = ['light', 'dark'];
const SITE = join(ROOT, 'out/site');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.webp': 'image/webp' };

const click = (id) => (page) => page.getByTestId(id).click();
/** Screens of the viewer, each from a page with the first scene answered. */
const SCREENS = {
  move: click('tab-move'),
  open: click('tab-gallery'),
  layers: click('tab-layers'),
  names: click('tab-info'),
  share: click('open-share'),
  help: click('open-help'),
  'by-hand': async (page) => {
    await page.getByTestId('open-by-hand').click();
    await page.getByTestId('teleoperation-level').waitFor();
  },
  drop: (page) =>
    page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      const text = (name) =>
        `<robot name="${name}"><link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>`;
      for (const name of ['arm', 'gripper']) dataTransfer.items.add(new File([text(name)], `${name}.urdf`));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }),
  wanted: (page) => page.goto(`${page.url().split('#')[0]}#source=files&main=arm/arm.urdf&sum=1`),
  volumes: async (page) => {
    await page.getByTestId('tab-layers').click();
    await page.getByTestId('layer-volumes').check();
  },
};
const PAGES = {
  front: 'index.html',
  proven: 'proven.html',
  guides: 'docs/index.html',
  guide: 'docs/documents/First_contact_of_two_bodies.html',
  'your-robot': 'docs/documents/Your_own_robot,_in_the_page.html',
  reference: 'docs/functions/inbetween.firstContact.html',
  measurements: 'docs/documents/Rigid_benchmarks.html',
  planners: 'docs/documents/Planners.html',
};

const [folder, ...wanted] = process.argv.slice(2);
mkdirSync(resolve(folder), { recursive: true });
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
const server = createServer((request, response) => {
  const path = join(SITE, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [...CHROMIUM_FLAGS, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});

/** Once nothing is asked, and everything is drawn. */
async function settled(page) {
  await page.waitForFunction(() => {
    const { isBusy, isWhole } = window.inbetweenViewer ?? { isBusy: false, isWhole: true };
    return (!isBusy && isWhole) || document.querySelector('dialog[open]') !== null;
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // in software the first may come before what was drawn
  await page.screenshot();
}

async function taken(page, name) {
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    }
  }
  process.stdout.write(`${name}\n`);
}

async function shown(name, path, act = () => {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address + path);
  await settled(page);
  await act(page);
  await page.waitForTimeout(500);
  await taken(page, name);
  await context.close();
}

try {
  const list = await browser.newPage();
  await list.goto(`${address}gallery/index.html`);
  const entries = list.locator('[data-testid^="gallery-"]');
  await entries.first().waitFor({ state: 'attached' });
  const ids = await entries.evaluateAll((all) => all.map(({ dataset }) => dataset.testid.slice('gallery-'.length)));
  await list.close();
  for (const id of ids) if (isWanted(id)) await shown(id, `gallery/index.html#source=gallery&id=${id}`);
  for (const [name, act] of Object.entries(SCREENS)) if (isWanted(name)) await shown(name, 'gallery/index.html', act);
  for (const [name, path] of Object.entries(PAGES)) if (isWanted(name)) await shown(name, path);
} finally {
  await browser.close();
  server.close();
}
