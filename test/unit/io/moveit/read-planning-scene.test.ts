import { describe, expect, test } from 'vitest';
import { Scene } from '../../../../src/index.ts';
import { type LoadedCell, type PlanningSceneOptions, parseMotionRequest, readPlanningScene } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { inMemory, slidingArm } from './small-arm.ts';

const read = (text: string, options?: PlanningSceneOptions, more: Readonly<Record<string, string>> = {}): Promise<LoadedCell> =>
  readPlanningScene(inMemory({ 'scene.yaml': text, ...more }), 'scene.yaml', slidingArm(), options);

/** Whether the arm, standing at its start and going to slide = x, touches something, and what. */
function touched(cell: LoadedCell, x: number): string | null {
  const { status, pair } = new Scene(cell).firstContact({
    arm: cell.robots[0].path([cell.starts[0], { slide: x, lift: cell.starts[0][1] }]),
  });
  return status === 'free' ? null : (pair?.map(({ link, body }) => link ?? body).join(' ') ?? status);
}

const BOX = `world:
  collision_objects:
    - id: crate
      primitives: [{ type: box, dimensions: [0.2, 0.2, 0.2] }]
      primitive_poses: [{ position: [1, 0, 0], orientation: [0, 0, 0, 1] }]
`;

describe('objects', () => {
  test('as MotionBenchMaker writes them', async () => {
    const cell = await read(BOX);
    expect(cell.obstacles.map(({ name, pose }) => [name, pose.position])).toEqual([['crate', [1, 0, 0]]]);
    expect([touched(cell, 0.75), touched(cell, 0.9)]).toEqual([null, 'cart crate']);
  });

  test('as ros2 topic echo prints them: numbers for kinds, x y z by name, a pose of the object', async () => {
    const cell = await read(`name: cell
is_diff: false
robot_model_name: arm
world:
  collision_objects:
  - header: {stamp: {sec: 0, nanosec: 0}, frame_id: world}
    pose: {position: {x: 1.0, y: 0.0, z: 0.0}, orientation: {x: 0.0, y: 0.0, z: 1.0, w: 0.0}}
    id: shelf
    type: {key: '', db: ''}
    primitives:
    - {type: 1, dimensions: [0.2, 0.2, 0.2], polygon: {points: []}}
    - {type: 2, dimensions: [0.1]}
    - {type: 3, dimensions: [0.3, 0.1]}
    - {type: 4, dimensions: [0.3, 0.1]}
    primitive_poses:
    - {position: {x: 0.0, y: 0.0, z: 0.0}, orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}}
    - {position: {x: 0.0, y: 2.0, z: 0.0}, orientation: {x: 0.0, y: 0.0, z: 0.0, w: 0.0}}
    - {position: {x: 0.0, y: 3.0, z: 0.0}, orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}}
    operation: 0
`);
    expect(cell.name).toBe('cell');
    const places = cell.obstacles.map(({ name, pose: { position } }) => [name, ...position.map((x) => Math.round(1e9 * x) / 1e9 + 0)]);
    // turned by half a turn about z: what was at y = 2 is at y = -2; the fourth has no pose of its own
    expect(places).toEqual([
      ['shelf/0', 1, 0, 0],
      ['shelf/1', 1, -2, 0],
      ['shelf/2', 1, -3, 0],
      ['shelf/3', 1, 0, 0],
    ]);
    const [cube, ball, pillar, hat] = cell.obstacles.map(({ shape }) => shape);
    expect([cube.triangleCount, ball.triangleCount, cube.solid, pillar.solid]).toEqual([12, 1, true, true]);
    expect(Array.from(ball.radii ?? [])).toEqual([0.1]);
    const heights = (shape: typeof cube) => Array.from(shape.positions).filter((_, i) => i % 3 === 2);
    expect([Math.max(...heights(pillar)), Math.max(...heights(hat))]).toEqual([0.15, 0.15]);
    expect(cell.warnings).toEqual([expect.stringMatching(/scene\.yaml, line 17: .*all zeros/)]);
  });

  test('in the frames of links, of the scene itself, of fixed transforms and of other objects', async () => {
    const cell = await read(
      `robot_state: { joint_state: { name: [slide, lift], position: [0.5, 0.25] } }
fixed_frame_transforms:
  - { header: { frame_id: world }, child_frame_id: table, transform: { translation: [0, 2, 0], rotation: [0, 0, 0, 1] } }
world:
  collision_objects:
    - { id: a, header: { frame_id: head }, primitives: [{ type: sphere, dimensions: [0.01] }], primitive_poses: [{ position: [0, 1, 0] }] }
    - { id: b, header: { frame_id: /table }, primitives: [{ type: sphere, dimensions: [0.01] }], primitive_poses: [{ position: [0, 1, 0] }] }
    - { id: c, header: { frame_id: odom }, pose: { position: [7, 0, 0] }, primitives: [{ type: sphere, dimensions: [0.01] }], subframe_names: [top], subframe_poses: [{ position: [0, 0, 1] }] }
    - { id: d, header: { frame_id: c/top }, primitives: [{ type: sphere, dimensions: [0.01] }] }
`,
      { planningFrame: 'odom' },
    );
    expect(cell.obstacles.map(({ pose }) => pose.position)).toEqual([
      [0.5, 1, 0.75],
      [0, 3, 0],
      [7, 0, 0],
      [7, 0, 1],
    ]);
    expect(Array.from(cell.starts[0])).toEqual([0.5, 0.25]);
  });

  test('meshes in the message and in files, planes that have no inside', async () => {
    const scene = `world:
  collision_objects:
    - id: wedge
      meshes: [{ triangles: [{ vertex_indices: [0, 1, 2] }], vertices: [{ x: 1, y: -1, z: -1 }, { x: 1, y: 1, z: -1 }, { x: 1, y: 0, z: 1 }] }]
    - id: part
      meshes: [{ resource: 'package://parts/part.obj', dimensions: [2, 2, 2] }]
      mesh_poses: [{ position: [-1, 0, 0] }]
    - id: wall
      planes: [{ coef: [2, 0, 0, -4] }]
`;
    const part = 'v 0 -1 -1\nv 0 1 -1\nv 0 0 1\nf 1 2 3\n';
    const cell = await read(scene, { packages: { parts: 'here' } }, { 'here/part.obj': part });
    expect([touched(cell, 0.8), touched(cell, 1)]).toEqual([null, expect.stringMatching(/ wedge$/)]);
    expect([touched(cell, -0.8), touched(cell, -1)]).toEqual([null, expect.stringMatching(/ part$/)]);
    expect(Array.from(cell.obstacles[1].shape.positions)).toEqual([0, -2, -2, 0, 2, -2, 0, 0, 2]);
    // the plane is at x = 2; whoever stands behind it does not touch it
    const alone = await read('world: { collision_objects: [{ id: wall, planes: [{ coef: [2, 0, 0, -4] }] }] }');
    expect([touched(alone, 1.8), touched(alone, 2.5)]).toEqual([null, expect.stringMatching(/ wall$/)]);
    const behind = { ...alone, starts: [Float64Array.of(2.5, 0)] };
    expect(touched(behind, 2.8)).toBe(null);
  });

  test('added, moved, enlarged, removed', async () => {
    const cell = await read(`${BOX}    - { id: crate, operation: move, pose: { position: [0, 4, 0] } }
    - { id: other, primitives: [{ type: sphere, dimensions: [0.1] }] }
    - { id: other, operation: 1 }
    - { id: ball, operation: 0, primitives: [{ type: sphere, dimensions: [0.1] }] }
    - { id: ball, operation: append, primitives: [{ type: sphere, dimensions: [0.2] }] }
`);
    expect(cell.obstacles.map(({ name, pose }) => [name, pose.position])).toEqual([
      ['crate', [1, 4, 0]],
      ['ball/0', [0, 0, 0]],
      ['ball/1', [0, 0, 0]],
    ]);
  });

  test('an octomap: the bytes behind the header of a .bt file, a frame and an origin', async () => {
    // 16 levels of two bytes, of each the first child an inner node (3), at the last occupied (2): the cell at −2¹⁵ edges
    const bytes = Array.from({ length: 16 }, (_, level) => (level < 15 ? [3, 0] : [2, 0])).flat();
    const map = `{ binary: true, id: OcTree, resolution: 0.0001, data: [${bytes.join(', ')}] }`;
    const cell = await read(
      `world: { octomap: { header: { frame_id: world }, origin: { position: [3.2768, 3.2768, 3.2768], orientation: [0, 0, 0, 1] }, octomap: ${map} } }`,
    );
    expect(cell.obstacles.map(({ name, shape: { solid } }) => [name, solid])).toEqual([['<octomap>', true]]);
    const { positions } = cell.obstacles[0].shape;
    expect([Math.min(...positions), Math.max(...positions)].map((x) => Number(x.toFixed(9)))).toEqual([-3.2768, -3.2767]);
    expect((await read('world: { octomap: { octomap: { data: [] } } }')).obstacles).toEqual([]);
  });
});

