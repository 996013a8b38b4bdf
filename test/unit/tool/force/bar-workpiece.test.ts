import { describe, expect, test } from 'vitest';
import { hull, hullRim } from '../../../../scenes/soft/deforming-hull.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { rotate } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import type { BarModel } from '../../../../src/tool/force/bar-model.ts';
import { BarWorkpiece } from '../../../../src/tool/force/bar-workpiece.ts';

const GRAVITY = 9.81;

function chain(masses: readonly number[], stiffness: readonly number[], anchored: readonly number[]): BarModel {
  const n = masses.length;
  return {
    rest: Float64Array.from({ length: 3 * n }, (_, i) => (i % 3 === 2 ? -Math.floor(i / 3) : 0)),
    masses: Float64Array.from(masses),
    ends: Uint32Array.from({ length: 2 * (n - 1) }, (_, i) => Math.floor((i + 1) / 2)),
    lengths: new Float64Array(n - 1).fill(1),
    stiffness: Float64Array.from(stiffness),
    shape: new Float64Array(n),
    anchored: Uint8Array.from({ length: n }, (_, v) => (anchored.includes(v) ? 1 : 0)),
    damping: 20,
  };
}

function momentum({ model, velocities }: BarWorkpiece): number[] {
  const sum = [0, 0, 0];
  for (let o = 0; o < velocities.length; o++) sum[o % 3] += model.masses[Math.floor(o / 3)] * velocities[o];
  return sum;
}

function largest(values: ArrayLike<number>, from: ArrayLike<number> = []): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i] - (from[i] ?? 0)));
  return most;
}

describe('at rest under load', () => {
  test('a mass hanging from a bar lengthens it by m g / k; a chain bar by bar', () => {
    const one = new BarWorkpiece(chain([0.5, 2], [700], [0]));
    const two = new BarWorkpiece(chain([1, 2, 3], [500, 900], [0]));
    for (let i = 0; i < 600; i++) {
      one.step(1 / 60, [0, 0, 0, 0, 0, -2 * GRAVITY]);
      two.step(1 / 60, [0, 0, 0, 0, 0, -2 * GRAVITY, 0, 0, -3 * GRAVITY]);
    }
    expect(-1 - one.positions[5]).toBeCloseTo((2 * GRAVITY) / 700, 9);
    expect(-1 - two.positions[5]).toBeCloseTo((5 * GRAVITY) / 500, 9);
    expect(two.positions[5] - two.positions[8] - 1).toBeCloseTo((3 * GRAVITY) / 900, 9);
  });

  test('a sheet on shape springs alone sinks by load over stiffness, wherever the load is', () => {
    const mesh = hull(400);
    const piece = new BarWorkpiece(mesh, { density: 1, stiffness: 0, shape: 5000, damping: 50 });
    const forces = Float64Array.from(piece.model.rest, (_, o) => (o % 3 === 2 ? -piece.model.shape[Math.floor(o / 3)] * 0.003 : 0));
    for (let i = 0; i < 300; i++) piece.step(1 / 60, forces);
    for (let o = 2; o < forces.length; o += 3) expect(piece.model.rest[o] - piece.positions[o]).toBeCloseTo(0.003, 9);
  });

  test('a strip stretched at its end: strain = pull / (E h · width), as bars of a regular lattice have it', () => {
    // equilateral triangles, rows along x; ν = 1/3 lets the strip narrow freely
    const [n, rows] = [24, 6];
    const h = Math.sqrt(3) / 2;
    const positions: number[] = [];
    const indices: number[] = [];
    for (let j = 0; j <= rows; j++) for (let i = 0; i <= n; i++) positions.push(i + (j % 2) / 2, j * h, 0);
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < n; i++) {
        const a = j * (n + 1) + i;
        const b = a + n + 1;
        if (j % 2 === 0) indices.push(a, a + 1, b, a + 1, b + 1, b);
        else indices.push(a, b + 1, b, a, a + 1, b + 1);
      }
    }
    const left = Array.from({ length: rows + 1 }, (_, j) => j * (n + 1));
    const piece = new BarWorkpiece(
      new TriangleMesh(positions, indices),
      { density: 0.01, stiffness: 1e4, bending: 0, damping: 30, anchors: left },
      { iterations: 400 },
    );
    const forces = new Float64Array(positions.length);
    const pull = 20;
    for (let j = 0; j <= rows; j++) forces[3 * (j * (n + 1) + n)] = (pull * (j === 0 || j === rows ? 0.5 : 1)) / rows;
    for (let i = 0; i < 600; i++) piece.step(1 / 30, forces);
    // between two columns far from both ends
    const at = (i: number) => piece.positions[3 * (2 * (n + 1) + i)];
    const strain = (at(17) - at(7)) / 10 - 1;
    expect(strain / (pull / (1e4 * rows * h))).toBeGreaterThan(0.97);
    expect(strain / (pull / (1e4 * rows * h))).toBeLessThan(1.03);
  });
});

