import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { box, type DragStep, InputError, Random, restMotion } from '../../../src/index.ts';
import { DragController, jointsOf, poseOf, robotOf } from '../../../src/three/index.ts';
import { planarArm } from './urdf-robots.ts';

const KEEP = 0.01;
const cube = (size: [number, number, number], place: [number, number, number]) => {
  const mesh = new THREE.Mesh(new THREE.BoxGeometry(...size));
  mesh.position.set(...place);
  return mesh;
};

/** The distance of what is drawn now, asked of the scene itself. */
function drawnDistance(controller: DragController, things: Readonly<Record<string, unknown>>): number {
  return controller.scene.distanceAt(things as never, 0, { cutoff: 1 }).gap[0];
}

describe('DragController', () => {
  test('a dragged object stops before a wall, slides along it, and lets go', () => {
    const [crate, wall] = [cube([1, 1, 1], [0, 0, 0]), cube([0.1, 10, 10], [3, 0, 0])];
    crate.name = 'crate';
    const controller = new DragController({ dragged: crate, obstacles: [wall], keep: KEEP });
    crate.position.set(5, 2, 0);
    const { status, hit } = controller.update();
    expect(status).toBe('contact');
    expect(hit?.pair?.map(({ body }) => body).sort()).toEqual(['Mesh', 'crate']);
    expect(crate.position.x).toBeCloseTo(3 - 0.05 - 0.5 - KEEP, 5);
    expect(crate.position.y).toBeCloseTo(2, 2);
    crate.position.set(1, 1, 0);
    expect(controller.update().status).toBe('free');
    expect(crate.position.toArray()).toEqual([1, 1, 0]);
    expect(controller.nameOf(crate)).toBe('crate');
  });

  test('over random drags, with parents that turn and scale, what is drawn keeps its distance at every step; seed drags', () => {
    const random = new Random('drags');
    let stopped = 0;
    for (let k = 0; k < 6; k++) {
      const stand = new THREE.Group();
      stand.quaternion.set(...random.quaternion());
      stand.scale.setScalar(random.range(0.5, 2));
      const torus = new THREE.Mesh(new THREE.TorusGeometry(0.5, 0.15, 6, 12));
      torus.scale.set(1, 1.5, k % 2 === 0 ? 1 : -1);
      stand.add(torus);
      const around = Array.from({ length: 6 }, () => cube([0.6, 0.6, 0.6], random.direction().map((x) => 2.5 * x) as never));
      const controller = new DragController({ dragged: torus, obstacles: around, keep: KEEP, slide: k % 3 !== 2 });
      for (let i = 0; i < 25; i++) {
        torus.position.set(random.range(-3, 3), random.range(-3, 3), random.range(-3, 3));
        torus.quaternion.set(...random.quaternion());
        const { status } = controller.update();
        if (status === 'contact') stopped++;
        expect(drawnDistance(controller, { Mesh: restMotion(poseOf(torus)) })).toBeGreaterThan(KEEP * 0.99);
      }
    }
    expect(stopped).toBeGreaterThan(20);
  });

  test('a robot jogged by sliders never penetrates and stays within its limits: random values; seed jog', () => {
    const random = new Random('jog');
    const urdf = planarArm();
    const stand = new THREE.Group().add(urdf);
    stand.rotation.x = -Math.PI / 2;
    stand.updateMatrixWorld(true);
    const around = [cube([0.3, 0.6, 0.3], [1, 0, 1]), cube([0.3, 0.6, 0.3], [0.3, 0, -1.3]), cube([0.2, 0.1, 0.2], [1.2, 0.35, -0.6])];
    const robot = robotOf(urdf);
    const controller = new DragController({ dragged: [{ object: urdf, robot }], obstacles: around, keep: KEEP });
    let stopped = 0;
    for (let i = 0; i < 60; i++) {
      const name = random.pick(['shoulder', 'elbow', 'lift']);
      urdf.joints[name].setJointValue(random.range(-3, 3));
      if (controller.update().status === 'contact') stopped++;
      const drawn = jointsOf(urdf, robot);
      expect(robot.limitFaults(drawn)).toEqual([]);
      expect(drawnDistance(controller, { arm: drawn })).toBeGreaterThan(KEEP * 0.99);
    }
    expect(stopped).toBeGreaterThan(5);
  });

  test('bodies of a scene as obstacles, several dragged, and reset', () => {
    const [a, b] = [cube([1, 1, 1], [0, 0, 0]), cube([1, 1, 1], [3, 0, 0])];
    const block = { name: 'block', shape: box(1, [0, 5, 0]) };
    const controller = new DragController({ dragged: [a, b], obstacles: [block], keep: KEEP, slide: false });
    a.position.x = 10;
    expect(
      controller
        .update()
        .hit?.pair?.map(({ body }) => body)
        .sort(),
    ).toEqual(['Mesh', 'Mesh 2']);
    expect(a.position.x).toBeCloseTo(2 - KEEP, 5);
    a.position.set(10, 0, 0);
    controller.reset();
    const step: DragStep = controller.update();
    expect([step.status, a.position.x]).toEqual(['free', 10]);
    a.position.set(0, 0, 0);
    controller.reset();
    a.position.y = 10;
    expect(
      controller
        .update()
        .hit?.pair?.map(({ body }) => body)
        .sort(),
    ).toEqual(['Mesh', 'block']);
  });

  test('what is scaled on the way, or sheared by its parents, is refused, as are misspelt options', () => {
    const crate = cube([1, 1, 1], [0, 0, 0]);
    const controller = new DragController({ dragged: crate, keep: KEEP });
    crate.scale.x = 2;
    expect(() => controller.update()).toThrow(/scale or shear was changed/);
    expect(() => controller.update()).toThrow(InputError);
    expect(() => new DragController({ dragged: crate, keeps: 1 } as never)).toThrow(/did you mean 'keep'/);
    expect(() => new DragController({ dragged: [{ object: crate, shap: 1 }] as never, keep: 1 })).toThrow(/did you mean 'shape'/);
    expect(() => new DragController({ dragged: [], keep: 1 })).toThrow(/nothing is dragged/);
    expect(() => controller.nameOf(new THREE.Group())).toThrow(/neither dragged nor an obstacle/);
    const urdf = planarArm();
    const jogged = new DragController({ dragged: urdf, keep: KEEP });
    urdf.position.x = 1;
    expect(() => jogged.update()).toThrow(/base of 'arm' was moved/);
  });
});

