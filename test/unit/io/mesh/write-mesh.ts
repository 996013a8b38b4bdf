// Small writers, so that what is read back can be compared with what was meant.

export interface Soup {
  readonly positions: readonly number[];
  readonly faces: readonly (readonly number[])[];
}

export const TETRAHEDRON: Soup = {
  positions: [0, 0, 0, 1.5, 0, 0, 0, 2.25, 0, 0.125, 0.25, -3],
  faces: [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [2, 0, 3],
  ],
};

/** Two quads and a pentagon. */
export const POLYGONS: Soup = {
  positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0.5, 2, 1, 0.5, 0.5, 2, 0],
  faces: [
    [0, 1, 2, 3],
    [1, 4, 5, 2],
    [3, 2, 5, 6, 0],
  ],
};

export function fan(faces: Soup['faces']): number[] {
  return faces.flatMap((face) => face.slice(2).flatMap((corner, k) => [face[0], face[k + 1], corner]));
}

function points({ positions }: Soup): number[][] {
  return Array.from({ length: positions.length / 3 }, (_, v) => positions.slice(3 * v, 3 * v + 3));
}

export function objText(soup: Soup): string {
  const rows = [...points(soup).map((p) => `v ${p.join(' ')}`), ...soup.faces.map((face) => `f ${face.map((v) => v + 1).join(' ')}`)];
  return `${rows.join('\n')}\n`;
}

export function offText(soup: Soup): string {
  const rows = [...points(soup).map((p) => p.join(' ')), ...soup.faces.map((face) => `${face.length} ${face.join(' ')}`)];
  return `OFF\n${soup.positions.length / 3} ${soup.faces.length} 0\n${rows.join('\n')}\n`;
}

export function stlText(soup: Soup, name = 'part'): string {
  const all = points(soup);
  const facets = soup.faces.map((face) => {
    const vertices = face.map((v) => `      vertex ${all[v].join(' ')}\n`).join('');
    return `  facet normal 0 0 0\n    outer loop\n${vertices}    endloop\n  endfacet\n`;
  });
  return `solid ${name}\n${facets.join('')}endsolid ${name}\n`;
}

export function stlBytes(soup: Soup, head = 'made by a test'): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * soup.faces.length);
  bytes.set(new TextEncoder().encode(head.padEnd(80)).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, soup.faces.length, true);
  soup.faces.forEach((face, t) => {
    face.forEach((v, corner) => {
      for (let k = 0; k < 3; k++) view.setFloat32(84 + 50 * t + 12 * (corner + 1) + 4 * k, soup.positions[3 * v + k], true);
    });
  });
  return bytes;
}

export type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian';
export type PlyType = 'char' | 'uchar' | 'short' | 'ushort' | 'int' | 'uint' | 'float' | 'double';

export interface PlyWriting {
  readonly coordinate?: PlyType;
  readonly count?: PlyType;
  readonly index?: PlyType;
  readonly newline?: string;
}

export function plyBytes(soup: Soup, format: PlyFormat, writing: PlyWriting = {}): Uint8Array {
  const { coordinate = 'double', count = 'uchar', index = 'int', newline = '\n' } = writing;
  const header = [
    'ply',
    `format ${format} 1.0`,
    'comment made by a test',
    `element vertex ${soup.positions.length / 3}`,
    ...['x', 'y', 'z'].map((axis) => `property ${coordinate} ${axis}`),
    `element face ${soup.faces.length}`,
    `property list ${count} ${index} vertex_indices`,
    'end_header',
  ];
  const body =
    format === 'ascii'
      ? [...points(soup).map((p) => p.join(' ')), ...soup.faces.map((face) => [face.length, ...face].join(' '))]
          .map((row) => row + newline)
          .join('')
      : undefined;
  const head = new TextEncoder().encode(header.map((row) => row + newline).join('') + (body ?? ''));
  if (body !== undefined) return head;
  const isLittle = format === 'binary_little_endian';
  const values = [
    ...soup.positions.flatMap((x) => scalarBytes(x, coordinate, isLittle)),
    ...soup.faces.flatMap((face) => [
      ...scalarBytes(face.length, count, isLittle),
      ...face.flatMap((v) => scalarBytes(v, index, isLittle)),
    ]),
  ];
  return Uint8Array.from([...head, ...values]);
}

export function scalarBytes(x: number, type: PlyType, isLittle: boolean): number[] {
  const view = new DataView(new ArrayBuffer(8));
  const size = { char: 1, uchar: 1, short: 2, ushort: 2, int: 4, uint: 4, float: 4, double: 8 }[type];
  if (type === 'char') view.setInt8(0, x);
  if (type === 'uchar') view.setUint8(0, x);
  if (type === 'short') view.setInt16(0, x, isLittle);
  if (type === 'ushort') view.setUint16(0, x, isLittle);
  if (type === 'int') view.setInt32(0, x, isLittle);
  if (type === 'uint') view.setUint32(0, x, isLittle);
  if (type === 'float') view.setFloat32(0, x, isLittle);
  if (type === 'double') view.setFloat64(0, x, isLittle);
  return [...new Uint8Array(view.buffer, 0, size)];
}
