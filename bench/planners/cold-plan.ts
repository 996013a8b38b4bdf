// The first plan of a process: nothing compiled yet.

import { spawnSync } from 'node:child_process';
import { execPath } from 'node:process';
import type { Table } from '../shared/table.ts';
import { planOurs } from './ours.ts';
import { quantile } from './planners-tables.ts';
import { readProblem } from './problem.ts';

interface ColdPlan {
  readonly readMs: number;
  readonly planMs: number;
  readonly solved: boolean;
}

export async function answerColdPlan(file: string): Promise<void> {
  const begun = process.cpuUsage();
  const problem = await readProblem(file);
  const { user, system } = process.cpuUsage(begun);
  const { planMs, solved } = await planOurs(problem, { seed: 1, limitMs: 10_000, clearance: 0 });
  console.log(JSON.stringify({ readMs: (user + system) / 1000, planMs, solved } satisfies ColdPlan));
}

/** A process for each problem: reading with trees and a first question, then the plan. `warm`: the same plans in a process that has planned before. */
export function coldTable(problems: readonly string[], warm: ReadonlyMap<string, number>, root: string): Table {
  const rows = problems.map((file) => ({ file, cold: inFreshProcess(file, root) }));
  const done = rows.flatMap(({ file, cold }) => (cold.solved ? [{ cold, warm: warm.get(file) ?? Number.NaN }] : []));
  const ratios = done.map((one) => one.cold.planMs / one.warm).filter(Number.isFinite);
  return {
    file: 'cold',
    title: 'Cold start',
    note: 'The first plan of a process, seed 1, milliseconds of processor time (compiling included): reading the problem with trees and a first question, the plan, and its ratio to the same plan warm.',
    columns: ['problems', 'solved', 'read, median', 'plan, median', 'plan, 90 %', 'ratio to warm'],
    rows: [
      [
        rows.length,
        done.length,
        quantile(
          done.map(({ cold }) => cold.readMs),
          0.5,
        ),
        quantile(
          done.map(({ cold }) => cold.planMs),
          0.5,
        ),
        quantile(
          done.map(({ cold }) => cold.planMs),
          0.9,
        ),
        quantile(ratios, 0.5),
      ],
    ],
  };
}

/** Runs this very bundle again. */
function inFreshProcess(file: string, root: string): ColdPlan {
  const words = ['planners', '--cold-task', file];
  const script = `import(${JSON.stringify(import.meta.url)}).then(({ main }) => main(${JSON.stringify(words)}, ${JSON.stringify(root)}))`;
  const { status, stdout, stderr, error } = spawnSync(execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the fresh process failed: ${error?.message ?? stderr.trim().split('\n').at(-1)}`);
  return JSON.parse(stdout);
}
