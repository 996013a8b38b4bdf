// Names of pages come from names of paths, which may be anything: what results is one plain name a path, that every
// file system takes and none takes for another one of the list.

/** Code points of a name; with a number, and at most four bytes each, it stays below the 255 that file systems take. */
const LONGEST = 50;
const INDEX = 'index';
/** Devices of Windows, with any ending. */
const DEVICE = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³])$/i;

export const INDEX_PAGE = `${INDEX}.html`;

/** One name a path, in their order; never INDEX_PAGE. */
export function pageNames(paths: readonly string[]): string[] {
  const taken = new Set([folded(INDEX)]);
  return paths.map((path) => {
    const stem = stemOf(path);
    let name = stem;
    for (let n = 2; taken.has(folded(name)); n++) name = `${stem}-${n}`;
    taken.add(folded(name));
    return `${name}.html`;
  });
}

/** The last part of a path without its ending, of letters, digits, '_', '-' and '.' alone. */
function stemOf(path: string): string {
  const last = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const plain = last
    .replace(/(?<=.)\.[^.]*$/, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '');
  const short = [...plain]
    .slice(0, LONGEST)
    .join('')
    .replace(/[.-]+$/, '');
  if (short === '') return 'path';
  return DEVICE.test(short.split('.')[0]) ? `path-${short}` : short;
}

/** The same for names that some file system takes for one. */
function folded(name: string): string {
  return name.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
}
