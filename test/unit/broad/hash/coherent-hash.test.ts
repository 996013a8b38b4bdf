import { describe, expect, it } from 'vitest';
import { CoherentHash } from '../../../../src/broad/hash/coherent-hash.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';

type Box = readonly number[];

describe('close pairs', () => {
  it('are those of Definition 1, with the number of cells they share at the coarser resolution; 150 worlds, seed 21', () => {
    const random = new Random(21);
    for (let world = 0; world < 150; world++) {
      const alpha = random.range(0.2, 0.7);
      const beta = random.range(1, 2);
      const hash = new CoherentHash({ alpha, beta });
      const boxes = Array.from({ length: 30 }, () => randomBox(random));
      for (const box of boxes) hash.add(box);
      hash.update();
      const sides = boxes.map((box) => sideFor(sizeOf(box), hash.resolutions, alpha, beta));
      const expected = new Map<string, number>();
      for (let i = 0; i < boxes.length; i++)
        for (let j = i + 1; j < boxes.length; j++) {
          const cells = sharedCells(boxes[i], boxes[j], Math.max(sides[i], sides[j]));
          if (cells > 0) expected.set(`${i} ${j}`, cells);
        }
      expect(closeOf(hash)).toEqual(expected);
      expect(hash.closeCount).toBe(expected.size);
    }
  });

  it('stay what they would be in a new table while boxes move little, seed 22', () => {
    const random = new Random(22);
    const moved = new CoherentHash({ sizes: [1] });
    const boxes = Array.from({ length: 60 }, () => {
      const corner = [random.range(0, 4), random.range(0, 4), random.range(0, 4)];
      return [...corner, corner[0] + 0.8, corner[1] + 0.8, corner[2] + 0.8];
    });
    for (const box of boxes) moved.add(box);
    for (let step = 0; step < 40; step++) {
      moved.update();
      const fresh = new CoherentHash({ sizes: [1] });
      for (const box of boxes) fresh.add(box);
      fresh.update();
      expect(closeOf(moved)).toEqual(closeOf(fresh));
      boxes.forEach((box, id) => {
        if (random.next() < 0.3) return;
        for (let c = 0; c < 3; c++) {
          const way = random.range(-0.2, 0.2);
          box[c] += way;
          box[c + 3] += way;
        }
        moved.move(id, box);
      });
    }
  });

  it('Theorem 3: are nearer than √3/α times the larger of their sizes, also while sizes change; seed 23', () => {
    const random = new Random(23);
    let farthest = 0;
    for (const alpha of [0.2, 0.5, 0.9]) {
      const hash = new CoherentHash({ alpha });
      const boxes = Array.from({ length: 200 }, () => randomBox(random));
      for (const box of boxes) hash.add(box);
      for (let step = 0; step < 20; step++) {
        hash.update();
        hash.forEachClosePair((i, j) => {
          const part = (distance(boxes[i], boxes[j]) * alpha) / Math.sqrt(3) / Math.max(sizeOf(boxes[i]), sizeOf(boxes[j]));
          farthest = Math.max(farthest, part);
        });
        for (let id = 0; id < boxes.length; id++) {
          if (random.next() < 0.5) continue;
          boxes[id] = random.next() < 0.1 ? randomBox(random) : boxes[id].map((x, c) => x + (c < 3 ? 0 : random.range(0, 0.1)));
          hash.move(id, boxes[id]);
        }
      }
    }
    expect(farthest).toBeLessThan(1 + 1e-12);
    // The bound is used, not only kept.
    expect(farthest).toBeGreaterThan(0.3);
  });
});

