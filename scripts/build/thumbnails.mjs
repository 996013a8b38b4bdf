// Draws the pictures of the gallery, viewer/src/source/thumbnails: every scene of the built viewer, or those named, at its first contact or
// where its frame begins. By Chromium, in software too. After a change to how the stage draws or how a scene is framed: npm run build, then
// node scripts/build/thumbnails.mjs [id ...]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';
import { withBuiltViewer } from './built-viewer.mjs';

const FOLDER = join(ROOT, 'viewer/src/source/thumbnails');
const [WIDTH, HEIGHT] = [240, 150];
/** The picture is drawn larger and made small. */
const LARGER = 2;
const QUALITY = 0.7;
const BARE = `
  .head, .side, .timeline, .messages, .stage > :not(canvas) { display: none !important; }
  #app { display: block !important; height: 100vh; } .stage { height: 100vh; }`;

const wanted = process.argv.slice(2);
await withBuiltViewer(async (address, browser) => {
  const context = await browser.newContext({
    viewport: { width: LARGER * WIDTH, height: LARGER * HEIGHT },
    colorScheme: 'light',
    bypassCSP: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  const reader = await context.newPage();
  await page.goto(address);
  const ids = await page.locator('[data-testid^="gallery-"]').evaluateAll((all) => all.map(({ dataset }) => dataset.testid.slice(8)));
  mkdirSync(FOLDER, { recursive: true });
  for (const id of wanted.length > 0 ? wanted : ids) {
    // each from the beginning: nothing of the one before
    await page.goto('about:blank');
    await page.goto(`${address}#source=gallery&id=${id}`);
    await page.waitForFunction(() => {
      const { isBusy, title, answer, recording } = window.inbetweenViewer ?? {};
      return isBusy === false && title !== null && (recording || answer !== null);
    });
    await page.addStyleTag({ content: BARE });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // in software the first may come before what was drawn
    await page.screenshot();
    const png = (await page.screenshot()).toString('base64');
    const webp = await reader.evaluate(
      async ([src, width, height, quality]) => {
        const picture = new Image();
        picture.src = `data:image/png;base64,${src}`;
        await picture.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const context = canvas.getContext('2d');
        context.imageSmoothingQuality = 'high';
        context.drawImage(picture, 0, 0, width, height);
        return canvas.toDataURL('image/webp', quality).split(',')[1];
      },
      [png, WIDTH, HEIGHT, QUALITY],
    );
    const bytes = Buffer.from(webp, 'base64');
    writeFileSync(join(FOLDER, `${id}.webp`), bytes);
    process.stdout.write(`${id}: ${bytes.length} bytes\n`);
  }
});
