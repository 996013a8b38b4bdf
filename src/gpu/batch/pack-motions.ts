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
  const { channels, stride, quartersAt, ownAt, scale, far } = model;
  const numbers = new Float32Array(out.buffer, out.byteOffset, out.length);
  for (let w = quartersAt; w < ownAt; w++) for (let m = 0; m < count; m++) out[m * stride + w] = 0;
  aside.fill(0, 0, count);
  channels.forEach(({ owner, slot, multiplier, offset, kind }, c) => {
    const { from, to, size } = endsOf(ends, owner);
    if (kind === 'arc') return;
    const step = from.length > size ? size : 0;
    const stepTo = to.length > size ? size : 0;
    let i = first * step + slot;
    let j = first * stepTo + slot;
    let o = 2 * c;
    const word = quartersAt + (c >> 4);
    const bit = 2 * (c & 15);
    for (let m = 0; m < count; m++, o += stride, i += step, j += stepTo) {
      const begin = multiplier * from[i] + offset;
      const way = multiplier * (to[j] - from[i]);
      if (kind !== 'angle') {
        numbers[o] = scale * begin;
        numbers[o + 1] = scale * way;
        if (!(Math.abs(scale * begin) < LARGEST_LENGTH && Math.abs(scale * way) < LARGEST_LENGTH)) aside[m] = 1;
        // doubles lose no more than the margins have, up to there
        if (kind === 'place' && offset !== 0 && !(Math.abs(from[i]) <= far && Math.abs(to[j]) <= far)) aside[m] = 1;
        continue;
      }
      const quarters = Math.round(begin * (2 / Math.PI));
      numbers[o] = begin - quarters * HALF_PI_A - quarters * HALF_PI_B;
      numbers[o + 1] = way;
      out[m * stride + word] |= (quarters & 3) << bit;
      if (!(Math.abs(begin) < LARGEST_ANGLE && Math.abs(way) < LARGEST_TURN)) aside[m] = 1;
    }
  });
  packTurns(model, ends, first, count, numbers);
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
