import { describe, expect, test } from 'vitest';
import { pushCrates } from '../../../bench/dragging/crates.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { DragLoop, type DragStep } from '../../../src/scene/drag/drag-loop.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { rounds } from '../../support/rounds.ts';

const KEEP = 1e-3;
const placeOf = ({ places }: DragStep, name: string): { position: Vec3; quaternion: Quat } => places[name] as never;
const named = ({ resting }: DragStep): string[] => resting.map(({ a, b }) => [a.link ?? a.body, b.link ?? b.body].sort().join(' '));

describe('crates that rest on floors and in corners', () => {
  test("pushed at random, none sinks by more than a rounding, and all but few get somewhere (seed 'sample')", () => {
    const { pushes, sunk, tooNear, untold, stayed, rested } = pushCrates(rounds(200), 'sample');
    expect({ sunk: sunk <= 1, tooNear, untold }).toEqual({ sunk: true, tooNear: 0, untold: 0 });
    expect(stayed).toBeLessThan(pushes / 8);
    expect(rested).toBeGreaterThan(pushes / 8);
  });

  const floor = { name: 'floor', shape: box([20, 20, 0.2], [0, 0, -0.1]) };
  test.each([0, 1e-3])('%d deep in the floor: sideways, turned about, up; not down, and told why', (deep) => {
    const scene = new Scene({ bodies: [{ name: 'crate', shape: box(1), pose: { position: [0, 0, 0.5 - deep] } }], obstacles: [floor] });
    const drag = new DragLoop(scene, {}, { keep: KEEP });
    const along = drag.move({ crate: { position: [2, 1, 0.5 - deep], quaternion: [0, 0, Math.sin(0.4), Math.cos(0.4)] } });
    expect([along.status, along.hit, named(along)]).toEqual(['free', null, ['crate floor']]);
    const down = drag.move({ crate: { position: [1, 1, -1], quaternion: placeOf(along, 'crate').quaternion } });
    expect([down.status, down.hit?.pair?.map(({ body }) => body), down.resting.map(({ stays }) => stays)]).toEqual([
      'contact',
      ['crate', 'floor'],
      [true],
    ]);
    expect(placeOf(down, 'crate').position).toEqual([expect.closeTo(1, 9), expect.closeTo(1, 9), expect.closeTo(0.5 - deep, 13)]);
    const up = drag.move({ crate: { position: [0, 0, 2] } });
    expect([up.status, placeOf(up, 'crate').position]).toEqual(['free', [0, 0, 2]]);
    expect(named(drag.move({ crate: { position: [1, 0, 2] } }))).toEqual([]);
  });

  test('all else keeps its distance: a wall that stands on the floor, and shares a tree with it', () => {
    // surfaces in one frame are one body of the scene until they are named
    const surface = (name: string, { positions, indices }: TriangleMesh) => ({
      name,
      shape: new TriangleMesh(positions, indices, { name }),
    });
    const obstacles = [surface('floor', floor.shape), surface('wall', box([0.2, 20, 2], [3, 0, 1]))];
    const scene = new Scene({
      bodies: [{ name: 'crate', shape: box(1), pose: { position: [0, 0, 0.5] } }],
      obstacles,
    });
    const drag = new DragLoop(scene, {}, { keep: KEEP });
    const step = drag.move({ crate: { position: [6, 1, 0.5] } });
    expect([step.status, step.hit?.pair?.map(({ body }) => body), named(step)]).toEqual(['contact', ['crate', 'wall'], ['crate floor']]);
    expect(placeOf(step, 'crate').position[0]).toBeCloseTo(3 - 0.1 - 0.5 - KEEP, 5);
    expect(placeOf(step, 'crate').position[0]).toBeLessThan(3 - 0.1 - 0.5 - KEEP);
  });

  test('a ball, and a crate on a crate that is pulled away below it', () => {
    const scene = new Scene({
      bodies: [
        { name: 'ball', shape: sphere(0.5), pose: { position: [5, 0, 0.5] } },
        { name: 'low', shape: box(1), pose: { position: [0, 0, 0.5] } },
        { name: 'high', shape: box(1), pose: { position: [0, 0, 1.5] } },
      ],
      obstacles: [floor],
    });
    const drag = new DragLoop(scene, {}, { keep: KEEP });
    const ball = drag.move({ ball: { position: [6, 1, 0.5] } });
    expect([ball.status, named(ball).sort()]).toEqual(['free', ['ball floor', 'floor low', 'high low']]);
    expect(drag.move({ low: { position: [2.5, 0, 0.5] } }).status).toBe('free');
    // it does not come back below what hangs there now, at no distance from it
    const under = drag.move({ low: { position: [0, 0, 0.5] } });
    expect([under.status, under.hit?.pair?.map(({ body }) => body).sort()]).toEqual(['contact', ['high', 'low']]);
    expect(placeOf(under, 'low').position[0]).toBeGreaterThan(1);
  });
});

