import { describe, expect, test } from 'vitest';
import { rigidIntervalMotion } from '../../../../bench/shared/rigid-interval-motion.ts';
import { treeOf } from '../../../../src/hierarchy/tree-of.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { PairList } from '../../../../src/math/pair-list.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, capsule } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { ObjectBoxes } from '../../../../src/methods/culling/object-boxes.ts';
import { ContactLocalisation } from '../../../../src/methods/culling/stages.ts';
import { type RigidMotion, restMotion, rigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { libraryMotion } from '../../../property/random-pairs.ts';
import { add, bruteMotion, type MotionSpec, times } from '../../../support/brute-force.ts';
import { type Cell, placedObject, placementOf, randomCell, soupDistance, worldSoup } from '../../robot/random-cell.ts';

const SAMPLES = 40;
const ORIGIN = new Float64Array(3);

const keysOf = ({ pairs, count }: PairList): Set<string> =>
  new Set(Array.from({ length: count }, (_, k) => `${pairs[2 * k]} ${pairs[2 * k + 1]}`));

/** Pairs that come within the clearance at some sampled time, by brute force. */
function nearPairs(
  { links, objects, poseAt }: Cell,
  from: number,
  to: number,
  clearance: number,
): { objects: Set<string>; links: Set<string> } {
  const near = { objects: new Set<string>(), links: new Set<string>() };
  const still = objects.map((object) => worldSoup(object.tree.mesh, placementOf(object)));
  for (let k = 0; k <= SAMPLES; k++) {
    const t = from + ((to - from) * k) / SAMPLES;
    const moving = links.map(({ mesh }, i) => worldSoup(mesh, poseAt(i, t)));
    moving.forEach((a, i) => {
      still.forEach((b, j) => {
        if (!near.objects.has(`${i} ${j}`) && soupDistance(a, b, clearance) <= clearance) near.objects.add(`${i} ${j}`);
      });
      for (let j = i + 1; j < moving.length; j++) {
        if (!near.links.has(`${i} ${j}`) && soupDistance(a, moving[j], clearance) <= clearance) near.links.add(`${i} ${j}`);
      }
    });
  }
  return near;
}

const missing = (near: Set<string>, kept: Set<string>): string[] => [...near].filter((pair) => !kept.has(pair));

describe('localisation', () => {
  test.each([
    ['stages, 3 links, small turns', 3, 0.3],
    ['stages, 3 links, large turns', 3, 2.5],
    ['stages, 7 links', 7, 0.8],
  ])('never loses a pair that comes near; seed "%s"', (seed, count, turn) => {
    const random = new Random(seed);
    const totals = { near: 0, boxes: 0, volumes: 0, all: 0 };
    for (let round = 0; round < 12; round++) {
      const cell = randomCell(random, { links: count, objects: 25, turn, room: count });
      const from = random.pick([0, random.range(0, 0.7)]);
      const interval = Float64Array.of(from, random.pick([1, random.range(from, 1)]));
      const clearance = random.pick([0, 0.02, 0.3]);
      const near = nearPairs(cell, interval[0], interval[1], clearance);
      for (const stages of [{}, { volumes: false }, { boxes: false }]) {
        const stage = new ContactLocalisation(cell.links, new ObjectBoxes(cell.objects), { stages, self: true });
        stage.run(interval, clearance, 1e-12);
        expect(missing(near.objects, keysOf(stage.candidates))).toEqual([]);
        expect(missing(near.links, keysOf(stage.linkCandidates))).toEqual([]);
        const [first, second] = stage.stats;
        const left = stage.candidates.count + stage.linkCandidates.count;
        const everything = count * 25 + (count * (count - 1)) / 2;
        expect(everything - first.culled - second.culled).toBe(left);
        if (stages.volumes === undefined && stages.boxes === undefined) {
          totals.boxes += first.culled;
          totals.volumes += second.culled;
          totals.near += near.objects.size + near.links.size;
          totals.all += everything;
        }
      }
    }
    // Both stages do something, and what remains is not much more than what is near.
    expect(totals.boxes).toBeGreaterThan(0.3 * (totals.all - totals.near));
    expect(totals.volumes).toBeGreaterThan(0.3 * (totals.all - totals.near - totals.boxes));
    expect(totals.near).toBeGreaterThan(20);
  });

  test('swept volumes keep a pair whose clearance is its sampled distance, where capsules are the links; seed "grazing"', () => {
    const random = new Random('grazing');
    let culled = 0;
    let tried = 0;
    for (let round = 0; round < 60; round++) {
      const from: Vec3 = times(random.direction(), 2);
      const spec = (): MotionSpec => ({
        kind: 'in-between',
        from: { position: add(from, times(random.direction(), 1)), quaternion: random.quaternion() },
        to: { position: times(random.direction(), 2), quaternion: random.quaternion() },
      });
      const specs = [spec(), spec()];
      const links = specs.map((motion) => {
        const mesh = capsule([0, 0, 0], [0, 0, random.range(0.2, 1)], random.range(0.02, 0.2));
        return { mesh, tree: treeOf(mesh), motion: rigidIntervalMotion(libraryMotion(motion) as RigidMotion, ORIGIN) };
      });
      const size = random.range(0.2, 2);
      const mesh = new TriangleMesh(Array.from({ length: 9 * 16 }, () => random.range(-size, size)));
      const object = placedObject(mesh, random.quaternion(), times(random.direction(), 3));
      const soup = worldSoup(mesh, placementOf(object));
      let nearest = Infinity;
      let together = Infinity;
      for (let k = 0; k <= 60; k++) {
        const [a, b] = specs.map((motion, i) => worldSoup(links[i].mesh, bruteMotion(motion).at(k / 60, [0, 0, 0])));
        nearest = Math.min(nearest, soupDistance(a, soup));
        together = Math.min(together, soupDistance(a, b));
      }
      const kept = (clearance: number, pairs: boolean): boolean => {
        const stage = new ContactLocalisation(links, new ObjectBoxes([object]), {
          self: true,
          stages: { boxes: false },
          tolerance: random.pick([0.05, 0.25]),
        });
        stage.run(Float64Array.of(0, 1), clearance, 1e-13);
        return keysOf(pairs ? stage.linkCandidates : stage.candidates).has(pairs ? '0 1' : '0 0');
      };
      for (const [distance, pairs] of [
        [nearest, false],
        [together, true],
      ] as const) {
        if (!(distance > 0.1)) continue;
        tried++;
        expect(kept(distance, pairs)).toBe(true);
        if (!kept(distance - 0.1, pairs)) culled++;
      }
    }
    expect(tried).toBeGreaterThan(60);
    expect(culled).toBeGreaterThan(0.6 * tried);
  });

  test('with both stages off everything is a candidate', () => {
    const cell = randomCell(new Random('stages off'), { links: 3, objects: 4, turn: 1 });
    const stage = new ContactLocalisation(cell.links, new ObjectBoxes(cell.objects), {
      stages: { boxes: false, volumes: false },
      self: true,
    });
    stage.run(Float64Array.of(0, 1), 0, 0);
    expect([stage.candidates.count, stage.linkCandidates.count]).toEqual([12, 3]);
    expect(stage.stats.map(({ tested, culled }) => [tested, culled])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('a filter says which links are paired, and a clock times the stages', () => {
    const cell = randomCell(new Random('filter'), { links: 5, objects: 3, turn: 0.2 });
    let now = 0;
    const stage = new ContactLocalisation(cell.links, new ObjectBoxes(cell.objects), { self: (a, b) => b - a > 1, clock: () => now++ });
    stage.run(Float64Array.of(0, 1), 5, 0);
    expect(keysOf(stage.linkCandidates)).toEqual(new Set(['0 2', '0 3', '0 4', '1 3', '1 4', '2 4']));
    expect(stage.stats[0]).toEqual({ stage: 'boxes', tested: 21, culled: 0, milliseconds: 1 });
    expect(stage.stats[1].milliseconds).toBe(1);
  });

  test('no links, no objects', () => {
    const cell = randomCell(new Random('empty'), { links: 2, objects: 3, turn: 0.2 });
    for (const [links, objects] of [
      [[], cell.objects],
      [cell.links, []],
    ] as const) {
      const stage = new ContactLocalisation(links, new ObjectBoxes(objects), { self: true });
      stage.run(Float64Array.of(0, 1), 0, 0);
      expect(stage.candidates.count).toBe(0);
    }
  });

  test('a motion without bounds keeps everything', () => {
    const cell = randomCell(new Random('unbounded'), { links: 1, objects: 5, turn: 0.2, room: 50 });
    const whole = (_: Float64Array, out: Float64Array, o: number): void => {
      for (let k = 0; k < 24; k += 2) {
        out[o + k] = -Infinity;
        out[o + k + 1] = Infinity;
      }
    };
    const links = [{ ...cell.links[0], motion: { writePose: whole, writeRate: whole, writeBend: whole } }];
    const stage = new ContactLocalisation(links, new ObjectBoxes(cell.objects));
    stage.run(Float64Array.of(0, 1), 0, 0);
    expect(stage.candidates.count).toBe(5);
  });

  test('two bodies that pass the same place at different times are told apart; at the same time they are not', () => {
    const mesh = box([0.2, 0.2, 0.2]);
    const along = (
      x: number,
      y: number,
    ): { mesh: TriangleMesh; tree: ReturnType<typeof treeOf>; motion: ReturnType<typeof rigidIntervalMotion> } => ({
      mesh,
      tree: treeOf(mesh),
      motion: rigidIntervalMotion(rigidMotion({ position: [-x, -y, 0] }, { position: [x, y, 0] }), ORIGIN),
    });
    const late = {
      mesh,
      tree: treeOf(mesh),
      motion: rigidIntervalMotion(rigidMotion({ position: [0, -9, 0] }, { position: [0, 1, 0] }), ORIGIN),
    };
    const stage = new ContactLocalisation([along(2, 0), along(0, 2), late], new ObjectBoxes([]), {
      self: true,
      mostStrips: 64,
      tolerance: 0,
    });
    stage.run(Float64Array.of(0, 1), 0, 0);
    const kept = keysOf(stage.linkCandidates);
    expect(kept.has('0 1')).toBe(true);
    expect(kept.has('0 2')).toBe(false);
  });

  test('a link wholly inside a solid is kept, inside a surface it is free', () => {
    const link = box([0.2, 0.2, 0.2]);
    const links = [{ mesh: link, tree: treeOf(link), motion: rigidIntervalMotion(restMotion({ position: [0.1, 0, 0] }), ORIGIN) }];
    const room = box([4, 4, 4]);
    const shell = new TriangleMesh(room.positions, room.indices);
    const candidates = (mesh: TriangleMesh): number => {
      const stage = new ContactLocalisation(links, new ObjectBoxes([placedObject(mesh, [0, 0, 0, 1], [0, 0, 0])]));
      stage.run(Float64Array.of(0, 1), 0, 0);
      return stage.candidates.count;
    };
    expect(candidates(room)).toBe(1);
    expect(candidates(shell)).toBe(0);
  });

  test('options that are no powers of two are refused', () => {
    const cell = randomCell(new Random('options'), { links: 1, objects: 1, turn: 0.2 });
    expect(() => new ContactLocalisation(cell.links, new ObjectBoxes(cell.objects), { mostStrips: 48 })).toThrow(InputError);
    expect(() => new ContactLocalisation(cell.links, new ObjectBoxes(cell.objects), { slices: 0 })).toThrow(InputError);
    expect(() => new ContactLocalisation(cell.links, new ObjectBoxes(cell.objects), { boxSlices: 1.5 })).toThrow(InputError);
  });
});
