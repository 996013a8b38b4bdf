import { entryOf } from '../../words/entries.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a folder on the way is a file',
  ENOSPC: 'the disk is full',
  ENOENT: 'its folder cannot be made',
};

/** Why the system refused to write. */
export function systemReason({ code = '', message }: NodeJS.ErrnoException): string {
  return entryOf(REASONS, code) ?? message;
}
