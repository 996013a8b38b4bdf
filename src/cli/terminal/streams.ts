import pc from 'picocolors';

/** Where a command writes; `process.stdout` is one. */
export interface OutputStream {
  /** False: it has enough, and says 'drain' when it takes more. */
  write(text: string): unknown;
  readonly isTTY?: boolean;
  once?(event: 'drain' | 'close' | 'error', listener: () => void): unknown;
}

/** All that a command knows of its surroundings, so that a test can stand in for them. */
export interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the user has had enough of a command that runs on. */
  untilInterrupted(): Promise<void>;
  /** Shows an address in the person's browser. Absent: there is none. */
  openPage?(url: string): void;
  /** Whether whoever read the output has gone ('| head'). Absent: nobody goes. */
  isOutputClosed?(): boolean;
  /** Calls it when the user wants the command to end; gives what ends the listening. Absent: nobody can want that. */
  onInterrupt?(end: () => void): () => void;
}

export type Colors = ReturnType<typeof pc.createColors>;

/** Colours on a terminal, unless the user says otherwise (NO_COLOR, FORCE_COLOR). */
export function colorsFor(stream: OutputStream, env: Streams['env']): Colors {
  if (env.NO_COLOR) return pc.createColors(false);
  return pc.createColors(Boolean(env.FORCE_COLOR) || (stream.isTTY === true && env.TERM !== 'dumb'));
}
