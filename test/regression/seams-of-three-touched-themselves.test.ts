import * as THREE from 'three';
import { expect, test } from 'vitest';
import { box } from '../../src/index.ts';
import { StepQuery } from '../../src/soft/index.ts';
import { DeformingObject } from '../../src/three/index.ts';

// Where three closes a surface, sin 2π is not 0: two rows of corners lay 1e-16 apart, and what deformed touched itself there.

const GEOMETRIES: readonly (readonly [string, () => THREE.BufferGeometry])[] = [
  ['box', () => new THREE.BoxGeometry(1, 1, 1, 2, 2, 2)],
  ['sphere', () => new THREE.SphereGeometry(0.5, 16, 8)],
  ['cylinder', () => new THREE.CylinderGeometry(0.5, 0.5, 1, 16)],
  ['cone', () => new THREE.ConeGeometry(0.5, 1, 12)],
  ['torus', () => new THREE.TorusGeometry(0.5, 0.2, 8, 16)],
  ['capsule', () => new THREE.CapsuleGeometry(0.3, 0.5)],
  ['knot', () => new THREE.TorusKnotGeometry(0.5, 0.15, 64, 8)],
  ['lathe', () => new THREE.LatheGeometry([new THREE.Vector2(0, -0.5), new THREE.Vector2(0.4, 0), new THREE.Vector2(0, 0.5)], 16)],
  ['capsule, moved', () => new THREE.CapsuleGeometry(0.3, 0.5).translate(0.37, 11.3, -5.1).rotateX(0.7)],
];

test.each(GEOMETRIES)('%s: grows and turns without touching itself', (_, made) => {
  const mesh = new THREE.Mesh(made());
  mesh.name = 'balloon';
  const soft = new DeformingObject(mesh);
  const query = new StepQuery([{ shape: soft.shape }, { shape: box(1, [200, 0, 0], 'needle') }]);
  for (let frame = 0; frame < 4; frame++) {
    mesh.scale.multiplyScalar(1.1);
    mesh.rotation.y += 0.3;
    mesh.rotation.x += 0.2;
    const { status, contacts } = query.firstContact({ balloon: soft.step() });
    expect([frame, status, contacts.length]).toEqual([frame, 'free', 0]);
  }
});

test('a skinned cylinder bends, and is told when it comes to a plate', () => {
  const geometry = new THREE.CylinderGeometry(0.2, 0.2, 2, 8, 8);
  const { position } = geometry.attributes;
  const rises = Array.from({ length: position.count }, (_, i) => Math.min(1, (position.getY(i) + 1) / 2));
  const indices = rises.flatMap(() => [0, 1, 0, 0]);
  const weights = rises.flatMap((k) => [1 - k, k, 0, 0]);
  geometry.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weights, 4));
  const [root, tip] = [new THREE.Bone(), new THREE.Bone()];
  root.position.y = -1;
  tip.position.y = 1;
  root.add(tip);
  const mesh = new THREE.SkinnedMesh(geometry, new THREE.MeshBasicMaterial());
  mesh.name = 'arm';
  mesh.add(root);
  mesh.bind(new THREE.Skeleton([root, tip]));
  const soft = new DeformingObject(mesh);
  const query = new StepQuery([{ shape: soft.shape }, { shape: box([0.1, 3, 3], [1.2, 0, 0], 'plate') }]);
  const told: string[] = [];
  for (let frame = 0; frame < 8 && !told.includes('contact'); frame++) {
    tip.rotation.z -= 0.2;
    const { status, contacts } = query.firstContact({ arm: soft.step() });
    told.push(status);
    for (const { a, b } of contacts) expect([a.body, b.body].sort()).toEqual(['arm', 'plate']);
  }
  expect(told.slice(0, 3)).toEqual(['free', 'free', 'free']);
});

test('corners that are apart stay so, however near: a sheet of doubles a thousandth of a float apart', () => {
  const geometry = new THREE.BufferGeometry();
  const at = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e-10, 1, 0, 1e-10, 0, 1, 1e-10];
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float64Array(at), 3));
  expect(new DeformingObject(new THREE.Mesh(geometry)).shape.vertexCount).toBe(6);
});
