import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { InputError } from '../index.ts';
import { type Files, isMeshFile } from '../io/index.ts';
import { slashed } from './terminal/slashed-path.ts';

/** Formats of scenes: of two bodies, and of robots. */
export const SCENE_FORMATS: readonly string[] = ['ccd-scene/1', 'ccd-robot-scene/1'];
export const CELL_FORMAT = 'inbetween-cell/1';
export const JOB_FORMAT = 'inbetween-job/1';
export const STEP_FORMAT = 'inbetween-step/1';

/** Keys of a planning scene of MoveIt, which has no word for its format. */
const MESSAGE = /(^|[\s{,])"?(world|robot_state|robot_model_name|allowed_collision_matrix|fixed_frame_transforms|is_diff)"?\s*:/m;

/** What commands can be given: a cell, a scene of robots, a robot (URDF), a mesh; a message is what stands around. */
export type SourceKind = 'cell' | 'scene' | 'robot' | 'mesh' | 'message';

/** By the name, and by the content where the name does not say; 'cell' where its reader will say what is wrong. */
export async function sourceKind(files: Files, path: string, command = 'check'): Promise<SourceKind> {
  if (isMeshFile(path)) return 'mesh';
  if (/\.scene$/i.test(path)) return 'message';
  await refuseFolder(path, command);
  if (await isRobotFile(files, path)) return 'robot';
  const text = await textOf(files, path);
  const format = formatIn(text);
  if (format === SCENE_FORMATS[1]) return 'scene';
  if (format === SCENE_FORMATS[0])
    throw new InputError(
      `is a scene of queries of two bodies (${format}), for 'inbetween query'; '${command}' takes a cell (${CELL_FORMAT})`,
      {
        file: path,
      },
    );
  return format === undefined && MESSAGE.test(text) ? 'message' : 'cell';
}

/** A folder stands for the cell in it, `cell.json`; anything else for itself. */
export async function cellIn(path: string): Promise<string> {
  const cell = posix.join(slashed(path), CELL_FILE);
  return (await isFolder(path)) && (await stat(cell).catch(() => null))?.isFile() ? cell : path;
}

const CELL_FILE = 'cell.json';

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** By the name, or by the content where that says another thing. */
export async function isRobotFile(files: Files, path: string): Promise<boolean> {
  if (/\.(urdf|xacro)$/i.test(path)) return true;
  if (isMeshFile(path)) return false;
  const text = await textOf(files, path);
  return /^\s*</.test(text) && /<robot[\s>]/.test(text);
}

/** The cell in a folder is most likely what was meant. */
async function refuseFolder(path: string, command: string): Promise<void> {
  if (await isFolder(path))
    throw new InputError(`is a folder without a ${CELL_FILE}; name the cell, robot or mesh in it: inbetween ${command} FILE`, {
      file: path,
    });
}

/** 'ccd-scene/1' or 'ccd-robot-scene/1'; undefined where the reader will say what is wrong. */
export async function sceneFormat(files: Files, path: string): Promise<string | undefined> {
  const format = formatIn(await textOf(files, path));
  if (format === undefined || SCENE_FORMATS.includes(format)) return format;
  const known = `'query' takes scenes of two bodies (${SCENE_FORMATS[0]}) or of robots (${SCENE_FORMATS[1]})`;
  const what =
    format === CELL_FORMAT ? `is a robot cell (${CELL_FORMAT}), for 'inbetween check'` : `has the format ${JSON.stringify(format)}`;
  throw new InputError(`${what}; ${known}`, { file: path });
}

/** What a file says that it is; undefined where it does not, or cannot be read. */
export async function formatOf(files: Files, path: string): Promise<string | undefined> {
  return isMeshFile(path) ? undefined : formatIn(await textOf(files, path));
}

/** What cannot be read is left to the reader. */
async function textOf(files: Files, path: string): Promise<string> {
  return files
    .read(path)
    .then((bytes) => new TextDecoder().decode(bytes))
    .catch(() => '');
}

/** The format that JSON names, with or without comments. */
function formatIn(text: string): string | undefined {
  try {
    const { format } = JSON.parse(text);
    return typeof format === 'string' ? format : undefined;
  } catch {
    return /"format"\s*:\s*"([^"\\]*)"/.exec(text)?.[1];
  }
}
