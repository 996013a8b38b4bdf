/** What can be opened is saved, and `inbetween check` is asked about it: its answer is the page's, or saving was refused. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { answerQuestion } from '../../../../viewer/src/ask/answer.ts';
import { type FileKind, fileKind } from '../../../../viewer/src/source/file-kinds.ts';
import { openSource } from '../../../../viewer/src/source/open-source.ts';
import type { Source } from '../../../../viewer/src/source/opened.ts';
import { type SaveOptions, saveCell } from '../../../../viewer/src/source/save-cell.ts';
import { captured } from '../../cli/captured-run.ts';

const BOX_LINK = (name: string, size: string, at = '0 0 0') =>
  `<link name="${name}"><collision><origin xyz="${at}"/><geometry><box size="${size}"/></geometry></collision></link>`;
/** A cart on a rail along x with a mast on it, and a flag behind it that no SRDF lets touch the mast. */
const URDF = `<robot name="rail"><link name="base"/>${BOX_LINK('cart', '0.2 0.2 0.2')}${BOX_LINK('mast', '0.1 0.1 1', '0 0 0.6')}
<joint name="slide" type="prismatic"><parent link="base"/><child link="cart"/><axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/></joint>
<joint name="nod" type="revolute"><parent link="cart"/><child link="mast"/><axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>`;
const SRDF = '<robot name="rail"><disable_collisions link1="cart" link2="mast" reason="Adjacent"/></robot>';
const OBJ = (size: number, [x, y, z]: readonly number[]) => {
  const h = size / 2;
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${x + (k & 1 ? h : -h)} ${y + (k & 2 ? h : -h)} ${z + (k & 4 ? h : -h)}`);
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'].map((face) => `f ${face}`);
  return `${[...corners, ...faces].join('\n')}\n`;
};
const PATH = 'slide, nod\n0, 0\n3, 0\n';
const CELL = { format: 'inbetween-cell/1', name: 'rail cell', robot: { urdf: 'rail.urdf', srdf: 'rail.srdf' }, path: 'go.csv' };
const cell = (more: object): string => `// a comment\n${JSON.stringify({ ...CELL, ...more }).replace(/}$/, ',}')}`;
const RAIL = { 'rail.urdf': URDF, 'rail.srdf': SRDF, 'go.csv': PATH };
const WALL = { name: 'wall', box: [0.1, 1, 1], pose: { position: [2, 0, 0] } };
const ONE_LINK = { name: 'rail', links: [{ name: 'cart', parent: -1, mesh: 'part.obj', joint: { type: 'prismatic', axis: [1, 0, 0] } }] };
const ROBOT_SCENE = JSON.stringify({
  format: 'ccd-robot-scene/1',
  name: 'rails',
  robots: [ONE_LINK],
  environment: [{ name: 'wall', mesh: 'wall.obj' }],
  touch: 0.001,
  queries: [{ id: 1, from: [0], to: [3] }],
});
/** A part on the mast that reaches farther than the cart; the matrix tests what the SRDF does not, and lets the mast through the gate. */
const SCENE = (attached: boolean, matrix: boolean, padding = 0): string => `name: planned
robot_state:
  joint_state: { name: [slide, nod], position: [0, 0] }
${
  attached
    ? `  attached_collision_objects:
    - { link_name: mast, touch_links: [cart], object: { id: part, header: { frame_id: mast }, primitives: [{ type: box, dimensions: [1, 0.1, 0.1] }], primitive_poses: [{ position: [0.2, 0, 0.4] }] } }
    - { link_name: mast, object: { id: ball, header: { frame_id: mast }, primitives: [{ type: sphere, dimensions: [0.05] }], primitive_poses: [{ position: [0, 0, 1.3] }] } }`
    : ''
}
${padding > 0 ? `link_padding: [{ link_name: mast, padding: ${padding} }]` : ''}
world:
  collision_objects:
    - { id: gate, header: { frame_id: world }, primitives: [{ type: box, dimensions: [0.1, 0.5, 0.2] }], primitive_poses: [{ position: [1, 0, 0.5] }] }
    - { id: wall, header: { frame_id: world }, primitives: [{ type: box, dimensions: [0.1, 1, 2] }], primitive_poses: [{ position: [2.5, 0, 0] }] }
${
  matrix
    ? `allowed_collision_matrix:
  entry_names: [cart, mast, gate]
  entry_values: [{ enabled: [false, true, false] }, { enabled: [true, false, true] }, { enabled: [false, true, false] }]
  default_entry_names: []
  default_entry_values: []`
    : ''
}
`;

type Files = Readonly<Record<string, string>>;
interface Case {
  readonly files: Files;
  readonly main: string;
  readonly beside?: readonly string[];
  readonly geometry?: 'visual';
  /** What the page answers. */
  readonly page: 'free' | 'contact' | 'overlap';
  /** Obstacles that are moved before it is saved, and what is chosen. */
  readonly moved?: Readonly<Record<string, readonly [number, number, number]>>;
  readonly options?: SaveOptions & { readonly number?: number };
  /** Why it cannot be saved. */
  readonly refused?: RegExp;
}

const rail = (more: Files = {}, others: Partial<Case> = {}): Case => ({
  files: { ...RAIL, ...more },
  main: 'rail.urdf',
  page: 'contact',
  ...others,
});
const inCell = (more: object, files: Files = {}, others: Partial<Case> = {}): Case =>
  rail({ ...files, 'cell.json': cell(more) }, { main: 'cell.json', ...others });
const post = OBJ(0.3, [1.5, 0, 0]);
const poses = (x: number) => `x, y, z, qx, qy, qz, qw\n0, 0, 0, 0, 0, 0, 1\n${x}, 0, 0, 0, 0, 0, 1\n`;

/** Kinds that can be opened: each with what may stand beside it, or be different in the page. */
const OPENED: Readonly<
  Record<Exclude<FileKind, 'xacro' | 'srdf' | 'planning-scene' | 'motion-request' | 'path' | 'other'>, Readonly<Record<string, Case>>>
> = {
  cell: {
    'as it is': inCell({ obstacles: [WALL] }),
    'a mesh beside it': inCell({}, { 'post.obj': post }, { beside: ['post.obj'] }),
    'a mesh beside it, in a folder of its own': {
      files: {
        ...Object.fromEntries(
          Object.entries({ ...RAIL, 'cell.json': cell({ obstacles: [WALL] }) }).map(([path, text]) => [`in/${path}`, text]),
        ),
        'post.obj': post,
      },
      main: 'in/cell.json',
      beside: ['post.obj'],
      page: 'contact',
    },
    'a cloud beside it': inCell({}, { 'scan.xyz': '1.5 0 0\n1.5 0.01 0\n' }, { beside: ['scan.xyz'] }),
    'an obstacle moved into the way': inCell(
      { obstacles: [{ ...WALL, pose: { position: [2, 5, 0] } }] },
      {},
      { moved: { wall: [2, 0, 0] } },
    ),
    'a path that it does not name': inCell(
      {
        obstacles: [WALL],
        path: [
          [0, 0],
          [0.5, 0],
        ],
      },
      {},
      { options: { number: 1 } },
    ),
    'a distance that was chosen': inCell(
      { obstacles: [{ ...WALL, pose: { position: [3.3, 0, 0] } }] },
      {},
      { options: { clearance: 0.2 } },
    ),
    'shapes that are seen': inCell(
      { obstacles: [WALL] },
      { 'rail.urdf': URDF.replaceAll('collision>', 'visual>').replace('<link name="base"/>', BOX_LINK('base', '0.01 0.01 0.01')) },
      { geometry: 'visual' },
    ),
    'what is held, a conveyor, seconds': inCell(
      {
        path: 'timed.csv',
        attach: [{ name: 'part', to: 'mast', box: [1, 0.1, 0.1], pose: { position: [0.2, 0, 0.4] } }],
        bodies: [
          {
            name: 'door',
            box: [0.1, 0.4, 2],
            trajectory: [
              { time: 0, pose: { position: [2, 3, 0] } },
              { time: 3, pose: { position: [2, 0, 0] } },
            ],
          },
        ],
      },
      { 'timed.csv': 'time, slide, nod\n0, 0, 0\n4, 3, 0\n' },
    ),
  },
  robot: {
    'a mesh beside it': rail({ 'post.obj': post }, { beside: ['post.obj'] }),
    'a planning scene': rail({ 'scene.yaml': SCENE(false, false) }, { beside: ['scene.yaml'] }),
    'what the scene attaches': rail({ 'scene.yaml': SCENE(true, false) }, { beside: ['scene.yaml'] }),
    'what its matrix allows': rail({ 'scene.yaml': SCENE(false, true) }, { beside: ['scene.yaml'] }),
    'both, and no SRDF': {
      files: { 'rail.urdf': URDF, 'go.csv': PATH, 'scene.yaml': SCENE(true, true) },
      main: 'rail.urdf',
      beside: ['scene.yaml'],
      page: 'contact',
    },
    'a matrix that tests what the SRDF does not': rail(
      {
        'scene.yaml': SCENE(false, true)
          .replace('[true, false, true]', '[false, false, true]')
          .replace('[false, true, false] }, {', '[false, false, false] }, {'),
      },
      { beside: ['scene.yaml'], page: 'overlap' },
    ),
    padding: rail({ 'scene.yaml': SCENE(false, true, 0.3) }, { beside: ['scene.yaml'] }),
  },
  'robot-scene': {
    'with its tolerance': {
      files: { 'scene.json': ROBOT_SCENE, 'part.obj': OBJ(0.2, [0, 0, 0]), 'wall.obj': OBJ(0.5, [2, 0, 0]) },
      main: 'scene.json',
      page: 'contact',
    },
  },
  'rigid-scene': {
    'has no robot': {
      files: {
        'scene.json': JSON.stringify({
          format: 'ccd-scene/1',
          meshA: 'part.obj',
          meshB: 'wall.obj',
          queries: [{ id: 1, q0: [0, 0, 0, 1], t0: [0, 0, 0], q1: [0, 0, 0, 1], t1: [3, 0, 0] }],
        }),
        'part.obj': OBJ(0.2, [0, 0, 0]),
        'wall.obj': OBJ(0.5, [2, 0, 0]),
      },
      main: 'scene.json',
      page: 'contact',
      refused: /there is no robot in it/,
    },
  },
  mesh: {
    'with a mesh beside it': {
      files: { 'part.obj': OBJ(0.2, [0, 0, 0]), 'post.obj': post, 'poses.csv': poses(3) },
      main: 'part.obj',
      beside: ['post.obj'],
      page: 'contact',
    },
  },
  cloud: { 'has no robot': { files: { 'scan.xyz': '1 0 0\n' }, main: 'scan.xyz', page: 'free', refused: /there is no robot in it/ } },
};
/** Kinds that open nothing by themselves. */
const NOT_ALONE: Readonly<Record<Exclude<FileKind, keyof typeof OPENED>, readonly [name: string, text: string, refusal: RegExp]>> = {
  xacro: ['a.xacro', '<robot/>', /has macros of xacro/],
  srdf: ['a.srdf', SRDF, /drop the URDF/],
  'planning-scene': ['scene.yaml', SCENE(true, true), /drop the URDF/],
  'motion-request': ['request.yaml', 'group_name: arm\ngoal_constraints: []\n', /drop the URDF/],
  path: ['go.csv', PATH, /is a path/],
  other: ['read.me', 'hello', /nothing that can be opened/],
};

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const inMemory = (files: Files): Readonly<Record<string, Uint8Array>> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, encode(text)]));

