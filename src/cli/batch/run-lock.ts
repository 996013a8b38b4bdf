/**
 * One run at a time on one file of results. The lock is a file beside it that says whose it is: a process of this
 * machine that is gone has left it behind, and the next run takes it over; of another machine nobody can tell.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, readFile, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { InputError } from '../../index.ts';
import { systemReason } from '../terminal/system-reason.ts';

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as its system says: numbers of processes are used again. */
  readonly since: string;
  /** No other run has it. */
  readonly token: string;
}

export class RunLock {
  private readonly path: string;
  private readonly token: string;

  private constructor(path: string, token: string) {
    this.path = path;
    this.token = token;
  }

  /** Of the results in `file`; an InputError where another run has it. */
  static async take(file: string): Promise<RunLock> {
    const path = `${file}.lock`;
    const owner: Owner = { pid: process.pid, host: hostname(), since: beginOf(process.pid), token: randomBytes(8).toString('hex') };
    for (let tries = 0; tries < 20; tries++) {
      if (await created(path, JSON.stringify(owner))) return new RunLock(path, owner.token);
      const other = await ownerOf(path);
      if (other === 'none') continue;
      if (other === 'unreadable') {
        // it may be about to be written
        await new Promise((resolve) => setTimeout(resolve, 20));
        if ((await ownerOf(path)) === 'unreadable') await unlink(path).catch(() => undefined);
        continue;
      }
      if (other.host !== owner.host)
        throw new InputError(
          `${file}: a run on ${other.host} (process ${other.pid}) writes to it; where that has ended, remove ${path} and start again`,
        );
      if (isAlive(other))
        throw new InputError(`${file}: another run (process ${other.pid}) writes to it; wait for it, or choose another file`);
      // only the lock that was looked at is removed, not one that somebody took meanwhile
      const now = await ownerOf(path);
      if (typeof now === 'object' && now.token === other.token) await unlink(path).catch(() => undefined);
    }
    throw new InputError(`${file}: other runs take it again and again`);
  }

  /** Throws where somebody removed it, or took it over. */
  async requireOwn(): Promise<void> {
    const owner = await ownerOf(this.path);
    if (typeof owner !== 'object' || owner.token !== this.token)
      throw new InputError(`${this.path}: the lock of this run was removed or taken over; it ends here, so that results are not mixed`);
  }

  async release(): Promise<void> {
    const owner = await ownerOf(this.path);
    if (typeof owner === 'object' && owner.token === this.token) await unlink(this.path).catch(() => undefined);
  }
}

async function created(path: string, text: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o644);
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new InputError(`cannot be written: ${systemReason(cause as NodeJS.ErrnoException)}`, { file: path });
  }
}

async function ownerOf(path: string): Promise<Owner | 'none' | 'unreadable'> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8')) as Owner;
    return Number.isSafeInteger(owner?.pid) && typeof owner.token === 'string' ? owner : 'unreadable';
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'unreadable';
  }
}

function isAlive({ pid, since }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = beginOf(pid);
  return since === '' || now === '' || now === since;
}

/** Ticks since the machine started, where the system tells; '' elsewhere. */
function beginOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
  } catch {
    return '';
  }
}
