#!/usr/bin/env node
import { CANNOT_RUN } from '../words/exit-code.ts';
import { run } from './run.ts';
import { openPage } from './terminal/open-page.ts';
import { systemReason } from './terminal/system-reason.ts';

const args = process.argv.slice(2);
/** Its exit code tells more than its text, and 0 would be a wrong verdict. */
const carriesVerdict = ['check', 'plan', 'step', 'batch'].includes(args[0]);

let isOutputClosed = false;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough ('| head') closes the pipe: that is no error.
  isOutputClosed = error.code === 'EPIPE';
  if (isOutputClosed && carriesVerdict) return;
  if (isOutputClosed) process.exit(0);
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
        for (const signal of SIGNALS) process.off(signal, interrupted);
        resolve();
      };
      for (const signal of SIGNALS) process.on(signal, interrupted);
    }),
  openPage,
  isOutputClosed: () => isOutputClosed,
  onInterrupt: (end) => {
    // once: who interrupts again means it
    for (const signal of SIGNALS) process.once(signal, end);
    return () => {
      for (const signal of SIGNALS) process.removeListener(signal, end);
    };
  },
});
