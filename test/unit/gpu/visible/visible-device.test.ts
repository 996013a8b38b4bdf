import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { VISIBLE_MARGINS } from '../../../../src/gpu/twin/view-frame.ts';
import { VisibleTwin } from '../../../../src/gpu/twin/visible-twin.ts';
import { requireSight } from '../../../../src/gpu/visible/visible-check.ts';
import { VisibleDevice } from '../../../../src/gpu/visible/visible-device.ts';
import { Random } from '../../../../src/math/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';
import { touchingPair, triangleAt } from './touching-triangles.ts';

const single = (count: number) => Array.from({ length: count }, (_, first) => ({ first, count: 1 }));

describe.skipIf(NO_GPU !== null)('visibility on the graphics device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test('the device sees', async () => {
    await requireSight(gpu);
  });

  test('nothing that touches is fully visible, at resolutions from 16 to 1,024 (seed visible-4)', async () => {
    const random = new Random('visible-4');
    let cases = 0;
    for (const [size, count] of [...Array.from({ length: rounds(6) }, () => [16, 200]), [64, 100], [256, 10], [1024, 1]]) {
      const [width, grid, away] = [random.pick([0.01, 1]), random.pick([0, 1 / 8]), random.pick([0, 1])];
      const links = new Float32Array(10 * count);
      const objects = new Float32Array(10 * count);
      for (let i = 0; i < count; i++) {
        const { a, b } = touchingPair(random, width, grid, away);
        links.set(a, 10 * i);
        objects.set(b, 10 * i);
      }
      const device = await VisibleDevice.open(gpu, objects, size);
      const seen = await device.findVisible(links, single(count), single(count));
      device.close();
      expect(seen.objects.indexOf(1), `${size} pixels`).toBe(-1);
      expect(seen.links.indexOf(1), `${size} pixels`).toBe(-1);
      cases += count;
    }
    expect(cases).toBeGreaterThan(rounds(1200));
  });

  test('pairs in pictures of their own: none that touches is seen, and what is apart is as by the twin (seed visible-5)', async () => {
    const random = new Random('visible-5');
    let [same, differ, visible] = [0, 0, 0];
    for (let n = 0; n < rounds(60); n++) {
      const touching = n % 2 === 0;
      const pair = touching
        ? touchingPair(random, random.pick([0.01, 1, 100]), random.pick([0, 1 / 8, 1]), random.pick([0, 1, 100]))
        : {
            a: triangleAt(random, [0, 0, 0], 1, 0.05),
            b: triangleAt(
              random,
              random.direction().map((x) => 1.5 * x),
              1,
            ),
          };
      const [links, objects] = [Float32Array.from(pair.a), Float32Array.from(pair.b)];
      const device = await VisibleDevice.open(gpu, objects, 32);
      const seen = await device.findVisible(links, single(1), single(1));
      device.close();
      if (touching) expect([...seen.links, ...seen.objects]).toEqual([0, 0]);
      const twin = await new VisibleTwin(objects, 32, VISIBLE_MARGINS).findVisible(links, single(1), single(1));
      if (twin.links[0] === seen.links[0] && twin.objects[0] === seen.objects[0]) same++;
      else differ++;
      visible += seen.objects[0];
    }
    expect(visible).toBeGreaterThan(rounds(10));
    expect(differ).toBeLessThan(0.02 * same);
  });
});
