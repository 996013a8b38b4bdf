import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { CpuCandidateFinder, candidatesAmong } from '../../../src/tool/candidates.ts';
import { SweptBox } from '../../../src/tool/swept-box.ts';
import { SweptBoxTree } from '../../../src/tool/swept-box-tree.ts';
import { libraryMotion } from '../../property/random-pairs.ts';
import { bruteMotion, type MotionSpec, placed } from '../../support/brute-force.ts';
import { addRationals, compareRationals, multiplyRationals, rational } from '../../support/rational.ts';
import { trianglesOverlap } from '../geometry/triangle-overlap.ts';
import { hook, randomSpec, randomTool, wavyPlate } from './random-sweeps.ts';

const finder = new CpuCandidateFinder();
const found = (out: Uint32Array, count: number): number[] => [...out.subarray(0, count)];

/** Triangle by triangle, point by point. */
function plainly(planes: Float64Array, planeCount: number, ends: Float64Array[], indices: Uint32Array): number[] {
  const kept: number[] = [];
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    let out = false;
    for (let p = 0; p < 4 * planeCount && !out; p += 4) {
      out = ends.every((positions) =>
        [0, 1, 2].every((corner) => {
          const v = 3 * indices[3 * triangle + corner];
          return planes[p] * positions[v] + planes[p + 1] * positions[v + 1] + planes[p + 2] * positions[v + 2] > planes[p + 3];
        }),
      );
    }
    if (!out) kept.push(triangle);
  }
  return kept;
}

describe('candidate finder', () => {
  test('finds what a test of every triangle finds, for any planes, at rest and moving (seed 51)', () => {
    const random = new Random(51);
    let some = 0;
    for (let n = 0; n < 200; n++) {
      const vertices = 3 + random.integer(60);
      const cloud = (): Float64Array => Float64Array.from({ length: 3 * vertices }, () => random.range(-1, 1));
      const positions0 = cloud();
      const positions1 = n % 2 === 0 ? positions0 : positions0.map((x) => x + random.range(-0.3, 0.3));
      const indices = Uint32Array.from({ length: 3 * 80 }, () => random.integer(vertices));
      const planeCount = random.pick([1, 6, 9, 10, 15]);
      const planes = new Float64Array(4 * 15);
      for (let p = 0; p < planes.length; p += 4) planes.set([...random.direction(), random.range(-0.2, 0.8)], p);
      // half of them as boxes have them
      if (n % 4 < 2) for (let p = 0; p < 24; p += 8) for (let k = 0; k < 3; k++) planes[p + 4 + k] = -planes[p + k];
      const out = new Uint32Array(80);
      const count = finder.find(planes, planeCount, positions0, positions1, indices, 80, out);
      const truth = plainly(planes, planeCount, [positions0, positions1], indices);
      expect(found(out, count)).toEqual(truth);
      const all = Uint32Array.from({ length: 80 }, (_, i) => i);
      expect(found(out, candidatesAmong(planes, planeCount, positions0, positions1, indices, all, 80, out))).toEqual(truth);
      if (count > 0 && count < 80) some++;
    }
    expect(some).toBeGreaterThan(100);
  });

  test('only the first triangles are looked at, and a larger workpiece may come after a smaller one', () => {
    const planes = new SweptBox(cylinder(1, 1).positions).planes;
    const out = new Uint32Array(4000);
    for (const n of [2, 40, 3]) {
      const { positions, indices } = wavyPlate(n, 1, 0.1);
      planes.fill(0);
      for (let p = 3; p < 40; p += 4) planes[p] = 1;
      expect(finder.find(planes, 10, positions, positions, indices, n, out)).toBe(n);
      expect(finder.find(planes, 10, positions, positions, indices, 0, out)).toBe(0);
    }
  });

  test('a vertex inside in exact arithmetic is never lost to rounding, far away too (seed 54)', () => {
    const random = new Random(54);
    const out = new Uint32Array(1);
    const indices = Uint32Array.of(0, 0, 0);
    for (let n = 0; n < 800; n++) {
      const away = random.pick([1, 1e3, 1e9, 2 ** 250]);
      const x = Float64Array.from({ length: 3 }, () => random.range(-away, away));
      const planes = new Float64Array(40);
      for (let p = 0; p < 40; p += 8) {
        const normal = random.direction();
        for (const side of [1, -1]) {
          const o = side > 0 ? p : p + 4;
          const exact = normal.reduce((sum, a, k) => addRationals(sum, multiplyRationals(rational(side * a), rational(x[k]))), rational(0));
          // the least double that has the point inside
          let d = side * (normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2]);
          const step = Math.max(Math.abs(d), 1e-9 * away) * 2 ** -52;
          while (compareRationals(rational(d), exact) >= 0) d -= step;
          while (compareRationals(rational(d), exact) < 0) d += step;
          planes.set([...normal.map((a) => side * a), d], o);
        }
      }
      expect(finder.find(planes, 10, x, x, indices, 1, out), `#${n} [${x}] [${planes}]`).toBe(1);
      expect(candidatesAmong(planes, 10, x, x, indices, Uint32Array.of(0), 1, out)).toBe(1);
    }
  });

  test('clipping planes only take away, and do so on slanted sweeps of a cylinder (seed 52)', () => {
    const random = new Random(52);
    const { positions, later, indices } = wavyPlate(100, 3, 0.2);
    const total = indices.length / 3;
    const tool = cylinder(0.1, 2.4);
    const box = new SweptBox(tool.positions);
    const [six, ten] = [new Uint32Array(total), new Uint32Array(total)];
    let [plain, clipped, fewer] = [0, 0, 0];
    for (let n = 0; n < 100; n++) {
      // the tip goes through the plate while the tool moves sideways, slanted by 30 to 60 degrees
      const tilt = random.range(0.5, 1) / 2;
      const x = random.range(-1, 1);
      const y = random.range(-1, 1);
      const a = { position: [x, y, 0.6] as const, quaternion: [Math.sin(tilt), 0, 0, Math.cos(tilt)] as const };
      const b = { ...a, position: [x + random.range(-0.1, 0.1), y + random.range(0.4, 0.8), 0.4] as const };
      box.fit(rigidMotion(a, b));
      const end = n % 2 === 0 ? positions : later;
      const inBox = found(six, finder.find(box.planes, 6, positions, end, indices, total, six));
      const inClipped = found(ten, finder.find(box.planes, 10, positions, end, indices, total, ten));
      expect(inBox).toEqual(expect.arrayContaining(inClipped));
      if (inClipped.length < inBox.length) fewer++;
      plain += inBox.length;
      clipped += inClipped.length;
    }
    expect(fewer).toBe(100);
    expect(clipped).toBeLessThan(0.92 * plain);
  });
});

