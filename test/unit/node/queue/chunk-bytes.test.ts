import { describe, expect, it } from 'vitest';
import { pack } from '../../../../src/batch/packed.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import type { Ask, Chunk } from '../../../../src/node/job/chunk.ts';
import { answerBytes, checkAnswer, readAnswer, squeezed, unsqueezed } from '../../../../src/node/queue/answer-bytes.ts';
import { chunkBytes, FORMAT, readChunk, sha256, USUAL_LIMITS } from '../../../../src/node/queue/chunk-bytes.ts';
import { ASK, SUBJECT, sampleAnswer, sampleChunk } from './sample-chunks.ts';

const chunk = sampleChunk(0, 5);
const read = (bytes: Uint8Array): Chunk => readChunk(bytes, '1.2.3', USUAL_LIMITS);
const packed = (value: object, version = '1.2.3', format: unknown = FORMAT): Uint8Array => {
  return pack({ format, version, chunk: { ...chunk, ...value } } as never);
};

describe('chunkBytes', () => {
  it('come back as they were', () => {
    const ask: Ask = { ...ASK, tolerance: 1e-6, clearance: { default: 0.1, pairs: [['a', 'b', 2]] }, maxIterations: 10 };
    const sent = { ...chunk, ask, columns: ['a', 'b'] };
    expect(read(chunkBytes(sent, '1.2.3'))).toEqual(sent);
  });

  it('name the question: the same for the same, another for any other', () => {
    const name = (given: Chunk, version = '1.2.3'): string => sha256(chunkBytes(given, version));
    const reversed = Object.fromEntries(Object.entries(ASK).reverse()) as unknown as Ask;
    expect(name({ ...chunk, ask: reversed })).toBe(name(chunk));
    const others = [
      { ...chunk, ask: { ...ASK, margin: true } },
      { ...chunk, kind: 'motion' as const },
      { ...chunk, columns: [] },
      { ...chunk, ids: [...chunk.ids.slice(1), 'x'] },
      { ...chunk, subject: sha256(chunk.data) },
      { ...chunk, ends: Uint32Array.from(chunk.ends, (end, i) => (i === 0 ? end + 1 : end)) },
      { ...chunk, data: Uint8Array.from(chunk.data, (byte) => byte ^ 1) },
    ];
    expect(new Set([name(chunk), name(chunk, '1.2.4'), ...others.map((other) => name(other))]).size).toBe(others.length + 2);
  });

  it.each([
    [packed({}, '1.2.4'), /of inbetween '1\.2\.4', here it is 1\.2\.3/],
    [packed({}, '1.2.3', 9), /format 9, here it is 2/],
    [packed({ subject: '../../etc/passwd' }), /subject must be 64 hexadecimal digits/],
    [packed({ kind: 'eval' }), /kind must be one of path/],
    [packed({ ids: [1, 2, 3, 4, 5] }), /ids must be texts of at most 4096 letters, got 1/],
    [packed({ ids: ['a', 'a', 'b', 'c', 'd'] }), /two items have the same id/],
    [packed({ ids: [] }), /no items/],
    [packed({ ids: 'x' }), /ids must be a list of texts/],
    [packed({ columns: [3] }), /columns must be texts/],
    [packed({ data: 'text' }), /data must be bytes/],
    [packed({ ends: new Uint32Array(4) }), /ends must be 5 whole numbers/],
    [packed({ ends: new Float64Array(5) }), /ends must be 5 whole numbers/],
    [packed({ ends: Uint32Array.of(9, 3, 3, 3, 3) }), /ends at byte 3, before it begins at 9/],
    [packed({ ends: new Uint32Array(5).fill(2 ** 32 - 1) }), /items end at byte 4294967295 of/],
    [packed({ ask: { ...ASK, method: 'guess' } }), /ask\.method must be 'auto'/],
    [packed({ ask: { ...ASK, tolerance: Number.NaN } }), /ask\.tolerance must be a number above 0/],
    [packed({ ask: { ...ASK, clearance: { all: 1 } } }), /ask\.clearance must be/],
    [packed({ ask: { ...ASK, clearance: { pairs: [['a', 'b']] } } }), /ask\.clearance must be/],
    [packed({ ask: { ...ASK, margin: 1 } }), /ask\.margin must be true or false/],
    [packed({ ask: { ...ASK, module: 'fs' } }), /unknown key 'module'/],
    [packed({ file: '/etc/passwd' }), /unknown key 'file'/],
    [new Uint8Array(100), /does not begin with/],
    [new Uint8Array(0), /does not begin with/],
  ])('refuse what is no chunk (%#)', (bytes, words) => {
    expect(() => read(bytes)).toThrow(InputError);
    expect(() => read(bytes)).toThrow(words);
  });

  it('are limited', () => {
    const bytes = chunkBytes(chunk, '1.2.3');
    expect(() => readChunk(bytes, '1.2.3', { ...USUAL_LIMITS, chunkBytes: 50 })).toThrow(/more than the 50 that are taken/);
    expect(() => readChunk(bytes, '1.2.3', { ...USUAL_LIMITS, items: 4 })).toThrow(/5 ids are more than the 4/);
  });

  it('with any bytes changed are refused, or are a sound chunk (seed 16)', () => {
    const random = new Random(16);
    const bytes = chunkBytes(chunk, '1.2.3');
    let refused = 0;
    for (let round = 0; round < 2000; round++) {
      const changed = Uint8Array.from(bytes.subarray(0, random.integer(4) === 0 ? random.integer(bytes.length) : bytes.length));
      for (let i = random.integer(3); i >= 0; i--) changed[random.integer(changed.length || 1)] = random.integer(256);
      try {
        const { ids, ends, data } = read(changed);
        expect(ends.length).toBe(ids.length);
        expect(ends.at(-1)).toBe(data.length);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(500);
  });
});

describe('answers', () => {
  it('come back as they were', async () => {
    const answer = await sampleAnswer(chunk, SUBJECT);
    const bytes = await unsqueezed(await squeezed(answerBytes(answer)), 10_000, 'answer');
    expect(readAnswer(bytes, 5)).toEqual(answer);
  });

  it('must be one an item', async () => {
    const answer = await sampleAnswer(chunk, SUBJECT);
    expect(() => readAnswer(answerBytes(answer), 6)).toThrow(/there must be 6 codes/);
    expect(() => checkAnswer({ ...answer, lines: answer.lines.subarray(1, -1) }, 5)).toThrow(/5 lines/);
    expect(() => checkAnswer({ ...answer, work: Number.NaN }, 5)).toThrow(/work must be/);
    expect(() => checkAnswer({ ...answer, milliseconds: new Float64Array(1) }, 5)).toThrow(/5 milliseconds/);
  });

  it('that unpack to more than they may are refused before they do', async () => {
    const bomb = await squeezed(new Uint8Array(2 ** 22));
    expect(bomb.length).toBeLessThan(2 ** 15);
    await expect(unsqueezed(bomb, 2 ** 20, 'answer')).rejects.toThrow(/more than the 1048576 bytes/);
    await expect(unsqueezed(Uint8Array.of(1, 2, 3), 100, 'answer')).rejects.toThrow(/damaged/);
  });
});
