import { describe, expect, test } from 'vitest';
import { objText, type RigidScene, rigidScenes, sceneText } from '../../scenes/index.ts';
import { measured, openEdges } from './closed-surface.ts';
import { meshesCross } from './meshes-cross.ts';

/** [Tang et al. 2013, Table 1]. */
const TRIANGLES: Record<string, [a: number, b: number]> = {
  club: [104_800, 104_800],
  gear: [25_600, 25_600],
  hammer: [1_700, 2_600],
  bunny: [69_700, 69_700],
  bunnydyn: [26_400, 26_400],
  torusknot: [34_600, 34_600],
};

/** Soups made of several closed parts that run into each other. */
const PARTS: Record<string, number> = { hammer: 2, cad: 3 };

const scenes = Object.fromEntries(Object.entries(rigidScenes).map(([name, make]) => [name, make({ queries: 12 })]));

test('the six benchmarks of the paper, by name', () => {
  expect(Object.keys(rigidScenes)).toEqual(Object.keys(TRIANGLES));
});

describe.each(Object.entries(scenes))('%s', (name, scene) => {
  test('has the triangle counts of the paper', () => {
    expect([scene.meshA.triangleCount, scene.meshB.triangleCount]).toEqual(TRIANGLES[name]);
    expect(scene.name).toBe(name);
  });

  test('is closed, faces outwards, has no degenerate triangle and bounding radius 100', () => {
    for (const mesh of new Set([scene.meshA, scene.meshB])) {
      expect(openEdges(mesh)).toBe(0);
      const { volumes, smallestArea, radius } = measured(mesh);
      expect(volumes).toHaveLength(PARTS[mesh.name] ?? 1);
      for (const volume of volumes) expect(volume).toBeGreaterThan(0);
      expect(smallestArea).toBeGreaterThan(0);
      expect(radius).toBeCloseTo(100, 4);
    }
  });

  test('coordinates keep six decimals', () => {
    expect(scene.meshA.positions.findIndex((x) => !Object.is(x, Number(x.toFixed(6))))).toBe(-1);
  });

  test('queries are numbered, have unit quaternions, and move', () => {
    expect(scene.queries.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, i) => i));
    for (const { pose0, pose1 } of scene.queries) {
      for (const { quaternion } of [pose0, pose1]) expect(Math.abs(Math.hypot(...quaternion) - 1)).toBeLessThan(1e-12);
      expect(pose1).not.toEqual(pose0);
    }
  });
});

describe('starts', () => {
  test.each(Object.entries(scenes).filter(([name]) => name !== 'bunnydyn'))('%s: bounding spheres are apart', (_, scene) => {
    for (const { pose0 } of scene.queries) expect(Math.hypot(...pose0.position)).toBeGreaterThan(200);
  });

  test('bunnydyn: near, yet no edge of one body passes through the other', () => {
    const { meshA, meshB, poseB, queries } = scenes.bunnydyn;
    for (const { pose0 } of queries) {
      expect(Math.hypot(...pose0.position)).toBeLessThan(200);
      expect(meshesCross(meshA, pose0, meshB, poseB)).toBe(false);
    }
    // The oracle can say yes, and some step does run into the other body.
    expect(queries.some(({ pose1 }) => meshesCross(meshA, pose1, meshB, poseB))).toBe(true);
  });

  test('bunnydyn: steps are short, and follow each other within a trajectory', () => {
    const { queries } = scenes.bunnydyn;
    for (const [i, { pose0, pose1, trajectory }] of queries.entries()) {
      const step = Math.hypot(...pose1.position.map((x, k) => x - pose0.position[k]));
      expect(step).toBeLessThan(8.001);
      const previous = queries[i - 1];
      if (previous?.trajectory !== trajectory) continue;
      const drift = Math.hypot(...pose0.position.map((x, k) => x - previous.pose0.position[k]));
      expect(drift).toBeLessThan(8.001);
    }
  });

  test('a clearance function admits starts inside the bounding spheres, and only those it calls clear', () => {
    const asked: number[] = [];
    const scene = rigidScenes.hammer({
      queries: 30,
      clearance: (_a, poseA) => {
        const distance = Math.hypot(...poseA.position) - 150;
        asked.push(distance);
        return distance;
      },
    });
    const distances = scene.queries.map(({ pose0 }) => Math.hypot(...pose0.position));
    expect(Math.min(...asked)).toBeLessThan(0.1);
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(150.1);
    expect(Math.min(...distances)).toBeLessThan(200);
  });
});

describe('seeds', () => {
  const bits = ({ meshA, queries }: RigidScene) => ({ positions: meshA.positions, indices: meshA.indices, queries });

  test.each(['hammer', 'bunnydyn'])('%s: the same seed gives the same bits', (name) => {
    expect(bits(rigidScenes[name]({ seed: 'again', queries: 8 }))).toStrictEqual(bits(rigidScenes[name]({ seed: 'again', queries: 8 })));
  });

  test('fewer queries are the first of more', () => {
    expect(rigidScenes.hammer({ queries: 5 }).queries).toStrictEqual(rigidScenes.hammer({ queries: 9 }).queries.slice(0, 5));
  });

  test('another seed gives other motions of the same shape', () => {
    const [one, two] = ['one', 'two'].map((seed) => rigidScenes.hammer({ seed, queries: 3 }));
    expect(one.meshA.positions).toStrictEqual(two.meshA.positions);
    expect(one.queries[0].pose0).not.toEqual(two.queries[0].pose0);
  });

  test('coordinates are those first published (a change of shape must be meant)', () => {
    expect(Object.fromEntries(Object.entries(scenes).map(([name, { meshA }]) => [name, hash(meshA.positions)]))).toMatchInlineSnapshot(`
      {
        "bunny": "66e84a2e",
        "bunnydyn": "10803133",
        "club": "232b2d85",
        "gear": "289137c5",
        "hammer": "2ee0f07",
        "torusknot": "eda2b2b6",
      }
    `);
  });
});

test('a written scene reads back as the same numbers', () => {
  const scene = scenes.hammer;
  const numbers = (text: string, head: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(head))
      .flatMap((line) => line.slice(2).split(' ').map(Number));
  const obj = objText(scene.meshB);
  expect(numbers(obj, 'v ')).toEqual([...scene.meshB.positions]);
  expect(numbers(obj, 'f ')).toEqual([...scene.meshB.indices].map((i) => i + 1));
  const file = JSON.parse(sceneText(scene, 'a.obj', 'b.obj'));
  expect(file).toMatchObject({ format: 'ccd-scene/1', name: 'hammer', meshA: 'a.obj', meshB: 'b.obj', touch: 0.01 });
  expect(file.queries[3]).toStrictEqual({
    id: 3,
    q0: scene.queries[3].pose0.quaternion,
    t0: scene.queries[3].pose0.position,
    q1: scene.queries[3].pose1.quaternion,
    t1: scene.queries[3].pose1.position,
  });
});

/** FNV-1a over the bytes of the doubles. */
function hash(numbers: Float64Array): string {
  let h = 2166136261;
  for (const byte of new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)) h = Math.imul(h ^ byte, 16777619);
  return (h >>> 0).toString(16);
}
