import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { shuffledMesh, splitMesh } from '../../../property/random-pairs.ts';
import { randomScene, type SceneShape } from '../../../property/random-robots.ts';
import { moved, redrawn, scaled } from '../../../property/redrawn-scenes.ts';
import { times } from '../../../support/brute-force.ts';
import type { SceneSpec } from '../../../support/brute-scene.ts';
import { gpuHere, NO_GPU } from '../../../support/gpu-here.ts';
import { rounds } from '../../../support/rounds.ts';
import { ManyMotions, variants } from './many-motions.ts';

interface Family extends SceneShape {
  readonly primitives?: boolean;
}

const FAMILIES: readonly (readonly [string, Family])[] = [
  ['one arm', { links: 4, types: ['revolute', 'continuous', 'prismatic'], mimic: 0.4, obstacles: 5 }],
  ['all joints', { links: 3, obstacles: 4 }],
  ['two robots', { robots: 2, links: 2, obstacles: 2, types: ['revolute', 'prismatic'] }],
  ['bodies', { links: 2, bodies: 2, obstacles: 2 }],
  ['thick', { links: 3, radius: 0.1, types: ['revolute', 'planar', 'prismatic'], obstacles: 3 }],
  ['boxes, balls and capsules', { links: 3, types: ['revolute', 'prismatic'], obstacles: 4, primitives: true }],
  ['many turns', { links: 3, turn: 20, types: ['revolute'], obstacles: 3 }],
  ['floating', { links: 2, types: ['floating', 'revolute'], obstacles: 5 }],
];
const MOTIONS = 24;

function sceneOf(random: Random, { primitives, ...shape }: Family): SceneSpec {
  const spec = randomScene(random, { most: 5, clear: 0.02, ...shape, segments: 1, kinds: ['path'] });
  return primitives ? redrawn(spec, random, primitive) : spec;
}

function primitive({ name }: TriangleMesh, random: Random): TriangleMesh {
  const length = random.range(0.1, 0.6);
  switch (random.integer(3)) {
    case 0:
      return sphere(0.5 * length, [0.1, 0, 0], name);
    case 1:
      return capsule([-length, 0, 0.1], [length, 0.1, 0], 0.2 * length, name);
    default: {
      const { positions, indices } = box([length, 0.5 * length, 0.3 * length]);
      // what is wholly inside of a solid is not looked for here
      return new TriangleMesh(positions, indices, { name });
    }
  }
}

describe.skipIf(NO_GPU !== null)('motions on a device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test.each(FAMILIES)('%s: free only where the scene is, in contact only where it is (seed: these words)', async (name, family) => {
    const random = new Random(name);
    const scenes = rounds(10);
    const faults: string[] = [];
    const seen: Record<string, number> = { free: 0, contact: 0, unproven: 0 };
    let wide = 0;
    for (let s = 0; s < scenes; s++) {
      const unit = random.pick([1, 1e-3, 1e3]);
      const [turn, shift] = [random.quaternion(), times(random.direction(), unit * random.pick([0, 0, 100]))];
      const specs = variants(random, sceneOf(random, family), MOTIONS, family.turn ?? random.pick([0.2, 1.5])).map((one) =>
        moved(scaled(one, unit), turn, shift),
      );
      const clearance = random.pick([0, 0, 0.03]) * unit;
      const tolerance = random.pick([1e-6, 1e-4]) * unit;
      const many = new ManyMotions(specs, clearance, tolerance);
      const isBracket = s % 2 === 0;
      const answers = await many.ask(gpu, isBracket, random.pick([1, 4]));
      answers.forEach(({ status, until, hit }, i) => {
        const truth = many.scene.firstContact(many.motions[i], { clearance, tolerance, contacts: 'none' });
        seen[status]++;
        if (truth.status === 'unresolved') return;
        const isWrong = (status === 'free' && truth.status !== 'free') || (status === 'contact' && truth.status === 'free');
        const isOutside = isBracket && status === 'contact' && (until > truth.time || hit < truth.time);
        if (isWrong || isOutside)
          faults.push(`scene ${s}, motion ${i}: ${status}, ${until} to ${hit}, but ${truth.status} at ${truth.time}`);
        if (isBracket && status === 'contact' && hit - until > 1e-3) wide++;
      });
    }
    console.log(name, seen, wide);
    expect(faults).toEqual([]);
    expect(seen.free).toBeGreaterThan(rounds(10));
    expect(seen.contact).toBeGreaterThan(rounds(10));
    expect(seen.unproven).toBeLessThan(0.2 * MOTIONS * scenes);
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
          expect(new Uint32Array(other.model[key].slice().buffer), `${name} ${key}`).toEqual(new Uint32Array(plain.model[key].slice().buffer));
        expect(other.packed, name).toEqual(plain.packed);
      }
    }
  });

  test("elsewhere, split and in another order: no proof of the contrary (seed 'batch redrawn')", async () => {
    const random = new Random('batch redrawn');
    const faults: string[] = [];
    let [both, differ] = [0, 0];
    for (let s = 0; s < rounds(24); s++) {
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
