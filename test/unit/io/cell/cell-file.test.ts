import { describe, expect, test } from 'vitest';
import { parseCell } from '../../../../src/io/cell/cell-file.ts';
import { readCellMotions } from '../../../../src/io/cell/cell-motions.ts';
import { exampleCell } from '../../../../src/io/cell/example-cell.ts';
import { readCell } from '../../../../src/io/cell/read-cell.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { rotate } from '../../../../src/math/quat.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { objText, TETRAHEDRON } from '../mesh/write-mesh.ts';

type Json = Record<string, unknown>;

const CELL: Json = {
  format: 'inbetween-cell/1',
  name: 'two arms',
  robots: [
    {
      urdf: 'arm.urdf',
      name: 'left',
      base: { position: [0, 1, 0], rpyDegrees: [0, 0, 90] },
      allow: [['base', 'tip']],
      start: { turn: 0.5 },
    },
    { urdf: 'arm.urdf', srdf: 'arm.srdf', name: 'right', geometry: 'visual', packages: { p: 'folder' } },
  ],
  obstacles: [
    { name: 'part', mesh: 'part.obj', scale: 0.5, pose: { quaternion: [0, 0, 0.6, 0.8] } },
    { name: 'copy', mesh: 'part.obj', scale: 0.5 },
    { name: 'solid', mesh: 'part.obj', scale: [1, 1, -1], solid: true },
    { name: 'box', box: [1, 2, 3], pose: { position: [1, 2, 3], rpy: [0.1, 0.2, 0.3] } },
    { name: 'ball', sphere: 0.25 },
    { name: 'can', cylinder: { radius: 1, height: 2 } },
    { name: 'pill', capsule: { radius: 1, length: 2 } },
  ],
  attach: [
    { to: 'left/tip', sphere: 0.1, pose: { position: [0, 0, 7] }, touches: ['base'] },
    { name: 'tool', to: 'right/tip', box: [1, 1, 1] },
  ],
  clearance: 0.01,
  tolerance: 1e-4,
  self: false,
  path: [
    [0, 0],
    [1, 2],
  ],
};

const URDF = `<robot name="arm">
  <link name="base"><collision><geometry><sphere radius="0.5"/></geometry></collision><visual><geometry><sphere radius="0.25"/></geometry></visual></link>
  <link name="tip"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="tip"/><origin xyz="0 0 2"/><axis xyz="0 0 1"/></joint>
</robot>`;
const SRDF = '<robot name="arm"><disable_collisions link1="base" link2="tip" reason="Adjacent"/></robot>';
const CONTENT: Record<string, string> = {
  'dir/cell.json': JSON.stringify(CELL),
  'dir/arm.urdf': URDF,
  'dir/arm.srdf': SRDF,
  'dir/part.obj': objText(TETRAHEDRON),
};

const memory = (content: Record<string, string>) => ({
  async read(path: string): Promise<Uint8Array> {
    if (!(path in content)) throw new InputError('no such file', { file: path });
    return new TextEncoder().encode(content[path]);
  },
});

