import { describe, expect, test } from 'vitest';
import { bindPath, bindPaths } from '../../../../src/io/path/bind-path.ts';
import { parsePath } from '../../../../src/io/path/parse-path.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Robot } from '../../../../src/robot/robot.ts';

const ROBOT = new Robot({
  name: 'arm',
  links: [
    { name: 'base', joint: { name: 'root', type: 'fixed' } },
    { name: 'one', parent: 'base', joint: { name: 'pan', type: 'revolute', axis: [0, 0, 1] } },
    { name: 'two', parent: 'one', joint: { name: 'lift', type: 'prismatic', axis: [0, 0, 1] } },
    { name: 'finger', parent: 'two', joint: { name: 'left', type: 'prismatic' } },
    { name: 'thumb', parent: 'two', joint: { name: 'right', type: 'prismatic', mimic: { joint: 'left', multiplier: -2, offset: 0.5 } } },
  ],
});
const OTHER = new Robot({
  name: 'agv',
  links: [
    { name: 'body', joint: { name: 'drive', type: 'planar', axis: [0, 0, 1] } },
    { name: 'mast', parent: 'body', joint: { name: 'pan', type: 'revolute' } },
  ],
});
const FREE = new Robot({ name: 'drone', links: [{ name: 'hull', joint: { name: 'fly', type: 'floating' } }] });

const csv = (text: string) => parsePath(text, 'p.csv');
const values = (points: readonly { configuration: Float64Array }[]) => points.map(({ configuration }) => [...configuration]);

describe('waypoints by name', () => {
  const { name, links } = { name: 'arm', links: ROBOT.links.map((link) => link.name) };
  const robot = new Robot({
    name,
    links: links.map((link, i) => ({ name: link, joint: { name: `j${i}`, type: i < 2 ? 'revolute' : 'fixed' } })),
    states: [
      { name: 'home', group: 'a', values: { j0: [1] } },
      { name: 'home', group: 'b', values: { j1: [2] } },
      { name: 'up', group: 'a', values: { j0: [3] } },
      { name: 'up', group: 'b', values: { j0: [4] } },
    ],
  });
  const json = (points: unknown) => parsePath(JSON.stringify(points), 'p.json');

  test('states of a name are joined; the others rest', () => {
    expect(values(bindPath(robot, json(['home', [5, 6], 'a/up', 'b/home']), { rest: [8, 9] }))).toEqual([
      [1, 2],
      [5, 6],
      [3, 9],
      [8, 2],
    ]);
  });

  test.each<[string, unknown, RegExp]>([
    ['near', ['hom'], /^p\.json, line 1: robot 'arm' has no state 'hom'; is 'home' meant\?/],
    ['far', ['zzzzzz'], /^p\.json, line 1: .* known are home, up/],
    ['two that differ', ['up'], /^p\.json, line 1: .*several states of robot 'arm' are named 'up'; write a\/up or b\/up/],
  ])('%s', (_, points, says) => {
    expect(() => bindPath(robot, json(points))).toThrow(says);
  });
});

