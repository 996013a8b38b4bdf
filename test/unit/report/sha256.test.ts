import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { sha256 } from '../../../src/report/sha256.ts';

test('as Node has it, of every length around the ends of blocks; seed 15', () => {
  const random = new Random(15);
  for (const length of [...Array.from({ length: 200 }, (_, i) => i), 1000, 65_536, 100_003]) {
    const bytes = Uint8Array.from({ length }, () => Math.floor(256 * random.next()));
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
