/**
 * The store in PostgreSQL: two tables beside those of the queue. The parts of a value are written in one transaction,
 * and the first part is unique, so that a value is all there or not at all and the first one counts.
 */
import type { Pool, PoolClient } from 'pg';
import { InputError } from '../../math/input-error.ts';
import type { Note, Store, ValueKind } from './store.ts';

/** Bytes of one part: the protocol doubles them on their way. */
const PART = 2 ** 22;

export class PostgresStore implements Store {
  private readonly pool: Pool;
  private readonly schema: string;
  private readonly part: number;

  /** `schema`: quoted. */
  constructor(pool: Pool, schema: string, part: number = PART) {
    this.pool = pool;
    this.schema = schema;
    this.part = part;
  }

  /** Creates what is missing; two who do so at once must not meet. */
  async prepare(): Promise<void> {
    const made = await this.pool.query('SELECT to_regclass($1) AS found', [`${this.schema}.store_note`]);
    if (made.rows[0].found !== null) return;
    await this.transaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(1768843877, 1)');
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${this.schema}`);
      await client.query(`CREATE TABLE IF NOT EXISTS ${this.schema}.store_value (
        kind text NOT NULL, id text NOT NULL, part integer NOT NULL, parts integer NOT NULL, total bigint NOT NULL,
        bytes bytea NOT NULL, expires timestamptz NOT NULL, PRIMARY KEY (kind, id, part))`);
      await client.query(`CREATE INDEX IF NOT EXISTS store_value_expires ON ${this.schema}.store_value (expires)`);
      await client.query(`CREATE TABLE IF NOT EXISTS ${this.schema}.store_note (
        in_group text NOT NULL, name text NOT NULL, words text NOT NULL, written timestamptz NOT NULL DEFAULT now(),
        expires timestamptz NOT NULL, PRIMARY KEY (in_group, name))`);
    });
  }

  async has(kind: ValueKind, ids: readonly string[]): Promise<readonly boolean[]> {
    if (ids.length === 0) return [];
    const rows = await this.ask<{ readonly id: string }>(
      `SELECT id FROM ${this.schema}.store_value WHERE kind = $1 AND id = ANY($2) AND part = 0 AND expires > now()`,
      [kind, ids],
    );
    const found = new Set(rows.map(({ id }) => id));
    return ids.map((id) => found.has(id));
  }

  async get(kind: ValueKind, id: string, most: number): Promise<Uint8Array | null> {
    const [head] = await this.ask<{ readonly parts: number; readonly total: number }>(
      `SELECT parts, total::float8 AS total FROM ${this.schema}.store_value WHERE kind = $1 AND id = $2 AND part = 0 AND expires > now()`,
      [kind, id],
    );
    if (head === undefined) return null;
    const { parts, total } = head;
    if (total > most) throw new InputError(`store: ${kind} ${id} has ${total} bytes, more than the ${most} that are taken`);
    const out = new Uint8Array(total);
    let at = 0;
    for (let part = 0; part < parts; part++) {
      const [row] = await this.ask<{ readonly bytes: Buffer }>(
        `SELECT bytes FROM ${this.schema}.store_value WHERE kind = $1 AND id = $2 AND part = $3`,
        [kind, id, part],
      );
      if (row === undefined || at + row.bytes.length > total) return null;
      out.set(row.bytes, at);
      at += row.bytes.length;
    }
    return at === total ? out : null;
  }

  putOnce(kind: ValueKind, id: string, bytes: Uint8Array, seconds: number): Promise<boolean> {
    const parts = Math.max(1, Math.ceil(bytes.length / this.part));
    return this.transaction(async (client) => {
      await client.query(`DELETE FROM ${this.schema}.store_value WHERE kind = $1 AND id = $2 AND expires <= now()`, [kind, id]);
      for (let part = 0; part < parts; part++) {
        const { rowCount } = await client.query(
          `INSERT INTO ${this.schema}.store_value (kind, id, part, parts, total, bytes, expires)
             VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) ON CONFLICT DO NOTHING`,
          [kind, id, part, parts, bytes.length, Buffer.from(bytes.subarray(part * this.part, (part + 1) * this.part)), seconds],
        );
        if (rowCount === 0) return false;
      }
      return true;
    });
  }

  async renew(kind: ValueKind, ids: readonly string[], seconds: number): Promise<void> {
    if (ids.length === 0) return;
    await this.ask(`UPDATE ${this.schema}.store_value SET expires = now() + make_interval(secs => $3) WHERE kind = $1 AND id = ANY($2)`, [
      kind,
      ids,
      seconds,
    ]);
  }

  async remove(kind: ValueKind, id: string): Promise<void> {
    await this.ask(`DELETE FROM ${this.schema}.store_value WHERE kind = $1 AND id = $2`, [kind, id]);
  }

  async putNote(group: string, name: string, text: string, seconds: number): Promise<void> {
    // the one letter that a text of PostgreSQL cannot hold
    const words = text.replaceAll('\0', '');
    await this.ask(
      `INSERT INTO ${this.schema}.store_note (in_group, name, words, expires) VALUES ($1, $2, $3, now() + make_interval(secs => $4))
       ON CONFLICT (in_group, name) DO UPDATE SET words = EXCLUDED.words, written = now(), expires = EXCLUDED.expires`,
      [group, name, words, seconds],
    );
  }

  async notes(group: string): Promise<readonly Note[]> {
    const rows = await this.ask<{ readonly name: string; readonly words: string; readonly age: number }>(
      `SELECT name, words, (EXTRACT(EPOCH FROM now() - written) * 1000)::float8 AS age FROM ${this.schema}.store_note
       WHERE in_group = $1 AND expires > now() ORDER BY name COLLATE "C"`,
      [group],
    );
    return rows.map(({ name, words, age }) => ({ name, text: words, age }));
  }

  async removeNotes(group: string): Promise<void> {
    await this.ask(`DELETE FROM ${this.schema}.store_note WHERE in_group = $1`, [group]);
  }

  async sweep(): Promise<void> {
    await this.ask(`DELETE FROM ${this.schema}.store_value WHERE expires <= now()`, []);
    await this.ask(`DELETE FROM ${this.schema}.store_note WHERE expires <= now()`, []);
  }

  /** But for what says of which form the tables are. */
  async purge(): Promise<number> {
    const tables = await this.ask<{ readonly name: string }>(
      `SELECT quote_ident(relname) AS name FROM pg_class
       WHERE relnamespace = to_regnamespace($1) AND relkind = 'r' AND relname NOT IN ('migration', 'meta')`,
      [this.schema],
    );
    return this.transaction(async (client) => {
      let count = 0;
      for (const { name } of tables) count += (await client.query(`DELETE FROM ${this.schema}.${name}`)).rowCount ?? 0;
      return count;
    });
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async ask<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return (await this.pool.query(text, [...values])).rows as readonly Row[];
  }

  private async transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const out = await work(client);
      await client.query('COMMIT');
      return out;
    } catch (error) {
      await client.query('ROLLBACK').catch((fault: Error) => {
        broken = fault;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }
}