async function compared({ page, moved = {}, options = {}, refused }: Case, source: Source, address?: string): Promise<void> {
  const opened = await openSource(source, address);
  for (const [name, position] of Object.entries(moved)) opened.scene.moveObstacle(name, { position });
  const { number = 0, ...chosen } = options;
  const shown = opened.paths.at(number);
  const asked = { ...(chosen.clearance == null ? {} : { clearance: chosen.clearance }), contacts: 'minimal' as const };
  const answer = shown === undefined ? null : await answerQuestion(opened, { kind: 'first', path: { number }, options: asked });
  if (answer !== null) expect(answer).toMatchObject({ kind: 'first', result: { status: page } });
  const saving = saveCell(opened, source, {
    ...chosen,
    page: address,
    ...(shown === undefined ? {} : { shown: { ...shown, scene: opened.scene } }),
  });
  if (refused !== undefined) return expect(saving).rejects.toThrow(refused);
  const { files, cell: main } = await saving;
  const folder = mkdtempSync(join(tmpdir(), 'saved-cell-'));
  try {
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const { stdout, stderr, code } = await captured(['check', join(folder, main), '--json', '--no-margin']);
    expect([code, stderr]).toEqual([page === 'free' ? 0 : 1, expect.any(String)]);
    const [{ result }] = JSON.parse(stdout).paths;
    if (answer?.kind !== 'first') throw new Error('the page gave no answer');
    const { status, time, pair, stats } = answer.result;
    expect([result.status, result.pair, result.stats.pairs]).toEqual([status, pair, stats.pairs]);
    expect(result.time).toBeCloseTo(time, 6);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [kind, cases] of Object.entries(OPENED))
  test.each(Object.entries(cases))(`a ${kind} that was dropped: %s`, async (_, one) => {
    const files = inMemory(one.files);
    expect(fileKind(one.main, files[one.main])).toBe(kind);
    const { main, beside, geometry = 'collision' } = one;
    await compared(one, { kind: 'files', files, main, path: null, geometry, ...(beside === undefined ? {} : { beside }) });
  });

/** `inbetween view` opens no scene beside a robot, and no shapes that are only seen. */
const VIEWED = Object.entries(OPENED).flatMap(([kind, cases]) =>
  Object.entries(cases).flatMap(([name, one]) =>
    one.beside === undefined && one.geometry === undefined ? [[kind, name, one] as const] : [],
  ),
);

test.each(VIEWED)('a %s that the command shows: %s', async (_kind, _name, one) => {
  const server = createServer(({ url = '' }, response) => {
    const text = one.files[decodeURIComponent(url.slice('/files/'.length))];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const paths = 'go.csv' in one.files && one.options?.number === 1 ? ['files/go.csv'] : [];
    const source: Source = { kind: 'address', main: `files/${one.main}`, path: paths[0] ?? null };
    const options = paths.length > 0 ? { ...one.options, number: 0 } : one.options;
    await compared(
      { ...one, ...(options === undefined ? {} : { options }) },
      source,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    );
  } finally {
    server.close();
  }
});

test.each(Object.entries(NOT_ALONE))('a %s opens nothing by itself', async (kind, [main, text, refusal]) => {
  const files = inMemory({ [main]: text });
  expect(fileKind(main, files[main])).toBe(kind);
  await expect(openSource({ kind: 'files', files, main, path: null, geometry: 'collision' })).rejects.toThrow(refusal);
});

test('a planning scene stands around a robot alone', async () => {
  const { files, main } = inCell({ obstacles: [WALL] }, { 'scene.yaml': SCENE(true, false) });
  const source: Source = { kind: 'files', files: inMemory(files), main, path: null, geometry: 'collision', beside: ['scene.yaml'] };
  await expect(openSource(source)).rejects.toThrow(/stands around the URDF of a robot alone/);
});
