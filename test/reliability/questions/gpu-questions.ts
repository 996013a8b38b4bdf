// Batches on graphics hardware beside the scene itself, where their features meet: hands of many links, followers of slides, floating bases,
// floors, solids, round bodies, far from the origin, in other units. The scene is judged elsewhere; here its bits are what counts.

import { GpuBatch } from '../../../src/gpu/batch/gpu-batch.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box, capsule, plane, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { JointType } from '../../../src/robot/joint-types.ts';
import type { SceneMotions } from '../../../src/scene/content/scene-motions.ts';
import type { SceneState } from '../../../src/scene/content/scene-states.ts';
import type { Scene } from '../../../src/scene/scene.ts';
import { libraryMotion } from '../../property/random-pairs.ts';
import { libraryPath, libraryScene, randomScene, randomValues } from '../../property/random-robots.ts';
import { moved, redrawn, scaled } from '../../property/redrawn-scenes.ts';
import { add, product, times, turn } from '../../support/brute-force.ts';
import type { SceneSpec } from '../../support/brute-scene.ts';
import { gpuHere } from '../../support/shared/gpu-here.ts';
import type { Question } from './question.ts';

export interface GpuCase {
  readonly seed: string;
  readonly joints: readonly JointType[];
  readonly robots: number;
  readonly links: number;
  /** Of triangles, how many a link has at most. */
  readonly triangles: number;
  readonly radius: number;
  /** Chance that a joint follows the first one. */
  readonly mimic: number;
  readonly bodies: number;
  readonly obstacles: number;
  readonly floor: 'none' | 'plane' | 'box' | 'sheet';
  readonly primitives: boolean;
  readonly turn: number;
  readonly unit: number;
  /** How far from the origin all is, in the unit. */
  readonly far: number;
  readonly clearance: number;
  readonly tolerance: number;
  readonly motions: number;
}

const JOINTS: readonly (readonly JointType[])[] = [
  ['revolute', 'continuous', 'prismatic'],
  ['revolute', 'prismatic', 'prismatic', 'continuous'],
  ['floating', 'revolute', 'prismatic'],
  ['planar', 'revolute', 'floating'],
  ['revolute'],
  ['prismatic'],
];

export const GPU: Question<GpuCase> = {
  kind: 'gpu',
  make: (random) => {
    const isHand = random.next() < 0.3;
    return {
      seed: `gpu ${random.integer(2 ** 31)}`,
      joints: isHand ? ['revolute', 'revolute', 'continuous'] : random.pick(JOINTS),
      robots: isHand || random.next() < 0.7 ? 1 : 2,
      links: isHand ? 10 + random.integer(8) : 1 + random.integer(5),
      triangles: random.pick([1, 5, 12]),
      radius: random.pick([0, 0, 0.05, 0.2]),
      mimic: random.pick([0, 0.3, 0.8]),
      bodies: random.pick([0, 0, 1, 2]),
      obstacles: random.integer(5),
      floor: random.pick(['none', 'plane', 'box', 'sheet']),
      primitives: random.next() < 0.4,
      turn: random.pick([0.05, 0.4, 1.5, 6]),
      unit: random.pick([1, 1, 1e-3, 1e3]),
      far: random.pick([0, 0, 3, 100, 5e5, 1e8]),
      clearance: random.pick([0, 0, 0.03]),
      tolerance: random.pick([1e-6, 1e-4, 1e-3]),
      motions: 1 + random.integer(40),
    };
  },
  answer: async (given) => [...(await asked(given)).free],
  doubt: async (given) => (await asked(given)).wrong,
};

let last: { readonly given: GpuCase; readonly found: Found } | undefined;

interface Found {
  readonly free: Uint8Array;
  readonly wrong: string | null;
}

async function asked(given: GpuCase): Promise<Found> {
  if (last?.given !== given) last = { given, found: await compared(given) };
  return last.found;
}

