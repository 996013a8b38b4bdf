// Arms by their published lengths, and a judge that follows lines and arcs by itself: its own kinematics of quaternions, its own Newton
// with differences for derivatives, nothing of the library.
import type { Pose, Quat, Vec3 } from '../../../../src/math/pose.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { Robot, type RobotOptions } from '../../../../src/robot/robot.ts';
import { compose, type Frame, frameOf, inverse } from '../../../support/brute-robot.ts';

type JointKind = 'revolute' | 'prismatic';

interface ArmJoint {
  readonly type: JointKind;
  readonly axis: Vec3;
  readonly origin: Frame;
}

export interface Arm {
  readonly robot: Robot;
  readonly joints: readonly ArmJoint[];
  /** The tool's frame in the last link. */
  readonly at: Pose;
  /** Joints that follow, by number. */
  readonly following: readonly number[];
  /** Ranges to draw a start from, away from where the arm is singular. */
  readonly starts: readonly (readonly [number, number])[];
}

export const about = ([x, y, z]: Vec3, angle: number): Quat => {
  const s = Math.sin(angle / 2) / Math.hypot(x, y, z);
  return [s * x, s * y, s * z, Math.cos(angle / 2)];
};

function arm(name: string, rows: readonly { origin: Frame; axis?: Vec3; type?: JointKind }[], rest: Omit<Arm, 'robot' | 'joints'>): Arm {
  const joints = rows.map(({ origin, axis = [0, 0, 1], type = 'revolute' }) => ({ origin, axis, type }));
  const links: RobotOptions['links'] = joints.map(({ origin, axis, type }, i) => ({
    name: `link${i}`,
    ...(i > 0 && { parent: `link${i - 1}` }),
    joint: { name: `joint${i}`, type, axis, origin: { position: origin.p, quaternion: origin.q }, limits: { lower: -20, upper: 20 } },
    shapes: [{ shape: box([0.05, 0.04, 0.06]) }],
  }));
  return { robot: new Robot({ name, links }), joints, ...rest };
}

/** Rows of d, a, α after each joint, as Denavit and Hartenberg. */
function byLengths(
  name: string,
  rows: readonly (readonly [d: number, a: number, alpha: number])[],
  rest: Omit<Arm, 'robot' | 'joints' | 'at'>,
): Arm {
  const after = ([d, a, alpha]: readonly [number, number, number]): Frame => ({ p: [a, 0, d], q: about([1, 0, 0], alpha) });
  const tool = after(rows[rows.length - 1]);
  const origins = rows.map((_, i) => (i === 0 ? frameOf(undefined) : after(rows[i - 1])));
  return arm(
    name,
    origins.map((origin) => ({ origin })),
    { ...rest, at: { position: tool.p, quaternion: tool.q } },
  );
}

const QUARTER = Math.PI / 2;
const SIX = [0, 1, 2, 3, 4, 5];
const WIDE = [-2.5, 2.5] as const;
const BENT = [0.6, 2.3] as const;

// Universal Robots' table of lengths
const UR5 = byLengths(
  'ur5',
  [
    [0.089159, 0, QUARTER],
    [0, -0.425, 0],
    [0, -0.39225, 0],
    [0.10915, 0, QUARTER],
    [0.09465, 0, -QUARTER],
    [0.0823, 0, 0],
  ],
  { following: SIX, starts: [WIDE, [-2, 0], BENT, WIDE, BENT, WIDE] },
);

