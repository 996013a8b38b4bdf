import type { Page } from 'playwright';
import { beforeAll, expect, type TestContext, test } from 'vitest';
import { pumaCell } from '../../../../scenes/index.ts';
import { heldMotion, Scene } from '../../../../src/index.ts';
import { cellReportPage } from '../../../../src/report/index.ts';
import { LOOK } from '../../../support/shared/shared-chromium.ts';
import { jump, type OpenedPage, offlinePages, pictureOf } from '../offline-pages.ts';

const open = offlinePages();
const pages: Record<string, string> = {};
beforeAll(() => {
  const cell = pumaCell();
  const [robot] = cell.robots;
  const { workpiece } = cell;
  const scene = new Scene({
    robots: cell.robots,
    obstacles: cell.obstacles,
    bodies: [{ name: workpiece.name, shape: workpiece.shape, pose: workpiece.pose }],
    self: cell.self,
  });
  for (const { free, waypoints, name } of cell.paths) {
    const motions = {
      [robot.name]: robot.trajectory(waypoints.map((positions, k) => ({ time: 2 * k, positions }))),
      workpiece: heldMotion([{ by: workpiece.by, from: workpiece.from, to: workpiece.to, onto: [workpiece.onto] }]),
    };
    const options = { tolerance: cell.touch };
    const result = scene.firstContact(motions, options);
    expect(result.status).toBe(free ? 'free' : 'contact');
    const intervals = scene.contactIntervals(motions, options);
    const clearance = scene.clearance(motions);
    pages[result.status] = cellReportPage({
      title: name,
      scene,
      motions,
      result,
      intervals,
      clearance,
      options,
      milliseconds: 1,
      version: '0',
    });
  }
});

function opened(skip: TestContext['skip'], which: 'contact' | 'free', before?: (page: Page) => Promise<unknown>): Promise<OpenedPage> {
  return open(skip, pages[which], { before });
}

/** How many pixels of two pictures differ, and how many colours the first one has. */
async function compared(page: Page, one: string, other: string): Promise<{ readonly differing: number; readonly colors: number }> {
  return page.evaluate(
    async (images) => {
      const [a, b] = await Promise.all(
        images.map(async (data) => {
          const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]));
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
          context.drawImage(image, 0, 0);
          return new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
        }),
      );
      return { differing: a.reduce((sum, pixel, i) => sum + (pixel === b[i] ? 0 : 1), 0), colors: new Set(a).size };
    },
    [one, other],
  );
}

const timeShown = (page: Page) => page.locator('#time').inputValue().then(Number);

test('draws the cell at the contact, and the slider moves the robot', async ({ skip }) => {
  const { page, finish } = await opened(skip, 'contact');
  expect(await page.locator('#message').isHidden()).toBe(true);
  expect(await page.locator('#now-text').innerText()).toMatch(/segment 4, 43 % · 8\.8\d\d s\s+first contact\s+workpiece – post/);
  const first = await pictureOf(page);
  await page.locator('#time').fill('1.5');
  expect(await page.locator('#now-text').innerText()).toMatch(/t = 1\.5000\s+segment 1, 50 %/);
  const { differing, colors } = await compared(page, first, await pictureOf(page));
  expect(colors).toBeGreaterThan(2000);
  expect(differing).toBeGreaterThan(2000);
  await page.locator('#time').fill('7');
  expect(await page.locator('#now-text').innerText()).toContain('past the first contact');
  await finish();
});

test('each button and switch changes the picture', async ({ skip }) => {
  const { page, finish } = await opened(skip, 'contact');
  let before = await pictureOf(page);
  const changed = async (what: string) => {
    // views are flown to in less than half a second
    await jump(page, 600);
    const after = await pictureOf(page);
    const { differing } = await compared(page, before, after);
    expect([what, differing > 200]).toEqual([what, true]);
    before = after;
  };
  for (const id of ['closer', 'all', 'whole']) {
    await page.click(`#${id}`);
    await changed(id);
  }
  for (const id of ['ghosts', 'trace', 'rest']) {
    await page.uncheck(`#${id}`);
    await changed(id);
  }
  await page.check('#rest');
  await changed('surroundings again');
  for (const id of ['glass']) {
    await page.check(`#${id}`);
    await changed(id);
  }
  await page.click('#theme');
  await changed('theme');
  await page.locator('#picture').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  await changed('keys');
  await finish();
});

test('plays up to the contact and goes back to it', async ({ skip }) => {
  const { page, finish } = await opened(skip, 'contact');
  const contact = await timeShown(page);
  await page.locator('#time').fill('3.3');
  await page.click('#play');
  await page.waitForFunction(() => Number((document.getElementById('time') as HTMLInputElement).value) > 3.31, undefined, LOOK);
  await jump(page, 60_000);
  await page.waitForFunction(() => document.querySelector('#now-text')?.textContent?.includes('first contact'), undefined, LOOK);
  await page.locator('#time').fill('6');
  await page.click('#closer');
  expect(await timeShown(page)).toBe(contact);
  await finish();
});

test('the curve tells what is under the pointer, and a press goes there', async ({ skip }) => {
  const { page, finish } = await opened(skip, 'free');
  await page.locator('#curve').scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await page.locator('#curve').boundingBox())!;
  await page.mouse.move(x + 0.25 * width, y + height / 2);
  expect(await page.locator('#tip').innerText()).toMatch(/^t = 2\.5\d* \(segment 2, \d+ % · 5\.\d+ s\)\ndistance ≈ [\d.]+ m\n\S+ – \S+$/);
  await page.mouse.click(x + 0.25 * width, y + height / 2);
  expect(await timeShown(page)).toBeCloseTo(2.5, 1);
  await page.mouse.move(5, 5);
  expect(await page.locator('#tip').isHidden()).toBe(true);
  await finish();
});

test('without WebGL it says so; curve, slider and results still work', async ({ skip }) => {
  const { page, finish } = await opened(skip, 'free', (fresh) =>
    fresh.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    }),
  );
  expect(await page.locator('#message').innerText()).toContain('no WebGL');
  expect(await page.locator('h1').innerText()).toContain('Free');
  await page.locator('#time').fill('0.5');
  expect(await page.locator('#now-text').innerText()).toContain('0.5000');
  expect(await page.locator('#curve').isVisible()).toBe(true);
  await finish();
});

test('nothing is wider than a phone', async ({ skip }) => {
  const { page, finish } = await opened(skip, 'contact');
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 460 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await finish();
});
