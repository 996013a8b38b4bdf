import {
  bindPath,
  parseSrdf,
  parseUrdf,
  readCell,
  readCellMotions,
  readMotionRequest,
  readPath,
  readPaths,
  readPlanningScene,
  readRigidScene,
  readRobotScene,
  readStepFile,
  readUrdf,
} from '../../../src/io/index.ts';
import { bytesOf, each, id, joined, type ReaderCase } from './reader-case.ts';

// Robots, paths, cells, scenes and messages: one row for every thing that such a file can repeat.

const SHAPE = '<collision><geometry><sphere radius="0.1"/></geometry></collision>';
const link = (name: string, inner = SHAPE): string => `<link name="${name}">${inner}</link>`;
const joint = (name: string, parent: string, child: string, more = ''): string =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><limit lower="-1" upper="1"/>${more}</joint>`;
const robot = (...parts: readonly string[]): string => `<robot name="r">\n${parts.join('\n')}\n</robot>`;
/** Links l100000 … that all hang on the base. */
export const star = (n: number): string =>
  robot(
    link('base'),
    each(n, (i) => link(`l${id(i)}`)),
    each(n, (i) => joint(`j${id(i)}`, 'base', `l${id(i)}`)),
  );

function urdf(construct: string, make: (n: number) => string, refused?: RegExp): ReaderCase {
  const read: ReaderCase['read'] = (files, path, options) => readUrdf(files, path, options);
  return { format: 'urdf', construct, make: (n) => ({ 'r.urdf': make(n) }), read, refused };
}

const URDF: readonly ReaderCase[] = [
  urdf('links of one parent', star),
  urdf('links in a chain', (n) =>
    robot(
      each(n + 1, (i) => link(`l${id(i)}`)),
      each(n, (i) => joint(`j${id(i)}`, `l${id(i)}`, `l${id(i + 1)}`)),
    ),
  ),
  urdf('links without shapes, and leaves below them', (n) =>
    robot(
      each(n + 1, (i) => link(`l${id(i)}`, '')),
      each(n, (i) => joint(`j${id(i)}`, `l${id(i)}`, `l${id(i + 1)}`)),
      each(n, (i) => link(`m${id(i)}`) + joint(`k${id(i)}`, `l${id(n)}`, `m${id(i)}`)),
    ),
  ),
  urdf('shapes of a link', (n) => robot(link('a', SHAPE.repeat(n)))),
  urdf('joints that follow others', (n) =>
    robot(
      link('base'),
      each(n, (i) => link(`l${id(i)}`)),
      each(n, (i) => joint(`j${id(i)}`, 'base', `l${id(i)}`, i % 400 === 0 ? '' : `<mimic joint="j${id(i - 1)}"/>`)),
    ),
  ),
  urdf('attributes and elements that say nothing', (n) =>
    robot(
      link('a'),
      each(n, (i) => `<material name="m${id(i)}"><color rgba="0 0 0 1"/></material>`),
    ),
  ),
  urdf(
    'lists of numbers',
    (n) => robot(link('a', `<collision><geometry><box size="${'0 '.repeat(4 * n)}"/></geometry></collision>`)),
    /no link has collision geometry/,
  ),
  urdf('elements within elements', (n) =>
    robot(link('a'), `<gazebo>${(`${'<a>'.repeat(400)}${'</a>'.repeat(400)}`).repeat(Math.ceil(n / 250))}</gazebo>`),
  ),
  urdf('blanks and comments', (n) => robot(link('a'), '<!-- a -->   \n'.repeat(n))),
  urdf(
    'xacro',
    (n) =>
      robot(
        link('a'),
        each(n, () => '<a b="c"/>'),
        '<xacro:macro/>',
      ),
    /is a xacro file/,
  ),
];

function srdf(construct: string, make: (n: number) => string): ReaderCase {
  const read: ReaderCase['read'] = (files, path, options) => readUrdf(files, 'r.urdf', { ...options, srdf: path });
  return { format: 'srdf', construct, make: (n) => ({ 'r.srdf': make(n), 'r.urdf': star(n) }), read };
}

const SRDF: readonly ReaderCase[] = [
  srdf('groups', (n) => robot(each(n, (i) => `<group name="g${id(i)}"><joint name="j${id(i)}"/></group>`))),
  srdf('joints of a group', (n) => robot(`<group name="g">${each(n, (i) => `<joint name="j${id(i)}"/>`)}</group>`)),
  srdf('links of a group', (n) => robot(`<group name="g">${each(n, (i) => `<link name="l${id(i)}"/>`)}</group>`)),
  srdf('chains', (n) => robot(each(n, (i) => `<group name="g${id(i)}"><chain base_link="base" tip_link="l${id(i)}"/></group>`))),
  srdf('groups of a group', (n) =>
    robot(
      each(n, (i) => `<group name="g${id(i)}"><joint name="j${id(i)}"/></group>`),
      `<group name="g">${each(n, (i) => `<group name="g${id(i)}"/>`)}</group>`,
    ),
  ),
  srdf('end effectors', (n) =>
    robot(
      each(
        n,
        (i) =>
          `<group name="g${id(i)}"><joint name="j${id(i)}"/></group><end_effector name="e${id(i)}" group="g${id(i)}" parent_link="base"/>`,
      ),
    ),
  ),
  srdf('pairs', (n) => robot(each(n, (i) => `<disable_collisions link1="base" link2="l${id(i)}" reason="Never"/>`))),
  srdf('names that nobody knows', (n) => robot(each(n, (i) => `<disable_collisions link1="base" link2="x${id(i)}" reason="Never"/>`))),
  srdf('elements that nobody knows', (n) => robot(each(n, (i) => `<disable_collision link1="base" link2="x${id(i)}"/>`))),
  srdf('joints of a state', (n) =>
    robot(
      `<group name="g">${each(n, (i) => `<joint name="j${id(i)}"/>`)}</group><group_state name="s" group="g">${each(n, (i) => `<joint name="j${id(i)}" value="0"/>`)}</group_state>`,
    ),
  ),
  srdf('passive joints', (n) => robot(each(n, (i) => `<passive_joint name="j${id(i)}"/>`))),
  {
    format: 'srdf',
    construct: 'states of a robot of one joint',
    make: (n) => ({
      'r.srdf': robot(
        `<group name="g"><joint name="j${id(0)}"/></group>`,
        each(n, (i) => `<group_state name="s${id(i)}" group="g"><joint name="j${id(0)}" value="0"/></group_state>`),
      ),
      'r.urdf': star(1),
    }),
    read: (files, path, options) => readUrdf(files, 'r.urdf', { ...options, srdf: path }),
  },
];

function path(file: string, construct: string, make: (n: number) => string | Uint8Array, refused?: RegExp): ReaderCase {
  const read: ReaderCase['read'] = (files, path, options) => readPaths(files, path, options);
  return { format: `path ${file.split('.')[1]}`, construct, make: (n) => ({ [file]: make(n) }), read, refused };
}

function npy(rows: number, columns: number): Uint8Array {
  const header = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`.padEnd(117).concat('\n');
  const data = new Uint8Array(Float64Array.from({ length: rows * columns }, (_, i) => i % 5).buffer);
  return joined(Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0), bytesOf(header), data);
}

