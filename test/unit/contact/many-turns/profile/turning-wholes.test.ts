/** Bodies that turn about one axis, apart as wholes: against the other methods, which follow the turn. */

import { describe, expect, test } from 'vitest';
import { NO_LIMITS } from '../../../../../src/contact/budget.ts';
import { TurningWholes } from '../../../../../src/contact/many-turns/profile/turning-wholes.ts';
import { firstContact, PairQuery } from '../../../../../src/contact/pair-query.ts';
import { treeOf } from '../../../../../src/hierarchy/tree-of.ts';
import type { Vec3 } from '../../../../../src/math/pose.ts';
import { Random } from '../../../../../src/math/random.ts';
import { box } from '../../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../../src/mesh/triangle-mesh.ts';
import { hca } from '../../../../../src/methods/index.ts';
import type { Motion } from '../../../../../src/motion/motion.ts';
import { partOfMotion } from '../../../../../src/motion/part-motion.ts';
import { restMotion, rigidMotion, rotationMotion } from '../../../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../../../src/robot/robot.ts';
import { Scene } from '../../../../../src/scene/scene.ts';
import { randomSoup } from '../../../../property/random-pairs.ts';
import { rounds } from '../../../../support/rounds.ts';

/** A wall about z, its corners at these radii, from ring to ring. */
function wall(radii: readonly number[], height: number, sides: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const [j, radius] of radii.entries())
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), height * (j / (radii.length - 1) - 0.5));
    }
  for (let j = 0; j + 1 < radii.length; j++)
    for (let i = 0; i < sides; i++) {
      const [a, b] = [j * sides + i, j * sides + ((i + 1) % sides)];
      indices.push(a, b, b + sides, a, b + sides, a + sides);
    }
  return new TriangleMesh(positions, indices);
}

const NO_STATES = null;
const ORIGIN = new Float64Array(3);

function stepOf(a: Motion, b: Motion, meshA: TriangleMesh, meshB: TriangleMesh, pad: number, unit = 1): number {
  return new TurningWholes().step(a, b, treeOf(meshA), treeOf(meshB), 0, ORIGIN, NO_STATES, NO_STATES, pad, 1e-12 * unit, NO_LIMITS);
}

test("what is proven apart as wholes is free for the method that follows it, seed 'wholes'", () => {
  const random = new Random('wholes');
  const kinds = { free: 0, parts: 0, none: 0 };
  for (let round = 0; round < rounds(300); round++) {
    const axis = random.direction();
    const pivot: Vec3 = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
    const [meshA, meshB] = [randomSoup(random, 'a'), randomSoup(random, 'b')];
    const turn = rotationMotion({ position: [0.2, 0, 0], quaternion: random.quaternion() }, axis, random.range(-4, 4), pivot);
    const from: Vec3 = [random.range(-3, 3), random.range(-3, 3), random.range(-3, 3)];
    const way = random.pick([0, 0.1, 2]);
    const to: Vec3 = [from[0] + way * random.range(-1, 1), from[1] + way * random.range(-1, 1), from[2] + way * random.range(-1, 1)];
    const slide = rigidMotion({ position: from }, { position: to });
    const pad = random.pick([1e-9, 0.05]);
    const step = stepOf(turn, slide, meshA, meshB, pad);
    expect(stepOf(slide, turn, meshB, meshA, pad) > 0).toBe(step > 0);
    if (step === 0) kinds.none++;
    else {
      kinds[step === Infinity ? 'free' : 'parts']++;
      const end = Math.min(1, step);
      const part = (motion: Motion) => partOfMotion(motion, 0, end);
      const query = new PairQuery({ shape: meshA, motion: part(turn) }, { shape: meshB, motion: part(slide) });
      expect(query.firstContact({}, { method: hca, clearance: pad }).status).toBe('free');
    }
  }
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(10);
});

test('what reaches the other at some angle is not apart', () => {
  const bar = box([2, 0.1, 0.1]);
  const post = box([0.1, 0.1, 1], [0, 0.9, 0]);
  const turn = rotationMotion({}, [0, 0, 1], 1);
  expect(stepOf(turn, restMotion(), bar, post, 1e-9)).toBe(0);
  expect(stepOf(turn, restMotion(), bar, box([0.1, 0.1, 1], [0, 1.06, 0]), 1e-9)).toBe(Infinity);
  // within the pad: the bar's corners are at 1.00125, the post begins at 1.01
  expect(stepOf(turn, restMotion(), bar, box([0.1, 0.1, 1], [0, 1.06, 0]), 0.008)).toBe(Infinity);
  expect(stepOf(turn, restMotion(), bar, box([0.1, 0.1, 1], [0, 1.06, 0]), 0.009)).toBe(0);
});

