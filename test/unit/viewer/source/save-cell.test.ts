import { readFileSync } from 'node:fs';
import { box, LoopedRobot, Robot, type RobotPath, Scene } from 'inbetween';
import { describe, expect, it } from 'vitest';
import { pumaCellFiles } from '../../../../scenes/robots/puma-cell-files.ts';
import { robotMotions } from '../../../../viewer/src/source/asked-motions.ts';
import type { FileSet } from '../../../../viewer/src/source/file-set.ts';
import { openSource } from '../../../../viewer/src/source/open-source.ts';
import type { Source } from '../../../../viewer/src/source/opened.ts';
import { saveCell } from '../../../../viewer/src/source/save-cell.ts';
import { unzipped } from '../../../../viewer/src/source/zip-reader.ts';
import { MECHANISMS } from '../../robot/follow/mechanisms.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const PUMA: FileSet = Object.fromEntries(pumaCellFiles().map(({ path, text }) => [path, bytes(text)]));
const filesSource = (files: FileSet, main: string): Extract<Source, { kind: 'files' }> => ({
  kind: 'files',
  files,
  main,
  path: null,
  geometry: 'collision',
});

/** Opened again from the zip. */
async function reopened(zip: Uint8Array, cell: string) {
  return openSource(filesSource(await unzipped(zip, 'cell.zip', { files: 1000, bytes: 1e9 }), cell));
}

