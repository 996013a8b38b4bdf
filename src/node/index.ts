import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Files } from '../io/files.ts';
import { InputError } from '../math/input-error.ts';

/**
 * The files of a folder on disk (default: the working folder), for the readers of `inbetween/io`; absolute paths stay
 * what they are.
 */
export function files(folder = '.'): Files {
  return {
    async read(path: string): Promise<Uint8Array> {
      const place = resolve(folder, path);
      try {
        // A pipe or a device may never end, and already opening a pipe may wait for ever.
        if (!(await stat(place)).isFile()) throw new InputError('is not a file', { file: path });
        const { buffer, byteOffset, byteLength } = await readFile(place);
        return new Uint8Array(buffer, byteOffset, byteLength);
      } catch (cause) {
        if (cause instanceof InputError) throw cause;
        throw new InputError(reasonOf(cause as NodeJS.ErrnoException), { file: path });
      }
    },
  };
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return 'no such file';
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'may not be read (permission denied)';
  return `cannot be read: ${error.message}`;
}
