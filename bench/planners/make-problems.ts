// Problems of MotionBenchMaker (planning scenes and requests of MoveIt) as scene files `ccd-robot-scene/1`, one a problem, so that every program reads
// the same triangles to the last bit. The joints that the goal names are planned; all others are fixed where the start has them.

import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { box, type Robot, type TriangleMesh } from '../../src/index.ts';
import { readMotionRequest, readPlanningScene, readUrdf } from '../../src/io/index.ts';
import type { Quat, Vec3 } from '../../src/math/pose.ts';
import { multiply, normalised, rotate } from '../../src/math/quat.ts';
import { sinCos } from '../../src/math/trig.ts';
import { files } from '../../src/node/index.ts';

export interface Placed {
  readonly position: Vec3;
  readonly quaternion: Quat;
}

/** Writes those problems whose files are missing; gives how many there are. `data`: URDF, SRDF, meshes and problems/SET/sceneNNNN.yaml. */
export async function makeProblems(data: string, name: string, out: string): Promise<number> {
  mkdirSync(out, { recursive: true });
  const folder = files(data);
  const robot = await readUrdf(folder, `${name}.urdf`, { srdf: `${name}.srdf`, packages: { meshes: 'meshes' } });
  writeRobot(out, robot, name);
  let count = 0;
  for (const set of readdirSync(join(data, 'problems')).sort()) {
    const inSet = join(data, 'problems', set);
    if (!statSync(inSet).isDirectory()) continue;
    for (const file of readdirSync(inSet).sort()) {
      const number = /^scene(\d+)\.yaml$/.exec(file)?.[1];
      if (number === undefined) continue;
      const at = relative(data, inSet);
      const cell = await readPlanningScene(folder, join(at, file), robot, { matrix: 'robot' });
      const request = await readMotionRequest(folder, join(at, `request${number}.yaml`), robot, { rest: cell.starts[0] });
      const scene = `${set}-${number}`;
      const { joints, start } = request;
      const [goal] = request.configurations;
      if (goal === undefined) throw new Error(`${scene}: its goal is no configuration`);
      const obstacles = cell.obstacles.map((one) => ({ ...one, pose: whole(one.pose) }));
      const ignore = robot.allowed.list().map(({ a, b }) => [a, b] as const);
      writeProblem(out, scene, set, Number(number), { robot, obstacles, ignore, joints, start, goal }, name);
      count++;
    }
  }
  return count;
}

/** The meshes of its links. */
export function writeRobot(out: string, robot: Robot, name: string): void {
  for (const { name: link, shapes } of robot.links)
    if (shapes.length > 0)
      writeFileSync(join(out, `${name}-${link}.obj`), objText(shapes.map(({ shape, pose }) => ({ shape, ...whole(pose) }))));
}

interface AskedProblem {
  readonly robot: Robot;
  readonly obstacles: readonly { readonly name?: string; readonly shape: TriangleMesh; readonly pose: Placed }[];
  /** Pairs of links that are not tested. */
  readonly ignore: readonly (readonly [string, string])[];
  /** Names of those that are planned; the others stay as at the start. */
  readonly joints: readonly string[];
  readonly start: Float64Array;
  readonly goal: Float64Array;
}

export function writeProblem(out: string, scene: string, set: string, id: number, asked: AskedProblem, name: string): void {
  const { robot, obstacles, ignore, joints, start, goal } = asked;
  const planned = new Set(joints);
  const moving = robot.joints.filter((joint) => planned.has(joint.name));
  const parts = obstacles.map(({ name: part, shape, pose }) => ({ name: part, shape, ...pose }));
  writeFileSync(join(out, `${scene}.obj`), objText(parts));
  const content = {
    format: 'ccd-robot-scene/1',
    name: scene,
    self: true,
    touch: 1e-4,
    robots: [{ name, base: poseText(robot.base), links: sceneLinks(robot, planned, start, name) }],
    joints: moving.map((joint) => joint.name),
    limits: moving.map(({ limits: { lower = -Math.PI, upper = Math.PI } }) => [lower, upper]),
    environment: [{ name: 'around', mesh: `${scene}.obj`, pose: poseText({ position: [0, 0, 0], quaternion: [0, 0, 0, 1] }) }],
    ignore,
    queries: [{ id, from: moving.map(({ slot }) => start[slot]), to: moving.map(({ slot }) => goal[slot]), set }],
  };
  writeFileSync(join(out, `${scene}.json`), `${JSON.stringify(content)}\n`);
}

