import { describe, expect, test } from 'vitest';
import { distance } from '../../../src/contact/placed-query.ts';
import type { Pose, Quat, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { DragLoop } from '../../../src/scene/drag/drag-loop.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { add, norm, times, turned } from '../../support/brute-force.ts';
import { rounds } from '../../support/rounds.ts';
import { randomSoup } from '../random-pairs.ts';

// A room of thin walls, edge 4 about the origin: whatever is dragged in it must stay in it, at its distance, and always find back.

const KEEP = 0.01;
const INSIDE = 2;
const WALLS = [0, 1, 2].flatMap((axis) =>
  [-1, 1].map((side) => {
    const size = [4.2, 4.2, 4.2];
    size[axis] = 0.02;
    const position: [number, number, number] = [0, 0, 0];
    position[axis] = side * (INSIDE + 0.01);
    return { name: `wall ${axis} ${side}`, shape: box(size as unknown as Vec3), pose: { position } };
  }),
);

/** The least distance of a body from obstacles, by the distance of two bodies. */
function least(shape: TriangleMesh, pose: Pose, others: readonly { readonly shape: TriangleMesh; readonly pose?: Pose }[]): number {
  return Math.min(...others.map((other) => distance({ shape, pose }, other, { cutoff: 2 * KEEP }).distance));
}

/** The largest coordinate of a corner. */
function farthest({ positions }: TriangleMesh, { position, quaternion }: { readonly position: Vec3; readonly quaternion: Quat }): number {
  const corners = Array.from({ length: positions.length / 3 }, (_, i) => positions.slice(3 * i, 3 * i + 3) as unknown as Vec3);
  return Math.max(...corners.flatMap((corner) => add(turned(quaternion, corner), position).map(Math.abs)));
}

const POSE = (place: unknown): { position: Vec3; quaternion: Quat } => place as never;

describe('a body in a room', () => {
  const SHAPES: readonly (readonly [string, (random: Random) => TriangleMesh])[] = [
    ['a soup', (random) => randomSoup(random, 'body', { most: 8 })],
    ['a box', () => box([0.6, 0.4, 0.2])],
    ['a ball', () => sphere(0.3)],
  ];
  test.each(SHAPES)("%s: never through, never nearer than promised, never stuck (seed 'dragged')", (_, shapeOf) => {
    const random = new Random('dragged');
    const shape = shapeOf(random);
    const drag = new DragLoop(new Scene({ bodies: [{ name: 'body', shape }], obstacles: WALLS }), {}, { keep: KEEP });
    let contacts = 0;
    let slid = 0;
    for (let step = 0; step < rounds(100); step++) {
      const before = POSE(drag.places.body);
      const home = step % 10 === 9;
      const target = home
        ? { position: [0, 0, 0] as Vec3, quaternion: before.quaternion }
        : { position: add(before.position, times(random.direction(), random.range(0, 3))), quaternion: random.quaternion() };
      const { status, places, slides } = drag.move({ body: target });
      const now = POSE(places.body);
      expect(least(shape, now, WALLS), `step ${step}`).toBeGreaterThanOrEqual(KEEP - 1e-9);
      expect(farthest(shape, now), `step ${step}`).toBeLessThan(INSIDE);
      if (home) expect([status, norm(now.position)], `step ${step}`).toEqual(['free', 0]);
      contacts += status === 'contact' ? 1 : 0;
      slid += slides;
    }
    expect(contacts).toBeGreaterThan(rounds(100) / 10);
    expect(slid).toBeGreaterThan(contacts / 2);
  });

  test('pushed a hundred times against a wall: stands, tells it every time, and goes back at once', () => {
    const drag = new DragLoop(
      new Scene({ bodies: [{ name: 'body', shape: box(0.4) }], obstacles: WALLS }),
      {},
      { keep: KEEP, slide: false },
    );
    const places: number[] = [];
    for (let push = 0; push < 100; push++) {
      const { position } = POSE(drag.places.body);
      const { status, hit } = drag.move({ body: { position: add(position, [0.5, 0, 0]) } });
      if (position[0] + 0.5 > 1.78) {
        expect(status).toBe('contact');
        expect(hit?.pair?.map(({ body }) => body)).toEqual(['body', 'wall 0 1']);
      }
      places.push(POSE(drag.places.body).position[0]);
    }
    // 2 less half an edge less the distance kept
    expect(places[99]).toBeCloseTo(1.79, 5);
    expect(places[99] - places[10]).toBeLessThan(1e-6);
    expect(drag.move({ body: { position: [1.7, 0, 0] } }).status).toBe('free');
  });

  test('slides along the wall, into the corner, and along the edge of two walls', () => {
    const scene = new Scene({ bodies: [{ name: 'body', shape: box(0.4) }], obstacles: WALLS });
    const drag = new DragLoop(scene, {}, { keep: KEEP });
    drag.move({ body: { position: [3, 0.5, 0] } });
    expect(POSE(drag.places.body).position).toEqual([expect.closeTo(1.79, 3), expect.closeTo(0.5, 3), expect.closeTo(0, 3)]);
    drag.move({ body: { position: [3, 3, 0.7] } });
    expect(POSE(drag.places.body).position).toEqual([expect.closeTo(1.79, 3), expect.closeTo(1.79, 3), expect.closeTo(0.7, 2)]);
  });
});

describe('what starts too near', () => {
  const wall = (gap: number) =>
    new Scene({
      bodies: [{ name: 'body', shape: box(1) }],
      obstacles: [{ name: 'wall', shape: box([1, 4, 4]), pose: { position: [1 + gap, 0, 0] } }],
    });

  test.each([0, 1e-4, 4e-4, 6e-4, 8e-4])('%d from a wall: never through it, along it or away', (gap) => {
    const drag = new DragLoop(wall(gap), {}, { keep: 1e-3 });
    expect(drag.move({ body: { position: [2.5, 0, 0] } }).status).toBe('contact');
    expect(POSE(drag.places.body).position[0]).toBeLessThanOrEqual(gap);
    if (gap > 0) {
      drag.move({ body: { position: [0, 1, 0] } });
      expect(POSE(drag.places.body).position[1]).toBeCloseTo(1, 3);
    }
    expect(drag.move({ body: { position: [-1, 0, 0] } }).status).toBe('free');
  });

  test('a target deep below the floor, in a corner: it stands still there', () => {
    const corner = new Scene({
      bodies: [{ name: 'body', shape: box(0.1) }],
      obstacles: [
        { name: 'floor', shape: box([4, 1, 0.1], [0, 0, -0.05]) },
        { name: 'wall', shape: box([0.1, 1, 1], [1, 0, 0.5]) },
      ],
    });
    const drag = new DragLoop(corner, { body: { position: [0, 0, 0.5] } }, { keep: 1e-3 });
    const xs = Array.from({ length: 6 }, () => POSE(drag.move({ body: { position: [2, 0, -1] } }).places.body).position[0]);
    for (const x of xs.slice(1)) expect(x).toBeGreaterThan(xs[0] - 1e-9);
  });
});

describe('a robot among posts', () => {
  const arm = new Robot({
    name: 'arm',
    links: ['a', 'b', 'c'].map((name, i) => ({
      name,
      ...(i === 0 ? {} : { parent: 'abc'[i - 1] }),
      joint: {
        name: `j${i}`,
        type: 'revolute',
        axis: i === 1 ? [0, 1, 0] : [0, 0, 1],
        origin: { position: i === 0 ? [0, 0, 0.5] : [0.6, 0, 0] },
      },
      shapes: [{ shape: box([0.5, 0.08, 0.08], [0.3, 0, 0], name) }],
    })),
  });
  const posts = [0, 1, 2, 3].map((k) => ({
    name: `post ${k}`,
    shape: box([0.1, 0.1, 2]),
    pose: { position: [Math.cos(1.57 * k + 0.6), Math.sin(1.57 * k + 0.6), 0.9] as Vec3 },
  }));
  const scene = new Scene({ robots: [arm], obstacles: posts, self: false });

  test("jogged at random: never through, never nearer than promised, back where it came from (seed 'jogged')", () => {
    const random = new Random('jogged');
    const drag = new DragLoop(scene, { arm: [0, 0, 0] }, { keep: KEEP });
    let contacts = 0;
    for (let step = 0; step < rounds(60); step++) {
      const before = drag.places.arm as readonly number[];
      const { status, places, slides } = drag.move({ arm: before.map((q) => q + random.range(-0.5, 0.5)) });
      const now = places.arm as readonly number[];
      const poses = arm.linkPoses([...now]);
      for (const { name, shapes } of arm.links)
        for (const { shape } of shapes) expect(least(shape, poses[name], posts), `step ${step}`).toBeGreaterThanOrEqual(KEEP - 1e-9);
      contacts += status === 'contact' ? 1 : 0;
      // straight there means straight back
      const between = Array.from({ length: 60 }, (_, k) => before.map((q, i) => q + (k / 59) * (now[i] - q)));
      const passed = Math.min(...between.map((q) => scene.distanceAt({ arm: q }, 0, { cutoff: 2 * KEEP }).distance));
      if (slides === 0 && passed > 0.8 * KEEP) {
        const back = drag.move({ arm: [...before] });
        // where it stood at a post it is told so again
        const off = Math.max(...(back.places.arm as readonly number[]).map((q, i) => Math.abs(q - before[i])));
        expect(off, `step ${step}`).toBeLessThan(1e-6);
        if (scene.distanceAt({ arm: [...before] }, 0).distance > 1.01 * KEEP) expect(back.status, `step ${step}`).toBe('free');
        drag.place({ arm: [...now] });
      }
    }
    expect(contacts).toBeGreaterThan(rounds(60) / 20);
  });
});