describe('what robots hold', () => {
  const HELD = `robot_state:
  joint_state: { name: [slide, lift], position: [0.5, 0.25] }
  attached_collision_objects:
    - link_name: grip
      touch_links: [head]
      object: { id: rod, header: { frame_id: world }, primitives: [{ type: box, dimensions: [2, 0.1, 0.1] }], primitive_poses: [{ position: [1.5, 0, 1.05] }] }
`;

  test('is where it was in the world, moves along, and may touch what the scene says', async () => {
    const cell = await read(HELD + BOX.replace('[1, 0, 0]', '[3.5, 0, 1.05]'));
    const [robot] = cell.robots;
    expect(robot.link('rod').joint.position.map((x) => Math.round(1e9 * x) / 1e9)).toEqual([1, 0, 0]);
    expect([
      robot.allowed.isAllowed('rod', 'grip'),
      robot.allowed.isAllowed('rod', 'head'),
      robot.allowed.isAllowed('rod', 'cart'),
    ]).toEqual([true, true, false]);
    // the rod reaches from 0.5 to 2.5 at slide 0.5, and to 3.4 at 1.4
    expect([touched(cell, 1.35), touched(cell, 1.5)]).toEqual([null, 'rod crate']);
  });

  test('without shapes it is the object of that name in the world, which it leaves', async () => {
    const held = `robot_state: { attached_collision_objects: [{ link_name: grip, object: { id: crate, operation: 0 } }] }\n`;
    const cell = await read(held + BOX.replace('[1, 0, 0]', '[0, 0, 1]'));
    expect([cell.obstacles, cell.robots[0].link('crate').shapes.length]).toEqual([[], 1]);
  });

  test('the robot that was given stays as it is', async () => {
    const robot = slidingArm();
    const before = JSON.stringify([robot.links.length, robot.allowed.list()]);
    const text = `${HELD}allowed_collision_matrix: { entry_names: [cart, head, grip], entry_values: [[false, false, true], [false, false, true], [true, true, false]] }\n`;
    const cell = await readPlanningScene(inMemory({ 'a.yaml': text }), 'a.yaml', robot);
    expect(JSON.stringify([robot.links.length, robot.allowed.list()])).toBe(before);
    expect([cell.robots[0].allowed.isAllowed('cart', 'head'), cell.robots[0].allowed.isAllowed('cart', 'grip')]).toEqual([false, true]);
    // what a thing may touch because it is held stays
    expect(cell.robots[0].allowed.isAllowed('rod', 'grip')).toBe(true);
  });
});

