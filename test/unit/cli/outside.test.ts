import { mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from './captured-run.ts';
import { CUBE_OBJ, SMALL_SCENE, type TemporaryFolder, temporaryFolder } from './query/small-scene.ts';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
  for (const name of ['in', 'out', 'share', 'share/pkg', 'share/pkg/m']) mkdirSync(folder.path(name));
  folder.write('out/cube.obj', CUBE_OBJ);
  folder.write('share/pkg/m/cube.obj', CUBE_OBJ);
  folder.write('in/r.urdf', robot('../out/cube.obj'));
  folder.write('in/cell.json', { format: 'inbetween-cell/1', robot: { urdf: 'r.urdf' }, path: [[0], [0.5]] });
  folder.write('in/scene.json', { ...SMALL_SCENE, meshA: '../out/cube.obj', meshB: '../out/cube.obj' });
  folder.write('in/step.json', {
    format: 'inbetween-step/1',
    bodies: [{ name: 'a', frames: ['../out/cube.obj', '../out/cube.obj'], self: true }],
  });
  folder.write(
    'in/map.yaml',
    'image: ../out/map.pgm\nresolution: 1\norigin: [0, 0, 0]\noccupied_thresh: 0.6\nfree_thresh: 0.2\nnegate: 0\n',
  );
  folder.write('out/map.pgm', 'P2\n2 1\n255\n0 255\n');
});
afterAll(() => folder.remove());

const robot = (
  mesh: string,
) => `<robot name="r"><link name="a"><collision><geometry><mesh filename="${mesh}"/></geometry></collision></link>
<link name="b"><collision><origin xyz="9 0 0"/><geometry><box size="1 1 1"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<link name="c"><collision><origin xyz="18 0 0"/><geometry><box size="1 1 1"/></geometry></collision></link>
<joint name="k" type="revolute"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/><mimic joint="j"/></joint></robot>`;

test.each<[string, readonly string[]]>([
  ['check of a cell', ['check', 'in/cell.json']],
  ['check of a robot', ['check', 'in/r.urdf', 'in/path.csv']],
  ['plan', ['plan', 'in/cell.json', '--to', '0.3']],
  ['acm', ['acm', 'in/r.urdf', '--samples', '5']],
  ['query', ['query', 'in/scene.json', '--cold', '--only', '1']],
  ['step', ['step', 'in/step.json']],
  ['info of a map', ['info', 'in/map.yaml']],
])('%s: refused, and read with --allow-outside', async (_, words) => {
  folder.write('in/path.csv', 'j\n0\n0.5\n');
  const args = words.map((word) => (word.startsWith('in/') ? folder.path(word) : word));
  const refused = await captured(args);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/lies outside .*--allow-outside/)]);
  // a plan ends when it is interrupted
  const { code, stderr } = await captured([...args, '--allow-outside'], { untilInterrupted: () => new Promise(() => undefined) });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('outside')]);
});

test('what the command line names may be named by files too; so may what ROS has installed', async () => {
  const args = ['check', folder.path('in/r.urdf'), folder.write('in/path.csv', 'j\n0\n0.5\n')];
  expect((await captured([...args, '--package', `p=${folder.path('out')}`])).code).toBe(2);
  folder.write('in/p.urdf', robot('package://p/cube.obj'));
  expect((await captured(['check', folder.path('in/p.urdf'), args[2], '--package', `p=${folder.path('out')}`])).code).toBe(0);
  const installed = folder.write('in/s.urdf', robot(`file://${folder.path('share/pkg/m/cube.obj')}`));
  expect((await captured(['check', installed, args[2]])).code).toBe(2);
  const sourced: Readonly<Record<string, string>>[] = [
    { AMENT_PREFIX_PATH: `/no/such:${folder.path('')}` },
    { ROS_PACKAGE_PATH: folder.path('share') },
  ];
  for (const env of sourced) expect((await captured(['check', installed, args[2]], { env })).code).toBe(0);
});

test('--within opens one folder more, in every command and for what a cell names', async () => {
  const args = ['check', folder.path('in/cell.json')];
  const refused = await captured(args);
  expect(refused.stderr).toContain('--within FOLDER opens a folder');
  expect(refused.stderr).not.toContain('--package');
  expect((await captured([...args, '--within', folder.path('share')])).code).toBe(2);
  expect((await captured([...args, '--within', folder.path('share'), '--within', folder.path('out')])).code).toBe(0);
  expect((await captured(['info', folder.path('in/map.yaml'), '--within', folder.path('out')])).code).toBe(0);
  const missing = await captured([...args, '--within', folder.path('nowhere')]);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringMatching(/--within .*nowhere: there is no such folder/)]);
});

test('a folder above the package that is given for it: the message says which is meant', async () => {
  folder.write('in/p.urdf', robot('package://pkg/m/cube.obj'));
  const args = ['check', folder.path('in/p.urdf'), folder.write('in/path.csv', 'j\n0\n0.5\n')];
  const high = await captured([...args, '--package', `pkg=${folder.path('share')}`]);
  expect([high.code, high.stderr]).toEqual([
    2,
    expect.stringMatching(/no such file; .*share is given for the package: its own folder is meant/),
  ]);
  expect((await captured([...args, '--package', `pkg=${folder.path('share/pkg')}`])).code).toBe(0);
});

test('every command that reads files says so in its help', async () => {
  for (const command of ['check', 'plan', 'acm', 'query', 'step', 'info'])
    expect((await captured([command, '--help'])).stdout).toMatch(/--within <folder>[\s\S]*--allow-outside/);
  expect(readFileSync('SECURITY.md', 'utf8')).toContain('--allow-outside');
});
