import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { makeRooms, roomFor } from '../../../src/hierarchy/compiled/compiled-kernels.ts';
import { growSweptSphereTree } from '../../../src/hierarchy/swept-sphere-tree.ts';
import { finished } from '../../../src/math/piecemeal.ts';
import { differences, takenRooms } from './compared-trees.ts';
import { hardSoups, wavySheet } from './soups.ts';

afterEach(() => {
  makeRooms(null);
  vi.unstubAllGlobals();
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

/** As if nothing was prepared before. */
async function preparedAnew(): Promise<boolean> {
  vi.resetModules();
  const { prepareTrees } = await import('../../../src/hierarchy/compiled/prepare-trees.ts');
  const { roomFor } = await import('../../../src/hierarchy/compiled/compiled-kernels.ts');
  const isReady = await prepareTrees();
  expect(roomFor(100) !== null).toBe(isReady);
  return isReady;
}

test('where WebAssembly is missing or forbidden nothing changes', async () => {
  expect(await preparedAnew()).toBe(true);
  const { Memory, Instance, compile } = WebAssembly;
  vi.stubGlobal('WebAssembly', undefined);
  expect(await preparedAnew()).toBe(false);
  const refuse = () => {
    throw new WebAssembly.CompileError("Refused: 'unsafe-eval' is not allowed");
  };
  vi.stubGlobal('WebAssembly', { Memory, Instance, compile: async () => refuse(), CompileError: Error });
  expect(await preparedAnew()).toBe(false);
  vi.stubGlobal('WebAssembly', { Memory, Instance: refuse, compile, CompileError: Error });
  expect(await preparedAnew()).toBe(false);
});

test('what would take too much memory is built without', async () => {
  makeRooms(await takenRooms());
  expect(roomFor(2 ** 20)).not.toBeNull();
  expect(roomFor(2 ** 31)).toBeNull();
});
