/**
 * Graphics hardware before the workers: what it proves free is reported as they would do it, all else they answer, so
 * that results are the same, byte by byte. Where there is no such hardware, or it does not know what is asked, they
 * answer everything, and that is reported once.
 */
import { GpuBatch } from '../../gpu/index.ts';
import { InputError, limitFindings, type RobotPath } from '../../index.ts';
import { entryOf } from '../../words/entries.ts';
import { motionsOf } from './answer-cell.ts';
import type { Answerer } from './answerer.ts';
import type { Ask, Chunk, ChunkAnswer } from './chunk.ts';
import { type OpenedCell, openCell } from './packed-cell.ts';
import { joined, resultLine, utf8 } from './result-line.ts';

/** Fewer are not worth a message to the hardware. */
const LEAST = 64;
const LF = 10;

/** What is used of a GpuBatch. */
type UsedBatch = Pick<GpuBatch, 'name' | 'why' | 'motionsAreFree' | 'close'>;
type OpenGpuBatch = (...given: Parameters<typeof GpuBatch.open>) => Promise<UsedBatch>;

interface OpenedBatch {
  readonly opened: OpenedCell;
  readonly batch: UsedBatch;
}

/** `open`: a test may stand in for the hardware. */
export function gpuAnswerer(workers: Answerer, onNote: (text: string) => void, open: OpenGpuBatch = GpuBatch.open): Answerer {
  const batches = new Map<string, Promise<OpenedBatch | undefined>>();
  const batchOf = (bytes: Uint8Array, { ask, subject }: Chunk): Promise<OpenedBatch | undefined> => {
    const key = `${subject} ${JSON.stringify(ask)}`;
    const known = batches.get(key) ?? openBatch(bytes, ask, onNote, open);
    batches.set(key, known);
    return known;
  };
  return {
    room: workers.room,
    answer: async (chunk, subject) => {
      if (chunk.kind !== 'motion' || chunk.ids.length < LEAST) return workers.answer(chunk, subject);
      const known = await batchOf(subject.bytes, chunk);
      if (known === undefined) return workers.answer(chunk, subject);
      const begin = performance.now();
      const free = await provenFree(known, chunk);
      const each = (performance.now() - begin) / chunk.ids.length;
      const rest = rowsOf(chunk, free, 0);
      const answer = rest.length === 0 ? undefined : await workers.answer(partOf(chunk, rest), subject);
      return together(chunk, free, answer, each);
    },
    close: async () => {
      for (const known of batches.values()) (await known)?.batch.close();
      await workers.close();
    },
  };
}

declare const performance: { now(): number };

async function openBatch(
  bytes: Uint8Array,
  ask: Ask,
  onNote: (text: string) => void,
  open: OpenGpuBatch,
): Promise<OpenedBatch | undefined> {
  const opened = openCell(bytes);
  const why = whyNot(opened, ask);
  if (why !== undefined) {
    onNote(`--gpu: not used: ${why}`);
    return undefined;
  }
  const { tolerance = opened.cell.tolerance, clearance = opened.cell.clearance } = ask;
  const batch = await open(opened.scene, { gpu: 'always', clearance, ...(tolerance === undefined ? {} : { tolerance }) });
  onNote(batch.name === null ? `--gpu: not used: ${batch.why}` : `--gpu: ${batch.name}`);
  if (batch.name !== null) return { opened, batch };
  batch.close();
  return undefined;
}

/** What it cannot prove as the workers do. */
function whyNot({ scene, cell }: OpenedCell, ask: Ask): string | undefined {
  if (ask.method !== 'auto') return 'it proves motions free in its own way; leave out --method';
  if (ask.start !== 'strict') return 'it knows no motions that begin in contact; leave out --start';
  if (ask.margin || ask.all) return 'it finds neither the least distance nor every contact; leave out --margin and --all';
  if (scene.bodies.length > 0 || Object.keys(cell.bodyMotions).length > 0) return 'the cell has bodies that move by themselves';
  return undefined;
}

/** One an item: 1 where it is proven free and there is nothing else to say of it. */
async function provenFree({ opened, batch }: OpenedBatch, chunk: Chunk): Promise<Uint8Array> {
  const { robots } = opened.cell;
  const out = new Uint8Array(chunk.ids.length);
  const asked: number[] = [];
  const ends = robots.map(({ size }) => ({ from: new Float64Array(size * out.length), to: new Float64Array(size * out.length) }));
  for (let i = 0; i < out.length; i++) {
    const paths = pathsOf(opened, chunk, i);
    if (paths === undefined) continue;
    robots.forEach(({ size }, k) => {
      const [from, to] = paths[k].waypoints;
      ends[k].from.set(from, size * asked.length);
      ends[k].to.set(to, size * asked.length);
    });
    asked.push(i);
  }
  if (asked.length === 0) return out;
  const motions = Object.fromEntries(
    robots.map(({ name, size }, k) => {
      const rows = (values: Float64Array) => values.subarray(0, size * asked.length);
      return [name, { from: rows(ends[k].from), to: rows(ends[k].to) }];
    }),
  );
  const { free, gpu } = await batch.motionsAreFree(motions);
  // a device that was lost in the middle: workers are more, and as sure
  if (!gpu.used) return out;
  asked.forEach((item, row) => {
    out[item] = free[row];
  });
  return out;
}

/** Undefined where it cannot be read, or has something to say of limits: workers do. */
function pathsOf(opened: OpenedCell, chunk: Chunk, i: number): readonly RobotPath[] | undefined {
  try {
    const data = chunk.data.subarray(i === 0 ? 0 : chunk.ends[i - 1], chunk.ends[i]);
    const { paths, warnings } = motionsOf(opened, chunk.ids[i], data, chunk);
    const own = opened.cell.robots.map(({ name }) => entryOf(paths, name));
    const isPlain = warnings.length === 0 && own.every((path) => path.waypoints.length === 2 && limitFindings(path).length === 0);
    return isPlain ? own : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function rowsOf({ ids }: Chunk, free: Uint8Array, wanted: 0 | 1): number[] {
  return ids.flatMap((_, i) => (free[i] === wanted ? [i] : []));
}

function partOf(chunk: Chunk, items: readonly number[]): Chunk {
  const pieces = items.map((i) => chunk.data.subarray(i === 0 ? 0 : chunk.ends[i - 1], chunk.ends[i]));
  let end = 0;
  const ends = Uint32Array.from(pieces, (piece) => {
    end += piece.length;
    return end;
  });
  return { ...chunk, ids: items.map((i) => chunk.ids[i]), data: joined(pieces), ends };
}

function together({ ids }: Chunk, free: Uint8Array, rest: ChunkAnswer | undefined, each: number): ChunkAnswer {
  const lines: Uint8Array[] = [];
  const codes = new Uint8Array(ids.length);
  const milliseconds = new Float64Array(ids.length);
  let at = 0;
  let line = 0;
  ids.forEach((id, i) => {
    milliseconds[i] = each;
    if (free[i] === 1 || rest === undefined) {
      lines.push(utf8(resultLine({ id, status: 'free', time: 1 })));
      return;
    }
    const end = rest.lines.indexOf(LF, line) + 1;
    lines.push(rest.lines.subarray(line, end));
    line = end;
    codes[i] = rest.codes[at];
    milliseconds[i] += rest.milliseconds[at++];
  });
  return { lines: joined(lines), codes, milliseconds, work: ids.length + (rest?.work ?? 0) };
}
