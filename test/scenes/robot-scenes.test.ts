import { describe, expect, test } from 'vitest';
import { pumaCell } from '../../scenes/robots/puma-cell.ts';
import type { RobotScene } from '../../scenes/robots/robot-scene.ts';
import { robotSceneText } from '../../scenes/robots/robot-scene-text.ts';
import { chainScene, robotScenes } from '../../scenes/robots/robot-scenes.ts';
import { randomConfiguration } from '../../scenes/robots/robot-walks.ts';
import { overlap } from '../../src/contact/placed-query.ts';
import { readRobotScene } from '../../src/io/scene/read-robot-scene.ts';
import { Random } from '../../src/math/random.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Robot } from '../../src/robot/robot.ts';
import { measured, openEdges } from './closed-surface.ts';
import { meetingPairs, movesBetween, placedLinks } from './placed-links.ts';

interface Counts {
  readonly links: number;
  readonly values: number;
  readonly robot: number;
  readonly objects: number;
  readonly meshes: number;
  readonly environment: readonly [least: number, most: number];
}

/** [Redon et al. 2004, §6] and [Tang et al. 2013, §6.2]; where the papers say thousands, a margin of one per cent. */
const COUNTS: Record<string, Counts> = {
  'puma-pipes': { links: 7, values: 6, robot: 812, objects: 55, meshes: 55, environment: [37_620, 38_380] },
  'puma-amr': { links: 7, values: 6, robot: 812, objects: 1180, meshes: 21, environment: [185_130, 188_870] },
  'puma-beetle': { links: 8, values: 6, robot: 952, objects: 1, meshes: 1, environment: [3992, 3992] },
  'mannequin-exercise': { links: 15, values: 25, robot: 19_968, objects: 0, meshes: 0, environment: [0, 0] },
  'mannequin-walk': { links: 15, values: 32, robot: 19_968, objects: 32, meshes: 6, environment: [101_376, 101_376] },
  'hand-grasp': { links: 21, values: 27, robot: 8000, objects: 1, meshes: 1, environment: [2048, 2048] },
};

const scenes: Record<string, RobotScene> = Object.fromEntries(Object.entries(robotScenes).map(([name, make]) => [name, make()]));
const chains = [2, 7, 64].map((depth) => chainScene(depth));
const everything = [...Object.values(scenes), ...chains, pumaCell()].map((scene) => [scene.name, scene] as const);

function triangles(meshes: readonly TriangleMesh[]): number {
  return meshes.reduce((sum, mesh) => sum + mesh.triangleCount, 0);
}

function meshesOf({ robots, obstacles }: RobotScene): TriangleMesh[] {
  return [
    ...robots.flatMap(({ links }) => links.flatMap(({ shapes }) => shapes.map(({ shape: mesh }) => mesh))),
    ...obstacles.map(({ shape: mesh }) => mesh),
  ];
}

test('the six benchmarks of the papers, by name', () => {
  expect(Object.keys(robotScenes)).toEqual(Object.keys(COUNTS));
});

test.each(Object.entries(COUNTS))('%s has the counts of the papers', (name, counts) => {
  const { robots, obstacles } = scenes[name];
  const [robot] = robots;
  const shaped = robot.links.filter(({ shapes }) => shapes.length > 0);
  expect(shaped.every(({ shapes }) => shapes.length === 1)).toBe(true);
  expect({ links: shaped.length, values: robot.size, robot: triangles(shaped.map(({ shapes }) => shapes[0].shape)) }).toEqual({
    links: counts.links,
    values: counts.values,
    robot: counts.robot,
  });
  expect(obstacles).toHaveLength(counts.objects);
  expect(new Set(obstacles.map(({ shape: mesh }) => mesh)).size).toBe(counts.meshes);
  const environment = triangles(obstacles.map(({ shape: mesh }) => mesh));
  expect(environment).toBeGreaterThanOrEqual(counts.environment[0]);
  expect(environment).toBeLessThanOrEqual(counts.environment[1]);
});

