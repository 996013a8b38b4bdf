// What the viewer takes, in Chromium that draws in software: from navigation to the first picture, from an action to the next paint, the page's
// own work for a picture, calls to the graphics card. Processor time where there is one to be had, because others work on the machine.
// npm run build, then: node scripts/build/speeds.mjs [--scene machine-room]   (docs/notes/viewer.md has the table)
import { parseArgs } from 'node:util';
import { withBuiltViewer } from './built-viewer.mjs';

const { values } = parseArgs({ options: { scene: { type: 'string', default: 'machine-room' }, rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
const told = (name, text) => process.stdout.write(`| ${name} | ${text} |\n`);

/** Once all has come that comes, and is drawn. */
const settled = async (page) => {
  await page.waitForFunction(() => window.inbetweenViewer?.isBusy === false && window.inbetweenViewer.isWhole);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};

/** Milliseconds of the processor that the page's own thread has been at work: in programs, and in all (layout and painting too). */
async function spent(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name) => 1000 * (metrics.find((one) => one.name === name)?.value ?? 0);
  return { script: of('ScriptDuration'), task: of('TaskDuration') };
}

await withBuiltViewer(async (address, browser) => {
  const opened = async (id) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    const session = await context.newCDPSession(page);
    // of the thread, not of the clock
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.addInitScript(() => {
      window.interactions = [];
      new PerformanceObserver((list) => {
        for (const { interactionId, duration, processingEnd, processingStart } of list.getEntries())
          if (interactionId > 0) window.interactions.push({ duration, own: processingEnd - processingStart });
      }).observe({ type: 'event', durationThreshold: 16, buffered: true });
    });
    await page.goto(`${address}#source=gallery&id=${id}`);
    await page.waitForFunction(() => (window.inbetweenViewer?.firstDrawn ?? 0) > 0);
    const first = { wall: await page.evaluate(() => window.inbetweenViewer.firstDrawn), ...(await spent(session)) };
    await settled(page);
    return { context, page, session, first };
  };

  process.stdout.write('| what | milliseconds |\n|---|---|\n');
  // a browser that is open: its first window pays for the graphics process
  await (await opened('pick-and-place')).context.close();
  const firsts = [];
  for (let k = 0; k < rounds; k++) {
    const { context, first } = await opened('pick-and-place');
    firsts.push(first);
    await context.close();
  }
  told(
    'first picture from navigation, browser open (pick and place)',
    `${median(firsts.map(({ wall }) => wall)).toFixed(0)} by the clock; the page's thread ${median(firsts.map(({ task }) => task)).toFixed(0)}, of that programs ${median(firsts.map(({ script }) => script)).toFixed(0)}`,
  );

  const { page, session, context } = await opened('pick-and-place');
  const measured = async (name, act) => {
    await settled(page);
    await page.evaluate(() => {
      window.interactions.length = 0;
    });
    const before = await spent(session);
    await act();
    await settled(page);
    await page.waitForTimeout(300);
    const { task } = await spent(session);
    const found = await page.evaluate(() => window.interactions);
    const worst = Math.max(0, ...found.map(({ duration }) => duration));
    const own = Math.max(0, ...found.map((one) => one.own));
    told(
      `${name}: to the next paint`,
      `${worst === 0 ? 'below 16' : worst.toFixed(0)} by the clock, its handlers ${own.toFixed(1)}; the page's thread ${(task - before.task).toFixed(0)} until all is there`,
    );
  };
  const click = (id) => () => page.getByTestId(id).click();
  await measured('to the start', click('to-start'));
  await measured('play', async () => {
    await page.getByTestId('play').click();
    await page.waitForTimeout(1000);
    await page.getByTestId('play').click();
  });
  await measured('drag of the time line', async () => {
    const { x, y, width, height } = await page.getByTestId('time-slider').boundingBox();
    await page.mouse.move(x + width / 4, y + height / 2);
    await page.mouse.down();
    for (let k = 1; k <= 12; k++) await page.mouse.move(x + width * (1 / 4 + k / 24), y + height / 2);
    await page.mouse.up();
  });
  await measured('ask', click('ask'));
  await measured('dark', click('theme'));
  await page.getByTestId('tab-gallery').click();
  await measured('another scene', click('gallery-two-arms'));
  await page.getByTestId('open-share').click();
  await page.keyboard.press('Escape');
  await measured('share', click('open-share'));
  await context.close();

  const large = await opened(values.scene);
  // what programs take does not depend on the size, and more pictures are drawn
  await large.page.setViewportSize({ width: 870, height: 480 });
  await large.page.getByTestId('to-start').click();
  await settled(large.page);
  const drawnNow = () => large.page.evaluate(() => window.inbetweenViewer.frames);
  await large.page.getByTestId('play').click();
  await large.page.waitForTimeout(2000);
  // nobody asks the page for anything meanwhile
  const [before, from] = [await spent(large.session), await drawnNow()];
  await large.page.waitForTimeout(12_000);
  const [after, frames] = [await spent(large.session), (await drawnNow()) - from];
  const { triangles, drawCalls } = await large.page.evaluate(() => window.inbetweenViewer);
  told(
    `a picture of ${values.scene}, ${triangles} triangles, ${drawCalls} draw calls, played`,
    `programs ${((after.script - before.script) / Math.max(1, frames)).toFixed(2)} of the processor over ${frames} pictures`,
  );
});
