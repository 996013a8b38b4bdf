/** What can be done to the servers of queues while they work: connections cut, no room left. */
import { noPostgres, noRedis, startPostgres, startRedis, type TestServer } from '../../support/servers.ts';

export type ServerKind = 'redis' | 'postgres';

export interface TroubledServer extends TestServer {
  /** Ends all connections. */
  cut(): Promise<void>;
  /** No room for anything new in a namespace, or room again. */
  fill(namespace: string, isFull: boolean): Promise<void>;
  /** Writes others in place of the answers of a namespace, as whoever has access could; how many there were. */
  rewriteAnswers(namespace: string, other: (bytes: Uint8Array) => Uint8Array): Promise<number>;
}

/** Why there is none here. */
export const missing: Readonly<Record<ServerKind, string | undefined>> = { redis: noRedis, postgres: noPostgres };

export async function troubledServer(kind: ServerKind): Promise<TroubledServer> {
  return kind === 'redis' ? troubledRedis(await startRedis()) : troubledPostgres(await startPostgres());
}

async function troubledRedis(server: TestServer): Promise<TroubledServer> {
  const { Redis } = await import('ioredis');
  const tell = async (...words: string[]): Promise<void> => {
    const client = new Redis(server.url);
    try {
      await client.call(words[0], ...words.slice(1));
    } finally {
      client.disconnect();
    }
  };
  return {
    ...server,
    cut: () => tell('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'),
    fill: (_, isFull) => tell('CONFIG', 'SET', 'maxmemory', isFull ? '1' : '0'),
    rewriteAnswers: async (namespace, other) => {
      const client = new Redis(server.url);
      const keys = await client.keys(`${namespace}:store:result:*`);
      for (const key of keys) {
        const value = (await client.getBuffer(key)) as Buffer;
        await client.set(key, Buffer.concat([value.subarray(0, 1), other(value.subarray(1))]), 'KEEPTTL');
      }
      client.disconnect();
      return keys.length;
    },
  };
}

/** A full disk would end PostgreSQL itself; tables that refuse with the code of one do not. */
async function troubledPostgres(server: TestServer): Promise<TroubledServer> {
  const pg = await import('pg');
  const tell = async (...texts: string[]): Promise<void> => {
    const client = new pg.default.Client(server.url);
    client.on('error', () => {});
    await client.connect();
    try {
      for (const text of texts) await client.query(text);
    } finally {
      await client.end();
    }
  };
  return {
    ...server,
    cut: () =>
      tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"),
    fill: (namespace, isFull) =>
      tell(
        `CREATE OR REPLACE FUNCTION public.no_room() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`,
        ...['store_value', 'store_note', 'job'].map((table) =>
          isFull
            ? `CREATE OR REPLACE TRIGGER no_room BEFORE INSERT OR UPDATE ON ${namespace}.${table} FOR EACH ROW EXECUTE FUNCTION public.no_room()`
            : `DROP TRIGGER IF EXISTS no_room ON ${namespace}.${table}`,
        ),
      ),
    rewriteAnswers: async (namespace, other) => {
      const client = new pg.default.Client(server.url);
      await client.connect();
      const { rows } = await client.query(`SELECT id, bytes FROM ${namespace}.store_value WHERE kind = 'result'`);
      for (const { id, bytes } of rows) {
        const written = Buffer.from(other(bytes));
        await client.query(`UPDATE ${namespace}.store_value SET bytes = $2, total = $3 WHERE kind = 'result' AND id = $1`, [
          id,
          written,
          written.length,
        ]);
      }
      await client.end();
      return rows.length;
    },
  };
}
