// Small writers of clouds, for tests: what they write is what was meant.

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export interface PcdField {
  readonly name: string;
  readonly type?: 'F' | 'I' | 'U';
  readonly size?: 1 | 2 | 4 | 8;
  readonly count?: number;
  /** Of each point, or of each point and each of its values. */
  readonly values: readonly number[];
}

export type PcdData = 'ascii' | 'binary' | 'binary_compressed';

/** Header lines after VERSION may be given in another order. */
export function pcdBytes(
  data: PcdData,
  fields: readonly PcdField[],
  changes: { order?: readonly string[]; height?: number; newline?: string } = {},
): Uint8Array {
  const points = fields[0].values.length / (fields[0].count ?? 1);
  const height = changes.height ?? 1;
  const list = (of: (field: PcdField) => string | number) => fields.map(of).join(' ');
  const lines: Record<string, string> = {
    VERSION: '0.7',
    FIELDS: list(({ name }) => name),
    SIZE: list(({ size = 4 }) => size),
    TYPE: list(({ type = 'F' }) => type),
    COUNT: list(({ count = 1 }) => count),
    WIDTH: `${points / height}`,
    HEIGHT: `${height}`,
    VIEWPOINT: '0 0 0 1 0 0 0',
    POINTS: `${points}`,
    DATA: data,
  };
  const order = changes.order ?? Object.keys(lines);
  const newline = changes.newline ?? '\n';
  const head = text(`# .PCD v0.7 - Point Cloud Data file format${newline}${order.map((key) => `${key} ${lines[key]}${newline}`).join('')}`);
  if (data === 'ascii') {
    const rows = Array.from({ length: points }, (_, i) =>
      fields.flatMap(({ values, count = 1 }) => values.slice(i * count, (i + 1) * count)).join(' '),
    );
    return joined(head, text(rows.map((row) => row.replaceAll('NaN', 'nan') + newline).join('')));
  }
  const stride = fields.reduce((sum, { size = 4, count = 1 }) => sum + size * count, 0);
  const body = new DataView(new ArrayBuffer(points * stride));
  let offset = 0;
  for (const { values, type = 'F', size = 4, count = 1 } of fields) {
    for (let i = 0; i < values.length; i++) {
      const [point, part] = [Math.floor(i / count), i % count];
      const at = data === 'binary' ? point * stride + offset + part * size : points * offset + i * size;
      writeScalar(body, at, type, size, values[i]);
    }
    offset += size * count;
  }
  if (data === 'binary') return joined(head, new Uint8Array(body.buffer));
  const packed = packLzf(new Uint8Array(body.buffer));
  const sizes = new DataView(new ArrayBuffer(8));
  sizes.setUint32(0, packed.length, true);
  sizes.setUint32(4, body.byteLength, true);
  return joined(head, new Uint8Array(sizes.buffer), packed);
}

function writeScalar(view: DataView, at: number, type: string, size: number, value: number): void {
  if (type === 'F') size === 4 ? view.setFloat32(at, value, true) : view.setFloat64(at, value, true);
  else if (size === 8) view.setBigInt64(at, BigInt(value), true);
  else if (size === 4) type === 'I' ? view.setInt32(at, value, true) : view.setUint32(at, value, true);
  else if (size === 2) type === 'I' ? view.setInt16(at, value, true) : view.setUint16(at, value, true);
  else type === 'I' ? view.setInt8(at, value) : view.setUint8(at, value);
}

/** Plain but whole: runs of up to 32 bytes, and references to what was seen at the last place of the same three bytes. */
export function packLzf(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  const seen = new Map<number, number>();
  let literals: number[] = [];
  const flush = (): void => {
    for (let i = 0; i < literals.length; i += 32) {
      const run = literals.slice(i, i + 32);
      out.push(run.length - 1, ...run);
    }
    literals = [];
  };
  for (let i = 0; i < bytes.length; ) {
    const key = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    const at = i + 2 < bytes.length ? seen.get(key) : undefined;
    seen.set(key, i);
    let run = 0;
    if (at !== undefined && i - at <= 8192) while (run < 264 && i + run < bytes.length && bytes[at + run] === bytes[i + run]) run++;
    if (run < 3 || at === undefined) {
      literals.push(bytes[i++]);
      continue;
    }
    flush();
    const back = i - at - 1;
    if (run - 2 < 7) out.push(((run - 2) << 5) | (back >> 8), back & 255);
    else out.push((7 << 5) | (back >> 8), run - 9, back & 255);
    i += run;
  }
  flush();
  return Uint8Array.from(out);
}