describe('parseCell', () => {
  test('what was written comes back, with defaults', () => {
    const cell = parseCell(JSON.stringify(CELL), 'cell.json');
    expect(cell).toMatchObject({ name: 'two arms', clearance: 0.01, tolerance: 1e-4, self: false, path: CELL.path });
    const [left, right] = cell.robots;
    expect(left).toMatchObject({
      urdf: 'arm.urdf',
      name: 'left',
      geometry: 'collision',
      packages: {},
      allow: [['base', 'tip']],
      start: { turn: 0.5 },
    });
    expect(right).toMatchObject({ srdf: 'arm.srdf', geometry: 'visual', packages: { p: 'folder' }, allow: [], start: {} });
    expect(right.base).toEqual({ position: [0, 0, 0], quaternion: [0, 0, 0, 1] });
    const [x, y, z] = rotate(left.base.quaternion, [1, 0, 0]);
    expect(x).toBeCloseTo(0, 15);
    expect([y, z]).toEqual([expect.closeTo(1, 15), 0]);
    expect(cell.obstacles.map(({ shape }) => shape)).toEqual([
      { type: 'mesh', file: 'part.obj', scale: 0.5, solid: false },
      { type: 'mesh', file: 'part.obj', scale: 0.5, solid: false },
      { type: 'mesh', file: 'part.obj', scale: [1, 1, -1], solid: true },
      { type: 'box', size: [1, 2, 3] },
      { type: 'sphere', radius: 0.25 },
      { type: 'cylinder', radius: 1, height: 2 },
      { type: 'capsule', radius: 1, length: 2 },
    ]);
    // Fixed axes x, y, z in turn: the x axis, by hand.
    const turned = rotate(cell.obstacles[3].pose.quaternion, [1, 0, 0]);
    const expected = [Math.cos(0.3) * Math.cos(0.2), Math.sin(0.3) * Math.cos(0.2), -Math.sin(0.2)];
    for (let k = 0; k < 3; k++) expect(turned[k]).toBeCloseTo(expected[k], 14);
    expect(cell.attach.map(({ name, to, touches }) => [name, to, touches])).toEqual([
      ['held-1', 'left/tip', ['base']],
      ['tool', 'right/tip', []],
    ]);
  });

  test('comments and commas; one robot; nothing else', () => {
    const text = '// a cell\r\n{ /* of\nlines */ "format": "inbetween-cell/1", // yes\n"robot": { "urdf": "//a/*.urdf", }, }//';
    const cell = parseCell(text, 'cell.json');
    expect(cell).toMatchObject({ name: 'cell.json', clearance: 0, self: true, obstacles: [], attach: [] });
    expect(cell.tolerance).toBeUndefined();
    expect(cell.path).toBeUndefined();
    expect(cell.robots.map(({ urdf }) => urdf)).toEqual(['//a/*.urdf']);
    expect(parseCell(exampleCell(), 'cell.json').robots).toHaveLength(1);
  });
});

