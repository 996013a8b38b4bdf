import { readCellMotions } from '../../io/index.ts';
import { loadCell } from '../check/load-cell.ts';
import { cellIn } from '../file-format.ts';
import { inputFiles, type OutsideWish } from '../terminal/input-files.ts';
import { slashed } from '../terminal/slashed-path.ts';
import type { Streams } from '../terminal/streams.ts';
import { notedFiles, OpenFiles } from './open-files.ts';
import { viewLink } from './view-link.ts';
import { FILES } from './viewer-site.ts';

/** Those that say what may be read. */
export interface OpenCellOptions extends OutsideWish {
  readonly maxWork?: number;
}

/** A cell that the page can open. */
export interface OpenCell {
  readonly files: OpenFiles;
  /** Opens it, behind the address of the page. */
  readonly link: string;
  readonly warnings: readonly string[];
}

/** Reads it once: what is wrong is reported here, and what it names is known. */
export async function openCell(cell: string, paths: readonly string[], options: OpenCellOptions, env: Streams['env']): Promise<OpenCell> {
  const main = await cellIn(slashed(cell));
  const noted = notedFiles(inputFiles(options, env));
  const { maxWork } = options;
  const { cell: loaded } = await loadCell(noted, main, { maxWork }, 'view');
  const found = [loaded.warnings];
  if (paths.length === 0 && loaded.path !== undefined) await readCellMotions(noted, loaded, undefined, { maxWork });
  for (const path of paths) found.push((await readCellMotions(noted, loaded, slashed(path), { maxWork })).warnings);
  const files = await OpenFiles.of(main, noted);
  const address = (path: string) => `${FILES}/${files.address(path)}`;
  // so that the page does not look for them in one place after the other
  const packages = [...noted.packages].map(([name, folder]) => `${name}:${address(folder).replace(/\/$/, '')}`);
  return { files, link: viewLink(address(main), paths.map(address), packages), warnings: found.flat() };
}
