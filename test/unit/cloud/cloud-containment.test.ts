import { describe, expect, test } from 'vitest';
import { holdsCloudPoint } from '../../../src/cloud/cloud-containment.ts';
import { pointCloud } from '../../../src/cloud/point-cloud.ts';
import { holdsPoint, isContained } from '../../../src/contact/containment.ts';
import { MovingPair } from '../../../src/contact/moving-pair.ts';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { treeOf } from '../../../src/hierarchy/tree-of.ts';
import type { Pose } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { heightField } from '../../../src/mesh/height-field.ts';
import { box } from '../../../src/mesh/primitives.ts';
import type { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { occupancyGrid } from '../../../src/mesh/voxels.ts';
import { STATE_P } from '../../../src/motion/motion.ts';
import { restMotion } from '../../../src/motion/rigid-motion.ts';
import { CLOUD_KINDS, randomCloud } from '../../property/random-clouds.ts';
import { rounds } from '../../support/rounds.ts';

// Whether a solid holds a point of a cloud, by volumes, against every point asked by itself.

const SEED = 'cloud-containment';

function randomSolid(random: Random): TriangleMesh {
  const kind = random.integer(4);
  if (kind === 0) return box([random.range(0.05, 2), random.range(0.05, 2), random.range(0.05, 2)]);
  if (kind === 1) return cylinder(random.range(0.1, 1), random.range(0.1, 1), { segments: 3 + random.integer(20) });
  if (kind === 2) {
    const values = Uint8Array.from({ length: 4 * 5 * 3 }, () => (random.next() < 0.4 ? 1 : 0));
    values[7] = 1;
    return occupancyGrid(values, { size: [4, 5, 3], cell: random.range(0.05, 0.5), origin: [-0.6, -0.7, -0.4] });
  }
  const heights = Float64Array.from({ length: 35 }, () => random.range(-0.4, 0.6));
  return heightField(heights, { columns: 7, rows: 5, spacing: 0.3, origin: [-0.9, -0.6], base: -0.5 });
}

function placed(cloud: TriangleMesh, cloudPose: Pose, solid: TriangleMesh, solidPose: Pose): MovingPair {
  const pair = new MovingPair(treeOf(cloud), treeOf(solid));
  pair.begin(restMotion(cloudPose), restMotion(solidPose), 0);
  return pair;
}

function pointAt({ stateA: s, treeA }: MovingPair, v: number): Float64Array {
  const [x, y, z] = treeA.mesh.positions.subarray(3 * v, 3 * v + 3);
  return Float64Array.from({ length: 3 }, (_, k) => s[3 * k] * x + s[3 * k + 1] * y + s[3 * k + 2] * z + s[STATE_P + k]);
}

/** By every point; undefined where one cannot be decided and none is inside. */
function byEveryPoint(pair: MovingPair): boolean | undefined {
  let doubtful = false;
  for (let v = 0; v < pair.treeA.mesh.vertexCount; v++) {
    const inside = holdsPoint(pair.treeB, pair.stateB, pointAt(pair, v), pair.rounding);
    if (inside) return true;
    doubtful ||= inside === undefined;
  }
  return doubtful ? undefined : false;
}

test(`as every point by itself says, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const seen = { inside: 0, outside: 0, doubtful: 0 };
  for (let i = 0; i < rounds(200); i++) {
    const size = random.pick([1, 0.3, 0.05]);
    const points = randomCloud(random, CLOUD_KINDS[i % CLOUD_KINDS.length], 64 + random.integer(i % 20 === 0 ? 1000 : 140)).map(
      (x) => size * x,
    );
    const pose = (): Pose => ({
      position: random.direction().map((x) => x * random.range(0, 1)) as [number, number, number],
      quaternion: random.quaternion(),
    });
    const pair = placed(pointCloud(points), pose(), randomSolid(random), pose());
    const wanted = byEveryPoint(pair);
    seen[wanted === undefined ? 'doubtful' : wanted ? 'inside' : 'outside']++;
    // A doubt about one point may be settled by its neighbours, never a verdict undone.
    if (wanted !== undefined) expect(isContained(pair), `case ${i}`).toBe(wanted);
  }
  expect(seen.inside).toBeGreaterThan(30);
  expect(seen.outside).toBeGreaterThan(30);
});

test(`the point that it names is inside, seed ${SEED} named`, () => {
  const random = new Random(`${SEED} named`);
  for (let i = 0; i < rounds(60); i++) {
    const points = randomCloud(random, 'ball', 64 + random.integer(200));
    const pair = placed(pointCloud(points), { quaternion: random.quaternion() }, box(random.range(0.3, 1)), {
      quaternion: random.quaternion(),
    });
    const found = { side: 1 as 0 | 1, vertex: -1 };
    if (isContained(pair, found) !== true) continue;
    expect(found.side).toBe(0);
    expect(holdsPoint(pair.treeB, pair.stateB, pointAt(pair, found.vertex), pair.rounding)).toBe(true);
  }
});

describe('a start within a solid is an overlap', () => {
  const shell = new Random(SEED);
  const far = Array.from({ length: 500 }, () => shell.direction().map((x) => 3 * x)).flat();
  const ask = (points: readonly number[]) => firstContact({ shape: box(1) }, { shape: pointCloud(points, { radius: 0.01 }) }).status;

  test('of all points, of one among many, of none', () => {
    expect(ask(far)).toBe('free');
    expect(ask([...far, 0.1, 0.2, 0.3])).toBe('overlap');
    expect(ask([0.1, 0.2, 0.3, ...far])).toBe('overlap');
    expect(ask(far.map((x) => 0.1 * x))).toBe('overlap');
  });

  test('wherever the one is, seed one inside', () => {
    const random = new Random('one inside');
    for (let i = 0; i < 40; i++) {
      const points = [...far];
      points.splice(3 * random.integer(500), 3, random.range(-0.4, 0.4), random.range(-0.4, 0.4), random.range(-0.4, 0.4));
      expect(ask(points)).toBe('overlap');
    }
  });
});

test('few points are asked where many lie on one side', () => {
  const random = new Random(`${SEED} work`);
  const points = randomCloud(random, 'shell', 20_000);
  // around the solid, whose own sphere reaches beyond the nearest of them
  const pair = placed(pointCloud(points), {}, box([3, 0.1, 0.1]), { position: [0, 0, 2] });
  let asked = 0;
  const inside = holdsCloudPoint(pair.treeB, pair.stateB, pair.treeA, pair.stateA, pair.rounding, (v) => {
    asked++;
    return holdsPoint(pair.treeB, pair.stateB, pointAt(pair, v), pair.rounding);
  });
  expect(inside).toBe(false);
  expect(asked).toBeLessThan(200);
});
