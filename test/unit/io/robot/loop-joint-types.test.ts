// Joints that the YAML of a closed chain replaces: the same machine as one whose URDF has these joints, and its loop closed.
import { describe, expect, test } from 'vitest';
import { replaceJoints } from '../../../../src/io/robot/loop-joint-types.ts';
import { parseUrdf } from '../../../../src/io/robot/parse-urdf.ts';
import { readUrdf } from '../../../../src/io/robot/read-urdf.ts';
import { parseYaml } from '../../../../src/io/text/parse-yaml.ts';
import type { LoopedRobot } from '../../../../src/robot/follow/looped-robot.ts';
import { poseMiss } from '../../robot/inverse/random-robot.ts';
import { memoryFiles } from './urdf-text.ts';

const link = (name: string): string =>
  `<link name="${name}"><collision><geometry><box size="0.01 0.01 0.01"/></geometry></collision></link>`;
const joint = (name: string, parent: string, child: string, xyz: string, axis: string, type = 'continuous'): string =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/><origin xyz="${xyz}" rpy="0.1 0.2 0.3"/><axis xyz="${axis}"/></joint>`;
const fixed = (name: string, parent: string, child: string, xyz: string): string =>
  `<joint name="${name}" type="fixed"><parent link="${parent}"/><child link="${child}"/><origin xyz="${xyz}"/></joint>`;

// a crank and a rocker, and between them a rod with a ball at one end and a cross at the other
const ROD = 0.4;
const MACHINE = [
  ...['ground', 'crank', 'rod', 'rocker', 'pin_a', 'pin_b', 'flap'].map(link),
  joint('motor', 'ground', 'crank', '0 0 0', '0 0 1'),
  joint('swing', 'ground', 'rocker', '0.4 0.1 0', '1 0 0'),
  fixed('end', 'rocker', 'pin_b', '0 0 0.2'),
].join('');
const given = `<robot name="r">${MACHINE}
  ${joint('ball', 'crank', 'rod', '0.1 0 0', '0 1 0')}
  ${joint('cross', 'rod', 'pin_a', `${ROD} 0 0`, '0 1 0')}
  ${joint('hinge', 'crank', 'flap', '0 0 0.1', '0 1 0')}</robot>`;
const still = (name: string, parent: string, child: string, axis: string): string =>
  `<joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/><axis xyz="${axis}"/></joint>`;
const byHand = `<robot name="r">${MACHINE}<link name="ball_X"/><link name="ball_Y"/><link name="cross_Y"/>
  ${joint('ball_X', 'crank', 'ball_X', '0.1 0 0', '1 0 0')}${still('ball_Y', 'ball_X', 'ball_Y', '0 1 0')}${still('ball_Z', 'ball_Y', 'rod', '0 0 1')}
  ${joint('cross_Y', 'rod', 'cross_Y', `${ROD} 0 0`, '0 1 0')}${still('cross_Z', 'cross_Y', 'pin_a', '0 0 1')}
  ${joint('hinge', 'crank', 'flap', '0 0 0.1', '0 1 0', 'fixed')}</robot>`;
const LOOP = "closed_loop: [['cross', 'pin_b']]\ntype: ['6d']\nname_mot: ['motor']\n";
const yaml = `${LOOP}joint_name: ['ball', 'hinge', 'cross']\njoint_type: ['SPHERICAL', 'FIXED', 'UJOINT_YZ']\n`;
const read = (urdf: string, text: string, options = {}) =>
  readUrdf(memoryFiles({ 'r.urdf': urdf, 'r.yaml': text }), 'r.urdf', {
    loops: 'r.yaml',
    closed: 'search',
    ...options,
  }) as Promise<LoopedRobot>;

test('a ball, a cross and a joint that is fixed: the machine whose URDF has these joints', async () => {
  const robot = await read(given, yaml);
  const hand = await read(byHand, LOOP.replace("'cross'", "'pin_a'"), {
    closed: Object.fromEntries(robot.joints.map(({ name, slot }) => [name, robot.closed[slot]])),
  });
  expect(robot.driven).toEqual(['motor']);
  expect([...robot.passive].sort()).toEqual(['ball_X', 'ball_Y', 'ball_Z', 'cross_Y', 'cross_Z', 'swing']);
  expect(hand.joints.map(({ name }) => name).sort()).toEqual(robot.joints.map(({ name }) => name).sort());
  const to = { motor: (robot.closed[robot.joint('motor').slot] as number) + 0.5 };
  const [path, other] = [robot, hand].map((one) => one.path([{}, to]));
  for (let k = 0; k <= 16; k++) {
    const time = (k / 16) * path.segments;
    const poses = robot.linkPoses(path.configurationAt(time));
    const { ball_X, ball_Y, cross_Y, ...own } = hand.linkPoses(other.configurationAt(time));
    for (const [name, pose] of Object.entries(own)) {
      const { length, angle } = poseMiss(pose, poses[name]);
      expect(Math.max(length, angle), name).toBeLessThan(1e-6);
    }
    // closed: the rod is as long as it is, its end is that of the rocker, turned alike
    const { rod, pin_a, pin_b } = poses;
    expect(Math.hypot(...rod.position.map((x, i) => x - pin_b.position[i]))).toBeCloseTo(ROD, 6);
    const open = poseMiss(pin_a, pin_b);
    expect(Math.max(open.length, open.angle)).toBeLessThan(1e-6);
  }
});

test('names that are taken are not used again, and what stays is as it was', () => {
  const urdf = parseUrdf(given.replace('name="flap"', 'name="ball_X"').replace('link="flap"', 'link="ball_X"'), 'r.urdf');
  const { urdf: made, parts } = replaceJoints(parseYaml(yaml, 'r.yaml')[0], urdf);
  expect(parts.get('ball')).toEqual(['ball_X_', 'ball_Y', 'ball_Z']);
  expect(made.joints.filter(({ type }) => type === 'fixed').map(({ name }) => name)).toEqual(['end', 'hinge']);
  expect(made.joints.slice(0, 3)).toEqual(urdf.joints.slice(0, 3));
  expect(made.links.slice(0, urdf.links.length)).toEqual(urdf.links);
  expect(replaceJoints(parseYaml(LOOP, 'r.yaml')[0], urdf).urdf).toBe(urdf);
});

describe('refused with file and line', () => {
  test.each([
    [
      'an unknown key',
      `${LOOP}joint_names: ['ball']\n`,
      /joint_names is no known key; is 'joint_name' meant\?.*r\.yaml.*line 4|r\.yaml.*line 4.*joint_names/,
    ],
    [
      'a type that is none',
      `${LOOP}joint_name: [ball]\njoint_type: [CARDAN]\n`,
      /joint_type\[0\] should be SPHERICAL, FIXED, or UJOINT_XY/,
    ],
    ['a cross about one axis', `${LOOP}joint_name: [ball]\njoint_type: [UJOINT_XX]\n`, /UJOINT_XY and the like/],
    ['a type too few', `${LOOP}joint_name: [ball, cross]\njoint_type: [SPHERICAL]\n`, /2 in joint_name and 1 in joint_type/],
    ['types without joints', `${LOOP}joint_type: [SPHERICAL]\n`, /0 in joint_name and 1 in joint_type/],
    ['no joint', `${LOOP}joint_name: [bal]\njoint_type: [SPHERICAL]\n`, /is 'bal', which is no joint of r\.urdf/],
    ['a joint twice', `${LOOP}joint_name: [ball, ball]\njoint_type: [SPHERICAL, FIXED]\n`, /names 'ball' a second time/],
    ['a joint that is fixed', `${LOOP}joint_name: [end]\njoint_type: [SPHERICAL]\n`, /'end', which is fixed/],
    ['a fixed motor', `${LOOP}joint_name: [motor]\njoint_type: [FIXED]\n`, /joint 'motor' is fixed/],
    ['types of loops that are too few', LOOP.replace("['6d']", '[]'), /type has 0 entries, closed_loop has 1/],
  ])('%s', async (_, text, says) => {
    await expect(read(given, text)).rejects.toThrow(says);
  });
});
