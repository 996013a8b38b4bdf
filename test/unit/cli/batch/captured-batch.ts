import { batch } from '../../../../src/cli/batch/batch.ts';
import type { BatchOptions } from '../../../../src/cli/batch/batch-options.ts';
import type { OpenEngine } from '../../../../src/cli/batch/engine.ts';
import { inThisThread } from '../../../../src/node/job/answerer.ts';
import { answererOf } from '../../../../src/node/job/chunk-service.ts';
import { packCell } from '../../../../src/node/job/packed-cell.ts';
import { verifyItemService } from '../../../../src/node/job/verify-item.ts';

/** What workers would answer, without workers. */
export const hereEngine: OpenEngine = async () => ({
  answerer: inThisThread((kind, bytes) => answererOf(kind)(bytes)),
  workers: 1,
  ended: () => 0,
  packCell,
  verify: (task, { bytes }) => verifyItemService(task, { opened: (open) => open(bytes) }),
});

export interface CapturedBatch {
  readonly code: number;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a job in this thread, with streams that remember. */
export async function capturedBatch(
  job: string,
  paths: readonly string[] = [],
  options: BatchOptions = {},
  openEngine: OpenEngine = hereEngine,
): Promise<CapturedBatch> {
  let stdout = '';
  let stderr = '';
  const streams = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    env: {},
    untilInterrupted: () => Promise.resolve(),
  };
  const code = await batch(job, paths, options, streams, { openEngine });
  const lines =
    stdout === ''
      ? []
      : stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, lines, stdout, stderr };
}
