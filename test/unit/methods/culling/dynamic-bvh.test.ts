import { describe, expect, test } from 'vitest';
import { aabbsOverlap } from '../../../../src/geometry/box-overlap.ts';
import { PairList } from '../../../../src/math/pair-list.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { DynamicBvh } from '../../../../src/methods/culling/dynamic-bvh.ts';
import { ObjectBoxes } from '../../../../src/methods/culling/object-boxes.ts';
import { placed } from '../../../support/brute-force.ts';
import { placedObject, placementOf, randomCell } from '../../robot/random-cell.ts';

const sorted = ({ pairs, count }: PairList): string[] =>
  Array.from({ length: count }, (_, k) => `${pairs[2 * k]} ${pairs[2 * k + 1]}`).sort();

describe('dynamic hierarchy', () => {
  test('boxes hold the links at all times of the interval, the margin included; seed "swept boxes"', () => {
    const random = new Random('swept boxes');
    for (let round = 0; round < 10; round++) {
      const { links, poseAt } = randomCell(random, { links: 5, objects: 0, turn: 2 });
      const bvh = new DynamicBvh(links);
      for (const slices of [1, 2, 5]) {
        const from = random.range(0, 0.6);
        const to = random.range(from, 1);
        const margin = random.pick([0, 0.1]);
        bvh.sweep(Float64Array.of(from, to), slices, margin);
        links.forEach(({ mesh }, i) => {
          const o = 6 * bvh.nodeOf[i];
          let least = Infinity;
          for (let k = 0; k <= 20; k++) {
            const pose = poseAt(i, from + ((to - from) * k) / 20);
            mesh.indices.forEach((v, corner) => {
              const x = placed(pose, [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]]);
              const reach = margin + (mesh.radii?.[Math.floor(corner / 3)] ?? 0) - 1e-14;
              for (let c = 0; c < 3; c++) least = Math.min(least, x[c] - reach - bvh.boxes[o + c], bvh.boxes[o + 3 + c] - (x[c] + reach));
            });
          }
          expect(least).toBeGreaterThanOrEqual(0);
        });
        bvh.child.forEach((child, node) => {
          for (let c = child; c >= 0 && c <= child + 1; c++) {
            for (let k = 0; k < 3; k++) {
              expect(bvh.boxes[6 * node + k]).toBeLessThanOrEqual(bvh.boxes[6 * c + k]);
              expect(bvh.boxes[6 * node + 3 + k]).toBeGreaterThanOrEqual(bvh.boxes[6 * c + 3 + k]);
            }
          }
        });
      }
    }
  });

  test('lists the pairs whose boxes meet, each once; seed "box pairs"', () => {
    const random = new Random('box pairs');
    let total = 0;
    for (const count of [1, 2, 6, 9]) {
      const { links, objects } = randomCell(random, { links: count, objects: 60, turn: 0.7, room: 1.5 });
      const bvh = new DynamicBvh(links);
      const boxes = new ObjectBoxes(objects);
      bvh.sweep(Float64Array.of(0, 1), 3, 0.1);
      const found = new PairList();
      bvh.collect(boxes, found);
      const nodeOfObject = new Map<number, number>();
      boxes.child.forEach((child, node) => {
        if (child < 0) nodeOfObject.set(boxes.order[-1 - child], node);
      });
      const expected: string[] = [];
      const expectedLinks: string[] = [];
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < 60; j++) {
          if (aabbsOverlap(bvh.boxes, 6 * bvh.nodeOf[i], boxes.boxes, 6 * (nodeOfObject.get(j) as number))) expected.push(`${i} ${j}`);
        }
        for (let j = i + 1; j < count; j++) {
          if (aabbsOverlap(bvh.boxes, 6 * bvh.nodeOf[i], bvh.boxes, 6 * bvh.nodeOf[j])) expectedLinks.push(`${i} ${j}`);
        }
      }
      expect(sorted(found)).toEqual(expected.sort());
      if (count > 2) expect(bvh.boxTests).toBeLessThan(count * 60);
      found.clear();
      bvh.collect(null, found);
      expect(sorted(found)).toEqual(expectedLinks.sort());
      total += expected.length;
    }
    expect(total).toBeGreaterThan(20);
  });

  test('cutting the interval makes the boxes smaller, and smaller parts of it still smaller; seed "slices"', () => {
    const { links } = randomCell(new Random('slices'), { links: 6, objects: 0, turn: 1.5, kind: 'interval' });
    const bvh = new DynamicBvh(links);
    const width = (times: number[], slices: number): number => {
      bvh.sweep(Float64Array.from(times), slices, 0);
      const o = 6 * bvh.nodeOf[5];
      return bvh.boxes[o + 3] - bvh.boxes[o];
    };
    const whole = width([0, 1], 1);
    expect(width([0, 1], 8)).toBeLessThan(0.7 * whole);
    expect(width([0, 0.125], 1)).toBeLessThan(0.7 * whole);
  });
});

describe('object boxes', () => {
  test('hold the objects, and are tight; seed "object boxes"', () => {
    const { objects } = randomCell(new Random('object boxes'), { links: 1, objects: 50, turn: 0.1, room: 5 });
    const { boxes, child, order } = new ObjectBoxes(objects);
    let leaves = 0;
    child.forEach((c, node) => {
      if (c >= 0) return;
      leaves++;
      const object = objects[order[-1 - c]];
      const { mesh } = object.tree;
      const low = [Infinity, Infinity, Infinity];
      const high = [-Infinity, -Infinity, -Infinity];
      mesh.indices.forEach((v, i) => {
        const r = mesh.radii?.[Math.floor(i / 3)] ?? 0;
        placed(placementOf(object), [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]]).forEach((x, k) => {
          low[k] = Math.min(low[k], x - r);
          high[k] = Math.max(high[k], x + r);
        });
      });
      for (let k = 0; k < 3; k++) {
        expect(boxes[6 * node + k]).toBeLessThanOrEqual(low[k]);
        expect(boxes[6 * node + k]).toBeGreaterThan(low[k] - 1e-13);
        expect(boxes[6 * node + 3 + k]).toBeGreaterThanOrEqual(high[k]);
        expect(boxes[6 * node + 3 + k]).toBeLessThan(high[k] + 1e-13);
      }
    });
    expect(leaves).toBe(50);
  });

  test('a point is surely outside only where it is; seed "outside"', () => {
    const random = new Random('outside');
    const objects = new ObjectBoxes([placedObject(box([1, 2, 3]), random.quaternion(), [5, -1, 2])]);
    const pose = placementOf(objects.objects[0]);
    let outside = 0;
    for (let k = 0; k < 200; k++) {
      const x: Vec3 = [random.range(-1, 1), random.range(-2, 2), random.range(-3, 3)];
      const [a, b, c] = placed(pose, x);
      const beyond = Math.max(Math.abs(x[0]) - 0.5, Math.abs(x[1]) - 1, Math.abs(x[2]) - 1.5);
      const told = objects.surelyOutside(0, a, b, c, 0);
      if (told) outside++;
      expect(told).toBe(beyond > 0);
      expect(objects.surelyOutside(0, a, b, c, Math.max(0, beyond))).toBe(false);
    }
    expect(outside).toBeGreaterThan(50);
  });
});
