// How much memory does a query leave behind? Queries in steady state on a procedural scene, in chunks; the heap's growth over chunks in which
// the collector did not run is what they allocated. With `node --trace-gc bench/run.mjs garbage` the collections themselves are shown.

import { memoryUsage } from 'node:process';
import { rigidScenes } from '../../scenes/index.ts';
import { PairQuery, restMotion, rigidMotion } from '../../src/index.ts';
import { METHODS, methodNamed } from '../../src/methods/index.ts';
import { type Cell, toMarkdown } from '../shared/table.ts';

export const GARBAGE_USAGE = 'garbage  bytes allocated per query, over 10,000 queries in steady state';

const QUERIES = 10_000;
const WARM_UP = 2_000;
const CHUNK = 50;

export async function garbage(): Promise<void> {
  const scene = rigidScenes.hammer({ queries: 200 });
  const query = new PairQuery({ shape: scene.meshA }, { shape: scene.meshB });
  const motions = scene.queries.map(({ pose0, pose1 }) => rigidMotion(pose0, pose1));
  const rest = restMotion(scene.poseB);
  const rows: Cell[][] = [];
  for (const method of METHODS) {
    for (const contacts of ['none', 'first'] as const) {
      const options = { method: methodNamed(method), tolerance: scene.touch, contacts };
      const ask = (i: number): void => void query.firstContact({ a: motions[i % motions.length], b: rest }, options);
      for (let i = 0; i < WARM_UP; i++) ask(i);
      let bytes = 0;
      let chunks = 0;
      let collections = 0;
      for (let i = 0; i < QUERIES; i += CHUNK) {
        const before = memoryUsage().heapUsed;
        for (let k = i; k < i + CHUNK; k++) ask(k);
        const grown = memoryUsage().heapUsed - before;
        if (grown < 0) {
          collections++;
          continue;
        }
        bytes += grown;
        chunks++;
      }
      rows.push([method, contacts, Math.round(bytes / (chunks * CHUNK)), collections]);
    }
  }
  console.log(
    toMarkdown({
      file: 'garbage',
      title: 'Garbage',
      note: `${QUERIES} queries each, hammer scene, one PairQuery, motions made beforehand. Bytes a query include the result itself.`,
      columns: ['method', 'contacts', 'bytes a query', 'collections'],
      rows,
    }),
  );
}
