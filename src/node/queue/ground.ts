/** Reaches the server of a queue for the first time: packages, password, encryption, version, tables. */
import { readFile } from 'node:fs/promises';
import type { Redis, RedisOptions } from 'ioredis';
import type { ClientConfig, PoolConfig } from 'pg';
import { InputError } from '../../math/input-error.ts';
import type { BullGround } from './bull-entries.ts';
import { Patience } from './patience.ts';
import { PostgresStore } from './postgres-store.ts';
import { checkPostgresVersion, packageMissing, redisFindings } from './queue-faults.ts';
import type { QueueAddress } from './queue-url.ts';
import { RedisStore } from './redis-store.ts';
import type { Store } from './store.ts';

export interface Ground {
  readonly bull: BullGround;
  readonly store: Store;
}

/** Connections of one process for each of queue, workers and store: a hundred machines are to fit one server. */
const CONNECTIONS = 2;
/** Keeps apart what several users of a server put there: a simple name, because PostgreSQL makes a schema of it. */
const NAMESPACE = /^[a-z_][a-z0-9_]{0,39}$/;

export interface GroundOptions {
  readonly namespace: string;
  /** Milliseconds for the server to answer at all. */
  readonly connect: number;
  /** Milliseconds for which a server that is away or full is waited for. */
  readonly patience: number;
  readonly onNote: (text: string) => void;
}

export async function reachServer(address: QueueAddress, options: GroundOptions): Promise<Ground> {
  const { namespace, onNote } = options;
  if (!NAMESPACE.test(namespace))
    throw new InputError(`queue: namespace must be up to 40 of a-z, 0-9 and _, and begin with a letter; got '${namespace}'`);
  const patience = new Patience(address, onNote, options.patience);
  const shared = { bull: await loaded('bullmq', address, () => import('bullmq')), address, prefix: namespace, patience, onNote };
  const reach = address.kind === 'redis' ? reachRedis : reachPostgres;
  return patience.of(() => reach(shared, address, options));
}

type Shared = Omit<BullGround, 'connection' | 'backend'>;

async function reachRedis(shared: Shared, address: QueueAddress, { namespace, connect, onNote }: GroundOptions): Promise<Ground> {
  const { Redis: Client } = await loaded('ioredis', address, () => import('ioredis'));
  const connection: RedisOptions = {
    host: address.host,
    port: address.port,
    username: address.user,
    password: address.password,
    db: Number(address.database ?? 0),
    tls: (await tlsOptions(address)) ?? undefined,
    connectTimeout: connect,
    // commands wait for a server that is away, and are sent again
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), 2000),
  };
  const info = await firstWords(new Client({ ...connection, lazyConnect: true, retryStrategy: () => null }));
  for (const note of redisFindings(info, address)) onNote(note);
  const client = new Client(connection);
  client.on('error', (error) => shared.patience.lost(error));
  client.on('ready', () => shared.patience.back());
  return { bull: { ...shared, connection, backend: undefined }, store: new RedisStore(client, namespace) };
}

/** What Redis tells of itself; the error that it says first is why it cannot be reached. */
async function firstWords(client: Redis): Promise<string> {
  let first: unknown;
  client.on('error', (error) => {
    first ??= error;
  });
  try {
    await client.connect();
    return await client.info();
  } catch (error) {
    throw first ?? error;
  } finally {
    client.disconnect();
  }
}

async function reachPostgres(shared: Shared, address: QueueAddress, { namespace, connect }: GroundOptions): Promise<Ground> {
  const pg = await loaded('pg', address, () => import('pg'));
  const { Pool, Client } = pg.Pool === undefined ? pg.default : pg;
  // a client that is in use tells it itself, between two questions too, and ends the process where nobody listens
  class HeardClient extends Client {
    constructor(given?: ClientConfig) {
      super(given);
      this.on('error', (error) => shared.patience.lost(error));
    }
  }
  const config: PoolConfig = {
    host: address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ssl: (await tlsOptions(address)) ?? false,
    connectionTimeoutMillis: connect,
    max: CONNECTIONS,
    Client: HeardClient,
  };
  const pool = new Pool({ ...config, application_name: 'inbetween' });
  pool.on('error', (error) => shared.patience.lost(error));
  const store = new PostgresStore(pool, shared.bull.quoteSchemaName(namespace));
  try {
    const { rows } = await pool.query("SELECT current_setting('server_version_num') AS num");
    checkPostgresVersion(String(rows[0].num), address);
    await store.prepare();
  } catch (error) {
    await pool.end();
    throw error;
  }
  const connection = { ...config, schema: namespace, migrate: true, skipVersionCheck: true };
  return { bull: { ...shared, connection, backend: shared.bull.createPostgresBackend }, store };
}

async function tlsOptions({ tls, host, shown }: QueueAddress): Promise<object | null> {
  if (tls === null) return null;
  const { verify, authority } = tls;
  const options = { rejectUnauthorized: verify, ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }) };
  if (authority === undefined) return options;
  try {
    return { ...options, ca: await readFile(authority, 'utf8') };
  } catch {
    throw new InputError(`queue ${shown}: the file of the authority that its URL names cannot be read`);
  }
}

async function loaded<T>(name: string, { kind }: QueueAddress, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') throw packageMissing(name, kind);
    throw error;
  }
}
