import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captured } from './captured-run.ts';
import { RAIL_CELL, RAIL_PATHS, writeRailCell } from './small-cell.ts';
import { type TemporaryFolder, temporaryFolder } from './small-scene.ts';

let folder: TemporaryFolder;
let cell: string;
beforeAll(() => {
  folder = temporaryFolder();
  cell = writeRailCell(folder);
});
afterAll(() => folder.remove());

const at = (name: keyof typeof RAIL_PATHS) => folder.path(`rail/${name}`);
const check = (name: keyof typeof RAIL_PATHS, ...options: string[]) => captured(['check', cell, at(name), ...options]);
const answer = async (name: keyof typeof RAIL_PATHS, ...options: string[]) =>
  JSON.parse((await check(name, ...options, '--json')).stdout).paths[0];

/** How far a time found may be before the exact one: the tolerance over the speed, in units of t. */
const EARLY = 1e-5;

describe('check: verdicts and exit codes', () => {
  test.each<[keyof typeof RAIL_PATHS, string[], number, string]>([
    ['free.csv', [], 0, 'FREE'],
    ['hit.csv', [], 1, 'CONTACT'],
    ['tail.csv', [], 1, 'CONTACT'],
    ['tail.csv', ['--no-self'], 0, 'FREE'],
    ['leaving.csv', [], 1, 'OVERLAP'],
    ['leaving.csv', ['--start', 'leaving'], 0, 'FREE'],
    ['free.csv', ['--clearance', '0.25'], 1, 'CONTACT'],
    ['hit.csv', ['--budget', '1e-9'], 3, 'UNRESOLVED'],
    ['timed.csv', [], 1, 'CONTACT'],
  ])('%s %j: exit code %d, %s', async (name, options, code, verdict) => {
    const found = await check(name, ...options);
    expect(found.stderr).toBe('');
    expect(found.stdout).toMatch(new RegExp(`^${verdict}  .*${name}: `, 'm'));
    expect(found.code).toBe(code);
  });

  test('over several paths the worst counts: bad input, contact, unresolved, free', async () => {
    const code = async (...names: (keyof typeof RAIL_PATHS)[]) =>
      (await captured(['check', cell, ...names.map(at), '--quiet', '--no-margin'])).code;
    expect(await code('free.csv', 'free.csv')).toBe(0);
    expect(await code('free.csv', 'hit.csv', 'free.csv')).toBe(1);
    expect((await captured(['check', cell, at('free.csv'), at('free.csv'), '-q', '--budget', '1e-9'])).code).toBe(3);
    const { code: worst, stdout, stderr } = await captured(['check', cell, folder.path('none.csv'), at('hit.csv')]);
    expect(worst).toBe(2);
    expect(stdout).toContain('CONTACT');
    expect(stderr).toMatch(/^inbetween: .*none\.csv: no such file\n$/);
  });

  test('without a path the one of the cell is checked; it may be written in the cell', async () => {
    expect((await captured(['check', cell])).stdout).toContain('hit.csv: cart touches wall');
    const inline = folder.write('rail/inline.json', {
      ...RAIL_CELL,
      path: [
        [0, 0],
        [0.6, 0],
      ],
    });
    expect((await captured(['check', inline, '-q'])).code).toBe(0);
    const bare = folder.write('rail/bare.json', { ...RAIL_CELL, path: undefined });
    expect(await captured(['check', bare])).toMatchObject({ code: 2, stderr: `inbetween: ${bare}: names no path, and none is given\n` });
  });

  test('--quiet: nothing but the exit code', async () => {
    expect(await check('hit.csv', '--quiet')).toEqual({ code: 1, stdout: '', stderr: '' });
  });
});

