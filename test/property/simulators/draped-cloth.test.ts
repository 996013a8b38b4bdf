import { expect, test, vi } from 'vitest';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { IS_NIGHTLY } from '../../support/rounds.ts';
import { trianglesOverlap } from '../../unit/geometry/triangle-overlap.ts';
import { bruteStep, type StepBody } from '../brute-step.ts';

// The example has the package by its name, as its users do; here that is the source.
vi.mock('inbetween', () => import('../../../src/index.ts'));
vi.mock('inbetween/convex', () => import('../../../src/convex/index.ts'));
vi.mock('inbetween/soft', () => import('../../../src/soft/index.ts'));

interface Fallen {
  readonly time: number;
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly safe: number;
  readonly met: Readonly<Record<'ball' | 'floor' | 'cloth', number>>;
  readonly bodies: readonly { readonly shape: TriangleMesh }[];
}
const { fall } = (await import('../../../examples/cloth/fall.mjs')) as { fall: (steps: number) => Iterable<Fallen> };

const cornersOf = ({ indices, triangleCount }: TriangleMesh, positions: Float64Array): Float64Array[] =>
  Array.from({ length: triangleCount }, (_, t) =>
    Float64Array.from({ length: 9 }, (_, k) => positions[3 * indices[3 * t + Math.floor(k / 3)] + (k % 3)]),
  );

/** The corner of a triangle's box. */
const bound = (p: Float64Array, of: (...values: number[]) => number): number[] => [0, 1, 2].map((k) => of(p[k], p[3 + k], p[6 + k]));

/** Pairs of triangles without a common vertex that meet: of the cloth with itself, and with all else. */
function crossings([cloth, ...others]: readonly TriangleMesh[], positions: Float64Array): number {
  const own = cornersOf(cloth, positions);
  const strange = others.flatMap((mesh) => cornersOf(mesh, mesh.positions));
  // each with those that begin before it ends along x
  const boxed = [...own, ...strange].map((p, t) => ({ p, name: t, low: bound(p, Math.min), high: bound(p, Math.max) }));
  boxed.sort((a, b) => a.low[0] - b.low[0]);
  const sharesVertex = (s: number, t: number): boolean => {
    const named = cloth.indices.subarray(3 * t, 3 * t + 3);
    return cloth.indices.subarray(3 * s, 3 * s + 3).some((v) => named.includes(v));
  };
  let count = 0;
  boxed.forEach((a, first) => {
    for (let next = first + 1; next < boxed.length && boxed[next].low[0] <= a.high[0]; next++) {
      const b = boxed[next];
      const strangers = Number(a.name >= own.length) + Number(b.name >= own.length);
      if (strangers === 2 || a.low[1] > b.high[1] || b.low[1] > a.high[1] || a.low[2] > b.high[2] || b.low[2] > a.high[2]) continue;
      if (strangers === 0 && sharesVertex(a.name, b.name)) continue;
      if (trianglesOverlap(a.p, 0, b.p, 0)) count++;
    }
  });
  return count;
}

test('the cloth of the example touches ball, floor and itself, and is never in any of them, nor goes through', () => {
  const met = { ball: 0, floor: 0, cloth: 0 };
  let cut = 0;
  let last: Fallen | undefined;
  for (const now of fall(150)) {
    const shapes = now.bodies.map(({ shape }) => shape);
    for (const key of ['ball', 'floor', 'cloth'] as const) met[key] += now.met[key];
    expect(crossings(shapes, now.after), `at ${now.time}`).toBe(0);
    // between two frames, by every pair of features in exact arithmetic
    const step = Math.round(100 * now.time);
    if (IS_NIGHTLY ? step % 10 === 0 : step === 50) {
      const bodies = shapes.map((mesh, i): StepBody => {
        const moving = i === 0 ? { before: now.before, after: now.after } : { before: mesh.positions, after: mesh.positions };
        return { name: mesh.name, mesh, ...moving, self: i === 0 };
      });
      expect([...bruteStep(bodies, [['ball', 'floor']]).keys()], `until ${now.time}`).toEqual([]);
    }
    if (now.safe < 1) cut++;
    last = now;
  }
  expect(Math.min(...Object.values(met))).toBeGreaterThan(100);
  // the response does the work, not the cut
  expect(cut).toBeLessThan(15);
  // it has fallen down, and was not hung up in the air
  const heights = (last as Fallen).after.filter((_, i) => i % 3 === 2);
  expect(Math.min(...heights)).toBeGreaterThan(0);
  expect(Math.min(...heights)).toBeLessThan(0.02);
  expect(heights.reduce((sum, z) => sum + z) / heights.length).toBeLessThan(0.3);
});

test('what is looked for would be found: a cloth that falls without answers goes into the ball', () => {
  const [{ bodies, before }] = fall(1);
  const fallen = before.map((x, i) => (i % 3 === 2 ? x - 0.4 : x));
  const shapes = bodies.map(({ shape }) => shape);
  expect(crossings(shapes, before)).toBe(0);
  expect(crossings(shapes, fallen)).toBeGreaterThan(10);
});
