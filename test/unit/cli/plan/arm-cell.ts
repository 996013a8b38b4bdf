import { mkdirSync } from 'node:fs';
import type { TemporaryFolder } from '../query/small-scene.ts';

// An arm of two links, 1 and 0.8 long, that turns in the plane z = 0 about the origin, and a post at x = 1.3: the
// outstretched arm hits it at shoulder angle 0. The wrist turns the tool about its own length and touches nothing.

const link = (name: string, long: number) =>
  `<link name="${name}"><collision><origin xyz="${long / 2} 0 0"/><geometry><box size="${long - 0.2} 0.1 0.1"/></geometry></collision></link>`;
const joint = (name: string, parent: string, child: string, x: number, axis: string, limit: number) => `
  <joint name="${name}" type="revolute">
    <parent link="${parent}"/><child link="${child}"/><origin xyz="${x} 0 0"/><axis xyz="${axis}"/>
    <limit lower="${-limit}" upper="${limit}" effort="1" velocity="1"/>
  </joint>`;

export const ARM_URDF = `<robot name="arm"><link name="foot"/>${link('upper', 1)}${link('lower', 0.6)}${link('tool', 0.4)}
  ${joint('shoulder', 'foot', 'upper', 0, '0 0 1', 3)}${joint('elbow', 'upper', 'lower', 1, '0 0 1', 2.5)}${joint('wrist', 'lower', 'tool', 0.6, '1 0 0', 1)}
</robot>`;

export const ARM_SRDF = `<robot name="arm">
  <group name="both"><joint name="shoulder"/><joint name="elbow"/></group>
  <group name="nothing"/>
  <group_state name="left" group="both"><joint name="shoulder" value="1"/><joint name="elbow" value="0"/></group_state>
  <group_state name="right" group="both"><joint name="shoulder" value="-1"/><joint name="elbow" value="0"/></group_state>
  <group_state name="ahead" group="both"><joint name="shoulder" value="0"/><joint name="elbow" value="0"/></group_state>
  <group_state name="limit" group="both"><joint name="shoulder" value="3"/><joint name="elbow" value="-2.5"/></group_state>
  <disable_collisions link1="upper" link2="lower" reason="Adjacent"/>
  <disable_collisions link1="lower" link2="tool" reason="Adjacent"/>
</robot>`;

export const ARM_CELL = {
  format: 'inbetween-cell/1',
  name: 'arm',
  robot: { urdf: 'arm.urdf', srdf: 'arm.srdf', start: { shoulder: 1, wrist: 0.25 } },
  obstacles: [{ name: 'post', box: [0.2, 0.2, 1], pose: { position: [1.3, 0, 0] } }],
};

/** Writes the cell into `arm/`, and gives the path of it. */
export function writeArmCell(folder: TemporaryFolder, more: Readonly<Record<string, unknown>> = {}, name = 'cell.json'): string {
  mkdirSync(folder.path('arm'), { recursive: true });
  folder.write('arm/arm.urdf', ARM_URDF);
  folder.write('arm/arm.srdf', ARM_SRDF);
  return folder.write(`arm/${name}`, { ...ARM_CELL, ...more });
}
