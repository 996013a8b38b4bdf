import { describe, expect, test } from 'vitest';
import { box, Robot } from '../../../../src/index.ts';
import { bindPath, type PathFile, parsePath, parsePaths } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';

// Paths as other programs write them.

const positions = ({ points }: PathFile): (readonly number[])[] => points.map((point) => point.positions);
const arm = new Robot({
  name: 'arm',
  links: [
    { name: 'base' },
    { name: 'upper', parent: 'base', joint: { name: 'pan', type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box(1) }] },
    { name: 'lower', parent: 'upper', joint: { name: 'tilt', type: 'revolute', axis: [0, 1, 0] } },
    { name: 'finger', parent: 'lower', joint: { name: 'grip', type: 'prismatic', axis: [0, 1, 0] } },
  ],
  groups: [{ name: 'both', joints: ['tilt', 'pan'] }],
});
const part = new Robot({ name: 'part', links: [{ name: 'part', joint: { name: 'part', type: 'floating' }, shapes: [{ shape: box(1) }] }] });

describe('tables of numbers with blanks between them', () => {
  test('as printAsMatrix of OMPL writes them, and savetxt of NumPy', () => {
    expect(positions(parsePath('0.5 -1 2 \n1e-3   0 3 \n\n', 'path.txt'))).toEqual([
      [0.5, -1, 2],
      [0.001, 0, 3],
    ]);
    expect(positions(parsePath('# saved\n 1.000000000000000000e+00 -2.5e+00\n 3.0e+00 4.0e+00\n', 'path.csv'))).toEqual([
      [1, -2.5],
      [3, 4],
    ]);
  });

  test('with names above them', () => {
    const path = parsePath('pan tilt\n0 1\n2 3\n', 'path.txt');
    expect([path.jointNames, positions(path)]).toEqual([
      ['pan', 'tilt'],
      [
        [0, 1],
        [2, 3],
      ],
    ]);
  });

  test('other separators stay what they were', () => {
    expect(parsePath('elbow [deg]\n1\n2\n', 'a.csv').jointNames).toEqual(['elbow']);
    expect(positions(parsePath('1, 2\n3, 4\n', 'a.csv'))).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(() => parsePath('1, 2\n3 4\n', 'a.csv')).toThrow(/line 2.* 1 column/);
    expect(() => parsePath('1 2\n3, 4\n', 'a.csv')).toThrow(/line 2.*'3,'/);
    expect(() => parsePath('1 2\n3\n', 'a.csv')).toThrow(/line 2.*1 column, but line 1 has 2/);
  });
});

describe('states by name', () => {
  const WANTED = [
    [0, 1],
    [2, 3],
  ];

  test.each([
    ['values by joint', 'a.json', '[{"pan": 0, "tilt": 1}, {"tilt": 3, "pan": 2}]'],
    [
      'JointState in a list',
      'a.yaml',
      '- {name: [pan, tilt], position: [0, 1], velocity: [], effort: []}\n- {name: [tilt, pan], position: [3, 2]}\n',
    ],
    [
      'JointState, one a document',
      'a.yaml',
      'header: {}\nname: [pan, tilt]\nposition: [0, 1]\n---\nheader: {}\nname: [tilt, pan]\nposition: [3, 2]\n---\n',
    ],
    ['arrays of cuRobo', 'a.json', '{"joint_names": ["pan", "tilt"], "position": [[0, 1], [2, 3]], "velocity": [[9, 9], [9, 9]]}'],
    ['arrays of a batch of one', 'a.json', '{"joint_names": ["pan", "tilt"], "positions": [[[0, 1], [2, 3]]]}'],
  ])('%s', (_, file, text) => {
    const path = parsePath(text, file);
    expect([path.jointNames, positions(path), path.kind]).toEqual([['pan', 'tilt'], WANTED, 'path']);
  });

  test('with times they are trajectories', () => {
    const timed = parsePath('[{"time": 0, "pan": 0}, {"time": 1.5, "pan": 1}]', 'a.json');
    expect([timed.kind, timed.points.map(({ time }) => time)]).toEqual(['trajectory', [0, 1.5]]);
    const arrays = parsePath('{"joint_names": ["pan"], "position": [[0], [1], [4]], "velocity": [[0], [2], [4]], "dt": 0.5}', 'a.json');
    expect(arrays.points.map(({ time, velocities }) => [time, velocities])).toEqual([
      [0, [0]],
      [0.5, [2]],
      [1, [4]],
    ]);
  });
});

