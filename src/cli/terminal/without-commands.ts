import type { OutputStream, Streams } from './streams.ts';

/** Whether the runner of GitHub Actions reads along. */
export function isOnGithub(env: Streams['env']): boolean {
  return env.GITHUB_ACTIONS === 'true';
}

/**
 * Text, or JSON, in which the runner finds no command, `::name::` at the start of a line or `##[name]` anywhere: names
 * from files may look like one. JSON keeps its meaning.
 */
export function withoutCommands(text: string): string {
  return text.replace(/##(?=\[)/g, '#\\u0023').replace(/^([^\S\n]*):(?=:)/gm, '$1\\u003a');
}

/** The same streams, without commands. */
export function withoutCommandsOn(streams: Streams): Streams {
  const { stdout, stderr, env } = streams;
  return {
    stdout: filtered(stdout),
    stderr: filtered(stderr),
    env,
    untilInterrupted: () => streams.untilInterrupted(),
    isOutputClosed: () => streams.isOutputClosed?.() === true,
    ...(streams.onInterrupt === undefined ? {} : { onInterrupt: (end: () => void) => (streams.onInterrupt as Interrupt)(end) }),
  };
}

type Interrupt = NonNullable<Streams['onInterrupt']>;

function filtered(stream: OutputStream): OutputStream {
  return {
    write: (text) => stream.write(withoutCommands(text)),
    isTTY: stream.isTTY,
    ...(stream.once === undefined ? {} : { once: (event, listener) => stream.once?.(event, listener) }),
  };
}
