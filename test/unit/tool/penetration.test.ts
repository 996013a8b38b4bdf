import { describe, expect, test } from 'vitest';
import { triangleDistance } from '../../../src/geometry/triangle-triangle.ts';
import { InputError } from '../../../src/math/input-error.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { PenetrationMeter } from '../../../src/tool/penetration.ts';
import { cross, dot, minus, turned } from '../../support/brute-force.ts';
import { rounds } from '../../support/rounds.ts';
import { soup, wavyPlate } from './random-sweeps.ts';

const meter = new PenetrationMeter();
type Triangle = readonly [Vec3, Vec3, Vec3];

function trianglesOf(positions: ArrayLike<number>, indices: ArrayLike<number>): Triangle[] {
  const point = (v: number): Vec3 => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
  return Array.from({ length: indices.length / 3 }, (_, i) => [
    point(indices[3 * i]),
    point(indices[3 * i + 1]),
    point(indices[3 * i + 2]),
  ]);
}

const flat = (triangles: readonly Triangle[]): Float64Array => Float64Array.from(triangles.flat(2));

/** A sphere of rings and segments, counter-clockwise from outside. */
function ball(radius: number, centre: Vec3, rings: number): Triangle[] {
  const at = (i: number, j: number): Vec3 => {
    const a = (Math.PI * i) / rings;
    const b = (Math.PI * j) / rings;
    return [
      centre[0] + radius * Math.sin(a) * Math.cos(b),
      centre[1] + radius * Math.sin(a) * Math.sin(b),
      centre[2] + radius * Math.cos(a),
    ];
  };
  const triangles: Triangle[] = [];
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < 2 * rings; j++) {
      triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
      triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
    }
  }
  return triangles;
}

/** n·x where the line through `origin` along n meets the triangle; null beside it and for the wrong side. */
function height([a, b, c]: Triangle, n: Vec3, origin: Vec3, facing: number): number | null {
  const normal = cross(minus(b, a), minus(c, a));
  const slope = dot(normal, n);
  if (!(facing * slope > 0)) return null;
  const s = dot(normal, minus(a, origin)) / slope;
  const x: Vec3 = [origin[0] + s * n[0], origin[1] + s * n[1], origin[2] + s * n[2]];
  for (const [p, q] of [
    [a, b],
    [b, c],
    [c, a],
  ]) {
    if (facing * dot(cross(minus(q, p), minus(x, p)), n) < 0) return null;
  }
  return dot(x, n);
}

function deepestRay(tool: readonly Triangle[], work: readonly Triangle[], n: Vec3, origins: readonly Vec3[]): number {
  let depth = 0;
  for (const origin of origins) {
    let front = Number.NEGATIVE_INFINITY;
    let near = Number.POSITIVE_INFINITY;
    for (const triangle of tool) front = Math.max(front, height(triangle, n, origin, 1) ?? front);
    for (const triangle of work) near = Math.min(near, height(triangle, n, origin, -1) ?? near);
    depth = Math.max(depth, front - near);
  }
  return depth;
}

function distance(x: readonly number[], triangle: Triangle): number {
  const out = new Float64Array(8);
  triangleDistance(Float64Array.of(...x, ...x, ...x), 0, flat([triangle]), 0, out, 0);
  return out[6];
}

const everything = (indices: Uint32Array): Uint32Array => Uint32Array.from({ length: indices.length / 3 }, (_, i) => i);

