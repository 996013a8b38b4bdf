import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CaptureOptions, captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { ARM_CELL, ARM_URDF, writeArmCell } from './arm-cell.ts';

let folder: TemporaryFolder;
let cell: string;
beforeAll(() => {
  folder = temporaryFolder();
  cell = writeArmCell(folder);
});
afterAll(() => folder.remove());

/** Nobody presses Ctrl-C. */
const never = () => new Promise<void>(() => {});
const command = (args: readonly string[], options: CaptureOptions = {}) => captured(args, { untilInterrupted: never, ...options });
const plan = (...args: string[]) => command(['plan', cell, ...args]);
const answer = async (...args: string[]) => JSON.parse((await plan(...args, '--no-margin', '--json')).stdout);
/** The walls of the rail leave no way. */
const WALLED = { ...ARM_CELL, obstacles: [{ name: 'wall', box: [2.2, 0.02, 1], pose: { position: [1.12, 0, 0] } }] };

describe('plan: a path that is found', () => {
  test('is told in words, and proven; the wrist that nobody names stays', async () => {
    const { code, stdout, stderr } = await plan('--from', 'left', '--to', 'right');
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^arm: arm \(4 links, 36 triangles\) among 1 obstacle/m);
    expect(stdout).toMatch(/^FOUND {2}left → right: \d+ waypoints, proven free all the way$/m);
    expect(stdout).toMatch(/^ {2}joints +shoulder, elbow$/m);
    expect(stdout).toMatch(/^ {2}waypoint 0 +1, 0$/m);
    expect(stdout).toMatch(/^ {2}waypoint \d+ +-1, 0$/m);
    expect(stdout).toMatch(/^ {2}clearance +at least 0\.0?\d+, at most [\d.e-]+: (upper|lower|tool) and post at t = /m);
    expect(stdout).toMatch(/^ {2}proven +at every time all that is tested is apart$/m);
    expect(code).toBe(0);
  });

  test('begins at a limit that a joint shares with one that follows it: a gripper that is closed', async () => {
    const joint = (name: string, child: string, axis: number, more = '') =>
      `<joint name="${name}" type="prismatic"><parent link="b"/><child link="${child}"/><axis xyz="0 ${axis} 0"/><limit lower="0" upper="0.85" velocity="1" effort="1"/>${more}</joint>`;
    const jaw = (name: string, y: number) =>
      `<link name="${name}"><collision><origin xyz="0 ${y} 0"/><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>`;
    const urdf = folder.write(
      'gripper.urdf',
      `<robot name="g"><link name="b"/>${jaw('l', 0.2)}${jaw('r', -0.2)}${joint('j', 'l', 1)}${joint('k', 'r', -1, '<mimic joint="j"/>')}</robot>`,
    );
    const { code, stdout } = await command(['plan', urdf, '--to', 'j=0.1']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^FOUND/m)]);
  });

  test('where nothing is tested a warning says so, with --quiet too', async () => {
    const { obstacles: _, ...bare } = ARM_CELL;
    const empty = folder.write('arm/empty.json', bare);
    const { code, stderr } = await command(['plan', empty, '--from', 'left', '--to', 'right', '--no-self', '--quiet']);
    const why = 'nothing was tested: no obstacles, and links are not tested against each other';
    expect([code, stderr]).toEqual([0, `warning: ${why}\n`]);
  });

  test('--json tells all of it; the same seed gives the same, another one another path', async () => {
    const found = await answer('--from', 'left', '--to', 'right');
    expect(found).toMatchObject({
      format: 'inbetween-plan/1',
      status: 'found',
      reason: null,
      from: 'left',
      to: 'right',
      through: [],
      goal: 0,
    });
    expect(found.joints).toEqual(['shoulder', 'elbow', 'wrist']);
    expect(found.path[0]).toEqual([1, 0, 0.25]);
    expect(found.path.at(-1)).toEqual([-1, 0, 0.25]);
    expect(found.certificate).toMatchObject({ status: 'free', clearance: 0 });
    expect(found.length).toBeLessThanOrEqual(found.stats.foundLength);
    expect((await answer('--from', 'left', '--to', 'right')).path).toEqual(found.path);
    expect((await answer('--from', 'left', '--to', 'right', '--seed', 'other')).path).not.toEqual(found.path);
  });

  test('--clearance is kept, --no-shorten leaves it as it was found, --through is passed', async () => {
    const near = JSON.parse((await plan('--from', 'left', '--to', 'right', '--clearance', '0.05', '--json')).stdout);
    expect(near.least.gap[0]).toBeGreaterThan(0.05);
    const long = await answer('--from', 'left', '--to', 'right', '--no-shorten');
    expect(long.length).toBe(long.stats.foundLength);
    const passed = await answer('--from', 'left', '--through', 'elbow=2', '--to', 'right');
    expect(passed.through).toEqual(['elbow=2']);
    expect(passed.path).toContainEqual([1, 2, 0.25]);
  });

  test('from where the cell starts; values by name, in order, in degrees, in a file', async () => {
    expect((await answer('--to', 'elbow=0.5')).path).toEqual([
      [1, 0, 0.25],
      [1, 0.5, 0.25],
    ]);
    expect((await answer('--to=-0.9,-1,0')).path.at(-1)).toEqual([-0.9, -1, 0]);
    const [, last] = (await answer('--to', 'elbow=90', '--units', 'degrees')).path;
    expect(last[1]).toBeCloseTo(Math.PI / 2, 12);
    const goals = {
      'state.json': 'right',
      'numbers.json': [-1, 0, 0.25],
      'joints.json': { shoulder: -1, elbow: 0 },
      'robots.json': { arm: { shoulder: -1, elbow: 0 } },
      'ros.json': { name: ['elbow', 'shoulder'], position: [0, -1] },
    };
    for (const [name, content] of Object.entries(goals)) {
      const found = await answer('--to', folder.write(name, JSON.stringify(content)));
      expect([name, found.path.at(-1)]).toEqual([name, [-1, 0, 0.25]]);
    }
    const any = folder.write('any.json', JSON.stringify({ anyOf: ['ahead', { shoulder: 0.9 }] }));
    expect(await answer('--to', any)).toMatchObject({ status: 'found', goal: 1 });
  });

  test('the pose of a link: any orientation, or one with free axes, on the command line and in a file', async () => {
    const reached = async (...args: string[]) => {
      const { path } = await answer(...args);
      const [shoulder, elbow] = path.at(-1);
      return [Math.cos(shoulder) + 0.6 * Math.cos(shoulder + elbow), Math.sin(shoulder) + 0.6 * Math.sin(shoulder + elbow)];
    };
    const file = folder.write('pose.json', JSON.stringify({ link: 'tool', pose: { position: [0.9, -0.9, 0] }, free: ['orientation'] }));
    const ways = ['tool@0.9,-0.9,0', 'arm:tool@0.9,-0.9,0', 'tool@0.9,-0.9,0,0,0,0/free=rz/within=0.001,0.01', file];
    for (const to of ways.slice(0, 2).concat(file)) {
      const [x, y] = await reached('--to', to);
      expect([to, x.toFixed(6), y.toFixed(6)]).toEqual([to, '0.900000', '-0.900000']);
    }
    // the file is in the units of the command too
    const inMillimetres = folder.write(
      'pose-mm.json',
      JSON.stringify({ link: 'tool', pose: { position: [900, -900, 0] }, free: ['orientation'], tolerance: { length: 1e-3 } }),
    );
    const [x, y] = await reached('--to', inMillimetres, '--units', 'mm');
    expect([x, y]).toEqual([expect.closeTo(0.9, 5), expect.closeTo(-0.9, 5)]);
    // about the upright axis only, the wrist has to go to 0; millimetres
    const { path } = await answer('--to', 'tool@900,-900,0,0,0,0/free=rz/within=1,0.5', '--units', 'degrees,mm');
    expect(Math.abs(path.at(-1)[2])).toBeLessThan((0.51 * Math.PI) / 180);
  });

  test('--group and --moving let other joints move too', async () => {
    expect(await answer('--from', 'left', '--to', 'shoulder=-1', '--group', 'both')).toMatchObject({ status: 'found' });
    const found = await answer('--from', 'left', '--to', 'right', '--moving', 'arm');
    expect(found.options.moving).toEqual(['arm']);
    expect(new Set(found.path.map(([, , wrist]: number[]) => wrist)).size).toBeGreaterThan(1);
  });
});

