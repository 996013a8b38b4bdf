/** Numbers that share words in the flat records of the library, as packed-words.ts has them of the programs. */

import { fittingWord } from '../../../src/batch/packed.ts';
import { firstKey, secondKey, writeCellRange } from '../../../src/broad/hash/cell-range.ts';
import { MOST_RESOLUTIONS, Resolutions, UNSUITED } from '../../../src/broad/hash/resolutions.ts';
import { SpatialHash } from '../../../src/broad/index.ts';
import { buildAabbTree, buildSweptSphereTree, deserialise, serialise } from '../../../src/hierarchy/index.ts';
import { checkedLeaves, treeArrays } from '../../../src/hierarchy/triangle-tree.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { JobItem } from '../../../src/node/job/job-item.ts';
import { chunkOf } from '../../../src/node/job/run/cut-chunks.ts';
import { ProofStream } from '../../../src/prove/proof-stream.ts';

export interface PackedWord {
  /** The program, or the source file of a flat record. */
  readonly where: string;
  readonly field: string;
  /** Bits of the word. */
  readonly bits: number;
  readonly most: number;
  /** Refused: the greatest value + 1 is an error. Cut: it is stored as `cut` says. Bounded: nothing can make it larger. */
  readonly guard: 'refused' | 'cut' | 'bounded';
  /** Who sees to it, in words. */
  readonly by: string;
  /** What lines of the program have in them that read or write such a word. */
  readonly code: readonly string[];
  /** Writes a value as the library does: gives what is stored, throws where it is refused. */
  readonly write?: (value: number) => unknown;
  /** What the greatest value + 1 is stored as. */
  readonly cut?: number;
}

/** The file of a tree of two leaves with a word of its header changed, read again; its checksum is right. */
function treeFile(word: number, value: number): number {
  const mesh = new TriangleMesh(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1));
  // volumes are of swept spheres, kinds have sizes of their own
  const tree =
    word === 3 && value === 2 ? buildAabbTree(mesh) : buildSweptSphereTree(mesh, { volume: word === 4 && value === 2 ? 'pss' : 'rss' });
  const buffer = serialise(tree);
  const header = new Uint32Array(buffer);
  header[word] = value;
  header[8] = checksum(header);
  deserialise(buffer);
  return header[word];
}

/** As in src/hierarchy/serialise.ts. */
function checksum(header: Uint32Array): number {
  let state = 0x811c9dc5;
  header.forEach((word, i) => {
    if (i === 8) return;
    state = Math.imul(state ^ word, 0x01000193);
    state ^= state >>> 15;
  });
  return state >>> 0;
}

/** An item of so many bytes, which nobody reads. */
const itemOf = (length: number) =>
  ({
    id: '',
    file: '',
    isAlone: true,
    section: { subject: { id: '' }, kind: 'path', ask: {}, columns: null },
    data: { length },
  }) as unknown as JobItem;

/** In parts of 2⁻⁸, as the stream has it. */
function endOfLeaf(parts: number): number {
  const stream = new ProofStream();
  stream.begin();
  stream.leaf(parts / 256, Float64Array.of(1, 0, 0), 1);
  const { written } = stream;
  const view = new DataView(written.buffer, written.byteOffset, written.byteLength);
  const width = (written[0] >> 4) & 3;
  if (width === 0) return written[written.length - 1];
  return width === 3 ? 256 * view.getFloat64(written.length - 8, true) : NaN;
}

export const rows = (where: string, list: readonly Omit<PackedWord, 'where'>[]): PackedWord[] => list.map((row) => ({ where, ...row }));