describe('energy', () => {
  const steps = [1 / 1000, 1 / 240, 1 / 60, 1 / 15];
  const stiffnesses = [1, 1e2, 1e4, 1e6];

  test.each(steps.flatMap((dt) => stiffnesses.map((k) => [dt, k] as const)))(
    'never grows by itself: dt = %f, stiffness %f, seed bars-energy',
    (dt, stiffness) => {
      const random = new Random('bars-energy');
      for (const [anchors, shape] of [
        [[0, 5], 0],
        [[], 0],
        [[3], 100],
      ] as const) {
        const piece = new BarWorkpiece(hull(24), { density: 1, stiffness, shape, anchors }, { newton: 2, iterations: 30 });
        // crumpled: bars down to nothing and up to twice their length
        for (let o = 0; o < piece.positions.length; o++) {
          if (piece.model.anchored[Math.floor(o / 3)] === 1) continue;
          piece.positions[o] += random.range(-0.1, 0.1);
          piece.velocities[o] = random.range(-2, 2);
        }
        let last = piece.energy();
        const first = last;
        for (let i = 0; i < 400; i++) {
          piece.step(dt);
          const now = piece.energy();
          expect(now <= last * (1 + 1e-12) + first * 1e-15, `step ${i}: ${last} to ${now}`).toBe(true);
          last = now;
        }
      }
    },
  );

  test('drag takes it: speeds of a free sheet fall by 1/(1 + c dt) a step', () => {
    const piece = new BarWorkpiece(hull(24), { density: 1, stiffness: 100, damping: 3 });
    for (let o = 0; o < piece.velocities.length; o += 3) piece.velocities[o] = 2;
    for (let i = 0; i < 50; i++) piece.step(0.01);
    let expected = 2;
    for (let i = 0; i < 50; i++) expected /= 1.03;
    for (let o = 0; o < piece.velocities.length; o += 3) expect(piece.velocities[o]).toBeCloseTo(expected, 9);
  });

  test('a disturbed hull comes to rest where it was, and then costs nothing', () => {
    const piece = new BarWorkpiece(hull(100), { density: 2, stiffness: 1e4, shape: 1e6, damping: 10, anchors: hullRim(100) });
    for (let o = 0; o < piece.velocities.length; o++) piece.velocities[o] = 0.3 * ((o * 7) % 5) - 0.6;
    for (let i = 0; i < 300; i++) piece.step(1 / 60);
    expect(largest(piece.positions, piece.model.rest)).toBeLessThan(1e-9);
    expect(piece.iterations).toBe(0);
    // and wakes up
    const forces = new Float64Array(piece.positions.length).fill(0.1);
    piece.step(1 / 60, forces);
    expect(largest(piece.velocities)).toBeGreaterThan(0);
  });
});