describe('poses of a free body', () => {
  const rows = (path: PathFile) => bindPath(part, path).map(({ configuration }) => Array.from(configuration));
  const WANTED = [
    [1, 2, 3, 0, 0, 0, 1],
    [4, 5, 6, 0, 0, 1, 0],
  ];

  test.each([
    ['rows', 'a.txt', '1 2 3 0 0 0 1\n4 5 6 0 0 1 0\n'],
    ['columns by name', 'a.csv', 'qx,qy,qz,qw,x,y,z\n0,0,0,1,1,2,3\n0,0,1,0,4,5,6\n'],
    [
      'a list of poses',
      'a.json',
      '[{"position": [1, 2, 3], "orientation": [0, 0, 0, 1]}, {"position": [4, 5, 6], "orientation": [0, 0, 1, 0]}]',
    ],
    [
      'PoseArray',
      'a.yaml',
      'poses:\n- {position: {x: 1, y: 2, z: 3}, orientation: {x: 0, y: 0, z: 0, w: 1}}\n- {position: {x: 4, y: 5, z: 6}, orientation: {x: 0, y: 0, z: 1, w: 0}}\n',
    ],
    [
      'Path of navigation',
      'a.yaml',
      'poses:\n- {header: {}, pose: {position: {x: 1, y: 2, z: 3}, orientation: {w: 1}}}\n- {header: {}, pose: {position: {x: 4, y: 5, z: 6}, orientation: {z: 1}}}\n',
    ],
    [
      'MultiDOFJointTrajectory',
      'a.yaml',
      'joint_trajectory: {joint_names: [], points: []}\nmulti_dof_joint_trajectory:\n  joint_names: [part]\n  points:\n  - {transforms: [{translation: {x: 1, y: 2, z: 3}, rotation: {w: 1}}], time_from_start: {sec: 0, nanosec: 0}}\n  - {transforms: [{translation: {x: 4, y: 5, z: 6}, rotation: {z: 1}}], time_from_start: {sec: 0, nanosec: 0}}\n',
    ],
  ])('%s', (_, file, text) => {
    expect(rows(parsePath(text, file))).toEqual(WANTED);
  });

  test('a quaternion that is none is told with its line', () => {
    expect(() => rows(parsePath('1 2 3 0 0 0 1\n4 5 6 0 0 0 0\n', 'a.txt'))).toThrow(/a\.txt, line 2: point 1: .*quaternion/);
    const poses = '[{"position": [1, 2, 3], "orientation": [0, 0, 0, 1]},\n {"position": [4, 5, 6], "orientation": [0, 0, 0, 0]}]';
    expect(() => rows(parsePath(poses, 'a.json'))).toThrow(/a\.json, line 2: /);
  });
});

