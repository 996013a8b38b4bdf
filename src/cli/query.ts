import { setImmediate } from 'node:timers/promises';
import type { Command } from 'commander';
import { atRest, type FirstContact, type FirstContactOptions, InputError, type Method, PairQuery, rigidMotion } from '../index.ts';
import type { RigidQuery } from '../io/index.ts';
import { reportPage, shown, shownCount, shownPoint, shownUp } from '../report/index.ts';
import { type Answer, answerOf, csvHeader, csvLine } from './answer-line.ts';
import { loadScene, type NamedScene, selectQueries } from './load-scene.ts';
import { idList, methodOption, nonNegativeNumber, positiveNumber, wholeNumber } from './option-values.ts';
import { ProgressBar } from './progress-bar.ts';
import { QuerySummary } from './query-summary.ts';
import { Stopwatch } from './stopwatch.ts';
import { type Colors, colorsFor, type Streams } from './streams.ts';
import { textTable } from './text-table.ts';
import { verdictOf } from './verdict.ts';
import { packageVersion } from './version.ts';
import { writePage } from './write-page.ts';

interface QueryOptions {
  readonly method: Method;
  readonly tolerance?: number;
  readonly clearance: number;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly only?: readonly number[];
  readonly limit?: number;
  readonly budget?: number;
  readonly allContacts?: boolean;
  readonly report?: string;
  readonly cold?: boolean;
}

/** So many answers are listed one by one for people; more are only summed up. */
const MOST_LISTED = 20;
/** The engine's compiler has settled after this, or after so many rounds of the same queries. */
const WARM_UP_MILLISECONDS = 1500;
const WARM_UP_ROUNDS = 3;
/** How long the queries run before the surroundings get a turn: a closed pipe, an interrupt. */
const MILLISECONDS_A_TURN = 30;

const EXAMPLES = `
The scene's 'touch' is the tolerance unless --tolerance is given. 'ms' is the processor time of the query alone, without
reading and without building the trees. Before it is measured the queries run untimed for a moment, so that the engine has
compiled what they use; no answer is reused. With --cold the first queries pay for the compiler.

Examples:
  $ inbetween query gear.json
  $ inbetween query gear.json --method hca --json > answers.jsonl
  $ inbetween query gear.json --only 3 --report query-3.html

Exit code 0 when the queries ran, whatever the answers; 2 for bad input.
`;

export function addQueryCommand(program: Command, streams: Streams): void {
  program
    .command('query')
    .summary('the first contact of every motion in a scene file')
    .description('Finds the certified first contact of every motion in a scene file (ccd-scene/1).')
    .argument('<scene>', 'scene file; its meshes lie beside it')
    .addOption(methodOption())
    .option('--tolerance <length>', "how close counts as contact (default: the scene's touch)", positiveNumber)
    .option('--clearance <length>', 'the distance that must be kept', nonNegativeNumber, 0)
    .option('--json', 'one JSON line per query')
    .option('--csv', 'comma-separated values with a header')
    .option('--only <ids>', 'only the queries with these ids, separated by commas', idList)
    .option('--limit <count>', 'only the first so many queries', wholeNumber)
    .option('--budget <ms>', "milliseconds a query may take before it answers 'unresolved'", positiveNumber)
    .option('--all-contacts', 'list all contacts within tolerance, not only the first (adds to the times)')
    .option('--cold', 'measure without letting the engine compile first')
    .option('--report <file>', 'write a page with a picture of one query (choose it with --only)')
    .addHelpText('after', EXAMPLES)
    .action((path: string, options: QueryOptions) => query(path, options, streams));
}

async function query(path: string, options: QueryOptions, streams: Streams): Promise<void> {
  if (options.json && options.csv) throw new InputError('--json and --csv exclude each other');
  const scene = await loadScene(path);
  const queries = selectQueries(scene, options.only, options.limit);
  if (options.report !== undefined && queries.length !== 1) {
    throw new InputError(`--report shows one query, but ${queries.length} are chosen; choose it with --only ID`);
  }
  const firstContact: FirstContactOptions = {
    method: options.method,
    tolerance: options.tolerance ?? scene.touch,
    clearance: options.clearance,
    contacts: options.allContacts ? 'all' : 'first',
    maxMilliseconds: options.budget ?? Infinity,
  };
  const { stdout, stderr } = streams;
  const forPeople = !options.json && !options.csv;
  const c = colorsFor(stdout, streams.env);

  const treesBegun = performance.now();
  const pair = new PairQuery({ mesh: scene.a, name: scene.nameA }, { mesh: scene.b, name: scene.nameB });
  const treeMilliseconds = performance.now() - treesBegun;
  if (forPeople) stdout.write(introduction(scene, queries.length, firstContact, treeMilliseconds, c));
  if (options.csv) stdout.write(`${csvHeader(options.allContacts === true)}\n`);

  if (!options.cold) warmUp(scene, pair, queries, firstContact);
  const summary = new QuerySummary();
  const rows: string[][] = [];
  const bar = new ProgressBar(stderr, queries.length, forPeople || stdout.isTTY !== true);
  const listed = forPeople && queries.length <= MOST_LISTED;
  await answerAll(scene, pair, queries, firstContact, (asked, result, ms, done) => {
    summary.add(asked, result, ms);
    const answer = answerOf(asked.id, result, ms, scene.nameA, scene.nameB, options.allContacts === true);
    if (options.json) stdout.write(`${JSON.stringify(answer)}\n`);
    if (options.csv) stdout.write(`${csvLine(answer)}\n`);
    if (listed) rows.push(...rowsFor(asked, answer));
    bar.show(done, scene.name);
  });
  bar.clear();
  if (listed && rows.length > 0)
    stdout.write(`${textTable(['query', 'answer', 'time', 'gap at most', 'point', 'ms', 'verdict'], rows, c.bold)}\n`);
  if (forPeople && queries.length > 0) stdout.write(summary.text(c, options.allContacts === true));
  if (options.report !== undefined) {
    await writeReport(options.report, scene, pair, queries[0], firstContact);
    if (forPeople) stdout.write(`\n  report: ${options.report}\n`);
  }
}

