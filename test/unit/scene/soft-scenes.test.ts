import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import type { SceneFirstContact } from '../../../src/scene/answers/scene-result.ts';
import { distanceOf, isAllowed, othersAt, type Placed, pairwise, randomSoftScene, softAt, TOLERANCE } from './random-soft-scenes.ts';

const nameOf = ({ body, link }: { body: string; link?: string }): string => link ?? body;

describe.each(['cells-1', 'cells-2'])("random scenes, seed '%s'", (seed) => {
  const random = new Random(seed);
  const cases = Array.from({ length: 30 }, () => randomSoftScene(random));
  const answers = cases.map(({ scene, motions, clearance }) => scene.firstContact(motions, { clearance, tolerance: TOLERANCE }));

  test('free until the time told, by samples; then the pair told is in contact', () => {
    const seen = new Map<string, number>();
    for (const [i, one] of cases.entries()) {
      const { status, time, pair } = answers[i];
      seen.set(status, (seen.get(status) ?? 0) + 1);
      expect(status, `case ${i}`).not.toBe('unresolved');
      if (status !== 'overlap') {
        for (let k = 0; k < 16; k++) {
          const t = (time * k) / 16;
          const others = othersAt(one, t);
          for (const cloth of softAt(one, t))
            for (const other of others)
              if (!isAllowed(one, cloth.name, other.name))
                expect(distanceOf(cloth, other), `case ${i}: ${cloth.name} and ${other.name} at ${t}`).toBeGreaterThan(
                  one.clearance - 1e-9,
                );
        }
      }
      if (status === 'free' || pair === null) continue;
      const all = [...softAt(one, time), ...othersAt(one, time)];
      const [a, b] = pair.map((side) => all.find(({ name }) => name === nameOf(side)) as Placed);
      if (a !== b) expect(distanceOf(a, b), `case ${i}`).toBeLessThan(one.clearance + TOLERANCE + 1e-9);
      expect(isAllowed(one, a.name, b.name)).toBe(false);
    }
    expect(Math.min(seen.get('free') ?? 0, seen.get('contact') ?? 0)).toBeGreaterThan(2);
  });

  test('the earliest of all pairs, each asked by itself', () => {
    let [soft, others] = [0, 0];
    for (const [i, one] of cases.entries()) {
      const { status, time, pair } = answers[i];
      const rigid = one.rigid.firstContact({ r: one.joints, b: one.body }, { clearance: one.clearance, tolerance: TOLERANCE });
      const apart = pairwise(one);
      const rigidTime = rigid.status === 'free' ? Infinity : rigid.time;
      const softTime = apart.status === 'free' ? Infinity : apart.time;
      const least = Math.min(rigidTime, softTime, one.segments);
      expect(time, `case ${i}`).toBeLessThanOrEqual(least + 1e-4);
      if (pair?.some(({ link }) => link === 'tip')) continue;
      expect(Math.abs(time - least), `case ${i}`).toBeLessThan(1e-4);
      expect(status === 'free', `case ${i}`).toBe(Math.min(rigidTime, softTime) === Infinity);
      if (softTime < rigidTime - 1e-4) {
        soft++;
        expect(
          pair?.some(({ body }) => body.startsWith('cloth')),
          `case ${i}`,
        ).toBe(true);
        if (time > 0 && time < 1) expect(status).toBe(apart.status);
      } else if (rigidTime < softTime) others++;
    }
    expect(Math.min(soft, others)).toBeGreaterThan(2);
  });

  test('times, segments and fractions belong together; plain data; the same when asked again', () => {
    for (const [i, one] of cases.entries()) {
      const answer = answers[i];
      const { time, segment, fraction } = answer;
      expect(segment + fraction, `case ${i}`).toBe(time);
      expect(segment >= 0 && segment < one.segments && fraction >= 0 && fraction <= 1).toBe(true);
      JSON.stringify(answer, (_key, x) => {
        if (typeof x === 'number') expect(Number.isFinite(x), `case ${i}`).toBe(true);
        return x;
      });
      const bare = ({ stats, ...rest }: SceneFirstContact): object => rest;
      expect(bare(one.scene.firstContact(one.motions, { clearance: one.clearance, tolerance: TOLERANCE }))).toEqual(bare(answer));
      for (const contacts of ['none', 'first', 'minimal'] as const) {
        const other = one.scene.firstContact(one.motions, { clearance: one.clearance, tolerance: TOLERANCE, contacts });
        expect([other.status, other.time, other.pair], `case ${i}, ${contacts}`).toEqual([answer.status, time, answer.pair]);
        expect(other.contacts.length).toBeLessThanOrEqual(contacts === 'none' ? 0 : contacts === 'first' ? 1 : answer.contacts.length);
      }
      for (const { a, b } of answer.contacts) expect([nameOf(a), nameOf(b)].sort()).toEqual(answer.pair?.map(nameOf).sort());
    }
  });
});
