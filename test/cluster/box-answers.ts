/** Motions of a box past a post, asked in chunks: real questions, small enough for tests of queues. */

import { box, PairQuery, translationMotion } from '../../src/index.ts';
import { Random } from '../../src/math/random.ts';
import type { Chunk, ChunkAnswer } from '../../src/node/job/chunk.ts';
import { sha256 } from '../../src/node/queue/chunk-bytes.ts';

/** The size of the post. */
export const POST: Uint8Array = new TextEncoder().encode('[1, 2, 3]');

/** So many chunks of so many motions each; the same for the same seed. */
export function* boxChunks(count: number, each: number, seed: number): Generator<Chunk> {
  const random = new Random(seed);
  const subject = sha256(POST);
  const ask = { method: 'auto', start: 'strict', limits: 'default', margin: false, all: false } as const;
  for (let i = 0; i < count; i++) {
    const ids = Array.from({ length: each }, (_, k) => `${seed}:${i * each + k}`);
    const ends = new Uint32Array(each);
    let text = '';
    for (let k = 0; k < each; k++) {
      const from = [-5, random.range(-4, 4), random.range(-4, 4)];
      const to = [random.range(-3, 5), random.range(-4, 4), random.range(-4, 4)];
      text += [...from, ...to].join(',');
      ends[k] = text.length;
    }
    yield { subject, kind: 'motion', ask, columns: null, ids, data: new TextEncoder().encode(text), ends };
  }
}

export async function answerBoxes({ ids, data, ends }: Chunk, subject: Uint8Array): Promise<ChunkAnswer> {
  const decoder = new TextDecoder();
  const size = JSON.parse(decoder.decode(Uint8Array.from(subject)));
  const query = new PairQuery({ shape: box(0.5) }, { shape: box(size) });
  const codes = new Uint8Array(ids.length);
  let work = 0;
  let lines = '';
  ids.forEach((id, k) => {
    const values = decoder.decode(Uint8Array.from(data.subarray(k === 0 ? 0 : ends[k - 1], ends[k])));
    const [x0, y0, z0, x1, y1, z1] = values.split(',').map(Number);
    const motion = translationMotion({ position: [x0, y0, z0] }, [x1 - x0, y1 - y0, z1 - z0]);
    const { status, time, gap, stats } = query.firstContact({ a: motion }, { contacts: 'none' });
    codes[k] = status === 'free' ? 0 : 1;
    work += stats.iterations;
    lines += `${JSON.stringify({ id, status, time, gap })}\n`;
  });
  return { lines: new TextEncoder().encode(lines), codes, milliseconds: new Float64Array(ids.length), work };
}