const trajectory = (joints: string, points: string): string => `{"joint_names":[${joints}],"points":[${points}]}`;
const point = (i: number, values: string): string => `{"positions":[${values}],"time_from_start":${i + 1}}`;
const joints = (n: number): string => each(n, (i) => `"j${id(i)}"`, ',');

const PATHS: readonly ReaderCase[] = [
  path('p.csv', 'rows', (n) => `a,b\n${each(n, (i) => `0.${i % 9},1`)}\n`),
  path('p.csv', 'columns', (n) => `${each(n, (i) => `j${id(i)}`, ',')}\n${each(n, () => '1', ',')}\n`),
  path('p.csv', 'columns with rates', (n) => `${each(n, (i) => `j${id(i)},j${id(i)}_vel`, ',')}\n${each(2 * n, () => '1', ',')}\n`),
  path('p.csv', 'digits of a cell', (n) => `a,b\n1,${'1'.repeat(16 * n)}x\n`, /should be a finite number/),
  path('p.csv', 'brackets of a cell', (n) => `a,${'('.repeat(16 * n)}]]\n1,2\n`),
  path('p.csv', 'blanks of a cell', (n) => `a,b\n1,2 ${' x'.repeat(8 * n)}\n`, /separate columns/),
  path('p.csv', 'comments and blank lines', (n) => `${'# a\n\n \t\n'.repeat(n)}a,b\n1,2\n3,4\n`),
  path('p.txt', 'rows with blanks', (n) => `${each(n, (i) => `1 ${i % 9}`)}\n`),
  path('p.json', 'configurations', (n) => `[${each(n, (i) => `[1,${i % 9}]`, ',')}]`),
  path('p.json', 'names of joints', (n) => `{"joints":[${joints(n)}],"path":[[${each(n, () => '1', ',')}]]}`),
  path('p.json', 'points of a trajectory', (n) =>
    trajectory(
      '"a"',
      each(n, (i) => point(i, '1'), ','),
    ),
  ),
  path(
    'p.json',
    'trajectories of the same joints',
    (n) => `{"trajectory":[${each(n, () => trajectory('"a"', `${point(0, '1')},${point(1, '1')}`), ',')}]}`,
  ),
  path(
    'p.json',
    'trajectories of other joints',
    (n) => `{"trajectory":[${each(n, (i) => trajectory(`"j${id(i)}"`, `${point(0, '1')},${point(1, '1')}`), ',')}]}`,
  ),
  path(
    'p.json',
    'names of two trajectories',
    (n) =>
      `{"trajectory":[${each(
        2,
        () =>
          trajectory(
            joints(n),
            `${point(
              0,
              each(n, () => '1', ','),
            )},${point(
              1,
              each(n, () => '1', ','),
            )}`,
          ),
        ',',
      )}]}`,
  ),
  path('p.json', 'joint states', (n) => `[${each(n, () => '{"name":["a","b"],"position":[1,2]}', ',')}]`),
  path(
    'p.json',
    'names of joint states',
    (n) => `[${each(2, () => `{"name":[${joints(n)}],"position":[${each(n, () => '1', ',')}]}`, ',')}]`,
  ),
  path('p.json', 'values by name', (n) => `[${each(2, () => `{${each(n, (i) => `"j${id(i)}":1`, ',')}}`, ',')}]`),
  path('p.json', 'poses', (n) => `{"poses":[${each(n, () => '{"position":{"x":1},"orientation":{"w":1}}', ',')}]}`),
  path('p.json', 'escapes of a text', (n) => `["${'\\n'.repeat(16 * n)}"]`),
  path('p.json', 'blanks', (n) => `[[1],${' \n\t'.repeat(8 * n)}[2]]`),
  path('p.json', 'lists within lists', (n) => `${'['.repeat(16 * n)}`, /nested more than 100 deep/),
  path('p.jsonl', 'lines', (n) => each(n, () => '{"solved":true,"path":[[1],[2]]}')),
  path('p.unknown', 'line ends behind a bracket', (n) => `[[1],[2]]${'\n'.repeat(16 * n)}`),
  path('p.npy', 'rows', (n) => npy(n, 2)),
  path('p.npy', 'columns', (n) => npy(2, n)),
  path('p.yaml', 'a list in lines', (n) => `path:\n${each(n, () => '  - [1, 2]')}\n`),
  path('p.yaml', 'a list in one line', (n) => `path: [${each(n, () => '[1, 2]', ', ')}]\n`),
  path('p.yaml', 'a list of lists in lines', (n) => `path:\n${each(n, () => '  -\n    - 1\n    - 2')}\n`),
  path('p.yaml', 'mappings in lines', (n) => each(n, () => '- a: 1\n  b: 2')),
  path('p.yaml', 'mappings in braces', (n) => each(n, () => '- {a: 1, b: 2}')),
  path('p.yaml', 'keys', (n) => each(2, () => `- {${each(n, (i) => `j${id(i)}: 1`, ', ')}}`)),
  path('p.yaml', 'comments and blank lines', (n) => `${'# a\n\n  \n'.repeat(n)}path: [[1], [2]] # b\n`),
  path('p.yaml', 'tabs', (n) => `path:\n${'\t'.repeat(16 * n)}\n  - [1]\n  - [2]\n`),
  path('p.yaml', 'tabs behind blanks', (n) => `path:\n${' '.repeat(4 * n)}[[1],${'\t'.repeat(4 * n)}[2]]\n`),
  path('p.yaml', 'digits of a number', (n) => `path: [[${'1'.repeat(16 * n)}x]]\n`, /should be a finite number/),
  path('p.yaml', 'quoted texts', (n) => `- ${each(n, () => '"a\\n\\x41"', '\n- ')}\n`),
  path('p.yaml', 'block texts', (n) => `path: [[1], [2]]\nunits: |\n${'  deg\n\n'.repeat(n)}`, /names two units/),
  path('p.yaml', 'anchors and aliases', (n) => `path:\n  - &a [1, 2]\n${'  - *a\n'.repeat(n)}`),
  path('p.yaml', 'documents', (n) => '---\nname: [a]\nposition: [1]\n'.repeat(n)),
];

