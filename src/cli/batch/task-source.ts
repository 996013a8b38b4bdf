/** What the readers of all kinds of tasks have in common. */
import { InputError } from '../../index.ts';
import type { Files, JobTask, LoadedCell, NamedBy } from '../../io/index.ts';
import type { JobItem, JobSection, Subject } from '../../node/job/job-item.ts';
import type { RecordedFiles } from '../terminal/input-files.ts';
import type { BatchOptions } from './batch-options.ts';

export interface ItemWishes {
  readonly files: RecordedFiles;
  readonly options: BatchOptions;
  /** A cell as the bytes that workers open; `plannedFor`: the scene that plans must be for. */
  readonly packCell: (cell: LoadedCell, plannedFor?: string) => Uint8Array;
  /** Absolute paths of what is written: none of it is read. */
  readonly outputs: ReadonlySet<string>;
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
  /** Files that names and patterns of the task mean, as seen from here. */
  expand(names: readonly string[]): Promise<readonly string[]>;
  /** The subject of these bytes: the bytes and their name. */
  subject(bytes: Uint8Array): Subject;
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
    // reported in its turn
    next.catch(() => {});
    waiting.push(next);
    if (waiting.length >= ahead) yield (await waiting.shift()) as R;
  }
  for (const one of waiting) yield await one;
}
