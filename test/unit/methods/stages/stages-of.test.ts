import { describe, expect, test } from 'vitest';
import { robotScenes } from '../../../../scenes/robots/robot-scenes.ts';
import { pointTriangleDistance } from '../../../../src/geometry/point-triangle.ts';
import {
  box,
  heldMotion,
  InputError,
  type LinkPose,
  type PairSide,
  Random,
  Robot,
  rigidMotion,
  Scene,
  type SceneMotions,
  sphere,
  TriangleMesh,
} from '../../../../src/index.ts';
import { rotate } from '../../../../src/math/quat.ts';
import { interval, type SceneStages, stagesOf } from '../../../../src/methods/index.ts';
import { linkBodies } from '../../../../src/scene/content/link-bodies.ts';

const joint = { type: 'revolute', axis: [0, 0, 1], limits: { lower: -4, upper: 4 } } as const;
const beam = box([0.5, 0.06, 0.06], [0.25, 0, 0], 'beam');

/** Three beams in a row that turn about z, y and z, the last one thick. */
function arm(): Robot {
  return new Robot({
    name: 'arm',
    links: [
      { name: 'one', joint, shapes: [{ shape: beam }] },
      { name: 'two', parent: 'one', joint: { ...joint, axis: [0, 1, 0], origin: { position: [0.5, 0, 0] } }, shapes: [{ shape: beam }] },
      {
        name: 'three',
        parent: 'two',
        joint: { ...joint, origin: { position: [0.5, 0, 0] } },
        shapes: [{ shape: sphere(0.1, [0.2, 0, 0]) }],
      },
    ],
  });
}

interface Asked {
  readonly scene: Scene;
  readonly motions: SceneMotions;
}

/** An arm among blocks, and a crate that flies: some of it touches, most does not. */
function randomCell(seed: number): Asked {
  const random = new Random(seed);
  const between = (low: number, high: number) => low + (high - low) * random.next();
  const place = () => [between(-1.4, 1.4), between(-1.4, 1.4), between(-1, 1)] as const;
  const robot = arm();
  const way = Array.from({ length: 4 }, () => [between(-2, 2), between(-1.5, 1.5), between(-2, 2)]);
  const obstacles = Array.from({ length: 12 }, (_, i) => ({ name: `block ${i}`, shape: box(0.15), pose: { position: place() } }));
  const places = [0, 1, 2, 3].map(() => ({ position: place() }));
  const crate = [0, 1, 2].map((k) => rigidMotion(places[k], places[k + 1]));
  // where the elbow is at first
  obstacles.push({ name: 'holder', shape: box(0.15), pose: robot.linkPoses(way[0]).two });
  const allowed = [['one', 'holder'] as const, ['two', 'holder'] as const];
  const scene = new Scene({ robots: [robot], bodies: [{ name: 'crate', shape: box(0.2) }], obstacles, allowed });
  return { scene, motions: { arm: robot.path(way), crate } };
}

const nameOf = ({ body, link }: PairSide): string => (link === undefined ? body : `${body}/${link}`);
const keyOf = (a: PairSide, b: PairSide): string => [nameOf(a), nameOf(b)].sort().join(' and ');

function segmentsOf({ scene, motions }: Asked): readonly SceneStages[] {
  return Array.from({ length: scene.clock(motions).segments }, (_, segment) => stagesOf(scene, motions, { segment }));
}

/** All vertices of everything that moves, by its name, at some times of a segment. */
function* movingPoints({ scene, motions }: Asked, segment: number): Generator<{ readonly name: string; readonly point: Float64Array }> {
  const placed = function* (name: string, mesh: TriangleMesh, { position, quaternion }: LinkPose) {
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const [x, y, z] = rotate(quaternion, [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]]);
      yield { name, point: Float64Array.of(x + position[0], y + position[1], z + position[2]) };
    }
  };
  for (let k = 0; k <= 12; k++) {
    const links = scene.linkPoses(motions, segment + k / 12);
    for (const robot of scene.robots)
      for (const { link, mesh } of linkBodies(robot)) {
        const { name } = robot.links[link];
        yield* placed(`${robot.name}/${name}`, mesh, links[robot.name][name]);
      }
    for (const [name, pose] of Object.entries(scene.bodyPoses(motions, segment + k / 12)))
      yield* placed(name, scene.bodies.find((one) => one.name === name)?.shape as TriangleMesh, pose);
  }
}

/** A path of the Puma among pipes, or of the mannequin with itself, that begins and ends free. */
function papersScene(name: string): Asked {
  const { robots, obstacles, self, touch, home } = robotScenes[name]();
  const scene = new Scene({ robots, obstacles, self, tolerance: touch });
  const near = home.map((value, k) => value + 0.05 * Math.sin(k + 1));
  return { scene, motions: { [robots[0].name]: robots[0].path([home, near, home]) } };
}

