import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { InputError, Random } from '../../../src/index.ts';
import { jointsOf, robotOf, setJoints } from '../../../src/three/index.ts';
import { collider, planarArm, randomRobot, urdfRobot } from './urdf-robots.ts';

const close = (a: readonly number[], b: readonly number[]) => a.forEach((x, k) => void expect(x).toBeCloseTo(b[k], 11));

describe('robotOf', () => {
  test('its links are where urdf-loader has them, whatever the joints; seed kinematics', () => {
    const random = new Random('kinematics');
    for (let k = 0; k < 20; k++) {
      const urdf = randomRobot(random);
      const stand = new THREE.Group().add(urdf);
      stand.position.set(random.range(-5, 5), random.range(-5, 5), random.range(-5, 5));
      stand.quaternion.set(...random.quaternion());
      if (k % 2 === 0) urdf.joints.j0.setJointValue(0.7); // made of it after it was moved
      const robot = robotOf(urdf);
      for (let i = 0; i < 5; i++) {
        const q = robot.neutral().map((_, slot) => (slot < 12 ? random.range(-1, 1) : 0));
        for (const { kind, slot } of robot.joints) if (kind.orientation >= 0) q.set(random.quaternion(), slot + kind.orientation);
        setJoints(urdf, robot, q);
        stand.updateMatrixWorld(true);
        const poses = robot.linkPoses(q);
        for (const [name, link] of Object.entries(urdf.links)) {
          const [position, quaternion] = [new THREE.Vector3(), new THREE.Quaternion()];
          link.matrixWorld.decompose(position, quaternion, new THREE.Vector3());
          close(poses[name].position, position.toArray());
          expect(Math.abs(quaternion.dot(new THREE.Quaternion(...poses[name].quaternion)))).toBeCloseTo(1, 11);
        }
        // reading back gives the same places
        const back = robot.linkPoses(jointsOf(urdf, robot));
        for (const name of Object.keys(urdf.links)) close(back[name].position, poses[name].position);
      }
    }
  });

  test('joints, limits, what follows what; neighbours may touch', () => {
    const urdf = randomRobot(new Random('limits'));
    Object.assign(urdf.joints.j2.limit, { lower: -0.5, upper: 0.25, velocity: 3 });
    Object.assign(urdf.joints.j0, { ignoreLimits: true });
    const robot = robotOf(urdf, { name: 'mine' });
    expect(robot.name).toBe('mine');
    expect(robot.joints.map(({ name }) => name)).toEqual(['j0', 'j1', 'j2', 'j4', 'j5']);
    expect(robot.joint('j2').limits).toEqual({ lower: -0.5, upper: 0.25, velocity: 3 });
    expect(robot.joint('j0').limits).toEqual({});
    expect(robot.joint('j6').mimic).toMatchObject({ joint: 'j0' });
    expect(robot.allowed.isAllowed('l0', 'l1')).toBe(true);
    expect(robot.allowed.isAllowed('l0', 'l2')).toBe(false);
    expect(robotOf(urdf, { allowed: [] }).allowed.isAllowed('l0', 'l1')).toBe(false);
  });

  test('balls are exact, cylinders are around the true ones, boxes are solid, whatever is drawn', () => {
    const urdf = planarArm();
    const egg = collider(urdf, 'hand', new THREE.SphereGeometry(0.1));
    egg.scale.set(1, 2, 1);
    const robot = robotOf(urdf);
    const [ball, own] = robot.link('hand').shapes;
    expect([...(ball.shape.radii ?? [])]).toEqual([0.06]);
    expect(own.shape.radii).toBeNull();
    const [{ shape, pose }] = robot.link('base').shapes;
    expect([shape.solid, shape.excess > 0]).toEqual([true, true]);
    const up = new THREE.Vector3(0, 0, 1).applyQuaternion(new THREE.Quaternion(...(pose?.quaternion ?? [0, 0, 0, 1])));
    expect(Math.abs(up.z)).toBeCloseTo(1, 12);
    expect(robot.link('upper').shapes[0].shape.solid).toBe(true);
  });

  test.each<[string, () => unknown, RegExp]>([
    ['no robot', () => robotOf(new THREE.Group() as never), /needs a robot of urdf-loader/],
    ['no shapes', () => robotOf(urdfRobot('bare', 'base', [])), /parseCollision/],
    ['no such geometry', () => robotOf(planarArm(), { geometry: 'visual' }), /has visual shapes/],
    ['meshes that are not there yet', () => robotOf(withEmpty()), /wait until urdf-loader has loaded/],
    ['a robot that is drawn larger', () => robotOf(scaled()), /scaled in the world/],
    ['a plane that urdf-loader moves otherwise', () => robotOf(planarAbout([1, 0, 0])), /is planar about/],
    ['a misspelt option', () => robotOf(planarArm(), { geometri: 'visual' } as never), /did you mean 'geometry'/],
  ])('%s is refused', (_, work, message) => {
    expect(work).toThrow(message);
    expect(work).toThrow(InputError);
  });
});

function withEmpty() {
  const urdf = planarArm();
  collider(urdf, 'hand', new THREE.BufferGeometry());
  return urdf;
}

function scaled() {
  const urdf = planarArm();
  urdf.scale.setScalar(10);
  return urdf;
}

function planarAbout(axis: [number, number, number]) {
  const urdf = urdfRobot('p', 'base', [{ name: 'j', type: 'planar', parent: 'base', child: 'l', axis }]);
  collider(urdf, 'l', new THREE.BoxGeometry());
  return urdf;
}
