import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Files, fetched, parseMesh, readMesh } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { GltfWriter } from './write-gltf.ts';
import { objText, offText, plyBytes, stlBytes, stlText, TETRAHEDRON } from './write-mesh.ts';

const SOURCES: [string, string | Uint8Array][] = [
  ['obj', objText(TETRAHEDRON)],
  ['stl', stlText(TETRAHEDRON)],
  ['stl', stlBytes(TETRAHEDRON)],
  ['stl', stlBytes(TETRAHEDRON, 'solid')],
  ['ply', plyBytes(TETRAHEDRON, 'ascii')],
  ['ply', plyBytes(TETRAHEDRON, 'binary_big_endian')],
  ['off', offText(TETRAHEDRON)],
];

test.each(SOURCES)('%s by extension, and by content without one', (extension, source) => {
  for (const file of [`a.${extension}`, `A.${extension.toUpperCase()}`, `x.y/a.${extension}?v=2`, 'a', 'a.dat', 'a.b/c']) {
    const mesh = parseMesh(source, file, { weld: true });
    expect(mesh.triangleCount).toBe(4);
    expect(mesh.vertexCount).toBe(4);
  }
});

test('the extension decides where it is known', () => {
  expect(() => parseMesh(objText(TETRAHEDRON), 'a.ply')).toThrow(/begins with the line "ply"/);
});

test('readMesh takes the bytes from where it is told to', async () => {
  const asked: string[] = [];
  const files: Files = {
    read: async (path) => {
      asked.push(path);
      return new TextEncoder().encode(offText(TETRAHEDRON));
    },
  };
  const mesh = await readMesh(files, 'parts/a.off', { name: 'part', scale: 2 });
  expect(asked).toEqual(['parts/a.off']);
  expect(mesh.name).toBe('part');
  expect(mesh.positions[3]).toBe(3);
});

describe('fetched', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('reads below its address', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(String(url));
      return new Response(objText(TETRAHEDRON));
    });
    await readMesh(fetched('https://example.org/models'), 'a.obj');
    await readMesh(fetched('https://example.org/models/'), '../b.obj');
    expect(asked).toEqual(['https://example.org/models/a.obj', 'https://example.org/b.obj']);
  });

  test('a relative address is taken from the page', async () => {
    vi.stubGlobal('document', { baseURI: 'https://example.org/app/index.html' });
    vi.stubGlobal('fetch', async (url: URL) => new Response(`v ${String(url).length} 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3`));
    expect((await readMesh(fetched('models'), 'a.obj')).positions[0]).toBe('https://example.org/app/models/a.obj'.length);
  });

  test('a missing file, a broken connection and a broken address are input errors', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404, statusText: 'Not Found' }));
    const missing = await readMesh(fetched('https://example.org/'), 'a.obj').catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(InputError);
    expect((missing as InputError).message).toBe('a.obj: cannot be fetched: 404 Not Found');
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed');
    });
    await expect(readMesh(fetched('https://example.org/'), 'a.obj')).rejects.toThrow(/^a\.obj: cannot be fetched: fetch failed/);
    await expect(readMesh(fetched('https://example.org/'), 'https://:::/a.obj')).rejects.toThrow(InputError);
    expect(() => fetched('nowhere')).toThrow(InputError);
  });
});

describe('glTF with its numbers in another file', () => {
  const writer = new GltfWriter();
  const position = writer.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 'VEC3');
  const document = writer.document({ meshes: [{ primitives: [{ attributes: { POSITION: position } }] }] });
  const bytes = (text: string) => new TextEncoder().encode(text);
  const gltf = (uri: unknown) => bytes(JSON.stringify({ ...document, buffers: [{ byteLength: writer.buffer.length, uri }] }));

  test('is read with what lies beside it, named by it', async () => {
    const asked: unknown[] = [];
    const files: Files = {
      read: async (path, named) => {
        asked.push([path, named?.by]);
        return path.endsWith('.gltf') ? gltf('my%20part.bin') : writer.buffer;
      },
    };
    expect([...(await readMesh(files, 'm/a.gltf')).positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(asked).toEqual([
      ['m/a.gltf', undefined],
      ['m/my part.bin', ['m/a.gltf']],
    ]);
    expect(parseMesh(gltf('b.bin'), 'a.gltf', { buffers: { 'b.bin': writer.buffer } }).triangleCount).toBe(1);
    expect(() => parseMesh(gltf('b.bin'), 'a.gltf')).toThrow(/names another file, "b\.bin", which is not at hand \(readMesh reads/);
  });

  test.each(['secret.txt', '../.ssh/id_rsa', 17])('no other file is asked for: %s', async (uri) => {
    const asked: string[] = [];
    const files: Files = {
      read: async (path) => {
        asked.push(path);
        return gltf(uri);
      },
    };
    await expect(readMesh(files, 'a.gltf')).rejects.toThrow(/buffers\[0\]\.uri/);
    expect(asked).toEqual(['a.gltf']);
  });

  test('its bytes are counted', async () => {
    const files: Files = { read: async (path) => (path.endsWith('.gltf') ? gltf('b.bin') : new Uint8Array(100_000)) };
    await expect(readMesh(files, 'a.gltf', { maxWork: 50_000 })).rejects.toThrow(/^b\.bin: takes more work/);
  });
});
