import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { main } from '../../bench/main.ts';
import type { StencilSet } from '../../bench/soft/soft-data.ts';
import { judged } from '../../bench/soft/soft-elementary.ts';
import { judgedNear, nearPairs } from '../../bench/soft/soft-near-pairs.ts';
import { growthExponent, timed } from '../../bench/soft/soft-part.ts';
import { faultsOfStep } from '../../bench/soft/soft-steps.ts';
import { touchedTriangles } from '../../bench/soft/soft-tool-steps.ts';
import { cloth } from '../../scenes/soft/cloth.ts';
import { box } from '../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { translationMotion } from '../../src/motion/rigid-motion.ts';
import { linearMotion } from '../../src/soft/linear-motion.ts';
import { StepQuery } from '../../src/soft/step-query.ts';

const DATA = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** A vertex that falls from 1 to −1 upon, or beside, a triangle at rest. */
function falling(x: number): number[] {
  const face = [-1, -1, 0, 2, -1, 0, -1, 2, 0];
  return [x, 0, 1, ...face, x, 0, -1, ...face];
}

function setOf(truth: readonly number[], times: readonly number[]): StencilSet {
  const stencils = Float64Array.from([falling(0), falling(5)].flat());
  return { name: 'falling', kind: 'vertex-face', count: 2, stencils, truth: Uint8Array.from(truth), times: Float64Array.from(times) };
}

describe('verdicts on labelled queries', () => {
  test('right answers', () => {
    expect(judged(setOf([1, 0], [0.5, Number.NaN]))).toMatchObject({ hits: 1, missed: 0, falseHits: 0, late: 0, byAxis: 1, byCubic: 0 });
    expect(judged(setOf([1, 0], [0.5, Number.NaN])).early[0]).toBeLessThan(1e-9);
  });

  test('labels that say otherwise count as faults', () => {
    expect(judged(setOf([0, 0], [Number.NaN, Number.NaN])).falseHits).toBe(1);
    expect(judged(setOf([1, 1], [0.5, 0.5])).missed).toBe(1);
    expect(judged(setOf([1, 0], [0.4, Number.NaN])).late).toBe(1);
    expect(judged(setOf([1, 0], [0.6, Number.NaN])).early[0]).toBeCloseTo(0.1, 9);
  });
});

describe('a step of a cloth of 1,200 triangles, seed inbetween', () => {
  const { mesh, positions1 } = cloth(1200);
  const found = new StepQuery([{ shape: mesh }]).contacts(linearMotion(mesh.positions, positions1));
  const truth = judgedNear({ name: 'cloth', mesh, positions1, contacts: null, pairs: [] });

  test('sorting boxes finds the pairs that the traversal tests', () => {
    const [vertexFace, edgeEdge] = nearPairs({ mesh, positions1 }).near.map(({ count }) => count);
    expect([vertexFace, edgeEdge]).toEqual([found.stats.vertexFace, found.stats.edgeEdge]);
  });

  test('exact integers on each of them find the same contacts', () => {
    expect(truth.size).toBeGreaterThan(3);
    expect(faultsOfStep(found, truth)).toMatchObject({ missed: 0, falsePairs: 0, late: 0, through: 0 });
  });

  test('what is missing, made up or late is told', () => {
    const [key, time] = [...truth][0];
    const without = new Map(truth);
    without.delete(key);
    expect(faultsOfStep(found, without)).toMatchObject({ missed: 0, falsePairs: 1 });
    expect(faultsOfStep({ ...found, contacts: found.contacts.slice(1) }, truth)).toMatchObject({ missed: 1, falsePairs: 0 });
    expect(faultsOfStep(found, new Map(truth).set(key, time - 0.1))).toMatchObject({ late: 1 });
    expect(faultsOfStep(found, new Map(truth).set(key, time + 0.1)).early).toBeCloseTo(0.1, 6);
  });
});

