/** Motions as the programs read them: for every channel where it begins and how far it goes, in float32. */
import type { BatchEnds } from '../../batch/motion-rows.ts';
import type { Quat } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';
import { shortestArc } from '../../motion/shortest-arc.ts';
import type { BatchModel } from './batch-model.ts';
import { endsOf } from './batch-region.ts';
import { ontoAxis } from './frames.ts';

// π/2 in two parts: products of the first with whole numbers below 2^19 are exact
const HALF_PI_A = 1.5707963267341256;
const HALF_PI_B = 6.077100506506192e-11;
/** Angles and turns beyond these are left to the CPU: the programs' margins hold up to them. */
const LARGEST_ANGLE = 1000;
const LARGEST_TURN = 60;
/** Added and taken away again, it leaves the nearest whole number. */
const ROUNDER = 1.5 * 2 ** 52;
/** Motions of which all channels are packed before others are looked at: they stay in the processor's cache. */
const BLOCK = 256;
/** Lengths beyond this, where the scene is as large as 1. */
const LARGEST_LENGTH = 1e5;

/** Packs `count` motions from `first` on; `aside[i]` is 1 for those that the programs cannot take. */
export function packMotions(
  model: BatchModel,
  ends: BatchEnds,
  first: number,
  count: number,
  out: Uint32Array<ArrayBuffer>,
  aside: Uint8Array,
): void {
  const numbers = new Float32Array(out.buffer, out.byteOffset, out.length);
  const { quartersAt, ownAt, stride } = model;
  aside.fill(0, 0, count);
  for (let begin = 0; begin < count; begin += BLOCK) {
    const end = Math.min(begin + BLOCK, count);
    for (let w = quartersAt; w < ownAt; w++) for (let m = begin; m < end; m++) out[m * stride + w] = 0;
    model.channels.forEach(({ kind }, c) => {
      if (kind === 'angle') packAngles(model, c, ends, first, begin, end, numbers, out, aside);
      else if (kind !== 'arc') packLengths(model, c, ends, first, begin, end, numbers, aside);
    });
  }
  packTurns(model, ends, first, count, numbers);
}

function packLengths(
  { channels, stride, scale, far }: BatchModel,
  c: number,
  ends: BatchEnds,
  first: number,
  begin: number,
  end: number,
  numbers: Float32Array<ArrayBuffer>,
  aside: Uint8Array,
): void {
  const { owner, slot, multiplier, offset, kind } = channels[c];
  const { from, to, size } = endsOf(ends, owner);
  const step = from.length > size ? size : 0;
  const stepTo = to.length > size ? size : 0;
  let o = begin * stride + 2 * c;
  for (let m = begin; m < end; m++, o += stride) {
    const x = from[(first + m) * step + slot];
    const y = to[(first + m) * stepTo + slot];
    const start = scale * (multiplier * x + offset);
    const way = scale * (multiplier * (y - x));
    numbers[o] = start;
    numbers[o + 1] = way;
    if (!(Math.abs(start) < LARGEST_LENGTH && Math.abs(way) < LARGEST_LENGTH)) aside[m] = 1;
    // doubles lose no more than the margins have, up to there
    if (kind === 'place' && offset !== 0 && !(Math.abs(x) <= far && Math.abs(y) <= far)) aside[m] = 1;
  }
}

function packAngles(
  { channels, stride, quartersAt }: BatchModel,
  c: number,
  ends: BatchEnds,
  first: number,
  begin: number,
  end: number,
  numbers: Float32Array<ArrayBuffer>,
  out: Uint32Array<ArrayBuffer>,
  aside: Uint8Array,
): void {
  const { owner, slot, multiplier, offset } = channels[c];
  const { from, to, size } = endsOf(ends, owner);
  const step = from.length > size ? size : 0;
  const stepTo = to.length > size ? size : 0;
  let i = (first + begin) * step + slot;
  let j = (first + begin) * stepTo + slot;
  let o = begin * stride + 2 * c;
  let word = begin * stride + quartersAt + (c >> 4);
  const bit = 2 * (c & 15);
  for (let m = begin; m < end; m++, i += step, j += stepTo, o += stride, word += stride) {
    const x = from[i];
    const start = multiplier * x + offset;
    const way = multiplier * (to[j] - x);
    const quarters = start * (2 / Math.PI) + ROUNDER - ROUNDER;
    numbers[o] = start - quarters * HALF_PI_A - quarters * HALF_PI_B;
    numbers[o + 1] = way;
    out[word] |= (quarters & 3) << bit;
    // one comparison for both; NaN passes neither
    if (!(start * start * LARGEST_ANGLE ** -2 + way * way * LARGEST_TURN ** -2 < 1)) aside[m] = 1;
  }
}

/** Rotations of their own, and how far they turn. */
function packTurns(
  { channels, own, stride, ownAt }: BatchModel,
  ends: BatchEnds,
  first: number,
  count: number,
  numbers: Float32Array<ArrayBuffer>,
): void {
  own.forEach(({ owner, slot }, k) => {
    const { from, to, size } = endsOf(ends, owner);
    const arc = channels.findIndex((channel) => channel.kind === 'arc' && channel.owner === owner && channel.slot === slot);
    const start = new Float64Array(9);
    for (let m = 0; m < count; m++) {
      const q0 = quaternionAt(from, (from.length > size ? (first + m) * size : 0) + slot);
      const q1 = quaternionAt(to, (to.length > size ? (first + m) * size : 0) + slot);
      const [axis, angle] = shortestArc(q0, q1);
      writeMatrix(q0, start, 0);
      const onto = ontoAxis(axis);
      numbers[m * stride + 2 * arc] = 0;
      numbers[m * stride + 2 * arc + 1] = angle;
      const o = m * stride + ownAt + 18 * k;
      // column by column: A, and Aᵀ R₀
      for (let x = 0; x < 9; x++) {
        const row = x % 3;
        const column = (x - row) / 3;
        numbers[o + x] = onto[3 * row + column];
        numbers[o + 9 + x] = onto[row] * start[column] + onto[3 + row] * start[3 + column] + onto[6 + row] * start[6 + column];
      }
    }
  });
}

function quaternionAt(values: Float64Array | Float32Array, at: number): Quat {
  return [values[at], values[at + 1], values[at + 2], values[at + 3]];
}
