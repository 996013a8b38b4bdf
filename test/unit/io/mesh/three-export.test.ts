import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseGlb } from '../../../../src/io/mesh/parse-glb.ts';
import { Random } from '../../../../src/math/random.ts';

// Scenes that three.js's GLTFExporter wrote, against where three.js itself has the vertices.

// three comes without types; these are the parts in use.
interface Settable {
  set(...numbers: number[]): { normalize(): void };
}
interface Attribute {
  readonly count: number;
  getX(i: number): number;
}
interface Object3D {
  readonly isMesh?: boolean;
  readonly position: Settable;
  readonly quaternion: Settable;
  readonly scale: Settable;
  readonly matrixWorld: { determinant(): number };
  readonly geometry: { readonly index: Attribute | null; readonly attributes: { readonly position: Attribute } };
  add(child: Object3D): void;
  traverse(visit: (object: Object3D) => void): void;
  updateMatrixWorld(force: boolean): void;
}
interface Vector3 {
  fromBufferAttribute(attribute: Attribute, i: number): Vector3;
  applyMatrix4(matrix: unknown): Vector3;
  toArray(): number[];
}
type Geometry = new (...numbers: number[]) => unknown;
interface Three {
  readonly Scene: new () => Object3D;
  readonly Mesh: new (geometry: unknown, material: unknown) => Object3D;
  readonly Vector3: new () => Vector3;
  readonly MeshBasicMaterial: new () => unknown;
  readonly BoxGeometry: Geometry;
  readonly IcosahedronGeometry: Geometry;
  readonly TorusGeometry: Geometry;
}
interface Exporter {
  parseAsync(scene: Object3D, options: object): Promise<ArrayBuffer>;
}

const moduleNames = ['three', 'three/examples/jsm/exporters/GLTFExporter.js'];

/** The exporter reads its blobs with a class that only browsers have. */
class BlobReader {
  result: ArrayBuffer | null = null;
  onloadend: (() => void) | null = null;

  async readAsArrayBuffer(blob: Blob): Promise<void> {
    this.result = await blob.arrayBuffer();
    this.onloadend?.();
  }
}

const scope = globalThis as { FileReader?: unknown };
const before = scope.FileReader;
beforeAll(() => {
  scope.FileReader = BlobReader;
});
afterAll(() => {
  scope.FileReader = before;
});

function randomScene(three: Three, seed: number): Object3D {
  const random = new Random(seed);
  const number = () => 2 * random.next() - 1;
  const scene = new three.Scene();
  const geometries = [new three.BoxGeometry(1, 2, 3), new three.IcosahedronGeometry(1, 1), new three.TorusGeometry(1, 0.25, 5, 7)];
  let parent = scene;
  for (let n = 0; n < 8; n++) {
    const child = new three.Mesh(geometries[n % 3], new three.MeshBasicMaterial());
    child.position.set(number(), number(), number());
    child.quaternion.set(number(), number(), number(), number()).normalize();
    child.scale.set(n % 2 === 0 ? -1.5 : 1, 0.5 + random.next(), 1);
    parent.add(child);
    parent = n % 3 === 2 ? scene : child;
  }
  scene.updateMatrixWorld(true);
  return scene;
}

/** Corner by corner; the second and third of a mirrored triangle changed places. */
function worldCorners(three: Three, scene: Object3D): number[] {
  const corners: number[] = [];
  scene.traverse((object) => {
    if (!object.isMesh) return;
    const { index, attributes } = object.geometry;
    const isMirror = object.matrixWorld.determinant() < 0;
    for (let i = 0; i < (index ?? attributes.position).count; i++) {
      const corner = isMirror ? i + [0, 1, -1][i % 3] : i;
      const v = index === null ? corner : index.getX(corner);
      corners.push(...new three.Vector3().fromBufferAttribute(attributes.position, v).applyMatrix4(object.matrixWorld).toArray());
    }
  });
  return corners;
}

test.each([
  [1, false],
  [2, false],
  [3, true],
])('nested, mirrored, shared meshes, seed %i, nodes as translation, rotation, scale: %s', async (seed, trs) => {
  const three = (await import(moduleNames[0])) as Three;
  const { GLTFExporter } = (await import(moduleNames[1])) as { GLTFExporter: new () => Exporter };
  const scene = randomScene(three, seed);
  const expected = worldCorners(three, scene);
  const mesh = parseGlb(await new GLTFExporter().parseAsync(scene, { binary: true, trs }), 'three.glb');
  expect(mesh.indices.length).toBe(expected.length / 3);
  let worst = 0;
  mesh.indices.forEach((v, i) => {
    for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(mesh.positions[3 * v + k] - expected[3 * i + k]));
  });
  expect(worst).toBeLessThan(1e-13);
});
