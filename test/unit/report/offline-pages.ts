import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, type TestContext } from 'vitest';
import { LOOK, sharedChromium, WEBGL_FLAGS } from '../../support/shared/shared-chromium.ts';

export interface OpenedPage {
  readonly page: Page;
  /** Closes it; any error, or request beyond the file itself, fails the test here. */
  readonly finish: () => Promise<void>;
}

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  /** What to do before the page is loaded. */
  readonly before?: (page: Page) => Promise<unknown>;
}

export type OpenPage = (skip: TestContext['skip'], html: string, options?: OpenOptions) => Promise<OpenedPage>;

/** What a page calls the time; see `jump`. */
interface JumpingClock {
  jumpedBy: number;
}

/** Chromium for the tests of one file; skips where there is none. Pages are opened from files, once their picture is there, if they have one. */
export function offlinePages(): OpenPage {
  let browser: Browser | undefined;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inbetween-page-'));
    browser = await sharedChromium(WEBGL_FLAGS);
  });
  afterAll(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return async (skip, html, { width = 480, height = 460, before } = {}) => {
    if (browser === undefined) return skip('no Chromium here (CHROME_PATH)') as never;
    const path = join(folder, 'page.html');
    writeFileSync(path, html);
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
    page.on('request', (request) => /^(file|data):/.test(request.url()) || faults.push(`asks for ${request.url()}`));
    await page.addInitScript(() => {
      const clock = Object.assign(globalThis, { jumpedBy: 0 });
      const now = performance.now.bind(performance);
      performance.now = () => now() + clock.jumpedBy;
    });
    await before?.(page);
    await page.goto(pathToFileURL(path).href);
    await page.waitForFunction(
      () => document.getElementById('stage') === null || document.querySelector('#now-text b') !== null,
      undefined,
      LOOK,
    );
    const finish = async () => {
      await context.close();
      expect(faults.filter((text) => !/GPU stall|swiftshader/i.test(text))).toEqual([]);
    };
    return { page, finish };
  };
}

/** So many milliseconds pass for the page at once: a flight lands, what is played ends, without drawing all that is between. */
export async function jump(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((by) => {
    (globalThis as unknown as JumpingClock).jumpedBy += by;
  }, milliseconds);
}

/** Leaves the room of what it is, but shows nothing there; a page takes no style element from outside. */
export async function hide(page: Page, selector: string): Promise<void> {
  await page.evaluate((which) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${which} { visibility: hidden }`);
    document.adoptedStyleSheets = [sheet];
  }, selector);
}

/** The picture as it is on the screen, base64 of a PNG. */
export async function pictureOf(page: Page): Promise<string> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return (await page.locator('#picture').screenshot()).toString('base64');
}

/** Of a picture: how many colours there are, and how many pixels are as red as what is in contact. */
export async function coloursOf(page: Page, picture: string): Promise<{ readonly colors: number; readonly red: number }> {
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
    const colors = new Set<number>();
    let red = 0;
    for (let i = 0; i < bytes.length; i += 4) {
      colors.add(bytes[i] * 65536 + bytes[i + 1] * 256 + bytes[i + 2]);
      if (bytes[i] > 120 && bytes[i + 1] < 0.35 * bytes[i] && bytes[i + 2] < 0.55 * bytes[i]) red++;
    }
    return { colors: colors.size, red };
  }, picture);
}
