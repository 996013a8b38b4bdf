import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Files, type NamedBy, OutsideError } from '../io/files.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { OpenFolders } from './open-folders.ts';

export type { ThreadsOptions } from './threads.ts';
export { threads } from './threads.ts';

/** What may be read; all optional. */
export interface FilesOptions {
  /**
   * Whether files may name others anywhere on the disk. Default false: a mesh, robot, map or path that a file names is
   * read below the folder of that file, below its package, and below the folders that the program names.
   */
  readonly outside?: boolean;
  /** Further folders in which files may name others, as where packages are installed. Default: none. */
  readonly within?: readonly string[];
}

/**
 * The files of a folder on disk (default: the working folder), for the readers of `inbetween/io`. What the program
 * names is read wherever it lies, absolute paths too. What files name is read below the folder given here, below that
 * of the file that names it, and below its package; links are followed first. All else is refused, see `outside`.
 * @example
 * const robot = await readUrdf(files('ur_description'), 'urdf/ur5.urdf');
 */
export function files(folder?: string, options: FilesOptions = {}): Files {
  checkRecord(options, ['outside', 'within'], 'files');
  const { outside = false, within = [] } = options;
  if (typeof outside !== 'boolean') throw new InputError(`files: outside must be true or false, got ${shownValue(outside)}`);
  if (!Array.isArray(within) || !within.every((one) => typeof one === 'string'))
    throw new InputError(`files: within must be a list of folders, got ${shownValue(within)}`);
  const root = folder ?? '.';
  // The working folder is open where the program says so, not where it says nothing.
  const open = new OpenFolders(root, folder === undefined ? within : [folder, ...within]);
  return {
    async read(path: string, named?: NamedBy): Promise<Uint8Array> {
      try {
        const place = named === undefined || outside ? resolve(root, path) : await open.placeOf(path, named);
        if (place === undefined) throw new OutsideError(outsideText(named as NamedBy), { file: path });
        // A pipe or a device may never end, and already opening a pipe may wait for ever.
        if (!(await stat(place)).isFile()) throw new InputError('is not a file', { file: path });
        const { buffer, byteOffset, byteLength } = await readFile(place);
        if (named === undefined) await open.add(place);
        return new Uint8Array(buffer, byteOffset, byteLength);
      } catch (cause) {
        if (cause instanceof InputError) throw cause;
        throw new InputError(reasonOf(cause as NodeJS.ErrnoException), { file: path });
      }
    },
  };
}

function outsideText({ by }: NamedBy): string {
  return `is not read: it lies outside of the folder and the package of ${by.at(-1)}, which names it; --within FOLDER opens a folder, --allow-outside everything (in code: files(folder, { within: [FOLDER] }), { outside: true })`;
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return 'no such file';
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'may not be read (permission denied)';
  return `cannot be read: ${error.message}`;
}
