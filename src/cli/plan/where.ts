import { type FreeAxis, InputError, type Pose, type PoseGoal, type Quat, type Vec3 } from '../../index.ts';
import { type PathUnits, unitFactors } from '../../io/index.ts';
import { besideEquals } from './beside-equals.ts';

// What stands behind --from, --to and --through, as far as it can be read without knowing the robots: `home`,
// `1.2,-0.4`, `shoulder=1.2,elbow=-0.4`, `tool0@0.4,0,0.3`, with `robot:` before it, several with `;` between them.

/** One thing that is said of one robot, or of all. */
export type WherePart = {
  /** Undefined: not said. */
  readonly robot?: string;
} & (
  | { readonly state: string }
  | { readonly values: readonly number[] }
  | { readonly joints: readonly (readonly [name: string, value: number])[] }
  | { readonly pose: PoseGoal }
);

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const AXES: readonly FreeAxis[] = ['x', 'y', 'z', 'rx', 'ry', 'rz', 'position', 'orientation'];

/** `what`: the option, for errors. `robots`: names that may stand before a colon. */
export function parseWhere(text: string, what: string, robots: readonly string[], units: PathUnits = {}): WherePart[] {
  const parts = text.split(';').map((part) => part.trim());
  if (parts.some((part) => part === '')) throw new InputError(`${what}: ${text === '' ? 'is empty' : `has an empty part in '${text}'`}`);
  return parts.map((part) => {
    const robot = robots.find((name) => part.startsWith(`${name}:`));
    const rest = robot === undefined ? part : part.slice(robot.length + 1).trim();
    return { ...(robot === undefined ? {} : { robot }), ...parseOne(rest, what, units) };
  });
}

function parseOne(text: string, what: string, units: PathUnits) {
  if (text.includes('@')) return { pose: parsePose(text, what, units) };
  if (text.includes('=')) return { joints: text.split(',').map((one) => parseJoint(one, what)) };
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length > 0 && words.every((word) => NUMBER.test(word))) return { values: words.map((word) => numberOf(word, what)) };
  // a name may begin with a digit; what has numbers and commas is a list with a fault in it
  const wrong = words.find((word) => !NUMBER.test(word));
  if (text.includes(',') && words.some((word) => NUMBER.test(word))) throw new InputError(`${what}: '${wrong}' is no number in '${text}'`);
  return { state: text };
}

function parseJoint(text: string, what: string): [string, number] {
  const [name = '', value = ''] = besideEquals(text) ?? [];
  if (name === '') throw new InputError(`${what}: '${text.trim()}' should be joint=value`);
  return [name, numberOf(value, `${what}: ${name}`)];
}

/** `link@x,y,z`, `…,roll,pitch,yaw` or `…,qx,qy,qz,qw`, then `/free=rz,x` and `/within=0.001,0.01`. */
function parsePose(text: string, what: string, units: PathUnits): PoseGoal {
  const at = text.lastIndexOf('@');
  const link = text.slice(0, at).trim();
  if (link === '') throw new InputError(`${what}: the name of a link is missing before '@' in '${text}'`);
  const [numbers, ...wishes] = text.slice(at + 1).split('/');
  const values = numbers
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => numberOf(word, `${what}: ${link}`));
  const free: FreeAxis[] = [];
  let tolerance: PoseGoal['tolerance'];
  for (const wish of wishes) {
    const [key, value = ''] = besideEquals(wish) ?? [];
    if (key === 'free') for (const axis of value.split(',')) free.push(axisOf(axis.trim(), what));
    else if (key === 'within') tolerance = toleranceOf(value, what, units);
    else throw new InputError(`${what}: '/${wish}' is neither /free=AXES nor /within=LENGTH,ANGLE`);
  }
  const { pose, isPlace } = poseOf(values, `${what}: ${link}`, units);
  return { link, pose, free: isPlace ? [...free, 'orientation'] : free, ...(tolerance === undefined ? {} : { tolerance }) };
}

function poseOf(values: readonly number[], what: string, units: PathUnits): { pose: Required<Pose>; isPlace: boolean } {
  if (![3, 6, 7].includes(values.length))
    throw new InputError(
      `${what}: a pose has 3 numbers (x,y,z: any orientation), 6 (x,y,z,roll,pitch,yaw) or 7 (x,y,z,qx,qy,qz,qw); got ${values.length}`,
    );
  const [x, y, z, ...turn] = values;
  const { angle, length: unit } = unitFactors(units);
  const position: Vec3 = [unit * x, unit * y, unit * z];
  if (turn.length === 4) return { pose: { position, quaternion: turn as unknown as Quat }, isPlace: false };
  const [roll = 0, pitch = 0, yaw = 0] = turn.map((value) => angle * value);
  return { pose: { position, quaternion: quaternionOf(roll, pitch, yaw) }, isPlace: turn.length === 0 };
}

/** The turn about the fixed axes x, then y, then z, as URDF has it. */
function quaternionOf(roll: number, pitch: number, yaw: number): Quat {
  const [a, b, c] = [roll, pitch, yaw].map((angle) => Math.sin(angle / 2));
  const [d, e, f] = [roll, pitch, yaw].map((angle) => Math.cos(angle / 2));
  return [a * e * f - d * b * c, d * b * f + a * e * c, d * e * c - a * b * f, d * e * f + a * b * c];
}

function axisOf(text: string, what: string): FreeAxis {
  const axis = AXES.find((one) => one === text);
  if (axis === undefined) throw new InputError(`${what}: /free: '${text}' is none of ${AXES.join(', ')}`);
  return axis;
}

function toleranceOf(text: string, what: string, units: PathUnits): PoseGoal['tolerance'] {
  const words = text.split(',');
  if (words.length > 2) throw new InputError(`${what}: /within has a length, or a length and an angle; got '${text}'`);
  const [length, angle] = words.map((word) => numberOf(word.trim(), `${what}: /within`));
  const unit = unitFactors(units);
  return { length: unit.length * length, ...(angle === undefined ? {} : { angle: unit.angle * angle }) };
}

function numberOf(text: string, what: string): number {
  const value = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(value)) throw new InputError(`${what}: '${text}' is no number`);
  return value;
}
