import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from './captured-run.ts';
import { CUBE_OBJ, type TemporaryFolder, temporaryFolder } from './query/small-scene.ts';

let folder: TemporaryFolder;
let cube: string;
beforeAll(() => {
  folder = temporaryFolder();
  cube = folder.write('cube.obj', CUBE_OBJ);
});
afterAll(() => folder.remove());

test('a cube, in words', async () => {
  const { code, stdout, stderr } = await captured(['info', cube]);
  expect(code).toBe(0);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/triangles +12$/m);
  expect(stdout).toMatch(/vertices +8$/m);
  expect(stdout).toMatch(/components +1$/m);
  expect(stdout).toMatch(/size +2 × 2 × 2$/m);
  expect(stdout).toMatch(/area +24$/m);
  expect(stdout).toMatch(/closed +yes$/m);
  expect(stdout).toMatch(/degenerate +none$/m);
  expect(stdout).toMatch(/tree +swept-sphere, 23 nodes, depth \d+, built in [\d.]+ ms$/m);
  expect(stdout).toMatch(/tree memory +[\d,]+ bytes; a triangle: \d+ of nodes, 80 of copied corners$/m);
});

test('a cube, as JSON', async () => {
  const { code, stdout } = await captured(['info', '--json', cube]);
  expect(code).toBe(0);
  const facts = JSON.parse(stdout);
  expect(facts).toMatchObject({ name: cube, triangles: 12, vertices: 8, closed: true, degenerate: 0, duplicates: 0, components: 1 });
  expect(Math.abs(facts.volume)).toBeCloseTo(8, 12);
  expect(facts.tree).toMatchObject({ nodes: 23, leaves: 12 });
  expect(facts.tree.nodeBytes + facts.tree.leafBytes).toBe(facts.tree.bytes);
  expect(facts.tree.radius).toBeGreaterThanOrEqual(Math.sqrt(3));
});

test('a poor soup: open, a duplicate, a degenerate triangle, a vertex of no triangle', async () => {
  const soup = folder.write('soup.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nv 9 9 9\nf 1 2 3\nf 3 2 1\nf 1 2 4\n');
  const { code, stdout } = await captured(['info', soup, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ closed: false, duplicates: 1, degenerate: 1, unusedVertices: 1, volume: null });
});

test('a file that cannot be read does not hide the others; exit code 2', async () => {
  const { code, stdout, stderr } = await captured(['info', folder.path('none.stl'), cube, folder.write('odd.txt', 'hello')]);
  expect(code).toBe(2);
  expect(stdout).toMatch(/triangles +12$/m);
  expect(stderr).toMatch(/^inbetween: .*none\.stl: no such file\ninbetween: .*odd\.txt.*format not recognised.*\n$/);
});

test('a cloud: points, bounds, spacing, and that it has no radius', async () => {
  const points = Array.from({ length: 100 }, (_, i) => `${i % 10} ${Math.floor(i / 10)} 0`).join('\n');
  const cloud = folder.write('scan.xyz', `${points}\nnan nan nan\n`);
  const { code, stdout } = await captured(['info', cloud]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/points +100$/m);
  expect(stdout).toMatch(/size +9 × 9 × 0$/m);
  expect(stdout).toMatch(/spacing +1 between neighbours/m);
  expect(stdout).toMatch(/of points +the file gives no radius$/m);
  expect(stdout).toMatch(/1 point has a coordinate that is no finite number/);
  const facts = JSON.parse((await captured(['info', '--json', cloud])).stdout);
  expect(facts).toMatchObject({ kind: 'cloud', triangles: 100, spacing: 1, radii: [0, 0], tree: { leaves: 100 } });
  expect(facts.warnings).toHaveLength(2);
});

test('points in PLY, with radii; text files of points', async () => {
  const head =
    'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty float radius\nend_header\n';
  const { stdout } = await captured([
    'info',
    folder.write('scan.ply', `${head}0 0 0 1\n3 0 0 0.5\n`),
    folder.write('scan.txt', '1 2 3\n4 5 6\n'),
  ]);
  expect(stdout).toMatch(/of points +radius 0\.5 to 1$/m);
  expect(stdout.match(/points +2$/gm)).toHaveLength(2);
});

test('maps: their occupied cells', async () => {
  const { octomapBytes } = await import('../io/map/write-octomap.ts');
  const room = folder.write('room.bt', octomapBytes([0, 2, 0, 0, 0, 0, 0, 0], 2 ** -15));
  folder.write('hall.pgm', 'P2 2 1 255\n0 255\n');
  const hall = folder.write('hall.yaml', 'image: hall.pgm\nresolution: 0.5\norigin: [0, 0, 0]\noccupied_thresh: 0.65\nfree_thresh: 0.2\n');
  const { code, stdout } = await captured(['info', room, hall]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/kind +OctoMap, its occupied cells/);
  expect(stdout).toMatch(/volume +1$/m);
  expect(stdout).toMatch(/kind +map of a floor/);
  expect(stdout).toMatch(/size +0\.5 × 0\.5 × 1$/m);
});

test('a robot: links, joints, shapes; its meshes are not read', async () => {
  const shape = '<collision><geometry><mesh filename="no.stl"/></geometry></collision>';
  const text = `<robot name="arm"><link name="base">${shape}</link><link name="upper">${shape}</link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><limit lower="-1" upper="2" velocity="3"/></joint></robot>`;
  for (const name of ['arm.urdf', 'arm.xml']) {
    const { code, stdout, stderr } = await captured(['info', folder.write(name, text)]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/robot +arm$/m);
    expect(stdout).toMatch(/links +2, the root is base$/m);
    expect(stdout).toMatch(/collision +2 mesh$/m);
    expect(stdout).toMatch(/ {2}shoulder +revolute, -1 to 2, at most 3 a second$/m);
  }
  const facts = JSON.parse((await captured(['info', '--json', folder.path('arm.urdf')])).stdout);
  expect(facts).toMatchObject({ kind: 'robot', robot: 'arm', links: 2, joints: [{ name: 'shoulder', lower: -1, velocity: 3 }] });
});

test('a cloud with equal points: how many, and at how many places', async () => {
  const { stdout } = await captured(['info', folder.write('scan.xyz', '0 0 0\n1 0 0\n0 0 0\n0 0 0\n')]);
  expect(stdout).toMatch(/points +4, at 2 places$/m);
});
