import { expect, test } from 'vitest';
import { type MotionRequest, parseMotionRequest } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { slidingArm } from './small-arm.ts';

const parse = (text: string, rest?: readonly number[]): MotionRequest =>
  parseMotionRequest(text, 'request.yaml', slidingArm(), rest === undefined ? {} : { rest });

test('start, group and a goal of joints, as MotionBenchMaker writes them', () => {
  const request = parse(
    `workspace_parameters: { max_corner: [1, 1, 2], min_corner: [-1, -1, 0], header: { frame_id: "" } }
max_velocity_scaling_factor: 0
max_acceleration_scaling_factor: 0.5
planner_id: RRTConnect
group_name: both
num_planning_attempts: 2
allowed_planning_time: 60
goal_constraints:
  - joint_constraints:
      - { joint_name: slide, position: 1.5, tolerance_above: 0.01, tolerance_below: 0.02, weight: 1 }
      - { joint_name: lift, position: -0.5 }
start_state: { joint_state: { name: [slide], position: [0.25] } }
`,
    [0, 0.75],
  );
  expect(request).toMatchObject({
    group: 'both',
    joints: ['slide', 'lift'],
    planningTime: 60,
    scaling: { acceleration: 0.5 },
    workspace: { frame: '', low: [-1, -1, 0], high: [1, 1, 2] },
    warnings: [],
  });
  // what the request does not name is as it was
  expect(Array.from(request.start)).toEqual([0.25, 0.75]);
  expect(request.configurations.map((values) => Array.from(values))).toEqual([[1.5, -0.5]]);
  expect(request.goals[0].joints).toEqual([
    { joint: 'slide', position: 1.5, above: 0.01, below: 0.02 },
    { joint: 'lift', position: -0.5, above: 0, below: 0 },
  ]);
  expect(request.constraints).toBeUndefined();
});

test('goals that leave joints open, or are poses of links, are no configurations', () => {
  const request = parse(`group_name: both
goal_constraints:
  - { joint_constraints: [{ joint_name: slide, position: 1 }] }
  - name: reach
    position_constraints:
      - link_name: grip
        header: { frame_id: rail }
        target_point_offset: { x: 0.1, y: 0, z: 0 }
        constraint_region: { primitives: [{ type: 2, dimensions: [0.01] }, { type: box, dimensions: [1, 2, 3] }], primitive_poses: [{ position: [1, 0, 1], orientation: [0, 0, 0, 1] }] }
    orientation_constraints:
      - { link_name: grip, orientation: { x: 0, y: 0, z: 0, w: 1 }, absolute_x_axis_tolerance: 0.1, absolute_y_axis_tolerance: 0.2, absolute_z_axis_tolerance: 6.3, parameterization: 1 }
path_constraints: { joint_constraints: [{ joint_name: lift, position: 0, tolerance_above: 1, tolerance_below: 1 }] }
`);
  expect(request.configurations).toEqual([]);
  expect(request.goals[1]).toMatchObject({
    name: 'reach',
    positions: [
      {
        link: 'grip',
        frame: 'rail',
        offset: [0.1, 0, 0],
        regions: [
          { type: 'sphere', radius: 0.01, pose: { position: [1, 0, 1] } },
          { type: 'box', size: [1, 2, 3], pose: { position: [0, 0, 0] } },
        ],
      },
    ],
    orientations: [{ link: 'grip', frame: '', quaternion: [0, 0, 0, 1], tolerance: [0.1, 0.2, 6.3], kind: 'rotation-vector' }],
  });
  expect(request.constraints?.joints).toHaveLength(1);
});

test('without a group the joints of the goal move; what is not obeyed is told', () => {
  const request = parse(`goal_constraints: [{ joint_constraints: [{ joint_name: lift, position: 1 }], visibility_constraints: [{}] }]
path_constraints: { name: '', joint_constraints: [] }
trajectory_constraints: { constraints: [{}] }
reference_trajectories: [{}]
`);
  expect([request.joints, request.configurations.map((values) => Array.from(values))]).toEqual([['lift'], [[0, 1]]]);
  expect(request.warnings).toHaveLength(3);
  expect(request.constraints).toBeUndefined();
});

test.each<[string, RegExp]>([
  ['goals: []', /goals is no known key/],
  ['group_name: bth', /is 'bth', which is no group of robot 'arm'; is 'both' meant/],
  ['goal_constraints: [{}]', /goal 0 constrains nothing/],
  [
    'goal_constraints: [{ joint_constraints: [{ joint_name: lft, position: 1 }] }]',
    /is 'lft', which is no joint of robot 'arm'; is 'lift' meant/,
  ],
  ['goal_constraints: [{ joint_constraints: [{ joint_name: lift }] }]', /position is missing/],
  ['goal_constraints: [{ joint_constraints: [{ joint_name: lift, position: 1, tolerance_above: -1 }] }]', /a number ≥ 0/],
  [
    'goal_constraints: [{ position_constraints: [{ link_name: hand, constraint_region: { primitives: [{ type: 2, dimensions: [1] }] } }] }]',
    /has no link 'hand'/,
  ],
  ['goal_constraints: [{ position_constraints: [{ link_name: grip, constraint_region: {} }] }]', /has no primitives/],
  ['goal_constraints: [{ orientation_constraints: [{ link_name: grip }] }]', /orientation is missing/],
  ['workspace_parameters: { min_corner: [1, 1, 1], max_corner: [0, 2, 2] }', /min_corner above/],
  ['max_velocity_scaling_factor: 2', /from 0 to 1/],
  ['start_state: { attached_collision_objects: [{}] }', /attaches things in the request/],
])('%s is refused, with file and line', (text, says) => {
  expect(() => parse(text)).toThrow(InputError);
  expect(() => parse(text)).toThrow(says);
  expect(() => parse(text)).toThrow(/^request\.yaml, line 1: /);
});
