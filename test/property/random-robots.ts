// Random branched robots with soups on their links, obstacles, and motions of every kind; and the library's view of them.
import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { BodyTrajectory } from '../../src/motion/body-trajectory.ts';
import type { JointOptions } from '../../src/robot/joint.ts';
import type { JointType } from '../../src/robot/joint-types.ts';
import { type LinkOptions, Robot } from '../../src/robot/robot.ts';
import { type LinkMotions, PosedLinks, robotPath, robotTrajectory } from '../../src/robot/robot-path.ts';
import type { SceneOptions } from '../../src/scene/content/content-options.ts';
import type { SceneMotions } from '../../src/scene/content/scene-motions.ts';
import { Scene } from '../../src/scene/scene.ts';
import { add, type MotionSpec, product, times, turn } from '../support/brute-force.ts';
import { type BrutePoint, PARTS, type RobotMotionSpec, type RobotSpec, type Values } from '../support/brute-robot.ts';
import { BruteScene, type SceneSpec } from '../support/brute-scene.ts';
import { libraryMotion, randomSoup, scaledMesh } from './random-pairs.ts';

const TYPES: readonly JointType[] = ['revolute', 'revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating'];

export interface RobotShape {
  readonly links?: number;
  readonly types?: readonly JointType[];
  /** Triangles a link at most. */
  readonly most?: number;
  readonly radius?: number;
  readonly mimic?: number;
  /** Chance that a link has no shape. */
  readonly bare?: number;
  readonly kinds?: readonly RobotMotionSpec['kind'][];
  readonly segments?: number;
  /** About how far joints turn in a segment. */
  readonly turn?: number;
  readonly base?: Pose;
}

/** A soup of about half a unit, beside the link's origin. */
export function linkSoup(random: Random, name: string, most: number, radius: number): TriangleMesh {
  const soup = scaledMesh(randomSoup(random, name, { most, radius }), 0.7);
  const shift = times(random.direction(), 0.3 * random.next());
  return new TriangleMesh(
    Array.from(soup.positions, (x, i) => x + shift[i % 3]),
    soup.indices,
    { name, radius: soup.radii ?? 0 },
  );
}

export function randomRobot(random: Random, name: string, shape: RobotShape = {}): RobotSpec {
  const { types = TYPES, most = 6, radius = 0, mimic = 0.15, bare = 0.1, kinds = ['path', 'path', 'trajectory'] } = shape;
  const count = shape.links ?? 2 + random.integer(5);
  const links: LinkOptions[] = [];
  for (let i = 0; i < count; i++) {
    const type = random.pick(types);
    const parent = i === 0 ? undefined : `l${random.next() < 0.7 ? i - 1 : random.integer(i)}`;
    const position = times(random.direction(), i === 0 ? 0.1 : random.range(0.4, 1.1));
    const joint: JointOptions = {
      type,
      origin: { position, quaternion: random.next() < 0.2 ? [0, 0, 0, 1] : random.quaternion() },
      axis:
        random.next() < 0.3
          ? random.pick([
              [1, 0, 0],
              [0, 1, 0],
              [0, 0, 1],
              [0, 0, -1],
            ] as Vec3[])
          : times(random.direction(), random.range(0.3, 3)),
      ...(type === 'helical' ? { pitch: random.range(-1.5, 1.5) } : {}),
    };
    links.push({
      name: `l${i}`,
      parent,
      joint,
      shapes: random.next() < bare ? [] : [{ shape: linkSoup(random, `l${i}`, most, radius) }],
    });
  }
  const single = links.filter(({ joint }) => joint && PARTS[joint.type].length === 1);
  const [leader, ...followers] = single;
  const mimicked = followers.filter(() => random.next() < mimic).map(({ name: n }) => n);
  const finished = links.map((link) =>
    mimicked.includes(link.name) && link.joint
      ? {
          ...link,
          joint: { ...link.joint, mimic: { joint: `${leader.name}_joint`, multiplier: random.range(-2, 2), offset: random.range(-1, 1) } },
        }
      : link,
  );
  const base = shape.base ?? { position: times(random.direction(), random.next()), quaternion: random.quaternion() };
  const options = { name, links: random.next() < 0.5 ? finished : random.shuffle([...finished]), base };
  const kind = random.pick(kinds);
  return { options, motion: randomRobotMotion(random, finished, kind, shape.segments ?? 1 + random.integer(3), shape.turn ?? 1.5) };
}