describe('an update costs what has changed', () => {
  it('one of 20,000 moves: a handful of cells and tests', () => {
    const random = new Random(31);
    const hash = new CoherentHash();
    const at = (x: number, y: number, z: number) => [x, y, z, x + 1, y + 1, z + 1];
    for (let k = 0; k < 20_000; k++) hash.add(at(random.range(0, 40), random.range(0, 40), random.range(0, 40)), 0, k % 2 === 0);
    hash.update();
    for (let k = 0; k < 100; k++) {
      hash.stats.visits = 0;
      hash.stats.boxTests = 0;
      hash.move(7, at(20 + 0.3 * k, 20, 20.5));
      hash.update();
      expect(hash.stats.visits).toBeLessThanOrEqual(16);
      expect(hash.stats.boxTests).toBeLessThan(60);
    }
    hash.stats.visits = 0;
    hash.update();
    expect(hash.stats.visits).toBe(0);
  });

  it('a floor is stored once, and a box far larger than all others takes few cells', () => {
    const hash = new CoherentHash();
    for (let k = 0; k < 100; k++) hash.add([2 * k, 0, 0, 2 * k + 1, 1, 1]);
    hash.update();
    hash.stats.visits = 0;
    hash.add([-1e6, -1e6, -1, 1e6, 1e6, 0], 0, true);
    hash.update();
    expect(hash.resolutions.length).toBe(2);
    // Eight for the floor, and each small box in at most eight of its cells.
    expect(hash.stats.visits).toBeLessThanOrEqual(101 * 8);
    expect(hash.openedCount).toBe(100);
    hash.stats.visits = 0;
    for (let k = 0; k < 100; k++) hash.move(k, [2 * k, 0, 0.1, 2 * k + 1, 1, 1.1]);
    hash.update();
    expect(hash.closedCount).toBe(100);
    expect(hash.stats.visits).toBeLessThanOrEqual(100 * 8);
  });

  it('two small boxes in one large cell are not compared', () => {
    const hash = new CoherentHash();
    for (let k = 0; k < 200; k++) hash.add([k, 0, 0, k + 0.5, 0.5, 0.5]);
    hash.add([0, 0, -1000, 1000, 1000, -1]);
    hash.update();
    expect(hash.closeCount).toBeLessThan(200 + 200);
  });
});

it('boxes that grow past every resolution bring new ones, forever', () => {
  const hash = new CoherentHash();
  for (let k = 0; k < 4; k++) hash.add([k, 0, 0, k + 1, 1, 1]);
  for (let size = 1; size < 2 ** 200; size *= 8) {
    hash.move(0, [-size, -size, -size, size, size, size]);
    hash.update();
    expect(hash.resolutions.length).toBeLessThanOrEqual(16);
    expect(hash.pairCount).toBe(size === 1 ? 3 : 5);
  }
});

it('options out of range are told', () => {
  for (const options of [{ alpha: -1 }, { beta: 0 }, { sizes: [Number.NaN] }]) expect(() => new CoherentHash(options)).toThrow(InputError);
});

function closeOf(hash: CoherentHash): Map<string, number> {
  const close: [string, number][] = [];
  hash.forEachClosePair((i, j, cells) => close.push([`${i} ${j}`, cells]));
  return new Map(close.sort());
}

function randomBox(random: Random): Box {
  const size = 30 ** random.next();
  const corner = [random.range(-20, 20), random.range(-20, 20), random.range(-20, 20)];
  return [...corner, corner[0] + size, corner[1] + size * random.next(), corner[2] + size * random.next()];
}

function sizeOf(box: Box): number {
  return Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

function sideFor(size: number, sides: readonly number[], alpha: number, beta: number): number {
  const side = sides.find((x) => alpha * x <= size * (1 + 1e-12) && size <= beta * x * (1 + 1e-12));
  if (side === undefined) throw new Error(`no cells for ${size}`);
  return side;
}

function sharedCells(a: Box, b: Box, side: number): number {
  let cells = 1;
  for (let c = 0; c < 3; c++) {
    const first = Math.max(Math.floor(a[c] * (1 / side)), Math.floor(b[c] * (1 / side)));
    const last = Math.min(Math.floor(a[c + 3] * (1 / side)), Math.floor(b[c + 3] * (1 / side)));
    cells *= Math.max(0, last - first + 1);
  }
  return cells;
}

function distance(a: Box, b: Box): number {
  let square = 0;
  for (let c = 0; c < 3; c++) square += Math.max(0, a[c] - b[c + 3], b[c] - a[c + 3]) ** 2;
  return Math.sqrt(square);
}