describe('penetration depth', () => {
  test('never below the deepest of many rays, and attained at the point told (seed 81)', () => {
    const random = new Random(81);
    let deep = 0;
    for (let n = 0; n < rounds(60); n++) {
      const tool = trianglesOf(soup(random, 6, 1).positions, [...Array(18).keys()]);
      const piece = soup(random, 6, 1);
      const work = trianglesOf(piece.positions, piece.indices);
      const direction = random.direction();
      const result = meter.measure(flat(tool), piece.positions, piece.indices, everything(piece.indices), 6, direction);
      const origins = Array.from({ length: 400 }, (): Vec3 => [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)]);
      const sampled = deepestRay(tool, work, direction, origins);
      expect(sampled).toBeLessThanOrEqual(result.depth + 1e-12);
      if (result.point === null) {
        expect(result).toEqual({ depth: 0, point: null, tool: -1, workpiece: -1 });
        continue;
      }
      deep++;
      // attained: one end on the tool, the other on the workpiece
      const surface = result.point.map((x, k) => x - result.depth * direction[k]);
      expect(distance(result.point, tool[result.tool])).toBeLessThan(1e-12);
      // of a steep triangle the height is uncertain
      expect(distance(surface, work[result.workpiece])).toBeLessThan(1e-9);
    }
    expect(deep).toBeGreaterThan(rounds(30));
  });

  test('of two bodies pushed into each other: as rays find it, and moving back by it ends it (seed 82)', () => {
    const random = new Random(82);
    const { positions, indices } = wavyPlate(8, 1.6, 0.3);
    const work = trianglesOf(positions, indices);
    for (let n = 0; n < rounds(6); n++) {
      const turn = random.quaternion();
      const off: Vec3 = [random.range(-1, 1), random.range(-1, 1), random.range(-0.2, 0.6)];
      const mesh = n % 2 === 0 ? cylinder(0.3, 1, { segments: 12 }) : box([0.3, 0.5, 0.8]);
      const tool = trianglesOf(mesh.positions, mesh.indices).map(
        (triangle) => triangle.map((x) => turned(turn, x).map((v, k) => v + off[k]) as unknown as Vec3) as unknown as Triangle,
      );
      const down: Vec3 = [0, 0, -1];
      const { depth } = meter.measure(flat(tool), positions, indices, everything(indices), indices.length / 3, down);
      const origins = Array.from({ length: 800 }, (): Vec3 => [off[0] + random.range(-0.6, 0.6), off[1] + random.range(-0.6, 0.6), 0]);
      const sampled = deepestRay(tool, work, down, origins);
      expect(sampled).toBeLessThanOrEqual(depth + 1e-12);
      expect(sampled).toBeGreaterThan(depth - 0.08);
      const back = flat(tool).map((x, i) => (i % 3 === 2 ? x + depth : x));
      const after = meter.measure(back, positions, indices, everything(indices), indices.length / 3, down);
      expect(after.depth).toBeLessThan(1e-12);
    }
  });

  const ground = Float64Array.of(-5, -5, 0, 5, -5, 0, 5, 5, 0, -5, 5, 0);
  const halves = Uint32Array.of(0, 1, 2, 0, 2, 3);

  test('sphere into a plane: radius less the height of the centre', () => {
    for (const height of [-0.3, 0, 0.4, 0.99]) {
      // a pole straight below, and exactly above the diagonal of the ground
      const tool = flat(ball(1, [0, 0, height], 24));
      const { depth, point, workpiece } = meter.measure(tool, ground, halves, everything(halves), 2, [0, 0, -1]);
      expect(depth).toBeCloseTo(1 - height, 12);
      expect(point?.[2]).toBeCloseTo(height - 1, 12);
      expect([0, 1]).toContain(workpiece);
    }
    for (const height of [1.0001, 3])
      expect(meter.measure(flat(ball(1, [0, 0, height], 24)), ground, halves, everything(halves), 2, [0, 0, -1]).depth).toBe(0);
  });

  test('tilted cylinder into a plane: the lowest point of its rim', () => {
    const mesh = cylinder(0.5, 2, { segments: 64 });
    for (const tilt of [0, 0.2, 0.7, 1.3]) {
      const tool = trianglesOf(mesh.positions, mesh.indices).map(
        (triangle) =>
          triangle.map((x) => {
            const [a, b, c] = turned([Math.sin(tilt / 2), 0, 0, Math.cos(tilt / 2)], x);
            return [a + 0.1, b, c + 0.5];
          }) as unknown as Triangle,
      );
      const { depth } = meter.measure(flat(tool), ground, halves, everything(halves), 2, [0, 0, -1]);
      // 64 sides: the prism reaches out by R (1/cos(π/64) − 1), and has a corner where the rim is lowest
      const rim = 0.5 / Math.cos(Math.PI / 64);
      expect(depth).toBeCloseTo(Math.cos(tilt) + rim * Math.sin(tilt) - 0.5, 9);
    }
  });

  test('a corner of the workpiece in a face of the tool, and crossing edges', () => {
    // a ridge along y with its edge at z = 0, a tool with an edge along x at z = −0.25
    const ridge = Float64Array.of(0, -1, 0, 0, 1, 0, 1, 0, -1, -1, 0, -1);
    const sides = Uint32Array.of(0, 2, 1, 0, 1, 3);
    const blade = Float64Array.of(-1, 0.1, -0.25, 0, 1, 0.75, 1, 0.1, -0.25);
    const result = meter.measure(blade, ridge, sides, everything(sides), 2, [0, 0, -1]);
    expect(result.depth).toBeCloseTo(0.25, 14);
    expect(result.point?.[0]).toBeCloseTo(0, 14);
    expect(result.point?.[1]).toBeCloseTo(0.1, 14);
    const peak = Float64Array.of(0, 0, 0.2, 0.5, -0.1, -1, 0.1, 0.5, -1, -0.4, -0.2, -1);
    const flanks = Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 1);
    const plate = Float64Array.of(-2, -2, 0, 0, 2, 0, 2, -2, 0);
    expect(meter.measure(plate, peak, flanks, everything(flanks), 3, [0, 0, -1]).depth).toBeCloseTo(0.2, 14);
  });

  test('does not depend on the unit of length, only on listed triangles, and names bad directions', () => {
    const tool = flat(ball(1, [0.3, 0.2, 0.4], 8));
    const one = meter.measure(tool, ground, halves, everything(halves), 2, [0, 0, -1]);
    for (const unit of [2 ** -200, 2 ** 200]) {
      const scaled = meter.measure(
        tool.map((x) => x * unit),
        ground.map((x) => x * unit),
        halves,
        everything(halves),
        2,
        [0, 0, -1],
      );
      expect(scaled.depth).toBe(unit * one.depth);
      expect(scaled.tool).toBe(one.tool);
    }
    expect(meter.measure(tool, ground, halves, everything(halves), 0, [0, 0, -1]).depth).toBe(0);
    // from below, the tool's upper side is the front, and the ground's lower side is not there
    expect(meter.measure(tool, ground, halves, everything(halves), 2, [0, 0, 1]).depth).toBe(0);
    expect(() => meter.measure(tool, ground, halves, halves, 2, [0, 0, 2])).toThrow(InputError);
    expect(() => meter.measure(tool, ground, halves, halves, 2, [0, Number.NaN, 1])).toThrow(InputError);
  });
});
