import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readRobotScene } from '../../../../src/io/scene/read-robot-scene.ts';
import { parseRobotScene, robotOf } from '../../../../src/io/scene/robot-scene.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { files } from '../../../../src/node/index.ts';
import { objText, TETRAHEDRON } from '../mesh/write-mesh.ts';

type Json = Record<string, unknown>;

const ORIGIN: Json = { q: [0, 0, 0, 1], t: [0, 0, 1] };
const LINKS: Json[] = [
  { name: 'pelvis', parent: -1, mesh: 'a.obj', joint: { type: 'floating', origin: ORIGIN } },
  { name: 'spine', parent: 0, mesh: null, joint: { type: 'revolute', origin: ORIGIN, axis: [0, 0, 2] } },
  { name: 'chest', parent: 1, mesh: 'a.obj', joint: { type: 'prismatic', axis: [1, 0, 0] } },
];
const ARM: Json[] = [
  { name: 'stand', parent: -1, mesh: 'a.obj', joint: { type: 'fixed' } },
  { name: 'arm', parent: 0, mesh: 'a.obj', joint: { type: 'revolute', axis: [0, 1, 0] } },
];
const FROM = [1, 2, 3, 0, 0, 0.6, 0.8, 0.25, 0.5, -1];
const TO = [2, 2, 3, 0, 0, 0, 1, 0.5, 0.75, 4];
const REF: Json = { collide: true, lo: 0.25, hi: 0.26, d0: 7, pair: ['arm', 'pipes/left'] };
const SCENE: Json = {
  format: 'ccd-robot-scene/1',
  name: 'two',
  self: true,
  touch: 0.0001,
  robots: [
    { name: 'man', base: { q: [0, 1, 0, 0], t: [0, 0, 9] }, links: LINKS },
    { name: 'other', links: ARM },
  ],
  environment: [
    { name: 'pipes', mesh: 'pipes.obj', pose: ORIGIN },
    { name: 'block', mesh: 'a.obj' },
  ],
  ignore: [
    ['chest', 'pelvis'],
    ['chest', 'arm'],
    ['arm', 'pipes/left'],
  ],
  queries: [
    { id: 3, from: FROM, to: TO },
    { id: 4, from: FROM, to: TO, set: 'step', trajectory: 2, ref: REF },
  ],
};

const OBJ = objText(TETRAHEDRON);
/** One triangle before the first object, then two objects of one and three. */
const PIPES = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\no left\nf 2 3 4\no right\nf 1 2 4\nf 1 3 4\nf 3 2 1\n';

const memory = (content: Record<string, string>) => {
  const read: string[] = [];
  return {
    log: read,
    async read(path: string): Promise<Uint8Array> {
      read.push(path);
      if (!(path in content)) throw new InputError('no such file', { file: path });
      return new TextEncoder().encode(content[path]);
    },
  };
};

test('what was written comes back', () => {
  const scene = parseRobotScene(JSON.stringify(SCENE), 'two.json');
  expect(scene).toMatchObject({ name: 'two', self: true, touch: 0.0001 });
  const [man, other] = scene.robots;
  expect(man).toMatchObject({ name: 'man', size: 9, base: { quaternion: [0, 1, 0, 0], position: [0, 0, 9] } });
  expect(man.links.map(({ name, parent, mesh }) => [name, parent, mesh])).toEqual([
    ['pelvis', -1, 'a.obj'],
    ['spine', 0, null],
    ['chest', 1, 'a.obj'],
  ]);
  expect(man.links[1].joint).toEqual({ type: 'revolute', axis: [0, 0, 2], origin: { quaternion: [0, 0, 0, 1], position: [0, 0, 1] } });
  expect(man.allowed).toEqual([{ a: 'chest', b: 'pelvis', reason: 'user' }]);
  expect(other.allowed).toEqual([]);
  expect(scene.ignore).toEqual([
    ['chest', 'arm'],
    ['arm', 'pipes/left'],
  ]);
  expect(scene.queries[0]).toMatchObject({ id: 3, set: undefined, trajectory: undefined, ref: undefined });
  expect(scene.queries[1]).toEqual({
    id: 4,
    from: FROM,
    to: TO,
    robots: [
      { from: FROM.slice(0, 9), to: TO.slice(0, 9) },
      { from: [-1], to: [4] },
    ],
    set: 'step',
    trajectory: 2,
    ref: REF,
  });
});

