// Verdict, time line, buttons, colours, arrows and link of the page are of one answer, whatever two things people do one after the other.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodNamed } from '../../src/methods/index.ts';
import { optionsOf } from '../../viewer/src/ask/chosen.ts';
import type { ShownAnswer } from '../../viewer/src/ask/shown-answer.ts';
import { numberText } from '../../viewer/src/panels/dom.ts';
import { readHash } from '../../viewer/src/panels/share.ts';
import { askedMotions } from '../../viewer/src/source/asked-motions.ts';
import { openSource } from '../../viewer/src/source/open-source.ts';
import type { Source } from '../../viewer/src/source/opened.ts';
import { drawn, LOOK } from '../support/shared/shared-chromium.ts';
import { FILES } from '../unit/viewer/small-cell.ts';
import { begun, closePages, ended, type Facts, openedChromium, SMALL, watchedPage } from './opened-viewer.ts';
import { BUILD_PATIENCE, built, type Started, started } from './started-command.ts';

/** For a hundred actions one after the other; milliseconds. */
const WALK_PATIENCE = 1_200_000;

const folder = mkdtempSync(join(tmpdir(), 'inbetween-one-answer-'));
let browser: Browser | undefined;
let running: Started | undefined;
beforeAll(async () => {
  await built();
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  browser = await openedChromium();
  running = await started([
    'view',
    ...['cell.json', 'across.csv', 'back.csv'].map((name) => join(folder, name)),
    '--port',
    '0',
    '--no-open',
  ]);
}, BUILD_PATIENCE);
afterAll(async () => {
  await closePages(browser);
  await running?.interrupt();
  rmSync(folder, { recursive: true, force: true });
});

interface Seen extends Omit<Facts, 'answer'> {
  readonly shown: ShownAnswer;
  readonly path: number;
  readonly isWhole: boolean;
  readonly shared: { readonly hash: string | null; readonly leftOut: readonly string[] };
  readonly arrows: number;
  readonly coloured: readonly string[];
}

/** Once everything has come that comes. */
async function seen(page: Page): Promise<Seen> {
  await page.waitForFunction(
    () => {
      const { isBusy, isWhole, isMoving } = (window as unknown as { inbetweenViewer: Seen }).inbetweenViewer;
      return !isBusy && isWhole && !isMoving;
    },
    undefined,
    LOOK,
  );
  return (await ended(page)) as unknown as Seen;
}

const linkOf = (main: string) => `#source=address&main=files/${main}&path=files/across.csv&path=files/back.csv`;
const follow = (page: Page, hash: string) => begun(page, () => page.evaluate((to) => location.assign(to), hash));
const tab = (page: Page, id: string) => page.getByTestId(`tab-${id}`).click();

const ACTIONS: Readonly<Record<string, (page: Page, now: Seen) => Promise<void>>> = {
  ask: async (page) => {
    await tab(page, 'ask');
    await page.getByTestId('ask').click();
  },
  'other clearance': async (page) => {
    await tab(page, 'ask');
    const field = page.getByTestId('clearance');
    await field.fill((await field.inputValue()) === '' ? '0.05' : '');
    await page.keyboard.press('Enter');
  },
  'move a joint': async (page) => {
    await tab(page, 'move');
    const number = page.getByTestId('joint-number-0');
    await number.fill('-20');
    await page.keyboard.press('Enter');
    const { shared } = await seen(page);
    expect([await number.inputValue(), Object.keys(readHash(shared.hash ?? '').joints)]).toEqual(['-20', ['bar']]);
  },
  'move an obstacle': async (page) => {
    await page.getByTestId('to-start').click();
    await tab(page, 'move');
    await page.getByTestId('handle').selectOption('post');
    await drawn(page);
    const { handleOnScreen } = await seen(page);
    const box = await page.locator('.stage canvas').boundingBox();
    if (handleOnScreen === null || box === null) throw new Error('there is no handle');
    const [x, y] = [box.x + handleOnScreen.x, box.y + handleOnScreen.y];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 12, y);
    await drawn(page);
    // at once, while it is still held
    const { shown } = await page.evaluate(() => {
      const { inbetweenViewer } = window as unknown as { inbetweenViewer: Seen };
      return { shown: inbetweenViewer.shown };
    });
    expect(shown.answered === null || shown.isOld).toBe(true);
    await page.mouse.up();
    await page.getByTestId('handle').selectOption('');
  },
  'other path': async (page, { path }) => {
    await tab(page, 'ask');
    await page.getByTestId('path').selectOption(String(1 - path));
  },
  undo: async (page) => {
    await tab(page, 'move');
    await page.getByTestId('reset').click();
  },
  'other scene': (page, { title }) => follow(page, linkOf(title === 'post' ? 'other.json' : 'cell.json')),
  jog: async (page) => {
    await tab(page, 'move');
    await page.getByTestId('joint-0').focus();
    await page.keyboard.press('End');
  },
  dark: (page) => page.getByTestId('theme').click(),
  link: async (page, { title }) => {
    await page.getByTestId('share').click();
    const copied = await page.evaluate(() => location.hash);
    await follow(page, linkOf(title === 'post' ? 'other.json' : 'cell.json'));
    await seen(page);
    await follow(page, copied);
    expect((await seen(page)).shared.hash).toBe(copied);
  },
};

