import { readMotionRequest, readOctomap, readPaths, readPlanningScene, readRobotScene, readUrdf } from '../../../src/io/index.ts';
import { COLLIDING_CELLS } from './colliding-cells.ts';
import { bytesOf, each, id, joined, type ReaderCase } from './reader-case.ts';
import { star } from './robot-cases.ts';

// What nobody writes by hand: one list that aliases repeat as often as it is long, and keys that tables were made to
// hash alike. The work may grow as what is repeated, but then it is charged for.

function scene(construct: string, make: (n: number) => string, links: (n: number) => number = () => 2): ReaderCase {
  return {
    format: 'planning scene',
    construct,
    make: (n) => ({ 's.yaml': make(n), 'r.urdf': star(links(n)) }),
    read: async (files, path, options) => readPlanningScene(files, path, await readUrdf(files, 'r.urdf', options), options),
  };
}

const names = (n: number, letter: string): string => `[${each(n, (i) => `${letter}${id(i)}`, ', ')}]`;
/** A list, and aliases of it, n in all. */
const repeated = (n: number, list: string): string => `\n  - &r ${list}\n${'  - *r\n'.repeat(n - 1)}`;
const matrix = (n: number, letter: string, row: string): string =>
  `allowed_collision_matrix:\n  entry_names: ${names(n, letter)}\n  entry_values:${repeated(n, row).replaceAll('\n', '\n  ')}\n`;
const ones = (n: number): string => `[${each(n, () => '1', ',')}]`;
const turns = (n: number): string => `[${each(n, (i) => String(i % 2), ',')}]`;
const held = (n: number, touches: string): string =>
  `robot_state:\n  attached_collision_objects:\n${each(
    n,
    (i) =>
      `  - {link_name: base, object: {id: o${id(i)}, primitives: [{type: 1, dimensions: [1, 1, 1]}]}, touch_links: ${i === 0 ? `&t ${touches}` : '*t'}}`,
  )}\n`;

const SCENES: readonly ReaderCase[] = [
  scene('a matrix whose rows are one, of names that nobody knows', (n) => matrix(n, 'x', ones(n))),
  scene(
    'a matrix whose rows are one, of all links',
    (n) => matrix(n, 'l', ones(n)),
    (n) => n,
  ),
  scene('a matrix that contradicts itself everywhere', (n) => matrix(n, 'x', turns(n))),
  scene(
    'a list of links that every held thing may touch',
    (n) => held(n, names(n, 'l')),
    (n) => n,
  ),
  scene('a list of unknown links that every held thing may touch', (n) => held(n, names(n, 'x'))),
  scene(
    'a mesh that every object is',
    (n) =>
      `world:\n  collision_objects:\n${each(
        n,
        (i) =>
          `  - {id: o${id(i)}, meshes: [${i === 0 ? `&m {vertices: [${each(n + 3, (k) => `[${k}, ${k * k}, ${k % 7}]`, ',')}], triangles: [${each(n, (k) => `[${k}, ${k + 1}, ${k + 2}]`, ',')}]}` : '*m'}]}`,
      )}\n`,
  ),
  scene('padding of one link', (n) => `link_padding:${repeated(n, `{link_name: l${id(0)}, padding: 0.1}`)}`),
  scene('padding of no link', (n) => `link_padding:${repeated(n, `{link_name: x${id(n)}, padding: 0.1}`)}`),
  scene(
    'quaternions that are made unit length',
    (n) =>
      `fixed_frame_transforms:${repeated(n, `{header: {frame_id: base}, child_frame_id: f${id(0)}, transform: {rotation: [0, 0, 0, 1.1]}}`)}`,
  ),
];

const REQUESTS: readonly ReaderCase[] = [
  {
    format: 'request',
    construct: 'a goal that is repeated',
    make: (n) => ({
      'q.yaml': `goal_constraints:${repeated(n, `{joint_constraints: [${each(n, (i) => `{joint_name: j${id(i)}, position: 0}`, ',')}]}`)}`,
      'r.urdf': star(n),
    }),
    read: async (files, path, options) => readMotionRequest(files, path, await readUrdf(files, 'r.urdf', options), options),
  },
];

function path(construct: string, text: (n: number) => string): ReaderCase {
  return {
    format: 'path yaml',
    construct,
    make: (n) => ({ 'p.yaml': text(n) }),
    read: (files, file, options) => readPaths(files, file, options),
  };
}

const PATHS: readonly ReaderCase[] = [
  path('a configuration that is repeated', (n) => `path:${repeated(n, ones(n))}`),
  path('joint states that are repeated', (n) =>
    repeated(n, `{name: ${names(n, 'j')}, position: ${ones(n)}}`)
      .replaceAll('\n  ', '\n')
      .slice(1),
  ),
  path(
    'names of joints that every trajectory repeats',
    (n) =>
      `trajectory:\n${each(n, (i) => `  - {joint_names: ${i === 0 ? `&j ${names(n, 'j')}` : '*j'}, points: [{positions: ${i === 0 ? `&v ${ones(n)}` : '*v'}, time_from_start: ${i}.5}]}`)}\n`,
  ),
];

/** Cells of a map by their numbers from the lower corner, each below a root of 16 levels. */
function mapOf(cells: readonly (readonly [number, number, number])[]): Uint8Array {
  type Node = Map<number, Node>;
  const root: Node = new Map();
  for (const [x, y, z] of cells) {
    let node = root;
    for (let level = 15; level >= 0; level--) {
      const child = ((x >> level) & 1) | (((y >> level) & 1) << 1) | (((z >> level) & 1) << 2);
      const next: Node = node.get(child) ?? new Map();
      node.set(child, next);
      node = next;
    }
  }
  const out: number[] = [];
  const write = (node: Node, depth: number): void => {
    let bits = 0;
    for (const child of node.keys()) bits |= (depth === 15 ? 2 : 3) << (2 * child);
    out.push(bits & 255, bits >> 8);
    if (depth < 15) for (let child = 0; child < 8; child++) if (node.has(child)) write(node.get(child) as Node, depth + 1);
  };
  write(root, 0);
  return joined(bytesOf('# Octomap OcTree binary file\nid OcTree\nsize 1\nres 0.05\ndata\n'), Uint8Array.from(out));
}

const query = (key: string, i: number): string => `{"id":${key},"from":[${i % 3}],"to":[1]}`;

const KEYS: readonly ReaderCase[] = [
  {
    format: 'octomap',
    construct: 'cells that hash alike',
    make: (n) => ({ 'a.bt': mapOf(COLLIDING_CELLS.slice(0, 16 * n)) }),
    read: (files, file, options) => readOctomap(files, file, options),
  },
  {
    format: 'ccd-robot-scene/1',
    construct: 'numbers of queries, chosen freely',
    make: (n) => ({
      'scene.json': `{"format":"ccd-robot-scene/1","robots":[{"name":"r","links":[{"name":"l","parent":-1,"joint":{"type":"revolute","axis":[0,0,1]}}]}],"queries":[${each(8 * n, (i) => query(String(1e9 + 65536 * i), i), ',')}]}`,
    }),
    read: (files, file, options) => readRobotScene(files, file, options),
  },
];

export const HOSTILE_CASES: readonly ReaderCase[] = [...SCENES, ...REQUESTS, ...PATHS, ...KEYS];
