import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doors } from '../../scripts/doors.mjs';
import { findEngines } from '../../scripts/reliability/engines.mjs';
import { PLOTTED } from '../../scripts/site/plots.mjs';
import { Scene } from '../../src/index.ts';
import { readCell, readCellMotions } from '../../src/io/index.ts';
import { files } from '../../src/node/index.ts';
import { ROOT, ran } from '../package/installed-package.ts';
import { axeFindings, inTheme } from '../support/shared/axe-findings.ts';
import { drawn, LOOK } from '../support/shared/shared-chromium.ts';
import { startedFirefox } from '../viewer/marionette.ts';
import { closePages, openedChromium, type Watched, watchedPage } from '../viewer/opened-viewer.ts';
import { OUTSIDE } from './outside-hosts.ts';
import { runGuides } from './run-guides.ts';
import { RUN_EXAMPLES, type RunExample, servedSite } from './served-site.ts';

// It takes some 25 s on an idle core.
const PATIENCE = 600_000;
/** Bytes, without scenes: those of the gallery with what records them and their small pictures, the cell of the front page. */
const MOST = 15.6e6;
/** A quarter of the pixels: nobody asks how sharp a picture is. */
const HALF_SHARP = { width: 1280, height: 800, deviceScaleFactor: 0.5 };
const SCENES =
  /^gallery\/(assets\/(recordings|tool-session|robots|rigid|cells)-|.*\.(webp|png|jpg)$)|^assets\/front\.json$|^examples\/puma-cell\//;

let folder: string;
let all: string[];
let pages: string[];
/** Files that documents link to, as they are in the repository: what they link to in turn must have come along. */
let copies: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inbetween-site-'));
  // Fails with what typedoc complains about.
  await ran(process.execPath, ['scripts/site/site.mjs', folder], ROOT);
  all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  pages = all.filter((name) => name.endsWith('.html') && !name.startsWith('docs/media/'));
  copies = all.filter((name) => /^docs\/media\/.*\.(html|md)$/.test(name));
}, PATIENCE);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (page: string) => readFileSync(join(folder, page), 'utf8');

/** What the pages' own scripts read: kept as compressed text, so that it loads from the disk. */
function unpacked<T>(script: string, name: string): T {
  const packed = new RegExp(`window\\.${name} = "([^"]+)"`).exec(read(script));
  return JSON.parse(inflateSync(Buffer.from(packed?.[1] ?? '', 'base64')).toString());
}

const idsOf = new Map<string, Set<string>>();
function hasId(page: string, id: string): boolean {
  const ids = idsOf.get(page) ?? new Set([...read(page).matchAll(/\sid="([^"]*)"/g)].map(([, found]) => found));
  idsOf.set(page, ids);
  return ids.has(id) || ids.has(decodeURIComponent(id));
}

/** Why an address on a page leads nowhere, or null. */
function addressFault(page: string, address: string): string | null {
  if (address.startsWith('data:')) return null;
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(address)) {
    return URL.canParse(address) && OUTSIDE.has(new URL(address).host) ? null : 'leads outside';
  }
  const [path, id] = address.split('#');
  const goal = path === '' ? page : posix.join(dirname(page), decodeURIComponent(path.split('?')[0]));
  if (!existsSync(join(folder, goal)) || !statSync(join(folder, goal)).isFile()) return 'no such file';
  return id === undefined || id === '' || !goal.endsWith('.html') || hasId(goal, id) ? null : 'no such place on that page';
}

