// Proofs of the shared scenes: written while they are asked, checked by whole numbers.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { PairQuery, restMotion, rigidMotion, Scene } from '../../src/index.ts';
import { readRigidScene, readRobotScene } from '../../src/io/index.ts';
import { files } from '../../src/node/index.ts';
import { verifyProof } from '../../src/proof/index.ts';
import { type ProofRecorder, recordProof } from '../../src/prove/index.ts';
import { countOption, parseCommandLine } from '../shared/command-line.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';

export const PROOFS_USAGE = `proofs   proofs of the shared scenes: leaves, bytes, processor time to ask, to record, to verify
  SCENE...               which of them (default: all)
  --queries N            so many queries a scene, evenly (default 20)
  --scenes FOLDER        where they lie (default ../shared/scenes)`;

/** Asks one query, with a proof or without. */
type Ask = (proof: ProofRecorder | undefined) => { readonly status: string };

export async function proofs(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['queries', 'scenes']);
  const folder = join(root, line.options.get('scenes') || '../shared/scenes');
  const count = countOption(line, 'queries', 20);
  const jsonsOf = (path: string) => readdirSync(path).filter((name) => name.endsWith('.json'));
  const all = [...jsonsOf(folder), ...jsonsOf(join(folder, 'articulated')).map((name) => `articulated/${name}`)];
  const wanted = all.filter((path) => line.words.length === 0 || line.words.some((word) => path.includes(word)));
  const rows: Cell[][] = [];
  for (const path of wanted) rows.push(await rowOf(path, await asksOf(folder, path, count)));
  console.log(toMarkdown(tableOf(rows)));
}

async function asksOf(folder: string, path: string, count: number): Promise<Ask[]> {
  const some = <T>(queries: readonly T[]) => queries.filter((_, k) => k % Math.ceil(queries.length / count) === 0);
  if (path.startsWith('articulated/')) {
    const { robots, obstacles, self, ignore, queries, touch } = await readRobotScene(files(folder), path);
    const scene = new Scene({ robots, obstacles, self, allowed: ignore });
    return some(queries).map((query) => (proof) => {
      const motions = Object.fromEntries(robots.map(({ name }, k) => [name, [query.robots[k].from, query.robots[k].to]]));
      return scene.firstContact(motions, { tolerance: touch, proof });
    });
  }
  const { a, b, poseB, queries, touch } = await readRigidScene(files(folder), path);
  const pair = new PairQuery({ shape: a }, { shape: b });
  const rest = restMotion(poseB);
  return some(queries).map(
    ({ from, to }) =>
      (proof) =>
        pair.firstContact({ a: rigidMotion(from, to), b: rest }, { tolerance: touch, proof }),
  );
}

/** Microseconds of processor time. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

async function rowOf(name: string, asks: readonly Ask[]): Promise<Cell[]> {
  const sums = { proven: 0, leaves: 0, pieces: 0, bytes: 0, packed: 0, asked: 0, recorded: 0, verified: 0 };
  for (const ask of asks) ask(undefined);
  for (const ask of asks) {
    let begun = process.cpuUsage();
    ask(undefined);
    sums.asked += spent(begun);
    const texts: string[] = [];
    begun = process.cpuUsage();
    ask(recordProof((text) => texts.push(text)));
    sums.recorded += spent(begun);
    const lines = texts.join('').trimEnd().split('\n');
    const problem = lines.findIndex((line) => line.startsWith('{"kind":"segment"'));
    const proof = lines.slice(problem).join('\n');
    sums.bytes += proof.length;
    sums.packed += gzipSync(proof).length;
    const found = await verifyProof(
      (function* () {
        for (const [k, line] of lines.entries()) {
          // bodies are read once a file, however many queries it holds
          if (k === problem) begun = process.cpuUsage();
          yield line;
        }
      })(),
    );
    sums.verified += spent(begun);
    if (found.result === 'proven') sums.proven++;
    else console.error(`${name}: ${found.result} ${found.status}: ${found.why}`);
    sums.leaves += found.leaves;
    sums.pieces += found.pieces;
  }
  const { leaves } = sums;
  const n = asks.length;
  return [
    name.replace(/^articulated\/|\.json$/g, ''),
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
