import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloth } from '../../scenes/soft/cloth.ts';
import type { Gpu } from '../../src/gpu/device/gpu.ts';
import { GpuCulling, GpuSelection, GpuStep } from '../../src/gpu/index.ts';
import { Random } from '../../src/math/random.ts';
import { box, sphere } from '../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { interval } from '../../src/methods/index.ts';
import { rigidMotion } from '../../src/motion/rigid-motion.ts';
import { Scene } from '../../src/scene/scene.ts';
import { linearMotion, StepQuery } from '../../src/soft/index.ts';
import type { StepMotions } from '../../src/soft/step-query.ts';
import { CpuCandidateFinder } from '../../src/tool/candidates.ts';
import { motionsOf, randomStep, softBodies } from '../property/random-steps.ts';
import { gpuHere, NO_GPU } from '../support/shared/gpu-here.ts';
import { nearPlanes } from '../unit/gpu/select/near-planes.ts';

describe.skipIf(NO_GPU !== null)('graphics hardware in a page', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test("steps have the processor's answers (seed 'page steps')", async () => {
    const random = new Random('page steps');
    const { mesh, positions1 } = cloth(1000);
    const cases = Array.from({ length: 8 }, () => randomStep(random, {})).map((bodies) => ({
      query: new StepQuery(softBodies(bodies)),
      motions: motionsOf(bodies) as StepMotions,
    }));
    cases.push({ query: new StepQuery([{ shape: mesh }]), motions: linearMotion(mesh.positions, positions1) });
    let contacts = 0;
    for (const [i, { query, motions }] of cases.entries()) {
      const steps = await GpuStep.on(gpu, query);
      const { gpu: use, stats: _, ...answer } = await steps.contacts(motions, {});
      expect(use.used, use.why).toBe(true);
      const { stats: __, ...expected } = query.contacts(motions, {});
      expect(answer, `case ${i}`).toEqual(expected);
      contacts += answer.contactCount;
      steps.close();
    }
    expect(contacts).toBeGreaterThan(20);
  });

  test("a selection has every triangle that the processor finds (seed 'page selection')", async () => {
    const { planes, positions, indices } = nearPlanes(new Random('page selection'), 5000, 1, 0);
    const selection = await GpuSelection.open(new TriangleMesh(positions, indices), { device: gpu.device, gpu: 'always' });
    const { triangles, gpu: use } = await selection.find(planes, positions);
    expect(use.used, use.why).toBe(true);
    const doubles = Float64Array.from(positions);
    const out = new Uint32Array(indices.length / 3);
    const count = new CpuCandidateFinder().find(planes, planes.length / 4, doubles, doubles, indices, out.length, out);
    const found = new Set(triangles);
    expect(count).toBeGreaterThan(100);
    expect([...out.subarray(0, count)].filter((triangle) => !found.has(triangle))).toEqual([]);
    selection.close();
  });

  test('culling answers as the processor does', async () => {
    const scene = new Scene({
      bodies: [{ name: 'rod', shape: box([1.5, 0.1, 0.1]) }],
      obstacles: [
        { name: 'ball', shape: sphere(0.3) },
        { name: 'crate', shape: box(0.5), pose: { position: [0, 3, 0] } },
      ],
    });
    const motions = { rod: rigidMotion({ position: [-5, 0.1, 0] }, { position: [5, 0.1, 0], quaternion: [0, 0, 0.6, 0.8] }) };
    const culling = await GpuCulling.open(scene, { device: gpu.device, gpu: 'always', resolution: 32 });
    const answer = await culling.firstContact(motions, { tolerance: 1e-4 });
    expect(answer.gpu.used, answer.gpu.why).toBe(true);
    const expected = scene.firstContact(motions, { tolerance: 1e-4, method: interval });
    expect(answer.status).toBe('contact');
    expect([answer.status, answer.pair]).toEqual([expected.status, expected.pair]);
    expect(Math.abs(answer.time - expected.time)).toBeLessThan(1e-3);
    culling.close();
  });
});
