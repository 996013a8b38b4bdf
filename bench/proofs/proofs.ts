// Proofs of answers: leaves, bytes, what recording takes beside the query, and whether the checker proves them.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SweptSphereTree } from '../../src/hierarchy/swept-sphere-tree.ts';
import { treeOf } from '../../src/hierarchy/tree-of.ts';
import { PairQuery, rigidMotion, Scene } from '../../src/index.ts';
import { readRobotScene } from '../../src/io/scene/read-robot-scene.ts';
import { files } from '../../src/node/index.ts';
import { verifyProof } from '../../src/proof/index.ts';
import { type ProofRecorder, recordProof } from '../../src/prove/index.ts';
import { ProofLines } from '../../src/prove/proof-lines.ts';
import { sceneFromFile } from '../rigid/scene-files.ts';
import { countOption, parseCommandLine, UsageError } from '../shared/command-line.ts';
import { processorClock, processorTime } from '../shared/processor-time.ts';
import { type Cell, toMarkdown } from '../shared/table.ts';

export const PROOFS_USAGE = `proofs  proofs of answers about the shared scenes: leaves, bytes, recording, checking
  --queries N            of each scene (default: 40)
  --scenes a,b           some scenes only
  --verify N             proofs of each scene that are checked too (default: 4)`;

const RIGID = ['hammer', 'gear', 'torusknot', 'bunny', 'club', 'bunnydyn'];
const ROBOTS = ['puma-pipes', 'puma-amr', 'puma-beetle', 'mannequin-exercise', 'mannequin-walk', 'hand-grasp'];

/** Questions, asked with or without a proof, and the bodies that they are about. */
interface Asked {
  readonly asks: readonly ((proof?: ProofRecorder) => { readonly status: string })[];
  readonly trees: readonly SweptSphereTree[];
}

export async function proofs(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['queries', 'scenes', 'verify']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const folder = join(root, '..', 'shared', 'scenes');
  if (!existsSync(folder)) throw new UsageError(`no scenes in ${folder}`);
  const queries = countOption(line, 'queries', 40);
  const checked = countOption(line, 'verify', 4);
  const rows: Cell[][] = [];
  for (const name of line.options.get('scenes')?.split(',') ?? [...RIGID, ...ROBOTS])
    rows.push(await measured(name, RIGID.includes(name) ? rigid(folder, name, queries) : await robots(folder, name, queries), checked));
  console.log(toMarkdown({ file: 'proofs', title: 'Proofs of answers', note: NOTE, columns: COLUMNS, rows }));
}

const NOTE =
  'A query: leaves, bytes of its streams a leaf as they are and compressed (text in base64, bodies aside), milliseconds of processor time without a proof, and how many times as long with one, but for the writing of the bodies, which takes as many milliseconds as stand there. ' +
  'Then of those that were checked: proven, and microseconds a leaf, reading included.';
const COLUMNS = [
  'scene',
  'free',
  'contact',
  'leaves',
  'bytes a leaf',
  'compressed',
  'query ms',
  'with proof',
  'proven',
  'µs a leaf to check',
];

function rigid(folder: string, name: string, limit: number): Asked {
  const { meshA, meshB, poseB, touch, queries } = sceneFromFile(folder, name, limit);
  const query = new PairQuery({ shape: meshA, name: 'a' }, { shape: meshB, pose: poseB, name: 'b' });
  const asks = queries.map(({ pose0, pose1 }): Asked['asks'][number] => {
    const a = rigidMotion(pose0, pose1);
    return (proof) => query.firstContact({ a }, { tolerance: touch, contacts: 'first', proof });
  });
  return { asks, trees: [treeOf(meshA), treeOf(meshB)] };
}

async function robots(folder: string, name: string, limit: number): Promise<Asked> {
  const file = await readRobotScene(files(join(folder, 'articulated')), `${name}.json`);
  const scene = new Scene({ robots: file.robots, obstacles: file.obstacles, self: file.self, allowed: file.ignore });
  const chosen = file.queries.filter((_, i) => i % Math.ceil(file.queries.length / limit) === 0);
  const asks = chosen.map(
    ({ from, to }): Asked['asks'][number] =>
      (proof) =>
        scene.firstContact({ [file.robots[0].name]: [from, to] }, { tolerance: file.touch, contacts: 'first', proof }),
  );
  const { movingViews, standingViews } = scene.inside.engine.pairs;
  return { asks, trees: [...movingViews, ...standingViews].map(({ tree }) => tree) };
}

async function measured(name: string, { asks, trees }: Asked, checked: number): Promise<Cell[]> {
  const found = { free: 0, contact: 0, leaves: 0, bytes: 0, compressed: 0 };
  const texts: string[] = [];
  for (const ask of asks) {
    const lines: string[] = [];
    const proof = recordProof((text) => lines.push(text));
    const { status } = ask(proof);
    const streams = lines.filter((text) => text.startsWith('{"kind":"proof"'));
    if (status === 'free' || status === 'contact') found[status]++;
    found.leaves += proof.facts.leaves;
    found.bytes += streams.reduce((sum, text) => sum + ((JSON.parse(text).stream.length * 3) >> 2), 0);
    found.compressed += gzipSync(streams.join('')).length;
    if (texts.length < checked) texts.push(lines.join(''));
  }
  const count = asks.length;
  const works = [
    (ask: Asked['asks'][number]) => void ask(),
    (ask: Asked['asks'][number]) => void ask(recordProof(() => {})),
    () => {
      const lines = new ProofLines(() => {});
      for (const tree of trees) lines.shape(tree);
    },
  ];
  const [query, both, bodies] = processorTime(
    works.map((work) => ({
      count,
      run: () => {
        for (const ask of asks) work(ask);
      },
    })),
    3,
  );
  let proven = 0;
  let leaves = 0;
  const begin = processorClock();
  for (const text of texts) {
    const verified = await verifyProof(text.trimEnd().split('\n'));
    if (verified.result === 'proven') proven++;
    leaves += verified.leaves;
  }
  const check = (1000 * (processorClock() - begin)) / leaves;
  const { free, contact, bytes, compressed } = found;
  const each = found.leaves / count;
  return [
    name,
    free,
    contact,
    each,
    bytes / found.leaves,
    compressed / found.leaves,
    query,
    (both - bodies) / query,
    bodies,
    `${proven} of ${texts.length}`,
    check,
  ];
}
