/** Random scenes with soft bodies, and the same questions asked slowly: pair by pair, and by samples of all triangles. */

import type { Body } from '../../../src/contact/deformation.ts';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { triangleDistance } from '../../../src/geometry/triangle-triangle.ts';
import type { Pose, Quat, Vec3 } from '../../../src/math/pose.ts';
import { rotate } from '../../../src/math/quat.ts';
import type { Random } from '../../../src/math/random.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { Motion } from '../../../src/motion/motion.ts';
import { poseAt } from '../../../src/motion/pose-at.ts';
import { restMotion, rigidMotion, rotationMotion } from '../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../src/robot/robot.ts';
import type { SceneMotions } from '../../../src/scene/content/scene-motions.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { type LinearMotion, linearMotion } from '../../../src/soft/linear-motion.ts';
import { StepQuery } from '../../../src/soft/step-query.ts';
import { movedVertices, randomPose, sheet } from '../soft/random-soft.ts';

export const TOLERANCE = 1e-5;
const out = new Float64Array(8);

export interface Placed {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly positions: Float64Array;
}

function placedMesh(name: string, mesh: TriangleMesh, { position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose): Placed {
  const positions = new Float64Array(mesh.positions.length);
  for (let v = 0; v < positions.length; v += 3) {
    const x = rotate(quaternion, [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]]);
    for (let k = 0; k < 3; k++) positions[v + k] = x[k] + position[k];
  }
  return { name, mesh, positions };
}

function trianglesOf({ mesh, positions }: Placed): Float64Array[] {
  return Array.from({ length: mesh.triangleCount }, (_, t) =>
    Float64Array.from({ length: 9 }, (_, k) => positions[3 * mesh.indices[3 * t + Math.floor(k / 3)] + (k % 3)]),
  );
}

export function distanceOf(a: Placed, b: Placed): number {
  let least = Infinity;
  const others = trianglesOf(b);
  trianglesOf(a).forEach((x, i) => {
    others.forEach((y, j) => {
      triangleDistance(x, 0, y, 0, out, 0);
      least = Math.min(least, out[6] - (a.mesh.radii?.[i] ?? 0) - (b.mesh.radii?.[j] ?? 0));
    });
  });
  return least;
}

const upright = (angle: number): Quat => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
const surface = ({ positions, indices }: TriangleMesh, name: string, radius = 0): TriangleMesh =>
  new TriangleMesh(positions, indices, { name, ...(radius > 0 ? { radius } : {}) });

export interface SoftCase {
  readonly scene: Scene;
  readonly rigid: Scene;
  readonly segments: number;
  readonly motions: SceneMotions;
  readonly robot: Robot;
  readonly joints: readonly (readonly number[])[];
  readonly body: readonly Motion[];
  readonly bodyMesh: TriangleMesh;
  readonly obstacles: readonly Body[];
  readonly soft: readonly {
    readonly name: string;
    readonly mesh: TriangleMesh;
    readonly self: boolean;
    readonly list: readonly LinearMotion[];
  }[];
  readonly allowed: readonly (readonly [string, string])[];
  readonly clearance: number;
}

