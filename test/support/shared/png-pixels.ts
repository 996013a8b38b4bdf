import { inflateSync } from 'node:zlib';

/** Where the pixels begin to be described, behind the signature. */
const HEADER = 8;

/**
 * Red, green, blue and opacity of every pixel, row by row, of a PNG as browsers write pictures of a page: eight bits each, with opacity or
 * without, not interlaced [ISO/IEC 15948]. A page that decodes it instead costs a third of a second of processor time.
 */
export function pngPixels(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = HEADER; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [width, height] = [16, 20].map((at) => png.readUInt32BE(at));
  const [bits, kind, , , interlaced] = png.subarray(24, 29);
  if (bits !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0) throw new Error(`no picture of a page: ${bits} bits, kind ${kind}`);
  const channels = kind === 6 ? 4 : 3;
  const rows = inflateSync(Buffer.concat(parts));
  const stride = channels * width;
  const out = Buffer.alloc(4 * width * height, 255);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    const row = rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    for (let i = 0; i < stride; i++) {
      const isFirst = i < channels;
      row[i] += predicted(filter, isFirst ? 0 : row[i - channels], above[i], isFirst ? 0 : above[i - channels]);
      out[4 * (y * width + Math.floor(i / channels)) + (i % channels)] = row[i];
    }
    above = row;
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      throw new Error(`no filter ${filter} of PNG`);
  }
}
