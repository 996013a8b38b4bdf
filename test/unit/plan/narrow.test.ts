import { describe, expect, test } from 'vitest';
import { box, Robot, Scene } from '../../../src/index.ts';
import { hca } from '../../../src/methods/index.ts';
import { plan } from '../../../src/plan/index.ts';

/** Four bars around a hole of a plate. */
function plate(hole: number, thick: number, wide: number) {
  const rest = (wide - hole) / 2;
  const far = (hole + rest) / 2;
  const bar = (name: string, size: [number, number, number], position: [number, number, number]) => ({
    name,
    shape: box(size),
    pose: { position },
  });
  return [
    bar('east', [rest, wide, thick], [far, 0, 0]),
    bar('west', [rest, wide, thick], [-far, 0, 0]),
    bar('north', [hole, rest, thick], [0, far, 0]),
    bar('south', [hole, rest, thick], [0, -far, 0]),
  ];
}

describe('narrow places', () => {
  // the tree in the hole stands still by random steps alone: of 700,000 none leads on
  for (const unit of [1, 1024]) {
    test(`a peg of 0.99 of its hole goes in, lengths times ${unit}`, async () => {
      const peg = { name: 'peg', shape: box([0.198 * unit, 0.198 * unit, 0.6 * unit]) };
      const scene = new Scene({ bodies: [peg], obstacles: plate(0.2 * unit, 0.3 * unit, 2 * unit) });
      const answer = await plan(scene, {
        from: { peg: { position: [0.5 * unit, 0.3 * unit, 0.9 * unit], quaternion: [0.3, 0.1, 0.3, 0.9] } },
        to: { peg: { position: [0, 0, -0.2 * unit] } },
        bounds: { peg: { min: [-0.9 * unit, -0.9 * unit, -unit], max: [0.9 * unit, 0.9 * unit, 1.2 * unit] } },
        seed: 3,
        maxSamples: 20_000,
        maxMilliseconds: Infinity,
      });
      expect(answer.status, answer.why).toBe('found');
      if (answer.path !== null) expect(scene.firstContact(answer.path, { method: hca }).status).toBe('free');
      // lengths count as parts of the peg's size
      expect(answer.length).toBeLessThan(12);
    });
  }

  test('an arm of three links draws its tip out of a slot', async () => {
    const beam = [{ shape: box([0.5, 0.04, 0.04]), pose: { position: [0.25, 0, 0] as const } }];
    const joint = (name: string, at: number) => ({
      name,
      type: 'revolute' as const,
      axis: [0, 0, 1] as const,
      origin: { position: [at, 0, 0] as const },
      limits: { lower: -3, upper: 3 },
    });
    const arm = new Robot({
      name: 'arm',
      links: [
        { name: 'first', joint: joint('a', 0), shapes: beam },
        { name: 'second', parent: 'first', joint: joint('b', 0.5), shapes: beam },
        { name: 'third', parent: 'second', joint: joint('c', 0.5), shapes: beam },
      ],
      allowed: [
        { a: 'first', b: 'second' },
        { a: 'second', b: 'third' },
      ],
    });
    // two jaws around the third link, which leave it a fiftieth of its width
    const jaw = (name: string, side: number) => ({
      name,
      shape: box([0.6, 0.1, 0.3]),
      pose: { position: [1.3, side * 0.0704, 0] as const },
    });
    const scene = new Scene({ robots: [arm], obstacles: [jaw('left', 1), jaw('right', -1)] });
    const answer = await plan(scene, { from: [0, 0, 0], to: [1.5, 0.5, 0.5], seed: 1, maxSamples: 20_000, maxMilliseconds: Infinity });
    expect(answer.status, answer.why).toBe('found');
    if (answer.path !== null) expect(scene.firstContact(answer.path, { method: hca }).status).toBe('free');
  });
});
