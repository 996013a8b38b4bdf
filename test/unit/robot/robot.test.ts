import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { type LinkOptions, Robot, type RobotOptions } from '../../../src/robot/robot.ts';
import { robotPath, robotTrajectory } from '../../../src/robot/robot-path.ts';

const arm: RobotOptions = {
  name: 'arm',
  links: [
    { name: 'tip', parent: 'fore', joint: { name: 'grip', type: 'prismatic', mimic: { joint: 'elbow', multiplier: 2, offset: 1 } } },
    { name: 'cart', joint: { name: 'rail', type: 'floating' } },
    { name: 'upper', parent: 'cart', joint: { name: 'shoulder', type: 'revolute', axis: [0, 0, 2], limits: { lower: -1, upper: 1 } } },
    { name: 'fore', parent: 'upper', joint: { name: 'elbow', type: 'continuous' } },
    { name: 'plate', parent: 'cart', joint: { name: 'slide', type: 'planar', axis: [0, 0, 1] } },
    { name: 'cover', parent: 'plate' },
  ],
};

const withLinks = (...links: unknown[]): (() => Robot) => {
  return () => new Robot({ name: 'r', links: links as LinkOptions[] });
};

describe('a robot', () => {
  const robot = new Robot(arm);

  test('orders links so that parents come first, otherwise as given', () => {
    expect(robot.links.map(({ name }) => name)).toEqual(['cart', 'upper', 'fore', 'tip', 'plate', 'cover']);
    for (const { parent, index } of robot.links) expect(parent).toBeLessThan(index);
    expect(robot.links.map(({ parent }) => parent)).toEqual([-1, 0, 1, 2, 0, 4]);
  });

  test('gives values to the joints that have any', () => {
    expect(robot.size).toBe(12);
    expect(robot.joints.map(({ name, slot, size }) => [name, slot, size])).toEqual([
      ['rail', 0, 7],
      ['shoulder', 7, 1],
      ['elbow', 8, 1],
      ['slide', 9, 3],
    ]);
    expect(robot.valueNames()).toEqual([
      ...['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'].map((part) => `rail/${part}`),
      ...['shoulder', 'elbow', 'slide/x', 'slide/y', 'slide/theta'],
    ]);
    expect([...robot.neutral()]).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
    expect(robot.joint('shoulder').axis).toEqual([0, 0, 1]);
    expect(robot.joint('cover_joint').type).toBe('fixed');
  });

  test('follows mimic joints through several of them', () => {
    const chain = new Robot({
      name: 'chain',
      links: [
        { name: 'a', joint: { type: 'revolute' } },
        { name: 'b', joint: { type: 'revolute', mimic: { joint: 'a_joint', multiplier: 3, offset: 1 } } },
        { name: 'c', joint: { type: 'prismatic', mimic: { joint: 'b_joint', multiplier: -2, offset: 5 } } },
      ],
    });
    expect(chain.size).toBe(1);
    // c = −2 (3 a + 1) + 5
    expect(chain.source(chain.joint('c_joint'))).toMatchObject({ multiplier: -6, offset: 3, joint: { name: 'a_joint' } });
  });

  test('takes configurations by order and by name', () => {
    const q = robot.configuration({ elbow: 0.5, slide: [1, 2, 3] });
    expect([...q]).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0.5, 1, 2, 3]);
    expect([...robot.configuration({ shoulder: [0.25] }, q)]).toEqual([0, 0, 0, 0, 0, 0, 1, 0.25, 0.5, 1, 2, 3]);
    expect([...robot.configuration(q)]).toEqual([...q]);
    expect(robot.configuration([...q])).not.toBe(q);
  });

  test('tells limits, those of mimic joints too', () => {
    expect(robot.limitFaults(robot.configuration({ shoulder: 1 }))).toEqual([]);
    expect(robot.limitFaults(robot.configuration({ shoulder: 1.0001 }))[0]).toMatch(/'shoulder' at 1.0001 .* -1 to 1/);
    const pair = new Robot({
      name: 'pair',
      links: [
        { name: 'a', joint: { type: 'revolute' } },
        { name: 'b', joint: { type: 'prismatic', limits: { lower: 0, upper: 2 }, mimic: { joint: 'a_joint', multiplier: 2 } } },
      ],
    });
    expect(pair.limitFaults([1])).toEqual([]);
    expect(pair.limitFaults([-0.5])).toHaveLength(1);
  });

  test('allows and forbids pairs in either order', () => {
    const own = new Robot({ ...arm, allowed: [{ a: 'tip', b: 'cart' }] });
    expect(own.allowed.isAllowed('cart', 'tip')).toBe(true);
    expect(own.allowed.list()).toEqual([{ a: 'tip', b: 'cart', reason: 'user' }]);
    own.allowed.disallow('cart', 'tip');
    expect(own.allowed.isAllowed('tip', 'cart')).toBe(false);
    own.allowed.allow('upper', 'tip', 'never');
    expect(own.allowed.list()).toEqual([{ a: 'upper', b: 'tip', reason: 'never' }]);
  });
});

