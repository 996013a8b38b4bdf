import { describe, expect, test } from 'vitest';
import { InputError } from '../../../../src/math/input-error.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { methodNamed, SCENE_METHODS } from '../../../../src/methods/index.ts';
import { rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { heldMotion } from '../../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../../src/scene/scene.ts';

// A gantry of boxes: times are known by hand. The hand's lower side is at z, the part a cube of 0.2 on a table whose top is at 0.

const arm = new Robot({
  name: 'arm',
  links: [
    { name: 'cart', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] } },
    {
      name: 'hand',
      parent: 'cart',
      joint: { name: 'z', type: 'prismatic', axis: [0, 0, 1] },
      shapes: [{ shape: box([0.2, 0.2, 0.1], [0, 0, 0.05]) }],
    },
  ],
});
const obstacles = [
  { name: 'table', shape: box([1, 1, 0.1], [0, 0, -0.05]) },
  { name: 'tray', shape: box([0.6, 0.6, 0.1], [2, 0, 0.05]) },
  { name: 'post', shape: box([0.1, 0.1, 0.5], [1, 0, 0.25]) },
];
const scene = new Scene({ robots: [arm], obstacles, bodies: [{ name: 'part', shape: box(0.2), pose: { position: [0, 0, 0.1] } }] });
const WAY = [
  [0, 1],
  [0, 0.2],
  [0, 1],
  [2, 1],
  [2, 0.3],
  [2, 1],
];
const HOLD = { by: 'hand', from: 1, to: 4, onto: ['tray'] };
const ask = (way: readonly (readonly number[])[], hold: object = HOLD, options = {}) =>
  scene.firstContact({ arm: arm.path(way), part: heldMotion([{ ...HOLD, ...hold }]) }, { tolerance: 1e-6, ...options });

