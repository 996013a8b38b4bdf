import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { RAIL_CELL, RAIL_PATHS, RAIL_URDF, writeRailCell } from './small-cell.ts';

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

  test('a screw of a cell: its angles are told, degrees read, and five turns bring it to the plate', async () => {
    folder.write(
      'rail/press.urdf',
      `<robot name="press"><link name="stand"/><link name="nut"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
      <joint name="thread" type="continuous"><parent link="stand"/><child link="nut"/><axis xyz="0 0 1"/></joint></robot>`,
    );
    const press = folder.write('rail/press.json', {
      format: 'inbetween-cell/1',
      robot: { urdf: 'press.urdf', pitches: { thread: 0.02 } },
      obstacles: [{ name: 'plate', box: [1, 1, 0.02], pose: { position: [0, 0, 0.16] } }],
      units: 'degrees',
    });
    const turns = (degrees: number) => captured(['check', press, folder.write('rail/press.csv', `thread\n0\n${degrees}\n`)]);
    expect((await turns(1790)).code).toBe(0);
    const { code, stdout } = await turns(3600);
    expect(code).toBe(1);
    expect(stdout).toMatch(/t = 0\.(4999|5)/);
    expect(stdout).toMatch(/joints +thread 31\.4\d* \(radians\)$/m);
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
    expect(stdout).toMatch(/^ {2}joints +cart_x (0\.8|0\.79999\d), tail_x 0 \(metres\)$/m);
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
    expect(clearance.gap[0]).toBeLessThanOrEqual(0.2);
    expect(clearance.gap[1]).toBeGreaterThanOrEqual(0.2 - 1e-12);
    expect(clearance.gap[1]).toBeLessThan(0.201);
    expect(clearance.gap[0]).toBeGreaterThan(0.199);
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
    expect(strict.stdout).toContain('leaving.csv: cart and wall overlap at the start');
    expect(strict.stdout).toMatch(/distance +none: they overlap \(tolerance 0\.000001\)$/m);
    expect(strict.stdout).toMatch(/at start +cart and wall: overlap$/m);
    expect(strict.stdout).toMatch(/to do +where these may touch, say so in the cell: "allow": \[\["cart", "wall"\]\]$/m);
    expect(strict.stdout).toContain('--start leaving');
    expect(strict.stdout).not.toContain('inbetween acm');
    // the cart is 0.8 from the wall and from the tail; the bound is that of the first triangles found
    const near = await check('free.csv', '--clearance', '0.85');
    expect(near.stdout).toMatch(/free\.csv: cart and (wall|tail) are within 0\.85 at the start$/m);
    expect(near.stdout).toMatch(/distance +at most 0\.8\d* \(/m);
    expect(near.stdout).toMatch(/at start +cart and tail: at most 0\.8\d* apart$/m);
    // what does not touch is not to be ignored, but may keep less
    const advised = /to do +where these need not keep that much, a smaller --clearance, or in the cell: ("clearance": .*)$/m.exec(
      near.stdout,
    );
    const { clearance } = JSON.parse(`{${advised?.[1]}}`);
    expect(near.stdout).not.toContain('"allow"');
    expect(clearance.pairs).toEqual(
      expect.arrayContaining([
        ['cart', 'wall', 0],
        ['cart', 'tail', 0],
      ]),
    );
    const kept = folder.write('rail/keeping.json', { ...RAIL_CELL, clearance });
    expect((await captured(['check', kept, at('free.csv')])).stdout).not.toContain('at the start');
    const { stdout } = await check('leaving.csv', '--start', 'leaving');
    expect(stdout).toMatch(/at start +cart and wall.*judged from t = 0\.0[56]\d* on, where they are proven apart$/m);
  });

  test('pairs that never come apart: not judged, and not free', async () => {
    const file = folder.path('stuck.xml');
    const { code, stdout } = await check('stuck.csv', '--start', 'leaving', '--junit', file);
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^FREE, but for 1 pair that never came apart and was not judged {2}.*stuck\.csv: nothing else touches on the way$/m,
    );
    expect(stdout).toMatch(/never proven apart, so never judged/);
    expect(stdout).toContain('"allow": [["cart", "wall"]]');
    const { suites, counts } = junit(readFileSync(file, 'utf8'));
    expect(counts).toEqual({ tests: '2', failures: '0', errors: '1', skipped: '0' });
    expect(suites[0].cases[1]).toMatchObject({ outcome: 'error', message: '1 pair that never came apart and was not judged' });
    expect(suites[0].cases[1].text).toBe('cart and wall');
    const found = await answer('stuck.csv', '--start', 'leaving');
    expect(found).toMatchObject({ status: 'free', notJudged: [[{ body: 'rail', link: 'cart' }, { body: 'wall' }]] });
    // over several paths a contact is worse
    expect((await captured(['check', cell, at('stuck.csv'), at('hit.csv'), '--start', 'leaving', '-q'])).code).toBe(1);
    // allowed by the cell, the pair is fine
    const allowing = folder.write('rail/allowing.json', { ...RAIL_CELL, allow: [['cart', 'wall']] });
    const allowed = await captured(['check', allowing, at('stuck.csv')]);
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toMatch(/^ {2}tested +\d pairs, tolerance 0\.000001; 1 pair is allowed \(1 by the cell\)$/m);
  });

  test('last safe: also where other pairs start in contact', async () => {
    // the cart stays in the wall, the tail runs into the cart
    const path = folder.write('rail/in-wall.csv', 'cart_x,tail_x\n0.95,0\n0.95,2\n');
    const { paths } = JSON.parse((await captured(['check', cell, path, '--start', 'leaving', '--json'])).stdout);
    // the tail at −1 + 2t touches the cart at 0.75 = 0.95 − 0.2, the gap of 0.1 between centres' halves: t = 0.875
    expect(paths[0].time).toBeCloseTo(0.875, 5);
    expect(paths[0].lastSafe.time).toBeLessThan(0.875);
    expect(paths[0].lastSafe.time).toBeGreaterThan(0.8749);
  });

  test('inside a solid', async () => {
    const big = folder.write('rail/big.json', { ...RAIL_CELL, obstacles: [{ name: 'room', box: [9, 9, 9] }] });
    const { code, stdout } = await captured(['check', big, at('free.csv')]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/one is inside the other at the start$/m);
    expect(stdout).toMatch(/at start +cart and room: (one inside the other|overlap)$/m);
  });

  test('links that overlap at the start: the command that finds them', async () => {
    const path = folder.write('rail/together.csv', 'cart_x,tail_x\n0,0.9\n0,0.95\n');
    const { stdout } = await captured(['check', cell, path]);
    const urdf = folder.path('rail/rail.urdf');
    expect(stdout).toContain(`: inbetween acm ${urdf} --output ${urdf.replace('.urdf', '.srdf')}`);
    expect(stdout).toContain('"allow": [["cart", "tail"]]');
  });

  test('positions beyond the limits are an error, or what --limits says', async () => {
    const { code, stdout } = await check('far.csv');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ {2}limit +joint 'tail_x' at -4 is beyond its limits -3 to 3, from t = [\d.]+ on, worst at t = 1$/m);
    expect(await check('far.csv', '--limits', 'warn')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ {2}warning +joint 'tail_x'/m),
    });
    for (const args of [['--ignore-limits'], ['--limits', 'ignore']]) {
      const silent = await check('far.csv', ...args);
      expect([silent.code, silent.stdout.includes('tail_x at')]).toEqual([0, false]);
      expect(silent.stdout).not.toContain('limit ');
    }
    expect(await check('far.csv', '--ignore-limits', '--limits', 'error')).toMatchObject({ code: 2 });
    const json = JSON.parse((await check('far.csv', '--json')).stdout);
    expect(json.paths[0].limits).toEqual([expect.objectContaining({ joint: 'tail_x', limit: 'position', value: -4, severity: 'error' })]);
  });

  test('between waypoints, and rates of timed paths, are judged too', async () => {
    // a cubic from 0 to 0 with velocities ±16 at the ends of one second reaches 16 / 4 = 4 in its middle
    const swing = {
      joint_names: ['tail_x'],
      points: [
        { positions: [0], velocities: [-16], time_from_start: 0 },
        { positions: [0], velocities: [16], time_from_start: 1 },
      ],
    };
    const path = folder.write('rail/swing.json', JSON.stringify(swing));
    const { code, stdout } = await captured(['check', cell, path]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/limit +joint 'tail_x' at -4 is beyond its limits -3 to 3, from t = 0\.25 on, worst at t = 0\.5 \(0\.5 s\)/);
  });

  test('what is odd in a path file is told, and does not change the verdict', async () => {
    const late = folder.write('rail/late.csv', 'time,cart_x\n5,0\n6,0.6\n');
    const { code, stdout } = await captured(['check', cell, late]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}warning +.*late\.csv: the trajectory begins at 5 s/m);
  });

  test('angles far beyond their limits look like degrees', async () => {
    const turning = RAIL_URDF.replaceAll('type="prismatic"', 'type="revolute"');
    folder.write('rail/turning.urdf', turning);
    const turned = folder.write('rail/turning.json', { ...RAIL_CELL, robot: { urdf: 'turning.urdf' }, obstacles: [] });
    const hint = /warning +are these degrees\? Angles are radians here unless --units degrees, the cell or the path says otherwise$/m;
    const run = async (value: number) => (await captured(['check', turned, folder.write('rail/deg.csv', `tail_x\n0\n${value}\n`)])).stdout;
    expect(await run(90)).toMatch(hint);
    expect(await run(4)).not.toMatch(hint);
    expect((await check('far.csv')).stdout).not.toMatch(hint);
  });

  test('the tolerance in force is told also where it is the default', async () => {
    const bare = folder.write('rail/default.json', { ...RAIL_CELL, tolerance: undefined });
    // 1e-6 of the radius of the cubes, 0.1 √3
    expect((await captured(['check', bare])).stdout).toMatch(/^ {2}tested +3 pairs, tolerance 1\.732e-7; none is allowed$/m);
    expect((await captured(['check', bare, '--no-self'])).stdout).toMatch(/; links are not tested against each other$/m);
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
      /left\/cart touches wall[\s\S]*joints +left: cart_x .* \(metres\)\n +right: cart_x 0, tail_x 0$/m,
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

  test('--junit: nothing in a name steers a terminal', async () => {
    const file = folder.path('steering.xml');
    const odd = folder.write('rail/a\u009b31m\u202eb.csv', RAIL_PATHS['hit.csv']);
    await captured(['check', cell, odd, folder.path('none\u2066.csv'), '--junit', file, '-q']);
    const xml = readFileSync(file, 'utf8');
    expect(xml).not.toMatch(/[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    expect(junit(xml).suites.map(({ name }) => name)).toEqual([
      odd.replace('\u009b', '\\u009b').replace('\u202e', '\\u202e'),
      folder.path('none\\u2066.csv'),
    ]);
  });

  test('--junit with --all judges every segment', async () => {
    const file = folder.path('all.xml');
    await check('twice.csv', '--all', '--junit', file);
    const { suites } = junit(readFileSync(file, 'utf8'));
    expect(suites[0].cases.map(({ outcome }) => outcome)).toEqual(['failure', 'failure']);
  });

  test('--junit: with --all segments without contact behind the first one pass; overlaps are called so', async () => {
    const path = folder.write('rail/back.csv', 'cart_x\n0.85\n0\n-1\n0\n1\n0.9\n0\n');
    const file = folder.path('back.xml');
    await captured(['check', cell, path, '--all', '-q', '--junit', file]);
    const xml = readFileSync(file, 'utf8');
    const outcomes = junit(xml).suites[0].cases.map(({ outcome }) => outcome);
    // the tail, at −1, stands in the way of the cart at −1
    expect(outcomes).toEqual(['failure', 'failure', 'failure', 'failure', 'failure', 'failure']);
    expect(xml.match(/type="\w+"/g)?.slice(0, 2)).toEqual(['type="overlap"', 'type="contact"']);
    const free = folder.write('rail/back.csv', 'cart_x\n0.85\n0\n-0.5\n0\n1\n0.9\n0\n');
    await captured(['check', cell, free, '--all', '-q', '--junit', file]);
    const cases = junit(readFileSync(file, 'utf8')).suites[0].cases;
    expect(cases.map(({ outcome }) => outcome)).toEqual(['failure', 'passed', 'passed', 'failure', 'failure', 'failure']);
  });

  test('--all: a stretch across waypoints is one', async () => {
    const path = folder.write('rail/across.csv', 'cart_x\n0\n0.9\n0.95\n1.1\n2\n0\n');
    const { paths } = JSON.parse((await captured(['check', cell, path, '--all', '--json'])).stdout);
    const { intervals, intervalsComplete } = paths[0];
    expect(intervalsComplete).toBe(true);
    expect(intervals.map(({ from, to }: { from: number; to: number }) => [from, to].map((t) => Math.round(t * 100) / 100))).toEqual([
      [0.89, 3.11],
      [4.4, 4.6],
    ]);
    expect(intervals[0].pairs).toHaveLength(1);
  });

  test('nothing but earlier output of the same kind is written over, and no input', async () => {
    const page = folder.path('over.html');
    const xml = folder.path('over.xml');
    for (let round = 0; round < 2; round++) expect((await check('free.csv', '--report', page, '--junit', xml)).code).toBe(0);
    const refused = async (...options: string[]) => {
      const victim = options.at(-1) as string;
      const before = readFileSync(victim, 'utf8');
      const { code, stdout, stderr } = await check('free.csv', ...options);
      expect(code).toBe(2);
      expect(stdout).not.toContain('written');
      expect(readFileSync(victim, 'utf8')).toBe(before);
      return stderr;
    };
    expect(await refused('--junit', cell)).toContain('is read by this run');
    expect(await refused('--junit', at('free.csv'))).toContain('is read by this run');
    expect(await refused('--junit', folder.path('rail/rail.urdf'))).toContain('is there already');
    // a name that does not end in .html is a folder
    for (const file of [cell, at('free.csv'), folder.path('rail/rail.urdf'), xml])
      expect(await refused('--report', file)).toContain('is a file, but a folder of pages is wanted');
    expect(await refused('--report', folder.write('other.html', '<p>mine</p>'))).toContain('no page of inbetween');
    symlinkSync(cell, folder.path('link.html'));
    expect(await refused('--report', folder.path('link.html'))).toContain('is read by this run');
    expect(await refused('--junit', page)).toContain('no JUnit file');
    symlinkSync(cell, folder.path('link.xml'));
    expect(await refused('--junit', folder.path('link.xml'))).toContain('is read by this run');
    expect((await check('free.csv', '--junit', folder.path('a.html'), '--report', folder.path('a.html'))).stderr).toContain('same file');
    expect((await check('free.csv', '-q', '--junit', folder.write('empty.xml', ''))).code).toBe(0);
  });

  test('an input that looks like output is no output', async () => {
    // a path file that a JUnit file could be taken for
    const path = folder.write('rail/odd.json', '[[0, 0], [0.6, 0]]');
    const { code, stderr } = await captured(['check', cell, path, '--json', path]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is read by this run')]);
  });

  test('--report of pairs that were not judged says so in its title', async () => {
    const page = folder.path('stuck.html');
    await check('stuck.csv', '--start', 'leaving', '--report', page);
    expect(readFileSync(page, 'utf8')).toMatch(/<title>Free, but for 1 pair that never came apart and was not judged: /);
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

test('a folder stands for the cell in it', async () => {
  const file = await captured(['check', cell, folder.path('rail/free.csv')]);
  expect(await captured(['check', folder.path('rail'), folder.path('rail/free.csv')])).toEqual(file);
  expect(file.code).toBe(0);
});

describe('bad input ends with exit code 2, one line and no stack', () => {
  const changed = (change: object) => folder.write('rail/changed.json', { ...RAIL_CELL, ...change });
  const path = (text: string) => ['check', cell, folder.write('rail/x.csv', text)];
  const madeFolder = (name: string) => mkdirSync(folder.path(name), { recursive: true }) ?? folder.path(name);
  test.each<[string, () => string[], RegExp]>([
    ['no such cell', () => ['check', folder.path('none.json')], /none\.json: no such file/],
    [
      'a folder without a cell',
      () => ['check', madeFolder('empty')],
      /empty: is a folder without a cell\.json; name the cell, robot or mesh in it/,
    ],
    ['no such path', () => ['check', cell, folder.path('none.csv')], /none\.csv: no such file/],
    ['a folder for a path', () => ['check', cell, folder.path('rail')], /is not a file/],
    ['not JSON', () => ['check', folder.write('rail/x.json', '{ "format": ')], /is not JSON/],
    ['another format', () => ['check', changed({ format: 'inbetween-cell/9' })], /format should be "inbetween-cell\/1"/],
    ['a scene of queries', () => ['check', changed({ format: 'ccd-scene/1' })], /for 'inbetween query'; 'check' takes a cell/],
    ['no robot', () => ['check', changed({ robot: undefined })], /names no robot/],
    ['an empty list of robots', () => ['check', changed({ robot: undefined, robots: [] })], /at least one robot/],
    ['no such URDF', () => ['check', changed({ robot: { urdf: 'none.urdf' } })], /none\.urdf: no such file/],
    ['a key it does not know', () => ['check', changed({ obstacle: [] })], /obstacle/],
    ['one waypoint', () => path('cart_x\n0\n'), /x\.csv: has one waypoint; a motion needs two or more/],
    ['no waypoint', () => path('cart_x\n'), /no points/],
    ['too few values', () => path('0\n1\n'), /has 1 values? a point without names, but a configuration has 2/],
    ['NaN', () => path('cart_x\nnan\n1\n'), /x\.csv, line 2: .*finite number/],
    ['a joint it does not know', () => path('cart_y\n0\n1\n'), /no joint 'cart_y'; is 'cart_x' meant\?/],
    ['times that run back', () => path('time,cart_x\n0,0\n2,1\n1,0\n'), /not later than 2/],
    ['bytes that are no text', () => ['check', cell, folder.write('rail/x.csv', new Uint8Array([0xff, 0xfe, 0, 1]))], /x\.csv/],
    [
      'a report of several',
      () => ['check', cell, at('hit.csv'), at('free.csv'), '--report', folder.path('y.html')],
      /shows one path, but 2/,
    ],
    [
      'a page in the place of a folder',
      () => ['check', cell, '-q', '--report', madeFolder('is.html')],
      /cannot be written: it is a folder/,
    ],
    ['a report without a name', () => ['check', cell, '-q', '--report', ''], /--report: should name a folder/],
    ['a report below a file', () => ['check', cell, '-q', '--report', `${cell}/pages`], /cannot be written/],
    ['a JUnit file below a file', () => ['check', cell, '-q', '--junit', `${cell}/x.xml`], /cannot be written/],
  ])('%s', async (_name, args, message) => {
    const { code, stderr } = await captured(args());
    expect(stderr).toMatch(/^inbetween: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });
});
