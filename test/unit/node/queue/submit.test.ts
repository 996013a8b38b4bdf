import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Chunk } from '../../../../src/node/job/chunk.ts';
import { answerBytes, squeezed } from '../../../../src/node/queue/answer-bytes.ts';
import { cancelNotes, JOBS, WORKERS } from '../../../../src/node/queue/link.ts';
import { readRun } from '../../../../src/node/queue/run-record.ts';
import { sealOf } from '../../../../src/node/queue/seal.ts';
import { type Collected, type SubmitOptions, submit } from '../../../../src/node/queue/submit.ts';
import { work } from '../../../../src/node/queue/work.ts';
import { until } from '../../../support/until.ts';
import { BUILD, type MemoryLink, memoryLink } from './memory-link.ts';
import { SUBJECT, sampleAnswer, sampleChunks } from './sample-chunks.ts';

const usual: SubmitOptions = { job: 'j', subject: () => SUBJECT, look: 0, beat: 60_000 };

async function collected(link: MemoryLink, chunks: Iterable<Chunk> | AsyncIterable<Chunk>, options = usual): Promise<Collected[]> {
  const out: Collected[] = [];
  for await (const one of submit(link, chunks, options)) out.push(one);
  return out;
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

async function expected(count: number, each: number): Promise<unknown[]> {
  return Promise.all([...sampleChunks(count, each)].map((chunk) => sampleAnswer(chunk, SUBJECT)));
}

describe('submit', () => {
  it('gives the answers in order, each once, and sends the subject once', async () => {
    const link = memoryLink();
    await work(link, sampleAnswer, { beat: 60_000 });
    const out = await collected(link, sampleChunks(30, 4), { ...usual, look: Infinity });
    expect(out.map(({ index }) => index)).toEqual(Array.from({ length: 30 }, (_, i) => i));
    expect(out.map(({ answer }) => answer)).toEqual(await expected(30, 4));
    expect(link.store.written).toEqual({ subject: 1, chunk: 30, result: 30 });
    expect([...link.store.values.keys()].filter((key) => key.startsWith('chunk'))).toEqual([]);
  });

  it('takes what is answered from the store: the same job again costs nothing', async () => {
    const link = memoryLink();
    await work(link, sampleAnswer, { beat: 60_000 });
    const first = await collected(link, sampleChunks(5, 4));
    const second = await collected(link, sampleChunks(7, 4));
    expect(second.slice(0, 5).map(({ answer }) => answer)).toEqual(first.map(({ answer }) => answer));
    expect(second.map(({ known }) => known)).toEqual([true, true, true, true, true, false, false]);
    expect(link.entries.added).toBe(7);
  });

  it('counts once what two clients ask at the same time', async () => {
    const link = memoryLink();
    await work(link, sampleAnswer, { beat: 60_000 });
    const [a, b] = await Promise.all([collected(link, sampleChunks(20, 3)), collected(link, sampleChunks(20, 3))]);
    expect(a.map(({ answer }) => answer)).toEqual(b.map(({ answer }) => answer));
    expect(link.store.written.result).toBe(20);
  });

  it('never has more on its way than it may', async () => {
    const link = memoryLink();
    await work(link, sampleAnswer, { beat: 60_000 });
    let taken = 0;
    let most = 0;
    let given = 0;
    function* source(): Generator<Chunk> {
      for (const chunk of sampleChunks(40, 2)) {
        most = Math.max(most, ++given - taken);
        yield chunk;
      }
    }
    for await (const { index } of submit(link, source(), { ...usual, ahead: 5, hold: 5 })) {
      expect(index).toBe(taken++);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(taken).toBe(40);
    // the one that is yielded was taken from the window already
    expect(most).toBeLessThanOrEqual(7);
    expect(most).toBeGreaterThan(2);
  });

  it('holds no more bytes than it may, and says so where an answer is lost that it cannot ask for again', async () => {
    const link = memoryLink();
    await work(link, sampleAnswer, { beat: 60_000 });
    await collected(link, sampleChunks(6, 4));
    const [{ id }] = await collected(link, sampleChunks(1, 4));
    const job = submit(link, sampleChunks(6, 4), { ...usual, keepBytes: 1 });
    const out: Collected[] = [];
    for await (const one of job) {
      out.push(one);
      // the next ones were seen in the store already
      if (out.length === 1)
        for (const key of [...link.store.values.keys()]) if (key.startsWith('result') && !key.includes(id)) link.store.values.delete(key);
    }
    expect(out).toHaveLength(6);
    const lost = out.filter(({ answer }) => answer === null);
    expect(lost.length).toBeGreaterThan(0);
    for (const { reasons, chunk } of lost) {
      expect(reasons).toEqual(['the server lost its answer']);
      expect(chunk).toBeNull();
    }
  });

  it('sends again what the server lost: entries, data and answers', async () => {
    const link = memoryLink();
    let rounds = 0;
    await work(
      link,
      async (chunk, subject) => {
        // loses the entry and its answer now and then
        if (++rounds % 3 === 0) {
          const [id] = [...link.entries.kept.keys()];
          link.entries.kept.delete(id);
          link.store.values.delete(`chunk ${id}`);
        }
        return sampleAnswer(chunk, subject);
      },
      { beat: 60_000 },
    );
    const out = await collected(link, sampleChunks(12, 3));
    expect(out.map(({ answer }) => answer)).toEqual(await expected(12, 3));
  });

  it('has damaged answers computed again', async () => {
    const link = memoryLink();
    await work(link, sampleAnswer, { beat: 60_000 });
    const first = await collected(link, sampleChunks(3, 3));
    link.store.values.set(`result ${first[1].id}`, await squeezed(SUBJECT));
    link.store.values.set(`result ${first[2].id}`, SUBJECT);
    const second = await collected(link, sampleChunks(3, 3));
    expect(second.map(({ answer }) => answer)).toEqual(first.map(({ answer }) => answer));
    expect(second.map(({ known }) => known)).toEqual([true, false, false]);
  });

  it('refuses and counts answers that nobody with the key signed, of another build, and to other chunks', async () => {
    const key = Buffer.from('the key of both sides');
    const link = memoryLink(sealOf(BUILD, key));
    const worker = await work(link, sampleAnswer, { beat: 60_000 });
    const first = await collected(link, sampleChunks(6, 3));
    const { subject } = [...sampleChunks(1, 1)][0];
    const evil = await squeezed(answerBytes({ ...(first[0].answer as never as object), codes: new Uint8Array(3) } as never));
    const put = (i: number, bytes: Uint8Array) => link.store.values.set(`result ${first[i].id}`, bytes);
    const about = (i: number) => ({ chunk: first[i].id, subject });
    const real = link.store.values.get(`result ${first[5].id}`) as Uint8Array;
    put(0, evil);
    put(1, sealOf(BUILD, null).close(about(1), evil));
    put(2, sealOf(BUILD, Buffer.from('a key of nobody here')).close(about(2), evil));
    put(3, sealOf('cd'.repeat(32), key).close(about(3), evil));
    put(4, real);
    const again = await collected(link, sampleChunks(6, 3));
    expect(again.map(({ answer }) => answer)).toEqual(first.map(({ answer }) => answer));
    expect(again.map(({ known }) => known)).toEqual([false, false, false, false, false, true]);
    const runs = (await link.store.notes('job:j')).map(({ text }) => readRun(text)?.refused);
    expect(runs).toContainEqual({ unsigned: 1, foreign: 2, replayed: 1, forged: 1 });
    expect(link.notes.join()).toMatch(/5 answers in the store did not count \(1 unsigned, 2 foreign, 1 replayed, 1 forged\)/);
    expect(JSON.stringify([...link.store.values.values(), [...link.store.texts.values()].map((one) => [...one])])).not.toContain(`${key}`);
    await worker.drain();
  });

  it('gives up where somebody writes into the store again and again, and counts none of it', async () => {
    const link = memoryLink(sealOf(BUILD, Buffer.from('the key of both sides')));
    await work(link, sampleAnswer, { beat: 60_000 });
    const { putOnce } = link.store;
    link.store.putOnce = (kind, id, bytes) => putOnce.call(link.store, kind, id, kind === 'result' ? SUBJECT : bytes);
    const [{ answer, reasons }] = await collected(link, sampleChunks(1, 1));
    expect(answer).toBeNull();
    expect(reasons.join()).toMatch(/refused: it is not signed with the key/);
  });

  it('halves a chunk that fails down to the items that make it fail, and tells their reasons', async () => {
    const link = memoryLink();
    const bad = ['paths/5.csv', 'paths/38.csv'];
    let tries = 0;
    await work(
      link,
      (chunk, subject) => {
        const [found] = chunk.ids.filter((id) => bad.includes(id));
        if (found !== undefined && chunk.ids.length === 1 && found === bad[0]) tries++;
        return found === undefined ? sampleAnswer(chunk, subject) : Promise.reject(new Error('out of memory'));
      },
      { beat: 60_000 },
    );
    const out = await collected(link, sampleChunks(4, 11));
    const lost = out.filter(({ answer }) => answer === null);
    expect(lost.map(({ first, items, index }) => [first, items, index])).toEqual([
      [bad[0], 1, 0],
      [bad[1], 1, 3],
    ]);
    expect(lost[0].reasons).toHaveLength(3);
    for (const [i, reason] of lost[0].reasons.entries()) expect(reason).toMatch(new RegExp(`^attempt ${i + 1} by .*: out of memory$`));
    expect(out.reduce((sum, { items }) => sum + items, 0)).toBe(44);
    const all = await Promise.all([...sampleChunks(44, 1)].map(async (chunk) => text((await sampleAnswer(chunk, SUBJECT)).lines)));
    const said = out.map(({ answer, first }) => (answer === null ? all[Number(/\d+/.exec(first))] : text(answer.lines)));
    expect(said.join('').replaceAll(/"text":"[^"]*"/g, '')).toBe(all.join('').replaceAll(/"text":"[^"]*"/g, ''));
    const [run] = (await link.store.notes('job:j')).map(({ text: words }) => readRun(words));
    expect(run).toMatchObject({ total: 44, items: { submitted: 44, done: 42, failed: 2 } });
    expect((await link.entries.counts()).failed).toBe(2);
    // and they are tried anew by the next job
    const before = tries;
    bad.shift();
    expect((await collected(link, sampleChunks(4, 11))).filter(({ answer }) => answer === null)).toHaveLength(1);
    expect(before).toBe(3);
  });

  it('keeps what it waits for from running out, however short the time for which things are kept', async () => {
    const link = { ...memoryLink(), expire: 0.004 };
    const renewed = { subject: new Set<string>(), chunk: new Set<string>(), result: new Set<string>() };
    link.store.renew = async (kind: keyof typeof renewed, ids: readonly string[]) => {
      for (const id of ids) renewed[kind].add(id);
    };
    const running = collected(link, sampleChunks(3, 2), { ...usual, look: Infinity, beat: 1 });
    await until(() => renewed.chunk.size === 3 && renewed.subject.size === 1);
    await work(link, sampleAnswer, { beat: 60_000 });
    const ids = (await running).map(({ id }) => id);
    expect([...renewed.chunk].sort()).toEqual(ids.sort());
  });

  it('does not halve what is wrong as a whole', async () => {
    const link = memoryLink();
    await work(link, () => Promise.reject(new InputError('no such link')), { beat: 60_000 });
    const out = await collected(link, sampleChunks(1, 8));
    expect(out).toHaveLength(1);
    expect(out[0]).toMatchObject({ items: 8, answer: null, chunk: [...sampleChunks(1, 8)][0] });
    expect(link.entries.added).toBe(1);
  });

  it('ends where the job is cancelled, takes back what nobody began, and begins again afterwards', async () => {
    const link = memoryLink();
    await link.store.putNote(cancelNotes('j'), 'all', '');
    const { notes } = link.store;
    // one of before it began is over
    let age = 10 ** 9;
    link.store.notes = async (group) => (await notes.call(link.store, group)).map((note) => ({ ...note, age }));
    const running = collected(link, sampleChunks(5, 2), { ...usual, look: Infinity, beat: 1 });
    await until(() => link.entries.added === 5);
    age = 0;
    await expect(running).rejects.toMatchObject({ exitCode: 3, message: expect.stringContaining("the job 'j' was cancelled") });
    expect(link.entries.kept.size).toBe(0);
    expect([...link.store.values.keys()].filter((key) => key.startsWith('chunk'))).toEqual([]);
    age = 10 ** 9;
    await work(link, sampleAnswer, { beat: 60_000 });
    expect(await collected(link, sampleChunks(5, 2))).toHaveLength(5);
  });

  it('ends with the error of its source after what came before it', async () => {
    const link = memoryLink();
    await work(link, sampleAnswer, { beat: 60_000 });
    async function* source(): AsyncGenerator<Chunk> {
      yield* sampleChunks(3, 2);
      throw new Error('the file changed');
    }
    const seen: number[] = [];
    const run = async (): Promise<void> => {
      for await (const { index } of submit(link, source(), usual)) seen.push(index);
    };
    await expect(run()).rejects.toThrow('the file changed');
    expect(seen).toEqual([0, 1, 2]);
  });

  it('can be left early', async () => {
    const link = memoryLink();
    await work(link, sampleAnswer, { beat: 60_000 });
    let closed = false;
    function* source(): Generator<Chunk> {
      try {
        yield* sampleChunks(1000, 2);
      } finally {
        closed = true;
      }
    }
    for await (const { index } of submit(link, source(), { ...usual, ahead: 3, hold: 3 })) if (index === 2) break;
    await until(() => closed);
    expect(link.entries.added).toBeLessThan(20);
  });

  it('says once that nobody works, or that only others do', async () => {
    for (const [version, words] of [
      [null, /no worker is at work: start some with 'inbetween worker'/],
      ['9.9.9', /no worker of inbetween 1\.2\.3 is at work, only of 9\.9\.9/],
      ['1.2.3', /no worker with this key is at work, only with another or with none/],
    ] as const) {
      const link = memoryLink(sealOf(BUILD, Buffer.from('the key of both sides')));
      if (version !== null) await link.store.putNote(WORKERS, 'w', JSON.stringify({ host: 'h', version }));
      const waiting = collected(link, sampleChunks(2, 2), { ...usual, beat: 1 });
      while (link.notes.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await work(link, sampleAnswer, { beat: 60_000 });
      await waiting;
      expect(link.notes).toEqual([expect.stringMatching(words)]);
    }
  });
});

it.each([
  [{ version: '2.0.0' }, /^there is a job of inbetween 2\.0\.0; this worker is 1\.2\.3.* install 2\.0\.0 here/],
  [{ version: '1.2.3', seal: '0123' }, /^there is a job with another key, or with none/],
])('a worker says once that there is work for others: %j', async (note, words) => {
  const link = memoryLink();
  // what anybody may write there is no version
  for (const [i, odd] of ['nonsense', '{}', '{"version":null}', '{"version":"rm -rf / \\u001b"}', '[]'].entries())
    await link.store.putNote(JOBS, String(i), odd);
  await link.store.putNote(JOBS, 'z', JSON.stringify({ job: 'x', ...note }));
  const worker = await work(link, sampleAnswer, { beat: 1 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await worker.drain();
  expect(link.notes).toEqual([expect.stringMatching(words)]);
});

it('a worker that drains finishes what it has', async () => {
  const link = memoryLink();
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const worker = await work(
    link,
    async (...given) => {
      await gate;
      return sampleAnswer(...given);
    },
    { beat: 60_000 },
  );
  const waiting = collected(link, sampleChunks(1, 2));
  while (worker.counts.active === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const drained = worker.drain();
  release();
  await drained;
  expect(worker.counts).toMatchObject({ active: 0, answered: 1, items: 2 });
  expect((await waiting)[0].answer).not.toBeNull();
});
