import { expect, test } from 'vitest';
import { parseMotionRequest, parsePaths, readPlanningScene } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { inMemory, slidingArm } from './small-arm.ts';

// Damaged messages and paths are read or refused with an InputError; nothing else may happen.

const SCENE = `robot_state:
  joint_state: { name: [slide, lift], position: [0.5, 0.25] }
  attached_collision_objects: [{ link_name: grip, touch_links: [head], object: { id: rod, primitives: [{ type: 2, dimensions: [0.1] }] } }]
allowed_collision_matrix: { entry_names: [cart, crate], entry_values: [[false, true], [true, false]], default_entry_names: [rod], default_entry_values: [true] }
fixed_frame_transforms: [{ child_frame_id: table, transform: { translation: [0, 2, 0], rotation: [0, 0, 0, 1] } }]
link_padding: [{ link_name: cart, padding: 0.01 }]
world:
  collision_objects:
    - id: crate
      header: { frame_id: table }
      pose: { position: { x: 1, y: 2, z: 3 }, orientation: { x: 0, y: 0, z: 0, w: 1 } }
      primitives: [{ type: box, dimensions: [0.2, 0.3, 0.4] }, { type: 3, dimensions: [1, 0.1] }]
      primitive_poses: [{ position: [1, 0, 0], orientation: [0, 0, 0, 1] }]
    - { id: wall, planes: [{ coef: [1, 0, 0, -4] }], meshes: [{ vertices: [[0, 0, 9], [1, 0, 9], [0, 1, 9]], triangles: [[0, 1, 2]] }] }
`;
const REQUEST = `group_name: both
goal_constraints:
  - joint_constraints: [{ joint_name: slide, position: 1.5, tolerance_above: 0.01 }, { joint_name: lift, position: -0.5 }]
  - position_constraints: [{ link_name: grip, constraint_region: { primitives: [{ type: 2, dimensions: [0.01] }], primitive_poses: [{ position: [1, 0, 1] }] } }]
    orientation_constraints: [{ link_name: grip, orientation: [0, 0, 0, 1], absolute_x_axis_tolerance: 0.1 }]
start_state: { joint_state: { name: [slide], position: [0.25] }, multi_dof_joint_state: { joint_names: [], transforms: [] } }
`;
const PLANS = `{"scene":"a","planner":"p","seed":1,"solved":true,"path":[[0,0],[1,2]]}
{"scene":"b","planner":"p","seed":2,"solved":false,"path":[]}
[[0,1],[2,3]]
`;
const POSES =
  'poses:\n  - { position: { x: 0, y: 1, z: 2 }, orientation: { x: 0, y: 0, z: 0, w: 1 } }\n  - { position: [1, 1, 1], orientation: [1, 0, 0, 0] }\n';
const STATES = 'name: [slide, lift]\nposition: [0, 1]\n---\nname: [lift, slide]\nposition: [1, 0]\n';

const READERS: readonly (readonly [string, string, (text: string) => unknown])[] = [
  ['scene.yaml', SCENE, (text) => readPlanningScene(inMemory({ 'scene.yaml': text }), 'scene.yaml', slidingArm())],
  ['request.yaml', REQUEST, (text) => parseMotionRequest(text, 'request.yaml', slidingArm())],
  ['plans.jsonl', PLANS, (text) => parsePaths(text, 'plans.jsonl')],
  ['poses.yaml', POSES, (text) => parsePaths(text, 'poses.yaml')],
  ['states.yaml', STATES, (text) => parsePaths(text, 'states.yaml')],
];

const TEMPTING = '0123456789-+.eE[]{}:,\n "\'#&*~x';

function damaged(text: string, random: Random): string {
  if (random.next() < 0.2) return text.slice(0, random.integer(text.length));
  const letters = [...text];
  const many = 1 + random.integer(4);
  for (let k = 0; k < many; k++)
    letters.splice(random.integer(letters.length), random.integer(3), TEMPTING[random.integer(TEMPTING.length)]);
  return letters.join('');
}

test.each(READERS)('%s, damaged, seed 11', async (_, original, read) => {
  await read(original);
  const random = new Random(11);
  let refused = 0;
  const count = rounds(250);
  for (let i = 0; i < count; i++) {
    const text = damaged(original, random);
    try {
      await read(text);
    } catch (error) {
      if (!(error instanceof InputError)) throw new Error(`${(error as Error).stack}\n--- of\n${text}`);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(count / 5);
});
