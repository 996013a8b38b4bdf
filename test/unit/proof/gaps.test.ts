import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { shrinkProof, verifyProof } from '../../../src/proof/index.ts';
import { base64 } from './small-proof.ts';

type Line = Record<string, unknown>;

const STILL = [0, 0, 0, 1];
const f64 = (...xs: readonly number[]) => base64(new Uint8Array(Float64Array.from(xs).buffer));
/** Half as wide as s in x and y, at z = 0: its largest extent is 2 s. */
const plate = (s: number): Line => ({
  kind: 'shape',
  corners: f64(-s, -s, 0, s, -s, 0, 0, s, 0),
  triangles: base64(new Uint8Array(Uint32Array.of(0, 1, 2).buffer)),
});
const towards = (z: number) => base64(Uint8Array.of(0, 0, 0, z & 255));
const UP = towards(1);
const DOWN = towards(-1);
const free = (z: number, q: readonly number[] = STILL) => ({ turn: { pose: [0, 0, z, ...q] } });

interface Told {
  readonly size?: number;
  readonly frames: readonly Line[];
  /** The frame of the body that jumps. */
  readonly frame?: number;
  readonly segments: readonly Line[];
  readonly streams?: readonly string[];
  readonly pair?: Line;
  readonly proofs?: readonly Line[];
}

/** A plate that moves, and one that stands at z = 0. */
function told({ size = 1, frames, frame = frames.length - 1, segments, streams = [], pair = {}, proofs = [] }: Told): string[] {
  const header = {
    kind: 'inbetween-proof/1',
    by: 'test',
    question: 'q',
    segments: segments.length,
    clearance: 0,
    tolerance: 1e-6,
    inputs: [],
  };
  const lines: Line[] = [header, plate(size), ...frames.map((one) => ({ kind: 'frame', ...one }))];
  lines.push({ kind: 'body', name: 'a', shape: 0, frame }, { kind: 'body', name: 'b', shape: 0, frame: -1 });
  lines.push({ kind: 'pair', a: 0, b: 1, ...pair });
  segments.forEach((one, k) => {
    lines.push({ kind: 'segment', ...one }, { kind: 'proof', pair: 0, frame: -1, stream: streams[k] ?? UP, ...proofs[k] });
  });
  return [...lines, { kind: 'verdict', status: 'free' }].map((line) => JSON.stringify(line));
}

const FREE = [{ parent: -1, moves: 'free' }];
const RAIL = [{ parent: -1, moves: 'prismatic', axis: [0, 0, 1], value: 0 }];
const at = (...z: readonly number[]) => z.map((one) => ({ values: [{ line: [one, one] }] }));

describe('how far a body jumps is told, and is as large as the format says', () => {
  const lever = Math.hypot(1, 1);
  const turned = (half: number) => [Math.sin(half), 0, 0, Math.cos(half)];
  const cases: readonly (readonly [string, Told, number])[] = [
    ['a body slides', { frames: FREE, segments: [{ motions: [free(-5)] }, { motions: [free(-5 + 1e-7)] }] }, 1e-7],
    // |R₁ − R₀| = 2√2 sin(θ/2) of a turn by θ about one axis
    [
      'a body turns',
      { frames: FREE, segments: [{ motions: [free(-5)] }, { motions: [free(-5, turned(1e-8))] }] },
      Math.SQRT2 * 2e-8 * lever,
    ],
    ['a slide', { frames: RAIL, segments: at(-5, -5 + 2e-7) }, 2e-7],
    ['a slide by three times its value', { frames: [{ ...RAIL[0], times: -3 }], segments: at(5, 5 - 1e-7) }, 3e-7],
    [
      'a joint with a lever of 4',
      {
        frames: [
          { parent: -1, moves: 'revolute', axis: [1, 0, 0], value: 0 },
          { parent: 0, at: [0, 0, -4, ...STILL] },
        ],
        segments: at(0, 1e-8),
      },
      1e-8 * (4 + lever),
    ],
    [
      'a screw of pitch 2π',
      {
        frames: [{ parent: -1, at: [0, 0, -4, ...STILL], moves: 'helical', axis: [0, 0, 1], pitch: 2 * Math.PI, value: 0 }],
        segments: at(0, 1e-8),
      },
      1e-8 * (1 + lever),
    ],
  ];
  test.each(cases)('%s', async (_, file, gap) => {
    const { result, why, largestGap } = await verifyProof(told(file));
    expect({ result, why }).toEqual({ result: 'proven', why: '' });
    expect(largestGap).toBeGreaterThan(gap * (1 - 1e-6));
    expect(largestGap).toBeLessThan(gap * (1 + 1e-6));
  });

  test('where a segment begins as the one before ended, or tubes explain it, there is none', async () => {
    const parts = [
      { values: [{ powers: [-5, 0.3, 0.1], part: [0, 0.7] }] },
      { values: [{ powers: [-5, 0.3, 0.1], part: [0.7, 1] }] },
      { values: [{ line: [-4.6, -4.6], error: 1e-12 }] },
    ];
    expect(await verifyProof(told({ frames: RAIL, segments: parts }))).toMatchObject({ result: 'proven', largestGap: 0 });
    const tubes = (error: number) => at(-5, -5 + 2e-7).map(({ values }) => ({ values: [{ ...values[0], error }] }));
    expect(await verifyProof(told({ frames: RAIL, segments: tubes(1.01e-7) }))).toMatchObject({ result: 'proven', largestGap: 0 });
    const { largestGap } = await verifyProof(told({ frames: RAIL, segments: tubes(0.5e-7) }));
    expect(largestGap).toBeCloseTo(1e-7, 12);
  });

  test('what is carried jumps in the world', async () => {
    const frames = [{ parent: -1, moves: 'carried' }];
    const lines = told({ frames, segments: [{}, {}] });
    const phase = (z: number) => JSON.stringify({ kind: 'phase', carried: [{ on: -1, at: [0, 0, z, ...STILL] }] });
    const pair = lines.findIndex((line) => line.includes('"pair","a"'));
    const second = lines.findLastIndex((line) => line.includes('"segment"'));
    const both = [...lines.slice(0, pair), phase(-5), ...lines.slice(pair, second), phase(-5 + 1e-7), lines[pair], ...lines.slice(second)];
    const { result, largestGap } = await verifyProof(both);
    expect(result).toBe('proven');
    expect(largestGap).toBeCloseTo(1e-7, 12);
  });
});

