import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { bytesOf, type MeshSource } from '../mesh-source.ts';
import { GrowingUint32Array } from '../text/growing-array.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { buildMesh, meshMeter, type ReadMeshOptions } from './build-mesh.ts';

// OFF as text. Of the variants, normals (N), colours (C) and texture coordinates (ST) are skipped with the rest of
// their line; four or n dimensions and binary data are errors. Polygons become fans, as in OBJ.

/**
 * Reads OFF at hand, as text; polygons become fans of triangles, normals and colours are skipped. `file` is its name,
 * for errors.
 */
export function parseOff(source: MeshSource, file: string, options: ReadMeshOptions = {}): TriangleMesh {
  const bytes = bytesOf(source, file);
  const work = meshMeter(options);
  work.open(file, bytes.length);
  const scanner = new TextScanner(bytes, file, { comments: true });
  const hasExtras = readKeyword(scanner);
  scanner.skipToContent();
  const vertexCount = readCount(scanner, 'vertices');
  scanner.skipToContent();
  const faceCount = readCount(scanner, 'faces');
  if (!scanner.atLineEnd()) readCount(scanner, 'edges');
  endRow(scanner);
  if (vertexCount === 0) throw scanner.error('no vertices');
  if (faceCount === 0) throw scanner.error('no faces');
  // "0 0 0" and "3 0 0 0", each with a line break.
  const least = 6 * vertexCount + 8 * faceCount - 1;
  const left = scanner.bytes.length - scanner.pos;
  if (least > left) {
    throw scanner.error(`${vertexCount} vertices and ${faceCount} faces need more than the ${left} bytes left; the file may be cut short`);
  }

  const positions = new Float64Array(3 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    startRow(scanner, 'vertex', v, vertexCount);
    positions[3 * v] = scanner.coordinate('x');
    positions[3 * v + 1] = scanner.coordinate('y');
    positions[3 * v + 2] = scanner.coordinate('z');
    if (hasExtras) scanner.nextLine();
    else endRow(scanner);
  }
  const indices = new GrowingUint32Array();
  for (let f = 0; f < faceCount; f++) {
    startRow(scanner, 'face', f, faceCount);
    readFace(scanner, vertexCount, indices);
    scanner.nextLine();
  }
  if (scanner.skipToContent()) throw scanner.error('more lines than the counts say');
  return buildMesh(positions, indices.view, file, options, work);
}

/** Whether vertices carry more than their place. */
function readKeyword(scanner: TextScanner): boolean {
  if (!scanner.skipToContent()) throw scanner.error('no vertices: the file is empty');
  const start = scanner.pos;
  const keyword = scanner.word();
  const parts = /^(ST)?(C)?(N)?(4)?(n)?OFF(\d*)$/.exec(keyword);
  scanner.pos = start;
  if (parts === null) throw scanner.unexpected('the first word', 'OFF');
  if (parts[4] || parts[5]) throw scanner.error(`${keyword}: only three dimensions can be read`);
  // Some writers leave out the line break: OFF8 12 18.
  scanner.pos += keyword.length - parts[6].length;
  if (scanner.accept('binary')) throw scanner.error('binary OFF cannot be read; write it as text, PLY or STL');
  return Boolean(parts[1] || parts[2] || parts[3]);
}

function readCount(scanner: TextScanner, what: string): number {
  const count = scanner.integer(`the number of ${what}`);
  if (!(count >= 0 && Number.isSafeInteger(count))) throw scanner.error(`the number of ${what} cannot be ${count}`);
  return count;
}

function readFace(scanner: TextScanner, vertexCount: number, indices: GrowingUint32Array): void {
  const count = scanner.integer('the number of corners');
  if (count < 3) throw scanner.error(`a face has at least 3 corners, here are ${count}`);
  const first = readCorner(scanner, vertexCount);
  let previous = readCorner(scanner, vertexCount);
  for (let k = 2; k < count; k++) {
    const corner = readCorner(scanner, vertexCount);
    indices.push3(first, previous, corner);
    previous = corner;
  }
}

function readCorner(scanner: TextScanner, vertexCount: number): number {
  const v = scanner.integer('a corner');
  if (!(v >= 0 && v < vertexCount))
    throw scanner.error(`the face names vertex ${v}, but there are ${vertexCount} (0 to ${vertexCount - 1})`);
  return v;
}

function startRow(scanner: TextScanner, what: string, row: number, count: number): void {
  if (!scanner.skipToContent()) throw scanner.error(`the file ends before ${what} ${row + 1} of ${count}; it may be cut short`);
}

function endRow(scanner: TextScanner): void {
  if (!scanner.atLineEnd()) throw scanner.unexpected('the rest of the line', 'empty');
}
