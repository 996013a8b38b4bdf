import { describe, expect, test } from 'vitest';
import { frameOnNode, INSTANT_GAP, INSTANT_SIZE, leafGap, relate } from '../../../src/contact/instant-gap.ts';
import {
  LEAF_PAD,
  LEAF_RHO,
  LEAF_VOLUME_SIZE,
  LEAF_VOLUME_STEP,
  REST_OF_TIME,
  stepLeafVolume,
} from '../../../src/contact/leaf-volume-gap.ts';
import { FRAME_SIZE, PAD, REST, STEP, setFrame, stepVolumes } from '../../../src/contact/volume-gap.ts';
import { triangleDistance } from '../../../src/geometry/triangle-triangle.ts';
import { buildSweptSphereTree } from '../../../src/hierarchy/build-swept-sphere-tree.ts';
import type { SweptSphereTree } from '../../../src/hierarchy/swept-sphere-tree.ts';
import type { Pose } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { STATE_SIZE, STATE_TIME } from '../../../src/motion/motion.ts';
import { placeCorners } from '../../../src/motion/place-corners.ts';
import { type RigidMotion, restMotion, rigidMotion, rotationMotion, screwMotion } from '../../../src/motion/rigid-motion.ts';
import { rounds } from '../../support/rounds.ts';

// A leaf against the volume of a node, at an instant and over time, judged by the triangles below the node themselves.

const ORIGIN = new Float64Array(3);

function stateOf(motion: RigidMotion, t: number): Float64Array {
  const state = new Float64Array(STATE_SIZE);
  state[STATE_TIME] = t;
  motion.writeState(ORIGIN, state);
  return state;
}

function soup(random: Random, triangles: number, size: number, radius: number, spread = 0.3): TriangleMesh {
  const positions = Array.from({ length: triangles }, () => {
    const centre = [0, 1, 2].map(() => size * random.range(-1, 1));
    return Array.from({ length: 9 }, (_, k) => centre[k % 3] + spread * size * random.range(-1, 1));
  }).flat();
  return new TriangleMesh(
    positions,
    Array.from({ length: 3 * triangles }, (_, i) => i),
    { radius },
  );
}

/** Leaves below a node. */
function leavesBelow({ nodes }: SweptSphereTree, node: number): number[] {
  const child = nodes[16 * node + 13];
  return child < 0 ? [-1 - child] : [child, child + 1].flatMap((one) => leavesBelow({ nodes } as SweptSphereTree, one));
}

/** Distance of a leaf and all leaves below a node, thickness taken off. */
function distance(a: SweptSphereTree, leaf: number, A: Float64Array, b: SweptSphereTree, node: number, B: Float64Array): number {
  const corners = new Float64Array(18);
  const out = new Float64Array(8);
  placeCorners(a.leaves, 10 * leaf, A, corners, 0);
  let least = Infinity;
  for (const other of leavesBelow(b, node)) {
    placeCorners(b.leaves, 10 * other, B, corners, 9);
    triangleDistance(corners, 0, corners, 9, out, 0);
    least = Math.min(least, out[6] - a.leaves[10 * leaf + 9] - b.leaves[10 * other + 9]);
  }
  return least;
}

function randomMotion(random: Random, from: Pose): RigidMotion {
  const to = { position: [0, 1, 2].map(() => random.range(-1.5, 1.5)) as [number, number, number], quaternion: random.quaternion() };
  const kind = random.integer(4);
  if (kind === 0) return restMotion(from);
  if (kind === 1) return rigidMotion(from, to);
  if (kind === 2) return screwMotion(from, to);
  return rotationMotion(from, random.direction(), random.range(-9, 9), to.position);
}

const pose = (random: Random): Pose => ({
  position: [random.range(-0.5, 0.5), random.range(-0.5, 0.5), random.range(-0.5, 0.5)],
  quaternion: random.quaternion(),
});

const nodeOf = (tree: SweptSphereTree, leaf: number): number =>
  Array.from({ length: tree.nodeCount }, (_, n) => n).find((n) => tree.nodes[16 * n + 13] === -1 - leaf) ?? -1;

