import { readdir, readFile, stat } from 'node:fs/promises';
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

/** What stands in a folder. */
export interface FolderEntry {
  /** Name without the folders above it. */
  readonly name: string;
  /** A link is reported as a link, whatever it leads to. */
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** Files of the disk: read whole, or found so that a program can read them piece by piece. */
export interface DiskFiles extends Files {
  /**
   * Where a file lies, by the rules of `read`: an absolute path, with links followed where a file names it. Rejects
   * with an InputError where it may not be read. `named`: as for `read`.
   */
  place(path: string, named?: NamedBy): Promise<string>;
  /** What stands in a folder, by the rules of `read`; nothing where there is no such folder. */
  list(path: string, named?: NamedBy): Promise<readonly FolderEntry[]>;
}

/**
 * The files of a folder on disk (default: the working folder), for the readers of `inbetween/io`. What the program
 * names is read wherever it lies, absolute paths too. What files name is read below the folder given here, below that
 * of the file that names it, and below its package; links are followed first. All else is refused, see `outside`.
 * @example
 * const robot = await readUrdf(files('ur_description'), 'urdf/ur5.urdf');
 */
export function files(folder?: string, options: FilesOptions = {}): DiskFiles {
  checkRecord(options, ['outside', 'within'], 'files');
  const { outside = false, within = [] } = options;
  if (typeof outside !== 'boolean') throw new InputError(`files: outside must be true or false, got ${shownValue(outside)}`);
  if (!Array.isArray(within) || !within.every((one) => typeof one === 'string'))
    throw new InputError(`files: within must be a list of folders, got ${shownValue(within)}`);
  const root = folder ?? '.';
  // The working folder is open where the program says so, not where it says nothing.
  const open = new OpenFolders(root, folder === undefined ? within : [folder, ...within]);
  const openPlace = async (path: string, named?: NamedBy): Promise<string> => {
    const found = named === undefined || outside ? resolve(root, path) : await open.placeOf(path, named);
    if (found === undefined) throw new OutsideError(outsideText(named as NamedBy), { file: path });
    return found;
  };
  const place = async (path: string, named?: NamedBy): Promise<string> => {
    try {
      const found = await openPlace(path, named);
      // A pipe or a device may never end, and already opening a pipe may wait for ever.
      if (!(await stat(found)).isFile()) throw new InputError('is not a file', { file: path });
      if (named === undefined) await open.add(found);
      return found;
    } catch (cause) {
      throw faultOf(cause, path);
    }
  };
  return {
    place,
    async list(path: string, named?: NamedBy): Promise<readonly FolderEntry[]> {
      try {
        return (await readdir(await openPlace(path, named), { withFileTypes: true })).map((entry) => ({
          name: entry.name,
          kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other',
        }));
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException;
        if (code === 'ENOENT' || code === 'ENOTDIR') return [];
        throw faultOf(cause, path);
      }
    },
    async read(path: string, named?: NamedBy): Promise<Uint8Array> {
      try {
        const { buffer, byteOffset, byteLength } = await readFile(await place(path, named));
        return new Uint8Array(buffer, byteOffset, byteLength);
      } catch (cause) {
        throw faultOf(cause, path);
      }
    },
  };
}

function faultOf(cause: unknown, file: string): InputError {
  return cause instanceof InputError ? cause : new InputError(reasonOf(cause as NodeJS.ErrnoException), { file });
}

function outsideText({ by }: NamedBy): string {
  return `is not read: it lies outside of the folder and the package of ${by.at(-1)}, which names it; --within FOLDER opens a folder, --allow-outside everything (in code: files(folder, { within: [FOLDER] }), { outside: true })`;
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return 'no such file';
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'may not be read (permission denied)';
  return `cannot be read: ${error.message}`;
}
