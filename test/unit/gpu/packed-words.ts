/**
 * Every number that shares a word with others, numbers things in one, or is counted in one: in the programs of
 * `src/gpu/wgsl` and in the flat records of the library. docs/notes/gpu.md prints them.
 */

import { fittingWord } from '../../../src/batch/packed.ts';
import { firstKey, secondKey, writeCellRange } from '../../../src/broad/hash/cell-range.ts';
import { MOST_RESOLUTIONS, Resolutions, UNSUITED } from '../../../src/broad/hash/resolutions.ts';
import { SpatialHash } from '../../../src/broad/index.ts';
import { queueItems } from '../../../src/gpu/batch/batch-runner.ts';
import { BatchTrees, leafLink } from '../../../src/gpu/batch/batch-trees.ts';
import { putRecord } from '../../../src/gpu/batch/batch-words.ts';
import { Gpu } from '../../../src/gpu/device/gpu.ts';
import { fitting } from '../../../src/gpu/device/packed-words.ts';
import { checkPlanes } from '../../../src/gpu/select/packed-volume.ts';
import { levelsOf, StepDevice } from '../../../src/gpu/step/step-device.ts';
import type { StepLayout } from '../../../src/gpu/step/step-layout.ts';
import { buildAabbTree, buildSweptSphereTree, deserialise, serialise } from '../../../src/hierarchy/index.ts';
import { treeBytes } from '../../../src/hierarchy/triangle-tree.ts';
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

function ofTrees(field: 'triangleCount' | 'nodeCount', before: number): void {
  const trees = new BatchTrees();
  Object.assign(trees, { [field]: before });
  trees.add({ corners: new Float64Array(18), radii: new Float64Array(2) }, 1);
}

function recordOf(integers: ReadonlySet<number>): (value: number) => number {
  return (value) => {
    const out = new Uint32Array(1);
    putRecord(out, 0, [value], integers);
    return out[0];
  };
}

const layoutOf = (counts: Partial<StepLayout>): StepLayout => ({ faces: 0, edges: 0, vertices: 0, bodies: 1, ...counts }) as StepLayout;
/** As far as what is too many is told: there is no device behind it. */
const NO_DEVICE = { guarded: () => 'asked' } as unknown as Gpu;
const planesOf = (count: number) =>
  checkPlanes(
    Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 1 : 0)),
    count,
  );
const words: ReadonlySet<number> = new Set([0]);

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

const rows = (where: string, list: readonly Omit<PackedWord, 'where'>[]): PackedWord[] => list.map((row) => ({ where, ...row }));

