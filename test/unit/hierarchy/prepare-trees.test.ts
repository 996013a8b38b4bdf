import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { makeRooms, roomFor } from '../../../src/hierarchy/compiled/compiled-kernels.ts';
import { prepareTrees } from '../../../src/hierarchy/compiled/prepare-trees.ts';
import { growSweptSphereTree } from '../../../src/hierarchy/swept-sphere-tree.ts';
import { finished } from '../../../src/math/piecemeal.ts';
import { differences, takenRooms } from './compared-trees.ts';
import { hardSoups, wavySheet } from './soups.ts';

afterEach(() => {
  makeRooms(null);
  vi.unstubAllGlobals();
});

// first of all: once kernels are prepared they stay so
test('where WebAssembly is missing or forbidden nothing changes', async () => {
  const { Memory, Instance, compile } = WebAssembly;
  const refuse = () => {
    throw new WebAssembly.CompileError("Refused: 'unsafe-eval' is not allowed");
  };
  const refusals = [
    undefined,
    { Memory, Instance, compile: async () => refuse(), CompileError: Error },
    { Memory, Instance: refuse, compile, CompileError: Error },
  ];
  for (const refusal of refusals) {
    vi.stubGlobal('WebAssembly', refusal);
    expect(await prepareTrees()).toBe(false);
    expect(roomFor(100)).toBeNull();
  }
  vi.unstubAllGlobals();
  expect(await prepareTrees()).toBe(true);
  expect(roomFor(100)).not.toBeNull();
  await takenRooms();
});

describe('trees by compiled kernels have the bits of those without', () => {
  const soups = [1, 2, 3, 4].flatMap((seed) => hardSoups(seed).map((soup) => ({ ...soup, seed })));
  test.each([...soups, { name: 'sheet of 5,000 triangles', seed: 0, mesh: wavySheet(50) }])('$name, seed $seed', async ({ name, mesh }) => {
    const { found, calls } = differences(await takenRooms(), name, mesh);
    expect(found).toEqual([]);
    expect(calls).toBeGreaterThan(0);
  });
});

test('trees that are begun while others are on their way, or given up, are not in each other’s way', async () => {
  const meshes = [10, 20, 3, 40].map((side) => wavySheet(side));
  const plain = meshes.map((mesh) => buildSweptSphereTree(mesh));
  makeRooms(await takenRooms());
  const works = meshes.map((mesh) => growSweptSphereTree(mesh));
  const givenUp = growSweptSphereTree(wavySheet(30));
  for (const work of [givenUp, ...works]) for (let piece = 0; piece < 3; piece++) work.next();
  const trees = works.map((_, i) => finished(growSweptSphereTree(meshes[i])));
  for (const work of works) {
    let step = work.next();
    while (!step.done) step = work.next();
    trees.push(step.value);
  }
  expect(trees.map(({ nodes }) => nodes)).toEqual([...plain, ...plain].map(({ nodes }) => nodes));
});

test('what would take too much memory is built without', async () => {
  makeRooms(await takenRooms());
  expect(roomFor(2 ** 20)).not.toBeNull();
  expect(roomFor(2 ** 31)).toBeNull();
});

test('memory has the size that is needed, and is never grown: a detached buffer slows every array of the process', async () => {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow');
  const rooms = await takenRooms();
  const PAGE = 65_536;
  const taken = (pages: number) => {
    const room = rooms(pages * PAGE);
    if (room === null) throw new Error('no room');
    return { room, numbers: room.doubles(pages) };
  };
  const made: ArrayBufferLike[] = [];
  // of small ones some are kept for the next tree, of large ones none
  for (const pages of [20, 40, 7, 80, 400, 300, 500, 20]) {
    const { room, numbers } = taken(pages);
    const { byteLength } = numbers.buffer;
    expect(byteLength).toBeGreaterThanOrEqual(pages * PAGE);
    if (pages >= 300) expect(byteLength).toBeLessThan((pages + 3) * PAGE);
    made.push(numbers.buffer);
    room.leave(numbers, new Float64Array(pages));
  }
  for (const buffer of made) expect(buffer.byteLength).toBeGreaterThan(0);
  expect(grow).not.toHaveBeenCalled();
  grow.mockRestore();
});
