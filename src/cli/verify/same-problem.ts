/**
 * Whether the problem in a proof is the one in these files: they are read as `check` reads them, the problem is written
 * anew, and both are compared line by line, numbers exactly.
 */
import { readFile } from 'node:fs/promises';
import { Scene } from '../../index.ts';
import { readPathOfCell } from '../../node/job/cell-path.ts';
import { comparedProblem, problemTold, type Told } from '../../node/proof-problem.ts';
import { proofLines } from '../../node/verify-file.ts';
import { loadCell, type SourceOptions } from '../check/load-cell.ts';
import { sourceKind } from '../file-format.ts';
import { inputFiles, type OutsideWish } from '../terminal/input-files.ts';
import { slashed } from '../terminal/slashed-path.ts';
import type { Streams } from '../terminal/streams.ts';

/** How `check` was asked. */
export interface AskedAs extends SourceOptions, OutsideWish {
  readonly tolerance?: number;
  readonly self: boolean;
  readonly start: 'strict' | 'leaving';
  readonly units?: string;
}

/** `read`: the files that say what the problem is; `differs`: in what, null where it is the same. */
export interface Comparison {
  readonly read: readonly string[];
  readonly differs: string | null;
  readonly segments: number;
}

/** The cell and the path among files that are given; null: they name none. */
export async function cellAndPath(files: readonly string[]): Promise<readonly string[] | null> {
  const [cell, ...others] = files;
  if (cell === undefined) return null;
  const kindOf = (file: string) => sourceKind(inputFiles({ allowOutside: true }), slashed(file)).catch(() => null);
  const kind = await kindOf(cell);
  let path = others.find((file) => /\.(csv|tsv|jsonl?|ndjson|ya?ml|np[yz]|txt)$/i.test(file));
  // a path may have any name
  for (const file of others)
    path ??= !/\.(pcd|xyz\w*|pts|asc|bt|ot|p[gn]m|jpe?g)$/i.test(file) && (await kindOf(file)) === 'cell' ? file : undefined;
  if (kind === 'scene' || (kind === 'cell' && /"inbetween-cell\/1"/.test(await readFile(cell, 'utf8'))))
    return path === undefined ? [cell] : [cell, path];
  return (kind === 'robot' || kind === 'mesh') && path !== undefined ? [cell, path] : null;
}

export async function sameProblem(proof: string, read: readonly string[], options: AskedAs, env: Streams['env']): Promise<Comparison> {
  const { differs, segments } = await comparedProblem(proofLines(proof), await problemOf(read, options, env));
  return { read, differs, segments };
}

async function problemOf([cellFile, path]: readonly string[], options: AskedAs, env: Streams['env']): Promise<readonly Told[]> {
  const inputs = inputFiles(options, env);
  const { cell } = await loadCell(inputs, slashed(cellFile), options);
  const scene = new Scene({ ...cell, self: cell.self && options.self });
  const { motions } = await readPathOfCell(inputs, cell, scene, path === undefined ? undefined : slashed(path), undefined, options.maxWork);
  const { tolerance = cell.tolerance, clearance = cell.clearance, start } = options;
  return problemTold((proof) => scene.firstContact(motions, { tolerance, clearance, start, contacts: 'none', maxIterations: 1, proof }));
}
