import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { RAIL_URDF } from './small-cell.ts';

// Paths of other planners, judged without a cell. The cart, a cube of 0.2 on a rail along x, touches the crate for x from 0.8.

const SRDF = `<robot name="rail">
  <group name="carts"><joint name="cart_x"/></group>
  <disable_collisions link1="cart" link2="tail"/>
</robot>`;
const SCENE = `robot_state: { joint_state: { name: [cart_x, tail_x], position: [0, -1] } }
world:
  collision_objects:
    - id: crate
      primitives: [{ type: box, dimensions: [0.2, 0.2, 0.2] }]
      primitive_poses: [{ position: [1, 0, 0], orientation: [0, 0, 0, 1] }]
`;
const REQUEST = `group_name: carts
goal_constraints: [{ joint_constraints: [{ joint_name: cart_x, position: 0.5 }] }]
start_state: { joint_state: { name: [cart_x], position: [0.25] } }
`;
const PROBLEM = {
  format: 'ccd-robot-scene/1',
  name: 'problem',
  self: false,
  touch: 0.01,
  robots: [{ name: 'mover', links: [{ name: 'body', parent: -1, mesh: 'cube.obj', joint: { type: 'prismatic', axis: [1, 0, 0] } }] }],
  joints: ['along'],
  limits: [[-1, 2]],
  environment: [{ name: 'crate', mesh: 'cube.obj', pose: { q: [0, 0, 0, 1], t: [1, 0, 0] } }],
  queries: [{ id: 1, from: [0], to: [0.5] }],
};
const CUBE = `${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${(i & 1) / 5 - 0.1} ${((i >> 1) & 1) / 5 - 0.1} ${(i >> 2) / 5 - 0.1}`).join('\n')}
f 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\nf 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\nf 1 3 4\nf 1 4 2\nf 5 6 8\nf 5 8 7\n`;
const plan = (scene: string, seed: number, path: readonly number[], solved = true) =>
  JSON.stringify({ scene, planner: 'sampled', seed, solved, path: path.map((x) => [x]) });

let folder: TemporaryFolder;
let robot: string[];
beforeAll(() => {
  folder = temporaryFolder();
  const scene = folder.write('scene.yaml', SCENE);
  robot = ['check', folder.write('rail.urdf', RAIL_URDF), '--srdf', folder.write('rail.srdf', SRDF), '--scene', scene];
  folder.write('request.yaml', REQUEST);
  folder.write('problem.json', PROBLEM);
  folder.write('cube.obj', CUBE);
  folder.write(
    'room.obj',
    CUBE.replaceAll(/^v (\S+)/gm, (_, x: string) => `v ${Number(x) + 1}`),
  );
  folder.write(
    'plans.jsonl',
    [plan('problem', 1, [0, 0.5]), plan('other', 1, [0, 2]), plan('problem', 2, [0, 2]), plan('problem', 3, [], false)].join('\n'),
  );
  folder.write('free.txt', '0.25\n0.5\n');
  folder.write('hit.txt', '0.25\n1.25\n');
  folder.write('poses.csv', 'x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,1\n0.7,0,0,0,0,1,0\n');
  folder.write('turned.txt', '0 0 0 0 0 0 1\n0.77 0 0 0 0 0.3826834323650898 0.9238795325112867\n');
});
afterAll(() => folder.remove());

const at = (name: string) => folder.path(name);

test('a robot with its planning scene and request: the group has the columns, the start its other joints', async () => {
  const free = await captured([...robot, '--request', at('request.yaml'), at('free.txt')]);
  expect([free.code, free.stderr]).toEqual([0, '']);
  expect(free.stdout).toMatch(/^scene: rail .* among 1 obstacle/);
  const hit = await captured([...robot, '--group', 'carts', at('hit.txt'), '--json']);
  expect(hit.code).toBe(1);
  expect(JSON.parse(hit.stdout).paths[0]).toMatchObject({ status: 'contact', a: { link: 'cart' }, b: { body: 'crate' } });
  expect(JSON.parse(hit.stdout).paths[0].time).toBeCloseTo(0.55, 6);
  // the tail stays where the scene has it
  expect(JSON.parse(hit.stdout).paths[0].configurations.rail[1]).toBe(-1);
});

test('a path that does not begin and end as the request says is told', async () => {
  const { code, stdout } = await captured([...robot, '--request', at('request.yaml'), at('hit.txt')]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/ends with cart_x at 1\.25, but the goal of .*request\.yaml has it at 0\.5/);
  expect(stdout).not.toMatch(/begins with/);
  const other = await captured([...robot, '--request', at('request.yaml'), folder.write('late.txt', '0.3\n0.5\n')]);
  expect([other.code, other.stdout]).toEqual([0, expect.stringMatching(/begins with cart_x at 0\.3, but the start of .* has it at 0\.25/)]);
});

test('without a group the message says which there are', async () => {
  const { code, stderr } = await captured([...robot, at('free.txt')]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/free\.txt, line 1: has 1 value .*a configuration has 2 .*--group carts/)]);
});

test('around a robot: the text that MoveIt exports', async () => {
  const exported = folder.write('exported.scene', '(noname)+\n* crate\n1\nbox\n0.2 0.2 0.2\n1 0 0\n0 0 0 1\n0 0 0 0\n.\n');
  const args = [...robot.slice(0, 4), '--scene', exported, '--group', 'carts', '--quiet'];
  expect((await captured([...args, at('free.txt')])).code).toBe(0);
  expect((await captured([...args, at('hit.txt')])).code).toBe(1);
});

test('padding and --clearance together: the larger counts', async () => {
  const padded = folder.write('padded.yaml', `link_padding: [{ link_name: cart, padding: 0.2 }]\n${SCENE}`);
  const args = [...robot.slice(0, 4), '--scene', padded, '--group', 'carts', folder.write('near.txt', '0\n0.65\n')];
  expect((await captured([...args, '--quiet'])).code).toBe(1);
  expect((await captured([...args, '--clearance', '0.01', '--quiet'])).code).toBe(1);
  const plain = [...robot, '--group', 'carts', at('near.txt'), '--quiet'];
  expect([(await captured(plain)).code, (await captured([...plain, '--clearance', '0.2'])).code]).toEqual([0, 1]);
});

test('plans of a scene of robots, one a line; those of other scenes are left out, and told', async () => {
  const { code, stdout, stderr } = await captured(['check', at('problem.json'), at('plans.jsonl')]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/FREE {2}.*plans\.jsonl:1 \(sampled, seed 1\)/);
  expect(stdout).toMatch(/CONTACT {2}.*plans\.jsonl:3 \(sampled, seed 2\): body touches crate/);
  expect(stderr).toMatch(/1 of 3 plans are of other scenes than 'problem'/);
  const named = await captured(['check', at('problem.json'), folder.write('far.csv', 'along\n0\n-2\n')]);
  expect([named.code, named.stdout]).toEqual([1, expect.stringMatching(/joint 'along' at -2 is beyond its limits -1 to 2/)]);
});

test('a report of many plans has a page for each', async () => {
  const out = at('pages');
  const { code, stdout } = await captured(['check', at('problem.json'), at('plans.jsonl'), '--report', out, '--no-margin']);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/written: .*index\.html/)]);
});

test('a mesh is a free body among meshes and planning scenes', async () => {
  expect((await captured(['check', at('cube.obj'), '--scene', at('room.obj'), at('poses.csv'), '--quiet'])).code).toBe(0);
  // turned by an eighth, its edge reaches out by 0.1 √2
  const turned = await captured(['check', at('cube.obj'), '--scene', at('scene.yaml'), at('turned.txt'), '--json']);
  expect(turned.code).toBe(1);
  expect(JSON.parse(turned.stdout).paths[0]).toMatchObject({ status: 'contact', b: { body: 'crate' } });
  const long = await captured(['check', at('cube.obj'), '--scene', at('room.obj'), folder.write('long.txt', '0 0 0 1\n1 0 0 1\n')]);
  expect([long.code, long.stderr]).toEqual([2, expect.stringMatching(/has 4 values a point without names, but a configuration has 7/)]);
});

test.each<[string, () => string[], RegExp]>([
  ['a planning scene alone', () => ['check', at('scene.yaml'), at('free.txt')], /name the robot first/],
  ['two planning scenes', () => [...robot, '--scene', at('scene.yaml'), at('free.txt')], /a second planning scene/],
  [
    'a path for a scene',
    () => ['check', at('rail.urdf'), '--scene', at('free.txt'), at('free.txt')],
    /is no planning scene of MoveIt, nor a mesh/,
  ],
  ['an SRDF of a mesh', () => ['check', at('cube.obj'), '--srdf', at('rail.srdf'), at('poses.csv')], /--srdf is for a robot/],
  ['a scene around a scene', () => ['check', at('problem.json'), '--scene', at('scene.yaml'), at('plans.jsonl')], /--scene is for a robot/],
  ['an unknown group', () => [...robot, '--group', 'crts', at('free.txt')], /no such group; known are carts/],
  [
    'plans of other scenes alone',
    () => ['check', at('problem.json'), folder.write('o.jsonl', `${plan('a', 1, [0, 1])}\n${plan('b', 1, [0, 1])}\n`)],
    /no path is of the scene 'problem'/,
  ],
  [
    'a request of another robot',
    () => [...robot, '--request', folder.write('r.yaml', 'group_name: arm'), at('free.txt')],
    /is 'arm', which is no group of robot 'rail'/,
  ],
])('%s: exit code 2 and a reason', async (_, args, says) => {
  const { code, stderr } = await captured(args());
  expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
});
