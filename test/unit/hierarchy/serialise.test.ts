import { describe, expect, test } from 'vitest';
import { buildAabbTree } from '../../../src/hierarchy/aabb-tree.ts';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { buildObbTree } from '../../../src/hierarchy/obb-tree.ts';
import { refit } from '../../../src/hierarchy/refit.ts';
import { deserialise, serialise } from '../../../src/hierarchy/serialise.ts';
import { validate } from '../../../src/hierarchy/validate.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { hardSoups, wavySheet } from './soups.ts';

const BUILDERS = [
  (mesh: TriangleMesh) => buildSweptSphereTree(mesh),
  (mesh: TriangleMesh) => buildSweptSphereTree(mesh, { volume: 'lss' }),
  buildObbTree,
  buildAabbTree,
];

describe('serialise', () => {
  test('gives the same tree back, with its mesh and without (seed 6)', () => {
    for (const build of BUILDERS) {
      for (const { mesh } of hardSoups(6)) {
        const tree = build(mesh);
        for (const back of [deserialise(serialise(tree), mesh), deserialise(serialise(tree))]) {
          expect(back.kind).toBe(tree.kind);
          expect(back.nodes).toEqual(tree.nodes);
          expect(back.leaves).toEqual(tree.leaves);
          expect(back.triangles).toEqual(tree.triangles);
          expect([back.depth, back.radius, back.mesh.solid]).toEqual([tree.depth, tree.radius, mesh.solid]);
          expect(validate(back)).toEqual([]);
          if (back.kind === 'swept-sphere' && tree.kind === 'swept-sphere') expect(back.volume).toBe(tree.volume);
        }
      }
    }
  });

  test('numbers triangles as they were when no mesh is given', () => {
    const mesh = wavySheet(5);
    const back = deserialise(serialise(buildSweptSphereTree(mesh)));
    for (let i = 0; i < mesh.indices.length; i++) {
      const v = 3 * mesh.indices[i];
      expect(back.mesh.positions.subarray(3 * i, 3 * i + 3)).toEqual(mesh.positions.subarray(v, v + 3));
    }
  });

  test('a tree that came back can be refitted', () => {
    const mesh = wavySheet(5);
    const back = deserialise(serialise(buildSweptSphereTree(mesh)), mesh);
    refit(
      back,
      mesh.positions.map((x) => 2 * x),
    );
    expect(validate(back)).toEqual([]);
  });

  test('works in shared memory, without a copy', () => {
    const bytes = serialise(buildSweptSphereTree(wavySheet(3)));
    const shared = new SharedArrayBuffer(bytes.byteLength);
    new Uint8Array(shared).set(new Uint8Array(bytes));
    expect(deserialise(shared).nodes.buffer).toBe(shared);
  });
});

describe('deserialise refuses', () => {
  const bytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(serialise(buildSweptSphereTree(wavySheet(3))));

  test('anything cut short or too long', () => {
    const whole = bytes();
    for (let length = 0; length < whole.length; length += length < 80 ? 1 : 97) {
      expect(() => deserialise(whole.buffer.slice(0, length))).toThrow(InputError);
    }
    const long = new ArrayBuffer(whole.length + 8);
    new Uint8Array(long).set(whole);
    expect(() => deserialise(long)).toThrow(/bytes, but a tree of 18 triangles takes/);
  });

  test('any single wrong byte (seed 7)', () => {
    const random = new Random(7);
    const whole = bytes();
    for (let i = 0; i < whole.length; i += i < 64 ? 1 : 1 + random.integer(20)) {
      const damaged = whole.slice();
      damaged[i] ^= 1 + random.integer(255);
      expect(() => deserialise(damaged.buffer), `byte ${i}`).toThrow(InputError);
    }
  });

  test('garbage (seed 8)', () => {
    const random = new Random(8);
    for (let run = 0; run < 200; run++) {
      const garbage = new Uint8Array(random.integer(400)).map(() => random.integer(256));
      if (run % 2 === 0) garbage.set(bytes().subarray(0, Math.min(12 + random.integer(20), garbage.length)));
      expect(() => deserialise(garbage.buffer)).toThrow(InputError);
    }
    expect(() => deserialise(undefined as unknown as ArrayBuffer)).toThrow(InputError);
    expect(() => deserialise({} as ArrayBuffer)).toThrow(InputError);
  });

  test('a header that claims 2^32 triangles, before allocating anything', () => {
    const whole = bytes();
    new Uint32Array(whole.buffer)[5] = 0xffffffff;
    expect(() => deserialise(whole.buffer)).toThrow(/4294967295 triangles/);
  });

  test('the mesh of another tree', () => {
    const tree = buildSweptSphereTree(wavySheet(3));
    expect(() => deserialise(serialise(tree), wavySheet(4))).toThrow(/18 leaves for a mesh of 32 triangles/);
    expect(() => deserialise(serialise(tree), wavySheet(3, 2))).toThrow(InputError);
    const thick = new TriangleMesh(tree.mesh.positions, tree.mesh.indices, { radius: 1 });
    expect(() => deserialise(serialise(tree), thick)).toThrow(/radius/);
  });

  test('trees that are none, though their checksum is right', () => {
    const damage: ((nodes: Float64Array, triangles: Uint32Array, leaves: Float64Array) => void)[] = [
      (nodes) => (nodes[13] = 0),
      (nodes) => (nodes[13] = 1e9),
      (nodes) => (nodes[13] = Number.NaN),
      (nodes) => (nodes[13] = 1.5),
      (nodes) => (nodes[13] = -1),
      (nodes) => (nodes[16 + 13] = nodes[13]),
      (nodes) => (nodes[5 * 16 + 11] = Number.POSITIVE_INFINITY),
      (_, triangles) => (triangles[3] = triangles[4]),
      (_, triangles) => (triangles[3] = 1 << 30),
      (_, __, leaves) => (leaves[0] = Number.NaN),
      (_, __, leaves) => (leaves[9] = -1),
      (_, __, leaves) => (leaves[9] = Number.NaN),
    ];
    for (const wreck of damage) {
      const tree = buildSweptSphereTree(wavySheet(3));
      wreck(tree.nodes, tree.triangles, tree.leaves);
      expect(() => deserialise(serialise(tree)), wreck.toString()).toThrow(InputError);
      expect(validate(tree)).not.toEqual([]);
    }
  });
});
