import * as THREE from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { describe, expect, test } from 'vitest';
import { InputError, inspectMesh, TriangleMesh } from '../../../src/index.ts';
import { bodiesOf, bodyOf, meshOf, poseOf } from '../../../src/three/index.ts';

/** What comes of three, any. */
// biome-ignore lint/suspicious/noExplicitAny: kinds of objects are told apart by their marks
type Untyped = any;

/** Corners in the world of every triangle, by three itself. */
function trianglesByThree(object: Untyped): number[][] {
  const out: number[][] = [];
  object.updateWorldMatrix(true, true);
  object.traverse((node: Untyped) => {
    if (!node.isMesh) return;
    const { index, attributes, groups, drawRange } = node.geometry;
    const total = (index ?? attributes.position).count;
    const stretches = Array.isArray(node.material) ? groups : [{ start: 0, count: total }];
    for (let instance = 0; instance < (node.isInstancedMesh ? node.count : 1); instance++) {
      const matrix = new THREE.Matrix4();
      if (node.isInstancedMesh) node.getMatrixAt(instance, matrix);
      matrix.premultiply(node.matrixWorld);
      for (const { start, count } of stretches) {
        const to = Math.min(start + count, drawRange.start + drawRange.count, total);
        for (let k = Math.max(start, drawRange.start); k < to; k += 3) {
          const corner = (c: number) =>
            node
              .getVertexPosition(index ? index.getX(c) : c, new THREE.Vector3())
              .applyMatrix4(matrix)
              .toArray();
          out.push([k, k + 1, k + 2].flatMap(corner));
        }
      }
    }
  });
  return out;
}

/** Corners in the world of every triangle of what was made of an object. */
function trianglesOf({ positions, indices }: TriangleMesh, pose: Untyped): number[][] {
  const quaternion = new THREE.Quaternion(...pose.quaternion);
  const vertex = (v: number) =>
    new THREE.Vector3(...positions.subarray(3 * v, 3 * v + 3))
      .applyQuaternion(quaternion)
      .add(new THREE.Vector3(...pose.position))
      .toArray();
  return Array.from({ length: indices.length / 3 }, (_, t) => [0, 1, 2].flatMap((k) => vertex(indices[3 * t + k])));
}

/** As a set of triangles, whichever way each of them turns. */
const sorted = (triangles: number[][], digits = 6) =>
  triangles
    .map((t) =>
      [0, 3, 6]
        .map((k) =>
          t
            .slice(k, k + 3)
            .map((x) => (Math.round(x * 10 ** digits) / 10 ** digits + 0).toFixed(digits))
            .join(' '),
        )
        .sort()
        .join(', '),
    )
    .sort();

const box = () => new THREE.BoxGeometry(1, 2, 3);
const placed = (object: Untyped, scale: readonly number[] = [1, 1, 1]) => {
  object.position.set(0.3, -2, 5);
  object.rotation.set(0.4, -1.1, 2.5);
  object.scale.set(...scale);
  return object;
};
const below = (parent: Untyped, child: Untyped) => parent.add(child) && child;

function interleaved() {
  const plain = box().toNonIndexed().attributes.position;
  const buffer = new THREE.InterleavedBuffer(new Float32Array(5 * plain.count), 5);
  const geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.InterleavedBufferAttribute(buffer, 3, 1));
  for (let i = 0; i < plain.count; i++) geometry.attributes.position.setXYZ(i, plain.getX(i), plain.getY(i), plain.getZ(i));
  return geometry;
}

function quantised() {
  const { position } = box().attributes;
  const array = Int16Array.from(position.array, (x: number) => (x / 3) * 32767);
  const geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.BufferAttribute(array, 3, true));
  return geometry.setIndex(box().index);
}

