import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InputError } from '../index.ts';
import { systemReason } from './system-reason.ts';

/** Writes a file and the folders above it. */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(resolve(path)));
    await writeFile(path, text);
  } catch (cause) {
    throw new InputError(`cannot be written: ${systemReason(cause as NodeJS.ErrnoException)}`, { file: path });
  }
}

/** Not mkdir's own `recursive`, which never ends where a file system makes no folders (/proc). */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const above = dirname(folder);
    if (code !== 'ENOENT' || above === folder) throw cause;
    await makeFolder(above);
    await mkdir(folder);
  }
}
