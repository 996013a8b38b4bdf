/** Files by name or pattern: * any letters, ? one letter, ** any folders; in an order that is the same everywhere. */
import { InputError } from '../../index.ts';
import type { NamedBy } from '../../io/index.ts';
import type { DiskFiles } from '../../node/index.ts';
import { naturalOrder } from '../../node/job/source/natural-order.ts';

const PATTERN = /[*?]/;
/** More are a mistake, such as the root of a disk. */
const MOST_FILES = 5_000_000;

/**
 * Names as they are, patterns as what they match, in natural order; each file once, where it is named first. Rejects
 * where a pattern matches nothing, or leads to where `named` may not look. ** does not follow links.
 */
export async function namedFiles(files: DiskFiles, names: readonly string[], named?: NamedBy): Promise<readonly string[]> {
  const out = new Set<string>();
  for (const name of names) {
    const found = PATTERN.test(name) ? await matches(files, name, named) : [name];
    // a file may be called so
    const isThere =
      found.length === 0 &&
      (await files.place(name, named).then(
        () => true,
        () => false,
      ));
    if (found.length === 0 && !isThere) throw new InputError(`no file matches ${JSON.stringify(name)}`, { file: named?.by.at(-1) });
    for (const one of isThere ? [name] : found) out.add(one);
    if (out.size > MOST_FILES) throw new InputError(`${JSON.stringify(name)} matches more than ${MOST_FILES} files`);
  }
  return [...out];
}

async function matches(files: DiskFiles, pattern: string, named: NamedBy | undefined): Promise<string[]> {
  const parts = pattern.split('/').filter((part, i, all) => part !== '' && part !== '.' && !(part === '**' && all[i - 1] === '**'));
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = async (folder: string, at: number): Promise<void> => {
    const part = parts[at];
    if (part === undefined || seen.has(`${at} ${folder}`) || found.size > MOST_FILES) return;
    seen.add(`${at} ${folder}`);
    const isLast = at === parts.length - 1;
    if (!PATTERN.test(part) && !isLast) return walk(`${folder}${part}/`, at + 1);
    const entries = await files.list(folder === '' ? '.' : folder, named);
    if (part === '**') {
      for (const { name, kind } of entries) {
        if (name.startsWith('.')) continue;
        if (kind === 'folder') await walk(`${folder}${name}/`, at);
        if (isLast && kind === 'file') found.add(folder + name);
      }
      return walk(folder, at + 1);
    }
    for (const { name, kind } of entries) {
      if (!isMatch(name, part) || (name.startsWith('.') && !part.startsWith('.'))) continue;
      if (!isLast) {
        if (kind === 'folder' || kind === 'link') await walk(`${folder}${name}/`, at + 1);
      } else if (kind === 'file' || kind === 'link') found.add(folder + name);
    }
  };
  await walk(pattern.startsWith('/') ? '/' : '', 0);
  return [...found].sort(naturalOrder);
}

/** Whether a name matches, in time of at most letters times stars: patterns come from files. */
function isMatch(name: string, pattern: string): boolean {
  let [i, j, star, from] = [0, 0, -1, 0];
  while (i < name.length) {
    if (pattern[j] === '*') {
      star = j++;
      from = i;
    } else if (j < pattern.length && (pattern[j] === '?' || pattern[j] === name[i])) {
      i++;
      j++;
    } else if (star >= 0) {
      j = star + 1;
      i = ++from;
    } else return false;
  }
  while (pattern[j] === '*') j++;
  return j === pattern.length;
}