describe('what the application does beside the controls', () => {
  test('an obstacle that it moved is where it is drawn, at the next update; what stands in its way then is let out', () => {
    const [crate, wall] = [cube([1, 1, 1], [0, 0, 0]), cube([1, 1, 1], [3, 0, 0])];
    const controller = new DragController({ dragged: crate, obstacles: [wall], keep: KEEP });
    wall.position.x = 2;
    crate.position.x = 5;
    expect(controller.update().status).toBe('contact');
    expect(crate.position.x).toBeCloseTo(1 - KEEP, 5);
    // away from the way
    wall.position.y = 4;
    crate.position.x = 5;
    expect([controller.update().status, crate.position.x]).toEqual(['free', 5]);
    // onto the crate
    wall.position.set(5.9, 0, 0);
    crate.position.x = 6;
    const inside = controller.update();
    expect([inside.status, crate.position.x]).toEqual(['contact', 5]);
    expect(inside.resting).toEqual([{ a: { body: controller.nameOf(crate) }, b: { body: controller.nameOf(wall) }, stays: true }]);
    crate.position.x = 0;
    expect([controller.update().status, crate.position.x]).toEqual(['free', 0]);
    wall.scale.x = 2;
    expect(() => controller.update()).toThrow(/does not look as it did/);
  });

  test('a crate that stands on a floor, or a millimetre in it, is pushed along and lifted, without a distance given', () => {
    for (const y of [0.5, 0.499]) {
      const [crate, floor] = [cube([1, 1, 1], [0, y, 0]), cube([20, 0.2, 20], [0, -0.1, 0])];
      const controller = new DragController({ dragged: crate, obstacles: [floor] });
      const places: [number, number, number][] = [
        [2, y, 0],
        [2, y, 1],
        [1, 1.5, 0],
      ];
      for (const place of places) {
        crate.position.set(...place);
        expect([controller.update().status, crate.position.toArray()]).toEqual(['free', place]);
      }
    }
  });

  test('a joint that is drawn beyond its limits stays drawn so, and comes back', () => {
    const urdf = planarArm();
    const { shoulder } = urdf.joints;
    shoulder.ignoreLimits = true;
    shoulder.setJointValue(shoulder.limit.upper + 0.5);
    shoulder.ignoreLimits = false;
    const robot = robotOf(urdf);
    const controller = new DragController({ dragged: [{ object: urdf, robot }], keep: KEEP });
    urdf.joints.elbow.setJointValue(0.3);
    expect(controller.update().status).toBe('free');
    expect(shoulder.jointValue[0]).toBeCloseTo(shoulder.limit.upper + 0.5, 12);
    shoulder.setJointValue(shoulder.limit.upper - 0.2);
    expect(controller.update().status).toBe('free');
    expect(shoulder.jointValue[0]).toBeCloseTo(shoulder.limit.upper - 0.2, 12);
    expect(shoulder.ignoreLimits).toBe(false);
  });
});