describe('a leaf and a node', () => {
  test('apart at an instant is true of all that is in them (seed 11)', () => {
    const random = new Random(11);
    const w = new Float64Array(INSTANT_SIZE);
    let [apart, sharper, total] = [0, 0, 0];
    for (let round = 0; round < rounds(400); round++) {
      const a = buildSweptSphereTree(soup(random, 1 + random.integer(3), 0.3, random.pick([0, 0.05]), 5));
      const b = buildSweptSphereTree(soup(random, 8, 0.2, random.pick([0, 0.02])));
      const [A, B] = [stateOf(restMotion(pose(random)), 0), stateOf(restMotion(pose(random)), 0)];
      const leaf = random.integer(a.leafCount);
      const node = random.integer(b.nodeCount);
      const at = nodeOf(a, leaf) << 4;
      const d = distance(a, leaf, A, b, node, B);
      w[PAD] = random.pick([0, 0.1, 0.3]);
      const pad = w[PAD];
      // the leaf's body first, and second
      for (const swapped of [false, true]) {
        relate(w, swapped ? B : A, swapped ? A : B);
        frameOnNode(w, a.nodes, at, swapped);
        stepVolumes(w, a.nodes, at, b.nodes, node << 4, 1);
        const rectangle = w[INSTANT_GAP] > 0;
        leafGap(w, a.leaves, 10 * leaf, b.nodes, node << 4, swapped);
        const triangle = w[INSTANT_GAP] > 0;
        if (rectangle || triangle) expect(d, `round ${round}`).toBeGreaterThan(pad - 1e-12);
        total++;
        if (triangle) apart++;
        if (triangle && !rectangle) sharper++;
      }
    }
    // it must be worth something: apart where the rectangle is not
    expect(apart).toBeGreaterThan(total / 8);
    expect(sharper).toBeGreaterThan(20);
  });

  test('free for a step is true of every instant in it (seed 12)', () => {
    const random = new Random(12);
    const w = new Float64Array(LEAF_VOLUME_SIZE);
    const seen = { none: 0, some: 0, all: 0 };
    for (let round = 0; round < rounds(400); round++) {
      const a = buildSweptSphereTree(soup(random, 1 + random.integer(3), 0.3, random.pick([0, 0.05]), 5));
      const b = buildSweptSphereTree(soup(random, 6, 0.2, random.pick([0, 0.02])));
      const [moveA, moveB] = [randomMotion(random, pose(random)), randomMotion(random, pose(random))];
      const t = random.pick([0, random.next()]);
      const leaf = random.integer(a.leafCount);
      const node = random.integer(b.nodeCount);
      const at = nodeOf(a, leaf) << 4;
      w[LEAF_RHO] = a.nodes[at + 12] + a.nodes[at + 11];
      w[LEAF_PAD] = random.pick([1e-12, 0.05]);
      w[REST_OF_TIME] = 1 - t;
      stepLeafVolume(w, a.leaves, 10 * leaf, stateOf(moveA, t), b.nodes, node << 4, stateOf(moveB, t));
      const step = w[LEAF_VOLUME_STEP];
      seen[step === 0 ? 'none' : step === Infinity ? 'all' : 'some']++;
      if (step === 0) continue;
      const end = Math.min(step, 1 - t);
      for (let k = 0; k <= 12; k++) {
        const s = t + (end * k) / 12;
        const d = distance(a, leaf, stateOf(moveA, s), b, node, stateOf(moveB, s));
        expect(d, `round ${round} at ${s}`).toBeGreaterThanOrEqual(w[LEAF_PAD] - 1e-9);
      }
    }
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(15);
  });

  test('the empty half of a large triangle’s rectangle is empty', () => {
    const plate = buildSweptSphereTree(new TriangleMesh([0, 0, 0, 10, 0, 0, 0, 10, 0], [0, 1, 2], {}));
    const fine = buildSweptSphereTree(soup(new Random(1), 20, 0.1, 0));
    const [A, B] = [stateOf(restMotion(), 0), stateOf(restMotion({ position: [5, -3.5, 0] }), 0)];
    const frame = new Float64Array(FRAME_SIZE);
    frame[PAD] = 1e-9;
    frame[REST] = 1;
    setFrame(frame, plate.nodes, 0, A, B);
    stepVolumes(frame, plate.nodes, 0, fine.nodes, 0, 1);
    expect(frame[STEP]).toBe(0);
    const w = new Float64Array(LEAF_VOLUME_SIZE);
    w[LEAF_RHO] = 10;
    w[LEAF_PAD] = 1e-9;
    w[REST_OF_TIME] = 1;
    stepLeafVolume(w, plate.leaves, 0, A, fine.nodes, 0, B);
    expect(w[LEAF_VOLUME_STEP]).toBe(Infinity);
  });
});