describe('the files of npm run site', () => {
  test('every door has a page under the name it is imported by', () => {
    for (const { name } of doors()) {
      const page = `docs/modules/${name.replaceAll('/', '_')}.html`;
      expect(existsSync(join(folder, page)), page).toBe(true);
      expect(read(page)).toContain(`<h1>Module ${name}`);
    }
  });

  test('every address leads to a file, every anchor to its place, none outside', () => {
    let count = 0;
    const faults = pages.flatMap((page) =>
      [...read(page).matchAll(/\s(?:href|src)="([^"]*)"/g)].flatMap(([, raw]) => {
        count++;
        const address = raw.replaceAll('&amp;', '&');
        const fault = addressFault(page, address);
        return fault === null ? [] : [`${page}: ${address}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(1000);
  });

  test('so does every address in a file that a document links to', () => {
    const faults = copies.flatMap((copy) =>
      [...read(copy).matchAll(copy.endsWith('.md') ? /\]\(([^)\s]+)\)/g : /\s(?:href|src|path)="([^"]*)"/g)].flatMap(([, address]) => {
        const fault = address.startsWith('#') ? null : addressFault(copy, address);
        return fault === null ? [] : [`${copy}: ${address}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  test('so do the navigation and the search of the reference', () => {
    interface Entry {
      readonly path?: string;
      readonly url?: string;
      readonly children?: readonly Entry[];
    }
    const addresses = (entries: readonly Entry[]): string[] =>
      entries.flatMap(({ path, url, children = [] }) => [path ?? url ?? [], addresses(children)].flat());
    const navigation = addresses(unpacked<Entry[]>('docs/assets/navigation.js', 'navigationData'));
    const search = addresses(unpacked<{ rows: Entry[] }>('docs/assets/search.js', 'searchData').rows);
    expect(navigation.length).toBeGreaterThan(100);
    expect(search.length).toBeGreaterThan(500);
    const faults = [...navigation, ...search].flatMap((address) => {
      const fault = addressFault('docs/index.html', address);
      return fault === null ? [] : [`${address}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  test('every page has the policy, and nothing in it that the policy would refuse; nothing is fetched from elsewhere', () => {
    const faults = pages.filter((page) => {
      const html = read(page);
      const refused = /<script(?![^>]*\ssrc=)|<style\b|\sstyle="|\son[a-z]+="/i.test(html.replace(/<code[\s\S]*?<\/code>/g, ''));
      const foreign = /<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)="(?:[a-z]+:)?\/\//i.test(html);
      return (
        refused ||
        foreign ||
        !/<head>\s*<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self';/.test(html)
      );
    });
    expect(faults).toEqual([]);
    const styles = all.filter((name) => name.endsWith('.css') && !name.startsWith('docs/media/'));
    expect(styles.length).toBeGreaterThan(3);
    for (const style of styles) expect(read(style)).not.toMatch(/@import|url\(\s*["']?(?:https?:)?\/\//);
  });

  test('every plot is drawn beside its table', () => {
    const drawings = pages.flatMap((page) => [
      ...read(page).matchAll(/<figure class="plot">[\s\S]*?<svg[^>]*aria-label="([^:"]*(?::[^:"]*)?): [^"]*"/g),
    ]);
    expect(drawings.map(([, title]) => title).sort()).toEqual([...PLOTTED].sort());
  });

  test('without scenes it is below 15.6 MB', () => {
    const counted = all.filter((name) => !SCENES.test(name)).map((name) => statSync(join(folder, name)));
    expect(all.filter((name) => SCENES.test(name)).length).toBeGreaterThan(20);
    expect(counted.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)).toBeLessThan(MOST);
  });
});

describe('the site in a browser, below a folder of a server', () => {
  let browser: Browser | undefined;
  let site: Awaited<ReturnType<typeof servedSite>>;
  let watched: Watched;
  beforeAll(async () => {
    site = await servedSite(folder);
    browser = await openedChromium();
    if (browser !== undefined) watched = await watchedPage(browser, HALF_SHARP);
  });
  afterAll(async () => {
    await closePages(browser);
    site.close();
  });

  /** One page for all: what it says in its console, and whom it asks, is looked at after each test. */
  async function opened(path: string): Promise<Page> {
    await watched.page.goto(site.address + path);
    return watched.page;
  }
  function expectCalm(): void {
    // react-three-fiber asks three for a clock that three has replaced
    expect(watched.faults.splice(0).filter((text) => !text.includes('THREE.Clock: This module has been deprecated'))).toEqual([]);
    expect(watched.asked.splice(0).filter((address) => !address.startsWith(site.address) && !/^(blob|data):/.test(address))).toEqual([]);
  }

  const pictureProgram = () => `${site.address}${all.find((name) => /^assets\/chunks\/picture-\w+\.js$/.test(name))}`;

  /** Entries of the navigation, which is the same on every page of the reference, but for those on the way to the page's own; rows. */
  const ENTRIES = '#tsd-nav-container li:not(:has(.current))';
  const ROWS = 'tbody tr:nth-child(n + 9)';
  /** What is left out: of the 10,000 elements of the largest page 9,000 are such entries and rows. All of each kind are looked at once. */
  const leftOut = (path: string): string => {
    // there some of them are unfolded
    if (path === 'docs/classes/inbetween.Scene.html') return ROWS;
    return path === 'docs/documents/Planners.html' ? ENTRIES : `${ENTRIES}, ${ROWS}`;
  };
  const thinned = (page: Page, selector: string) =>
    page.evaluate((what) => {
      for (const one of document.querySelectorAll(what)) one.remove();
    }, selector);

  /** Light or dark, of a page that is open. */
  async function expectNothingByAxe(page: Page, path: string): Promise<void> {
    await inTheme(page, 'light');
    await thinned(page, leftOut(path));
    expect(await axeFindings(page)).toEqual([]);
    // entries and rows that are alike in one theme are so in the other
    await thinned(page, `${ENTRIES}, ${ROWS}`);
    await inTheme(page, 'dark');
    expect(await axeFindings(page, 'colours')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
  }

  test.each(runGuides())('every example of $name runs in its page and prints what the guide says', async ({ page: path, programs }) => {
    if (browser === undefined) return expect(browser).toBe(undefined);
    const page = await opened(path);
    const ran = (await page.evaluate(`(async () => {${RUN_EXAMPLES}})()`)) as RunExample[];
    expect(ran).toEqual(programs.map(({ promised }) => ({ printed: promised, state: 'same' })));
    // pictures are made once they are seen, here the last one
    await page.evaluate((address) => import(address), pictureProgram());
    const pictures = await page.locator('.told canvas').count();
    if (pictures > 0) {
      await page.locator('.told canvas').last().scrollIntoViewIfNeeded();
      await page.locator('.told:has(canvas)').last().locator('.playback').waitFor();
      await drawn(page);
    }
    if (pictures > 4) expect(await page.locator('.told .playback').count()).toBeLessThan(pictures);
    if (path === 'docs/documents/A_path_in_seconds.html') await expectNothingByAxe(page, path);
    expectCalm();
  });

  test('an example is edited, run, drawn, and stopped where it has no end', async ({ skip }) => {
    if (browser === undefined) return skip('no Chromium here');
    const page = await opened('docs/documents/First_contact_of_two_bodies.html');
    expect(watched.asked.some((address) => address.includes('/editor-'))).toBe(false);
    const bar = page.locator('.example-bar').first();
    const told = page.locator('.told').first();
    await bar.getByText('Run').click();
    await page.waitForFunction(() => document.querySelector('.told canvas') !== null, undefined, LOOK);
    await drawn(page);
    const colours = await told.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height }).getContext('2d');
      copy?.drawImage(canvas, 0, 0);
      return new Set(new Uint32Array(copy?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? new ArrayBuffer(0))).size;
    });
    expect(colours).toBeGreaterThan(50);
    const write = async (text: string) => {
      await page.locator('.editor .cm-content').first().click();
      await page.keyboard.press('ControlOrMeta+a');
      // letter by letter, as a person: text that a browser is told to insert gets styles of its own
      await page.keyboard.type(text);
      await page.keyboard.press('ControlOrMeta+Enter');
    };
    await bar.getByText('Edit').click();
    await page.locator('.editor .cm-content').waitFor();
    await write("import { sphere } from 'inbetween';\nconst n: number = sphere(1).triangleCount;\nconsole.log('leaves', n + 1);");
    await page.waitForFunction(() => (document.querySelector('.told') as HTMLElement).dataset.state === 'other', undefined, LOOK);
    expect(await told.locator('.printed').textContent()).toBe('leaves 2\n');
    await write("console.log('on and on');\nfor (;;) {}");
    await page.waitForFunction(() => document.querySelector('.told .printed')?.textContent === 'on and on\n', undefined, LOOK);
    await bar.getByText('Stop').click();
    expect(await told.locator('.note').innerText()).toBe('stopped');
    await expect.poll(() => page.workers().length, { timeout: 60_000 }).toBe(0);
    await write('const a = ;');
    await page.waitForFunction(() => (document.querySelector('.told') as HTMLElement).dataset.state === 'failed', undefined, LOOK);
    expect(await told.innerText()).toMatch(/SyntaxError/);
    expectCalm();
  });

  test('the front page answers as the library does, while the post is moved by a mouse', async ({ skip }) => {
    if (browser === undefined) return skip('no Chromium here');
    const cell = await readCell(files(join(ROOT, 'examples/puma-cell')), 'cell.json');
    const { motions } = await readCellMotions(files(join(ROOT, 'examples/puma-cell')), cell, 'across.csv');
    const scene = new Scene(cell);
    const page = await opened('index.html');
    const answered = () => page.evaluate(() => document.documentElement.dataset.answered);
    const settled = async () => {
      const [x, y] = await Promise.all(['#post-x', '#post-y'].map(async (id) => Number(await page.locator(id).inputValue())));
      scene.moveObstacle('post', { position: [x, y, 0] });
      const { status, time } = scene.firstContact(motions);
      await page.waitForFunction((said) => document.documentElement.dataset.answered === said, `${status} ${time}`, LOOK);
      return { status, x, y };
    };
    await page.waitForFunction(() => document.documentElement.dataset.answered !== undefined, undefined, LOOK);
    expect(await settled()).toMatchObject({ status: 'contact', x: 0.45, y: 0.45 });
    expect(await page.locator('#verdict').innerText()).toBe('Contact at t = 4.4345');
    await page.locator('#post-x').fill('0.95');
    await page.locator('#post-y').fill('0.8');
    expect((await settled()).status).toBe('free');
    await page.locator('#post-x').fill('0.45');
    await page.locator('#post-y').fill('0.45');
    await settled();
    const before = await answered();
    const [x, y] = await page.evaluate(() => {
      const { left, top, width, height } = (document.getElementById('picture') as HTMLElement).getBoundingClientRect();
      const canvas = document.getElementById('picture') as HTMLElement;
      for (let v = 0.2; v < 0.9; v += 0.02)
        for (let u = 0.1; u < 0.9; u += 0.02) {
          const [clientX, clientY] = [left + u * width, top + v * height];
          canvas.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, bubbles: true }));
          if (canvas.classList.contains('grips')) return [clientX, clientY];
        }
      return [0, 0];
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 10, { steps: 2 });
    await page.mouse.up();
    const moved = await settled();
    expect(Math.hypot(moved.x - 0.45, moved.y - 0.45)).toBeGreaterThan(0.02);
    expect(await answered()).not.toBe(before);
    await expectNothingByAxe(page, 'index.html');
    expectCalm();
  });

  test('what is proven: the answer of the library, and sampling that misses a wall', async ({ skip }) => {
    if (browser === undefined) return skip('no Chromium here');
    await watched.page.emulateMedia({ reducedMotion: 'reduce' });
    const page = await opened('proven.html');
    await page.waitForFunction(() => document.documentElement.dataset.answered !== undefined, undefined, LOOK);
    // nothing moves by itself: both have come to their ends
    expect(await page.locator('#sampled-says').innerText()).toMatch(/^“free”, which is wrong/);
    expect(await page.locator('#certified-says').innerText()).toMatch(/^contact at t = 0\.\d{6}: proven free before, \d+ steps of proof$/);
    await page.locator('#samples').fill('60');
    const [, time] = /contact at t = ([\d.]+): late/.exec(await page.locator('#sampled-says').innerText()) ?? [];
    const [, certified] = /contact at t = ([\d.]+)/.exec(await page.locator('#certified-says').innerText()) ?? [];
    expect(Number(time)).toBeGreaterThan(Number(certified));
    await expectNothingByAxe(page, 'proven.html');
    expectCalm();
  });

  test('examples for three.js open from the site; with React, a slider asks again', async ({ skip }) => {
    if (browser === undefined) return skip('no Chromium here');
    for (const name of ['drag', 'jog', 'path']) {
      const page = await opened(`examples/three/${name}.html`);
      await page.waitForFunction(() => !document.getElementById('told')?.textContent?.startsWith('loading'), undefined, LOOK);
      await drawn(page);
      if (name === 'path') await expectNothingByAxe(page, `examples/three/${name}.html`);
      expectCalm();
    }
    const page = await opened('examples/r3f/index.html');
    const told = () => page.locator('#told').innerText();
    await page.locator('#told').waitFor();
    expect(await told()).toMatch(/^contact at t = 0\.\d{6}, with (near|far)$/);
    const [, time] = /t = ([\d.]+)/.exec(await told()) ?? [];
    await page.waitForFunction(() => 'state' in window, undefined, LOOK);
    // the knot never goes farther than that
    const far = await page.evaluate(async () => {
      const { state } = window as unknown as { state: { scene: { getObjectByName(name: string): { position: { x: number } } } } };
      const seen: number[] = [];
      for (let k = 0; k < 20; k++) {
        await new Promise((next) => requestAnimationFrame(next));
        seen.push(state.scene.getObjectByName('knot').position.x);
      }
      return Math.max(...seen);
    });
    expect(far).toBeLessThanOrEqual(-2 + 4 * Number(time) + 1e-5);
    const before = await told();
    await page.locator('#aside').fill('0');
    await page.locator('#turn').fill('0');
    expect(await told()).not.toBe(before);
    await expectNothingByAxe(page, 'examples/r3f/index.html');
    expectCalm();
  });

  test.each([
    'docs/index.html',
    'docs/documents/Rigid_benchmarks.html',
    'docs/documents/Planners.html',
    'docs/modules.html',
    'docs/modules/inbetween.html',
    'docs/classes/inbetween.Scene.html',
    'docs/functions/inbetween.firstContact.html',
    'docs/interfaces/inbetween.Body.html',
  ])('axe finds nothing on %s, light or dark; nor on the other kinds of pages, above', async (path) => {
    if (browser === undefined) return expect(browser).toBe(undefined);
    const page = await opened(path);
    await page.locator('#tsd-nav-container a').first().waitFor({ state: 'attached' });
    await expectNothingByAxe(page, path);
    expectCalm();
  });

  test('the search of the reference finds a name', async ({ skip }) => {
    if (browser === undefined) return skip('no Chromium here');
    const page = await opened('docs/modules.html');
    await page.locator('#tsd-search-trigger').click();
    await page.locator('#tsd-search-input').fill('contactIntervals');
    await page.locator('#tsd-search-results a').first().waitFor();
    expect(await page.locator('#tsd-search-results').innerText()).toContain('contactIntervals');
    expectCalm();
  });

  test('the gallery is the viewer, and its help leads to a guide that is there', async ({ skip }) => {
    if (browser === undefined) return skip('no Chromium here');
    const [tag, guide] = /<meta name="inbetween-guide" content="([^"]*)">/.exec(read('gallery/index.html')) ?? [];
    expect(read('gallery/index.html').replace(tag ?? '', '')).toBe(readFileSync(join(ROOT, 'dist/viewer/index.html'), 'utf8'));
    expect(read(join('gallery', guide ?? ''))).toContain('<h1');
    const page = await opened('gallery/index.html');
    await page.waitForFunction(
      () => ((window as { inbetweenViewer?: { frames: number } }).inbetweenViewer?.frames ?? 0) > 0,
      undefined,
      LOOK,
    );
    expectCalm();
  });

  test('Firefox: every example prints what its guide says', async ({ skip }) => {
    const { firefox: program } = await findEngines();
    if (program === undefined) return skip('no Firefox here');
    // what is drawn beside what is printed nobody looks at here
    const firefox = await startedFirefox(program, false);
    try {
      for (const { page, programs } of runGuides()) {
        await firefox.open(site.address + page);
        expect(await firefox.run(RUN_EXAMPLES)).toEqual(programs.map(({ promised }) => ({ printed: promised, state: 'same' })));
      }
    } finally {
      await firefox.close();
    }
  });
});
