import { describe, expect, test } from 'vitest';
import { parseSrdf } from '../../../../src/io/robot/parse-srdf.ts';
import { parseUrdf } from '../../../../src/io/robot/parse-urdf.ts';
import { type ResolvedSrdf, resolveSrdf } from '../../../../src/io/robot/resolve-srdf.ts';
import { WorkMeter } from '../../../../src/io/work-meter.ts';
import { jointText, linkText, robotText } from './urdf-text.ts';

//   base ─ turn ─ arm ┬ left ─ l        (right mimics left; flange is fixed)
//                     ├ right ─ r
//                     └ flange ─ tool
const HAND = parseUrdf(
  robotText(
    ...['base', 'arm', 'l', 'r', 'tool'].map((name) => linkText(name)),
    jointText('turn', 'base', 'arm'),
    jointText('left', 'arm', 'l', 'prismatic'),
    jointText('right', 'arm', 'r', 'prismatic', '<limit upper="1"/><mimic joint="left"/>'),
    jointText('flange', 'arm', 'tool', 'fixed'),
  ),
  'r.urdf',
);

function resolved(...lines: readonly string[]): ResolvedSrdf {
  return resolveSrdf(parseSrdf(robotText(...lines), 'r.srdf'), HAND, new WorkMeter());
}

function groups(...lines: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(resolved(...lines).groups.map(({ name, joints }) => [name, joints]));
}

describe('groups', () => {
  test('joints, links, chains and groups; fixed and mimic joints have no values', () => {
    expect(
      groups(
        '<group name="all"><group name="hand"/><group name="arm"/></group>',
        '<group name="arm"><chain base_link="base" tip_link="tool"/></group>',
        '<group name="hand"><link name="l"/><link name="r"/></group>',
        '<group name="both"><joint name="left"/><joint name="turn"/><joint name="left"/><joint name="right"/></group>',
        '<group name="none"><link name="base"/><joint name="flange"/></group>',
        '<group name="upwards"><chain base_link="l" tip_link="base"/></group>',
        '<group name="across"><chain base_link="r" tip_link="l"/></group>',
        '<group name="empty"><chain base_link="l" tip_link="l"/></group>',
      ),
    ).toEqual({
      all: ['left', 'turn'],
      arm: ['turn'],
      hand: ['left'],
      both: ['left', 'turn'],
      none: [],
      upwards: ['left', 'turn'],
      across: ['left'],
      empty: [],
    });
  });

  test('a group may contain another one by two ways', () => {
    const diamond = groups(
      '<group name="a"><group name="b"/><group name="c"/></group>',
      '<group name="b"><group name="d"/></group>',
      '<group name="c"><group name="d"/></group>',
      '<group name="d"><joint name="turn"/></group>',
    );
    expect(diamond.a).toEqual(['turn']);
  });

  test('the virtual joint belongs to the root link', () => {
    const srdf = resolved(
      '<virtual_joint name="float" type="floating" parent_frame="world" child_link="base"/>',
      '<group name="all"><link name="base"/><chain base_link="base" tip_link="l"/></group>',
      '<group_state name="up" group="all"><joint name="float" value="0 0 1 0 0 0 1"/></group_state>',
    );
    expect(srdf.rootJoint).toMatchObject({ name: 'float', type: 'floating' });
    expect(srdf.groups[0].joints).toEqual(['turn', 'left', 'float']);
    expect(srdf.states[0].values).toEqual({ float: [0, 0, 1, 0, 0, 0, 1] });
  });
});