describe('a path that jumps is none', () => {
  const jump = (gap: number, size: number, z = -5 * size) => told({ size, frames: RAIL, segments: at(z, z + gap) });

  test('by more than a millionth of the body, whatever the unit and wherever it is', async () => {
    // 2⁻²⁰ of twice the size
    for (const size of [2 ** -40, 1, 2 ** 30])
      for (const z of [-5 * size, -(2 ** 25) * size]) {
        const most = 2 ** -19 * size;
        expect((await verifyProof(jump(0.999 * most, size, z))).result).toBe('proven');
        expect(await verifyProof(jump(1.001 * most, size, z))).toMatchObject({
          result: 'malformed',
          why: expect.stringContaining('the path jumps'),
        });
      }
  });

  test('by what is little of a value, and much in the world', async () => {
    const frames = [...RAIL, { parent: 0, at: [0, 0, -1e9, ...STILL] }];
    const segments = at(1e9 - 0.25, 1e9 + 0.25);
    expect((await verifyProof(told({ frames, segments, streams: [UP, DOWN] }))).result).toBe('malformed');
  });
});

test('nothing lies between: a body passes no sheet in a gap, and needs as much room as it jumps (seed 46)', async () => {
  const random = new Random(46);
  let [proven, refuted] = [0, 0];
  for (let round = 0; round < 60; round++) {
    const gap = 2 ** -random.range(21, 50);
    const room = gap * 2 ** random.range(-3, 3);
    const side = random.integer(2) === 0 ? 1 : -1;
    // where the next segment begins it is `room` away: on the side where it was, or behind the sheet
    const [from, to] = [side * room - gap, side * room];
    const { result } = await verifyProof(
      told({
        frames: FREE,
        segments: [{ motions: [free(from)] }, { motions: [free(to)] }],
        streams: [from < 0 ? UP : DOWN, to < 0 ? UP : DOWN],
      }),
    );
    const isApart = from < 0 === to < 0 && room > gap * (1 + 1e-6);
    if (Math.abs(room - gap) < 1e-6 * gap) continue;
    expect(result, `gap ${gap}, room ${room}, side ${side}`).toBe(isApart ? 'proven' : 'refuted');
    if (isApart) proven++;
    else refuted++;
  }
  expect(Math.min(proven, refuted)).toBeGreaterThan(5);
});

test('a proof with gaps is still one when it is shrunk', async () => {
  const lines = told({
    frames: FREE,
    segments: [{ motions: [free(-2e-7)] }, { motions: [free(-2e-7 + 1e-7)] }],
    streams: [UP, base64(Uint8Array.of(1, 0, 0, 1, 128, 0x0c))],
  });
  const roomy = lines.map((line) => line.replaceAll('-2e-7', '-4e-7').replaceAll('-1e-7', '-3e-7'));
  const out: string[] = [];
  for await (const line of shrinkProof(roomy)) out.push(line);
  const [before, after] = [await verifyProof(roomy), await verifyProof(out)];
  expect([before.result, after.result, after.largestGap]).toEqual(['proven', 'proven', before.largestGap]);
  expect(after.leaves).toBeLessThan(before.leaves);
});
