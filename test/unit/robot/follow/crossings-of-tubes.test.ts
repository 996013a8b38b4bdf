// Lines, splines and tubes of what may be off, where other questions meet them: wanted contact, roadmaps, yes or no, graphics hardware, workers.
// A ball on three slides: where it is, and how far it can be off, is written down here.
import { expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/index.ts';
import { GpuBatch } from '../../../../src/gpu/index.ts';
import { MotionChecker } from '../../../../src/index.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { Roadmap } from '../../../../src/plan/index.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { uncertain } from '../../../../src/scene/answers/uncertain.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { rounds } from '../../../support/rounds.ts';
import { workersHere } from '../../../support/workers-here.ts';

const RADIUS = 0.02;
const limits = { lower: -1, upper: 1 };
const slide = (name: string, axis: Vec3, parent?: string) =>
  ({ name, ...(parent !== undefined && { parent }), joint: { name, type: 'prismatic', axis, limits } }) as const;
const crane = new Robot({
  name: 'crane',
  links: [slide('x', [1, 0, 0]), slide('y', [0, 1, 0], 'x'), { ...slide('z', [0, 0, 1], 'y'), shapes: [{ shape: sphere(RADIUS) }] }],
});
const LED = { link: 'z', free: ['orientation'] as const };
const OFF = 0.01;
const off = uncertain({ joints: { x: OFF, y: OFF, z: OFF } });
const POST = { name: 'post', shape: box([0.2, 0.2, 2]), pose: { position: [0.1, 0, 0] as Vec3 } };

/** How far a place is from the post, that made wider on all sides. */
const roomAt = ([x, y]: readonly number[], wider = 0): number =>
  Math.hypot(Math.max(0, Math.abs(x - 0.1) - 0.1 - wider), Math.max(0, Math.abs(y) - 0.1 - wider)) - RADIUS;
const least = (a: ArrayLike<number>, b: ArrayLike<number>, wider = 0): number =>
  Math.min(
    ...Array.from({ length: 501 }, (_, k) =>
      roomAt(
        [0, 1].map((i) => a[i] + (k / 500) * (b[i] - a[i])),
        wider,
      ),
    ),
  );

test('a line that arrives at a table, and one that meets a shelf before', () => {
  const table = { name: 'table', shape: box([1, 1, 0.1]), pose: { position: [0, 0, -0.05] as Vec3 } };
  const random = new Random('arrive');
  for (let k = 0; k < rounds(6); k++) {
    const from = [random.range(-0.2, 0.2), random.range(-0.2, 0.2), random.range(0.2, 0.4)];
    const moves = [
      { line: { position: [from[0], from[1], RADIUS] as Vec3 }, seconds: 1 },
      { line: { position: [from[0] + 0.1, from[1], RADIUS] as Vec3 }, seconds: 1 },
    ];
    const [down, along] = [moves.slice(0, 1), moves].map((some) => toolPath(crane, { ...LED, from, moves: some }));
    const arrive = [['z', 'table']] as const;
    const answer = new Scene({ robots: [crane], obstacles: [table] }).firstContact({ crane: down }, { arrive });
    expect([answer.status, answer.arrivals?.[0].met]).toEqual(['free', true]);
    expect(answer.arrivals?.[0].speed).toBeCloseTo(from[2] - RADIUS, 6);
    expect(new Scene({ robots: [crane], obstacles: [table] }).firstContact({ crane: down }).status).toBe('contact');
    // what lies a millimetre over the table is met where the ball's lower side is there
    const shelf = { name: 'shelf', shape: box([0.3, 0.3, 0.001]), pose: { position: [from[0], from[1], 0.1] as Vec3 } };
    const met = new Scene({ robots: [crane], obstacles: [table, shelf] }).firstContact({ crane: along }, { arrive });
    expect(met.pair?.map(({ body }) => body)).toContain('shelf');
    expect(met.seconds).toBeCloseTo((from[2] - RADIUS - 0.1005) / (from[2] - RADIUS), 5);
  }
});

test('a roadmap of what may be off: its edges keep more, and it takes over none that was proven without', async () => {
  const options = { states: 30, seed: 'off', bounds: {} } as const;
  const [plain, unsure] = [undefined, off].map(
    (uncertainty) => new Scene({ robots: [crane], obstacles: [POST], ...(uncertainty && { uncertainty }) }),
  );
  const made = await Promise.all([plain, unsure].map((scene) => Roadmap.build(scene, options)));
  await Promise.all(made.map((roadmap) => roadmap.prove()));
  let [more, refuted] = [0, 0];
  for (const [i, roadmap] of made.entries()) {
    const { states, edges } = roadmap.save();
    const state = (k: number) => states.slice(3 * k, 3 * k + 3);
    for (let e = 0; e < edges.length; e += 4) {
      const [a, b] = [state(edges[e]), state(edges[e + 1])];
      if (edges[e + 2] === 2) expect(least(a, b, i * OFF)).toBeGreaterThan(0);
      else refuted++;
      if (i === 1 && edges[e + 2] === 3 && least(a, b) > 1e-4) more++;
    }
  }
  expect(more).toBeGreaterThan(0);
  expect(refuted).toBeGreaterThan(5);
  const other = /it was saved for other robots or bodies/;
  expect(() => Roadmap.load(unsure, made[0].save())).toThrow(other);
  expect(() => Roadmap.load(plain, made[1].save())).toThrow(other);
  const checker = new MotionChecker(unsure);
  const random = new Random('off');
  const seen = [0, 0];
  for (let k = 0; k < rounds(60); k++) {
    const [a, b] = [0, 1].map(() => Array.from({ length: 3 }, () => random.range(-0.9, 0.9)));
    const free = checker.motionIsFree(a, b);
    seen[free ? 1 : 0]++;
    if (free) expect(least(a, b, OFF)).toBeGreaterThan(0);
    // three slides add up to so much at most
    else expect(least(a, b, 3 * OFF)).toBeLessThan(1e-6);
  }
  expect(Math.min(...seen)).toBeGreaterThan(5);
});

test('batches for graphics hardware and workers: of tubes and splines', async () => {
  const unsure = new Scene({ robots: [crane], obstacles: [POST], uncertainty: off });
  const gpu = await GpuBatch.open(unsure, { gpu: 'never' });
  const rows = { from: Float64Array.of(-0.5, 0.5, 0, -0.5, 0, 0), to: Float64Array.of(0.5, 0.5, 0, 0.5, 0, 0) };
  expect([...(await gpu.motionsAreFree(rows)).free]).toEqual([1, 0]);
  gpu.close();
  const spline = [{ position: [-0.2, 0.2, 0.1] as Vec3 }, { position: [0.1, 0.14, 0] as Vec3 }, { position: [0.3, -0.2, 0] as Vec3 }];
  const path = toolPath(crane, { ...LED, from: [-0.5, 0, 0], moves: [{ spline }] });
  const scene = new Scene({ robots: [crane], obstacles: [POST] });
  const here = scene.firstContact({ crane: path });
  expect(here.status).toBe('contact');
  const batch = new Batch({ scene, workers: workersHere(2) });
  const sent = await batch.firstContact({ crane: path });
  await batch.close();
  expect([sent.status, sent.time]).toEqual([here.status, here.time]);
  expect(scene.firstContact({ crane: path }, { mode: 'any' }).status).toBe('contact');
});
