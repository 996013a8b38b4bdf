/**
 * Writes a text in the place of a file, all of it or nothing: into a new file beside it, which then takes its name. So
 * a run that is killed, or a disk that is full, leaves the old file as it was; what is left over is a hidden file
 * `.inbetween-….tmp`. Links are followed, the mode is kept, and the owner where that is allowed.
 * In place are written what is no plain file (a pipe, a device), and a file whose name cannot be taken: in a folder
 * that takes no new files, or mounted by itself.
 */
import { randomBytes } from 'node:crypto';
import { fstatSync, type Stats } from 'node:fs';
import { access, chmod, chown, constants, lstat, open, readlink, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The folder takes no new file, or the name is not to be had; the file itself may be writable all the same. */
const NOT_BESIDE: readonly string[] = ['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV'];

/** The folder of `path` is there. Rejects as the system does. */
export async function replaceFile(path: string, text: string | Uint8Array): Promise<void> {
  const stream = await ownStream(path);
  if (stream !== undefined) return written(stream, text);
  const place = await behindLinks(resolve(path));
  const there = await stat(place).catch(missing);
  if (there !== undefined && !there.isFile()) return writeFile(place, text);
  // Taking its name does not ask whether it may be written.
  if (there !== undefined) await access(place, constants.W_OK);
  try {
    await writeBeside(place, text, there);
  } catch (cause) {
    if (there === undefined || !NOT_BESIDE.includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    await writeFile(place, text);
  }
}

/** Which output of this process a name such as /dev/stdout means; undefined: none. Two ways into one file would mix. */
export async function ownStream(path: string): Promise<NodeJS.WriteStream | undefined> {
  const there = await stat(path).catch(() => undefined);
  if (there === undefined || there.isDirectory()) return undefined;
  for (const [descriptor, stream] of [[1, process.stdout] as const, [2, process.stderr] as const]) {
    const own = statOf(descriptor);
    if (own === undefined || own.ino !== there.ino || own.dev !== there.dev) continue;
    if (/^\/(dev|proc)\//.test(resolve(path))) return stream;
    if (there.isFile()) throw Object.assign(new Error('what the command prints goes there too'), { code: 'EINVAL' });
  }
  return undefined;
}

function statOf(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}

function written(stream: NodeJS.WriteStream, text: string | Uint8Array): Promise<void> {
  return new Promise((done, failed) => {
    stream.write(text, (error) => (error ? failed(error) : done()));
  });
}

async function writeBeside(place: string, text: string | Uint8Array, there: Stats | undefined): Promise<void> {
  const fresh = join(dirname(place), `.inbetween-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(fresh, 'wx', there === undefined ? 0o666 : 0o600);
  try {
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    if (there !== undefined) await likeBefore(fresh, there);
    await rename(fresh, place);
  } catch (cause) {
    await unlink(fresh).catch(() => undefined);
    throw cause;
  }
}

async function likeBefore(fresh: string, { mode, uid, gid }: Stats): Promise<void> {
  const now = await stat(fresh);
  // not everybody may give a file away
  if (now.uid !== uid || now.gid !== gid) await chown(fresh, uid, gid).catch(() => undefined);
  await chmod(fresh, mode & 0o7777);
}

/** Where a name leads, also where nothing is there yet. */
async function behindLinks(place: string, left = 40): Promise<string> {
  const real = await realpath(place).catch(missing);
  if (real !== undefined) return real;
  const link = await lstat(place).catch(missing);
  if (!link?.isSymbolicLink() || left === 0) return place;
  return behindLinks(resolve(await realpath(dirname(place)), await readlink(place)), left - 1);
}

function missing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'ENOENT') throw cause;
  return undefined;
}