/** What leaves everything as it was: done once after each action. */
const ASIDE: readonly ((page: Page) => Promise<void>)[] = [
  async (page) => {
    await page.getByTestId('open-share').click();
    await page.getByTestId('film').click();
    await page
      .getByTestId('share-said')
      .filter({ hasText: /Picture/ })
      .waitFor();
    await page.getByTestId('film-cancel').click();
    await page.getByTestId('share-said').filter({ hasText: 'No film was made.' }).waitFor();
    await page.keyboard.press('Escape');
  },
  async (page) => {
    await page.getByTestId('open-help').click();
    await page.keyboard.press('c');
    await page.getByTestId('help-close').click();
  },
  async (page) => {
    await page.getByTestId('open-share').click();
    // closed while it is made
    await page.getByTestId('film').click();
    await page.getByTestId('share-dialog-close').click();
  },
];

/** Every two of them one after the other, in one walk: the words of Lyndon of one and two letters. */
function everyTwo(names: readonly string[]): readonly string[] {
  const walk = names.flatMap((first, i) => [first, ...names.slice(i + 1).flatMap((second) => [first, second])]);
  return [...walk, walk[0]];
}

/** What the page shows, element by element. */
function shownIn(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const isOff = (id: string) => (document.querySelector(`[data-testid=${id}]`) as HTMLButtonElement).disabled;
    const [curve] = all('.curve-chart .curve');
    return {
      headline: all('[data-testid=headline]').map((one) => one.textContent),
      before: all('[data-testid=of-before]').map((one) => one.textContent),
      greys: [...document.querySelectorAll('.result.before, .timeline.before')].length,
      lines: [all('.curve-chart .mark').length, all('.curve-chart .safe').length],
      buttons: [isOff('to-contact'), isOff('to-safe')],
      lanes: all('.lanes .lane > span').map((one) => one.textContent),
      bars: all('.lanes .bar').length,
      band: all('.curve-chart .after').length,
      points: curve?.getAttribute('points')?.split(' ').length ?? 0,
      legend: all('.legend span').map((one) => one.textContent),
      normals: all('.result .arrow').map((one) => one.textContent),
    };
  });
}

/** One line for each two that touch, of the same answer as the verdict. */
function normalsOf({ words }: ShownAnswer): readonly string[] {
  const named = (words !== null && 'contacts' in words ? words.contacts : []).map(({ a, b, normal }) => ({
    who: `${a.link ?? a.body} to ${b.link ?? b.body}`,
    text: `normal (${normal.map((x) => numberText(x, 3)).join(', ')}), `,
    to: `to ${b.link ?? b.body}`,
  }));
  const firsts = named.filter(({ who }, k) => named.findIndex((one) => one.who === who) === k);
  return firsts.slice(0, 3).map(({ who, text, to }) => text + (firsts.length === 1 ? to : `from ${who}`));
}