describe.each([1, 2, 3, 4])('a random cell (seed %i)', (seed) => {
  const asked = randomCell(seed);
  const all = segmentsOf(asked);

  test('every pair that touches in a segment is a candidate there', () => {
    const { pairs = [] } = asked.scene.contactIntervals(asked.motions, { byPair: true });
    for (const { a, b, intervals } of pairs)
      for (const { from, to } of intervals)
        for (let segment = Math.floor(from); segment < Math.min(to, all.length); segment++) {
          const candidates = all[segment].pairs.filter(({ outcome }) => outcome === 'candidate');
          expect(candidates.flatMap((pair) => pair.b.map((side) => keyOf(pair.a, side)))).toContain(keyOf(a, b));
        }
  });

  test('boxes and volumes hold all points of what moves, all along', () => {
    const out = new Float64Array(5);
    const outside: string[] = [];
    for (const { segment, boxes, volumes } of all) {
      const boxOf = new Map(boxes.flatMap((one) => one.of.map((side) => [nameOf(side), one] as const)));
      const volumeOf = new Map(volumes.map((one) => [nameOf(one.of), one]));
      for (const { name, point } of movingPoints(asked, segment)) {
        const { min, max } = boxOf.get(name) ?? { min: [], max: [] };
        if (![0, 1, 2].every((k) => point[k] >= min[k] && point[k] <= max[k])) outside.push(`${name}: box`);
        const volume = volumeOf.get(name);
        if (volume === undefined) continue;
        let least = Infinity;
        for (let t = 0; t < volume.triangles.length && least > volume.radius; t += 9) {
          pointTriangleDistance(point, 0, volume.triangles, t, out, 0);
          least = Math.min(least, out[3]);
        }
        if (least > volume.radius) outside.push(`${name}: volume`);
      }
    }
    expect(outside).toEqual([]);
  });

  test('what is kept is what has a pair that was kept', () => {
    for (const { boxes, volumes, pairs } of all) {
      const near = new Set(pairs.filter(({ outcome }) => outcome !== 'allowed').flatMap(({ a, b }) => [nameOf(a), ...b.map(nameOf)]));
      for (const { of, kept } of boxes) if (kept) expect(of.some((side) => near.has(nameOf(side)))).toBe(true);
      const left = new Set(pairs.filter(({ outcome }) => outcome === 'candidate').flatMap(({ a, b }) => [nameOf(a), ...b.map(nameOf)]));
      for (const { of, kept } of volumes) expect(kept).toBe(left.has(nameOf(of)));
    }
  });

  test('a pair that is allowed is never a candidate', () => {
    const fates = all.flatMap(({ pairs }) =>
      pairs.filter(({ a, b }) => (a.link === 'one' || a.link === 'two') && b.some(({ body }) => body === 'holder')),
    );
    expect(fates.length).toBeGreaterThan(0);
    expect(fates.filter(({ outcome }) => outcome === 'candidate')).toEqual([]);
  });
});

test('the random cells have all of it: contacts, pairs ruled out by either stage, candidates', () => {
  const all = [1, 2, 3, 4].flatMap((seed) => segmentsOf(randomCell(seed)));
  const outcomes = new Set(all.flatMap(({ pairs }) => pairs.map(({ outcome }) => outcome)));
  expect([...outcomes].sort()).toEqual(['allowed', 'apart', 'candidate']);
  expect(all.some(({ boxes }) => boxes.some(({ kept }) => !kept))).toBe(true);
  expect(all.some(({ volumes }) => volumes.some(({ kept }) => !kept))).toBe(true);
  const { scene, motions } = randomCell(1);
  expect(scene.contactIntervals(motions, { byPair: true }).pairs?.length).toBeGreaterThan(0);
});

describe('is counted as the method does', () => {
  test.each([
    ['puma-pipes', papersScene('puma-pipes')],
    ['mannequin-exercise', papersScene('mannequin-exercise')],
    ['puma-beetle', papersScene('puma-beetle')],
  ])('%s', (_, asked) => {
    const { status, stats } = asked.scene.firstContact(asked.motions, { method: interval });
    expect(status).toBe('free');
    const all = segmentsOf(asked);
    const sum = (count: (one: SceneStages) => number): number => all.reduce((total, one) => total + count(one), 0);
    const having = (wanted: readonly string[]) => sum(({ pairs }) => pairs.filter(({ outcome }) => wanted.includes(outcome)).length);
    const [boxes, volumes, exact] = stats.stages ?? [];
    expect(sum(({ tested }) => tested)).toBe(boxes.tested);
    expect(sum(({ tested, pairs }) => tested - pairs.length)).toBe(boxes.culled);
    expect(having(['apart', 'candidate', 'allowed'])).toBe(volumes.tested);
    expect(having(['apart'])).toBe(volumes.culled);
    expect(having(['candidate'])).toBe(exact.tested);
    expect(boxes.tested).toBeGreaterThan(0);
  });
});

