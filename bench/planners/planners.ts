// Planners side by side on the Panda's standard problems: ours, whose paths are proven, and OMPL's RRT-Connect, which samples. Every path is judged by our
// certificate and by FCL. Lines are kept, so that a run that was stopped goes on where it was.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { type Table, toCsv, toMarkdown } from '../shared/table.ts';
import { certify } from './certify.ts';
import { answerColdPlan, coldTable } from './cold-plan.ts';
import { makeProblems } from './make-problems.ts';
import { makeRobotProblems, STAND_INS } from './make-robot-problems.ts';
import { OURS, ourName, planOurs } from './ours.ts';
import { findPlannerPeers, judgePaths, OMPL, type PlannerPeers, planOmpl } from './peers.ts';
import { appendLine, type CertifiedLine, type JudgedLine, keyOf, type PlanLine, readLines } from './plan-line.ts';
import { plannerTable, setTable, type TableFacts } from './planners-tables.ts';
import { type PlanningProblem, readProblem } from './problem.ts';

export const PLANNERS_USAGE = `planners our planner beside OMPL's RRT-Connect: solved, wrong paths by certificate and by FCL, times, lengths
  --problems WHICH       shared: 70 problems of ../shared/scenes/planning/panda (default); mbm: all of ../shared/data/mbm-panda, made into
                         scene files first; fetch, ur5, baxter: 21 of these scenes before another arm, made by seed; or a folder of
                         ccd-robot-scene/1 files
  --per-set N            problems of each family for other arms (default: 3); --problem-seed N: which (default: 1)
  --count N              the first N problems; --sets box_panda,cage_panda: those whose names begin so
  --seeds N              seeds 1 to N (default: 3)
  --limit S              seconds a run (default: 10)
  --resolutions 0.01,0.001  of OMPL; the finer ones with seed 1 only unless --all-seeds
  --clearance M          ours once more, keeping so many metres (default 0.005; 0: not)
  --only ours|ompl|judge which runs are made; what the others wrote before is told too
  --again                ours anew, because the planner has changed; --fresh: everything
  --no-judge             without certificates and FCL
  --cold N               the first plan of N fresh processes (default: 7; 0: none)
  --peers-build DIR      where ompl_robot_plan and fcl_robot_paths are (default: $PEERS_BUILD, ../build); without them ours alone
  --out DIR              where lines and tables go (default: bench/results/planners/WHICH)
  --write-docs           writes the tables into docs/planners.md`;

const OPTIONS = [
  ...[
    'problems',
    'count',
    'sets',
    'per-set',
    'problem-seed',
    'seeds',
    'limit',
    'resolutions',
    'all-seeds',
    'clearance',
    'only',
    'again',
    'fresh',
    'no-judge',
    'cold',
  ],
  ...['peers-build', 'out', 'write-docs', 'cold-task'],
];

interface Wishes {
  readonly seeds: number;
  readonly limitMs: number;
  readonly resolutions: readonly number[];
  readonly allSeeds: boolean;
  readonly clearance: number;
  readonly only: string | undefined;
  readonly judge: boolean;
}

export async function planners(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, OPTIONS);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const cold = textOption(line, 'cold-task');
  if (cold !== undefined) return answerColdPlan(cold);
  const wishes: Wishes = {
    seeds: countOption(line, 'seeds', 3),
    limitMs: 1000 * numberOption(textOption(line, 'limit'), 'limit', 10),
    resolutions: (textOption(line, 'resolutions') ?? '0.01,0.001').split(',').map((text) => numberOption(text, 'resolutions', 0)),
    allSeeds: line.options.has('all-seeds'),
    clearance: numberOption(textOption(line, 'clearance'), 'clearance', 0.005),
    only: textOption(line, 'only'),
    judge: !line.options.has('no-judge'),
  };
  if (wishes.only !== undefined && !['ours', 'ompl', 'judge'].includes(wishes.only)) throw new UsageError('--only is ours, ompl or judge');
  const which = textOption(line, 'problems') ?? 'shared';
  const out = resolve(root, textOption(line, 'out') ?? join('bench', 'results', 'planners', which.replace(/[^\w-]+/g, '_')));
  mkdirSync(out, { recursive: true });
  const all = await problemFiles(which, root, countOption(line, 'per-set', 3), countOption(line, 'problem-seed', 1));
  const sets = textOption(line, 'sets')?.split(',');
  const chosen = all
    .filter((file) => sets === undefined || sets.some((set) => (file.split('/').at(-1) ?? '').startsWith(set)))
    .slice(0, countOption(line, 'count', all.length));
  if (chosen.length === 0) throw new UsageError('there are no such problems');
  const build = textOption(line, 'peers-build');
  const builds = build === undefined ? [process.env.PEERS_BUILD, join(root, '..', 'build')] : [build];
  const peers = findPlannerPeers(builds.flatMap((folder) => (folder ? [resolve(root, folder)] : [])));
  tellMissing(peers);
  const store = new Store(out);
  if (line.options.has('fresh')) store.clear(() => true);
  if (line.options.has('again')) store.clear(({ planner }) => planner.startsWith(OURS));
  await runAll(chosen, wishes, peers, store);

  const names = new Set(chosen.map((file) => (file.split('/').at(-1) ?? '').replace(/\.json$/, '')));
  const lines = store.plans.filter(({ scene, seed }) => names.has(scene) && seed <= wishes.seeds);
  const facts: TableFacts = { file: 'planners', title: titleOf(which, chosen.length), problems: chosen.length, ...wishes };
  const tables: Table[] = [plannerTable(lines, store, facts), setTable(lines, store, facts)];
  const coldCount = numberOption(textOption(line, 'cold'), 'cold', 7);
  if (coldCount > 0 && wishes.only !== 'ompl' && wishes.only !== 'judge')
    tables.push(coldTable(spread(chosen, coldCount), warmTimes(chosen, lines), root));
  for (const table of tables) writeFileSync(join(out, `${table.file}.csv`), toCsv(table));
  const text = tables.map(toMarkdown).join('\n');
  writeFileSync(join(out, 'planners.md'), text);
  console.log(text);
  if (line.options.has('write-docs')) writeDocument(root, which, text);
  console.log(`Written to ${out}`);
}

