// What `console.log` of Node writes, for values that examples print: texts as they are, numbers, lists and records on one line where
// they fit, else an entry a line.

const WIDE = 72;
const DEEP = 3;

export function printed(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? value : inspected(value, 0))).join(' ');
}

function inspected(value: unknown, depth: number): string {
  if (typeof value === 'string') return quoted(value);
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[Function: ${value.name || '(anonymous)'}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return value.stack ?? String(value);
  const { name } = (value.constructor ?? { name: '[Object: null prototype]' }) as { name: string };
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
  if (depth >= DEEP) return isList ? '[Array]' : `[${name}]`;
  if (isList) {
    const list = [...(value as ArrayLike<unknown> & Iterable<unknown>)];
    const entries = list.slice(0, 100).map((entry) => inspected(entry, depth + 1));
    if (list.length > 100) entries.push(`... ${list.length - 100} more items`);
    return wrapped(entries, Array.isArray(value) ? '' : `${name}(${list.length}) `, '[]', depth);
  }
  const entries = Object.entries(value).map(([key, entry]) => {
    const told = /^[A-Za-z_$][\w$]*$/.test(key) ? key : inspected(key, 0);
    return `${told}: ${inspected(entry, depth + 1)}`;
  });
  return wrapped(entries, name === 'Object' ? '' : `${name} `, '{}', depth);
}

/** In the quotes that need no escape, where there are such. */
function quoted(text: string): string {
  const quote = ["'", '"', '`'].find((sign) => !text.includes(sign)) ?? "'";
  const plain = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return `${quote}${quote === "'" ? plain.replaceAll("'", "\\'") : plain}${quote}`;
}

function wrapped(entries: readonly string[], prefix: string, [open, close]: string, depth: number): string {
  if (entries.length === 0) return `${prefix}${open}${close}`;
  const line = entries.join(', ');
  if (line.length + entries.length <= WIDE && !line.includes('\n')) return `${prefix}${open} ${line} ${close}`;
  const indent = '  '.repeat(depth + 1);
  return `${prefix}${open}\n${entries.map((entry) => indent + entry).join(',\n')}\n${'  '.repeat(depth)}${close}`;
}
