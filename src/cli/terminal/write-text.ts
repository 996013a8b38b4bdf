import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InputError } from '../../index.ts';
import { ownStream, replaceFile } from './replace-file.ts';
import { systemReason } from './system-reason.ts';

/** Writes a file and the folders above it. Who is killed meanwhile leaves the old file, or the new one. */
export async function writeText(path: string, text: string | Uint8Array): Promise<void> {
  try {
    await makeFolder(dirname(resolve(path)));
    await replaceFile(path, text);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** Throws where writeText would, as far as that can be known without writing. */
export async function refuseUnwritable(path: string): Promise<void> {
  try {
    if ((await ownStream(path)) === undefined) await probe(resolve(path), true);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/**
 * A file, or a folder above it: what is there must be of that kind and take writes; what is not there is judged by the
 * folder above.
 */
async function probe(place: string, isFile: boolean): Promise<void> {
  try {
    const isFolder = (await stat(place)).isDirectory();
    if (isFolder === isFile) throw Object.assign(new Error(), { code: isFile ? 'EISDIR' : 'ENOTDIR' });
  } catch (cause) {
    const above = dirname(place);
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT' || above === place) throw cause;
    return probe(above, false);
  }
  await access(place, constants.W_OK);
}

function unwritable(path: string, cause: unknown): InputError {
  return new InputError(`cannot be written: ${systemReason(cause as NodeJS.ErrnoException)}`, { file: path });
}

/** Folders above too. Not mkdir's own `recursive`, which never ends where a file system makes no folders (/proc). */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // what a device is in takes no folders, and is there
    if (code === 'EEXIST' || (await isFolder(folder))) return;
    const above = dirname(folder);
    if (code !== 'ENOENT' || above === folder) throw cause;
    await makeFolder(above);
    await mkdir(folder);
  }
}

async function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
