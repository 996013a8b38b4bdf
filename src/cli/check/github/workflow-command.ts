// Lines that the runner of GitHub Actions obeys, on the output as on the error stream: `::name key=value::message` at
// the start of a line. What they hold is escaped as the runner reads it.

/** A message that GitHub shows beside a file. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  /** File as seen from the root of the repository. */
  readonly file?: string;
  readonly line?: number;
}

/** One line, with its end. */
export function workflowCommand({ level, title, message, file, line }: Annotation): string {
  const properties = Object.entries({ file, line, title }).filter(([, value]) => value !== undefined && value !== '');
  const words = properties.map(([key, value]) => `${key}=${escapedProperty(String(value))}`);
  return `::${level}${words.length > 0 ? ' ' : ''}${words.join(',')}::${escapedData(message)}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '%': '%25', '\r': '%0D', '\n': '%0A', ':': '%3A', ',': '%2C' };

function escapedData(text: string): string {
  return text.replace(/[%\r\n]/g, (sign) => ESCAPES[sign]);
}

function escapedProperty(text: string): string {
  return text.replace(/[%\r\n:,]/g, (sign) => ESCAPES[sign]);
}