function numberOption(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!(value >= 0 && value < Infinity)) throw new UsageError(`--${name} needs numbers from 0, got '${text}'`);
  return value;
}

function titleOf(which: string, count: number): string {
  if (which === 'shared') return `Panda, ${count} problems`;
  if (which === 'mbm') return `Panda, ${count} problems of MotionBenchMaker`;
  return which in STAND_INS ? `${STAND_INS[which].title}, ${count} problems` : `${which}, ${count} problems`;
}

async function problemFiles(which: string, root: string, perSet: number, seed: number): Promise<string[]> {
  const shared = resolve(root, '..', 'shared');
  let folder = which === 'shared' ? join(shared, 'scenes', 'planning', 'panda') : resolve(root, which);
  if (which === 'mbm') {
    const data = join(shared, 'data', 'mbm-panda');
    if (!existsSync(data)) throw new UsageError(`no ${data}`);
    folder = join(root, 'bench', 'results', 'planners', 'mbm-problems');
    if (!existsSync(join(folder, 'made'))) {
      const count = await makeProblems(data, 'panda', folder);
      writeFileSync(join(folder, 'made'), `${count}\n`);
      console.error(`${count} problems made in ${folder}`);
    }
  }
  if (which in STAND_INS) {
    folder = join(root, 'bench', 'results', 'planners', `${which}-problems-${perSet}-${seed}`);
    if (!existsSync(join(folder, 'made'))) {
      const count = await makeRobotProblems(shared, which, folder, perSet, seed);
      writeFileSync(join(folder, 'made'), `${count}\n`);
      console.error(`${count} problems made in ${folder}`);
    }
  }
  if (!existsSync(folder)) throw new UsageError(`no folder ${folder}`);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

function tellMissing({ ompl, judge }: PlannerPeers): void {
  const how = 'build ../shared/peers (libfcl-dev, libompl-dev, cmake) and name the folder by --peers-build or PEERS_BUILD';
  if (ompl === null) console.error(`ompl_robot_plan is not built: OURS ALONE, without comparison; ${how}`);
  if (judge === null) console.error(`fcl_robot_paths is not built: paths are judged by OUR CERTIFICATE ALONE; ${how}`);
}

/** Lines of earlier runs, and where new ones go. */
class Store {
  plans: PlanLine[];
  certified: Map<string, CertifiedLine>;
  judged: Map<string, JudgedLine>;
  private readonly files: { readonly plans: string; readonly certified: string; readonly judged: string };

  constructor(out: string) {
    this.files = { plans: join(out, 'plans.jsonl'), certified: join(out, 'certified.jsonl'), judged: join(out, 'judged.jsonl') };
    this.plans = readLines(this.files.plans);
    this.certified = new Map(readLines<CertifiedLine>(this.files.certified).map((line) => [keyOf(line), line]));
    this.judged = new Map(readLines<JudgedLine>(this.files.judged).map((line) => [keyOf(line), line]));
  }

  has(key: { scene: string; planner: string; resolution: number; seed: number }): boolean {
    return this.plans.some((line) => keyOf(line) === keyOf(key));
  }

  add(line: PlanLine): void {
    this.plans.push(line);
    appendLine(this.files.plans, line);
  }

  addCertified(line: CertifiedLine): void {
    this.certified.set(keyOf(line), line);
    appendLine(this.files.certified, line);
  }

  addJudged(line: JudgedLine): void {
    this.judged.set(keyOf(line), line);
    appendLine(this.files.judged, line);
  }

  clear(drops: (line: { readonly planner: string }) => boolean): void {
    this.plans = this.plans.filter((line) => !drops(line));
    this.certified = new Map([...this.certified].filter(([, line]) => !drops(line)));
    this.judged = new Map([...this.judged].filter(([, line]) => !drops(line)));
    const kept = [
      [this.files.plans, this.plans],
      [this.files.certified, [...this.certified.values()]],
      [this.files.judged, [...this.judged.values()]],
    ] as const;
    for (const [file, lines] of kept) {
      rmSync(file, { force: true });
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    }
  }
}

/** Problems, and seeds of each, whose plans are made before anything is measured, so that the engine has compiled. */
const WARM_UP = 4;
const WARM_SEEDS: readonly number[] = [90, 91, 92, 93, 94, 95, 96, 97, 98, 99];

async function runAll(files: readonly string[], wishes: Wishes, peers: PlannerPeers, store: Store): Promise<void> {
  const plansOurs = wishes.only === undefined || wishes.only === 'ours';
  const ompl = wishes.only === undefined || wishes.only === 'ompl' ? peers.ompl : null;
  if (plansOurs)
    for (const file of spread(files, WARM_UP)) {
      const problem = await readProblem(file);
      for (const seed of WARM_SEEDS) await planOurs(problem, { seed, limitMs: 2000, clearance: 0 });
    }
  const begun = performance.now();
  const call = `${new Date().toISOString()} ${process.pid}`;
  for (const [i, file] of files.entries()) {
    const problem = await readProblem(file);
    for (let seed = 1; seed <= wishes.seeds; seed++) {
      if (plansOurs)
        for (const clearance of wishes.clearance === 0 ? [0] : [0, wishes.clearance]) {
          const key = { scene: problem.name, planner: ourName(clearance), resolution: 0, seed };
          if (!store.has(key)) store.add({ ...(await planOurs(problem, { seed, limitMs: wishes.limitMs, clearance })), run: call });
        }
      if (ompl === null) continue;
      for (const [k, resolution] of wishes.resolutions.entries()) {
        if (k > 0 && seed > 1 && !wishes.allSeeds) continue;
        const key = { scene: problem.name, planner: OMPL, resolution, seed };
        if (!store.has(key)) store.add({ ...planOmpl(ompl, file, seed, resolution, wishes.limitMs), run: call });
      }
    }
    if (wishes.judge) judgeAll(problem, peers, store, wishes.clearance);
    console.error(`${i + 1} of ${files.length} ${problem.name}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
}

function judgeAll(problem: PlanningProblem, { judge }: PlannerPeers, store: Store, clearance: number): void {
  const own = store.plans.filter((line) => line.scene === problem.name && line.solved);
  const kept = ourName(clearance);
  for (const line of own)
    if (!store.certified.has(keyOf(line)))
      store.addCertified(certify(problem, line, clearance > 0 && line.planner === kept ? clearance : 0));
  const open = own.filter((line) => !store.judged.has(keyOf(line)));
  if (judge !== null && open.length > 0) for (const line of judgePaths(judge, problem.file, open)) store.addJudged(line);
}

/** Evenly over the list. */
function spread<T>(list: readonly T[], count: number): T[] {
  const n = Math.min(count, list.length);
  return Array.from({ length: n }, (_, i) => list[Math.floor((i * list.length) / n)]);
}

function warmTimes(files: readonly string[], lines: readonly PlanLine[]): ReadonlyMap<string, number> {
  const times = new Map(lines.filter(({ planner, seed }) => planner === OURS && seed === 1).map(({ scene, planMs }) => [scene, planMs]));
  return new Map(files.map((file) => [file, times.get((file.split('/').at(-1) ?? '').replace(/\.json$/, '')) ?? Number.NaN]));
}

/** One part of the page for each set of problems; the others stay. */
function writeDocument(root: string, which: string, text: string): void {
  const file = join(root, 'docs', 'planners.md');
  const [begin, end] = [`<!-- planners ${which} -->`, `<!-- end of planners ${which} -->`];
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '# Planners\n';
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}; \`npm run bench -- planners --problems ${which} --write-docs\`.`;
  const part = `${begin}\n\n${machine}\n\n${text}\n${end}`;
  const from = before.indexOf(begin);
  const to = before.indexOf(end);
  const next = from < 0 || to < 0 ? `${before.trimEnd()}\n\n${part}\n` : `${before.slice(0, from)}${part}${before.slice(to + end.length)}`;
  writeFileSync(file, next);
}
