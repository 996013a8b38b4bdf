import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { CUBE_OBJ, type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { writeArmCell } from './arm-cell.ts';

let folder: TemporaryFolder;
let urdf: string[];
let scene: string;
beforeAll(() => {
  folder = temporaryFolder();
  writeArmCell(folder);
  urdf = [folder.path('arm/arm.urdf'), '--srdf', folder.path('arm/arm.srdf')];
  scene = folder.write(
    'scene.yaml',
    `name: post
robot_model_name: arm
robot_state:
  joint_state: {name: [shoulder, elbow, wrist], position: [1, 0, 0.25]}
world:
  collision_objects:
    - id: post
      primitives: [{type: box, dimensions: [0.2, 0.2, 1]}]
      primitive_poses: [{position: [1.3, 0, 0], orientation: [0, 0, 0, 1]}]
`,
  );
  folder.write('cube.obj', CUBE_OBJ);
});
afterAll(() => folder.remove());

const run = (...args: string[]) => captured(args, { untilInterrupted: () => new Promise(() => {}) });
const request = (name: string, goal: string, more = '') =>
  folder.write(
    name,
    `group_name: both
start_state: {joint_state: {name: [shoulder, elbow], position: [1, 0]}}
${more}goal_constraints:
  - ${goal}
`,
  );
const RIGHT = 'joint_constraints: [{joint_name: shoulder, position: -1}, {joint_name: elbow, position: 0}]';

describe('plan: a robot with a planning scene and a request of MoveIt', () => {
  test('start, group and goal of the request; check judges what was written with the same files', async () => {
    const asked = request('request.yaml', RIGHT, 'allowed_planning_time: 7\n');
    const out = folder.path('moveit.yaml');
    const files = [...urdf, '--scene', scene, '--request', asked];
    const { stdout, code } = await run('plan', ...files, '--json', '--no-margin', '--out', out);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ status: 'found', from: 'start of request.yaml', to: 'goal of request.yaml' });
    expect(found.options).toMatchObject({ group: 'both', budget: 7000 });
    expect([found.path[0], found.path.at(-1)]).toEqual([
      [1, 0, 0.25],
      [-1, 0, 0.25],
    ]);
    expect(code).toBe(0);
    const checked = JSON.parse((await run('check', ...files, out, '--json', '--no-margin')).stdout);
    expect(checked.paths[0]).toMatchObject({ status: 'free', warnings: [] });
  });

  test('the command line goes before the request', async () => {
    const asked = request('request.yaml', RIGHT);
    const args = ['--request', asked, '--from', 'elbow=0.1', '--to', 'shoulder=0.9', '--budget', '5000', '--no-margin', '--json'];
    const { path, options } = JSON.parse((await run('plan', ...urdf, '--scene', scene, ...args)).stdout);
    expect(path[0]).toEqual([1, 0.1, 0.25]);
    expect(path.at(-1)[0]).toBe(0.9);
    expect(options.budget).toBe(5000);
  });

  test('a place of a link, as near as its region is large; what cannot be planned for is told with its line', async () => {
    const place = (x: number, frame = '') => `position_constraints:
      - header: {frame_id: "${frame}"}
        link_name: tool
        target_point_offset: [0.1, 0, 0]
        constraint_region:
          primitives: [{type: sphere, dimensions: [0.001]}]
          primitive_poses: [{position: [${x}, -0.9, 0], orientation: [0, 0, 0, 1]}]`;
    const plan = (asked: string) => run('plan', ...urdf, '--scene', scene, '--request', asked, '--no-margin', '--json');
    const [shoulder, elbow] = JSON.parse((await plan(request('place.yaml', place(0.9)))).stdout).path.at(-1);
    const reach = (f: (angle: number) => number) => f(shoulder) + 0.7 * f(shoulder + elbow);
    expect(Math.hypot(reach(Math.cos) - 0.9, reach(Math.sin) + 0.9)).toBeLessThan(0.0010001);
    expect((await plan(request('frame.yaml', place(0.9, 'upper')))).stderr).toMatch(
      /frame\.yaml, line \d+: goal is given in the frame 'upper'/,
    );
    expect((await plan(request('far.yaml', place(9)))).stderr).toMatch(/the goal is not reached/);
    expect((await plan(folder.write('none.yaml', 'group_name: both\n'))).stderr).toMatch(/has no goal_constraints|nothing/);
  });
});

