/** The items of a job, in its order: cells are loaded and files read when their turn comes, lines as they are wanted. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { InputError } from '../../index.ts';
import type { Files, JobTask, LoadedCell, NamedBy } from '../../io/index.ts';
import type { JobItem, JobSection, Subject } from '../../job/job-item.ts';
import type { RecordedFiles } from '../terminal/input-files.ts';
import type { BatchOptions } from './batch-options.ts';
import { cellItems } from './cell-items.ts';
import type { JobSource } from './job-source.ts';
import { namedFiles } from './named-files.ts';
import { sceneItems } from './scene-items.ts';
import { stepItems } from './step-items.ts';

export interface ItemWishes {
  readonly files: RecordedFiles;
  readonly options: BatchOptions;
  /** A cell as the bytes that workers open; `plannedFor`: the scene that plans must be for. */
  readonly packCell: (cell: LoadedCell, plannedFor?: string) => Uint8Array;
  /** Absolute paths of what is written: none of it is read. */
  readonly outputs: readonly string[];
  /** Told sentences that people should read. */
  readonly onWarning: (sentence: string) => void;
}

/** What the items of one task have in common. */
export interface TaskSource extends ItemWishes {
  readonly task: JobTask;
  /** Files as the job file names them. */
  readonly named: NamedBy | undefined;
  readonly namedFiles: Files;
  /** A name of the task as seen from here. */
  place(name: string): string;
  /** What results call a file. */
  idOf(place: string): string;
  /** Those that names and patterns of the task mean, as seen from here. */
  expand(names: readonly string[]): Promise<readonly string[]>;
  /** Its bytes and their name. */
  subject(bytes: Uint8Array): Subject;
}

/** `limit`: the first so many. */
export async function* jobItems(source: JobSource, wishes: ItemWishes, limit: number = Infinity): AsyncGenerator<JobItem> {
  let count = 0;
  const ids = new Set<string>();
  for (const task of source.tasks) {
    const own = taskSource(source, task, wishes);
    const items = task.cell !== undefined ? cellItems(own) : task.scene !== undefined ? sceneItems(own) : stepItems(own);
    for await (const item of items) {
      if (count++ >= limit) return;
      // items of files of many are told apart by their lines
      if (item.isAlone && ids.has(item.id))
        throw new InputError(`two items of the job are called ${JSON.stringify(item.id)}; give tasks names`);
      if (item.isAlone) ids.add(item.id);
      yield item;
    }
  }
  if (count === 0) throw new InputError('the job has no items: its files are empty, or hold no plan for its scene');
}

function taskSource({ tasks, named, folder }: JobSource, task: JobTask, wishes: ItemWishes): TaskSource {
  const { files, outputs } = wishes;
  const isAbsolute = (name: string) => /^([a-z]:)?[\\/]/i.test(name);
  const place = (name: string) => (isAbsolute(name) ? name : folder + name);
  const before = tasks.length > 1 ? `${task.name}/` : '';
  return {
    ...wishes,
    task,
    named,
    namedFiles:
      named === undefined
        ? files
        : {
            read: (path, own) =>
              files.read(path, {
                by: [...named.by, ...(own?.by ?? [])],
                // what a file says of packages is no word of the person
                ...(own?.package === undefined ? {} : { package: { ...own.package, given: false } }),
              }),
          },
    place,
    idOf: (path) => before + (folder !== '' && path.startsWith(folder) ? path.slice(folder.length) : path),
    expand: async (names) => {
      const found = await namedFiles(files, names.map(place), named);
      const written = found.find((file) => outputs.includes(resolve(file)));
      if (written !== undefined) throw new InputError(`${written}: the job would read what it writes; give the results another place`);
      return found;
    },
    subject: (bytes) => ({ id: createHash('sha256').update(bytes).digest('hex'), bytes }),
  };
}

const NOTHING = new Uint8Array(0);

/** An item that could not be read: it has a line of its own in the results, and the others go on. */
export function faultItem(id: string, file: string, section: JobSection, error: unknown): JobItem {
  if (!(error instanceof InputError)) throw error;
  return { id, file, isAlone: true, section, data: NOTHING, fault: error.message };
}

/** Reads ahead, a few at a time, and gives what was read in order. */
export async function* readAhead<T, R>(items: Iterable<T>, read: (item: T) => Promise<R>, ahead = 16): AsyncGenerator<R> {
  const waiting: Promise<R>[] = [];
  for (const item of items) {
    const next = read(item);
    // told in its turn
    next.catch(() => {});
    waiting.push(next);
    if (waiting.length >= ahead) yield (await waiting.shift()) as R;
  }
  for (const one of waiting) yield await one;
}
