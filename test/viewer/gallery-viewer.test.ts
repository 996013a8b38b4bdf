import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GALLERY } from '../../viewer/src/source/gallery.ts';
import { drawn, LOOK } from '../support/shared/shared-chromium.ts';
import {
  answered,
  begun,
  closePages,
  dropOn,
  ended,
  factsOf,
  followed,
  heldProgram,
  openedChromium,
  SMALL,
  watchedPage,
} from './opened-viewer.ts';
import { BUILD_PATIENCE, built, ROOT, type Started, started } from './started-command.ts';

let browser: Browser | undefined;
let running: Started | undefined;
beforeAll(async () => {
  await built();
  browser = await openedChromium();
  running = await started(['view', '--port', '0', '--no-open']);
}, BUILD_PATIENCE);
afterAll(async () => {
  await closePages(browser);
  await running?.interrupt();
});

/** Played, not asked about: the page computes them, and Node need not do it again. */
const RECORDED: readonly string[] = ['coins', 'bowling', 'drilling', 'cloth'];

/** Calls to the graphics card for one picture, at most: a scene of many meshes has one or two for each, and one more where shadows are new. */
const MOST_CALLS = 260;

const linkTo = (id: string) => `${running?.urls[0]}#source=gallery&id=${id}`;

test.each(GALLERY.map((entry) => [entry.id, entry] as const))(
  '%s: what the page answers is what the library answers in Node',
  async (id, entry) => {
    if (browser === undefined || running === undefined) return expect(browser).toBe(undefined);
    const isRecorded = RECORDED.includes(id);
    const opened = isRecorded ? null : await entry.open();
    const { page, faults, asked } = await followed(browser, linkTo(id), SMALL);
    if (opened === null) {
      expect((await ended(page)).title).toBe(entry.title);
      expect(await page.getByTestId('headline').innerText()).toMatch(/^First contact at \d+\.\d+ s$/);
      // nothing can be asked about it: there is no form for that
      expect(await page.getByTestId('ask').isVisible()).toBe(false);
      await page.getByTestId('to-contact').click();
      expect((await factsOf(page)).markers).toBeGreaterThan(0);
    } else {
      const { answer, title, markers } = await answered(page);
      const { scene, motions } = { scene: opened.scene, ...opened.paths[0] };
      const { status, time } = scene.firstContact(motions);
      expect(title).toBe(opened.title);
      expect([answer?.result.status, answer?.result.time]).toEqual([status, time]);
      if (status === 'contact') expect(markers).toBeGreaterThan(0);
    }
    const { drawCalls } = await factsOf(page);
    expect(drawCalls).toBeGreaterThan(1);
    expect(drawCalls).toBeLessThan(MOST_CALLS);
    expect(faults).toEqual([]);
    const { origin } = new URL(running.urls[0]);
    expect(asked.filter((address) => !address.startsWith(`${origin}/`) && !/^(blob|data):/.test(address))).toEqual([]);
  },
);

test('every scene of the list has its picture', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await followed(browser, linkTo('hammer'), SMALL);
  await page.getByRole('tab', { name: 'Open' }).click();
  for (const { id } of GALLERY) {
    const picture = page.getByTestId(`gallery-${id}`).locator('img');
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((img) => (img as HTMLImageElement).decode());
    expect(await picture.evaluate((img) => [(img as HTMLImageElement).naturalWidth, (img as HTMLImageElement).naturalHeight])).toEqual([
      240, 150,
    ]);
  }
  expect(faults).toEqual([]);
});

test('a link that is followed is opened, also where the address is written anew for the scene before', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await followed(browser, linkTo('puma-pipes'), SMALL);
  await answered(page);
  // as the page's own timer does when it ends between the link and its event
  await begun(page, () =>
    page.evaluate(() => {
      const before = location.hash;
      location.hash = '#source=gallery&id=pick-and-place';
      history.replaceState(null, '', before);
    }),
  );
  expect((await ended(page)).title).toBe((await GALLERY.find(({ id }) => id === 'pick-and-place')?.open())?.title);
  expect(faults).toEqual([]);
});

