import { describe, expect, test } from 'vitest';
import { verifyProof } from '../../../src/proof/index.ts';
import { jumps, manyParts, manySolids, zigzag } from './hostile-proofs.ts';
import { cubeLine, HEADER, type Line } from './small-proof.ts';

const check = (lines: readonly Line[], maxPieces?: number) =>
  verifyProof(
    lines.map((line) => JSON.stringify(line)),
    { maxPieces },
  );

describe('time', () => {
  // by looking through all boxes for the farthest one each time it would be minutes
  test('a support of 65,536 triangles, all of whose boxes reach too far, takes no time squared', async () => {
    expect(await check(zigzag(2 ** 16))).toMatchObject({ result: 'proven', pieces: 1 });
  });

  test('a thousand solids of one shape are looked at once', async () => {
    expect(await check(manySolids(1000, 40_000))).toMatchObject({ result: 'proven', pairs: 0 });
  });

  test('rays, boxes and frames count as work', async () => {
    expect((await check(manyParts(20))).result).toBe('proven');
    expect(await check(manyParts(20), 1)).toMatchObject({ result: 'undecided', why: 'it takes more work than is allowed' });
    expect((await check(zigzag(1024), 1)).result).toBe('undecided');
    expect((await check(zigzag(1024), 1000)).result).toBe('proven');
    const frames = Array.from({ length: 200 }, (): Line => ({ kind: 'frame', parent: -1 }));
    const standing = [HEADER, ...frames, { kind: 'segment' }, { kind: 'verdict', status: 'free' }];
    expect((await check(standing)).result).toBe('proven');
    expect((await check(standing, 1)).result).toBe('undecided');
  });
});

describe('paths', () => {
  test('a joint that takes its value many times does not jump either', async () => {
    expect((await check(jumps(2 ** -32, 1))).result).toBe('proven');
    const far = await check(jumps(2 ** -32, 2 ** 34));
    expect(far.result).toBe('malformed');
    expect(far.why).toContain('jumps');
    // within tubes it may
    expect((await check(jumps(2 ** -32, 2 ** 34, 2 ** -32))).result).toBe('proven');
  });
});

describe('what is said', () => {
  test('clearances are those of pairs, whatever the header says', async () => {
    const pair = (b: number, clearance?: number): Line => ({ kind: 'pair', a: 0, b, ...(clearance === undefined ? {} : { clearance }) });
    const lines = (...pairs: Line[]): Line[] => [
      { ...HEADER, clearance: 1, tolerance: 0.5 },
      cubeLine(),
      { kind: 'frame', parent: -1, at: [9, 0, 0, 0, 0, 0, 1] },
      ...[-1, 0, 0].map((frame, k): Line => ({ kind: 'body', name: `${k}`, shape: 0, frame })),
      ...pairs,
      { kind: 'untested', a: [1], b: [2], by: 'x', why: 'y' },
      { kind: 'segment' },
      ...[0, 1].map((number): Line => ({ kind: 'proof', pair: number, frame: -1, stream: 'AAEAAA==' })),
      { kind: 'verdict', status: 'free' },
    ];
    expect(await check(lines(pair(1), pair(2)))).toMatchObject({ result: 'proven', clearance: [1, 1], tolerance: 0.5 });
    expect(await check(lines(pair(1, 0), pair(2, 2)))).toMatchObject({ result: 'proven', clearance: [0, 2] });
    expect(await check(lines(pair(1, 0), pair(2, 0)))).toMatchObject({ result: 'proven', clearance: [0, 0] });
  });

  test('pairs that were not tested are told by reason', async () => {
    const bodies = [0, 1, 2, 3].map((k): Line => ({ kind: 'body', name: `${k}`, shape: 0, frame: -1 }));
    const untested = (a: number[], b: number[], why: string): Line => ({ kind: 'untested', a, b, by: 'x', why });
    const lines = (...more: Line[]) => [HEADER, cubeLine(), ...bodies, ...more, { kind: 'segment' }, { kind: 'verdict', status: 'free' }];
    const given = [untested([0], [1, 2], 'near'), untested([0, 3], [3], 'far'), untested([1, 2, 3], [1, 2, 3], 'near')];
    expect(await check(lines(...given))).toMatchObject({
      result: 'proven',
      untested: [
        { by: 'x', why: 'near', pairs: 5 },
        { by: 'x', why: 'far', pairs: 1 },
      ],
    });
  });
});
