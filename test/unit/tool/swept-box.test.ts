import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { STATE_P, STATE_SIZE, STATE_TIME } from '../../../src/motion/motion.ts';
import { rigidMotion, rotationMotion, screwMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';
import { SweptBox } from '../../../src/tool/swept-box.ts';
import { libraryMotion } from '../../property/random-pairs.ts';
import { bruteMotion, dot } from '../../support/brute-force.ts';
import { exactInBetween, exactRigidAt, exactScrew } from '../motion/exact-rigid.ts';
import { FIXED_BITS, fixed } from '../robot/exact-chain.ts';
import { excess, randomSpec, randomTool, sweptPoint } from './random-sweeps.ts';

const BITS = BigInt(FIXED_BITS);
const thickest = (radii: Float64Array | null): number => (radii === null ? 0 : Math.max(...radii));

describe('swept box', () => {
  for (const unit of [1, 1e-3, 2 ** -200, 2 ** 200]) {
    test(`all ten planes have every point of the swept volume inside, unit ${unit} (seed 41)`, () => {
      const random = new Random(41);
      for (let n = 0; n < 150; n++) {
        const tool = randomTool(random, unit);
        const spec = randomSpec(random, unit);
        const brute = bruteMotion(spec);
        const box = new SweptBox(tool.positions, thickest(tool.radii));
        const [t0, t1] = n % 2 === 0 ? [0, 1] : [random.next(), random.next()].sort((a, b) => a - b);
        box.fit(libraryMotion(spec), t0, t1, 0, n % 5 === 0 ? 3 : 1);
        for (let k = 0; k < 60; k++) {
          const t = k === 0 ? t0 : k === 1 ? t1 : t0 + (t1 - t0) * random.next();
          const x = sweptPoint(random, tool, brute, t);
          expect(excess(box.planes, 10, x), `#${n} ${spec.kind} t=${t} in [${t0}, ${t1}]`).toBeLessThanOrEqual(0);
        }
      }
    });
  }

  test('vertices at the ends of the interval are inside in exact arithmetic, far from the origin too (seed 45)', () => {
    const random = new Random(45);
    for (let n = 0; n < 60; n++) {
      const tool = randomTool(random, 1);
      const away = random.pick([0, 1, 1e6]);
      const pose = (): { position: Vec3; quaternion: Quat } => ({
        position: [away + random.range(-2, 2), random.range(-2, 2) - away, random.range(-2, 2)],
        quaternion: random.quaternion(),
      });
      const [a, b] = [pose(), pose()];
      const screw = n % 2 === 0;
      // the ends rest on the hull: without a pad for rounding every other one would be outside
      const box = new SweptBox(tool.positions);
      const motion = screw ? screwMotion(a, b) : rigidMotion(a, b);
      const exact = screw ? exactScrew(a, b) : exactInBetween(a, b);
      for (const t of [0, 0.3, 1]) {
        box.fit(motion, t, t);
        const [R] = exactRigidAt(exact, new Float64Array(3), t);
        for (let v = 0; v < tool.positions.length; v += 3) {
          const x = [0, 1, 2].map(
            (k) =>
              R[9 + k] +
              ((R[3 * k] * fixed(tool.positions[v]) +
                R[3 * k + 1] * fixed(tool.positions[v + 1]) +
                R[3 * k + 2] * fixed(tool.positions[v + 2])) >>
                BITS),
          );
          for (let p = 0; p < 40; p += 4) {
            const along = (fixed(box.planes[p]) * x[0] + fixed(box.planes[p + 1]) * x[1] + fixed(box.planes[p + 2]) * x[2]) >> BITS;
            expect(along <= fixed(box.planes[p + 3]), `#${n} t=${t} vertex ${v / 3} plane ${p / 4}`).toBe(true);
          }
        }
      }
    }
  });

  test('a margin is kept on all sides (seed 42)', () => {
    const random = new Random(42);
    for (let n = 0; n < 50; n++) {
      const tool = randomTool(random, 1);
      const spec = randomSpec(random, 1);
      const box = new SweptBox(tool.positions, thickest(tool.radii));
      const motion = libraryMotion(spec);
      box.fit(motion);
      const planes = box.planes.slice();
      box.fit(motion, 0, 1, 0.25);
      for (let p = 3; p < 40; p += 4) expect(box.planes[p] - planes[p] - 0.25).toBeGreaterThanOrEqual(-1e-9);
    }
  });

  test('touches the tool where nothing bends: no plane of a straight sweep can be moved in (seed 43)', () => {
    const random = new Random(43);
    for (let n = 0; n < 50; n++) {
      const tool = cylinder(random.range(0.1, 1), random.range(0.5, 4));
      const way: Vec3 = [random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)];
      const motion = translationMotion({ quaternion: random.quaternion() }, way);
      const box = new SweptBox(tool.positions);
      box.fit(motion);
      expect(box.sagitta).toBe(0);
      expect(box.pad).toBeLessThan(1e-11);
      const state = new Float64Array(STATE_SIZE);
      for (let p = 0; p < 40; p += 4) {
        let support = Number.NEGATIVE_INFINITY;
        for (const t of [0, 1]) {
          state[STATE_TIME] = t;
          motion.writeState(new Float64Array(3), state);
          for (let v = 0; v < tool.positions.length; v += 3) {
            const [x, y, z] = tool.positions.subarray(v, v + 3);
            let s = 0;
            for (let k = 0; k < 3; k++)
              s += box.planes[p + k] * (state[3 * k] * x + state[3 * k + 1] * y + state[3 * k + 2] * z + state[STATE_P + k]);
            support = Math.max(support, s);
          }
        }
        expect(Math.abs(box.planes[p + 3] - support)).toBeLessThan(1e-11);
      }
    }
  });

  test('axes are orthonormal, Z the longest, X the shortest; planes are those of centre and half sizes (seed 44)', () => {
    const random = new Random(44);
    for (let n = 0; n < 100; n++) {
      const box = new SweptBox(randomTool(random, 1).positions);
      box.fit(libraryMotion(randomSpec(random, 1)));
      const [X, Y, Z] = [0, 3, 6].map((o) => [...box.axes.subarray(o, o + 3)] as unknown as Vec3);
      for (const [a, b, c] of [
        [X, Y, 0],
        [Y, Z, 0],
        [Z, X, 0],
        [X, X, 1],
        [Y, Y, 1],
        [Z, Z, 1],
      ] as const)
        expect(Math.abs(dot(a, b) - c)).toBeLessThan(1e-13);
      expect(dot(X, [Y[1] * Z[2] - Y[2] * Z[1], Y[2] * Z[0] - Y[0] * Z[2], Y[0] * Z[1] - Y[1] * Z[0]])).toBeCloseTo(1);
      const size = Math.max(...box.centre.map(Math.abs), box.half[2]);
      expect(box.half[2]).toBeGreaterThanOrEqual(box.half[1] - box.pad);
      expect(box.half[1]).toBeGreaterThanOrEqual(box.half[0] - box.pad);
      [X, Y, Z].forEach((axis, k) => {
        const middle = dot(axis, [...box.centre] as unknown as Vec3);
        expect(Math.abs(middle + box.half[k] - box.planes[8 * k + 3])).toBeLessThan(1e-12 * size);
        expect(Math.abs(box.half[k] - middle - box.planes[8 * k + 7])).toBeLessThan(1e-12 * size);
      });
    }
  });

  test('sagitta falls with the square of the interval, and a turn about X does not thicken the box along X', () => {
    const tool = cylinder(0.1, 2);
    const motion = rotationMotion({}, [1, 0, 0], 0.4);
    const box = new SweptBox(tool.positions);
    box.fit(motion);
    // ρ θ²/8
    const whole = box.sagitta;
    expect(whole).toBeCloseTo((Math.hypot(0.1, 1) * 0.16) / 8, 3);
    expect(Math.abs(box.axes[0])).toBeCloseTo(1);
    expect(box.half[0]).toBeLessThan(0.1 * 1.01);
    box.fit(motion, 0.25, 0.75);
    expect(box.sagitta).toBeCloseTo(whole / 4, 10);
    box.fit(motion, 0, 1, 0, 4);
    expect(box.sagitta).toBeCloseTo(whole / 16, 10);
  });

  test('bad intervals, margins and vertices are named', () => {
    const box = new SweptBox(cylinder(1, 1).positions);
    const motion = rigidMotion({}, { position: [1, 0, 0] });
    expect(() => box.fit(motion, 0.5, 0.2)).toThrow(InputError);
    expect(() => box.fit(motion, 0, 1.5)).toThrow(/within \[0, 1\]/);
    expect(() => box.fit(motion, 0, 1, -1)).toThrow(/margin/);
    expect(() => new SweptBox(new Float64Array(4))).toThrow(/x y z/);
  });
});

