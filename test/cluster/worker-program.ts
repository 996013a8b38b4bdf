/** A worker of its own process, for tests that kill it. Says a line of JSON for every chunk. */
import { openQueue } from '../../src/node/queue/open-queue.ts';
import { answerBoxes } from './box-answers.ts';

/** What a test tells it. */
export interface WorkerSettings {
  readonly version: string;
  readonly lock: number;
  readonly stalled: number;
  /** Milliseconds that a chunk takes longer, so that there is a middle of it. */
  readonly pause: number;
}

const { version, lock, stalled, pause }: WorkerSettings = JSON.parse(process.argv[2]);
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const queue = await openQueue(process.env.INBETWEEN_QUEUE as string, { version, onNote: (note) => say({ note }) });
const worker = await queue.work(
  async (chunk, subject) => {
    say({ begin: chunk.ids[0] });
    await new Promise((resolve) => setTimeout(resolve, pause));
    return answerBoxes(chunk, subject);
  },
  { threads: 2, lock, stalled, mostStalls: 10, onChunk: ({ outcome, id, reason }) => say({ outcome, id, reason }) },
);
say({ ready: true });
process.once('SIGTERM', async () => {
  await worker.drain();
  await queue.close();
  say({ drained: worker.counts });
});
