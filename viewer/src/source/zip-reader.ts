/**
 * Reads zip files, as far as people make them of robots: stored and deflated files. The directory at the end says what
 * there is; what stands in front of each file is only skipped, so that sizes which follow their data do no harm.
 */
import { InputError } from 'inbetween';
import { crc32 } from './crc32.ts';
import { type FileSet, isSafePath } from './file-set.ts';

/** What a zip may unfold to. */
export interface ZipLimits {
  readonly files: number;
  readonly bytes: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const LOCATOR_64 = 0x07064b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65_535;
const ENCRYPTED = 1;
const UTF8 = 1 << 11;
/** File type of a link, in what Unix systems write. */
const LINK = 0o120000;

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** Its files by their paths; `zip` is its name, for errors. */
export async function unzipped(bytes: Uint8Array, zip: string, limits: ZipLimits): Promise<FileSet> {
  const entries = readDirectory(bytes, zip, limits);
  const out: Record<string, Uint8Array> = {};
  for (const entry of entries) {
    const { path } = entry;
    if (Object.hasOwn(out, path)) throw new InputError(`holds ${path} twice`, { file: zip });
    out[path] = await contentOf(bytes, entry, zip);
  }
  return out;
}

function readDirectory(bytes: Uint8Array, zip: string, limits: ZipLimits): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end < 0) throw new InputError('is no zip file, or its end is missing', { file: zip });
  const [disk, count, all, size, first] = [
    view.getUint16(end + 4, true),
    view.getUint16(end + 8, true),
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  const is64 = count === 0xffff || size === 0xffffffff || first === 0xffffffff;
  if (is64 || (end >= 20 && view.getUint32(end - 20, true) === LOCATOR_64))
    throw new InputError('is a zip of the 64-bit kind (zip64), for more than 4 GB or 65,535 files; drop the folder itself', { file: zip });
  if (disk !== 0 || count !== all) throw new InputError('is one part of a zip that was split; join the parts first', { file: zip });
  if (count > limits.files) throw new InputError(`holds ${count} files; ${limits.files} are read at most`, { file: zip });
  if (first + size > end) throw new InputError('is damaged: its directory does not fit', { file: zip });
  const out: Entry[] = [];
  let unfolded = 0;
  let at = first;
  for (let k = 0; k < count; k++) {
    if (at + 46 > end || view.getUint32(at, true) !== ENTRY) throw new InputError('is damaged in its directory', { file: zip, byte: at });
    const lengths = view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const entry = readEntry(view, bytes, at, zip);
    at += 46 + lengths;
    if (entry === null) continue;
    unfolded += entry.size;
    if (unfolded > limits.bytes)
      throw new InputError(`unfolds to more than ${Math.round(limits.bytes / 2 ** 20)} MiB, which is more than is read`, { file: zip });
    out.push(entry);
  }
  return out;
}

/** The last place that looks like an end; comments follow it. */
function endOf(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) <= view.byteLength) return at;
  return -1;
}

/** Null: a folder or a link, which is no file. */
function readEntry(view: DataView, bytes: Uint8Array, at: number, zip: string): Entry | null {
  const flags = view.getUint16(at + 8, true);
  const name = bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true));
  const path = nameOf(name, flags).replaceAll('\\', '/');
  const mode = view.getUint32(at + 38, true) >>> 16;
  if (path.endsWith('/') || (mode & 0o170000) === LINK) return null;
  if (!isSafePath(path)) throw new InputError(`holds ${JSON.stringify(path)}, a name that leads out of it or is none`, { file: zip });
  if (flags & ENCRYPTED) throw new InputError(`is locked with a password: ${path}`, { file: zip });
  const method = view.getUint16(at + 10, true);
  if (method !== 0 && method !== 8)
    throw new InputError(`holds ${path}, packed by a method (${method}) that is not read; zip it in the usual way`, { file: zip });
  const [packed, size, local] = [20, 24, 42].map((offset) => view.getUint32(at + offset, true));
  if (packed === 0xffffffff || size === 0xffffffff || local === 0xffffffff)
    throw new InputError(`holds ${path} in the 64-bit kind (zip64); drop the folder itself`, { file: zip });
  return { path, method, checksum: view.getUint32(at + 16, true), packed, size, at: local };
}

/** A name in UTF-8, as most are even where they do not say so; else letter by letter. */
function nameOf(bytes: Uint8Array, flags: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (flags & UTF8) return '';
    return String.fromCharCode(...bytes);
  }
}

async function contentOf(bytes: Uint8Array, { path, method, checksum, packed, size, at }: Entry, zip: string): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = () => new InputError(`is damaged: ${path} cannot be unpacked`, { file: zip });
  if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL) throw damaged();
  const begin = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (begin + packed > bytes.length) throw damaged();
  const data = bytes.subarray(begin, begin + packed);
  const content = method === 0 ? data.slice() : await inflated(data, size);
  if (content?.length !== size || crc32(content) !== checksum) throw damaged();
  return content;
}

/** Null where it is no deflated data, or more than was announced. */
async function inflated(data: Uint8Array, size: number): Promise<Uint8Array | null> {
  const reader = new Blob([data as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const out = new Uint8Array(size);
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return out.subarray(0, length);
      if (length + value.length > size) {
        await reader.cancel();
        return null;
      }
      out.set(value, length);
      length += value.length;
    }
  } catch {
    return null;
  }
}
