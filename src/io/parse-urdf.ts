import type { Pose, Quat, Vec3 } from '../math/pose.ts';
import { multiply, normalised } from '../math/quat.ts';
import { sinCos } from '../math/trig.ts';
import { normalise } from '../math/vec3.ts';
import { JOINT_TYPES, type JointLimits, type JointType, type Mimic, sizeOf } from '../robot/joint.ts';
import type { MeshSource } from './build-mesh.ts';
import { checkTree } from './urdf-tree.ts';
import { parseXml } from './xml.ts';
import { byName, refuseXacro, shown, type XmlElement } from './xml-element.ts';

// URDF as data, checked as far as one file can be: no meshes are read. Elements that say nothing about shape or motion
// (inertial, material, transmission, gazebo, ...) are skipped.

export type UrdfShape =
  | { readonly type: 'box'; readonly size: Vec3 }
  | { readonly type: 'sphere'; readonly radius: number }
  /** Along z, centred. */
  | { readonly type: 'cylinder'; readonly radius: number; readonly length: number }
  /** Along z, centred; `length` is that of the cylinder between the half spheres. */
  | { readonly type: 'capsule'; readonly radius: number; readonly length: number }
  /** `filename` as written, also with package:// in front. */
  | { readonly type: 'mesh'; readonly filename: string; readonly scale: Vec3 };

export interface UrdfGeometry {
  readonly name?: string;
  /** In the link's frame. */
  readonly origin: Pose;
  readonly shape: UrdfShape;
  readonly line: number;
}

export interface UrdfLink {
  readonly name: string;
  readonly visual: readonly UrdfGeometry[];
  readonly collision: readonly UrdfGeometry[];
  readonly line: number;
}

export interface UrdfJoint {
  readonly name: string;
  readonly type: JointType;
  readonly parent: string;
  readonly child: string;
  /** The joint's frame in the parent link's frame. */
  readonly origin: Pose;
  /** Where the type has one; of any length but 0. */
  readonly axis?: Vec3;
  readonly limits?: JointLimits;
  readonly mimic?: Mimic;
  readonly line: number;
}

export interface UrdfModel {
  readonly name: string;
  readonly file: string;
  readonly links: readonly UrdfLink[];
  /** The links form one tree with these as its edges. */
  readonly joints: readonly UrdfJoint[];
  /** The link that is nobody's child. */
  readonly root: string;
  /** Sentences about what is odd but harmless. */
  readonly warnings: readonly string[];
}

export function parseUrdf(source: MeshSource, file: string): UrdfModel {
  const robot = parseXml(source, file);
  if (robot.name !== 'robot') throw robot.fault(`the root element should be <robot>, got <${robot.name}>${hintOf(robot.name)}`);
  refuseXacro(robot, 'urdf');
  const name = robot.attribute('name');
  const linkElements = robot.all('link');
  if (linkElements.length === 0) {
    const isSrdf = robot.all('group').length > 0 || robot.all('disable_collisions').length > 0;
    throw robot.fault(`the robot has no link${isSrdf ? '; this looks like an SRDF file, which goes beside the URDF' : ''}`);
  }
  byName(linkElements, 'link');
  byName(robot.all('joint'), 'joint');
  const links = linkElements.map(readLink);
  const joints = robot.all('joint').map(readJoint);
  const root = checkTree(links, joints, file);
  const warnings = joints
    .filter(({ type, limits }) => (type === 'revolute' || type === 'prismatic') && limits === undefined)
    .map((joint) => `${file}, line ${joint.line}: joint '${joint.name}' is ${joint.type} but has no <limit>; it is taken as unlimited`);
  return { name, file, links, joints, root, warnings };
}

function hintOf(root: string): string {
  if (root === 'sdf') return '; SDF files are not read, convert it to URDF';
  return root === 'mujoco' ? '; MJCF files are not read, convert it to URDF' : '';
}

function readLink(link: XmlElement): UrdfLink {
  return {
    name: link.attribute('name'),
    visual: link.all('visual').map(readGeometry),
    collision: link.all('collision').map(readGeometry),
    line: link.line,
  };
}

function readGeometry(element: XmlElement): UrdfGeometry {
  const geometry = element.required('geometry');
  const [shape, second] = geometry.children;
  if (shape === undefined) throw geometry.fault(`<geometry> is empty; it should hold one of ${Object.keys(SHAPES).join(', ')}`);
  if (second !== undefined) throw second.fault(`<geometry> should hold one shape, got <${shape.name}> and <${second.name}>`);
  if (!Object.hasOwn(SHAPES, shape.name)) throw shape.fault(`<${shape.name}> is none of ${Object.keys(SHAPES).join(', ')}`);
  return {
    name: element.attributes.get('name') || undefined,
    origin: readOrigin(element),
    shape: SHAPES[shape.name as UrdfShape['type']](shape),
    line: shape.line,
  };
}

