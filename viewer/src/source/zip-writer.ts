import { crc32 } from './crc32.ts';
import type { FileSet } from './file-set.ts';

const UTF8 = 1 << 11;
/** The first day that zip files know, so that the same files give the same zip. */
const DAY = (1 << 5) | 1;

/** Files as one zip, not compressed. */
export function zipped(files: FileSet): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = new TextEncoder().encode(path);
    const common = [
      20,
      16,
      UTF8,
      16,
      0,
      16,
      0,
      16,
      DAY,
      16,
      crc32(content),
      32,
      content.length,
      32,
      content.length,
      32,
      name.length,
      16,
      0,
      16,
    ];
    const local = [...fields([0x04034b50, 32, ...common]), ...name];
    directory.push(Uint8Array.from([...fields([0x02014b50, 32, 20, 16, ...common, 0, 16, 0, 16, 0, 16, 0, 32, at, 32]), ...name]));
    parts.push(Uint8Array.from(local), content);
    at += local.length + content.length;
  }
  const count = directory.length;
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = Uint8Array.from(fields([0x06054b50, 32, 0, 16, 0, 16, count, 16, count, 16, size, 32, at, 32, 0, 16]));
  return joined([...parts, ...directory, end]);
}

/** Numbers with their widths in bits, by turns, least byte first. */
function fields(pairs: readonly number[]): number[] {
  const out: number[] = [];
  for (let k = 0; k < pairs.length; k += 2) for (let bit = 0; bit < pairs[k + 1]; bit += 8) out.push((pairs[k] >>> bit) & 0xff);
  return out;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
