// Roadmaps in the panda's cells: many questions in one cell beside as many plans, the same questions again, a change of the cell; and the anytime planner: lengths by time.

import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GpuBatch } from '../../src/gpu/index.ts';
import { box, MotionChecker } from '../../src/index.ts';
import { Random } from '../../src/math/random.ts';
import { hca } from '../../src/methods/index.ts';
import { plan, Roadmap } from '../../src/plan/index.ts';
import { countOption, parseCommandLine, UsageError } from '../shared/command-line.ts';
import { mean, summarize } from '../shared/statistics.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';
import { motionsOf, type PlanningProblem, readProblem } from './problem.ts';

export const ROADMAPS_USAGE = `roadmaps many questions in one cell: roadmaps beside plans, again, and after a change; the anytime planner
  --questions N          in each of seven cells (default: 70)
  --states N             of a roadmap (default: 2000)
  --prove                only: all edges proven at once, by graphics hardware (its own core where there is none) and by one core
  --scenes DIR           problems of the panda (default: ../shared/scenes/planning/panda)
  --quick                a look whether it runs: one cell, few questions`;

type Ends = readonly [from: readonly number[], to: readonly number[]];

export async function roadmaps(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['questions', 'states', 'quick', 'prove', 'scenes']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const questions = countOption(line, 'questions', quick ? 3 : 70);
  const states = countOption(line, 'states', quick ? 200 : 2000);
  const folder = resolve(root, line.options.get('scenes') ?? join('..', 'shared', 'scenes', 'planning', 'panda'));
  if (!existsSync(folder)) throw new UsageError(`no problems in ${folder}`);
  const names = readdirSync(folder).filter((name) => name.endsWith('-0001.json'));
  const problems: PlanningProblem[] = [];
  for (const name of quick ? names.slice(0, 1) : names) problems.push(await readProblem(join(folder, name)));
  if (line.options.has('prove')) return console.log(toMarkdown(await proving(problems, states)));
  const rows: Cell[][] = [];
  const changes: Cell[][] = [];
  for (const problem of problems) {
    const measured = await measure(problem, states, questions);
    rows.push(measured.row);
    changes.push(measured.change);
  }
  console.log(toMarkdown(manyTable(rows, states, questions)));
  console.log(toMarkdown(changesTable(changes)));
  console.log(toMarkdown(await anytime(problems, quick ? [100, 300] : [300, 1000, 3000])));
}

/** The same roadmap twice: its edges proven by a batch, and one by one. */
async function proving(problems: readonly PlanningProblem[], states: number): Promise<Table> {
  const rows: Cell[][] = [];
  for (const { scene, name, content } of problems) {
    const [robot] = content.robots;
    const bounds = Object.fromEntries(robot.joints.map((joint, k) => [joint.name, (content.limits ?? [])[k]]));
    const built = () => Roadmap.build(scene, { states, seed: 1, bounds, moving: [robot.name] });
    const batch = await GpuBatch.open(scene, {});
    // warm: programs and trees are made
    await (await built()).prove({ batch });
    const [atOnce, oneByOne] = [await built(), await built()];
    const begun = performance.now();
    await atOnce.prove({ batch });
    const middle = performance.now();
    await oneByOne.prove({});
    const one = performance.now() - middle;
    const { edges, proven, refuted } = atOnce.counts;
    const same = proven === oneByOne.counts.proven && refuted === oneByOne.counts.refuted ? 'yes' : 'NO';
    rows.push([name, edges, proven, refuted, middle - begun, one, one / (middle - begun), same]);
    batch.close();
  }
  const note =
    'Milliseconds by the clock: all edges of a roadmap by a `GpuBatch`, warm, and one by one by one core; whether both prove and refute as many.';
  const columns = ['cell', 'edges', 'proven', 'refuted', 'batch ms', 'one by one ms', 'ratio', 'same'];
  return { file: 'roadmaps-prove', title: 'All edges at once', note, columns, rows };
}

function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The problem's own ends, and random free states to and from them and each other, all within the joints' limits. */
function endsOf({ scene, content, from, to }: PlanningProblem, count: number): Ends[] {
  const random = new Random('questions');
  const checker = new MotionChecker(scene);
  const limits = content.limits ?? [];
  const free = (): number[] => {
    for (;;) {
      const state = limits.map(([low, high]) => random.range(low, high));
      if (checker.isFree(state)) return state;
    }
  };
  const others = Array.from(
    { length: count - 1 },
    (_, k): Ends => (k % 3 === 0 ? [from, free()] : k % 3 === 1 ? [free(), to] : [free(), free()]),
  );
  return [[from, to], ...others];
}

