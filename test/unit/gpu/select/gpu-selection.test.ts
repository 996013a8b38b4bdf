import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { GpuSelection } from '../../../../src/gpu/select/gpu-selection.ts';
import { packVolume, SELECTION_MARGINS, VOLUME_WORDS } from '../../../../src/gpu/select/packed-volume.ts';
import { SelectionDevice } from '../../../../src/gpu/select/selection-device.ts';
import { selectTwin } from '../../../../src/gpu/twin/select-twin.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { CpuCandidateFinder } from '../../../../src/tool/candidates.ts';
import { gpuHere, losableGpu, NO_GPU } from '../../../support/shared/gpu-here.ts';
import { wavyPlate } from '../../tool/random-sweeps.ts';
import { nearPlanes } from './near-planes.ts';

const finder = new CpuCandidateFinder();

function byProcessor(planes: Float64Array, start: Float64Array, end: Float64Array, indices: Uint32Array): Uint32Array {
  const out = new Uint32Array(indices.length / 3);
  return out.slice(0, finder.find(planes, planes.length / 4, start, end, indices, out.length, out));
}

/** Of a cube about the origin. */
function cubePlanes(half: number): Float64Array {
  const planes = new Float64Array(24);
  for (let k = 0; k < 6; k++) {
    planes[4 * k + Math.floor(k / 2)] = k % 2 === 0 ? 1 : -1;
    planes[4 * k + 3] = half;
  }
  return planes;
}

const plate = wavyPlate(80, 3, 0.5);
const mesh = new TriangleMesh(plate.positions, plate.indices);