function sceneLinks(robot: Robot, planned: ReadonlySet<string>, start: Float64Array, name: string): object[] {
  return robot.links.map((link) => {
    const { joint } = link;
    const row = { name: link.name, parent: link.parent, mesh: link.shapes.length > 0 ? `${name}-${link.name}.obj` : null };
    if (planned.has(joint.name)) return { ...row, joint: { type: sceneType(joint), origin: poseText(joint), axis: joint.axis } };
    const source = robot.source(joint);
    if (planned.has(source.joint.name))
      throw new Error(`joint ${joint.name} follows a planned joint, which the scene format does not know`);
    return { ...row, joint: { type: 'fixed', origin: poseText(fixedAt(robot, joint, start)) } };
  });
}

/** As the scene format, and the planners that read it, call it. */
function sceneType({ name, kind, type }: Robot['joints'][number]): 'revolute' | 'prismatic' {
  switch (kind.moves) {
    case 'turn':
      return 'revolute';
    case 'slide':
      return 'prismatic';
    case 'not':
    case 'screw':
    case 'plane':
    case 'space':
      throw new Error(`joint ${name} is ${type}, which planners are not given`);
  }
}

/** Where a joint's link is that stays at its value. */
function fixedAt(robot: Robot, joint: Robot['joints'][number], start: Float64Array): Placed {
  const { position, quaternion, axis, kind } = joint;
  const { joint: leader, multiplier, offset } = robot.source(joint);
  const value = multiplier * start[leader.slot] + offset;
  const slide = (by: number): Vec3 => [axis[0] * by, axis[1] * by, axis[2] * by];
  const half = new Float64Array(2);
  sinCos(value / 2, half, 0);
  const turn: Quat = [axis[0] * half[0], axis[1] * half[0], axis[2] * half[0], half[1]];
  switch (kind.moves) {
    case 'not':
      return { position, quaternion };
    case 'turn':
      return composed({ position, quaternion }, { position: [0, 0, 0], quaternion: turn });
    case 'slide':
      return composed({ position, quaternion }, { position: slide(value), quaternion: [0, 0, 0, 1] });
    case 'screw':
      return composed({ position, quaternion }, { position: slide((joint.pitch * value) / (2 * Math.PI)), quaternion: turn });
    case 'space': {
      const [x, y, z, ...own] = start.subarray(leader.slot, leader.slot + 7);
      return composed({ position, quaternion }, { position: [x, y, z], quaternion: own as unknown as Quat });
    }
    case 'plane':
      throw new Error(`joint ${joint.name} is planar, which the scene format does not know`);
  }
}

export function composed(outer: Placed, inner: Placed): Placed {
  const isStill = inner.position.every((x) => x === 0) && inner.quaternion.slice(0, 3).every((x) => x === 0);
  if (isStill) return outer;
  const [x, y, z] = rotate(outer.quaternion, inner.position);
  return {
    position: [outer.position[0] + x, outer.position[1] + y, outer.position[2] + z],
    quaternion: normalised(multiply(outer.quaternion, inner.quaternion)),
  };
}

function poseText({ position, quaternion }: Placed): object {
  return { q: [...quaternion], t: [...position] };
}

export function whole(pose: { readonly position?: Vec3; readonly quaternion?: Quat } | undefined): Placed {
  return { position: pose?.position ?? [0, 0, 0], quaternion: pose?.quaternion ?? [0, 0, 0, 1] };
}

function objText(parts: readonly (Placed & { readonly name?: string; readonly shape: TriangleMesh })[]): string {
  const lines: string[] = [];
  let base = 1;
  for (const { name, shape, position, quaternion } of parts) {
    if (name !== undefined) lines.push(`o ${name}`);
    const { positions, indices } = shape.radii === null ? shape : boxAround(shape);
    const isStill = quaternion[3] === 1 && position.every((x) => x === 0);
    for (let i = 0; i < positions.length; i += 3) {
      const own: Vec3 = [positions[i], positions[i + 1], positions[i + 2]];
      const turned = isStill ? own : rotate(quaternion, own).map((x, k) => x + position[k]);
      lines.push(`v ${turned.join(' ')}`);
    }
    for (let i = 0; i < indices.length; i += 3) lines.push(`f ${indices[i] + base} ${indices[i + 1] + base} ${indices[i + 2] + base}`);
    base += positions.length / 3;
  }
  return `${lines.join('\n')}\n`;
}

/** Spheres have no triangles: the box around one. */
function boxAround({ positions, radii, name }: TriangleMesh): TriangleMesh {
  if (radii === null || radii.length !== 1 || positions.length !== 3) throw new Error(`${name}: a round shape that is no sphere`);
  return box([2 * radii[0], 2 * radii[0], 2 * radii[0]], [positions[0], positions[1], positions[2]]);
}
