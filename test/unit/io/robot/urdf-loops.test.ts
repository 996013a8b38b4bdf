import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { LoopedRobot } from '../../../../src/index.ts';
import { readCell } from '../../../../src/io/cell/read-cell.ts';
import { buildRobot } from '../../../../src/io/robot/build-robot.ts';
import { parseUrdf } from '../../../../src/io/robot/parse-urdf.ts';
import { readLoops } from '../../../../src/io/robot/read-loops.ts';
import { type ReadUrdfOptions, readUrdf } from '../../../../src/io/robot/read-urdf.ts';
import { loopsBeside } from '../../../../src/io/robot/urdf-loops.ts';
import { parseYaml } from '../../../../src/io/text/parse-yaml.ts';
import { WorkMeter } from '../../../../src/io/work-meter.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { files } from '../../../../src/node/index.ts';
import { captured } from '../../cli/captured-run.ts';
import { memoryFiles } from './urdf-text.ts';

const bar = (name: string, length: number): string =>
  `<link name="${name}"><collision><origin xyz="${length / 2} 0 0"/><geometry><box size="${length} 0.02 0.01"/></geometry></collision></link>`;
const hinge = (name: string, parent: string, child: string, xyz: string): string =>
  `<joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/><origin xyz="${xyz}"/><axis xyz="0 0 1"/></joint>`;
const tree = [
  bar('ground', 0.01),
  bar('crank', 0.1),
  bar('rod', 0.4),
  bar('rocker', 0.3),
  hinge('motor', 'ground', 'crank', '0 0 0'),
  hinge('knee', 'crank', 'rod', '0.1 0 0.02'),
  hinge('swing', 'ground', 'rocker', '0.35 0 0.04'),
].join('');
const constraint = (type = 'revolute'): string => `<constraint name="pin" type="${type}">
  <parent link="rod"/><parent_origin xyz="0.4 0 0.02" rpy="0 0 0"/><parent_axis xyz="0 0 1"/>
  <child link="rocker"/><child_origin xyz="0.3 0 0" rpy="1.5707963267948966 0 0"/><child_axis xyz="0 1 0"/></constraint>`;
const loopJoint = `<loop_joint name="pin" type="spherical"><link1 link="rod" xyz="0.4 0 0.02" rpy="0 0 0"/><link2 link="rocker" xyz="0.3 0 0" rpy="0 0 0"/></loop_joint>`;
const motor = '<transmission name="t"><type>simple</type><joint name="motor"/><actuator name="m"/></transmission>';
const robotText = (...more: string[]): string => `<robot name="four-bar">${tree}${more.join('')}</robot>`;
const closed = { motor: 0, knee: 0.7, swing: 1.2 };
const read = (text: string, options: ReadUrdfOptions = {}, more: Record<string, string> = {}) =>
  readUrdf(memoryFiles({ 'r.urdf': text, ...more }), 'r.urdf', { closed, ...options });