describe('faults are input errors that name what is wrong', () => {
  const revolute = { type: 'revolute' };
  const faults: readonly (readonly [string, () => unknown, RegExp])[] = [
    ['no options', () => new Robot(null as unknown as RobotOptions), /must be an object/],
    ['no name', () => new Robot({ name: '', links: [{ name: 'a' }] }), /name/],
    ['no links', withLinks(), /no links/],
    ['links that are none', () => new Robot({ name: 'r', links: 'abc' as unknown as LinkOptions[] }), /links/],
    ['a link that is null', withLinks(null), /name/],
    ['a link without a name', withLinks({}), /name/],
    ['two links of one name', withLinks({ name: 'a' }, { name: 'a' }), /two links.*'a'/],
    ['an unknown parent', withLinks({ name: 'a', parent: 'b' }), /'a'.*'b'/],
    ['a link that stands on itself', withLinks({ name: 'a', parent: 'a' }), /'a'.*tree/],
    ['a loop', withLinks({ name: 'a', parent: 'c' }, { name: 'b', parent: 'a' }, { name: 'c', parent: 'b' }), /tree/],
    ['an unknown joint type', withLinks({ name: 'a', joint: { type: 'ball' } }), /'ball'/],
    ['no joint type', withLinks({ name: 'a', joint: {} }), /a_joint/],
    ['an axis without direction', withLinks({ name: 'a', joint: { type: 'prismatic', axis: [0, 0, 0] } }), /axis/],
    ['an axis that is not numbers', withLinks({ name: 'a', joint: { type: 'prismatic', axis: [0, Number.NaN, 0] } }), /axis/],
    ['two numbers as axis', withLinks({ name: 'a', joint: { type: 'prismatic', axis: [0, 1] } }), /axis/],
    ['an origin that is NaN', withLinks({ name: 'a', joint: { ...revolute, origin: { position: [0, Number.NaN, 0] } } }), /origin/],
    ['a quaternion off unit length', withLinks({ name: 'a', joint: { ...revolute, origin: { quaternion: [0, 0, 0, 2] } } }), /length 2/],
    ['limits the wrong way round', withLinks({ name: 'a', joint: { ...revolute, limits: { lower: 1, upper: 0 } } }), /limit/],
    ['a limit that is NaN', withLinks({ name: 'a', joint: { ...revolute, limits: { velocity: Number.NaN } } }), /velocity/],
    [
      'two joints of one name',
      withLinks({ name: 'a', joint: { ...revolute, name: 'j' } }, { name: 'b', joint: { ...revolute, name: 'j' } }),
      /two joints.*'j'/,
    ],
    ['a mimic of no joint', withLinks({ name: 'a', joint: { ...revolute, mimic: { joint: 'x' } } }), /'x'/],
    ['a mimic of itself', withLinks({ name: 'a', joint: { ...revolute, mimic: { joint: 'a_joint' } } }), /mimics itself/],
    [
      'mimics in a circle',
      withLinks(
        { name: 'a', joint: { ...revolute, mimic: { joint: 'b_joint' } } },
        { name: 'b', joint: { ...revolute, mimic: { joint: 'a_joint' } } },
      ),
      /mimics itself/,
    ],
    [
      'a mimic of a planar joint',
      withLinks({ name: 'a', joint: { type: 'planar' } }, { name: 'b', joint: { ...revolute, mimic: { joint: 'a_joint' } } }),
      /planar/,
    ],
    ['a floating mimic', withLinks({ name: 'a', joint: { type: 'floating', mimic: { joint: 'a_joint' } } }), /floating/],
    ['a multiplier that is NaN', withLinks({ name: 'a', joint: { ...revolute, mimic: { joint: 'a', multiplier: Number.NaN } } }), /finite/],
    ['a shape without mesh', withLinks({ name: 'a', shapes: [{}] }), /mesh/],
    ['a shape that is null', withLinks({ name: 'a', shapes: [null] }), /shapes\[0\]: must be an object/],
    ['a shape at NaN', withLinks({ name: 'a', shapes: [{ shape: box(1), pose: { position: [Number.NaN, 0, 0] } }] }), /position/],
    ['a base that is NaN', () => new Robot({ ...arm, base: { position: [0, 0, Number.NaN] } }), /base/],
    ['an allowed pair of an unknown link', () => new Robot({ ...arm, allowed: [{ a: 'tip', b: 'top' }] }), /'top'/],
    ['a link allowed to touch itself', () => new Robot({ ...arm, allowed: [{ a: 'tip', b: 'tip' }] }), /itself/],
    ['a group of an unknown joint', () => new Robot({ ...arm, groups: [{ name: 'g', joints: ['knee'] }] }), /'knee'/],
  ];
  test.each(faults)('%s', (_, run, words) => {
    expect(run).toThrow(InputError);
    expect(run).toThrow(words);
  });
});

