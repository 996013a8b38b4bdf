import { describe, expect, test } from 'vitest';
import { expectSameBits } from '../support/expect-same-bits.ts';
import { floatBits } from '../support/float-bits.ts';
import { hasBytes, readBytes } from '../support/read-bytes.ts';
import { seededLoop } from './seeded-loop.ts';

describe('the comparison by bits', () => {
  test('seeded arithmetic gives the same bits as in Node (seed 42)', async () => {
    await expectSameBits('test/truth/seeded-loop.ts', { seededLoop }, 42, 5000);
  });

  test('this arithmetic gives these bits on every machine (seed 7)', () => {
    expect(floatBits(seededLoop(7, 4))).toEqual(['3e110bd3a2e5752a', '419fc0409c45934e', '3de7549f16f1ccf1', '41999bf8dc15498b']);
  });

  test('bits tell apart what equality does not', () => {
    expect(floatBits([0, -0, 1, Number.NaN])).toEqual(['0000000000000000', '8000000000000000', '3ff0000000000000', 'NaN']);
    expect(floatBits(0.1 + 0.2)).not.toEqual(floatBits(0.3));
  });
});

describe('files in every engine', () => {
  test('a file of the repository', async () => {
    const text = new TextDecoder().decode(await readBytes('package.json'));
    expect(JSON.parse(text).name).toBe('inbetween');
  });

  test('all byte values arrive unchanged', async () => {
    const bytes = await readBytes('test/support/all-bytes.bin');
    expect(Array.from(bytes)).toEqual(Array.from({ length: 256 }, (_, i) => i));
  });

  test('a missing file is an error', async () => {
    await expect(readBytes('test/no-such-file')).rejects.toThrow(/no-such-file/);
    expect(await hasBytes('test/no-such-file')).toBe(false);
  });

  test('a scene beside the repository, where there is one', async ({ skip }) => {
    if (!(await hasBytes('../shared/scenes/hammer.obj'))) skip('../shared/scenes is not there');
    const text = new TextDecoder().decode(await readBytes('../shared/scenes/hammer.obj'));
    expect(text.split('\n').filter((line) => line.startsWith('f ')).length).toBe(1700);
  });
});