export const PACKED_WORDS: readonly PackedWord[] = [
  ...rows('batch-model', [
    { field: 'node: this is a leaf', bits: 1, most: 1, guard: 'bounded', by: 'one bit', code: ['& LEAF)'] },
    {
      field: 'node: triangles of a leaf, less one',
      bits: 3,
      most: 7,
      guard: 'refused',
      by: '`leafLink`',
      code: ['LEAF_COUNT) & 7u'],
      write: (x) => (leafLink(x + 1, 0) >>> 28) & 7,
    },
    {
      field: 'node: first triangle of a leaf',
      bits: 28,
      most: 2 ** 28 - 1,
      guard: 'refused',
      by: '`leafLink`; `BatchTrees.add`, before there is memory for them',
      code: ['& LEAF_FIRST'],
      write: (x) => {
        if (x === 2 ** 28) ofTrees('triangleCount', x - 1);
        return leafLink(1, x) & (2 ** 28 - 1);
      },
    },
    {
      field: 'node: first of two children',
      bits: 31,
      most: 2 ** 31 - 2,
      guard: 'refused',
      by: '`BatchTrees.add`',
      code: [],
      write: (x) => fitting('a node', x),
    },
    {
      field: 'task, step: whole numbers (roots, lists, counts, words of a motion)',
      bits: 32,
      most: 2 ** 32 - 1,
      guard: 'refused',
      by: '`putRecord`',
      code: [],
      write: recordOf(words),
    },
    {
      field: 'step: what it does, and flags',
      bits: 6,
      most: 63,
      guard: 'refused',
      by: '`stepWords`',
      code: ['& BACKWARDS', '& KIND', '& REVERSED', '& HAS_PLACE', '& HAS_TURN'],
      write: (x) => fitting('the kind of a step', x),
    },
    {
      field: 'step: bit of a quarter turn',
      bits: 5,
      most: 30,
      guard: 'refused',
      by: '`stepWords`',
      code: ['>> model[step + STEP_BIT]'],
      write: (x) => fitting('the bit of a quarter turn', x),
    },
    {
      field: 'motion: quarter turns, sixteen a word',
      bits: 2,
      most: 3,
      guard: 'cut',
      by: 'four quarters are none',
      code: ['quarters) & 3u', '(quarter & 1u)', 'counted & 3u'],
      write: (x) => x & 3,
      cut: 0,
    },
  ]),
  ...rows('batch-inside', [
    { field: 'map: may be inside, a bit a cell', bits: 1, most: 1, guard: 'bounded', by: 'one bit', code: ['MAP_BITS + bit / 32u'] },
    { field: 'map: cells along an axis', bits: 32, most: 191, guard: 'bounded', by: '`outsideMap` makes no larger one', code: [] },
  ]),
  ...rows('batch-motions', [
    {
      field: 'motions × tasks × slices; counters of a queue, nine times as many',
      bits: 32,
      most: 2 ** 27,
      guard: 'refused',
      by: '`queueItems`, `mostMotions`',
      code: [],
      write: queueItems,
    },
    {
      field: 'queue: rounds, two a word of the head',
      bits: 6,
      most: 64,
      guard: 'refused',
      by: 'the list of rounds',
      code: [],
      write: (x) => fitting('the rounds of a call', x),
    },
    { field: 'queue: motion', bits: 32, most: 2 ** 27, guard: 'bounded', by: 'a word; motions × tasks × slices', code: [] },
    { field: 'queue: task', bits: 32, most: 2 ** 27, guard: 'bounded', by: 'a word; motions × tasks × slices', code: [] },
    {
      field: 'queue: length of an interval, a power of two',
      bits: 32,
      most: 20,
      guard: 'bounded',
      by: 'a word; no longer than all',
      code: ['1u << code'],
    },
    {
      field: 'queue: time now, time of the end',
      bits: 32,
      most: 2 ** 20,
      guard: 'bounded',
      by: 'a word each; no later than the end',
      code: [],
    },
    { field: 'queue: node', bits: 32, most: 2 ** 31 - 2, guard: 'bounded', by: 'a word; as in nodes', code: [] },
    {
      field: 'a part of the time, a power of two',
      bits: 32,
      most: 2 ** 20,
      guard: 'bounded',
      by: 'no longer than all',
      code: ['1u << firstLeadingBit(max((end - now)', '(now & (length', '(now & length)'],
    },
    { field: 'lanes an item', bits: 32, most: 32, guard: 'bounded', by: '`min(…, 5)`', code: ['let spread = 1u <<'] },
    { field: 'answer: times, less than NEVER', bits: 32, most: 2 ** 20, guard: 'bounded', by: 'a word each', code: ['(hit | atomicLoad('] },
    {
      field: 'answer: items done, less those put',
      bits: 32,
      most: 2 ** 27,
      guard: 'bounded',
      by: 'counted modulo 2³²; as items',
      code: [],
    },
    { field: 'verdict, sixteen a word', bits: 2, most: 2, guard: 'bounded', by: 'free, hit or open', code: ['bits |= code <<'] },
  ]),
  ...rows('all programs', [
    {
      field: 'workgroups of a dispatch; threads of 256 lanes',
      bits: 32,
      most: 2 ** 24,
      guard: 'refused',
      by: '`Gpu.workgroups`',
      code: [],
      write: (x) => Gpu.workgroups(x) && x,
    },
  ]),
  ...rows('step-scene', [
    {
      field: 'pair: number of a feature',
      bits: 30,
      most: 2 ** 30 - 1,
      guard: 'refused',
      by: '`StepDevice.make`: faces, edges and vertices together',
      code: ['& NUMBER', '(kind << KIND_SHIFT) | a'],
      write: (x) => StepDevice.make(NO_DEVICE, layoutOf({ faces: x - 2, edges: 1, vertices: 1 })),
    },
    { field: 'pair: kind', bits: 2, most: 2, guard: 'bounded', by: 'three kinds', code: ['pair.x >> KIND_SHIFT'] },
    {
      field: 'levels of a tree, of 2 bits each',
      bits: 5,
      most: 16,
      guard: 'refused',
      by: '`levelsOf`',
      code: ['level >> 2u', '1u << BITS', 'BITS * ', '>> BITS', '<< BITS'],
      write: (x) => levelsOf(4 ** (x - 1)).length,
    },
  ]),
  ...rows('step-rules', [
    {
      field: 'two bodies: bodies × bodies bits',
      bits: 32,
      most: 2 ** 16 - 1,
      guard: 'refused',
      by: '`StepDevice.make`',
      code: ['scene.bodies + (bit >> 5u)'],
      write: (x) => StepDevice.make(NO_DEVICE, layoutOf({ bodies: x })),
    },
  ]),
  ...rows('step-keys', [
    { field: 'key: face, edge or vertex', bits: 2, most: 2, guard: 'bounded', by: 'three kinds', code: ['(which << 30u) | hilbert'] },
    {
      field: 'key: cell along an axis',
      bits: 10,
      most: 1023,
      guard: 'cut',
      by: '`clamp` in the program',
      code: ['(x & q)', '(y & q)', '(z & q)', 'x & 0x3ffu', 'v | (v <<', 'q >>= 1u', 'spread(x ^ t) << 2u'],
    },
  ]),
  ...rows('step-search', [
    {
      field: 'pairs that are near, counted',
      bits: 32,
      most: 2 ** 31,
      guard: 'bounded',
      by: '`report` ends there; what does not fit is asked again, or a fault',
      code: [],
    },
  ]),
  ...rows('step-filter', [
    {
      field: 'halves of the time, as an exponent',
      bits: 8,
      most: 8,
      guard: 'bounded',
      by: '`deepest`',
      code: ['(127u - level) << 23u', '(k & 1u)', 'k >>= 1u', 'k <<= 1u'],
    },
  ]),
  ...rows('radix-sort', [
    {
      field: 'digit of a key',
      bits: 4,
      most: 15,
      guard: 'bounded',
      by: 'masked; eight passes take all 32 bits',
      code: ['sorting.shift) & 15u'],
    },
    {
      field: 'how often a digit occurs in a block, two a word',
      bits: 16,
      most: 1024,
      guard: 'bounded',
      by: 'a block has 1,024 keys',
      code: ['(digit & 7u) >> 1u', '(digit & 1u) << 4u', '& 0xffffu'],
    },
    { field: 'lanes', bits: 32, most: 256, guard: 'bounded', by: 'lanes of a workgroup', code: ['step <<= 1u'] },
  ]),
  ...rows('select-codes', [
    {
      field: 'code: outside of a plane, a bit each',
      bits: 15,
      most: 15,
      guard: 'refused',
      by: '`checkPlanes`',
      code: ['code |= 1u << k', 'codes[indices[o]] &'],
      write: planesOf,
    },
    { field: 'bits of a coordinate', bits: 31, most: 2 ** 31 - 1, guard: 'bounded', by: 'as float32 has them', code: ['x & 0x7fffffffu'] },
  ]),
  ...rows('select-frame', [
    {
      field: 'counts, offsets and strides',
      bits: 32,
      most: 2 ** 32 - 1,
      guard: 'refused',
      by: '`SelectionDevice`, each word',
      code: [],
      write: (x) => fitting('a word', x),
    },
  ]),
  ...rows('select-compact', [
    {
      field: 'flag of a triangle, 32 a word',
      bits: 1,
      most: 1,
      guard: 'bounded',
      by: 'one bit',
      code: ['at >> 5u', 'at & 31u', 'word & (bit - 1u)'],
    },
    {
      field: 'kept triangles of a block',
      bits: 32,
      most: 1024,
      guard: 'bounded',
      by: 'a block has 1,024',
      code: ['countOneBits(', 'way <<= 1u'],
    },
  ]),
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
      by: '`treeBytes`, before there is memory for them, and of files',
      code: [],
      write: (x) => treeBytes('swept-sphere', x),
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

/** The table as docs/notes/gpu.md has it. */
export function packedTable(): string {
  const lines = PACKED_WORDS.map(
    ({ where, field, bits, most, guard, by }) => `| ${where} | ${field} | ${bits} | ${numberText(most)} | ${guard}: ${by} |`,
  );
  return ['| program | number | bits | greatest | guard |', '|---|---|--:|--:|---|', ...lines].join('\n');
}

function numberText(x: number): string {
  for (const [add, text] of [
    [0, ''],
    [1, ' − 1'],
    [2, ' − 2'],
  ] as const) {
    const power = Math.log2(x + add);
    if (x > 4096 && Number.isInteger(power)) return `2^${power}${text}`;
  }
  return x.toLocaleString('en-US');
}
