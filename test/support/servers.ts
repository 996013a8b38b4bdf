/** Servers of queues for tests: real ones, on ports that are free, in folders of their own, with persistence. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that tests started. */
export interface TestServer {
  /** With the password in it. */
  readonly url: string;
  readonly port: number;
  /** Ends it, without letting it finish anything where it is to crash, and starts it again with what it wrote. */
  restart(how?: 'gently' | 'crash'): Promise<void>;
  stop(): Promise<void>;
}

export const PASSWORD = 'geheim+/@1';
const QUOTED = encodeURIComponent(PASSWORD);

const REDIS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find(existsSync);
const POSTGRES = postgresFolder();

/** As if they were not here: for whoever tries how that is (scripts/flakes.mjs). */
const without = process.env.INBETWEEN_WITHOUT?.split(',') ?? [];

/** Why there is none here; undefined where there is one. */
export const noRedis: string | undefined = REDIS === undefined || without.includes('redis') ? 'no redis-server here' : undefined;
export const noPostgres: string | undefined = POSTGRES === undefined || without.includes('postgres') ? 'no PostgreSQL here' : undefined;

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
  return running(folder, port, `redis://:${QUOTED}@127.0.0.1:${port}/0`, start, 'SIGKILL');
}

export async function startPostgres(...settings: string[]): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-postgres-'));
  const port = await freePort();
  const as = unprivileged();
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const password = join(folder, 'password');
  writeFileSync(password, PASSWORD);
  const init = ['-D', data, '-U', 'tester', '-A', 'scram-sha-256', `--pwfile=${password}`, '-E', 'UTF8', '--no-sync'];
  execFileSync(join(POSTGRES as string, 'initdb'), init, { stdio: 'ignore', cwd: folder, ...as });
  const options = ['-D', data, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1', ...settings];
  const start = (): ChildProcess => spawn(join(POSTGRES as string, 'postgres'), options, { stdio: 'ignore', cwd: folder, ...as });
  // it ends at once, writes nothing, and recovers when it starts; by SIGKILL its children would be left
  return running(folder, port, `postgres://tester:${QUOTED}@127.0.0.1:${port}/postgres`, start, 'SIGQUIT');
}

async function running(folder: string, port: number, url: string, start: () => ChildProcess, crash: NodeJS.Signals): Promise<TestServer> {
  let child = start();
  const ended = (): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const gone = ended();
    child.kill(signal);
    await gone;
  };
  await answers(port, child);
  return {
    url,
    port,
    restart: async (how = 'gently') => {
      // of PostgreSQL SIGINT ends without waiting for clients
      await end(how === 'crash' ? crash : 'SIGINT');
      child = start();
      await answers(port, child);
    },
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when somebody takes questions there, and throws where the one that should has ended. */
async function answers(port: number, child: ChildProcess): Promise<void> {
  while (!(await listens(port)) || !isReady(port, child)) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode} instead of listening`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** PostgreSQL listens before it is. */
function isReady(port: number, { spawnfile }: ChildProcess): boolean {
  if (!spawnfile.endsWith('postgres')) return true;
  return spawnSync(join(POSTGRES as string, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
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

/** PostgreSQL does not run as root: whom it runs as there. */
function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, user], { encoding: 'utf8', stdio: 'pipe' })));
      return { uid, gid };
    } catch {
      // there is no such user
    }
  }
  return {};
}

function postgresFolder(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const places = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : [];
  return [...places.sort().reverse(), '/usr/local/bin', '/opt/homebrew/bin'].find((place) => existsSync(join(place, 'initdb')));
}
