// One rule for what values are in: a program in other units, by itself, by its cell or by who reads it, is the program
// in metres and radians.
import { describe, expect, test } from 'vitest';
import { readCellMotions } from '../../../../src/io/cell/cell-motions.ts';
import { programIn } from '../../../../src/io/cell/cell-program.ts';
import { readCell } from '../../../../src/io/cell/read-cell.ts';
import type { Files } from '../../../../src/io/files.ts';
import { bindPath } from '../../../../src/io/path/bind-path.ts';
import { parsePath } from '../../../../src/io/path/parse-path.ts';
import { parseProgram, programText } from '../../../../src/io/path/parse-program.ts';
import { type PathUnits, parseUnits } from '../../../../src/io/path/path-units.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';

const NAMES = ['rail', 'j1', 'j2', 'j3', 'j4', 'j5', 'j6'];
const AXES = ['1 0 0', '0 0 1', '0 1 0', '0 1 0', '1 0 0', '0 1 0', '1 0 0'];
const PLACES = ['0 0 0', '0 0 0', '0 0 .3', '0 0 .4', '.3 0 0', '0 0 0', '.1 0 0'];
const joint = (k: number): string =>
  `<link name="l${k}">${k === 7 ? '<collision><geometry><sphere radius="0.02"/></geometry></collision>' : ''}</link>
  <joint name="${NAMES[k - 1]}" type="${k === 1 ? 'prismatic' : 'revolute'}"><parent link="l${k - 1}"/><child link="l${k}"/><origin xyz="${PLACES[k - 1]}"/>
  <axis xyz="${AXES[k - 1]}"/><limit lower="-9" upper="9" velocity="99" effort="1"/></joint>`;
const ARM = `<robot name="arm"><link name="l0"/>${[1, 2, 3, 4, 5, 6, 7].map(joint).join('')}</robot>`;

async function pathOf(program: object, cellUnits?: string, options?: PathUnits, start: object = {}): Promise<RobotPath> {
  const cell = {
    ...{ format: 'inbetween-cell/1', robot: { urdf: 'arm.urdf', start }, self: false },
    obstacles: [{ name: 'plate', box: [0.3, 0.3, 0.01], pose: { position: [0.1, 0.2, 0.05] } }],
    ...(cellUnits === undefined ? {} : { units: cellUnits }),
  };
  const texts: Readonly<Record<string, string>> = {
    'arm.urdf': ARM,
    'cell.json': JSON.stringify(cell),
    'p.json': JSON.stringify({ format: 'inbetween-program/1', link: 'l7', joints: NAMES.slice(1), ...program }),
  };
  const files: Files = { read: async (name) => new TextEncoder().encode(texts[name]) };
  const loaded = await readCell(files, 'cell.json');
  const { paths } = await readCellMotions(files, options === undefined ? loaded : { ...loaded, units: options }, 'p.json');
  return paths.arm;
}

function expectSame(a: RobotPath, b: RobotPath): void {
  expect(a.segments).toBe(b.segments);
  expect(a.times?.length).toBe(b.times?.length);
  a.times?.forEach((second, k) => {
    expect(second).toBeCloseTo(b.times?.[k] as number, 7);
  });
  a.waypoints.forEach((values, k) => {
    values.forEach((x, s) => {
      expect(x).toBeCloseTo(b.waypoints[k][s], 7);
    });
  });
}

const DEGREE = Math.PI / 180;
/** All that a program can say, with lengths in one unit and angles in another; speeds of joints in both. */
function program(unit: { readonly length: number; readonly angle: number }): object {
  const [m, r] = [1 / unit.length, 1 / unit.angle];
  const lengths = (...values: readonly number[]) => values.map((x) => x * m);
  const values = (...[rail, ...turns]: readonly number[]) => [rail * m, ...turns.map((x) => x * r)];
  return {
    at: { position: lengths(0, 0, 0.05) },
    from: values(0.1, 0, 0.4, 0.5, 0, 0.6, 0),
    pace: { speed: 0.2 * m, turnSpeed: 0.5 * r, acceleration: 0.4 * m },
    accuracy: 1e-7 * m,
    moves: [
      { joints: { j1: 0.1 * r }, speed: 2 * r, acceleration: 3 * r },
      { line: { position: lengths(0.6, 0.1, 0.35), rpyDegrees: [0, 80, 0] }, blend: 0.01 * m, speed: 0.1 * m },
      { line: { position: lengths(0.6, 0.15, 0.4), rpyDegrees: [0, 80, 0] }, spare: { rail: 0.11 * m } },
      { arc: { position: lengths(0.6, 0.15, 0.5), rpyDegrees: [0, 80, 0] }, through: lengths(0.65, 0.15, 0.45), acceleration: 0.3 * m },
      {
        line: { position: lengths(0.5, -0.1, 0.4), rpyDegrees: [0, 80, 0] },
        frame: { of: 'plate', at: { position: lengths(0, 0, 0.02) } },
      },
      {
        spline: [
          { position: lengths(0.6, 0.15, 0.45), rpyDegrees: [0, 80, 0] },
          { position: lengths(0.62, 0.12, 0.4), rpyDegrees: [0, 80, 0] },
        ],
      },
      { joints: values(0.2, 0, 0.4, 0.5, 0, 0.6, 0), seconds: 2 },
    ],
  };
}
const PLAIN = program({ length: 1, angle: 1 });
const UNITS: readonly (readonly [string, { readonly length: number; readonly angle: number }])[] = [
  ['mm', { length: 1e-3, angle: 1 }],
  ['degrees', { length: 1, angle: DEGREE }],
  ['degrees, mm', { length: 1e-3, angle: DEGREE }],
];