describe.skipIf(NO_GPU !== null)('a selection by the graphics device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test('has every triangle that the processor finds, and only such as the margins explain, of 100,000 near planes (seed select-3)', async () => {
    const random = new Random('select-3');
    let [triangles, more, differ] = [0, 0, 0];
    for (let n = 0; n < 50; n++) {
      const size = random.pick([1e-3, 1, 1e6]);
      const { planes, positions, indices } = nearPlanes(random, 2000, size, random.pick([0, 1, 1e3]) * size);
      const device = await SelectionDevice.open(gpu, { indices, first: 0, triangleCount: 2000, vertexCount: positions.length / 3 });
      const moved = positions.map((x) => x + (n % 4 === 3 ? size * random.range(-0.1, 0.1) : 0));
      const start = { kind: 'f32', array: positions } as const;
      const end = n % 4 === 3 ? ({ kind: 'f32', array: moved } as const) : start;
      const { triangles: list } = await device.find(planes, 10, [start, end], false);
      device.close();
      expect(list).toEqual(list.slice().sort());
      const found = new Set(list);
      const must = byProcessor(planes, Float64Array.from(positions), Float64Array.from(end.array), indices);
      expect(
        [...must].filter((triangle) => !found.has(triangle)),
        `volume ${n}`,
      ).toEqual([]);
      // at most twice the slack too many
      const volume = new Float32Array(VOLUME_WORDS);
      packVolume(planes, 10, false, volume, { ...SELECTION_MARGINS, slack: 2.2 * SELECTION_MARGINS.slack });
      const may = new Set(selectTwin(volume, 10, positions, end.array, indices));
      expect([...found].filter((triangle) => !may.has(triangle))).toEqual([]);
      packVolume(planes, 10, false, volume);
      const twin = new Set(selectTwin(volume, 10, positions, end.array, indices));
      for (let i = 0; i < 2000; i++) if (twin.has(i) !== found.has(i)) differ++;
      triangles += 2000;
      more += found.size - must.length;
    }
    expect(triangles).toBe(100_000);
    expect(more).toBeGreaterThan(1000);
    expect(differ).toBeLessThan(0.02 * triangles);
  });

  test('is caught where its slack is a hundredth (seed select-4)', async () => {
    const random = new Random('select-4');
    let lost = 0;
    for (let n = 0; n < 10 && lost === 0; n++) {
      const { planes, positions, indices } = nearPlanes(random, 4000, 1, 0);
      const device = await SelectionDevice.open(gpu, { indices, first: 0, triangleCount: 4000, vertexCount: positions.length / 3 });
      device.margins = { ...SELECTION_MARGINS, slack: SELECTION_MARGINS.slack / 100 };
      const standing = { kind: 'f32', array: positions } as const;
      const found = new Set((await device.find(planes, 10, [standing, standing], false)).triangles);
      device.close();
      const doubles = Float64Array.from(positions);
      lost += byProcessor(planes, doubles, doubles, indices).filter((triangle) => !found.has(triangle)).length;
    }
    expect(lost).toBeGreaterThan(0);
  });

  test('takes f32, doubles, lists and buffers of the application, at rest and moving', async () => {
    const device = gpu.device;
    const selection = await GpuSelection.open(mesh, { device, gpu: 'always' });
    const planes = cubePlanes(0.5);
    const [p0, p1] = [Float32Array.from(plate.positions), Float32Array.from(plate.later)];
    const truth = [...byProcessor(planes, Float64Array.from(p0), Float64Array.from(p0), mesh.indices)];
    const moving = [...byProcessor(planes, Float64Array.from(p0), Float64Array.from(p1), mesh.indices)];
    expect(truth.length).toBeGreaterThan(100);
    const listOf = async (frames: Parameters<GpuSelection['find']>[1]) => {
      const { triangles, gpu: use } = await selection.find(planes, frames);
      expect(use).toEqual({ used: true, why: expect.any(String) });
      return [...triangles];
    };
    expect(await listOf(p0)).toEqual(truth);
    expect(await listOf(plate.positions)).toEqual(truth);
    expect(await listOf([...plate.positions])).toEqual(truth);
    expect(await listOf({ positions0: p0, positions1: p1 })).toEqual(moving);
    expect(await listOf({ positions0: plate.positions, positions1: plate.later })).toEqual(moving);
    const tight = gpu.filled('tight', p0);
    const wide = new Float32Array(2 + (p1.length / 3) * 4);
    for (let v = 0; v < p1.length / 3; v++) wide.set(p1.subarray(3 * v, 3 * v + 3), 2 + 4 * v);
    const padded = gpu.filled('padded', wide);
    expect(await listOf({ buffer: tight })).toEqual(truth);
    expect(await listOf({ positions0: { buffer: tight }, positions1: { buffer: padded, offset: 8, stride: 16 } })).toEqual(moving);
    expect(await listOf({ positions0: p0, positions1: { buffer: padded, offset: 8, stride: 16 } })).toEqual(moving);
    const both = await Promise.all([selection.find(planes, p0), selection.find(planes, { positions0: p0, positions1: p1 })]);
    expect(both.map(({ triangles }) => [...triangles])).toEqual([truth, moving]);
    selection.close();
    const indexBuffer = gpu.filled('indices', Uint32Array.of(7, 7, 7, ...mesh.indices));
    const own = await GpuSelection.open(
      { indexBuffer, offset: 12, triangleCount: mesh.triangleCount, vertexCount: p0.length / 3 },
      { device, gpu: 'always' },
    );
    expect([...(await own.find(planes, { buffer: tight })).triangles]).toEqual(truth);
    // the buffer is gone: no list of another frame is taken for the answer, and nothing is left to read
    tight.destroy();
    await expect(own.find(planes, { buffer: tight })).rejects.toThrow(InputError);
    const after = await own.find(planes, p0);
    expect([...after.triangles]).toEqual(truth);
    expect(after.gpu.used).toBe(false);
  });

  test('more than there was room for is asked again; no triangle and all triangles; many blocks', async () => {
    const { positions, indices } = wavyPlate(400, 3, 0.5);
    const large = new TriangleMesh(positions, indices);
    const selection = await GpuSelection.open(large, { device: gpu.device, gpu: 'always' });
    const f32 = Float32Array.from(positions);
    expect((await selection.find(cubePlanes(100), f32)).triangles).toEqual(Uint32Array.from({ length: 320_000 }, (_, i) => i));
    expect((await selection.find(Float64Array.of(1, 0, 0, -50), f32)).triangles.length).toBe(0);
    expect((await selection.find(cubePlanes(0.7), f32)).triangles).toEqual(
      byProcessor(cubePlanes(0.7), Float64Array.from(f32), Float64Array.from(f32), indices),
    );
    selection.close();
  });

  test('what is no number, or far away, is never left out', async () => {
    const selection = await GpuSelection.open(new TriangleMesh(new Float64Array(27)), { device: gpu.device, gpu: 'always' });
    const odd = Float32Array.of(NaN, 5, 5, 5, 5, 5, 5, 5, 5, Infinity, 9, 9, -Infinity, 9, 9, 9, 9, 9, 3e38, 3e38, 3e38, 9, 9, 9, 9, 9, 9);
    expect([...(await selection.find(cubePlanes(1), odd)).triangles]).toEqual([0, 1, 2]);
    selection.close();
  });

  test('a lost device: the processor answers, and says so', async () => {
    const own = await losableGpu();
    const selection = await GpuSelection.open(mesh, { device: own.device, gpu: 'always' });
    const f32 = Float32Array.from(plate.positions);
    const before = await selection.find(cubePlanes(0.5), f32);
    expect(before.gpu.used).toBe(true);
    const during = selection.find(cubePlanes(0.5), f32);
    own.device.destroy();
    const after = await during;
    expect([...after.triangles]).toEqual([...before.triangles]);
    expect(after.gpu).toEqual({ used: false, why: expect.stringContaining('lost') });
    expect([...(await selection.find(cubePlanes(0.5), f32)).triangles]).toEqual([...before.triangles]);
  });

  test("'auto' takes the processor for small meshes, and says why", async () => {
    const small = new TriangleMesh(wavyPlate(4, 1, 0.1).positions, wavyPlate(4, 1, 0.1).indices);
    const selection = await GpuSelection.open(small, { device: gpu.device });
    const { gpu: use } = await selection.find(cubePlanes(0.5), small.positions);
    expect(use).toEqual({ used: false, why: expect.stringContaining('faster') });
    selection.close();
  });

  test('a device with too small limits: the processor answers', async () => {
    const failing = new Proxy(gpu.device, {
      get(device, key) {
        if (key === 'limits') return { maxBufferSize: 30_000, maxStorageBufferBindingSize: 30_000 };
        const value = Reflect.get(device, key, device);
        return typeof value === 'function' ? value.bind(device) : value;
      },
    });
    const selection = await GpuSelection.open(mesh, { device: failing, gpu: 'always' });
    const { triangles, gpu: use } = await selection.find(cubePlanes(0.5), plate.positions);
    expect(use).toEqual({ used: false, why: expect.stringContaining('bytes') });
    expect(triangles).toEqual(byProcessor(cubePlanes(0.5), plate.positions, plate.positions, mesh.indices));
  });
});

