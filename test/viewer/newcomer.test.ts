// The way of somebody new, by the page alone: docs/guides/your-robot.md, step by step.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawn, LOOK } from '../support/shared/shared-chromium.ts';
import {
  answeredWithLanes,
  closePages,
  dropOn,
  ended,
  type Facts,
  factsOf,
  openedChromium,
  pixelsOf,
  SHARP,
  watchedPage,
} from './opened-viewer.ts';
import { BUILD_PATIENCE, built, ROOT, type Started, started } from './started-command.ts';

const PUMA = join(ROOT, 'examples/puma-cell');

let browser: Browser | undefined;
let running: Started | undefined;
let out = '';
beforeAll(async () => {
  await built();
  browser = await openedChromium();
  running = await started(['view', '--port', '0', '--no-open']);
  out = mkdtempSync(join(tmpdir(), 'inbetween-newcomer-'));
}, BUILD_PATIENCE);
afterAll(async () => {
  await closePages(browser);
  await running?.interrupt();
  rmSync(out, { recursive: true, force: true });
});

/** A package as people have it: two robots of one set of meshes, and which of their links may touch. */
function ownRobot(): string {
  const folder = join(out, 'my_robot');
  for (const part of ['urdf', 'srdf']) mkdirSync(join(folder, part), { recursive: true });
  cpSync(join(PUMA, 'meshes'), join(folder, 'meshes'), { recursive: true });
  writeFileSync(join(folder, 'package.xml'), '<package><name>my_robot</name></package>');
  const urdf = readFileSync(join(PUMA, 'puma.urdf'), 'utf8').replaceAll('filename="meshes/', 'filename="package://my_robot/meshes/');
  const srdf = readFileSync(join(PUMA, 'puma.srdf'), 'utf8');
  for (const [name, other] of ['puma', 'spare'].map(
    (one) => [one, (text: string) => text.replace('name="puma"', `name="${one}"`)] as const,
  )) {
    writeFileSync(join(folder, `urdf/${name}.urdf`), other(urdf));
    writeFileSync(join(folder, `srdf/${name}.srdf`), other(srdf));
  }
  return folder;
}

/** A wall beside it. */
function wall(): string {
  const path = join(out, 'wall.obj');
  writeFileSync(path, `${[-1, 1].flatMap((x) => [0, 2].map((z) => `v ${x} 0.4 ${z}`)).join('\n')}\nf 1 2 3\nf 2 3 4\n`);
  return path;
}

test('from the open page to a robot of one’s own that is checked, and a link that was sent: eight steps', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser, SHARP);
  const told = readFileSync(join(ROOT, 'docs/guides/your-robot.md'), 'utf8');
  const steps = [...told.matchAll(/^## \d\. (.+)$/gm)].map(([, title]) => title);

  // 1. Open the page: what it says of the way is what the guide says
  await page.goto(running.urls[0]);
  await ended(page);
  await page.getByTestId('open-help').click();
  expect(await page.locator('.steps b').allInnerTexts()).toEqual(steps);
  expect(steps.length).toBeLessThanOrEqual(8);
  await page.keyboard.press('Escape');

  // 2. Drop your robot, and what stands around it
  await dropOn(page, ownRobot(), wall());

  // 3. Say which file is meant
  const offered = page.getByTestId('choose-main').locator('option');
  await offered.first().waitFor({ state: 'attached' });
  expect(await offered.allInnerTexts()).toEqual(['puma.urdf (robot, in my_robot/urdf)', 'spare.urdf (robot, in my_robot/urdf)']);
  await page.getByTestId('choose-open').click();
  expect((await ended(page)).title).toBe('puma');

  // 4. Move it: its sliders are there at once
  expect(await page.getByTestId('tab-move').getAttribute('aria-selected')).toBe('true');
  const pull = async (degrees: number) => {
    await page.getByTestId('joint-number-0').fill(String(degrees));
    await page.getByTestId('joint-number-0').press('Enter');
    await page.waitForFunction(
      () => !(window as unknown as { inbetweenViewer: { isMoving: boolean } }).inbetweenViewer.isMoving,
      undefined,
      LOOK,
    );
  };
  await pull(-20);
  expect(await page.getByTestId('jog-status').innerText()).toBe('Free, and the way there was: proven.');
  await page.getByTestId('stops').uncheck();
  await pull(90);

  // 5. Make a path: it is checked at once
  await page.getByTestId('make-path').click();
  const sent = await answeredWithLanes(page);

  // 6. Read the answer
  expect(sent.answer?.result.status).toBe('contact');
  expect(await page.getByTestId('headline').innerText()).toMatch(/^Contact at t = 0\.\d+$/);
  expect(await page.locator('.result .arrow').innerText()).toMatch(/^normal \(.*\), to wall$/m);
  await page.getByTestId('to-start').click();
  await page.getByTestId('to-contact').click();
  expect((await factsOf(page)).time).toBe(sent.answer?.result.time);

  // 7. Share it
  await page.getByTestId('open-share').click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-files').click()]);
  const zip = join(out, saved.suggestedFilename());
  await saved.saveAs(zip);
  const link = await page.getByTestId('link-text').inputValue();
  await page.keyboard.press('Escape');
  await page.mouse.move(2, 2);
  await drawn(page);
  const clip = (await page.locator('canvas').first().boundingBox()) as { x: number; y: number; width: number; height: number };
  const seen = await pixelsOf(page, clip);
  expect(faults).toEqual([]);
  await page.context().close();

  // 8. Send both: somebody else opens the link, and is asked for the files
  const other = await watchedPage(browser, SHARP);
  await other.page.goto(link);
  expect(await other.page.getByTestId('warning').innerText()).toContain('puma.urdf');
  expect(await other.page.getByTestId('tab-gallery').getAttribute('aria-selected')).toBe('true');
  await dropOn(other.page, zip);
  const got = await answeredWithLanes(other.page);
  // but for the work that it took
  const found = ({ time, answer, configurations }: Facts) => [time, { ...answer?.result, stats: null }, configurations];
  expect(found(got)).toEqual(found(sent));
  await other.page.mouse.move(2, 2);
  await drawn(other.page);
  expect(Buffer.compare(await pixelsOf(other.page, clip), seen)).toBe(0);
  expect([await other.page.getByTestId('warning').count(), other.faults]).toEqual([0, []]);
  // who reloads it is asked again, and other files are told to be others
  await other.page.reload();
  await other.page.getByTestId('warning').waitFor();
  writeFileSync(join(out, 'wall.obj'), `${readFileSync(join(out, 'wall.obj'), 'utf8')}# another one\n`);
  await dropOn(other.page, join(out, 'my_robot'), join(out, 'wall.obj'));
  await answeredWithLanes(other.page);
  expect(await other.page.getByTestId('warning').innerText()).toMatch(/not the very files/);
  await other.page.context().close();
});
