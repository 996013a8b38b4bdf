import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { POSE_SIZE } from '../../../src/motion/interval-pose.ts';
import { type BoundsKind, ChainBounds, type ChainBoundsOptions } from '../../../src/robot/chain-bounds.ts';
import { JOINT_ANGLE } from '../../../src/robot/joint-motion.ts';
import { type ExactChain, exactMotions, exactPoses, FIXED_BITS, fixed, holds, randomChain } from './exact-chain.ts';

const KINDS: readonly BoundsKind[] = ['interval', 'taylor', 'both'];
const DEGREE = Math.PI / 180;

function boundsOf(chain: ExactChain, options: ChainBoundsOptions): ChainBounds {
  return new ChainBounds(chain.motions, { base: chain.base, reference: chain.reference, ...options });
}

function offset(bounds: ChainBounds, link: number, order: number): number {
  return order === 0 ? bounds.pose(link) : order === 1 ? bounds.rate(link) : bounds.bend(link);
}

/** A copy of the block of a link. */
function block(bounds: ChainBounds, link: number, order = 0): Float64Array {
  const at = offset(bounds, link, order);
  return bounds.poses.slice(at, at + POSE_SIZE);
}

function widths(entries: Float64Array): number[] {
  return Array.from({ length: 12 }, (_, e) => entries[2 * e + 1] - entries[2 * e]);
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

/** Checks all links and orders of the current interval against the exact motion at t. */
function expectInside(chain: ExactChain, bounds: ChainBounds, t: number, exact = exactMotions(chain, t, bounds.ancestor)): void {
  exact.forEach((motion, link) => {
    if (motion === null) return;
    for (let order = 0; order < 3; order++) {
      const at = offset(bounds, link, order);
      for (let e = 0; e < 12; e++) {
        const [lo, hi] = [bounds.poses[at + 2 * e], bounds.poses[at + 2 * e + 1]];
        if (!holds(lo, hi, motion[order][e]))
          throw new Error(`${bounds.kind}: link ${link} (${chain.kinds[link]}), order ${order}, entry ${e} at ${t}: not in [${lo}, ${hi}]`);
      }
    }
  });
}

describe('the exact motion is never outside', () => {
  test.each([0, 1e-14, 1e-9, 1e-3, 0.1, 0.5])('trees of all kinds of joints over intervals of length %f, seed chain-bounds-1', (length) => {
    const random = new Random(`chain-bounds-1 ${length}`);
    for (let i = 0; i < 8; i++) {
      const far = random.pick([0, 3, 3, 1000]);
      const chain = randomChain(random, 1 + random.integer(12), random.pick([1e-3, 0.5, 2]), { far });
      const from = random.range(0, 1 - length);
      const to = from + length;
      const inside = [from, to, from + length * random.next()].map((t) => ({ t, exact: exactMotions(chain, t) }));
      for (const kind of KINDS) {
        for (const degree of kind === 'interval' ? [3] : [1, 3, 5]) {
          const bounds = boundsOf(chain, { kind, degree });
          bounds.over(from, to);
          for (const { t, exact } of inside) expectInside(chain, bounds, t, exact);
        }
      }
    }
  });

  test('angles of many turns over the whole of [0, 1], seed chain-bounds-2', () => {
    const random = new Random('chain-bounds-2');
    for (let i = 0; i < 6; i++) {
      const chain = randomChain(random, 5, random.pick([10, 300]));
      for (const kind of KINDS) {
        const bounds = boundsOf(chain, { kind });
        for (const t of [0, 1, random.next()]) expectInside(chain, bounds, t);
      }
    }
  });

  test('dense samples of whole motions, in doubles, seed chain-bounds-3', () => {
    const random = new Random('chain-bounds-3');
    for (let i = 0; i < 3; i++) {
      const chain = randomChain(random, 8, 1);
      const all = KINDS.map((kind) => boundsOf(chain, { kind }));
      for (let s = 0; s < 100; s++) {
        const t = s / 128;
        const exact = exactPoses(chain, fixed(t));
        for (const bounds of all) {
          // in the middle, at the start and at the end of an interval
          for (const [from, to] of [
            [t - 0.05, t + 0.05],
            [t, t + 0.02],
            [t - 0.3, t],
          ]) {
            bounds.over(from, to);
            exact.forEach((pose, link) => {
              const at = bounds.pose(link);
              for (let e = 0; e < 12; e++) {
                const value = Number((pose as bigint[])[e]) * 2 ** -FIXED_BITS;
                const margin = 2 ** -52 * Math.abs(value);
                const inside = bounds.poses[at + 2 * e] <= value + margin && value - margin <= bounds.poses[at + 2 * e + 1];
                if (!inside) throw new Error(`${bounds.kind}: link ${link}, entry ${e} at ${t} of [${from}, ${to}]`);
              }
            });
          }
        }
      }
    }
  });

  test('in the frame of an ancestor, seed chain-bounds-4', () => {
    const random = new Random('chain-bounds-4');
    for (let i = 0; i < 6; i++) {
      const chain = randomChain(random, 9, 0.5);
      const ancestor = random.integer(5);
      for (const kind of KINDS) {
        const world = boundsOf(chain, { kind });
        const bounds = world.relativeTo(ancestor);
        world.over(0.2, 0.3);
        for (const t of [0.2, 0.25, 0.3]) expectInside(chain, bounds, t);
        const strangers = exactPoses(chain, 0n, ancestor).flatMap((pose, link) => (pose === null ? [link] : []));
        expect(strangers).toContain(ancestor);
        for (const link of strangers) expect(() => bounds.pose(link)).toThrow(InputError);
      }
    }
  });
});

describe('widths', () => {
  test('both is never wider than interval or taylor, seed chain-bounds-5', () => {
    const random = new Random('chain-bounds-5');
    let narrower = 0;
    for (let i = 0; i < 30; i++) {
      const chain = randomChain(random, 7, random.pick([0.05, 1, 4]));
      const [interval, taylor, both] = KINDS.map((kind) => boundsOf(chain, { kind }));
      const from = random.range(0, 0.5);
      for (const bounds of [interval, taylor, both]) bounds.over(from, from + 0.3);
      for (let link = 0; link < 7; link++) {
        for (let order = 0; order < 3; order++) {
          const [a, b, c] = [interval, taylor, both].map((bounds) => block(bounds, link, order));
          for (let e = 0; e < POSE_SIZE; e += 2) {
            expect(c[e]).toBeGreaterThanOrEqual(Math.max(a[e], b[e]));
            expect(c[e + 1]).toBeLessThanOrEqual(Math.min(a[e + 1], b[e + 1]));
            if (c[e + 1] - c[e] < 0.99 * Math.min(a[e + 1] - a[e], b[e + 1] - b[e])) narrower++;
          }
        }
      }
    }
    expect(narrower).toBeGreaterThan(0);
  });

  test('halving an interval halves the excess of intervals and quarters that of Taylor models, at least, seed chain-bounds-6', () => {
    const random = new Random('chain-bounds-6');
    for (let i = 0; i < 5; i++) {
      const chain = randomChain(random, 7, 1, { kinds: ['revolute', 'quintic'], branching: 0 });
      for (const kind of ['interval', 'taylor'] as const) {
        const excess = [0.04, 0.02, 0.01].map((length) => {
          const bounds = boundsOf(chain, { kind });
          bounds.over(0.4, 0.4 + length);
          return sum(widths(block(bounds, 6))) - sum(widths(trueHull(chain, 0.4, length, 64)));
        });
        const factor = kind === 'interval' ? 1.8 : 3.5;
        expect(excess[0] / excess[1]).toBeGreaterThan(factor);
        expect(excess[1] / excess[2]).toBeGreaterThan(factor);
      }
      const point = boundsOf(chain, { kind: 'both' });
      point.over(0.4, 0.4);
      for (let order = 0; order < 3; order++) expect(Math.max(...widths(block(point, 6, order)))).toBeLessThan(1e-9);
    }
  });

  test('of a chain of 7 links, interval against taylor, seed chain-bounds-7', ({ annotate }) => {
    for (const step of [30, 5, 1]) {
      const random = new Random('chain-bounds-7');
      const ratios = [0, 0, 0];
      const count = 24;
      for (let i = 0; i < count; i++) {
        const chain = randomChain(random, 7, step * DEGREE, { kinds: ['revolute'], branching: 0 });
        const hull = sum(widths(trueHull(chain, 0, 1, 32)));
        KINDS.forEach((kind, k) => {
          ratios[k] += sum(widths(block(boundsOf(chain, { kind }), 6))) / hull / count;
        });
      }
      const [interval, taylor, both] = ratios;
      annotate(
        `depth 7, steps up to ${step}°: width over true width ${KINDS.map((kind, k) => `${kind} ${ratios[k].toFixed(3)}`).join(', ')}; interval/taylor ${(interval / taylor).toFixed(2)}`,
      );
      expect(taylor).toBeLessThan(interval);
      expect(both).toBeLessThanOrEqual(taylor);
      // the true hull is sampled, hence a little too narrow; the bounds are not
      expect(both).toBeGreaterThanOrEqual(1);
    }
  });
});

/** The hull of the last link's pose at samples, which is inside the true one. */
function trueHull(chain: ExactChain, from: number, length: number, count: number): Float64Array {
  const hull = new Float64Array(POSE_SIZE).map((_, k) => (k % 2 === 0 ? Infinity : -Infinity));
  for (let s = 0; s <= count; s++) {
    const poses = exactPoses(chain, fixed(from + (s / count) * length));
    (poses.at(-1) as bigint[]).forEach((x, e) => {
      const value = Number(x) * 2 ** -FIXED_BITS;
      hull[2 * e] = Math.min(hull[2 * e], value);
      hull[2 * e + 1] = Math.max(hull[2 * e + 1], value);
    });
  }
  return hull;
}

describe('intervals of time', () => {
  test('are kept, forgotten when there is no room, and computed to the same bits again, seed chain-bounds-8', () => {
    const random = new Random('chain-bounds-8');
    const chain = randomChain(random, 6, 1, { branching: 0 });
    const bounds = boundsOf(chain, { kind: 'both', cells: 3 });
    const relative = bounds.relativeTo(0);
    const seen = new Map<number, Float64Array[]>();
    for (let i = 0; i < 200; i++) {
      const k = random.integer(6);
      bounds.over(k / 8, (k + 1) / 8);
      const link = random.integer(6);
      const now = [block(bounds, link), block(bounds, link, 2), block(relative, 5, 1)];
      const key = 10 * k + link;
      const before = seen.get(key);
      if (before !== undefined) expect(now).toEqual(before);
      seen.set(key, now);
    }
    expect(seen.size).toBeGreaterThan(20);
  });

  test('may be given in either order, and a link is a motion of its own, seed chain-bounds-9', () => {
    const chain = randomChain(new Random('chain-bounds-9'), 4, 1);
    const bounds = boundsOf(chain, {});
    bounds.over(0.25, 0.5);
    const forth = [0, 1, 2].map((order) => block(bounds, 3, order));
    bounds.over(0.5, 0.25);
    expect([0, 1, 2].map((order) => block(bounds, 3, order))).toEqual(forth);
    bounds.over(0, 1);
    const motion = boundsOf(chain, {}).motion(3);
    const out = new Float64Array(3 * POSE_SIZE);
    const times = new Float64Array([0.25, 0.5]);
    motion.writePose(times, out, 0);
    motion.writeRate(times, out, POSE_SIZE);
    motion.writeBend(times, out, 2 * POSE_SIZE);
    forth.forEach((entries, order) => {
      expect(out.slice(order * POSE_SIZE, (order + 1) * POSE_SIZE)).toEqual(entries);
    });
  });

  test('are forgotten on request, after the joint motions have changed, seed chain-bounds-10', () => {
    const chain = randomChain(new Random('chain-bounds-10'), 2, 1, { kinds: ['revolute'] });
    const bounds = boundsOf(chain, {});
    bounds.over(0.1, 0.2);
    const before = block(bounds, 1);
    chain.motions.joints[JOINT_ANGLE] += 1;
    expect(block(bounds, 1)).toEqual(before);
    bounds.forget();
    expect(block(bounds, 1)).not.toEqual(before);
    for (const t of [0.1, 0.2]) expectInside(chain, bounds, t);
  });
});

test('garbage is refused', () => {
  const { motions } = randomChain(new Random('chain-bounds-11'), 3, 1);
  expect(() => new ChainBounds(motions, { kind: 'fast' as BoundsKind })).toThrow(InputError);
  expect(() => new ChainBounds(motions, { degree: 8 })).toThrow(InputError);
  expect(() => new ChainBounds(motions, { cells: 0 })).toThrow(InputError);
  expect(() => new ChainBounds({ joints: motions.joints.subarray(1), parents: motions.parents })).toThrow(InputError);
  expect(() => new ChainBounds({ joints: motions.joints, parents: new Int32Array([-1, 1, 0]) })).toThrow(InputError);
  expect(() => new ChainBounds(motions).relativeTo(3)).toThrow(InputError);
  expect(() => new ChainBounds(motions).pose(3)).toThrow(InputError);
  expect(() => new ChainBounds(motions).motion(-1)).toThrow(InputError);
});