describe('plan: what is written', () => {
  test.each(['path.csv', 'path.tsv', 'path.json', 'path.yaml', 'path.yml'])(
    '%s is read and certified by check, to the same doubles',
    async (name) => {
      const out = folder.path(name);
      const { path } = await answer('--from', 'left', '--to', 'right', '--clearance', '0.02', '--out', out);
      const { code, stdout } = await command(['check', cell, out, '--clearance', '0.02', '--json', '--no-margin']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout).paths[0]).toMatchObject({ status: 'free', segments: path.length - 1, limits: [] });
      const numbers = readFileSync(out, 'utf8')
        .match(/-?\d[\d.]*(?:e-?\d+)?/g)
        ?.map(Number);
      for (const value of path.flat()) expect(numbers).toContain(value);
    },
  );

  test.each(['over.csv', 'over.json', 'over.yaml'])('%s: an earlier one is written over, something else is not', async (name) => {
    const out = folder.path(name);
    for (const to of ['elbow=0.1', 'elbow=0.2']) expect((await plan('--to', to, '-q', '--out', out)).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toContain('0.2');
    for (const mine of ['mine', '{\n  "joints": ["elbow"],\n  "path": [\n    [0.1]\n  ]\n}\n']) {
      writeFileSync(out, mine);
      expect((await plan('--to', 'elbow=0.3', '--out', out)).stderr).toMatch(/is there already and no path planned before/);
      expect(readFileSync(out, 'utf8')).toBe(mine);
    }
  });

  test('in the units of the cell, which check reads', async () => {
    const degrees = writeArmCell(folder, { units: 'degrees' }, 'degrees.json');
    for (const name of ['degrees.csv', 'degrees-path.json', 'degrees.yaml']) {
      const out = folder.path(name);
      // to the very limit
      expect((await command(['plan', degrees, '--from', 'left', '--to', 'limit', '-q', '--out', out])).code).toBe(0);
      const { stdout, code } = await command(['check', degrees, out, '--json']);
      expect([name, code, JSON.parse(stdout).paths[0].limits]).toEqual([name, 0, []]);
      expect(readFileSync(out, 'utf8')).toMatch(/units"?: "?degrees, metres/);
    }
  });

  test.each(['time', 't'])('a joint that is called %s: a table of it would be read as seconds, and is refused', async (name) => {
    const urdf = ARM_URDF.replaceAll('"shoulder"', `"${name}"`);
    const clock = folder.write('arm/clock.urdf', urdf);
    const ask = (file: string, ...more: string[]) =>
      command(['plan', clock, `--to=elbow=0.5,${name}=1`, '--no-margin', '-q', ...more, '--out', folder.path(file)]);
    for (const file of [`${name}.csv`, `${name}.tsv`]) {
      const { code, stderr } = await ask(file);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot be written in this format.*; choose \.json/)]);
      expect(existsSync(folder.path(file))).toBe(false);
    }
    for (const file of [`${name}.json`, `${name}.yaml`]) {
      expect(await ask(file)).toMatchObject({ code: 0, stderr: '' });
      expect((await command(['check', clock, folder.path(file), '-q'])).code).toBe(0);
    }
    expect((await ask(`${name}-timed.csv`, '--time', '--max-acceleration', '5')).code).toBe(2);
  });

  test('two robots: columns by robot', async () => {
    const robots = [
      { ...ARM_CELL.robot, name: 'near' },
      { ...ARM_CELL.robot, name: 'far', base: { position: [0, 0, 2] } },
    ];
    const pair = writeArmCell(folder, { robot: undefined, robots }, 'pair.json');
    const out = folder.path('pair.csv');
    const ask = (...to: string[]) => command(['plan', pair, ...to, '--no-margin', '--json', '--out', out]);
    const { stdout } = await ask('--to', 'near:right; far/elbow=0.5');
    const found = JSON.parse(stdout);
    expect(found.joints).toEqual(['near', 'far'].flatMap((name) => ['shoulder', 'elbow', 'wrist'].map((joint) => `${name}/${joint}`)));
    expect(found.path.at(-1)).toEqual([-1, 0, 0.25, 1, 0.5, 0.25]);
    expect((await command(['check', pair, out, '-q'])).code).toBe(0);
    expect((await ask('--to', 'far:tool@0.9,0.9,2')).code).toBe(0);
    expect((await ask('--to', 'far/tool@0.9,0.9,2')).code).toBe(0);
    expect((await ask('--to', 'tool@0.9,0.9,2')).stderr).toMatch(/belongs to several robots; write 'near:tool@…' or 'far:tool@…'/);
    expect((await ask('--to', 'elbow=0.5')).stderr).toMatch(/'near\/elbow' or 'far\/elbow'/);
  });

  test('--report: a page; with a folder, index.html in it; also where there is no path', async () => {
    const page = folder.path('plan.html');
    expect((await plan('--from', 'left', '--to', 'right', '-q', '--report', page)).code).toBe(0);
    expect(readFileSync(page, 'utf8')).toMatch(/<h1 class="free">Found: \d+ waypoints, proven free<\/h1>/);
    expect((await plan('--from', 'left', '--to', 'ahead', '-q', '--report', folder.path('pages'))).code).toBe(2);
    expect(readFileSync(folder.path('pages/index.html'), 'utf8')).toMatch(/<h1 class="unresolved">No path: the goal cannot be<\/h1>/);
  });

  test('--json FILE', async () => {
    const file = folder.path('answer.json');
    expect(await plan('--from', 'left', '--to', 'elbow=0.1', '-q', '--json', file)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(JSON.parse(readFileSync(file, 'utf8')).status).toBe('found');
    expect((await plan('--to', 'right', '--json', 'answer.txt')).stderr).toMatch(/should end in \.json/);
  });
});

