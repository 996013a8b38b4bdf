import { mkdirSync } from 'node:fs';
import type { TemporaryFolder } from '../query/small-scene.ts';

// A cell whose answers can be found by hand: two carts on a rail along x, cubes of 0.2, and a wall of that size at x = 1.
// The cart at x touches the wall for x from 0.8 to 1.2. The tail starts 1 behind the cart's zero.

const cart = (name: string, start: number) => `
  <link name="${name}"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <joint name="${name}_x" type="prismatic">
    <parent link="rail"/><child link="${name}"/><origin xyz="${start} 0 0"/><axis xyz="1 0 0"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/>
  </joint>`;

export const RAIL_URDF = `<robot name="rail"><link name="rail"/>${cart('cart', 0)}${cart('tail', -1)}</robot>`;

export const RAIL_CELL = {
  format: 'inbetween-cell/1',
  name: 'rail',
  robot: { urdf: 'rail.urdf' },
  obstacles: [{ name: 'wall', box: [0.2, 0.2, 0.2], pose: { position: [1, 0, 0] } }],
  tolerance: 1e-6,
  path: 'hit.csv',
};

/** By name: what happens is told at each. */
export const RAIL_PATHS = {
  /** x = 0.8 at t = 1.3. */
  'hit.csv': 'cart_x\n0\n0.5\n1.5\n',
  /** The nearest is 0.2 at the end. */
  'free.csv': 'cart_x\n0\n0.6\n',
  /** In contact from t = 0.4 to 0.6 and from 1.4 to 1.6. */
  'twice.csv': 'cart_x\n0\n2\n0\n',
  /** Starts in the wall and leaves it at t = 0.05 / 0.85. */
  'leaving.csv': 'cart_x\n0.85\n0\n',
  /** Starts in the wall and stays. */
  'stuck.csv': 'cart_x\n0.95\n1.05\n',
  /** The tail runs into the cart at tail_x = 0.8, t = 0.8. */
  'tail.csv': 'cart_x,tail_x\n0,0\n0,1\n',
  /** Beyond the limit at waypoint 1. */
  'far.csv': 'tail_x\n0\n-4\n',
  /** A cubic from 0 to 1.6 in 2 seconds, at rest at both ends: x = 0.8 after 1 second. */
  'timed.csv': 'time,cart_x,cart_x_vel\n0,0,0\n2,1.6,0\n',
  /** The same as a ROS trajectory. */
  'timed.yaml': `joint_names: [cart_x]
points:
  - {positions: [0], velocities: [0], time_from_start: {sec: 0, nanosec: 0}}
  - {positions: [1.6], velocities: [0], time_from_start: {sec: 2, nanosec: 0}}
`,
  /** Ends where it touches: at waypoint 2. */
  'waypoint.csv': 'cart_x\n0\n0.5\n0.9\n',
} as const;

/** Writes the cell and its paths into `rail/`, and gives the path of the cell. */
export function writeRailCell(folder: TemporaryFolder): string {
  mkdirSync(folder.path('rail'), { recursive: true });
  folder.write('rail/rail.urdf', RAIL_URDF);
  for (const [name, text] of Object.entries(RAIL_PATHS)) folder.write(`rail/${name}`, text);
  return folder.write('rail/cell.json', RAIL_CELL);
}
