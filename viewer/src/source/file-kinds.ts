/** What a file is, by its name and, where that does not say, by how it begins. */
import { isMeshFile } from 'inbetween/io';

export type FileKind =
  | 'cell'
  | 'robot'
  | 'xacro'
  | 'srdf'
  | 'robot-scene'
  | 'rigid-scene'
  | 'planning-scene'
  | 'motion-request'
  | 'mesh'
  | 'cloud'
  | 'path'
  /** Textures, read-mes and whatever else lies in folders. */
  | 'other';

/** Kinds that can be opened by themselves, the likeliest to be meant first. */
export const OPENABLE: readonly FileKind[] = ['cell', 'robot-scene', 'rigid-scene', 'robot', 'xacro', 'mesh', 'cloud'];

const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  urdf: 'robot',
  xacro: 'xacro',
  srdf: 'srdf',
  scene: 'planning-scene',
  pcd: 'cloud',
  xyz: 'cloud',
  xyzn: 'cloud',
  xyzrgb: 'cloud',
  pts: 'cloud',
  asc: 'cloud',
  csv: 'path',
  tsv: 'path',
  jsonl: 'path',
  ndjson: 'path',
  npy: 'path',
};

const BY_FORMAT: Readonly<Record<string, FileKind>> = {
  'inbetween-cell/1': 'cell',
  'inbetween-path/1': 'path',
  'inbetween-program/1': 'path',
  'ccd-robot-scene/1': 'robot-scene',
  'ccd-scene/1': 'rigid-scene',
};

/** Keys of a planning scene of MoveIt, which has no word for its format. */
const SCENE_KEYS = /(^|[\s{,])"?(world|collision_objects|robot_model_name|allowed_collision_matrix|fixed_frame_transforms|is_diff)"?\s*:/m;
/** Keys of a motion plan request of MoveIt, which may have some of a planning scene in it. */
const REQUEST_KEYS = /(^|[\s{,])"?goal_constraints"?\s*:/m;
const PATH_KEYS = /(^|[\s{,[-])"?(joint_names|joint_trajectory|trajectory|positions|position|waypoints|points|path)"?\s*:/m;
/** Bytes of a file that say what it is. */
const BEGINNING = 65_536;

export function fileKind(path: string, bytes: Uint8Array): FileKind {
  const extension = extensionOf(path);
  const known = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
  if (known === 'robot') return isXacro(beginningOf(bytes)) ? 'xacro' : 'robot';
  if (known !== undefined) return known;
  if (extension === 'ply') return /^element\s+face\s+[1-9]/m.test(beginningOf(bytes)) ? 'mesh' : 'cloud';
  if (isMeshFile(path)) return 'mesh';
  if (extension === 'xml') return xmlKind(beginningOf(bytes));
  if (extension === 'json' || extension === 'yaml' || extension === 'yml') return treeKind(beginningOf(bytes));
  return 'other';
}

export function extensionOf(path: string): string {
  return /\.([a-z0-9]+)$/i.exec(path)?.[1].toLowerCase() ?? '';
}

function xmlKind(text: string): FileKind {
  if (!/<robot[\s>]/.test(text)) return 'other';
  if (isXacro(text)) return 'xacro';
  return /<(disable_collisions|virtual_joint|group_state|end_effector)[\s>]/.test(text) ? 'srdf' : 'robot';
}

/** Some robots are named `.urdf` and still have macros in them. */
function isXacro(text: string): boolean {
  return /<xacro:\w/.test(text) || /\$\{[^}]+\}/.test(text);
}

function treeKind(text: string): FileKind {
  const format = /"format"\s*:\s*"([^"\\]*)"/.exec(text)?.[1];
  if (format !== undefined && Object.hasOwn(BY_FORMAT, format)) return BY_FORMAT[format];
  if (format !== undefined) return 'other';
  if (REQUEST_KEYS.test(text)) return 'motion-request';
  if (SCENE_KEYS.test(text)) return 'planning-scene';
  return PATH_KEYS.test(text) || /^\s*\[\s*\[/.test(text) || /^\s*-\s*\[/m.test(text) ? 'path' : 'other';
}

function beginningOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, BEGINNING));
}
