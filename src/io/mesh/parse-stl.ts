import { InputError } from '../../math/input-error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { bytesOf, type MeshSource } from '../mesh-source.ts';
import { GrowingFloat64Array } from '../text/growing-array.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { buildMesh, meshMeter, type ReadMeshOptions } from './build-mesh.ts';

// STL, text or binary. Normals and attributes are skipped, they follow from the corners. A file whose length fits its
// count of triangles is binary, whatever it begins with: text at that place would count beyond half a billion.

const HEADER_BYTES = 80;
const TRIANGLE_BYTES = 50;

/**
 * Reads STL at hand, text or binary. The format does not number vertices: those at exactly equal places become one,
 * unless `weld` is false. `file` is its name, for errors.
 */
export function parseStl(source: MeshSource, file: string, options: ReadMeshOptions = {}): TriangleMesh {
  const bytes = bytesOf(source, file);
  const work = meshMeter(options);
  work.open(file, bytes.length);
  if (bytes.length === 0) throw new InputError('no triangles: the file is empty', { file, byte: 0 });
  const positions = isBinaryStl(bytes) ? readBinary(bytes, file) : readText(bytes, file);
  const indices = new Uint32Array(positions.length / 3);
  for (let i = 0; i < indices.length; i++) indices[i] = i;
  return buildMesh(positions, indices, file, options, work, true);
}

/** Also true for a binary file cut short, so that the error speaks of bytes. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  if (bytes.length >= HEADER_BYTES + 4) {
    const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(HEADER_BYTES, true);
    if (bytes.length === HEADER_BYTES + 4 + TRIANGLE_BYTES * count) return true;
  }
  return !beginsWithSolid(bytes) || bytes.subarray(0, 1024).includes(0);
}

export function beginsWithSolid(bytes: Uint8Array): boolean {
  return /^(\xef\xbb\xbf)?\s*solid(\s|$)/i.test(String.fromCharCode(...bytes.subarray(0, 64)));
}

function readBinary(bytes: Uint8Array, file: string): Float64Array {
  if (bytes.length < HEADER_BYTES + 4) {
    throw new InputError(`a binary STL has at least 84 bytes, this has ${bytes.length}; a text STL begins with "solid"`, {
      file,
      byte: bytes.length,
    });
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(HEADER_BYTES, true);
  const expected = HEADER_BYTES + 4 + TRIANGLE_BYTES * count;
  if (bytes.length !== expected) {
    const fault = bytes.length < expected ? 'cut short' : 'has bytes left over';
    throw new InputError(`${fault}: ${count} triangles need ${expected} bytes, the file has ${bytes.length}`, {
      file,
      byte: Math.min(bytes.length, expected),
    });
  }
  if (count === 0) throw new InputError('no triangles', { file, byte: HEADER_BYTES });
  const positions = new Float64Array(9 * count);
  for (let t = 0, out = 0; t < count; t++) {
    const corners = HEADER_BYTES + 4 + TRIANGLE_BYTES * t + 12;
    for (let k = 0; k < 9; k++) {
      const x = view.getFloat32(corners + 4 * k, true);
      // x − x is NaN for NaN and the infinities.
      if (x - x !== 0) {
        throw new InputError(`triangle ${t} has coordinate ${'xyz'[k % 3]} = ${x}`, { file, byte: corners + 4 * k });
      }
      positions[out++] = x;
    }
  }
  return positions;
}

function readText(bytes: Uint8Array, file: string): Float64Array {
  const scanner = new TextScanner(bytes, file);
  const positions = new GrowingFloat64Array();
  while (scanner.skipToContent()) {
    expectWord(scanner, 'solid');
    scanner.nextLine();
    while (scanner.skipToContent() && scanner.accept('facet')) readFacet(scanner, positions);
    expectWord(scanner, 'endsolid', 'facet or endsolid');
    scanner.nextLine();
  }
  if (positions.length === 0) throw scanner.error('no triangles');
  return positions.view;
}

function readFacet(scanner: TextScanner, positions: GrowingFloat64Array): void {
  expectWord(scanner, 'normal');
  for (let k = 0; k < 3; k++) {
    scanner.skipToContent();
    scanner.skipWord();
  }
  expectWord(scanner, 'outer');
  expectWord(scanner, 'loop');
  for (let corner = 0; corner < 3; corner++) {
    expectWord(scanner, 'vertex');
    const x = coordinate(scanner, 'x');
    const y = coordinate(scanner, 'y');
    const z = coordinate(scanner, 'z');
    positions.push3(x, y, z);
  }
  expectWord(scanner, 'endloop');
  expectWord(scanner, 'endfacet');
}

function expectWord(scanner: TextScanner, word: string, expected: string = word): void {
  scanner.skipToContent();
  if (!scanner.accept(word)) throw scanner.unexpected('the next word', expected);
}

function coordinate(scanner: TextScanner, axis: string): number {
  scanner.skipToContent();
  return scanner.coordinate(axis);
}
