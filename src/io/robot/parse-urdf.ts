import { checkRecord } from '../../math/check-record.ts';
import { largestOf } from '../../math/extreme.ts';
import { InputError } from '../../math/input-error.ts';
import type { Pose, Quat, Vec3 } from '../../math/pose.ts';
import { multiply, normalised } from '../../math/quat.ts';
import { shownName } from '../../math/shown-name.ts';
import { sinCos } from '../../math/trig.ts';
import { normalise } from '../../math/vec3.ts';
import type { JointLimits, Mimic } from '../../robot/joint.ts';
import { JOINT_KINDS, type JointKind, type JointType, urdfTypes } from '../../robot/joint-types.ts';
import { type Colour, colourInText } from '../mesh/mesh-colours.ts';
import type { MeshSource } from '../mesh-source.ts';
import { parseXml } from '../text/xml.ts';
import { byName, refuseXacro, shown, XmlElement } from '../text/xml-element.ts';
import { meterOf, type ReadOptions } from '../work-meter.ts';
import { drivenIn, loopsIn } from './urdf-loops.ts';
import type { UrdfGeometry, UrdfJoint, UrdfLink, UrdfModel, UrdfShape } from './urdf-model.ts';
import { checkTree } from './urdf-tree.ts';

// URDF as data, checked as far as one file can be: no meshes are read. Elements that say nothing about shape, motion or
// colour (inertial, transmission, gazebo, ...) are skipped.

/**
 * Reads a URDF at hand, checked as far as one file can be: no meshes are read. `file` is its name, for errors. With
 * `kind`, only shapes of that kind are judged; of the other kind, those that cannot be read are left out with a
 * warning. Left out in any case are shapes that fill nothing (all sizes 0, no <geometry>) and those that URDF does not
 * know.
 */
export function parseUrdf(source: MeshSource, file: string, kind?: 'collision' | 'visual', options: ReadOptions = {}): UrdfModel {
  checkRecord(options, ['maxWork'], 'parseUrdf');
  const robot = parseXml(source, file, meterOf(options.maxWork));
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
  const skipped: Skipped = { collision: [], visual: [] };
  const flat: string[] = [];
  const materials = materialsIn(robot.all('material'));
  const links = linkElements.map((link) => readLink(link, kind, skipped, flat, materials));
  const joints = robot.all('joint').map(readJoint);
  const root = checkTree(links, joints, file);
  const unlimited = joints
    .filter(({ type, limits }) => JOINT_KINDS[type].hasLimits && limits === undefined)
    .map(
      (joint) =>
        `${file}, line ${joint.line}: joint ${shownName(joint.name)} is ${joint.type} but has no <limit>; it is taken as unlimited`,
    );
  const [loops, driven] = [loopsIn(robot, poseOf), drivenIn(robot)];
  const closing = { ...(loops.length > 0 && { loops }), ...(driven.length > 0 && { driven }) };
  return {
    name,
    file,
    links,
    joints,
    ...closing,
    root,
    warnings: [...skipped.collision, ...skipped.visual, ...flat, ...unlimited],
    skipped,
  };
}

function hintOf(root: string): string {
  if (root === 'sdf') return '; SDF files are not read, convert it to URDF';
  return root === 'mujoco' ? '; MJCF files are not read, convert it to URDF' : '';
}

type Skipped = Record<'collision' | 'visual', string[]>;

function readLink(
  link: XmlElement,
  judged: 'collision' | 'visual' | undefined,
  skipped: Skipped,
  flat: string[],
  materials: ReadonlyMap<string, Colour>,
): UrdfLink {
  const name = link.attribute('name');
  const read = (kind: 'collision' | 'visual'): UrdfGeometry[] =>
    link.all(kind).flatMap((element) => {
      const skip = (reason: string, { file, line }: XmlElement): [] => {
        skipped[kind].push(`${file}, line ${line}: ${kind} shape of link ${shownName(name)} left out: ${reason}`);
        return [];
      };
      try {
        const geometry = element.only('geometry');
        if (geometry === undefined) return skip(`<${element.name}> has no <geometry>`, element);
        if (geometry.children.length === 0) return skip('<geometry> is empty', geometry);
        if (geometry.children.length > 1)
          flat.push(
            `${geometry.file}, line ${geometry.line}: <geometry> of link ${shownName(name)} should hold one shape; every one in it counts`,
          );
        return geometry.children.flatMap((shape) => {
          const nothing = whyNothing(shape);
          return nothing === undefined ? [readGeometry(element, shape, flat)] : skip(nothing, shape);
        });
      } catch (cause) {
        if (!(cause instanceof InputError) || judged === undefined || judged === kind) throw cause;
        skipped[kind].push(`${cause.message}; this ${kind} shape of link ${shownName(name)} is left out`);
        return [];
      }
    });
  const own = link.all('visual').flatMap((visual) => visual.all('material'));
  const colour = own.map((material) => colourIn(material) ?? materials.get(material.attributes.get('name') ?? '')).find(Boolean);
  return { name, visual: read('visual'), collision: read('collision'), ...(colour && { colour }), line: link.line };
}

/** Looks are no reason to refuse a file: what is no colour is none. */
function colourIn(material: XmlElement): Colour | null {
  return colourInText(material.all('color')[0]?.attributes.get('rgba') ?? '');
}

