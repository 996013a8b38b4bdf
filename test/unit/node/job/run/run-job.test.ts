import { expect, test } from 'vitest';
import { WorkerEnded } from '../../../../../src/batch/pool.ts';
import { InputError, Random } from '../../../../../src/index.ts';
import type { Answerer } from '../../../../../src/node/job/answerer.ts';
import type { Chunk, ChunkAnswer } from '../../../../../src/node/job/chunk.ts';
import type { JobItem, JobSection } from '../../../../../src/node/job/job-item.ts';
import { resultLine, utf8 } from '../../../../../src/node/job/result-line.ts';
import { chunksByWork } from '../../../../../src/node/job/run/chunk-sizes.ts';
import { MOST_CHUNK_BYTES } from '../../../../../src/node/job/run/cut-chunks.ts';
import { runJob } from '../../../../../src/node/job/run/run-job.ts';

const section = (name: string): JobSection => ({
  name,
  subject: { id: name, bytes: new Uint8Array(0) },
  kind: 'query',
  ask: { method: 'auto', start: 'strict', limits: 'default', margin: false, all: false },
  columns: null,
});

async function* itemsOf(count: number, sections: readonly JobSection[], size = 3): AsyncGenerator<JobItem> {
  for (let i = 0; i < count; i++) {
    const own = sections[Math.floor((i * sections.length) / count)];
    yield { id: String(i), file: 'f', isAlone: false, section: own, data: new Uint8Array(size).fill(i) };
  }
}

function answerOf({ ids }: Chunk, each = 1): ChunkAnswer {
  return {
    lines: utf8(ids.map((id) => resultLine({ id, status: 'free', time: 1 })).join('')),
    codes: new Uint8Array(ids.length),
    milliseconds: new Float64Array(ids.length).fill(each),
    work: ids.length * each,
  };
}

interface Ran {
  readonly ids: readonly string[];
  readonly text: string;
  readonly codes: readonly number[];
}

async function ran(items: AsyncIterable<JobItem>, answerer: Answerer, memory = 1e9): Promise<Ran> {
  const ids: string[] = [];
  const codes: number[] = [];
  let text = '';
  await runJob(items, answerer, {
    memory,
    take: async ({ items: done, answer }) => {
      ids.push(...done.map(({ id }) => id));
      codes.push(...answer.codes);
      text += new TextDecoder().decode(answer.lines);
    },
  });
  return { ids, text, codes };
}

/** Answers in any order, as tasks of threads end. */
function shuffled(
  seed: number,
  room: number,
  answer: (chunk: Chunk) => ChunkAnswer = answerOf,
): Answerer & { most: number; sizes: number[] } {
  const random = new Random(seed);
  let inFlight = 0;
  const own = {
    room,
    most: 0,
    sizes: [] as number[],
    answer: async (chunk: Chunk) => {
      own.most = Math.max(own.most, ++inFlight);
      own.sizes.push(chunk.ids.length);
      for (let turns = Math.floor(8 * random.next()); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      inFlight--;
      return answer(chunk);
    },
    close: async () => {},
  };
  return own;
}

test('answers come in the order of the job, never more in flight than there is room, chunks of one section each', async () => {
  const sections = [section('a'), section('b'), section('c')];
  for (const [seed, room] of [
    [1, 1],
    [2, 4],
    [3, 7],
  ]) {
    const subjects = new Set<string>();
    const answerer = shuffled(seed, room, (chunk) => {
      subjects.add(chunk.subject);
      for (const [i, id] of chunk.ids.entries()) expect(chunk.data[i === 0 ? 0 : chunk.ends[i - 1]]).toBe(Number(id) % 256);
      return answerOf(chunk);
    });
    const { ids } = await ran(itemsOf(1000, sections), answerer);
    expect(ids).toEqual(Array.from({ length: 1000 }, (_, i) => String(i)));
    expect(answerer.most).toBeLessThanOrEqual(room);
    expect([...subjects]).toEqual(['a', 'b', 'c']);
    // one item takes one millisecond: chunks come to 50 of them
    expect(Math.max(...answerer.sizes)).toBeLessThanOrEqual(50);
    expect(Math.max(...answerer.sizes)).toBeGreaterThan(30);
  }
});

test('what waits for its turn stays within the memory, but for the item whose turn it is', async () => {
  let held = 0;
  let most = 0;
  let release: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answerer: Answerer = {
    room: 64,
    answer: async (chunk) => {
      held += chunk.data.length;
      most = Math.max(most, held);
      if (chunk.ids[0] === '0') await first;
      return answerOf(chunk, 50);
    },
    close: async () => {},
  };
  const run = runJob(itemsOf(500, [section('a')], 1000), answerer, {
    memory: 20_000,
    take: async ({ items }) => {
      held -= 1000 * items.length;
    },
  });
  for (let k = 0; k < 200; k++) await new Promise((resolve) => setImmediate(resolve));
  expect(most).toBeLessThan(30_000);
  release();
  await run;
  expect(held).toBe(0);
});

test('data of a chunk are bounded', async () => {
  const sizes: number[] = [];
  const answerer = shuffled(5, 2, (chunk) => {
    sizes.push(chunk.data.length);
    return answerOf(chunk, 0);
  });
  await ran(itemsOf(40, [section('a')], 300_000), answerer);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_CHUNK_BYTES);
});

