import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { begun, recordFrames, recordSweeps, replay } from '../../bench/bodies/bodies-record.ts';
import { compared } from '../../bench/bodies/bodies-schedules.ts';
import { main } from '../../bench/main.ts';
import { processorTime } from '../../bench/shared/processor-time.ts';
import { BodyRun } from '../../scenes/bodies/body-scene.ts';
import { coins } from '../../scenes/bodies/coins.ts';
import { AllPairs } from '../../src/broad/all-pairs.ts';
import { CoherentHash } from '../../src/broad/hash/coherent-hash.ts';
import { SpatialHash } from '../../src/broad/hash/spatial-hash.ts';
import type { WorldEvent } from '../../src/world/world-event.ts';

describe('recorded boxes of six coins', () => {
  const scene = coins(6);
  const frames = recordFrames(scene, 0.3, 1 / 100);
  const sweeps = recordSweeps(scene, 0.3);

  test('one frame every hundredth of a second, a box for every body, the floor fixed', () => {
    expect(frames.ends.length).toBe(29);
    expect(frames.fixed).toEqual([true, false, false, false, false, false, false]);
    expect(frames.ids.length).toBe(6 * 29);
    expect(sweeps.ends.at(-1)).toBe(sweeps.ids.length);
    expect(sweeps.ids.length).toBeGreaterThan(50);
  });

  test('a box holds the coin until the next frame, unless it was hit on the way', () => {
    const run = new BodyRun(scene);
    for (const [frame, end] of frames.ends.entries()) {
      const hit = new Set<string>();
      run.advance((frame + 1) / 100);
      const inside = (k: number) => {
        const { position } = run.world.state(scene.bodies[frames.ids[k]].name);
        return position.every((x, axis) => frames.moved[6 * k + axis] <= x - 0.01 && x + 0.01 <= frames.moved[6 * k + 3 + axis]);
      };
      for (let k = end - 6; k < end; k++) expect(inside(k)).toBe(true);
      run.advance((frame + 1.9) / 100, ({ a, b }) => hit.add(a).add(b));
      for (let k = end - 6; k < end; k++) if (!hit.has(scene.bodies[frames.ids[k]].name)) expect(inside(k)).toBe(true);
    }
  });

  test('all broad phases find the same pairs in them', () => {
    for (const record of [frames, sweeps]) {
      const counts = [new AllPairs(), new SpatialHash({ sizes: record.sizes }), new CoherentHash({ sizes: record.sizes })].map((phase) => {
        const pairs: number[] = [];
        replay(begun(phase, record), record, () => pairs.push(phase.pairCount));
        return pairs;
      });
      expect(counts[1]).toEqual(counts[0]);
      expect(counts[2]).toEqual(counts[0]);
      expect(Math.max(...counts[0])).toBeGreaterThan(3);
    }
  });
});

test('contacts that are told late or never', () => {
  const event = (a: string, b: string, time: number): WorldEvent => ({ a, b, time }) as WorldEvent;
  const truth = [event('a', 'b', 1), event('a', 'b', 2), event('a', 'c', 1)];
  expect(compared(truth, truth)).toEqual({ missed: 0, late: 0 });
  expect(compared(truth, [event('b', 'a', 2), event('c', 'a', 1.5)])).toEqual({ missed: 1, late: 1 });
  expect(compared(truth, [event('a', 'b', 1.00001), event('a', 'b', 1.5)])).toEqual({ missed: 2, late: 0 });
});

test('processor time: prepared anew for every round, in turn', () => {
  const done: string[] = [];
  const work = (name: string) => ({ count: 2, prepare: () => void done.push(`(${name})`), run: () => void done.push(name) });
  for (const ms of processorTime([work('a'), work('b')], 2)) expect(ms).toBeGreaterThanOrEqual(0);
  expect(done.join('')).toBe('(a)a(b)b(a)a(b)b');
});

describe('npm run bench -- bodies --quick, the parts of the paper', () => {
  const out = mkdtempSync(join(tmpdir(), 'inbetween-mirtich-'));
  const told = vi.spyOn(console, 'log').mockImplementation(() => {});
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
  let code: number;

  beforeAll(async () => {
    code = await main(['bodies', '--quick', '--parts', 'hashing,tracked,features,schedules', '--out', out], out);
  });
  afterAll(() => {
    told.mockRestore();
    warned.mockRestore();
    rmSync(out, { recursive: true, force: true });
  });

  test('writes its tables and figures', () => {
    expect(code).toBe(0);
    for (const file of [
      'bodies.md',
      'bodies-hashing.csv',
      'bodies-tracked.csv',
      'bodies-tracked.svg',
      'bodies-features.csv',
      'bodies-features.svg',
      'bodies-schedules.csv',
      'bodies-simulations.csv',
    ])
      expect(existsSync(join(out, file)), file).toBe(true);
  });

  test('Table 1: coherence visits fewer cells and tests fewer boxes', () => {
    const rows = rowsOf(join(out, 'bodies-hashing.csv'));
    expect(rows.length).toBe(8);
    for (const row of rows) {
      expect(Number(row.coherent)).toBeLessThan(Number(row['visits, standard']));
      expect(Number(row['coherent '])).toBeLessThan(Number(row['tests, standard']));
    }
  });

  test('Figure 4: without a broad phase all pairs are tracked', () => {
    const [culled, all] = rowsOf(join(out, 'bodies-tracked.csv'));
    expect([all['pairs, mean'], all.most]).toEqual(['10', '10']);
    expect(Number(culled.most)).toBeLessThan(10);
    expect(Number(culled.checks)).toBeLessThan(Number(all.checks));
  });

  test('Figure 10: steps grow with the angle and the facets', () => {
    const rows = rowsOf(join(out, 'bodies-features.csv'));
    expect(rows.map(({ method, facets }) => `${method} ${facets}`)).toEqual([
      'V-Clip 80',
      'V-Clip 1280',
      'Lin-Canny 80',
      'Lin-Canny 1280',
      'GJK 80',
      'GJK 1280',
    ]);
    for (const [k, row] of rows.entries()) {
      expect(Number(row['1°, steps'])).toBeLessThan(Number(row['20°, steps']));
      if (k % 2 === 1) expect(Number(row['20°, steps'])).toBeGreaterThan(Number(rows[k - 1]['20°, steps']));
    }
  });

  test('schedules: fixed intervals miss bullets, the certified schedule misses nothing and lets nothing overlap', () => {
    const rows = rowsOf(join(out, 'bodies-schedules.csv'));
    expect(rows.map(({ schedule }) => schedule).slice(0, 3)).toEqual(['certified', 'estimate', '"fixed, 1/30 s"']);
    for (const row of rows) if (row.schedule === 'certified') expect([row.missed, row.late]).toEqual(['0', '0']);
    // four bullets through five walls
    const bullets = rows.filter(({ scene }) => scene === '"bullets, 4"');
    expect(bullets[0].contacts).toBe('20');
    expect(Number(bullets[2].missed)).toBeGreaterThan(10);
    for (const row of rowsOf(join(out, 'bodies-simulations.csv')))
      if (row.schedule === 'certified') expect([row.overlaps, row['gone through']]).toEqual(['0', '0']);
  });
});

/** Cells by the names of their columns; those with commas stay quoted. */
function rowsOf(file: string): Record<string, string>[] {
  const [columns, ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.match(/("[^"]*"|[^,]*)(?=,|$)/g) ?? []);
  const names = columns.map((name) => name.replaceAll('"', ''));
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
}
