import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { main } from '../../bench/main.ts';
import { faultsOf, meanOf, measureRobot, type RobotRun } from '../../bench/robots/robot-measure.ts';
import { REDON_MACHINE_ROOM } from '../../bench/robots/robot-papers.ts';
import { storedPeerTimes } from '../../bench/robots/robot-peers.ts';
import { chainQueries } from '../../bench/robots/robot-queries.ts';
import type { RobotAnswer } from '../../bench/robots/robot-subject.ts';
import { interval } from '../../src/methods/index.ts';

const ONCE = { repeats: 2, share: 0, warmUpQueries: 0, warmUpMilliseconds: 0 };
const AUTO = { name: 'auto', options: {} } as const;
const INTERVAL = { name: 'interval', options: { method: interval } } as const;

describe("walks of a chain of three links, seed 'robots chain 3'", () => {
  const { subject, queries } = chainQueries(3, 12);
  const run = measureRobot(subject, '3', queries, [AUTO, INTERVAL], ONCE);

  test('are the same the next time, and some hit', () => {
    expect(chainQueries(3, 12).queries).toEqual(queries);
    expect(run.colliding).toContain(true);
    expect(run.colliding).toContain(false);
  });

  test('both methods are right; what is early, late, missed or made up is not', () => {
    for (const { name } of [AUTO, INTERVAL]) expect(faultsOf(run, name)).toEqual({ wrong: 0, unresolved: 0 });
    const hit = run.colliding.indexOf(true);
    const miss = run.colliding.indexOf(false);
    const { time } = run.measured[0].answers[hit];
    expect(faultsOf(changed(run, hit, { time: time / 2 }), 'auto').wrong).toBe(1);
    expect(faultsOf(changed(run, hit, { time: time + 0.02 * (1 - time) }), 'auto').wrong).toBe(1);
    expect(faultsOf(changed(run, hit, { status: 'free', time: 1 }), 'auto').wrong).toBe(1);
    expect(faultsOf(changed(run, miss, { status: 'contact', time: 0.5 }), 'auto').wrong).toBe(1);
    expect(faultsOf(changed(run, hit, { status: 'unresolved' }), 'auto')).toEqual({ wrong: 0, unresolved: 1 });
  });

  test('means are over the queries of a class', () => {
    const counts = run.measured[0].answers.filter((_, q) => run.colliding[q]).map((a) => a.volumeTests);
    expect(meanOf(run, 'auto', true, (a) => a.volumeTests)).toBeCloseTo(counts.reduce((s, x) => s + x, 0) / counts.length, 9);
    expect(() => meanOf(run, 'c2a', true, (a) => a.time)).toThrow(/c2a/);
  });
});

/** The run with one answer of its first variant changed; its class stays. */
function changed(run: RobotRun, query: number, change: Partial<RobotAnswer>): RobotRun {
  const [first, ...rest] = run.measured;
  return { ...run, measured: [{ ...first, answers: first.answers.map((a, q) => (q === query ? { ...a, ...change } : a)) }, ...rest] };
}

test("the paper's stages add up to its totals where it collides", () => {
  for (const stages of Object.values(REDON_MACHINE_ROOM)) {
    for (const [boxes, volumes, exact, total] of Object.values(stages)) {
      expect((boxes[0] || 0) + (volumes[0] || 0) + exact[0]).toBeCloseTo(total[0], 1);
    }
  }
});

test('of several runs of a peer the fastest time of each query counts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-robots-'));
  try {
    const file = join(folder, 'answers.jsonl');
    expect(storedPeerTimes(file, 'car').size).toBe(0);
    const line = (scene: string, method: string, ms: number[]) =>
      `${JSON.stringify({ scene, method, answers: ms.map((x, id) => ({ id, ms: x })) })}\n`;
    writeFileSync(file, line('car', 'fcl-pair-ca', [3, 1]) + line('hand', 'fcl-pair-ca', [0, 0]) + line('car', 'fcl-pair-ca', [2, 5]));
    const times = storedPeerTimes(file, 'car');
    expect([...times.keys()]).toEqual(['pair-ca']);
    expect([...(times.get('pair-ca') ?? [])]).toEqual([
      [0, 2],
      [1, 1],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('npm run bench -- robots --quick', () => {
  const out = mkdtempSync(join(tmpdir(), 'inbetween-robots-'));
  const told = vi.spyOn(console, 'log').mockImplementation(() => {});
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
  let code: number;

  beforeAll(async () => {
    code = await main(['robots', '--quick', '--queries', '4', '--parts', 'depth,solvers,bounds', '--out', out], out);
  });
  afterAll(() => {
    told.mockRestore();
    warned.mockRestore();
    rmSync(out, { recursive: true, force: true });
  });

  test('writes its tables and its figure', () => {
    expect(code).toBe(0);
    for (const file of [
      'robots.md',
      'depth-stages.csv',
      'depth-solvers.csv',
      'depth-bounds.csv',
      'depth-stages-raw.csv',
      'robots-depth.svg',
    ])
      expect(existsSync(join(out, file)), file).toBe(true);
  });

  test('finds nothing wrong; solving together needs no more enclosures; Taylor models are no wider on deep chains', () => {
    for (const file of ['depth-stages', 'depth-solvers', 'depth-bounds'])
      for (const row of rowsOf(join(out, `${file}.csv`))) expect(row.wrong).toBe('0');
    const [simultaneous, independent] = rowsOf(join(out, 'depth-solvers.csv'))
      .filter(({ depth }) => depth === '64')
      .map((row) => Number(row.enclosures));
    expect(simultaneous).toBeLessThanOrEqual(independent);
    const [interval, taylor, both] = rowsOf(join(out, 'depth-bounds.csv'))
      .filter(({ depth }) => depth === '64')
      .map((row) => Number(row['width 1']));
    expect(taylor).toBeLessThan(interval);
    expect(both).toBeLessThanOrEqual(taylor * (1 + 1e-9));
  });

  test('refuses what it does not know', async () => {
    expect(await main(['robots', '--parts', 'legs'], out)).toBe(2);
    expect(await main(['robots', '--fast'], out)).toBe(2);
  });
});

function rowsOf(file: string): Record<string, string>[] {
  const [columns, ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
}