test('what is drawn again, in the other theme or after another scene, is drawn by the programs that are there', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const ids = ['hammer', 'torus-knots'];
  const { page, faults } = await followed(browser, linkTo(ids[1]), SMALL);
  const seen = async (id: string): Promise<void> => {
    await begun(page, () => page.goto(linkTo(id)));
    await answered(page);
    await drawn(page);
  };
  for (const id of ids) await seen(id);
  await page.evaluate(() => {
    const { prototype } = WebGL2RenderingContext;
    const { linkProgram } = prototype;
    Object.assign(window, { linked: 0 });
    prototype.linkProgram = function (program) {
      (window as unknown as { linked: number }).linked++;
      linkProgram.call(this, program);
    };
  });
  for (const id of ids) await seen(id);
  for (let k = 0; k < 2; k++) {
    await page.getByTestId('theme').click();
    await drawn(page);
  }
  expect(await page.evaluate(() => (window as unknown as { linked: number }).linked)).toBe(0);
  expect(faults).toEqual([]);
});

test('while a link is being opened the address stays, and another link takes its place, also one to what is still shown', async ({
  skip,
}) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser, SMALL);
  // the page writes its address at once, not after a while
  await page.addInitScript(() => {
    const own = window.setTimeout;
    Object.assign(window, { setTimeout: (act: () => void, after = 0) => own(act, after === 400 ? 0 : after) });
  });
  const [letOpen, letSave] = [await heldProgram(page, 'rigid'), await heldProgram(page, 'save-cell')];
  const [puma, hammer] = ['puma-pipes', 'hammer'].map(linkTo);
  await page.goto(puma);
  const { title } = await answered(page);
  // as exactly as the page itself says it
  await page.getByTestId('share').click();
  const shown = await page.evaluate(() => location.href);
  await begun(page, () => page.goto(hammer));
  await begun(page, () => page.goto(shown));
  expect((await answered(page)).title).toBe(title);
  // the address is due to be written between the link and its event
  await begun(page, () =>
    page.evaluate((link) => {
      const slider = document.querySelector('[data-testid=time-slider]') as HTMLInputElement;
      slider.value = '200';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      location.assign(link);
    }, hammer),
  );
  await page.getByTestId('time-slider').fill('300');
  await page.evaluate(() => new Promise((next) => setTimeout(next, 400)));
  expect(await page.evaluate(() => location.href)).toBe(hammer);
  // what is saved now is what is shown now, and called so, whenever it comes
  const saved = page.waitForEvent('download');
  await page.getByTestId('open-share').click();
  await page.getByTestId('save-cell').click();
  letOpen();
  expect((await ended(page)).title).toBe('Hammer and CAD piece');
  letSave();
  expect((await saved).suggestedFilename()).toBe('puma-among-pipes.zip');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a question that is cancelled ends at once, and the next one is answered', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await followed(browser, linkTo('puma-pipes'), SMALL);
  await answered(page);
  // as long as it gets: minutes
  await page.getByTestId('question').selectOption('batch');
  await page.getByTestId('batch-count').fill('100000');
  await page.getByTestId('ask').click();
  // what else goes wrong does not end it
  await dropOn(page, join(ROOT, 'package.json'));
  await page.getByTestId('error').waitFor();
  expect(await page.getByTestId('cancel').isVisible()).toBe(true);
  await page.getByTestId('cancel').click();
  await page.getByTestId('cancel').waitFor({ state: 'hidden' });
  await page.getByTestId('question').selectOption('first');
  await page.getByTestId('ask').click();
  expect((await answered(page)).answer?.result.status).toBe('contact');
  await begun(page, () => page.goto(linkTo('pick-and-place')));
  expect((await answered(page)).answer?.result.status).toBe('contact');
  expect(faults).toEqual([]);
});

test('the link of a page restores what was seen', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await followed(browser, linkTo('puma-pipes'), SMALL);
  await answered(page);
  await page.getByTestId('time-slider').fill('300');
  const { time, title } = await factsOf(page);
  await page.waitForFunction((wanted) => new URLSearchParams(location.hash.slice(1)).get('time') === wanted, String(time), LOOK);
  const second = await watchedPage(browser, SMALL);
  await second.page.goto(page.url());
  await answered(second.page);
  const restored = await factsOf(second.page);
  expect(restored.title).toBe(title);
  expect(restored.time).toBe(time);
  expect([...faults, ...second.faults]).toEqual([]);
  await second.page.context().close();
});