describe('a selection without graphics hardware', () => {
  test("'never' is the processor's", async () => {
    const selection = await GpuSelection.open(mesh, { gpu: 'never' });
    const { triangles, gpu } = await selection.find(cubePlanes(0.5), Float32Array.from(plate.positions));
    expect(triangles.length).toBeGreaterThan(100);
    expect(gpu).toEqual({ used: false, why: "gpu: 'never' was asked for" });
  });

  test('what is malformed is an InputError', async () => {
    const selection = await GpuSelection.open(mesh, { gpu: 'never' });
    const rejects = async (work: () => Promise<unknown>, text: string) => {
      const error = await Promise.resolve()
        .then(work)
        .then(
          () => null,
          (thrown: Error) => thrown,
        );
      expect(error).toBeInstanceOf(InputError);
      expect(error?.message).toContain(text);
    };
    await rejects(() => selection.find(cubePlanes(1), new Float32Array(9)), '6561 vertices');
    await rejects(() => selection.find(Float64Array.of(1, 1, 0, 1), mesh.positions), 'unit normal');
    await rejects(() => selection.find([], mesh.positions), '1 to 15 planes');
    await rejects(() => GpuSelection.open(mesh, { gpu: 'often' as never }), "'auto', 'always' or 'never'");
    await rejects(() => GpuSelection.open(mesh, { devise: 1 } as never), "did you mean 'device'");
    await rejects(() => GpuSelection.open({ indexBuffer: {} as never, triangleCount: 1, vertexCount: 1 }), 'device');
  });
});
