/**
 * Loops of a URDF, which has no word for them: `<constraint>` as proposed (urdfdom#264), `<loop_joint>` as Isaac Sim
 * and Drake have it, and joints that transmissions drive. A YAML file beside it as example-parallel-robots has them:
 * `closed_loop` pairs of joints whose frames coincide, `type` 6d or 3d, `name_mot` those that are driven; `joint_name`
 * and `joint_type` say which joints are of another type than in the URDF (loop-joint-types.ts).
 */
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import type { Pose, Quat, Vec3 } from '../../math/pose.ts';
import { multiply, normalised } from '../../math/quat.ts';
import { shownName } from '../../math/shown-name.ts';
import { normalise } from '../../math/vec3.ts';
import type { RobotLoop } from '../../robot/robot-model.ts';
import type { Located } from '../text/located-value.ts';
import { shown, type XmlElement } from '../text/xml-element.ts';
import { replaceJoints } from './loop-joint-types.ts';
import type { UrdfJoint, UrdfModel } from './urdf-model.ts';

/** What coincides, by the type of the joint that closes a loop. */
const KEEPS: Readonly<Record<string, RobotLoop['keeps']>> = {
  fixed: 'whole',
  revolute: 'axis',
  continuous: 'axis',
  spherical: 'point',
  ball: 'point',
};

type ReadPose = (element: XmlElement) => Pose;

/** Those of the file; `poseOf` reads xyz and rpy of an element. */
export function loopsIn(robot: XmlElement, poseOf: ReadPose): RobotLoop[] {
  const constraints = robot.all('constraint').map((element) => {
    const side = (which: 'parent' | 'child'): Side => ({
      link: element.required(which).attribute('link'),
      pose: originOf(element.only(`${which}_origin`), poseOf),
      axis: element.only(`${which}_axis`)?.vector('xyz') ?? element.only('parent_axis')?.vector('xyz') ?? [1, 0, 0],
    });
    return loopOf(element, side('parent'), side('child'));
  });
  const joints = robot.all('loop_joint').map((element) => {
    const axis = element.only('axis')?.vector('xyz') ?? [1, 0, 0];
    const side = (which: 'link1' | 'link2'): Side => {
      const end = element.required(which);
      return { link: end.attribute('link'), pose: originOf(end, poseOf), axis };
    };
    return loopOf(element, side('link1'), side('link2'));
  });
  return [...constraints, ...joints];
}

/** Joints that transmissions drive, as ROS writes them. */
export function drivenIn(robot: XmlElement): string[] {
  return robot.all('transmission').flatMap((transmission) => transmission.all('joint').map((joint) => joint.attribute('name')));
}

interface Side {
  readonly link: string;
  readonly pose: Pose;
  readonly axis: Vec3;
}

function originOf(element: XmlElement | undefined, poseOf: ReadPose): Pose {
  return element === undefined ? {} : poseOf(element);
}

function loopOf(element: XmlElement, a: Side, b: Side): RobotLoop {
  const [name, type] = [element.attribute('name'), element.attribute('type')];
  const keeps = entryOf(KEEPS, type);
  if (keeps === undefined)
    throw element.fault(
      `loop ${shownName(name)}: type ${shown(type)} is none of ${Object.keys(KEEPS).join(', ')}; a joint of another type: hang a link without shapes on one side by it, and let that coincide with the other side by type fixed`,
    );
  const frame = ({ link, pose, axis }: Side): RobotLoop['a'] => ({ link, at: keeps === 'axis' ? turnedTo(pose, axis, element) : pose });
  return { name, a: frame(a), b: frame(b), keeps };
}

/** The frame turned so that its z is the axis. */
function turnedTo({ position, quaternion = [0, 0, 0, 1] }: Pose, axis: Vec3, element: XmlElement): Pose {
  const unit = normalise(axis);
  if (unit === undefined) throw element.fault(`axis of <${element.name}> has no direction: ${axis.join(' ')}`);
  const [x, y, z] = unit;
  const turn: Quat = z < -0.999999 ? [1, 0, 0, 0] : normalised([-y, x, 0, 1 + z]);
  return { position, quaternion: normalised(multiply(quaternion, turn)) };
}

/** What the YAML beside a URDF says. */
export interface LoopsBeside {
  readonly loops: readonly RobotLoop[];
  readonly driven: readonly string[];
  /** Joints that do nothing, because the other side of a loop turns about the same axis. */
  readonly idle: readonly string[];
  /** The URDF with joints of the types that the YAML gives them. */
  readonly urdf: UrdfModel;
}

const KEYS: readonly string[] = ['closed_loop', 'type', 'name_mot', 'joint_name', 'joint_type'];

/** Loops of a YAML file, for a URDF. */
export function loopsBeside(yaml: Located, given: UrdfModel): LoopsBeside {
  yaml.onlyKeys(KEYS);
  const { urdf, parts } = replaceJoints(yaml, given);
  const { joints, links, file } = urdf;
  const pairs = yaml.field('closed_loop').items('a list of pairs of joints');
  const types = yaml.get('type')?.texts();
  if (types !== undefined && types.length !== pairs.length)
    throw yaml.field('type').error(`has ${types.length} entries, closed_loop has ${pairs.length}`);
  const driven = yaml
    .field('name_mot')
    .texts()
    .flatMap((name) => parts.get(name) ?? [name]);
  const isDriven = new Set(driven);
  const idle: string[] = [];
  const known = new Map(joints.map((joint) => [joint.name, joint]));
  const linkNames = new Set(links.map(({ name }) => name));
  const childOf = new Map(given.joints.map(({ name, child }) => [name, child]));
  const named = (place: Located): { readonly link: string; readonly joint?: UrdfJoint } => {
    const name = place.text();
    const link = childOf.get(name);
    if (link !== undefined) return { link, joint: known.get(name) };
    if (linkNames.has(name)) return { link: name };
    throw place.error(`is ${shownName(name)}, which is no joint of ${file}`);
  };
  const loops = pairs.map((pair, k): RobotLoop => {
    const type = types?.[k] ?? '6d';
    const [first, second, more] = pair.items('two names of joints');
    if (second === undefined || more !== undefined) throw pair.wrong('two names of joints');
    const [a, b] = [named(first), named(second)];
    if (type.toLowerCase() !== '6d' && type.toLowerCase() !== '3d')
      throw yaml.field('type').error(`has ${shownName(type)}; 6d and 3d are known`);
    const keeps = type.toLowerCase() === '6d' ? 'whole' : 'point';
    if (keeps === 'whole' && a.joint && b.joint && isSameAxis(a.joint, b.joint)) {
      const spare = [b.joint.name, a.joint.name].find((name) => !isDriven.has(name));
      if (spare !== undefined) idle.push(spare);
    }
    return { name: `${first.text()} - ${second.text()}`, a: { link: a.link }, b: { link: b.link }, keeps };
  });
  for (const name of driven)
    if (!known.has(name)) throw new InputError(`name_mot: ${shownName(name)} is no joint of ${file}`, { file: yaml.file });
  return { loops, driven, idle, urdf };
}

/** Both turn about one axis where their frames coincide: one of them does nothing. */
function isSameAxis(a: UrdfJoint, b: UrdfJoint): boolean {
  const [u, v] = [a, b].map(({ axis }) => normalise(axis ?? [1, 0, 0]));
  const turns = (type: string): boolean => type === 'revolute' || type === 'continuous';
  return turns(a.type) && turns(b.type) && u !== undefined && v !== undefined && u.every((x, k) => Math.abs(x - v[k]) < 1e-9);
}
