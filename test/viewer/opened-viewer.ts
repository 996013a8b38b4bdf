import { type Browser, chromium, type Page } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

/** WebGL in software, also without a graphics card. */
const WEBGL_FLAGS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** A Chromium that draws; undefined where there is none. */
export async function openedChromium(): Promise<Browser | undefined> {
  const executablePath = await findChromium();
  if (executablePath === undefined) return undefined;
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...WEBGL_FLAGS], timeout: 0 });
}

/** What went on in a page while somebody looked at it. */
export interface Watched {
  readonly page: Page;
  /** Errors and warnings, of the console and uncaught. */
  readonly faults: string[];
  /** All addresses that were asked for, workers' too. */
  readonly asked: string[];
}

/** A new page in a window of its own: nothing is kept from others. */
export async function watchedPage(browser: Browser): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  const [faults, asked]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()}: ${message.text()}`);
  });
  context.on('request', (request) => asked.push(request.url()));
  return { page, faults, asked };
}

/** The viewer's own word on what it shows. */
export interface Facts {
  readonly title: string | null;
  readonly time: number;
  readonly isBusy: boolean;
  readonly markers: number;
  readonly frames: number;
  readonly answer: { readonly kind: string; readonly result: { readonly status: string; readonly time: number } } | null;
}

export function factsOf(page: Page): Promise<Facts> {
  return page.evaluate(() => {
    const { title, time, isBusy, markers, frames, answer } = (window as unknown as { inbetweenViewer: Facts }).inbetweenViewer;
    return { title, time, isBusy, markers, frames, answer };
  });
}

/** Once the first contact is told. */
export async function answered(page: Page): Promise<Facts> {
  await page.waitForFunction(() => {
    const { answer, isBusy } = (window as unknown as { inbetweenViewer: Facts }).inbetweenViewer ?? {};
    return answer?.kind === 'first' && !isBusy;
  });
  return factsOf(page);
}
