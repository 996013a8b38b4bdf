import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { sinCos } from '../../../../src/math/trig.ts';
import { badRoot, badRoundings } from '../../../support/bad-rounding.ts';
import { minus, norm, times } from '../../../support/brute-force.ts';
import { rounds } from '../../../support/rounds.ts';
import { type ArmJoint, armBatch, IDLE, NOTHING, type Triangle } from './exact-scenes.ts';
import type { SmallBatch } from './small-batch.ts';
import type { BatchMargins } from './twin/batch-margins.ts';
import { ChainTwin, twinLengthBound, twinSineCosine } from './twin/chain-twin.ts';
import { Float32, type V } from './twin/float32.ts';

const U = 2 ** -23;
const f = Math.fround;

describe('sines and lengths, rounded as badly as WGSL allows', () => {
  test("sine and cosine are off by less than 5U (seed 'bad sines')", () => {
    const random = new Random('bad sines');
    const out = new Float64Array(2);
    let most = 0;
    for (let i = 0; i < rounds(20_000, 6667); i++) {
      const angle = f(i % 2 === 0 ? random.range(-64, 64) : ((random.integer(81) - 40) * Math.PI) / 4 + random.range(-1e-3, 1e-3));
      sinCos(angle, out, 0);
      for (const round of badRoundings(random, 2)) {
        const [s, c] = twinSineCosine(angle, 0, round);
        most = Math.max(most, Math.hypot(s - out[0], c - out[1]));
      }
    }
    expect(most).toBeLessThan(5 * U);
    expect(most).toBeGreaterThan((5 * U) / 100);
  });

  test("a length is never below the true one; with a hundredth of its margin it is (seed 'bad lengths')", () => {
    const random = new Random('bad lengths');
    let [below, belowSmaller] = [0, 0];
    for (let i = 0; i < rounds(20_000, 6667); i++) {
      const v = times(random.direction(), 2 ** random.range(-20, 4)).map(f) as unknown as V;
      for (const round of badRoundings(random, 1)) {
        const F = new Float32(round, badRoot(random));
        if (twinLengthBound(v, F) < Math.hypot(...v)) below++;
        if (twinLengthBound(v, F, 0.01) < Math.hypot(...v)) belowSmaller++;
      }
    }
    expect(below).toBe(0);
    expect(belowSmaller).toBeGreaterThan(0);
  });
});

/** By how much of the error told is a corner off, at the worst rounding and corner? */
function worstShare(batch: SmallBatch, margins: BatchMargins, random: Random, tries: number): number {
  let worst = 0;
  const { positions } = batch.moving(0);
  for (const round of badRoundings(random, tries)) {
    const twin = new ChainTwin(batch.model.model, new Float32(round, badRoot(random)), margins);
    twin.take(batch.packed);
    const { error } = twin.boundsOf(0, 0, 0.5, 0.5);
    for (const t of [0, 0.5, 1, random.integer(2 ** 20) / 2 ** 20]) {
      const pose = twin.poseAt(0, 0, t);
      for (let o = 0; o < positions.length; o += 3) {
        const v: Vec3 = [positions[o], positions[o + 1], positions[o + 2]];
        const placed = twin.place(pose, batch.inModel(0, v).map(f) as unknown as V);
        const off = norm(minus([...placed], batch.truth(0, t, v)));
        if (off > 0) worst = Math.max(worst, off / error);
      }
    }
  }
  return worst;
}

describe('where chains put a body, rounded as badly as WGSL allows', () => {
  const far: Triangle = [
    [2, 0, 0],
    [2, 1, 0],
    [2, 0, 1],
  ];
  const real = (random: Random): Vec3 => times(random.direction(), random.range(0.3, 1));
  /** About the middle of the body. */
  const centred = (v: Vec3, w: Vec3): Triangle => [v, times(v, -1), [w[0] * 0.1, w[1] * 0.1, w[2] * 0.1]];
  const exactCorner: Triangle = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0, 0],
  ];
  const sets: readonly [keyof BatchMargins, readonly (keyof BatchMargins)[], (random: Random) => SmallBatch][] = [
    // corners are no float32, nothing moves
    ['start', [], (random) => armBatch([IDLE], centred(real(random), [0, 0, 0]), far)],
    // joints that do nothing between frames that are turned, of a corner on an axis
    [
      'frame',
      [],
      (random) => {
        const joints = Array.from({ length: 3 }, (): ArmJoint => ({ type: 'revolute', quaternion: random.quaternion() }));
        return armBatch([IDLE, ...joints], exactCorner, far);
      },
    ],
    // and between frames that are apart, of a point
    [
      'frame',
      [],
      (random) => {
        const joints = Array.from({ length: 3 }, (): ArmJoint => ({ type: 'revolute', position: real(random).map(f) as unknown as Vec3 }));
        return armBatch(
          [IDLE, ...joints],
          [
            [0, 0, 0],
            [0, 0, 0],
            [0, 0, 0],
          ],
          far,
        );
      },
    ],
    // one turn about the middle of the body, of a corner on an axis
    ['turn', [], (random) => armBatch([{ type: 'revolute', from: random.range(-4, 4), to: random.range(-40, 40) }], exactCorner, far)],
    // a point that slides
    [
      'slide',
      [],
      (random) =>
        armBatch(
          [{ type: 'prismatic', from: random.range(-1, 1), to: random.range(-1, 1) }],
          [
            [0, 0, 0],
            [0, 0, 0],
            [0, 0, 0],
          ],
          far,
        ),
    ],
    // corners and places that are float32, not their sums
    [
      'rounded',
      [],
      (random) => {
        const v = real(random).map((x) => f(x * 2 ** -6)) as unknown as Vec3;
        return armBatch([{ ...IDLE, position: real(random).map(f) as unknown as Vec3 }], centred(v, [0, 0, 0]), far);
      },
    ],
  ];
  test.each(sets)('%s: the margin holds, a hundredth of it does not (seed: this word)', (key, beside, make) => {
    const random = new Random(key);
    const others = Object.fromEntries(beside.map((name) => [name, 1]));
    let [most, mostSmaller] = [0, 0];
    for (let i = 0; i < rounds(100, 34); i++) {
      const batch = make(random);
      most = Math.max(most, worstShare(batch, { ...NOTHING, ...others, [key]: 1 }, random, 2));
      mostSmaller = Math.max(mostSmaller, worstShare(batch, { ...NOTHING, ...others, [key]: 0.01 }, random, 2));
    }
    expect(most).toBeLessThanOrEqual(1);
    expect(mostSmaller).toBeGreaterThan(1);
  });
});
