import { InputError } from '../index.ts';
import type { Files } from '../io/index.ts';

const SCENES: readonly string[] = ['ccd-scene/1', 'ccd-robot-scene/1'];
const CELL = 'inbetween-cell/1';

/** Refuses a scene of queries where a cell is wanted. */
export async function refuseScene(files: Files, path: string, command = 'check'): Promise<void> {
  const format = await formatOf(files, path);
  if (format !== undefined && SCENES.includes(format))
    throw new InputError(`is a scene of queries (${format}), for 'inbetween query'; '${command}' takes a cell (${CELL})`, { file: path });
}

/** 'ccd-scene/1' or 'ccd-robot-scene/1'; undefined where the reader will say what is wrong. */
export async function sceneFormat(files: Files, path: string): Promise<string | undefined> {
  const format = await formatOf(files, path);
  if (format === undefined || SCENES.includes(format)) return format;
  const known = `'query' takes scenes of two bodies (${SCENES[0]}) or of robots (${SCENES[1]})`;
  const what = format === CELL ? `is a robot cell (${CELL}), for 'inbetween check'` : `has the format ${JSON.stringify(format)}`;
  throw new InputError(`${what}; ${known}`, { file: path });
}

/** As written in a JSON file, with or without comments; what cannot be read is left to the reader. */
async function formatOf(files: Files, path: string): Promise<string | undefined> {
  const text = await files
    .read(path)
    .then((bytes) => new TextDecoder().decode(bytes))
    .catch(() => '');
  try {
    const { format } = JSON.parse(text);
    return typeof format === 'string' ? format : undefined;
  } catch {
    return /"format"\s*:\s*"([^"\\]*)"/.exec(text)?.[1];
  }
}