export const ARMS: Readonly<Record<string, Arm>> = {
  ur5: UR5,
  // on a track that somebody else moves
  track: arm('track', [{ origin: frameOf(undefined), axis: [1, 0, 0], type: 'prismatic' }, ...UR5.joints], {
    at: UR5.at,
    following: SIX.map((k) => k + 1),
    starts: [[-1, 1], ...UR5.starts],
  }),
  // Franka's table, one joint held
  panda: byLengths(
    'panda',
    [
      [0.333, 0, -QUARTER],
      [0, 0, QUARTER],
      [0.316, 0.0825, QUARTER],
      [0, -0.0825, -QUARTER],
      [0.384, 0, QUARTER],
      [0, 0.088, QUARTER],
      [0.107, 0, 0],
    ],
    { following: SIX, starts: [WIDE, [0.2, 1], WIDE, [-2.2, -1], WIDE, [1, 2.6], WIDE] },
  ),
  // four axes: it cannot tilt
  scara: arm(
    'scara',
    [
      { origin: { p: [0, 0, 0.3], q: [0, 0, 0, 1] } },
      { origin: { p: [0.25, 0, 0], q: [0, 0, 0, 1] } },
      { origin: { p: [0.2, 0, 0], q: [0, 0, 0, 1] }, type: 'prismatic' },
      { origin: { p: [0, 0, -0.1], q: [0, 0, 0, 1] } },
    ],
    { at: { position: [0, 0, -0.02] }, following: [0, 1, 2, 3], starts: [WIDE, BENT, [-0.1, 0.1], WIDE] },
  ),
  // three slides and a wrist
  gantry: arm(
    'gantry',
    [
      { origin: frameOf(undefined), axis: [1, 0, 0], type: 'prismatic' },
      { origin: frameOf(undefined), axis: [0, 1, 0], type: 'prismatic' },
      { origin: { p: [0, 0, 0.5], q: [0, 0, 0, 1] }, type: 'prismatic' },
      { origin: frameOf(undefined) },
      { origin: frameOf(undefined), axis: [0, 1, 0] },
      { origin: frameOf(undefined) },
    ],
    { at: { position: [0.02, 0, 0.12] }, following: SIX, starts: [[-1, 1], [-1, 1], [-0.3, 0.3], WIDE, BENT, WIDE] },
  ),
};

/** Where the tool is, by the judge. */
export function toolAt({ joints, at }: Arm, values: ArrayLike<number>, last = joints.length): Frame {
  let frame = frameOf(undefined);
  for (let i = 0; i < last; i++) {
    const { axis, origin, type } = joints[i];
    const own: Frame =
      type === 'revolute'
        ? { p: [0, 0, 0], q: about(axis, values[i]) }
        : { p: [axis[0] * values[i], axis[1] * values[i], axis[2] * values[i]], q: [0, 0, 0, 1] };
    frame = compose(compose(frame, origin), own);
  }
  return last === joints.length ? compose(frame, frameOf(at)) : frame;
}

/** How far the tool is from a frame: place, and a rotation vector to first order. */
function miss(arm: Arm, values: ArrayLike<number>, goal: Frame): readonly number[] {
  const tool = toolAt(arm, values);
  const { q } = compose({ q: tool.q, p: [0, 0, 0] }, inverse({ q: goal.q, p: [0, 0, 0] }));
  const sign = q[3] < 0 ? -2 : 2;
  return [...tool.p.map((x, k) => x - goal.p[k]), sign * q[0], sign * q[1], sign * q[2]];
}

/** The values nearby that bring the tool there, by least squares over differences; null: none. */
export function solved(arm: Arm, near: ArrayLike<number>, goal: Frame): Float64Array | null {
  const values = Float64Array.from(near);
  const { following } = arm;
  for (let step = 0; step < 40; step++) {
    const r = miss(arm, values, goal);
    const h = 1e-6;
    const columns = following.map((k) => {
      const [up, down] = [values.slice(), values.slice()];
      up[k] += h;
      down[k] -= h;
      const [a, b] = [miss(arm, up, goal), miss(arm, down, goal)];
      return a.map((x, i) => (x - b[i]) / (2 * h));
    });
    const normal = columns.map((a) => columns.map((b) => a.reduce((sum, x, i) => sum + x * b[i], 0)));
    const right = columns.map((a) => -a.reduce((sum, x, i) => sum + x * r[i], 0));
    const change = eliminated(normal, right);
    if (change === null) return null;
    following.forEach((k, i) => {
      values[k] += change[i];
    });
    // what is left is less than this times the error of the differences, some 1e-9
    if (Math.max(...change.map(Math.abs)) < 1e-10) break;
  }
  return Math.max(...miss(arm, values, goal).map(Math.abs)) < 1e-12 ? values : null;
}

export function eliminated(a: readonly (readonly number[])[], b: readonly number[]): number[] | null {
  const rows = a.map((row, i) => [...row, b[i]]);
  const n = rows.length;
  for (let c = 0; c < n; c++) {
    const pivot = rows.slice(c).reduce((best, row, i) => (Math.abs(row[c]) > Math.abs(rows[best][c]) ? c + i : best), c);
    [rows[c], rows[pivot]] = [rows[pivot], rows[c]];
    if (Math.abs(rows[c][c]) < 1e-14) return null;
    for (let i = 0; i < n; i++) {
      if (i === c) continue;
      const factor = rows[i][c] / rows[c][c];
      for (let j = c; j <= n; j++) rows[i][j] -= factor * rows[c][j];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}