describe('check: what is told', () => {
  test('the first contact, in words', async () => {
    const { stdout } = await check('hit.csv');
    expect(stdout).toMatch(
      /^rail: rail \(3 links, 24 triangles\) among 1 obstacle \(12 triangles\); links are tested against each other$/m,
    );
    expect(stdout).toMatch(/^CONTACT {2}.*hit\.csv: cart touches wall on the way from waypoint 1 to waypoint 2$/m);
    expect(stdout).toMatch(/^ {2}time +t = 1\.2999\d+ \(29\.99 % of that segment\)$/m);
    expect(stdout).toMatch(/^ {2}normal +\(1, 0, 0\), from cart to wall$/m);
    expect(stdout).toMatch(/^ {2}distance +at most \S+e-7 \(tolerance 0\.000001\)$/m);
    expect(stdout).toMatch(/^ {2}joints +cart_x (0\.8|0\.79999\d), tail_x 0$/m);
    expect(stdout).toMatch(/^ {2}last safe +t = 1\.2999\d+\n +cart_x 0\.79999\d+, tail_x 0$/m);
    expect(stdout).toMatch(/^ {2}clearance +up to waypoint 1, at least 0\.299\d, at most 0\.300\d: cart and wall at t = 1$/m);
    expect(stdout).not.toContain('seconds');
  });

  test('the same text again, without colours where there is no terminal', async () => {
    const [first, second] = [await check('hit.csv', '--all'), await check('hit.csv', '--all')];
    expect(second).toEqual(first);
    expect(first.stdout).not.toContain('\x1b[');
    const terminal = await captured(['check', cell, at('hit.csv')], { isTTY: true });
    expect(terminal.stdout).toContain('\x1b[31mCONTACT');
    expect(terminal.stderr).toMatch(/0 of 1 .*hit\.csv/);
    expect(terminal.stderr.endsWith('\r\x1b[K')).toBe(true);
  });

  test('the time by hand: straight, with a clearance, and as controllers run a trajectory', async () => {
    const hit = await answer('hit.csv');
    expect(hit.time).toBeLessThanOrEqual(1.3);
    expect(hit.time).toBeGreaterThan(1.3 - EARLY);
    expect(hit).toMatchObject({
      status: 'contact',
      seconds: null,
      waypoints: [1, 2],
      a: { body: 'rail', link: 'cart' },
      b: { body: 'wall' },
    });
    expect(hit.normal[0]).toBeCloseTo(1, 9);
    expect(hit.point[0]).toBeCloseTo(0.9, 5);
    expect((await answer('hit.csv', '--clearance', '0.05')).time).toBeCloseTo(1.25, 4);
    for (const name of ['timed.csv', 'timed.yaml'] as const) {
      const timed = await answer(name);
      expect(timed.time).toBeLessThanOrEqual(0.5);
      expect(timed.time).toBeGreaterThan(0.5 - EARLY);
      expect(timed.seconds).toBeCloseTo(1, 4);
      expect((await check(name)).stdout).toMatch(/^ {2}seconds +0\.9999\d+$/m);
    }
  });

  test('a contact at a waypoint', async () => {
    const found = await answer('waypoint.csv', '--clearance', '1e-3');
    expect(found.time).toBeCloseTo(1.7475, 3);
    const exactly = folder.write('rail/exact.csv', 'cart_x\n0\n0.5\n0.8\n');
    const { code, stdout } = await captured(['check', cell, exactly]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/on the way from waypoint 1 to waypoint 2|at waypoint 2/);
  });

  test('the last safe configuration is before the contact and farther than the tolerance', async () => {
    const { time, lastSafe } = await answer('hit.csv', '--tolerance', '0.01');
    expect(lastSafe.time).toBeLessThan(time);
    const [x] = lastSafe.configurations.rail;
    expect(x).toBeLessThan(0.79);
    expect(x).toBeGreaterThan(0.789);
  });

  test('the least distance along a free path is enclosed', async () => {
    const { clearance } = await answer('free.csv');
    expect(clearance.lower).toBeLessThanOrEqual(0.2);
    expect(clearance.upper).toBeGreaterThanOrEqual(0.2 - 1e-12);
    expect(clearance.upper).toBeLessThan(0.201);
    expect(clearance.lower).toBeGreaterThan(0.199);
    expect((await answer('free.csv', '--no-margin')).clearance).toBeNull();
  });

  test('--all: every stretch in contact', async () => {
    const { intervals, intervalsComplete } = await answer('twice.csv', '--all');
    expect(intervalsComplete).toBe(true);
    expect(intervals).toHaveLength(2);
    for (const [i, [from, to]] of [
      [0.4, 0.6],
      [1.4, 1.6],
    ].entries()) {
      expect(intervals[i].from).toBeCloseTo(from, 4);
      expect(intervals[i].to).toBeGreaterThanOrEqual(to - 1e-9);
      expect(intervals[i].to).toBeCloseTo(to, 2);
    }
    expect((await check('twice.csv', '--all')).stdout.match(/in contact +t = .*: cart and wall$/gm)).toHaveLength(2);
    expect((await check('twice.csv')).stdout).not.toContain('in contact');
  });

  test('pairs in contact at the start: told, and from when on they are judged', async () => {
    const strict = await check('leaving.csv');
    expect(strict.stdout).toContain('leaving.csv: cart and wall touch at the start');
    expect(strict.stdout).toMatch(/at start +cart and wall, \S+ apart$/m);
    expect(strict.stdout).toContain('--start leaving');
    const { stdout } = await check('leaving.csv', '--start', 'leaving');
    expect(stdout).toMatch(/at start +cart and wall.*judged from t = 0\.0[56]\d* on, where they are proven apart$/m);
    const stuck = await check('stuck.csv', '--start', 'leaving');
    expect(stuck.stdout).toMatch(/never proven apart, so never judged/);
  });

  test('waypoints beyond the limits are warned of, and do not change the verdict', async () => {
    const { code, stdout } = await check('far.csv');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}warning +waypoint 1: joint 'tail_x' at -4 is beyond its limits -3 to 3$/m);
    expect((await check('far.csv', '--ignore-limits')).stdout).not.toContain('warning');
  });

  test('names from files cannot steer the terminal', async () => {
    const odd = folder.write('rail/odd.json', {
      ...RAIL_CELL,
      name: 'a\x1b[2Jb',
      obstacles: [{ ...RAIL_CELL.obstacles[0], name: 'w\x1b[31m' }],
    });
    const { stdout } = await captured(['check', odd, at('hit.csv'), '--all']);
    expect(stdout).not.toContain('\x1b');
    expect(stdout).toContain('w\\u001b[31m');
  });
});

