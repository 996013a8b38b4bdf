import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { CUBE_OBJ, type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { RAIL_CELL, writeRailCell } from './small-cell.ts';

// What somebody meets who knows only the documentation.

let folder: TemporaryFolder;
let cell: string;
beforeAll(() => {
  folder = temporaryFolder();
  cell = writeRailCell(folder);
});
afterAll(() => folder.remove());

describe('nothing was tested', () => {
  const WHY = 'nothing was tested: no obstacles, and links are not tested against each other';

  test('a robot without its scene: a warning, exit code 3, and no FREE, also with --quiet', async () => {
    const args = ['check', folder.path('rail/rail.urdf'), folder.path('rail/free.csv'), '--no-self'];
    const told = await captured(args);
    expect([told.code, told.stderr]).toEqual([3, `warning: ${WHY}\n`]);
    expect(told.stdout).toContain(`NOT JUDGED  ${folder.path('rail/free.csv')}: ${WHY}`);
    expect(told.stdout).not.toMatch(/FREE|at every time/);
    const junit = folder.path('untested.xml');
    const quiet = await captured([...args, '--quiet', '--junit', junit]);
    expect([quiet.code, quiet.stdout, quiet.stderr]).toEqual([3, '', `warning: ${WHY}\n`]);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain(`<error message="${WHY}" type="not-judged">`);
    expect(xml).toMatch(/tests="2" failures="0" errors="1" skipped="1"/);
    const { paths } = JSON.parse((await captured([...args, '--json'])).stdout);
    expect(paths[0].warnings).toEqual([WHY]);
    const page = folder.path('untested.html');
    await captured([...args, '--quiet', '--report', page]);
    expect(readFileSync(page, 'utf8')).toMatch(/Not judged: nothing was tested/);
    expect(readFileSync(page, 'utf8')).not.toMatch(/provably|every pair is/);
  });

  test('a cell that names no obstacles and tests no links', async () => {
    const { obstacles: _, ...bare } = RAIL_CELL;
    const alone = folder.write('rail/alone.json', { ...bare, self: false });
    expect((await captured(['check', alone, '--quiet'])).code).toBe(3);
    const selfed = await captured(['check', folder.write('rail/selfed.json', bare), '--quiet']);
    expect([selfed.code, selfed.stderr]).toEqual([0, '']);
  });
});

test('an obstacle in millimetres: a warning, with --quiet too, and --mesh-scale', async () => {
  const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => `v ${500 + 50 * x} ${50 * y} ${150 * z}`)));
  const faces = CUBE_OBJ.slice(CUBE_OBJ.indexOf('f '));
  const post = folder.write('rail/post.obj', `${corners.join('\n')}\n${faces}`);
  const args = ['check', folder.path('rail/rail.urdf'), folder.path('rail/free.csv'), '--scene', post];
  const told = /^warning: obstacle 'post' is 100 × 100 × 300, what moves about [\d.]+: is it in millimetres\?/;
  for (const wish of [[], ['--quiet']]) expect((await captured([...args, ...wish])).stderr).toMatch(told);
  expect((await captured([...args, '--mesh-scale', '0.001', '--quiet'])).stderr).toBe('');
  const { code, stderr } = await captured(['check', cell, '--mesh-scale', '0.001']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--mesh-scale is for a robot (URDF) or a mesh')]);
});

test('a budget that ran out is named, with the option that raises it, in JUnit too', async () => {
  const junit = folder.path('late.xml');
  const late = await captured(['check', cell, '--budget', '1e-9', '--junit', junit]);
  const words = 'the budget of milliseconds ran out (--budget raises it, now 1e-9 ms a path)';
  expect([late.code, late.stdout]).toEqual([3, expect.stringContaining(words)]);
  expect(readFileSync(junit, 'utf8')).toContain(words);
  const few = await captured(['check', cell, '--max-iterations', '1', '--no-margin']);
  expect(few.code).toBe(3);
  expect(few.stdout).toContain('the budget of iterations ran out (--max-iterations raises it, now 1 iteration a path)');
  expect((await captured(['check', cell, '--max-iterations', '100000', '--quiet'])).code).toBe(1);
});

test('degrees come before all else, and pairs beyond limits are not to be allowed', async () => {
  folder.write(
    'rail/turn.urdf',
    `<robot name="turn"><link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
    <link name="arm"/><link name="hand"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
    <joint name="j" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0.2 0 0"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
    <joint name="k" type="fixed"><parent link="arm"/><child link="hand"/></joint></robot>`,
  );
  const turn = folder.write('rail/turn.json', {
    format: 'inbetween-cell/1',
    robot: { urdf: 'turn.urdf' },
    obstacles: [{ name: 'post', box: [0.1, 0.1, 0.1], pose: { position: [0.7, 0, 0] } }],
  });
  const degrees = await captured(['check', turn, folder.write('rail/turn.csv', 'j\n45\n90\n'), '--no-margin']);
  expect(degrees.code).toBe(1);
  expect(degrees.stdout).toMatch(/OVERLAP.*\n +warning +are these degrees\?/);
  expect(degrees.stdout).not.toContain('"allow"');
  const radians = await captured(['check', turn, folder.write('rail/turned.csv', 'j\n0.5\n1\n'), '--no-margin']);
  expect(radians.stdout).toContain('"allow"');
});

test('a base that floats by the SRDF touches the table it stands on: what to do is said, and does it', async () => {
  const urdf = folder.write(
    'rail/stand.urdf',
    `<robot name="stand"><link name="foot"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<link name="head"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
<joint name="lift" type="prismatic"><parent link="foot"/><child link="head"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/><limit lower="0" upper="1" velocity="1"/></joint></robot>`,
  );
  const srdf = folder.write(
    'rail/stand.srdf',
    '<robot name="stand"><virtual_joint name="v" type="floating" parent_frame="world" child_link="foot"/></robot>',
  );
  const table = folder.write(
    'rail/table.yaml',
    'world: {collision_objects: [{id: table, primitives: [{type: box, dimensions: [1, 1, 0.1]}], pose: {position: [0, 0, -0.1]}}]}\n',
  );
  const path = folder.write('rail/lift.csv', 'lift\n0\n0.5\n');
  const args = ['check', urdf, '--srdf', srdf, '--scene', table, path];
  const loose = await captured(args);
  expect(loose.code).toBe(1);
  expect(loose.stdout).toMatch(/or hold the base, which a virtual joint of the SRDF lets move: --fixed-base, "fixedBase": true/);
  const held = await captured([...args, '--fixed-base']);
  expect([held.code, held.stderr]).toEqual([0, '']);
  expect((await captured(['batch', ...args.slice(1), '--fixed-base', '--workers', '1', '-q'])).code).toBe(0);
  const robot = { urdf: 'stand.urdf', srdf: 'stand.srdf', fixedBase: true };
  const inCell = {
    ...RAIL_CELL,
    robot,
    obstacles: [{ name: 'table', box: [1, 1, 0.1], pose: { position: [0, 0, -0.1] } }],
    path: 'lift.csv',
  };
  expect((await captured(['check', folder.write('rail/stand.json', inCell)])).code).toBe(0);
});
