import { expect, test } from 'vitest';
import { MovingPair } from '../../../src/contact/moving-pair.ts';
import { OVERLAP_ROUNDING, StartRule } from '../../../src/contact/start-rule.ts';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { restMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';

// All numbers are powers of two or small sums of them, so that what is expected is exact.
const EPSILON = 2 ** -30;
const TOLERANCE = 2 ** -10;
/** 2⁻¹² of the fastest way bounds nothing. */
const FAST = { clearance: 1, rounding: EPSILON, fastest: 1024 };

function begun(pair = FAST, tolerance = TOLERANCE): StartRule {
  const rule = new StartRule();
  rule.begin(pair, 0, tolerance);
  return rule;
}

function numbersOf({ effective, limit, reserve, provable }: StartRule): unknown {
  return { effective, limit, reserve: reserve[0], provable };
}

test('while nothing is near the start, contact is told at half the tolerance, and leaves stop at a quarter', () => {
  expect(numbersOf(begun())).toEqual({
    effective: TOLERANCE,
    limit: 1 + TOLERANCE / 2 - EPSILON,
    reserve: TOLERANCE / 4,
    provable: true,
  });
});

test('slow bodies: contact is told at 2⁻¹² of the fastest way', () => {
  const rule = begun({ ...FAST, fastest: 2 ** -4 });
  expect(numbersOf(rule)).toEqual({ effective: TOLERANCE, limit: 1 + 2 ** -16 - EPSILON, reserve: 2 ** -17, provable: true });
});

test('never finer than 8 ε, and a tolerance below 8 ε is not provable', () => {
  const still = begun({ ...FAST, fastest: 0 });
  expect(numbersOf(still)).toEqual({ effective: TOLERANCE, limit: 1 + 7 * EPSILON, reserve: 4 * EPSILON, provable: true });
  expect(begun(FAST, 8 * EPSILON).provable).toBe(true);
  expect(numbersOf(begun(FAST, 7.5 * EPSILON))).toEqual({
    effective: 7.5 * EPSILON,
    limit: 1 + 7 * EPSILON,
    reserve: 4 * EPSILON,
    provable: false,
  });
});

test('touches: up to the limit, and at it', () => {
  const rule = begun();
  expect([rule.touches(rule.limit), rule.touches(rule.limit + EPSILON), rule.touches(1)]).toEqual([true, false, true]);
});

test('pairs within clearance + 2 (τ + ε) concern the start, the last of them too', () => {
  const concern = 2 * (TOLERANCE + EPSILON);
  const rule = begun();
  expect(rule.concern).toBe(concern);
  rule.observe(FAST, 1 + concern + EPSILON, 3, 4);
  expect(rule.closest).toMatchObject({ distance: Infinity, leafA: -1, leafB: -1 });
  rule.observe(FAST, 1 + concern, 3, 4);
  expect(rule.closest).toMatchObject({ distance: 1 + concern, leafA: 3, leafB: 4 });
});

test('τ′ = min(τ, (d − ε − c) / 2), of the closest leaves only', () => {
  const rule = begun();
  rule.observe(FAST, 1 + TOLERANCE + EPSILON, 3, 4);
  const half = TOLERANCE / 2;
  expect(numbersOf(rule)).toEqual({ effective: half, limit: 1 + half / 2 - EPSILON, reserve: half / 4, provable: true });
  // as near, and farther: the first stays
  rule.observe(FAST, 1 + TOLERANCE + EPSILON, 5, 6);
  rule.observe(FAST, 1 + 1.5 * TOLERANCE, 7, 8);
  expect(rule.closest).toMatchObject({ leafA: 3, leafB: 4 });
  expect(rule.effective).toBe(half);
  rule.observe(FAST, 1 + half + EPSILON, 9, 10);
  expect(rule.closest).toMatchObject({ distance: 1 + half + EPSILON, leafA: 9, leafB: 10 });
  expect(rule.effective).toBe(half / 2);
  expect(rule.overlaps).toBe(false);
});

test('a start no nearer than 2τ keeps the tolerance', () => {
  const rule = begun();
  rule.observe(FAST, 1 + 2 * TOLERANCE + 2 * EPSILON, 3, 4);
  expect(rule.effective).toBe(TOLERANCE);
});

test('overlap: up to 24 ε beyond the clearance; τ′ is not touched then', () => {
  const near = begun();
  near.observe(FAST, 1 + 25 * EPSILON, 0, 0);
  expect([near.overlaps, near.effective]).toEqual([false, 12 * EPSILON]);
  const touching = begun();
  touching.observe(FAST, 1 + 24 * EPSILON, 0, 0);
  expect([touching.overlaps, touching.effective]).toEqual([true, TOLERANCE]);
  // then proven within 25 ε
  expect(OVERLAP_ROUNDING).toBe(25);
  near.observe(FAST, 0, 1, 1);
  expect([near.overlaps, near.effective]).toEqual([true, 12 * EPSILON]);
});

test('near: within clearance + τ, but for ε', () => {
  const rule = begun();
  expect(rule.isNear(FAST)).toBe(false);
  rule.observe(FAST, 1 + TOLERANCE + 2 * EPSILON, 0, 0);
  expect(rule.isNear(FAST)).toBe(false);
  rule.observe(FAST, 1 + TOLERANCE + EPSILON, 0, 0);
  expect(rule.isNear(FAST)).toBe(true);
});

test('apart: by the tolerance, or 26 ε where that is more', () => {
  expect(begun().apart(FAST)).toBe(1 + TOLERANCE);
  expect(begun(FAST, 16 * EPSILON).apart(FAST)).toBe(1 + 26 * EPSILON);
});

test('a new beginning forgets the old one', () => {
  const rule = begun();
  rule.observe(FAST, 1, 3, 4);
  rule.begin(FAST, 0.5, TOLERANCE / 2);
  expect(rule.from).toBe(0.5);
  expect(rule.overlaps).toBe(false);
  expect(rule.closest).toMatchObject({ distance: Infinity, leafA: -1, leafB: -1 });
  expect(numbersOf(rule)).toMatchObject({ effective: TOLERANCE / 2, reserve: TOLERANCE / 8 });
  expect(rule.apart(FAST)).toBe(1 + TOLERANCE / 2);
});

/** Two flat triangles facing each other; a starts `gap` away and leaves along x at speed 1. */
function facing(gap: number, clearance = 0): MovingPair {
  const flat = buildSweptSphereTree(new TriangleMesh([0, -1, -1, 0, 1, -1, 0, 0, 1]));
  const pair = new MovingPair(flat, flat);
  pair.begin(translationMotion({ position: [gap, 0, 0] }, [1, 0, 0]), restMotion(), clearance);
  return pair;
}

test.each([0, 0.25])('settle: finds the closest leaves where the search begins, with clearance %d', (clearance) => {
  const pair = facing(clearance + TOLERANCE, clearance);
  const rule = new StartRule();
  rule.begin(pair, 0, TOLERANCE);
  expect(rule.settle(pair)).toBe(false);
  expect(rule.closest.leafA).toBe(0);
  expect(Math.abs(rule.closest.distance - clearance - TOLERANCE)).toBeLessThanOrEqual(pair.rounding);
  expect(Math.abs(rule.effective - TOLERANCE / 2)).toBeLessThanOrEqual(pair.rounding);
});

test('settle: from another instant, the start there', () => {
  const pair = facing(0);
  const rule = new StartRule();
  rule.begin(pair, 0, TOLERANCE);
  expect(rule.settle(pair)).toBe(true);
  rule.begin(pair, TOLERANCE, TOLERANCE);
  expect(rule.settle(pair)).toBe(false);
  expect(rule.isNear(pair)).toBe(true);
  rule.begin(pair, 1, TOLERANCE);
  expect(rule.settle(pair)).toBe(false);
  expect(rule.closest).toMatchObject({ distance: Infinity, leafA: -1, leafB: -1 });
});

test('settle: of several leaves the closest, without slack', () => {
  // the rectangle around the first triangle has a corner at x = 0.9, so that it is measured first; the triangle itself begins at 2
  const slanted = [2, 0, 0, 5, 3, 0, 2.4, 2.4, 0];
  const upright = [1.5, 20, 0, 1.5, 21, 0, 1.5, 20, 1];
  const plane = new TriangleMesh([0, -99, -99, 0, 99, -99, 0, 0, 99]);
  const pair = new MovingPair(buildSweptSphereTree(new TriangleMesh([...slanted, ...upright])), buildSweptSphereTree(plane));
  pair.begin(translationMotion({ position: [0, 0, 0] }, [1, 0, 0]), restMotion(), 0);
  const rule = new StartRule();
  rule.begin(pair, 0, 1.5);
  rule.settle(pair);
  expect(Math.abs(rule.closest.distance - 1.5)).toBeLessThanOrEqual(pair.rounding);
});
