/**
 * Asks a sample of what others answered again, here. Guarantee: an answer to any item that differs from that of this
 * machine is found with the probability of the share, whoever wrote it: which items are asked nobody can foresee. Items
 * with a budget of milliseconds may differ by right, and are left out.
 */
import { WorkerEnded } from '../../../batch/pool.ts';
import { CodedError } from '../../../words/coded-error.ts';
import { ANSWERS_DIFFER } from '../../../words/exit-code.ts';
import type { Answerer } from '../answerer.ts';
import type { ChunkAnswer } from '../chunk.ts';
import type { JobItem } from '../job-item.ts';
import { chunkOf } from './cut-chunks.ts';

/** Letters of a line that a message shows. */
const SHOWN = 300;

export class Recheck {
  private readonly answerer: Answerer;
  private readonly share: number;
  private readonly random: () => number;
  /** Items that were asked again. */
  asked = 0;

  /** `share`: of all items, from 0 to 1; `random`: from 0 to 1, not to be foreseen. */
  constructor(answerer: Answerer, share: number, random: () => number) {
    this.answerer = answerer;
    this.share = share;
    this.random = random;
  }

  /** Throws where one of the sample differs. Of every job at least one item is in it. */
  async check(items: readonly JobItem[], answer: ChunkAnswer): Promise<void> {
    const { subject, ask } = items[0].section;
    if (this.share === 0 || ask.maxMilliseconds !== undefined) return;
    const picks = [...items.keys()].filter(() => this.random() < this.share);
    if (picks.length === 0 && this.asked === 0) picks.push(Math.floor(this.random() * items.length));
    if (picks.length === 0) return;
    let own: ChunkAnswer;
    try {
      own = await this.answerer.answer(chunkOf(picks.map((i) => items[i])), subject);
    } catch (error) {
      // what has no room here says nothing about others
      if (error instanceof WorkerEnded) return;
      throw error;
    }
    this.asked += picks.length;
    const theirs = linesOf(answer);
    linesOf(own).forEach((line, k) => {
      const i = picks[k];
      if (line === theirs[i] && own.codes[k] === answer.codes[i]) return;
      throw new CodedError(
        `${items[i].id}: asked again here, the answer is another one than that of the queue: here ${line.slice(0, SHOWN)}, there ${theirs[i].slice(0, SHOWN)}; ` +
          'a worker, or whoever writes to the store, is not to be trusted: see who, give a key (--key-file), remove what the server holds (--purge) and start again with --restart',
        ANSWERS_DIFFER,
      );
    });
  }
}

function linesOf({ lines }: ChunkAnswer): readonly string[] {
  return new TextDecoder().decode(lines).split('\n').slice(0, -1);
}
