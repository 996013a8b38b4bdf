import * as THREE from 'three';
import { describe, expect, test } from 'vitest';
import { buildAabbTree, buildObbTree, buildSweptSphereTree, treeOf } from '../../../src/hierarchy/index.ts';
import { box, capsule, InputError, Random, Robot, rigidMotion, Scene, sphere, type TriangleMesh } from '../../../src/index.ts';
import {
  ClearancePaint,
  ContactMarks,
  clearanceColour,
  contactTriangles,
  Ghosts,
  geometryOf,
  meshOf,
  placesAlong,
  SweptVolumes,
  TreeLevel,
} from '../../../src/three/index.ts';

const arm = new Robot({
  name: 'arm',
  base: { position: [10, 0, 0] },
  links: [
    { name: 'base', shapes: [{ shape: box(0.3) }, { shape: sphere(0.2, [0, 0, 0.3]) }] },
    {
      ...{ name: 'upper', parent: 'base' },
      joint: { name: 'shoulder', type: 'revolute', axis: [0, 0, 1], origin: { position: [0, 0, 0.4] } },
      shapes: [{ shape: capsule([0.4, 0, 0], [1.4, 0, 0], 0.1) }],
    },
  ],
});

const positionsOf = (object: THREE.Object3D) => (object as THREE.Mesh).geometry.attributes.position;
const vertices = (object: THREE.Object3D) => {
  object.updateWorldMatrix(true, false);
  const { count } = positionsOf(object);
  return Array.from({ length: count }, (_, i) =>
    (object as THREE.Mesh).getVertexPosition(i, new THREE.Vector3()).applyMatrix4(object.matrixWorld),
  );
};

/** Whether a point is inside of a closed surface: how often a ray leaves it. */
function isInside(mesh: THREE.Mesh, point: THREE.Vector3, within = 0): boolean {
  const p = positionsOf(mesh);
  let winding = 0;
  for (let i = 0; i < p.count; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => new THREE.Vector3().fromBufferAttribute(p, i + k).sub(point));
    if (new THREE.Triangle(a, b, c).closestPointToPoint(new THREE.Vector3(), new THREE.Vector3()).length() <= within) return true;
    const [x, y, z] = [a.length(), b.length(), c.length()];
    winding += 2 * Math.atan2(a.dot(b.clone().cross(c)), x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y);
  }
  return winding > 2 * Math.PI;
}

function distanceTo(mesh: THREE.Mesh, point: THREE.Vector3): number {
  const places = vertices(mesh);
  const nearest = (i: number) =>
    new THREE.Triangle(places[i], places[i + 1], places[i + 2]).closestPointToPoint(point, new THREE.Vector3());
  return places.reduce((least, _, i) => (i % 3 === 0 ? Math.min(least, nearest(i).distanceTo(point)) : least), Infinity);
}

describe('geometryOf', () => {
  test('has the triangles of the mesh, and meshOf gives them back', () => {
    const shape = box([1, 2, 3], [4, 5, 6]);
    const back = meshOf(new THREE.Mesh(geometryOf(shape)));
    expect(back.triangleCount).toBe(12);
    const corners = (mesh: TriangleMesh) => [...mesh.indices].map((v) => mesh.positions.subarray(3 * v, 3 * v + 3).join(' ')).sort();
    expect(corners(back)).toEqual(corners(shape));
  });

  test('a ball is round', () => {
    for (const place of vertices(new THREE.Mesh(geometryOf(sphere(2))))) expect(place.length()).toBeCloseTo(2, 5);
    expect(() => geometryOf({} as never)).toThrow(InputError);
  });
});

