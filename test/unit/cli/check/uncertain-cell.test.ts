import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Scene } from '../../../../src/index.ts';
import { readCell } from '../../../../src/io/index.ts';
import { files } from '../../../../src/node/index.ts';
import { Roadmap } from '../../../../src/plan/index.ts';
import { capturedBatch } from '../batch/captured-batch.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { RAIL_CELL, writeRailCell } from './small-cell.ts';

// The cart touches the wall where x = 0.8. It is within 0.01 of its path, the wall within 0.02 of its place: 0.77 is safe.

let folder: TemporaryFolder;
let cell: string;
const path = (name: string) => folder.path(`rail/${name}`);
const uncertain = (uncertainty: unknown) => ({ ...RAIL_CELL, uncertainty });
beforeAll(() => {
  folder = temporaryFolder();
  writeRailCell(folder);
  cell = folder.write('rail/uncertain.json', uncertain({ joints: { cart_x: 0.01 }, places: { wall: { length: 0.02 } } }));
  folder.write('rail/near.csv', 'cart_x\n0\n0.78\n');
  folder.write('rail/safe.csv', 'cart_x\n0\n0.769\n');
});
afterAll(() => folder.remove());

describe('a cell whose motions are only nearly followed', () => {
  test('check tells what is proven of all that may happen', async () => {
    const free = await captured(['check', cell, path('safe.csv')]);
    expect([free.code, free.stdout]).toEqual([0, expect.stringContaining('of every motion within the uncertainty')]);
    expect(free.stdout).toContain('only nearly followed: 1 joint of its own, wall ±0.02 m');
    const near = await captured(['check', cell, path('near.csv')]);
    expect(near.code).toBe(3);
    expect(near.stdout).toContain('UNRESOLVED');
    expect(near.stdout).toContain('the nominal motion is free, but within its uncertainty something may touch (cart and wall)');
    const hit = await captured(['check', cell, path('hit.csv')]);
    expect(hit.code).toBe(1);
    // x = 0.77 at t = 1.27, never beyond
    expect(Number(/safe until +t = ([\d.]+), whatever/.exec(hit.stdout)?.[1])).toBeCloseTo(1.27, 5);
    expect(Number(/last safe +t = ([\d.]+)/.exec(hit.stdout)?.[1])).toBeLessThan(1.27);
  });

  test('plan keeps its path free of all that may happen, and says so', async () => {
    const running = { untilInterrupted: () => new Promise<void>(() => {}) };
    const found = await captured(['plan', cell, '--from', 'cart_x=0', '--to', 'cart_x=0.769'], running);
    expect([found.code, found.stdout]).toEqual([0, expect.stringContaining('only nearly followed: 1 joint of its own, wall ±0.02 m')]);
    expect(found.stdout).toContain('of every motion within the uncertainty');
    const near = await captured(['plan', cell, '--from', 'cart_x=0', '--to', 'cart_x=0.78'], running);
    expect([near.code, near.stderr]).toEqual([2, expect.stringMatching(/goal/)]);
  });

  test('--all tells when something may touch; ranges of 0 are not told', async () => {
    const all = await captured(['check', cell, path('hit.csv'), '--all']);
    expect(all.stdout).toMatch(/may touch +t = 1\.2/);
    expect(all.stdout).not.toContain('in contact');
    const none = folder.write('rail/exact.json', uncertain({ angle: 0, joints: { cart_x: 0 }, places: { wall: {} } }));
    const exact = await captured(['check', none, path('safe.csv')]);
    expect([exact.code, exact.stdout]).toEqual([0, expect.not.stringMatching(/uncertainty|nearly/)]);
  });

  test('seconds without any are refused in words for path files', async () => {
    const late = folder.write('rail/late.json', uncertain({ seconds: 0.1 }));
    const { code, stderr } = await captured(['check', late, path('safe.csv')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('in a path file a time for each waypoint')]);
  });

  test('--json, and a report', async () => {
    const { stdout } = await captured(['check', cell, path('hit.csv'), '--json']);
    const found = JSON.parse(stdout);
    expect(found.options.uncertainty).toEqual({ joints: { cart_x: 0.01 }, places: { wall: { length: 0.02 } } });
    expect(found.paths[0].safeUntil).toBeCloseTo(1.27, 5);
    const page = folder.path('rail/page.html');
    await captured(['check', cell, path('hit.csv'), '--report', page]);
    expect(readFileSync(page, 'utf8')).toContain('the same holds of every motion within the uncertainty');
  });

  test('batch has the same answers, on threads too', async () => {
    for (const workers of [1, 2]) {
      const { lines, code } = await capturedBatch(cell, [path('safe.csv'), path('near.csv'), path('hit.csv')], { workers });
      expect(lines).toMatchObject([
        { status: 'free' },
        { status: 'unresolved', reason: 'uncertainty' },
        { status: 'contact', safeUntil: expect.closeTo(1.27, 5) },
      ]);
      expect(code).toBe(1);
    }
  });

  test('errors name file and line', async () => {
    for (const [given, why] of [
      [{ joints: { knee: 1 } }, /uncertain-bad\.json, line 1: uncertainty: joints: no robot has a joint 'knee'/],
      [{ places: { shelf: {} } }, /nothing here is named 'shelf'/],
      [{ angle: -1 }, /uncertainty\.angle should be a number ≥ 0, got -1/],
      [{ speed: 1 }, /speed/],
      [0.1, /uncertainty/],
    ] as const) {
      const bad = folder.write('rail/uncertain-bad.json', uncertain(given));
      const { code, stderr } = await captured(['check', bad, path('hit.csv')]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(why)]);
    }
  });

  test('a roadmap that was saved without is refused with it', async () => {
    const disk = files(folder.path('rail'));
    const [certain, off] = await Promise.all(['cell.json', 'uncertain.json'].map(async (name) => new Scene(await readCell(disk, name))));
    const saved = (await Roadmap.build(certain, { states: 20, moving: ['rail'] })).save();
    expect(() => Roadmap.load(off, saved)).toThrow(/uncertainty, clearance or tolerance differ/);
    const own = (await Roadmap.build(off, { states: 20, moving: ['rail'] })).save();
    expect(() => Roadmap.load(certain, own)).toThrow(/uncertainty, clearance or tolerance differ/);
    expect(Roadmap.load(off, own)).toBeInstanceOf(Roadmap);
  });
});
