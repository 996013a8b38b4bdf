// Robots from their makers' files: a PUMA 560 above a table and an Allegro hand closing on a ball. All methods must agree; at the
// time they tell, the two bodies must be as near as they say, by the distance query on the links' own poses, and apart before.

import { describe, expect, test } from 'vitest';
import { distance } from '../../src/contact/placed-query.ts';
import { readUrdf } from '../../src/io/index.ts';
import { Random } from '../../src/math/random.ts';
import { box, sphere } from '../../src/mesh/primitives.ts';
import { methodNamed, SCENE_METHODS } from '../../src/methods/index.ts';
import { sampledPairs } from '../../src/scene/answers/sampled-pairs.ts';
import type { SceneFirstContact } from '../../src/scene/answers/scene-result.ts';
import { linkBodies } from '../../src/scene/content/link-bodies.ts';
import { Scene } from '../../src/scene/scene.ts';
import { hasBytes, readBytes } from '../support/read-bytes.ts';
import { rounds } from '../support/rounds.ts';

const DATA = '../shared/data';
const PUMA = `${DATA}/puma560_description/urdf/puma560_robot.urdf`;
const HAND = `${DATA}/allegro_hand/allegro_hand_right.urdf`;
const files = { read: (path: string) => readBytes(path) };
const present = await hasBytes(PUMA);
if (!present) console.log(`skipped: no ${DATA} beside the repository`);

/** The distance of the pair in contact, link poses taken anew at a path time. */
function pairDistance(scene: Scene, motions: Parameters<Scene['linkPoses']>[0], hit: SceneFirstContact, time: number): number {
  const poses = scene.linkPoses(motions, time);
  const meshes = (hit.pair ?? []).map(({ body, link }) => {
    const robot = scene.robots.find(({ name }) => name === body);
    if (robot === undefined) {
      const obstacle = scene.obstacles.find(({ name }) => name === body);
      return [{ shape: obstacle?.shape as ReturnType<typeof box>, pose: obstacle?.pose }];
    }
    const at = robot.link(link as string).index;
    const { position, quaternion } = poses[body][link as string];
    return linkBodies(robot)
      .filter((part) => part.link === at)
      .map(({ mesh }) => ({ shape: mesh, pose: { position, quaternion } }));
  });
  return Math.min(...meshes[0].flatMap((a) => meshes[1].map((b) => distance(a, b).distance)));
}

function judge(scene: Scene, motions: Parameters<Scene['linkPoses']>[0], note: string): SceneFirstContact {
  const answers = SCENE_METHODS.map((method) =>
    scene.firstContact(motions, { method: methodNamed(method), contacts: 'first', tolerance: 1e-5 }),
  );
  const [hit] = answers;
  for (const other of answers) {
    expect(other.status, `${note}, ${other.stats.method}`).toBe(hit.status);
    expect(Math.abs(other.time - hit.time), `${note}, ${other.stats.method}`).toBeLessThan(1e-3);
    if (other.status !== 'contact') continue;
    expect(pairDistance(scene, motions, other, other.time), `${note}, ${other.stats.method}`).toBeLessThanOrEqual(1.01e-5);
    for (const part of [0.5, 0.99]) expect(scene.distanceAt(motions, part * other.time).distance, note).toBeGreaterThan(0);
  }
  return hit;
}

describe.skipIf(!present)('real robots', () => {
  test("PUMA 560 above a table (seed 'puma')", async () => {
    const robot = await readUrdf(files, PUMA, { geometry: 'visual' });
    expect(robot.size).toBe(6);
    expect(linkBodies(robot).reduce((sum, { mesh }) => sum + mesh.triangleCount, 0)).toBe(8116);
    for (const { a, b, reason } of sampledPairs(robot, { samples: 100 }).allowed) robot.allowed.allow(a, b, reason);
    const table = { name: 'table', shape: box([1.2, 1.2, 0.04]), pose: { position: [0.9, 0, 0.3] as const } };
    const scene = new Scene({ robots: [robot], obstacles: [table] });
    const random = new Random('puma');
    const seen = new Set<string>();
    for (let round = 0; round < rounds(8); round++) {
      const from = Array.from({ length: 6 }, () => random.next() - 0.5);
      const to = from.map((q) => q + 1.6 * (random.next() - 0.5));
      const motions = { [robot.name]: robot.path([from, to]) };
      if (scene.distanceAt(motions, 0).distance <= 1e-3) continue;
      seen.add(judge(scene, motions, `round ${round}`).status);
    }
    expect([...seen].sort()).toEqual(['contact', 'free']);
  });

  test('Allegro hand closing on a ball', async () => {
    const robot = await readUrdf(files, HAND);
    expect(robot.size).toBe(16);
    for (const { a, b, reason } of sampledPairs(robot, { samples: 200 }).allowed) robot.allowed.allow(a, b, reason);
    const ball = { name: 'ball', shape: sphere(0.03), pose: { position: [0.075, 0, 0.06] as const } };
    const scene = new Scene({ robots: [robot], obstacles: [ball] });
    const closed = Object.fromEntries(robot.joints.map(({ name, limits }) => [name, 0.9 * Math.min(limits.upper ?? 1, 1.4)]));
    const open = Object.fromEntries(robot.joints.map(({ name, limits }) => [name, Math.max(0, limits.lower ?? 0)]));
    const motions = { [robot.name]: robot.path([open, closed]) };
    const hit = judge(scene, motions, 'closing');
    expect(hit).toMatchObject({ status: 'contact', pair: [{ body: robot.name }, { body: 'ball' }] });
  });
});
