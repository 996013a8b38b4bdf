import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { BatchRunner } from '../../../../src/gpu/batch/batch-runner.ts';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { GpuBatch } from '../../../../src/gpu/index.ts';
import { box, InputError, plane, Robot, rigidMotion, Scene, sphere, TriangleMesh } from '../../../../src/index.ts';
import { Random } from '../../../../src/math/random.ts';
import { gpuHere, losableGpu, NO_GPU } from '../../../support/shared/gpu-here.ts';

const beam = box([0.6, 0.08, 0.08], [0.3, 0, 0]);

function arm(name: string, at: readonly [number, number, number]): Robot {
  return new Robot({
    name,
    base: { position: at },
    links: [
      { name: 'upper', joint: { type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: beam }] },
      {
        name: 'lower',
        parent: 'upper',
        joint: { type: 'revolute', axis: [0, 1, 0], origin: { position: [0.65, 0, 0] } },
        shapes: [{ shape: beam }],
      },
      {
        name: 'pin',
        parent: 'lower',
        joint: { type: 'prismatic', axis: [1, 0, 0], origin: { position: [0.6, 0, 0] } },
        shapes: [{ shape: sphere(0.05) }],
      },
    ],
    allowed: [
      { a: 'upper', b: 'lower' },
      { a: 'lower', b: 'pin' },
    ],
  });
}

/** A closed room of walls, which is solid: inside its hollow nothing is contained. */
function hollow(size = 8): TriangleMesh {
  const [outer, inner] = [box(size), box(0.75 * size)];
  const turned = Uint32Array.from(inner.indices, (_, i) => inner.indices[i - (i % 3) + ((3 - (i % 3)) % 3)] + outer.vertexCount);
  return new TriangleMesh([...outer.positions, ...inner.positions], [...outer.indices, ...turned], { name: 'room', solid: true });
}

function scene(): Scene {
  return new Scene({
    robots: [arm('arm', [0, 0, 0])],
    obstacles: [
      { name: 'post', shape: box([0.2, 0.2, 1]), pose: { position: [0.7, 0.6, 0.2] } },
      { name: 'ball', shape: sphere(0.2), pose: { position: [-0.6, -0.6, 0.1] } },
      { name: 'pebble', shape: box(0.02), pose: { position: [0.3, 0, 0] } },
      { name: 'room', shape: hollow() },
    ],
  });
}

function rows(count: number, seed: number): { readonly from: Float64Array; readonly to: Float64Array } {
  const random = new Random(seed);
  const one = (): Float64Array =>
    Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 0.1 * random.next() : 6 * random.next() - 3));
  return { from: one(), to: one() };
}

/** A pyramid upside down whose base is flat and of many triangles: convex. */
function slab(cells: number, size: number): TriangleMesh {
  const at = (i: number): number => (i / cells - 0.5) * size;
  const positions = Array.from({ length: (cells + 1) ** 2 }, (_, v) => [at(v % (cells + 1)), at(Math.floor(v / (cells + 1))), 0]).flat();
  const tip = positions.length / 3;
  const v = (i: number, j: number): number => j * (cells + 1) + i;
  const indices: number[] = [];
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < cells; j++) indices.push(v(i, j), v(i + 1, j), v(i + 1, j + 1), v(i, j), v(i + 1, j + 1), v(i, j + 1));
    indices.push(
      v(i + 1, 0),
      v(i, 0),
      tip,
      v(cells, i + 1),
      v(cells, i),
      tip,
      v(i, cells),
      v(i + 1, cells),
      tip,
      v(0, i),
      v(0, i + 1),
      tip,
    );
  }
  return new TriangleMesh([...positions, 0, 0, -size / 2], indices, { name: 'slab', solid: true });
}

