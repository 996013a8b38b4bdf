import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { box, capsule } from '../../../src/mesh/primitives.ts';
import { rotationMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';
import { CpuCandidateFinder } from '../../../src/tool/candidates.ts';
import { SweptBoxTree } from '../../../src/tool/swept-box-tree.ts';
import { toolParts } from '../../../src/tool/tool-parts.ts';
import { libraryMotion } from '../../property/random-pairs.ts';
import { bruteMotion } from '../../support/brute-force.ts';
import { excess, hook, randomSpec, randomTool, soup, sweptPoint, wavyPlate } from './random-sweeps.ts';

describe('parts of a tool', () => {
  test('undivided ones hold every triangle once, parents what their children hold (seed 61)', () => {
    const random = new Random(61);
    for (let n = 0; n < 60; n++) {
      const tool = n % 3 === 0 ? soup(random, 40, 1) : randomTool(random, 1);
      const boxes = random.pick([undefined, 1, 2, 5, 100]);
      const parts = toolParts(tool, boxes);
      const leaves = parts.filter((part) => part.left < 0);
      expect(leaves.flatMap((part) => [...part.triangles]).sort((a, b) => a - b)).toEqual([...Array(tool.triangleCount).keys()]);
      if (boxes !== undefined) expect(leaves.length).toBe(Math.min(boxes, tool.triangleCount));
      for (const part of parts) {
        const corners = new Set([...part.triangles].flatMap((t) => [...tool.indices.subarray(3 * t, 3 * t + 3)]));
        expect(part.vertices.length).toBe(3 * corners.size);
        if (part.left < 0) continue;
        expect([...parts[part.left].triangles, ...parts[part.right].triangles]).toEqual([...part.triangles]);
      }
    }
  });

  test('one box for what one box fits, several for a hook', () => {
    expect(toolParts(cylinder(0.1, 2))).toHaveLength(1);
    expect(toolParts(box([1, 2, 3]))).toHaveLength(1);
    expect(toolParts(capsule([0, 0, 0], [0, 0, 2], 0.3))).toHaveLength(1);
    expect(toolParts(hook(1)).filter((part) => part.left < 0).length).toBe(2);
  });

  test('a number of boxes that is none is named', () => {
    for (const boxes of [0, 1.5, -1, Number.NaN]) expect(() => toolParts(box(1), boxes)).toThrow(InputError);
    expect(() => new SweptBoxTree(box(1), { slabs: 0 })).toThrow(/slabs/);
    expect(() => new SweptBoxTree(box(1), { sagitta: 0 })).toThrow(/sagitta/);
  });
});

describe('tree of swept boxes', () => {
  test('every point of the swept volume is in the whole box and in an undivided one (seed 62)', () => {
    const random = new Random(62);
    const trees = new Map<number, SweptBoxTree>();
    for (let n = 0; n < 120; n++) {
      // trees are used for several motions, with more and with fewer slabs
      const tool = trees.get(n % 30)?.mesh ?? randomTool(random, 1);
      const tree = trees.get(n % 30) ?? new SweptBoxTree(tool, random.pick([{}, { boxes: 4 }, { slabs: 3 }, { boxes: 6, sagitta: 0.05 }]));
      trees.set(n % 30, tree);
      const spec = randomSpec(random, 1);
      const [t0, t1] = n % 2 === 0 ? [0, 1] : [0.2, 0.7];
      tree.fit(libraryMotion(spec), t0, t1);
      const leaves = tree.leafBoxes();
      expect(leaves.length).toBe(tree.slabs * tree.parts.filter((part) => part.left < 0).length);
      const brute = bruteMotion(spec);
      for (let k = 0; k < 40; k++) {
        const t = t0 + (t1 - t0) * random.next();
        const x = sweptPoint(random, tool, brute, t);
        expect(excess(tree.whole.planes, 10, x)).toBeLessThanOrEqual(0);
        expect(Math.min(...leaves.map((leaf) => excess(leaf.planes, 10, x)))).toBeLessThanOrEqual(0);
      }
    }
  });

  test('long rotations are cut into slabs of little sagitta, straight ways are not', () => {
    const tree = new SweptBoxTree(cylinder(0.1, 2));
    tree.fit(translationMotion({}, [5, 1, 0]));
    expect(tree.slabs).toBe(1);
    tree.fit(rotationMotion({}, [1, 0, 0], 3));
    expect(tree.slabs).toBeGreaterThan(4);
    for (const leaf of tree.leafBoxes()) expect(leaf.sagitta).toBeLessThanOrEqual(0.1 * 0.26);
    expect(tree.whole.sagitta).toBeLessThanOrEqual(0.1 * 0.26);
  });

  test('parts and slabs take candidates away', () => {
    const { positions, indices } = wavyPlate(80, 6, 0.1);
    const finder = new CpuCandidateFinder();
    const out = new Uint32Array(indices.length / 3);
    const count = (tool: SweptBoxTree): number => tool.find(finder, positions, positions, indices, out.length, out);
    const motion = rotationMotion({ position: [0, 0, 0.1] }, [0, 0, 1], 1.5);
    const counts = [{ boxes: 1, slabs: 1 }, { boxes: 2, slabs: 1 }, { boxes: 2, slabs: 8 }, {}].map((options) => {
      const tree = new SweptBoxTree(hook(1), options);
      tree.fit(motion);
      return count(tree);
    });
    expect(counts[1]).toBeLessThan(counts[0]);
    expect(counts[2]).toBeLessThan(0.8 * counts[1]);
    expect(counts[3]).toBeLessThan(0.8 * counts[0]);
  });
});