describe('plan: none', () => {
  test('exit code 1 when the budget ran out; it says what was tried, and writes no path', async () => {
    const walled = writeArmCell(folder, WALLED, 'walled.json');
    const out = folder.path('never.csv');
    const { code, stdout, stderr } = await command(['plan', walled, '--from', 'left', '--to', 'right', '--budget', '60', '--out', out]);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^NONE {2}left → right: no path found: the time ran out after \d+ random states, \d+ reached, \d+ looked at/m);
    expect(stdout).toMatch(/^ {2}searched /m);
    expect(existsSync(out)).toBe(false);
  });

  test('Ctrl-C ends it', async () => {
    const walled = writeArmCell(folder, WALLED, 'walled.json');
    const untilInterrupted = () => new Promise<void>((resolve) => setTimeout(resolve, 30));
    const { code, stdout } = await command(['plan', walled, '--from', 'left', '--to', 'right', '--json'], { untilInterrupted });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'none', reason: 'cancelled', path: null, length: null });
    expect(code).toBe(1);
  });

  test('on a terminal a line tells how far it is, and goes away; elsewhere there is none', async () => {
    const walled = writeArmCell(folder, WALLED, 'walled.json');
    const args = ['plan', walled, '--from', 'left', '--to', 'right', '--budget', '200'];
    const { stderr } = await command(args, { isTTY: true, env: { NO_COLOR: '1' } });
    expect(stderr).toMatch(/\rsearching: \d+ states? reached, [\d,]+ states? looked at, \d\.\d s/);
    expect(stderr.endsWith('\r\x1b[K')).toBe(true);
    expect((await command([...args, '-q'], { isTTY: true })).stderr).toBe('');
  });

  test('on a terminal the reason is told once', async () => {
    const args = ['plan', cell, '--from', 'left', '--to', 'ahead'];
    const { code, stdout, stderr } = await command(args, { isTTY: true, env: { NO_COLOR: '1' } });
    expect(code).toBe(2);
    expect(`${stdout}${stderr}`.match(/in contact/g)).toHaveLength(1);
    expect((await command([...args, '-q'], { isTTY: true })).stderr).toMatch(/in contact/);
  });

  test('where nobody says a start, it is told which is taken, and how to say another', async () => {
    const urdf = folder.path('arm/arm.urdf');
    expect((await command(['plan', urdf, '--to', 'elbow=0.5', '--no-margin'])).stdout).toMatch(
      /^FOUND {2}all joints at 0 \(give --from\) → elbow=0\.5/m,
    );
    const post = writeArmCell(folder, { robot: { ...ARM_CELL.robot, start: {} } }, 'at-post.json');
    const { code, stderr } = await command(['plan', post, '--to', 'left']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/the start has .* in contact; give --from to start elsewhere/)]);
    expect((await plan('--from', 'ahead', '--to', 'right')).stderr).not.toMatch(/--from/);
  });

  test.each<[string, string[], RegExp]>([
    ['a start in contact', ['--from', 'ahead', '--to', 'right'], /the start has '(upper|lower|tool)' of 'arm' and 'post' in contact/],
    ['a goal in contact', ['--from', 'left', '--to', 'ahead'], /the goal has '(upper|lower|tool)' of 'arm' and 'post' in contact/],
    ['a start too near', ['--from', 'shoulder=0.2', '--to', 'left', '--clearance', '0.5'], /the start has .* less than 0\.5 apart/],
    ['a start beyond limits', ['--from', 'shoulder=3.5', '--to', 'right'], /the start has shoulder at 3\.5, beyond its limits -3 to 3/],
    ['a goal beyond limits', ['--from', 'left', '--to', 'elbow=-2.6'], /the goal has elbow at -2\.6, beyond its limits -2\.5 to 2\.5/],
    ['a goal on the way', ['--from', 'left', '--through', 'ahead', '--to', 'right'], /goal 0 on the way has .* in contact/],
    [
      'a pose out of reach',
      ['--from', 'left', '--to', 'tool@5,0,0'],
      /the goal is not reached: no configuration was found that brings 'tool' there/,
    ],
  ])('%s: exit code 2, told as such', async (_, args, message) => {
    const { code, stderr, stdout } = await plan(...args);
    expect(stderr).toMatch(message);
    expect(stdout).toMatch(/^NONE {2}/m);
    expect(code).toBe(2);
  });
});