describe('a part that is taken and laid down', () => {
  test.each(SCENE_METHODS)('%s: free, and both arrivals told', (method) => {
    const { status, time, arrivals, initial } = ask(WAY, {}, { method: methodNamed(method) });
    expect([status, time]).toEqual(['free', 5]);
    expect(arrivals).toEqual([
      {
        a: { body: 'arm', link: 'hand' },
        b: { body: 'part' },
        time: expect.closeTo(1, 4),
        at: 1,
        met: true,
        speed: expect.closeTo(0.8, 9),
        angle: expect.closeTo(0, 6),
      },
      {
        a: { body: 'arm', link: 'part' },
        b: { body: 'tray' },
        time: expect.closeTo(4, 4),
        at: 4,
        met: true,
        speed: expect.closeTo(0.7, 9),
        angle: expect.closeTo(0, 6),
      },
    ]);
    expect(initial.map(({ a, b, since }) => [a.link ?? a.body, b.body, since])).toEqual([
      ['part', 'table', 1],
      ['hand', 'part', 4],
    ]);
    for (const { left, since } of initial) expect(left).toBeCloseTo(since as number, 4);
  });

  test('what it carries is judged: too low over the post', () => {
    // the lower side of the part is at z − 0.2, its front at x + 0.1: 2 u + 0.1 = 0.95
    const { status, time, pair } = ask(WAY.map(([x, z], k) => (k === 2 || k === 3 ? [x, 0.55] : [x, z])));
    expect([status, time]).toEqual(['contact', expect.closeTo(2.425, 5)]);
    expect(pair).toEqual([{ body: 'arm', link: 'part' }, { body: 'post' }]);
  });

  test('without being laid onto something that is a contact', () => {
    const { status, time, pair } = ask(WAY, { onto: [] });
    expect([status, time]).toEqual(['contact', expect.closeTo(4, 5)]);
    expect(pair).toEqual([{ body: 'arm', link: 'part' }, { body: 'tray' }]);
  });

  test('a bump on the way to the part is found, also of the hand', () => {
    // from the side at first: the hand's front 1.5 − u − 0.1 meets the part's side at 0.1
    const bump = [[1.5, 0.1], [0.05, 0.1], [0.05, 1], ...WAY.slice(0)];
    const { status, time, pair } = ask(bump, { from: 4, to: 7 });
    expect([status, pair]).toEqual(['contact', [{ body: 'arm', link: 'hand' }, { body: expect.stringMatching('part|post') }]]);
    expect(time).toBeLessThan(1);
    const over = [[0.6, 0.1], [0.15, 0.1], [0.6, 0.1], [0.6, 1], ...WAY];
    const touched = ask(over, { from: 5, to: 8 });
    // 0.6 − 0.45 u − 0.1 = 0.1
    expect([touched.status, touched.time]).toEqual(['contact', expect.closeTo(0.4 / 0.45, 5)]);
    expect(touched.arrivals?.[0].time).toBeCloseTo(5, 4);
    // listed as ever, though wanted contact is told by one place only
    const plain = scene.firstContact({ arm: arm.path(over) }, { tolerance: 1e-6, start: 'leaving' });
    expect([plain.status, plain.time]).toEqual(['contact', expect.closeTo(touched.time, 5)]);
    expect([touched.complete, touched.contacts.length]).toEqual([true, plain.contacts.length]);
    expect(plain.contacts.length).toBeGreaterThan(1);
    expect(ask(over, { from: 5, to: 8 }, { contacts: 'first' }).contacts).toHaveLength(1);
    expect(ask(over, { from: 5, to: 8 }, { contacts: 'none' }).contacts).toEqual([]);
  });

  test('after it was laid down it is an obstacle there', () => {
    const back = [...WAY.slice(0, 5), [2, 1], [0, 1], [2, 1], [2, 0.2]];
    const { status, time, pair } = ask(back);
    // down again from 1 to 0.2, the part's top at 0.3
    expect([status, time]).toEqual(['contact', expect.closeTo(7.875, 5)]);
    expect(pair).toEqual([{ body: 'arm', link: 'hand' }, { body: 'part' }]);
  });

  test('handed over to a second robot, by seconds', () => {
    const other = new Robot({
      name: 'other',
      links: [
        {
          name: 'claw',
          joint: { name: 'z', type: 'prismatic', axis: [0, 0, 1] },
          shapes: [{ shape: box([0.2, 0.2, 0.1], [0, 0, -0.05]) }],
        },
      ],
      base: { position: [2, 0, 0] },
    });
    const two = new Scene({ robots: [arm, other], obstacles: obstacles.slice(0, 1), bodies: scene.bodies });
    const motions = {
      arm: arm.trajectory(
        [
          [0, 1],
          [0, 0.2],
          [0, 1],
          [2, 1],
          [2, 2],
        ].map((positions, k) => ({ time: 2 * k, positions })),
      ),
      // comes from below: its upper side at z
      other: other.trajectory([
        { time: 0, positions: [0] },
        { time: 5, positions: [0] },
        { time: 6, positions: [0.8] },
        { time: 7, positions: [0.1] },
      ]),
      part: heldMotion([
        { by: 'hand', from: 1, to: { second: 6 } },
        { by: 'claw', from: { second: 6 } },
      ]),
    };
    const { status, arrivals = [] } = two.firstContact(motions, { tolerance: 1e-6 });
    expect(status).toBe('free');
    expect(arrivals.map(({ a, b, seconds }) => [...[a.link, b.link ?? b.body].sort(), seconds])).toEqual([
      ['hand', 'part', expect.closeTo(2, 4)],
      ['claw', 'part', expect.closeTo(6, 4)],
    ]);
    const last = two.clock(motions).segments;
    expect(two.bodyPoses(motions, last).part.position).toEqual([expect.closeTo(2, 9), 0, expect.closeTo(0.2, 9)]);
  });

  test('who may touch it is another question each time', () => {
    const fingers = new Robot({
      name: 'arm',
      links: [
        { name: 'cart', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] } },
        { name: 'hand', parent: 'cart', joint: { name: 'z', type: 'prismatic', axis: [0, 0, 1] }, shapes: arm.link('hand').shapes },
        ...['left', 'right'].map((name, k) => ({
          name,
          parent: 'hand',
          joint: { name: `${name} slide`, type: 'prismatic' as const, axis: [1, 0, 0] as const },
          // the left one is in the side of the part, the right one beside it
          shapes: [{ shape: box([0.05, 0.05, 0.05], [k === 0 ? 0.1 : 0.2, 0, -0.05]) }],
        })),
      ],
    });
    const reaching = new Scene({ robots: [fingers], obstacles: [], bodies: scene.bodies, self: true });
    const way = fingers.path([WAY[1], WAY[2], WAY[3]].map((values) => [...values, 0, 0]));
    const status = (touches: readonly string[]) =>
      reaching.firstContact({ arm: way, part: heldMotion([{ by: 'hand', touches }]) }, { tolerance: 1e-6 }).status;
    expect([status(['left']), status(['right']), status(['left'])]).toEqual(['free', 'overlap', 'free']);
  });

  test('a motion of somebody else holds where it says enough, and is refused elsewhere', () => {
    const path = arm.trajectory(WAY.map((positions, time) => ({ time, positions })));
    const own = {
      robot: arm,
      segments: path.segments,
      independent: false,
      times: path.times,
      load: (segment: number, joints: Float64Array) => path.load(segment, joints),
    };
    const part = heldMotion([HOLD]);
    expect(scene.firstContact({ arm: own, part }, { tolerance: 1e-6 }).status).toBe('free');
    expect(() => scene.firstContact({ arm: own, part: heldMotion([{ ...HOLD, from: { second: 1.5 } }]) })).toThrow(
      /robot 'arm' is one of your own and has other seconds than the rest/,
    );
    expect(() => scene.firstContact({ arm: own, part: heldMotion([{ by: 'hand' }]) })).toThrow(/needs configurationAt/);
  });

  test('clearance, distances, poses and stretches', () => {
    const motions = { arm: arm.path(WAY), part: heldMotion([HOLD]) };
    const { gap, exempt } = scene.clearance(motions);
    // the hand over the table when it takes the part, and over the tray
    expect(gap[1]).toBeCloseTo(0.2, 6);
    expect(exempt.map(([a, b]) => [a.link ?? a.body, b.body])).toEqual(
      [
        ['hand', 'part'],
        ['part', 'table'],
        ['part', 'tray'],
      ].map((pair) => pair),
    );
    expect(scene.bodyPoses(motions, 2.5).part.position).toEqual([1, 0, expect.closeTo(0.9, 12)]);
    expect(scene.linkPoses(motions, 2.5).arm.hand.position).toEqual([1, 0, 1]);
    expect(scene.distanceAt(motions, 2.5).distance).toBeCloseTo(0.3, 9);
    const low = { ...motions, arm: arm.path(WAY.map(([x, z], k) => (k === 2 || k === 3 ? [x, 0.55] : [x, z]))) };
    expect(scene.contactIntervals(low, { tolerance: 1e-6 }).intervals.map(({ from, to }) => [from, to])).toEqual([
      [expect.closeTo(2.425, 4), expect.closeTo(2.575, 4)],
    ]);
  });

  test.each<[string, object, RegExp]>([
    ['an unknown link', { by: 'hnd' }, /'part' held by 'hnd': no robot has such a link/],
    ['an unknown finger', { touches: ['thumb'] }, /robot 'arm' has no link 'thumb'/],
    ['a waypoint that is none', { from: 9 }, /from: the path of robot 'arm' has no waypoint 9/],
    ['a second of a path without', { from: { second: 1 } }, /from is a second, but the motions have none/],
    ['laid down before', { from: 3, to: 1 }, /is laid down before it was taken/],
    ['onto nothing known', { onto: ['try'] }, /onto names 'try', which is nothing it could be laid onto/],
    ['a misspelt key', { til: 3 }, /til/],
    ['half a waypoint', { from: 1.5 }, /must be the number of a waypoint or \{ second \}, got 1\.5/],
  ])('%s is refused', (_, hold, says) => {
    expect(() => ask(WAY, hold)).toThrow(InputError);
    expect(() => ask(WAY, hold)).toThrow(says);
  });

  test('what is no body of the scene cannot be held', () => {
    expect(() => scene.firstContact({ arm: arm.path(WAY), table: heldMotion([HOLD]) })).toThrow(
      /'table' cannot be held; list what robots take under bodies/,
    );
  });
});

