/** The queries of a scene file: of two bodies as they are, of robots as motions of a cell. */
import { basename, extname } from 'node:path';
import { InputError } from '../../index.ts';
import { readRigidScene, readRobotScene } from '../../io/index.ts';
import type { JobItem, JobSection } from '../../node/job/job-item.ts';
import { packQueries } from '../../node/job/packed-queries.ts';
import { robotSceneCell } from '../check/load-cell.ts';
import { formatOf, SCENE_FORMATS } from '../file-format.ts';
import { askOf } from './task-ask.ts';
import type { TaskSource } from './task-source.ts';

export async function* sceneItems(source: TaskSource): AsyncGenerator<JobItem> {
  const { task, namedFiles, place, idOf } = source;
  const file = place(task.scene as string);
  const isOfRobots = (await formatOf(namedFiles, file)) === SCENE_FORMATS[1];
  const { section, queries, dataOf } = isOfRobots ? await robotScene(source, file) : await rigidScene(source, file);
  const wanted = task.queries === undefined ? undefined : new Set(task.queries);
  const known = new Set(queries.map(({ id }) => id));
  for (const id of wanted ?? []) if (!known.has(id)) throw new InputError(`there is no query ${id}`, { file });
  for (const [i, { id }] of queries.entries())
    if (wanted === undefined || wanted.has(id))
      yield { id: `${idOf(file)}#${id}`, file, isAlone: false, section, data: Buffer.from(dataOf(i)) };
}

interface Asked {
  readonly section: JobSection;
  readonly queries: readonly { readonly id: number }[];
  dataOf(index: number): string;
}

async function rigidScene({ task, options, namedFiles, subject }: TaskSource, file: string): Promise<Asked> {
  const { maxWork } = options;
  if (typeof task.clearance === 'object') throw new InputError('clearance by groups is for robots; two bodies have one', { file });
  const scene = await readRigidScene(namedFiles, file, { maxWork });
  const [a, b] = [scene.meshA, scene.meshB].map((path) => basename(path, extname(path)));
  const about = subject(packQueries(scene, a === b ? [`${a} A`, `${b} B`] : [a, b]));
  const section: JobSection = { name: file, subject: about, kind: 'query', ask: askOf(task, options, scene.touch), columns: null };
  return { section, queries: scene.queries, dataOf: (i) => String(i) };
}

async function robotScene({ task, options, namedFiles, packCell, subject }: TaskSource, file: string): Promise<Asked> {
  const { maxWork } = options;
  const scene = await readRobotScene(namedFiles, file, { maxWork });
  const cell = robotSceneCell(task.scene as string, scene);
  const about = subject(packCell({ ...cell, self: cell.self && task.self !== false }));
  const section: JobSection = { name: file, subject: about, kind: 'motion', ask: askOf(task, options, scene.touch), columns: null };
  return { section, queries: scene.queries, dataOf: (i) => [...scene.queries[i].from, ...scene.queries[i].to].join(',') };
}