describe('what is odd but harmless', () => {
  test('a virtual joint below the root is left out, also where groups and states name it', () => {
    const { rootJoint, groups, states, warnings } = resolved(
      '<virtual_joint name="fix" type="fixed" parent_frame="world" child_link="arm"/>',
      '<virtual_joint name="float" type="floating" parent_frame="world" child_link="tool"/>',
      '<virtual_joint name="drive" type="planar" parent_frame="world" child_link="base"/>',
      '<group name="all"><joint name="fix"/><joint name="float"/><joint name="turn"/></group>',
      '<group_state name="s" group="all"><joint name="float" value="0"/><joint name="turn" value="1"/></group_state>',
    );
    expect(rootJoint).toMatchObject({ name: 'drive', type: 'planar' });
    expect(groups[0].joints).toEqual(['turn']);
    expect(states[0].values).toEqual({ turn: [1] });
    expect(warnings).toEqual([
      "r.srdf, line 2: virtual joint 'fix' (fixed) is left out: 'arm' has a parent already, only the root 'base' can have one",
      "r.srdf, line 3: virtual joint 'float' (floating) is left out: 'tool' has a parent already, only the root 'base' can have one",
    ]);
  });

  test('elements that are not known, and chains that do not lead down', () => {
    const { warnings } = resolved(
      '<disable_collision link1="l" link2="r"/>',
      '<gravity/>',
      '<group name="g"><jonit name="turn"/><passive_joint name="right"/></group>',
      '<group name="h"><chain base_link="tool" tip_link="base"/></group>',
    );
    expect(warnings).toEqual([
      'r.srdf, line 2: <disable_collision> in <robot> is not known and not obeyed; is <disable_collisions> meant?',
      'r.srdf, line 3: <gravity> in <robot> is not known and not obeyed',
      'r.srdf, line 4: <jonit> in <group> is not known and not obeyed; is <joint> meant?',
      "r.srdf, line 5: group 'h': chain: the tip 'base' is not below the base 'tool'",
    ]);
  });
});

describe('states', () => {
  const HANDS = ['<group name="hand"><joint name="left"/><joint name="right"/></group>', '<group name="arm"><joint name="turn"/></group>'];

  test('values of joints that follow others are left out, as the format lists them too', () => {
    const { states, warnings } = resolved(
      ...HANDS,
      '<group_state name="open" group="hand"><joint name="left" value="0.5"/><joint name="right" value="0.5"/></group_state>',
      '<group_state name="open" group="arm"><joint name="turn" value="-1e-1"/></group_state>',
    );
    expect(states).toEqual([
      { name: 'open', group: 'hand', values: { left: [0.5] } },
      { name: 'open', group: 'arm', values: { turn: [-0.1] } },
    ]);
    expect(warnings).toEqual([]);
  });

  test('a joint of another group is a warning', () => {
    const { warnings } = resolved(...HANDS, '<group_state name="s" group="hand"><joint name="turn" value="0"/></group_state>');
    expect(warnings).toEqual(["r.srdf, line 4: state 's' moves 'turn', which is not in group 'hand'"]);
  });
});

describe('allowed pairs', () => {
  test('with their reasons, in our words where we have one', () => {
    expect(
      resolved(
        '<disable_collisions link1="l" link2="r" reason="Never"/>',
        '<disable_collisions link1="base" link2="arm" reason="I say so"/>',
        '<disable_collisions link1="arm" link2="tool"/>',
      ).allowed,
    ).toEqual([
      { a: 'l', b: 'r', reason: 'never' },
      { a: 'base', b: 'arm', reason: 'I say so' },
      { a: 'arm', b: 'tool', reason: undefined },
    ]);
  });

  test('off by default, on again, off at last', () => {
    const { allowed } = resolved(
      '<disable_collisions link1="l" link2="tool" reason="User"/>',
      '<enable_collisions link1="base" link2="tool"/>',
      '<enable_collisions link1="tool" link2="l"/>',
      '<disable_default_collisions link="tool"/>',
    );
    const pairs = allowed.map(({ a, b, reason }) => `${[a, b].sort().join('-')} ${reason}`).sort();
    expect(pairs).toEqual(['arm-tool default', 'l-tool user', 'r-tool default']);
  });
});

test('what is kept as data', () => {
  const srdf = parseSrdf(
    robotText(
      '<end_effector name="e" group="g" parent_link="tool" parent_group="h"/>',
      '<passive_joint name="left"/>',
      '<link_sphere_approximation link="l"/>',
    ),
    'r.srdf',
  );
  expect(srdf.endEffectors).toEqual([{ name: 'e', group: 'g', parentLink: 'tool', parentGroup: 'h', line: 2 }]);
  expect(srdf.passiveJoints).toEqual([{ name: 'left', line: 3 }]);
});

test('an SRDF of another robot is a warning', () => {
  const { warnings } = resolveSrdf(parseSrdf('<robot name="s"/>', 'r.srdf'), HAND, new WorkMeter());
  expect(warnings).toEqual(["r.srdf: is for the robot 's', the URDF is of 'r'"]);
});