describe.each(everything)('%s', (name, scene) => {
  test('meshes are closed, face outwards and have no degenerate triangle', () => {
    for (const mesh of new Set(meshesOf(scene))) {
      expect(openEdges(mesh), mesh.name).toBe(0);
      const { volumes, smallestArea } = measured(mesh);
      for (const volume of volumes) expect(volume, mesh.name).toBeGreaterThan(0);
      expect(smallestArea, mesh.name).toBeGreaterThan(0);
    }
  });

  test('names are unique, coordinates keep six decimals', () => {
    expect(scene.name).toBe(name);
    const names = [
      ...scene.robots.flatMap(({ links }) => links.map((link) => link.name)),
      ...scene.obstacles.map((obstacle) => obstacle.name),
    ];
    expect(new Set(names).size).toBe(names.length);
    for (const mesh of new Set(meshesOf(scene))) expect(mesh.positions.findIndex((x) => !Object.is(x, Number(x.toFixed(6))))).toBe(-1);
  });

  test('home is within the limits and free, with ten times the touching distance to spare', () => {
    const [robot] = scene.robots;
    expect(robot.configuration(scene.home)).toHaveLength(robot.size);
    expect(robot.limitFaults(scene.home)).toEqual([]);
    expect(meetingPairs(scene, scene.home, 10 * scene.touch)).toEqual([]);
  });

  test('links that meet in a joint are allowed to', () => {
    const [robot] = scene.robots;
    for (const link of robot.links) {
      if (link.shapes.length === 0) continue;
      let above = link.parent;
      while (above >= 0 && robot.links[above].shapes.length === 0) above = robot.links[above].parent;
      if (above >= 0) expect(robot.allowed.isAllowed(link.name, robot.links[above].name)).toBe(true);
    }
    // Without these pairs a test of the robot against itself would find overlaps: they are not allowed for nothing.
    const neighbours = robot.allowed.list().filter(({ reason }) => reason === 'adjacent');
    expect(neighbours.some(({ a, b }) => linksOverlap(robot, scene.home, a, b))).toBe(true);
  });
});

function linksOverlap(robot: Robot, values: readonly number[], a: string, b: string): boolean {
  const links = placedLinks(robot, values);
  const [first, second] = [a, b].map((name) => {
    const { index, shapes } = robot.link(name);
    const { position, quaternion } = links[index];
    return { shape: shapes[0].shape, pose: { position, quaternion } };
  });
  return overlap(first, second).length > 0;
}

test("seed 'never': pairs of the Puma that are said never to meet do not, at 300 random configurations", () => {
  const [robot] = scenes['puma-beetle'].robots;
  const random = new Random('never');
  const never = robot.allowed.list().filter(({ reason }) => reason === 'never');
  expect(never.length).toBeGreaterThan(3);
  for (let i = 0; i < 300; i++) {
    const values = randomConfiguration(robot, random);
    expect(never.filter(({ a, b }) => linksOverlap(robot, values, a, b))).toEqual([]);
  }
});

test('ball joints are chains of revolute joints through links without shapes', () => {
  for (const name of ['mannequin-exercise', 'mannequin-walk']) {
    const { links } = scenes[name].robots[0];
    expect(links.filter(({ shapes }) => shapes.length === 0)).toHaveLength(11);
    expect(links.slice(1).every(({ joint }) => joint.type === 'revolute')).toBe(true);
  }
  expect(scenes['mannequin-walk'].robots[0].links[0].joint.type).toBe('floating');
  expect(movesBetween(scenes['mannequin-exercise'].robots[0], 0, 1)).toBe(true);
});

test.each([2, 16, 64])('a chain of %d links is as deep and always 3 m long', (depth) => {
  const { robots, obstacles, home } = chainScene(depth, { obstacles: 30 });
  const [robot] = robots;
  expect(robot.links.map(({ parent }) => parent)).toEqual(Array.from({ length: depth }, (_, i) => i - 1));
  const { position } = placedLinks(robot, home)[depth - 1];
  expect(position[0] * (depth / (depth - 1))).toBeCloseTo(3, 3);
  expect(obstacles).toHaveLength(30);
});

describe('seeds', () => {
  const content = ({ obstacles, home, robots }: RobotScene) => ({
    obstacles: obstacles.map(({ name, pose }) => ({ name, pose })),
    meshes: meshesOf({ obstacles, robots } as RobotScene).map(({ positions }) => hash(positions)),
    home,
  });

  test.each(Object.keys(COUNTS))('%s: the same bits every time', (name) => {
    expect(content(robotScenes[name]())).toStrictEqual(content(scenes[name]));
  });

  test('another seed scatters other obstacles about the same chain', () => {
    const other = chainScene(7, { seed: 'other' });
    expect(other.obstacles[0].pose).not.toEqual(chains[1].obstacles[0].pose);
    expect(other.robots[0].links[3].shapes[0].shape.positions).toEqual(chains[1].robots[0].links[3].shapes[0].shape.positions);
  });

  test('shapes and places are those first published (a change must be meant)', () => {
    const digest = ({ robots, obstacles }: RobotScene) =>
      hash(
        Float64Array.from([
          ...meshesOf({ robots, obstacles } as RobotScene).map(({ positions }) => Number.parseInt(hash(positions), 16)),
          ...obstacles.flatMap(({ pose }) => [...pose.position, ...pose.quaternion]),
        ]),
      );
    expect(Object.fromEntries(everything.map(([name, scene]) => [name, digest(scene)]))).toMatchInlineSnapshot(`
      {
        "chain-2": "13690f51",
        "chain-64": "84d198f9",
        "chain-7": "87a6409",
        "hand-grasp": "b036f15f",
        "mannequin-exercise": "b02c6802",
        "mannequin-walk": "c28dd911",
        "puma-amr": "54e319e5",
        "puma-beetle": "92f9b305",
        "puma-cell": "21dcc4d1",
        "puma-pipes": "45e738a3",
      }
    `);
  });
});

