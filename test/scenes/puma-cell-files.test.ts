import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { pumaCell } from '../../scenes/robots/puma-cell.ts';
import { pumaCellFiles } from '../../scenes/robots/puma-cell-files.ts';
import { type LoadedCell, readCell } from '../../src/io/cell/read-cell.ts';
import { readCellMotions } from '../../src/io/index.ts';
import { files } from '../../src/node/index.ts';
import { Scene } from '../../src/scene/scene.ts';

const FOLDER = join(import.meta.dirname, '../../examples/puma-cell');
const generated = pumaCellFiles();

describe('examples/puma-cell', () => {
  // After a change of the cell: npx vitest run test/scenes/puma-cell-files.test.ts --project node -u
  test.each(generated.map(({ path, text }) => [path, text]))('%s is what the generator gives', async (path, text) => {
    await expect(text).toMatchFileSnapshot(join(FOLDER, path));
  });

  test('holds nothing else', () => {
    const found = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
    expect(found.sort()).toEqual(['meshes', ...generated.map(({ path }) => path)].sort());
  });
});

describe('read again', () => {
  const original = pumaCell();
  const folder = files(FOLDER);
  let cell: LoadedCell;
  let scene: Scene;
  beforeAll(async () => {
    cell = await readCell(folder, 'cell.json');
    scene = new Scene({ robots: cell.robots, obstacles: cell.obstacles, bodies: cell.bodies, self: cell.self });
  });

  test('the robot has the same links, joints, limits and allowed pairs, the obstacles the same meshes and places', () => {
    expect(cell.warnings).toEqual([]);
    const [robot] = cell.robots;
    const [wanted] = original.robots;
    // A URDF must also name a velocity.
    expect(robot.joints.map((joint) => ({ ...joint, limits: { ...joint.limits, velocity: undefined } }))).toEqual(wanted.joints);
    expect(
      robot.links.map(({ name, parent, shapes }) => [name, parent, shapes.map(({ shape: mesh }) => Array.from(mesh.positions))]),
    ).toEqual(wanted.links.map(({ name, parent, shapes }) => [name, parent, shapes.map(({ shape: mesh }) => Array.from(mesh.positions))]));
    const pairs = (list: readonly { a: string; b: string }[]) => list.map(({ a, b }) => [a, b].sort().join(' ')).sort();
    expect(pairs(robot.allowed.list())).toEqual(pairs(wanted.allowed.list()));
    expect(cell.obstacles.map(({ name, shape: mesh, pose }) => [name, Array.from(mesh.positions), pose])).toEqual(
      original.obstacles.map(({ name, shape: mesh, pose }) => [name, Array.from(mesh.positions), pose]),
    );
    expect(cell.tolerance).toBe(original.touch);
  });

  test.each([
    ['around.csv', 0],
    ['across.csv', 1],
  ])('%s: the waypoints, and the verdict', async (file, i) => {
    const { paths, motions } = await readCellMotions(folder, cell, file);
    const configurations = paths.puma.waypoints.map((configuration) => Array.from(configuration));
    expect(configurations).toEqual(original.paths[i].waypoints);
    const found = scene.firstContact(motions, { tolerance: cell.tolerance });
    expect(found.status).toBe(original.paths[i].free ? 'free' : 'contact');
    if (found.status === 'contact') expect(found.pair?.map(({ body, link }) => link ?? body)).toEqual(['workpiece', 'post']);
    // on the floor of the tray it stands within the tolerance
    expect(found.arrivals?.find(({ b }) => b.body === 'tray')?.time).toBeGreaterThan(6.9);
  });
});
