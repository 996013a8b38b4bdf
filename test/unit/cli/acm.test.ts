import { mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withPairs } from '../../../src/cli/srdf-text.ts';
import { parseSrdf } from '../../../src/io/index.ts';
import { captured } from './captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from './query/small-scene.ts';

// base – arm (turns a full circle at the base) – tip (fixed 2 along the arm, never near the base); a post beside the base that the tip passes
const URDF = `<robot name="crane">
  <link name="base"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="1 0 0"/><geometry><box size="1.8 0.1 0.1"/></geometry></collision></link>
  <link name="tip"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="post"><collision><geometry><box size="0.1 0.1 3"/></geometry></collision></link>
  <joint name="slew" type="continuous"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.5"/><axis xyz="0 0 1"/></joint>
  <joint name="hold" type="fixed"><parent link="arm"/><child link="tip"/><origin xyz="2.2 0 0"/></joint>
  <joint name="stand" type="fixed"><parent link="base"/><child link="post"/><origin xyz="0 2.2 0"/></joint>
</robot>`;

let folder: TemporaryFolder;
let urdf: string;
beforeAll(() => {
  folder = temporaryFolder();
  urdf = folder.write('crane.urdf', URDF);
});
afterAll(() => folder.remove());

test('tells neighbours, what never touches, and what does', async () => {
  const { code, stdout, stderr } = await captured(['acm', urdf, '--samples', '400', '--format', 'json']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const { allowed, tested, samples } = JSON.parse(stdout);
  const of = (reason: string) =>
    allowed.filter((pair: { reason: string }) => pair.reason === reason).map(({ a, b }: { a: string; b: string }) => [a, b].sort());
  expect(samples).toBe(400);
  expect(of('adjacent')).toEqual([['arm', 'base']]);
  expect(of('never').sort()).toEqual([
    ['arm', 'post'],
    ['base', 'tip'],
  ]);
  // a sphere of 0.1 at 2.2 meets a post of 0.1 on about 0.13 of the circle
  expect(tested).toMatchObject([{ a: 'tip', b: 'post' }]);
  expect(tested[0].contacts / 400).toBeGreaterThan(0.005);
  expect(tested[0].contacts / 400).toBeLessThan(0.08);
});

test('writes an SRDF that readers understand', async () => {
  const file = folder.path('crane.srdf');
  const { code, stdout } = await captured(['acm', urdf, '--samples', '50', '--output', file]);
  expect(code).toBe(0);
  expect(stdout).toContain('crane: 50 configurations');
  expect(stdout).toContain(file);
  expect(parseSrdf(readFileSync(file), file).disabled.length).toBeGreaterThan(0);
  expect(readFileSync(file, 'utf8')).toContain('<disable_collisions link1="base" link2="arm" reason="Adjacent"/>');
  const kept = await captured(['acm', urdf, '--samples', '50', '--srdf', file, '--format', 'json']);
  expect(JSON.parse(kept.stdout).allowed.length).toBeGreaterThan(0);
});

const MOVEIT = `<?xml version="1.0"?>
<!-- <disable_collisions link1="base" link2="tip" reason="Never"/> -->
<robot name="crane">
    <group name="all"><joint name="slew"/></group>
    <group_state name="home" group="all"><joint name="slew" value="1"/></group_state>
    <virtual_joint name="world" type="fixed" parent_frame="map" child_link="base"/>
    <disable_collisions link1="base" link2="arm" reason="Adjacent"/> <!-- kept -->
    <end_effector name="hook" parent_link="tip" group="all"/>
</robot>
`;

test('names that would steer a terminal are references in the SRDF, and mean what they meant', async () => {
  const odd = folder.write('odd.urdf', URDF.replaceAll('"arm"', '"a\u202erm\u009b"'));
  const { stdout } = await captured(['acm', odd, '--samples', '100', '--format', 'srdf']);
  expect(stdout).not.toMatch(/[\x7f-\x9f\u202a-\u202e]/);
  expect(parseSrdf(new TextEncoder().encode(stdout), 'odd.srdf').disabled.flatMap(({ link1, link2 }) => [link1, link2])).toContain(
    'a\u202erm\u009b',
  );
});

test('an SRDF that is given is added to: all else stays as it is', async () => {
  const file = folder.write('moveit.srdf', MOVEIT);
  const args = ['acm', urdf, '--samples', '50', '--srdf', file, '--output', file];
  expect((await captured(args)).code).toBe(0);
  const text = readFileSync(file, 'utf8');
  const added = text.split('\n').filter((line) => !MOVEIT.split('\n').includes(line));
  expect(
    text
      .split('\n')
      .filter((line) => !added.includes(line))
      .join('\n'),
  ).toBe(MOVEIT);
  expect(added.length).toBeGreaterThan(1);
  for (const line of added) expect(line).toMatch(/^ {4}<disable_collisions link1="\w+" link2="\w+" reason="Never"\/>$/);
  expect(text).toMatch(/<!-- kept -->\n {4}<disable_collisions/);
  const { groups, states, virtualJoints, disabled } = parseSrdf(text, file);
  expect([groups.length, states.length, virtualJoints.length, disabled.length]).toEqual([1, 1, 1, 1 + added.length]);
  // a second time there is nothing to add
  expect((await captured(args)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each<[string, string, string]>([
  [
    'without pairs',
    '<robot name="crane">\r\n  <group name="g"/>\r\n</robot>\r\n',
    '<robot name="crane">\r\n  <group name="g"/>\r\n  PAIR\r\n</robot>\r\n',
  ],
  ['in one line', '<robot name="crane"><!-- </robot> --></robot>', '<robot name="crane"><!-- </robot> -->\n  PAIR\n</robot>'],
  ['empty', '<robot name="a>b"/>\n', '<robot name="a>b">\n  PAIR\n</robot>\n'],
  [
    'with an open pair',
    '<robot>\n<disable_collisions link1="x>" link2="y"></disable_collisions>\n</robot>',
    '<robot>\n<disable_collisions link1="x>" link2="y"></disable_collisions>\nPAIR\n</robot>',
  ],
])('pairs go into an SRDF %s', (_, before, after) => {
  const pair = '<disable_collisions link1="a" link2="b&lt;" reason="Never"/>';
  expect(withPairs(before, [{ a: 'a', b: 'b<', reason: 'never' }])).toBe(after.replace('PAIR', pair));
  expect(withPairs(before, [])).toBe(before);
});

test('pairs that an SRDF wants tested stay tested', async () => {
  const file = folder.write('on.srdf', '<robot name="crane"><enable_collisions link1="tip" link2="base" reason="wanted"/></robot>');
  const { stdout } = await captured(['acm', urdf, '--samples', '50', '--srdf', file, '--format', 'json']);
  const { tested } = JSON.parse(stdout);
  expect(tested.some(({ a, b }: { a: string; b: string }) => [a, b].sort().join() === 'base,tip')).toBe(true);
});

test('what is there is not written over', async () => {
  const file = folder.write('there.srdf', MOVEIT);
  const refused = async (...options: string[]) => {
    const { code, stdout, stderr } = await captured(['acm', urdf, '--samples', '50', ...options]);
    expect([code, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect(await refused('--output', file)).toContain(`is there already; --srdf ${file} adds to it, --force writes over it`);
  expect(await refused('--output', urdf)).toContain('is read by this run');
  expect(await refused('--output', urdf, '--force')).toContain('is read by this run');
  for (const other of [{}, { robot: 'mine', samples: 3 }])
    expect(await refused('--output', folder.write('other.json', other))).toContain('no earlier answer');
  expect(readFileSync(file, 'utf8')).toBe(MOVEIT);
  expect(readFileSync(urdf, 'utf8')).toBe(URDF);
  expect((await captured(['acm', urdf, '--samples', '50', '--output', file, '--force'])).code).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toContain('group');
  const json = folder.path('acm/deep/acm.json');
  for (let round = 0; round < 2; round++) expect((await captured(['acm', urdf, '--samples', '50', '--output', json])).code).toBe(0);
  expect(await refused('--output', `${urdf}/x.srdf`)).toContain('cannot be written: a folder on the way is a file');
});

test('--package says where packages lie', async () => {
  const box = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
  mkdirSync(folder.path('far/away'), { recursive: true });
  folder.write('far/away/a.obj', box);
  const mesh = '<collision><geometry><mesh filename="package://parts/a.obj"/></geometry></collision>';
  const held = folder.write('held.urdf', `<robot name="r"><link name="a">${mesh}</link></robot>`);
  expect((await captured(['acm', held, '--samples', '1'])).code).toBe(2);
  const found = await captured(['acm', held, '--samples', '1', '--package', 'x=y', '--package', `parts=${folder.path('far/away')}`]);
  expect([found.code, found.stderr]).toEqual([0, '']);
  expect((await captured(['acm', held, '--package', 'parts'])).stderr).toContain('name=folder');
});

// the hand is over the upper arm at 0, and away from it in most configurations
const FOLD = `<robot name="fold"><link name="base"/>
  <link name="upper"><collision><origin xyz="0.4 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0.3 0 0.15"/><geometry><box size="0.6 0.1 0.1"/></geometry></collision></link>
  <link name="hand"><collision><geometry><box size="0.12 0.12 0.4"/></geometry></collision></link>
  <joint name="j1" type="fixed"><parent link="base"/><child link="upper"/></joint>
  <joint name="j2" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0.8 0 0" rpy="0 0 3.14159265358979"/>
    <axis xyz="0 0 1"/><limit lower="-3" upper="3" velocity="1" effort="1"/></joint>
  <joint name="j3" type="revolute"><parent link="fore"/><child link="hand"/><origin xyz="0.6 0 0.15"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" velocity="1" effort="1"/></joint>
</robot>`;

test('a pair in contact at rest only is tested and named: check with the written SRDF finds its contact', async () => {
  const fold = folder.write('fold.urdf', FOLD);
  const path = folder.write('through.csv', 'j2,j3\n-1.5,0\n1.5,0\n');
  const file = folder.path('fold.srdf');
  const { code, stderr } = await captured(['acm', fold, '--samples', '300', '--output', file]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^warning: in contact at rest but not always, so they are tested: upper and hand \(\d+\.\d %\)\n$/);
  expect(readFileSync(file, 'utf8')).not.toMatch(/Default/i);
  expect((await captured(['check', fold, path, '--srdf', file, '-q'])).code).toBe(1);
});

test('pairs that an SRDF disables as Default stay, and those seldom in contact are named', async () => {
  const fold = folder.write('fold.urdf', FOLD);
  const line = (a: string, b: string) => `<disable_collisions link1="${a}" link2="${b}" reason="Default"/>`;
  const text = `<robot name="fold">\n  ${line('hand', 'upper')}\n  ${line('fore', 'hand')}\n</robot>\n`;
  const file = folder.write('default.srdf', text);
  const { stdout, stderr } = await captured(['acm', fold, '--samples', '300', '--srdf', file, '--format', 'srdf']);
  expect(stderr).toMatch(/default\.srdf: disables pairs with the reason Default [^:]*: upper and hand \(\d+\.\d %\); a collision/);
  expect(stderr).not.toContain('fore');
  const lines = stdout.split('\n');
  expect(lines.filter((one) => text.split('\n').includes(one)).join('\n')).toBe(text);
  expect(stdout.match(/upper/g)).toHaveLength(2); // with fore, as adjacent
});

test('at rest means within the limits, and is told', async () => {
  const limited = URDF.replace('type="continuous"', 'type="revolute"').replace(
    '<axis xyz="0 0 1"/></joint>',
    '<axis xyz="0 0 1"/><limit lower="0.5" upper="2" effort="1" velocity="1"/></joint>',
  );
  const { stdout } = await captured(['acm', folder.write('limited.urdf', limited), '--samples', '50']);
  expect(stdout).toContain('at rest: every joint at 0, but by its limits slew 0.5\n');
});

test('the table for people', async () => {
  const { stdout } = await captured(['acm', urdf, '--samples', '50']);
  expect(stdout).toContain('at rest: every joint at 0\n');
  expect(stdout).toMatch(/link +link +in contact/);
  expect(stdout).toMatch(/base +arm +adjacent +0\.0 %/);
  expect(stdout).toMatch(/tip +post +(tested|never)/);
});

test.each<[string, string[], RegExp]>([
  ['a file that is not there', ['acm', 'nowhere.urdf'], /nowhere\.urdf/],
  ['no samples', ['acm', 'x.urdf', '--samples', '0'], /whole number, 1 or more/],
  ['a format that is none', ['acm', 'x.urdf', '--format', 'xml'], /srdf, json/],
])('%s is told, exit code 2', async (_, args, message) => {
  const { code, stdout, stderr } = await captured(args);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(message);
});
