import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerQuestion } from '../../../../viewer/src/ask/answer.ts';
import { chosenFiles, chosenSource, droppedFiles, openable } from '../../../../viewer/src/source/dropped-files.ts';
import { type FileSet, MissingPackages } from '../../../../viewer/src/source/file-set.ts';
import { openSource } from '../../../../viewer/src/source/open-source.ts';
import type { Problem } from '../../../../viewer/src/source/opened.ts';
import { type DroppedEntry, takenItems } from '../../../../viewer/src/source/taken-items.ts';
import { zipped } from '../../../../viewer/src/source/zip-writer.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function folder(path: string, prefix = ''): FileSet {
  const names = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => {
      const whole = join(parentPath, name);
      return [prefix + whole.slice(path.length + 1).replaceAll('\\', '/'), new Uint8Array(readFileSync(whole))];
    }),
  );
}

const fileOf = (content: Uint8Array, name: string): File => new File([content as Uint8Array<ArrayBuffer>], name);

/** As a browser hands over a folder: a hundred entries at a time, here two. */
function entryOf(files: FileSet, name: string): DroppedEntry {
  const inside = Object.entries(files);
  const heads = [...new Set(inside.map(([path]) => path.split('/')[0]))];
  const children = heads.map((head): DroppedEntry => {
    const rest = inside
      .filter(([path]) => path.startsWith(`${head}/`))
      .map(([path, content]) => [path.slice(head.length + 1), content] as const);
    if (rest.length > 0) return entryOf(Object.fromEntries(rest), head);
    return { isFile: true, isDirectory: false, name: head, file: (take) => take(fileOf(files[head], head)) };
  });
  let at = 0;
  return {
    isFile: false,
    isDirectory: true,
    name,
    createReader: () => ({
      readEntries: (take) => {
        at += 2;
        take(children.slice(at - 2, at));
      },
    }),
  };
}

const dropOf = (...entries: DroppedEntry[]): DataTransferItemList =>
  entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null })) as unknown as DataTransferItemList;

