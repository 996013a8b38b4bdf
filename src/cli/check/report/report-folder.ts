import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputError, type Scene, type SceneFirstContactOptions } from '../../../index.ts';
import type { LoadedCell } from '../../../io/index.ts';
import type { PathCheck } from '../../../node/job/check-path.ts';
import type { CellIndexPath, ReportedProof } from '../../../report/index.ts';
import { type KnownFiles, OutputFile, PAGE } from '../../terminal/output-file.ts';
import { packageVersion } from '../../version.ts';
import { limitText, missedLines } from '../check-text.ts';
import type { CheckedPath } from '../checked-path.ts';
import { INDEX_PAGE, pageNames } from './page-names.ts';

/** What all pages of one run show. */
export interface ReportedCell {
  readonly cell: LoadedCell;
  readonly scene: Scene;
  readonly asked: SceneFirstContactOptions;
}

const UNIT = 'm';

/** `--report`: one page where the name ends in .html, else a folder of pages with an index. */
export function isPage(report: string): boolean {
  return /\.html?$/i.test(report);
}

/** The page of one path. `index`: the page to which it links. Who wants no page does not load what makes them. */
export async function pageText(
  { cell, scene, asked }: ReportedCell,
  found: PathCheck,
  proof?: ReportedProof,
  index?: string,
): Promise<string> {
  const { cellReportPage } = await import('../../../report/index.ts');
  const { path, result, intervals, clearance, milliseconds } = found;
  return cellReportPage({
    title: `${cell.name}: ${path.name}`,
    scene,
    motions: path.motions,
    result,
    ...(intervals === null ? {} : { intervals }),
    // The page shows it of the whole path.
    ...(clearance === null || clearance.until < path.segments ? {} : { clearance }),
    options: asked,
    milliseconds,
    version: packageVersion(),
    unit: UNIT,
    ...(proof === undefined ? {} : { proof }),
    ...(index === undefined ? {} : { index }),
  });
}

/** A folder of one page a path, and an index of them. */
export class ReportFolder {
  private readonly folder: string;
  private readonly index: OutputFile;
  /** Pages in the order of the paths. */
  private readonly pages: readonly OutputFile[];
  private readonly names: readonly string[];

  constructor(folder: string, paths: readonly string[]) {
    this.folder = folder;
    this.names = pageNames(paths);
    const output = (name: string) => new OutputFile('--report', join(folder, name), PAGE);
    this.index = output(INDEX_PAGE);
    this.pages = this.names.map(output);
  }

  /** All that may be written. */
  get outputs(): readonly OutputFile[] {
    return [this.index, ...this.pages];
  }

  /** Whether a path names the folder. */
  isAt(path: string): boolean {
    return resolve(path) === resolve(this.folder);
  }

  /** Refuses a file in the place of the folder. */
  async refuseFile(): Promise<void> {
    const found = await stat(this.folder).catch(() => undefined);
    if (found !== undefined && !found.isDirectory())
      throw new InputError(
        `--report ${this.folder}: is a file, but a folder of pages is wanted; a name that ends in .html is one page, others are folders`,
      );
  }

  /** Resolves to the name of the index. */
  async write(reported: ReportedCell, paths: readonly CheckedPath[], inputs: KnownFiles): Promise<string> {
    const rows: CellIndexPath[] = [];
    for (const [i, path] of paths.entries()) {
      if (path.found === undefined) {
        rows.push({ name: path.name, fault: path.error.message });
        continue;
      }
      await this.pages[i].write(await pageText(reported, path.found, path.shown, INDEX_PAGE), inputs);
      rows.push(indexRow(path.found, encodeURIComponent(this.names[i]), reported.scene.robots.length > 1));
    }
    const { cell, scene, asked } = reported;
    const { cellIndexPage } = await import('../../../report/index.ts');
    const text = cellIndexPage({ title: cell.name, scene, options: asked, paths: rows, version: packageVersion(), unit: UNIT });
    await this.index.write(text, inputs);
    return this.index.path;
  }
}

function indexRow(found: PathCheck, page: string, severalRobots: boolean): CellIndexPath {
  const { path, result, clearance, limits, warnings } = found;
  const words = (isError: boolean) => limits.filter((limit) => limit.isError === isError).map((limit) => limitText(limit, severalRobots));
  return {
    name: path.name,
    page,
    motions: path.motions,
    result,
    ...(clearance === null ? {} : { clearance, clearanceUntil: clearance.until }),
    limits: [...missedLines(found, { severalRobots }), ...words(true)],
    remarks: [...words(false), ...warnings],
  };
}