function bound(construct: string, make: (n: number) => Readonly<Record<string, string>>): ReaderCase {
  return {
    format: 'path of a robot',
    construct,
    make,
    async read(files, path, options) {
      const arm = await readUrdf(files, 'r.urdf', { ...options, ...((await has(files, 'r.srdf')) ? { srdf: 'r.srdf' } : {}) });
      return bindPath(arm, await readPath(files, path, options), options);
    },
  };
}

async function has(files: Parameters<ReaderCase['read']>[0], path: string): Promise<boolean> {
  return files.read(path).then(
    () => true,
    () => false,
  );
}

const BOUND: readonly ReaderCase[] = [
  bound('columns', (n) => ({
    'p.csv': `${each(n, (i) => `j${id(i)}`, ',')}\n${each(2, () => each(n, () => '0', ','))}\n`,
    'r.urdf': star(n),
  })),
  bound('rows', (n) => ({ 'p.csv': `j${id(0)}\n${each(n, () => '0')}\n`, 'r.urdf': star(2) })),
  bound('names of states', (n) => ({
    'p.json': `[${each(n, (i) => `"s${id(i)}"`, ',')}]`,
    'r.urdf': star(1),
    'r.srdf': robot(
      `<group name="g"><joint name="j${id(0)}"/></group>`,
      each(n, (i) => `<group_state name="s${id(i)}" group="g"><joint name="j${id(0)}" value="0"/></group_state>`),
    ),
  })),
];

