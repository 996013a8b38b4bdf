import { type Browser, chromium, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../../scripts/chromium.mjs';
import { softwareGl } from '../../../scripts/software-vulkan.mjs';

/** WebGL in software, also without a graphics card; what else is on the page is put together by the processor: half of what a picture took. */
export const WEBGL_FLAGS: readonly string[] = [...softwareGl(), '--disable-gpu-compositing'];

/**
 * How often a page is asked whether it is so far, in milliseconds. Playwright by itself asks at every frame, for which Chromium then
 * draws: of what a page costs in software that was a third.
 */
export const LOOK: { readonly polling: number } = { polling: 50 };

/**
 * Once a page has drawn what it was told to draw before, and has been told of the pointer: both wait for the next frame, and what
 * changes the size of a picture in that frame has it drawn again in the one after.
 */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

const running: Map<string, Promise<Browser>> = new Map();

/**
 * The Chromium of these flags, one for all files of a process: starting it and compiling its first shaders takes as long as many a
 * test. Undefined where there is none. Nobody closes it, it ends with the process; a test closes the contexts that it opened.
 */
export async function sharedChromium(flags: readonly string[] = []): Promise<Browser | undefined> {
  const executablePath = await findChromium();
  if (executablePath === undefined) return undefined;
  const key = JSON.stringify([executablePath, flags]);
  const browser = await running.get(key);
  if (browser?.isConnected()) return browser;
  // only a test's own limit counts
  const started = chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags], timeout: 0 });
  running.set(key, started);
  return started;
}