const TRIANGLE = bytes('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
const ROBOT = (mesh: string): Uint8Array =>
  bytes(`<robot name="bot">
  <link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="arm">
    <collision>
      <geometry><mesh filename="${mesh}"/></geometry>
    </collision>
  </link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><origin xyz="0 0 2"/><axis xyz="0 0 1"/></joint>
</robot>`);

describe('what is dropped', () => {
  it('may be a folder: the Puma cell opens with both of its paths', async () => {
    const files = await droppedFiles(
      takenItems(dropOf(entryOf({ ...folder('examples/puma-cell'), '.git/config': bytes('x') }, 'puma-cell'))),
    );
    const dropped = openable(files);
    expect(dropped.candidates).toEqual([
      { path: 'puma-cell/cell.json', kind: 'cell' },
      { path: 'puma-cell/puma.urdf', kind: 'robot' },
    ]);
    const { scene, paths, title, warnings, states } = await openSource(chosenSource(dropped));
    expect([title, paths.map(({ name }) => name), warnings]).toEqual(['puma-cell', ['around.csv', 'across.csv'], []]);
    expect(paths.map(({ motions }) => scene.firstContact(motions).status)).toEqual(['free', 'contact']);
    expect(Object.keys(states.puma)).toContain('home');
    const alone = await openSource(chosenSource(dropped, 'puma-cell/puma.urdf'));
    expect(alone.scene.obstacles).toEqual([]);
    expect(alone.scene.robots[0].allowed.list().length).toBe(scene.robots[0].allowed.list().length);
  });

  it('may be a zip, beside other files', async () => {
    const zip = fileOf(zipped(folder('examples/two-arms', 'two/')), 'cell.zip');
    const files = await chosenFiles([zip, fileOf(bytes('hello'), 'notes.txt')]);
    expect(Object.keys(files)).toContain('two/cell.json');
    const { paths, scene } = await openSource({ ...chosenSource(openable(files)), path: 'two/together.yaml' });
    expect(paths.map(({ motions }) => scene.firstContact(motions).status)).toEqual(['contact', 'free']);
  });

  it('finds packages by their folders and names', async () => {
    const urdf = ROBOT('package://bot_description/meshes/arm.obj');
    const places: FileSet[] = [
      { 'bot_description/urdf/bot.urdf': urdf, 'bot_description/meshes/arm.obj': TRIANGLE },
      { 'bot.urdf': urdf, 'bot_description/meshes/arm.obj': TRIANGLE },
      { 'ws/src/a/bot.urdf': urdf, 'ws/src/b/bot_description/meshes/arm.obj': TRIANGLE },
      { 'urdf/bot.urdf': urdf, 'meshes/arm.obj': TRIANGLE },
      {
        'main/urdf/bot.urdf': urdf,
        'main/meshes/arm.obj': TRIANGLE,
        'main/package.xml': bytes('<package>\n <name>bot_description</name></package>'),
      },
    ];
    for (const files of places) {
      const { scene } = await openSource(chosenSource(openable(files)));
      expect(scene.robots[0].link('arm').shapes.length).toBe(1);
    }
  });

  it('asks for a missing package by its name, and takes it when it comes', async () => {
    const files = { 'bot.urdf': ROBOT('package://bot_description/meshes/arm.obj') };
    const failed = openSource(chosenSource(openable(files)));
    await expect(failed).rejects.toThrow(MissingPackages);
    await expect(failed).rejects.toThrow('bot.urdf, line 5: names meshes of the package bot_description, which is missing');
    await expect(failed).rejects.toMatchObject({ names: ['bot_description'] });
    const dropped = openable({ 'bot_description/meshes/arm.obj': TRIANGLE }, files);
    expect((await openSource(chosenSource(dropped))).scene.robots[0].size).toBe(1);
  });

  it('tells file and line of what is wrong', async () => {
    const open = (files: FileSet) => openSource(chosenSource(openable(files)));
    await expect(open({ 'bot.urdf': ROBOT('arm.obj') })).rejects.toThrow(
      /^bot.urdf, line 5: link 'arm', mesh 'arm.obj': .*is not among the files/,
    );
    await expect(open({ 'a.obj': bytes('v 0 0 0\nf 1 2 3\n') })).rejects.toThrow(/^a.obj, line 2/);
    await expect(open({ 'cell.json': bytes('{ "format": "inbetween-cell/1",\n  "robot": { "urdf": 3 } }') })).rejects.toThrow(
      /^cell.json, line 2/,
    );
    await expect(open({ 'bot.urdf': bytes('<robot name="x"><link></robot>') })).rejects.toThrow(/^bot.urdf, line 1/);
  });

  it('says in words why nothing of it can be opened', () => {
    expect(() => openable({ 'a/bot.urdf.xacro': bytes('<robot xmlns:xacro="x"><xacro:include filename="b"/></robot>') })).toThrow(
      'a/bot.urdf.xacro: has macros of xacro',
    );
    expect(() => openable({ 'bot.urdf': bytes('<robot name="x"><link name="$\u007bprefix}base"/></robot>') })).toThrow('macros of xacro');
    expect(() => openable({ 'path.csv': bytes('a, b\n1, 2\n') })).toThrow('path.csv: is a path');
    expect(() => openable({ 'scene.yaml': bytes('name: x\nworld:\n  collision_objects: []\n') })).toThrow('planning scene of MoveIt');
    expect(() => openable({ 'r.yaml': bytes('goal_constraints: []\nstart_state: { is_diff: true }\n') })).toThrow('motion plan request');
    expect(() => openable({ 'bot.srdf': bytes('<robot name="x"/>') })).toThrow('drop the URDF');
    expect(() => openable({ 'notes.txt': bytes('hello') })).toThrow('of 1 files none can be opened');
    expect(() => openable({})).toThrow('nothing is in it');
  });

  it('may be a mesh with others around it, or a cloud', async () => {
    const files = { 'part.obj': TRIANGLE, 'table.obj': TRIANGLE, 'scan.xyz': bytes('0 0 5\n1 0 5\n2 0 5\n') };
    const source = chosenSource(openable(files));
    expect([source.main, source.beside]).toEqual(['part.obj', ['table.obj', 'scan.xyz']]);
    const { scene, starts } = await openSource(source);
    expect(scene.robots.map(({ name, size }) => [name, size])).toEqual([['part', 7]]);
    expect(scene.obstacles.map(({ name }) => name)).toEqual(['table', 'scan']);
    expect(starts).toEqual([[0, 0, 0, 0, 0, 0, 1]]);
    const cloud = await openSource(chosenSource(openable({ 'scan.xyz': files['scan.xyz'] })));
    expect(cloud.scene.obstacles.length).toBe(1);
    expect(cloud.warnings.length).toBe(1);
  });

  it('may be a robot with a planning scene and its path', async () => {
    const scene = `name: shelf
world:
  collision_objects:
    - id: board
      header: { frame_id: base }
      primitives: [{ type: 1, dimensions: [0.2, 0.2, 0.2] }]
      primitive_poses: [{ position: { x: 3, y: 0, z: 0 }, orientation: { w: 1 } }]
`;
    const files = {
      'bot.urdf': ROBOT('arm.obj'),
      'arm.obj': TRIANGLE,
      'scene.yaml': bytes(scene),
      'way.csv': bytes('turn\n0\n1\n'),
      'other.csv': bytes('knee\n0\n1\n'),
    };
    const source = chosenSource(openable(files));
    expect(source.beside).toEqual(['scene.yaml']);
    const { scene: made, paths, warnings } = await openSource(source);
    expect(made.obstacles.map(({ name }) => name)).toEqual(['board']);
    expect(paths.map(({ name }) => name)).toEqual(['way.csv']);
    expect(warnings.some((one) => one.startsWith('other.csv is left out'))).toBe(true);
  });

  it('may be a robot with a request of MoveIt, which is a problem of planning then', async () => {
    const request = (goal: string) =>
      bytes(`goal_constraints: [${goal}]
start_state: { joint_state: { name: [turn], position: [0.25] }, is_diff: true }
`);
    const turned = '{ joint_constraints: [{ joint_name: turn, position: 1.5 }] }';
    const files = { 'bot.urdf': ROBOT('arm.obj'), 'arm.obj': TRIANGLE, 'request.yaml': request(turned) };
    const { problem, starts, scene } = await openSource(chosenSource(openable(files)));
    expect(problem).toEqual({ robot: 'bot', start: [0.25], goal: { anyOf: [{ bot: { turn: 1.5 } }] } });
    expect(starts).toEqual([[0.25]]);
    expect(scene.obstacles).toEqual([]);
    const opened = await openSource(chosenSource(openable(files)));
    const answer = await answerQuestion(opened, { kind: 'plan', ...(problem as Problem), seed: 1 });
    expect(answer).toMatchObject({ kind: 'plan', status: 'found' });
    expect(answer.kind === 'plan' && [answer.waypoints[0], answer.waypoints.at(-1)]).toEqual([[0.25], [1.5]]);
    // a link instead of joints, and what cannot be planned for
    const reach = `{ position_constraints: [{ link_name: arm, constraint_region: { primitives: [{ type: 2, dimensions: [0.1] }], primitive_poses: [{ position: [0, 0, 2], orientation: [0, 0, 0, 1] }] } }] }`;
    const pose = await openSource(chosenSource(openable({ ...files, 'request.yaml': request(reach) })));
    expect(pose.problem?.goal).toMatchObject({ anyOf: [{ robot: 'bot', link: 'arm', free: ['orientation'], tolerance: { length: 0.1 } }] });
    const none = await openSource(chosenSource(openable({ ...files, 'request.yaml': request('') })));
    expect(none.problem).toBeNull();
    expect(none.warnings.some((one) => one.startsWith('request.yaml is left out'))).toBe(true);
  });

  it('is limited', async () => {
    await expect(chosenFiles(Array.from({ length: 5001 }, (_, i) => fileOf(bytes(''), `${i}.txt`)))).rejects.toThrow(
      'more than 5000 files',
    );
    const large = { name: 'a.stl', size: 2 ** 30, webkitRelativePath: '' } as File;
    await expect(chosenFiles([large])).rejects.toThrow('more than 512 MiB');
    await expect(chosenFiles([fileOf(bytes(''), '../a.stl')])).rejects.toThrow('cannot be used here');
  });
});