const ARM = star(2);
function cell(construct: string, make: (n: number) => string): ReaderCase {
  return {
    format: 'cell',
    construct,
    make: (n) => ({ 'cell.json': make(n), 'r.urdf': ARM, 'm.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' }),
    async read(files, path, options) {
      const loaded = await readCell(files, path, undefined, options);
      return loaded.path === undefined ? loaded : readCellMotions(files, loaded, undefined, options);
    },
  };
}
const cellText = (more: string): string => `{"format":"inbetween-cell/1","robot":{"urdf":"r.urdf"}${more}}`;
const boxes = (n: number): string => each(n, (i) => `{"name":"o${id(i)}","box":[1,1,1],"pose":{"position":[9,9,9]}}`, ',');

const CELLS: readonly ReaderCase[] = [
  cell('obstacles', (n) => cellText(`,"obstacles":[${boxes(n)}]`)),
  cell('obstacles of one mesh', (n) => cellText(`,"obstacles":[${each(n, (i) => `{"name":"o${id(i)}","mesh":"m.obj"}`, ',')}]`)),
  cell('pairs that may touch', (n) => cellText(`,"obstacles":[${boxes(n)}],"allow":[${each(n, (i) => `["base","o${id(i)}"]`, ',')}]`)),
  cell('pairs with a distance', (n) =>
    cellText(`,"obstacles":[${boxes(n)}],"clearance":{"pairs":[${each(n, (i) => `["base","o${id(i)}",0.1]`, ',')}]}`),
  ),
  cell('things that are held', (n) =>
    cellText(`,"attach":[${each(n, (i) => `{"name":"h${id(i)}","to":"base","box":[1,1,1],"touches":["l${id(0)}"]}`, ',')}]`),
  ),
  cell('bodies that move', (n) =>
    cellText(
      `,"bodies":[${each(n, (i) => `{"name":"b${id(i)}","box":[1,1,1],"trajectory":[{"time":0,"pose":{}},{"time":1,"pose":{}}]}`, ',')}]`,
    ),
  ),
  cell('points of a body', (n) =>
    cellText(`,"bodies":[{"name":"b","box":[1,1,1],"trajectory":[${each(n, (i) => `{"time":${i},"pose":{}}`, ',')}]}]`),
  ),
  cell(
    'robots',
    (n) => `{"format":"inbetween-cell/1","robots":[${each(Math.ceil(n / 8), (i) => `{"urdf":"r.urdf","name":"r${id(i)}"}`, ',')}]}`,
  ),
  cell('configurations', (n) => cellText(`,"path":[${each(n, () => '[0,0]', ',')}]`)),
  cell('heights', (n) =>
    cellText(`,"obstacles":[{"name":"o","heightField":{"spacing":1,"base":-1,"heights":[${each(n, () => '[0,0,1]', ',')}]}}]`),
  ),
  cell('comments', (n) => cellText(`${'/* a */ // b\n'.repeat(n)}`)),
];

