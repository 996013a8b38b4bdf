// What planners ask: is a state free, is a motion? Edges that hit beside edges that are free, `motionIsFree` beside `firstContact` and FCL at 100 samples.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MotionChecker } from '../../src/index.ts';
import { findPeers, runPeers } from '../robots/robot-peers.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { processorTime, type TimedWork } from '../shared/processor-time.ts';
import { mean } from '../shared/statistics.ts';
import { type Cell, type Table, toCsv, toMarkdown } from '../shared/table.ts';
import { type Edge, type EdgeScene, fileScene, randomScene } from './edge-scenes.ts';

export const EDGES_USAGE = `edges    yes/no questions of planners: states, edges that are free and edges that hit, beside firstContact and FCL at 100 samples
  --queries N            edges a scene at most (default: 150)
  --repeats N            measure so often, keep the fastest (default: 7)
  --quick                a look whether it runs: two scenes, few edges, one round
  --scenes DIR           with articulated and planning (default: ../shared/scenes)
  --peers [DIR]          run native FCL now (sources in DIR, default ../shared/peers; built in $PEERS_BUILD, DIR/../build
                         or a temporary folder)
  --out DIR              where tables go (default: bench/results/edges)`;

const ARTICULATED = ['puma-pipes', 'puma-amr', 'puma-beetle', 'mannequin-exercise', 'mannequin-walk', 'hand-grasp'];
const PANDA = ['bookshelf_small', 'bookshelf_tall', 'bookshelf_thin', 'box', 'cage', 'table_pick', 'table_under_pick'];

export async function edges(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['queries', 'repeats', 'quick', 'scenes', 'peers', 'out']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const folder = resolve(root, textOption(line, 'scenes') ?? join('..', 'shared', 'scenes'));
  if (!existsSync(folder)) throw new UsageError(`no scenes in ${folder}; give --scenes DIR`);
  const most = countOption(line, 'queries', quick ? 6 : 150);
  const repeats = countOption(line, 'repeats', quick ? 1 : 7);
  const program = peerProgram(line.options.get('peers'), root);
  const edgeRows: Cell[][] = [];
  const stateRows: Cell[][] = [];
  const measured = async (scene: Promise<EdgeScene>) => {
    const one = await scene;
    edgeRows.push(edgeRow(one, repeats, program));
    if (one.states.length > 0) stateRows.push(stateRow(one, repeats));
    console.error(`bench: ${one.name}`);
  };
  for (const name of quick ? ARTICULATED.slice(5) : ARTICULATED) await measured(fileScene(join(folder, 'articulated'), name, most));
  for (const kind of quick ? PANDA.slice(0, 1) : PANDA)
    await measured(randomScene(join(folder, 'planning', 'panda'), `${kind}_panda-0001`, most));
  await measured(randomScene(join(folder, 'planning', 'slow-edge'), 'slow-edge', most));
  const tables = [edgeTable(edgeRows, program !== null), stateTable(stateRows), await slowTable(folder)];
  const out = resolve(root, textOption(line, 'out') ?? join('bench', 'results', 'edges'));
  mkdirSync(out, { recursive: true });
  for (const table of tables) writeFileSync(join(out, `${table.file}.csv`), toCsv(table));
  const text = tables.map(toMarkdown).join('\n');
  writeFileSync(join(out, 'edges.md'), text);
  console.log(text);
}

function peerProgram(peers: string | undefined, root: string): string | null {
  if (peers === undefined) return null;
  const source = resolve(root, peers || join('..', 'shared', 'peers'));
  const folders = [process.env.PEERS_BUILD, join(source, '..', 'build'), join(tmpdir(), 'inbetween-peers-build')];
  const found = findPeers(
    source,
    folders.filter((folder) => folder !== undefined),
  );
  if (typeof found !== 'string') return found.program;
  console.error(`bench: running without peers: ${found}`);
  return null;
}

/** Milliseconds for each of the edges, asked one way. */
function workOf(list: readonly Edge[], ask: (edge: Edge) => void): TimedWork {
  return { count: list.length, run: () => list.forEach(ask) };
}

