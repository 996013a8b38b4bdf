import { InputError } from '../../index.ts';
import { readRigidScene, readRobotScene } from '../../io/index.ts';
import { sceneFormat } from '../file-format.ts';
import { inputFiles, type RecordedFiles } from '../terminal/input-files.ts';
import { slashed } from '../terminal/slashed-path.ts';
import type { QuestionScene, SceneQuery } from './question.ts';
import { rigidQuestions } from './rigid-questions.ts';
import { robotQuestions } from './robot-questions.ts';

/** Reads a scene file of either kind, `ccd-scene/1` or `ccd-robot-scene/1`. */
export async function loadScene(path: string, files: RecordedFiles = inputFiles({}), maxWork?: number): Promise<QuestionScene> {
  const place = slashed(path);
  const format = await sceneFormat(files, place);
  try {
    if (format === 'ccd-robot-scene/1') return robotQuestions(await readRobotScene(files, place, { maxWork }));
    return rigidQuestions(await readRigidScene(files, place, { maxWork }));
  } catch (error) {
    if (error instanceof InputError && error.file !== place) throw new InputError(`its mesh ${error.message}`, { file: path });
    throw error;
  }
}

/** Places of the queries with these ids, in the order of the file, and of those the first few. */
export function selectQueries(
  queries: readonly SceneQuery[],
  only: readonly number[] | undefined,
  limit: number = Infinity,
): readonly number[] {
  const places = queries.map((_, place) => place);
  if (only === undefined) return places.slice(0, limit);
  const counts = new Map<number, number>();
  for (const { id } of queries) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const id of only) {
    const found = counts.get(id) ?? 0;
    if (found === 0) throw new InputError(`--only: the scene has no query ${id}; it has ${queries.length}, ${queries[0].id} the first`);
    if (found > 1) throw new InputError(`--only: ${found} queries of the scene have the id ${id}; ids should differ`);
  }
  const wanted = new Set(only);
  return places.filter((place) => wanted.has(queries[place].id)).slice(0, limit);
}
