import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { box, Scene } from '../../../../src/index.ts';
import { readUrdf } from '../../../../src/io/robot/read-urdf.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { files } from '../../../../src/node/index.ts';
import { inverseKinematics } from '../../../../src/robot/inverse/inverse.ts';
import { fan, objText, stlBytes, TETRAHEDRON } from '../mesh/write-mesh.ts';
import { BOX, CHAIN, jointText, linkText, memoryFiles, robotText } from './urdf-text.ts';

const TETRA = objText(TETRAHEDRON);

function meshText(filename: string, scale = ''): string {
  return `<mesh filename="${filename}"${scale && ` scale="${scale}"`}/>`;
}

describe('shapes', () => {
  test('box, sphere, cylinder and capsule become meshes in the link', async () => {
    const shapes = [BOX, '<sphere radius="2"/>', '<cylinder radius="3" length="8"/>', '<capsule radius="0.5" length="4"/>'];
    const collisions = shapes.map(
      (shape, i) => `<collision name="s${i}"><origin xyz="${i} 0 0"/><geometry>${shape}</geometry></collision>`,
    );
    const text = robotText(`<link name="a">${collisions.join('')}</link>`);
    const robot = await readUrdf(memoryFiles({ 'r.urdf': text }), 'r.urdf', { cylinderSegments: 8 });
    const [box, sphere, cylinder, capsule] = robot.link('a').shapes;
    expect(robot.link('a').shapes.map(({ name, pose }) => [name, pose?.position])).toEqual([0, 1, 2, 3].map((i) => [`s${i}`, [i, 0, 0]]));
    expect(box.shape.solid).toBe(true);
    expect([0, 1, 2].map((k) => Math.max(...[0, 1, 2, 3, 4, 5, 6, 7].map((v) => box.shape.positions[3 * v + k])))).toEqual([0.5, 1, 1.5]);
    expect([[...sphere.shape.positions], [...(sphere.shape.radii ?? [])]]).toEqual([[0, 0, 0], [2]]);
    expect([[...capsule.shape.positions], [...(capsule.shape.radii ?? [])]]).toEqual([[0, 0, -2, 0, 0, 2], [0.5]]);
    expect(cylinder.shape.vertexCount).toBe(16);
    for (let v = 0; v < 16; v++) {
      const [x, y, z] = cylinder.shape.positions.subarray(3 * v, 3 * v + 3);
      expect(Math.sqrt(x * x + y * y)).toBeCloseTo(3 / Math.cos(Math.PI / 8), 9);
      expect(Math.abs(z)).toBe(4);
    }
  });

  test('collision or visual geometry', async () => {
    const text = robotText(
      '<link name="a"><visual><geometry><sphere radius="1"/></geometry></visual></link>',
      `<link name="b"><collision><geometry>${BOX}</geometry></collision></link>`,
      jointText('j', 'a', 'b'),
    );
    const counts = async (geometry?: 'collision' | 'visual') =>
      (await readUrdf(memoryFiles({ 'r.urdf': text }), 'r.urdf', { geometry })).links.map(({ shapes }) => shapes.length);
    expect(await counts()).toEqual([0, 1]);
    expect(await counts('collision')).toEqual([0, 1]);
    expect(await counts('visual')).toEqual([1, 0]);
    const warnings: string[] = [];
    await readUrdf(memoryFiles({ 'r.urdf': text }), 'r.urdf', { onWarning: (warning) => warnings.push(warning) });
    expect(warnings).toEqual(["r.urdf, line 2: link 'a' is seen but has no collision geometry; nothing hits it"]);
  });

  test('names that lead nowhere are looked for within the limit of work', async () => {
    const folder = 'a/'.repeat(60);
    const asked = async (names: number): Promise<number> => {
      const meshes = Array.from(
        { length: names },
        (_, i) => `<collision><geometry>${meshText(`package://p${i}/m.obj`)}</geometry></collision>`,
      );
      const text = robotText(`<link name="a">${meshes.join('')}</link>`);
      const memory = memoryFiles({ [`${folder}r.urdf`]: text });
      await expect(readUrdf(memory, `${folder}r.urdf`)).rejects.toThrow(/takes more work to read than the limit/);
      return memory.asked.length;
    };
    // each of them at least once, because all are looked for at the same time, but not in each of sixty folders
    expect((await asked(400)) - 400).toBeLessThan(1000);
    expect((await asked(1600)) - 1600).toBeLessThan(1000);
  });

  test('a file is read once, and made a mesh once for every scale', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const text = robotText(
      ...names.map((name, i) => linkText(name, meshText('m/t.obj', ['', '1 1 1', '2 3 -1', '2 3 -1'][i]))),
      ...['b', 'c', 'd'].map((name) => jointText(`j${name}`, 'a', name)),
    );
    const memory = memoryFiles({ 'x/r.urdf': text, 'x/m/t.obj': TETRA });
    const robot = await readUrdf(memory, 'x/r.urdf', { solid: true });
    const [a, b, c, d] = names.map((name) => robot.link(name).shapes[0].shape);
    expect(memory.asked).toEqual(['x/r.urdf', 'x/m/t.obj']);
    expect(a === b && c === d && a !== c).toBe(true);
    expect([...a.positions]).toEqual(TETRAHEDRON.positions);
    expect([...c.positions]).toEqual(TETRAHEDRON.positions.map((x, i) => x * [2, 3, -1][i % 3]));
    // Mirrored, the triangles are turned round.
    const faces = fan(TETRAHEDRON.faces);
    expect([...c.indices]).toEqual(faces.map((_, i) => faces[i - (i % 3) + [0, 2, 1][i % 3]]));
    expect(c.solid).toBe(true);
  });

  test('packages: the place of the first file serves the others', async () => {
    const text = robotText(
      linkText('a', meshText('package://p/m/1.stl')),
      linkText('b', meshText('package://p/m/2.stl')),
      linkText('c', meshText('package://q/m/3.stl')),
      jointText('ab', 'a', 'b'),
      jointText('ac', 'a', 'c'),
    );
    const stl = stlBytes(TETRAHEDRON);
    const memory = memoryFiles({ 'x/urdf/r.urdf': text, 'x/m/1.stl': stl, 'x/m/2.stl': stl, 'lib/q/m/3.stl': stl });
    const robot = await readUrdf(memory, 'x/urdf/r.urdf', { packages: { q: 'lib/q' } });
    expect(robot.links.map(({ shapes }) => shapes[0].shape.triangleCount)).toEqual([4, 4, 4]);
    expect(memory.asked.filter((path) => path.endsWith('1.stl'))).toEqual(['x/urdf/m/1.stl', 'x/urdf/p/m/1.stl', 'x/m/1.stl']);
    expect(memory.asked.filter((path) => path.endsWith('2.stl'))).toEqual(['x/m/2.stl']);
    expect(memory.asked.filter((path) => path.endsWith('3.stl'))).toEqual(['lib/q/m/3.stl']);
  });

  test('COLLADA: up stays as in the file, or is turned to z', async () => {
    const dae = `<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
      <asset><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id="g"><mesh>
      <source id="s"><float_array id="f" count="9">0 0 0 1 0 0 0 2 0</float_array>
      <technique_common><accessor source="#f" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
      <param name="Z" type="float"/></accessor></technique_common></source>
      <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
      <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
      <library_visual_scenes><visual_scene id="w"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
      <scene><instance_visual_scene url="#w"/></scene></COLLADA>`;
    const memory = memoryFiles({ 'r.urdf': robotText(linkText('a', meshText('t.dae', '1 1 3'))), 't.dae': dae });
    const corners = async (upAxis?: 'keep' | 'z') => [...(await readUrdf(memory, 'r.urdf', { upAxis })).links[0].shapes[0].shape.positions];
    expect((await corners()).map((x) => x + 0)).toEqual([0, 0, 0, 1, 0, 0, 0, 2, 0]);
    expect((await corners('z')).map((x) => x + 0)).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 6]);
  });

  test('of many faults the first in the file is told', async () => {
    const text = robotText(linkText('a', meshText('1.obj')), linkText('b', meshText('2.obj')), jointText('ab', 'a', 'b'));
    await expect(readUrdf(memoryFiles({ 'r.urdf': text }), 'r.urdf')).rejects.toThrow(
      /^r.urdf, line 2: link 'a', mesh '1.obj': 1.obj: no such/,
    );
  });
});

