/** Many random motions of a robot, from free configurations to any others: by graphics hardware where it pays. */
import { InputError, Random, type Robot, type Scene } from 'inbetween';
import type { BatchMotions, GpuMode, GpuUse } from 'inbetween/gpu';
import { randomConfiguration } from '../../../scenes/robots/robot-walks.ts';
import type { Graphics } from './graphics.ts';

/** Random configurations that are looked at for one that is free. */
const MOST_DRAWS = 50;

export interface RandomMotions {
  readonly scene: Scene;
  /** Which of its robots moves. */
  readonly robot: string;
  /** Where the robots stand, in the scene's order. */
  readonly starts: readonly (readonly number[])[];
  readonly count: number;
  readonly seed: number;
  readonly gpu: GpuMode;
}

export interface CountedMotions {
  readonly counts: Readonly<Record<string, number>>;
  readonly gpu: GpuUse;
}

/** The same counts whoever does the work: each motion has random numbers of its own. */
export async function countMotions(
  { scene, robot: name, starts, count, seed, gpu: mode }: RandomMotions,
  graphics: Graphics,
  tell: (done: number, total: number, words: string) => void,
): Promise<CountedMotions> {
  const place = scene.robots.findIndex((one) => one.name === name);
  if (place < 0) throw new InputError(`there is no robot called '${name}'`);
  const robot = scene.robots[place];
  const batch = await graphics.batchOf(scene, mode);
  const randoms = Array.from({ length: count }, (_, k) => new Random(`${seed}/${k}`));
  const rest = [...starts[place]];
  const drawn = (which: readonly number[]): Float64Array => rowsOf(robot, which, (k) => randomConfiguration(robot, randoms[k], rest));
  const standing = scene.robots.flatMap((one, i) => {
    const row = Float64Array.from(starts[i]);
    return i === place ? [] : [[one.name, { from: row, to: row }] as const];
  });
  const motions = (from: Float64Array, to: Float64Array): BatchMotions => ({ ...Object.fromEntries(standing), [name]: { from, to } });

  const all = Array.from({ length: count }, (_, k) => k);
  const from = new Float64Array(count * robot.size);
  let open: readonly number[] = all;
  for (let draw = 0; draw < MOST_DRAWS && open.length > 0; draw++) {
    const rows = drawn(open);
    open.forEach((k, i) => void from.set(rows.subarray(robot.size * i, robot.size * (i + 1)), robot.size * k));
    const before = count - open.length;
    const onProgress = (done: number): void => tell(before + done, count, `Where to begin: ${before + done} of ${count} looked at`);
    const { free } = await batch.motionsAreFree(motions(rows, rows), { onProgress });
    open = open.filter((_, i) => free[i] === 0);
  }
  const onProgress = (done: number): void => tell(done, count, `${done} of ${count} motions`);
  const { status, gpu } = await batch.firstContacts(motions(from, drawn(all)), { onProgress });
  const counts: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
  for (const one of status) counts[one]++;
  return { counts, gpu };
}

function rowsOf({ size }: Robot, which: readonly number[], values: (k: number) => readonly number[]): Float64Array {
  const out = new Float64Array(which.length * size);
  which.forEach((k, i) => void out.set(values(k), size * i));
  return out;
}
