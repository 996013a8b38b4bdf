import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { limitFindings } from '../../../src/robot/limit-findings.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { rounds } from '../../support/rounds.ts';

const LIMITS = { lower: -1, upper: 1, velocity: 3, acceleration: 12 };
const robot = new Robot({
  name: 'arm',
  links: [
    { name: 'a', joint: { name: 'a', type: 'revolute', axis: [0, 0, 1], limits: LIMITS } },
    { name: 'b', parent: 'a', joint: { name: 'b', type: 'continuous', axis: [0, 0, 1], limits: { velocity: 2 } } },
    {
      name: 'c',
      parent: 'b',
      joint: {
        name: 'c',
        type: 'prismatic',
        axis: [1, 0, 0],
        limits: { lower: -1, upper: 3 },
        mimic: { joint: 'a', multiplier: -2, offset: 1 },
      },
    },
  ],
});

/** Values and rates of a joint by sampling: configurations a little apart. */
function sampled(path: ReturnType<Robot['trajectory']>, slot: number, multiplier: number, offset: number) {
  const times = path.times as readonly number[];
  const out = { position: [] as number[], velocity: [] as number[], acceleration: [] as number[] };
  for (let segment = 0; segment < path.segments; segment++) {
    const lasts = times[segment + 1] - times[segment];
    const n = 400;
    const x = Array.from({ length: n + 1 }, (_, i) => multiplier * path.configurationAt(segment + (i / n) * (1 - 1e-13))[slot] + offset);
    const h = lasts / n;
    out.position.push(...x);
    for (let i = 0; i < n; i++) out.velocity.push((x[i + 1] - x[i]) / h);
    for (let i = 1; i < n; i++) out.acceleration.push((x[i + 1] - 2 * x[i] + x[i - 1]) / (h * h));
  }
  return out;
}

describe('limits along a path', () => {
  test("findings are what sampling finds, and nothing else (seed 'limits')", () => {
    const random = new Random('limits');
    let found = 0;
    for (let round = 0; round < rounds(150); round++) {
      const order = random.integer(3);
      let time = 0;
      const points = Array.from({ length: 2 + random.integer(3) }, () => {
        const at = time;
        time += random.range(0.3, 2);
        return {
          time: at,
          positions: [random.range(-1, 1), random.range(-2, 2)],
          ...(order > 0 ? { velocities: [random.range(-2, 2), random.range(-2, 2)] } : {}),
          ...(order > 1 ? { accelerations: [random.range(-6, 6), random.range(-6, 6)] } : {}),
        };
      });
      const path = robot.trajectory(points);
      const findings = limitFindings(path);
      for (const [name, slot, multiplier, offset] of [
        ['a', 0, 1, 0],
        ['b', 1, 1, 0],
        ['c', 0, -2, 1],
      ] as const) {
        const samples = sampled(path, slot, multiplier, offset);
        const { lower, upper, velocity, acceleration } = robot.joint(name).limits;
        for (const [limit, low, high] of [
          ['position', lower, upper],
          ['velocity', velocity && -velocity, velocity],
          ['acceleration', acceleration && -acceleration, acceleration],
        ] as const) {
          const own = findings.find((finding) => finding.joint === name && finding.limit === limit);
          if (low === undefined || high === undefined) {
            expect(own).toBeUndefined();
            continue;
          }
          const excess = Math.max(...samples[limit].map((x) => Math.max(low - x, x - high)));
          const size = Math.max(...samples[limit].map(Math.abs));
          if (own === undefined) expect(excess, `round ${round} ${name} ${limit}`).toBeLessThan(1e-6 * (1 + size));
          else {
            found++;
            const worst = Math.max(own.lower - own.value, own.value - own.upper);
            expect(worst).toBeGreaterThan(0);
            // samples miss the extreme by the square of their spacing, quotients by the spacing
            expect(worst).toBeGreaterThan(excess - 1e-3 * (1 + size));
            expect(worst).toBeLessThan(excess + 0.06 * (1 + size));
            expect(own.from).toBeLessThanOrEqual(own.time);
            if (limit !== 'position') continue;
            expect(multiplier * path.configurationAt(own.time)[slot] + offset).toBeCloseTo(own.value, 9);
            const at = multiplier * path.configurationAt(own.from)[slot] + offset;
            const before = multiplier * path.configurationAt(Math.max(0, own.from - 1e-4))[slot] + offset;
            if (own.from > Math.floor(own.from)) expect(Math.min(Math.abs(at - low), Math.abs(at - high))).toBeLessThan(1e-9);
            if (own.from > 1e-3) expect(Math.max(low - before, before - high)).toBeLessThan(1e-9);
          }
        }
      }
    }
    expect(found).toBeGreaterThan(rounds(100));
  });

  test('exactly at a limit is within it, rounding included', () => {
    const path = robot.path([[0.1], [1], [-1], [1 / 3], [1]].map(([a]) => [a, 0]));
    expect(limitFindings(path)).toEqual([]);
    const dense = robot.trajectory(
      Array.from({ length: 50 }, (_, k) => ({ time: 0.7 * k, positions: [k % 2 === 0 ? 1 : -1 + 1e-3 * k, 0] })),
    );
    expect(limitFindings(dense).filter(({ limit }) => limit === 'position')).toEqual([]);
  });

  test('of a path only', () => {
    expect(() => limitFindings(robot as never)).toThrow(/^limitFindings: needs a path of a robot, got /);
  });

  test('without seconds there are no rates', () => {
    expect(
      limitFindings(
        robot.path([
          [0, 0],
          [0.9, 50],
        ]),
      ),
    ).toEqual([]);
    expect(
      limitFindings(
        robot.path([
          [0, 0],
          [1.5, 0],
        ]),
      ),
    ).toMatchObject([
      { joint: 'a', limit: 'position', from: expect.closeTo(2 / 3, 12), time: 1, value: 1.5 },
      { joint: 'c', limit: 'position', value: -2 },
    ]);
  });
});
