/** What a person is told when the server is not as it should be, by real servers. Nothing secret is in it. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InputError } from '../../src/math/input-error.ts';
import { FORMAT, sha256 } from '../../src/node/queue/chunk-bytes.ts';
import { openQueue, type QueueOptions } from '../../src/node/queue/open-queue.ts';
import { PostgresStore } from '../../src/node/queue/postgres-store.ts';
import { RedisStore } from '../../src/node/queue/redis-store.ts';
import type { Store } from '../../src/node/queue/store.ts';
import { freePort, noPostgres, noRedis, startPostgres, startRedis, type TestServer } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { answerBoxes, boxChunks, POST } from './box-answers.ts';
import { BUILD, openGround } from './open-ground.ts';

const VERSION = '0.0.1-test';

/** What opening it says; everything that an error carries is looked at for secrets. */
async function told(url: string, options: Partial<QueueOptions> = {}): Promise<string> {
  try {
    const queue = await openQueue(url, { version: VERSION, build: BUILD, patience: 0, ...options });
    await queue.close();
    return 'opened';
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    const { message, stack } = error as Error;
    expect(`${message} ${stack} ${JSON.stringify(error)} ${String((error as Error).cause)}`).not.toMatch(/geheim|wrong-one/);
    return message;
  }
}

it('says which packages to install where there are none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-bare-'));
  const outfile = join(folder, 'open-queue.mjs');
  const entryPoints = ['src/node/queue/open-queue.ts'];
  // there may be one in any folder above
  const alias = { bullmq: 'no-such-package-of-that-name' };
  await build({ entryPoints, outfile, alias, bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'error' });
  const program = `const { openQueue } = await import(process.argv[1]);
    for (const url of ['redis://localhost', 'postgres://localhost/x'])
      await openQueue(url, { version: '1', build: '', patience: 0 }).catch(({ message }) => console.log(message));`;
  const words = execFileSync(process.execPath, ['--input-type=module', '-e', program, pathToFileURL(outfile).href], { encoding: 'utf8' });
  expect(words).toMatch(
    /'bullmq', which is not installed: npm install bullmq ioredis\n.*'bullmq', which is not installed: npm install bullmq pg\n/,
  );
  rmSync(folder, { recursive: true });
});

it('says when nobody is there', async () => {
  const port = await freePort();
  expect(await told(`redis://:geheim@127.0.0.1:${port}`)).toMatch(/nobody answers at 127\.0\.0\.1:\d+: no Redis server.*start one with/);
  expect(await told(`postgres://a:geheim@127.0.0.1:${port}/x`)).toMatch(/nobody answers at 127\.0\.0\.1:\d+: no PostgreSQL server/);
  // so long a name is none, whatever a network answers, and without one
  const long = `${'x'.repeat(64)}.invalid`;
  expect(await told(`redis://:geheim@${long}`)).toContain(`no machine called '${long}'`);
});

it('says when the server is too old, by one that says so', async () => {
  const server: Server = createServer((socket) => {
    socket.on('data', (bytes) => {
      const info = '# Server\r\nredis_version:4.0.9\r\nloading:0\r\n';
      const commands = bytes.toString().split('*').length - 1;
      const isInfo = /info/i.test(bytes.toString());
      for (let i = 0; i < commands; i++) socket.write(isInfo ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await told(`redis://127.0.0.1:${port}`)).toMatch(/runs Redis 4\.0\.9, which is too old: 5\.0\.0 or later/);
  server.close();
});

describe.skipIf(noRedis !== undefined)(noRedis ?? 'Redis', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startRedis('--maxmemory', '4mb', '--maxmemory-policy', 'noeviction');
  });
  afterAll(() => server?.stop());

  it('says when the password is wrong or missing, and when there is no TLS', async () => {
    const { port, url } = server;
    expect(await told(`redis://:wrong-one@127.0.0.1:${port}`)).toMatch(/does not take this user and password/);
    expect(await told(`redis://127.0.0.1:${port}`)).toMatch(/wants a password/);
    expect(await told(url.replace('redis:', 'rediss:'), { connect: 500 })).toMatch(/does not answer in time, or not in TLS/);
    expect(await told(url, { namespace: 'a:b' })).toMatch(/namespace must be/);
    expect(await told(url)).toBe('opened');
  });

  it('warns of memory that is thrown away', async () => {
    const lax = await startRedis('--maxmemory-policy', 'allkeys-lru');
    const notes: string[] = [];
    expect(await told(lax.url, { onNote: (note) => notes.push(note) })).toBe('opened');
    expect(notes.join()).toMatch(/maxmemory-policy is 'allkeys-lru'\): set it to noeviction/);
    await lax.stop();
  });

  it('says when the memory is full', async () => {
    const queue = await openQueue(server.url, { version: VERSION, build: BUILD, namespace: 'full', patience: 100 });
    // what cannot be squeezed
    const large = new Uint8Array(randomBytes(6_000_000));
    const [chunk] = boxChunks(1, 2, 1);
    const job = queue.submit([{ ...chunk, subject: sha256(large) }], { job: 'x', subject: () => large });
    await expect(job.next()).rejects.toThrow(/has no memory left \('maxmemory'\): raise it/);
    await queue.close();
  });

  it('throws out entries that are no JSON, and works on', async () => {
    const queue = await openQueue(server.url, { version: VERSION, build: BUILD, namespace: 'inbetween' });
    const { Redis } = await import('ioredis');
    const raw = new Redis(server.url);
    const key = `inbetween:chunks-${FORMAT}-${VERSION}`;
    const { entries, close } = await openGround(server.url, VERSION);
    await entries.raw('broken', {});
    await raw.hset(`${key}:broken`, 'data', '{ no JSON');
    const notes: string[] = [];
    const other = await openQueue(server.url, { version: VERSION, build: BUILD, onNote: (note) => notes.push(note) });
    const worker = await other.work(answerBoxes, { lock: 200, stalled: 100, mostStalls: 1000 });
    for await (const { answer } of queue.submit(boxChunks(5, 4, 3), { job: 'x', subject: () => POST })) expect(answer).not.toBeNull();
    await until(() => notes.some((note) => note.includes('thrown out')));
    expect(await entries.state('broken')).toBe('gone');
    await worker.drain();
    for (const one of [queue, other]) await one.close();
    await close();
    raw.disconnect();
  });

  it('keeps values of many blocks whole, the first that was written, until they run out', async () => {
    const { Redis } = await import('ioredis');
    await keepsValues(new RedisStore(new Redis(server.url), 'values', 10));
  });
});

