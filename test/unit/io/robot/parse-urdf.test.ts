import { describe, expect, test } from 'vitest';
import { parseUrdf, quaternionOfAngles } from '../../../../src/io/robot/parse-urdf.ts';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { rotate } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { BOX, jointText, linkText, robotText } from './urdf-text.ts';

const FULL = robotText(
  '<material name="grey"><color rgba="1 1 1 1"/></material>',
  '<link name="base">',
  '  <inertial><mass value="nonsense"/></inertial>',
  '  <visual name="seen"><origin xyz="1 2 3"/><geometry><mesh filename=" a.stl " scale="2 -1 .5"/></geometry><material name="grey"/></visual>',
  '  <collision><geometry><box size="1 2.5e0 +3"/></geometry></collision>',
  '  <collision><geometry><sphere radius="4"/></geometry></collision>',
  '  <collision><geometry><cylinder radius="5" length="6"/></geometry></collision>',
  '  <collision><geometry><capsule radius="7" length="8"/></geometry></collision>',
  '</link>',
  '<link name="arm"/>',
  '<link name="tool"/>',
  '<joint name="shoulder" type="prismatic">',
  '  <parent link="base"/><child link="arm"/>',
  '  <origin xyz="\t0 0\n 1 "/><axis xyz="0 0 2"/><limit lower="-.5" upper="1." effort="x" velocity="3"/>',
  '  <safety_controller soft_lower_limit="nan"/><dynamics damping="?"/>',
  '</joint>',
  '<joint name="wrist" type="continuous"><parent link="arm"/><child link="tool"/><mimic joint="shoulder" multiplier="-2" offset="1"/></joint>',
  '<transmission name="t"><joint name="shoulder"/></transmission>',
  `<gazebo reference="arm"><sensor name="\${x}"/></gazebo>`,
  '<ext:thing/>',
);

test('everything that a URDF may have', () => {
  const identity = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };
  const model = parseUrdf(FULL, 'r.urdf');
  expect(model).toMatchObject({ name: 'r', file: 'r.urdf', root: 'base', warnings: [] });
  expect(model.links).toEqual([
    {
      name: 'base',
      line: 3,
      colour: [1, 1, 1],
      visual: [
        {
          name: 'seen',
          origin: { ...identity, position: [1, 2, 3] },
          shape: { type: 'mesh', filename: 'a.stl', scale: [2, -1, 0.5] },
          line: 5,
        },
      ],
      collision: [
        { name: undefined, origin: identity, shape: { type: 'box', size: [1, 2.5, 3] }, line: 6 },
        { name: undefined, origin: identity, shape: { type: 'sphere', radius: 4 }, line: 7 },
        { name: undefined, origin: identity, shape: { type: 'cylinder', radius: 5, length: 6 }, line: 8 },
        { name: undefined, origin: identity, shape: { type: 'capsule', radius: 7, length: 8 }, line: 9 },
      ],
    },
    { name: 'arm', line: 11, visual: [], collision: [] },
    { name: 'tool', line: 12, visual: [], collision: [] },
  ]);
  expect(model.joints).toEqual([
    {
      name: 'shoulder',
      type: 'prismatic',
      parent: 'base',
      child: 'arm',
      origin: { ...identity, position: [0, 0, 1] },
      axis: [0, 0, 2],
      limits: { lower: -0.5, upper: 1, velocity: 3 },
      mimic: undefined,
      line: 13,
    },
    {
      name: 'wrist',
      type: 'continuous',
      parent: 'arm',
      child: 'tool',
      origin: identity,
      axis: undefined,
      limits: undefined,
      mimic: { joint: 'shoulder', multiplier: -2, offset: 1 },
      line: 19,
    },
  ]);
});

describe('what is allowed though odd', () => {
  const read = (type: string, inner: string) =>
    parseUrdf(robotText(linkText('a'), linkText('b'), jointText('j', 'a', 'b', type, inner)), 'r.urdf');

  test('an expanded xacro file still declares its namespace', () => {
    const text = robotText(linkText('a')).replace('<robot', '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"');
    expect(parseUrdf(text, 'r.urdf').links).toHaveLength(1);
  });

  test('fixed joints with axis 0 0 0, limits and mimic, as exporters write them', () => {
    const [joint] = read('fixed', '<axis xyz="0 0 0"/><limit lower="1" upper="0"/><mimic joint="x"/>').joints;
    expect(joint).toMatchObject({ axis: undefined, limits: undefined, mimic: undefined });
  });

  test('limits: what is not written is 0; no limit at all is a warning', () => {
    expect(read('revolute', '<limit upper="2"/>').joints[0].limits).toEqual({ lower: 0, upper: 2, velocity: undefined });
    const { joints, warnings } = read('revolute', '');
    expect(joints[0].limits).toBeUndefined();
    expect(warnings).toEqual(["r.urdf, line 4: joint 'j' is revolute but has no <limit>; it is taken as unlimited"]);
    expect(read('continuous', '').warnings).toEqual([]);
  });

  test('children before their parents, and a chain of 10,000 links', () => {
    const lines = Array.from({ length: 10000 }, (_, i) => [
      `<link name="l${i}"/>`,
      `<joint name="j${i}" type="fixed"><parent link="l${i + 1}"/><child link="l${i}"/></joint>`,
    ]);
    expect(parseUrdf(robotText(...lines.flat(), linkText('l10000', BOX)), 'r.urdf').root).toBe('l10000');
  });
});

/** Rx, Ry, Rz one after the other, by the engine's own functions. */
function turned([roll, pitch, yaw]: Vec3, v: Vec3): Vec3 {
  let [x, y, z] = v;
  [y, z] = [y * Math.cos(roll) - z * Math.sin(roll), y * Math.sin(roll) + z * Math.cos(roll)];
  [z, x] = [z * Math.cos(pitch) - x * Math.sin(pitch), z * Math.sin(pitch) + x * Math.cos(pitch)];
  [x, y] = [x * Math.cos(yaw) - y * Math.sin(yaw), x * Math.sin(yaw) + y * Math.cos(yaw)];
  return [x, y, z];
}

function expectNear(a: readonly number[], b: readonly number[]): void {
  a.forEach((x, i) => {
    expect(Math.abs(x - b[i])).toBeLessThan(1e-14);
  });
}

describe('rotations', () => {
  test('roll, pitch, yaw turn about x, y, z in this order; seed 5', () => {
    const random = new Random(5);
    for (let i = 0; i < 200; i++) {
      const rpy: Vec3 = [random.range(-7, 7), random.range(-7, 7), random.range(-7, 7)];
      for (const v of [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as Vec3[])
        expectNear(rotate(quaternionOfAngles(rpy), v), turned(rpy, v));
    }
  });

  test('as known: 90° each about x, y, z', () => {
    const h = Math.SQRT1_2;
    expectNear(quaternionOfAngles([Math.PI / 2, 0, 0]), [h, 0, 0, h]);
    expectNear(quaternionOfAngles([0, Math.PI / 2, 0]), [0, h, 0, h]);
    expectNear(quaternionOfAngles([0, 0, Math.PI / 2]), [0, 0, h, h]);
    expect(quaternionOfAngles([0, 0, 0])).toEqual([0, 0, 0, 1]);
  });

  test('a quaternion of few digits is normalised', () => {
    const text = robotText(linkText('a', BOX, '<origin quat_xyzw="0.7071 0 0 0.7071"/>'));
    const { quaternion } = parseUrdf(text, 'r.urdf').links[0].collision[0].origin;
    expectNear(quaternion as Quat, [Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  });
});
