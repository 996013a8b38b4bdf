import { expect, test } from 'vitest';
import { box, capsule, Random, Robot } from '../../../../src/index.ts';
import type { LoadedCell } from '../../../../src/io/index.ts';
import { inThisThread } from '../../../../src/node/job/answerer.ts';
import type { Ask, Chunk } from '../../../../src/node/job/chunk.ts';
import { answererOf } from '../../../../src/node/job/chunk-service.ts';
import { gpuAnswerer } from '../../../../src/node/job/gpu-answerer.ts';
import { packCell } from '../../../../src/node/job/packed-cell.ts';

const robot = new Robot({
  name: 'arm',
  links: [
    { name: 'base', shapes: [{ shape: box(0.1) }] },
    {
      name: 'upper',
      parent: 'base',
      joint: { type: 'revolute', axis: [0, 0, 1], limits: { lower: -2.5, upper: 2.5 } },
      shapes: [{ shape: capsule([0.15, 0, 0], [0.6, 0, 0], 0.04) }],
    },
  ],
});
const cell: LoadedCell = {
  file: 'cell.json',
  name: 'cell',
  robots: [robot],
  starts: [robot.neutral()],
  obstacles: [{ name: 'post', shape: box([0.1, 0.1, 1]), pose: { position: [0.5, 0.5, 0], quaternion: [0, 0, 0, 1] } }],
  bodies: [],
  bodyMotions: {},
  allowed: [],
  clearance: 0,
  self: true,
  ownPaths: [{ startsAt: 0 }],
  warnings: [],
};
const subject = { id: 'cell', bytes: packCell(cell) };
const ASK: Ask = { method: 'auto', start: 'strict', limits: 'default', margin: false, all: false };

function chunk(count: number, ask: Ask = ASK): Chunk {
  const random = new Random('motions');
  // some beyond their limits, some that are no motions
  const lines = Array.from({ length: count }, (_, i) => (i % 50 === 49 ? 'x,1' : `${6 * random.next() - 3},${6 * random.next() - 3}`));
  const pieces = lines.map((line) => new TextEncoder().encode(line));
  let end = 0;
  return {
    ...{ subject: 'cell', kind: 'motion', ask, columns: null },
    ids: lines.map((_, i) => `m:${i}`),
    data: Buffer.concat(pieces),
    ends: Uint32Array.from(pieces, ({ length }) => (end += length)),
  };
}

const workers = () => {
  const asked: number[] = [];
  const here = inThisThread((kind, bytes) => answererOf(kind)(bytes));
  const answer = (one: Chunk, about: typeof subject) => {
    asked.push(one.ids.length);
    return here.answer(one, about);
  };
  return { asked, answerer: { ...here, answer } };
};

/** As if there were hardware that proves every second motion; what it answers is tested with itself. */
const pretended: NonNullable<Parameters<typeof gpuAnswerer>[2]> = async (scene) => ({
  name: 'pretended hardware',
  why: '',
  motionsAreFree: async (motions) => {
    const { from, to } = (motions as Readonly<Record<string, { from: Float64Array; to: Float64Array }>>).arm;
    const free = Uint8Array.from(from, (start, i) => (i % 2 === 0 && scene.motionIsFree([start], [to[i]]) ? 1 : 0));
    return { free, candidates: 0, gpu: { used: true, why: 'pretended hardware' } };
  },
  close: () => {},
});

test('lines are the same, byte by byte, and workers answer only what is not proven free', async () => {
  const { asked, answerer } = workers();
  const notes: string[] = [];
  const gpu = gpuAnswerer(answerer, (note) => notes.push(note), pretended);
  const whole = await answerer.answer(chunk(300), subject);
  const both = await gpu.answer(chunk(300), subject);
  expect(new TextDecoder().decode(both.lines)).toBe(new TextDecoder().decode(whole.lines));
  expect([...both.codes]).toEqual([...whole.codes]);
  expect(new Set(whole.codes)).toEqual(new Set([0, 1, 2]));
  expect(asked[1]).toBeLessThan(250);
  expect(notes).toEqual(['--gpu: pretended hardware']);
  await gpu.close();
});

test('what it does not know is answered by the workers, and told once', async () => {
  const asks: readonly (readonly [Partial<Ask>, string])[] = [
    [{ method: 'hca' }, 'leave out --method'],
    [{ start: 'leaving' }, 'leave out --start'],
    [{ all: true }, 'leave out --margin and --all'],
  ];
  for (const [ask, why] of asks) {
    const { answerer, asked } = workers();
    const notes: string[] = [];
    const gpu = gpuAnswerer(answerer, (note) => notes.push(note), pretended);
    const times = ask.method === undefined ? 1 : 2;
    for (let k = 0; k < times; k++) await gpu.answer(chunk(64, { ...ASK, ...ask }), subject);
    expect(asked).toEqual(new Array(times).fill(64));
    expect(notes).toEqual([expect.stringContaining(why)]);
    await gpu.close();
  }
});
