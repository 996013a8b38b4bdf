import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipped } from '../../viewer/src/source/zip-writer.ts';
import {
  answered,
  begun,
  closePages,
  dropOn,
  ended,
  type Facts,
  factsOf,
  heldProgram,
  openedChromium,
  SMALL,
  type Watched,
  watchedPage,
} from './opened-viewer.ts';
import { BUILD_PATIENCE, built, ROOT, type Started, started } from './started-command.ts';

const PUMA = join(ROOT, 'examples/puma-cell');
const URDF = readFileSync(join(PUMA, 'puma.urdf'), 'utf8');
const out = mkdtempSync(join(tmpdir(), 'inbetween-drops-'));

let browser: Browser | undefined;
let running: Started | undefined;
let watched: Watched;
beforeAll(async () => {
  await built();
  browser = await openedChromium();
  if (browser === undefined) return;
  running = await started(['view', '--port', '0', '--no-open']);
  watched = await watchedPage(browser, SMALL);
  await watched.page.goto(running.urls[0]);
  await answered(watched.page);
}, BUILD_PATIENCE);
afterAll(async () => {
  await closePages(browser);
  await running?.interrupt();
  rmSync(out, { recursive: true, force: true });
});

/** A file on the disk; gives its path. */
function put(name: string, content: string | Uint8Array): string {
  const path = join(out, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** The robot of the cell as ROS has it: urdf/ and meshes/ of a package, which the URDF calls by its name. */
function packaged(name: string, urdf = `${name}.urdf`): string {
  cpSync(join(PUMA, 'meshes'), join(out, name, 'meshes'), { recursive: true });
  put(`${name}/urdf/${urdf}`, URDF.replaceAll(/filename="(?:\.\/)?meshes\//g, `filename="package://${name}/meshes/`));
  return join(out, name);
}

/** Once what was dropped is there, and what is asked about it by itself. */
async function opened(title: string, page = watched.page): Promise<Facts> {
  const facts = await ended(page);
  expect(facts.title).toBe(title);
  return facts;
}
const accept = () => watched.page.getByTestId('choose-open').click();

/** What is told; it is closed, so that the next is alone. */
async function told(): Promise<string> {
  const message = watched.page.getByTestId('error').first();
  await message.waitFor();
  const text = (await message.innerText()).replace(/\s*×\s*$/, '');
  await message.getByTestId('close-message').click();
  return text;
}

/** The question is asked once more, and answered as before. */
async function stillAnswers(title: string, status: string): Promise<void> {
  const { page } = watched;
  expect((await factsOf(page)).title).toBe(title);
  await page.getByTestId('tab-ask').click();
  await page.getByTestId('question').selectOption('clearance');
  await page.getByTestId('ask').click();
  expect((await ended(page)).answer?.kind).toBe('clearance');
  await page.getByTestId('question').selectOption('first');
  await page.getByTestId('ask').click();
  expect((await answered(page)).answer?.result.status).toBe(status);
}

test('bad files: a message with file and place, and the scene before is there and answers', async ({ skip }) => {
  if (browser === undefined) return skip('no Chromium here');
  const bad: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ['broken.urdf', `${URDF.slice(0, 900)}<joint name="x"><parent link="q"/>\n`, /^broken\.urdf, line \d+: is not well-formed XML/],
    ['empty.urdf', '', /^empty\.urdf(, line 1)?: /],
    ['junk.stl', Uint8Array.from({ length: 3000 }, (_, k) => (7919 * k) % 256), /^junk\.stl/],
    ['empty.stl', '', /^empty\.stl/],
    ['huge.txt', 'lorem ipsum\n'.repeat(1_000_000), /^of 1 files none can be opened; drop a cell, a URDF/],
    ['cell.json', '{ "format": "inbetween-cell/1", "robots": [', /^cell\.json, line 1: /],
    ['broken.zip', 'PK not a zip', /^broken\.zip: /],
    ['motion.csv', 'a,b\n0,1\n', /^motion\.csv: is a path; drop the cell or the robot/],
  ];
  for (const [name, content, message] of bad) {
    await dropOn(watched.page, put(name, content));
    expect(await told()).toMatch(message);
  }
  await stillAnswers('Pick and place', 'contact');
  expect(watched.faults).toEqual([]);
});

test('a robot with its package: as a folder, as a zip, and in two drops where the package is asked for by name', async ({ skip }) => {
  if (browser === undefined) return skip('no Chromium here');
  const { page } = watched;
  const folder = packaged('puma_description', 'arm.urdf');
  await dropOn(page, folder);
  await accept();
  const { triangles } = await opened('arm');
  expect(triangles).toBeGreaterThan(100);

  const names = readdirSync(packaged('zipped_description', 'zipped.urdf'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = Object.fromEntries(
    names.map(({ parentPath, name }) => [
      join(parentPath, name).slice(out.length + 1),
      new Uint8Array(readFileSync(join(parentPath, name))),
    ]),
  );
  await dropOn(page, put('robot.zip', zipped(files)));
  await accept();
  expect((await opened('zipped')).triangles).toBe(triangles);

  await dropOn(page, put('lonely.urdf', readFileSync(join(folder, 'urdf/arm.urdf'))));
  await accept();
  expect(await told()).toMatch(
    /^lonely\.urdf, line \d+: names meshes of the package puma_description, which is missing; drop its folder too/,
  );
  await stillAnswersStanding('zipped');
  // the package, without its robot
  rmSync(join(folder, 'urdf'), { recursive: true });
  await dropOn(page, folder);
  expect((await opened('lonely')).triangles).toBe(triangles);
  expect(watched.faults).toEqual([]);
});

/** Nothing moves there: what is asked is a batch. */
async function stillAnswersStanding(title: string): Promise<void> {
  const { page } = watched;
  expect((await factsOf(page)).title).toBe(title);
  // a robot alone is moved first
  await page.getByTestId('tab-ask').click();
  await page.getByTestId('question').selectOption('batch');
  await page.getByTestId('batch-count').fill('3');
  await page.getByTestId('ask').click();
  expect((await ended(page)).answer?.kind).toBe('batch');
}

/** What the dialog offers, once there is one. */
async function offered(page = watched.page): Promise<readonly string[]> {
  await page.getByTestId('choose').waitFor();
  return page.getByTestId('choose-main').locator('option').allInnerTexts();
}

const plain = (name: string, tag = 'collision') =>
  `<robot name="${name}"><link name="a"><${tag}><geometry><box size="1 1 1"/></geometry></${tag}></link></robot>`;

test('several robots are a choice, a later drop takes the place of its dialog, and visual shapes are taken where there are no others', async ({
  skip,
}) => {
  if (browser === undefined) return skip('no Chromium here');
  const { page } = watched;
  const [one, two] = [put('one.urdf', plain('one')), put('two.urdf', plain('two'))];
  const both = ['one.urdf (robot)', 'two.urdf (robot)'];
  await dropOn(page, one, two);
  expect(await offered()).toEqual(both);
  await dropOn(page, one, two);
  expect(await offered()).toEqual(both);
  await page.getByTestId('choose-main').selectOption('two.urdf');
  await accept();
  await opened('two');
  await dropOn(page, put('seen.urdf', plain('seen', 'visual')));
  expect((await opened('seen')).triangles).toBe(12);
  // chosen instead of dropped: all of them
  await begun(page, () => page.getByTestId('choose-files').setInputFiles([one, two]));
  expect(await offered()).toEqual(both);
  await accept();
  await opened('one');
  expect(watched.faults).toEqual([]);
});

/** A page that gets one of its programs when it is let. */
async function holding(program: string): Promise<Watched & { readonly release: () => void }> {
  const held = await watchedPage(browser as Browser, SMALL);
  const release = await heldProgram(held.page, program);
  await held.page.goto(running?.urls[0] ?? '');
  return { ...held, release };
}

/** Files of these names, dropped by the page itself: at once, as often as it is said. Gives how many dialogs there are then. */
function dropNow(page: Page, names: readonly string[], times: number): Promise<number> {
  return page.evaluate(
    ([texts, count]) => {
      for (let k = 0; k < count; k++) {
        const dataTransfer = new DataTransfer();
        for (const [name, text] of texts) dataTransfer.items.add(new File([text], name));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      }
      return document.querySelectorAll('dialog').length;
    },
    [names.map((name) => [`${name}.urdf`, plain(name)] as const), times] as const,
  );
}

test('drops that come quickly: before the page can read them, while others are read, chosen from or opened; a link ends them', async ({
  skip,
}) => {
  if (browser === undefined) return skip('no Chromium here');
  const early = await holding('dropped-files');
  await dropOn(early.page, put('early.urdf', plain('early')));
  early.release();
  await opened('early', early.page);
  // two at once; the dialog of the one before is gone as soon as the next drop is there
  expect(await dropNow(early.page, ['one', 'two'], 2)).toBe(0);
  expect(await offered(early.page)).toEqual(['one.urdf (robot)', 'two.urdf (robot)']);
  expect(await dropNow(early.page, ['three', 'four'], 1)).toBe(0);
  expect(await offered(early.page)).toEqual(['four.urdf (robot)', 'three.urdf (robot)']);
  // something else is meant: by a link, which is followed while the dialog is there
  await begun(early.page, () => early.page.goto(`${running?.urls[0]}#source=gallery&id=hammer`));
  expect(await early.page.locator('dialog').count()).toBe(0);
  await opened('Hammer and CAD piece', early.page);
  expect(early.faults).toEqual([]);
  await early.page.context().close();

  // what is wrong with a drop is not told when another one has come since
  const late = await holding('open-files');
  await answered(late.page);
  await dropOn(late.page, put('wrong.stl', 'no mesh'));
  await dropNow(late.page, ['one', 'two'], 1);
  expect((await offered(late.page)).length).toBe(2);
  late.release();
  await late.page.getByTestId('loading').waitFor({ state: 'hidden' });
  expect(await late.page.getByTestId('error').count()).toBe(0);
  await late.page.getByTestId('choose-open').click();
  await opened('one', late.page);
  expect(late.faults).toEqual([]);
  await late.page.context().close();
});

test('meshes, clouds, a cell with its path, and what is put beside it', async ({ skip }) => {
  if (browser === undefined) return skip('no Chromium here');
  const { page } = watched;
  const facet = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';
  // beside what was dropped it would be asked whether to put it there
  const anew = () => begun(page, () => page.goto(`${running?.urls[0]}#source=gallery&id=hammer`));
  await anew();
  await answered(page);
  await dropOn(page, put('part.stl', `solid part\n${facet}endsolid\n`));
  await opened('part');
  await anew();
  await answered(page);
  const header = 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nend_header\n';
  await dropOn(page, put('scan.ply', `${header}0 0 0\n1 0 0\n0 1 0\n`));
  await opened('scan');

  await dropOn(page, PUMA);
  await accept();
  const { answer, paths, triangles } = await opened('puma-cell');
  expect([answer?.result.status, paths.length]).toEqual(['free', 2]);
  // in the way
  const wall = [-1, 1].flatMap((y) => [-1, 1].map((z) => `v 0.3 ${y} ${z}`));
  await dropOn(page, put('wall.obj', `${wall.join('\n')}\nf 1 2 3\nf 2 3 4\n`));
  expect(await offered()).toEqual(['beside puma-cell', 'wall.obj (mesh)']);
  await accept();
  expect((await opened('puma-cell')).triangles).toBe(triangles + 2);
  expect(await page.getByTestId('answer').innerText()).toMatch(/wall/);
  expect(watched.faults).toEqual([]);
});
