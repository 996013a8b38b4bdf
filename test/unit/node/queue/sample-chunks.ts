/** Chunks about a subject of no meaning, and who answers them. */

import type { Ask, Chunk, ChunkAnswer } from '../../../../src/node/job/chunk.ts';
import { sha256 } from '../../../../src/node/queue/chunk-bytes.ts';

export const SUBJECT: Uint8Array = new TextEncoder().encode('a subject');
export const ASK: Ask = { method: 'auto', start: 'strict', limits: 'default', margin: false, all: false };

/** So many chunks of so many items. */
export function* sampleChunks(count: number, each: number, ask: Ask = ASK): Generator<Chunk> {
  for (let i = 0; i < count; i++) yield sampleChunk(i * each, each, ask);
}

export function sampleChunk(first: number, each: number, ask: Ask = ASK): Chunk {
  const ids = Array.from({ length: each }, (_, k) => `paths/${first + k}.csv`);
  const texts = ids.map((id, k) => new TextEncoder().encode(`${id} ${'x'.repeat(k % 7)}`));
  const ends = new Uint32Array(each);
  let at = 0;
  texts.forEach((text, k) => {
    at += text.length;
    ends[k] = at;
  });
  const data = new Uint8Array(at);
  for (const [k, text] of texts.entries()) data.set(text, ends[k] - text.length);
  return { subject: sha256(SUBJECT), kind: 'path', ask, columns: null, ids, data, ends };
}

/** Says of each item what it was and about what. */
export async function sampleAnswer({ ids, data, ends }: Chunk, subject: Uint8Array): Promise<ChunkAnswer> {
  const lines = ids.map((id, k) => {
    const text = new TextDecoder().decode(Uint8Array.from(data.subarray(k === 0 ? 0 : ends[k - 1], ends[k])));
    return `${JSON.stringify({ id, text, about: subject.length })}\n`;
  });
  return {
    lines: new TextEncoder().encode(lines.join('')),
    codes: Uint8Array.from(ids, (_, k) => k % 2),
    milliseconds: new Float64Array(ids.length),
    work: ids.length,
  };
}