describe('check: two robots', () => {
  test('links go by robot and link, and each has its joints', async () => {
    const two = folder.write('rail/two.json', {
      ...RAIL_CELL,
      robot: undefined,
      robots: [
        { urdf: 'rail.urdf', name: 'left' },
        { urdf: 'rail.urdf', name: 'right', base: { position: [0, 0.5, 0] } },
      ],
    });
    const path = folder.write('rail/two.csv', 'left/cart_x, right/cart_x\n0, 0\n0, 1.6\n');
    const { code, stdout } = await captured(['check', two, path]);
    expect(code).toBe(0);
    expect(stdout).toContain('left (3 links, 24 triangles), right (3 links, 24 triangles) among 1 obstacle');
    const turned = folder.write('rail/turned.csv', 'left/cart_x, right/cart_x\n0, 0\n1.6, 0\n');
    expect((await captured(['check', two, turned])).stdout).toMatch(
      /left\/cart touches wall[\s\S]*joints +left: cart_x .*\n +right: cart_x 0, tail_x 0$/m,
    );
  });
});

describe('check: files written', () => {
  test('--json to a file, beside the text; written over only when it is an earlier answer', async () => {
    const file = folder.path('deep/answer.json');
    for (let round = 0; round < 2; round++) {
      const { code, stdout } = await check('hit.csv', '--json', file);
      expect(code).toBe(1);
      expect(stdout).toContain('CONTACT');
      expect(stdout).toContain(`written: ${file}`);
    }
    const content = JSON.parse(readFileSync(file, 'utf8'));
    expect(content).toMatchObject({
      format: 'inbetween-check/1',
      name: 'rail',
      options: { method: 'auto', tolerance: 1e-6, start: 'strict' },
    });
    expect(content.paths[0].result).toMatchObject({ status: 'contact', segment: 1 });
    const path = folder.write('rail/path.json', '[[0, 0], [0.6, 0]]');
    for (const victim of [path, at('free.csv')]) {
      const before = readFileSync(victim, 'utf8');
      const { code, stderr } = await captured(['check', cell, '--json', victim]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^inbetween: --json .*put --json behind the paths\n$/);
      expect(readFileSync(victim, 'utf8')).toBe(before);
    }
  });

  test('--json: with paths that cannot be read, the others and what is wrong', async () => {
    const { code, stdout } = await captured(['check', cell, at('free.csv'), folder.path('none.csv'), '--json']);
    expect(code).toBe(2);
    const { paths, faults } = JSON.parse(stdout);
    expect(paths.map(({ status }: { status: string }) => status)).toEqual(['free']);
    expect(faults).toEqual([expect.stringContaining('none.csv: no such file')]);
  });

  test('--junit: one suite a path, one case a segment', async () => {
    const file = folder.path('junit.xml');
    const odd = folder.write('rail/a<&">.csv', RAIL_PATHS['hit.csv']);
    await captured(['check', cell, at('free.csv'), odd, at('twice.csv'), folder.path('none.csv'), '--junit', file, '-q']);
    const { suites, counts } = junit(readFileSync(file, 'utf8'));
    expect(counts).toEqual({ tests: '6', failures: '2', errors: '1', skipped: '1' });
    expect(suites.map(({ name }) => name)).toEqual([at('free.csv'), odd, at('twice.csv'), folder.path('none.csv')]);
    expect(suites.map(({ cases }) => cases.map(({ outcome }) => outcome))).toEqual([
      ['passed'],
      ['passed', 'failure'],
      ['failure', 'skipped'],
      ['error'],
    ]);
    expect(suites[1].cases[1]).toMatchObject({
      name: 'waypoint 1 to 2',
      message: 'cart touches wall on the way from waypoint 1 to waypoint 2',
    });
    expect(suites[1].cases[1].text).toMatch(/^t = 1\.29[\s\S]*\nbodies: cart and wall\npoint: [\s\S]*\nlast safe, t = 1\.29/);
  });

  test('--junit with --all judges every segment', async () => {
    const file = folder.path('all.xml');
    await check('twice.csv', '--all', '--junit', file);
    const { suites } = junit(readFileSync(file, 'utf8'));
    expect(suites[0].cases.map(({ outcome }) => outcome)).toEqual(['failure', 'failure']);
  });

  test('--report writes a page', async () => {
    const page = folder.path('page.html');
    const { code } = await check('hit.csv', '--report', page);
    expect(code).toBe(1);
    expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>[\s\S]*rail: .*hit\.csv/i);
  });
});

