import { describe, expect, test } from 'vitest';
import { type MotionRequest, parseMotionRequest, requestGoal, requestWay } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { multiply, normalised, writeMatrix } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { dot } from '../../../../src/math/vec3.ts';
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
  ['start_state: { attached_collision_objects: [{}] }', /attached_collision_objects\[0\]\.object is missing/],
])('%s is refused, with file and line', (text, says) => {
  expect(() => parse(text)).toThrow(InputError);
  expect(() => parse(text)).toThrow(says);
  expect(() => parse(text)).toThrow(/^request\.yaml, line 1: /);
});

test('positions beyond a limit are where the tolerance meets it, or at it by the digits of the file; farther they stay', () => {
  const goal = (position: number, more = '') =>
    parse(`goal_constraints: [{ joint_constraints: [{ joint_name: slide, position: ${position}${more} }] }]`);
  const joint = (request: MotionRequest) => request.goals[0].joints[0];
  const rounded = goal(3.0000027);
  expect([joint(rounded).position, rounded.configurations[0][0], rounded.warnings]).toEqual([
    3,
    3,
    [expect.stringMatching(/has 'slide' at 3\.0000027, beyond its limits -3 to 3; it is taken as 3$/)],
  ]);
  const wide = joint(goal(-3.2, ', tolerance_above: 0.5, tolerance_below: 0.1'));
  expect([wide.position, wide.above, wide.below].map((x) => Math.round(1e9 * x) / 1e9)).toEqual([-3, 0.3, 0.3]);
  const far = goal(3.1, ', tolerance_below: 0.05');
  expect([joint(far).position, far.warnings]).toEqual([3.1, []]);
});

test('a goal that may be off by much is several configurations, all within it and its limits; the same every time', () => {
  const request = parse(`group_name: both
goal_constraints: [{ joint_constraints: [{ joint_name: slide, position: 2.9, tolerance_above: 0.5, tolerance_below: 0.2 }, { joint_name: lift, position: 1, tolerance_above: 0.0001 }] }]`);
  const { anyOf } = requestGoal(request, slidingArm()) as { anyOf: readonly { arm: { slide: number; lift: number } }[] };
  expect(anyOf).toHaveLength(9);
  expect(anyOf[0]).toEqual({ arm: { slide: 2.9, lift: 1 } });
  for (const { arm } of anyOf) expect(arm.slide >= 2.7 && arm.slide <= 3 && arm.lift === 1).toBe(true);
  expect(new Set(anyOf.map(({ arm }) => arm.slide)).size).toBe(9);
  expect(requestGoal(request, slidingArm())).toEqual({ anyOf });
});

test('a goal that leaves two turns of a link free, and not the third, is refused: it would be taken for any turn', () => {
  const turned = (z: number) =>
    `group_name: both\ngoal_constraints:\n  - orientation_constraints:\n      - { link_name: grip, orientation: { w: 1 }, absolute_x_axis_tolerance: 6.3, absolute_y_axis_tolerance: 6.3, absolute_z_axis_tolerance: ${z} }`;
  expect(() => requestGoal(parse(turned(0.1)), slidingArm())).toThrow(/two of its turns free, and not the third/);
  expect(requestGoal(parse(turned(6.3)), slidingArm()).anyOf[0]).toMatchObject({ free: ['position', 'orientation'] });
});