describe('plan: what a request of MoveIt says beside start and goal', () => {
  const plan = (asked: string, ...more: string[]) =>
    run('plan', ...urdf, '--scene', scene, '--request', asked, '--no-margin', '--json', ...more);
  const found = async (asked: string, ...more: string[]) => JSON.parse((await plan(asked, ...more)).stdout);

  test('joints that are bounded on the way keep to that', async () => {
    const way = (above: number) =>
      `path_constraints: {joint_constraints: [{joint_name: elbow, position: 0, tolerance_above: ${above}, tolerance_below: 0.001}]}\n`;
    const { status, path } = await found(request('way.yaml', RIGHT, way(2.9)));
    expect(status).toBe('found');
    for (const [, elbow] of path) expect(elbow >= -0.001 && elbow <= 2.9).toBe(true);
    expect(Math.max(...path.map(([, elbow]: number[]) => elbow))).toBeGreaterThan(0.1);
    const { stderr } = await plan(
      request(
        'cone.yaml',
        RIGHT,
        'path_constraints: {position_constraints: [{link_name: tool, constraint_region: {primitives: [{type: cone, dimensions: [1, 1]}]}}]}\n',
      ),
    );
    expect(stderr).toMatch(/cone\.yaml, line \d+: path_constraints have a cone as a region, which is not planned with/);
  });

  test('a goal beyond a limit by the digits of the file is at it', async () => {
    const limit = 'joint_constraints: [{joint_name: shoulder, position: 1}, {joint_name: elbow, position: 2.5000027}]';
    const { stdout, stderr } = await plan(request('limit.yaml', limit));
    expect(JSON.parse(stdout).path.at(-1)[1]).toBe(2.5);
    expect(stderr).toMatch(/has 'elbow' at 2\.5000027, beyond its limits -2\.5 to 2\.5; it is taken as 2\.5/);
  });

  test('velocities and accelerations have a share each', async () => {
    const seconds = async (more: string) => {
      const { timed } = await found(
        request('share.yaml', RIGHT, more),
        '--time',
        '--max-acceleration',
        '1000',
        '--blend',
        '0',
        '--max-velocity',
        '1',
      );
      return timed.seconds as number;
    };
    const whole = await seconds('');
    expect((await seconds('max_velocity_scaling_factor: 0.5\n')) / whole).toBeCloseTo(2, 1);
    // what hardly accelerates takes hardly longer
    expect((await seconds('max_velocity_scaling_factor: 1\nmax_acceleration_scaling_factor: 0.5\n')) / whole).toBeCloseTo(1, 1);
  });
});

describe('plan: a scene of robots, and bodies that move freely', () => {
  test('start and goal of a query, within the limits of the file', async () => {
    const pose = { q: [0, 0, 0, 1], t: [0, 0, 0] };
    const mover = {
      name: 'mover',
      base: pose,
      links: [{ name: 'body', parent: -1, mesh: 'cube.obj', joint: { type: 'floating', origin: pose } }],
    };
    const query = (id: number, x: number) => ({ id, from: [-4, 0, 0, 0, 0, 0, 1], to: [x, 0, 0, 0, 0, 0, 1] });
    const content = {
      ...{ format: 'ccd-robot-scene/1', name: 'cubes', self: false, touch: 1e-4, robots: [mover], ignore: [] },
      ...{
        environment: [{ name: 'block', mesh: 'cube.obj', pose }],
        limits: [
          [-5, 5],
          [-5, 5],
          [-0.5, 0.5],
        ],
      },
    };
    const file = folder.write('cubes.json', { ...content, queries: [query(1, 4), query(2, 3)] });
    const out = folder.path('cubes.csv');
    const { stdout, code } = await run('plan', file, '--query', '2', '--no-margin', '--json', '--out', out);
    const { path, names, joints } = JSON.parse(stdout);
    expect([code, names]).toEqual([0, undefined]);
    expect([path[0], path.at(-1)]).toEqual([query(2, 3).from, query(2, 3).to]);
    expect(joints[0]).toMatch(/\/x$/);
    for (const state of path) expect(Math.abs(state[2])).toBeLessThanOrEqual(0.5);
    expect((await run('check', file, out, '-q')).code).toBe(0);
    expect((await run('plan', file, '--query', '3')).stderr).toMatch(/has no query 3; there are 1, 2/);
    expect((await run('plan', file)).stderr).toMatch(/--to is missing/);
    expect((await run('plan', folder.path('arm/cell.json'), '--query', '1', '--to', 'right')).stderr).toMatch(/--query is for a scene/);
  });

  test('a mesh, by a pose of it', async () => {
    folder.write(
      'part.obj',
      CUBE_OBJ.replace(/v (\S+) (\S+) (\S+)/g, (_, x, y, z) => `v ${x / 4} ${y / 4} ${z / 4}`),
    );
    const args = [folder.path('part.obj'), '--scene', folder.path('cube.obj')];
    const out = folder.path('part.csv');
    const { code } = await run(
      'plan',
      ...args,
      '--from=-3,0,0,0,0,0,1',
      '--to',
      'part@3,0,0,0,0,90',
      '--units',
      'degrees',
      '--out',
      out,
      '-q',
    );
    expect(code).toBe(0);
    const last = readFileSync(out, 'utf8').trim().split('\n').at(-1)?.split(',').map(Number);
    for (const [k, value] of [3, 0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2].entries()) expect(Math.abs(last?.[k] ?? 9)).toBeCloseTo(value, 6);
    expect((await run('check', ...args, out, '--units', 'degrees', '-q')).code).toBe(0);
  });
});

