// Robots of all kinds of joints, configurations within their limits, and what judges an answer: forward kinematics and the limits, anew.
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import type { Random } from '../../../../src/math/random.ts';
import type { JointOptions } from '../../../../src/robot/joint.ts';
import type { JointType } from '../../../../src/robot/joint-types.ts';
import { type LinkOptions, Robot } from '../../../../src/robot/robot.ts';

/** A chain whose first joints are of the given types, others revolute, `joints` in all; one more link is fixed at its end. */
export function randomRobot(random: Random, joints: number, types: readonly JointType[] = [], size = 1): Robot {
  const links: LinkOptions[] = [];
  const origin = () => ({
    position: random.direction().map((x) => x * size * random.range(0.1, 0.5)) as unknown as Vec3,
    quaternion: random.quaternion(),
  });
  for (let i = 0; i < joints; i++) {
    const type = types[i] ?? 'revolute';
    const middle = random.range(-1, 1);
    const spread = random.range(0.8, 2.5);
    const scale = type === 'prismatic' ? 0.3 * size : 1;
    const limits = { lower: scale * (middle - spread), upper: scale * (middle + spread) };
    const joint: JointOptions = {
      name: `j${i}`,
      type,
      origin: origin(),
      axis: random.direction(),
      ...(type === 'continuous' ? {} : { limits }),
      ...(type === 'helical' ? { pitch: size * random.range(-1, 1) } : {}),
    };
    links.push({ name: `l${i}`, joint, ...(i > 0 ? { parent: `l${i - 1}` } : {}) });
  }
  links.push({ name: 'tip', parent: `l${joints - 1}`, joint: { type: 'fixed', origin: origin() } });
  return new Robot({ name: 'r', base: origin(), links });
}

/** Within all limits; lengths without any within `size`. */
export function randomValues(robot: Robot, random: Random, size = 1): Float64Array {
  const out = robot.neutral();
  for (const { kind, limits, slot } of robot.joints) {
    for (let part = 0; part < kind.size; part++) {
      const far = part === kind.angle ? 3 : size;
      if (kind.hasLimits) out[slot] = random.range(limits.lower ?? -far, limits.upper ?? far);
      else out[slot + part] = random.range(-far, far);
    }
    if (kind.orientation >= 0) out.set(random.quaternion(), slot + kind.orientation);
  }
  return out;
}

/** How far two poses are from each other: a length, and an angle by the engine's own arcsine. */
export function poseMiss(
  a: { position: Vec3; quaternion: Quat },
  b: { position: Vec3; quaternion: Quat },
): { length: number; angle: number } {
  const chord = (sign: number) => Math.hypot(...a.quaternion.map((x, k) => x - sign * b.quaternion[k]));
  return {
    length: Math.hypot(...a.position.map((x, k) => x - b.position[k])),
    angle: 4 * Math.asin(Math.min(1, Math.min(chord(1), chord(-1)) / 2)),
  };
}
