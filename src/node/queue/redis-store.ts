/**
 * The store in Redis. A value that is larger than a block lies in blocks of its own, which are written first; the key
 * that names them is set last and only where there is none (SET NX), so that a value is all there or not at all.
 */
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { InputError } from '../../math/input-error.ts';
import type { Note, Store, ValueKind } from './store.ts';

/** Bytes of one block: far below the 512 MB of a value, and nobody else waits long while it is moved. */
const BLOCK = 2 ** 24;
/** Blocks outlive what names them by so many seconds. */
const LONGER = 3600;
const WHOLE = 0;
const CUT = 1;

interface Blocks {
  readonly keys: readonly string[];
  readonly bytes: number;
}

export class RedisStore implements Store {
  private readonly client: Redis;
  private readonly namespace: string;
  private readonly prefix: string;
  private readonly block: number;

  constructor(client: Redis, namespace: string, block: number = BLOCK) {
    this.client = client;
    this.namespace = namespace;
    this.prefix = `${namespace}:store`;
    this.block = block;
  }

  async has(kind: ValueKind, ids: readonly string[]): Promise<readonly boolean[]> {
    if (ids.length === 0) return [];
    const pipeline = this.client.pipeline();
    for (const id of ids) pipeline.exists(this.key(kind, id));
    return ((await pipeline.exec()) ?? []).map(([error, count]) => {
      if (error !== null) throw error;
      return count === 1;
    });
  }

  async get(kind: ValueKind, id: string, most: number): Promise<Uint8Array | null> {
    const key = this.key(kind, id);
    const length = await this.client.strlen(key);
    if (length > most + 1) throw tooLarge(kind, id, length, most);
    const value = await this.client.getBuffer(key);
    if (value === null || value.length === 0) return null;
    if (value[0] === WHOLE) return value.subarray(1);
    const { keys, bytes } = blocksOf(value, key);
    if (bytes > most) throw tooLarge(kind, id, bytes, most);
    const out = new Uint8Array(bytes);
    let at = 0;
    for (const name of keys) {
      const part = await this.client.getBuffer(name);
      if (part === null || at + part.length > bytes) {
        // one was lost: none of it counts
        await this.client.del(key);
        return null;
      }
      out.set(part, at);
      at += part.length;
    }
    return at === bytes ? out : null;
  }

  async putOnce(kind: ValueKind, id: string, bytes: Uint8Array, seconds: number): Promise<boolean> {
    const key = this.key(kind, id);
    if (bytes.length <= this.block) return this.set(key, Buffer.concat([Buffer.of(WHOLE), bytes]), seconds);
    if ((await this.client.exists(key)) === 1) return false;
    const nonce = randomBytes(8).toString('hex');
    const count = Math.ceil(bytes.length / this.block);
    const keys = Array.from({ length: count }, (_, i) => `${key}:${nonce}:${i}`);
    for (const [i, name] of keys.entries())
      await this.client.set(name, Buffer.from(bytes.subarray(i * this.block, (i + 1) * this.block)), 'EX', seconds + LONGER);
    const head = Buffer.from(JSON.stringify({ nonce, count, bytes: bytes.length }));
    const isFirst = await this.set(key, Buffer.concat([Buffer.of(CUT), head]), seconds);
    if (!isFirst) await this.client.del([...keys]);
    return isFirst;
  }

  async renew(kind: ValueKind, ids: readonly string[], seconds: number): Promise<void> {
    for (const id of ids) {
      const key = this.key(kind, id);
      const head = await this.client.getrangeBuffer(key, 0, 200);
      if (head.length === 0) continue;
      if (head[0] === CUT) for (const name of blocksOf(head, key).keys) await this.client.expire(name, seconds + LONGER);
      await this.client.expire(key, seconds);
    }
  }

  async remove(kind: ValueKind, id: string): Promise<void> {
    const key = this.key(kind, id);
    const head = await this.client.getrangeBuffer(key, 0, 200);
    if (head.length === 0) return;
    await this.client.del([key, ...(head[0] === CUT ? blocksOf(head, key).keys : [])]);
  }

  async putNote(group: string, name: string, text: string, seconds: number): Promise<void> {
    const now = await this.now();
    const key = this.noteKey(group);
    await this.client.hset(key, name, `${now} ${now + 1000 * seconds} ${text}`);
    // the longest of them keeps the group
    if ((await this.client.ttl(key)) < seconds) await this.client.expire(key, seconds);
  }

  async notes(group: string): Promise<readonly Note[]> {
    const now = await this.now();
    const key = this.noteKey(group);
    const found: Note[] = [];
    const over: string[] = [];
    for (const [name, value] of Object.entries(await this.client.hgetall(key))) {
      const [, at, until, text] = /^(\d+) (\d+) (.*)$/s.exec(value) ?? [];
      if (text === undefined || Number(until) <= now) over.push(name);
      else found.push({ name, text, age: now - Number(at) });
    }
    for (const name of over) await this.client.hdel(key, name);
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async removeNotes(group: string): Promise<void> {
    await this.client.del(this.noteKey(group));
  }

  /** Redis does it by itself. */
  async sweep(): Promise<void> {}

  async purge(): Promise<number> {
    let count = 0;
    for await (const keys of this.client.scanStream({ match: `${this.namespace}:*`, count: 1000 }) as AsyncIterable<string[]>)
      if (keys.length > 0) count += await this.client.unlink(keys);
    return count;
  }

  async close(): Promise<void> {
    this.client.disconnect();
  }

  private async set(key: string, value: Buffer, seconds: number): Promise<boolean> {
    return (await this.client.set(key, value, 'EX', seconds, 'NX')) === 'OK';
  }

  private async now(): Promise<number> {
    const [seconds, micros] = await this.client.time();
    return 1000 * Number(seconds) + Math.floor(Number(micros) / 1000);
  }

  private key(kind: ValueKind, id: string): string {
    return `${this.prefix}:${kind}:${id}`;
  }

  private noteKey(group: string): string {
    return `${this.prefix}:note:${group}`;
  }
}

/** What a key says of its blocks is not believed: their names are made of what can be no other key. */
function blocksOf(head: Buffer, key: string): Blocks {
  let given: { readonly nonce?: unknown; readonly count?: unknown; readonly bytes?: unknown };
  try {
    given = JSON.parse(head.subarray(1).toString('utf8'));
  } catch {
    throw new InputError(`store: ${key} is damaged`);
  }
  const { nonce, count, bytes } = given;
  if (typeof nonce !== 'string' || !/^[0-9a-f]{16}$/.test(nonce) || !isCount(count, 2 ** 16) || !isCount(bytes, 2 ** 40))
    throw new InputError(`store: ${key} is damaged`);
  return { keys: Array.from({ length: count }, (_, i) => `${key}:${nonce}:${i}`), bytes };
}

function isCount(given: unknown, most: number): given is number {
  return Number.isSafeInteger(given) && (given as number) >= 0 && (given as number) <= most;
}

function tooLarge(kind: ValueKind, id: string, bytes: number, most: number): InputError {
  return new InputError(`store: ${kind} ${id} has ${bytes} bytes, more than the ${most} that are taken`);
}
