import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { verifyFile, workLimitOf } from '../../../src/node/verify-file.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { base64, threeCubes } from './small-proof.ts';

const folder = mkdtempSync(join(tmpdir(), 'work-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const textOf = (all: readonly object[]): string => `${all.map((line) => JSON.stringify(line)).join('\n')}\n`;

/** A short file that asks for hours: so many turns that each of its leaves is cut into thousands of pieces. */
function endless(joints: number, leaves = 200): object[] {
  const stream: number[] = [];
  for (let k = 1; k < leaves; k++) {
    const time = new Uint8Array(Uint32Array.of(Math.floor((k * 2 ** 32) / leaves)).buffer);
    stream.push(0x21, 0, 0, 1, ...time);
  }
  stream.push(0, 0, 0, 1);
  const plate = base64(Float64Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0));
  return [
    { kind: 'inbetween-proof/1', by: 'x', question: 'q', segments: 1, clearance: 0, tolerance: 1e-6, inputs: [] },
    { kind: 'shape', corners: plate, triangles: base64(Uint32Array.of(0, 1, 2)) },
    ...Array.from({ length: joints }, (_, k) => ({
      kind: 'frame',
      parent: k - 1,
      at: [0, 0, 1e-3, 0, 0, 0, 1],
      moves: 'revolute',
      axis: [1, 2, 3],
      value: 0,
    })),
    { kind: 'frame', parent: -1, at: [0, 0, 100, 0, 0, 0, 1] },
    { kind: 'body', name: 'a', shape: 0, frame: joints - 1 },
    { kind: 'body', name: 'b', shape: 0, frame: joints },
    { kind: 'pair', a: 0, b: 1 },
    { kind: 'segment', values: [{ line: [0, 2 ** 19] }] },
    { kind: 'proof', pair: 0, frame: -1, stream: base64(Uint8Array.from(stream)) },
    { kind: 'verdict', status: 'free' },
  ];
}

test('a small file that asks for hours ends at its limit, with longer chains after fewer pieces', async () => {
  const few = await verifyProof(textOf(endless(1)).trimEnd().split('\n'), { maxWork: 200_000 });
  const many = await verifyProof(textOf(endless(30)).trimEnd().split('\n'), { maxWork: 200_000 });
  for (const found of [few, many]) {
    expect(found).toMatchObject({ result: 'undecided', why: 'it takes more work than is allowed', maxWork: 200_000 });
    expect(found.work).toBeGreaterThan(200_000);
    expect(found.work).toBeLessThan(210_000);
  }
  // 50 + 5 F a piece, and 20 F for each new instant, one for two pieces: of chains of 2 and of 31 frames, but for boxes
  const unitsOf = (frames: number) => 50 + 15 * frames;
  expect((few.pieces / many.pieces) * (unitsOf(2) / unitsOf(31))).toBeGreaterThan(0.9);
  expect((few.pieces / many.pieces) * (unitsOf(2) / unitsOf(31))).toBeLessThan(1.1);
});

test('the limit is in proportion to the file: 60 for a byte, a compressed one counts four times', async () => {
  const lines = threeCubes();
  const text = textOf(lines);
  const name = 'x'.repeat(10_000);
  const long = text.replace('"why":"far apart"', `"why":"${name}"`).replace(/"by":"[^"]*","question"/, `"by":"${name}","question"`);
  expect((await verifyProof(text.trimEnd().split('\n'))).maxWork).toBe(60 * 100_000);
  for (const [file, data, bytes] of [
    ['small.proof', text, 100_000],
    ['long.proof', long.repeat(20), 20 * long.length],
    ['packed.proof.gz', gzipSync(long.repeat(20), { level: 0 }), 4 * gzipSync(long.repeat(20), { level: 0 }).length],
  ] as const) {
    const path = join(folder, file);
    writeFileSync(path, data);
    expect(await workLimitOf(path)).toBe(60 * bytes);
  }
});

test('what is counted is the same whoever shares it, and over the limit for all that share it', async () => {
  const path = join(folder, 'cubes.proof');
  writeFileSync(path, textOf(threeCubes()));
  const one = await verifyFile(path, { threads: 1 });
  for (const threads of [2, 3]) {
    const found = await verifyFile(path, { threads });
    expect([found.result, found.work, found.pieces]).toEqual(['proven', one.work, one.pieces]);
  }
  // in units for a piece: enough for each share, and not for all of them
  const maxPieces = Math.floor(one.work / 100) - 1;
  for (const threads of [1, 3]) expect((await verifyFile(path, { threads, maxPieces })).result).toBe('undecided');
});