describe('readRobotScene', () => {
  const content = { 'dir/two.json': JSON.stringify(SCENE), 'dir/a.obj': OBJ, 'dir/pipes.obj': PIPES };

  test('makes robots and obstacles; every mesh is read and built once', async () => {
    const source = memory(content);
    const scene = await readRobotScene(source, 'dir/two.json');
    expect(source.log).toEqual(['dir/two.json', 'dir/a.obj', 'dir/pipes.obj']);
    const [man, other] = scene.robots;
    expect(man.links[0].shapes[0].shape).toBe(other.links[1].shapes[0].shape);
    expect(man.links[1].shapes).toEqual([]);
    expect(man.links[2].parent).toBe(1);
    expect(man.links[1].joint).toMatchObject({ axis: [0, 0, 1], position: [0, 0, 1], slot: 7, size: 1 });
    expect(man.base.position).toEqual([0, 0, 9]);
    expect([man.size, other.size]).toEqual([9, 1]);
    expect(man.allowed.list()).toEqual([{ a: 'chest', b: 'pelvis', reason: 'user' }]);
    expect(scene.obstacles.map(({ name, shape: mesh }) => [name, mesh.triangleCount])).toEqual([
      ['pipes', 1],
      ['pipes/left', 1],
      ['pipes/right', 3],
      ['block', 4],
    ]);
    expect(scene.obstacles[3].shape).toBe(man.links[0].shapes[0].shape);
    expect([...scene.obstacles[1].shape.positions]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect([...scene.obstacles[1].shape.indices]).toEqual([0, 1, 2]);
    expect([...scene.obstacles[2].shape.indices]).toEqual([0, 1, 3, 0, 2, 3, 2, 1, 0]);
    for (const { robots } of scene.queries) {
      scene.robots.forEach((robot, i) => {
        expect([...robot.configuration(robots[i].from)]).toEqual(robots[i].from);
      });
    }
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['a missing mesh', { 'dir/two.json': content['dir/two.json'] }, /^dir\/a\.obj: no such file/],
    ['no such part', { ...content, 'dir/pipes.obj': OBJ }, /^dir\/two\.json: ignore names 'pipes\/left', which is no part/],
    ['two parts of one name', { ...content, 'dir/pipes.obj': PIPES.replace('right', 'left') }, /^dir\/pipes\.obj: two objects .* 'left'/],
  ])('%s', async (_, broken, says) => {
    await expect(readRobotScene(memory(broken), 'dir/two.json')).rejects.toThrow(InputError);
    await expect(readRobotScene(memory(broken), 'dir/two.json')).rejects.toThrow(says);
  });
});

describe('broken scenes', () => {
  const without = (object: Json, key: string): Json => Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  const withLink = (index: number, change: Json): Json => ({
    ...SCENE,
    robots: [{ name: 'man', links: LINKS.map((link, i) => (i === index ? { ...link, ...change } : link)) }, (SCENE.robots as Json[])[1]],
  });
  const withJoint = (index: number, change: Json): Json => withLink(index, { joint: { ...(LINKS[index].joint as Json), ...change } });
  const withQuery = (change: Json): Json => ({
    ...SCENE,
    queries: [
      { id: 3, from: FROM, to: TO },
      { id: 4, from: FROM, to: TO, ...change },
    ],
  });
  const withRef = (change: Json): Json => withQuery({ ref: { ...REF, ...change } });
  const withValue = (index: number, value: unknown): Json => withQuery({ to: TO.map((x, i) => (i === index ? value : x)) });

  test.each<[string, unknown, RegExp]>([
    ['a list', [], /the content should be an object, got \[\]/],
    ['no format', without(SCENE, 'format'), /format is missing/],
    ['what cells know of it', { ...SCENE, uncertainty: { angle: 0.1 } }, /uncertainty is not known to ccd-robot-scene\/1; cells/],
    ['what cells know of a link', withLink(1, { solid: true }), /link 'spine': solid is not known to ccd-robot-scene\/1/],
    ['a joint that follows', withJoint(1, { mimic: { joint: 'neck' } }), /link 'spine': joint\.mimic is not known/],
    ['what paths know of a query', withQuery({ seconds: [0, 1] }), /query 4: seconds is not known/],
    ['a cloud', { ...SCENE, environment: [{ name: 'box', mesh: 'box.obj', cloud: {} }] }, /object 'box': cloud is not known/],
    ['a rigid scene', { ...SCENE, format: 'ccd-scene/1' }, /format should be "ccd-robot-scene\/1", got "ccd-scene\/1"/],
    ['no robots', { ...SCENE, robots: [] }, /robots should be a list of at least one robot, got \[\]/],
    ['robots as object', { ...SCENE, robots: {} }, /robots should be a list of at least one robot/],
    ['no links', { ...SCENE, robots: [{ name: 'man', links: [] }] }, /robot 'man': links should be a list of at least one link/],
    [
      'two robots of a name',
      {
        ...SCENE,
        robots: [
          { name: 'm', links: LINKS },
          { name: 'm', links: ARM },
        ],
      },
      /robots has two named 'm'/,
    ],
    ['a link without name', withLink(1, { name: undefined }), /robot 'man': links\[1\]\.name is missing/],
    ['two links of a name', withLink(1, { name: 'chest' }), /links\[2\]\.name is 'chest', which another/],
    ['a link named like an object', withLink(1, { name: 'block' }), /environment\[1\]\.name is 'block'/],
    ['a parent after it', withLink(1, { parent: 2 }), /link 'spine': parent should be -1 .* \(0 to 0\), got 2/],
    ['itself as parent', withLink(1, { parent: 1 }), /link 'spine': parent should be/],
    ['parent -2', withLink(0, { parent: -2 }), /link 'pelvis': parent should be/],
    ['a parent by name', withLink(1, { parent: 'pelvis' }), /link 'spine': parent should be an integer, got "pelvis"/],
    ['a mesh of number', withLink(1, { mesh: 7 }), /link 'spine': mesh should be a text, got 7/],
    ['no joint', withLink(1, { joint: undefined }), /link 'spine': joint is missing/],
    ['an unknown joint', withJoint(1, { type: 'ball' }), /link 'spine': joint\.type should be one of fixed, .*, got "ball"/],
    ['no axis', withJoint(1, { axis: undefined }), /link 'spine': joint\.axis is missing/],
    ['a null axis', withJoint(1, { axis: [0, 0, 0] }), /link 'spine': joint\.axis is \[0,0,0\], which is no direction/],
    ['a flat axis', withJoint(1, { axis: [0, 1] }), /link 'spine': joint\.axis should be 3 finite numbers, got \[0,1\]/],
    [
      'a long quaternion',
      withJoint(1, { origin: { q: [0, 0, 0, 2], t: [0, 0, 0] } }),
      /link 'spine': joint\.origin\.q, t: quaternion .* length 2/,
    ],
    ['an origin without t', withJoint(1, { origin: { q: [0, 0, 0, 1] } }), /link 'spine': joint\.origin\.t is missing/],
    ['an object without mesh', { ...SCENE, environment: [{ name: 'box' }] }, /object 'box': mesh is missing/],
    [
      'an unknown link to ignore',
      { ...SCENE, ignore: [['chest', 'pelvs']] },
      /ignore\[0\] names 'pelvs', which is neither .* 'pelvis' meant/,
    ],
    ['three to ignore', { ...SCENE, ignore: [['a', 'b', 'c']] }, /ignore\[0\] should be two names/],
    ['one with itself', { ...SCENE, ignore: [['chest', 'chest']] }, /ignore\[0\] pairs 'chest' with itself/],
    ['touch 0', { ...SCENE, touch: 0 }, /touch should be a number > 0, got 0/],
    ['self as number', { ...SCENE, self: 1 }, /self should be true or false, got 1/],
    ['no queries', { ...SCENE, queries: [] }, /queries should be a list of at least one query/],
    ['an id twice', withQuery({ id: 3 }), /queries\[1\]\.id is 3, which another query has too/],
    ['a value too few', withQuery({ from: FROM.slice(1) }), /query 4: from has 9 values, but the joints have 10/],
    ['text among values', withValue(8, 'x'), /query 4: to\[8\] should be a finite number, got "x"/],
    ['null among values', withValue(8, null), /query 4: to\[8\] should be a finite number, got null/],
    ['a quaternion of length 2', withValue(6, 2), /query 4: to: link 'pelvis': quaternion .* has length 2/],
    ['a turn of a million', withValue(9, 2e6), /query 4: to moves link 'arm' farther than 2\^20: \[2000000\]/],
    ['lo above hi', withRef({ lo: 0.5 }), /query 4: ref: lo 0\.5 is above hi 0\.26/],
    ['collide as number', withRef({ collide: 1 }), /query 4: ref\.collide should be true or false/],
    ['a pair of one', withRef({ pair: ['arm'] }), /query 4: ref\.pair should be two names/],
  ])('%s', (_, content, says) => {
    const broken = () => parseRobotScene(JSON.stringify(content), 'dir/two.json');
    expect(broken).toThrow(InputError);
    expect(broken).toThrow(says);
    expect(broken).toThrow(/^dir\/two\.json, line 1: /);
  });

  test('the line is that of the fault', () => {
    const lines = JSON.stringify(SCENE, null, 1).split('\n');
    const at = lines.findIndex((line) => line.includes('"trajectory"'));
    const text = lines.with(at, lines[at].replace('2', '"two"')).join('\r\n');
    expect(() => parseRobotScene(text, 'a.json')).toThrow(
      `a.json, line ${at + 1}: query 4: trajectory should be a finite number, got "two"`,
    );
  });
});

// Benchmark scenes that lie beside the repository on the machines that have them.
const shared = fileURLToPath(new URL('../../../../../shared/scenes/articulated/', import.meta.url));
const isPresent = existsSync(`${shared}puma-pipes.json`);
if (!isPresent) console.warn(`skipped: no articulated scenes in ${shared}`);

describe.skipIf(!isPresent)('the articulated benchmark scenes', () => {
  // Name, links with a shape and their triangles, objects and theirs, colliding and free queries, values, self, touch.
  test.each([
    ['puma-pipes', 7, 812, 55, 38000, 90, 110, 6, false, 1e-4],
    ['puma-amr', 7, 812, 1180, 187212, 65, 85, 6, false, 1e-4],
    ['puma-beetle', 8, 952, 1, 3992, 33, 67, 6, true, 1e-4],
    ['mannequin-exercise', 15, 19968, 0, 0, 25, 75, 25, true, 1e-4],
    ['mannequin-walk', 15, 19968, 32, 101376, 40, 60, 32, true, 1e-4],
    ['hand-grasp', 21, 8000, 1, 2048, 60, 0, 27, true, 2e-5],
  ])('%s', async (name, linkCount, linkTriangles, objects, objectTriangles, colliding, free, size, self, touch) => {
    const scene = await readRobotScene(files(shared), `${name}.json`);
    expect(scene).toMatchObject({ name, self, touch });
    const [robot, ...others] = scene.robots;
    expect(others).toEqual([]);
    const shaped = robot.links.filter(({ shapes }) => shapes.length > 0);
    const triangles = (meshes: { triangleCount: number }[]) => meshes.reduce((sum, { triangleCount }) => sum + triangleCount, 0);
    expect(shaped).toHaveLength(linkCount);
    expect(triangles(shaped.map(({ shapes }) => shapes[0].shape))).toBe(linkTriangles);
    expect(scene.obstacles).toHaveLength(objects);
    expect(triangles(scene.obstacles.map(({ shape: mesh }) => mesh))).toBe(objectTriangles);
    expect(scene.queries.filter(({ ref }) => ref?.collide === true)).toHaveLength(colliding);
    expect(scene.queries.filter(({ ref }) => ref?.collide === false)).toHaveLength(free);
    expect(robot.size).toBe(size);
    const names = new Set([...robot.links.map((link) => link.name), ...scene.obstacles.map((obstacle) => obstacle.name)]);
    expect(names.size).toBe(robot.links.length + objects);
    for (const { from, to, ref } of scene.queries) {
      robot.configuration(from);
      robot.configuration(to);
      for (const end of ref?.pair ?? []) expect(names).toContain(end);
    }
  });

  test('instances share their mesh', async () => {
    const scene = await readRobotScene(files(shared), 'puma-amr.json');
    expect(new Set(scene.obstacles.map(({ shape: mesh }) => mesh)).size).toBeLessThan(25);
  });
});

describe('problems for planners', () => {
  const problem = (more: Json) => memory({ 's.json': JSON.stringify({ ...SCENE, ...more }), 'a.obj': OBJ, 'pipes.obj': PIPES });
  // of the floating pelvis x, y, z; of each other joint its value
  const LIMITS = [
    [-1, 1],
    [-2, 2],
    [0, 3],
    [-0.5, 0.5],
    [0, 1],
    [-3, 3],
  ];

  test('limits and names of joints become those of the robots', async () => {
    const { limits, robots } = await readRobotScene(problem({ limits: LIMITS, joints: ['float', 'twist', 'rise', 'swing'] }), 's.json');
    expect(limits).toEqual(LIMITS);
    expect(robots.map(({ joints }) => joints.map(({ name, limits: { lower, upper } }) => [name, lower, upper]))).toEqual([
      [
        ['float', undefined, undefined],
        ['twist', -0.5, 0.5],
        ['rise', 0, 1],
      ],
      [['swing', -3, 3]],
    ]);
    expect((await readRobotScene(problem({}), 's.json')).limits).toBeUndefined();
  });

  test.each<[Json, RegExp]>([
    [{ limits: LIMITS.slice(1) }, /limits has 5 pairs, but the joints have 6 values with limits/],
    [{ limits: [[1, -1], ...LIMITS.slice(1)] }, /limits\[0\] should be \[low, high\], the smaller first/],
    [{ joints: ['float'] }, /joints has 1 names, but 4 joints move/],
  ])('%j is refused', async (more, says) => {
    await expect(readRobotScene(problem(more), 's.json')).rejects.toThrow(says);
  });
});

describe('helical joints', () => {
  const scene = (joint: Json) => ({
    ...SCENE,
    robots: [{ name: 'press', links: [{ name: 'nut', parent: -1, mesh: null, joint }] }],
    ignore: [],
    limits: [[-3, 9]],
    queries: [{ id: 0, from: [0], to: [6] }],
  });

  test('have a pitch', () => {
    const { robots } = parseRobotScene(JSON.stringify(scene({ type: 'helical', axis: [0, 0, 1], pitch: 0.02 })), 's.json');
    const origin = { quaternion: [0, 0, 0, 1], position: [0, 0, 0] };
    expect(robots[0].links[0].joint).toEqual({
      type: 'helical',
      axis: [0, 0, 1],
      pitch: 0.02,
      origin,
      limits: { lower: -3, upper: 9 },
    });
    const made = robotOf(robots[0], () => []);
    expect(made.linkPoses([2 * Math.PI]).nut.position[2]).toBeCloseTo(0.02, 15);
  });

  test.each<[Json, RegExp]>([
    [{ type: 'helical', axis: [0, 0, 1] }, /joint.*pitch/],
    [{ type: 'helical', axis: [0, 0, 1], pitch: 'fine' }, /pitch.*number/],
    [{ type: 'helical', axis: [0, 0, 0], pitch: 1 }, /axis is \[0,0,0\]/],
    [{ type: 'planar' }, /one of fixed, revolute, prismatic, helical, floating/],
  ])('%j is refused', (joint, words) => {
    expect(() => parseRobotScene(JSON.stringify(scene(joint)), 's.json')).toThrow(words);
  });
});
