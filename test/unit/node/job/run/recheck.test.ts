import { expect, test } from 'vitest';
import { WorkerEnded } from '../../../../../src/batch/pool.ts';
import { Random } from '../../../../../src/index.ts';
import type { Answerer } from '../../../../../src/node/job/answerer.ts';
import type { Ask, ChunkAnswer } from '../../../../../src/node/job/chunk.ts';
import type { JobItem } from '../../../../../src/node/job/job-item.ts';
import { Recheck } from '../../../../../src/node/job/run/recheck.ts';
import { ASK, SUBJECT, sampleAnswer, sampleChunk } from '../../queue/sample-chunks.ts';

const items = (count: number, ask: Ask = ASK): readonly JobItem[] => {
  const { ids, data, ends, subject } = sampleChunk(0, count);
  const section = { name: 's', subject: { id: subject, bytes: SUBJECT }, kind: 'path', ask, columns: null } as const;
  return ids.map((id, i) => ({ id, file: id, isAlone: true, section, data: data.subarray(i === 0 ? 0 : ends[i - 1], ends[i]) }));
};
/** Codes by the item, not by its place: a sample is asked in another chunk. */
const answerOf = async (chunk: Parameters<Answerer['answer']>[0]): Promise<ChunkAnswer> => {
  const answer = await sampleAnswer(chunk, SUBJECT);
  return { ...answer, codes: Uint8Array.from(chunk.ids, (id) => Number(/\d+/.exec(id)) % 2) };
};
const here: Answerer = { room: 1, answer: answerOf, close: async () => {} };
const changed = (answer: ChunkAnswer, at: number): ChunkAnswer => {
  const lines = new TextDecoder().decode(answer.lines).split('\n');
  lines[at] = lines[at].replace('"about"', '"other"');
  return { ...answer, lines: new TextEncoder().encode(lines.join('\n')) };
};

test('the same answers pass, another line or code does not', async () => {
  const asked = items(40);
  const answer = await answerOf(sampleChunk(0, 40));
  const all = new Recheck(here, 1, () => 0.5);
  await all.check(asked, answer);
  expect(all.asked).toBe(40);
  const differs = await all.check(asked, changed(answer, 17)).catch((error) => error);
  expect(differs.exitCode).toBe(76);
  expect(differs.message).toMatch(/^paths\/17\.csv: asked again here/);
  const codes = Uint8Array.from(answer.codes);
  codes[3] = 0;
  await expect(all.check(asked, { ...answer, codes })).rejects.toThrow(/^paths\/3\.csv/);
});

test('a share of them is asked, at least one of a job, and who changes many is found (seed 5)', async () => {
  const random = new Random(5);
  const some = new Recheck(here, 0.01, () => random.next());
  const answer = await answerOf(sampleChunk(0, 20));
  await some.check(items(20), answer);
  expect(some.asked).toBeGreaterThan(0);
  for (let i = 0; i < 500; i++) await some.check(items(20), answer);
  expect(some.asked).toBeGreaterThan(50);
  expect(some.asked).toBeLessThan(160);
  let found = 0;
  for (let i = 0; i < 500; i++) await some.check(items(20), changed(answer, i % 20)).catch(() => found++);
  expect(found).toBeGreaterThan(0);
});

test('nothing is asked where nobody wants it, nor where answers may differ by right, nor is a want of memory here a difference', async () => {
  const wrong = changed(await answerOf(sampleChunk(0, 4)), 2);
  const none = new Recheck(here, 0, () => 0);
  await none.check(items(4), wrong);
  const timed = new Recheck(here, 1, () => 0);
  await timed.check(items(4, { ...ASK, maxMilliseconds: 5 }), wrong);
  const small = new Recheck({ ...here, answer: () => Promise.reject(new WorkerEnded('out of memory')) }, 1, () => 0);
  await small.check(items(4), wrong);
  expect(none.asked + timed.asked + small.asked).toBe(0);
});