describe('loops of a URDF', () => {
  test.each([
    ['a constraint, driven by a transmission', robotText(constraint(), motor), {}],
    ['a loop joint, driven as it is said', robotText(loopJoint), { driven: ['motor'] }],
    [
      'frames beside it',
      robotText(),
      {
        driven: ['motor'],
        loops: [
          { a: { link: 'rod', at: { position: [0.4, 0, 0.02] } }, b: { link: 'rocker', at: { position: [0.3, 0, 0] } }, keeps: 'axis' },
        ],
      } as const,
    ],
  ])('%s', async (_, text, options) => {
    const robot = (await read(text, options)) as LoopedRobot;
    expect(robot).toBeInstanceOf(LoopedRobot);
    expect([robot.driven, robot.passive]).toEqual([['motor'], ['knee', 'swing']]);
    const { rod, rocker } = robot.linkPoses({ motor: 1 });
    const end = ({ position: [x, y], quaternion: [, , z, w] }: typeof rod, length: number): number[] => [
      x + length * (w * w - z * z),
      y + length * 2 * w * z,
    ];
    const [a, b] = [end(rod, 0.4), end(rocker, 0.3)];
    expect(a[0]).toBeCloseTo(b[0], 12);
    expect(a[1]).toBeCloseTo(b[1], 12);
    expect(robot.allowed.isAllowed('rod', 'rocker')).toBe(true);
  });

  test('a YAML file beside it: pairs of joints, types, motors; of two that turn about one axis one is idle', async () => {
    const pins = [
      '<link name="pa"/><link name="pb"/>',
      hinge('pin_a', 'rod', 'pa', '0.4 0 0.02'),
      hinge('pin_b', 'rocker', 'pb', '0.3 0 0'),
    ].join('');
    const yaml = "closed_loop: [['pin_a', 'pin_b']]\ntype: ['6d']\nname_mot: ['motor']\n";
    const warnings: string[] = [];
    const robot = (await read(
      robotText(pins),
      { loops: 'r.yaml', onWarning: (text) => warnings.push(text) },
      { 'r.yaml': yaml },
    )) as LoopedRobot;
    expect(robot.passive).toEqual(['knee', 'swing', 'pin_a']);
    expect(warnings.join()).toMatch(/joint 'pin_b' turns about the axis of the joint that it is closed with/);
    expect(robot.path([{ motor: 0 }, { motor: 2 }]).segments).toBeGreaterThan(2);
    const [located] = parseYaml(yaml, 'r.yaml');
    const urdf = parseUrdf(robotText(pins), 'r.urdf');
    expect(loopsBeside(located, urdf).idle).toEqual(['pin_b']);
    const plain = await readLoops(memoryFiles({}), urdf, undefined, new WorkMeter());
    expect(plain.looped).toBe(LoopedRobot);
    expect(() => loopsBeside(parseYaml("closed_loop: [['pin_a', 'no']]\nname_mot: []\n", 'r.yaml')[0], urdf)).toThrow(
      /is 'no', which is no joint of r.urdf/,
    );
  });

  test.each([
    ['nothing says what is driven', robotText(constraint()), {}, /nothing says which joints are driven/],
    ['a type that is none', robotText(constraint('universal'), motor), {}, /loop 'pin': type "universal" is none of fixed, revolute/],
    ['a link that is none', robotText(constraint().replace('link="rod"', 'link="rot"'), motor), {}, /has no link 'rot'/],
    ['no YAML', robotText(), { loops: 'r.yaml' }, /r.yaml/],
  ])('%s', async (_, text, options, says) => {
    await expect(read(text, options)).rejects.toThrow(says);
  });

  test('buildRobot is given the class', () => {
    const urdf = parseUrdf(robotText(constraint(), motor), 'r.urdf');
    const none = () => {
      throw new Error('no meshes');
    };
    expect(() => buildRobot(urdf, none)).toThrow(InputError);
    expect(buildRobot(urdf, none, { looped: LoopedRobot, closed })).toBeInstanceOf(LoopedRobot);
  });
});

