import { describe, expect, test } from 'vitest';
import { WHOLE } from '../../../../src/gpu/batch/batch-runner.ts';
import { Random } from '../../../../src/math/random.ts';
import { badRoot, badRoundings } from '../../../support/bad-rounding.ts';
import { rounds } from '../../../support/rounds.ts';
import type { ManyMotions, MotionAnswer } from './many-motions.ts';
import { checkMotions, FAMILIES } from './motion-checks.ts';
import { WalkTwin } from './twin/walk-twin.ts';

/** Some motions of a scene by the twin, every operation rounded as badly as WGSL allows. */
function badWalks({ model, packed, aside, motions }: ManyMotions, random: Random): MotionAnswer[] {
  return motions.map((_, motion) => {
    if (motion % 4 !== 0 || aside[motion] === 1) return { status: 'unproven', until: 0, hit: Number.NaN };
    const twin = new WalkTwin(model, random.pick(badRoundings(random, 2)), undefined, badRoot(random));
    twin.chain.take(packed);
    let [hit, unproven] = [Infinity, Infinity];
    for (let task = 0; task < model.tasks.length; task++) {
      const one = twin.walk(task, motion, true, hit);
      hit = Math.min(hit, one.hit);
      unproven = Math.min(unproven, one.unproven);
    }
    if (hit < Infinity) return { status: 'contact', until: Math.min(hit, unproven) / WHOLE, hit: hit / WHOLE };
    return unproven < Infinity
      ? { status: 'unproven', until: unproven / WHOLE, hit: Number.NaN }
      : { status: 'free', until: 1, hit: Number.NaN };
  });
}

describe('whole motions, rounded as badly as WGSL allows', () => {
  test.each(FAMILIES)('%s: no proof is wrong (seed: these words and bad)', async (name, family) => {
    const random = new Random(`${name} bad`);
    const { faults, seen } = await checkMotions((many) => badWalks(many, random), new Random(`${name} bad scenes`), family, rounds(4));
    expect(faults).toEqual([]);
    expect(seen.free + seen.contact).toBeGreaterThan(rounds(10));
  });
});