function scene(construct: string, make: (n: number) => string, links: (n: number) => number = () => 2): ReaderCase {
  return {
    format: 'planning scene',
    construct,
    make: (n) => ({ 'scene.json': make(n), 'r.urdf': star(links(n)) }),
    async read(files, path, options) {
      return readPlanningScene(files, path, await readUrdf(files, 'r.urdf', options), options);
    },
  };
}
const object = (i: number, more = ''): string =>
  `{"id":"o${id(i)}","primitives":[{"type":1,"dimensions":[1,1,1]}],"primitive_poses":[{"position":{"x":9}}]${more}}`;
const objects = (n: number): string => `"world":{"collision_objects":[${each(n, (i) => object(i), ',')}]}`;

const SCENES: readonly ReaderCase[] = [
  scene('objects', (n) => `{${objects(n)}}`),
  scene(
    'shapes that come later',
    (n) => `{"world":{"collision_objects":[${object(0)},${each(n, () => object(0, ',"operation":2'), ',')}]}}`,
  ),
  scene(
    'shapes of an object',
    (n) => `{"world":{"collision_objects":[{"id":"o","primitives":[${each(n, () => '{"type":1,"dimensions":[1,1,1]}', ',')}]}]}}`,
  ),
  scene(
    'triangles of a mesh',
    (n) =>
      `{"world":{"collision_objects":[{"id":"o","meshes":[{"vertices":[${each(n, () => '{"x":1}', ',')}],"triangles":[${each(n, () => '{"vertex_indices":[0,1,2]}', ',')}]}]}]}}`,
  ),
  scene(
    'frames',
    (n) =>
      `{"fixed_frame_transforms":[${each(n, (i) => `{"header":{"frame_id":"world"},"child_frame_id":"f${id(i)}","transform":{}}`, ',')}]}`,
  ),
  scene(
    'things that are held',
    (n) =>
      `{"robot_state":{"attached_collision_objects":[${each(n, (i) => `{"link_name":"base","object":${object(i)},"touch_links":["l${id(0)}"]}`, ',')}]}}`,
  ),
  scene(
    'values of joints',
    (n) => `{"robot_state":{"joint_state":{"name":[${joints(n)}],"position":[${each(n, () => '0', ',')}]}}}`,
    (n) => n,
  ),
  scene(
    'joints that nobody knows',
    (n) => `{"robot_state":{"joint_state":{"name":[${each(n, (i) => `"x${id(i)}"`, ',')}],"position":[${each(n, () => '0', ',')}]}}}`,
    (n) => n,
  ),
  scene(
    'padded links',
    (n) => `{"link_padding":[${each(n, (i) => `{"link_name":"l${id(i)}","padding":0.1}`, ',')}],${objects(1)}}`,
    (n) => n,
  ),
  scene(
    'a matrix of a few names',
    (n) =>
      `{${objects(n)},"allowed_collision_matrix":{"entry_names":["base","l${id(0)}"],"entry_values":[{"enabled":[false,true]},{"enabled":[true,false]}]}}`,
    (n) => n,
  ),
  {
    format: 'request',
    construct: 'constraints',
    make: (n) => ({
      'request.json': `{"goal_constraints":[{"joint_constraints":[${each(n, (i) => `{"joint_name":"j${id(i)}","position":0}`, ',')}]}]}`,
      'r.urdf': star(n),
    }),
    async read(files, path, options) {
      return readMotionRequest(files, path, await readUrdf(files, 'r.urdf', options), options);
    },
  },
];

