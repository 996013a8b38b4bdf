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

/**
 * The cell and the path among files that are given, whatever their order; null: they name none. A cell or a scene is
 * one before a robot, and that before a mesh.
 */
export async function cellAndPath(files: readonly string[]): Promise<readonly string[] | null> {
  const found = await Promise.all(files.map(async (file) => ({ file, kind: await roleOf(file) })));
  const cell = (['cell', 'robot', 'mesh'] as const).flatMap((kind) => found.filter((one) => one.kind === kind))[0];
  if (cell === undefined) return null;
  const others = (['path', 'message'] as const).flatMap((kind) => found.filter((one) => one.kind === kind).map(({ file }) => file));
  // a path may have any name
  const path = others.find((file) => /\.(csv|tsv|jsonl?|ndjson|ya?ml|np[yz]|txt)$/i.test(file)) ?? others[0];
  if (cell.kind === 'cell') return path === undefined ? [cell.file] : [cell.file, path];
  return path === undefined ? null : [cell.file, path];
}

/** What a file may be to a proof; `path`: whatever is no cell, nor stands in one. A message may be one. */
async function roleOf(file: string): Promise<'cell' | 'robot' | 'mesh' | 'message' | 'path' | null> {
  if (/\.(pcd|xyz\w*|pts|asc|bt|ot|p[gn]m|jpe?g|srdf)$/i.test(file)) return null;
  const kind = await sourceKind(inputFiles({ allowOutside: true }), slashed(file)).catch(() => null);
  if (kind === 'scene') return 'cell';
  if (kind === 'cell') return /"inbetween-cell\/1"/.test(await readFile(file, 'utf8')) ? 'cell' : 'path';
  return kind;
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