describe.skipIf(noPostgres !== undefined)(noPostgres ?? 'PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  it('says when password, database, rights or TLS are wrong', async () => {
    const { url, port } = server;
    const pg = await import('pg');
    const client = new pg.default.Client(url);
    await client.connect();
    await client.query("CREATE ROLE guest LOGIN PASSWORD 'geheim'");
    await client.end();
    expect(await told(`postgres://tester:wrong-one@127.0.0.1:${port}/postgres`)).toMatch(/does not take this user and password/);
    expect(await told(url.replace(/postgres$/, 'nowhere'))).toMatch(/no database 'nowhere': create it/);
    expect(await told(`postgres://guest:geheim@127.0.0.1:${port}/postgres`)).toMatch(/may not create what is missing.*GRANT CREATE/);
    expect(await told(`${url}?sslmode=require`)).toMatch(/does not speak TLS/);
    expect(await told(url)).toBe('opened');
  });

  it('outlives a server that ends a connection which is in use, or is away when the queue is first asked', async () => {
    const { bull, entries, close } = await openGround(server.url, VERSION);
    const pg = await import('pg');
    const pool = new pg.default.Pool(bull.connection);
    pool.on('error', () => {});
    const client = await pool.connect();
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await ended;
    client.release(true);
    await pool.end();
    let state: Promise<string> | undefined;
    await server.restart('gently', async () => {
      state = entries.state('nothing');
      await until(() => bull.patience.isAway);
    });
    expect(await state).toBe('gone');
    await close();
  });

  it('keeps values of many parts whole, the first that was written, until they run out', async () => {
    const pg = await import('pg');
    const pool = new pg.default.Pool({ connectionString: server.url });
    pool.on('error', () => {});
    const store = new PostgresStore(pool, '"values_here"', 10);
    await store.prepare();
    await keepsValues(store);
  });
});

async function keepsValues(store: Store): Promise<void> {
  const bytes = Uint8Array.from({ length: 95 }, (_, i) => i);
  const other = new Uint8Array(95);
  expect(await store.get('result', 'a', 100)).toBeNull();
  const first = await Promise.all([1, 2, 3, 4].map((i) => store.putOnce('result', 'a', i === 1 ? bytes : other, 100)));
  expect(first.filter(Boolean)).toHaveLength(1);
  const kept = (await store.get('result', 'a', 100)) as Uint8Array;
  expect([Uint8Array.from(kept)]).toEqual([first[0] ? bytes : other]);
  await expect(store.get('result', 'a', 94)).rejects.toThrow(/95 bytes, more than the 94/);
  expect(await store.has('result', ['b', 'a'])).toEqual([false, true]);
  await store.putOnce('chunk', 'empty', new Uint8Array(0), 100);
  expect((await store.get('chunk', 'empty', 10))?.length).toBe(0);
  await store.putNote('g', 'b', 'two\n words', 100);
  await store.putNote('g', 'a', 'old', 100);
  await store.putNote('g', 'a', 'new', 100);
  await store.putNote('g', 'c', 'gone', 100);
  expect((await store.notes('g')).map(({ name, text }) => [name, text])).toEqual([
    ['a', 'new'],
    ['b', 'two\n words'],
    ['c', 'gone'],
  ]);
  await store.renew('result', ['a', 'none'], 1);
  await store.putNote('g', 'c', 'gone', 1);
  await until(async () => !(await store.has('result', ['a']))[0] && (await store.notes('g')).length === 2);
  expect(await store.putOnce('result', 'a', other, 100)).toBe(true);
  await store.sweep();
  await store.remove('result', 'a');
  expect(await store.get('result', 'a', 100)).toBeNull();
  await store.removeNotes('g');
  expect(await store.notes('g')).toEqual([]);
  await store.close();
}
