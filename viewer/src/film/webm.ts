/** A film as a WebM file: pictures that were encoded before, in clusters that begin with whole pictures, and an index of these for jumping. */

/** A picture as its encoder gave it. */
export interface EncodedPicture {
  readonly bytes: Uint8Array;
  /** It needs no picture before it. */
  readonly isWhole: boolean;
}

export interface FilmForm {
  /** As Matroska calls it: V_VP8, V_VP9. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Pictures a second. */
  readonly rate: number;
}

/** The first picture must be a whole one. */
export function webm(pictures: readonly EncodedPicture[], { codec, width, height, rate }: FilmForm): Uint8Array {
  const milliseconds = (picture: number) => Math.round((1000 * picture) / rate);
  const head = element(
    0x1a45dfa3,
    element(0x4286, 1),
    element(0x42f7, 1),
    element(0x42f2, 4),
    element(0x42f3, 8),
    element(0x4282, 'webm'),
    element(0x4287, 2),
    element(0x4285, 2),
  );
  const length = new Uint8Array(8);
  new DataView(length.buffer).setFloat64(0, (1000 * pictures.length) / rate);
  // times are in milliseconds
  const info = element(
    0x1549a966,
    element(0x2ad7b1, 1_000_000),
    element(0x4489, length),
    element(0x4d80, 'inbetween'),
    element(0x5741, 'inbetween'),
  );
  const video = element(0xe0, element(0xb0, width), element(0xba, height));
  const track = element(
    0xae,
    element(0xd7, 1),
    element(0x73c5, 1),
    element(0x83, 1),
    element(0x9c, 0),
    element(0x23e383, Math.round(1e9 / rate)),
    element(0x86, codec),
    video,
  );
  const parts = [info, element(0x1654ae6b, track)];
  let place = parts.reduce((sum, part) => sum + part.length, 0);
  const cues: Uint8Array[] = [];
  const starts = pictures.flatMap(({ isWhole }, i) => (isWhole ? [i] : []));
  starts.forEach((start, k) => {
    const from = milliseconds(start);
    const blocks = pictures.slice(start, starts[k + 1]).map(({ bytes, isWhole }, i) => {
      const after = milliseconds(start + i) - from;
      return element(0xa3, Uint8Array.of(0x81, after >> 8, after & 255, isWhole ? 0x80 : 0), bytes);
    });
    const cluster = element(0x1f43b675, element(0xe7, from), ...blocks);
    cues.push(element(0xbb, element(0xb3, from), element(0xb7, element(0xf7, 1), element(0xf1, place))));
    parts.push(cluster);
    place += cluster.length;
  });
  return joined([head, element(0x18538067, ...parts, element(0x1c53bb6b, ...cues))]);
}

/** Its number, its length in eight bytes, its content: numbers, letters, or others inside it. */
function element(id: number, ...content: readonly (Uint8Array | number | string)[]): Uint8Array {
  const parts = content.map((one) =>
    typeof one === 'number' ? bigEndian(one) : typeof one === 'string' ? new TextEncoder().encode(one) : one,
  );
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, (1n << 56n) | BigInt(parts.reduce((sum, part) => sum + part.length, 0)));
  return joined([bigEndian(id), length, ...parts]);
}

function bigEndian(x: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = x; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes.length === 0 ? [0] : bytes);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
