// Which test file runs where: in which project of vitest.config.ts, and whether in `npm test` or in `npm run test:all` only.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';

/** Code that has seen the data of all other tests is compiled for all of them, and three times slower: these have code of their own. */
const COMPUTES_MUCH =
  /^test\/(property|conformance|truth|reliability|unit\/(scene|tool|gpu|cloud|hierarchy|robot|contact|forecast|geometry|convex\/trackers))\//;

/** They ask a graphics device, and share it: in software its programs take half a minute to compile. */
const ASKS_DEVICE = /gpu-here|shared-gpu/;

/** What a test may need beside Node, by what it calls or imports. */
export const MORE_THAN_NODE = {
  page: /shared-chromium|opened-viewer|opened-page|offline-pages/,
  server: /support\/servers\.ts/,
  device: ASKS_DEVICE,
  build: /\b(built|installPackage|started)\b[^}]*\} from '[^']*(installed-package|started-command)\.ts'|scripts\/site\/site\.mjs/,
};

/** What decides no verdict: measurements, pages, queues, the package, and what asks for hours elsewhere and here for seconds. */
const SURROUNDINGS = /^test\/(bench|browser|viewer|cluster|package|reliability)\//;

/** Of each of these one is asked by `npm test` too. */
const IN_BOTH = [
  'test/unit/report/pair/page-in-browser.test.ts',
  'test/cluster/server-faults.test.ts',
  'test/unit/gpu/step/radix-sort.test.ts',
];

/**
 * What takes 10 s or more and decides no verdict: how much work readers do, what the compiler says of sources, what the command and the
 * viewer show of answers that other tests judge.
 */
export const LONG_BESIDE_VERDICTS = [
  'test/property/readers/reader-growth.test.ts',
  'test/structure/public-records.test.ts',
  'test/unit/cli/batch/killed.test.ts',
  'test/unit/cli/demo/demo-tool.test.ts',
  'test/unit/cli/demo/demo.test.ts',
  'test/unit/report/cell/cell-report-page.test.ts',
  'test/unit/robot/joint-types.test.ts',
  'test/unit/viewer/ask/answer.test.ts',
  'test/unit/viewer/hostile-links.test.ts',
  'test/unit/viewer/session.test.ts',
  'test/unit/viewer/source/gallery.test.ts',
];

/** All of them, from the repository, sorted. */
export function testFiles() {
  return readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
}

/** The project of vitest.config.ts that it runs in, in Node where it can. */
export function projectOf(file) {
  if (file.startsWith('test/browser/')) return 'browser';
  const text = textOf(file);
  if (ASKS_DEVICE.test(text)) return 'gpu';
  // what replaces functions or modules does so in a process of its own
  if (/\bvi\.\w|counted-steps/.test(text)) return 'node-alone';
  return COMPUTES_MUCH.test(file) ? 'node-own' : 'node';
}

/**
 * Whether `npm run test:all` runs it in a vitest of one worker, beside all others: graphics programs are compiled once there, in software
 * a minute for each worker; and whoever waits for servers, queues and locks keeps no core from working.
 */
export function runsApart(file) {
  return projectOf(file) === 'gpu' || needsMore(file).includes('server');
}

/** Whether it runs in a page, alone or beside Node: answers have the same bits there. */
export function runsInPages(file) {
  return /^test\/(browser|truth|reliability\/hashes)\//.test(file);
}

/** Names of what it needs beside Node. */
export function needsMore(file) {
  return Object.keys(MORE_THAN_NODE).filter((name) => MORE_THAN_NODE[name].test(textOf(file)));
}

/** About how long it takes, on an idle core; 0 where that is not long. For the order only. */
export function secondsOf(file) {
  return LONGEST[file] ?? 0;
}

/** Whether `npm test` leaves it to `npm run test:all`. */
export function isForAllOnly(file) {
  if (IN_BOTH.includes(file)) return false;
  return SURROUNDINGS.test(file) || LONG_BESIDE_VERDICTS.includes(file) || needsMore(file).length > 0;
}

const LONGEST = JSON.parse(readFileSync(new URL('longest.json', import.meta.url), 'utf8'));

const texts = new Map();

function textOf(file) {
  if (!texts.has(file)) texts.set(file, readFileSync(join(ROOT, file), 'utf8'));
  return texts.get(file);
}