async function compared(given: GpuCase): Promise<Found> {
  const { unit, clearance, tolerance } = given;
  const options = { clearance: clearance * unit, tolerance: tolerance * unit };
  const specs = specsOf(given);
  const { scene } = libraryScene(specs[0]);
  const { device } = await gpuHere();
  const batch = await GpuBatch.open(scene, { ...options, device, gpu: 'always' });
  const motions = specs.map((spec) => motionsOf(spec, scene));
  const rows = rowsOf(specs, scene, motions);
  const { status, time } = await batch.firstContacts(rows);
  const { free, gpu } = await batch.motionsAreFree(rows);
  const { safeUntil, contactBy } = await batch.brackets(rows);
  batch.close();
  if (!gpu.used && gpu.why !== 'there is no pair to test') return { free, wrong: `not by graphics hardware: ${gpu.why}` };
  for (const [i, motion] of motions.entries()) {
    const truth = scene.firstContact(motion, { ...options, contacts: 'none' });
    const isFree = scene.motionIsFree(stateOf(rows, i, 'from', scene), stateOf(rows, i, 'to', scene), options);
    const said = `motion ${i}: ${truth.status} at ${truth.time}, motionIsFree ${isFree}`;
    if (truth.status !== status[i] || truth.time !== time[i]) return { free, wrong: `${said}; firstContacts: ${status[i]} at ${time[i]}` };
    // where the least distance is within the tolerance of the clearance, both are right
    if ((free[i] === 1) !== isFree && !isEither(scene, motion, options)) return { free, wrong: `${said}; motionsAreFree: ${free[i]}` };
    const bracket = `${safeUntil[i]} to ${contactBy[i]}`;
    if (truth.status === 'contact' && contactBy[i] < Infinity && (safeUntil[i] > truth.time || contactBy[i] < truth.time))
      return { free, wrong: `${said}; brackets: ${bracket}` };
    if (truth.status === 'free' && contactBy[i] < Infinity) return { free, wrong: `${said}; brackets: ${bracket}` };
  }
  return { free, wrong: null };
}

function isEither(scene: Scene, motion: SceneMotions, { clearance, tolerance }: { clearance: number; tolerance: number }): boolean {
  const { gap } = scene.clearance(motion, { tolerance: tolerance / 4 });
  return gap === null || (gap[1] > clearance && gap[0] <= clearance + tolerance);
}

function specsOf(given: GpuCase): SceneSpec[] {
  const { seed, joints: types, robots, links, triangles: most, radius, mimic, bodies, obstacles, turn: turned, unit, far } = given;
  const random = new Random(seed);
  const kinds = ['path'] as const;
  const drawn = randomScene(random, { types, robots, links, most, radius, mimic, bodies, obstacles, turn: turned, kinds, segments: 1 });
  const floored = withFloor(given.primitives ? redrawn(drawn, random, primitive) : drawn, given.floor);
  const [place, shift] = [random.quaternion(), times(random.direction(), unit * far)];
  return variants(random, floored, given.motions, turned).map((spec) => moved(scaled(spec, unit), place, shift));
}

function primitive({ name }: TriangleMesh, random: Random): TriangleMesh {
  const length = random.range(0.1, 0.5);
  switch (random.integer(3)) {
    case 0:
      return sphere(0.4 * length, [0.1, 0, 0], name);
    case 1:
      return capsule([-length, 0, 0.1], [length, 0.1, 0], 0.2 * length, name);
    default: {
      const { positions, indices } = box([length, 0.5 * length, 0.3 * length]);
      return new TriangleMesh(positions, indices, { name, solid: random.next() < 0.5 });
    }
  }
}

function withFloor(spec: SceneSpec, floor: GpuCase['floor']): SceneSpec {
  if (floor === 'none') return spec;
  const mesh = floor === 'plane' ? plane([0, 0, 1], 0, { name: 'floor' }) : floor === 'box' ? box([9, 9, 0.2]) : sheet();
  const pose = { position: [0, 0, -1.6] as Vec3 };
  return { ...spec, obstacles: [...(spec.obstacles ?? []), { name: 'floor', mesh, pose }] };
}