describe('wrong configurations are input errors', () => {
  const robot = new Robot(arm);
  const right = [...robot.neutral()];
  const changed = (i: number, value: unknown): ArrayLike<number> => right.map((x, k) => (k === i ? (value as number) : x));
  const faults: readonly (readonly [string, () => unknown, RegExp])[] = [
    ['null', () => robot.configuration(null as unknown as number[]), /configuration/],
    ['a number', () => robot.configuration(3 as unknown as number[]), /configuration/],
    ['too few', () => robot.configuration([1, 2]), /12 values.*got 2/],
    ['too many', () => robot.configuration([...right, 0]), /got 13/],
    ['NaN', () => robot.configuration(changed(8, Number.NaN)), /elbow/],
    ['infinite', () => robot.configuration(changed(0, Infinity)), /rail\/x/],
    ['null among them', () => robot.configuration(changed(8, null)), /elbow/],
    ['a text among them', () => robot.configuration(changed(8, '1')), /elbow/],
    ['a hole', () => robot.configuration(changed(8, undefined)), /elbow/],
    ['a huge angle', () => robot.configuration(changed(7, 2 ** 21)), /shoulder/],
    ['a quaternion off unit length', () => robot.configuration(changed(6, 1.1)), /rail/],
    ['an unknown joint', () => robot.configuration({ knee: 1 }), /'knee'/],
    ['a mimic joint', () => robot.configuration({ grip: 1 }), /follows 'elbow'/],
    ['a fixed joint', () => robot.configuration({ cover_joint: 1 }), /fixed/],
    ['the wrong number for a joint', () => robot.configuration({ slide: [1, 2] }), /slide.*3 values/],
    ['null for a joint', () => robot.configuration({ slide: null as unknown as number }), /slide/],
    ['null in a joint', () => robot.configuration({ slide: [0, null as unknown as number, 0] }), /slide/],
    ['an unknown link', () => robot.link('knee'), /'knee'.*cart/],
    ['a path of one', () => robotPath(robot, [right]), /at least two/],
    ['a path that is none', () => robotPath(robot, {} as unknown as number[][]), /list/],
    ['a path with a wrong one', () => robotPath(robot, [right, [1]]), /12 values/],
    ['a trajectory of one', () => robotTrajectory(robot, [{ time: 0, positions: right }]), /two points/],
    [
      'time that stands still',
      () =>
        robotTrajectory(
          robot,
          [0, 0].map((time) => ({ time, positions: right })),
        ),
      /not after/,
    ],
    [
      'time that is NaN',
      () =>
        robotTrajectory(
          robot,
          [0, Number.NaN].map((time) => ({ time, positions: right })),
        ),
      /time/,
    ],
    ['a point that is null', () => robotTrajectory(robot, [null, null] as unknown as []), /point 0/],
    [
      'too few velocities',
      () =>
        robotTrajectory(
          robot,
          [0, 1].map((time) => ({ time, positions: right, velocities: [1] })),
        ),
      /velocities: 12 values/,
    ],
    [
      'velocities that are NaN',
      () =>
        robotTrajectory(
          robot,
          [0, 1].map((time) => ({ time, positions: right, velocities: changed(0, Number.NaN) })),
        ),
      /velocities/,
    ],
  ];
  test.each(faults)('%s', (_, run, words) => {
    expect(run).toThrow(InputError);
    expect(run).toThrow(words);
  });
});

