// The example that `inbetween init` writes: a small arm of primitives, a table, a post, and two paths past the post.

/** The text of a commented cell file: the arm of `exampleUrdf`, a table and a post. */
export function exampleCell(): string {
  return `// A cell: robots, what stands around them, and how near they may come.
// Lengths in metres, angles in radians. Check it with: inbetween check cell.json
{
  "format": "inbetween-cell/1",
  "name": "example",

  // Several: "robots": [{ ... }, { ... }], each with a "name" of its own.
  "robot": {
    "urdf": "arm.urdf",
    // "name": "arm" instead of the URDF's; "geometry": "visual" instead of "collision";
    // "packages": { "arm_description": "../arm_description" } for package://arm_description/... in the URDF;
    // "solid": true where the inside of its mesh files counts too (boxes, cylinders, ... always are solid).
    // Where its base stands: position, and one of quaternion [x, y, z, w], rpy, rpyDegrees.
    "base": { "position": [0, 0, 0] },
    // Links held together by a joint may touch. With "srdf": "arm.srdf" only its pairs may, neighbours too only if it names them.
    // Further pairs of links: "allow": [["forearm", "gripper"]].
    // Values of the joints that a path does not name; 0 otherwise. Or a state of the SRDF: "start": "home".
    "start": { "roll": 0 },
  },

  "obstacles": [
    { "name": "table", "box": [0.8, 1.2, 0.04], "pose": { "position": [0.65, 0, 0.13] } },
    { "name": "post", "cylinder": { "radius": 0.03, "height": 0.38 }, "pose": { "position": [0.5, 0, 0.34] } },
    // Also: "sphere": radius, "capsule": { "radius": ..., "length": ... },
    // or a file, "mesh": "fixture.stl", with "scale": 0.001 for millimetres and "solid": true where the inside counts.
  ],

  // What moves by the clock, as a timed path does: "bodies": [{ "name": "door", "box": [0.05, 1, 2],
  //   "trajectory": [{ "time": 0, "pose": { "position": [2, 0, 1] } }, { "time": 3, "pose": { "position": [2, 1, 1] } }] }].

  // Or carried: "pose" where it stands, "held": [{ "by": "gripper", "from": 1, "to": 3, "onto": ["table"] }], by waypoints.

  // What a link holds; the pose is in the link's frame. "touches" names further links that may touch it.
  "attach": [
    { "name": "part", "to": "gripper", "box": [0.03, 0.03, 0.03], "pose": { "position": [0, 0, 0.075] }, "touches": ["wrist"] },
  ],

  // Pairs that may touch: links ("robot/link" where several robots have one), obstacles, what is held.
  "allow": [["base", "table"]],

  // The distance to keep; 0: only touching counts.
  "clearance": 0.005,
  // How close counts as contact: "tolerance": 1e-6. Without it, relative to the size of things.
  // Links against links.
  "self": true,

  // CSV, YAML or JSON, also a ROS JointTrajectory. This one passes over the post; path-low.csv runs into it.
  // Or here: "path": [[0.9, 0.6, 1.2, 1, 0], [0.45, 0.3, 1.1, 0.9, 0]], all joints in order, or names of the SRDF's states.
  // With several robots each may have its own instead, in "robots": "path": "left.csv", "startsAt": 1.5 (seconds later).
  "path": "path.csv",
}
`;
}

/** Which of the two example paths. */
export type ExamplePath = 'over' | 'low';

/**
 * The text of a path file for the example cell. 'over' (default) passes closely over the post and is free; 'low' swings
 * through it.
 */
export function examplePath(which: ExamplePath = 'over'): string {
  const rows =
    which === 'over'
      ? ['0.9, 0.6, 1.2, 1.0', '0.45, 0.3, 1.1, 0.9', '-0.45, 0.3, 1.1, 0.9', '-0.9, 0.6, 1.2, 1.0']
      : ['0.9, 0.6, 1.2, 1.0', '0.45, 0.5, 1.2, 1.0', '-0.45, 0.5, 1.2, 1.0', '-0.9, 0.6, 1.2, 1.0'];
  const note = which === 'over' ? 'Over the post.' : 'Through the post.';
  return [
    '# One configuration a row, straight lines in joint space between them.',
    `# ${note}`,
    'pan, lift, elbow, wrist_bend',
    ...rows,
    '',
  ].join('\n');
}

/** The text of a URDF: a small arm of five joints and primitive shapes. */
export function exampleUrdf(): string {
  return `<?xml version="1.0"?>
<!-- A small arm of five joints. Its shapes are primitives, so that it needs no mesh files. -->
<robot name="arm">
${LINKS.map(linkText).join('\n')}
${JOINTS.map(jointText).join('\n')}
</robot>
`;
}

type LinkText = readonly [name: string, shape: string, height: number];
type JointText = readonly [name: string, parent: string, child: string, axis: string, height: number, limit: number];

/** Every link begins at its joint; the height of its shape's centre above it. */
const LINKS: readonly LinkText[] = [
  ['base', '<cylinder radius="0.1" length="0.1"/>', 0.05],
  ['shoulder', '<cylinder radius="0.08" length="0.14"/>', 0.07],
  ['upper_arm', '<box size="0.08 0.08 0.4"/>', 0.2],
  ['forearm', '<box size="0.06 0.06 0.32"/>', 0.16],
  ['wrist', '<cylinder radius="0.03" length="0.08"/>', 0.04],
  ['gripper', '<box size="0.1 0.02 0.06"/>', 0.03],
];

const JOINTS: readonly JointText[] = [
  ['pan', 'base', 'shoulder', '0 0 1', 0.1, 3.1],
  ['lift', 'shoulder', 'upper_arm', '0 1 0', 0.14, 1.6],
  ['elbow', 'upper_arm', 'forearm', '0 1 0', 0.4, 2.5],
  ['wrist_bend', 'forearm', 'wrist', '0 1 0', 0.32, 2],
  ['roll', 'wrist', 'gripper', '0 0 1', 0.08, 3.1],
];

function linkText([name, shape, height]: LinkText): string {
  return `  <link name="${name}">
    <collision>
      <origin xyz="0 0 ${height}" rpy="0 0 0"/>
      <geometry>${shape}</geometry>
    </collision>
  </link>`;
}

function jointText([name, parent, child, axis, height, limit]: JointText): string {
  return `  <joint name="${name}" type="revolute">
    <parent link="${parent}"/>
    <child link="${child}"/>
    <origin xyz="0 0 ${height}" rpy="0 0 0"/>
    <axis xyz="${axis}"/>
    <limit lower="-${limit}" upper="${limit}" effort="50" velocity="2"/>
  </joint>`;
}
