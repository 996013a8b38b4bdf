import { describe, expect, test } from 'vitest';
import { box, firstContact, rigidMotion, sphere } from '../../../src/index.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { recordProof } from '../../../src/prove/index.ts';

const BAR = box([1.4, 0.02, 0.02]);
type Shape = typeof BAR;

/** A bar that turns by half a turn on its way over a table. */
function linesOf(shape: Shape = BAR): string[] {
  const texts: string[] = [];
  const proof = recordProof((text) => texts.push(text));
  const motion = rigidMotion({ position: [-1, 0, 0.75] }, { position: [1, 0, 0.75], quaternion: [0, 1, 0, 0] });
  firstContact({ name: 'bar', shape, motion }, { name: 'table', shape: box([2, 1, 0.05]) }, { proof });
  return texts.join('').trimEnd().split('\n');
}

describe('shares', () => {
  test('all shares together check every leaf once', async () => {
    const lines = linesOf();
    const whole = await verifyProof(lines);
    expect(whole.result).toBe('proven');
    expect(whole.leaves).toBeGreaterThan(3);
    const shares = await Promise.all([0, 1, 2].map((k) => verifyProof(lines, { share: [k, 3] })));
    expect(shares.map(({ result }) => result)).toEqual(['proven', 'proven', 'proven']);
    expect(shares.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(whole.pieces);
  });

  test('a leaf that does not hold is found by the one whose it is', async () => {
    const lines = linesOf();
    // n the other way round: of every leaf it is false
    const wrong = lines.map((line) => {
      const row = JSON.parse(line) as { kind: string };
      return JSON.stringify(row.kind === 'proof' ? { ...row, stream: btoa('\u0000\u0000\u0000\u0001') } : row);
    });
    const found = await Promise.all([0, 1].map((k) => verifyProof(wrong, { share: [k, 2] })));
    expect(found.map(({ result }) => result).sort()).toEqual(['proven', 'refuted']);
  });

  test('a share that nobody has is refused: it would prove anything', async () => {
    for (const share of [
      [2, 2],
      [0, 0],
      [-1, 2],
      [0.5, 2],
    ] as const)
      await expect(verifyProof(linesOf(), { share })).rejects.toThrow('share should be [k, n]');
  });
});

describe('picture', () => {
  const heard = async (shape: Shape) => {
    const { view, leaves } = await verifyProof(linesOf(shape), { view: true });
    if (view === undefined) throw new Error('there is no view');
    return { view, leaves };
  };

  test('is not there unless it is asked for', async () => {
    expect(await verifyProof(linesOf(), {})).not.toHaveProperty('view');
  });

  test('every instant is in a box, and has a disc', async () => {
    const { view, leaves } = await heard(BAR);
    const { pairs, times, segments, more } = view;
    expect([pairs.length, more, segments]).toEqual([1, 0, 1]);
    const [{ a, b, boxes, discs }] = pairs;
    expect([a, b, pairs[0].leaves]).toEqual(['bar', 'table', leaves]);
    expect(times.filter((time) => !boxes.some(([from, to]) => from <= time && time <= to))).toEqual([]);
    expect(discs.length).toBe(times.length);
    expect(discs).not.toContain(null);
  });

  test('a disc lies between the two bodies', async () => {
    const { view } = await heard(sphere(0.7));
    for (const [k, disc] of view.pairs[0].discs.entries()) {
      if (disc === null) throw new Error(`no disc at ${view.times[k]}`);
      const [x, y, z, nx, ny, nz, radius] = disc;
      expect(nx * nx + ny * ny + nz * nz).toBeCloseTo(1, 9);
      expect(radius).toBeGreaterThan(0);
      const centre = [-1 + 2 * view.times[k], 0, 0.75];
      // the ball is behind it by more than its radius, and the table's corners are in front of it
      expect(nx * (centre[0] - x) + ny * (centre[1] - y) + nz * (centre[2] - z)).toBeLessThan(-0.7);
      const corner = Math.min(...[-1, 1].flatMap((i) => [-0.5, 0.5].map((j) => nx * (i - x) + ny * (j - y) + nz * (0.025 - z))));
      expect(corner).toBeGreaterThan(0);
    }
  });
});

test('an option that is not known is refused', async () => {
  await expect(verifyProof([], { shares: [0, 2] } as never)).rejects.toThrow("there is no option 'shares'");
});
