import { describe, expect, it } from 'vitest';
import { pack } from '../../../../src/batch/packed.ts';
import { answerBytes, readAnswer, squeezed, unsqueezed } from '../../../../src/node/queue/answer-bytes.ts';
import { chunkBytes, FORMAT, sha256, USUAL_LIMITS } from '../../../../src/node/queue/chunk-bytes.ts';
import { Hopeless } from '../../../../src/node/queue/entries.ts';
import { QueueFault } from '../../../../src/node/queue/queue-faults.ts';
import { sealOf } from '../../../../src/node/queue/seal.ts';
import { SubjectCache } from '../../../../src/node/queue/subject-cache.ts';
import { type TakeGround, takeChunk } from '../../../../src/node/queue/take-chunk.ts';
import { BUILD, MemoryStore } from './memory-link.ts';
import { SUBJECT, sampleAnswer, sampleChunk } from './sample-chunks.ts';

const chunk = sampleChunk(0, 3);
const bytes = chunkBytes(chunk, '1.2.3');
const id = sha256(bytes);
const entry = { format: FORMAT, version: '1.2.3', chunk: id, subject: chunk.subject, items: 3, job: 'j' };
const about = { chunk: id, subject: chunk.subject };

async function ground(given: Partial<TakeGround> = {}): Promise<TakeGround & { readonly store: MemoryStore }> {
  const store = new MemoryStore();
  await store.putOnce('subject', chunk.subject, await squeezed(SUBJECT));
  await store.putOnce('chunk', id, await squeezed(bytes));
  const subjects = new SubjectCache({ store, most: 100, mostEach: 1000, onForget: () => {} });
  return {
    subjects,
    seal: sealOf(BUILD, null),
    version: '1.2.3',
    limits: USUAL_LIMITS,
    expire: 100,
    answer: sampleAnswer,
    ...given,
    store,
  };
}

