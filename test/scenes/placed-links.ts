import type { RobotScene } from '../../scenes/robots/robot-scene.ts';
import type { Body } from '../../src/contact/deformation.ts';
import { overlap, withinTolerance } from '../../src/contact/placed-query.ts';
import type { Quat, Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Robot } from '../../src/robot/robot.ts';

interface Placement {
  readonly position: Vec3;
  readonly quaternion: Quat;
}

export interface PlacedLink extends Placement {
  readonly name: string;
  /** Whether any joint between the base and this link can move it. */
  readonly moves: boolean;
}

/** Where the links of a robot are: forward kinematics on quaternions, independent of the library's. */
export function placedLinks(robot: Robot, values: ArrayLike<number>): PlacedLink[] {
  const out: PlacedLink[] = [];
  for (const { name, parent, joint } of robot.links) {
    const above = parent < 0 ? { ...robot.base, moves: false } : out[parent];
    const [x, y, z] = joint.axis;
    const v = values[joint.slot];
    let move: Placement = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };
    if (joint.type === 'revolute') {
      const s = Math.sin(v / 2);
      move = { position: [0, 0, 0], quaternion: [x * s, y * s, z * s, Math.cos(v / 2)] };
    } else if (joint.type === 'floating') {
      const [px, py, pz, qx, qy, qz, qw] = Array.from({ length: 7 }, (_, i) => values[joint.slot + i]);
      move = { position: [px, py, pz], quaternion: [qx, qy, qz, qw] };
    } else if (joint.type !== 'fixed') throw new Error(`${joint.name}: ${joint.type} joints are not used in scenes`);
    const pose = after(after(above, { position: joint.position, quaternion: joint.quaternion }), move);
    out.push({ name, ...pose, moves: above.moves || joint.size > 0 });
  }
  return out;
}

/** The pairs that are tested in a scene and come within a distance in a configuration, `link link` or `link obstacle`. */
export function meetingPairs({ robots: [robot], obstacles, self }: RobotScene, values: ArrayLike<number>, within = 0): string[] {
  const found: string[] = [];
  const meets = (a: Body, b: Body) => near(a, b, within) && (within > 0 ? withinTolerance(a, b, within) : overlap(a, b).length > 0);
  const links = placedLinks(robot, values);
  const bodies = robot.links.flatMap(({ name, shapes }, i) => {
    const { position, quaternion, moves } = links[i];
    return shapes.map(({ shape }) => ({ name, index: i, moves, body: { shape, pose: { position, quaternion } } }));
  });
  for (const [i, a] of bodies.entries()) {
    if (a.moves) for (const b of obstacles) if (meets(a.body, b)) found.push(`${a.name} ${b.name}`);
    if (!self) continue;
    for (const b of bodies.slice(i + 1)) {
      if (!movesBetween(robot, a.index, b.index) || robot.allowed.isAllowed(a.name, b.name)) continue;
      if (meets(a.body, b.body)) found.push(`${a.name} ${b.name}`);
    }
  }
  return found;
}

/** Is there a joint with values on the way from one link to the other? */
export function movesBetween(robot: Robot, a: number, b: number): boolean {
  while (a !== b) {
    const lower = Math.max(a, b);
    if (robot.links[lower].joint.size > 0) return true;
    if (lower === a) a = robot.links[a].parent;
    else b = robot.links[b].parent;
  }
  return false;
}

const RADII = new WeakMap<TriangleMesh, number>();

function radiusOf(mesh: TriangleMesh): number {
  let radius = RADII.get(mesh);
  if (radius === undefined) {
    radius = 0;
    const p = mesh.positions;
    for (let i = 0; i < p.length; i += 3) radius = Math.max(radius, Math.hypot(p[i], p[i + 1], p[i + 2]));
    RADII.set(mesh, radius);
  }
  return radius;
}

/** Do spheres about both origins meet? Spares most of the trees of a large scene. */
function near(a: Body, b: Body, within: number): boolean {
  const [p, q] = [a.pose?.position ?? [0, 0, 0], b.pose?.position ?? [0, 0, 0]];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) <= radiusOf(a.shape) + radiusOf(b.shape) + within;
}

function after(a: Placement, b: Placement): Placement {
  const [x, y, z] = turned(a.quaternion, b.position);
  const [ax, ay, az, aw] = a.quaternion;
  const [bx, by, bz, bw] = b.quaternion;
  return {
    position: [a.position[0] + x, a.position[1] + y, a.position[2] + z],
    quaternion: [
      aw * bx + ax * bw + ay * bz - az * by,
      aw * by - ax * bz + ay * bw + az * bx,
      aw * bz + ax * by - ay * bx + az * bw,
      aw * bw - ax * bx - ay * by - az * bz,
    ],
  };
}

function turned([x, y, z, w]: Quat, [vx, vy, vz]: Vec3): Vec3 {
  const [cx, cy, cz] = [2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)];
  return [vx + w * cx + y * cz - z * cy, vy + w * cy + z * cx - x * cz, vz + w * cz + x * cy - y * cx];
}
