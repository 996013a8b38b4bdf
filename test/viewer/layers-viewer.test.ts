import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stagesOf } from '../../src/methods/index.ts';
import { pumaAmongPipes } from '../../viewer/src/source/gallery/robots.ts';
import { drawn, LOOK } from '../support/shared/shared-chromium.ts';
import { answeredWithLanes, closePages, followed, openedChromium, SHARP, type Watched } from './opened-viewer.ts';
import { BUILD_PATIENCE, built, type Started, started } from './started-command.ts';

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

interface Searched {
  readonly segment: number | null;
  readonly pairs: readonly { readonly outcome: string }[];
  readonly boxes: number;
  readonly keptBoxes: number;
  readonly volumes: number;
  readonly keptVolumes: number;
  readonly zone: {
    readonly level: string;
    readonly triangles: number;
    readonly onScreen: { readonly x: number; readonly y: number };
  } | null;
}

interface Axes {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

/** null: there is no Chromium here. */
async function opened(id: string): Promise<Watched | null> {
  if (browser === undefined || running === undefined) return null;
  return followed(browser, `${running.urls[0]}#source=gallery&id=${id}`, SHARP);
}

function searched(page: Page): Promise<Searched> {
  return page.evaluate(() => (window as unknown as { inbetweenViewer: { search: Searched } }).inbetweenViewer.search);
}

/** Goes to a share of the time line, and waits for the picture of it. */
async function goTo(page: Page, share: number): Promise<void> {
  await page.evaluate((x) => {
    const slider = document.querySelector('.timeline input[type=range]') as HTMLInputElement;
    slider.value = String(Number(slider.min) + (Number(slider.max) - Number(slider.min)) * x);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, share);
  await drawn(page);
}

/** How many pixels around a place of the picture, or of all of it, are about the colour of a variable of the style sheet. */
async function coloured(page: Page, name: string, place: { readonly x: number; readonly y: number } | null, around = 25): Promise<number> {
  const canvas = page.locator('.stage canvas');
  const { x, y, width, height } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  const clip =
    place === null ? { x, y, width, height } : { x: x + place.x - around, y: y + place.y - around, width: 2 * around, height: 2 * around };
  const picture = (await page.screenshot({ clip, timeout: 0 })).toString('base64');
  return page.evaluate(
    async ([data, variable]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const flat = document.createElement('canvas');
      [flat.width, flat.height] = [image.width, image.height];
      const context = flat.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${variable}`).trim();
      context.fillRect(0, 0, 1, 1);
      const wanted = [...context.getImageData(0, 0, 1, 1).data];
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, flat.width, flat.height);
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) if ([0, 1, 2].every((k) => Math.abs(pixels[i + k] - wanted[k]) < 24)) count++;
      return count;
    },
    [picture, name] as const,
  );
}

test('puma-pipes: the stages of the shown segment are those of the library, drawn in their colours, listed, and hovered both ways', async ({
  skip,
}) => {
  const watched = await opened('puma-pipes');
  if (watched === null) return skip('no Chromium here');
  const { page, faults } = watched;
  await answeredWithLanes(page);
  await page.getByRole('tab', { name: 'Layers' }).click();
  await drawn(page);
  const before = await coloured(page, 'kept', null);
  for (const layer of ['boxes', 'volumes', 'candidates']) await page.getByTestId(`layer-${layer}`).check();
  await goTo(page, 0.92);
  await page.waitForFunction(
    () => (window as unknown as { inbetweenViewer: { search: Searched } }).inbetweenViewer.search.segment === 5,
    undefined,
    LOOK,
  );
  await drawn(page);
  const { scene, paths } = pumaAmongPipes();
  const known = stagesOf(scene, paths[0].motions, { segment: 5, apart: true });
  const shown = await searched(page);
  const keptOf = (list: readonly { readonly kept: boolean }[]) => list.filter(({ kept }) => kept).length;
  expect(shown.pairs).toEqual(known.pairs.map(({ a, b, outcome }) => ({ a, b, outcome })));
  expect([shown.boxes, shown.keptBoxes]).toEqual([known.boxes.length, keptOf(known.boxes)]);
  expect([shown.volumes, shown.keptVolumes]).toEqual([known.volumes.length, keptOf(known.volumes)]);
  expect((await coloured(page, 'kept', null)) - before).toBeGreaterThan(1000);
  const candidates = page.getByTestId('candidates').getByTestId('stage-pair');
  expect(await candidates.allTextContents()).toEqual(
    known.pairs.filter(({ outcome }) => outcome === 'candidate').map(({ a, b }) => `${a.link}, ${b[0].body}`),
  );
  await candidates.first().hover();
  const pair = (await candidates.first().textContent()) ?? '';
  await page.getByTestId('hovered').filter({ hasText: pair }).waitFor();
  // from the picture to the list in less time than the picture takes to look under the pointer
  const kept = await candidates.first().evaluate(async (item) => {
    const canvas = document.querySelector('.stage canvas');
    canvas?.dispatchEvent(new PointerEvent('pointermove', { clientX: 300, clientY: 300 }));
    canvas?.dispatchEvent(new PointerEvent('pointerleave'));
    item.dispatchEvent(new PointerEvent('pointerenter'));
    // timers of one length end in the order in which they were begun, this one after that of the picture
    await new Promise((next) => setTimeout(next, 60));
    return document.querySelector('[data-testid=hovered]')?.textContent;
  });
  expect(kept).toBe(pair);
  // from the picture to the list: what has its frame under the pointer is named, and its pairs are marked
  await page.getByTestId('layer-frames').check();
  const axes = await page.evaluate(() => (window as unknown as { inbetweenViewer: { axes: readonly Axes[] } }).inbetweenViewer.axes);
  expect(axes.map(({ key }) => key)).toEqual(expect.arrayContaining(['pipe-36', `${scene.robots[0].name}/ball`]));
  const ball = axes.find(({ key }) => key.endsWith('/ball')) as Axes;
  const canvas = (await page.locator('.stage canvas').boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(canvas.x + ball.x, canvas.y + ball.y);
  await page.waitForFunction(() => /^[^,]+$/.test(document.querySelector('[data-testid=hovered]')?.textContent ?? ''), undefined, LOOK);
  const name = (await page.getByTestId('hovered').textContent()) ?? '';
  // several frames may begin in one place
  const there = axes.filter(({ x, y }) => Math.hypot(x - ball.x, y - ball.y) < 2).map(({ key }) => key.split('/').pop());
  expect(there).toContain(name);
  const listed = await page.getByTestId('stage-pair').allTextContents();
  expect(await page.locator('[data-testid=stage-pair].marked').allTextContents()).toEqual(
    listed.filter((text) => text.startsWith(`${name}, `)),
  );
  // another segment is another answer, and none of it stays when it is switched off
  await goTo(page, 0.05);
  await page.waitForFunction(
    () => (window as unknown as { inbetweenViewer: { search: Searched } }).inbetweenViewer.search.segment === 0,
    undefined,
    LOOK,
  );
  for (const layer of ['boxes', 'volumes', 'candidates']) await page.getByTestId(`layer-${layer}`).uncheck();
  expect(await searched(page)).toMatchObject({ segment: null, boxes: 0, volumes: 0 });
  // switched off while it is asked for: nothing of it is ever told
  await goTo(page, 0.92);
  await page.evaluate(() => {
    const [panel, box] = ['stages', 'layer-boxes'].map((id) => document.querySelector(`[data-testid=${id}]`) as HTMLElement);
    const told: string[] = [];
    new MutationObserver(() => told.push(panel.textContent ?? '')).observe(panel, { childList: true });
    Object.assign(window, { told });
    for (let k = 0; k < 2; k++) box.click();
  });
  await goTo(page, 0.05);
  await page.getByTestId('layer-boxes').check();
  await page.waitForFunction(
    () => (window as unknown as { inbetweenViewer: { search: Searched } }).inbetweenViewer.search.segment === 0,
    undefined,
    LOOK,
  );
  const told = await page.evaluate(() => (window as unknown as { told: readonly string[] }).told);
  expect(told.filter((text) => text.includes('Segment 6'))).toEqual([]);
  await page.getByTestId('layer-boxes').uncheck();
  await page.getByTestId('layer-clearance').check();
  await drawn(page);
  expect(faults).toEqual([]);
});

test('coins: the boxes of the broad phase, and which of them meet', async ({ skip }) => {
  const watched = await opened('coins');
  if (watched === null) return skip('no Chromium here');
  const { page, faults } = watched;
  await page.waitForFunction(() => document.title.startsWith('Coins'), undefined, LOOK);
  await page.getByRole('tab', { name: 'Layers' }).click();
  await page.getByTestId('layer-boxes').check();
  await goTo(page, 0);
  const first = await searched(page);
  await goTo(page, 0.5);
  const later = await searched(page);
  expect([first.boxes, later.boxes]).toEqual([9, 9]);
  expect(later.keptBoxes).toBeGreaterThan(first.keptBoxes);
  expect(await coloured(page, 'kept', null)).toBeGreaterThan(100);
  await page.getByTestId('stage-pair').first().hover();
  await page
    .getByTestId('hovered')
    .filter({ hasText: /coin \d/ })
    .waitFor();
  expect(faults).toEqual([]);
});

test('drilling: the zone of a contact is painted before it happens, and by how near it is', async ({ skip }) => {
  const watched = await opened('drilling');
  if (watched === null) return skip('no Chromium here');
  const { page, faults } = watched;
  await page.waitForFunction(() => document.title.startsWith('Drilling'), undefined, LOOK);
  await goTo(page, 0);
  expect((await searched(page)).zone).toBe(null);
  for (const [share, level, variable] of [
    [0.3, 'considered', 'kept'],
    [0.45, 'contact', 'hit'],
  ] as const) {
    await goTo(page, share);
    const { zone } = await searched(page);
    expect(zone?.level).toBe(level);
    expect(zone?.triangles).toBeGreaterThan(0);
    expect(await page.getByTestId('jog-note').textContent()).toContain(level);
    expect(await coloured(page, variable, zone?.onScreen ?? null)).toBeGreaterThan(20);
  }
  expect(faults).toEqual([]);
});

test('pick-and-place: clearance as colour shows the two that touch, at their contact and after it was left', async ({ skip }) => {
  const watched = await opened('pick-and-place');
  if (watched === null) return skip('no Chromium here');
  const { page, faults } = watched;
  await answeredWithLanes(page);
  const tinted = (count: number) =>
    page.waitForFunction((n) => (window as unknown as { inbetweenViewer: Tinted }).inbetweenViewer.tinted.length === n, count, LOOK);
  const who = () => page.evaluate(() => (window as unknown as { inbetweenViewer: Tinted }).inbetweenViewer.tinted);
  await page.getByRole('tab', { name: 'Layers' }).click();
  await page.getByTestId('layer-clearance').check();
  expect(await who()).toEqual(['workpiece', 'post']);
  // elsewhere the closest two are looked for, as long as it takes
  await goTo(page, 0.3);
  await tinted(2);
  expect(await who()).not.toContain('post');
  await page.getByTestId('to-contact').click();
  expect(await who()).toEqual(['workpiece', 'post']);
  await page.getByTestId('layer-clearance').uncheck();
  await tinted(0);
  expect(faults).toEqual([]);
});

interface Tinted {
  readonly tinted: readonly string[];
}
