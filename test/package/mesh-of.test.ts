import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as THREE from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { describe, expect, test } from 'vitest';
import { inspectMesh, TriangleMesh } from '../../src/index.ts';
import { ROOT } from './installed-package.ts';

const { meshOf, poseOf } = await import(new URL('../../examples/page/mesh-of.mjs', import.meta.url).href);

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

function trianglesOf({ positions, indices, pose }: Untyped): number[][] {
  const quaternion = new THREE.Quaternion(...pose.quaternion);
  const vertex = (v: number) =>
    new THREE.Vector3(...positions.subarray(3 * v, 3 * v + 3))
      .applyQuaternion(quaternion)
      .add(new THREE.Vector3(...pose.position))
      .toArray();
  return Array.from({ length: indices.length / 3 }, (_, t) => [0, 1, 2].flatMap((k) => vertex(indices[3 * t + k])));
}

/** As a set of triangles, whichever way each of them turns. */
const sorted = (triangles: number[][]) =>
  triangles
    .map((t) =>
      [0, 3, 6]
        .map((k) =>
          t
            .slice(k, k + 3)
            .map((x) => (Math.round(x * 1e6) / 1e6 + 0).toFixed(6))
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
    const mesh = meshOf(object);
    expect(sorted(trianglesOf(mesh))).toEqual(sorted(trianglesByThree(object)));
    expect(mesh.indices).toHaveLength(3 * count);
    // each of them is a box of twelve triangles
    for (let k = 0; k < mesh.indices.length; k += 36) {
      const { closed, volume } = inspectMesh(new TriangleMesh(mesh.positions, mesh.indices.subarray(k, k + 36)));
      expect([closed, Number(volume) > 0]).toEqual([true, true]);
    }
    expect(Math.hypot(...mesh.pose.quaternion)).toBeCloseTo(1, 14);
    expect(poseOf(object)).toEqual(mesh.pose);
  });

  test.each<[string, number, (mesh: Untyped) => void]>([
    ['a range', 4, ({ geometry }) => geometry.setDrawRange(6, 12)],
    ['groups of several materials', 8, (mesh) => withGroups(mesh, [{}, {}])],
    ['groups of one material, which draws all', 12, (mesh) => withGroups(mesh, {})],
  ])('only what is drawn: %s', (_, count, change) => {
    const mesh = placed(new THREE.Mesh(box()));
    change(mesh);
    expect(sorted(trianglesOf(meshOf(mesh)))).toEqual(sorted(trianglesByThree(mesh)));
    expect(meshOf(mesh).indices).toHaveLength(3 * count);
  });

  test('moved since: the pose alone has changed', () => {
    const mesh = placed(new THREE.Mesh(box()), [2, 1, 1]);
    const before = meshOf(mesh);
    mesh.position.x += 1;
    mesh.rotateY(0.7);
    expect(sorted(trianglesOf({ ...before, pose: poseOf(mesh) }))).toEqual(sorted(trianglesByThree(mesh)));
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
    ['skinned', () => new THREE.SkinnedMesh(box())],
    ['batched', () => new THREE.BatchedMesh(1, 100, 100)],
    ['morphed', () => Object.assign(new THREE.Mesh(box()), { morphTargetInfluences: [0, 0.5] })],
  ])('%s is refused', (_, make) => {
    const mesh = make();
    mesh.geometry.attributes.position ??= box().attributes.position;
    expect(() => meshOf(mesh)).toThrow(/drawn elsewhere than their positions say/);
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

test('the example is typed without three', async () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const flags =
    '--noEmit --ignoreConfig --allowJs --checkJs --strict --target es2022 --lib es2022 --module nodenext examples/page/mesh-of.mjs';
  await expect(promisify(execFile)(process.execPath, [tsc, ...flags.split(' ')], { cwd: ROOT })).resolves.toMatchObject({ stdout: '' });
});

function withGroups(mesh: Untyped, material: unknown): void {
  mesh.geometry.clearGroups();
  mesh.geometry.addGroup(0, 12, 0);
  mesh.geometry.addGroup(24, 12, 1);
  mesh.material = material;
}