describe('a cell that is saved', () => {
  it('stays as it was written where nothing was moved', async () => {
    const source = filesSource(PUMA, 'cell.json');
    const { files } = await saveCell(await openSource(source), source);
    expect(files).toBe(PUMA);
    const arms = Object.fromEntries(
      ['cell.json', 'arm.urdf', 'arm.srdf', 'left.csv', 'right.csv'].map((name) => [
        name,
        new Uint8Array(readFileSync(`examples/two-arms/${name}`)),
      ]),
    );
    const two = filesSource(arms, 'cell.json');
    expect((await saveCell(await openSource(two), two)).files).toBe(arms);
  });

  it('keeps a program of tool moves, beside a robot that was dropped too', async () => {
    const welding = Object.fromEntries(
      ['cell.json', 'ur5.urdf', 'seam.json', 'lifted.json'].map((name) => [name, new Uint8Array(readFileSync(`examples/welding/${name}`))]),
    );
    const source = filesSource(welding, 'cell.json');
    const opened = await openSource(source);
    expect(opened.paths.map(({ name }) => name)).toEqual(['seam.json', 'lifted.json']);
    expect(opened.paths.map(({ motions }) => opened.scene.firstContact(motions).status)).toEqual(['contact', 'free']);
    opened.scene.moveObstacle('sheet', { position: [0.5, 0.255, 1] });
    const cell = await saveCell(opened, source);
    const again = await reopened(cell.zip, cell.cell);
    expect(again.paths.map(({ motions }) => again.scene.firstContact(motions).status)).toEqual(['free', 'free']);
    // without a cell, whose frames the program would need
    const world = new TextDecoder()
      .decode(welding['seam.json'])
      .replace('"of": "plate"', '"of": "world"')
      .replace('[0, 0, 0.013]', '[0.5, 0.15, 0.053]');
    const start = '"from": { "shoulder_lift": -1.2, "elbow": 1.6, "wrist_1": -2.0, "wrist_2": -1.57 }, "pace"';
    const robot = filesSource({ 'ur5.urdf': welding['ur5.urdf'], 'seam.json': bytes(world.replace('"pace"', start)) }, 'ur5.urdf');
    const bare = await openSource(robot);
    const saved = await saveCell(bare, robot);
    const twice = await reopened(saved.zip, saved.cell);
    const [before, after] = [bare, twice].map(({ paths }) => paths[0].motions.ur5 as RobotPath);
    expect(before.pieces?.length).toBeGreaterThan(10);
    expect(after.waypoints.length).toBe(before.waypoints.length);
    expect(after.pieces?.map(({ of }) => of)).toEqual(before.pieces?.map(({ of }) => of));
  });

  it('names the SRDF of its robot, by which it was opened, where several were dropped', async () => {
    const text = (name: string, more = '') => bytes(`<robot name="${name}">${more}</robot>`);
    const shape = '<collision><geometry><box size="1 1 1"/></geometry></collision>';
    const joint = (child: string) => `<joint name="${child}" type="fixed"><parent link="a"/><child link="${child}"/></joint>`;
    const links = ['a', 'b', 'c'].map((name) => `<link name="${name}">${shape}</link>`).join('');
    const apart = '<disable_collisions link1="b" link2="c" reason="Never"/>';
    const files = {
      'urdf/one.urdf': text('one', links + joint('b') + joint('c')),
      'srdf/other.srdf': text('other'),
      'srdf/one.srdf': text('one', apart),
    };
    const source = filesSource(files, 'urdf/one.urdf');
    const { zip, cell } = await saveCell(await openSource(source), source);
    const written = JSON.parse(new TextDecoder().decode((await unzipped(zip, 'cell.zip', { files: 10, bytes: 1e6 }))[cell]));
    expect(written.robots[0].srdf).toBe('srdf/one.srdf');
    expect((await reopened(zip, cell)).warnings).toEqual([]);
  });

  it('has obstacles where they were moved to', async () => {
    const source = filesSource(PUMA, 'cell.json');
    const opened = await openSource(source);
    const pose = { position: [0.45, 0.9, 0], quaternion: [0, 0, 0.6, 0.8] } as const;
    opened.scene.moveObstacle('post', pose);
    const { zip, cell } = await saveCell(opened, source);
    const { scene, paths } = await reopened(zip, cell);
    expect(scene.obstacles.find(({ name }) => name === 'post')?.pose).toEqual(pose);
    expect(paths.map(({ name }) => name)).toEqual(['around.csv', 'across.csv']);
    expect(paths.map(({ motions }) => scene.firstContact(motions).status)).toEqual(['free', 'free']);
  });

  it.each(['pick-and-place', 'two-arms', 'planning', 'puma-pipes', 'car', 'hand', 'mannequin'])(
    'of the gallery is the same cell again: %s',
    async (id) => {
      const source = { kind: 'gallery', id } as const;
      const opened = await openSource(source);
      const { zip, cell } = await saveCell(opened, source);
      const again = await reopened(zip, cell);
      // the floating hand's base is where the ball is
      if (id !== 'hand') expect(again.warnings).toEqual([]);
      expect(again.scene.robots.map(({ name, size }) => [name, size])).toEqual(opened.scene.robots.map(({ name, size }) => [name, size]));
      expect(again.scene.obstacles.length).toBe(opened.scene.obstacles.length);
      expect(again.starts).toEqual(opened.starts);
      const before = opened.scene.firstContact(opened.paths[0].motions);
      const after = again.scene.firstContact(again.paths[0].motions);
      expect(after.status).toBe(before.status);
      expect(after.time).toBeCloseTo(before.time, 6);
      expect(after.pair?.map(({ body, link }) => [body, link])).toEqual(before.pair?.map(({ body, link }) => [body, link]));
      expect(after.stats.pairs).toBe(before.stats.pairs);
    },
  );

  it('is the scene of a path that was made in the page, where that is shown', async () => {
    for (const source of [filesSource(PUMA, 'cell.json'), { kind: 'gallery', id: 'two-arms' } as const]) {
      const opened = await openSource(source);
      const [robot] = opened.scene.robots;
      const start = opened.starts[0];
      const there = [start[0] + 0.25, ...start.slice(1)];
      const made = { name: 'moved by hand', ...robotMotions(opened, robot.name, [start, there]) };
      const { zip, cell, leftOut } = await saveCell(opened, source, { made: [made], shown: made });
      // what the clock moves stands in it
      expect(leftOut).toEqual(opened.paths.map((path) => path.name));
      const { paths, scene } = await reopened(zip, cell);
      expect(scene.firstContact(paths[0].motions).status).toBe(made.scene.firstContact(made.motions).status);
      const written = paths.find(({ name }) => name.startsWith('moved-by-hand'))?.motions[robot.name] as RobotPath;
      expect(written.waypoints.map((values) => Array.from(values))).toEqual([start, there]);
    }
  });

  it('may be a robot that was dropped, with what stands around it', async () => {
    const { 'cell.json': _, ...rest } = PUMA;
    const files = {
      ...Object.fromEntries(Object.entries(rest).map(([path, content]) => [path, content] as const)),
      'table.obj': PUMA['meshes/bench.obj'],
      'scan.xyz': bytes('2 0 0\n2 1 0\n'),
    };
    const source = { ...filesSource(files, 'puma.urdf'), beside: ['table.obj', 'scan.xyz'] };
    const opened = await openSource(source);
    opened.scene.moveObstacle('table', { position: [0.9, 0, 0] });
    const saved = await saveCell(opened, source);
    expect(saved.files['puma.urdf']).toBe(PUMA['puma.urdf']);
    const again = await reopened(saved.zip, saved.cell);
    expect(again.scene.obstacles.map(({ name }) => name)).toEqual(['table', 'scan']);
    expect(again.scene.obstacles[0].pose?.position).toEqual([0.9, 0, 0]);
    expect(again.scene.obstacles[1].shape.positions).toEqual(opened.scene.obstacles[1].shape.positions);
    expect(again.scene.robots[0].allowed.list().length).toBe(opened.scene.robots[0].allowed.list().length);
  });

  it('needs a robot', async () => {
    const source = { kind: 'gallery', id: 'hammer' } as const;
    await expect(async () => saveCell(await openSource(source), source)).rejects.toThrow('there is no robot in it, and a cell needs one');
  });
});

