/** Names from files as messages show them: whoever writes a file decides how long they are. */

/** Longer than anybody calls a link or a joint. */
const MOST_LETTERS = 80;
const MOST_NAMES = 60;

/** A name without quotes, cut where it is long. */
export function shortName(name: string): string {
  const text = String(name);
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}

/** A name in single quotes, cut where it is long. */
export function shownName(name: string): string {
  return `'${shortName(name)}'`;
}

/** `a, b, c`; of many the first ones, and how many there are beyond. */
export function shownNames(names: Iterable<string>, separator = ', '): string {
  const shown: string[] = [];
  let more = 0;
  for (const name of names) {
    if (shown.length < MOST_NAMES) shown.push(shortName(name));
    else more++;
  }
  return shown.join(separator) + (more === 0 ? '' : ` and ${more} more`);
}
