import type { Browser, Page } from 'playwright';
import { pngPixels } from '../support/shared/png-pixels.ts';
import { LOOK, sharedChromium, WEBGL_FLAGS } from '../support/shared/shared-chromium.ts';

/** A Chromium that draws; undefined where there is none. */
export function openedChromium(): Promise<Browser | undefined> {
  return sharedChromium(WEBGL_FLAGS);
}

/** What a file leaves behind: the browser runs on, for the next one. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  for (const context of browser?.contexts() ?? []) await context.close();
}

/** What went on in a page while somebody looked at it. */
export interface Watched {
  readonly page: Page;
  /** Errors and warnings, of the console and uncaught. */
  readonly faults: string[];
  /** All addresses that were asked for, workers' too. */
  readonly asked: string[];
}

/** A window, and how many pixels a length of its layout has: 1 where it is not said. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor?: number;
}

/** Where pixels are looked at: half the processor time of the usual window, and the same layout. */
export const SHARP: Size = { width: 900, height: 560 };

/** The same of a quarter of the pixels, which in software are most of what a picture costs. */
export const SMALL: Size = { ...SHARP, deviceScaleFactor: 0.5 };

/** Where the processor puts the page together, the browser reads every picture back; the page itself must not (below). */
const STALL = /GPU stall due to ReadPixels/;

/** What rejects as soon as a page is past help: nobody need wait for what it will not show. */
const broken: WeakMap<Page, Promise<never>> = new WeakMap();

function whenBroken(page: Page): Promise<never> {
  const told = new Promise<never>((_, fail) => {
    page.on('crash', () => fail(new Error(`the page crashed: ${page.url()}`)));
    page.on('pageerror', (error) => fail(new Error(`the page ends with ${error}`)));
    page.on('response', (response) => {
      const isNeeded = ['document', 'script'].includes(response.request().resourceType());
      if (isNeeded && response.status() >= 400) fail(new Error(`the page does not load: ${response.status()} ${response.url()}`));
    });
  });
  // who waits for nothing need not know
  told.catch(() => {});
  return told;
}

/** Waits until the page says so, or is past help. */
async function until<T>(page: Page, isSo: (wanted: T) => boolean, wanted: T): Promise<void> {
  await Promise.race([page.waitForFunction(isSo as never, wanted, LOOK), broken.get(page)]);
}

/** A new page in a window of its own: nothing is kept from others. `isPhone`: it is touched. */
export async function watchedPage(browser: Browser, size: Size = { width: 1280, height: 800 }, isPhone = false): Promise<Watched> {
  const { width, height, deviceScaleFactor } = size;
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor, hasTouch: isPhone, isMobile: isPhone });
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  broken.set(page, whenBroken(page));
  const [faults, asked]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || message.type() === 'warning';
    if (isFault && !STALL.test(message.text())) faults.push(`${message.type()}: ${message.text()}`);
  });
  await page.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext;
    const { readPixels } = prototype;
    prototype.readPixels = function (...args: unknown[]) {
      console.warn('the page reads pixels back, and waits for them');
      readPixels.apply(this, args as never);
    };
  });
  context.on('request', (request) => asked.push(request.url()));
  return { page, faults, asked };
}

let shared: Watched | undefined;

/**
 * A link, followed in the page that the tests of a file have in common: another page costs five seconds of processor time, most of them
 * for graphics programs that are the same. What was opened, moved or chosen before is gone, as for whoever follows a link.
 */
export async function followed(browser: Browser, link: string, size?: Size): Promise<Watched> {
  if (shared === undefined || shared.page.isClosed()) shared = await watchedPage(browser, size);
  for (const list of [shared.faults, shared.asked]) list.length = 0;
  const { page } = shared;
  await begun(page, () => page.goto(link));
  return shared;
}

/** A program of the page, its workers' too, by its name (behind which are eight letters): it comes when the function that is given is called. */
export async function heldProgram(page: Page, name: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route(new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`), async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The viewer's own word on what it shows. */
export interface Facts {
  readonly title: string | null;
  readonly time: number;
  /** Something is being opened, chosen from a drop, or asked. */
  readonly isBusy: boolean;
  /** How often something was begun to be opened, or dropped. */
  readonly begun: number;
  /** Something is on its way to where it was pulled by hand. */
  readonly isMoving: boolean;
  readonly markers: number;
  readonly frames: number;
  /** Calls to the graphics card for the last picture. */
  readonly drawCalls: number;
  readonly answer: { readonly kind: string; readonly result: { readonly status: string; readonly time: number } } | null;
  readonly triangles: number;
  readonly paths: readonly string[];
  /** Of the path that is shown, where it was made in the page. */
  readonly asked: { readonly waypoints?: readonly (readonly number[])[] } | null;
  readonly configurations: Readonly<Record<string, readonly number[]>>;
  readonly jog: { readonly status: string; readonly pair: string; readonly slides: number } | null;
  readonly treeEdges: number;
  readonly handlePose: { readonly position: [number, number, number]; readonly quaternion: [number, number, number, number] } | null;
  /** In pixels of the picture. */
  readonly handleOnScreen: { readonly x: number; readonly y: number } | null;
  readonly contactOnScreen: { readonly x: number; readonly y: number } | null;
}

export function factsOf(page: Page): Promise<Facts> {
  return page.evaluate(() => {
    // without the source, which may hold megabytes of files
    const { source, ...facts } = (window as unknown as { inbetweenViewer: Facts & { source: unknown } }).inbetweenViewer;
    return facts;
  });
}

/**
 * Does what opens something in a page that is there, and waits until that is begun: a link that is followed, or a drop, is told to the
 * page later, and until then what was there before looks like what comes of it. From then on `isBusy` tells.
 */
export async function begun(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = await page.evaluate(() => (window as { inbetweenViewer?: Facts }).inbetweenViewer?.begun ?? 0);
  await act();
  await until(page, (count) => ((window as { inbetweenViewer?: Facts }).inbetweenViewer?.begun ?? 0) > count, before);
}

/** Once nothing is being opened or asked. */
export async function ended(page: Page): Promise<Facts> {
  await until(page, () => (window as { inbetweenViewer?: Facts }).inbetweenViewer?.isBusy === false, undefined);
  return factsOf(page);
}

/** Once the first contact is told. */
export async function answered(page: Page): Promise<Facts> {
  await until(
    page,
    () => {
      const { answer, isBusy } = (window as unknown as { inbetweenViewer: Facts }).inbetweenViewer ?? {};
      return answer?.kind === 'first' && !isBusy;
    },
    undefined,
  );
  return factsOf(page);
}

/** Once all that a contact shows is there: lanes of the time line come after the answer, and take room from the picture. */
export async function answeredWithLanes(page: Page): Promise<Facts> {
  await answered(page);
  await page.getByTestId('lanes').locator(':scope > *').first().waitFor();
  return factsOf(page);
}

/** Files and folders of the disk, dropped on the page as a person does: the browser makes the events and their entries. */
export async function dropOn(page: Page, ...paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  await begun(page, async () => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  });
  await session.detach();
}

/** A rectangle of the page as it looks: red, green, blue and 255 of every pixel, one after the other. */
export async function pixelsOf(page: Page, clip: { x: number; y: number; width: number; height: number }): Promise<Buffer> {
  return pngPixels(await page.screenshot({ clip }));
}