describe('takeChunk', () => {
  it('answers a chunk once', async () => {
    const at = await ground();
    const answer = await sampleAnswer(chunk, SUBJECT);
    expect(await takeChunk(at, id, entry)).toEqual(answer);
    const stored = at.seal.open(about, (await at.store.get('result', id, 10_000)) as Uint8Array).bytes as Uint8Array;
    expect(readAnswer(await unsqueezed(stored, 10_000, ''), 3)).toEqual(answer);
    expect(await at.store.has('chunk', [id])).toEqual([false]);
    expect(await takeChunk(at, id, entry)).toBeNull();
  });

  it.each<[string, unknown, RegExp]>([
    ['no record', 'rm -rf /', /entry: must be an object/],
    ['null', null, /entry: must be an object/],
    ['another version', { ...entry, version: '1.2.4' }, /of inbetween '1\.2\.4'/],
    ['another format', { ...entry, format: 0 }, /format 0/],
    ['a chunk that is a file', { ...entry, chunk: '/etc/passwd' }, /chunk must be 64/],
    ['a subject that is a file', { ...entry, subject: 'file:///etc/passwd' }, /subject must be 64/],
    ['another chunk', { ...entry, chunk: sha256(SUBJECT) }, /its id is not that of its chunk/],
    ['another subject', { ...entry, subject: id }, /its subject is not that/],
    ['more than is known', { ...entry, processor: './evil.js' }, /unknown key 'processor'/],
  ])('gives up entries with %s at once', async (_, data, words) => {
    const at = await ground();
    await expect(takeChunk(at, id, data)).rejects.toThrow(Hopeless);
    await expect(takeChunk(at, id, data)).rejects.toThrow(words);
    expect(at.store.written.result).toBe(0);
  });

  it('gives up data that are not what their name says, and such that are no chunk', async () => {
    const at = await ground();
    await at.store.remove('chunk', id);
    await at.store.putOnce('chunk', id, await squeezed(SUBJECT));
    await expect(takeChunk(at, id, entry)).rejects.toThrow(/others than its name says/);
    const evil = pack({ format: FORMAT, version: '1.2.3', chunk: { ...chunk, ids: [{}, 2, null] } } as never);
    await at.store.putOnce('chunk', sha256(evil), await squeezed(evil));
    await expect(takeChunk(at, sha256(evil), { ...entry, chunk: sha256(evil) })).rejects.toThrow(Hopeless);
  });

  it('gives up a subject whose bytes are others than its name says', async () => {
    const at = await ground();
    await at.store.remove('subject', chunk.subject);
    await at.store.putOnce('subject', chunk.subject, await squeezed(bytes));
    await expect(takeChunk(at, id, entry)).rejects.toThrow(Hopeless);
  });

  it('leaves hope where something is missing, a worker ended or the server is full', async () => {
    const at = await ground();
    await at.store.remove('subject', chunk.subject);
    const missing = await takeChunk(at, id, entry).catch((error) => error);
    expect(missing).not.toBeInstanceOf(Hopeless);
    expect(missing.message).toMatch(/is not in the store/);
    const dead = await ground({ answer: () => Promise.reject(new Error('a worker ended: out of memory')) });
    expect(await takeChunk(dead, id, entry).catch((error) => error)).not.toBeInstanceOf(Hopeless);
    const full = await ground({ answer: () => Promise.reject(new QueueFault('no memory left', 75)) });
    expect(await takeChunk(full, id, entry).catch((error) => error)).not.toBeInstanceOf(Hopeless);
  });

  it('answers anew where the store has what does not count, before and while it works', async () => {
    const seal = sealOf(BUILD, Buffer.from('the key of both sides'));
    const answer = await sampleAnswer(chunk, SUBJECT);
    const forged = sealOf(BUILD, null).close(about, await squeezed(answerBytes(answer)));
    const before = await ground({ seal });
    await before.store.putOnce('result', id, forged);
    expect(await takeChunk(before, id, entry)).toEqual(answer);
    const meanwhile: Awaited<ReturnType<typeof ground>> = await ground({
      seal,
      answer: async (...given) => {
        await meanwhile.store.putOnce('result', id, forged);
        return sampleAnswer(...given);
      },
    });
    await takeChunk(meanwhile, id, entry);
    for (const { store } of [before, meanwhile])
      expect(seal.open(about, (await store.get('result', id, 10_000)) as Uint8Array).refusal).toBeNull();
  });

  it('does not store what is no answer', async () => {
    const at = await ground({ answer: async (...given) => ({ ...(await sampleAnswer(...given)), codes: new Uint8Array(2) }) });
    await expect(takeChunk(at, id, entry)).rejects.toThrow(/there must be 3 codes/);
    expect(at.store.written.result).toBe(0);
  });
});

describe('SubjectCache', () => {
  it('loads once, keeps what was used last', async () => {
    const store = new MemoryStore();
    const forgotten: string[] = [];
    let loads = 0;
    const counting = Object.assign(Object.create(store), {
      get: (...given: Parameters<MemoryStore['get']>) => {
        loads++;
        return store.get(...given);
      },
    });
    const cache = new SubjectCache({ store: counting, most: 25, mostEach: 100, onForget: (one) => forgotten.push(one) });
    const ids: string[] = [];
    for (const letter of [1, 2, 3]) {
      const subject = new Uint8Array(10).fill(letter);
      ids.push(sha256(subject));
      await store.putOnce('subject', ids.at(-1) as string, await squeezed(subject));
    }
    const both = await Promise.all([cache.get(ids[0]), cache.get(ids[0])]);
    expect(both[0]).toBe(both[1]);
    await cache.get(ids[1]);
    await cache.get(ids[0]);
    expect(loads).toBe(2);
    await cache.get(ids[2]);
    expect(forgotten).toEqual([ids[1]]);
    await cache.get(ids[0]);
    expect(loads).toBe(3);
  });
});