describe('what holds on the way', () => {
  const wayOf = (way: string, start = '') =>
    requestWay(
      parse(`${start}path_constraints: ${way}\ngoal_constraints: [{ joint_constraints: [{ joint_name: slide, position: 1 }] }]`),
      slidingArm(),
    );
  const turn = (x: number, y: number, z: number, more = '') =>
    `{ orientation_constraints: [{ link_name: grip, orientation: [0, 0, 0.7071067811865476, 0.7071067811865476], absolute_x_axis_tolerance: ${x}, absolute_y_axis_tolerance: ${y}, absolute_z_axis_tolerance: ${z}${more} }] }`;

  test('joints within bounds and their limits', () => {
    expect(wayOf('{ joint_constraints: [{ joint_name: slide, position: 2, tolerance_above: 3, tolerance_below: 2.5 }] }')).toEqual({
      constraints: [],
      bounds: { slide: [-0.5, 3] },
    });
  });

  test('a point in a box, or in a box within the region', () => {
    const region = (shape: string) =>
      wayOf(
        `{ position_constraints: [{ link_name: grip, target_point_offset: [0, 0, 0.1], constraint_region: { primitives: [${shape}], primitive_poses: [{ position: [1, 2, 3] }] } }] }`,
      ).constraints[0];
    expect(region('{ type: box, dimensions: [1, 2, 4] }')).toEqual({
      robot: 'arm',
      link: 'grip',
      point: [0, 0, 0.1],
      box: { min: [-0.5, -1, -2], max: [0.5, 1, 2], pose: { position: [1, 2, 3], quaternion: [0, 0, 0, 1] } },
    });
    for (const shape of ['{ type: sphere, dimensions: [2] }', '{ type: cylinder, dimensions: [3, 2] }']) {
      const { box } = region(shape) as { box: { max: readonly number[] } };
      const [x, y, z] = box.max;
      const farthest = shape.includes('sphere') ? Math.hypot(x, y, z) : Math.hypot(x, y);
      expect(farthest).toBeLessThanOrEqual(2);
      expect(farthest).toBeGreaterThan(1.99);
    }
  });

  // The turn from the wanted orientation, by its own angles: whatever keeps the cones keeps the tolerances.
  test.each([
    ['z free', [0.3, 0.2, 6.3], 0],
    ['x free', [6.3, 0.2, 0.3], 0],
    ['none free', [0.3, 0.2, 0.4], 0],
    ['none free, as a vector', [0.3, 0.2, 0.4], 1],
    ['z free, as a vector', [0.3, 0.2, 6.3], 1],
    ['y free, as a vector', [0.3, 6.3, 0.2], 1],
  ] as const)('axes within cones that keep the angles, %s, seed 1', (_, tolerance, kind) => {
    const [x, y, z] = tolerance;
    const { constraints } = wayOf(turn(x, y, z, `, parameterization: ${kind}`));
    const cones = constraints as readonly { axis: Vec3; up: Vec3; tolerance: number }[];
    const wanted: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const random = new Random(`cones ${_}`);
    let kept = 0;
    for (let i = 0; i < 20_000; i++) {
      const turned: Quat = normalised(
        [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)].map((q, k) =>
          k < 3 && i % 2 ? 0.2 * q : q,
        ) as unknown as Quat,
      );
      const actual = multiply(wanted, turned);
      const holds = cones.every(({ axis, up, tolerance: most }) => Math.acos(Math.min(1, dot(rotated(actual, axis), up))) <= most);
      if (!holds) continue;
      kept++;
      const angles = kind === 0 ? anglesOf(turned) : vectorOf(turned);
      for (let k = 0; k < 3; k++) expect(Math.abs(angles[k])).toBeLessThanOrEqual(tolerance[k] + 1e-9);
    }
    expect(kept).toBeGreaterThan(20);
  });

  test.each([
    [turn(0, 0.1, 6.3), /line 1: path_constraints allow a link no angle at all/],
    [turn(0.1, 6.3, 6.3), /leave a link two of its turns free/],
    [turn(0.1, 6.3, 0.1), /leave a link its second turn of three free/],
    ['{ joint_constraints: [{ joint_name: slide, position: 9 }] }', /leave slide nowhere to be/],
    [
      '{ joint_constraints: [{ joint_name: lift, position: 1, tolerance_above: 1, tolerance_below: 0.5 }] }',
      /want lift between 0\.5 and 2, and it starts at 0/,
    ],
    [turn(0.1, 0.1, 6.3, ', header: { frame_id: cart }'), /are given in the frame 'cart'/],
  ])('%s', (way, says) => {
    expect(() => wayOf(way)).toThrow(says);
  });
});

function rotated(q: Quat, v: Vec3): Vec3 {
  const m = new Float64Array(9);
  writeMatrix(q, m, 0);
  return [0, 3, 6].map((r) => m[r] * v[0] + m[r + 1] * v[1] + m[r + 2] * v[2]) as unknown as Vec3;
}

/** R = Rx(a) Ry(b) Rz(c). */
function anglesOf(q: Quat): number[] {
  const [x, y, z] = [rotated(q, [1, 0, 0]), rotated(q, [0, 1, 0]), rotated(q, [0, 0, 1])];
  return [Math.atan2(-z[1], z[2]), Math.asin(Math.max(-1, Math.min(1, z[0]))), Math.atan2(-y[0], x[0])];
}

function vectorOf([x, y, z, w]: Quat): number[] {
  const sine = Math.hypot(x, y, z);
  const angle = 2 * Math.atan2(sine, Math.abs(w)) * Math.sign(w || 1);
  return [x, y, z].map((part) => (sine === 0 ? 0 : (part / sine) * angle));
}
