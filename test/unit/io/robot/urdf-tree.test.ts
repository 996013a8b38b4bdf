import { describe, expect, test } from 'vitest';
import type { UrdfJoint, UrdfLink } from '../../../../src/io/robot/urdf-model.ts';
import { checkTree } from '../../../../src/io/robot/urdf-tree.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';

const link = (name: string, line = 1): UrdfLink => ({ name, visual: [], collision: [], line });
const joint = (parent: string, child: string, line = 1, more: Partial<UrdfJoint> = {}): UrdfJoint => ({
  name: `to ${child}`,
  type: 'revolute',
  parent,
  child,
  origin: {},
  line,
  ...more,
});

/** The one link from which every other one is reached by one way, found by walking from each of them; undefined: none. */
function rootByWalking(names: readonly string[], arrows: readonly (readonly [string, string])[]): string | undefined {
  if (arrows.some((arrow) => arrow.some((name) => !names.includes(name)))) return undefined;
  return names.find((start) => {
    const met: string[] = [];
    const visit = (at: string): void => {
      met.push(at);
      if (met.length > names.length) return;
      for (const [parent, child] of arrows) if (parent === at) visit(child);
    };
    visit(start);
    return met.length === names.length && new Set(met).size === names.length && arrows.length === names.length - 1;
  });
}

describe('links and joints', () => {
  test('form a tree exactly where walking from one of them meets each once, seed urdf-tree', () => {
    const random = new Random('urdf-tree');
    let trees = 0;
    for (let i = 0; i < 500; i++) {
      const names = Array.from({ length: 1 + random.integer(6) }, (_, k) => `l${k}`);
      const order = random.shuffle([...names]);
      // a tree, one arrow of which may be moved, doubled or left out
      const arrows = order.slice(1).map((child, k): [string, string] => [order[random.integer(k + 1)], child]);
      const any = (): string => random.pick([...names, ...names, 'elsewhere']);
      if (arrows.length > 0) {
        const change = random.integer(6);
        if (change === 0) arrows[random.integer(arrows.length)] = [any(), any()];
        if (change === 1) arrows.push([any(), any()]);
        if (change === 2) arrows.pop();
      }
      const root = rootByWalking(names, arrows);
      const check = (): string =>
        checkTree(
          names.map((name, k) => link(name, k + 1)),
          random.shuffle(arrows.map(([parent, child], k) => joint(parent, child, k + 10, { name: `j${k}` }))),
          'robot.urdf',
        );
      if (root === undefined) expect(check, JSON.stringify(arrows)).toThrow(InputError);
      else {
        trees++;
        expect(check()).toBe(root);
      }
    }
    expect(trees).toBeGreaterThan(150);
    expect(trees).toBeLessThan(450);
  });

  test.each<[string, UrdfJoint[], RegExp]>([
    ['its own parent', [joint('a', 'a', 7)], /robot\.urdf, line 7:.*its own parent/],
    [
      'two parents',
      [joint('a', 'b', 7), joint('c', 'b', 8)],
      /robot\.urdf, line 8:.*two parents, 'c' here and 'a' by joint 'to b' of line 7/,
    ],
    ['a loop', [joint('a', 'b', 7), joint('b', 'c', 8), joint('c', 'a', 9)], /in a loop, .* → .*; they must form a tree/],
    ['no link', [joint('a', 'd', 7)], /robot\.urdf, line 7:.*the child 'd' is no link/],
    ['two roots', [joint('a', 'b', 7)], /robot\.urdf, line 3:.*no joint moves 'a' \(line 1\) nor 'c'/],
  ])('%s is told with its line', (_, joints, words) => {
    expect(() => checkTree([link('a', 1), link('b', 2), link('c', 3)], joints, 'robot.urdf')).toThrow(words);
  });

  test('followers may follow followers, as long as one leads', () => {
    const names = Array.from({ length: 600 }, (_, k) => `l${k}`);
    const chain = (count: number, last: Partial<UrdfJoint> = {}): UrdfJoint[] =>
      names.slice(1, count).map((name, k) =>
        joint(names[k], name, k, {
          name: `j${k}`,
          ...(k === 0 ? last : { mimic: { joint: `j${k - 1}`, multiplier: 1, offset: 0 } }),
        }),
      );
    const check = (count: number, last?: Partial<UrdfJoint>): string =>
      checkTree(
        names.slice(0, count).map((name) => link(name)),
        chain(count, last),
        'robot.urdf',
      );
    expect(check(5)).toBe('l0');
    expect(check(500)).toBe('l0');
    expect(() => check(600)).toThrow(/more than 512 joints/);
    const follow = (name: string): Partial<UrdfJoint> => ({ mimic: { joint: name, multiplier: 1, offset: 0 } });
    expect(() => check(5, follow('j3'))).toThrow(/mimics itself, by way of/);
    expect(() => check(5, follow('j0'))).toThrow(/mimics itself/);
    expect(() => check(5, follow('j9'))).toThrow(/mimics 'j9', which is no joint/);
    expect(() => check(5, { type: 'planar' })).toThrow(/a planar joint; only single values can be followed/);
  });
});
