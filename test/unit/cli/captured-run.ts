import { run } from '../../../src/cli/run.ts';

export interface Captured {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CaptureOptions {
  readonly isTTY?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Called when the command runs on; it goes on until this resolves. */
  readonly untilInterrupted?: (stdout: string) => Promise<void>;
  /** Where an address would come up in the browser. */
  readonly openPage?: (url: string) => void;
}

/** Runs a command line in this process, with streams that remember. */
export async function captured(
  args: readonly string[],
  { isTTY = false, env = {}, untilInterrupted, openPage }: CaptureOptions = {},
): Promise<Captured> {
  let stdout = '';
  let stderr = '';
  const code = await run(args, {
    stdout: { write: (text) => (stdout += text), isTTY },
    stderr: { write: (text) => (stderr += text), isTTY },
    env,
    untilInterrupted: () => untilInterrupted?.(stdout) ?? Promise.resolve(),
    ...(openPage === undefined ? {} : { openPage }),
  });
  return { code, stdout, stderr };
}
