import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { RAIL_URDF } from './small-cell.ts';

// The cart, a cube of 0.2 on a rail along x, and a scanned wall whose balls of 0.05 reach to x = 0.95: met at x = 0.85, t = 0.85.

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
  folder.write('rail.urdf', RAIL_URDF);
  const wall = Array.from({ length: 1600 }, (_, i) => `1 ${((i % 40) - 20) * 0.05} ${(Math.floor(i / 40) - 20) * 0.05}`);
  folder.write('wall.xyz', wall.join('\n'));
});
afterAll(() => folder.remove());

const check = (cloud: object, ...options: string[]) => {
  const cell = {
    format: 'inbetween-cell/1',
    robot: { urdf: 'rail.urdf' },
    obstacles: [{ name: 'wall', cloud }],
    tolerance: 1e-6,
    path: [
      [0, 0],
      [1, 0],
    ],
  };
  return captured(['check', folder.write('cell.json', cell), ...options]);
};

test('a robot meets a scanned wall, and the page shows it', async () => {
  const page = folder.path('page.html');
  const { code, stdout, stderr } = await check({ file: 'wall.xyz', radius: 0.05 }, '--report', page);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('rail (3 links, 24 triangles) among 1 obstacle (1,600 points)');
  expect(stdout).toMatch(/^CONTACT .*cart touches wall/m);
  const found = Number(/t = ([\d.]+)/.exec(stdout)?.[1]);
  expect(found).toBeLessThanOrEqual(0.85);
  expect(found).toBeGreaterThan(0.84999);
});

test('without a radius it says so', async () => {
  const { code, stderr } = await check({ file: 'wall.xyz' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^warning: .*wall\.xyz: the points have radius 0.*radius: 0\.025 on$/m);
});

test('a cloud that cannot be read: exit code 2, the cell and its line', async () => {
  const { code, stderr } = await check({ file: 'no.xyz' });
  expect(code).toBe(2);
  expect(stderr).toMatch(/cell\.json, line 1: obstacle 'wall': cloud: .*no\.xyz: no such file/);
});