describe('a cell with loops', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loops-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const loops = `[{ "a": { "link": "rod", "at": { "position": [0.4, 0, 0.02] } }, "b": { "link": "rocker", "at": { "position": [0.3, 0, 0] } }, "keeps": "axis" }]`;
  const start = '"start": { "motor": 0, "knee": 0.7, "swing": 1.2 }';
  const cell = (robot: string): string => `{ "format": "inbetween-cell/1", "robot": { ${robot} },
    "obstacles": [{ "name": "post", "box": [0.02, 0.02, 0.3], "pose": { "position": [0.2, 0.28, 0] } }] }`;
  writeFileSync(join(folder, 'with.urdf'), robotText(constraint(), motor));
  writeFileSync(join(folder, 'without.urdf'), robotText());
  writeFileSync(join(folder, 'with.json'), cell(`"urdf": "with.urdf", ${start}`));
  writeFileSync(join(folder, 'beside.json'), cell(`"urdf": "without.urdf", "loops": ${loops}, "driven": ["motor"], ${start}`));
  writeFileSync(join(folder, 'away.csv'), 'motor\n0\n0.4\n');
  writeFileSync(join(folder, 'round.csv'), 'motor\n0\n3\n6.28\n');

  test('is read, from constraints or with frames beside', async () => {
    for (const name of ['with.json', 'beside.json']) {
      const { robots } = await readCell(files(folder), name);
      expect(robots[0]).toBeInstanceOf(LoopedRobot);
    }
  });

  test('is checked, from a file: free, contact with its time, and what cannot be', async () => {
    for (const name of ['with.json', 'beside.json']) {
      const at = (file: string): string => join(folder, file);
      const away = await captured(['check', at(name), at('away.csv')]);
      expect(away.stdout).toMatch(/free/i);
      expect(away.code).toBe(0);
      const round = await captured(['check', at(name), at('round.csv'), '--json']);
      expect(round.code).toBe(1);
      const told = JSON.stringify(JSON.parse(round.stdout));
      expect(told).toContain('"contact"');
      expect(told).toContain('post');
    }
    // jobs send the cell to whoever answers, and answer by what the file says of the motor
    const at = (file: string): string => join(folder, file);
    const batch = await captured(['batch', at('with.json'), at('away.csv'), at('round.csv'), '--workers', '1']);
    const lines = batch.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ status }) => status)).toEqual(['free', 'contact']);
    const { time } = lines[1];
    const checked = JSON.parse((await captured(['check', at('with.json'), at('round.csv'), '--json'])).stdout);
    expect(JSON.stringify(checked)).toContain(`"time":${time}`);
    writeFileSync(join(folder, 'open.json'), cell(`"urdf": "with.urdf"`));
    const open = await captured(['check', join(folder, 'open.json'), join(folder, 'away.csv')]);
    expect(open.code).toBe(2);
    expect(open.stderr).toMatch(/loop 'pin' does not close at the start/);
  });
});

test('a program of lines of a five-bar, in a cell: checked, in jobs, and what it cannot', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'looped-program-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (file: string): string => join(folder, file);
  const five = [
    bar('ground', 0.01),
    bar('left', 0.25),
    bar('left-fore', 0.35),
    bar('right', 0.25),
    bar('right-fore', 0.35),
    '<link name="pen"><collision><geometry><sphere radius="0.01"/></geometry></collision></link>',
    hinge('motor1', 'ground', 'left', '-0.1 0 0'),
    hinge('elbow1', 'left', 'left-fore', '0.25 0 0.03'),
    hinge('motor2', 'ground', 'right', '0.1 0 0'),
    hinge('elbow2', 'right', 'right-fore', '0.25 0 0.06'),
    '<joint name="grip" type="fixed"><parent link="left-fore"/><child link="pen"/><origin xyz="0.35 0 -0.1"/></joint>',
  ];
  const tip = { a: { link: 'left-fore', at: { position: [0.35, 0, 0] } }, b: { link: 'right-fore', at: { position: [0.35, 0, -0.03] } } };
  const start = { motor1: 2.2, motor2: 0.9, elbow1: -1.3, elbow2: 1.3 };
  writeFileSync(at('five.urdf'), `<robot name="five">${five.join('')}</robot>`);
  const robot = { urdf: 'five.urdf', loops: [{ ...tip, keeps: 'point' }], driven: ['motor1', 'motor2'], start };
  const read = (content: object) => {
    writeFileSync(at('cell.json'), JSON.stringify({ format: 'inbetween-cell/1', robot, ...content }));
    return readCell(files(folder), 'cell.json');
  };
  const [own] = (await read({})).robots;
  const [x, y, z] = own.linkPoses({}).pen.position;
  const line = (dx: number, dy: number) => ({ line: { position: [x + dx, y + dy, z] } });
  const program = (...moves: readonly object[]) => ({ link: 'pen', free: ['orientation'], moves });
  // its face is 30 mm away, the ball comes there after 20 of 40
  const wall = { name: 'wall', box: [0.2, 0.002, 0.02], pose: { position: [x - 0.02, y + 0.031, z] } };
  await read({ obstacles: [wall], program: program(line(-0.02, 0), line(-0.02, 0.04)) });
  const hit = await captured(['check', at('cell.json'), '--json']);
  expect(hit.code).toBe(1);
  const [{ moves, time }] = JSON.parse(hit.stdout).paths;
  expect(moves.five).toMatchObject({ move: 1, kind: 'line', share: expect.closeTo(0.5, 4) });
  const batch = await captured(['batch', at('cell.json'), '--workers', '1']);
  expect(JSON.parse(batch.stdout.trim().split('\n')[0])).toMatchObject({ status: 'contact', time });
  await read({ obstacles: [wall], program: program(line(-0.02, 0), line(-0.02, 0.015), { joints: { motor1: 2.2, motor2: 0.9 } }) });
  expect((await captured(['check', at('cell.json')])).code).toBe(0);
  await read({ program: { ...program(line(0.01, 0)), free: [] } });
  const stiff = await captured(['check', at('cell.json')]);
  expect([stiff.code, stiff.stderr]).toEqual([
    2,
    expect.stringMatching(/moves\[0\]: the 2 joints motor1, motor2 cannot keep the tool on it/),
  ]);
  await expect(read({ program: { ...program(line(0.01, 0)), free: ['x'] } })).rejects.toThrow(
    /program.free\[0\] should be "orientation", got "x"/,
  );
});

