/**
 * How large numbers may be that share a word with others, number things in one, or are counted in one. Whoever writes
 * such a word asks here: what does not fit is a fault, and the processor does the work. All of them, with those that
 * cannot grow: docs/notes/gpu.md, "Packed words".
 */
import { GpuFault } from './gpu-fault.ts';

const MOST = {
  'a word': 0xffffffff,
  'the first triangle of a leaf': 0xfffffff,
  'the triangles of a leaf, less one': 7,
  // its sibling is the next one
  'a node': 0x7ffffffe,
  'the bit of a quarter turn': 30,
  'the kind of a step': 63,
  // an item puts nine at most: their counter stays below 2³²
  'the items of a queue': 0x8000000,
  'the rounds of a call': 64,
  // threads of 256 lanes are numbered below 2³²
  'the workgroups of a dispatch': 0x1000000,
  'the features of a step': 0x3fffffff,
  // a bit for each two of them
  'the bodies of a step': 0xffff,
  'the levels of a tree': 16,
} as const;

export type PackedNumber = keyof typeof MOST;

export function mostOf(what: PackedNumber): number {
  return MOST[what];
}

/** The number itself. Throws a GpuFault where it does not fit. */
export function fitting(what: PackedNumber, value: number): number {
  if (!(Number.isInteger(value) && value >= 0 && value <= MOST[what]))
    throw new GpuFault('limit', `${what}: ${value} is beyond what the programs have room for, ${MOST[what]}`);
  return value;
}