const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
const POSE = '"q0":[0,0,0,1],"t0":[0,0,0],"q1":[0,0,0,1],"t1":[1,0,0]';
const sceneLink = (i: number, parent: number): string =>
  `{"name":"l${id(i)}","parent":${parent},"joint":{"type":"revolute","axis":[0,0,1]}}`;
function robotScene(construct: string, make: (n: number) => string): ReaderCase {
  return {
    format: 'ccd-robot-scene/1',
    construct,
    make: (n) => ({
      'scene.json': `{"format":"ccd-robot-scene/1",${make(n)}}`,
      'm.obj': TRIANGLE,
      'o.obj': `o a\n${TRIANGLE}o b\nf 1 2 3\n`,
    }),
    read: (files, path, options) => readRobotScene(files, path, options),
  };
}
const oneRobot = `"robots":[{"name":"r","links":[${sceneLink(0, -1)}]}]`;
const oneQuery = '"queries":[{"id":1,"from":[0],"to":[1]}]';

const FILES: readonly ReaderCase[] = [
  {
    format: 'ccd-scene/1',
    construct: 'queries',
    make: (n) => ({
      'scene.json': `{"format":"ccd-scene/1","meshA":"m.obj","meshB":"m.obj","queries":[${each(n, (i) => `{"id":${i},${POSE}}`, ',')}]}`,
      'm.obj': TRIANGLE,
    }),
    read: (files, path, options) => readRigidScene(files, path, options),
  },
  {
    format: 'ccd-scene/1',
    construct: 'lists within lists',
    make: (n) => ({ 'scene.json': `{"format":"ccd-scene/1","queries":${'['.repeat(16 * n)}${']'.repeat(16 * n)}}` }),
    read: (files, path, options) => readRigidScene(files, path, options),
    refused: /queries\[0\] should be an object|meshA/,
  },
  robotScene('queries', (n) => `${oneRobot},"queries":[${each(n, (i) => `{"id":${i},"from":[0],"to":[1]}`, ',')}]`),
  robotScene(
    'links',
    (n) =>
      `"robots":[{"name":"r","links":[${each(n, (i) => sceneLink(i, i - 1), ',')}]}],"queries":[{"id":1,"from":[${each(n, () => '0', ',')}],"to":[${each(n, () => '1', ',')}]}]`,
  ),
  robotScene(
    'fixed links, and queries',
    (n) =>
      `"robots":[{"name":"r","links":[${each(n, (i) => `{"name":"l${id(i)}","parent":-1,"joint":{"type":"fixed"}}`, ',')}]}],"queries":[${each(n, (i) => `{"id":${i},"from":[],"to":[]}`, ',')}]`,
  ),
  robotScene(
    'objects and pairs',
    (n) =>
      `${oneRobot},${oneQuery},"environment":[${each(n, (i) => `{"name":"o${id(i)}","mesh":"m.obj"}`, ',')}],"ignore":[${each(n, (i) => `["l${id(0)}","o${id(i)}"]`, ',')}]`,
  ),
  robotScene(
    'objects of several parts',
    (n) => `${oneRobot},${oneQuery},"environment":[${each(n, (i) => `{"name":"o${id(i)}","mesh":"o.obj"}`, ',')}]`,
  ),
  {
    format: 'inbetween-step/1',
    construct: 'bodies and pairs',
    make: (n) => ({
      'step.json': `{"format":"inbetween-step/1","bodies":[${each(n, (i) => `{"name":"b${id(i)}","frames":["m.obj"]}`, ',')}],"allowed":[${each(n, (i) => `["b${id(0)}","b${id((i % (n - 1)) + 1)}"]`, ',')}]}`,
      'm.obj': TRIANGLE,
    }),
    read: (files, path, options) => readStepFile(files, path, options),
  },
  {
    format: 'urdf',
    construct: 'parsed alone',
    make: (n) => ({ 'r.urdf': star(n) }),
    read: async (files, path, options) => parseUrdf(await files.read(path), path, undefined, options),
  },
  {
    format: 'srdf',
    construct: 'parsed alone',
    make: (n) => ({ 'r.srdf': robot(each(n, (i) => `<passive_joint name="j${id(i)}"/>`)) }),
    read: async (files, path, options) => parseSrdf(await files.read(path), path, options),
  },
];

export const ROBOT_CASES: readonly ReaderCase[] = [...URDF, ...SRDF, ...PATHS, ...BOUND, ...CELLS, ...SCENES, ...FILES];
