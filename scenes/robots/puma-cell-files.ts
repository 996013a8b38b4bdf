// The Puma cell as the files of `examples/puma-cell`: a cell, the robot as URDF and SRDF with OBJ meshes, and its two paths.

import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Robot } from '../../src/robot/robot.ts';
import type { Link } from '../../src/robot/robot-model.ts';
import { objText } from '../rigid/scene-text.ts';
import { type CellPath, type PumaCell, pumaCell } from './puma-cell.ts';

export interface TextFile {
  /** From the folder of the cell. */
  readonly path: string;
  readonly text: string;
}

/** Names of files and what each path does, in the order of the cell's paths. */
const PATHS: readonly (readonly [file: string, note: string])[] = [
  ['around.csv', 'From the bench to the tray around the post: free.'],
  ['across.csv', 'From the bench straight across to the tray: every waypoint is free, but on the way the workpiece hits the post.'],
];

export function pumaCellFiles(): readonly TextFile[] {
  const cell = pumaCell();
  const [robot] = cell.robots;
  const meshes = [
    ...robot.links.flatMap(({ shapes }) => shapes.map(({ shape: mesh }) => mesh)),
    ...[...cell.obstacles, cell.workpiece].map(({ shape: mesh }) => mesh),
  ];
  return [
    { path: 'cell.json', text: cellText(cell) },
    { path: 'puma.urdf', text: urdfText(robot) },
    { path: 'puma.srdf', text: srdfText(robot, cell.home) },
    ...cell.paths.map((path, i) => ({ path: PATHS[i][0], text: pathText(robot, path, PATHS[i][1]) })),
    ...meshes.map((mesh) => ({ path: meshPath(mesh), text: objText(mesh) })),
  ];
}

function meshPath({ name }: TriangleMesh): string {
  return `meshes/${name}.obj`;
}

function cellText({ touch, obstacles, workpiece }: PumaCell): string {
  const standing = ({ name, shape: mesh, pose }: PumaCell['obstacles'][number]) => {
    const moved = pose.position.some((x) => x !== 0) ? `, "pose": { "position": [${pose.position.join(', ')}] }` : '';
    return `"name": "${name}", "mesh": "${meshPath(mesh)}"${moved}`;
  };
  const lines = obstacles.map((obstacle) => `    { ${standing(obstacle)} }`);
  const { by, from, to, onto } = workpiece;
  return `// A Puma takes a workpiece from the bench and lays it into a tray; between the two stands a post.
// Metres and radians, z up. Try:
//   inbetween check cell.json                 around the post: free
//   inbetween check cell.json across.csv      straight across: the workpiece hits the post between two free waypoints
{
  "format": "inbetween-cell/1",
  "name": "puma-cell",

  // The SRDF names the pairs of links that are not tested.
  "robot": { "urdf": "puma.urdf", "srdf": "puma.srdf" },

  // What stands around it. Meshes here are surfaces; "solid": true would make their inside count too.
  "obstacles": [
${lines.join(',\n')}
  ],

  // What is carried: it stands on the bench until the gripper takes it at waypoint ${from}, and in the tray from waypoint ${to} on.
  "bodies": [
    { ${standing(workpiece)},
      "held": [{ "by": "${by}", "from": ${from}, "to": ${to}, "onto": ["${onto}"] }] }
  ],

  // How close counts as contact, and the distance that must be kept.
  "tolerance": ${touch},
  "clearance": 0,

  "path": "${PATHS[0][0]}"
}
`;
}

function pathText(robot: Robot, { waypoints }: CellPath, note: string): string {
  const rows = waypoints.map((values) => values.join(', '));
  return `# ${note}\n# One waypoint a row, in radians; straight lines in joint space between them.\n${robot.valueNames().join(', ')}\n${rows.join('\n')}\n`;
}

function urdfText(robot: Robot): string {
  const { name, links } = robot;
  const joints = links.filter(({ parent }) => parent >= 0).map((link) => jointText(link, links));
  return `<?xml version="1.0"?>
<!-- After the Unimation Puma 560, with a gripper. Shapes are simplified. -->
<robot name="${name}">
${links.map(linkText).join('\n')}
${joints.join('\n')}
</robot>
`;
}

function linkText({ name, shapes }: Link): string {
  const parts = shapes.flatMap(({ shape: mesh }) =>
    ['visual', 'collision'].map(
      (kind) => `    <${kind}>\n      <geometry><mesh filename="${meshPath(mesh)}"/></geometry>\n    </${kind}>\n`,
    ),
  );
  return `  <link name="${name}">\n${parts.join('')}  </link>`;
}

function jointText({ name, parent, joint }: Link, links: readonly Link[]): string {
  const { type, position, axis, limits } = joint;
  const moves =
    type === 'fixed'
      ? ''
      : `    <axis xyz="${axis.join(' ')}"/>\n    <limit lower="${limits.lower}" upper="${limits.upper}" effort="50" velocity="2"/>\n`;
  return `  <joint name="${joint.name}" type="${type}">
    <parent link="${links[parent].name}"/>
    <child link="${name}"/>
    <origin xyz="${position.join(' ')}"/>
${moves}  </joint>`;
}

function srdfText(robot: Robot, home: readonly number[]): string {
  const pairs = robot.allowed
    .list()
    .map(({ a, b, reason }) => `  <disable_collisions link1="${a}" link2="${b}" reason="${reason[0].toUpperCase()}${reason.slice(1)}"/>`);
  const values = robot.joints.map(({ name, slot }) => `    <joint name="${name}" value="${home[slot]}"/>`);
  return `<?xml version="1.0"?>
<robot name="${robot.name}">
  <group name="arm">
    <chain base_link="base" tip_link="flange"/>
  </group>
  <group_state name="home" group="arm">
${values.join('\n')}
  </group_state>
${pairs.join('\n')}
</robot>
`;
}
