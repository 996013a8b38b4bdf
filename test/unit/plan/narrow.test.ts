import { describe, expect, test } from 'vitest';
import { bugtrap } from '../../../bench/planners/narrow.ts';
import { box, Robot, Scene } from '../../../src/index.ts';
import { hca } from '../../../src/methods/index.ts';
import { plan, Roadmap } from '../../../src/plan/index.ts';

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

  // no tree is stuck there: both fill their rooms, and neither meets the throat by chance
  test('a stick of 0.9 of the mouth of a bugtrap comes out of it, by the same path again', async () => {
    const { scene, from, to, bounds } = bugtrap();
    const request = { from, to, bounds, seed: 3, maxSamples: 20_000, maxMilliseconds: Infinity };
    const answer = await plan(scene, request);
    expect(answer.status, answer.why).toBe('found');
    if (answer.path !== null) expect(scene.firstContact(answer.path, { method: hca }).status).toBe('free');
    // through the throat, which nothing else leads out of
    expect(answer.states.some(([x, y, z]) => x > 0.4 && x < 1.6 && Math.abs(y) < 0.05 && Math.abs(z) < 0.05)).toBe(true);
    expect((await plan(scene, request)).states).toEqual(answer.states);
  });

  test.each(['plan', 'roadmap'])('where there is no way out a %s tells who is in the way, how often and where', async (by) => {
    const wall = (name: string, x: number) => ({ name, shape: box([0.1, 3, 3]), pose: { position: [x, 0, 0] as const } });
    const scene = new Scene({
      bodies: [{ name: 'crate', shape: box(0.4) }],
      obstacles: [wall('between', 0), { name: 'far', shape: box(0.1), pose: { position: [9, 9, 9] } }],
    });
    const bounds = { crate: { min: [-1, -1, -1], max: [1, 1, 1] } } as const;
    const ends = { from: { crate: { position: [-0.6, 0, 0] } }, to: { crate: { position: [0.6, 0, 0] } } } as const;
    const request = { ...ends, seed: 1, maxSamples: 300, maxMilliseconds: Infinity };
    const {
      status,
      inTheWay = [],
      why,
    } = by === 'plan'
      ? await plan(scene, { ...request, bounds })
      : await (await Roadmap.build(scene, { states: 30, bounds, seed: 1 })).plan(request);
    expect(status).toBe('none');
    expect(inTheWay.length).toBe(1);
    const [{ pair, share, point, step }] = inTheWay;
    expect(pair.map(({ body }) => body).sort()).toEqual(['between', 'crate']);
    expect(share).toBe(1);
    expect(why).toMatch(/most in the way: 'crate' and 'between' \(100 % of the steps that were stopped, at \[/);
    // on one of the wall's sides
    expect(Math.abs(Math.abs(point?.[0] ?? 0) - 0.05)).toBeLessThan(1e-3);
    const isFree = ([x, y, z, ...q]: Float64Array) =>
      scene.isFree({ crate: { position: [x, y, z], quaternion: q as unknown as [number, number, number, number] } });
    expect(isFree(step[0])).toBe(true);
    expect(new Set(step.map((state) => state.length))).toEqual(new Set([7]));
  });

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
