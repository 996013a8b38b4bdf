import { describe, expect, test } from 'vitest';
import { decideByAxes } from '../../../../src/contact/elementary/axis-stencil.ts';
import { exactStencil } from '../../../../src/contact/elementary/exact-stencil.ts';
import { FREE, HULL_TIME, HULL_UNTIL, hull, TOUCHES, UNPROVEN } from '../../../../src/contact/elementary/origin-in-hull.ts';
import { decidePrecisely } from '../../../../src/contact/elementary/precise-stencil.ts';
import { Random } from '../../../../src/math/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { axisStencil, firstStage, putStencil, turnedStencil } from '../../../support/soft/flat-stencils.ts';
import { STENCIL_FAMILIES, type StencilKind, stencilOf } from '../../../support/soft/stencils.ts';

const KINDS: readonly StencilKind[] = ['vertex-face', 'edge-edge'];
const CORNERS: Readonly<Record<StencilKind, number>> = { 'vertex-face': 3, 'edge-edge': 4 };

interface Tally {
  free: number;
  touches: number;
  left: number;
}

/** Holds a stage against the integers: the same verdict, the same bits of the time, or none. */
function compare(tally: Tally, kind: StencilKind, values: Float64Array, found: number): void {
  if (found === UNPROVEN) {
    tally.left++;
    return;
  }
  const time = hull[HULL_TIME];
  const out = new Float64Array(2);
  exactStencil(kind, values, out);
  const shown = `${kind} ${values.join(' ')}`;
  expect(found, shown).toBe(out[0] === 1 ? TOUCHES : FREE);
  if (found === FREE) tally.free++;
  else {
    tally.touches++;
    expect(time, shown).toBe(out[1]);
  }
}

const none = (): Tally => ({ free: 0, touches: 0, left: 0 });

describe('along the axes', () => {
  test.each(KINDS)("%s: verdict and time are those of the integers, and most is decided (seed 'axes')", (kind) => {
    const random = new Random(`axes ${kind}`);
    const tally = none();
    hull[HULL_UNTIL] = Infinity;
    for (let i = 0; i < rounds(3000); i++) {
      const values = axisStencil(kind, random);
      putStencil(kind, values);
      compare(tally, kind, values, decideByAxes(CORNERS[kind]));
    }
    expect(tally.left).toBeLessThan(0.25 * rounds(3000));
    expect(tally.touches).toBeGreaterThan(0.15 * rounds(3000));
    expect(tally.free).toBeGreaterThan(0.3 * rounds(3000));
  });

  test("so they are for stencils of every other family (seed 'families')", () => {
    const random = new Random('families');
    const tally = none();
    hull[HULL_UNTIL] = Infinity;
    for (const family of STENCIL_FAMILIES) {
      for (let i = 0; i < rounds(100); i++) {
        const { kind, values } = stencilOf(family, KINDS[i % 2], random);
        if (!values.every((x) => Math.abs(x) <= 2 ** 300)) continue;
        putStencil(kind, values);
        compare(tally, kind, values, decideByAxes(CORNERS[kind]));
      }
    }
    expect(tally.touches).toBeGreaterThan(50);
    expect(tally.free).toBeGreaterThan(50);
  });

  test("contacts from a time on do not matter: free where the contact is there or later (seed 'until')", () => {
    const random = new Random('until');
    let both = 0;
    for (let i = 0; i < rounds(2000); i++) {
      const kind = KINDS[i % 2];
      const values = axisStencil(kind, random);
      putStencil(kind, values);
      hull[HULL_UNTIL] = Infinity;
      if (decideByAxes(CORNERS[kind]) !== TOUCHES) continue;
      both++;
      const time = hull[HULL_TIME];
      hull[HULL_UNTIL] = time;
      expect(decideByAxes(CORNERS[kind])).toBe(FREE);
      hull[HULL_UNTIL] = time + 2 ** -52 * time + 2 ** -1074;
      expect(decideByAxes(CORNERS[kind])).toBe(TOUCHES);
    }
    expect(both).toBeGreaterThan(300);
  });

  // the vertex falls slantwise on the middle of an edge: signs at a time that is no double
  const slanting = (unit: number): Float64Array => {
    const face = [-1, 0, 0, 2, 0, 0, 0, 3, 0];
    return Float64Array.from([-1, -1, 1, ...face, 2, 2, -2, ...face], (x) => x * unit);
  };

  test('at a third of the step; units in which products of four lengths leave the range of doubles are left to the integers', () => {
    for (const [power, expected] of [
      [0, TOUCHES],
      [150, TOUCHES],
      [-150, TOUCHES],
      [290, UNPROVEN],
      [-400, UNPROVEN],
      [-1000, UNPROVEN],
      [0, TOUCHES],
    ]) {
      putStencil('vertex-face', slanting(2 ** power));
      hull[HULL_UNTIL] = Infinity;
      expect(decideByAxes(3), `2^${power}`).toBe(expected);
      if (expected === TOUCHES) expect(hull[HULL_TIME]).toBe(1 / 3);
    }
  });
});

describe('in double-doubles', () => {
  test.each(KINDS)("%s: verdict and time are those of the integers (seed 'turned')", (kind) => {
    const random = new Random(`turned ${kind}`);
    const tally = none();
    for (let i = 0; i < rounds(6000); i++) {
      const values = turnedStencil(kind, random);
      hull[HULL_UNTIL] = Infinity;
      if (firstStage(kind, values) === UNPROVEN) compare(tally, kind, values, decidePrecisely(CORNERS[kind]));
    }
    expect(tally.touches).toBeGreaterThan(100);
    expect(tally.free).toBeGreaterThan(100);
  });

  test("so they are for stencils of every other family (seed 'families')", () => {
    const random = new Random('families');
    const tally = none();
    for (const family of STENCIL_FAMILIES) {
      for (let i = 0; i < rounds(150); i++) {
        const { kind, values } = stencilOf(family, KINDS[i % 2], random);
        hull[HULL_UNTIL] = Infinity;
        if (!values.every((x) => Math.abs(x) <= 2 ** 300) || firstStage(kind, values) !== UNPROVEN) continue;
        compare(tally, kind, values, decidePrecisely(CORNERS[kind]));
      }
    }
    expect(tally.touches + tally.free).toBeGreaterThan(20);
  });
});