describe.skipIf(NO_GPU !== null)('batches by graphics hardware', () => {
  // one device for all: in software its programs take seconds to compile
  let gpuOfAll: Gpu;
  beforeAll(async () => {
    gpuOfAll = await gpuHere();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => gpuOfAll.close());

  const openBatch = (cell: Scene): Promise<GpuBatch> => GpuBatch.open(cell, { gpu: 'always', device: gpuOfAll.device });

  test('where no pair is tested, that is why', async () => {
    const batch = await openBatch(new Scene({ robots: [arm('arm', [0, 0, 0])], self: false }));
    const { free, gpu } = await batch.motionsAreFree({ from: new Float64Array(6), to: new Float64Array(6) });
    expect([[...free], gpu]).toEqual([[1, 1], { used: false, why: 'there is no pair to test' }]);
    batch.close();
  });

  test('verdicts are those of the scene: solids that contain things, a room, radii', async () => {
    const cell = scene();
    const count = 160;
    const motions = rows(count, 7);
    const batch = await openBatch(cell);
    const { free, candidates, gpu } = await batch.motionsAreFree(motions);
    expect(gpu.used).toBe(true);
    const cpu = Uint8Array.from({ length: count }, (_, i) =>
      cell.motionIsFree(motions.from.subarray(3 * i, 3 * i + 3), motions.to.subarray(3 * i, 3 * i + 3)) ? 1 : 0,
    );
    expect(free).toEqual(cpu);
    expect(cpu.reduce((a, b) => a + b)).toBeGreaterThan(20);
    expect(candidates).toBeLessThan(count / 2);
    const brackets = await batch.brackets(motions);
    const first = await batch.firstContacts(motions);
    expect(brackets.free).toEqual(cpu);
    for (let i = 0; i < count; i++) {
      const hit = cell.firstContact({ arm: [motions.from.subarray(3 * i, 3 * i + 3), motions.to.subarray(3 * i, 3 * i + 3)] });
      expect(first.status[i]).toBe(hit.status);
      expect(first.time[i]).toBe(hit.status === 'free' ? 1 : hit.time);
      if (hit.status === 'free') continue;
      expect(brackets.safeUntil[i]).toBeLessThanOrEqual(hit.time + 1e-5);
      expect(brackets.contactBy[i]).toBeGreaterThanOrEqual(hit.time);
    }
    batch.close();
  });

  test('two robots, a moving body, clearances; the scene changes between calls', async () => {
    const cell = new Scene({
      robots: [arm('one', [0, 0, 0]), arm('two', [1.2, 0.3, 0])],
      bodies: [{ name: 'crate', shape: box(0.3), pose: { position: [0, 0, 3] } }],
      obstacles: [{ name: 'post', shape: box([0.2, 0.2, 1]), pose: { position: [0.7, 0.9, 0.2] } }],
      clearance: 0.03,
    });
    const count = 60;
    const random = new Random(11);
    const pose = (): number[] => {
      const [x, y, z, w] = [random.next() - 0.5, random.next() - 0.5, random.next() - 0.5, random.next() - 0.5];
      const length = Math.hypot(x, y, z, w);
      return [2 * random.next() - 0.5, 2 * random.next() - 1, 0.5 * random.next() + 0.3, x / length, y / length, z / length, w / length];
    };
    const crate = { from: Float64Array.from(Array.from({ length: count }, pose).flat()), to: Float64Array.from(pose()) };
    const motions = { one: rows(count, 21), two: { from: Float64Array.of(1, 0.5, 0), to: Float64Array.of(2, 0.2, 0.05) }, crate };
    const batch = await openBatch(cell);
    for (const change of [
      () => undefined,
      () => cell.moveObstacle('post', { position: [0.3, -0.6, 0] }),
      () => cell.removeObstacle('post'),
    ]) {
      change();
      const { free, gpu } = await batch.motionsAreFree(motions);
      expect(gpu.used).toBe(true);
      for (let i = 0; i < count; i++) {
        const at = (v: Float64Array): Parameters<typeof rigidMotion>[0] => {
          const o = v.length > 7 ? 7 * i : 0;
          return { position: [v[o], v[o + 1], v[o + 2]], quaternion: [v[o + 3], v[o + 4], v[o + 5], v[o + 6]] };
        };
        const { status } = cell.firstContact({
          one: [motions.one.from.subarray(3 * i, 3 * i + 3), motions.one.to.subarray(3 * i, 3 * i + 3)],
          two: [motions.two.from, motions.two.to],
          crate: rigidMotion(at(crate.from), at(crate.to)),
        });
        expect(free[i]).toBe(status === 'free' ? 1 : 0);
      }
    }
    batch.close();
  });

  test('a device that is lost in mid-batch: the processor ends the work, and the answer says so', async () => {
    const cell = scene();
    const own = await losableGpu();
    const batch = await GpuBatch.open(cell, { gpu: 'always', device: own.device });
    const motions = rows(600, 3);
    vi.spyOn(BatchRunner.prototype, 'mostMotions').mockReturnValue(200);
    const { free, gpu } = await batch.motionsAreFree(motions, {
      onProgress: () => own.device.destroy(),
    });
    expect(gpu.why).toMatch(/lost|does not answer/);
    for (let i = 0; i < 600; i += 11)
      expect(free[i]).toBe(cell.motionIsFree(motions.from.subarray(3 * i, 3 * i + 3), motions.to.subarray(3 * i, 3 * i + 3)) ? 1 : 0);
    const again = await batch.motionsAreFree(rows(10, 4));
    expect(again.gpu).toMatchObject({ used: false });
    batch.close();
  });

  test('points alone, far away, in tiny and huge units: the verdicts of the scene', async () => {
    for (const [unit, far] of [
      [1, 0],
      [1e-6, 0],
      [1e9, 0],
      [1, 1e9],
    ] as const) {
      const point = new TriangleMesh([far, 0, 0, far, 0, 0, far, 0, 0], [0, 1, 2], { name: 'point' });
      const cell = new Scene({
        robots: [
          new Robot({
            name: 'slider',
            links: [{ name: 'point', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: point }] }],
          }),
        ],
        obstacles: [{ name: 'mark', shape: point, pose: { position: [unit, 0, 0] } }],
        tolerance: 1e-3 * unit,
      });
      const batch = await openBatch(cell);
      const motions = { from: Float64Array.of(0, 0, 2 * unit), to: Float64Array.of(0.5 * unit, 2 * unit, 3 * unit) };
      const { free, gpu } = await batch.motionsAreFree(motions);
      expect(gpu.used).toBe(true);
      expect([...free]).toEqual([1, 0, 1]);
      batch.close();
    }
    const lone = new Scene({
      bodies: [
        { name: 'a', shape: box(1) },
        { name: 'b', shape: box(1) },
      ],
    });
    const batch = await openBatch(lone);
    const pose = (x: number): Float64Array => Float64Array.of(x, 0, 0, 0, 0, 0, 1);
    const { free } = await batch.motionsAreFree({ a: { from: pose(-3), to: pose(-2) }, b: { from: pose(0), to: pose(1) } });
    expect([...free]).toEqual([1]);
    batch.close();
  });

  test('above large floors and in a large hall few motions are left to the processor, and verdicts are those of the scene', async () => {
    const { from, to } = rows(40, 31);
    for (let i = 0; i < from.length; i++) if (i % 3 === 1) [from[i], to[i]] = [0.2 * from[i] - 0.3, 0.2 * to[i] - 0.3];
    for (const [name, shape, z] of [
      ['plane', plane([0, 0, 1], -0.35), 0],
      ['turned', plane([0.1, 0.05, 1], -0.35), 0],
      ['slab', slab(30, 2000), -0.35],
      // 3 m of wall below the floor of the hall
      ['hall', hollow(400), 149.65],
    ] as const) {
      const cell = new Scene({ robots: [arm('arm', [0, 0, 0])], obstacles: [{ name, shape, pose: { position: [0, 0, z] } }] });
      const batch = await openBatch(cell);
      const { free, candidates } = await batch.motionsAreFree({ from, to });
      const cpu = Array.from({ length: 40 }, (_, i) =>
        cell.motionIsFree(from.subarray(3 * i, 3 * i + 3), to.subarray(3 * i, 3 * i + 3)) ? 1 : 0,
      );
      expect([...free], name).toEqual(cpu);
      expect(cpu, name).toContain(1);
      // a map of cells leaves what is within some of them
      expect(candidates, name).toBeLessThan(name === 'hall' ? 20 : 3);
      batch.close();
    }
  });

  test('bodies far from the origin: as near it, inside a solid or above it', async () => {
    const count = 24;
    const tall = new TriangleMesh(slab(6, 3).positions, slab(6, 3).indices, { name: 'floor', solid: true });
    for (const far of [0, 5e5]) {
      const cell = new Scene({
        bodies: [
          { name: 'crate', shape: box(0.3) },
          { name: 'pebble', shape: box(0.02) },
        ],
        obstacles: [
          { name: 'floor', shape: tall, pose: { position: [far, 0, 0] } },
          { name: 'ring', shape: hollow(0.4), pose: { position: [far, 0, 0.8] } },
        ],
      });
      const random = new Random(13);
      const flat = (row: () => readonly number[]): Float64Array => Float64Array.from(Array.from({ length: count }, row).flat());
      const crate = flat(() => [far + 3 * random.next() - 1.5, 2 * random.next() - 1, 1.5 * random.next() - 0.3, ...random.quaternion()]);
      // every other one in the middle of the crate
      let k = 0;
      const pebble = flat(() => {
        const o = 7 * k++;
        return k % 2 === 0
          ? [...crate.subarray(o, o + 7)]
          : [far + random.next(), random.next(), 1.2 * random.next() - 0.6, ...random.quaternion()];
      });
      const moved = crate.map((x, i) => (i % 7 < 3 ? x + 0.05 : x));
      const batch = await openBatch(cell);
      const motions = { crate: { from: crate, to: moved }, pebble: { from: pebble, to: pebble.map((x, i) => (i % 7 < 3 ? x + 0.05 : x)) } };
      const { free, candidates, gpu } = await batch.motionsAreFree(motions);
      expect(gpu.used).toBe(true);
      const { free: cpu } = await (await GpuBatch.open(cell, { gpu: 'never' })).motionsAreFree(motions);
      expect(free, `${far}`).toEqual(cpu);
      expect(cpu, `${far}`).toContain(1);
      // those that are inside of something are left to the processor
      const inside = cpu.reduce((sum, is) => sum + 1 - is, 0);
      expect(candidates, `${far}`).toBeLessThan(inside + 3);
      batch.close();
    }
  });

  test('ends when it is aborted, and can be asked again', async () => {
    const batch = await openBatch(scene());
    const stop = new AbortController();
    vi.spyOn(BatchRunner.prototype, 'mostMotions').mockReturnValue(200);
    await expect(
      batch.motionsAreFree(rows(600, 5), { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
    expect((await batch.motionsAreFree(rows(3, 6))).free.length).toBe(3);
    batch.close();
  });
});

describe('batches without graphics hardware', () => {
  test('never: the processor, the same answers; what is wrong is said', async () => {
    const cell = scene();
    const batch = await GpuBatch.open(cell, { gpu: 'never' });
    const motions = rows(8, 9);
    const { free, gpu } = await batch.motionsAreFree(motions);
    expect(gpu).toEqual({ used: false, why: 'it was not asked for' });
    expect([...free]).toEqual(
      Array.from({ length: 8 }, (_, i) =>
        cell.motionIsFree(motions.from.subarray(3 * i, 3 * i + 3), motions.to.subarray(3 * i, 3 * i + 3)) ? 1 : 0,
      ),
    );
    const bad = (given: unknown): Promise<unknown> => batch.motionsAreFree(given as typeof motions);
    await expect(bad({ from: [1, 2, 3], to: [1, 2, 3] })).rejects.toThrow(InputError);
    await expect(bad({ from: new Float64Array(4), to: new Float64Array(3) })).rejects.toThrow(/3 values a row/);
    await expect(bad({ from: new Float64Array(6), to: new Float64Array(9) })).rejects.toThrow(/rows/);
    await expect(bad({ from: Float64Array.of(0, Number.NaN, 0), to: new Float64Array(3) })).rejects.toThrow(/row 0, value 1/);
    await expect(bad({ amr: motions })).rejects.toThrow(/nothing named 'amr' moves/);
    await expect(GpuBatch.open(cell, { gpu: 'perhaps' as 'auto' })).rejects.toThrow(/'auto', 'always' or 'never'/);
    await expect(GpuBatch.open({} as Scene)).rejects.toThrow(/needs a Scene/);
  });
});
