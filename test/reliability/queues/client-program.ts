/** `inbetween batch` with chunks so small that a job has many. */
import { batch } from '../../../src/cli/batch/batch.ts';
import { run } from '../../../src/cli/run.ts';
import type { Streams } from '../../../src/cli/terminal/streams.ts';

/** What a trial tells it. */
export interface ClientSettings {
  readonly job: string;
  readonly out: string;
  /** Undefined: it works here. */
  readonly namespace?: string;
  readonly keyFile?: string;
  readonly chunkWork: number;
}

const { job, out, namespace, keyFile, chunkWork }: ClientSettings = JSON.parse(process.argv[2]);
const streams: Streams = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  untilInterrupted: () => new Promise(() => {}),
};
const options = { out, restart: false, workers: 1, queue: namespace === undefined ? false : undefined, namespace, keyFile, patience: 120 };
try {
  process.exitCode = await batch(job, [], options, streams, { chunkWork });
} catch (error) {
  // as the command would tell it
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = (error as { readonly exitCode?: number }).exitCode ?? (await run(['--no-such-option'], streams));
}
