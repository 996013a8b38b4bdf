import { describe, expect, test } from 'vitest';
import { MOST_LZF_GROWTH, unpackLzf } from '../../../../src/io/cloud/lzf.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { packLzf } from './write-cloud.ts';

describe('LZF', () => {
  test('gives back what was packed: noise, runs, repeats near and far, seed lzf-1', () => {
    const random = new Random('lzf-1');
    for (let i = 0; i < 40; i++) {
      const letters = random.pick([1, 2, 5, 256]);
      const bytes = Uint8Array.from({ length: random.pick([0, 1, 2, 33, 300, 9000]) }, () => random.integer(letters));
      if (bytes.length > 400) bytes.copyWithin(random.integer(bytes.length), 0, random.integer(300));
      const packed = packLzf(bytes);
      const file = Uint8Array.of(9, 9, ...packed, 9);
      expect(unpackLzf(file, 2, 2 + packed.length, bytes.length, 'a.pcd')).toEqual(bytes);
      expect(bytes.length).toBeLessThanOrEqual(MOST_LZF_GROWTH * Math.max(1, packed.length));
    }
  });

  test('by hand: three letters, a reference to them, and one that reaches into what it writes', () => {
    expect([...unpackLzf(Uint8Array.of(2, 1, 2, 3, (1 << 5) | 0, 2), 0, 6, 6, 'a.pcd')]).toEqual([1, 2, 3, 1, 2, 3]);
    expect([...unpackLzf(Uint8Array.of(0, 7, 7 << 5, 1, 0), 0, 5, 11, 'a.pcd')]).toEqual(new Array(11).fill(7));
  });

  test('damaged ones are refused or fill exactly what they should, and never read beyond their end, seed lzf-2', () => {
    const random = new Random('lzf-2');
    let refused = 0;
    for (let i = 0; i < 600; i++) {
      const length = random.integer(80);
      const whole = packLzf(Uint8Array.from({ length }, () => random.integer(3)));
      const bytes = whole.slice(0, random.next() < 0.3 ? random.integer(whole.length + 1) : whole.length);
      if (bytes.length > 0 && random.next() < 0.8) bytes[random.integer(bytes.length)] = random.pick([0, 1, 32, 224, random.integer(256)]);
      // what stands behind the end must not matter
      const [one, other] = [0, 255].map((behind) => {
        try {
          return [...unpackLzf(Uint8Array.of(...bytes, behind, behind, behind), 0, bytes.length, length, 'a.pcd')];
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          return (error as Error).message;
        }
      });
      expect(one).toEqual(other);
      if (typeof one === 'string') refused++;
      else expect(one).toHaveLength(length);
    }
    expect(refused).toBeGreaterThan(100);
    expect(refused).toBeLessThan(500);
  });
});
