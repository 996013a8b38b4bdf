/** Tasks and steps of chains as the programs read them, word by word: wgsl/batch-model.wgsl. */
import { length } from '../../math/vec3.ts';
import { fitting } from '../device/packed-words.ts';
import { roundedUp } from './batch-trees.ts';
import type { CompiledChain } from './chain-elements.ts';
import { type Frame, STILL_FRAME } from './frames.ts';

/** Words of a task and of a step, and which of them are whole numbers. */
export const TASK = 32;
export const STEP = 24;
export const TASK_INTEGERS: ReadonlySet<number> = new Set([0, 1, 2, 3, 23, 24, 25, 26, 27]);
export const STEP_INTEGERS: ReadonlySet<number> = new Set([0, 1, 2, 3, 7]);
/** Where the lists of maps stand in a task. */
export const TASK_MAPS: readonly [number, number] = [26, 27];
/** One unit in the last place of 1 in float32. */
const U = 2 ** -23;
const KINDS = { turn: 0, slide: 1, still: 2 } as const;
const HAS_TURN = 4;
const HAS_PLACE = 8;
const REVERSED = 16;
const BACKWARDS = 32;
/** Larger than any length that the programs are given. */
const FAR = 1e30;

/** A tree as a task has it: its root, and no corner is farther from the origin of its frame than its size. */
export interface SizedTree {
  readonly root: number;
  readonly size: number;
}

export function taskWords(
  { chain, clearance }: { readonly chain: CompiledChain; readonly clearance: number },
  moving: SizedTree,
  standing: SizedTree,
  { scale, tolerance, far }: { readonly scale: number; readonly tolerance: number; readonly far: number },
  firstStep: number,
): number[] {
  const { turn, place } = chain.start;
  // what doubles lose before anything is float32, in places far from the world's origin
  const doubles = 2 ** -46 * scale * far;
  const keep = scale * (clearance + tolerance) + doubles;
  const touch = Math.fround(scale * clearance * (1 - 2 ** -22));
  return [
    firstStep,
    chain.steps.length,
    moving.root,
    standing.root,
    roundedUp(doubles),
    roundedUp(keep),
    touch,
    moving.size,
    standing.size,
    0,
    ...columns(turn),
    ...place,
    roundedUp(length(place)),
  ];
}

export function stepWords({ steps }: CompiledChain, index: number): number[] {
  const { kind, channel, backwards, frame, own } = steps[index];
  const { turn, place } = frame;
  const turns = own !== null || turn.some((x, i) => x !== STILL_FRAME.turn[i]);
  const places = place.some((x) => x !== 0);
  const flags =
    KINDS[kind] + (turns ? HAS_TURN : 0) + (places ? HAS_PLACE : 0) + (own?.reversed ? REVERSED : 0) + (backwards ? BACKWARDS : 0);
  const after = steps.slice(index);
  const slides = after.some((step, i) => i > 0 && step.kind === 'slide');
  const beyond = slides ? FAR : after.reduce((sum, step) => sum + length(step.frame.place), 0);
  return [
    fitting('the kind of a step', flags),
    2 * channel,
    Math.floor(channel / 16),
    fitting('the bit of a quarter turn', 2 * (channel % 16)),
    roundedUp(length(place)),
    own !== null ? 10 * U : turningError(frame),
    roundedUp(beyond),
    own === null ? 0 : 1 + 18 * own.own + 9 * own.part,
    ...columns(turn),
    ...place,
    ...new Array<number>(4).fill(0),
  ];
}

/** How far a product with the frame's rotation is off at most, of unit columns [docs/notes/gpu.md]. */
function turningError({ turn }: Frame): number {
  let square = 0;
  for (let j = 0; j < 3; j++) {
    const column = [turn[j], turn[3 + j], turn[6 + j]];
    const terms = column.filter((x) => x !== 0).length;
    if (terms === 1 && column.every((x) => x === 0 || Math.abs(x) === 1)) continue;
    square += (Math.sqrt(3) * terms + 0.5) ** 2;
  }
  return roundedUp(Math.sqrt(square) * U);
}

function columns(turn: readonly number[]): number[] {
  return [0, 1, 2].flatMap((j) => [turn[j], turn[3 + j], turn[6 + j]]);
}

/** Writes a record: whole numbers as they are, all others as the bits of a float32. */
export function putRecord(out: Uint32Array<ArrayBuffer>, at: number, record: readonly number[], integers: ReadonlySet<number>): void {
  const numbers = new Float32Array(out.buffer, out.byteOffset, out.length);
  record.forEach((x, i) => {
    if (integers.has(i)) out[at + i] = fitting('a word', x);
    else numbers[at + i] = x;
  });
}