describe('plan: --time', () => {
  const cell = () => folder.path('arm/cell.json');
  const LIMITS = ['--time', '--max-acceleration', '5'];

  test.each(['time.csv', 'time.json', 'time.yaml'])('%s: a trajectory within the limits that check certifies', async (name) => {
    const out = folder.path(name);
    const { stdout } = await run('plan', cell(), '--from', 'left', '--to', 'right', ...LIMITS, '--json', '--no-margin', '--out', out);
    const { timed, path } = JSON.parse(stdout);
    expect(timed.status).toBe('certified');
    // the shoulder turns by 2 at 1 a second at most, and needs 0.2 s to be so fast
    expect(timed.seconds).toBeGreaterThan(2.2 - 1e-9);
    expect(timed.trajectory.at(-1)).toMatchObject({ positions: path.at(-1), time: timed.seconds });
    const { code, stdout: checked } = await run('check', cell(), out, '--json', '--limits', 'error', '--no-margin');
    const [found] = JSON.parse(checked).paths;
    expect([code, found.status, found.limits]).toEqual([0, 'free', []]);
  });

  test('is told, drawn, slower by --scale and where corners are not cut', async () => {
    const page = folder.path('timed.html');
    const ask = (...args: string[]) => run('plan', cell(), '--from', 'left', '--to', 'right', ...LIMITS, '--no-margin', ...args);
    const { stdout } = await ask('--report', page);
    expect(stdout).toMatch(/^ {2}seconds +\d\.\d+, held back by (shoulder|elbow) \(\d+ %\)/m);
    expect(readFileSync(page, 'utf8')).toMatch(/<dt>seconds<\/dt><dd>\d\.\d+ s within the limits of all joints/);
    const seconds = async (...args: string[]) => JSON.parse((await ask(...args, '--json')).stdout).timed.seconds;
    const usual = await seconds();
    expect(await seconds('--scale', '0.5')).toBeGreaterThan(1.4 * usual);
    expect(await seconds('--blend', '0')).toBeGreaterThan(usual);
    expect(await seconds('--max-velocity', 'shoulder=0.3,elbow=0.4')).toBeGreaterThan(1.5 * usual);
    expect(await seconds('--jerk', '20')).toBeGreaterThan(usual);
  });

  test('when it is nearest is told in seconds, in words, as JSON and on the page', async () => {
    const page = folder.path('nearest.html');
    const ask = (...args: string[]) => run('plan', cell(), '--from', 'left', '--to', 'right', ...LIMITS, ...args);
    const { timed, least } = JSON.parse((await ask('--json')).stdout);
    const { stdout } = await ask('--report', page);
    const [, told] = /^ {2}clearance .* at ([\d.]+) s$/m.exec(stdout) ?? [];
    expect(Number(told)).toBeCloseTo(least.seconds, 3);
    const knot = Math.floor(least.time);
    expect(least.seconds).toBeGreaterThanOrEqual(timed.trajectory[knot].time);
    expect(least.seconds).toBeLessThanOrEqual(timed.trajectory[Math.min(knot + 1, timed.trajectory.length - 1)].time);
    expect(readFileSync(page, 'utf8')).toContain(`at ${told} s: `);
  });

  test('limits that are missing, misspelt, or for nothing', async () => {
    const ask = (...args: string[]) => run('plan', cell(), '--to', 'elbow=0.2', ...args);
    expect(await ask('--time')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no acceleration limit of elbow; give --max-acceleration/),
    });
    expect((await ask('--time', '--max-acceleration', 'elbo=1')).stderr).toMatch(/elbo/);
    expect((await ask('--max-acceleration', '1')).stderr).toMatch(/--max-acceleration is for a trajectory; give --time too/);
    expect((await ask('--time', '--max-acceleration', '0')).stderr).toMatch(/above 0/);
    expect((await ask('--time', '--max-acceleration', '=1')).stderr).toMatch(/joint=number/);
  });
});

