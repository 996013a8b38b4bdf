import * as THREE from 'three';
import { expect, test } from 'vitest';
import { box, firstContact, InputError, poseAt, Random } from '../../../src/index.ts';
import { StepQuery } from '../../../src/soft/index.ts';
import { bodyOf, DeformingObject, meshOf, motionBetween, poseOf } from '../../../src/three/index.ts';

const cube = () => new THREE.Mesh(new THREE.BoxGeometry(1, 1, 1));

function turned(object: THREE.Object3D, random: Random): void {
  const [x, y, z] = random.direction();
  object.position.set(random.range(-3, 3), random.range(-3, 3), random.range(-3, 3));
  object.quaternion.setFromAxisAngle(new THREE.Vector3(x, y, z), random.range(-3, 3));
}

test('motionBetween: at its ends the poses of the states, below parents that turn, scale and mirror; seed motions', () => {
  const random = new Random('motions');
  for (let k = 0; k < 50; k++) {
    const parent = new THREE.Group();
    const object = cube();
    parent.add(object);
    turned(parent, random);
    parent.scale.setScalar(random.range(0.5, 2));
    object.scale.set(random.range(0.5, 2), random.range(-2, -0.5), random.range(0.5, 2));
    turned(object, random);
    const start = poseOf(object);
    const before = object.matrixWorld.clone();
    turned(object, random);
    const motion = motionBetween(before, object);
    const [from, to] = [poseAt(motion, 0), poseAt(motion, 1)];
    for (const [own, wanted] of [
      [from, start],
      [to, poseOf(object)],
    ]) {
      for (let i = 0; i < 3; i++) expect(own.position[i]).toBeCloseTo(wanted.position[i], 12);
      expect(Math.abs(own.quaternion.reduce((sum, x, i) => sum + x * wanted.quaternion[i], 0))).toBeCloseTo(1, 12);
    }
  }
});

test('motionBetween: scale that changes, shear and mirroring on the way are refused; what is sheared all the way is not', () => {
  const object = cube();
  const changed = (change: () => void) => {
    object.updateWorldMatrix(true, false);
    const before = object.matrixWorld.clone();
    change();
    return () => motionBetween(before, object);
  };
  expect(changed(() => object.scale.set(1, 1, 1.01))).toThrow(InputError);
  expect(changed(() => object.scale.set(1, -1, 1.01))).toThrow(/scale or shear changes by/);
  expect(changed(() => object.scale.setScalar(3))).toThrow(/scale or shear changes by/);
  const wide = new THREE.Group();
  wide.scale.set(1, 2, 1);
  wide.add(object);
  object.rotation.z = 0.3;
  expect(changed(() => object.position.set(1, 2, 3))).not.toThrow();
  expect(changed(() => object.rotation.set(0, 0, 1))).toThrow(/scale or shear changes by/);
  expect(() => motionBetween({} as never, object)).toThrow(/before must be a Matrix4 or an Object3D/);
});

test('a thin wall is met between two states', () => {
  const [ball, wall] = [cube(), cube()];
  wall.scale.set(0.001, 5, 5);
  wall.position.x = 2;
  const before = ball.matrixWorld.clone();
  ball.position.x = 4;
  const hit = firstContact({ shape: meshOf(ball), motion: motionBetween(before, ball) }, bodyOf(wall));
  expect(hit.status).toBe('contact');
  expect(hit.time).toBeCloseTo((2 - 0.0005 - 0.5) / 4, 5);
});

/** A bar that bends at its middle. */
function bar() {
  const geometry = new THREE.BoxGeometry(0.2, 4, 0.2, 1, 8, 1);
  const { position } = geometry.attributes;
  const weights = Array.from({ length: position.count }, (_, i) => Math.max(0, Math.min(1, position.getY(i) + 0.5)));
  const skin = weights.flatMap((share) => [1 - share, share, 0, 0]);
  geometry.setAttribute(
    'skinIndex',
    new THREE.Uint16BufferAttribute(
      weights.flatMap(() => [0, 1, 0, 0]),
      4,
    ),
  );
  geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(skin, 4));
  const bones = [new THREE.Bone(), new THREE.Bone()];
  bones[0].add(bones[1]);
  const mesh = new THREE.SkinnedMesh(geometry);
  mesh.name = 'bar';
  mesh.add(bones[0]);
  mesh.bind(new THREE.Skeleton(bones));
  return { mesh, joint: bones[1] };
}

test('DeformingObject: frames are where three has the vertices, each once; a skinned bar meets what stands in its way', () => {
  const { mesh, joint } = bar();
  mesh.position.set(1, 2, 3);
  const figure = new DeformingObject(mesh);
  const { position } = mesh.geometry.attributes;
  const byThree = () => {
    mesh.updateMatrixWorld(true);
    const places = Array.from({ length: position.count }, (_, i) =>
      mesh.getVertexPosition(i, new THREE.Vector3()).applyMatrix4(mesh.matrixWorld),
    );
    return new Set(places.map(({ x, y, z }) => `${x} ${y} ${z}`));
  };
  const own = (positions: Float64Array) =>
    new Set(Array.from({ length: positions.length / 3 }, (_, i) => [...positions.subarray(3 * i, 3 * i + 3)].join(' ')));
  expect(own(figure.shape.positions)).toEqual(byThree());
  expect(figure.shape.vertexCount).toBeLessThan(position.count); // corners of a box are three vertices each
  expect(figure.shape.triangleCount).toBe((mesh.geometry.index as THREE.BufferAttribute).count / 3);
  const wall = box([0.5, 0.5, 0.5], [0, 3, 3], 'wall');
  const query = new StepQuery([{ shape: figure.shape }, { shape: wall }]);
  let told = '';
  for (let k = 0; k < 20 && told !== 'contact'; k++) {
    const before = byThree();
    joint.rotation.z += 0.1; // towards −x
    const step = figure.step();
    expect(own(step.positions0)).toEqual(before);
    expect(own(step.positions1)).toEqual(byThree());
    told = query.firstContact({ bar: step }).status;
  }
  expect(told).toBe('contact');
});

test('DeformingObject: other triangles are another object', () => {
  const group = new THREE.Group().add(cube());
  const figure = new DeformingObject(group);
  group.add(cube());
  expect(() => figure.step()).toThrow(/a step keeps its triangles/);
  expect(() => new DeformingObject(new THREE.Group())).toThrow(/no triangle/);
});
