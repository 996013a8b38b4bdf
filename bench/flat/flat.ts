// Sheets that come to lie flat, beside the same ones with nothing aligned: elementary tests, how many of them went to integers, processor time.

import { type FlatScene, flatScenes } from '../../scenes/soft/flat-sheets.ts';
import { linearMotion, StepQuery } from '../../src/soft/index.ts';
import { countOption, parseCommandLine, UsageError } from '../shared/command-line.ts';
import { processorTime } from '../shared/processor-time.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';

export const FLAT_USAGE = `flat     sheets that fall, rest, slide and fold flat: integers asked, processor time beside sheets that are not aligned
  --cells N              cells along a side (default 16 and 32)
  --rounds N             the fastest of so many counts (default 5)
  --quick                a look whether it runs`;

export async function flat(args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args, ['quick', 'cells', 'rounds']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const sizes = quick ? [4] : line.options.has('cells') ? [countOption(line, 'cells', 16)] : [16, 32];
  const rounds = quick ? 1 : countOption(line, 'rounds', 5);
  for (const n of sizes) console.log(toMarkdown(flatTable(n, rounds)));
}

function flatTable(n: number, rounds: number): Table {
  const scenes = flatScenes(n);
  const works = scenes.flatMap((scene) =>
    [true, false].map((firstOnly) => ({ count: 1, run: () => void asked(scene, queries.get(scene) as StepQuery, firstOnly) })),
  );
  const queries = new Map(
    scenes.map((scene) => [scene, new StepQuery(scene.bodies.map(({ mesh }) => ({ shape: mesh, self: scene.self })))]),
  );
  const times = processorTime(works, rounds);
  const timeOf = (name: string, k: number) => times[2 * scenes.findIndex((scene) => scene.name === name) + k];
  return {
    file: `flat-${n}`,
    title: `Flat on flat, sheets of ${2 * n * n} triangles`,
    note: 'First contact and all contacts: elementary tests (vertex-face and edge-edge), how many of them went to exact integers, milliseconds of processor time, and these as a multiple of those of the scene named beside.',
    columns: ['scene', 'contacts', 'first: tests', 'integers', 'ms', 'times', 'all: tests', 'integers', 'ms', 'times', 'beside'],
    rows: scenes.map((scene, i): Cell[] => {
      const query = queries.get(scene) as StepQuery;
      const cells = [true, false].map((firstOnly, k): Cell[] => {
        const { stats } = asked(scene, query, firstOnly);
        const ms = times[2 * i + k];
        return [stats.vertexFace + stats.edgeEdge, stats.exact, ms, ms / timeOf(scene.beside, k)];
      });
      return [scene.name, asked(scene, query, false).contactCount, ...cells[0], ...cells[1], scene.beside];
    }),
  };
}

function asked(scene: FlatScene, query: StepQuery, firstOnly: boolean) {
  const motions = Object.fromEntries(scene.bodies.map(({ mesh, positions1 }) => [mesh.name, linearMotion(mesh.positions, positions1)]));
  return firstOnly ? query.firstContact(motions) : query.contacts(motions);
}