describe('broken cells', () => {
  const one = (change: Json): Json => ({ format: 'inbetween-cell/1', robot: { urdf: 'a.urdf' }, ...change });
  const obstacle = (change: Json): Json => one({ obstacles: [{ name: 'x', ...change }] });

  test.each<[string, unknown, RegExp]>([
    ['a list', [], /the content should be an object/],
    ['no format', { robot: { urdf: 'a' } }, /is no cell: "format": "inbetween-cell\/1" is missing; 'inbetween init' writes one/],
    ['another format', one({ format: 'inbetween-cell/2' }), /format should be "inbetween-cell\/1", got "inbetween-cell\/2"/],
    ['a misspelt key', one({ obstacle: [] }), /obstacle is no known key; is 'obstacles' meant\?/],
    ['a foreign key', one({ gravity: 9.81 }), /gravity is no known key; known are format, name, /],
    ['no robot', { format: 'inbetween-cell/1' }, /the content names no robot/],
    ['no robots', { format: 'inbetween-cell/1', robots: [] }, /robots should be a list of at least one robot/],
    ['robot and robots', one({ robots: [] }), /robots and robot are both given/],
    ['no URDF', one({ robot: {} }), /robot\.urdf is missing/],
    ['a misspelt key of a robot', one({ robot: { urfd: 'a.urdf' } }), /robot\.urfd is no known key; is 'urdf' meant\?/],
    [
      'another geometry',
      one({ robot: { urdf: 'a', geometry: 'convex' } }),
      /robot\.geometry should be "collision" or "visual", got "convex"/,
    ],
    ['a package of number', one({ robot: { urdf: 'a', packages: { p: 1 } } }), /robot\.packages\.p should be a text, got 1/],
    ['three allowed', one({ robot: { urdf: 'a', allow: [['a', 'b', 'c']] } }), /robot\.allow\[0\] should be two names of links/],
    ['a link with itself', one({ robot: { urdf: 'a', allow: [['a', 'a']] } }), /robot\.allow\[0\] pairs 'a' with itself/],
    ['a start of text', one({ robot: { urdf: 'a', start: { j: '1' } } }), /robot\.start\.j should be a finite number, got "1"/],
    ['an obstacle without name', one({ obstacles: [{ sphere: 1 }] }), /obstacles\[0\]\.name is missing/],
    [
      'two of a name',
      one({
        obstacles: [
          { name: 'x', sphere: 1 },
          { name: 'x', sphere: 1 },
        ],
      }),
      /obstacles\[1\]\.name is 'x', which something else/,
    ],
    ['no shape', obstacle({}), /obstacle 'x' should have one of mesh, box, .*, but has none/],
    ['two shapes', obstacle({ sphere: 1, box: [1, 1, 1] }), /obstacle 'x' should have one of .*, but has box and sphere/],
    ['an unknown shape', obstacle({ torus: 1 }), /obstacle 'x': torus is no known key/],
    ['a scaled box', obstacle({ box: [1, 1, 1], scale: 2 }), /obstacle 'x': scale is no known key/],
    ['a flat box', obstacle({ box: [1, 1, 0] }), /obstacle 'x': box should be three lengths > 0, got \[1,1,0\]/],
    ['a box of two', obstacle({ box: [1, 1] }), /obstacle 'x': box should be 3 finite numbers/],
    ['a sphere of 0', obstacle({ sphere: 0 }), /obstacle 'x': sphere should be a number > 0, got 0/],
    ['a sphere as object', obstacle({ sphere: { radius: 1 } }), /obstacle 'x': sphere should be a finite number, got \{radius\}/],
    [
      'a cylinder of height and length',
      obstacle({ cylinder: { radius: 1, height: 2, length: 2 } }),
      /obstacle 'x': cylinder has height and length; give one/,
    ],
    [
      'a start of number',
      one({ robot: { urdf: 'a', start: 1 } }),
      /robot\.start should be values of joints by name, or the name of a state/,
    ],
    ['three that may touch', one({ allow: [['a', 'b', 'c']] }), /allow\[0\] should be two names/],
    ['solid of text', one({ robot: { urdf: 'a', solid: 'yes' } }), /robot\.solid should be true or false/],
    ['a capsule without length', obstacle({ capsule: { radius: 1 } }), /obstacle 'x': capsule\.length is missing/],
    ['scale 0', obstacle({ mesh: 'a.obj', scale: 0 }), /obstacle 'x': scale should be one or three numbers other than 0/],
    [
      'two rotations',
      obstacle({ sphere: 1, pose: { rpy: [0, 0, 0], quaternion: [0, 0, 0, 1] } }),
      /obstacle 'x': pose has quaternion and rpy; give one/,
    ],
    ['a pose of t', obstacle({ sphere: 1, pose: { t: [0, 0, 0] } }), /obstacle 'x': pose\.t is no known key/],
    ['a long quaternion', obstacle({ sphere: 1, pose: { quaternion: [0, 0, 0, 2] } }), /obstacle 'x': pose: quaternion .* has length 2/],
    [
      'degrees of text',
      obstacle({ sphere: 1, pose: { rpyDegrees: [0, 0, '90'] } }),
      /line 1: obstacle 'x': pose\.rpyDegrees\[2\] should be a finite number, got "90"/,
    ],
    ['held by nothing', one({ attach: [{ sphere: 1 }] }), /attach 'held-1': to is missing/],
    ['touching a number', one({ attach: [{ to: 'a', sphere: 1, touches: [1] }] }), /attach 'held-1': touches\[0\] should be a text/],
    ['clearance -1', one({ clearance: -1 }), /clearance should be a number ≥ 0, got -1/],
    ['tolerance 0', one({ tolerance: 0 }), /tolerance should be a number > 0, got 0/],
    ['self of text', one({ self: 'no' }), /self should be true or false, got "no"/],
    ['an empty path', one({ path: [] }), /path should be a file or a list of at least one configuration/],
    ['a ragged path', one({ path: [[1, 2], [1]] }), /path\[1\] has 1 value, the first has 2/],
    ['a path of number', one({ path: 7 }), /path should be a text, got 7/],
  ])('%s', (_, content, says) => {
    const broken = () => parseCell(JSON.stringify(content), 'dir/cell.json');
    expect(broken).toThrow(InputError);
    expect(broken).toThrow(says);
    expect(broken).toThrow(/^dir\/cell\.json, line 1: /);
  });

  test.each<[string, RegExp]>([
    ['{\n// one\n/* two\n', /^c\.json, line 3: is not JSON: a comment without end/],
    ['{\n"format": "inbetween-cell/1",\n/* a\nb */ "selv": 1 }', /^c\.json, line 4: selv is no known key; is 'self' meant\?/],
    ['{ "robot": { "urdf": \n / } }', /^c\.json, line 2: is not JSON: expected a value, found '\/'/],
    ['{ "a": 1,, }', /^c\.json, line 1: is not JSON: expected a key in double quotes, found ','/],
    ['# yaml', /^c\.json, line 1: is not JSON: expected a value, found '#'/],
  ])('%j', (text, says) => {
    expect(() => parseCell(text, 'c.json')).toThrow(says);
  });
});

