import { describe, expect, test } from 'vitest';
import { Robot, type RobotOptions } from '../../../../src/index.ts';
import { stateValues, unknownState } from '../../../../src/io/robot/named-state.ts';
import { robotNames } from '../../../../src/io/robot/robot-names.ts';
import { InputError } from '../../../../src/math/input-error.ts';

const model = (states?: RobotOptions['states']): RobotOptions => ({
  name: 'arm',
  links: [
    { name: 'base', joint: { name: 'root', type: 'fixed' } },
    { name: 'upper', parent: 'base', joint: { name: 'pan', type: 'revolute', axis: [0, 0, 1] } },
    { name: 'lower', parent: 'upper', joint: { name: 'slide', type: 'planar', axis: [0, 0, 1] } },
    { name: 'thumb', parent: 'lower', joint: { name: 'grip', type: 'prismatic', mimic: { joint: 'pan' } } },
  ],
  states,
});

describe('names of a robot', () => {
  test('links, joints and values are found by what files call them', () => {
    const robot = new Robot(model());
    const { links, joints, slots } = robotNames(robot);
    expect([...links]).toEqual(['base', 'upper', 'lower', 'thumb']);
    expect([...joints.keys()]).toEqual(['root', 'pan', 'slide', 'grip']);
    // each name is where a configuration has the value: one that is different there only
    const q = Float64Array.from(robot.valueNames(), (_, k) => k / 10);
    expect(robot.valueNames().map((name) => q[slots.get(name) ?? -1])).toEqual([...q]);
    expect([slots.get('pan'), slots.get('grip'), slots.size]).toEqual([0, undefined, 4]);
    expect(robotNames(robot)).toBe(robotNames(robot));
  });

  test('states of one name in several groups are one, unless they say two things of a joint', () => {
    const robot = new Robot(
      model([
        { name: 'home', group: 'arm', values: { pan: [1] } },
        { name: 'home', group: 'hand', values: { slide: [1, 2, 3] } },
        { name: 'up', group: 'arm', values: { pan: [1] } },
        { name: 'up', group: 'hand', values: { pan: [2] } },
        { name: 'flat', group: 'arm', values: { pan: [0] } },
        { name: 'flat', group: 'hand', values: { pan: [0] } },
        { name: 'alone', values: { pan: [3] } },
      ]),
    );
    expect(stateValues(robot, 'home')).toEqual({ pan: [1], slide: [1, 2, 3] });
    expect([
      stateValues(robot, 'arm/home'),
      stateValues(robot, 'hand/up'),
      stateValues(robot, 'flat'),
      stateValues(robot, 'alone'),
    ]).toEqual([{ pan: [1] }, { pan: [2] }, { pan: [0] }, { pan: [3] }]);
    expect(() => stateValues(robot, 'up')).toThrow(new InputError("several states of robot 'arm' are named 'up'; write arm/up or hand/up"));
    expect([stateValues(robot, 'Home'), stateValues(robot, 'constructor')]).toEqual([undefined, undefined]);
    expect(unknownState('hone', [robot])).toMatch(/robot 'arm' has no state 'hone'; is 'home' meant\?/);
    expect(unknownState('elsewhere', [robot])).toMatch(/known are home, up, flat, alone/);
    expect(unknownState('x', [new Robot(model())])).toMatch(/nor any other; states stand in an SRDF/);
  });
});
