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