function edgeRow({ name, scene, tolerance, edges, file }: EdgeScene, repeats: number, program: string | null): Cell[] {
  const checker = new MotionChecker(scene, { tolerance });
  const sizes = scene.robots.map(({ size }) => size);
  const motions = ({ from, to }: Edge) => {
    let at = 0;
    return Object.fromEntries(
      scene.robots.map((robot, r) => {
        at += sizes[r];
        return [robot.name, robot.path([from.slice(at - sizes[r], at), to.slice(at - sizes[r], at)])];
      }),
    );
  };
  const paths = new Map(edges.map((edge) => [edge, motions(edge)]));
  const first = (edge: Edge) => scene.firstContact(paths.get(edge) ?? {}, { tolerance, contacts: 'none' });
  const isFree = new Map(edges.map((edge) => [edge, first(edge).status === 'free']));
  const [free, hit] = [true, false].map((wanted) => edges.filter((edge) => isFree.get(edge) === wanted));
  const wrong = edges.filter((edge) => checker.motionIsFree(edge.from, edge.to) !== isFree.get(edge)).length;
  // free ones and others in turn, as a planner asks
  const best = { yes: new Map<Edge, number>(), first: new Map<Edge, number>() };
  for (let round = 0; round <= repeats; round++) {
    for (const [of, ask] of [
      [best.yes, (edge: Edge) => checker.motionIsFree(edge.from, edge.to)],
      [best.first, first],
    ] as const) {
      for (const edge of edges) {
        const start = performance.now();
        ask(edge);
        of.set(edge, Math.min(of.get(edge) ?? Infinity, performance.now() - start));
      }
    }
  }
  const [yesFree, yesHit, firstFree, firstHit] = [best.yes, best.first].flatMap((of) =>
    [free, hit].map((list) => mean(list.map((edge) => of.get(edge) ?? Number.NaN))),
  );
  const peer = program === null ? null : runPeers(program, file, name, ['naive-100']);
  if (typeof peer === 'string') console.error(`bench: ${peer}`);
  const sampled = (list: readonly Edge[]) =>
    peer === null || typeof peer === 'string' ? Number.NaN : mean(list.map(({ id }) => peer.get('naive-100')?.get(id) ?? Number.NaN));
  return [
    name,
    `${free.length} + ${hit.length}`,
    yesFree,
    yesHit,
    yesHit / yesFree,
    firstFree,
    firstHit,
    yesFree / firstFree,
    yesHit / firstHit,
    sampled(free),
    sampled(hit),
    wrong,
  ];
}

function edgeTable(rows: readonly Cell[][], peers: boolean): Table {
  return {
    file: 'edges',
    title: 'Edges',
    note:
      'Mean milliseconds, fastest of alternating rounds for each edge, free and others in turn. `yes`: `MotionChecker.motionIsFree`, `first`: `scene.firstContact` without contacts on a path made before; ' +
      `\`sampled\`: FCL at 100 samples${peers ? ' in the same run' : ', not run'}. \`differ\`: verdicts of the two that are not the same.`,
    columns: [
      ...[
        'scene',
        'free + hit',
        'yes, free',
        'yes, hit',
        'hit / free',
        'first, free',
        'first, hit',
        'yes / first, free',
        'yes / first, hit',
      ],
      ...['sampled, free', 'sampled, hit', 'differ'],
    ],
    rows,
  };
}

function stateRow({ name, scene, tolerance, states }: EdgeScene, repeats: number): Cell[] {
  const checker = new MotionChecker(scene, { tolerance });
  const free = states.filter((state) => checker.isFree(state));
  const hit = states.filter((state) => !checker.isFree(state));
  const ask = (list: readonly (readonly number[])[], question: (state: readonly number[]) => void): TimedWork => ({
    count: list.length / 1000,
    run: () => list.forEach(question),
  });
  const robot = scene.robots[0].name;
  const times = processorTime(
    [
      ask(states, (state) => checker.isFree(state)),
      ask(free, (state) => checker.isFree(state)),
      ask(hit, (state) => checker.isFree(state)),
      ask(states, (state) => checker.distance(state, 0.05)),
      ask(states, (state) => scene.distanceAt({ [robot]: state }, 0, { cutoff: 1e-3 })),
    ],
    repeats,
  );
  return [name, free.length / states.length, ...times];
}

function stateTable(rows: readonly Cell[][]): Table {
  return {
    file: 'states',
    title: 'States',
    note: 'Microseconds of processor time a state, random between the limits. `distance`: `MotionChecker.distance` up to 0.05; `distanceAt`: of the scene, up to 0.001, as planners asked before.',
    columns: ['scene', 'free share', 'isFree', 'free', 'hit', 'distance', 'distanceAt'],
    rows,
  };
}

async function slowTable(folder: string): Promise<Table> {
  const { scene, edges, tolerance } = await fileScene(join(folder, 'planning', 'slow-edge'), 'slow-edge', 1);
  const checker = new MotionChecker(scene, { tolerance });
  const motions = { [scene.robots[0].name]: [edges[0].from, edges[0].to] };
  const { status, stats } = scene.firstContact(motions, { tolerance, contacts: 'none' });
  const [yes, first] = processorTime(
    [
      workOf(edges, (edge) => checker.motionIsFree(edge.from, edge.to)),
      workOf(edges, () => scene.firstContact(motions, { tolerance, contacts: 'none' })),
    ],
    5,
  );
  return {
    file: 'slow-edge',
    title: 'The slow edge',
    note: 'Milliseconds of processor time; entries of the queue and tests of triangles of `firstContact`.',
    columns: ['verdict', 'yes', 'first', 'entries', 'triangles'],
    rows: [[status, yes, first, stats.iterations, stats.triangles]],
  };
}
