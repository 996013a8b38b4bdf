import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BOX_SCENES, MovingBoxes } from '../../bench/bodies/bodies-boxes.ts';
import { main } from '../../bench/main.ts';

describe('boxes in motion', () => {
  test('the same scene, number and seed give the same motion, in the same room, of a box that keeps its size', () => {
    for (const scene of BOX_SCENES) {
      const [a, b] = [new MovingBoxes(scene, 40), new MovingBoxes(scene, 40)];
      const first = a.boxes.slice();
      for (let frame = 0; frame < 300; frame++) {
        a.step();
        b.step();
      }
      expect(a.boxes).toEqual(b.boxes);
      expect(a.boxes).not.toEqual(first);
      for (let c = 0; c < 240; c++) {
        if (c % 6 < 3) expect(Math.abs(a.boxes[c + 3] - a.boxes[c] - (first[c + 3] - first[c]))).toBeLessThan(1e-9);
        expect(Math.abs(a.boxes[c])).toBeLessThan(1e6);
      }
    }
  });

  test('a box meets one or two others', () => {
    for (const scene of BOX_SCENES) {
      if (scene === 'floor') continue;
      const { boxes, n } = new MovingBoxes(scene, 1000);
      let pairs = 0;
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < i; j++)
          if ([0, 1, 2].every((k) => boxes[6 * i + k] <= boxes[6 * j + k + 3] && boxes[6 * j + k] <= boxes[6 * i + k + 3])) pairs++;
      }
      expect((2 * pairs) / n).toBeGreaterThan(1);
      expect((2 * pairs) / n).toBeLessThan(2);
    }
  });
});

describe('npm run bench -- bodies --quick', () => {
  const out = mkdtempSync(join(tmpdir(), 'inbetween-bodies-'));
  const told = vi.spyOn(console, 'log').mockImplementation(() => {});
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
  let code: number;

  beforeAll(async () => {
    code = await main(['bodies', '--quick', '--parts', 'growth', '--boxes', '60,200', '--out', out], out);
  });
  afterAll(() => {
    told.mockRestore();
    warned.mockRestore();
    rmSync(out, { recursive: true, force: true });
  });

  test('writes its tables and its figure', () => {
    expect(code).toBe(0);
    for (const file of ['bodies.md', 'bodies-growth-mean.csv', 'bodies-growth-worst.csv', 'bodies-growth-tests.csv', 'bodies-growth.svg'])
      expect(existsSync(join(out, file)), file).toBe(true);
  });

  test('all methods and the peers agree', () => {
    const [head, ...rows] = readFileSync(join(out, 'bodies-growth-truth.csv'), 'utf8').trim().split('\n');
    expect(rows.length).toBe(2 * BOX_SCENES.length);
    const at = (name: string) => head.split(',').indexOf(name);
    for (const row of rows) {
      // scenes have commas in their names
      const cells = row.replace(/^"[^"]*"/, '').split(',');
      expect(Number(cells[at('frames compared')])).toBeGreaterThan(30);
      expect(cells[at('frames that differ')]).toBe('0');
      expect(cells[at('Rapier lacks')]).toBe('0');
    }
  });

  test('wrong use is told', async () => {
    expect(await main(['bodies', '--parts', 'growth,hair'], out)).toBe(2);
    expect(await main(['bodies', '--boxes', '1'], out)).toBe(2);
    expect(await main(['bodies', '--scenes', 'cloud'], out)).toBe(2);
    expect(await main(['bodies', '--methods', 'magic'], out)).toBe(2);
    expect(await main(['bodies', '--write-docs', '--quick'], out)).toBe(2);
  });
});
