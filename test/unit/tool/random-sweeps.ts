// Tools, motions and workpieces for the tests of swept boxes and what is found by them.
import type { Pose, Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { box, capsule } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { type BruteMotion, type MotionSpec, placed } from '../../support/brute-force.ts';

const inCube = (random: Random, size: number): Vec3 => [random.range(-size, size), random.range(-size, size), random.range(-size, size)];

export function soup(random: Random, triangles: number, unit: number, radius = 0): TriangleMesh {
  const positions = Array.from({ length: 9 * triangles }, () => unit * random.range(-1, 1));
  return new TriangleMesh(positions, undefined, { radius });
}

/** Two arms at a right angle, or three: nothing that one box fits well. */
export function hook(unit: number): TriangleMesh {
  const pieces = [
    box([4 * unit, 0.4 * unit, 0.4 * unit], [2 * unit, 0, 0]),
    box([0.4 * unit, 0.4 * unit, 3 * unit], [4 * unit, 0, 1.5 * unit]),
  ];
  const positions = pieces.flatMap((piece) => [...piece.positions]);
  const indices = pieces.flatMap((piece, i) => [...piece.indices].map((v) => v + 8 * i));
  return new TriangleMesh(positions, indices);
}

export function randomTool(random: Random, unit: number): TriangleMesh {
  switch (random.integer(6)) {
    case 0:
      return cylinder(unit * random.range(0.05, 0.5), unit * random.range(0.5, 4), { segments: 12, centre: inCube(random, unit) });
    case 1:
      return box([unit * random.range(0.1, 2), unit * random.range(0.1, 2), unit * random.range(0.1, 2)], inCube(random, unit));
    case 2:
      return capsule(inCube(random, unit), inCube(random, unit), unit * random.range(0.1, 1));
    case 3:
      return hook(unit);
    case 4:
      // flat, and possibly a single triangle
      return new TriangleMesh(
        Array.from({ length: 9 * (1 + random.integer(3)) }, (_, i) => (i % 3 === 2 ? 0 : unit * random.range(-1, 1))),
      );
    default:
      return soup(random, 1 + random.integer(12), unit, random.integer(2) * unit * 0.1);
  }
}

export function randomSpec(random: Random, unit: number): MotionSpec {
  const away = random.pick([0, 1, 100, 1e6]) * unit;
  const start = inCube(random, away + unit);
  const near = (): Vec3 => inCube(random, 3 * unit).map((x, k) => x + start[k]) as unknown as Vec3;
  const pose: Pose = { position: start, quaternion: random.quaternion() };
  const other: Pose = { position: near(), quaternion: random.quaternion() };
  switch (random.integer(5)) {
    case 0:
      return { kind: 'translation', pose, displacement: inCube(random, 3 * unit) };
    case 1:
      return { kind: 'rotation', pose, axis: random.direction(), angle: random.range(-7, 7), centre: near() };
    case 2:
      return { kind: 'rotation', pose, axis: random.direction(), angle: random.range(-0.2, 0.2) };
    case 3:
      return { kind: 'screw', from: pose, to: other };
    default:
      return { kind: 'in-between', from: pose, to: other };
  }
}

/** A random point of the tool, thickness included, where the motion has it at t, in the world; by the brute-force motion. */
export function sweptPoint(random: Random, mesh: TriangleMesh, motion: BruteMotion, t: number): Vec3 {
  const triangle = random.integer(mesh.triangleCount);
  // corners often: they are the ones that stick out
  const weights = random.integer(2) === 0 ? [1, 0, 0] : [random.next(), random.next(), random.next()];
  random.shuffle(weights);
  const sum = weights[0] + weights[1] + weights[2];
  const x = [0, 0, 0];
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * mesh.indices[3 * triangle + corner];
    for (let k = 0; k < 3; k++) x[k] += (weights[corner] / sum) * mesh.positions[v + k];
  }
  if (mesh.radii !== null) {
    const out = random.direction();
    for (let k = 0; k < 3; k++) x[k] += mesh.radii[triangle] * (1 - 1e-15) * out[k];
  }
  return placed(motion.at(t, [0, 0, 0]), [x[0], x[1], x[2]]);
}

/** Far points: how much they are outside the worst of the planes, less what evaluating that in double may err by. */
export function excess(planes: Float64Array, planeCount: number, x: Vec3): number {
  let worst = Number.NEGATIVE_INFINITY;
  const slack = 2 ** -49 * (Math.abs(x[0]) + Math.abs(x[1]) + Math.abs(x[2]));
  for (let p = 0; p < 4 * planeCount; p += 4)
    worst = Math.max(worst, planes[p] * x[0] + planes[p + 1] * x[1] + planes[p + 2] * x[2] - planes[p + 3]);
  return worst - slack;
}

/** A wavy square of 2 n² triangles in [−size, size]² about z = 0, and its waves a quarter of a period later. */
export function wavyPlate(n: number, size: number, height: number): { positions: Float64Array; later: Float64Array; indices: Uint32Array } {
  const positions: number[] = [];
  const later: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      const x = size * ((2 * i) / n - 1);
      const y = size * ((2 * j) / n - 1);
      positions.push(x, y, height * Math.sin((3 * x) / size) * Math.cos((4 * y) / size));
      later.push(x, y, height * Math.sin((3 * x) / size + 0.4) * Math.cos((4 * y) / size));
      if (i === n || j === n) continue;
      const a = i * (n + 1) + j;
      indices.push(a, a + n + 1, a + n + 2, a, a + n + 2, a + 1);
    }
  }
  return { positions: Float64Array.from(positions), later: Float64Array.from(later), indices: Uint32Array.from(indices) };
}