describe('ContactMarks', () => {
  const scene = new Scene({
    robots: [arm],
    bodies: [{ name: 'crate', shape: box(0.5) }],
    obstacles: [{ name: 'post', shape: box(0.2), pose: { position: [10, 1, 0.4], quaternion: [0, 0, 0.6, 0.8] } }],
  });

  test.each([
    ['a robot meets an obstacle', { arm: arm.path([[0], [3]]) }],
    [
      'a robot meets a body',
      { arm: arm.path([[0], [-3]]), crate: rigidMotion({ position: [10, -1, 0.4] }, { position: [10, -1.1, 0.4] }) },
    ],
    ['a body meets the base', { arm: arm.path([[0], [0]]), crate: rigidMotion({ position: [12, 0, -0.1] }, { position: [9, 0, 0] }) }],
  ])('%s: balls at the points, normals from there, triangles that hold the points', (_, motions) => {
    const hit = scene.firstContact(motions, { contacts: 'all' });
    expect(hit.status).toBe('contact');
    const find = contactTriangles(scene, motions, hit.time);
    const marks = new ContactMarks({ size: 0.01 });
    marks.update(hit.contacts, find);
    expect(marks.children.map(({ type }) => type)).toEqual(['Mesh', 'LineSegments', 'Mesh']);
    const [balls, normals, faces] = marks.children as [THREE.InstancedMesh, THREE.LineSegments, THREE.Mesh];
    expect(balls.count).toBe(hit.contacts.length);
    hit.contacts.forEach(({ point, normal, a, b, pointA, pointB }, i) => {
      const matrix = new THREE.Matrix4();
      balls.getMatrixAt(i, matrix);
      const at = new THREE.Vector3().setFromMatrixPosition(matrix);
      expect(at.distanceTo(new THREE.Vector3(...point))).toBeLessThan(1e-5);
      const [from, to] = [2 * i, 2 * i + 1].map((k) => new THREE.Vector3().fromBufferAttribute(positionsOf(normals), k));
      expect(
        to
          .sub(from)
          .normalize()
          .dot(new THREE.Vector3(...normal)),
      ).toBeCloseTo(1, 3);
      for (const [side, own] of [
        [a, pointA],
        [b, pointB],
      ] as const) {
        const corners = find(side, own) as number[];
        const triangle = new THREE.Triangle(
          ...([0, 3, 6].map((k) => new THREE.Vector3().fromArray(corners, k)) as [THREE.Vector3, THREE.Vector3, THREE.Vector3]),
        );
        const point3 = new THREE.Vector3(...own);
        // the triangle of a capsule or a ball is its axis or its centre
        const distance = triangle.closestPointToPoint(point3, new THREE.Vector3()).distanceTo(point3);
        const radius = side.link === 'upper' ? 0.1 : side.link === 'base' ? 0.2 : 0;
        expect(Math.abs(distance - radius)).toBeLessThan(1e-5);
      }
    });
    const touched = new Set(hit.contacts.flatMap(({ a, b }) => [a, b]).map(({ body, link, triangle }) => `${body} ${link} ${triangle}`));
    expect(positionsOf(faces).count).toBe(3 * touched.size);
    marks.update([]);
    expect(marks.children).toEqual([]);
    marks.dispose();
    expect(() => new ContactMarks({ size: 0 })).toThrow(InputError);
  });
});

describe('SweptVolumes', () => {
  test('what a link sweeps has its boundary there, and nothing sticks out; the error is what was asked for; seed volumes', () => {
    const random = new Random('volumes');
    const path = arm.path([[0], [1.2], [0.3]]);
    const volumes = new SweptVolumes({ tolerance: 0.01 });
    volumes.update(path);
    expect(volumes.error).toBeLessThanOrEqual(0.01);
    expect(volumes.children.map(({ name }) => name).filter((name) => name === 'upper')).toHaveLength(2);
    const drawn = volumes.children.filter(({ name }) => name === 'upper') as THREE.Mesh[];
    for (let k = 0; k < 40; k++) {
      const [angle] = path.configurationAt(random.range(0, 2));
      const reach = random.range(0.4, 1.4);
      // on the upper or lower side of the capsule, which is on the boundary of what it sweeps
      const point = new THREE.Vector3(10 + reach * Math.cos(angle), reach * Math.sin(angle), 0.4 + random.pick([-0.1, 0.1]));
      expect(Math.min(...drawn.map((mesh) => distanceTo(mesh, point)))).toBeLessThan(0.011);
    }
    const far = Math.max(
      ...volumes.children.filter(({ name }) => name === 'upper').flatMap((mesh) => vertices(mesh).map(({ x, y }) => Math.hypot(x - 10, y))),
    );
    expect(far).toBeGreaterThan(1.5 - 0.011);
    expect(far).toBeLessThan(1.5 + 0.011);
    volumes.dispose();
    expect(volumes.children).toEqual([]);
  });

  test('bodies with motions, far away too', () => {
    const volumes = new SweptVolumes();
    const from = { position: [1e7, 0, 0] } as const;
    volumes.update([{ name: 'ball', shape: sphere(1), motion: rigidMotion(from, { position: [1e7 + 4, 0, 0] }) }]);
    const [drawn] = volumes.children;
    const xs = vertices(drawn).map(({ x }) => x - 1e7);
    expect([Math.min(...xs), Math.max(...xs)].map((x) => Math.round(x * 100) / 100)).toEqual([-1, 5]);
    expect(() => volumes.update([{ shape: sphere(1) }])).toThrow(/has no motion/);
    expect(() => new SweptVolumes({ toleranse: 1 } as never)).toThrow(/did you mean 'tolerance'/);
  });
});