describe('the allowed collision matrix', () => {
  const matrix = (text: string) => `allowed_collision_matrix: ${text}\n${BOX}`;

  test('in place of the list of the robot; more than that is told', async () => {
    const cell = await read(
      matrix('{ entry_names: [cart, grip], entry_values: [{ enabled: [false, true] }, { enabled: [true, false] }] }'),
    );
    const { allowed } = cell.robots[0];
    expect([allowed.isAllowed('cart', 'grip'), allowed.isAllowed('cart', 'head')]).toEqual([true, false]);
    expect(cell.warnings).toEqual([
      expect.stringMatching(/allows pairs that the robot's own list tests: cart and grip/),
      expect.stringMatching(
        /lacks pairs that the robot's own list allows: cart and head; they are tested, as by MoveIt \(not with --acm robot/,
      ),
    ]);
    const own = await read(matrix('{ entry_names: [cart, grip], entry_values: [[false, true], [true, false]] }'), { matrix: 'robot' });
    expect([own.robots[0].allowed.isAllowed('cart', 'grip'), own.robots[0].allowed.isAllowed('cart', 'head'), own.warnings]).toEqual([
      false,
      true,
      [],
    ]);
  });

  test('of links and objects, by entries and by default', async () => {
    const entry = await read(matrix('{ entry_names: [cart, crate], entry_values: [[false, true], [true, false]] }'));
    expect([touched(entry, 0.9), entry.allowed]).toEqual([null, [['cart', 'crate']]]);
    const byDefault = await read(matrix('{ default_entry_names: [crate], default_entry_values: [true] }'));
    expect([touched(byDefault, 0.9), byDefault.allowed.length]).toEqual([null, 3]);
    // an entry is stronger, and of two defaults both must allow
    const stronger = await read(
      matrix(
        '{ entry_names: [cart, crate], entry_values: [[false, false], [false, false]], default_entry_names: [crate], default_entry_values: [true] }',
      ),
    );
    expect(touched(stronger, 0.9)).toBe('cart crate');
    const two = await read(matrix('{ default_entry_names: [crate, cart], default_entry_values: [true, false] }'));
    expect(touched(two, 0.9)).toBe('cart crate');
  });

  test('that contradicts itself allows nothing, and says so', async () => {
    const cell = await read(matrix('{ entry_names: [cart, crate], entry_values: [[false, true], [false, false]] }'));
    expect([touched(cell, 0.9), cell.warnings]).toEqual([
      'cart crate',
      [expect.stringMatching(/contradicts itself about cart and crate; they/), expect.stringMatching(/lacks pairs/)],
    ]);
  });

  test('an empty one leaves the list of the robot', async () => {
    const cell = await read(matrix('{ entry_names: [], entry_values: [] }'));
    expect(cell.robots[0].allowed.isAllowed('cart', 'head')).toBe(true);
  });
});

test('a matrix of many contradictions names the first, and counts the others', async () => {
  const names = ['cart', 'crate', 'a', 'b', 'c'];
  const rows = names.map((_, i) => `[${names.map((_, j) => (i < j ? 1 : 0)).join(', ')}]`);
  const cell = await read(`allowed_collision_matrix: { entry_names: [${names}], entry_values: [${rows}] }\n${BOX}`);
  expect(cell.warnings[0]).toMatch(/about cart and crate, cart and a, cart and b and 7 more; they are tested/);
});

test('what a request attaches is held too, instead of what the scene attaches by that name', async () => {
  const rod = (length: number) =>
    `{ id: rod, primitives: [{ type: box, dimensions: [${length}, 0.02, 0.02] }], pose: { position: [0, 0, 0.8] } }`;
  const holds = (key: string, length: number) => `${key}: { attached_collision_objects: [{ link_name: grip, object: ${rod(length)} }] }\n`;
  const more = { 'request.yaml': holds('start_state', 2.4) };
  const post = BOX.replace('[0.2, 0.2, 0.2]', '[0.2, 0.2, 2]');
  const own = await read(holds('robot_state', 0.4) + post);
  const asked = await read(holds('robot_state', 0.4) + post, { request: 'request.yaml' }, more);
  expect([touched(own, 0.65), touched(asked, 0.65)]).toEqual([null, 'rod crate']);
  expect(asked.robots[0].links.filter(({ name }) => name === 'rod')).toHaveLength(1);
  const { robots } = asked;
  expect(parseMotionRequest(more['request.yaml'], 'request.yaml', robots[0]).start).toEqual(robots[0].neutral());
  expect(() => parseMotionRequest(more['request.yaml'], 'request.yaml', slidingArm())).toThrow(
    /attaches 'rod', which the robot does not hold; readPlanningScene\(…, \{ request \}\)/,
  );
});

test.each(['0x10', '1_0', 'Infinity', '1e', '+-1', '0b1'])('a number of an exported scene is decimal: not %s', async (number) => {
  const text = `(noname)\n* crate\n1\nbox\n${number} 1 1\n0 0 0\n0 0 0 1\n0 0 0 0\n.\n`;
  await expect(read(text)).rejects.toThrow(/should have lengths here, got/);
  expect((await read(text.replace(number, '1e-1'))).obstacles).toHaveLength(1);
});

test('a state beyond a limit by the digits of the file is at it, and told; farther it stays', async () => {
  const at = (slide: number) => read(`robot_state: { joint_state: { name: [slide], position: [${slide}] } }`);
  const near = await at(3.000004);
  expect([near.starts[0][0], near.warnings]).toEqual([
    3,
    [expect.stringMatching(/has 'slide' at 3.000004, beyond its limits -3 to 3; it is taken as 3/)],
  ]);
  const far = await at(-3.1);
  expect([far.starts[0][0], far.warnings]).toEqual([-3.1, []]);
});

test('padding is a distance to what stands around, not among links', async () => {
  const cell = await read(`link_padding: [{ link_name: cart, padding: 0.1 }, { link_name: head, padding: 0.001 }]\n${BOX}`, {
    clearance: 0.01,
  });
  expect(cell.clearance).toEqual({ default: 0.01, pairs: [['cart', 'crate', 0.1]] });
  expect([touched(cell, 0.69), touched(cell, 0.71)]).toEqual([null, 'cart crate']);
  expect(cell.warnings).toEqual([expect.stringMatching(/link_padding is kept as a distance/)]);
  expect((await read(`link_padding: [{ link_name: cart, padding: 0 }]\n${BOX}`)).clearance).toBe(0);
});

test('states: followers are compared, fixed and unknown joints told', async () => {
  const state = (names: string, values: string) => `robot_state: { joint_state: { name: [${names}], position: [${values}] } }`;
  expect(Array.from((await read(state('slide, echo_slide', '0.5, 1'))).starts[0])).toEqual([0.5, 0]);
  await expect(read(state('slide, echo_slide', '0.5, 0.7'))).rejects.toThrow(/follows 'slide' and should be 1/);
  expect((await read(state('mount, slyde', '0.5, 1'))).warnings).toEqual([
    expect.stringMatching(/'mount', which is fixed in the URDF; 0\.5 is not used/),
    expect.stringMatching(/'slyde', which is no joint of robot 'arm' \(is 'slide' meant\?\)/),
  ]);
});

test.each<[string, string, number, RegExp]>([
  ['nothing', '', NaN, /is empty: a planning scene of MoveIt was wanted/],
  ['a list', '- 1\n', 1, /should be a planning scene of MoveIt/],
  ['a misspelt key', 'wrold: {}\n', 1, /wrold is no known key; is 'world' meant\?/],
  [
    'an unknown shape',
    'world:\n  collision_objects:\n    - id: a\n      primitives: [{ type: torus, dimensions: [1] }]\n',
    4,
    /one of box \(1\), sphere/,
  ],
  ['a prism', 'world: { collision_objects: [{ id: a, primitives: [{ type: 5, dimensions: [1] }] }] }', 1, /is a prism/],
  [
    'too few sizes',
    'world: { collision_objects: [{ id: a, primitives: [{ type: cylinder, dimensions: [1] }] }] }',
    1,
    /\[height, radius\]/,
  ],
  ['a size of 0', 'world: { collision_objects: [{ id: a, primitives: [{ type: box, dimensions: [1, 0, 1] }] }] }', 1, /lengths > 0/],
  ['more poses than shapes', 'world: { collision_objects: [{ id: a, primitives: [], primitive_poses: [{}] }] }', 1, /1 poses for 0 shapes/],
  [
    'an unknown frame',
    'world: { collision_objects: [{ id: a, header: { frame_id: hed }, primitives: [{ type: 2, dimensions: [1] }] }] }',
    1,
    /is 'hed', which is no frame that is known; is 'head' meant/,
  ],
  [
    'a quaternion far off',
    'world: { collision_objects: [{ id: a, pose: { orientation: [3, 0, 0, 0] }, primitives: [] }] }',
    1,
    /of length 1/,
  ],
  ['an object without shapes', 'world: { collision_objects: [{ id: a }] }', 1, /'a' has no shapes/],
  ['an object twice', `${BOX}    - { id: crate, primitives: [{ type: 2, dimensions: [1] }] }\n`, 6, /there twice/],
  [
    'an object called like a link',
    'world: { collision_objects: [{ id: cart, primitives: [{ type: 2, dimensions: [1] }] }] }',
    1,
    /'cart', which the robot or one of its links/,
  ],
  ['a move of nothing', 'world: { collision_objects: [{ id: a, operation: 3 }] }', 1, /it is not there/],
  [
    'a corner that is not there',
    'world: { collision_objects: [{ id: a, meshes: [{ vertices: [[0, 0, 0]], triangles: [[0, 0, 1]] }] }] }',
    1,
    /corner 2 at vertex 1, but there are 1/,
  ],
  [
    'a mesh that is not there',
    'world: { collision_objects: [{ id: a, meshes: [{ resource: b.stl }] }] }',
    1,
    /'b.stl', which was not found/,
  ],
  ['no plane', 'world: { collision_objects: [{ id: a, planes: [{ coef: [0, 0, 0, 1] }] }] }', 1, /with a direction/],
  ['a scaled link', 'link_scale: [{ link_name: cart, scale: 1.1 }]', 1, /enlarges link 'cart'/],
  ['a padding below 0', 'link_padding: [{ link_name: cart, padding: -1 }]', 1, /a number ≥ 0/],
  [
    'a matrix of another size',
    'allowed_collision_matrix: { entry_names: [a, b], entry_values: [[true, true]] }',
    1,
    /2 entry_names and 1 entry_values/,
  ],
  [
    'held by nobody',
    'robot_state: { attached_collision_objects: [{ link_name: hand, object: { id: a } }] }',
    1,
    /is 'hand', which is no link/,
  ],
  [
    'held without shapes',
    'robot_state: { attached_collision_objects: [{ link_name: grip, object: { id: a } }] }',
    1,
    /has no shapes, nor has the world an object 'a'/,
  ],
  ['names without values', 'robot_state: { joint_state: { name: [slide], position: [] } }', 1, /1 names and 0 positions/],
  ['a map of probabilities', 'world: { octomap: { octomap: { binary: false, resolution: 1, data: [1] } } }', 1, /probabilities/],
])('%s is refused, with its line', async (_, text, line, says) => {
  const fault = await read(text).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(InputError);
  expect((fault as InputError).message).toMatch(says);
  expect((fault as InputError).file).toBe('scene.yaml');
  if (!Number.isNaN(line)) expect((fault as InputError).line).toBe(line);
});

describe('the text that MoveIt exports', () => {
  const OLD = `(noname)+
* crate
1
box
0.2 0.2 0.2
1 0 0
0 0 0 1
0 0 1 0.3
* a can of soup
2
cylinder
0.05 0.4
0 5 0
0 0 0 1
1 0 0 1
mesh
3 1
0 0 0
1 0 0
0 1 0
0 1 2
0 0 7
0 0 0 1
0 0 0 0
.
`;

  test('without poses of objects', async () => {
    const cell = await read(OLD);
    expect(cell.obstacles.map(({ name, pose }) => [name, pose.position])).toEqual([
      ['crate', [1, 0, 0]],
      ['a can of soup/0', [0, 5, 0]],
      ['a can of soup/1', [0, 0, 7]],
    ]);
    expect([touched(cell, 0.75), touched(cell, 0.9)]).toEqual([null, 'cart crate']);
    // the radius comes first
    const heights = Array.from(cell.obstacles[1].shape.positions).filter((_, i) => i % 3 === 2);
    expect([Math.min(...heights), Math.max(...heights)]).toEqual([-0.2, 0.2]);
    expect(cell.obstacles[2].shape.indices).toEqual(Uint32Array.of(0, 1, 2));
  });

  test('with poses of objects and subframes, on a Windows machine too', async () => {
    const text = `scene\n* crate\n1 0 0\n0 0 1 0\n1\nbox\n0.2 0.2 0.2\n0.5 0 0\n0 0 0 1\n0 0 0 0\n1\nlid\n0 0 0.1\n0 0 0 1\n.\n`;
    for (const written of [text, text.replaceAll('\n', '\r\n'), `\uFEFF${text}`]) {
      const cell = await read(written);
      expect(cell.obstacles.map(({ pose }) => pose.position[0])).toEqual([expect.closeTo(0.5, 12)]);
    }
  });

  test('an empty one', async () => {
    expect((await read('(noname)+\n.\n')).obstacles).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    ['is cut off', OLD.slice(0, OLD.indexOf('0 1 2')), /scene.yaml, line 21: the scene ends too early, before three numbers of vertices/],
    ['has no dot', OLD.replace('\n.\n', '\n'), /ends too early/],
    ['has an octree', OLD.replace('box', 'octree'), /line 4: the scene is octree: a box, sphere/],
    ['has a word for a number', OLD.replace('1 0 0\n', '1 nil 0\n'), /line 6: the scene should have a position here, got nil/],
    ['has half a shape', OLD.replace('crate\n1', 'crate\n1.5'), /line 3: the scene should have the number of shapes here, got 1.5/],
    ['has a flat box', OLD.replace('0.2 0.2 0.2', '0.2 0 0.2'), /line 5: .*lengths > 0/],
    ['has a corner too many', OLD.replace('0 1 2\n', '0 1 3\n'), /corner 2 at vertex 3/],
  ])('an error with its line where it %s', async (_, text, says) => {
    await expect(read(text)).rejects.toThrow(InputError);
    await expect(read(text)).rejects.toThrow(says);
  });
});