describe('laws', () => {
  test('momentum is kept without anchors, however early the solve is cut; seed bars-momentum', () => {
    const random = new Random('bars-momentum');
    for (const solver of [{}, { newton: 1, iterations: 2 }]) {
      const piece = new BarWorkpiece(hull(60), { density: 3, stiffness: 5000 }, solver);
      for (let o = 0; o < piece.positions.length; o++) {
        piece.positions[o] += random.range(-0.02, 0.02);
        piece.velocities[o] = random.range(-1, 1);
      }
      const before = momentum(piece);
      for (let i = 0; i < 500; i++) piece.step(1 / 60);
      momentum(piece).forEach((p, k) => {
        expect(p).toBeCloseTo(before[k], 10);
      });
      const load = Float64Array.from(piece.positions, (_, o) => (o % 3 === 1 ? 0.01 : 0));
      for (let i = 0; i < 60; i++) piece.step(1 / 60, load);
      expect(momentum(piece)[1] - before[1]).toBeCloseTo((0.01 * piece.positions.length) / 3, 9);
    }
  });

  test('turning and moving the scene changes nothing but its place; power-of-two units change no bit; seed bars-frame', () => {
    const random = new Random('bars-frame');
    const mesh = hull(60);
    const q = random.quaternion();
    const shift: Vec3 = [0.3, -0.8, 0.5];
    const place = (p: ArrayLike<number>, by: Vec3): Float64Array => {
      const out = new Float64Array(p.length);
      for (let o = 0; o < out.length; o += 3)
        out.set(
          rotate(q, [p[o], p[o + 1], p[o + 2]]).map((x, k) => x + by[k]),
          o,
        );
      return out;
    };
    const s = 2 ** 10;
    const options = { density: 2, stiffness: 3000, shape: 1e5, damping: 1, anchors: [0, 1] };
    const solver = { newton: 10, iterations: 2000, accuracy: 1e-8 };
    const plain = new BarWorkpiece(mesh, options, solver);
    const turned = new BarWorkpiece(new TriangleMesh(place(mesh.positions, shift), mesh.indices), options, solver);
    const large = new BarWorkpiece(
      new TriangleMesh(
        mesh.positions.map((x) => s * x),
        mesh.indices,
      ),
      { ...options, density: 2 / s / s, shape: 1e5 / s / s },
      solver,
    );
    const forces = Float64Array.from(mesh.positions, () => random.range(-0.5, 0.5));
    for (let i = 0; i < 30; i++) {
      plain.step(1 / 60, forces);
      turned.step(1 / 60, place(forces, [0, 0, 0]));
      large.step(
        1 / 60,
        forces.map((f) => s * f),
      );
    }
    expect(largest(plain.positions, mesh.positions)).toBeGreaterThan(1e-3);
    expect(largest(turned.positions, place(plain.positions, shift))).toBeLessThan(1e-8);
    expect(Array.from(large.positions, (x) => x / s)).toEqual(Array.from(plain.positions));
  });

  test('the same steps give the same bits, in the same arrays', () => {
    const run = () => {
      const piece = new BarWorkpiece(hull(60), { density: 2, stiffness: 3000, anchors: [0] });
      const forces = Float64Array.from(piece.positions, (_, o) => 0.1 * ((o % 7) - 3));
      const { positions, velocities } = piece;
      for (let i = 0; i < 20; i++) piece.step(1 / 60, forces);
      expect(piece.positions).toBe(positions);
      expect(piece.velocities).toBe(velocities);
      return Array.from(positions);
    };
    expect(run()).toEqual(run());
  });

  test('crushed, huge, empty: never NaN', () => {
    const piece = new BarWorkpiece(hull(24), { density: 1e-6, stiffness: 1e9, anchors: [0] });
    piece.positions.fill(0.25);
    for (let i = 0; i < 20; i++) piece.step(1 / 15, new Float64Array(piece.positions.length).fill(i % 2 === 0 ? 1e12 : -1e12));
    expect(piece.positions.every(Number.isFinite)).toBe(true);
    expect(piece.velocities.every(Number.isFinite)).toBe(true);
    const lone = new BarWorkpiece(new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5], [0, 1, 2]), { density: 1, stiffness: 1 });
    lone.step(0.1, new Float64Array(12).fill(1));
    expect(Array.from(lone.positions.subarray(9))).toEqual([5, 5, 5]);
  });

  test('bad input is refused by name', () => {
    expect(() => new BarWorkpiece(hull(24), { density: 0, stiffness: 1 })).toThrow(/density/);
    expect(() => new BarWorkpiece(hull(24), { density: 1, stiffness: 1, anchors: [999] })).toThrow(/anchors\[0\]/);
    const piece = new BarWorkpiece(hull(24), { density: 1, stiffness: 1 });
    expect(() => piece.step(0)).toThrow(InputError);
    expect(() => piece.step(0.1, [1, 2])).toThrow(/forces/);
    expect(() => piece.step(0.1, new Float64Array(piece.positions.length).fill(Number.NaN))).toThrow(/forces\[0\]/);
  });
});
