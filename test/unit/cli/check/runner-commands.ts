/** A workflow command as the runner of GitHub Actions understands it. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

const KNOWN =
  /^(error|warning|notice|debug|group|endgroup|add-mask|stop-commands|set-output|save-state|set-env|add-path|add-matcher|remove-matcher|echo)$/i;

/** What the runner obeys in an output: `::` at the start of a line, spaces aside, and the older `##[` anywhere in one. */
export function runnerCommands(output: string): RunnerCommand[] {
  return output.split(/\r\n|\n|\r/).flatMap((line) => {
    const older = /##\[([^\]]*)\](.*)/.exec(line);
    const text = line.trimStart();
    const end = text.startsWith('::') ? text.indexOf('::', 2) : -1;
    const info = end >= 0 ? text.slice(2, end) : (older?.[1] ?? '');
    const [name, ...rest] = info.split(' ');
    if (!KNOWN.test(name)) return [];
    const properties = rest
      .join(' ')
      .split(',')
      .map((pair) => pair.split(/=(.*)/s))
      .filter(([key, value]) => key && value);
    return [
      {
        name,
        properties: Object.fromEntries(
          properties.map(([key, value]) => [key, unescaped(value.replaceAll('%3A', ':').replaceAll('%2C', ','))]),
        ),
        message: unescaped(end >= 0 ? text.slice(end + 2) : (older?.[2] ?? '')),
      },
    ];
  });
}

function unescaped(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}
