import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { farthestOn } from '../../../../src/scene/drag/farthest-on.ts';

/** The place that is found, and how often it was looked. */
function asked(share: (t: number) => number, close = 1): { readonly safe: number; readonly looks: number } {
  let looks = 0;
  const safe = farthestOn(close, 1, (t) => {
    looks++;
    return share(t);
  });
  return { safe, looks };
}

describe('the last place at which a share is at least 1', () => {
  test('at the end, and nowhere', () => {
    expect(asked(() => 1)).toEqual({ safe: 1, looks: 1 });
    expect(asked(() => 1, 0)).toEqual({ safe: 0, looks: 0 });
    expect(asked((t) => (t > 0 ? 0.9 : 1)).safe).toBe(0);
    expect(asked((t) => (t > 0.5 ? Number.NEGATIVE_INFINITY : 0.9)).looks).toBe(1);
  });

  test("falling straight after a level stretch, as before a wall: near it, never beyond, in few looks (seed 'falls')", () => {
    const random = new Random('falls');
    let all = 0;
    for (let k = 0; k < 400; k++) {
      const root = random.next();
      const [level, bend] = [1 + 2 ** -10 * random.next(), random.range(-0.2, 0.2)];
      const end = random.range(0.5, 0.7);
      const share = (t: number): number => {
        const u = (t - root) / (1 - root);
        return u < -0.1 ? level : Math.min(level, 1 - (1 - end) * (u + bend * u * (1 - u)));
      };
      const { safe, looks } = asked(share);
      expect(share(safe)).toBeGreaterThanOrEqual(1);
      // what it could have come nearer
      expect(((root - safe) * (1 - end)) / (1 - root)).toBeLessThan(2 ** -9);
      all += looks;
    }
    expect(all / 400).toBeLessThan(12);
  });

  test("whatever the share does, a place that was looked at and is enough (seed 'any')", () => {
    const random = new Random('any');
    for (let k = 0; k < 200; k++) {
      const waves = Array.from({ length: 4 }, () => [random.range(1, 40), random.range(0, 6), random.range(0, 0.2)] as const);
      const share = (t: number): number =>
        t === 0 ? 1 : 1.2 - 0.6 * t + waves.reduce((sum, [f, p, a]) => sum + a * Math.sin(f * t + p), 0);
      const { safe, looks } = asked(share);
      expect(share(safe)).toBeGreaterThanOrEqual(1);
      expect(looks).toBeLessThanOrEqual(33);
    }
  });
});