/** y and z, in the box's frame, of the vertices of both end faces of the tool: rear and front at the start, then at the end. */
function faces(tool: Float64Array, way: Vec3, box: SweptBox): [number, number][][] {
  const found: [number, number][][] = [[], [], [], []];
  for (let v = 0; v < tool.length; v += 3) {
    for (const t of [0, 1]) {
      const x: Vec3 = [tool[v] + t * way[0], tool[v + 1] + t * way[1], tool[v + 2] + t * way[2]];
      const at = (o: number): number => [0, 1, 2].reduce((s, k) => s + box.axes[o + k] * (x[k] - box.centre[k]), 0);
      found[2 * t + (tool[v + 2] > 0 ? 1 : 0)].push([at(3), at(6)]);
    }
  }
  return found;
}

test('for a slanted straight sweep of a cylinder the planes are those of Figure 5', () => {
  for (const [sideways, along] of [
    [0.6, 0.8],
    [1, -0.5],
    [0.8, 1.5],
  ]) {
    const tool = cylinder(0.15, 3, { segments: 32 });
    const way: Vec3 = [sideways, 0, along];
    const box = new SweptBox(tool.positions);
    box.fit(translationMotion({}, way));
    const [rear0, front0, rear1, front1] = faces(tool.positions, way, box).map((face) => {
      const sorted = face.sort((a, b) => a[0] - b[0]);
      return { min: sorted[0], max: sorted[sorted.length - 1] };
    });
    const all = [rear0, front0, rear1, front1].flatMap(({ min, max }) => [min, max]);
    const lines: [number, number][] = [];
    const supports = (p: [number, number], q: [number, number], points: [number, number][]): void => {
      const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
      for (const sign of [1, -1]) {
        const n: [number, number] = [(sign * (q[1] - p[1])) / length, (sign * (p[0] - q[0])) / length];
        const height = ([y, z]: [number, number]): number => n[0] * (y - p[0]) + n[1] * (z - p[1]);
        if (points.every((point) => height(point) < 1e-9)) lines.push(n);
      }
    };
    // SCP: the two end faces of one tool, on the side where the other tool is not; FCP: both front (both rear) faces
    supports(rear0.max, front0.max, all);
    supports(rear1.max, front1.max, all);
    supports(rear0.min, front0.min, all);
    supports(rear1.min, front1.min, all);
    expect(lines.length).toBe(2);
    for (const [one, other] of [
      [front0, front1],
      [rear0, rear1],
    ])
      for (const p of [one.min, one.max])
        for (const q of [other.min, other.max]) supports(p, q, [one.min, one.max, other.min, other.max, ...all]);
    expect(lines.length).toBe(4);
    for (const [a, b] of lines) {
      const same = [0, 3, 6, 9].filter((o) => Math.hypot(box.clip[o] - a, box.clip[o + 1] - b) < 1e-9);
      expect(same, `line with normal ${a} ${b} for a sweep by ${way}, have ${box.clip}`).toHaveLength(1);
    }
  }
});
