import { expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { AllowedNames } from '../../../../src/scene/content/allowed-names.ts';
import { standingBodies } from '../../../../src/scene/content/obstacles.ts';
import { ScenePairs } from '../../../../src/scene/pairs/scene-pairs.ts';
import { rounds } from '../../../support/rounds.ts';

const CUBE = box(1);

/** Branched, with joints that are fixed, links without shapes and with two bodies, and allowed pairs. */
function someRobot(random: Random, name: string): Robot {
  const count = 1 + random.integer(7);
  const solid = box(0.2);
  const robot = new Robot({
    name,
    posable: random.next() < 0.2,
    links: Array.from({ length: count }, (_, i) => ({
      name: `l${i}`,
      ...(i > 0 && random.next() < 0.9 ? { parent: `l${random.integer(i)}` } : {}),
      joint: { type: random.pick(['fixed', 'fixed', 'revolute', 'prismatic'] as const) },
      shapes: random.next() < 0.2 ? [] : [{ shape: CUBE }, ...(random.next() < 0.3 ? [{ shape: solid }] : [])],
    })),
  });
  for (let k = 0; k < random.integer(4); k++) {
    const [a, b] = [random.integer(count), random.integer(count)];
    if (a !== b) robot.allowed.allow(`l${a}`, `l${b}`);
  }
  return robot;
}

test('counted without a list as many pairs as in a list, and the same ones (seed "tested")', () => {
  const random = new Random('tested');
  for (let round = 0; round < rounds(60); round++) {
    const robots = Array.from({ length: random.integer(4) }, (_, i) => someRobot(random, `r${i}`));
    const bodies = Array.from({ length: random.integer(4) }, (_, i) => ({ name: `b${i}`, mesh: CUBE }));
    const obstacles = Array.from({ length: random.integer(4) }, (_, i) => ({
      name: `o${i}`,
      shape: CUBE,
      pose: { position: [i, 0, 0] as const },
    }));
    const names = [
      ...robots.flatMap(({ name, links }) => links.flatMap((link) => [link.name, `${name}/${link.name}`])),
      ...[...bodies, ...obstacles].map(({ name }) => name),
    ];
    const list: [string, string][] = [];
    for (let k = 0; names.length > 1 && k < random.integer(5); k++) {
      const [a, b] = [random.pick(names), random.pick(names)];
      if (a !== b) list.push([a, b]);
    }
    const allowed = new AllowedNames(
      robots,
      list,
      [...bodies, ...obstacles].map(({ name }) => name),
    );
    const standing = standingBodies(obstacles, allowed.mentioned);
    const rules = { self: random.next() < 0.8, movers: random.next() < 0.9, allowed };
    const listed = new ScenePairs(robots, bodies, standing, rules, Infinity);
    const found = new ScenePairs(robots, bodies, standing, rules, -1);
    expect(found.tested).toBe(listed.tested);
    const count = found.moving.length;
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        const [a, b] = [found.numberOf(j, i), listed.numberOf(i, j)];
        expect(a >= 0).toBe(b >= 0);
        if (a < 0) continue;
        for (const views of ['viewsA', 'viewsB'] as const) {
          const [x, y] = [found[views][a], listed[views][b]];
          expect([x.body, x.link]).toEqual([y.body, y.link]);
        }
      }
      for (let s = 0; i < found.movable && s < standing.length; s++)
        expect(found.standingNumber(i, s) >= 0).toBe(listed.standingNumber(i, s) >= 0);
    }
  }
});
