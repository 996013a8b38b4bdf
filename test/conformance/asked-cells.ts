/**
 * Random small cells, each about one feature of the capability table: the files that commands read, what the library is asked with, and the
 * same in terms of the judge. Everything is made from a seed, and a feature decides the answer in many of its cells (`tellsIt`).
 */
import type { Pose, Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { box } from '../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { SceneCapability } from '../../src/motion/scene-capability.ts';
import type { ClearanceRules } from '../../src/robot/clearance-rules.ts';
import type { Uncertainty } from '../../src/robot/follow/uncertainty.ts';
import type { JointOptions } from '../../src/robot/joint.ts';
import type { LinkOptions } from '../../src/robot/robot.ts';
import type { SceneFirstContactOptions } from '../../src/scene/search/scene-options.ts';
import type { MotionSpec } from '../support/brute-force.ts';
import { type BrutePoint, BruteRobot, PARTS, type RobotSpec, type Values } from '../support/brute-robot.ts';
import { BruteScene, type SceneSpec } from '../support/brute-scene.ts';

/** A box in a frame. */
interface Block {
  readonly name: string;
  readonly size: Vec3;
  readonly at: Vec3;
}

interface Part {
  readonly name: string;
  readonly parent?: string;
  readonly joint?: JointOptions & { readonly name: string };
  readonly origin?: Vec3;
  readonly size: Vec3;
  readonly at: Vec3;
}

/** A sheet of two triangles or more that deforms, by its corners at every waypoint. */
export interface SoftSheet {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly frames: readonly Float64Array[];
}

/** A cell and a question about it. */
export interface AskedCell {
  readonly feature: SceneCapability;
  readonly seed: string;
  readonly segments: number;
  /** Everything has seconds, one a waypoint. */
  readonly seconds: readonly number[] | null;
  /** What commands read: cell.json and what it names. */
  readonly files: Readonly<Record<string, string>>;
  /** Configurations of the robot at waypoints, all values in their order. */
  readonly rows: readonly (readonly number[])[];
  /** Poses at waypoints of the bodies that rows move, and of those that the scene moves. */
  readonly moved: Readonly<Record<string, readonly Required<Pose>[]>>;
  readonly sceneMoved: Readonly<Record<string, readonly Required<Pose>[]>>;
  readonly bodies: readonly Block[];
  readonly soft: readonly SoftSheet[];
  /** Waypoints of tool lines, where the robot goes by a tool path. */
  readonly lines: readonly Vec3[] | null;
  readonly options: Pick<SceneFirstContactOptions, 'start' | 'arrive'>;
  readonly clearance: number | ClearanceRules;
  readonly uncertainty: Uncertainty | null;
  readonly allowed: readonly (readonly [string, string])[];
  /** The body that a link holds, from waypoint 0 to `to`; Infinity: to the end. */
  readonly held: { readonly name: string; readonly to: number } | null;
  /** For the judge: by phase of the path, its first segment and what there is. */
  readonly phases: readonly { readonly first: number; readonly last: number; readonly spec: SceneSpec }[];
  readonly links: readonly LinkOptions[];
}

export const ROBOT = 'arm';
const round = (x: number): number => Math.round(x * 1024) / 1024;
const text = (list: readonly number[]): string => list.join(' ');

/** A base with a turning arm, a fore arm and a slide. */
function armParts(random: Random): Part[] {
  const axis: Vec3 = random.pick([
    [0, 1, 0],
    [0, 0, 1],
  ]);
  return [
    { name: 'l0', size: [0.125, 0.125, 0.125], at: [0, 0, -0.125] },
    { name: 'l1', parent: 'l0', joint: { name: 'j1', type: 'revolute', axis: [0, 0, 1] }, size: [0.375, 0.0625, 0.0625], at: [0.25, 0, 0] },
    {
      name: 'l2',
      parent: 'l1',
      joint: { name: 'j2', type: 'revolute', axis },
      origin: [0.5, 0, 0],
      size: [0.25, 0.0625, 0.0625],
      at: [0.1875, 0, 0],
    },
    {
      name: 'l3',
      parent: 'l2',
      joint: { name: 'j3', type: 'prismatic', axis: [1, 0, 0] },
      origin: [0.375, 0, 0],
      size: [0.25, 0.03125, 0.03125],
      at: [0.125, 0, 0],
    },
  ];
}

/** Slides along x, y and z with a tool below. */
function gantryParts(): Part[] {
  const slide = (name: string, parent: string | undefined, axis: Vec3, size: Vec3, at: Vec3): Part => ({
    name,
    ...(parent === undefined ? {} : { parent }),
    joint: { name: `j${name.slice(1)}`, type: 'prismatic', axis },
    size,
    at,
  });
  return [
    { name: 'l0', size: [0.125, 0.125, 0.125], at: [0, 0, 2] },
    slide('l1', 'l0', [1, 0, 0], [0.125, 0.125, 0.125], [0, 0, 1.75]),
    slide('l2', 'l1', [0, 1, 0], [0.125, 0.125, 0.125], [0, 0, 1.5]),
    slide('l3', 'l2', [0, 0, 1], [0.125, 0.125, 0.5], [0, 0, 0.25]),
  ];
}

/** A parallelogram: the crank turns by q, the coupler on it by −q, the rocker by q. */
function fourBarParts(): Part[] {
  const turn = (name: string, parent: string, joint: string, origin: Vec3, mimic?: number): Part => ({
    name,
    parent,
    joint: {
      name: joint,
      type: 'revolute',
      axis: [0, 0, 1],
      ...(mimic === undefined ? {} : { mimic: { joint: 'j1', multiplier: mimic } }),
    },
    origin,
    size: name === 'l2' ? [0.875, 0.03125, 0.03125] : [0.375, 0.03125, 0.03125],
    at: name === 'l2' ? [0.5, 0, 0.125] : [0.25, 0, 0],
  });
  return [
    { name: 'l0', size: [0.0625, 0.0625, 0.0625], at: [0.5, 0, -0.25] },
    turn('l1', 'l0', 'j1', [0, 0, 0]),
    turn('l2', 'l1', 'j2', [0.5, 0, 0], -1),
    turn('l3', 'l0', 'j3', [1, 0, 0], 1),
  ];
}

function shapeOf(random: Random, feature: SceneCapability): Part[] {
  if (feature === 'toolPaths') return gantryParts();
  if (feature === 'closedChains') return fourBarParts();
  const parts = armParts(random);
  const change = (name: string, joint: Partial<JointOptions>): Part[] =>
    parts.map((part) => (part.joint?.name === name ? { ...part, joint: { ...part.joint, ...joint } } : part)) as Part[];
  switch (feature) {
    case 'mimicJoints':
      return change('j2', { mimic: { joint: 'j1', multiplier: random.pick([-2, -1, 0.5, 1.5]), offset: round(random.range(-0.5, 0.5)) } });
    case 'floatingBases':
      return change('j1', { type: 'floating' });
    case 'helicalJoints':
      return change('j1', { type: 'helical', pitch: random.pick([-0.5, -0.25, 0.25, 0.5]) });
    default:
      return parts;
  }
}

/** Values of the joint at the next waypoint. */
function nextValues(random: Random, { type, mimic }: JointOptions, old: readonly number[] | undefined): number[] {
  if (mimic !== undefined) return [];
  const step = (size: number, from = 0): number => round(from + random.range(-size, size));
  switch (type) {
    case 'floating': {
      const angle = random.range(-1.5, 1.5);
      return [...[0, 1, 2].map((k) => step(0.25, old?.[k])), 0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
    }
    case 'prismatic':
      return [step(0.125, 0.0625)];
    default:
      return [step(1.25, old?.[0] ?? random.range(-1, 1))];
  }
}

const meshOf = ({ name, size, at }: Block | Part): TriangleMesh => box(size, at, name);
const inPlace = (name: string, size: Vec3, position: Vec3, quaternion = [0, 0, 0, 1] as const) => ({ name, size, position, quaternion });

/** One that its feature is in; null: of this seed there is none that begins apart. */
function tried(feature: SceneCapability, seed: string, segments: number, inFiles: boolean): AskedCell | null {
  // One piece: what is drawn first decides what is drawn after it.
  const random = new Random(seed);
  const parts = shapeOf(random, feature);
  const joints = parts.flatMap(({ joint }) => (joint === undefined ? [] : [joint]));
  const free = joints.filter(({ mimic }) => mimic === undefined);
  const waypoints: Values[] = [];
  for (let k = 0; k <= segments; k++) {
    const before = waypoints.at(-1);
    // a parallelogram stays one where it does not become flat
    const values = feature === 'closedChains' ? { j1: [round(random.range(0.375, 2.625))] } : null;
    waypoints.push(values ?? Object.fromEntries(free.map((joint) => [joint.name, nextValues(random, joint, before?.[joint.name])])));
  }
  const lines = feature === 'toolPaths' ? Array.from({ length: segments + 1 }, () => gantryPlace(random)) : null;
  lines?.forEach((place, k) => {
    waypoints[k] = Object.fromEntries(['j1', 'j2', 'j3'].map((name, i) => [name, [place[i]]]));
  });
  const hasClock = feature === 'clocks' || (inFiles && feature === 'bodiesByScene');
  const seconds = hasClock ? Array.from({ length: segments + 1 }, (_, k) => round(k * 1.5 + random.range(0, 0.5))) : null;
  const velocities = waypoints.map(() => Object.fromEntries(free.map(({ name }) => [name, [round(random.range(-1, 1))]])));
  const links: LinkOptions[] = parts.map((part) => ({
    name: part.name,
    parent: part.parent,
    joint: { ...part.joint, type: part.joint?.type ?? 'fixed', origin: { position: part.origin ?? [0, 0, 0] } },
    shapes: [{ shape: meshOf(part) }],
  }));
  const motionOf = (): RobotSpec['motion'] => {
    if (seconds === null) return { kind: 'path', waypoints };
    const points = waypoints.map(
      (positions, k): BrutePoint => ({ time: seconds[k], positions, ...(feature === 'clocks' ? { velocities: velocities[k] } : {}) }),
    );
    return { kind: 'trajectory', points };
  };
  // neighbours touch by how they are made
  const neighbours = parts.flatMap(({ name, parent }) => (parent === undefined ? [] : [[parent, name] as const]));
  const apart = feature === 'closedChains' ? [...neighbours, ['l2', 'l3'] as const] : neighbours;
  const robot = (own = links, more: readonly (readonly [string, string])[] = []): RobotSpec => ({
    options: { name: ROBOT, links: own, allowed: [...apart, ...more].map(([a, b]) => ({ a, b })) },
    motion: motionOf(),
  });
  const bare = new BruteRobot(robot());
  const tipAt = (time: number, link = 'l3', place: Vec3 = [0.25, 0, 0]): Required<Pose> => {
    const { q, p } = bare.frame(link, time, [0, 0, 0], Math.min(Math.floor(time), segments - 1));
    return { position: addTurned(p, q, place), quaternion: [q[0], q[1], q[2], q[3]] };
  };
  const anywhere = (): Vec3 =>
    feature === 'toolPaths'
      ? [round(random.range(-0.5, 0.5)), round(random.range(-0.5, 0.5)), round(random.range(-0.25, 0.25))]
      : polar(random.range(0.375, 1.125), random.range(-Math.PI, Math.PI), random.range(-0.25, 0.25));
  const size = (): Vec3 => [0, 0, 0].map(() => round(random.range(0.0625, 0.25))) as unknown as Vec3;
  const obstacles = [0, 1].map((k) => inPlace(`post${k}`, size(), anywhere()));
  // one of them in the way
  const share = random.range(0.3, 1) * segments;
  if (random.next() < 0.7)
    obstacles[0] = inPlace('post0', size(), rounded(tipAt(share, random.pick(['l2', 'l3']), [0.1875, 0, 0]).position));
  const pose = (): Required<Pose> => ({ position: anywhere(), quaternion: random.quaternion() });
  const poses = Array.from({ length: segments + 1 }, pose);
  // comes to where the arm is then
  if (random.next() < 0.6) poses[segments] = { ...poses[segments], position: rounded(tipAt(segments).position) };
  const rows = waypoints.map((values) => free.flatMap(({ name }) => values[name] as number[]));
  const crate: Block = { name: 'crate', size: size(), at: [0, 0, 0] };
  const cell: Record<string, unknown> = {
    format: 'inbetween-cell/1',
    name: 'cell',
    robot: {
      urdf: 'arm.urdf',
      allow: apart,
      ...(feature === 'helicalJoints'
        ? { pitches: Object.fromEntries(joints.flatMap((j) => (j.type === 'helical' ? [[j.name, j.pitch]] : []))) }
        : {}),
      ...(feature === 'closedChains'
        ? {
            loops: [{ a: { link: 'l2', at: { position: [1, 0, 0] } }, b: { link: 'l3', at: { position: [0.5, 0, 0] } }, keeps: 'point' }],
            driven: ['j1'],
            // at 0 it is flat, and has two ways on
            start: { j1: rows[0][0], j2: -rows[0][0], j3: rows[0][0] },
          }
        : {}),
    },
    obstacles: obstacles.map(({ name, size: box, position }) => ({ name, box, pose: { position } })),
    tolerance: 2 ** -20,
  };
  const files: Record<string, string> = { 'arm.urdf': urdfOf(parts, feature === 'closedChains') };
  let spec: SceneSpec = {
    robots: [robot()],
    obstacles: obstacles.map(({ name, size: box, position }) => ({
      name,
      mesh: meshOf({ name, size: box, at: [0, 0, 0] }),
      pose: { position },
    })),
    bodies: [],
  };
  const between = (list: readonly Pose[]): MotionSpec[] => list.slice(1).map((to, k) => ({ kind: 'in-between', from: list[k], to }));
  const changeObstacles = (): void => {
    cell.obstacles = obstacles.map(({ name, size: box, position }) => ({ name, box, pose: { position } }));
    spec = {
      ...spec,
      obstacles: obstacles.map(({ name, size: box, position }) => ({
        name,
        mesh: meshOf({ name, size: box, at: [0, 0, 0] }),
        pose: { position },
      })),
    };
  };
  let options: AskedCell['options'] = {};
  let clearance: AskedCell['clearance'] = 0;
  let uncertainty: Uncertainty | null = null;
  let allowed: AskedCell['allowed'] = [];
  let held: AskedCell['held'] = null;
  let soft: readonly SoftSheet[] = [];
  let phases: AskedCell['phases'] | null = null;
  switch (feature) {
    case 'bodiesByRows':
    case 'bodiesByScene':
      spec = { ...spec, bodies: [{ name: crate.name, mesh: meshOf(crate), motions: between(poses) }] };
      if (feature === 'bodiesByScene' && seconds !== null)
        cell.bodies = [{ name: crate.name, box: crate.size, trajectory: poses.map((at, k) => ({ time: seconds[k], pose: at })) }];
      break;
    case 'heldParts':
    case 'intendedContacts': {
      const isLaid = feature === 'intendedContacts';
      if (isLaid && !inFiles) {
        // what the slide comes to
        obstacles[1] = inPlace('post1', [0.125, 0.125, 0.125], rounded(tipAt(segments, 'l3', [0.3, 0, 0]).position));
        options = { arrive: [['l3', 'post1']] };
        changeObstacles();
        break;
      }
      const part: Block = { name: 'part', size: [0.125, 0.125, 0.0625], at: [0, 0, 0] };
      const to = isLaid ? segments : segments > 1 && random.next() < 0.5 ? 1 : Infinity;
      if (isLaid) {
        // what it is laid onto
        const lies = tipAt(segments, 'l3', [0.3125, 0, 0]).position;
        obstacles[1] = inPlace('post1', [0.125, 0.125, 0.125], rounded([lies[0], lies[1], lies[2] - 0.09]));
        changeObstacles();
      }
      held = { name: 'part', to };
      // it is in the jaws of the slide, by a little
      const grasp: Vec3 = [0.25 + 0.0625 - 2 ** -9, 0, 0];
      const at = tipAt(0, 'l3', grasp);
      cell.bodies = [
        {
          name: 'part',
          box: part.size,
          pose: at,
          held: [{ by: 'l3', from: 0, ...(to === Infinity ? {} : { to }), ...(isLaid ? { onto: ['post1'] } : {}) }],
        },
      ];
      const carried: LinkOptions = {
        name: 'part',
        parent: 'l3',
        joint: { type: 'fixed', origin: { position: grasp } },
        shapes: [{ shape: meshOf(part) }],
      };
      const lying = { name: 'part', mesh: meshOf(part), pose: to === Infinity ? {} : tipAt(to, 'l3', grasp) };
      phases = [
        { first: 0, last: Math.min(to, segments), spec: { ...spec, robots: [robot([...links, carried], [['l3', 'part']])] } },
        // what laid it down leaves it
        ...(to < segments
          ? [
              {
                first: to,
                last: segments,
                spec: { ...spec, obstacles: [...(spec.obstacles ?? []), lying], allowed: [['l3', 'part'] as const] },
              },
            ]
          : []),
      ];
      break;
    }
    case 'uncertainty':
      uncertainty = {
        angle: round(random.range(0.01, 0.125)),
        length: round(random.range(0.002, 0.03)),
        places: { post0: { length: round(random.range(0.02, 0.125)) } },
      };
      cell.uncertainty = uncertainty;
      break;
    case 'clearanceByGroups':
      clearance = {
        default: round(random.range(0, 0.02)),
        self: 0,
        environment: round(random.range(0.01, 0.1)),
        pairs: [['l3', 'post0', round(random.range(0, 0.2))]],
      };
      cell.clearance = clearance;
      break;
    case 'allowedPairs':
      allowed = [
        ['l3', 'post0'],
        ['l2', 'post0'],
      ];
      cell.allow = allowed;
      spec = { ...spec, allowed };
      break;
    case 'attachedBodies': {
      const tool: Block = { name: 'tool', size: [0.0625, 0.375, 0.0625], at: [0, 0, 0] };
      cell.attach = [{ name: 'tool', to: 'l3', box: tool.size, pose: { position: [0.28125, 0, 0] }, touches: ['l2'] }];
      const carried: LinkOptions = {
        name: 'tool',
        parent: 'l3',
        joint: { type: 'fixed', origin: { position: [0.28125, 0, 0] } },
        shapes: [{ shape: meshOf(tool) }],
      };
      spec = {
        ...spec,
        robots: [
          robot(
            [...links, carried],
            [
              ['l3', 'tool'],
              ['l2', 'tool'],
            ],
          ),
        ],
      };
      break;
    }
    case 'clouds': {
      const middle = obstacles[0].position;
      const points = Array.from({ length: 24 }, () =>
        rounded([0, 1, 2].map((k) => middle[k] + random.range(-0.1, 0.1)) as unknown as Vec3),
      );
      const radius = 0.015625;
      files['scan.xyz'] = points.map((point) => `${text(point)}\n`).join('');
      cell.obstacles = [...(cell.obstacles as object[]).slice(1), { name: 'scan', cloud: { file: 'scan.xyz', radius } }];
      const mesh = new TriangleMesh(
        points.flat(),
        points.flatMap((_, i) => [i, i, i]),
        { name: 'scan', radius },
      );
      spec = { ...spec, obstacles: [...(spec.obstacles ?? []).slice(1), { name: 'scan', mesh }] };
      break;
    }
    case 'solids': {
      const solid = random.next() < 0.5;
      const wide = random.next() < 0.5 ? 4 : 0.375;
      const room = box([wide, wide, wide], [0, 0, 0], 'room');
      const mesh = new TriangleMesh(room.positions, room.indices, { name: 'room', solid });
      const position: Vec3 = wide > 1 ? [0, 0, 0] : rounded(tipAt(share).position);
      files['room.obj'] = objOf(room);
      cell.obstacles = [...(cell.obstacles as object[]), { name: 'room', mesh: 'room.obj', solid, pose: { position } }];
      spec = { ...spec, obstacles: [...(spec.obstacles ?? []), { name: 'room', mesh, pose: { position } }] };
      break;
    }
    case 'softBodies':
      soft = [softSheet(random, segments, tipAt(share).position)];
      break;
    case 'initialContact': {
      // the tip begins in it
      obstacles[1] = inPlace('post1', [0.125, 0.125, 0.0625], rounded(tipAt(0, 'l3', [0.25, 0, 0]).position));
      options = { start: 'leaving' };
      changeObstacles();
      break;
    }
  }
  if (feature === 'closedChains') {
    cell.path = 'path.csv';
    files['path.csv'] = `j1\n${rows.map(([x]) => `${x}\n`).join('')}`;
  } else if (seconds === null) cell.path = rows;
  else {
    cell.path = 'path.csv';
    files['path.csv'] = csvOf(free, seconds, waypoints, feature === 'clocks' ? velocities : null);
  }
  if (lines !== null) {
    delete cell.path;
    cell.program = {
      link: 'l3',
      free: ['orientation'],
      from: rows[0],
      moves: lines.slice(1).map((place) => ({ line: { position: place } })),
    };
  }
  files['cell.json'] = JSON.stringify(cell, null, 1);
  phases ??= [{ first: 0, last: segments, spec }];
  const [{ spec: begun }] = phases;
  if (!beginsWell(feature, begun)) return null;
  return {
    ...{ feature, seed, segments, seconds, files, rows, soft, lines, options, clearance, uncertainty, allowed, held, phases, links },
    moved: feature === 'bodiesByRows' ? { crate: poses } : {},
    sceneMoved: feature === 'bodiesByScene' ? { crate: poses } : {},
    bodies: feature === 'bodiesByRows' || feature === 'bodiesByScene' ? [crate] : [],
  };
}

/** Begins apart, but for what is about its start. */
function beginsWell(feature: SceneCapability, spec: SceneSpec): boolean {
  if (feature === 'solids') return true;
  const near = new BruteScene(spec).pairs.filter((pair) => pair.distance(0, 0, 0.02) < 0.02);
  if (feature !== 'initialContact') return near.length === 0;
  return near.length > 0 && near.every(({ a, b }) => a.key === 'post1' || b.key === 'post1');
}

/** The same cell for the same seed, everywhere; `inFiles`: what the scene moves goes by the clock, as cell files say it. */
export function askedCell(feature: SceneCapability, seed: string, segments = 1, inFiles = false): AskedCell {
  for (let k = 0; k < 1000; k++) {
    const found = tried(feature, `${feature} ${seed} ${k}`, segments, inFiles);
    if (found !== null) return { ...found, seed };
  }
  throw new Error(`${feature}: no cell of seed ${seed} begins apart`);
}

function gantryPlace(random: Random): Vec3 {
  return [0.5, 0.5, 0.125].map((most) => round(random.range(-most, most))) as unknown as Vec3;
}

const rounded = (x: Vec3): Vec3 => x.map(round) as unknown as Vec3;

function polar(radius: number, angle: number, z: number): Vec3 {
  return rounded([radius * Math.cos(angle), radius * Math.sin(angle), z]);
}

function addTurned(p: Vec3, [x, y, z, w]: readonly number[], v: Vec3): Vec3 {
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    p[0] + v[0] + w * t[0] + (y * t[2] - z * t[1]),
    p[1] + v[1] + w * t[1] + (z * t[0] - x * t[2]),
    p[2] + v[2] + w * t[2] + (x * t[1] - y * t[0]),
  ];
}

function softSheet(random: Random, segments: number, at: Vec3): SoftSheet {
  const corners = [
    [-0.25, -0.25],
    [0.25, -0.25],
    [0.25, 0.25],
    [-0.25, 0.25],
  ];
  const frame = (height: number): Float64Array =>
    Float64Array.from(corners.flatMap(([x, y]) => [at[0] + x, at[1] + y, at[2] + height + random.range(-0.0625, 0.0625)]));
  const from = random.range(0.375, 0.625);
  const to = random.range(-0.25, 0.375);
  const frames = Array.from({ length: segments + 1 }, (_, k) => frame(from + ((to - from) * k) / segments));
  return { name: 'sheet', mesh: new TriangleMesh(frames[0], [0, 1, 2, 0, 2, 3], { name: 'sheet' }), frames };
}

function urdfOf(parts: readonly Part[], hasLoops: boolean): string {
  const links = parts.map(
    ({ name, size, at }) =>
      `<link name="${name}"><collision><origin xyz="${text(at)}"/><geometry><box size="${text(size)}"/></geometry></collision></link>`,
  );
  const joints = parts.flatMap(({ name, parent, joint, origin }) => {
    if (parent === undefined || joint === undefined) return [];
    const { type, mimic } = joint;
    const follows =
      mimic === undefined || hasLoops
        ? ''
        : `<mimic joint="${mimic.joint}" multiplier="${mimic.multiplier ?? 1}" offset="${mimic.offset ?? 0}"/>`;
    const most = type === 'prismatic' ? 0.75 : 9;
    const limit = type === 'floating' ? '' : `<limit lower="${-most}" upper="${most}" effort="1" velocity="2"/>`;
    return [
      `<joint name="${joint.name}" type="${type === 'helical' ? 'revolute' : type}"><parent link="${parent}"/><child link="${name}"/><origin xyz="${text(origin ?? [0, 0, 0])}"/><axis xyz="${text(joint.axis ?? [1, 0, 0])}"/>${limit}${follows}</joint>`,
    ];
  });
  return `<robot name="${ROBOT}">\n${[...links, ...joints].join('\n')}\n</robot>\n`;
}

function objOf({ positions, indices }: TriangleMesh): string {
  const lines: string[] = [];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${text([...positions.subarray(i, i + 3)])}`);
  for (let i = 0; i < indices.length; i += 3) lines.push(`f ${text([...indices.subarray(i, i + 3)].map((v) => v + 1))}`);
  return `${lines.join('\n')}\n`;
}

function csvOf(
  joints: readonly { readonly name: string }[],
  seconds: readonly number[],
  places: readonly Values[],
  rates: readonly Values[] | null,
): string {
  const names = joints.map(({ name }) => name);
  const header = ['time', ...names, ...(rates === null ? [] : names.map((name) => `${name}_vel`))];
  const rows = seconds.map((time, k) => [
    time,
    ...names.map((n) => places[k][n][0]),
    ...(rates === null ? [] : names.map((n) => rates[k][n][0])),
  ]);
  return `${[header, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

/** Names of values that a path of the robot has, as in `PARTS`: a floating joint has seven. */
export function valueCount({ type, mimic }: JointOptions): number {
  return mimic === undefined ? PARTS[type].length : 0;
}