describe('readCell', () => {
  test('makes robots with what they hold, and obstacles', async () => {
    const cell = await readCell(memory(CONTENT), 'dir/cell.json');
    const [left, right] = cell.robots;
    expect([left.name, right.name]).toEqual(['left', 'right']);
    expect(left.base.position).toEqual([0, 1, 0]);
    expect(left.links.map(({ name, parent }) => [name, parent])).toEqual([
      ['base', -1],
      ['tip', 0],
      ['held-1', 1],
    ]);
    expect(left.links[1].joint).toMatchObject({ name: 'turn', type: 'continuous', position: [0, 0, 2], axis: [0, 0, 1], slot: 0, size: 1 });
    expect(left.links[2].joint).toMatchObject({ type: 'fixed', position: [0, 0, 7] });
    expect(left.links[0].shapes[0].shape.radii?.[0]).toBe(0.5);
    expect(right.links[0].shapes[0].shape.radii?.[0]).toBe(0.25);
    expect(left.allowed.list().map(({ a, b }) => [a, b])).toEqual([
      ['base', 'tip'],
      ['held-1', 'base'],
    ]);
    expect(right.allowed.isAllowed('tip', 'base')).toBe(true);
    expect(cell.starts.map((start) => [...start])).toEqual([[0.5], [0]]);
    const [part, copy, solid, box, ball, can, pill] = cell.obstacles.map(({ shape: mesh }) => mesh);
    expect(part).toBe(copy);
    expect(part.positions[3]).toBe(0.75);
    expect([part.solid, solid.solid, box.solid]).toEqual([false, true, true]);
    expect(box.positions.slice(0, 3)).toEqual(Float64Array.of(-0.5, -1, -1.5));
    expect(ball.radii?.[0]).toBe(0.25);
    expect(Math.max(...can.positions.filter((_, i) => i % 3 === 2))).toBe(1);
    expect([...pill.positions]).toEqual([0, 0, -1, 0, 0, 1]);
    expect(cell).toMatchObject({ clearance: 0.01, tolerance: 1e-4, self: false });
    const { paths } = await readCellMotions(memory(CONTENT), cell);
    expect(Object.values(paths).map(({ waypoints }) => waypoints.map((configuration) => [...configuration]))).toEqual([
      [[0], [1]],
      [[0], [2]],
    ]);
  });

  test('a path in a file: joints it does not name rest at the start', async () => {
    const content = {
      ...CONTENT,
      'dir/cell.json': JSON.stringify({ ...CELL, path: 'p.csv' }),
      'dir/p.csv': 'right/turn\n1\n2',
      'q.csv': 'turn\n1',
    };
    const cell = await readCell(memory(content), 'dir/cell.json');
    expect(cell.path).toBe('dir/p.csv');
    const [left, right] = Object.values((await readCellMotions(memory(content), cell)).paths);
    expect(left.waypoints.map(([turn]) => turn)).toEqual([0.5, 0.5]);
    expect(right.waypoints.map(([turn]) => turn)).toEqual([1, 2]);
    await expect(readCellMotions(memory(content), cell, 'q.csv')).rejects.toThrow(
      /^q\.csv, line 1: the joint 'turn' belongs to several robots/,
    );
  });

  test.each<[string, Json, RegExp]>([
    ['no URDF', { robots: [{ urdf: 'no.urdf' }] }, /^dir\/cell\.json, line 1: robots\[0\]\.urdf: dir\/no\.urdf: no such file/],
    [
      'two robots of a name',
      { robots: [{ urdf: 'arm.urdf' }, { urdf: 'arm.urdf' }] },
      /^dir\/cell\.json, line 1: robots\[1\] is called 'arm' like robots\[0\]/,
    ],
    [
      'an unknown link',
      { robots: [{ urdf: 'arm.urdf', name: 'left', allow: [['base', 'tap']] }], attach: [] },
      /^dir\/cell\.json, line 1: robots\[0\]\.allow\[0\]: .*'tap'; is 'tip' meant/,
    ],
    [
      'an unknown joint',
      { robots: [{ urdf: 'arm.urdf', start: { tun: 1 } }], attach: [] },
      /^dir\/cell\.json, line 1: robots\[0\]\.start\.tun: .*no joint 'tun'/,
    ],
    ['held by nobody', { attach: [{ to: 'hand', sphere: 1 }] }, /^dir\/cell\.json, line 1: attach 'held-1': no robot has a link 'hand'/],
    [
      'held by two',
      { attach: [{ to: 'tip', sphere: 1 }] },
      /attach 'held-1': several robots have a link 'tip'; write 'left\/tip' or 'right\/tip'/,
    ],
    [
      'held under the name of a link',
      { attach: [{ name: 'base', to: 'left/tip', sphere: 1 }] },
      /^dir\/cell\.json, line 1: attach 'base' is called like a link of robot 'left'/,
    ],
    [
      'touching nobody',
      { attach: [{ to: 'left/tip', sphere: 1, touches: ['bass'] }] },
      /attach 'held-1': touches\[0\]: .*'bass'; is 'base' meant/,
    ],
    [
      'a size beyond measure',
      { obstacles: [{ name: 'x', sphere: 1e200 }] },
      /^dir\/cell\.json, line 1: obstacle 'x': sphere: radius must be/,
    ],
    ['no mesh', { obstacles: [{ name: 'x', mesh: 'no.stl' }] }, /^dir\/cell\.json, line 1: obstacle 'x': mesh: dir\/no\.stl: no such file/],
  ])('%s', async (_, change, says) => {
    const content = { ...CONTENT, 'dir/cell.json': JSON.stringify({ ...CELL, ...change }) };
    await expect(readCell(memory(content), 'dir/cell.json')).rejects.toThrow(InputError);
    await expect(readCell(memory(content), 'dir/cell.json')).rejects.toThrow(says);
  });

  test('no path', async () => {
    const content = { ...CONTENT, 'dir/cell.json': JSON.stringify({ ...CELL, path: null }) };
    await expect(readCellMotions(memory(content), await readCell(memory(content), 'dir/cell.json'))).rejects.toThrow(
      /^dir\/cell\.json: names no path/,
    );
  });
});

