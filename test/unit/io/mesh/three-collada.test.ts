import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCollada } from '../../../../src/io/mesh/parse-collada.ts';
import { parseXml } from '../../../../src/io/text/xml.ts';
import type { XmlElement } from '../../../../src/io/text/xml-element.ts';
import { Random } from '../../../../src/math/random.ts';
import { colladaText } from './write-collada.ts';

// Random COLLADA scenes against three.js's ColladaLoader: its own reading of transforms, inputs, accessors and primitives. Only triangles,
// because it cuts larger polygons another way.

/** As much of a DOM as the loader asks for. */
class ElementView {
  readonly nodeType = 1;
  private readonly element: XmlElement;

  constructor(element: XmlElement) {
    this.element = element;
  }

  get nodeName(): string {
    return this.element.name;
  }

  get textContent(): string {
    return this.element.text;
  }

  get childNodes(): ElementView[] {
    return this.element.children.map((child) => new ElementView(child));
  }

  getAttribute(name: string): string | null {
    return this.element.attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.element.attributes.has(name);
  }

  getElementsByTagName(name: string): ElementView[] {
    return this.childNodes.flatMap((child) => [...(child.nodeName === name ? [child] : []), ...child.getElementsByTagName(name)]);
  }
}

class Parser {
  parseFromString(text: string): object {
    const root = new ElementView(parseXml(text, 'three.dae'));
    return { childNodes: [root], getElementsByTagName: (name: string) => root.getElementsByTagName(name) };
  }
}

const scope = globalThis as { DOMParser?: unknown };
const before = scope.DOMParser;
beforeAll(() => {
  scope.DOMParser = Parser;
});
afterAll(() => {
  scope.DOMParser = before;
});

// three comes without types; these are the parts in use.
interface Object3D {
  readonly isMesh?: boolean;
  readonly matrixWorld: unknown;
  readonly geometry: { readonly index: null; readonly attributes: { readonly position: { readonly count: number } } };
  traverse(visit: (object: Object3D) => void): void;
  updateMatrixWorld(force: boolean): void;
}
interface Vector3 {
  fromBufferAttribute(attribute: unknown, i: number): Vector3;
  applyMatrix4(matrix: unknown): Vector3;
  toArray(): number[];
}
const moduleNames = ['three', 'three/examples/jsm/loaders/ColladaLoader.js'];

function randomFile(seed: number): string {
  const random = new Random(seed);
  // Quarters are exact in the single precision that the loader stores.
  const quarters = (n: number) => Array.from({ length: n }, () => Math.floor(64 * random.next() - 32) / 4).join(' ');
  const pick = (n: number) => Math.floor(random.next() * n);
  const transforms = [
    () => `<translate>${quarters(3)}</translate>`,
    // Unit axes and even scales, since the loader takes both for granted.
    () => `<rotate>${['0 0 1', '0.6 0 0.8', '0 -1 0'][pick(3)]} ${quarters(1)}</rotate>`,
    () => '<scale>2 2 2</scale>',
    () => '<matrix>0 0 1 3 1 0 0 4 0 1 0 5 0 0 0 1</matrix>',
  ];
  let count = 0;
  const node = (depth: number): string => {
    const id = `n${count++}`;
    // Inner nodes first, as the loader goes through them.
    const own = Array.from({ length: pick(4) }, () => transforms[pick(4)]()).join('');
    const children = depth > 3 ? '' : Array.from({ length: pick(3) }, () => node(depth + 1)).join('');
    return `<node id="${id}">${own}${children}<instance_geometry url="#quad"/></node>`;
  };
  const vertexCount = 12;
  const inputs = '<input semantic="NORMAL" source="#quad-p" offset="0"/><input semantic="VERTEX" source="#quad-v" offset="1"/>';
  const corners = (n: number) => Array.from({ length: n }, () => `${pick(vertexCount)} ${pick(vertexCount)}`).join(' ');
  const primitives = `<triangles count="4">${inputs}<p>${corners(12)}</p></triangles>
    <polylist count="3">${inputs}<vcount>3 3 3</vcount><p>${corners(9)}</p></polylist>`;
  return colladaText({
    asset: '<unit meter="0.25"/><up_axis>Y_UP</up_axis>',
    positions: quarters(3 * vertexCount),
    primitives,
    nodes: node(0) + node(0),
  });
}

test.each([1, 2, 3, 4, 5, 6])('the same corners as three.js, seed %i', async (seed) => {
  const { Vector3 } = (await import(moduleNames[0])) as { Vector3: new () => Vector3 };
  const { ColladaLoader } = (await import(moduleNames[1])) as { ColladaLoader: new () => { parse(text: string): { scene: Object3D } } };
  const text = randomFile(seed);
  const { scene } = new ColladaLoader().parse(text);
  scene.updateMatrixWorld(true);
  const expected: number[][] = [];
  scene.traverse((object) => {
    if (!object.isMesh) return;
    const { position } = object.geometry.attributes;
    for (let i = 0; i < position.count; i++)
      expected.push(new Vector3().fromBufferAttribute(position, i).applyMatrix4(object.matrixWorld).toArray());
  });
  const mesh = parseCollada(text, 'a.dae');
  expect(mesh.indices.length).toBe(expected.length);
  let worst = 0;
  const size = Math.max(...expected.flat().map(Math.abs));
  mesh.indices.forEach((v, i) => {
    for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(mesh.positions[3 * v + k] - expected[i][k]));
  });
  expect(worst).toBeLessThan(1e-13 * size);
});