function materialsIn(elements: readonly XmlElement[]): ReadonlyMap<string, Colour> {
  return new Map(
    elements.flatMap((element) => {
      const colour = colourIn(element);
      return colour === null ? [] : [[element.attributes.get('name') ?? '', colour] as const];
    }),
  );
}

/** Why there is nothing to be hit. */
function whyNothing(shape: XmlElement): string | undefined {
  if (!Object.hasOwn(SHAPES, shape.name)) return `<${shape.name}> is none of ${Object.keys(SHAPES).join(', ')}`;
  const sizes = [...sizesOf(shape).values()].flat();
  return sizes.length > 0 && sizes.every((size) => size === 0) ? `<${shape.name}> has size 0` : undefined;
}

function sizesOf(shape: XmlElement): Map<string, readonly number[]> {
  const keys = shape.name === 'mesh' ? [] : ['size', 'radius', 'length'].filter((key) => shape.attributes.has(key));
  return new Map(keys.map((key) => [key, shape.numbers(key)]));
}

/** Thickness that a flat shape gets, as a share of its largest size. */
const THINNEST = 1e-6;

/** What is flat can still be hit: it is not left out, but becomes a thin body around it. */
function thickened(shape: XmlElement, flat: string[]): XmlElement {
  const sizes = sizesOf(shape);
  if (![...sizes.values()].flat().includes(0)) return shape;
  const thin = THINNEST * largestOf([...sizes.values()].flat());
  const attributes = new Map(shape.attributes);
  for (const [key, values] of sizes) attributes.set(key, values.map((value) => value || thin).join(' '));
  flat.push(`${shape.file}, line ${shape.line}: <${shape.name}> is flat, it has a size of 0; it is taken as ${thin} thick`);
  return new XmlElement(shape.name, attributes, shape.line, shape.file, shape.work);
}

function readGeometry(element: XmlElement, shape: XmlElement, flat: string[]): UrdfGeometry {
  return {
    name: element.attributes.get('name') || undefined,
    origin: readOrigin(element),
    shape: SHAPES[shape.name as UrdfShape['type']](thickened(shape, flat)),
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
  return origin === undefined ? { position: [0, 0, 0], quaternion: [0, 0, 0, 1] } : poseOf(origin);
}

function poseOf(origin: XmlElement): Pose {
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
  if (!urdfTypes().includes(type))
    throw joint.fault(`joint ${shownName(name)}: type ${shown(type)} is none of ${urdfTypes().join(', ')}${screwHint(type)}`);
  const kind = JOINT_KINDS[type];
  return {
    name,
    type,
    parent: joint.required('parent').attribute('link'),
    child: joint.required('child').attribute('link'),
    origin: readOrigin(joint),
    axis: readAxis(joint, kind),
    limits: readLimits(joint, kind),
    mimic: readMimic(joint, type),
    line: joint.line,
  };
}

/** SDF and exporters have names for what URDF has none for. */
function screwHint(type: string): string {
  if (!/^(helical|screw)$/.test(type)) return '';
  return '; URDF has no helical joints: call it revolute or continuous, and give the metres of a turn beside the file (pitches of readUrdf, "pitches" of the robot in a cell)';
}

function readAxis(joint: XmlElement, { hasAxis }: JointKind): Vec3 | undefined {
  const axis = joint.only('axis');
  // Exporters write 0 0 0 where no axis is meant.
  if (axis === undefined || !hasAxis) return undefined;
  const xyz = axis.vector('xyz');
  if (normalise(xyz) === undefined) throw axis.fault(`axis of joint '${joint.attribute('name')}' has no direction: ${xyz.join(' ')}`);
  return xyz;
}

function readLimits(joint: XmlElement, { size, hasLimits }: JointKind): JointLimits | undefined {
  const limit = joint.only('limit');
  if (limit === undefined || size !== 1) return undefined;
  const rates = { velocity: readRate(limit, 'velocity'), acceleration: readRate(limit, 'acceleration') };
  if (!hasLimits) return rates;
  const lower = readLimit(limit, 'lower', /^\s*-inf(inity)?\s*$/i);
  const upper = readLimit(limit, 'upper', /^\s*\+?inf(inity)?\s*$/i);
  if (lower !== undefined && upper !== undefined && lower > upper)
    throw limit.fault(`joint '${joint.attribute('name')}': the lower limit ${lower} is above the upper one ${upper}`);
  return { lower, upper, ...rates };
}

/** Exporters write infinity, nothing or 0 where there is no limit. */
function readRate(limit: XmlElement, name: string): number | undefined {
  const isUnlimited = /^([+-]?(inf|infinity|nan))?$/i.test((limit.attributes.get(name) ?? '').trim());
  return isUnlimited ? undefined : limit.number(name) || undefined;
}

/** Undefined where there is none: the limit is written as infinite. What is not written is 0, says the format. */
function readLimit(limit: XmlElement, name: 'lower' | 'upper', infinite: RegExp): number | undefined {
  return infinite.test(limit.attributes.get(name) ?? '') ? undefined : limit.number(name, 0);
}

function readMimic(joint: XmlElement, type: JointType): Mimic | undefined {
  const mimic = joint.only('mimic');
  const { size } = JOINT_KINDS[type];
  if (mimic === undefined || size === 0) return undefined;
  if (size !== 1) throw mimic.fault(`joint '${joint.attribute('name')}': a ${type} joint cannot mimic another one`);
  return { joint: mimic.attribute('joint'), multiplier: mimic.number('multiplier', 1), offset: mimic.number('offset', 0) };
}