describe('plan: garbage', () => {
  test.each<[string, string[], RegExp]>([
    ['no goal', [], /--to is missing: nothing says where to go/],
    ['a misspelt state', ['--to', 'rigth'], /--to: .*no state 'rigth'; is 'right' meant\?/],
    ['a misspelt start', ['--from', 'lefft', '--to', 'right'], /--from: .*no state 'lefft'/],
    ['a wrong joint', ['--to', 'elbo=1'], /--to: robot 'arm' has no joint 'elbo'; is 'elbow' meant\?/],
    ['a joint twice', ['--to', 'elbow=1,elbow=2'], /--to: names joint 'elbow' twice/],
    ['no value', ['--to', 'elbow='], /--to: elbow: '' is no number/],
    ['infinity', ['--to', 'elbow=Infinity'], /'Infinity' is no number/],
    ['too few values', ['--to', '1,2'], /--to: has 2 values a point without names, but a configuration has 3 \(shoulder, elbow, wrist\)/],
    ['a letter among numbers', ['--to', '1,2,x'], /--to: 'x' is no number/],
    ['nothing', ['--to', ''], /--to: is empty/],
    ['an empty part', ['--to', 'left;'], /--to: has an empty part/],
    ['an unknown link', ['--to', 'hand@1,0,0'], /--to: there is no link 'hand'; there are foot, upper, lower, tool/],
    ['a pose of four numbers', ['--to', 'tool@1,0,0,1'], /a pose has 3 numbers .* got 4/],
    ['a wrong axis', ['--to', 'tool@1,0,0/free=w'], /\/free: 'w' is none of x, y, z, rx/],
    ['a wrong wish', ['--to', 'tool@1,0,0/near=1'], /is neither \/free=AXES nor \/within/],
    ['a quaternion off unit length', ['--to', 'tool@1,0,0,1,1,0,0'], /quaternion \[1,1,0,0\] has length 1\.414\d*; normalise it/],
    ['a pose as start', ['--from', 'tool@1,0,0', '--to', 'right'], /--from: a start is a configuration/],
    ['a link that nothing moves', ['--to', 'foot@1,0,0'], /no joint moves link 'foot'/],
    ['an unknown group', ['--to', 'right', '--group', 'arms'], /--group|no group 'arms'; there are both, nothing/],
    ['an empty group', ['--to', 'right', '--group', 'nothing'], /group 'nothing' of robot 'arm' has no joint that moves/],
    ['a goal outside of the group', ['--to', 'wrist=1', '--group', 'both'], /moves joint 'wrist' of 'arm', which is not among what moves/],
    ['unknown names that move', ['--to', 'right', '--moving', 'elbw'], /no robot, joint or body 'elbw'; did you mean 'elbow'\?/],
    ['a negative clearance', ['--to', 'right', '--clearance', '-1'], /It should be a number, 0 or more/],
    ['a budget of 0', ['--to', 'right', '--budget', '0'], /above 0/],
    ['unknown units', ['--to', 'right', '--units', 'inches'], /'inches' is none of radians/],
    ['an unknown format', ['--to', 'right', '--out', 'path.txt'], /--out path\.txt: its name should end in \.json, \.yaml/],
    ['a goal file that is not there', ['--to', 'nowhere.json'], /nowhere\.json: no such file/],
    ['--report without a name', ['--to', 'right', '--report', ''], /--report: should name a folder/],
  ])('%s', async (_, args, message) => {
    const { code, stderr, stdout } = await plan(...args);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/internal error/);
    expect(stdout).not.toMatch(/FOUND|NONE/);
    expect(code).toBe(2);
  });

  test.each<[string, unknown, RegExp]>([
    ['no JSON', undefined, /is no JSON/],
    ['null', null, /should be a text, a list of numbers, or values by joint/],
    ['an empty record', {}, /is empty/],
    ['a text as value', { elbow: 'far' }, /'elbow' should be a number, got "far"/],
    ['names without positions', { name: ['elbow'], position: [] }, /has 1 names and 0 positions/],
    ['a link without a pose', { link: 'tool' }, /pose should be/],
    ['an unknown key beside a pose', { link: 'tool', pose: {}, freee: [] }, /'freee'/],
    ['anyOf with more', { anyOf: ['left'], or: 1 }, /has 'or' beside anyOf/],
    ['an empty anyOf', { anyOf: [] }, /anyOf should be a list of one goal at least/],
  ])('in a file: %s', async (_, content, message) => {
    const file = folder.write('bad.json', content === undefined ? '{' : JSON.stringify(content));
    const { code, stderr } = await plan('--to', file);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  test('a scene of queries, and a cell in which something moves by itself', async () => {
    const scene = folder.write('scene.json', { format: 'ccd-scene/1' });
    expect((await command(['plan', scene, '--to', 'right'])).stderr).toMatch(/'plan' takes a cell/);
    const door = { name: 'door', box: [1, 1, 1], trajectory: [0, 1].map((time) => ({ time, pose: { position: [9, 0, time] } })) };
    const moving = writeArmCell(folder, { bodies: [door] }, 'moving.json');
    const { code, stderr } = await command(['plan', moving, '--to', 'right']);
    expect(stderr).toMatch(/'door' moves by the clock or by waypoints, which is not planned around; make it an obstacle/);
    expect(code).toBe(2);
  });
});