describe('bindPath', () => {
  test('columns go to the slots of their joints; others rest', () => {
    const path = csv('time,left,pan,left_vel,pan_vel,left_acc,pan_acc\n0,1,2,3,4,5,6\n1,7,8,9,10,11,12');
    const points = bindPath(ROBOT, path, { rest: [0.1, 0.2, 0.3] });
    expect(values(points)).toEqual([
      [2, 0.2, 1],
      [8, 0.2, 7],
    ]);
    expect(points.map(({ velocities }) => [...(velocities ?? [])])).toEqual([
      [4, 0, 3],
      [10, 0, 9],
    ]);
    expect(points.map(({ accelerations }) => [...(accelerations ?? [])])).toEqual([
      [6, 0, 5],
      [12, 0, 11],
    ]);
    expect(points.map(({ time }) => time)).toEqual([0, 1]);
  });

  test('without names in order, without rest from the neutral configuration', () => {
    const points = bindPath(ROBOT, csv('1,2,3\n4,5,6'));
    expect(values(points)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(points[0]).not.toHaveProperty('velocities');
    expect(points[0]).not.toHaveProperty('time');
    expect(values(bindPath(FREE, csv('fly/x\n2')))).toEqual([[2, 0, 0, 0, 0, 0, 1]]);
  });

  test('followers are compared and left out', () => {
    expect(values(bindPath(ROBOT, csv('right,left\n-1.5,1\n-0.500001,0.5')))).toEqual([
      [0, 0, 1],
      [0, 0, 0.5],
    ]);
    expect(values(bindPath(ROBOT, csv('right,left\n-1.4,1'), { mimicTolerance: 0.1 }))).toEqual([[0, 0, 1]]);
  });

  test('several robots: by unique name, or robot/joint', () => {
    const [arm, agv] = bindPaths([ROBOT, OTHER], csv('agv/pan,arm/pan,drive/x,lift,agv/drive/theta\n1,2,3,4,5'), {
      rests: [[9, 9, 8], undefined],
    });
    expect(values(arm)).toEqual([[2, 4, 8]]);
    expect(values(agv)).toEqual([[3, 0, 5, 1]]);
    expect(bindPaths([ROBOT, OTHER], csv('1,2,3,4,5,6,7')).map(values)).toEqual([[[1, 2, 3]], [[4, 5, 6, 7]]]);
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'an unknown joint',
      () => bindPath(ROBOT, csv('pam\n1')),
      /^p\.csv, line 1: robot 'arm' has no joint 'pam'; is 'pan' meant\? \(it has pan, lift, left, right\)/,
    ],
    [
      'times by another name',
      () => bindPath(ROBOT, csv('timestamp,pan\n1,2')),
      /'timestamp'; times stand in a column called 'time', in seconds/,
    ],
    ['a unit in a name', () => bindPath(ROBOT, csv('pan_deg\n1')), /no joint 'pan_deg'; units stand in brackets: 'pan \[deg\]'/],
    ['a fixed joint', () => bindPath(ROBOT, csv('root\n1')), /^p\.csv, line 1: the joint 'root' of robot 'arm' is fixed/],
    [
      'a joint of three values',
      () => bindPath(OTHER, csv('drive\n1')),
      /the joint 'drive' has 3 values; name them drive\/x, drive\/y, drive\/theta/,
    ],
    [
      'too few values',
      () => bindPath(ROBOT, csv('1,2')),
      /^p\.csv, line 1: has 2 values a point without names, but a configuration has 3 \(pan, lift, left\)/,
    ],
    ['a joint by two names', () => bindPath(ROBOT, csv('pan,arm/pan\n1,2')), /'pan' and 'arm\/pan' name the same joint/],
    [
      'a joint of two robots',
      () => bindPaths([ROBOT, OTHER], csv('pan\n1')),
      /'pan' belongs to several robots; write 'arm\/pan' or 'agv\/pan'/,
    ],
    ['a joint of no robot', () => bindPaths([ROBOT, OTHER], csv('zzz\n1')), /robots 'arm' and 'agv' have no joint 'zzz' \(they have/],
    [
      'a follower that disagrees',
      () => bindPath(ROBOT, csv('left,right\n1,-1.5\n1,-1.4')),
      /^p\.csv, line 3: point 1: joint 'right' is -1\.4, .* should be -1\.5/,
    ],
    ['a follower alone', () => bindPath(ROBOT, csv('right\n1')), /the joint 'right' follows 'left', which is not in the file/],
    [
      'a value beyond measure',
      () => bindPath(ROBOT, csv('pan\n1\n1e300')),
      /^p\.csv, line 3: point 1: pan is 1e\+300; values may reach 2\^300, about 2e90/,
    ],
    ['no quaternion', () => bindPath(FREE, csv('fly/qx\n1')), /^p\.csv, line 2: point 0: .*quaternion .* has length/],
    ['a rest too short', () => bindPath(ROBOT, csv('pan\n1'), { rest: [1] }), /configuration must have 3 values/],
  ])('%s', (_, bind, says) => {
    expect(bind).toThrow(InputError);
    expect(bind).toThrow(says);
  });
});

describe('units', () => {
  const DEGREE = Math.PI / 180;

  test.each<[string, string, string]>([
    ['a list in JSON', 'p.json', '{"joints": ["pan", "lift"], "units": "degrees, mm", "path": [[90, 500]]}'],
    ['YAML', 'p.yaml', 'joints: [pan, lift]\nunits: deg mm\npath:\n- [90, 500]\n'],
    ['a comment in CSV', 'p.csv', '# units: Degrees, millimetres\npan,lift\n90,500\n'],
    ['columns of CSV', 'p.csv', 'pan [deg],lift (mm)\n90,500\n'],
    ['a column in metres', 'p.csv', '# units: deg, mm\npan,lift [m]\n90,0.5\n'],
    [
      'a ROS trajectory that says so',
      'p.json',
      '{"joint_names": ["lift", "pan"], "units": "deg,mm", "points": [{"positions": [500, 90]}]}',
    ],
  ])('%s', (_, file, text) => {
    expect(values(bindPath(ROBOT, parsePath(text, file)))).toEqual([[90 * DEGREE, 0.5, 0]]);
  });

  test('told by the caller, rates and followers too', () => {
    const text = 'time,pan,left,right,pan_vel,left_vel,right_vel\n0,0,0,500,10,20,-40\n1,180,1000,-1500,10,20,-40\n';
    const points = bindPath(ROBOT, csv(text), { units: { angle: 'degrees', length: 'millimetres' } });
    expect(values(points)).toEqual([
      [0, 0, 0],
      [Math.PI, 0, 1],
    ]);
    expect([...(points[0].velocities as Float64Array)]).toEqual([10 * DEGREE, 0, 0.02]);
  });

  test('planar and floating joints: lengths, an angle, and quaternions as they are', () => {
    const units = { angle: 'degrees', length: 'millimetres' } as const;
    expect(values(bindPath(OTHER, csv('1000,2000,90,45'), { units }))).toEqual([[1, 2, 90 * DEGREE, 45 * DEGREE]]);
    expect(values(bindPath(FREE, csv('1000,0,0,0,0,0,1'), { units }))).toEqual([[1, 0, 0, 0, 0, 0, 1]]);
  });

  test('names that only look like units stay names', () => {
    const robot = new Robot({ name: 'r', links: [{ name: 'a', joint: { name: 'j [x]', type: 'revolute' } }] });
    expect(values(bindPath(robot, csv('time [s],j [x]\n0,1\n1,2\n')))).toEqual([[1], [2]]);
  });

  test.each<[string, RegExp]>([
    ['# units: inches\npan\n1\n', /p.csv, line 1: units: 'inches' is none of radians, degrees, metres, millimetres/],
    ['# units: deg rad\npan\n1\n', /line 1: units: .* names two units of angle/],
    ['# units:\npan\n1\n', /line 1: units: names no unit/],
    ['pan [mm]\n1\n', /line 1: the column of 'pan' is in millimetres, but its value is an angle/],
    ['pan [deg],pan_vel [rad/s]\n1,1\n', /'pan \[deg\]' and 'pan_vel \[rad\/s\]' are in different units/],
    ['# units: rad\npan\n1\n', /p.csv: says that it is in radians, but is to be read in degrees/],
  ])('refused: %j', (text, says) => {
    const reading = () => bindPath(ROBOT, csv(text), { units: { angle: 'degrees' } });
    expect(reading).toThrow(InputError);
    expect(reading).toThrow(says);
  });

  test('units that are none', () => {
    expect(() => bindPath(ROBOT, csv('pan\n1\n'), { units: { angle: 'deg' as never } })).toThrow(/angle must be 'radians' or 'degrees'/);
    expect(() => bindPath(ROBOT, csv('pan\n1\n'), { units: { angel: 'degrees' } as never })).toThrow(/angel/);
  });
});
