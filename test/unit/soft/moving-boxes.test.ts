import { describe, expect, test } from 'vitest';
import { Budget, NO_LIMITS } from '../../../src/contact/budget.ts';
import { Random } from '../../../src/math/random.ts';
import { MovingBoxes } from '../../../src/soft/moving-boxes.ts';
import { SoftShape } from '../../../src/soft/soft-shape.ts';
import { wavySheet } from '../hierarchy/soups.ts';

const mesh = wavySheet(5);
const REFERENCE = Float64Array.of(0.3, -0.2, 0.1);

/** The triangles below a node. */
function below({ child }: Pick<MovingBoxes, 'child'>, node: number): number[] {
  const down = child[node];
  return down < 0 ? [-1 - down] : [down, down + 1].flatMap((next) => below({ child }, next));
}

/** Corners that leave the box of a node at some time, and nodes none of whose corners touch their box at an end. */
function faultsOf(boxes: MovingBoxes, before: Float64Array, after: Float64Array): string[] {
  const faults: string[] = [];
  for (let node = 0; node < boxes.nodeCount; node++) {
    const vertices = below(boxes, node).flatMap((t) => [0, 1, 2].map((k) => mesh.indices[3 * t + k]));
    for (const t of [0, 0.3, 1]) {
      for (let k = 0; k < 3; k++) {
        const at = (box: Float64Array, o: number): number => box[6 * node + o];
        const low = (1 - t) * at(boxes.start, k) + t * at(boxes.end, k);
        const high = (1 - t) * at(boxes.start, 3 + k) + t * at(boxes.end, 3 + k);
        const places = vertices.map((v) => (1 - t) * before[3 * v + k] + t * after[3 * v + k] - REFERENCE[k]);
        if (Math.min(...places) < low - 1e-15 || Math.max(...places) > high + 1e-15) faults.push(`node ${node} at ${t}`);
        if (t !== 0.3 && (Math.min(...places) > low + 1e-15 || Math.max(...places) < high - 1e-15))
          faults.push(`node ${node} is loose at ${t}`);
      }
    }
  }
  return faults;
}

/** Positions that are the mesh's, shaken. */
const shaken = (random: Random, by: number): Float64Array => mesh.positions.map((x) => x + by * random.range(-1, 1));

describe('boxes whose faces move', () => {
  test('hold the triangles below them at all times, and no more at both ends, seed moving-boxes', () => {
    const random = new Random('moving-boxes');
    const boxes = new MovingBoxes();
    const shape = new SoftShape(mesh);
    for (let i = 0; i < 5; i++) {
      const [before, after] = [shaken(random, 0.3), shaken(random, 1)];
      expect(boxes.takeShape(shape, before, after, REFERENCE, NO_LIMITS)).toBe(true);
      expect(below(boxes, 0).sort((a, b) => a - b)).toEqual(Array.from({ length: mesh.triangleCount }, (_, t) => t));
      expect(faultsOf(boxes, before, after)).toEqual([]);
      const ways = Array.from({ length: mesh.vertexCount }, (_, v) =>
        Math.hypot(...[0, 1, 2].map((k) => after[3 * v + k] - before[3 * v + k])),
      );
      expect(boxes.way).toBeGreaterThanOrEqual(Math.max(...ways) * (1 - 1e-15));
      expect(boxes.way).toBeLessThanOrEqual(Math.max(...ways) * (1 + 1e-12));
      const far = [...before, ...after].map((x, k) => Math.abs(x - REFERENCE[k % 3]));
      expect(boxes.size).toBeCloseTo(Math.max(...far), 14);
    }
  });

  test('of some triangles hold these, in the order they came, whatever was asked before, seed some-boxes', () => {
    const random = new Random('some-boxes');
    const boxes = new MovingBoxes();
    for (const count of [1, 7, 30, 2, 0, 13]) {
      const triangles = Uint32Array.from(random.shuffle(Array.from({ length: mesh.triangleCount }, (_, t) => t)));
      const [before, after] = [shaken(random, 0.3), shaken(random, 1)];
      expect(boxes.takeTriangles(triangles, count, mesh.indices, before, after, REFERENCE, NO_LIMITS)).toBe(true);
      expect(boxes.nodeCount).toBe(Math.max(0, 2 * count - 1));
      if (count > 0) expect(below(boxes, 0)).toEqual([...triangles.subarray(0, count)]);
      else expect([boxes.size, boxes.way]).toEqual([0, 0]);
      expect(faultsOf(boxes, before, after)).toEqual([]);
    }
  });

  test('a budget that is over is told, and what rests has no way', () => {
    const late = new Budget();
    late.start(Infinity, 0);
    const boxes = new MovingBoxes();
    const shape = new SoftShape(mesh);
    expect(boxes.takeShape(shape, mesh.positions, mesh.positions.slice(), REFERENCE, late)).toBe(false);
    expect(boxes.takeShape(shape, mesh.positions, mesh.positions, REFERENCE, NO_LIMITS)).toBe(true);
    expect(boxes.way).toBe(0);
  });
});