describe('lines of planners', () => {
  const LINES = `{"scene":"a","id":1,"planner":"ompl-rrtconnect","resolution":0.01,"seed":2,"solved":true,"planMs":3,"path":[[0,1],[2,3]]}
{"scene":"a","id":1,"planner":"ompl-rrtconnect","resolution":0.01,"seed":3,"solved":false,"path":[]}

[[4,5],[6,7]]
`;

  test('one path a line, in the lines where they stand', () => {
    for (const file of ['plans.jsonl', 'plans.log']) {
      const paths = parsePaths(LINES, file);
      expect(paths.map(({ line, title, scene }) => [line, title, scene])).toEqual([
        [1, 'ompl-rrtconnect, resolution 0.01, seed 2, id 1', 'a'],
        [4, undefined, undefined],
      ]);
      expect(paths.map(positions)).toEqual([
        [
          [0, 1],
          [2, 3],
        ],
        [
          [4, 5],
          [6, 7],
        ],
      ]);
      expect(paths[0].warnings).toEqual([expect.stringMatching(/1 plan in it is unsolved/)]);
    }
    expect(() => parsePath(LINES, 'plans.jsonl')).toThrow(/holds 2 paths/);
    expect(positions(parsePath(LINES.split('\n')[0], 'plan.json'))).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  test('faults name their line', () => {
    expect(() => parsePaths(`${LINES}[[1,2],[3]]\n`, 'p.jsonl')).toThrow(/p\.jsonl, line 5: point 1 has 1 position/);
    expect(() => parsePaths(`${LINES}[[1,2],[3,}\n`, 'p.jsonl')).toThrow(/p\.jsonl, line 5: /);
    expect(() => parsePaths('{"solved":false,"path":[]}\n', 'p.jsonl')).toThrow(/all 1 plans in it are unsolved/);
    expect(() => parsePaths('\n', 'p.jsonl')).toThrow(/is empty/);
  });
});

describe('arrays of NumPy', () => {
  function npy(header: string, values: readonly number[], width: 4 | 8, little = true): Uint8Array {
    const text = `${header.padEnd(117)}\n`;
    const bytes = new Uint8Array(10 + text.length + width * values.length);
    bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length, 0]);
    bytes.set(new TextEncoder().encode(text), 10);
    const view = new DataView(bytes.buffer, 10 + text.length);
    for (const [k, value] of values.entries()) {
      if (width === 8) view.setFloat64(8 * k, value, little);
      else view.setFloat32(4 * k, value, little);
    }
    return bytes;
  }

  test('of both widths, orders and ends', () => {
    const rows = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    const plain = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", [1, 2, 3, 4, 5, 6], 8);
    expect(positions(parsePath(plain, 'path.npy'))).toEqual(rows);
    expect(positions(parsePath(plain, 'path'))).toEqual(rows);
    const big = npy("{'descr': '>f4', 'fortran_order': True, 'shape': (1, 2, 3), }", [1, 4, 2, 5, 3, 6], 4, false);
    expect(positions(parsePath(big, 'path.npy'))).toEqual(rows);
  });

  test.each<[string, Uint8Array, RegExp]>([
    ['no array', new Uint8Array(20), /does not begin as one/],
    ['whole numbers', npy("{'descr': '<i8', 'fortran_order': False, 'shape': (2, 1), }", [1, 2], 8), /kind 'i8'/],
    ['one dimension', npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", [1, 2], 8), /the shape \(2\)/],
    [
      'too few values',
      npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 1), }", [1, 2], 8),
      /16 bytes of values, but .* wants 24/,
    ],
    ['no number', npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }", [1, NaN], 8), /row 1, column 0 is NaN/],
    ['a header cut short', npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }", [], 8).subarray(0, 40), /cut short/],
  ])('%s is refused', (_, bytes, says) => {
    expect(() => parsePath(bytes, 'path.npy')).toThrow(InputError);
    expect(() => parsePath(bytes, 'path.npy')).toThrow(says);
  });
});

test('the other joints are where a DisplayTrajectory starts', () => {
  const message = (start: string) => `trajectory_start: ${start}
trajectory: [{ joint_trajectory: { joint_names: [pan], points: [{ positions: [0] }, { positions: [1] }] } }]
`;
  const state = '{ joint_state: { name: [pan, tilt, other], position: [0, 0.5, 3] }, attached_collision_objects: [{}] }';
  const path = parsePath(message(state), 'a.yaml');
  expect(bindPath(arm, path, { rest: [7, 8, 9] }).map(({ configuration }) => Array.from(configuration))).toEqual([
    [0, 0.5, 9],
    [1, 0.5, 9],
  ]);
  expect(path.warnings).toEqual([expect.stringMatching(/a\.yaml, line 1: .*attached_collision_objects are not read/)]);
  expect(() => parsePath(message('{ joint_state: { name: [pan], position: [] } }'), 'a.yaml')).toThrow(/1 names and 0 positions/);
});

describe('columns without names', () => {
  const bound = (text: string, columns?: readonly string[]) =>
    bindPath(arm, parsePath(text, 'a.txt'), { columns, rest: [7, 8, 9] }).map(({ configuration }) => Array.from(configuration));

  test('are those of the group, in its order; one for every value is the robot', () => {
    expect(bound('0 1\n2 3\n', ['tilt', 'pan'])).toEqual([
      [1, 0, 9],
      [3, 2, 9],
    ]);
    expect(bound('0 1 2\n3 4 5\n', ['tilt', 'pan'])).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
  });

  test('of another number say which group would fit', () => {
    expect(() => bound('0 1\n2 3\n')).toThrow(/has 2 values a point without names, but a configuration has 3 .*check --group both/);
    expect(() => bound('0 1 2 3\n2 3 4 5\n', ['tilt', 'pan'])).toThrow(/the group has 2 \(tilt, pan\)/);
  });
});