function instanced() {
  const mesh = new THREE.InstancedMesh(box(), undefined, 4);
  mesh.count = 3; // of four, three are drawn
  for (let i = 0; i < 4; i++)
    mesh.setMatrixAt(
      i,
      new THREE.Matrix4()
        .makeRotationX(i)
        .scale(new THREE.Vector3(1, i === 1 ? -1 : 2, 1))
        .setPosition(5 * i, 0, 0),
    );
  return placed(mesh, [2, 2, 2]);
}

function model() {
  const top = placed(new THREE.Group(), [1, 2, 0.5]); // shears what is turned below
  below(below(top, placed(new THREE.Group())), placed(new THREE.Mesh(box()), [1, 1, -1]));
  top.add(placed(new THREE.Mesh(interleaved())), new THREE.PointLight(), new THREE.Line(box()), new THREE.Points(box()));
  return top;
}

/** A skinned bar of two bones, bent. */
function bent(mode: THREE.BindMode = THREE.AttachedBindMode) {
  const geometry = new THREE.BoxGeometry(1, 4, 1, 1, 4, 1);
  const { position } = geometry.attributes;
  const [indices, weights]: number[][] = [[], []];
  for (let i = 0; i < position.count; i++) {
    const share = (position.getY(i) + 2) / 4;
    indices.push(0, 1, 0, 0);
    weights.push(1 - share, share, 0, 0);
  }
  geometry.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weights, 4));
  const bones = [new THREE.Bone(), new THREE.Bone()];
  bones[0].position.y = -2;
  bones[0].add(bones[1]);
  bones[1].position.y = 2;
  const mesh = new THREE.SkinnedMesh(geometry);
  mesh.bindMode = mode;
  mesh.add(bones[0]);
  mesh.bind(new THREE.Skeleton(bones));
  bones[1].rotation.z = 0.6;
  return mesh;
}

function morphed(relative: boolean) {
  const geometry = box();
  const target = geometry.attributes.position.clone();
  for (let i = 0; i < target.count; i++) target.setXYZ(i, target.getX(i) * 2, target.getY(i) + 1, -target.getZ(i) / 2);
  geometry.morphAttributes.position = [target];
  geometry.morphTargetsRelative = relative;
  const mesh = new THREE.Mesh(geometry);
  mesh.morphTargetInfluences = [0.3];
  return mesh;
}

