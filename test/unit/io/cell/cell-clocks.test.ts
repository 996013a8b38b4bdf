import { describe, expect, test } from 'vitest';
import { readCellMotions } from '../../../../src/io/cell/cell-motions.ts';
import { readCell } from '../../../../src/io/cell/read-cell.ts';
import type { Files } from '../../../../src/io/files.ts';
import { Scene } from '../../../../src/scene/scene.ts';

// Two carts on rails that cross at the origin, and a door that swings over the crossing.

const urdf = (axis: string) => `<robot name="cart">
  <link name="rail"/><link name="cart"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="x" type="prismatic"><parent link="rail"/><child link="cart"/><axis xyz="${axis}"/><limit lower="-9" upper="9" effort="1" velocity="9"/></joint>
</robot>`;

const ROBOTS = [
  { urdf: 'x.urdf', name: 'left' },
  { urdf: 'y.urdf', name: 'right' },
];
const FILES: Readonly<Record<string, string>> = {
  'x.urdf': urdf('1 0 0'),
  'y.urdf': urdf('0 1 0'),
  'left.csv': 'time, x\n0, -2\n1, -2\n4, 2\n5, 2\n',
  'right.csv': 'time, x\n0, -2\n2, -2\n4, 2\n',
  'untimed.csv': 'x\n-2\n2\n',
};

async function read(cell: object, texts: Readonly<Record<string, string>> = {}, path?: string) {
  const all: Readonly<Record<string, string>> = {
    ...FILES,
    ...texts,
    'cell.json': JSON.stringify({ format: 'inbetween-cell/1', ...cell }, null, 1),
  };
  const files: Files = {
    read: async (name) => {
      if (!Object.hasOwn(all, name)) throw new Error(`${name}: no such file`);
      return new TextEncoder().encode(all[name]);
    },
  };
  const loaded = await readCell(files, 'cell.json');
  const { motions, warnings } = await readCellMotions(files, loaded, path);
  const { robots, obstacles, bodies, allowed, self } = loaded;
  return { scene: new Scene({ robots, obstacles, bodies, allowed, self }), motions, warnings };
}

const robotsWith = (left: object, right: object) => [
  { ...ROBOTS[0], ...left },
  { ...ROBOTS[1], ...right },
];

describe('a path file for each robot', () => {
  test('is read by its own seconds', async () => {
    const { scene, motions } = await read({ robots: robotsWith({ path: 'left.csv' }, { path: 'right.csv' }) });
    const hit = scene.firstContact(motions);
    // |4 (s − 2.5) / 3| ≤ 1 and |2 (s − 3)| ≤ 1
    expect([hit.status, hit.seconds]).toEqual(['contact', expect.closeTo(2.5, 4)]);
    expect(hit.ownTimes).toEqual({ left: expect.closeTo(1.5, 4), right: expect.closeTo(1.25, 4) });
  });

  test('may begin later', async () => {
    const { scene, motions } = await read({ robots: robotsWith({ path: 'left.csv' }, { path: 'right.csv', startsAt: 2 }) });
    expect(scene.firstContact(motions).status).toBe('free');
    expect(scene.clock(motions).seconds).toEqual([0, 1, 2, 4, 5, 6]);
  });

  test('a robot without one stands at its start', async () => {
    const { scene, motions } = await read({ robots: robotsWith({ path: 'left.csv' }, { start: { x: 0 } }) });
    expect(scene.firstContact(motions).seconds).toBeCloseTo(1.75, 4);
    const without = await read({ robots: robotsWith({ path: 'untimed.csv' }, { start: { x: 0 } }) });
    expect(without.scene.firstContact(without.motions).time).toBeCloseTo(0.25, 4);
  });

  test('a file given instead counts for all', async () => {
    const path = 'time, left/x, right/x\n0, -2, 5\n1, 2, 5\n';
    const { scene, motions } = await read(
      { robots: robotsWith({ path: 'left.csv' }, { path: 'right.csv' }) },
      { 'both.csv': path },
      'both.csv',
    );
    expect(scene.firstContact(motions).status).toBe('free');
    expect(scene.clock(motions).segments).toBe(1);
  });
});

const trajectory = (joint: string, points: readonly (readonly [number, number])[]) => ({
  joint_trajectory: { joint_names: [joint], points: points.map(([time, x]) => ({ positions: [x], time_from_start: time })) },
});