/** Sheets that deform over a robot of two links, a body and obstacles of which some are joined. */
export function randomSoftScene(random: Random): SoftCase {
  const segments = 1 + random.integer(3);
  // the robot, the body and the obstacles under corners of the sheets of their own; in some scenes the body goes anywhere
  const base: Vec3 = [0.6, -0.6, random.range(-1.6, -0.7)];
  const robot = new Robot({
    name: 'r',
    base: { position: base },
    links: [
      {
        name: 'arm',
        joint: { type: 'revolute', axis: [0, 0, 1] },
        shapes: [{ shape: surface(box([0.3, 0.1, 0.1], [0.15, 0, 0]), 'arm') }],
      },
      {
        name: 'tip',
        parent: 'arm',
        joint: { type: 'prismatic', axis: [0, 0, 1], origin: { position: [0.3, 0, 0.1] } },
        shapes: [{ shape: random.integer(2) === 0 ? sphere(0.1) : surface(box(0.15), 'tip') }],
      },
    ],
  });
  const joints = Array.from({ length: segments + 1 }, () => [random.range(-2, 2), random.range(0, 0.3)]);
  const anywhere = random.integer(4) === 0;
  const poses = Array.from({ length: segments + 1 }, () => {
    const { position = [0, 0, 0], quaternion } = randomPose(random, anywhere ? 1 : 0.2, random.range(-1.6, -0.6));
    return anywhere ? { position, quaternion } : { position: [position[0] - 0.6, position[1] - 0.6, position[2]] as Vec3, quaternion };
  });
  const body = Array.from({ length: segments }, (_, k) => rigidMotion(poses[k], poses[k + 1]));
  const bodyMesh = random.integer(2) === 0 ? box([0.3, 0.2, 0.2]) : surface(box([0.3, 0.2, 0.2]), 'body', 0.05);
  const obstacles: Body[] = Array.from({ length: 3 }, (_, i) => ({
    name: `o${i}`,
    shape: surface(box([0.3, 0.3, 0.2], [0.7 * i - 0.7, random.range(0.4, 0.8), random.range(-2, -0.6)]), `o${i}`),
  }));
  obstacles.push({ name: 'block', shape: box(0.2), pose: { position: [0, 0, random.range(-2, -0.6)] } });
  const soft = Array.from({ length: 1 + random.integer(2) }, (_, i) => {
    const mesh = sheet(2, random, 0.1);
    let at: Float64Array = mesh.positions.map((x, k) => x + (k % 3 === 2 ? i : 0));
    const list = Array.from({ length: segments }, () => {
      const next = movedVertices(at, random, 0.15, [random.range(-0.3, 0.3), random.range(-0.3, 0.3), random.range(-1.6, 0.4) / segments]);
      const motion = linearMotion(at, next);
      at = next;
      return motion;
    });
    return { name: `cloth${i}`, mesh, self: random.integer(2) === 0, list };
  });
  const allowed: (readonly [string, string])[] = [['arm', 'o0']];
  if (random.integer(2) === 0) allowed.push(['cloth0', 'o1'], ['r/tip', 'cloth0']);
  const rest = { robots: [robot], bodies: [{ name: 'b', shape: bodyMesh }], obstacles, self: false };
  const motions: SceneMotions = { r: joints, b: body };
  return {
    scene: new Scene({ ...rest, allowed, soft: soft.map(({ name, mesh, self }) => ({ name, shape: mesh, self })) }),
    rigid: new Scene({ ...rest, allowed: [['arm', 'o0']] }),
    segments,
    motions: { ...motions, ...Object.fromEntries(soft.map(({ name, list }) => [name, list])) },
    robot,
    joints,
    body,
    bodyMesh,
    obstacles,
    soft,
    allowed,
    clearance: random.integer(2) === 0 ? 0 : 0.05,
  };
}

export function isAllowed({ allowed }: SoftCase, a: string, b: string): boolean {
  return allowed.some(
    ([x, y]) => (x === a && y === b) || (x === b && y === a) || (x === `r/${a}` && y === b) || (x === `r/${b}` && y === a),
  );
}

/** The earliest of all pairs, each asked by itself; what the tip of the robot does is left to the samples. */
export function pairwise(one: SoftCase): { readonly time: number; readonly status: string } {
  const { soft, clearance, joints, robot } = one;
  const options = { clearance, tolerance: TOLERANCE };
  for (let segment = 0; segment < one.segments; segment++) {
    const found: { time: number; status: string }[] = [];
    const query = new StepQuery(soft.map(({ name, mesh, self }) => ({ name, shape: mesh, self })));
    found.push(query.firstContact(Object.fromEntries(soft.map(({ name, list }) => [name, list[segment]])), options));
    const [from, to] = [joints[segment][0], joints[segment + 1][0]];
    const arm = rotationMotion({ position: robot.base.position, quaternion: upright(from) }, [0, 0, 1], to - from);
    const others: { name: string; mesh: TriangleMesh; motion: Motion }[] = [
      { name: 'b', mesh: one.bodyMesh, motion: one.body[segment] },
      { name: 'arm', mesh: robot.links[0].shapes[0].shape, motion: arm },
      ...one.obstacles.map(({ name = '', shape: mesh, pose }) => ({ name, mesh, motion: restMotion(pose) })),
    ];
    for (const { name, mesh, list } of soft)
      for (const other of others)
        if (!isAllowed(one, name, other.name))
          found.push(firstContact({ shape: mesh, motion: list[segment] }, { shape: other.mesh, motion: other.motion }, options));
    const hits = found.filter(({ status }) => status !== 'free').sort((x, y) => x.time - y.time);
    if (hits.length > 0) return { time: segment + hits[0].time, status: segment > 0 ? 'contact' : hits[0].status };
  }
  return { time: one.segments, status: 'free' };
}

/** All that is rigid at a path time, by the scene's own link poses. */
export function othersAt(one: SoftCase, time: number): Placed[] {
  const segment = Math.min(Math.floor(time), one.segments - 1);
  const links = one.scene.linkPoses(one.motions, time).r;
  return [
    ...one.robot.links.map(({ name, shapes }) => placedMesh(name, shapes[0].shape, links[name])),
    placedMesh('b', one.bodyMesh, poseAt(one.body[segment], time - segment)),
    ...one.obstacles.map(({ name = '', shape: mesh, pose }) => placedMesh(name, mesh, pose ?? {})),
  ];
}

export function softAt({ soft, segments }: SoftCase, time: number): Placed[] {
  const segment = Math.min(Math.floor(time), segments - 1);
  return soft.map(({ name, mesh, list }) => ({ name, mesh, positions: list[segment].positionsAt(time - segment) }));
}
