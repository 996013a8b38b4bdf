/** Robots that came from no file, as URDF and SRDF with meshes beside them. */
import { type AllowedPair, InputError, type Link, type Quat, type Robot, type TriangleMesh } from 'inbetween';
import { objText } from '../../../scenes/rigid/scene-text.ts';

/** Files by their paths, as text. */
export type TextFiles = Record<string, string>;

/** Writes a mesh once, wherever it is used, and gives its path. */
export type MeshWriter = (mesh: TriangleMesh) => string;

export function meshWriter(files: TextFiles, folder = 'meshes'): MeshWriter {
  const known = new Map<TriangleMesh, string>();
  return (mesh) => {
    const ready = known.get(mesh);
    if (ready !== undefined) return ready;
    if (mesh.radii !== null) throw new InputError(`${mesh.name} is round (a sphere, a capsule or a cloud), which no mesh file holds`);
    const path = unusedPath(`${folder}/${safeName(mesh.name)}`, '.obj', files);
    known.set(mesh, path);
    files[path] = objText(mesh);
    return path;
  };
}

export function unusedPath(stem: string, extension: string, files: Readonly<Record<string, unknown>>): string {
  for (let k = 1; ; k++) {
    const path = `${stem}${k === 1 ? '' : `-${k}`}${extension}`;
    if (!Object.hasOwn(files, path)) return path;
  }
}

/** A name for a file of any system. */
export function safeName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '') || 'part';
}

export function urdfText(robot: Robot, meshPath: MeshWriter): string {
  const { links } = robot;
  const roots = links.filter(({ parent }) => parent < 0);
  // in a URDF one link has no joint; here, all that stand on the base may have one
  const hasBase = roots.length === 1 && roots[0].joint.type === 'fixed' && isIdentity(roots[0].joint);
  const base = hasBase ? undefined : unusedName('base_frame', links);
  const joined = hasBase ? links.filter(({ parent }) => parent >= 0) : links;
  const parts = [
    ...(base === undefined ? [] : [`  <link name="${base}"/>`]),
    ...links.map((link) => linkText(link, meshPath)),
    ...joined.map((link) => jointText(link, link.parent < 0 ? (base as string) : links[link.parent].name)),
  ];
  return `<?xml version="1.0"?>\n<robot name="${escaped(robot.name)}">\n${parts.join('\n')}\n</robot>\n`;
}

/** Pairs of links that are not tested, and states by their names. */
export function srdfText(robot: Robot, allowed: readonly AllowedPair[] = robot.allowed.list()): string {
  const pairs = allowed.map(pairText);
  const groups = robot.groups.map(({ name, joints }) => {
    return `  <group name="${escaped(name)}">\n${joints.map((joint) => `    <joint name="${escaped(joint)}"/>`).join('\n')}\n  </group>`;
  });
  const states = robot.states.flatMap(({ name, group, values }) => {
    const joints = Object.entries(values).map(([joint, value]) => `    <joint name="${escaped(joint)}" value="${value.join(' ')}"/>`);
    return group === undefined
      ? []
      : [`  <group_state name="${escaped(name)}" group="${escaped(group)}">\n${joints.join('\n')}\n  </group_state>`];
  });
  return `<?xml version="1.0"?>\n<robot name="${escaped(robot.name)}">\n${[...groups, ...states, ...toolText(robot), ...pairs].join('\n')}\n</robot>\n`;
}

/** An SRDF with these pairs in place of its own, and all else in it as it is. */
export function srdfWith(pairs: readonly AllowedPair[], srdf: string): string {
  const rest = srdf.replace(/<((?:dis|en)able_(?:default_)?collisions)\b[^>]*?(?:\/>|>[\s\S]*?<\/\1\s*>)/g, '');
  const whole = rest.replace(/<(robot\b[^>]*?)\/>\s*$/, '<$1></robot>');
  const end = whole.lastIndexOf('</robot');
  return `${whole.slice(0, end)}${pairs.map(pairText).join('\n')}\n${whole.slice(end)}`;
}

