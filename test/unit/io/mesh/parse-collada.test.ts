import { describe, expect, test } from 'vitest';
import { parseCollada } from '../../../../src/io/mesh/parse-collada.ts';
import { parseMesh } from '../../../../src/io/mesh/read-mesh.ts';
import { type ColladaParts, colladaText, INSTANCE, QUAD } from './write-collada.ts';

const numbers = (text: string): number[] => text.split(' ').map(Number);
const read = (parts: ColladaParts, options = {}) => parseCollada(colladaText(parts), 'a.dae', options);
/** Without the sign of zeros. */
const positions = (parts: ColladaParts, options = {}): number[] => [...read(parts, options).positions].map((x) => x + 0);
const VERTEX = '<input semantic="VERTEX" source="#quad-v" offset="0"/>';
const FIVE = '0 0 0 1 1 0 2 4 0 3 9 0 4 16 0';

function triangles(primitives: string, text = FIVE): number[][] {
  const { indices } = read({ primitives, positions: text });
  return Array.from({ length: indices.length / 3 }, (_, t) => [...indices.subarray(3 * t, 3 * t + 3)]);
}

describe('one quad', () => {
  test('comes back as written', () => {
    const mesh = read({});
    expect([...mesh.positions]).toEqual(numbers(QUAD));
    expect([...mesh.indices]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  test('from bytes, with a byte order mark, as UTF-16, and without an extension', () => {
    const text = colladaText();
    const utf16 = new Uint8Array(Uint16Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0)).buffer);
    for (const source of [text, `\ufeff${text}`, new TextEncoder().encode(text), utf16]) {
      expect(parseMesh(source, 'A.DAE').triangleCount).toBe(2);
    }
    expect(parseMesh(text, 'quad').triangleCount).toBe(2);
  });

  test('the unit gives metres', () => {
    expect(positions({ asset: '<unit meter="0.001"/>' })).toEqual(numbers(QUAD).map((x) => x * 0.001));
    expect(positions({ asset: '<unit name="m"/>' })).toEqual(numbers(QUAD));
    expect(positions({ asset: '' })).toEqual(numbers(QUAD));
  });

  test('the up axis is ignored, or becomes z', () => {
    const up = (axis: string) => ({ asset: `<up_axis>${axis}</up_axis>`, positions: '1 2 3 4 5 6 7 8 10 0 0 0' });
    for (const axis of ['X_UP', 'Y_UP', 'Z_UP']) expect(positions(up(axis)).slice(0, 3)).toEqual([1, 2, 3]);
    expect(positions(up('X_UP'), { upAxis: 'z' }).slice(0, 3)).toEqual([-2, -3, 1]);
    expect(positions(up('Y_UP'), { upAxis: 'z' }).slice(0, 3)).toEqual([1, -3, 2]);
    expect(positions(up('Z_UP'), { upAxis: 'z' }).slice(0, 3)).toEqual([1, 2, 3]);
    expect(positions({ ...up('Y_UP'), asset: '' }, { upAxis: 'z' }).slice(0, 3)).toEqual([1, -3, 2]);
    // Turns, not mirrors.
    for (const axis of ['X_UP', 'Y_UP']) expect([...read(up(axis), { upAxis: 'z' }).indices]).toEqual([0, 1, 2, 0, 2, 3]);
  });
});

describe('primitives', () => {
  test('polylist and polygons become fans', () => {
    const list = `<polylist count="2">${VERTEX}<vcount>3 4</vcount><p>0 1 2  1 2 3 4</p></polylist>`;
    const fans = [
      [0, 1, 2],
      [1, 2, 3],
      [1, 3, 4],
    ];
    expect(triangles(list)).toEqual(fans);
    expect(triangles(`<polygons count="2">${VERTEX}<p>0 1 2</p><p>1 2 3 4</p></polygons>`)).toEqual(fans);
  });

  test('strips and fans, several lists each', () => {
    expect(triangles(`<tristrips count="2">${VERTEX}<p>0 1 2 3 4</p><p>4 3 2</p></tristrips>`)).toEqual([
      [0, 1, 2],
      [1, 3, 2],
      [2, 3, 4],
      [4, 3, 2],
    ]);
    expect(triangles(`<trifans count="2">${VERTEX}<p>0 1 2 3</p><p>4 3 2</p></trifans>`)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [4, 3, 2],
    ]);
  });

  test('the joints of a strip are no part of the surface', () => {
    expect(triangles(`<tristrips count="1">${VERTEX}<p>0 1 2 2 3 3 4 0</p></tristrips>`)).toEqual([
      [0, 1, 2],
      [3, 0, 4],
    ]);
  });

  test('several inputs, of which the vertex is not the first, and two share an offset', () => {
    const inputs = `<input semantic="NORMAL" source="#n" offset="0"/><input semantic="VERTEX" source="#quad-v" offset="1"/>
      <input semantic="TEXCOORD" source="#t" offset="2" set="0"/><input semantic="COLOR" source="#c" offset="2"/>`;
    expect(triangles(`<triangles count="1">${inputs}<p>9 0 -1 9 2 99 9 4 7</p></triangles>`)).toEqual([[0, 2, 4]]);
  });

  test('several primitives share the vertices; lines are skipped', () => {
    const lines = `<lines count="1">${VERTEX}<p>0 1</p></lines>`;
    const one = `<triangles count="1">${VERTEX}<p>0 1 2</p></triangles>`;
    const none = '<triangles count="0"/>';
    expect(triangles(`${lines}${one}${none}<triangles count="1">${VERTEX}<p>\n2\t3\r\n4 </p></triangles>`)).toEqual([
      [0, 1, 2],
      [2, 3, 4],
    ]);
  });

  test('accessors with offset, stride and columns in another order', () => {
    const param = (name: string) => `<param name="${name}" type="float"/>`;
    const accessor = `<accessor source="#quad-a" count="3" offset="3" stride="4">${['Z', 'W', 'X', 'Y'].map(param).join('')}</accessor>`;
    const text = '9 9 9 3 -1 1 2 6 -1 4 5 9 -1 7 8';
    const primitives = `<triangles count="1">${VERTEX}<p>0 1 2</p></triangles>`;
    expect(positions({ accessor, positions: text, primitives })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('numbers keep their last digit', () => {
    const text = '0.1 1e-7 -.5 +3. 1.7976931348623157e-308 2E2 0.30000000000000004 123456789012345678 5e-324';
    const primitives = `<triangles count="1">${VERTEX}<p>0 1 2</p></triangles>`;
    expect([...read({ positions: text, primitives }).positions]).toEqual(numbers(text));
  });
});

describe('nodes', () => {
  const at = (nodes: string, more: ColladaParts = {}) => positions({ nodes, ...more });

  test('transforms apply in the order they are written, innermost last', () => {
    // First doubled, then turned x to y, then shifted; the outer node shifts once more.
    const inner = `<node><translate>1 0 0</translate><rotate>0 0 2 90</rotate><scale>2 2 2</scale>${INSTANCE}</node>`;
    expect(at(`<node><translate>0 0 5</translate>${inner}</node>`)).toEqual([1, 0, 5, 1, 4, 5, -1, 4, 5, -1, 0, 5]);
  });

  test('a matrix is row by row', () => {
    expect(at(`<node><matrix>0 -1 0 5 1 0 0 6 0 0 1 7 0 0 0 1</matrix>${INSTANCE}</node>`)).toEqual([5, 6, 7, 5, 8, 7, 4, 8, 7, 4, 6, 7]);
  });

  test.each([30, 90, 180, 270, -90, 450, 719.5, -1234.5])('a turn by %d degrees about a slanted axis', (degrees) => {
    const [a, b, c] = [1 / 3, 2 / 3, -2 / 3];
    const angle = (degrees * Math.PI) / 180;
    const found = at(`<node><rotate>1 2 -2 ${degrees}</rotate>${INSTANCE}</node>`);
    numbers(QUAD).forEach((_, i, all) => {
      if (i % 3 !== 0) return;
      const p = all.slice(i, i + 3);
      const [x, y, z] = p;
      const along = a * x + b * y + c * z;
      const across = [b * z - c * y, c * x - a * z, a * y - b * x];
      [a, b, c].forEach((u, k) => {
        const expected = p[k] * Math.cos(angle) + across[k] * Math.sin(angle) + u * along * (1 - Math.cos(angle));
        expect(found[i + k]).toBeCloseTo(expected, 12);
      });
    });
  });

  test('a mirror turns the triangles round', () => {
    expect([...read({ nodes: `<node><scale>-1 1 1</scale>${INSTANCE}</node>` }).indices]).toEqual([0, 2, 1, 0, 3, 2]);
  });

  test('nodes of the library, instantiated twice, and of the scene itself', () => {
    const libraries = `<library_nodes><node id="pair">${INSTANCE}<node id="inner"><translate>0 0 1</translate>${INSTANCE}</node></node></library_nodes>`;
    const nodes = '<node><instance_node url="#pair"/><translate>3 0 0</translate></node><node><instance_node url="#inner"/></node>';
    const found = at(nodes, { libraries });
    expect([0, 4, 8].map((v) => found.slice(3 * v, 3 * v + 3))).toEqual([
      [3, 0, 0],
      [3, 0, 1],
      [0, 0, 1],
    ]);
    expect(found.length).toBe(36);
  });

  test('skins and morphs have the rest shape', () => {
    const libraries = `<library_controllers>
      <controller id="skin"><skin source="#morph"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 4 0 0 0 1</bind_shape_matrix></skin></controller>
      <controller id="morph"><morph source="#quad"/></controller></library_controllers>`;
    const found = at('<node><scale>2 2 2</scale><instance_controller url="#skin"/></node>', { libraries });
    expect(found).toEqual([0, 0, 8, 4, 0, 8, 4, 2, 8, 0, 2, 8]);
  });

  test('lookat and skew matter only above a geometry', () => {
    const look = '<lookat>0 0 0 1 0 0 0 0 1</lookat>';
    expect(at(`<node>${look}<instance_camera url="#c"/></node><node>${INSTANCE}</node>`)).toEqual(numbers(QUAD));
    expect(() => at(`<node>${look}<node>${INSTANCE}</node></node>`)).toThrow(/<lookat> cannot be read/);
  });

  test('only the scene that is named; all of them where none is; all geometries without any', () => {
    const two = `<node>${INSTANCE}</node></visual_scene><visual_scene id="t"><node><translate>7 0 0</translate>${INSTANCE}</node>`;
    expect(at(two).length).toBe(12);
    expect(at(two, { scene: '<scene><instance_visual_scene url="#t"/></scene>' })[0]).toBe(7);
    expect(at(two, { scene: '' }).length).toBe(24);
    const bare = colladaText().replace(/<library_visual_scenes>.*<\/library_visual_scenes>\n<scene>.*<\/scene>/, '');
    expect([...parseCollada(bare, 'a.dae').positions]).toEqual(numbers(QUAD));
  });
});
