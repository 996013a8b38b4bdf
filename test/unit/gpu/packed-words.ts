/**
 * Every number that shares a word with others, numbers things in one, or is counted in one: in the programs of
 * `src/gpu/wgsl` and in the flat records of the library. docs/notes/gpu.md prints them.
 */

import { queueItems } from '../../../src/gpu/batch/batch-runner.ts';
import { BatchTrees, leafLink } from '../../../src/gpu/batch/batch-trees.ts';
import { putRecord } from '../../../src/gpu/batch/batch-words.ts';
import { Gpu } from '../../../src/gpu/device/gpu.ts';
import { fitting } from '../../../src/gpu/device/packed-words.ts';
import { checkPlanes } from '../../../src/gpu/select/packed-volume.ts';
import { levelsOf, StepDevice } from '../../../src/gpu/step/step-device.ts';
import type { StepLayout } from '../../../src/gpu/step/step-layout.ts';
import { PACKED_RECORDS, type PackedWord, rows } from './packed-records.ts';

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
  ...PACKED_RECORDS,
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