describe('what can be left out', () => {
  const reading = async (text: string | Uint8Array, geometry?: 'collision' | 'visual') => {
    const warnings: string[] = [];
    const onWarning = (warning: string) => warnings.push(warning);
    const robot = await readUrdf(memoryFiles({ 'r.urdf': text }), 'r.urdf', { geometry, onWarning });
    return { robot, warnings, shapes: robot.links.map(({ shapes }) => shapes.length) };
  };
  const whole = `<geometry>${BOX}</geometry>`;

  test.each([
    ['<geometry><box size="0 0 0"/></geometry>', '<box> has size 0'],
    ['<geometry><sphere radius="0.0"/></geometry>', '<sphere> has size 0'],
    ['<geometry><cylinder radius="0" length="0"/></geometry>', '<cylinder> has size 0'],
    ['<origin/>', '<collision> has no <geometry>'],
    ['<geometry/>', '<geometry> is empty'],
    ['<geometry><ellipsoid/></geometry>', '<ellipsoid> is none of box, sphere, cylinder, capsule, mesh'],
    ['<geometry><toString/></geometry>', '<toString> is none of box, sphere, cylinder, capsule, mesh'],
  ])('%s', async (broken, reason) => {
    const { shapes, warnings } = await reading(
      robotText(`<link name="a"><collision>${broken}</collision><collision>${whole}</collision></link>`),
    );
    expect(shapes).toEqual([1]);
    expect(warnings).toEqual([`r.urdf, line 2: collision shape of link 'a' left out: ${reason}`]);
  });

  test.each([
    '<geometry><box size="1 x 1"/></geometry>',
    '<geometry><mesh filename=""/></geometry>',
    '<geometry><box size="1 -1 1"/></geometry>',
  ])('only the kind asked for is judged: %s', async (broken) => {
    const text = (kind: string, other: string) =>
      robotText(`<link name="a"><${kind}>${broken}</${kind}><${other}>${whole}</${other}></link>`);
    const { shapes, warnings } = await reading(text('visual', 'collision'));
    expect(shapes).toEqual([1]);
    expect(warnings).toEqual([expect.stringMatching(/^r\.urdf, line 2: .*; this visual shape of link 'a' is left out$/)]);
    expect((await reading(text('collision', 'visual'), 'visual')).shapes).toEqual([1]);
    await expect(reading(text('visual', 'collision'), 'visual')).rejects.toThrow(/^r\.urdf, line 2: /);
    await expect(reading(text('collision', 'visual'))).rejects.toThrow(/^r\.urdf, line 2: /);
  });

  test('what is flat is not left out, but thin', async () => {
    const flat = '<cylinder radius="2" length="0"/>';
    const { robot, warnings } = await reading(robotText(`<link name="a"><collision><geometry>${flat}</geometry></collision></link>`));
    const heights = robot.links[0].shapes[0].shape.positions.filter((_, i) => i % 3 === 2);
    expect([Math.min(...heights), Math.max(...heights)]).toEqual([expect.closeTo(-1e-6, 12), expect.closeTo(1e-6, 12)]);
    expect(warnings).toEqual(['r.urdf, line 2: <cylinder> is flat, it has a size of 0; it is taken as 0.000002 thick']);
  });

  test.each([
    ['lower="-inf" upper="inf" velocity="inf" effort="nan"', {}],
    ['lower="-Infinity" upper="2" velocity="" effort=""', { upper: 2 }],
    ['lower="-2" upper="+inf" velocity="NaN"', { lower: -2 }],
  ])('limits %s', async (limit, expected) => {
    const { robot, warnings } = await reading(
      robotText(linkText('a'), linkText('b'), jointText('j', 'a', 'b', 'revolute', `<limit ${limit}/>`)),
    );
    expect(JSON.parse(JSON.stringify(robot.joint('j').limits))).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  test.each(['ISO-8859-1', 'latin1', 'windows-1252', 'US-ASCII'])('the encoding %s', async (encoding) => {
    const text = `<?xml version="1.0" encoding="${encoding}"?>\n${robotText(linkText('Gr\u00f6\u00dfe'))}`;
    const bytes = Uint8Array.from([...text].map((c) => c.charCodeAt(0)));
    expect((await reading(bytes)).robot.links[0].name).toBe('Größe');
  });
});

describe('the robot', () => {
  const SRDF = robotText(
    '<virtual_joint name="world" type="planar" parent_frame="w" child_link="a"/>',
    '<group name="arm"><chain base_link="a" tip_link="c"/></group>',
    '<group_state name="home" group="arm"><joint name="ab" value="0.5"/></group_state>',
    '<disable_collisions link1="a" link2="c" reason="Adjacent"/>',
  );

  test('links, joints, groups, states and allowed pairs', async () => {
    const warnings: string[] = [];
    const memory = memoryFiles({ 'r.urdf': CHAIN, 'conf/r.srdf': SRDF });
    const base = { position: [1, 2, 3] } as const;
    const onWarning = (warning: string) => warnings.push(warning);
    const robot = await readUrdf(memory, 'r.urdf', { srdf: 'conf/r.srdf', base, name: 'mine', onWarning });
    expect(robot.name).toBe('mine');
    expect(robot.base.position).toEqual([1, 2, 3]);
    expect(robot.valueNames()).toEqual(['world/x', 'world/y', 'world/theta', 'ab', 'bc', 'cd']);
    expect(robot.joint('world').axis).toEqual([0, 0, 1]);
    expect(robot.joint('ab')).toMatchObject({ type: 'revolute', axis: [1, 0, 0], limits: { lower: -1, upper: 1, velocity: 2 } });
    expect(robot.links.map(({ parent }) => parent)).toEqual([-1, 0, 1, 2]);
    expect(robot.groups).toEqual([{ name: 'arm', joints: ['ab', 'bc'] }]);
    expect([...robot.configuration(robot.states[0].values)]).toEqual([0, 0, 0, 0.5, 0, 0]);
    expect(robot.allowed.list()).toEqual([{ a: 'a', b: 'c', reason: 'adjacent' }]);
    expect(warnings).toEqual([]);
  });

  test('a joint called like the one that the root gets by itself', async () => {
    const text = robotText(linkText('base'), linkText('b'), jointText('base_joint', 'base', 'b'));
    const robot = await readUrdf(memoryFiles({ 'r.urdf': text }), 'r.urdf');
    expect(robot.link('base').joint.type).toBe('fixed');
    expect(robot.link('b').joint.name).toBe('base_joint');
  });

  test.each([
    [{ geometry: 'both' }, /geometry must be 'collision', 'visual' or 'none', got 'both'/],
    [{ srfd: 'r.srdf' }, /unknown key 'srfd'; did you mean 'srdf'\?/],
    [{ upAxis: 'y' }, /upAxis must be 'keep' or 'z', got 'y'/],
    [{ packages: { p: 1 } }, /packages must give a folder for 'p', got 1/],
    [{ base: { position: [0, 0] } }, /base: position must be three numbers/],
    [{ srdf: 'x.srdf' }, /^x.srdf: no such file/],
    [null, /must be an object/],
  ])('options %j', async (options, says) => {
    const reading = readUrdf(memoryFiles({ 'r.urdf': CHAIN }), 'r.urdf', options as never);
    await expect(reading).rejects.toThrow(says);
    await expect(reading).rejects.toThrow(InputError);
  });

  test('cylinders of two sides', async () => {
    const text = robotText(linkText('a', '<cylinder radius="1" length="1"/>'));
    const reading = readUrdf(memoryFiles({ 'r.urdf': text }), 'r.urdf', { cylinderSegments: 2 });
    await expect(reading).rejects.toThrow(/^r.urdf, line 2: link 'a': a cylinder: segments must be/);
  });
});

test('damaged at random, a robot is read or gives an InputError with file and line; seed 31', async () => {
  const random = new Random(31);
  const joints = [
    jointText('ab', 'a', 'b'),
    jointText('bc', 'b', 'c', 'prismatic'),
    jointText('cd', 'c', 'd', 'revolute', '<mimic joint="ab"/>'),
  ];
  const urdf = robotText(...['a', 'b', 'c', 'd'].map((name) => linkText(name)), ...joints);
  const srdf = robotText(
    '<virtual_joint name="v" type="floating" parent_frame="w" child_link="a"/>',
    '<group name="g"><chain base_link="a" tip_link="c"/></group>',
    '<group name="h"><group name="g"/><joint name="v"/></group>',
    '<group_state name="s" group="g"><joint name="ab" value="0"/></group_state>',
    '<disable_collisions link1="a" link2="c"/>',
  );
  const values = [
    '',
    ' ',
    'nan',
    'a',
    'b',
    'g',
    'ab',
    'v',
    '0',
    '0 0 0',
    '-1',
    '1e999',
    '1 2 3',
    'fixed',
    'floating',
    '__proto__',
    '&',
    '<',
  ];
  const damaged = (text: string): string => {
    const lines = text.split('\n');
    const at = 1 + random.integer(lines.length - 2);
    const other = 1 + random.integer(lines.length - 2);
    const kind = random.integer(6);
    if (kind === 0) lines.splice(at, 1);
    else if (kind === 1) lines.splice(at, 0, lines[other]);
    else if (kind === 2) [lines[at], lines[other]] = [lines[other], lines[at]];
    else if (kind === 3) return text.slice(0, random.integer(text.length));
    else {
      const quoted = [...lines[at].matchAll(/"[^"]*"/g)];
      const match = quoted[random.integer(Math.max(1, quoted.length))];
      const value = values[random.integer(values.length)];
      if (match !== undefined) lines[at] = `${lines[at].slice(0, match.index)}"${value}"${lines[at].slice(match.index + match[0].length)}`;
    }
    return lines.join('\n');
  };
  const outcomes = { read: 0, 'r.urdf': 0, 'r.srdf': 0 };
  for (let round = 0; round < 2000; round++) {
    const isUrdf = random.integer(2) === 0;
    const memory = memoryFiles({ 'r.urdf': isUrdf ? damaged(urdf) : urdf, 'r.srdf': isUrdf ? srdf : damaged(srdf) });
    try {
      await readUrdf(memory, 'r.urdf', { srdf: 'r.srdf' });
      outcomes.read++;
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      const { file, line = 0 } = error as InputError;
      expect(line).toBeGreaterThan(0);
      outcomes[file as 'r.urdf' | 'r.srdf']++;
    }
  }
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(200);
  expect(outcomes.read + outcomes['r.urdf'] + outcomes['r.srdf']).toBe(2000);
});

// Public robots that lie beside the repository on the machines that have them.
const data = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
const PUMA = 'puma560_description/urdf/puma560_robot.urdf';
const ALLEGRO = 'allegro_hand/allegro_hand_right.urdf';
const isPresent = existsSync(data + PUMA) && existsSync(data + ALLEGRO);
if (!isPresent) console.warn(`skipped: no robots in ${data}`);

describe.skipIf(!isPresent)('robots beside the repository', () => {
  test('puma: only seen, from a package, in inches', async () => {
    await expect(readUrdf(files(data), PUMA)).rejects.toThrow(/no link has collision geometry; read it with geometry: 'visual'/);
    // From above, from within the package, and from the URDF's own folder.
    const places = [
      [data, PUMA],
      [`${data}puma560_description`, 'urdf/puma560_robot.urdf'],
      [`${data}puma560_description/urdf`, 'puma560_robot.urdf'],
      ['.', data + PUMA],
    ];
    for (const [folder, path] of places) {
      const robot = await readUrdf(files(folder), path, { geometry: 'visual' });
      expect(robot.name).toBe('Puma560');
      expect(robot.links.map(({ shapes }) => shapes[0].shape.triangleCount)).toEqual([1676, 1702, 324, 3026, 764, 484, 140]);
      expect(robot.joints.map(({ name }) => name)).toEqual(['j1', 'j2', 'j3', 'j4', 'j5', 'j6']);
      const { shape: mesh } = robot.link('link1').shapes[0];
      const stl = readFileSync(`${data}puma560_description/meshes/puma_link1.stl`);
      const corner = [0, 1, 2].map((k) => stl.readFloatLE(96 + 4 * k) * 0.0254);
      expect([...mesh.positions.subarray(3 * mesh.indices[0], 3 * mesh.indices[0] + 3)]).toEqual(corner);
      expect(robot.limitFaults(robot.neutral())).toEqual([]);
    }
  });

  test('allegro hand: boxes and one mesh for four fingertips', async () => {
    const text = readFileSync(data + ALLEGRO, 'utf8').replace(/<!--.*?-->/gs, '');
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    for (const geometry of ['collision', 'visual'] as const) {
      const robot = await readUrdf(files(data), ALLEGRO, { geometry });
      expect(robot.links).toHaveLength(count(/<link /g));
      expect(robot.joints).toHaveLength(count(/type="revolute"/g));
      const meshes = robot.links.flatMap(({ shapes }) => shapes.map(({ shape: mesh }) => mesh));
      expect(meshes).toHaveLength(count(new RegExp(`<${geometry}>`, 'g')));
      const inFile = [...text.matchAll(/<mesh filename="([^"]*)"/g)]
        .map(([, name]) => name)
        .filter((name) => name.includes(`/${geometry}/`));
      expect(new Set(meshes.filter(({ name }) => name.endsWith('.obj'))).size).toBe(new Set(inFile).size);
    }
  });
});

test('two shapes in one <geometry>: both count, and that is told', async () => {
  const warnings: string[] = [];
  const text = robotText(
    `<link name="a"><collision><geometry>${BOX}<sphere radius="2"/><verbose value="x"/></geometry></collision></link>`,
  );
  const robot = await readUrdf(memoryFiles({ 'r.urdf': text }), 'r.urdf', { onWarning: (warning) => warnings.push(warning) });
  expect(robot.link('a').shapes.map(({ shape }) => shape.name)).toEqual(['a box', 'a sphere']);
  expect(warnings).toEqual([
    expect.stringMatching(/left out: <verbose> is none of box/),
    expect.stringMatching(/<geometry> of link 'a' should hold one shape; every one in it counts/),
  ]);
});

test('without shapes, for kinematics alone, where that is asked for', async () => {
  const text = robotText(linkText('a', meshText('no.stl')), linkText('b', meshText('no.stl')), jointText('ab', 'a', 'b'));
  const bare = robotText('<link name="a"/>', '<link name="b"/>', jointText('ab', 'a', 'b'));
  await expect(readUrdf(memoryFiles({ 'r.urdf': bare }), 'r.urdf')).rejects.toThrow(
    /nothing that could collide; geometry: 'none' reads it/,
  );
  for (const urdf of [text, bare]) {
    const robot = await readUrdf(memoryFiles({ 'r.urdf': urdf }), 'r.urdf', { geometry: 'none' });
    expect(robot.links.map(({ shapes }) => shapes.length)).toEqual([0, 0]);
    expect(inverseKinematics(robot, { link: 'b', pose: { position: [0, 0, 0] }, free: ['orientation'] }).solutions.length).toBeGreaterThan(
      0,
    );
  }
});

test.each([undefined, true])('a base that a virtual joint lets float stands still where that is asked for: %s', async (fixedBase) => {
  const srdf = '<robot name="r"><virtual_joint name="v" type="floating" parent_frame="world" child_link="a"/></robot>';
  const robot = await readUrdf(memoryFiles({ 'r.urdf': CHAIN, 'r.srdf': srdf }), 'r.urdf', { srdf: 'r.srdf', fixedBase });
  expect([robot.size, robot.links[0].joint.type]).toEqual(fixedBase ? [3, 'fixed'] : [10, 'floating']);
  // what it stands on
  const scene = new Scene({ robots: [robot], obstacles: [{ name: 'table', shape: box([1, 2, 3]) }], self: false });
  const standing = robot.path([robot.neutral(), robot.neutral()]);
  const touching = scene.firstContact({ r: standing }).initial.flatMap(({ a, b }) => [a.link, b.link]);
  expect([touching.includes('b'), touching.includes('a')]).toEqual([true, fixedBase === undefined]);
});

describe('pitches beside a URDF', () => {
  const limit = '<limit lower="-7" upper="7" velocity="2" effort="1"/>';
  const text = robotText(
    linkText('a', BOX),
    linkText('b', BOX),
    linkText('c', BOX),
    linkText('d', BOX),
    jointText('lift', 'a', 'b', 'revolute', `<axis xyz="0 0 1"/>${limit}`),
    jointText('drill', 'b', 'c', 'continuous', '<axis xyz="0 0 1"/>'),
    jointText('slide', 'c', 'd', 'prismatic', limit),
  );
  const read = (pitches: Record<string, number>) => readUrdf(memoryFiles({ 'r.urdf': text }), 'r.urdf', { pitches });

  test('make joints helical that turn in the file, with the limits that they have there', async () => {
    const robot = await read({ lift: 0.01, drill: -0.002 });
    expect(robot.joints.map(({ type, pitch, limits }) => [type, pitch, limits.lower, limits.upper])).toEqual([
      ['helical', 0.01, -7, 7],
      ['helical', -0.002, undefined, undefined],
      ['prismatic', 0, -7, 7],
    ]);
    const there = robot.linkPoses({ lift: 2 * Math.PI, drill: 2 * Math.PI });
    const here = robot.linkPoses({});
    expect(there.c.position[2] - here.c.position[2]).toBeCloseTo(0.008, 15);
  });

  test.each<[string, Record<string, number>, RegExp]>([
    ['a joint that there is not', { lfit: 0.01 }, /^r\.urdf: pitches: there is no joint 'lfit'$/],
    ['a joint that does not turn', { slide: 0.01 }, /^r\.urdf, line 8: pitches: joint 'slide' is prismatic, and does not turn$/],
    ['no number', { lift: '5 mm' as never }, /joint 'lift': pitch.*got '5 mm'/],
  ])('%s is refused', async (_, pitches, words) => {
    await expect(read(pitches)).rejects.toThrow(words);
  });
});