/** Triangles of the workpiece that meet one of the tool at one of n + 1 times, by the exact test of two triangles. */
function touched(tool: TriangleMesh, spec: MotionSpec, ends: readonly Float64Array[], indices: Uint32Array, n: number): Set<number> {
  const brute = bruteMotion(spec);
  const hits = new Set<number>();
  const corners = new Float64Array(3 * tool.indices.length);
  const piece = new Float64Array(9);
  for (let i = 0; i <= n; i++) {
    const t = i / n;
    const placement = brute.at(t, [0, 0, 0]);
    tool.indices.forEach((v, k) => {
      corners.set(placed(placement, [tool.positions[3 * v], tool.positions[3 * v + 1], tool.positions[3 * v + 2]]), 3 * k);
    });
    for (let triangle = 0; triangle < indices.length / 3; triangle++) {
      if (hits.has(triangle)) continue;
      for (let k = 0; k < 9; k++) {
        const v = 3 * indices[3 * triangle + Math.floor(k / 3)] + (k % 3);
        piece[k] = (1 - t) * ends[0][v] + t * ends[1][v];
      }
      for (let o = 0; o < corners.length; o += 9) {
        if (!trianglesOverlap(corners, o, piece, 0)) continue;
        hits.add(triangle);
        break;
      }
    }
  }
  return hits;
}

describe('no triangle that a sampled motion meets is missed', () => {
  const { positions, later, indices } = wavyPlate(12, 3, 0.5);
  const total = indices.length / 3;
  const random = new Random(53);
  const scenes = Array.from({ length: 80 }, (_, n) => {
    const tool = n % 4 === 0 ? hook(0.5) : randomTool(random, 1);
    return { tool, spec: randomSpec(random, 1), end: n % 3 === 0 ? later : positions };
  })
    .filter(({ tool, spec }) => tool.radii === null && Math.abs(bruteMotion(spec).start[0]) < 5)
    .map((scene) => ({ ...scene, hits: touched(scene.tool, scene.spec, [positions, scene.end], indices, 60) }));

  for (const options of [{ boxes: 1, slabs: 1 }, { boxes: 8, slabs: 1 }, { boxes: 1, slabs: 5 }, { boxes: 3 }, {}]) {
    test(`${JSON.stringify(options)} (seed 53)`, () => {
      const out = new Uint32Array(total);
      let [met, kept] = [0, 0];
      for (const { tool, spec, end, hits } of scenes) {
        const tree = new SweptBoxTree(tool, options);
        tree.fit(libraryMotion(spec));
        for (const planeCount of [6, 10]) {
          const candidates = new Set(found(out, tree.find(finder, positions, end, indices, total, out, planeCount)));
          for (const hit of hits) expect(candidates.has(hit), `${spec.kind}: triangle ${hit}`).toBe(true);
          if (planeCount === 10) kept += candidates.size;
        }
        met += hits.size;
      }
      expect(met).toBeGreaterThan(300);
      expect(kept).toBeLessThan(0.7 * total * scenes.length);
    });
  }
});