test('far from the origin the boxes and volumes are where the bodies are', () => {
  const [x, y, z] = [3e5, -2e5, 1e5];
  const at = (dx: number) => ({ position: [x + dx, y, z] as const });
  const motions = { crate: rigidMotion(at(0), at(1)) };
  const scene = new Scene({
    bodies: [{ name: 'crate', shape: box(0.2) }],
    obstacles: [{ name: 'wall', shape: box(0.2), pose: at(1.15) }],
  });
  const { boxes, volumes, pairs } = stagesOf(scene, motions);
  expect(pairs).toEqual([{ a: { body: 'crate' }, b: [{ body: 'wall' }], outcome: 'candidate' }]);
  const [crate, wall] = boxes;
  expect([crate.of, wall.of, crate.kept, wall.kept]).toEqual([[{ body: 'crate' }], [{ body: 'wall' }], true, true]);
  expect(wall.min[0]).toBeCloseTo(x + 1.05, 6);
  expect(wall.max[2]).toBeCloseTo(z + 0.1, 6);
  expect(Math.min(...volumes[0].positions.filter((_, i) => i % 3 === 0))).toBeCloseTo(x - volumes[0].radius, 1);
  expect(volumes[0].indices.length).toBeGreaterThan(30);
});

test('where something is held, the phase is told in which the segment lies', () => {
  const robot = arm();
  const part = { name: 'part', shape: box(0.05), pose: { position: [1.4, 0, 0] as const } };
  const post = { name: 'post', shape: box([0.05, 0.05, 1]), pose: { position: [1.0, 1.0, 0] as const } };
  const scene = new Scene({ robots: [robot], bodies: [part], obstacles: [post] });
  const motions = {
    arm: robot.path([
      [-0.5, 0, 0],
      [0, 0, 0],
      [1.5, 0, 0],
    ]),
    part: heldMotion([{ by: 'three', from: 1 }]),
  };
  const named = (segment: number) => stagesOf(scene, motions, { segment }).boxes.flatMap(({ of }) => of.map(nameOf));
  expect(named(0)).toContain('part');
  expect(named(1).filter((name) => name.includes('part'))).toHaveLength(1);
  expect(stagesOf(scene, motions, { segment: 1 })).toMatchObject({ segment: 1 });
});

test('obstacles that share a body are one, and each by itself where that is asked for', () => {
  const wall = (x: number): TriangleMesh => {
    const { positions, indices } = box([0.05, 1, 1], [x, 0, 0]);
    return new TriangleMesh(positions, indices, { name: `wall ${x}` });
  };
  const obstacles = [0.5, 3, 5].map((x) => ({ shape: wall(x) }));
  const scene = new Scene({ bodies: [{ name: 'crate', shape: box(0.2) }], obstacles });
  const motions = { crate: rigidMotion({ position: [0, 0, 0] }, { position: [0.6, 0, 0] }) };
  const named = ({ pairs }: SceneStages) => pairs.map(({ b, outcome }) => [b.map(({ body }) => body), outcome]);
  expect(named(stagesOf(scene, motions))).toEqual([[['wall 0.5', 'wall 3', 'wall 5'], 'candidate']]);
  const apart = stagesOf(scene, motions, { apart: true });
  expect(named(apart)).toEqual([[['wall 0.5'], 'candidate']]);
  expect([apart.tested, apart.boxes.map(({ kept }) => kept)]).toEqual([3, [true, true, false, false]]);
  expect(stagesOf(scene, motions).tested).toBe(1);
});

test('what cannot be told is refused in a sentence', () => {
  const { scene, motions } = randomCell(1);
  for (const segment of [-1, 3, 0.5, Number.NaN]) expect(() => stagesOf(scene, motions, { segment })).toThrow(InputError);
  expect(() => stagesOf(scene, motions, { segment: 3 })).toThrow(/from 0 to 2, got 3/);
  expect(() => stagesOf(scene, motions, { segments: 1 } as never)).toThrow(/segments/);
  expect(() => stagesOf(scene, motions, { clearance: -1 })).toThrow(InputError);
  const soft = new Scene({ soft: [{ name: 'cloth', shape: box(1) }] });
  expect(() => stagesOf(soft, {})).toThrow(/soft/);
});