/** Runs queries untimed until the engine has seen enough of them. */
function warmUp(scene: NamedScene, pair: PairQuery, queries: readonly RigidQuery[], options: FirstContactOptions): void {
  const rest = atRest(scene.poseB);
  const end = performance.now() + WARM_UP_MILLISECONDS;
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const { from, to } of queries) {
      if (performance.now() > end) return;
      pair.firstContact(rigidMotion(from, to), rest, options);
    }
  }
}

/** Every query in the order of the file; only the motion and the query itself are timed. */
async function answerAll(
  scene: NamedScene,
  pair: PairQuery,
  queries: readonly RigidQuery[],
  options: FirstContactOptions,
  take: (asked: RigidQuery, result: FirstContact, milliseconds: number, done: number) => void,
): Promise<void> {
  const rest = atRest(scene.poseB);
  const watch = new Stopwatch();
  let turnBegun = performance.now();
  for (const [i, asked] of queries.entries()) {
    watch.start();
    const result = pair.firstContact(rigidMotion(asked.from, asked.to), rest, options);
    const milliseconds = watch.stop();
    take(asked, result, milliseconds, i + 1);
    if (performance.now() - turnBegun > MILLISECONDS_A_TURN) {
      await setImmediate();
      turnBegun = performance.now();
    }
  }
}

function introduction(scene: NamedScene, count: number, options: FirstContactOptions, treeMilliseconds: number, c: Colors): string {
  const size = (name: string, triangles: number) => `${c.cyan(name)} (${shownCount(triangles)} triangles)`;
  const tolerance = options.tolerance === undefined ? 'default tolerance' : `tolerance ${options.tolerance}`;
  const clearance = options.clearance ? `, clearance ${options.clearance}` : '';
  return [
    `${c.bold(scene.name)}: ${size(scene.nameA, scene.a.triangleCount)} moves against ${size(scene.nameB, scene.b.triangleCount)}`,
    `${count === 1 ? '1 query' : `${shownCount(count)} queries`}, method ${options.method}, ${tolerance}${clearance}; trees built in ${shown(treeMilliseconds, 3)} ms\n\n`,
  ].join('\n');
}

/** One row an answer, and one for each further contact where all were asked for. */
function rowsFor(asked: RigidQuery, answer: Answer): string[][] {
  const { id, status, time, gap, ms, point, contacts = [] } = answer;
  const verdict = asked.ref === undefined ? '' : verdictOf(answer, asked.ref);
  const pointText = point === null ? '' : shownPoint(point);
  const first = [String(id), status, shown(time, 8), gap === null ? '' : shownUp(gap[1], 4), pointText, shown(ms, 3), verdict];
  return [
    first,
    ...contacts.slice(1).map((contact) => ['', contact.kind, '', shown(contact.distance, 4), shownPoint(contact.point), '', '']),
  ];
}

async function writeReport(
  path: string,
  scene: NamedScene,
  pair: PairQuery,
  asked: RigidQuery,
  options: FirstContactOptions,
): Promise<void> {
  const motionA = rigidMotion(asked.from, asked.to);
  const motionB = atRest(scene.poseB);
  const watch = new Stopwatch();
  watch.start();
  const result = pair.firstContact(motionA, motionB, { ...options, contacts: options.contacts === 'all' ? 'all' : 'minimal' });
  const milliseconds = watch.stop();
  const html = reportPage({
    title: `${scene.name}, query ${asked.id}`,
    a: { name: scene.nameA, mesh: scene.a, motion: motionA },
    b: { name: scene.nameB, mesh: scene.b, motion: motionB },
    result,
    clearance: options.clearance ?? 0,
    milliseconds,
    version: packageVersion(),
    reference: asked.ref,
  });
  await writePage(path, html);
}
