/**
 * One run at a time on one file of results. The lock is a file beside it that says whose it is, and that is touched
 * while its run goes on. A process that can be looked for from here, and is gone, has left it behind: the next run
 * takes it over at once. Of any other (another machine, another container) the next run watches it: one that nobody
 * touches for so long is taken over too. No clocks are compared, only that the file's time changes.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { open, readFile, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { InputError } from '../../index.ts';
import { CodedError } from '../../words/coded-error.ts';
import { TRY_AGAIN } from '../../words/exit-code.ts';
import { systemReason } from '../terminal/system-reason.ts';

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Where its number means it: start of the machine and namespace of processes; '' where the system does not tell. */
  readonly place: string;
  /** When the process began, as its system says: numbers of processes are used again. */
  readonly since: string;
  /** No other run has it. */
  readonly token: string;
}

/** Milliseconds between touches, and after how many without one a lock is nobody's. */
export interface LockTimes {
  readonly touch: number;
  readonly expire: number;
}

const USUAL: LockTimes = { touch: 4000, expire: 30_000 };
/** How often it is tried to get a lock that others take, too. */
const TRIES = 20;

export class RunLock {
  private readonly path: string;
  private readonly token: string;
  private readonly timer: ReturnType<typeof setInterval>;

  private constructor(path: string, token: string, touch: number) {
    this.path = path;
    this.token = token;
    this.timer = setInterval(() => this.touch(), touch);
    this.timer.unref();
  }

  /** Locks the results in `file`; an error where another run holds the lock. `onNote` reports what is waited for. */
  static async take(file: string, onNote: (text: string) => void = () => {}, times: LockTimes = USUAL): Promise<RunLock> {
    const path = `${file}.lock`;
    const owner: Owner = {
      ...{ pid: process.pid, host: hostname(), place: placeHere(), since: beginOf(process.pid) },
      token: randomBytes(8).toString('hex'),
    };
    for (let tries = 0; tries < TRIES; tries++) {
      if (await created(path, JSON.stringify(owner))) return new RunLock(path, owner.token, times.touch);
      const other = await ownerOf(path);
      if (other === 'none') continue;
      if (other === 'unreadable') {
        // it may be about to be written
        await pause(20);
        if ((await ownerOf(path)) === 'unreadable') await unlink(path).catch(() => undefined);
        continue;
      }
      if (isNear(other, owner) ? isAlive(other) : !(await hasExpired(path, other, times, onNote))) throw busy(file, other);
      // only the lock that was looked at is removed, not one that somebody took meanwhile
      const now = await ownerOf(path);
      if (typeof now === 'object' && now.token === other.token) await unlink(path).catch(() => undefined);
    }
    throw new CodedError(`${file}: other runs take it again and again`, TRY_AGAIN);
  }

  /** Throws where somebody removed it, or took it over. */
  async requireOwn(): Promise<void> {
    const owner = await ownerOf(this.path);
    if (typeof owner !== 'object' || owner.token !== this.token)
      throw new InputError(`${this.path}: the lock of this run was removed or taken over; it ends here, so that results are not mixed`);
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    const owner = await ownerOf(this.path);
    if (typeof owner === 'object' && owner.token === this.token) await unlink(this.path).catch(() => undefined);
  }

  /** One that is another's by now is left alone. */
  private async touch(): Promise<void> {
    const owner = await ownerOf(this.path);
    const now = new Date();
    if (typeof owner === 'object' && owner.token === this.token) await utimes(this.path, now, now).catch(() => undefined);
  }
}

function busy(file: string, { host, pid }: Owner): CodedError {
  const who = host === hostname() ? `another run (process ${pid})` : `a run on ${host} (process ${pid})`;
  return new CodedError(`${file}: ${who} writes to it; wait for it, or choose another file`, TRY_AGAIN);
}

/** Whether its process could be seen from here. */
function isNear(other: Owner, own: Owner): boolean {
  return own.place === '' || typeof other.place !== 'string' || other.place === '' ? other.host === own.host : other.place === own.place;
}

/** Watches whether somebody touches it. */
async function hasExpired(path: string, { host, pid, token }: Owner, times: LockTimes, onNote: (text: string) => void): Promise<boolean> {
  const before = await timeOf(path);
  const seconds = Math.ceil(times.expire / 1000);
  onNote(`${path}: of a run on ${host} (process ${pid}); watching for ${seconds} s whether that is still at work`);
  const end = performance.now() + times.expire;
  while (performance.now() < end) {
    await pause(Math.min(times.touch, times.expire) / 4);
    const owner = await ownerOf(path);
    if (owner === 'none') return true;
    if ((await timeOf(path)) !== before || typeof owner !== 'object' || owner.token !== token) return false;
  }
  return true;
}

async function timeOf(path: string): Promise<bigint | undefined> {
  return stat(path, { bigint: true }).then(
    ({ mtimeNs }) => mtimeNs,
    () => undefined,
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
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

/** Boot and process namespace, which together name this machine on Linux; '' elsewhere. */
function placeHere(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
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
