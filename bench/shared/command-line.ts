/** What a bench was called with: `--name value`, `--name=value`, or a bare `--name`. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** Wrong use of a bench: told without a stack trace, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options listed in `known` only; the value of a bare option is ''. */
export function parseCommandLine(args: readonly string[], known: readonly string[]): CommandLine {
  const words: string[] = [];
  const options = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    if (!args[i].startsWith('--')) {
      words.push(args[i]);
      continue;
    }
    const [name, ...rest] = args[i].slice(2).split('=');
    if (!known.includes(name)) throw new UsageError(`unknown option --${name}; known are ${known.map((k) => `--${k}`).join(' ')}`);
    const follows = rest.length === 0 && i + 1 < args.length && !args[i + 1].startsWith('--');
    options.set(name, follows ? args[++i] : rest.join('='));
  }
  return { words, options };
}

/** A whole number ≥ 1, or the default when the option is absent. */
export function countOption({ options }: CommandLine, name: string, fallback: number): number {
  const text = options.get(name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text === '' || !Number.isInteger(value) || value < 1) throw new UsageError(`--${name} needs a whole number from 1, got '${text}'`);
  return value;
}

export function textOption({ options }: CommandLine, name: string): string | undefined {
  const text = options.get(name);
  if (text === '') throw new UsageError(`--${name} needs a value`);
  return text;
}