test('a written scene reads back as the same numbers, shared meshes are written once', () => {
  const scene = scenes['puma-amr'];
  const to = scene.home.map((x) => x + 0.1);
  const { text, meshes } = robotSceneText(scene, [{ id: 4, from: scene.home, to, set: '5deg', trajectory: 2 }]);
  const file = JSON.parse(text);
  expect(file).toMatchObject({ format: 'ccd-robot-scene/1', name: 'puma-amr', self: false, touch: 1e-4 });
  expect(file.queries).toStrictEqual([{ id: 4, from: scene.home, to, set: '5deg', trajectory: 2 }]);
  expect(file.robots[0].links[2]).toStrictEqual({
    name: 'upperarm',
    parent: 1,
    mesh: 'puma-upperarm.obj',
    joint: { type: 'revolute', origin: { q: [0, 0, 0, 1], t: [0, 0.2435, 0] }, axis: [0, 1, 0] },
  });
  expect(file.robots[0].links[0]).toMatchObject({ parent: -1, joint: { type: 'fixed' } });
  expect(file.environment).toHaveLength(1180);
  expect(file.environment[700].pose).toEqual({ q: scene.obstacles[700].pose.quaternion, t: scene.obstacles[700].pose.position });
  expect(file.ignore).toContainEqual(['base', 'trunk']);
  expect(new Set(meshes.map(({ file: name }) => name)).size).toBe(7 + 21);
  const named = new Set([...file.environment, ...file.robots[0].links].map(({ mesh }) => mesh));
  expect(new Set(meshes.map(({ file: name }) => name))).toEqual(named);
  const obj = meshes.find(({ file: name }) => name === file.environment[700].mesh)?.text ?? '';
  const numbers = obj.split('\n').flatMap((line) => (line.startsWith('v ') ? line.slice(2).split(' ').map(Number) : []));
  expect(numbers).toEqual([...scene.obstacles[700].shape.positions]);
});

test.each(['puma-pipes', 'mannequin-walk', 'hand-grasp'])('%s: the reader of such files gives the same scene back', async (name) => {
  const scene = scenes[name];
  const { text, meshes } = robotSceneText(scene, [{ id: 0, from: scene.home, to: scene.home }]);
  const texts = new Map([['scene.json', text], ...meshes.map((mesh): [string, string] => [mesh.file, mesh.text])]);
  const read = async (path: string) => new TextEncoder().encode(texts.get(path) ?? '');
  const back = await readRobotScene({ read }, 'scene.json');
  const links = ({ links: all }: Robot) =>
    all.map(({ name: link, parent, joint, shapes }) => [
      link,
      parent,
      joint.type,
      joint.position,
      shapes[0] && hash(shapes[0].shape.positions),
    ]);
  expect(links(back.robots[0])).toEqual(links(scene.robots[0]));
  const places = (list: RobotScene['obstacles']) =>
    list.map(({ name: obstacle, shape: mesh, pose }) => [obstacle, mesh.triangleCount, hash(mesh.positions), pose]);
  expect(places(back.obstacles)).toEqual(places(scene.obstacles));
  expect(back.queries[0].from).toEqual(scene.home);
});

test('links without shapes and floating joints are written as the format has them', () => {
  const scene = scenes['mannequin-walk'];
  const { robots } = JSON.parse(robotSceneText(scene, []).text);
  expect(robots[0].links[0].joint).toStrictEqual({ type: 'floating', origin: { q: [0, 0, 0, 1], t: [0, 0, 0] } });
  expect(robots[0].links[1]).toMatchObject({ name: 'spine-twist', parent: 0, mesh: null });
});

/** FNV-1a over the bytes of the doubles. */
function hash(numbers: Float64Array): string {
  let h = 2166136261;
  for (const byte of new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)) h = Math.imul(h ^ byte, 16777619);
  return (h >>> 0).toString(16);
}