describe.each(UNITS)('in %s', (units, factors) => {
  test('said by the program, its cell, or both', async () => {
    const plain = await pathOf(PLAIN);
    const other = program(factors);
    expectSame(await pathOf({ ...other, units }), plain);
    expectSame(await pathOf(other, units), plain);
    expectSame(await pathOf(other, undefined, parseUnits(units, '--units')), plain);
    expectSame(await pathOf({ ...other, units }, units), plain);
  });

  test('written in them, and read again', async () => {
    const robot = (await pathOf(PLAIN)).robot as Parameters<typeof programIn>[1];
    const text = programText(
      programIn(parseProgram(JSON.stringify({ link: 'l7', ...PLAIN }), 'p.json'), robot, parseUnits(units, 'units')),
    );
    expectSame(await pathOf({ joints: NAMES.slice(1), ...JSON.parse(text) }, units), await pathOf(PLAIN));
  });
});

describe('single values', () => {
  const from = [0, 0, 0.4, 0.5, 0, 0.6, 0];
  const mm = (more: object) => pathOf({ from, units: 'mm', ...more });
  const railAt = async (path: Promise<RobotPath>, at = -1) => (await path).waypoints.at(at)?.[0];

  test('of sliding joints are lengths, by name and in order', async () => {
    expect(await railAt(mm({ from: { rail: 100, j2: 0.4, j3: 0.5, j5: 0.6 }, moves: [{ joints: { j1: 0.2 } }] }), 0)).toBeCloseTo(0.1, 15);
    expect(await railAt(mm({ moves: [{ joints: { rail: 100 } }] }))).toBeCloseTo(0.1, 15);
    expect(
      await railAt(mm({ moves: [{ line: { joints: [0, 0.05, ...from.slice(2)] } }, { joints: [100, ...from.slice(1)] }] })),
    ).toBeCloseTo(0.1, 15);
  });

  test.each([
    ['mm', { rail: 100 }, 50, 2],
    ['mm', { j1: 1 }, 0.5, 2],
    ['degrees', { j1: 90 }, 45, 2],
    ['degrees, mm', { rail: 100 }, 50, 2],
    ['degrees, mm', { rail: 100, j1: 90 }, 30, 100 / 30],
  ])('speeds of joints in %s: %o at %d', async (units, joints, speed, seconds) => {
    const start = { from: [0, 0, 20, 30, 0, 30, 0].map((x) => (units.startsWith('deg') ? x : x * DEGREE)) };
    for (const own of [{ jointPace: { speed }, moves: [{ joints }] }, { moves: [{ joints, speed }] }])
      expect((await pathOf({ ...start, units, ...own })).times?.at(-1)).toBeCloseTo(seconds, 9);
  });

  test('in units that contradict the cell are refused', async () => {
    await expect(pathOf({ ...PLAIN, units: 'mm' }, 'metres')).rejects.toThrow(
      /p\.json.*says that it is in millimetres, but is to be read in metres/,
    );
  });
});

test('a program in no units is written without any, and read again', async () => {
  for (const units of [{}, { length: undefined }] as PathUnits[]) {
    const text = programText({ ...parseProgram(JSON.stringify({ link: 'l7', ...PLAIN }), 'p.json'), units });
    expectSame(await pathOf({ joints: NAMES.slice(1), ...JSON.parse(text) }), await pathOf(PLAIN));
  }
});

test('joints that a program does not name begin where the cell has them', async () => {
  const start = { rail: 0.2, j2: 0.4 };
  const path = await pathOf({ from: { j3: 30 }, units: 'degrees', moves: [{ joints: { j1: 10 } }] }, undefined, undefined, start);
  expect(Array.from(path.waypoints[0].subarray(0, 4))).toEqual([0.2, 0, 0.4, expect.closeTo(30 * DEGREE, 12)]);
});

test('speeds of joints that slide are not written in units in which they mean others', async () => {
  const robot = (await pathOf(PLAIN)).robot as Parameters<typeof programIn>[1];
  const moves = [{ joints: { rail: 0.1 } }];
  const mm = parseUnits('mm', 'units');
  for (const more of [{ jointPace: { speed: 0.1 } }, { moves: [{ ...moves[0], speed: 0.1 }] }])
    expect(() => programIn({ link: 'l7', moves, ...more }, robot, mm)).toThrow(/programIn: .*'rail' slides/);
  expect(programIn({ link: 'l7', moves }, robot, mm).moves).toEqual([{ joints: { rail: 100 } }]);
});

test('where a DisplayTrajectory starts is in the units of its points', async () => {
  const robot = (await pathOf(PLAIN)).robot as Parameters<typeof bindPath>[0];
  const message = {
    trajectory_start: { joint_state: { name: ['rail', 'j2'], position: [100, 20] } },
    trajectory: [
      {
        joint_trajectory: {
          joint_names: ['j1'],
          points: [
            { positions: [0], time_from_start: { sec: 0, nanosec: 0 } },
            { positions: [90], time_from_start: { sec: 1, nanosec: 0 } },
          ],
        },
      },
    ],
  };
  const points = bindPath(robot, parsePath(JSON.stringify(message), 'd.json'), { units: { angle: 'degrees', length: 'millimetres' } });
  expect(Array.from(points[1].configuration.subarray(0, 3))).toEqual([0.1, 90 * DEGREE, 20 * DEGREE]);
});
