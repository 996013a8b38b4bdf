/** Where results go: a file that can be gone on with, or the output. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { JobItem } from '../../node/job/job-item.ts';
import { ItemSum, type JournalStep } from '../../node/job/run/journal.ts';
import { remainingItems } from '../../node/job/run/replay.ts';
import type { AnsweredItems } from '../../node/job/run/run-job.ts';
import type { OutputStream, Streams } from '../terminal/streams.ts';
import type { ResultFile } from './result-file.ts';
import type { RunWatch } from './run-watch.ts';

export interface ResultSink {
  /** The items that are still to be done; `isStopped`: nobody wants them any more. */
  items(source: AsyncIterable<JobItem>, isStopped: () => boolean): AsyncIterable<JobItem>;
  take(answered: AnsweredItems): Promise<void>;
  /** Nobody reads it any more. */
  readonly isClosed: boolean;
  /** `isDone`: nothing is left of the job. */
  end(isDone: boolean): Promise<void>;
  /** After an error: what was done stays done, as far as that can be. */
  close(): Promise<void>;
}

/** How often a step is noted, in milliseconds: seldom in a long run, whose journal shall stay small. */
const LEAST_BETWEEN = 500;
const MOST_BETWEEN = 5000;
const SHARE_BETWEEN = 0.02;

/** `now`: milliseconds, for a test to stand in. */
export function fileSink(file: ResultFile, watch: RunWatch, now: () => number = () => performance.now()): ResultSink {
  // One piece: the functions of one sink, which share its file and its lines.
  const sum = new ItemSum(sha256(), (text, data) => createHash('sha256').update(text).update(data).digest('hex'));
  let notedAt = now();
  let noted = file.steps.at(-1)?.items ?? 0;
  /** Items without an answer were met: from there on nothing is noted as done, and the next run asks again. */
  let isHeld = false;
  /** As it was when the items before were done: it has those that are being taken already. */
  let tally = file.steps.at(-1)?.tally ?? watch.tally.state;
  /** The step that is on its way to the disk, and what went wrong there. */
  let going: Promise<void> | undefined;
  let fault: unknown;
  const note = async (isDone: boolean): Promise<void> => {
    const step: Omit<JournalStep, 'bytes' | 'out'> = {
      items: sum.count,
      sum: sum.hex,
      seconds: watch.seconds,
      tally,
      ...sum.take(),
      ...(isDone ? { done: true } : {}),
    };
    noted = step.items;
    notedAt = now();
    const { kept } = await file.step(step);
    going = kept
      .catch((error: unknown) => {
        fault = error;
      })
      .finally(() => {
        going = undefined;
      });
  };
  const settled = async (): Promise<void> => {
    await going;
    if (fault !== undefined) throw fault;
  };
  return {
    isClosed: false,
    items: (source, isStopped) => {
      const last = file.steps.at(-1);
      if (last === undefined) return source;
      let read = 0;
      return remainingItems(source, file.steps, sum, () => {
        if (++read % 256 === 0) watch.showReading(read, last.items);
        return !isStopped();
      });
    },
    take: async ({ items, answer, isUnanswered }) => {
      if (fault !== undefined) throw fault;
      if (isUnanswered && !isHeld) {
        await settled();
        if (sum.count > noted) await note(false);
        await settled();
        isHeld = true;
      }
      for (const item of items) sum.add(item);
      tally = watch.tally.state;
      watch.bytes += answer.lines.length;
      await file.append(answer.lines);
      const between = Math.min(MOST_BETWEEN, Math.max(LEAST_BETWEEN, SHARE_BETWEEN * 1000 * watch.seconds));
      if (!isHeld && going === undefined && now() - notedAt > between) await note(false);
    },
    end: async (isDone) => {
      await settled();
      // of a finished run too, where the job has more items now
      if (isHeld) await file.flush();
      else if ((isDone && !file.isDone) || sum.count > noted) await note(isDone);
      await settled();
      await file.close();
    },
    close: async () => {
      try {
        await settled();
        if (sum.count > noted && !isHeld) await note(false);
        await settled();
      } catch {
        // the error that ended the run is the one to tell
      }
      await (sum.count === 0 && file.steps.length === 0 ? file.remove() : file.close());
    },
  };
}

/** Writes to the output; whoever reads it slowly is waited for. */
export function streamSink({ stdout, isOutputClosed }: Streams, watch: RunWatch): ResultSink {
  const decoder = new TextDecoder();
  return {
    get isClosed() {
      return isOutputClosed?.() === true;
    },
    items: (source) => source,
    take: async ({ answer }) => {
      watch.bytes += answer.lines.length;
      // lines end where answers end, and so do their letters
      if (stdout.write(decoder.decode(answer.lines)) === false) await drained(stdout);
      // a closed pipe is reported in the next turn
      await setImmediate();
    },
    end: async () => {},
    close: async () => {},
  };
}

/** Also where it is closed instead. */
function drained(stream: OutputStream): Promise<void> {
  return new Promise((resolve) => {
    const { once } = stream;
    if (once === undefined) return resolve();
    once.call(stream, 'drain', resolve);
    once.call(stream, 'close', resolve);
    once.call(stream, 'error', resolve);
  });
}

function sha256() {
  const hash = createHash('sha256');
  return { update: (data: Uint8Array | string) => hash.update(data), hex: () => hash.copy().digest('hex') };
}