describe('what is not convex', () => {
  /** A tray: a floor and four walls in one mesh. */
  const parts = [
    box([4, 4, 0.2], [0, 0, -0.1]),
    ...[-1, 1].flatMap((side) => [box([0.2, 4, 1], [2.1 * side, 0, 0.5]), box([4, 0.2, 1], [0, 2.1 * side, 0.5])]),
  ];
  let first = 0;
  const indices = parts.flatMap((part) => {
    const own = Array.from(part.indices, (v) => first + v);
    first += part.vertexCount;
    return own;
  });
  const tray = new TriangleMesh(
    parts.flatMap((part) => [...part.positions]),
    indices,
    { name: 'tray' },
  );

  test('a crate that lies in a tray never leaves it through its walls; up is free, along it stays and is told', () => {
    const scene = new Scene({
      bodies: [{ name: 'crate', shape: box(1), pose: { position: [0, 0, 0.5] } }],
      obstacles: [{ name: 'tray', shape: tray }],
    });
    const drag = new DragLoop(scene, {}, { keep: KEEP });
    const along = drag.move({ crate: { position: [6, 0, 0.5] } });
    expect([along.status, along.hit?.pair?.map(({ body }) => body), along.resting[0].stays]).toEqual(['contact', ['crate', 'tray'], true]);
    expect(placeOf(along, 'crate').position).toEqual([0, 0, 0.5]);
    expect(drag.move({ crate: { position: [0, 0, 0.6] } }).status).toBe('free');
    drag.move({ crate: { position: [6, 0, 0.6] } });
    expect((drag.places.crate as { position: Vec3 }).position[0]).toBeCloseTo(2 - 0.5 - KEEP, 5);
  });

  test("pushed at random in the tray it stays in it (seed 'tray')", () => {
    const random = new Random('tray');
    const scene = new Scene({
      bodies: [{ name: 'crate', shape: box(1), pose: { position: [0, 0, 0.5] } }],
      obstacles: [{ name: 'tray', shape: tray }],
    });
    for (let round = 0; round < rounds(6); round++) {
      const drag = new DragLoop(scene, { crate: { position: [random.pick([0, 1.5]), random.pick([0, -1.5]), 0.5] } }, { keep: KEEP });
      for (let k = 0; k < 8; k++) {
        const { position } = drag.places.crate as { position: Vec3 };
        const [x, y, z] = random.direction();
        drag.move({ crate: { position: [position[0] + 2 * x, position[1] + 2 * y, Math.min(0.8, position[2] + 0.4 * z)] } });
        const now = (drag.places.crate as { position: Vec3 }).position;
        expect(Math.max(Math.abs(now[0]), Math.abs(now[1]))).toBeLessThanOrEqual(1.5 + 1e-12);
        expect(now[2]).toBeGreaterThanOrEqual(0.5 - 1e-12);
      }
    }
  });
});

describe('links that touch where a robot starts', () => {
  const finger = (name: string, side: number) => ({
    name,
    parent: 'arm',
    joint: {
      name: `${name} slides`,
      type: 'prismatic' as const,
      axis: [0, side, 0] as Vec3,
      origin: { position: [0.5, 0, 0] as Vec3 },
      limits: { lower: 0, upper: 0.04 },
    },
    shapes: [{ shape: box([0.1, 0.02, 0.02], [0.05, 0.01 * side, 0], name) }],
  });
  const gripper = new Robot({
    name: 'gripper',
    links: [
      { name: 'base', shapes: [{ shape: box(0.1) }] },
      {
        name: 'arm',
        parent: 'base',
        joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1], origin: { position: [0, 0, 0.2] } },
        shapes: [{ shape: box([0.4, 0.04, 0.04], [0.25, 0, 0]) }],
      },
      finger('left', 1),
      finger('right', -1),
    ],
    allowed: [
      { a: 'arm', b: 'left' },
      { a: 'arm', b: 'right' },
    ],
  });
  const wall = { name: 'wall', shape: box([0.1, 0.1, 1], [0, 0.5, 0.2]) };

  test('it is jogged all the same, they are named, open, and everything else stops it', () => {
    const drag = new DragLoop(new Scene({ robots: [gripper], obstacles: [wall] }), { gripper: [0, 0, 0] }, { keep: KEEP });
    const turned = drag.move({ gripper: { turn: 0.6 } });
    expect([turned.status, named(turned), turned.resting[0].stays]).toEqual(['free', ['left right'], false]);
    const blocked = drag.move({ gripper: { turn: 2.5 } });
    expect([blocked.status, blocked.hit?.pair?.some(({ body }) => body === 'wall')]).toEqual(['contact', true]);
    drag.move({ gripper: { turn: 0 } });
    const opened = drag.move({ gripper: { turn: 0.2, 'left slides': 0.03 } });
    expect([opened.status, drag.places.gripper]).toEqual(['free', [0.2, 0.03, 0]]);
    expect(named(drag.move({ gripper: { turn: 0.3 } }))).toEqual([]);
    // and not through each other
    const closed = drag.move({ gripper: { 'left slides': -0.5, 'right slides': -0.5 } });
    expect((closed.places.gripper as readonly number[]).slice(1).every((x) => x >= 0)).toBe(true);
  });

  test('two that are a millimetre in each other come no deeper', () => {
    const deep = new Robot({
      name: 'gripper',
      links: gripper.links.map(({ name, parent, joint, shapes }) => ({
        name,
        ...(parent < 0 ? {} : { parent: gripper.links[parent].name }),
        joint: {
          name: joint.name,
          type: joint.type,
          axis: joint.axis,
          origin: { position: joint.position },
          ...(joint.type === 'prismatic' ? { limits: { lower: -0.02, upper: 0.04 } } : {}),
        },
        shapes,
      })),
      allowed: gripper.allowed.list(),
    });
    const drag = new DragLoop(new Scene({ robots: [deep] }), { gripper: [0, -5e-4, -5e-4] }, { keep: KEEP });
    const step = drag.move({ gripper: [1, -0.01, -0.01] });
    const [, left, right] = step.places.gripper as readonly number[];
    expect([step.status, step.resting[0].stays]).toEqual(['contact', true]);
    expect(left + right).toBeGreaterThanOrEqual(-1e-3 - 1e-14);
    expect(drag.move({ gripper: [1, 0.01, 0.01] }).status).toBe('free');
  });
});

