// Work and memory of large scenes, by counts: what grows with all pairs fails here, on any machine.

import { expect, test, vi } from 'vitest';
import { deadlineIn } from '../../../../src/contact/budget.ts';
import { Random } from '../../../../src/math/random.ts';
import { methodNamed } from '../../../../src/methods/index.ts';
import { AllowedNames } from '../../../../src/scene/content/allowed-names.ts';
import { separatedMotions } from '../../../../src/scene/content/scene-motions.ts';
import { ScenePairs } from '../../../../src/scene/pairs/scene-pairs.ts';
import { SceneEngine } from '../../../../src/scene/search/scene-engine.ts';
import { type Crowd, chain, crowd } from './crowd.ts';

/** Pairs that have numbers before and after a query, and boxes looked at for it. */
function work({ options, motions }: Crowd): { readonly before: number; readonly met: number; readonly looks: number } {
  const { pairs, engine, names } = made(options);
  const before = pairs.count;
  engine.firstContact(separatedMotions(names, motions).resolved, 1e-6, {});
  return { before, met: pairs.count, looks: engine.near?.looks ?? Number.NaN };
}

function made({ robots = [], bodies = [] }: Crowd['options']) {
  const own = bodies.map(({ name = '', shape: mesh, pose }) => ({ name, mesh, pose }));
  const pairs = new ScenePairs(robots, own, [], { self: true, movers: true, allowed: new AllowedNames([], [], []) });
  const engine = new SceneEngine(
    pairs,
    own.map(({ pose }) => pose),
  );
  const names = { robots, bodies: own.map(({ name }) => name), obstacles: new Set<string>(), soft: [] };
  return { pairs, engine, names };
}

function expectLinear(make: (n: number) => Crowd, n: number): void {
  const [first, second, third] = [n, 2 * n, 4 * n].map((count) => work(make(count)));
  expect([first.before, second.before, third.before]).toEqual([0, 0, 0]);
  expect(second.looks / first.looks).toBeLessThan(2.5);
  expect(third.looks / second.looks).toBeLessThan(2.5);
  expect(third.met).toBeLessThan(24 * 4 * n);
}

test('a chain: nothing is listed, pairs met and boxes looked at grow as its length', () => {
  expectLinear((n) => {
    const robot = chain(n);
    // the base swings all of it around, and it bends a little everywhere
    const to = new Float64Array(n).fill(0.5 / n);
    to[0] = 3;
    return { options: { robots: [robot] }, motions: { chain: robot.path([new Float64Array(n), to]) } };
  }, 250);
});

test('many robots and bodies: the same', () => {
  expectLinear((n) => crowd(new Random('growth'), n / 5, n, 0, 0.1), 150);
});

test('long chains are placed without a stack, and told apart from what they touch', () => {
  const count = 12_000;
  const robot = chain(count);
  const poses = robot.linkPoses(new Float64Array(count));
  expect(poses[`l${count - 1}`].position).toEqual([count - 1, 0, 0]);
});

test('a budget that is over ends the search for what comes near at once', () => {
  const robot = chain(400);
  const { pairs, engine, names } = made({ robots: [robot] });
  const path = robot.path([new Float64Array(400), new Float64Array(400).fill(0.001)]);
  const motions = separatedMotions(names, { chain: path }).resolved;
  let ended = 0;
  for (const method of ['auto', 'hca', 'interval'] as const) {
    for (const allowed of [1, 2, 3, 4]) {
      let asked = 0;
      let over = Number.NaN;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
        if (++asked <= allowed) return 0;
        if (Number.isNaN(over)) over = engine.near?.looks ?? 0;
        return 1e9;
      });
      engine.allowUntil(deadlineIn(100));
      engine.firstContact(motions, 1e-6, { method: methodNamed(method) });
      clock.mockRestore();
      const { status, reason, time } = engine.outcome;
      if (status === 'free') continue;
      ended++;
      expect([status, reason, time]).toEqual(['unresolved', 'milliseconds', 0]);
      // two looks at the clock are no farther apart than 512 boxes
      expect((engine.near?.looks ?? 0) - over).toBeLessThan(1024);
    }
  }
  expect(pairs.listsAll).toBe(false);
  expect(ended).toBeGreaterThan(8);
});
