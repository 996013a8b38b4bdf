// What a scene answers must not depend on whether its pairs are listed or found: both ways beside each other.

import { describe, expect, test, vi } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { methodNamed } from '../../../../src/methods/index.ts';
import type { SceneFirstContact } from '../../../../src/scene/answers/scene-result.ts';
import { MotionChecker } from '../../../../src/scene/check/motion-checker.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { rounds } from '../../../support/rounds.ts';
import { type Crowd, chain, crowd } from './crowd.ts';

const listing = vi.hoisted(() => ({ most: 0 }));
vi.mock('../../../../src/scene/pairs/most-listed.ts', () => ({
  get MOST_LISTED() {
    return listing.most;
  },
}));

function made(options: Crowd['options'], most: number): Scene {
  listing.most = most;
  return new Scene(options);
}

/** Without the counts of the work, and of several that start too close only the first. */
function told({ status, time, pair, gap, contacts, initial }: SceneFirstContact): unknown {
  return { status, time, pair, gap, contacts, initial };
}

function expectNear(found: SceneFirstContact, listed: SceneFirstContact): void {
  expect(found.status).toBe(listed.status);
  expect(Math.abs(found.time - listed.time)).toBeLessThan(1e-4);
}

describe('pairs found, and pairs listed', () => {
  test.each([0, 3, 8])('the same bits of auto, the same answers of the others; %i things stand (seed "crowd")', (obstacles) => {
    const random = new Random(`crowd ${obstacles}`);
    const statuses = new Set<string>();
    for (let round = 0; round < rounds(4); round++) {
      const { options, motions } = crowd(random, random.integer(6), 4 + random.integer(12), obstacles, random.pick([0.2, 0.5, 1.5]));
      const found = made(options, -1);
      const listed = made(options, Infinity);
      const clearance = random.pick([0, 0.02, { default: 0.01, self: 0.03, environment: 0 }]);
      const start = random.pick(['strict', 'leaving'] as const);
      const a = found.firstContact(motions, { clearance, start });
      const b = listed.firstContact(motions, { clearance, start });
      statuses.add(b.status);
      expect(a.stats.pairs).toBe(b.stats.pairs);
      // what stands is met in another order where a tree is over it
      if (obstacles < 5 && typeof clearance === 'number') expect(told(a)).toEqual(told(b));
      else expectNear(a, b);
      for (const method of ['hca', 'interval'] as const) {
        const other = found.firstContact(motions, { clearance, start, method: methodNamed(method), contacts: 'none' });
        expectNear(other, listed.firstContact(motions, { clearance, start, method: methodNamed(method), contacts: 'none' }));
      }
    }
    expect(statuses.has('free') && statuses.size > 1).toBe(true);
  });

  test('distances, clearance, stretches in contact, yes and no (seed "crowd asked")', () => {
    const random = new Random('crowd asked');
    for (let round = 0; round < rounds(1); round++) {
      const { options, motions } = crowd(random, 1 + random.integer(3), 3 + random.integer(6), 1 + random.integer(7), 0.6);
      const found = made(options, -1);
      const listed = made(options, Infinity);
      const allowed = { allowed: [[{ body: 'cube0' }, { body: 'cube1' }]] } as const;
      for (const time of [0, 0.5, 1]) {
        for (const cutoff of [undefined, 0.3]) {
          const a = found.distanceAt(motions, time, { ...allowed, ...(cutoff === undefined ? {} : { cutoff }) });
          const b = listed.distanceAt(motions, time, { ...allowed, ...(cutoff === undefined ? {} : { cutoff }) });
          expect(a.distance).toBe(b.distance);
        }
      }
      const [a, b] = [found.clearance(motions), listed.clearance(motions)];
      expect(a.gap[1]).toBeGreaterThanOrEqual(b.gap[0]);
      expect(b.gap[1]).toBeGreaterThanOrEqual(a.gap[0]);
      const stretches = (scene: Scene) => scene.contactIntervals(motions, { byPair: true, start: 'leaving' });
      const [p, q] = [stretches(found), stretches(listed)];
      expect(p.complete).toBe(q.complete);
      expect(p.intervals.length).toBe(q.intervals.length);
      expect(new Set(p.pairs?.map(({ a, b }) => JSON.stringify([a, b])))).toEqual(
        new Set(q.pairs?.map(({ a, b }) => JSON.stringify([a, b]))),
      );
      const checkers = [found, listed].map((scene, i) => {
        listing.most = i === 0 ? -1 : Infinity;
        return new MotionChecker(scene, { clearance: { default: 0.01, environment: 0.05 } });
      });
      const state = () => Array.from({ length: checkers[0].size }, (_, i) => stateValue(found, i, random));
      for (let k = 0; k < 8; k++) {
        const [from, to] = [state(), state()];
        const answers = checkers.map((checker) => [checker.isFree(from), checker.motionIsFree(from, to)]);
        expect(answers[0]).toEqual(answers[1]);
        const [d, e] = checkers.map((checker) => checker.distance(from, 1));
        expect(d).toBeGreaterThanOrEqual(0.87 * e);
        expect(e).toBeGreaterThanOrEqual(0.87 * d);
      }
    }
  });

  test('chains that curl up, so that bounds on the whole motion leave everything: looked at part by part', () => {
    const robot = chain(90);
    const motions = (turn: number) => ({ chain: robot.path([new Float64Array(90), new Float64Array(90).fill(turn / 90)]) });
    const found = made({ robots: [robot] }, -1);
    const listed = made({ robots: [robot] }, Infinity);
    for (const turn of [5, 7]) {
      const [a, b] = [found, listed].map((scene) => scene.firstContact(motions(turn), { contacts: 'none' }));
      expect([a.status, a.pair]).toEqual([b.status, b.pair]);
      expect(Math.abs(a.time - b.time)).toBeLessThan(1e-6);
      expect(a.status).toBe(turn < 6 ? 'free' : 'contact');
    }
  });
});

/** Somewhere near where things begin. */
function stateValue({ robots, bodies }: Scene, i: number, random: Random): number {
  const values = robots.reduce((sum, { size }) => sum + size, 0);
  if (i < values) return random.range(-1, 1);
  const own = (i - values) % 7;
  const pose = bodies[Math.floor((i - values) / 7)].pose;
  return own < 3 ? (pose?.position?.[own] ?? 0) + random.range(-0.3, 0.3) : own === 6 ? 1 : 0;
}
