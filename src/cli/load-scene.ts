import { basename, extname } from 'node:path';
import { InputError } from '../index.ts';
import { type LoadedRigidScene, type RigidQuery, readRigidScene } from '../io/index.ts';
import { files } from '../node/index.ts';
import { harmless } from './harmless-text.ts';

export interface NamedScene extends LoadedRigidScene {
  readonly nameA: string;
  readonly nameB: string;
}

export async function loadScene(path: string): Promise<NamedScene> {
  const slashed = process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  const scene = await readRigidScene(files(), slashed).catch(async (error: unknown) => {
    if (error instanceof InputError && (await isArticulated(slashed))) {
      throw new InputError('articulated scenes are not supported yet (ccd-robot-scene/1); ccd-scene/1 is', { file: path });
    }
    if (error instanceof InputError && error.file !== slashed) throw new InputError(`its mesh ${error.message}`, { file: path });
    throw error;
  });
  const [a, b] = [bodyName(scene.meshA), bodyName(scene.meshB)];
  return { ...scene, name: harmless(scene.name), nameA: a === b ? `${a} A` : a, nameB: a === b ? `${b} B` : b };
}

/** The queries with these ids, in the order of the file, and of those the first few. */
export function selectQueries(
  { queries }: NamedScene,
  only: readonly number[] | undefined,
  limit: number = Infinity,
): readonly RigidQuery[] {
  if (only === undefined) return queries.slice(0, limit);
  for (const id of only) {
    const found = queries.filter((query) => query.id === id).length;
    if (found === 0) throw new InputError(`--only: the scene has no query ${id}; it has ${queries.length}, ${queries[0].id} the first`);
    if (found > 1) throw new InputError(`--only: ${found} queries of the scene have the id ${id}; ids should differ`);
  }
  return queries.filter(({ id }) => only.includes(id)).slice(0, limit);
}

function bodyName(meshPath: string): string {
  return harmless(basename(meshPath, extname(meshPath)));
}

async function isArticulated(path: string): Promise<boolean> {
  try {
    return JSON.parse(new TextDecoder().decode(await files().read(path))).format === 'ccd-robot-scene/1';
  } catch {
    return false;
  }
}