test('another list of pairs makes another robot of the same parts', () => {
  const robot = new Robot({ ...arm, allowed: [{ a: 'cart', b: 'upper' }], base: { position: [1, 2, 3] }, tool: ['tip'] });
  const other = robot.withAllowed([{ a: 'fore', b: 'cover', reason: 'never' }]);
  expect(other.allowed.list()).toEqual([{ a: 'fore', b: 'cover', reason: 'never' }]);
  expect(robot.allowed.list()).toEqual([{ a: 'cart', b: 'upper', reason: 'user' }]);
  expect(other.links).toEqual(robot.links);
  expect([other.name, other.base, other.tool, other.valueNames()]).toEqual([robot.name, robot.base, robot.tool, robot.valueNames()]);
});

test('elsewhere, or by another name; what is not given stays', () => {
  const one = new Robot({
    name: 'one',
    base: { position: [1, 2, 3] },
    links: [
      { name: 'a', shapes: [{ shape: box(1) }] },
      { name: 'b', parent: 'a', joint: { name: 'ab', type: 'prismatic', axis: [1, 0, 0], limits: { lower: 0, upper: 2 } } },
    ],
    allowed: [{ a: 'a', b: 'b', reason: 'never' }],
    groups: [{ name: 'g', joints: ['ab'] }],
    states: [{ name: 's', values: { ab: [1] } }],
    tool: ['b'],
  });
  const two = one.placed({ name: 'two', base: { position: [5, 0, 0], quaternion: [0, 0, 1, 0] } });
  expect([two.name, two.base.position, two.links[0].shapes[0].shape === one.links[0].shapes[0].shape]).toEqual(['two', [5, 0, 0], true]);
  expect([two.allowed.list(), two.groups, two.states, two.tool]).toEqual([one.allowed.list(), one.groups, one.states, one.tool]);
  expect(two.linkPoses({ ab: 1 }).b.position.map((x) => Math.round(1e12 * x) / 1e12)).toEqual([4, 0, 0]);
  expect(one.placed({ name: 'x' }).base).toEqual(one.base);
  expect(one.placed({ base: {} })).toMatchObject({ name: 'one', base: { position: [0, 0, 0] } });
  expect(() => one.placed({ nmae: 'x' } as never)).toThrow(/robot 'one': placed: unknown key 'nmae'/);
  expect(() => one.placed({ name: '' })).toThrow(/needs a name/);
});
