import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { Random } from '../../../../src/math/random.ts';
import { shuffledMesh, splitMesh } from '../../../property/random-pairs.ts';
import { moved, redrawn, scaled } from '../../../property/redrawn-scenes.ts';
import { times } from '../../../support/brute-force.ts';
import { rounds } from '../../../support/rounds.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';
import { ManyMotions, variants } from './many-motions.ts';
import { checkMotions, FAMILIES, MOTIONS, sceneOf } from './motion-checks.ts';

describe.skipIf(NO_GPU !== null)('motions on a device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test.each(FAMILIES)('%s: free only where the scene is, in contact only where it is (seed: these words)', async (name, family) => {
    const scenes = rounds(5);
    const { faults, seen, wide } = await checkMotions((many, ...how) => many.ask(gpu, ...how), new Random(name), family, scenes);
    expect(faults).toEqual([]);
    expect(seen.free).toBeGreaterThan(rounds(5));
    expect(seen.contact).toBeGreaterThan(rounds(5));
    expect(seen.unproven).toBeLessThan(0.1 * MOTIONS * scenes);
    expect(wide).toBeLessThan(0.05 * MOTIONS * scenes);
  });

  test("in units that are powers of two: the same bits (seed 'batch units')", () => {
    const random = new Random('batch units');
    for (let s = 0; s < rounds(20); s++) {
      const [name, family] = FAMILIES[s % FAMILIES.length];
      const specs = variants(random, sceneOf(random, family), 4, 1);
      const plain = new ManyMotions(specs, 0.03, 1e-6);
      for (const unit of [2 ** -20, 2, 2 ** 30]) {
        const other = new ManyMotions(
          specs.map((one) => scaled(one, unit)),
          0.03 * unit,
          1e-6 * unit,
        );
        expect(other.model.scale * unit, name).toBe(plain.model.scale);
        for (const key of ['model', 'nodes', 'corners'] as const)
          expect(new Uint32Array(other.model[key].slice().buffer), `${name} ${key}`).toEqual(
            new Uint32Array(plain.model[key].slice().buffer),
          );
        expect(other.packed, name).toEqual(plain.packed);
      }
    }
  });

  test("elsewhere, split and in another order: no proof of the contrary (seed 'batch redrawn')", async () => {
    const random = new Random('batch redrawn');
    const faults: string[] = [];
    let [both, differ] = [0, 0];
    for (let s = 0; s < rounds(16); s++) {
      const [name, family] = FAMILIES[s % FAMILIES.length];
      const specs = variants(random, sceneOf(random, family), MOTIONS, 1);
      const clearance = random.pick([0, 0.03]);
      const [turn, shift] = [random.quaternion(), times(random.direction(), random.pick([1, 1000]))];
      const drawn = specs.map((one) => moved(redrawn(one, new Random(name), s % 2 === 0 ? splitMesh : shuffledMesh), turn, shift));
      const first = await new ManyMotions(specs, clearance, 1e-6).ask(gpu, true, 1);
      const second = await new ManyMotions(drawn, clearance, 1e-6).ask(gpu, true, 4);
      first.forEach((a, i) => {
        const b = second[i];
        const contrary = (a.status === 'free' && b.status === 'contact') || (a.status === 'contact' && b.status === 'free');
        // a contact at the one's last proven free time is none
        const crossed = a.status === 'contact' && b.status === 'contact' && (a.hit < b.until - 2 ** -20 || b.hit < a.until - 2 ** -20);
        if (contrary || crossed) faults.push(`scene ${s}, motion ${i}: ${a.status} and ${b.status}`);
        if (a.status === b.status) both++;
        else differ++;
      });
    }
    expect(faults).toEqual([]);
    expect(differ).toBeLessThan(0.1 * both);
  });
});
