import { expect, test } from 'vitest';
import { Scene } from '../../../../src/index.ts';
import { type Files, readCell } from '../../../../src/io/index.ts';
import { Random } from '../../../../src/math/random.ts';
import { allContacts } from '../../../../src/node/job/all-contacts.ts';
import { readPathOfCell } from '../../../../src/node/job/cell-path.ts';
import { RAIL_CELL, RAIL_URDF } from '../../cli/check/small-cell.ts';

// The cart, a cube of 0.2, touches the wall for x from 0.8 to 1.2.

async function railPath(xs: readonly number[]) {
  const texts: Readonly<Record<string, string>> = {
    'cell.json': JSON.stringify(RAIL_CELL),
    'rail.urdf': RAIL_URDF,
    'path.csv': `cart_x\n${xs.join('\n')}\n`,
  };
  const files: Files = { read: async (path) => new TextEncoder().encode(texts[path]) };
  const cell = await readCell(files, 'cell.json');
  const scene = new Scene({ robots: cell.robots, obstacles: cell.obstacles });
  const path = await readPathOfCell(files, cell, scene, 'path.csv');
  return { scene, path, result: scene.firstContact(path.motions, { tolerance: 1e-6 }) };
}

/** Stretches of t on which the cart is in the wall, by hand. */
function byHand(xs: readonly number[]): [number, number][] {
  const out: [number, number][] = [];
  for (let k = 0; k + 1 < xs.length; k++) {
    const speed = xs[k + 1] - xs[k];
    const ends = [(0.8 - xs[k]) / speed, (1.2 - xs[k]) / speed].sort((s, t) => s - t);
    const [from, to] = [k + Math.max(0, ends[0]), k + Math.min(1, ends[1])];
    if (!(from < to)) continue;
    const last = out.at(-1);
    if (last !== undefined && last[1] === k && from === k) last[1] = to;
    else out.push([from, to]);
  }
  return out;
}

test('segment by segment, and put together again (seed 7)', async () => {
  const random = new Random(7);
  for (let round = 0; round < 12; round++) {
    const xs = Array.from({ length: 7 }, () => -0.5 + 3 * random.next());
    const { scene, path, result } = await railPath(xs);
    const { intervals, complete, undecided } = allContacts(
      scene,
      path,
      result,
      { tolerance: 1e-6 },
      () => Infinity,
      () => {},
    );
    const wanted = byHand(xs);
    expect([complete, undecided]).toEqual([true, []]);
    expect(intervals.length).toBe(wanted.length);
    intervals.forEach(({ from, to, first }, i) => {
      // a beginning is never late, an end never early; both within what tolerance and speed explain
      expect(from).toBeLessThanOrEqual(wanted[i][0]);
      expect(from).toBeCloseTo(wanted[i][0], 3);
      expect(to).toBeGreaterThanOrEqual(wanted[i][1]);
      expect(to).toBeCloseTo(wanted[i][1], 2);
      expect(first.time).toBe(from);
    });
    if (intervals.length > 0) expect(intervals[0].from).toBeCloseTo(result.time, 9);
  }
});

test('when the budget is spent, the segments that are left are undecided', async () => {
  const { scene, path, result } = await railPath([0, 2, 0, 2, 0, 2]);
  const seen: number[] = [];
  let turns = 2;
  const found = allContacts(
    scene,
    path,
    result,
    { tolerance: 1e-6 },
    () => (turns-- > 0 ? Infinity : 0),
    (segment, segments) => seen.push(segment, segments),
  );
  expect(found.intervals).toHaveLength(2);
  expect(found.complete).toBe(false);
  expect(found.undecided).toEqual([2, 3, 4]);
  expect(seen).toEqual([0, 5, 1, 5, 2, 5]);
});

test('what is proven free is not searched', async () => {
  const { scene, path, result } = await railPath([0, 0.5, 0]);
  const found = allContacts(
    scene,
    path,
    result,
    {},
    () => 0,
    () => expect.unreachable(),
  );
  expect(found).toEqual({ intervals: [], pairs: [], complete: true, undecided: [] });
});