function freeJoints(links: readonly LinkOptions[]): LinkOptions[] {
  return links.filter(({ joint }) => joint && joint.type !== 'fixed' && joint.mimic === undefined);
}

export function randomValues(random: Random, links: readonly LinkOptions[], turned: number, from?: Values): Values {
  const out: Record<string, readonly number[]> = {};
  for (const { name, joint } of freeJoints(links)) {
    const key = joint?.name ?? `${name}_joint`;
    const old = from?.[key];
    const step = (size: number, i: number): number => (old?.[i] ?? 0) + (random.next() < 0.15 && old ? 0 : random.range(-size, size));
    const parts = PARTS[joint?.type ?? 'fixed'];
    let own: number[] = [];
    if (parts.includes('quaternion')) {
      const q: Quat = old ? [old[3], old[4], old[5], old[6]] : random.quaternion();
      const next = product(turn(random.direction(), random.range(0, Math.min(3.1, turned))), q);
      const l = Math.hypot(...next);
      own = next.map((x) => x / l);
    }
    out[key] = [...parts.flatMap((part, i) => (part === 'quaternion' ? [] : [step(part === 'slide' ? 0.6 : turned, i)])), ...own];
  }
  return out;
}

function randomRobotMotion(
  random: Random,
  links: readonly LinkOptions[],
  kind: RobotMotionSpec['kind'],
  segments: number,
  turned: number,
): RobotMotionSpec {
  if (kind === 'posed') {
    const poses: Record<string, Pose>[] = [];
    for (let k = 0; k <= segments; k++) {
      const before = poses.at(-1);
      poses.push(
        Object.fromEntries(
          links.map(({ name }, i) => {
            const old = before?.[name];
            const position = add(
              old?.position ?? [1.2 * (i % 3) - 1, 1.2 * Math.floor(i / 3) - 1, 0],
              times(random.direction(), random.next()),
            );
            return [name, { position, quaternion: random.quaternion() }];
          }),
        ),
      );
    }
    return { kind, poses };
  }
  const waypoints: Values[] = [];
  for (let k = 0; k <= segments; k++) waypoints.push(randomValues(random, links, turned, waypoints.at(-1)));
  if (kind === 'path') return { kind, waypoints };
  const rates = (size: number, values: Values): Values =>
    Object.fromEntries(Object.entries(values).map(([joint, v]) => [joint, v.map(() => random.range(-size, size))]));
  const order = random.integer(4);
  let time = random.range(0, 2);
  const points: BrutePoint[] = waypoints.map((positions) => {
    time += random.range(0.3, 2);
    return {
      time,
      positions,
      // now and then a point without, so that single segments fall back
      velocities: order > 0 && random.next() < 0.9 ? rates(2, positions) : undefined,
      accelerations: order > 1 && random.next() < 0.9 ? rates(4, positions) : undefined,
    };
  });
  return { kind: 'trajectory', points };
}

/** The robot's motion as the library takes it. */
export function libraryPath(robot: Robot, motion: RobotMotionSpec): LinkMotions {
  const flat = (values: Values | undefined): Float64Array | undefined => {
    if (values === undefined) return undefined;
    const out = new Float64Array(robot.size);
    for (const { name, slot } of robot.joints) out.set(values[name] ?? [], slot);
    return out;
  };
  if (motion.kind === 'posed') return new PosedLinks(robot, motion.poses);
  if (motion.kind === 'path') return robotPath(robot, motion.waypoints as Record<string, readonly number[]>[]);
  return robotTrajectory(
    robot,
    motion.points.map(({ time, positions, velocities, accelerations }) => ({
      time,
      positions,
      velocities: flat(velocities),
      accelerations: flat(accelerations),
    })),
  );
}

export interface LibraryScene {
  readonly scene: Scene;
  readonly motions: SceneMotions;
}