async function expectOneAnswer(page: Page, url: string): Promise<void> {
  const { shown, shared, markers, arrows, coloured } = await seen(page);
  const stretches = shown.lanes.flatMap((lane) => lane.stretches);
  expect(await shownIn(page)).toEqual({
    headline: shown.words === null ? [] : [shown.words.headline],
    before: shown.before === '' ? [] : [shown.before],
    greys: shown.before === '' ? 0 : 2,
    lines: [shown.contact === null ? 0 : 1, shown.safe === null ? 0 : 1],
    buttons: [shown.contact === null, shown.safe === null],
    lanes: shown.lanes.map(({ name }) => name),
    bars: stretches.length,
    band: stretches.length,
    points: shown.curve.length,
    normals: normalsOf(shown),
    legend: [...shown.pair.map(({ body, link }) => link ?? body), ...(shown.marks.length > 0 ? ['contact'] : [])],
  });
  const pairs = new Set(shown.marks.map(({ a, b }) => [a.body, a.link, b.body, b.link].join()));
  expect([markers, arrows]).toEqual([shown.marks.length, pairs.size]);
  expect(coloured).toEqual(shown.pair.map(({ body, link }) => (link === undefined ? body : `${body}/${link}`)));
  // what the link says is what was asked, and the library answers it alike
  const { source, moved, made, chosen, path } = readHash(shared.hash ?? '');
  expect([made, shared.leftOut]).toEqual([[], []]);
  const fresh = await openSource(source as Source, url);
  for (const [name, pose] of Object.entries(moved)) fresh.scene.moveObstacle(name, pose);
  const { scene, motions } = askedMotions(fresh, { number: path });
  const { method = 'auto', ...options } = optionsOf(chosen);
  const { status, time, pair, contacts } = scene.firstContact(motions, { ...options, method: methodNamed(method) });
  const answer = shown.answered?.answer;
  if (answer?.kind !== 'first') throw new Error('no first contact is told');
  if (!shown.isOld) expect(answer.result).toMatchObject({ status, time, pair, contacts });
  // what is quick was asked again by itself
  else expect(answer.milliseconds).toBeGreaterThanOrEqual(1000);
}

test(
  'after every two actions, in one page',
  async ({ skip }) => {
    if (browser === undefined || running === undefined) return skip('no Chromium here');
    const { page, faults } = await watchedPage(browser, SMALL);
    const [url] = running.urls;
    await page.goto(url);
    const walk = everyTwo(Object.keys(ACTIONS));
    expect(walk.length).toBe(Object.keys(ACTIONS).length ** 2 + 1);
    let before = 'opened';
    const held = { moved: 0, off: 0, met: 0 };
    const asides = new Set<string>();
    for (const name of walk) {
      await ACTIONS[name](page, await seen(page));
      await expectOneAnswer(page, url).catch((error: Error) => {
        error.message = `after “${before}” and “${name}”: ${error.message}`;
        throw error;
      });
      before = name;
      const { shown, shared } = await seen(page);
      // after each action once
      if (!asides.has(name)) {
        asides.add(name);
        for (const aside of ASIDE) await aside(page);
        const { shown: again, shared: later } = await seen(page);
        expect([again, later], `aside after “${name}”`).toEqual([shown, shared]);
        await expectOneAnswer(page, url);
      }
      const { moved, joints } = readHash(shared.hash ?? '');
      held.moved += Object.keys(moved).length;
      held.off += Object.keys(joints).length;
      if (name === 'jog' && shown.marks.length > 0) held.met++;
    }
    // the walk has been where it was meant to be
    for (const [what, times] of Object.entries(held)) expect(times, what).toBeGreaterThan(5);
    expect(faults).toEqual([]);
    await page.context().close();
  },
  WALK_PATIENCE,
);

test('after the hand was in the way of something, “First contact” brings its marks back', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await watchedPage(browser, SMALL);
  await page.goto(running.urls[0]);
  const { shown } = await seen(page);
  expect(shown.marks.length).toBeGreaterThan(0);
  await page.getByTestId('to-start').click();
  await ACTIONS['move a joint'](page, await seen(page));
  const moved = await seen(page);
  expect([moved.markers, moved.coloured, moved.shown.before]).toEqual([
    0,
    [],
    'Of before something was moved by hand: this is about the path.',
  ]);
  await page.getByTestId('to-contact').click();
  const { markers, coloured, time, shown: again } = await seen(page);
  expect([markers, coloured, time, again]).toEqual([shown.marks.length, ['bar/arm', 'post'], shown.contact, shown]);
  expect(faults).toEqual([]);
  await page.context().close();
});
