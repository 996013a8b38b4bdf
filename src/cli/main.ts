#!/usr/bin/env node
import { CANNOT_RUN } from '../words/exit-code.ts';
import { run } from './run.ts';
import { systemReason } from './terminal/system-reason.ts';

const args = process.argv.slice(2);
/** Its exit code tells more than its text, and 0 would be a wrong verdict. */
const carriesVerdict = args[0] === 'check' || args[0] === 'plan' || args[0] === 'step';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough ('| head') closes the pipe: that is no error.
  if (error.code === 'EPIPE' && carriesVerdict) return;
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`inbetween: cannot write the output: ${systemReason(error)}\n`);
  process.exit(CANNOT_RUN);
});
// Nobody is left to read it.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' && carriesVerdict) return;
  process.exit(error.code === 'EPIPE' ? 0 : CANNOT_RUN);
});

process.exitCode = await run(args, {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  untilInterrupted: () =>
    new Promise((resolve) => {
      // the next one ends at once
      const interrupted = (): void => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
        resolve();
      };
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupted);
    }),
});