export function libraryScene(spec: SceneSpec): LibraryScene {
  const robots = spec.robots.map(({ options }) => new Robot(options));
  const motions: Record<string, SceneMotions[string]> = {};
  // where one has seconds, all get them
  const seconds = spec.robots.flatMap(({ motion }) => (motion.kind === 'trajectory' ? [motion.points.map(({ time }) => time)] : [])).at(0);
  for (const [i, robot] of robots.entries()) {
    const { motion } = spec.robots[i];
    const points = (waypoints: readonly Values[]) => waypoints.map((positions, k) => ({ time: (seconds as number[])[k], positions }));
    const isUntimed = motion.kind === 'path' && seconds !== undefined;
    motions[robot.name] = libraryPath(robot, isUntimed ? { kind: 'trajectory', points: points(motion.waypoints) } : motion);
  }
  for (const { name, motions: own } of spec.bodies ?? []) {
    const list = own.map(libraryMotion);
    motions[name] = seconds === undefined ? list : new BodyTrajectory(list, seconds);
  }
  const options: SceneOptions = {
    robots,
    obstacles: spec.obstacles?.map(({ mesh, ...obstacle }) => ({ ...obstacle, shape: mesh })),
    bodies: spec.bodies?.map(({ name, mesh }) => ({ name, shape: mesh })),
    self: spec.self,
    allowed: spec.allowed,
  };
  return { scene: new Scene(options), motions };
}

export interface SceneShape extends RobotShape {
  readonly robots?: number;
  readonly obstacles?: number;
  readonly bodies?: number;
  /** Pairs that start nearer than this are allowed, so that the motion is what matters. Default 0.02. */
  readonly clear?: number;
}

/** Motions of a body of its own, each from where the one before ended. */
function connectedMotions(random: Random, segments: number): readonly MotionSpec[] {
  const poses: Pose[] = Array.from({ length: segments + 1 }, (_, k) => ({
    position: times(random.direction(), k === 0 ? random.range(1, 3) : random.range(0, 2)),
    quaternion: random.quaternion(),
  }));
  return poses.slice(1).map((to, k) => ({ kind: 'in-between', from: poses[k], to }));
}

/** Robots that move together have their waypoints at the same seconds here; other clocks are judged in clocks.test.ts. */
function onOneClock(robots: readonly RobotSpec[]): readonly RobotSpec[] {
  const timed = robots.flatMap(({ motion }) => (motion.kind === 'trajectory' ? [motion.points.map(({ time }) => time)] : []));
  const [times] = timed;
  return robots.length < 2
    ? robots
    : robots.map((robot) => {
        const { motion } = robot;
        if (motion.kind !== 'trajectory') return robot;
        return { ...robot, motion: { ...motion, points: motion.points.map((point, k) => ({ ...point, time: times[k] })) } };
      });
}

export function randomScene(random: Random, shape: SceneShape = {}): SceneSpec {
  const { robots = 1, most = 6, radius = 0, clear = 0.02 } = shape;
  const segments = shape.segments ?? 1 + random.integer(3);
  const spec: SceneSpec = {
    robots: onOneClock(Array.from({ length: robots }, (_, i) => randomRobot(random, `r${i}`, { ...shape, segments }))),
    obstacles: Array.from({ length: shape.obstacles ?? random.integer(5) }, (_, i) => ({
      name: `o${i}`,
      mesh: randomSoup(random, `o${i}`, { most, radius }),
      pose: { position: times(random.direction(), random.range(0.6, 2)), quaternion: random.quaternion() },
    })),
    bodies: Array.from({ length: shape.bodies ?? 0 }, (_, i) => ({
      name: `b${i}`,
      mesh: linkSoup(random, `b${i}`, most, radius),
      motions: connectedMotions(random, segments),
    })),
  };
  return clear > 0 ? cleared(spec, clear) : spec;
}

/** Pairs that start within `clear` are allowed. */
export function cleared(spec: SceneSpec, clear: number): SceneSpec {
  const close = new BruteScene(spec).pairs.filter((pair) => pair.distance(0, 0, clear) <= clear);
  return { ...spec, allowed: [...(spec.allowed ?? []), ...close.map(({ a, b }) => [a.key, b.key] as const)] };
}
