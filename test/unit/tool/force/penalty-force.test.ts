import { describe, expect, test } from 'vitest';
import { lathe } from '../../../../scenes/surface.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Pose, Quat, Vec3 } from '../../../../src/math/pose.ts';
import { multiply, rotate } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { cylinder } from '../../../../src/mesh/cylinder.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { PenaltyForce } from '../../../../src/tool/force/penalty-force.ts';
import { PenaltyLaw } from '../../../../src/tool/force/penalty-law.ts';

/** A square sheet in the plane z = 0 about the origin, n × n cells. */
function sheet(n: number, width = 1, bump: (x: number, y: number) => number = () => 0): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      const [x, y] = [(i / n - 0.5) * width, (j / n - 0.5) * width];
      positions.push(x, y, bump(x, y));
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      indices.push(a, a + n + 1, a + n + 2, a, a + n + 2, a + 1);
    }
  }
  return new TriangleMesh(positions, indices, { name: 'sheet' });
}

function sums(forces: Float64Array, positions: Float64Array, [ox, oy, oz]: Vec3): { force: number[]; torque: number[] } {
  const force = [0, 0, 0];
  const torque = [0, 0, 0];
  for (let o = 0; o < forces.length; o += 3) {
    const [x, y, z] = [forces[o], forces[o + 1], forces[o + 2]];
    const [rx, ry, rz] = [positions[o] - ox, positions[o + 1] - oy, positions[o + 2] - oz];
    [x, y, z].forEach((f, k) => {
      force[k] += f;
    });
    [ry * z - rz * y, rz * x - rx * z, rx * y - ry * x].forEach((t, k) => {
      torque[k] += t;
    });
  }
  return { force, torque };
}

describe('the penalty law', () => {
  test.each([1, 1.5, 2] as const)('exponent %f: slope and potential are derivative and integral of the force', (exponent) => {
    for (const damping of [0, 3, 1000]) {
      const law = new PenaltyLaw({ stiffness: 50, exponent, damping }, 1);
      for (const before of [-0.2, 0, 0.05, 0.3]) {
        const dt = 0.01;
        const onset = law.onset(before, dt);
        let integral = 0;
        let last = 0;
        const h = 1e-4;
        let falls = 0;
        for (let i = 0; i < 4000; i++) {
          const f = law.force((i + 0.5) * h, before, dt);
          if (f < last) falls++;
          last = f;
          integral += f * h;
        }
        expect(falls).toBe(0);
        expect(law.potential(0.4, before, onset, dt)).toBeCloseTo(integral, 2);
        expect(law.force(onset * (1 - 1e-9), before, dt)).toBeLessThan(1e-4);
        const slope = (law.force(0.35 + 1e-6, before, dt) - law.force(0.35 - 1e-6, before, dt)) / 2e-6;
        expect(law.slope(0.35, before, dt) / slope).toBeCloseTo(1, 5);
      }
      expect(law.force(-1, -2, 0.01)).toBe(0);
      // receding faster than the spring pushes: never pulls
      expect(law.force(0.01, 5, 0.01)).toBe(damping === 0 ? law.force(0.01, 0.01, 0.01) : 0);
    }
  });

  test('bad numbers are refused', () => {
    expect(() => new PenaltyLaw({ stiffness: 0 }, 1)).toThrow(InputError);
    expect(() => new PenaltyLaw({ stiffness: 1, exponent: 3 as 1 }, 1)).toThrow(/exponent/);
    expect(() => new PenaltyLaw({ stiffness: 1, damping: Number.NaN }, 1)).toThrow(/damping/);
  });
});