function pairText({ a, b, reason }: AllowedPair): string {
  return `  <disable_collisions link1="${escaped(a)}" link2="${escaped(b)}" reason="${escaped(reason ?? 'user')}"/>`;
}

/** Links that may keep another distance than the rest. */
function toolText({ tool, links, groups }: Robot): string[] {
  if (tool.length === 0) return [];
  const first = links.find(({ name }) => name === tool[0]);
  const parent = links[Math.max(0, first?.parent ?? 0)].name;
  const name = unusedName('tool', groups);
  const members = tool.map((link) => `<link name="${escaped(link)}"/>`).join('');
  return [
    `  <group name="${name}">${members}</group>`,
    `  <end_effector name="${name}" parent_link="${escaped(parent)}" group="${name}"/>`,
  ];
}

function linkText({ name, shapes }: Link, meshPath: MeshWriter): string {
  const parts = shapes.flatMap(({ shape, pose }) => {
    const { position = [0, 0, 0], quaternion = [0, 0, 0, 1] } = pose ?? {};
    const inside = `      <origin ${originText(position, quaternion)}/>\n      <geometry><mesh filename="${meshPath(shape)}"/></geometry>\n`;
    return ['visual', 'collision'].map((kind) => `    <${kind}>\n${inside}    </${kind}>\n`);
  });
  return `  <link name="${escaped(name)}">\n${parts.join('')}  </link>`;
}

/** A helical joint turns; its pitch stands in the cell. */
const URDF_NAMES: Readonly<Record<Link['joint']['type'], string>> = {
  fixed: 'fixed',
  revolute: 'revolute',
  continuous: 'continuous',
  prismatic: 'prismatic',
  helical: 'revolute',
  planar: 'planar',
  floating: 'floating',
};

function jointText({ name, joint }: Link, parent: string): string {
  const { type, kind, position, quaternion, axis, limits, mimic } = joint;
  const { lower = '-inf', upper = 'inf', velocity = 1 } = limits;
  const lines = [
    `    <parent link="${escaped(parent)}"/>`,
    `    <child link="${escaped(name)}"/>`,
    `    <origin ${originText(position, quaternion)}/>`,
    ...(kind.hasAxis ? [`    <axis xyz="${axis.join(' ')}"/>`] : []),
    ...(kind.hasLimits ? [`    <limit lower="${lower}" upper="${upper}" effort="0" velocity="${velocity}"/>`] : []),
    ...(mimic === null ? [] : [`    <mimic joint="${escaped(mimic.joint)}" multiplier="${mimic.multiplier}" offset="${mimic.offset}"/>`]),
  ];
  return `  <joint name="${escaped(joint.name)}" type="${URDF_NAMES[type]}">\n${lines.join('\n')}\n  </joint>`;
}

function originText(position: readonly number[], quaternion: Quat): string {
  return `xyz="${position.join(' ')}" rpy="${rollPitchYaw(quaternion).join(' ')}"`;
}

/** Angles about the fixed axes x, y, z in this order. */
function rollPitchYaw([x, y, z, w]: Quat): [number, number, number] {
  const sine = 2 * (w * y - x * z);
  const [sineRoll, cosineRoll] = [2 * (w * x + y * z), 1 - 2 * (x * x + y * y)];
  const cosine = Math.hypot(sineRoll, cosineRoll);
  // straight up or down, roll and yaw are one turn
  if (cosine < 1e-9) return [0, Math.sign(sine) * (Math.PI / 2), -2 * Math.sign(sine) * Math.atan2(x, w)];
  return [Math.atan2(sineRoll, cosineRoll), Math.atan2(sine, cosine), Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))];
}

function isIdentity({ position, quaternion }: Link['joint']): boolean {
  return position.every((x) => x === 0) && quaternion[3] === 1;
}

function unusedName(name: string, used: readonly { readonly name: string }[]): string {
  return used.some((one) => one.name === name) ? unusedName(`${name}_`, used) : name;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