test('of a chunk that fails only the item that makes it fail is lost, and says so', async () => {
  const bad = new Map<string, Error>([
    ['17', new WorkerEnded('out of memory')],
    ['99', new Error('a bug')],
    ['150', new InputError('is no path')],
  ]);
  const answerer = shuffled(6, 3, (chunk) => {
    for (const id of chunk.ids) if (bad.has(id)) throw bad.get(id);
    return answerOf(chunk);
  });
  const { ids, text, codes } = await ran(itemsOf(200, [section('a')]), answerer);
  expect(ids).toHaveLength(200);
  const lines = text.trim().split('\n');
  expect(lines).toHaveLength(200);
  expect(lines[17]).toBe('{"id":"17","error":"its worker ended: out of memory"}');
  expect(lines[99]).toBe('{"id":"99","error":"internal error, please report it: a bug"}');
  expect(lines[150]).toBe('{"id":"150","error":"is no path"}');
  expect(codes.map((code, i) => (code === 0 ? '' : `${i}: ${code}`)).filter((one) => one !== '')).toEqual(['17: 2', '99: 70', '150: 2']);
});

test('one item in a large chunk that ends its worker does not end the job, though many halves of it do first', async () => {
  const bad = String(4 + 16 + 64 + 256 + 1024 + 4096);
  const answerer = shuffled(9, 1, (chunk) => {
    if (chunk.ids.includes(bad)) throw new WorkerEnded('out of memory');
    return answerOf(chunk, 1e-4);
  });
  const { codes } = await ran(itemsOf(16_000, [section('a')]), answerer);
  expect(Math.max(...answerer.sizes)).toBeGreaterThan(2 ** 13);
  expect(codes.flatMap((code, i) => (code === 0 ? [] : [`${i}: ${code}`]))).toEqual([`${bad}: 2`]);
});

test('workers that end one after another end the job with the reason', async () => {
  const answerer = shuffled(7, 2, () => {
    throw new WorkerEnded('exit code 1');
  });
  await expect(ran(itemsOf(10_000, [section('a')]), answerer)).rejects.toThrow(
    '13 items in a row ended their workers, the last one: exit code 1. Give the workers more memory, or have fewer of them; then go on',
  );
});

test('an item that could not be read has its line, and nobody is asked about it', async () => {
  async function* items(): AsyncGenerator<JobItem> {
    for await (const item of itemsOf(10, [section('a')])) yield item.id === '4' ? { ...item, fault: 'no such file' } : item;
  }
  const asked: string[] = [];
  const answerer = shuffled(8, 2, (chunk) => {
    asked.push(...chunk.ids);
    return answerOf(chunk);
  });
  const { text, codes } = await ran(items(), answerer);
  expect(text.split('\n')[4]).toBe('{"id":"4","error":"no such file"}');
  expect(codes[4]).toBe(2);
  expect(asked).not.toContain('4');
});

test('a source that fails ends the job, and closes what it has open', async () => {
  let isClosed = false;
  async function* items(): AsyncGenerator<JobItem> {
    try {
      yield* itemsOf(30, [section('a')]);
      throw new InputError('edges.csv: changed while the job ran');
    } finally {
      isClosed = true;
    }
  }
  await expect(ran(items(), shuffled(9, 2))).rejects.toThrow('changed while the job ran');
  expect(isClosed).toBe(true);
});

test('chunks by work are the same wherever they are cut, and as large as the pilot says', async () => {
  const cut = async (wait: number) => {
    const chunks: string[] = [];
    let pilots = 0;
    const wish = {
      work: 1000,
      pilot: async ({ chunk }: { chunk?: Chunk | undefined }) => {
        for (let k = 0; k < wait; k++) await new Promise((resolve) => setImmediate(resolve));
        pilots++;
        return answerOf(chunk as Chunk, 10);
      },
    };
    for await (const { items, answer } of chunksByWork(itemsOf(1000, [section('a'), section('b')]), wish))
      chunks.push(`${items[0].section.name}${items.length}${answer === undefined ? '' : ' here'}`);
    return { chunks, pilots };
  };
  const one = await cut(0);
  expect(await cut(3)).toEqual(one);
  expect(one.pilots).toBe(6);
  expect(one.chunks.slice(0, 5)).toEqual(['a1 here', 'a3 here', 'a12 here', 'a100', 'a100']);
});