describe('force of a tool in a sheet', () => {
  test('a punch of known area and depth: stiffness times volume of interpenetration, at every resolution', () => {
    for (const [n, spacing] of [
      [4, 0.02],
      [40, 0.02],
      [100, 1],
    ]) {
      const mesh = sheet(n);
      const penalty = new PenaltyForce(box([0.4, 0.4, 1]), mesh, { stiffness: 1000, spacing });
      const forces = new Float64Array(mesh.positions.length);
      const pose: Pose = { position: [0.013, 0.007, 0.45] };
      const felt = penalty.apply(pose, mesh.positions, forces);
      // k A δ = 1000 · 0.16 · 0.05
      expect(felt.force[2] / 8).toBeGreaterThan(0.9);
      expect(felt.force[2] / 8).toBeLessThan(1.1);
      expect(felt.depth).toBeCloseTo(0.05, 12);
      expect(Math.abs(felt.force[0]) + Math.abs(felt.force[1])).toBeLessThan(1e-9);
    }
  });

  test('action is reaction, torque too, in any position; seed penalty-1', () => {
    const random = new Random('penalty-1');
    const mesh = sheet(12, 1, (x, y) => 0.1 * x * x - 0.07 * x * y);
    let touched = 0;
    for (const tool of [cylinder(0.1, 0.6), sphere(0.12), box([0.2, 0.1, 0.3])]) {
      const penalty = new PenaltyForce(tool, mesh, { stiffness: 1e4, exponent: 1.5, damping: 10, friction: 0.4 });
      for (let i = 0; i < 60; i++) {
        penalty.forget();
        const position: Vec3 = [random.range(-0.4, 0.4), random.range(-0.4, 0.4), random.range(-0.1, 0.3)];
        const quaternion = random.quaternion();
        const before: Pose = { position: [position[0] + 0.01, position[1], position[2] + 0.02], quaternion };
        const forces = new Float64Array(mesh.positions.length);
        const felt = penalty.apply({ position, quaternion }, mesh.positions, forces, before, 0.1);
        const { force, torque } = sums(forces, mesh.positions, position);
        for (let k = 0; k < 3; k++) {
          expect(felt.force[k] + force[k]).toBe(0);
          expect(felt.torque[k] + torque[k]).toBeCloseTo(0, 12);
        }
        if (felt.depth > 0) touched++;
      }
    }
    expect(touched).toBeGreaterThan(60);
  });

  test('the limit keeps direction and scales torque alike', () => {
    const mesh = sheet(10);
    const pose: Pose = { position: [0.1, 0, 0.05], quaternion: [0, Math.SQRT1_2, 0, Math.SQRT1_2] };
    const free = new PenaltyForce(cylinder(0.1, 0.6), mesh, { stiffness: 1e6 }).apply(pose, mesh.positions, new Float64Array(363));
    const kept = new PenaltyForce(cylinder(0.1, 0.6), mesh, { stiffness: 1e6, limit: 3 }).apply(
      pose,
      mesh.positions,
      new Float64Array(363),
    );
    expect(Math.hypot(...free.force)).toBeGreaterThan(3);
    expect(Math.hypot(...kept.force)).toBeCloseTo(3, 12);
    for (let k = 0; k < 3; k++) {
      expect(kept.force[k]).toBeCloseTo(free.force[k] * kept.scale, 12);
      expect(kept.torque[k]).toBeCloseTo(free.torque[k] * kept.scale, 12);
    }
  });

  test('a needle inside one large triangle pushes its three corners by their weights', () => {
    const needle = lathe(8, 6, (s) => [0.02 * Math.min(1, s * 3, (1 - s) * 30), s]);
    const tool = new TriangleMesh(needle.points.flat(), needle.triangles.flat(), { solid: true });
    const mesh = new TriangleMesh([-40, -30, 0, 50, -30, 0, 0, 60, 0], [0, 1, 2]);
    // the samples are farther apart than the needle is thick
    const penalty = new PenaltyForce(tool, mesh, { stiffness: 1e5, spacing: 40, thickness: 0.04 });
    const forces = new Float64Array(9);
    const felt = penalty.apply({ position: [0.3, 0.2, -0.1] }, mesh.positions, forces);
    expect(felt.depth).toBeCloseTo(0.1, 12);
    expect(felt.force[2]).toBeGreaterThan(0);
    const { force, torque } = sums(forces, mesh.positions, [0.3, 0.2, -0.1]);
    for (let k = 0; k < 3; k++) expect(felt.force[k] + force[k]).toBe(0);
    // all of it acts under the tip: no torque about it
    expect(Math.hypot(...torque) / Math.hypot(...force)).toBeLessThan(1e-12);
  });

  test('pushed in from the end, the way out stays through the end', () => {
    const mesh = sheet(20);
    const penalty = new PenaltyForce(cylinder(0.2, 2), mesh, { stiffness: 100, spacing: 1 });
    for (const depth of [0.02, 0.1, 0.3, 0.8]) {
      const felt = penalty.apply({ position: [0, 0, 1 - depth] }, mesh.positions, new Float64Array(mesh.positions.length));
      expect(felt.depth).toBeCloseTo(depth, 9);
      expect(Math.hypot(felt.force[0], felt.force[1])).toBeLessThan(1e-9 * felt.force[2]);
    }
  });

  test('friction opposes the slip and keeps to the cone; damping pushes an approach, never pulls', () => {
    const mesh = sheet(16);
    const tool = box([0.3, 0.3, 0.3]);
    const at = (options: object, before: Vec3) =>
      new PenaltyForce(tool, mesh, { stiffness: 1000, ...options }).apply(
        { position: [0, 0, 0.14] },
        mesh.positions,
        new Float64Array(mesh.positions.length),
        { position: before },
        0.01,
      ).force;
    const plain = at({}, [0, 0, 0.14]);
    const sliding = at({ friction: 0.3 }, [-0.01, 0, 0.14]);
    expect(sliding[2]).toBeCloseTo(plain[2], 9);
    expect(sliding[0]).toBeLessThan(-0.29 * plain[2]);
    expect(sliding[0]).toBeGreaterThanOrEqual(-0.3 * plain[2]);
    expect(at({ damping: 1 }, [0, 0, 0.15])[2]).toBeGreaterThan(plain[2]);
    expect(at({ damping: 1 }, [0, 0, 0.135])[2]).toBeLessThan(plain[2]);
    expect(at({ damping: 1e6 }, [0, 0, 0.135])[2]).toBe(0);
  });

  test('turning and moving the scene turns the force; power-of-two units change no bit; seed penalty-2', () => {
    const random = new Random('penalty-2');
    const mesh = sheet(15, 1, (x, y) => 0.2 * x * y);
    const tool = cylinder(0.15, 0.5);
    for (let i = 0; i < 10; i++) {
      const position: Vec3 = [random.range(-0.3, 0.3), random.range(-0.3, 0.3), 0.2];
      const quaternion: Quat = [0.1, 0.05, 0, Math.sqrt(1 - 0.0125)];
      const plain = new PenaltyForce(tool, mesh, { stiffness: 1000 }).apply(
        { position, quaternion },
        mesh.positions,
        new Float64Array(768),
      );
      expect(plain.depth).toBeGreaterThan(0);
      const q = random.quaternion();
      const shift: Vec3 = [random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)];
      const move = (p: Vec3): number[] => rotate(q, p).map((x, k) => x + shift[k]);
      const moved = new Float64Array(mesh.positions.length);
      for (let o = 0; o < moved.length; o += 3) moved.set(move([mesh.positions[o], mesh.positions[o + 1], mesh.positions[o + 2]]), o);
      const pose = { position: move(position) as unknown as Vec3, quaternion: multiply(q, quaternion) };
      const turned = new PenaltyForce(tool, new TriangleMesh(moved, mesh.indices), { stiffness: 1000 }).apply(
        pose,
        moved,
        new Float64Array(768),
      );
      const expected = rotate(q, plain.force);
      for (let k = 0; k < 3; k++) expect(turned.force[k]).toBeCloseTo(expected[k], 9);
      const s = 1024;
      const big = new PenaltyForce(
        new TriangleMesh(
          tool.positions.map((x) => s * x),
          tool.indices,
          { solid: true },
        ),
        new TriangleMesh(
          mesh.positions.map((x) => s * x),
          mesh.indices,
        ),
        { stiffness: 1000 / s / s },
      );
      const scaled = big.apply(
        { position: [s * position[0], s * position[1], s * position[2]], quaternion },
        mesh.positions.map((x) => s * x),
        new Float64Array(768),
      );
      expect(scaled.force).toEqual(plain.force.map((f) => s * f));
      expect(scaled.torque).toEqual(plain.torque.map((f) => s * s * f));
    }
  });
});