async function measure(problem: PlanningProblem, states: number, questions: number): Promise<{ row: Cell[]; change: Cell[] }> {
  const { scene, content, set } = problem;
  const ends = endsOf(problem, questions);
  let start = processor();
  const roadmap = await Roadmap.build(scene, { states, seed: 1 });
  const build = processor() - start;
  const times = { roadmap: [] as number[], again: [] as number[], plan: [] as number[] };
  const lengths = { roadmap: 0, plan: 0 };
  let found = 0;
  let wrong = 0;
  // warm: compiled, trees built
  const other = await Roadmap.build(scene, { states: 200, seed: 7 });
  for (const [from, to] of ends.slice(0, 5)) {
    await plan(scene, { from, to, seed: 7 });
    await other.plan({ from, to, seed: 7 });
  }
  const answers: number[][][] = [];
  for (const [from, to] of ends) {
    start = processor();
    const a = await roadmap.plan({ from, to, seed: 1 });
    times.roadmap.push(processor() - start);
    start = processor();
    const b = await plan(scene, { from, to, seed: 1 });
    times.plan.push(processor() - start);
    if (a.status === 'found') answers.push(a.states.map((state) => [...state]));
    if (a.status !== 'found' || b.status !== 'found') continue;
    found++;
    lengths.roadmap += a.length;
    lengths.plan += b.length;
  }
  for (const states of answers) if (scene.firstContact(motionsOf(content, states), { method: hca }).status !== 'free') wrong++;
  for (const [from, to] of ends) {
    start = processor();
    await roadmap.plan({ from, to, seed: 1 });
    times.again.push(processor() - start);
  }
  const { edges, proven, refuted } = roadmap.counts;
  const [a, b, c] = [times.roadmap, times.again, times.plan].map((list) => summarize(list));
  const row: Cell[] = [
    set,
    build,
    a.median,
    mean(times.roadmap),
    b.median,
    c.median,
    mean(times.plan),
    lengths.roadmap / lengths.plan,
    `${found}/${questions}`,
    wrong,
    edges,
    proven,
    refuted,
  ];
  const change = await changed(problem, roadmap);
  return { row, change: [set, ...change] };
}

/** A box of a tenth of a metre comes into the cell, moves and goes. */
async function changed({ scene }: PlanningProblem, roadmap: Roadmap): Promise<Cell[]> {
  const { states, edges, proven } = roadmap.counts;
  const out: Cell[] = [states, edges, proven];
  const crate = { name: 'crate of the bench', shape: box(0.1), pose: { position: [0.45, -0.3, 0.35] as const } };
  for (const change of [
    () => scene.addObstacle(crate),
    () => scene.moveObstacle(crate.name, { position: [0.45, 0.3, 0.35] }),
    () => scene.removeObstacle(crate.name),
  ]) {
    change();
    const start = processor();
    const update = await roadmap.update();
    out.push(
      `${update.states.asked}, ${update.edges.asked}`,
      `${update.states.lost}, ${update.edges.lost}`,
      update.edges.reopened,
      processor() - start,
    );
  }
  return out;
}

function manyTable(rows: readonly Cell[][], states: number, questions: number): Table {
  return {
    file: 'roadmaps',
    title: 'Roadmaps',
    note:
      `${questions} questions in the first cell of each set: its own problem, and random free states to and from its ends and each other. A roadmap of ${states} states, then each question to it and to \`plan\`, ` +
      'in turns; then all questions to the roadmap again. Milliseconds of processor time, of building it and of a question: median and mean; lengths of all paths of the roadmap by those of the plans; found by both; paths that another method finds not free; edges, how many of them are proven and refuted in the end.',
    columns: ['cell', 'build', 'roadmap', 'mean', 'again', 'plan', 'mean', 'length', 'found', 'wrong', 'edges', 'proven', 'refuted'],
    rows,
  };
}

function changesTable(rows: readonly Cell[][]): Table {
  const each = ['asked', 'lost', 'reopened', 'ms'];
  return {
    file: 'roadmap-changes',
    title: 'Changes of the cell',
    note: 'A box of a tenth of a metre comes, moves, and goes: states and edges that were asked about it, those that are not free now, edges that are open again, and milliseconds of processor time.',
    columns: ['cell', 'states', 'edges', 'proven', ...['comes', 'moves', 'goes'].flatMap((what) => each.map((name) => `${what}: ${name}`))],
    rows,
  };
}

async function anytime(problems: readonly PlanningProblem[], samples: readonly number[]): Promise<Table> {
  const rows: Cell[][] = [];
  for (const { scene, from, to, set } of problems) {
    const first = await plan(scene, { from, to, seed: 1 });
    const row: Cell[] = [set, first.length, first.stats.milliseconds];
    for (const more of samples) {
      const maxSamples = first.stats.samples + more;
      const start = processor();
      const lengths: number[] = [];
      const better = await plan(scene, {
        from,
        to,
        seed: 1,
        method: 'optimal',
        maxSamples,
        maxMilliseconds: Infinity,
        onPath: ({ length }) => lengths.push(length),
      });
      const falls = lengths.every((length, k) => k === 0 || length < lengths[k - 1]);
      row.push(better.length / first.length, falls ? processor() - start : 'rises!');
    }
    rows.push(row);
  }
  return {
    file: 'anytime',
    title: 'The anytime planner',
    note: "The first cell of each set, its own problem: the length of the path of `plan` and its milliseconds, then method 'optimal' with so many random states more: its length as a part of that, and milliseconds of processor time for all of it.",
    columns: ['cell', 'length', 'ms', ...samples.flatMap((count) => [`${count} states`, 'ms'])],
    rows,
  };
}