interface JunitCase {
  readonly name: string;
  outcome: string;
  message: string;
  text: string;
}

/** The content of a JUnit file; throws where it is not well formed. */
function junit(xml: string) {
  const suites: { readonly name: string; readonly cases: JunitCase[] }[] = [];
  let counts: Record<string, string> = {};
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testsuites') counts = (({ tests, failures, errors, skipped }) => ({ tests, failures, errors, skipped }))(attributes);
    else if (name === 'testsuite') suites.push({ name: attributes.name, cases: [] });
    else if (name === 'testcase') suites.at(-1)?.cases.push({ name: attributes.name, outcome: 'passed', message: '', text: '' });
    else Object.assign(suites.at(-1)?.cases.at(-1) as JunitCase, { outcome: name, message: attributes.message });
  });
  parser.on('text', (text) => {
    const last = suites.at(-1)?.cases.at(-1);
    if (last !== undefined && text.trim() !== '') last.text += text;
  });
  parser.write(xml).close();
  return { suites, counts };
}

describe('bad input ends with exit code 2, one line and no stack', () => {
  const changed = (change: object) => folder.write('rail/changed.json', { ...RAIL_CELL, ...change });
  const path = (text: string) => ['check', cell, folder.write('rail/x.csv', text)];
  test.each<[string, () => string[], RegExp]>([
    ['no such cell', () => ['check', folder.path('none.json')], /none\.json: no such file/],
    ['a folder for a cell', () => ['check', folder.path('rail')], /is not a file/],
    ['no such path', () => ['check', cell, folder.path('none.csv')], /none\.csv: no such file/],
    ['a folder for a path', () => ['check', cell, folder.path('rail')], /is not a file/],
    ['not JSON', () => ['check', folder.write('rail/x.json', '{ "format": ')], /is not JSON/],
    ['another format', () => ['check', changed({ format: 'ccd-scene/1' })], /format should be "inbetween-cell\/1"/],
    ['no robot', () => ['check', changed({ robot: undefined })], /names no robot/],
    ['an empty list of robots', () => ['check', changed({ robot: undefined, robots: [] })], /at least one robot/],
    ['no such URDF', () => ['check', changed({ robot: { urdf: 'none.urdf' } })], /none\.urdf: no such file/],
    ['a key it does not know', () => ['check', changed({ obstacle: [] })], /obstacle/],
    ['one waypoint', () => path('cart_x\n0\n'), /x\.csv: has one waypoint; a motion needs two or more/],
    ['no waypoint', () => path('cart_x\n'), /no points/],
    ['too few values', () => path('0\n1\n'), /has 1 values a point without names, but a configuration has 2/],
    ['NaN', () => path('cart_x\nnan\n1\n'), /x\.csv, line 2: .*finite number/],
    ['a joint it does not know', () => path('cart_y\n0\n1\n'), /no joint 'cart_y'; is 'cart_x' meant\?/],
    ['times that run back', () => path('time,cart_x\n0,0\n2,1\n1,0\n'), /not later than 2/],
    ['bytes that are no text', () => ['check', cell, folder.write('rail/x.csv', new Uint8Array([0xff, 0xfe, 0, 1]))], /x\.csv/],
    [
      'a report of several',
      () => ['check', cell, at('hit.csv'), at('free.csv'), '--report', folder.path('y.html')],
      /shows one path, but 2/,
    ],
    ['a report into a folder', () => ['check', cell, '-q', '--report', folder.path('rail')], /cannot be written: it is a folder/],
    ['a JUnit file below a file', () => ['check', cell, '-q', '--junit', `${cell}/x.xml`], /cannot be written/],
  ])('%s', async (_name, args, message) => {
    const { code, stderr } = await captured(args());
    expect(stderr).toMatch(/^inbetween: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});
