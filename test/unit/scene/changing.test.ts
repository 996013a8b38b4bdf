import { describe, expect, test } from 'vitest';
import { pointCloud } from '../../../src/cloud/point-cloud.ts';
import { InputError } from '../../../src/math/input-error.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { heldMotion } from '../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { rounds } from '../../support/rounds.ts';

const tool = { name: 'tool', shape: sphere(0.1) };
const along = { tool: rigidMotion({ position: [0, 0, 0] }, { position: [10, 0, 0] }) };
const wall = (x: number) => ({ name: 'wall', shape: box([0.2, 1, 1]), pose: { position: [x, 0, 0] as const } });
const at = (scene: Scene) => {
  const { status, time, pair } = scene.firstContact(along, { tolerance: 1e-7 });
  return [status, time, pair?.[1].body];
};

describe('a scene that changes', () => {
  test('obstacles come, move and go', () => {
    const scene = new Scene({ bodies: [tool], obstacles: [{ name: 'far', shape: box(1, [20, 0, 0]) }] });
    expect(scene.firstContact(along).status).toBe('free');
    scene.addObstacle(wall(5));
    expect(at(scene)).toEqual(['contact', expect.closeTo(0.48, 6), 'wall']);
    scene.moveObstacle('wall', { position: [8, 0, 0] });
    expect(at(scene)).toEqual(['contact', expect.closeTo(0.78, 6), 'wall']);
    scene.addObstacle({ name: 'wall', shape: sphere(1), pose: { position: [4, 0, 0] } });
    expect(at(scene)).toEqual(['contact', expect.closeTo(0.29, 6), 'wall']);
    expect(scene.obstacles.map(({ name }) => name)).toEqual(['far', 'wall']);
    scene.removeObstacle('wall');
    expect(scene.firstContact(along).status).toBe('free');
    scene.addObstacle(wall(5), { allowed: ['tool'] });
    expect(scene.firstContact(along).status).toBe('free');
    scene.addObstacle({ name: 'scan', shape: pointCloud([6, 0, 0, 6, 0.01, 0], { radius: 0.4 }) });
    expect(at(scene)).toEqual(['contact', expect.closeTo(0.55, 6), 'scan']);
  });

  test(`${rounds(60)} random changes: as a scene made anew, seed 11`, () => {
    const random = new Random(11);
    // those of one pose share a tree
    const JOINED: Vec3 = [6, 1.2, 0];
    const place = (): Vec3 => [random.range(1, 9), random.range(-1.5, 1.5), random.range(-1.5, 1.5)];
    const soup = (): TriangleMesh => new TriangleMesh(Array.from({ length: 27 }, () => random.range(-0.5, 0.5)));
    const arm = new Robot({
      name: 'arm',
      base: { position: [0, -1, 0] },
      links: [{ name: 'slide', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.3) }] }],
    });
    const first = Array.from({ length: 8 }, (_, i) => ({ name: `o${i}`, shape: soup(), pose: { position: i < 4 ? JOINED : place() } }));
    const scene = new Scene({ robots: [arm], bodies: [tool], obstacles: first, allowed: [['slide', 'o7']] });
    let now = first as readonly { name: string; shape: TriangleMesh; pose: object }[];
    let contacts = 0;
    for (let round = 0; round < rounds(60); round++) {
      const { name, shape } = now[random.integer(now.length)];
      const pose = { position: place() };
      const kind = random.integer(3);
      if (kind === 0) {
        scene.moveObstacle(name, pose);
        now = now.map((one) => (one.name === name ? { name, shape, pose } : one));
      } else if (kind === 1 && now.length > 4 && name !== 'o7') {
        scene.removeObstacle(name);
        now = now.filter((one) => one.name !== name);
      } else {
        const added = { name: `n${round}`, shape: soup(), pose };
        scene.addObstacle(added);
        now = [...now, added];
      }
      const fresh = new Scene({ robots: [arm], bodies: [tool], obstacles: now, allowed: [['slide', 'o7']] });
      const motions = { ...along, arm: arm.path([[0], [10]]) };
      const [a, b] = [scene, fresh].map((one) => one.firstContact(motions, { tolerance: 1e-5 }));
      expect([a.status, a.pair]).toEqual([b.status, b.pair]);
      expect(a.time).toBeCloseTo(b.time, 4);
      expect(scene.distanceAt(motions, 0.5).distance).toBeCloseTo(fresh.distanceAt(motions, 0.5).distance, 9);
      if (a.status === 'contact') contacts++;
    }
    expect(contacts).toBeGreaterThan(rounds(60) / 4);
  });

  test('parts that are carried meet what came later', () => {
    const arm = new Robot({
      name: 'arm',
      links: [{ name: 'hand', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.2, [0, 0, 0.15]) }] }],
    });
    const scene = new Scene({ robots: [arm], bodies: [{ name: 'part', shape: box([0.1, 0.1, 0.1]) }] });
    const motions = { arm: arm.path([[0], [10]]), part: heldMotion([{ by: 'hand' }]) };
    expect(scene.firstContact(motions, { tolerance: 1e-6 }).status).toBe('free');
    scene.addObstacle({ name: 'step', shape: box([1, 1, 0.1]), pose: { position: [5, 0, -0.05] } });
    expect(scene.firstContact(motions, { tolerance: 1e-6 })).toMatchObject({ status: 'contact', time: expect.closeTo(0.445, 5) });
    scene.moveObstacle('step', { position: [5, 0, -1] });
    expect(scene.firstContact(motions, { tolerance: 1e-6 }).status).toBe('free');
  });

  test.each<[string, (scene: Scene) => void, RegExp]>([
    ['an unknown one', (scene) => scene.moveObstacle('wal', {}), /moveObstacle: there is no obstacle 'wal'; is 'wall' meant\?/],
    ['a pose that is none', (scene) => scene.moveObstacle('wall', { quaternion: [0, 0, 0, 3] }), /pose/],
    ['a robot’s name', (scene) => scene.addObstacle({ name: 'tool', shape: box(1) }), /'tool' is a robot or body of the scene/],
    ['an unknown name allowed', (scene) => scene.addObstacle(wall(1), { allowed: ['tol'] }), /'tol' is no link, body or obstacle/],
    ['no shape', (scene) => scene.addObstacle({ name: 'x' } as never), /addObstacle/],
  ])('%s is refused and changes nothing', (_, change, says) => {
    const scene = new Scene({ bodies: [tool], obstacles: [wall(5)] });
    expect(() => change(scene)).toThrow(InputError);
    const same = new Scene({ bodies: [tool], obstacles: [wall(5)] });
    expect(() => change(same)).toThrow(says);
    if (same.obstacles.length > 0) expect(at(same)).toEqual(['contact', expect.closeTo(0.48, 6), 'wall']);
  });

  test('trees that come later change no answer, before and after obstacles do', () => {
    const [now, later] = (['now', 'later'] as const).map((trees) => new Scene({ bodies: [tool], obstacles: [wall(5)], trees }));
    expect(at(later)).toEqual(at(now));
    for (const scene of [now, later]) scene.moveObstacle('wall', { position: [1, 0, 0] });
    expect(at(later)).toEqual(at(now));
    expect(() => new Scene({ trees: 'never' as never })).toThrow(/scene: trees must be 'now' or 'later'/);
  });
});
