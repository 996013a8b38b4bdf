// Proofs of the shared scenes: written while they are asked, checked by whole numbers.

import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { shrinkProof, verifyProof } from '../../src/proof/index.ts';
import { recordProof } from '../../src/prove/index.ts';
import { linearMotion, StepQuery } from '../../src/soft/index.ts';
import { countOption, parseCommandLine, textOption } from '../shared/command-line.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';
import { twoFrameMeshes } from '../soft/soft-data.ts';
import { type Ask, castAsks, plannedAsks, proofAsks, proofScenes } from './proof-asks.ts';

export const PROOFS_USAGE = `proofs   proofs of the shared scenes: leaves, bytes, processor time to ask, to record, to verify
  SCENE...               which of them (default: all)
  --queries N            so many queries a scene, evenly (default 20)
  --shrink               shrunk, then checked
  --method NAME          by another method (default auto)
  --others N             also so many planned paths and ConvexQuery casts at most, and no scenes where none is named
  --steps                also steps of deforming meshes, and no scenes where none is named: the whole step, what comes to touch in it, the step cut before
  --data FOLDER          where these lie (default ../shared/data)
  --every                all queries of the scenes, 200 by each other method, 70 planned paths, 200 casts and the steps: npm run verify-all;
                         fails where one is not proven
  --scenes FOLDER        where they lie (default ../shared/scenes)`;

/** So many queries by each method but the default. */
const BY_METHOD = 200;

export async function proofs(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['queries', 'scenes', 'method', 'every', 'shrink', 'others', 'steps', 'data']);
  const folder = join(root, line.options.get('scenes') || '../shared/scenes');
  const isEvery = line.options.has('every');
  const isShrunk = line.options.has('shrink');
  const others = countOption(line, 'others', isEvery ? BY_METHOD : 0);
  const hasSteps = isEvery || line.options.has('steps');
  const paths = (others > 0 || hasSteps) && !isEvery && line.words.length === 0 ? [] : proofScenes(folder, line.words);
  const count = countOption(line, 'queries', isEvery ? 1000 : 20);
  const rows = await rowsOf(folder, paths, count, textOption(line, 'method') ?? 'auto', isShrunk);
  if (isEvery)
    for (const method of ['hca', 'c2a', 'interval']) {
      // c2a is one of two bodies
      const some = paths.filter((path) => method !== 'c2a' || !path.startsWith('articulated/'));
      rows.push(...(await rowsOf(folder, some, Math.ceil(BY_METHOD / some.length), method, isShrunk)));
    }
  if (others > 0) rows.push(...(await otherRows(folder, others, isShrunk)));
  if (hasSteps) rows.push(...(await stepRows(join(root, line.options.get('data') || '../shared/data'))));
  console.log(toMarkdown(tableOf(rows)));
}

/** Planned paths and casts. */
async function otherRows(folder: string, most: number, isShrunk: boolean): Promise<Cell[][]> {
  const { asks, unsolved } = await plannedAsks(folder, most);
  if (unsolved > 0) console.error(`${unsolved} planning problems were not solved`);
  const rows: Cell[][] = [];
  for (const [name, some] of [
    ['planned paths', asks],
    ['casts', castAsks(most)],
  ] as const)
    if (some.length > 0) rows.push(await rowOf(name, some, isShrunk));
  return rows;
}

async function rowsOf(folder: string, paths: readonly string[], count: number, method: string, isShrunk: boolean): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for (const path of paths) {
    const asks = await proofAsks(folder, path, count, method);
    const name = path.replace(/^articulated\/|\.json$/g, '');
    if (asks.length === 0) continue;
    const row = await rowOf(method === 'auto' ? name : `${name}, ${method}`, asks, isShrunk);
    rows.push(row);
    // it takes long: who ends it still has something
    console.error(row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(4)) : cell)).join(' | '));
  }
  return rows;
}

/** Steps of the public meshes: as it is, where what intersects at the start is passed over, and cut before its first contact. */
async function stepRows(data: string): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for (const { name, mesh, positions1 } of twoFrameMeshes(data)) {
    const query = new StepQuery([{ shape: mesh }]);
    const whole = linearMotion(mesh.positions, positions1);
    const cut = linearMotion(mesh.positions, whole.positionsAt(query.maxStep(whole, { startsFree: true })));
    const asks = [[whole], [whole, true], [cut, true]] as const;
    const row = await rowOf(
      `step of ${name}`,
      asks.map(
        ([motion, startsFree = false]): Ask =>
          (proof) =>
            query.firstContact(motion, { startsFree, proof }),
      ),
      false,
    );
    rows.push(row);
    console.error(row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(4)) : cell)).join(' | '));
  }
  return rows;
}

/** Microseconds of processor time. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

async function shrunkIf(isShrunk: boolean, lines: string[]): Promise<string[]> {
  if (!isShrunk) return lines;
  const out: string[] = [];
  for await (const line of shrinkProof(lines)) out.push(line);
  return out;
}

async function rowOf(name: string, asks: readonly Ask[], isShrunk: boolean): Promise<Cell[]> {
  const sums = { proven: 0, leaves: 0, pieces: 0, bytes: 0, packed: 0, asked: 0, recorded: 0, verified: 0 };
  for (const ask of asks) ask(undefined);
  for (const [k, ask] of asks.entries()) {
    let begun = process.cpuUsage();
    ask(undefined);
    sums.asked += spent(begun);
    const texts: string[] = [];
    begun = process.cpuUsage();
    ask(recordProof((text) => texts.push(text)));
    sums.recorded += spent(begun);
    const lines = await shrunkIf(isShrunk, texts.join('').trimEnd().split('\n'));
    const problem = lines.findIndex((line) => /^\{"kind":"(segment|proof|verdict)"/.test(line));
    const proof = lines.slice(problem).join('\n');
    sums.bytes += proof.length;
    sums.packed += gzipSync(proof).length;
    const found = await verifyProof(
      (function* () {
        for (const [at, line] of lines.entries()) {
          // bodies are read once a file, however many queries it holds
          if (at === problem) begun = process.cpuUsage();
          yield line;
        }
      })(),
    );
    sums.verified += spent(begun);
    if (found.result === 'proven') sums.proven++;
    else {
      console.error(`${name}, query ${k}: ${found.result} ${found.status}: ${found.why}`);
      process.exitCode = 1;
    }
    sums.leaves += found.leaves;
    sums.pieces += found.pieces;
  }
  const { leaves } = sums;
  const n = asks.length;
  return [
    name,
    `${sums.proven} of ${n}`,
    leaves / n,
    sums.pieces / leaves,
    sums.bytes / leaves,
    sums.packed / leaves,
    sums.asked / n / 1000,
    sums.recorded / n / 1000,
    sums.verified / n / 1000,
    sums.verified / leaves,
  ];
}

function tableOf(rows: Cell[][]): Table {
  return {
    file: 'proofs',
    title: 'Proofs of the shared scenes',
    note: 'Each query asked, asked with a proof, and the proof checked. Bytes of motions and streams for each leaf, as text and gzipped, bodies aside; milliseconds of processor time a query, bodies read; microseconds a leaf.',
    columns: [
      'scene',
      'proven',
      'leaves',
      'pieces a leaf',
      'bytes a leaf',
      'gzipped',
      'ask ms',
      'record ms',
      'verify ms',
      'verify µs a leaf',
    ],
    rows,
  };
}
