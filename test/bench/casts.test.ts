import { expect, test, vi } from 'vitest';
import { castTruth } from '../../bench/casts/cast-truth.ts';
import { main } from '../../bench/main.ts';
import { convexBox } from '../../src/convex/polyhedra.ts';

test('casts --quick: a row for every pair, and no answer of ours is wrong', async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await main(['casts', '--quick'], process.cwd()).finally(() => {
    log.mockRestore();
    told.mockRestore();
  });
  expect(code).toBe(0);
  const rows = lines
    .join('\n')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => / of \d+$/.test(cells[4] ?? ''));
  expect(rows.map(([, kind]) => kind)).toEqual(['hull-hull', 'hull-mesh', 'mesh-mesh', 'small-mesh']);
  for (const [, kind, , , ours] of rows) expect(ours, kind).toMatch(/^0 of [1-9]/);
});

test('brute force finds faces, vertices and edges that meet', () => {
  const cube = convexBox(2).mesh;
  const cast = (position: [number, number, number], quaternion: [number, number, number, number], way: [number, number, number]) =>
    castTruth(cube, cube, { pose: { position, quaternion }, way, turned: quaternion });
  expect(cast([0.3, 0.2, 5], [0, 0, 0, 1], [0, 0, -4])).toBeCloseTo(0.75, 12);
  expect(cast([3, 0, 5], [0, 0, 0, 1], [0, 0, -8])).toBe(Infinity);
  // an edge comes down on a face
  const eighth = Math.PI / 8;
  expect(cast([0, 0, 5], [Math.sin(eighth), 0, 0, Math.cos(eighth)], [0, 0, -4])).toBeCloseTo((4 - Math.SQRT2) / 4, 12);
});