test('triangles that a tool meets on its way, by brute force', () => {
  // three triangles in a row, wider than the cube that goes along them; they may rise on its way
  const flat = [0, 10, 20].flatMap((x) => [x - 2, -2, 0, x + 2, -2, 0, x, 2, 0]);
  const workpiece = new TriangleMesh(flat);
  const along = {
    motion: translationMotion({ position: [0, 0, 0.4] }, [10, 0, 0]),
    positions0: workpiece.positions,
    positions1: workpiece.positions,
  };
  expect(touchedTriangles(box(1), workpiece, along)).toEqual([0, 1]);
  const above = { ...along, motion: translationMotion({ position: [0, 0, 0.6] }, [20, 0, 0]) };
  expect(touchedTriangles(box(1), workpiece, above)).toEqual([]);
  const rising = { ...above, positions1: workpiece.positions.map((x, i) => (i % 3 === 2 ? 0.15 : x)) };
  expect(touchedTriangles(box(1), workpiece, rising)).toEqual([2]);
});

test('exponents of growth, and every work is done once at least', () => {
  expect(growthExponent([1, 10, 200].map((x) => [x, 7 * x ** 1.3] as const))).toBeCloseTo(1.3, 9);
  const done = [0, 0];
  const ms = timed(
    done.map((_, i) => ({ count: 1, run: () => void done[i]++ })),
    1,
  );
  expect(done).toEqual([1, 1]);
  for (const x of ms) expect(x).toBeGreaterThanOrEqual(0);
});

describe('npm run bench -- soft --quick', () => {
  const out = mkdtempSync(join(tmpdir(), 'inbetween-soft-'));
  const told = vi.spyOn(console, 'log').mockImplementation(() => {});
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
  const there = existsSync(join(DATA, 'ccd-queries-dev'));
  let code: number;

  beforeAll(async () => {
    // without the data of others the tables of elementary tests and steps are empty
    const parts = there ? ['elementary', 'clearance', 'steps'] : [];
    code = await main(
      ['soft', '--quick', '--parts', [...parts, 'growth', 'tool', 'prediction', 'loop'].join(), '--data', DATA, '--out', out],
      out,
    );
  });
  afterAll(() => {
    told.mockRestore();
    warned.mockRestore();
    rmSync(out, { recursive: true, force: true });
  });

  test('writes its tables and its figure', () => {
    expect(code).toBe(0);
    for (const file of [
      'soft.md',
      'soft-growth.csv',
      'soft-growth.svg',
      'soft-tool.csv',
      'soft-prediction.csv',
      'soft-prediction-rate.csv',
      'soft-loop.csv',
    ])
      expect(existsSync(join(out, file)), file).toBe(true);
  });

  test('the tool misses nothing; planes only take away; straight motions are announced', () => {
    const rows = rowsOf(join(out, 'soft-tool.csv'));
    for (const row of rows) {
      expect(row.missed).toBe('0');
      expect(Number(row.zone)).toBeGreaterThanOrEqual(Number(row.touched));
      expect(Number(row.candidates)).toBeGreaterThanOrEqual(Number(row.zone));
    }
    const slanted = rows.filter(({ motion }) => motion === 'slanted').map(({ candidates }) => Number(candidates));
    expect(slanted[1]).toBeLessThan(slanted[0]);
    const [straight] = rowsOf(join(out, 'soft-prediction.csv'));
    expect(straight.missed).toBe('0.0 %');
    expect(Number(straight['lead, least'])).toBeGreaterThan(0.9);
  });

  test('cloth with contacts has some, cloth without has none', () => {
    for (const row of rowsOf(join(out, 'soft-growth.csv'))) {
      if (row.mesh === '"cloth, free"') expect(row.contacts).toBe('0');
      else if (Number(row.triangles) > 900) expect(Number(row.contacts)).toBeGreaterThan(0);
    }
  });

  test.skipIf(!there)('against the data of others (../shared/data) nothing is missed, late or made up', () => {
    for (const file of ['soft-elementary', 'soft-steps']) {
      const rows = rowsOf(join(out, `${file}.csv`));
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows) expect([row.missed, row.false, row.late]).toEqual(['0', '0', '0']);
    }
    for (const row of rowsOf(join(out, 'soft-clearance.csv'))) expect([row.missed, row.late, row.far]).toEqual(['0', '0', '0']);
  });

  test('refuses what it does not know', async () => {
    expect(await main(['soft', '--parts', 'hair'], out)).toBe(2);
    expect(await main(['soft', '--write-docs', '--quick'], out)).toBe(2);
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
