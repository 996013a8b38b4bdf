import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { robotScenes } from '../../../../scenes/index.ts';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { GpuCulling } from '../../../../src/gpu/visible/gpu-culling.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { interval } from '../../../../src/methods/index.ts';
import { rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { rounds } from '../../../support/rounds.ts';
import { gpuHere, losableGpu, NO_GPU } from '../../../support/shared/gpu-here.ts';

function solidBox(size: number): TriangleMesh {
  const { positions, indices } = box(size);
  return new TriangleMesh(positions, indices, { solid: true });
}

/** A body among obstacles, some of them solid, some round; it moves through, past, or touches exactly. */
function randomScene(random: Random): { scene: Scene; motions: Record<string, ReturnType<typeof rigidMotion>> } {
  const place = (size: number): Vec3 => [random.range(-size, size), random.range(-size, size), random.range(-size, size)];
  const obstacles = Array.from({ length: 12 }, (_, i) => {
    const name = `o${i}`;
    const size = random.range(0.1, 0.6);
    const shape = i % 4 === 0 ? sphere(size) : i % 4 === 1 ? capsule([0, 0, 0], place(1), 0.1) : i % 4 === 2 ? solidBox(size) : box(size);
    return { name, shape, pose: { position: place(3), quaternion: random.quaternion() } };
  });
  const bodies = [
    { name: 'rod', shape: box([1.5, 0.1, 0.1], [0, 0, 0]) },
    { name: 'ball', shape: sphere(0.1) },
  ];
  const scene = new Scene({ bodies, obstacles });
  const motion = () =>
    rigidMotion(
      { position: [-5, ...place(1.5).slice(1)] as unknown as Vec3, quaternion: random.quaternion() },
      { position: [5, ...place(1.5).slice(1)] as unknown as Vec3, quaternion: random.quaternion() },
    );
  return { scene, motions: { rod: motion(), ball: motion() } };
}

describe.skipIf(NO_GPU !== null)('stage 2 on the graphics device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test("answers as method 'interval': random scenes, clearances and resolutions (seed culling-1)", async () => {
    const random = new Random('culling-1');
    const seen: Record<string, number> = {};
    let [culled, left] = [0, 0];
    for (let n = 0; n < rounds(6); n++) {
      const { scene, motions } = randomScene(random);
      const culling = await GpuCulling.open(scene, { device: gpu.device, gpu: 'always', resolution: random.pick([16, 32, 64]) });
      const options = { clearance: random.pick([0, 0.05]), tolerance: 1e-4 };
      const expected = scene.firstContact(motions, { ...options, method: interval });
      const answer = await culling.firstContact(motions, options);
      expect(answer.status, `scene ${n}`).toBe(expected.status);
      // both are certified: each may be early by what the tolerance explains
      expect(Math.abs(answer.time - expected.time), `scene ${n}`).toBeLessThan(1e-3);
      expect(answer.pair).toEqual(expected.pair);
      seen[answer.status] = (seen[answer.status] ?? 0) + 1;
      if (answer.gpu.used) {
        culled += answer.stats.stages?.[1].culled ?? 0;
        left += answer.stats.stages?.[2].tested ?? 0;
      }
      culling.close();
    }
    expect(seen.contact).toBeGreaterThan(2);
    expect(culled).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(0);
  });

  test('the Puma among pipes', async () => {
    const { robots, obstacles, self, home } = robotScenes['puma-pipes']();
    const scene = new Scene({ robots, obstacles, self });
    const culling = await GpuCulling.open(scene, { device: gpu.device, gpu: 'always', resolution: 16 });
    for (const turn of [0.02, -0.2]) {
      const to = home.map((q) => q + turn);
      const motions = { [robots[0].name]: [home, to] };
      const expected = scene.firstContact(motions, { method: interval });
      const answer = await culling.firstContact(motions);
      expect([answer.status, answer.pair]).toEqual([expected.status, expected.pair]);
      expect(Math.abs(answer.time - expected.time)).toBeLessThan(1e-3);
    }
    culling.close();
  });

  test('a body that starts and stays wholly inside a solid is not left out', async () => {
    const scene = new Scene({ bodies: [{ name: 'ball', shape: sphere(0.1) }], obstacles: [{ name: 'crate', shape: solidBox(4) }] });
    const motions = { ball: rigidMotion({ position: [0, 0, 0] }, { position: [0.2, 0, 0] }) };
    const culling = await GpuCulling.open(scene, { device: gpu.device, gpu: 'always', resolution: 64 });
    const expected = scene.firstContact(motions, { method: interval });
    expect((await culling.firstContact(motions)).status).toBe(expected.status);
    culling.close();
  });

  test('a lost device: the answer is the scene’s own, and says so', async () => {
    const own = await losableGpu();
    const { scene, motions } = randomScene(new Random('culling-3'));
    const culling = await GpuCulling.open(scene, { device: own.device, gpu: 'always', resolution: 32 });
    const asked = culling.firstContact(motions);
    own.device.destroy();
    const { gpu: use, stats: _, ...answer } = await asked;
    const { stats: __, ...expected } = scene.firstContact(motions, { method: interval });
    expect(answer).toEqual(expected);
    expect(use.used).toBe(false);
  });
});

test('the processor does it by itself where it is faster, and malformed options are told', async () => {
  const { scene, motions } = randomScene(new Random('culling-4'));
  const culling = await GpuCulling.open(scene);
  const { gpu } = await culling.firstContact(motions);
  expect(gpu).toEqual({ used: false, why: expect.stringContaining('round trip') });
  await expect(GpuCulling.open(scene, { resolution: 8 })).rejects.toThrow(InputError);
  await expect(GpuCulling.open(scene, { resolutions: 64 } as never)).rejects.toThrow(InputError);
  await expect(GpuCulling.open({} as never)).rejects.toThrow(InputError);
});