describe('a DisplayTrajectory of several', () => {
  const points = [
    [0, -2],
    [1, -2],
    [4, 2],
  ] as const;
  const later = [
    [0, -2],
    [2, -2],
    [4, 2],
  ] as const;

  test('of two robots: they begin together', async () => {
    const text = JSON.stringify({ trajectory: [trajectory('left/x', points), trajectory('right/x', later)] });
    const { scene, motions, warnings } = await read({ robots: ROBOTS, path: 'both.json' }, { 'both.json': text });
    expect(scene.firstContact(motions).seconds).toBeCloseTo(2.5, 4);
    expect(warnings).toEqual(['both.json: holds 2 trajectories of different joints; they are taken to begin together']);
  });

  test('of the same joints: one after the other', async () => {
    const back = [
      [0, 2],
      [3, -2],
    ] as const;
    const text = JSON.stringify({ trajectory: [trajectory('left/x', points), trajectory('left/x', back)] });
    const { scene, motions } = await read({ robots: ROBOTS, path: 'both.json' }, { 'both.json': text });
    expect(scene.clock(motions).seconds).toEqual([0, 1, 4, 7]);
    const { left } = scene.linkPoses(motions, 2.5);
    expect(left.cart.position[0]).toBeCloseTo(0, 12);
  });

  test.each<[string, object[], RegExp]>([
    [
      'that jump',
      [
        trajectory('left/x', points),
        trajectory('left/x', [
          [0, 1],
          [1, 0],
        ]),
      ],
      /^both\.json, line 1: .*'left\/x' jumps at line 1/,
    ],
    [
      'of which one has no times',
      [trajectory('left/x', points), { joint_trajectory: { joint_names: ['right/x'], points: [{ positions: [0] }, { positions: [1] }] } }],
      /one has no times .* no common clock/,
    ],
  ])('%s are refused', async (_, trajectories, says) => {
    const text = JSON.stringify({ trajectory: trajectories });
    await expect(read({ robots: ROBOTS, path: 'both.json' }, { 'both.json': text })).rejects.toThrow(says);
  });
});

describe('what moves by the clock', () => {
  const door = {
    name: 'door',
    box: [1, 1, 1],
    trajectory: [
      { time: 0, pose: { position: [0, 0, 3] } },
      { time: 2, pose: { position: [0, 0, 3] } },
      { time: 3, pose: { position: [0, 0, 0] } },
    ],
  };

  test('is judged with the robots, by the same seconds', async () => {
    const { scene, motions } = await read({ robots: robotsWith({ path: 'left.csv' }, { start: { x: 5 } }), bodies: [door] });
    // 3 − 3 (s − 2) ≤ 1 at s = 8/3, when the cart is at 2/9
    const hit = scene.firstContact(motions);
    expect([hit.status, hit.seconds]).toEqual(['contact', expect.closeTo(8 / 3, 4)]);
    expect(hit.pair?.map(({ body }) => body).sort()).toEqual(['door', 'left']);
    const allowed = await read({
      robots: robotsWith({ path: 'left.csv' }, { start: { x: 5 } }),
      bodies: [door],
      allow: [['left/cart', 'door']],
    });
    expect(allowed.scene.firstContact(allowed.motions).status).toBe('free');
  });

  test('needs paths with seconds', async () => {
    const { scene, motions } = await read({ robots: robotsWith({ path: 'untimed.csv' }, {}), bodies: [door] });
    expect(() => scene.firstContact(motions)).toThrow(
      /'door' moves by seconds, but the motion of 'left' has none; .* in a path file by a time/,
    );
  });
});

describe('broken', () => {
  test.each<[string, object, RegExp]>([
    [
      'a path for all and for one',
      { robots: robotsWith({ path: 'left.csv' }, {}), path: 'both.csv' },
      /^cell\.json, line \d+: robots\[0\]\.path is given, and the cell has a path for all robots too/,
    ],
    [
      'startsAt without a path',
      { robots: robotsWith({ startsAt: 1 }, {}) },
      /^cell\.json, line \d+: robots\[0\]\.startsAt is for a robot with a path of its own/,
    ],
    [
      'startsAt of a path without times',
      { robots: robotsWith({ path: 'untimed.csv', startsAt: 1 }, {}) },
      /^untimed\.csv: has no times, but the cell lets it begin at 1 s/,
    ],
    [
      'a misspelt key of a body',
      { robots: ROBOTS, bodies: [{ name: 'a', box: [1, 1, 1], trajectorie: [] }] },
      /^cell\.json, line \d+: body 'a'.*trajectorie/,
    ],
    [
      'one point',
      { robots: ROBOTS, bodies: [{ name: 'a', box: [1, 1, 1], trajectory: [{ time: 0, pose: {} }] }] },
      /at least two points; what stands is an obstacle/,
    ],
    [
      'seconds that do not increase',
      {
        robots: ROBOTS,
        bodies: [
          {
            name: 'a',
            box: [1, 1, 1],
            trajectory: [
              { time: 1, pose: {} },
              { time: 1, pose: {} },
            ],
          },
        ],
      },
      /trajectory\[1\]\.time is not later than the one before it/,
    ],
    [
      'a name twice',
      { robots: ROBOTS, obstacles: [{ name: 'a', box: [1, 1, 1] }], bodies: [{ name: 'a', box: [1, 1, 1], trajectory: [] }] },
      /is 'a', which something else is called too/,
    ],
  ])('%s', async (_, cell, says) => {
    await expect(read(cell)).rejects.toThrow(says);
  });
});
