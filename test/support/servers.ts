/** Servers of queues for tests: real ones, on ports that are free, in folders of their own, with persistence. */
import { type ChildProcess, execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that tests started. */
export interface TestServer {
  /** With the password in it. */
  readonly url: string;
  readonly port: number;
  /**
   * Ends it, without letting it finish anything where it is to crash, and starts it again with what it wrote; `away`: what is waited
   * for while it is not there.
   */
  restart(how?: 'gently' | 'crash', away?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export const PASSWORD = 'geheim+/@1';
const QUOTED = encodeURIComponent(PASSWORD);
/** What a server says of itself is listened to. */
const SAID: StdioOptions = ['ignore', 'pipe', 'pipe'];

const REDIS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find(existsSync);
const POSTGRES = postgresFolder();

/** As if they were not here: for whoever tries how that is (scripts/tests/flakes.mjs). */
const without = process.env.INBETWEEN_WITHOUT?.split(',') ?? [];

/** Why there is none here; undefined where there is one. */
export const noRedis: string | undefined = REDIS === undefined || without.includes('redis') ? 'no redis-server here' : undefined;
export const noPostgres: string | undefined = without.includes('postgres') ? 'no PostgreSQL here' : postgresFault();

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
  const start = (): ChildProcess => spawn(REDIS as string, [...args, '--requirepass', PASSWORD, ...settings], { stdio: SAID });
  return running(folder, port, `redis://:${QUOTED}@127.0.0.1:${port}/0`, start, 'SIGKILL');
}

export async function startPostgres(...settings: string[]): Promise<TestServer> {
  const as = unprivileged();
  // a temporary folder of root's own is closed to others
  const folder = mkdtempSync(join(as.uid === undefined ? tmpdir() : '/tmp', 'inbetween-postgres-'));
  const port = await freePort();
  const data = join(folder, 'data');
  const password = join(folder, 'password');
  writeFileSync(password, PASSWORD);
  if (as.uid !== undefined && as.gid !== undefined) for (const place of [password, folder]) chownSync(place, as.uid, as.gid);
  // of no language: what the environment names may not be installed
  const init = ['-D', data, '-U', 'tester', '-A', 'scram-sha-256', `--pwfile=${password}`, '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(POSTGRES as string, 'initdb'), init, { stdio: 'ignore', cwd: folder, ...as });
  const options = ['-D', data, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1', ...settings];
  const start = (): ChildProcess => spawn(join(POSTGRES as string, 'postgres'), options, { stdio: SAID, cwd: folder, ...as });
  // it ends at once, writes nothing, and recovers when it starts; by SIGKILL its children would be left
  return running(folder, port, `postgres://tester:${QUOTED}@127.0.0.1:${port}/postgres`, start, 'SIGQUIT');
}

async function running(folder: string, port: number, url: string, start: () => ChildProcess, crash: NodeJS.Signals): Promise<TestServer> {
  let child = start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  await takesQuestions(child);
  return {
    url,
    port,
    restart: async (how = 'gently', away = async () => {}) => {
      // of PostgreSQL SIGINT ends without waiting for clients
      await end(how === 'crash' ? crash : 'SIGINT');
      await away();
      child = start();
      await takesQuestions(child);
    },
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when it says so itself: somebody else may listen at a port, and a server listens before it is ready. */
function takesQuestions(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (piece) => {
        said = `${said}${piece}`.slice(-4000);
        if (/ready to accept connections/i.test(said)) resolve();
      });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${child.spawnfile} ended with ${code} instead of listening: ${said}`)));
  });
}

/** Below those that systems give to whoever asks for any: nobody gets it by chance before it is listened at, or while a server restarts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** There, and somebody may run it. */
function postgresFault(): string | undefined {
  if (POSTGRES === undefined) return 'no PostgreSQL here';
  const as = unprivileged();
  if (process.getuid?.() === 0 && as.uid === undefined) return 'PostgreSQL does not run as root, and there is no other user here';
  const { status } = spawnSync(join(POSTGRES, 'initdb'), ['--version'], { cwd: '/', stdio: 'ignore', ...as });
  return status === 0 ? undefined : 'PostgreSQL cannot be run here';
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
