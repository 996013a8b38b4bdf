import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { hca } from '../../../src/methods/index.ts';
import type { ClearanceRules } from '../../../src/robot/clearance-rules.ts';
import type { SceneFirstContact } from '../../../src/scene/answers/scene-result.ts';
import { type BrutePairOfScene, BruteScene } from '../../support/brute-scene.ts';
import { rounds } from '../../support/rounds.ts';
import { libraryScene, randomScene, type SceneShape } from '../random-robots.ts';
import { scaled } from '../redrawn-scenes.ts';

// Each pair keeps its own distance in one search: judged pair by pair, and by a method that is asked distance by distance.

const FAMILIES: readonly (readonly [string, SceneShape])[] = [
  ['one robot', { links: 4, obstacles: 4 }],
  ['two robots and a body', { robots: 2, links: 3, obstacles: 2, bodies: 1 }],
  ['a tree over what stands', { links: 3, obstacles: 20 }],
];

function rulesFor(random: Random, { pairs }: BruteScene): ClearanceRules {
  const one = (): number => random.pick([0, 0.01, 0.03, 0.1]);
  const named = pairs.filter(() => random.next() < 0.3).map(({ a, b }) => [a.key, b.key, one()] as const);
  return { default: one(), self: one(), environment: one(), pairs: random.next() < 0.5 ? named : [] };
}

function distanceOf(
  { pairs = [], default: otherwise = 0, self = otherwise, environment = otherwise }: ClearanceRules,
  pair: BrutePairOfScene,
) {
  const { a, b } = pair;
  const named = pairs.find(([x, y]) => (x === a.key && y === b.key) || (x === b.key && y === a.key));
  if (named !== undefined) return named[2];
  const robots = [a, b].map(({ key }) => (key.includes('/') ? key.slice(0, key.indexOf('/')) : key));
  if (robots[0] === robots[1]) return self;
  return robots.some((name) => name.startsWith('o')) ? environment : otherwise;
}

function fault(
  judge: BruteScene,
  rules: ClearanceRules,
  { status, time, pair, clearance }: SceneFirstContact,
  tolerance: number,
): string | null {
  const until = status === 'free' ? judge.segments : time;
  const slack = 1e-12 * judge.size;
  for (const own of judge.pairs) {
    const hit = own.firstBelow(distanceOf(rules, own) - slack, 0, until);
    if (hit !== null && (hit < until || status === 'free')) return `${own.key} is too near at ${hit}, told ${status} at ${time}`;
  }
  if (status === 'free') return null;
  const own = pair === null ? undefined : judge.pair(pair);
  if (own === undefined) return 'no such pair';
  if (clearance !== distanceOf(rules, own)) return `${own.key} keeps ${distanceOf(rules, own)}, told ${clearance}`;
  const distance = own.distance(time, judge.segmentOf(time));
  return distance <= clearance + tolerance + slack ? null : `${own.key} is ${distance} apart, keeps ${clearance}`;
}

test.each(FAMILIES)('%s: no pair comes nearer than its own distance before the time told (seed: these words)', (family, shape) => {
  const random = new Random(`pair distances ${family}`);
  const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0 };
  for (let round = 0; round < rounds(16, 8); round++) {
    const spec = randomScene(random, { ...shape, clear: 0.08 });
    const judge = new BruteScene(spec);
    const rules = rulesFor(random, judge);
    const tolerance = 10 ** random.range(-6, -3);
    const { scene, motions } = libraryScene(spec);
    const answer = scene.firstContact(motions, { clearance: rules, tolerance });
    seen[answer.status] = (seen[answer.status] ?? 0) + 1;
    expect(fault(judge, rules, answer, tolerance), `round ${round}`).toBeNull();
    const other = scene.firstContact(motions, { clearance: rules, tolerance, method: hca });
    expect(fault(judge, rules, other, tolerance), `round ${round}, hca`).toBeNull();
    const any = scene.firstContact(motions, { clearance: rules, tolerance, mode: 'any' });
    expect(any.status === 'free').toBe(answer.status === 'free');
    const unit = 2 ** 8;
    const wide = (x: number | undefined): number | undefined => (x === undefined ? undefined : x * unit);
    const larger = libraryScene(scaled(spec, unit));
    const again = larger.scene.firstContact(larger.motions, {
      clearance: {
        default: wide(rules.default),
        self: wide(rules.self),
        environment: wide(rules.environment),
        pairs: rules.pairs?.map(([a, b, c]) => [a, b, c * unit] as const),
      },
      tolerance: tolerance * unit,
    });
    expect([again.status, again.time, again.stats.iterations]).toEqual([answer.status, answer.time, answer.stats.iterations]);
  }
  expect(Math.min(seen.free, seen.contact)).toBeGreaterThan(0);
});
