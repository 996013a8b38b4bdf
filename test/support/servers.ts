/** Servers of queues for tests: real ones, on ports that are free, in folders of their own, with persistence. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that tests started. */
export interface TestServer {
  /** With the password in it. */
  readonly url: string;
  readonly port: number;
  /** Ends it (by SIGKILL where it is to crash) and starts it again with what it wrote. */
  restart(how?: 'gently' | 'crash'): Promise<void>;
  stop(): Promise<void>;
}

export const PASSWORD = 'geheim+/@1';
const QUOTED = encodeURIComponent(PASSWORD);

const REDIS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find(existsSync);
const POSTGRES = postgresFolder();

/** Why there is none here; undefined where there is one. */
export const noRedis: string | undefined = REDIS === undefined ? 'no redis-server here' : undefined;
export const noPostgres: string | undefined = whyNoPostgres();

export async function startRedis(...settings: string[]): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-redis-'));
  const port = await freePort();
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--appendonly',
    'yes',
    '--appendfsync',
    'always',
    '--save',
    '',
  ];
  const start = (): ChildProcess => spawn(REDIS as string, [...args, '--requirepass', PASSWORD, ...settings], { stdio: 'ignore' });
  return running(folder, port, `redis://:${QUOTED}@127.0.0.1:${port}/0`, start);
}

export async function startPostgres(...settings: string[]): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-postgres-'));
  const port = await freePort();
  const [user, ...as] = unprivileged();
  if (as.length > 0) execFileSync('chown', [user, folder]);
  else chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const call = (name: string, args: readonly string[]): readonly [string, readonly string[]] => {
    const [program, ...rest] = [...as, join(POSTGRES as string, name), ...args];
    return [program, rest];
  };
  const passwords = join(folder, 'password');
  const [shell, ...write] = [...as, 'sh', '-c', `printf %s '${PASSWORD}' > ${passwords}`];
  execFileSync(shell, write);
  const init = ['-D', data, '-U', 'tester', '-A', 'scram-sha-256', `--pwfile=${passwords}`, '-E', 'UTF8', '--no-sync'];
  execFileSync(...(call('initdb', init) as [string, string[]]), { stdio: 'ignore' });
  const options = ['-D', data, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1', ...settings];
  const start = (): ChildProcess => {
    const [program, args] = call('postgres', options);
    return spawn(program, [...args], { stdio: 'ignore', detached: true });
  };
  return running(folder, port, `postgres://tester:${QUOTED}@127.0.0.1:${port}/postgres`, start);
}

async function running(folder: string, port: number, url: string, start: () => ChildProcess): Promise<TestServer> {
  let child = start();
  const ended = (): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const gone = ended();
    signalTo(child, signal);
    await gone;
  };
  await answers(port);
  return {
    url,
    port,
    restart: async (how = 'gently') => {
      // of PostgreSQL SIGINT ends without waiting for clients
      await end(how === 'crash' ? 'SIGKILL' : 'SIGINT');
      child = start();
      await answers(port);
    },
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `runuser` does not pass signals on: what it started is its group. */
function signalTo(child: ChildProcess, signal: NodeJS.Signals): void {
  const isGroup = child.spawnargs.some((arg) => arg.endsWith('/postgres'));
  process.kill(isGroup ? -(child.pid as number) : (child.pid as number), signal);
}

function answers(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', () => setTimeout(() => answers(port).then(resolve), 20));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** PostgreSQL does not run as root: who it is run as, and how. */
function unprivileged(): readonly string[] {
  if (process.getuid?.() !== 0) return [''];
  const user = isUser('postgres') ? 'postgres' : 'nobody';
  return [user, 'runuser', '-u', user, '--'];
}

function isUser(name: string): boolean {
  try {
    execFileSync('id', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function postgresFolder(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const places = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : [];
  return [...places.sort().reverse(), '/usr/local/bin', '/opt/homebrew/bin'].find((place) => existsSync(join(place, 'initdb')));
}

function whyNoPostgres(): string | undefined {
  if (POSTGRES === undefined) return 'no PostgreSQL here';
  if (process.getuid?.() === 0 && !existsSync('/usr/sbin/runuser') && !existsSync('/sbin/runuser'))
    return 'PostgreSQL does not run as root';
  return undefined;
}