/** A floor of many triangles in one plane. */
function sheet(): TriangleMesh {
  const [cells, size] = [12, 0.7];
  const positions: number[] = [];
  for (let i = 0; i <= cells; i++) for (let k = 0; k <= cells; k++) positions.push((i - cells / 2) * size, (k - cells / 2) * size, 0);
  const indices: number[] = [];
  for (let i = 0; i < cells; i++)
    for (let k = 0; k < cells; k++) {
      const corner = i * (cells + 1) + k;
      indices.push(corner, corner + cells + 1, corner + 1, corner + 1, corner + cells + 1, corner + cells + 2);
    }
  return new TriangleMesh(positions, indices, { name: 'floor' });
}

/** Other motions of the same scene, each from where the first one begins or from anywhere. */
function variants(random: Random, spec: SceneSpec, count: number, turned: number): SceneSpec[] {
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return spec;
    const robots = spec.robots.map((robot) => {
      const { options, motion } = robot;
      if (motion.kind !== 'path') throw new Error('no path');
      const from = i % 2 === 0 ? motion.waypoints[0] : randomValues(random, options.links, 2);
      return { ...robot, motion: { kind: 'path', waypoints: [from, randomValues(random, options.links, turned, from)] } as const };
    });
    const bodies = spec.bodies?.map((body) => {
      const from = { position: times(random.direction(), random.range(0.5, 3)), quaternion: random.quaternion() };
      const to = {
        position: add(from.position, times(random.direction(), 0.5 * turned)) as Vec3,
        quaternion: product(turn(random.direction(), Math.min(3, turned)), from.quaternion),
      };
      return { ...body, motions: [{ kind: 'in-between', from, to } as const] };
    });
    return { ...spec, robots, bodies };
  });
}

function motionsOf(spec: SceneSpec, scene: Scene): SceneMotions {
  const robots = scene.robots.map((robot, i) => [robot.name, libraryPath(robot, spec.robots[i].motion)] as const);
  const bodies = (spec.bodies ?? []).map(({ name, motions }) => [name, motions.map(libraryMotion)] as const);
  return Object.fromEntries([...robots, ...bodies]);
}

/** One row of all of them, as the scene takes it. */
function stateOf(rows: ReturnType<typeof rowsOf>, i: number, end: 'from' | 'to', { robots }: Scene): SceneState {
  const own = (name: string, size: number) => rows[name][end].subarray(i * size, (i + 1) * size);
  const bodies = Object.keys(rows).filter((name) => robots.every((robot) => robot.name !== name));
  return Object.fromEntries([
    ...robots.map(({ name, size }) => [name, own(name, size)] as const),
    ...bodies.map((name) => {
      const [x, y, z, ...quaternion] = own(name, 7);
      return [name, { position: [x, y, z] as Vec3, quaternion: quaternion as unknown as Quat }] as const;
    }),
  ]);
}

function rowsOf(specs: readonly SceneSpec[], { robots }: Scene, motions: readonly SceneMotions[]) {
  const rows: Record<string, { from: Float64Array; to: Float64Array }> = {};
  for (const { name } of robots) {
    const paths = motions.map((motion) => (motion[name] as ReturnType<(typeof robots)[0]['path']>).waypoints);
    const ends = (k: number) => Float64Array.from(paths.flatMap((waypoints) => [...waypoints[k]]));
    rows[name] = { from: ends(0), to: ends(1) };
  }
  for (const [k, { name }] of (specs[0].bodies ?? []).entries()) {
    const ends = (end: 'from' | 'to') =>
      Float64Array.from(
        specs.flatMap(({ bodies = [] }) => {
          const [motion] = bodies[k].motions;
          if (motion.kind !== 'in-between') throw new Error(`${motion.kind} is no motion of a batch`);
          const { position = [0, 0, 0], quaternion = [0, 0, 0, 1] } = motion[end];
          return [...position, ...quaternion];
        }),
      );
    rows[name] = { from: ends('from'), to: ends('to') };
  }
  return rows;
}