describe('meshOf: the same triangles in the world as three has, outwards, in a frame that a body can have', () => {
  test.each<[string, number, () => Untyped]>([
    ['indexed', 12, () => placed(new THREE.Mesh(box()))],
    ['not indexed', 12, () => placed(new THREE.Mesh(box().toNonIndexed()))],
    ['scaled', 12, () => placed(new THREE.Mesh(box()), [0.001, 0.001, 0.002])],
    ['mirrored', 12, () => placed(new THREE.Mesh(box()), [1, -1, 1])],
    ['interleaved', 12, () => placed(new THREE.Mesh(interleaved()))],
    ['integers that stand for −1 to 1', 12, () => placed(new THREE.Mesh(quantised()))],
    ['below a group that shears', 12, () => model().children[0].children[0]],
    ['a model with lights, lines and points', 24, model],
    ['three instances of four, one of them mirrored', 36, instanced],
  ])('%s', (_, count, make) => {
    const object = make();
    const { shape: mesh, pose } = bodyOf(object);
    expect(sorted(trianglesOf(mesh, pose))).toEqual(sorted(trianglesByThree(object)));
    expect(mesh.indices).toHaveLength(3 * count);
    // each of them is a box of twelve triangles
    for (let k = 0; k < mesh.indices.length; k += 36) {
      const { closed, volume } = inspectMesh(new TriangleMesh(mesh.positions, mesh.indices.subarray(k, k + 36)));
      expect([closed, Number(volume) > 0]).toEqual([true, true]);
    }
    expect(Math.hypot(...pose.quaternion)).toBeCloseTo(1, 14);
    expect(poseOf(object)).toEqual(pose);
    expect(meshOf(object).positions).toEqual(mesh.positions);
    // each mesh and each instance by itself: the same triangles, up to the 32 bits of the matrices of instances
    const bodies = bodiesOf(object);
    expect(
      sorted(
        bodies.flatMap((one) => trianglesOf(one.shape, one.pose)),
        4,
      ),
    ).toEqual(sorted(trianglesByThree(object), 4));
    expect(new Set(bodies.map(({ name }) => name)).size).toBe(bodies.length);
  });

  test.each<[string, number, (mesh: Untyped) => void]>([
    ['a range', 4, ({ geometry }) => geometry.setDrawRange(6, 12)],
    ['groups of several materials', 8, (mesh) => withGroups(mesh, [{}, {}])],
    ['groups of one material, which draws all', 12, (mesh) => withGroups(mesh, {})],
  ])('only what is drawn: %s', (_, count, change) => {
    const mesh = placed(new THREE.Mesh(box()));
    change(mesh);
    expect(sorted(trianglesOf(meshOf(mesh), poseOf(mesh)))).toEqual(sorted(trianglesByThree(mesh)));
    expect(meshOf(mesh).indices).toHaveLength(3 * count);
  });

  test('moved since: the pose alone has changed', () => {
    const mesh = placed(new THREE.Mesh(box()), [2, 1, 1]);
    const before = meshOf(mesh);
    mesh.position.x += 1;
    mesh.rotateY(0.7);
    expect(sorted(trianglesOf(before, poseOf(mesh)))).toEqual(sorted(trianglesByThree(mesh)));
  });

  test('far from the origin nothing is lost', () => {
    const near = placed(new THREE.Mesh(box()));
    const far = placed(new THREE.Mesh(box()));
    far.position.set(1e9, 1e9, 1e9);
    expect(meshOf(far).positions).toEqual(meshOf(near).positions);
  });

  test('below nothing that is transformed, and not mirrored: the frame is the own one of the object', () => {
    const mesh = placed(new THREE.Mesh(box()), [2, 1, 0.5]);
    new THREE.Scene().add(mesh);
    const { position, quaternion } = poseOf(mesh);
    expect(position).toEqual(mesh.position.toArray());
    expect(Math.abs(mesh.quaternion.dot(new THREE.Quaternion(...quaternion)))).toBeCloseTo(1, 14);
  });

  test.each<[string, () => Untyped]>([
    ['skinned', () => placed(bent(), [1, 2, -1])],
    ['skinned, apart from its skeleton', () => placed(bent(THREE.DetachedBindMode), [1, 2, 1])],
    ['morphed', () => placed(morphed(false), [1, 2, 1])],
    ['morphed by differences', () => placed(morphed(true))],
    ['skinned, below a group that shears', () => below(placed(new THREE.Group(), [1, 2, 0.5]), bent())],
  ])('%s: as it is now', (_, make) => {
    const object = make();
    const before = sorted(trianglesOf(meshOf(object), poseOf(object)));
    expect(before).toEqual(sorted(trianglesByThree(object)));
    if (object.isSkinnedMesh) object.skeleton.bones[1].rotateX(0.8);
    else object.morphTargetInfluences[0] = 0.9;
    const after = sorted(trianglesOf(meshOf(object), poseOf(object)));
    expect(after).toEqual(sorted(trianglesByThree(object)));
    expect(after).not.toEqual(before);
  });

  test('instances that are morphed each by itself', () => {
    const mesh = placed(new THREE.InstancedMesh(morphed(true).geometry, undefined, 2));
    const stand = morphed(true);
    [0.2, 0.7].forEach((share, i) => {
      mesh.setMatrixAt(i, new THREE.Matrix4().setPosition(5 * i, 0, 0));
      stand.morphTargetInfluences = [share];
      mesh.setMorphAt(i, stand);
    });
    const alone = [0.2, 0.7].flatMap((share, i) => {
      const one = placed(new THREE.Group());
      const own = below(one, morphed(true));
      own.morphTargetInfluences = [Math.fround(share)];
      own.position.x = 5 * i;
      return trianglesByThree(one);
    });
    expect(sorted(trianglesOf(meshOf(mesh), poseOf(mesh)))).toEqual(sorted(alone));
  });

  test('a batch is refused, and what has no triangle', () => {
    const batch = new THREE.BatchedMesh(1, 100, 100);
    batch.geometry.attributes.position ??= box().attributes.position;
    expect(() => meshOf(batch)).toThrow(/drawn elsewhere than its positions say/);
    expect(() => meshOf(batch)).toThrow(InputError);
    expect(() => meshOf(new THREE.PointLight())).toThrow(/no triangle/);
    expect(() => meshOf({} as Untyped)).toThrow(/needs an Object3D/);
  });

  test.each<[string, readonly number[]]>([
    ['flat', [1, 0, 2]],
    ['flat along its first axis', [0, 1, 2]],
    ['a needle', [0, 3, 0]],
    ['a point', [0, 0, 0]],
  ])('scaled until it is %s: it still turns with the object', (_, scale) => {
    const mesh = placed(new THREE.Mesh(box()), scale);
    const before = meshOf(mesh);
    mesh.rotateY(0.7);
    mesh.rotateZ(-1.2);
    expect(sorted(trianglesOf(before, poseOf(mesh)))).toEqual(sorted(trianglesByThree(mesh)));
  });

  test('below parents that do not update themselves, moved since the last frame', () => {
    const top = new THREE.Group();
    const middle = below(top, new THREE.Group());
    const mesh = below(middle, placed(new THREE.Mesh(box())));
    middle.matrixAutoUpdate = mesh.matrixAutoUpdate = false;
    mesh.updateMatrix();
    top.updateMatrixWorld(true);
    top.position.x = 7;
    expect(poseOf(mesh).position[0]).toBeCloseTo(7.3, 12);
  });

  test('in the frame of another object', () => {
    const other = placed(new THREE.Group(), [2, 2, 2]);
    const mesh = placed(new THREE.Mesh(box()), [1, 2, 1]);
    expect(sorted(trianglesOf(meshOf(mesh, { frame: other }), poseOf(other)))).toEqual(sorted(trianglesByThree(mesh)));
  });

  test('instances that look the same share a mesh, and are called one by one', () => {
    const mesh = new THREE.InstancedMesh(box(), undefined, 3);
    mesh.name = 'bolt';
    for (let i = 0; i < 3; i++) mesh.setMatrixAt(i, new THREE.Matrix4().makeRotationX(i).setPosition(5 * i, 0, 0));
    const bodies = bodiesOf(mesh, { solid: true });
    expect(bodies.map(({ name }) => name)).toEqual(['bolt', 'bolt 2', 'bolt 3']);
    expect(new Set(bodies.map(({ shape }) => shape)).size).toBe(1);
    expect(bodies[0].shape.solid).toBe(true);
  });

  test.each<[string, Untyped]>([
    ['a sphere', new THREE.SphereGeometry(1)],
    ['a cylinder', new THREE.CylinderGeometry(1, 1, 2)],
    ['a torus', new THREE.TorusGeometry(1, 0.3)],
  ])('%s of three is open at its seam by rounding, until its vertices are merged', (_, geometry) => {
    const isClosed = (own: Untyped) => {
      const { positions, indices } = meshOf(new THREE.Mesh(own));
      return inspectMesh(new TriangleMesh(positions, indices)).closed;
    };
    expect(isClosed(geometry)).toBe(false);
    for (const name of ['normal', 'uv']) geometry.deleteAttribute(name); // else they keep vertices apart
    expect(isClosed(mergeVertices(geometry))).toBe(true);
  });
});

function withGroups(mesh: Untyped, material: unknown): void {
  mesh.geometry.clearGroups();
  mesh.geometry.addGroup(0, 12, 0);
  mesh.geometry.addGroup(24, 12, 1);
  mesh.material = material;
}
