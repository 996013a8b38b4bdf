import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { latestSafe } from '../../../../src/node/job/latest-safe.ts';

const never = (): boolean => false;

/** Every instant that was asked, and what was said. */
function asking(excess: (t: number) => number) {
  const asked = new Map<number, number>();
  return {
    asked,
    excess: (t: number): number => {
      asked.set(t, excess(t));
      return asked.get(t) as number;
    },
  };
}

describe('latestSafe', () => {
  it('tells an asked instant that is safe, and within 2^-40 of one that is not, of distances of every slope', () => {
    const numbers = new Random(5);
    const random = (): number => numbers.next();
    let most = 0;
    for (let k = 0; k < 2000; k++) {
      const time = 1e-3 + 20 * random();
      const speed = 2 ** (40 * random() - 20);
      const bend = random() < 0.5 ? 0 : speed * 4 * random();
      const apart = 2 ** (-30 * random());
      const noise = random() < 0.3 ? 2 ** -48 : 0;
      // clipped as distances beyond a cutoff are
      const { asked, excess } = asking((t) => {
        const before = time - t;
        return Math.min(apart, speed * before + bend * before * before - 0.5 * apart + noise * (random() - 0.5));
      });
      const safe = latestSafe(time, excess, never);
      most = Math.max(most, asked.size);
      if (safe === null) {
        for (let t = Math.ceil(time) - 1; t >= 0; t--) expect(asked.get(t)).toBeLessThanOrEqual(0);
        continue;
      }
      expect(asked.get(safe)).toBeGreaterThan(0);
      const later = [...asked].filter(([t, above]) => t > safe && above <= 0).map(([t]) => t);
      expect(Math.min(...later) - safe).toBeLessThanOrEqual(2 ** -40 * Math.max(1, time) * (1 + 2 ** -20));
    }
    expect(most).toBeLessThan(60);
  });

  it('asks for few instants where distances close in evenly', () => {
    const { asked, excess } = asking((t) => Math.min(1e-4, 0.7 * (4.43 - t) + 0.2 * (4.43 - t) ** 2 - 5e-5));
    expect(latestSafe(4.43, excess, never)).toBeCloseTo(4.43 - 5e-5 / 0.7, 8);
    expect(asked.size).toBeLessThan(14);
  });

  it('halves where only yes and no are known', () => {
    const { asked, excess } = asking((t) => (t < 2.3 ? 1 : -1));
    const safe = latestSafe(2.9, excess, never) as number;
    expect(safe).toBeLessThan(2.3);
    expect(2.3 - safe).toBeLessThan(2 ** -38);
    expect(asked.size).toBeLessThan(70);
  });

  it('goes back to the waypoints before, and tells none where none is safe', () => {
    const safe = latestSafe(3.5, (t) => (t < 1.25 ? 1 : -1), never) as number;
    expect(safe).toBeLessThan(1.25);
    expect(1.25 - safe).toBeLessThan(2 ** -38);
    expect(latestSafe(3.5, () => -1, never)).toBeNull();
  });

  it('tells what it has when time is over, and nothing that was not proven', () => {
    expect(
      latestSafe(
        0.5,
        () => 1,
        () => true,
      ),
    ).toBeNull();
    for (let most = 1; most < 20; most++) {
      const { asked, excess } = asking((t) => 0.25 - t);
      const safe = latestSafe(0.5, excess, () => asked.size >= most);
      if (safe !== null) expect(asked.get(safe)).toBeGreaterThan(0);
    }
  });
});
