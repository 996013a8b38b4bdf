// The same scene, drawn differently: in other units, elsewhere, with other triangles.
import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import type { JointOptions } from '../../src/robot/joint.ts';
import type { LinkOptions } from '../../src/robot/robot.ts';
import { add, product, times, turned } from '../support/brute-force.ts';
import { PARTS, type RobotSpec, type Values } from '../support/brute-robot.ts';
import type { SceneSpec } from '../support/brute-scene.ts';
import { movedSpec, scaledMesh, type splitMesh } from './random-pairs.ts';

const IDENTITY: Quat = [0, 0, 0, 1];

const turnsWith = (joint: JointOptions | undefined): boolean => PARTS[joint?.type ?? 'fixed'][0] === 'turn';

/** In units of length 1 / unit. */
export function scaled(spec: SceneSpec, unit: number): SceneSpec {
  const pose = (p: Pose | undefined): Pose => ({ ...p, position: times(p?.position ?? [0, 0, 0], unit) });
  const robots = spec.robots.map(({ options, motion }): RobotSpec => {
    const byJoint = new Map(options.links.map(({ name, joint }) => [joint?.name ?? `${name}_joint`, joint]));
    const links = options.links.map((link) => {
      const { joint } = link;
      const mimic = joint?.mimic;
      const own = turnsWith(joint) ? 1 : unit;
      const source = mimic && turnsWith(byJoint.get(mimic.joint)) ? 1 : unit;
      const scaledMimic = mimic && { ...mimic, multiplier: ((mimic.multiplier ?? 1) * own) / source, offset: (mimic.offset ?? 0) * own };
      const thread = joint?.pitch === undefined ? {} : { pitch: joint.pitch * unit };
      const moved = joint && { ...joint, ...thread, origin: pose(joint.origin), ...(scaledMimic ? { mimic: scaledMimic } : {}) };
      const shapes = link.shapes?.map((shape) => ({ shape: scaledMesh(shape.shape, unit), pose: pose(shape.pose) }));
      return { ...link, joint: moved, shapes };
    });
    const values = (v: Values): Values =>
      Object.fromEntries(
        Object.entries(v).map(([name, x]) => {
          const joint = byJoint.get(name);
          const parts = PARTS[joint?.type ?? 'fixed'];
          return [name, x.map((y, i) => (parts[i] === 'slide' ? y * unit : y))];
        }),
      );
    if (motion.kind === 'posed') throw new Error('not drawn');
    const moves: RobotSpec['motion'] =
      motion.kind === 'path'
        ? { kind: 'path', waypoints: motion.waypoints.map(values) }
        : {
            kind: 'trajectory',
            points: motion.points.map(({ time, positions, velocities, accelerations }) => ({
              time,
              positions: values(positions),
              velocities: velocities && values(velocities),
              accelerations: accelerations && values(accelerations),
            })),
          };
    return { options: { ...options, base: pose(options.base), links }, motion: moves };
  });
  const obstacles = spec.obstacles?.map((o) => ({ ...o, mesh: scaledMesh(o.mesh, unit), pose: pose(o.pose) }));
  const bodies = spec.bodies?.map((b) => ({
    ...b,
    mesh: scaledMesh(b.mesh, unit),
    motions: b.motions.map((m) => movedSpec(m, IDENTITY, [0, 0, 0], unit)),
  }));
  return { ...spec, robots, obstacles, bodies };
}

/** Turned by q, then shifted. */
export function moved(spec: SceneSpec, q: Quat, shift: Vec3): SceneSpec {
  const pose = (p: Pose | undefined): Pose => ({
    position: add(turned(q, p?.position ?? [0, 0, 0]), shift),
    quaternion: product(q, p?.quaternion ?? IDENTITY),
  });
  return {
    ...spec,
    robots: spec.robots.map(({ options, motion }) => ({ options: { ...options, base: pose(options.base) }, motion })),
    obstacles: spec.obstacles?.map((o) => ({ ...o, pose: pose(o.pose) })),
    bodies: spec.bodies?.map((b) => ({ ...b, motions: b.motions.map((m) => movedSpec(m, q, shift, 1)) })),
  };
}

/** With every helical joint as two: one that turns, and behind it, on a link without a shape, one along its axis that follows it. */
export function asTwoJoints(spec: SceneSpec): SceneSpec {
  const parted = (link: LinkOptions): LinkOptions[] => {
    const { joint, parent } = link;
    if (joint?.type !== 'helical') return [link];
    const { pitch = 0, ...turning } = joint;
    const [between, name] = [`${link.name}_thread`, joint.name ?? `${link.name}_joint`];
    const mimic = { joint: name, multiplier: pitch / (2 * Math.PI) };
    return [
      { name: between, joint: { ...turning, name, type: 'revolute' }, ...(parent === undefined ? {} : { parent }) },
      { ...link, parent: between, joint: { name: `${name}_slide`, type: 'prismatic', axis: joint.axis, mimic } },
    ];
  };
  const robots = spec.robots.map(({ options, motion }) => ({ options: { ...options, links: options.links.flatMap(parted) }, motion }));
  return { ...spec, robots };
}

/** With every mesh drawn anew. */
export function redrawn(spec: SceneSpec, random: Random, draw: typeof splitMesh): SceneSpec {
  return {
    ...spec,
    robots: spec.robots.map(({ options, motion }) => ({
      options: {
        ...options,
        links: options.links.map((link) => ({ ...link, shapes: link.shapes?.map((s) => ({ ...s, shape: draw(s.shape, random) })) })),
      },
      motion,
    })),
    obstacles: spec.obstacles?.map((o) => ({ ...o, mesh: draw(o.mesh, random) })),
    bodies: spec.bodies?.map((b) => ({ ...b, mesh: draw(b.mesh, random) })),
  };
}
