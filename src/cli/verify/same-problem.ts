/**
 * Whether the problem in a proof is the one in these files: they are read as `check` reads them, the problem is written
 * anew, and both are compared line by line, numbers exactly. Triangles may stand in another order, in another tree.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Scene } from '../../index.ts';
import { parseUnits } from '../../io/index.ts';
import { readPathOfCell } from '../../node/job/cell-path.ts';
import { proofLines } from '../../node/verify-file.ts';
import { recordProof } from '../../prove/index.ts';
import { entryOf } from '../../words/entries.ts';
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
  const expected = await problemOf(read, options, env);
  let next = 0;
  let segments = 0;
  const answer = (differs: string | null): Comparison => ({ read, differs, segments });
  for await (const line of proofLines(proof)) {
    const own = toldBy(line);
    if (own === null) continue;
    const other = expected.lines[next++];
    if (own.kind === 'segment') segments++;
    if (own.text !== other?.text) return answer(difference(own, other));
  }
  // a proof may end before the path does, as its verdict says
  const left = expected.lines[next];
  return answer(left === undefined || ((left.kind === 'segment' || left.kind === 'phase') && segments > 0) ? null : difference(null, left));
}

/** A line of the problem in a form that does not depend on who wrote it; large ones by a hash. */
interface Told {
  readonly kind: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Null: it tells nothing of the problem. */
function toldBy(line: string): Told | null {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    return null;
  }
  const { kind, by: _, inputs: __, until: ___, ...row } = (given ?? {}) as Record<string, unknown>;
  if (typeof kind !== 'string' || kind === 'proof' || kind === 'verdict') return null;
  // of a pair that is not tested it counts who said so
  const told = kind === 'untested' ? { ...row, by: _ } : kind === 'shape' ? triangleSet(row) : row;
  return { kind, row: kind === 'shape' ? {} : told, text: digest(sorted({ kind, ...told })) };
}

async function problemOf(
  [cellFile, path]: readonly string[],
  options: AskedAs,
  env: Streams['env'],
): Promise<{ readonly lines: readonly Told[] }> {
  const inputs = inputFiles(options, env);
  const { cell: read } = await loadCell(inputs, slashed(cellFile), options);
  const cell = options.units === undefined ? read : { ...read, units: parseUnits(options.units, '--units') };
  const scene = new Scene({ ...cell, self: cell.self && options.self });
  const { motions } = await readPathOfCell(inputs, cell, scene, path === undefined ? undefined : slashed(path), undefined, options.maxWork);
  const { tolerance = cell.tolerance, clearance = cell.clearance, start } = options;
  const lines: Told[] = [];
  const take = (text: string): void => {
    for (const line of text.trimEnd().split('\n')) {
      const told = toldBy(line);
      if (told !== null) lines.push(told);
    }
  };
  const proof = recordProof(take, { only: 'problem' });
  scene.firstContact(motions, { tolerance, clearance, start, contacts: 'none', maxIterations: 1, proof });
  return { lines };
}

/** Corners of every triangle with its radius, whatever order they stand in. */
function triangleSet({ corners, triangles, radius = 0, radii }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const bytes = (text: unknown) => new Uint8Array(Buffer.from(String(text), 'base64'));
  const three = new Uint32Array(bytes(triangles).buffer);
  const own = radii === undefined ? null : new Float64Array(bytes(radii).buffer);
  const set = Array.from({ length: three.length / 3 }, (_, i) => `${three.subarray(3 * i, 3 * i + 3).join(' ')} ${own?.[i] ?? radius}`);
  return { corners, set: set.sort().join(',') };
}

/** Keys in one order, so that texts of equal records are equal. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

function digest(text: string): string {
  return text.length < 200 ? text : createHash('sha256').update(text).digest('hex');
}

const ORDER = ['shape', 'frame', 'closure', 'body', 'phase', 'pair', 'untested', 'segment'];
const AS_ASKED = "verify reads them as 'inbetween check' does: give it the options that check was asked with";

function difference(proof: Told | null, files: Told | undefined): string {
  if (proof === null || (files !== undefined && ORDER.indexOf(files.kind) < ORDER.indexOf(proof.kind)))
    return `these files have a ${files?.kind} that the proof lacks`;
  const { kind, row } = proof;
  const name = typeof row.name === 'string' ? `'${row.name}'` : '';
  if (files === undefined || files.kind !== kind) return `the proof has a ${kind}${name && ' '}${name} that these files lack`;
  if (kind.startsWith('inbetween-proof')) {
    const keys = ['segments', 'clearance', 'tolerance', 'question'];
    const key = keys.find((one) => entryOf(row, one) !== entryOf(files.row, one)) ?? 'header';
    return `${key} is ${JSON.stringify(entryOf(row, key))} in the proof and ${JSON.stringify(entryOf(files.row, key))} by these files; ${AS_ASKED}`;
  }
  if (kind === 'pair' || kind === 'untested') return `other pairs are tested, or with another clearance; ${AS_ASKED}`;
  if (kind === 'phase') return 'something is held otherwise, or taken or laid down at another time';
  if (kind === 'segment') return 'the path is another one';
  if (kind === 'closure') return 'joints follow otherwise';
  if (kind === 'shape') return 'a body has another shape';
  if (row.name !== files.row.name) return `where the proof has ${name}, these files have '${files.row.name}'`;
  return kind === 'frame' ? `${name} stands, or moves, otherwise than in these files` : `the body ${name} is another one`;
}