describe('TreeLevel', () => {
  const mesh = meshOf(new THREE.Mesh(new THREE.TorusKnotGeometry(1, 0.3, 24, 6)));

  test.each([
    ['rectangle swept spheres', buildSweptSphereTree(mesh)],
    ['line swept spheres', buildSweptSphereTree(mesh, { volume: 'lss' })],
    ['oriented boxes', buildObbTree(mesh)],
    ['boxes', buildAabbTree(mesh)],
  ])('%s: every level holds every vertex, and the volumes become more', (_, tree) => {
    const drawn = new TreeLevel();
    let before = 0;
    for (const level of [0, 1, 3]) {
      const count = drawn.update(tree, level);
      expect(count).toBe(2 ** level);
      expect(positionsOf(drawn).count).toBeGreaterThan(before);
      before = positionsOf(drawn).count;
      const per = positionsOf(drawn).count / count;
      for (let v = 0; v < mesh.vertexCount; v += 17) {
        const point = new THREE.Vector3().fromArray(mesh.positions, 3 * v);
        const holds = Array.from({ length: count }, (_, i) => {
          const one = new THREE.Mesh(
            new THREE.BufferGeometry().setAttribute(
              'position',
              new THREE.BufferAttribute(positionsOf(drawn).array.slice(9 * (per / 3) * i, 9 * (per / 3) * (i + 1)) as Float32Array, 3),
            ),
          );
          return isInside(one, point, 0.02); // drawn roundings are inside of true ones
        });
        expect(holds).toContain(true);
      }
    }
    expect(drawn.update(tree, 99)).toBe(mesh.triangleCount);
    drawn.dispose();
    expect(() => drawn.update(tree, -1)).toThrow(InputError);
  });

  test('the one that queries use', () => {
    expect(new TreeLevel({ opacity: 1 }).update(treeOf(mesh), 2)).toBe(4);
  });
});

describe('Ghosts', () => {
  test('of a robot: every link where its kinematics has it, coloured by clearance', () => {
    const ghosts = new Ghosts(arm, { clearance: { near: 0, far: 1 } });
    const places = placesAlong(arm.path([[0], [1]]), 5);
    expect(places.map(([x]) => x)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    ghosts.update(places, [0, 0.25, 0.5, 0.75, 1]);
    expect(ghosts.children.map(({ name }) => name).sort()).toEqual(['base', 'base', 'upper']);
    for (const child of ghosts.children as THREE.InstancedMesh[]) {
      places.forEach((place, i) => {
        const matrix = new THREE.Matrix4();
        child.getMatrixAt(i, matrix);
        const { position } = arm.linkPoses(place)[child.name];
        expect(new THREE.Vector3().setFromMatrixPosition(matrix).distanceTo(new THREE.Vector3(...position))).toBeLessThan(1e-5);
      });
      const colours = places.map((_, i) => {
        const colour = new THREE.Color();
        child.getColorAt(i, colour);
        return colour.getHexString();
      });
      expect(new Set(colours).size).toBe(5);
    }
    ghosts.dispose();
    expect(ghosts.children).toEqual([]);
  });

  test('of an object, along motions', () => {
    const object = new THREE.Mesh(new THREE.BoxGeometry());
    const ghosts = new Ghosts(object);
    ghosts.update(
      placesAlong([rigidMotion({}, { position: [2, 0, 0] }), rigidMotion({ position: [2, 0, 0] }, { position: [2, 2, 0] })], 5),
    );
    const matrix = new THREE.Matrix4();
    (ghosts.children[0] as THREE.InstancedMesh).getMatrixAt(3, matrix);
    expect(new THREE.Vector3().setFromMatrixPosition(matrix).toArray()).toEqual([2, 1, 0]);
    expect(() => placesAlong(rigidMotion({}, {}), 1)).toThrow(InputError);
  });
});

test('clearance as colour: dark near, light far; materials are given back', () => {
  const scale = { near: 0, far: 1 };
  const light = (distance: number) => clearanceColour(distance, scale).getHSL({ h: 0, s: 0, l: 0 }, THREE.SRGBColorSpace).l;
  expect(light(-1)).toBe(light(0));
  expect(light(0)).toBeLessThan(light(0.5));
  expect(light(0.5)).toBeLessThan(light(1));
  const material = new THREE.MeshBasicMaterial({ color: 0x123456 });
  const object = new THREE.Mesh(new THREE.BoxGeometry(), material);
  const paint = new ClearancePaint(object, scale);
  paint.update(0.1);
  expect((object.material as THREE.MeshBasicMaterial).color.equals(clearanceColour(0.1, scale))).toBe(true);
  expect(material.color.getHex()).toBe(0x123456);
  paint.dispose();
  expect(object.material).toBe(material);
  expect(() => clearanceColour(1, { near: 1, far: 1 })).toThrow(InputError);
});