describe('arrive and leave without holding', () => {
  // two surfaces in one place share a tree: they are told apart where one is named
  const sheet = (name: string, z: number) => new TriangleMesh([-1, -1, z, 1, -1, z, 0, 1, z], [0, 1, 2], { name });
  const plates = new Scene({
    bodies: [{ name: 'tool', shape: box(0.2) }],
    obstacles: [{ shape: sheet('low', 0) }, { shape: sheet('aside', -3) }, { shape: sheet('high', 5) }],
  });
  const down = { tool: rigidMotion({ position: [0, 0, 1] }, { position: [0, 0, 0.1] }) };

  test('the named pair only', () => {
    expect(plates.firstContact(down).status).toBe('contact');
    expect(plates.firstContact(down, { arrive: [['tool', 'aside']] }).status).toBe('contact');
    expect(plates.firstContact(down, { arrive: [['tool', 'low']] })).toMatchObject({
      status: 'free',
      arrivals: [{ time: expect.closeTo(1, 4) }],
    });
    expect(plates.firstContact(down, { arrive: [['tool', 'high']] })).toMatchObject({ status: 'contact', arrivals: [{ time: null }] });
  });

  test('a pair in contact all along has not arrived: overlap, or not judged where it may leave', () => {
    const along = { tool: rigidMotion({ position: [0, 0, 0.1] }, { position: [0.1, 0, 0.1] }) };
    expect(plates.firstContact(along, { arrive: [['tool', 'low']] })).toMatchObject({ status: 'overlap', arrivals: [{ time: null }] });
    const both = plates.firstContact(along, { arrive: [['tool', 'low']], leave: [['tool', 'low']] });
    expect(both).toMatchObject({ status: 'free', initial: [{ left: null }] });
  });

  test('leaving', () => {
    const up = { tool: rigidMotion({ position: [0, 0, 0.1] }, { position: [0, 0, 1] }) };
    expect(plates.firstContact(up).status).toBe('overlap');
    expect(plates.firstContact(up, { leave: [['tool', 'high']] }).status).toBe('overlap');
    expect(plates.firstContact(up, { leave: [['tool', 'low']] })).toMatchObject({
      status: 'free',
      initial: [{ left: expect.closeTo(0, 4) }],
    });
    const toHigh = { tool: rigidMotion({ position: [0, 0, 0.1] }, { position: [0, 0, 5] }) };
    expect(plates.firstContact(toHigh, { leave: [['tool', 'low']] })).toMatchObject({
      status: 'contact',
      time: expect.closeTo(4.8 / 4.9, 4),
    });
    expect(plates.firstContact(toHigh, { leave: [['tool', 'low']], arrive: [['tool', 'high']] }).status).toBe('free');
  });

  test.each([
    [{ arrive: [['tool', 'lo']] }, /arrive: 'lo' is no link, body or obstacle/],
    [{ leave: [['tool']] }, /leave: must be a list of pairs of names/],
    [{ arrive: 'tool' }, /arrive: must be a list of pairs of names, got 'tool'/],
    [{ arive: [] }, /arive/],
  ])('%j is refused', (options, says) => {
    expect(() => plates.firstContact(down, options as never)).toThrow(InputError);
    expect(() => plates.firstContact(down, options as never)).toThrow(says);
  });
});