describe('a robot beside a body, or another robot, that it touches', () => {
  /** A beam that slides along x, or anywhere in the plane, and turns about z. */
  const arm = (name: string, position: Vec3, type: 'prismatic' | 'planar' = 'prismatic') =>
    new Robot({
      name,
      base: { position },
      links: [
        { name: 'base' },
        { name: 'cart', parent: 'base', joint: { name: 'x', type, axis: type === 'planar' ? [0, 0, 1] : [1, 0, 0] } },
        {
          name: 'beam',
          parent: 'cart',
          joint: { name: 'q', type: 'revolute', axis: [0, 0, 1] },
          shapes: [{ shape: box([0.6, 0.1, 0.1], [0.3, 0, 0]) }],
        },
      ],
    });
  const crateAt = (z: number) => ({ name: 'crate', shape: box(0.2), pose: { position: [0.4, 0, z] as Vec3 } });

  test.each([0, 1e-3])('a crate on an arm that stands, %d deep in it, is pushed along it and lifted, not led into it', (deep) => {
    const [z, scene] = [0.15 - deep, new Scene({ robots: [arm('arm', [0, 0, 0])], bodies: [crateAt(0.15 - deep)] })];
    const drag = new DragLoop(scene, { arm: [0, 0] }, { keep: KEEP });
    expect(drag.move({ crate: { position: [0.2, 0.05, z] } }).status).toBe('free');
    const down = drag.move({ crate: { position: [0.2, 0.05, 0] } });
    expect([down.status, down.resting[0].stays]).toEqual(['contact', true]);
    expect(placeOf(down, 'crate').position[2]).toBeCloseTo(z, 12);
    expect(drag.move({ crate: { position: [0.2, 0.05, 0.3] } }).status).toBe('free');
  });

  test.each(['prismatic', 'planar'] as const)('an arm on a %s joint turns and slides below a crate', (type) => {
    const scene = new Scene({ robots: [arm('arm', [0, 0, 0], type)], bodies: [crateAt(0.15)] });
    const rest = type === 'planar' ? [0, 0] : [];
    const drag = new DragLoop(scene, { arm: [0, ...rest, 0] }, { keep: KEEP });
    const turned = drag.move({ arm: [-0.05, ...rest.map((x) => x + 0.02), 0.2] });
    expect([turned.status, named(turned)]).toEqual(['free', ['beam crate']]);
  });

  test('two robots whose tips are in each other part, both at once, and come no deeper', () => {
    const scene = new Scene({ robots: [arm('a', [0, 0, 0]), arm('b', [1.1, 0, 0])] });
    const drag = new DragLoop(scene, { a: [0, 0], b: [0, Math.PI] }, { keep: KEEP });
    const closer = drag.move({ a: [0.2, 0], b: [-0.2, Math.PI] });
    const gone = (closer.places.a as readonly number[])[0] - (closer.places.b as readonly number[])[0];
    expect([closer.status, closer.resting[0].stays]).toEqual(['contact', true]);
    expect(gone).toBeLessThan(1e-10);
    expect(drag.move({ a: [-0.2, 0.1], b: [0.1, Math.PI - 0.1] }).status).toBe('free');
  });
});