it('a robot that came from no file keeps its threads, and is no more limited than it was', async () => {
  const source = { kind: 'gallery', id: 'two-arms' } as const;
  const axis = [0, 0, 1] as const;
  const robot = new Robot({
    name: 'press',
    links: [
      { name: 'stand', shapes: [{ shape: box(0.1) }] },
      { name: 'nut', parent: 'stand', joint: { name: 'thread', type: 'helical', axis, pitch: -0.02, limits: { lower: -9 } } },
      { name: 'disc', parent: 'nut', joint: { name: 'turn', type: 'revolute', axis }, shapes: [{ shape: box(0.2, [0, 0, 1]) }] },
    ],
  });
  const opened = { ...(await openSource(source)), scene: new Scene({ robots: [robot] }), starts: [[1, 2]], paths: [] };
  const { zip, cell } = await saveCell(opened, source);
  const [again] = (await reopened(zip, cell)).scene.robots;
  const told = ({ joints }: Robot) => joints.map(({ type, pitch, limits: { lower, upper } }) => [type, pitch, lower, upper]);
  expect(told(again)).toEqual([
    ['helical', -0.02, -9, undefined],
    ['revolute', 0, undefined, undefined],
  ]);
  expect(again.linkPoses([9, 1]).disc.position).toEqual(robot.linkPoses([9, 1]).disc.position);
});

it('a robot with loops keeps them, and goes its way', async () => {
  const source = { kind: 'gallery', id: 'two-arms' } as const;
  const { options } = MECHANISMS['four-bar'];
  // no mesh file holds what is round
  const shapes = [{ shape: box([0.3, 0.02, 0.01], [0.15, 0, 0]) }];
  const robot = new LoopedRobot({ ...options, links: options.links.map((link) => (link.name === 'ground' ? link : { ...link, shapes })) });
  const post = { name: 'post', shape: box([0.02, 0.02, 0.3]), pose: { position: [0.28, 0.28, 0] as const } };
  const scene = new Scene({ robots: [robot], obstacles: [post], self: false });
  const path = robot.path([{ motor: 0 }, { motor: 6 }]);
  const paths = [{ name: 'turn', motions: { 'four-bar': path } }];
  const opened = { ...(await openSource(source)), scene, starts: [[...robot.closed]], paths };
  const { zip, cell } = await saveCell(opened, source);
  const again = await reopened(zip, cell);
  const [same] = again.scene.robots as LoopedRobot[];
  expect(same).toBeInstanceOf(LoopedRobot);
  expect([same.driven, same.passive]).toEqual([robot.driven, robot.passive]);
  const [before, after] = [scene.firstContact(paths[0].motions), again.scene.firstContact(again.paths[0].motions)];
  expect(before.status).toBe('contact');
  expect(after.status).toBe('contact');
  const motor = ({ configurations }: typeof before) => Object.values(configurations ?? {})[0][0];
  expect(motor(after)).toBeCloseTo(motor(before), 5);
});
