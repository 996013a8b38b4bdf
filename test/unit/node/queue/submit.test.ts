import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../src/node/job/chunk.ts';
import { squeezed } from '../../../../src/node/queue/answer-bytes.ts';
import { JOBS, WORKERS } from '../../../../src/node/queue/link.ts';
import { type Collected, type SubmitOptions, submit } from '../../../../src/node/queue/submit.ts';
import { work } from '../../../../src/node/queue/work.ts';
import { until } from '../../../support/until.ts';
import { type MemoryLink, memoryLink } from './memory-link.ts';
import { SUBJECT, sampleAnswer, sampleChunks } from './sample-chunks.ts';

const usual: SubmitOptions = { job: 'j', subject: () => SUBJECT, look: 0, beat: 60_000 };

async function collected(link: MemoryLink, chunks: Iterable<Chunk> | AsyncIterable<Chunk>, options = usual): Promise<Collected[]> {
  const out: Collected[] = [];
  for await (const one of submit(link, chunks, options)) out.push(one);
  return out;
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

  it('reports a chunk that fails for good with all its reasons, and goes on', async () => {
    const link = memoryLink();
    let tries = 0;
    await work(
      link,
      (chunk, subject) => (chunk.ids[0] === 'paths/4.csv' ? Promise.reject(new Error(`no ${++tries}`)) : sampleAnswer(chunk, subject)),
      { beat: 60_000 },
    );
    const out = await collected(link, sampleChunks(4, 2));
    expect(out.map(({ answer }) => answer === null)).toEqual([false, false, true, false]);
    expect(out[2].reasons).toHaveLength(3);
    expect(out[2]).toMatchObject({ items: 2, first: 'paths/4.csv', chunk: [...sampleChunks(3, 2)][2] });
    for (const [i, reason] of out[2].reasons.entries()) expect(reason).toMatch(new RegExp(`^attempt ${i + 1} by .*: no ${i + 1}$`));
    // and is tried anew by the next job
    const again = await collected(link, sampleChunks(4, 2));
    expect(tries).toBe(6);
    expect(again[2].reasons).toHaveLength(3);
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
    ] as const) {
      const link = memoryLink();
      if (version !== null) await link.store.putNote(WORKERS, 'w', JSON.stringify({ host: 'h', version }));
      const waiting = collected(link, sampleChunks(2, 2), { ...usual, beat: 1 });
      while (link.notes.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await work(link, sampleAnswer, { beat: 60_000 });
      await waiting;
      expect(link.notes).toEqual([expect.stringMatching(words)]);
    }
  });
});

it('a worker says once that there is work for other versions', async () => {
  const link = memoryLink();
  await link.store.putNote(JOBS, 'a', JSON.stringify({ job: 'x', version: '2.0.0' }));
  const worker = await work(link, sampleAnswer, { beat: 1 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await worker.drain();
  expect(link.notes).toEqual([expect.stringMatching(/a job of inbetween 2\.0\.0; this worker is 1\.2\.3/)]);
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