const PUBLIC = fileURLToPath(new URL('../../../../../shared/data/public-robots/loops', import.meta.url));

/** Legs whose rods have a ball at each end spin about themselves: one angle of each is named as driven. */
const SPINS: Readonly<Record<string, readonly string[]>> = {
  '5bar_linkage': [],
  '5bar_linkage_iso6d': [],
  robot_delta: [],
  cassie_like: ['servo_gauche_half_planta_rode_rev2', 'tarsus_half_hachil_rode_rev2'],
  digit_like: ['foot_part_toe_b_1/2_rev2', 'foot_part_toe_b_1/2_2_rev2', 'tarsus_toe_a_1/2_rev2'],
};

describe.skipIf(!existsSync(PUBLIC))('public models with loops', () => {
  test.each(Object.entries(SPINS))("%s: read, closed and followed (seed 'public loops')", async (name, spins) => {
    const random = new Random(`public loops ${name}`);
    const [urdf, loops] = [`${name}/robot.urdf`, `${name}/robot.yaml`];
    const options = { loops, geometry: 'none', closed: 'search' } as const;
    const motors = async (): Promise<readonly string[]> => {
      const [yaml] = parseYaml(new TextDecoder().decode(await files(PUBLIC).read(loops)), loops);
      return yaml.field('name_mot').texts();
    };
    if (spins.length > 0) await expect(readUrdf(files(PUBLIC), urdf, options)).rejects.toThrow(/nothing says where .* go/);
    const robot = (await readUrdf(files(PUBLIC), urdf, { ...options, driven: [...(await motors()), ...spins] })) as LoopedRobot;
    let followed = 0;
    for (let round = 0; round < 3; round++) {
      const to = Object.fromEntries(robot.driven.map((joint) => [joint, robot.closed[robot.joint(joint).slot] + random.range(-0.1, 0.1)]));
      try {
        const path = robot.path([{}, to]);
        expect(path.open).toBeLessThan(1e-5);
        followed++;
      } catch (error) {
        expect((error as Error).message).toMatch(/can be kept closed up to/);
      }
    }
    expect(followed).toBeGreaterThan(0);
  });
});