test('in units of any size', () => {
  for (const unit of [2 ** -330, 2 ** -200, 1, 2 ** 200]) {
    const [inner, outer] = [wall([0.5 * unit, 0.9 * unit], unit, 12), wall([0.6 * unit, unit], unit, 12)];
    const turn = rotationMotion({}, [0, 0, 1], 1);
    // middles of sides are at cos 15° of the radius
    expect(stepOf(turn, restMotion(), inner, outer, 0.06 * unit, unit)).toBe(Infinity);
    expect(stepOf(turn, restMotion(), inner, outer, 0.07 * unit, unit)).toBe(0);
  }
});

describe('cones that turn in each other', () => {
  const sides = 24;
  const inner = wall([0.2, 0.3, 0.25, 0.4, 0.4], 1, sides);
  const outer = wall([0.215, 0.315, 0.265, 0.415, 0.415], 1, sides);

  test.each([0, 0.002, -0.003])('drifting by %d along the axis, as the method that follows it', (drift) => {
    const motion = rigidMotion({}, { position: [0, 0, drift], quaternion: [0, 0, Math.sin(1), Math.cos(1)] });
    const auto = firstContact({ shape: inner, motion }, { shape: outer });
    const other = firstContact({ shape: inner, motion }, { shape: outer }, { method: hca });
    expect(auto.status).toBe('free');
    expect(other.status).toBe('free');
    expect(10 * auto.stats.iterations).toBeLessThan(other.stats.nodes + other.stats.triangles);
  });

  test.each([0.1, -0.03])('drifting by %d until they touch', (drift) => {
    const motion = rigidMotion({}, { position: [0, 0, drift], quaternion: [0, 0, Math.sin(1), Math.cos(1)] });
    const auto = firstContact({ shape: inner, motion }, { shape: outer });
    const other = firstContact({ shape: inner, motion }, { shape: outer }, { method: hca });
    expect(auto.status).toBe('contact');
    expect(other.status).toBe('contact');
    expect(Math.abs(auto.time - other.time)).toBeLessThan(1e-3);
  });
});

describe('several joints', () => {
  const shaft = wall([0.049, 0.049], 0.1, 24);
  const bore = wall([0.05, 0.05], 0.12, 24);
  /** The shaft turns by two joints, of which the first is off the bore's axis, or askew, and the second is not. */
  function asked(off: number, askew: number) {
    const robot = new Robot({
      name: 'wrist',
      links: [
        { name: 'housing', shapes: [{ shape: bore }] },
        {
          name: 'between',
          parent: 'housing',
          joint: { type: 'continuous', axis: [askew, 0, 1], origin: { position: [off, 0, 0] } },
          shapes: [],
        },
        {
          name: 'shaft',
          parent: 'between',
          joint: { type: 'continuous', axis: [0, 0, 1], origin: { position: [-off, 0, 0] } },
          shapes: [{ shape: shaft }],
        },
      ],
    });
    const scene = new Scene({ robots: [robot] });
    const motions = {
      wrist: robot.path([
        [0, 0],
        [3, -2],
      ]),
    };
    return { auto: scene.firstContact(motions), hca: scene.firstContact(motions, { method: hca, maxMilliseconds: 20_000 }) };
  }

  test('about one axis: apart, at once', () => {
    const { auto, hca } = asked(0, 0);
    expect(auto.status).toBe('free');
    expect(hca.status).toBe('free');
    expect(4 * auto.stats.nodes).toBeLessThan(hca.stats.nodes);
  });

  // there is air of 0.57 mm; half a turn makes 1.2 mm of 0.6 mm off, and 3 mm of 0.03 askew, at half the height
  test.each([
    [0.0006, 0],
    [0, 0.03],
  ])('one is off by %d, or askew by %d: they touch', (off, askew) => {
    const { auto, hca } = asked(off, askew);
    expect(auto.status).toBe('contact');
    expect(hca.status).toBe('contact');
    expect(Math.abs(auto.time - hca.time)).toBeLessThan(1e-3);
  });
});
