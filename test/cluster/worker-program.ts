/** A worker of its own process, for tests that kill it. Says a line of JSON for every chunk. */
import { openQueue } from '../../src/node/queue/open-queue.ts';
import { answerBoxes } from './box-answers.ts';

/** What a test tells it. */
export interface WorkerSettings {
  readonly version: string;
  readonly lock: number;
  readonly stalled: number;
}

const { version, lock, stalled }: WorkerSettings = JSON.parse(process.argv[2]);
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** In the middle of a chunk it waits, from one such signal to the next. */
const held: (() => void)[] = [];
let holds = false;
process.on('SIGUSR2', () => {
  holds = !holds;
  if (!holds) for (const goOn of held.splice(0)) goOn();
});

const queue = await openQueue(process.env.INBETWEEN_QUEUE as string, { version, build: 'ab'.repeat(32), onNote: (note) => say({ note }) });
const worker = await queue.work(
  async (chunk, subject) => {
    const [first] = chunk.ids;
    say({ begin: first });
    if (holds)
      await new Promise<void>((resolve) => {
        held.push(resolve);
        say({ held: first });
      });
    return answerBoxes(chunk, subject);
  },
  { threads: 2, lock, stalled, mostStalls: 1000, onChunk: ({ outcome, id, reason }) => say({ outcome, id, reason }) },
);
process.once('SIGTERM', async () => {
  await worker.drain();
  await queue.close();
  say({ drained: worker.counts });
});
say({ ready: true });