describe('lines, names and pairs', () => {
  const STATES = `<robot name="arm">
    <group name="all"><joint name="turn"/></group>
    <group_state name="home" group="all"><joint name="turn" value="0.25"/></group_state>
  </robot>`;
  const reading = async (lines: readonly string[], more: Record<string, string> = {}) => {
    const text = ['{ "format": "inbetween-cell/1",', ...lines, '}'].join('\n');
    const content = { ...CONTENT, 'dir/states.srdf': STATES, 'dir/cell.json': text, ...more };
    return { cell: await readCell(memory(content), 'dir/cell.json'), files: memory(content) };
  };
  const ARM = '"robot": { "urdf": "arm.urdf" },';
  const TWO = '"robots": [{ "urdf": "arm.urdf", "name": "l" }, { "urdf": "arm.urdf", "name": "r" }],';
  const POST = '"obstacles": [{ "name": "post", "sphere": 1 }],';

  test('pairs that may touch: of one robot to the robot, others to the scene', async () => {
    const { cell } = await reading([
      TWO,
      POST,
      '"attach": [{ "name": "part", "to": "l/tip", "sphere": 1 }],',
      '"allow": [["base", "post"], ["part", "base"], ["l/tip", "l/base"], ["tip", "tip"], ["part", "l/base"]]',
    ]);
    expect(cell.allowed).toEqual([
      ['base', 'post'],
      ['part', 'base'],
      ['tip', 'tip'],
    ]);
    const [left, right] = cell.robots;
    expect(left.allowed.isAllowed('part', 'base')).toBe(true);
    expect(left.allowed.isAllowed('tip', 'base')).toBe(true);
    expect(right.allowed.list().filter(({ reason }) => reason === 'user')).toEqual([]);
    const { robots, obstacles, allowed } = cell;
    expect(() => new Scene({ robots, obstacles, allowed })).not.toThrow();
    expect((await reading([ARM])).cell.allowed).toEqual([]);
  });

  test.each<[string, readonly string[], RegExp]>([
    [
      'an unknown name',
      [ARM, POST, '"allow": [', '["base", "pots"]]'],
      /^dir\/cell\.json, line 5: allow\[0\]\[1\] is 'pots', .*; is 'post' meant\?/,
    ],
    ['a name far off', [ARM, POST, '"allow": [["base", "xxxxxx"]]'], /line 4: .*known are base, tip, post/],
    ['an unknown link of a robot', [TWO, '"allow": [["l/base", "r/bse"]]'], /line 3: .* is 'r\/base' meant\?/],
    ['a thing with itself', [ARM, POST, '"allow": [["post", "post"]]'], /line 4: allow\[0\] pairs 'post' with itself/],
    [
      'an obstacle called like the robot',
      [ARM, '"obstacles": [', '{ "name": "arm", "sphere": 1 }]'],
      /line 4: obstacles\[0\]\.name is 'arm', which a robot/,
    ],
    ['no SRDF', ['"robot": { "urdf": "arm.urdf",', '"srdf": "no.srdf" }'], /line 3: robot\.srdf: dir\/no\.srdf: no such file/],
    [
      'a truncated mesh',
      [ARM, '"obstacles": [{ "name": "x",', '"mesh": "bad.obj" }]'],
      /line 4: obstacle 'x': mesh: dir\/bad\.obj, line 1: /,
    ],
    ['a pair of the robot', ['"robot": { "urdf": "arm.urdf",', '"allow": [["base", "tap"]] }'], /line 3: robot\.allow\[0\]: /],
    ['a joint at the start', ['"robot": { "urdf": "arm.urdf", "start": {', '"tun": 1 } }'], /line 3: robot\.start\.tun: /],
    ['an unknown state', ['"robot": { "urdf": "arm.urdf",', '"start": "home" }'], /line 3: robot\.start: .*no state 'home', nor any other/],
  ])('%s', async (_, lines, says) => {
    await expect(reading(lines, { 'dir/bad.obj': 'v 1 2\n' })).rejects.toThrow(says);
  });

  test('faults inside of a URDF keep its own line', async () => {
    await expect(reading(['"robot": { "urdf": "bad.urdf" }'], { 'dir/bad.urdf': '<robot name="r">\n<link/></robot>' })).rejects.toThrow(
      /^dir\/bad\.urdf, line 2: /,
    );
  });

  test('the path of a cell has lines too', async () => {
    const { cell, files } = await reading([ARM, '"path": [', '[0, 0, 0],', '[1, 1, 1]]']);
    await expect(readCellMotions(files, cell)).rejects.toThrow(
      /^dir\/cell\.json, line 4: has 3 values a point .* configuration has 1 \(turn\)/,
    );
  });

  test.each<[string, readonly string[], RegExp]>([
    ['an unknown state on the way', [ARM, '"path": [[0],', '"hme"]'], /line 4: robot 'arm' has no state 'hme'/],
    [
      'a width beside a state',
      ['"robot": { "urdf": "arm.urdf", "srdf": "states.srdf" },', '"path": ["home",', '[0, 1]]'],
      /line 4: has 2 values a point without names, but a configuration has 1/,
    ],
  ])('%s', async (_, lines, says) => {
    const { cell, files } = await reading(lines);
    await expect(readCellMotions(files, cell)).rejects.toThrow(says);
  });

  test('degrees where the cell says so; states are what they are', async () => {
    const { cell, files } = await reading([
      '"robot": { "urdf": "arm.urdf", "srdf": "states.srdf", "start": "home" },',
      '"units": "degrees",',
      '"path": ["home", [90]]',
    ]);
    const { paths } = await readCellMotions(files, cell);
    expect(Object.values(paths)[0].waypoints.map(([turn]) => turn)).toEqual([0.25, Math.PI / 2]);
    await expect(reading([ARM, '"units": "degree, feet"'])).rejects.toThrow(/line 3: units: 'feet' is none of radians, degrees/);
  });

  test('a cell is a scene as it is: its clearance, tolerance and bodies count', async () => {
    const { cell, files } = await reading([
      ARM,
      '"obstacles": [{ "name": "wall", "box": [0.2, 4, 4], "pose": { "position": [3, 0, 0] } }],',
      '"clearance": { "default": 5, "pairs": [["tip", "wall", 0]] }, "tolerance": 1e-5,',
      '"path": [[0], [0.1]]',
    ]);
    expect(cell.clearance).toEqual({ default: 5, pairs: [['tip', 'wall', 0]] });
    const scene = new Scene(cell);
    const { motions } = await readCellMotions(files, cell);
    const answer = scene.firstContact(motions);
    const { clearance, tolerance } = cell;
    const { robots, obstacles, bodies, allowed, self } = cell;
    const apart = new Scene({ robots, obstacles, bodies, allowed, self }).firstContact(motions, { clearance, tolerance });
    expect([answer.status, answer.time, answer.clearance, answer.tolerance]).toEqual([
      apart.status,
      apart.time,
      apart.clearance,
      apart.tolerance,
    ]);
    expect(new Scene(cell).firstContact(motions, { clearance: 0 }).status).toBe('free');
    expect(() => new Scene({ ...cell, obstakles: [] } as never)).toThrow(/obstakles/);
  });

  test.each<[string, readonly string[], RegExp]>([
    ['an unknown group', [ARM, '"clearance": { "slef": 1 }'], /line 3: .*slef/],
    ['a negative distance', [ARM, '"clearance": { "self": -1 }'], /line 3: clearance\.self should be a number ≥ 0/],
    [
      'half a pair',
      [ARM, '"clearance": { "pairs": [["tip", "wall"]] }'],
      /line 3: clearance\.pairs\[0\] should be two names and a distance/,
    ],
    ['an unknown name', [ARM, '"clearance": { "pairs": [["tip", "wal", 1]] }'], /line 3: .*is 'wal', which is no link, body or obstacle/],
    ['an unknown way up', ['"robot": { "urdf": "arm.urdf", "upAxis": "y" }'], /line 2: .*upAxis should be "keep" or "z"/],
  ])('%s', async (_, lines, says) => {
    await expect(reading(lines)).rejects.toThrow(says);
  });

  test('states by name: where it starts, and on its way', async () => {
    const { cell, files } = await reading([
      '"robot": { "urdf": "arm.urdf", "srdf": "states.srdf", "start": "home" },',
      '"path": ["home",',
      '[1], "all/home"]',
    ]);
    expect([...cell.starts[0]]).toEqual([0.25]);
    expect(cell.path).toEqual(['home', [1], 'all/home']);
    expect(cell.pathLines).toEqual([3, 4, 4]);
    const { paths } = await readCellMotions(files, cell);
    expect(Object.values(paths)[0].waypoints.map(([turn]) => turn)).toEqual([0.25, 1, 0.25]);
  });

  test('a path that begins late is told', async () => {
    const { cell, files } = await reading([ARM, '"path": "late.csv"'], { 'dir/late.csv': 't,turn\n1,0\n2,1\n' });
    const { warnings } = await readCellMotions(files, cell);
    expect(warnings).toEqual(['dir/late.csv: the trajectory begins at 1 s: what the controller does before is not checked']);
  });

  test('a robot of solid meshes, and a cylinder of length', async () => {
    const urdf = '<robot name="arm"><link name="a"><collision><geometry><mesh filename="part.obj"/></geometry></collision></link></robot>';
    const read = async (solid: string) => (await reading([`"robot": { "urdf": "m.urdf"${solid} }`], { 'dir/m.urdf': urdf })).cell;
    expect((await read(', "solid": true')).robots[0].links[0].shapes[0].shape.solid).toBe(true);
    expect((await read('')).robots[0].links[0].shapes[0].shape.solid).toBe(false);
    const { cell } = await reading([ARM, '"obstacles": [{ "name": "can", "cylinder": { "radius": 1, "length": 3 } }]']);
    expect(Math.max(...cell.obstacles[0].shape.positions.filter((_, i) => i % 3 === 2))).toBe(1.5);
  });

  test('a shell around the base is told, unless solid, open, or elsewhere', async () => {
    const open = objText({ ...TETRAHEDRON, faces: TETRAHEDRON.faces.slice(1) });
    const centre = [0, 1, 2].map((k) => {
      const values = TETRAHEDRON.positions.filter((_, i) => i % 3 === k);
      return (Math.min(...values) + Math.max(...values)) / 2;
    });
    const at = (position: readonly number[]) => `"robot": { "urdf": "arm.urdf", "base": { "position": [${position}] } },`;
    const warned = async (robot: string, rest: string) =>
      (await reading([robot, `"obstacles": [{ "name": "x", ${rest} }]`], { 'dir/open.obj': open })).cell.warnings;
    expect(await warned(at(centre), '"mesh": "part.obj"')).toEqual([
      `dir/cell.json, line 3: obstacle 'x' is a closed surface around the robot's base; only its surface counts unless "solid": true`,
    ]);
    expect(await warned(at(centre), '"mesh": "part.obj", "solid": true')).toEqual([]);
    expect(await warned(at(centre), '"mesh": "open.obj"')).toEqual([]);
    expect(await warned(at([100, 0, 0]), '"mesh": "part.obj"')).toEqual([]);
    expect(
      await warned(at([100, 0, 0]), `"mesh": "part.obj", "pose": { "position": [${100 - centre[0]}, ${-centre[1]}, ${-centre[2]}] }`),
    ).toHaveLength(1);
  });
});

describe('pitches of a cell', () => {
  const cell = (pitches: unknown) => JSON.stringify({ format: 'inbetween-cell/1', robot: { urdf: 'arm.urdf', pitches } });
  const read = (pitches: unknown) => readCell(memory({ 'cell.json': cell(pitches), 'arm.urdf': URDF }), 'cell.json');

  test('the joint of the URDF is a screw', async () => {
    const [robot] = (await read({ turn: 0.25 })).robots;
    expect([robot.joint('turn').type, robot.joint('turn').pitch]).toEqual(['helical', 0.25]);
    expect(robot.linkPoses([4 * Math.PI]).tip.position[2]).toBeCloseTo(2.5, 14);
    expect(parseCell(cell(undefined), 'cell.json').robots[0].pitches).toBeUndefined();
  });

  test.each<[unknown, RegExp]>([
    [{ trun: 0.25 }, /pitches: there is no joint 'trun'/],
    [{ turn: 'fine' }, /robots?.*pitches\.turn.*number/],
    [0.25, /pitches/],
  ])('%j is refused', async (pitches, words) => {
    await expect(read(pitches)).rejects.toThrow(words);
    await expect(read(pitches)).rejects.toThrow(InputError);
  });
});
