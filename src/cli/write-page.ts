import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '../index.ts';

/** Writes a page and the folders above it. */
export async function writePage(path: string, html: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, html);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'permission denied' : code === 'EISDIR' ? 'is a folder' : message;
    throw new InputError(`cannot be written: ${reason}`, { file: path });
  }
}