describe('plan: what holds on the way', () => {
  const ask = (...args: string[]) =>
    run('plan', folder.path('arm/cell.json'), '--from', 'left', '--to', 'right', '--moving', 'arm', '--no-margin', ...args);

  test('--upright and --constraints are kept, in other units too', async () => {
    // the wrist turns the tool about its own length: z is upright at 0 only
    const out = folder.path('upright.csv');
    const { stdout } = await ask('--upright', 'tool=20', '--units', 'degrees', '--out', out, '--json');
    const { path, options } = JSON.parse(stdout);
    expect(options.constraints).toEqual([{ robot: 'arm', link: 'tool', axis: [0, 0, 1], tolerance: (20 * Math.PI) / 180 }]);
    for (const [, , wrist] of path) expect(Math.abs(wrist)).toBeLessThanOrEqual((20 * Math.PI) / 180);
    const inside = folder.write('inside.json', JSON.stringify([{ link: 'tool', box: { min: [-9, -9, -1], max: [1.2, 9, 1] } }]));
    const boxed = JSON.parse((await ask('--constraints', inside, '--json')).stdout);
    for (const [shoulder, elbow] of boxed.path) expect(Math.cos(shoulder) + 0.6 * Math.cos(shoulder + elbow)).toBeLessThanOrEqual(1.2);
    expect((await ask('--constraints', inside)).stdout).toMatch(/and every constraint holds/);
  });

  test.each<[string, string[], RegExp]>([
    ['an unknown link', ['--upright', 'hand=0.1'], /hand/],
    ['no angle', ['--upright', 'tool'], /--upright tool: should be link=angle/],
    ['an angle that means nothing', ['--upright', 'tool=0'], /tolerance must be an angle above 0/],
    ['a start that breaks it', ['--upright', 'tool/-z=0.1'], /start/],
    ['with --time', ['--upright', 'tool=1', '--time'], /--time cuts corners.*give --blend 0/],
  ])('%s', async (_, args, message) => {
    const { code, stderr } = await ask(...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test('--time keeps them where no corner is cut', async () => {
    const out = folder.path('slow.csv');
    const timing = ['--time', '--max-acceleration', '5', '--blend', '0'];
    const { code, stdout } = await ask('--upright', 'tool=0.3', ...timing, '--out', out, '--json');
    const { timed } = JSON.parse(stdout);
    expect([code, timed.status]).toEqual([0, 'certified']);
    for (const { positions } of timed.trajectory) expect(Math.abs(positions[2])).toBeLessThanOrEqual(0.3);
    for (const off of timed.deviation) expect(off).toBeLessThan(1e-12);
    expect((await ask('--upright', 'tool=0.3', ...timing.slice(0, -1), 'elbow=0.1')).stderr).toMatch(/--time cuts corners/);
  });

  test('of two robots', async () => {
    const robot = { urdf: 'arm.urdf', srdf: 'arm.srdf', start: { shoulder: 1, wrist: 0.25 } };
    const robots = [
      { ...robot, name: 'near' },
      { ...robot, name: 'far', base: { position: [0, 0, 2] } },
    ];
    const pair = writeArmCell(folder, { robot: undefined, robots }, 'upright-pair.json');
    const constraints = async (text: string) => {
      const { stdout, stderr } = await run('plan', pair, '--to', 'far/elbow=0.1', '--no-margin', '--upright', text, '--json');
      return stdout === '' ? stderr : JSON.parse(stdout).options.constraints;
    };
    for (const text of ['far/tool=0.5', 'far:tool=0.5', 'far/tool/z=0.5'])
      expect([text, await constraints(text)]).toEqual([text, [{ robot: 'far', link: 'tool', axis: [0, 0, 1], tolerance: 0.5 }]]);
    expect(await constraints('tool=0.5')).toMatch(/belongs to several robots; write near\/tool=… or far\/tool=…/);
  });

  test('constraints that are no list, or contradict each other', async () => {
    expect((await ask('--constraints', folder.write('word.json', '{}'))).stderr).toMatch(/should be a list of constraints/);
    const both = [-1, 1].map((z) => ({ link: 'tool', axis: [0, 0, z], tolerance: 0.5 }));
    expect((await ask('--constraints', folder.write('both.json', JSON.stringify(both)))).stderr).toMatch(/contradict each other/);
  });
});
