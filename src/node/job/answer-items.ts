/** A worker's answer to a chunk, item by item: whatever kind they are, one line, one code and one time each. */
import { milliseconds } from '../../contact/budget.ts';
import { InputError } from '../../index.ts';
import type { ProofRecorder } from '../../prove/index.ts';
import { CANNOT_RUN, type ExitCode } from '../../words/exit-code.ts';
import type { Chunk, ChunkAnswer } from './chunk.ts';
import { ProofParts } from './proof-parts.ts';
import { errorLine, joined, resultLine, utf8 } from './result-line.ts';

export interface ItemAnswer {
  readonly result: { readonly id: string; readonly [key: string]: unknown };
  readonly code: ExitCode;
  /** Counted, the same on every machine. */
  readonly work: number;
}

/** An item that is wrong in itself is a line that says so; the others go on. */
export function answerItems(
  chunk: Chunk,
  answer: (id: string, data: Uint8Array, proof: ProofRecorder | undefined) => ItemAnswer,
): ChunkAnswer {
  const { ids, data, ends } = chunk;
  const lines: Uint8Array[] = [];
  const codes = new Uint8Array(ids.length);
  const times = new Float64Array(ids.length);
  const proofs = chunk.ask.proof ? new ProofParts(ids.length) : undefined;
  let work = 0;
  let begin = milliseconds();
  for (let i = 0; i < ids.length; i++) {
    try {
      const found = answer(ids[i], data.subarray(i === 0 ? 0 : ends[i - 1], ends[i]), proofs?.begin());
      lines.push(utf8(resultLine(found.result)));
      codes[i] = found.code;
      work += found.work + (proofs?.end(i) ?? 0);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      lines.push(utf8(errorLine(ids[i], error.message)));
      codes[i] = CANNOT_RUN;
      work++;
    }
    const now = milliseconds();
    times[i] = now - begin;
    begin = now;
  }
  return { lines: joined(lines), codes, milliseconds: times, work, ...(proofs === undefined ? {} : { proofs: proofs.all }) };
}

declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

/** A whole number that an item's data say, below `count`. */
export function numberIn(data: Uint8Array, count: number): number {
  const text = new TextDecoder('utf-8', { fatal: false }).decode(Uint8Array.from(data.subarray(0, 20)));
  const number = Number(text);
  if (!/^\d+$/.test(text) || !(number < count)) throw new InputError(`there is no query ${JSON.stringify(text)}; there are ${count}`);
  return number;
}
