import { expect, test } from 'vitest';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { BarWorkpiece } from '../../../../src/tool/force/bar-workpiece.ts';

const SIDE = 60;
const PITCH = 1e-3;
const STILL = 1e-3;
const DT = 1 / 60;

/** A square sheet whose rim is held. */
function sheet(still: number, iterations = 40): BarWorkpiece {
  const positions: number[] = [];
  const indices: number[] = [];
  const anchors: number[] = [];
  for (let j = 0; j <= SIDE; j++)
    for (let i = 0; i <= SIDE; i++) {
      const v = positions.length / 3;
      if (i === 0 || j === 0 || i === SIDE || j === SIDE) anchors.push(v);
      positions.push(PITCH * i, PITCH * j, 0);
      if (i < SIDE && j < SIDE) indices.push(v, v + 1, v + SIDE + 2, v, v + SIDE + 2, v + SIDE + 1);
    }
  const bars = { density: 3, stiffness: 2e5, bending: 0, shape: 1e7, damping: 8, anchors };
  return new BarWorkpiece(new TriangleMesh(positions, indices), bars, { newton: 2, iterations, accuracy: 1e-6, still });
}

const MIDDLE = (SIDE / 2) * (SIDE + 2);

function load(newtons: number): Float64Array {
  const forces = new Float64Array(3 * (SIDE + 1) ** 2);
  forces[3 * MIDDLE + 2] = -newtons;
  return forces;
}

function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let o = 0; o < a.length; o++) most = Math.max(most, Math.abs(a[o] - b[o]));
  return most;
}

test('pressed in the middle, the part that moves goes where it goes when all is stepped', () => {
  const [all, some] = [sheet(0), sheet(STILL)];
  for (let i = 0; i < 40; i++) for (const piece of [all, some]) piece.step(DT, load(2));
  expect(Math.abs(all.positions[3 * MIDDLE + 2])).toBeGreaterThan(PITCH / 4);
  expect(farthest(all.positions, some.positions)).toBeLessThan(40 * STILL * PITCH);
  // and something was left alone
  const corner = 3 * (SIDE + 2);
  expect(some.velocities[corner + 2]).toBe(0);
});

test('energy never grows by itself, and what is let go comes to rest', () => {
  const piece = sheet(STILL);
  for (let i = 0; i < 10; i++) piece.step(DT, load(2));
  const most = piece.energy();
  let before = most;
  for (let i = 0; i < 400; i++) {
    piece.step(DT);
    const now = piece.energy();
    expect(now).toBeLessThanOrEqual(before * (1 + 2 ** -40));
    before = now;
  }
  // it stands where two steps would not have moved it by more than the share
  expect(before).toBeLessThan(1e-3 * most);
  expect(piece.velocities.every((v) => v === 0)).toBe(true);
  expect(farthest(piece.positions, piece.model.rest)).toBeLessThan(20 * STILL * PITCH);
});

test('what was moved or pushed from outside is stepped, wherever it is', () => {
  const [all, some] = [sheet(0), sheet(STILL)];
  const far = 3 * (3 * (SIDE + 1) + 4) + 2;
  const other = far + 3 * 50;
  for (const piece of [all, some]) {
    for (let i = 0; i < 5; i++) piece.step(DT, load(0.1));
    piece.positions[far] += PITCH;
    piece.velocities[other] = 1;
    piece.step(DT, load(0.1));
    expect(piece.positions[far]).toBeLessThan(0.9 * PITCH);
    expect(piece.positions[other]).toBeGreaterThan(5 * STILL * PITCH);
    // a push that sudden spreads by a few rings a step only
    for (let i = 0; i < 40; i++) piece.step(DT, load(0.1));
  }
  expect(farthest(all.positions, some.positions)).toBeLessThan(40 * STILL * PITCH);
});

test('a sheet that swings as a whole is not stopped where it turns around', () => {
  const [all, some] = [sheet(0), sheet(STILL)];
  for (const piece of [all, some])
    for (let v = 0; v < piece.model.masses.length; v++) if (piece.model.anchored[v] === 0) piece.positions[3 * v + 2] += PITCH;
  for (let i = 0; i < 30; i++) {
    for (const piece of [all, some]) piece.step(DT / 64);
    expect(farthest(all.positions, some.positions), `step ${i}`).toBeLessThan((i + 1) * 4 * STILL * PITCH);
  }
  expect(all.positions[3 * MIDDLE + 2]).not.toBeCloseTo(PITCH, 4);
});

test('a workpiece that starts beside its rest is stepped until it is calm', () => {
  const { model } = sheet(0);
  const lengths = model.lengths.map((l, bar) => (bar % 7 < 3 ? 0.9 * l : l));
  const stepped = (still: number): BarWorkpiece => {
    const piece = new BarWorkpiece({ ...model, lengths }, undefined, { newton: 2, iterations: 40, still });
    for (let i = 0; i < 60; i++) piece.step(DT);
    return piece;
  };
  const [all, some] = [stepped(0), stepped(STILL)];
  expect(all.positions).not.toEqual(model.rest);
  expect(farthest(all.positions, some.positions)).toBeLessThan(40 * STILL * PITCH);
});