const SHAPES: Readonly<Record<UrdfShape['type'], (shape: XmlElement) => UrdfShape>> = {
  box: (shape) => ({ type: 'box', size: shape.sizes('size') }),
  sphere: (shape) => ({ type: 'sphere', radius: shape.size('radius') }),
  cylinder: (shape) => ({ type: 'cylinder', radius: shape.size('radius'), length: shape.size('length') }),
  capsule: (shape) => ({ type: 'capsule', radius: shape.size('radius'), length: shape.size('length') }),
  mesh(shape) {
    const filename = shape.attribute('filename').trim();
    const scale = shape.vector('scale', [1, 1, 1]);
    if (scale.includes(0)) throw shape.fault(`scale of <mesh> must not have a 0, got ${scale.join(' ')}`);
    return { type: 'mesh', filename, scale };
  },
};

function readOrigin(element: XmlElement): Pose {
  const origin = element.only('origin');
  if (origin === undefined) return { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };
  return { position: origin.vector('xyz', [0, 0, 0]), quaternion: readRotation(origin) };
}

/** rpy, or since URDF 1.1 quat_xyzw. */
function readRotation(origin: XmlElement): Quat {
  if (!origin.attributes.has('quat_xyzw')) return quaternionOfAngles(origin.vector('rpy', [0, 0, 0]));
  if (origin.attributes.has('rpy')) throw origin.fault('<origin> should have rpy or quat_xyzw, not both');
  const [x, y, z, w] = origin.quaternion('quat_xyzw');
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  // Files carry few digits; what is further off than these explain is not a rotation.
  if (!(Math.abs(length - 1) <= 1e-3)) throw origin.fault(`quat_xyzw of <origin> should have length 1, has ${length}`);
  return normalised([x, y, z, w]);
}

/** Roll about x, then pitch about y, then yaw about z, all fixed axes: q = q_z(yaw) q_y(pitch) q_x(roll). */
export function quaternionOfAngles([roll, pitch, yaw]: Vec3): Quat {
  // The core's own sine, so that a robot has the same bits in Node and in every browser.
  const half = new Float64Array(6);
  [roll, pitch, yaw].forEach((angle, i) => {
    sinCos(angle / 2, half, 2 * i);
  });
  const [sx, cx, sy, cy, sz, cz] = half;
  return normalised(multiply(multiply([0, 0, sz, cz], [0, sy, 0, cy]), [sx, 0, 0, cx]));
}

function readJoint(joint: XmlElement): UrdfJoint {
  const name = joint.attribute('name');
  const type = joint.attribute('type') as JointType;
  if (!JOINT_TYPES.includes(type)) throw joint.fault(`joint '${name}': type ${shown(type)} is none of ${JOINT_TYPES.join(', ')}`);
  return {
    name,
    type,
    parent: joint.required('parent').attribute('link'),
    child: joint.required('child').attribute('link'),
    origin: readOrigin(joint),
    axis: readAxis(joint, type),
    limits: readLimits(joint, type),
    mimic: readMimic(joint, type),
    line: joint.line,
  };
}

function readAxis(joint: XmlElement, type: JointType): Vec3 | undefined {
  const axis = joint.only('axis');
  // Exporters write 0 0 0 where no axis is meant.
  if (axis === undefined || type === 'fixed' || type === 'floating') return undefined;
  const xyz = axis.vector('xyz');
  if (normalise(xyz) === undefined) throw axis.fault(`axis of joint '${joint.attribute('name')}' has no direction: ${xyz.join(' ')}`);
  return xyz;
}

function readLimits(joint: XmlElement, type: JointType): JointLimits | undefined {
  const limit = joint.only('limit');
  if (limit === undefined || sizeOf(type) !== 1) return undefined;
  const velocity = limit.attributes.has('velocity') ? limit.number('velocity') : undefined;
  if (type === 'continuous') return { velocity };
  // What is not written is 0, says the format.
  const lower = limit.number('lower', 0);
  const upper = limit.number('upper', 0);
  if (lower > upper) throw limit.fault(`joint '${joint.attribute('name')}': the lower limit ${lower} is above the upper one ${upper}`);
  return { lower, upper, velocity };
}

function readMimic(joint: XmlElement, type: JointType): Mimic | undefined {
  const mimic = joint.only('mimic');
  if (mimic === undefined || type === 'fixed') return undefined;
  if (sizeOf(type) !== 1) throw mimic.fault(`joint '${joint.attribute('name')}': a ${type} joint cannot mimic another one`);
  return { joint: mimic.attribute('joint'), multiplier: mimic.number('multiplier', 1), offset: mimic.number('offset', 0) };
}