export const PACKED_RECORDS: readonly PackedWord[] = [
  ...rows('src/broad/hash', [
    {
      field: 'range: cells more along an axis',
      bits: 10,
      most: 1023,
      guard: 'refused',
      by: '`beta` is at most 64: 82 cells',
      code: [],
      write: (x) => {
        const out = new Int32Array(4);
        writeCellRange(Float64Array.of(0, 0, 0, x, x, x), 0, 1, out, 0);
        if (x > 1023) new SpatialHash({ beta: 65 });
        return out[3] & 1023;
      },
    },
    {
      field: 'key: cell along an axis',
      bits: 20,
      most: 2 ** 20 - 1,
      guard: 'cut',
      by: 'cells repeat, as a ring',
      code: [],
      write: (x) => {
        const out = new Int32Array(4);
        writeCellRange(Float64Array.of(x, x, x, x, x, x), 0, 1, out, 0);
        const [first, second] = [firstKey(out[0], out[1]), secondKey(out[1], out[2], 15)];
        return first === (x | (x << 20)) && ((second >>> 8) & (2 ** 20 - 1)) === x ? x : first;
      },
      cut: 0,
    },
    {
      field: 'key: resolution',
      bits: 4,
      most: 15,
      guard: 'refused',
      by: '`Resolutions.addFor`: the boxes are given others',
      code: [],
      write: (x) => {
        const all = new Resolutions({}, 'test');
        let last = UNSUITED;
        for (let k = 0; k <= x; k++) last = all.addFor(2 ** k);
        if (last === UNSUITED) throw new Error(`no ${MOST_RESOLUTIONS + 1}th`);
        return secondKey(0, 0, last) >>> 28;
      },
    },
    { field: 'pair: cells that both are in', bits: 26, most: 83 ** 3, guard: 'bounded', by: 'as ranges', code: [] },
    {
      field: 'pair: meets, waits, where it was apart',
      bits: 5,
      most: 31,
      guard: 'bounded',
      by: 'two flags, three bits of seven values',
      code: [],
    },
    { field: 'label: number of a box', bits: 28, most: 2 ** 28 - 1, guard: 'bounded', by: 'memory: 48 bytes a box end before', code: [] },
    { field: 'label: where the box begins in the cell', bits: 3, most: 7, guard: 'bounded', by: 'a flag an axis', code: [] },
  ]),
  ...rows('src/broad, pairs', [
    { field: 'pair: number of a body', bits: 31, most: 2 ** 31 - 1, guard: 'bounded', by: 'memory: 48 bytes a box end before', code: [] },
    {
      field: 'pair: slot; two ends of a link a slot',
      bits: 31,
      most: 2 ** 30 - 1,
      guard: 'bounded',
      by: 'arrays of 2³² words end before',
      code: [],
    },
    { field: 'box: level, rank, flags', bits: 7, most: 16, guard: 'bounded', by: 'as resolutions', code: [] },
  ]),
  ...rows('src/scene/pairs', [
    {
      field: 'pair: body × bodies + body, as a double',
      bits: 53,
      most: 2 ** 52,
      guard: 'bounded',
      by: 'memory: 2²⁶ bodies end before; a map of more than 2²⁴ pairs throws',
      code: [],
    },
    {
      field: 'pair: number, where all are listed',
      bits: 31,
      most: 2 ** 14,
      guard: 'bounded',
      by: '`MOST_LISTED`; else they are met one by one',
      code: [],
    },
  ]),
  ...rows('src/geometry', [
    {
      field: 'feature of a triangle, two a code',
      bits: 3,
      most: 6,
      guard: 'bounded',
      by: 'three vertices, three edges, the face',
      code: [],
    },
    { field: 'outline of a voxel: sides', bits: 6, most: 63, guard: 'bounded', by: 'a flag a side', code: [] },
  ]),
  ...rows('src/hierarchy', [
    {
      field: 'leaves; a node begins at node << 4',
      bits: 27,
      most: 2 ** 26,
      guard: 'refused',
      by: '`checkedLeaves`, before there is memory for them, and of files',
      code: [],
      write: (x) => (x > 2 ** 26 ? treeArrays('swept-sphere', x) : checkedLeaves(x)),
    },
    {
      field: 'tree file: kind',
      bits: 32,
      most: 2,
      guard: 'refused',
      by: '`deserialise`',
      code: [],
      write: (x) => treeFile(3, x),
    },
    {
      field: 'tree file: volume',
      bits: 32,
      most: 2,
      guard: 'refused',
      by: '`deserialise`',
      code: [],
      write: (x) => treeFile(4, x),
    },
    {
      field: 'tree file: leaves',
      bits: 32,
      most: 2,
      guard: 'refused',
      by: '`deserialise`: bytes for as many, of at most 2²⁶',
      code: [],
      write: (x) => treeFile(5, x),
    },
    {
      field: 'tree file: depth, of a tree of two leaves',
      bits: 32,
      most: 1,
      guard: 'refused',
      by: '`structureFaults` counts',
      code: [],
      write: (x) => treeFile(6, x),
    },
    { field: 'level of a node', bits: 32, most: 2 ** 26 - 1, guard: 'bounded', by: 'less than leaves', code: [] },
  ]),
  ...rows('src/batch', [
    {
      field: 'flat answers: texts, counts, none as −1, as doubles',
      bits: 53,
      most: 2 ** 52,
      guard: 'bounded',
      by: 'memory ends before',
      code: [],
    },
    {
      field: 'block: items of an array',
      bits: 32,
      most: 2 ** 32 - 1,
      guard: 'refused',
      by: '`pack`',
      code: [],
      write: (x) => fittingWord('pack: an array', x),
    },
    {
      field: 'block: place of an array, in units of 8 bytes',
      bits: 32,
      most: 2 ** 31,
      guard: 'bounded',
      by: '`pack`: a block has 2³⁴ bytes at most',
      code: [],
    },
    { field: 'block: letters of the text, arrays', bits: 32, most: 2 ** 30, guard: 'bounded', by: 'texts of engines end before', code: [] },
  ]),
  ...rows('src/node/job', [
    {
      field: 'chunk: where an item ends',
      bits: 32,
      most: 2 ** 32 - 1,
      guard: 'refused',
      by: '`chunkOf`; a queue takes 2²⁸ bytes',
      code: [],
      write: (x) => (x < 2 ** 32 ? fittingWord('chunk: items', x) : chunkOf([itemOf(x)])),
    },
  ]),
  ...rows('src/prove', [
    {
      field: 'leaf: its end, in parts of the segment',
      bits: 8,
      most: 255,
      guard: 'cut',
      by: 'more parts, at last a double',
      code: [],
      write: endOfLeaf,
      cut: 256,
    },
    { field: 'leaf: what it is, width of numbers and of the time', bits: 2, most: 3, guard: 'bounded', by: 'four of each', code: [] },
    { field: 'leaf: direction', bits: 31, most: 2 ** 31 - 1, guard: 'bounded', by: 'scaled to the greatest', code: [] },
    { field: 'text: three bytes as four letters', bits: 24, most: 2 ** 24 - 1, guard: 'bounded', by: 'bytes', code: [] },
  ]),
  ...rows('src/tool', [
    {
      field: 'code: outside of a plane, a bit each; and that all were asked',
      bits: 16,
      most: 2 ** 11 - 1,
      guard: 'bounded',
      by: '`CLIPPED_PLANES`: 10',
      code: [],
    },
    { field: 'parts of an edge of a triangle', bits: 8, most: 48, guard: 'bounded', by: '`MOST_SUBDIVISIONS`', code: [] },
  ]),
  ...rows('src, bytes by themselves', [
    { field: 'many turns: pause of a pair', bits: 8, most: 255, guard: 'bounded', by: '`LONGEST_PAUSE`', code: [] },
    { field: 'timing: halvings of a corner', bits: 8, most: 5, guard: 'bounded', by: '`HALVINGS`; then it has no size', code: [] },
    { field: 'paths: degree of a segment', bits: 7, most: 5, guard: 'bounded', by: 'quintic', code: [] },
    { field: 'solids: how often an edge is run along', bits: 8, most: 1, guard: 'bounded', by: 'the second ends it', code: [] },
    {
      field: 'allowed pairs: link × links + link, as a double',
      bits: 53,
      most: 2 ** 52,
      guard: 'bounded',
      by: 'memory ends before',
      code: [],
    },
    { field: 'random numbers: two words', bits: 53, most: 2 ** 53 - 1, guard: 'bounded', by: '26 and 27 bits', code: [] },
  ]),
];
