import { InputError } from '../../index.ts';
import { type Files, type PathFile, readPaths } from '../../io/index.ts';
import { slashed } from '../terminal/slashed-path.ts';

/** A path that is asked for: a file, or one of several in a file. */
export interface WantedPath {
  /** Name as the user knows it; undefined: the path that the cell names. */
  readonly name?: string;
  /** The file that was named. */
  readonly file?: string;
  /** What was read of it; undefined: it is read when its turn comes. */
  readonly content?: PathFile;
}

/** One a file, of files of many plans one a line. What cannot be read stays one path, which says why in its turn. */
export async function wantedPaths(files: Files, paths: readonly string[], maxWork?: number): Promise<WantedPath[]> {
  if (paths.length === 0) return [{}];
  const out: WantedPath[] = [];
  for (const file of paths) {
    const contents = await readPaths(files, slashed(file), { maxWork }).catch((cause: unknown) => {
      if (!(cause instanceof InputError)) throw cause;
      return [];
    });
    if (contents.length < 2) out.push({ name: file, file, content: contents[0] });
    else for (const content of contents) out.push({ name: planName(file, content), file, content });
  }
  return out;
}

function planName(file: string, { line, title }: PathFile): string {
  return `${file}:${line}${title === undefined ? '' : ` (${title})`}`;
}

/** Paths without the plans of other scenes; a sentence says how many these are. */
export function ofScene(
  wanted: readonly WantedPath[],
  scene: string | undefined,
): { readonly paths: WantedPath[]; readonly left: string[] } {
  if (scene === undefined) {
    const scenes = new Set(wanted.flatMap(({ content }) => content?.scene ?? []));
    const several = `the plans say that they are for ${scenes.size} scenes, ${[...scenes].slice(0, 2).join(' and ')} among them; all are judged in this one`;
    return { paths: [...wanted], left: scenes.size > 1 ? [several] : [] };
  }
  const paths = wanted.filter(({ content }) => content?.scene === undefined || content.scene === scene);
  const left = wanted.length - paths.length;
  if (paths.length === 0) throw new InputError(`no path is of the scene '${scene}'; all ${left} are of other scenes`);
  return { paths, left: left === 0 ? [] : [`${left} of ${wanted.length} plans are of other scenes than '${scene}', and left out`] };
}
