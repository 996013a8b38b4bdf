// What the runs say, as tables: solved, wrong, times and their ratios in one run, lengths.

import type { Cell, Table } from '../shared/table.ts';
import { type CertifiedLine, type JudgedLine, keyOf, lengthOf, type PlanLine } from './plan-line.ts';

export interface Judgements {
  readonly certified: ReadonlyMap<string, CertifiedLine>;
  readonly judged: ReadonlyMap<string, JudgedLine>;
}

export interface TableFacts {
  readonly file: string;
  readonly title: string;
  readonly problems: number;
  readonly seeds: number;
  readonly limitMs: number;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  return share === 0.5 && sorted.length % 2 === 0
    ? (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2
    : sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

const timeOf = ({ planMs, simplifyMs }: PlanLine): number => planMs + simplifyMs;
const rowName = ({ planner, resolution }: PlanLine): string => (resolution === 0 ? planner : `${planner} ${resolution}`);

/** Unsolved runs count with the limit. */
export function plannerTable(lines: readonly PlanLine[], judgements: Judgements, facts: TableFacts): Table {
  const groups = new Map<string, PlanLine[]>();
  for (const line of lines) groups.set(rowName(line), [...(groups.get(rowName(line)) ?? []), line]);
  const reference = [...groups].find(([name]) => name.startsWith('ompl') && name.endsWith(' 0.01'))?.[1] ?? [];
  const byRun = new Map(reference.map((line) => [`${line.scene} ${line.seed}`, line]));
  const rows = [...groups].map(([name, list]) => row(name, list, byRun, judgements, facts));
  return {
    file: facts.file,
    title: facts.title,
    note:
      `${facts.problems} problems, ${facts.seeds} seeds, ${facts.limitMs / 1000} s each; milliseconds of processor time, warm, without reading and building trees; unsolved runs count with the limit. ` +
      'Wrong: returned paths that collide, by our certificate / by FCL (conservative advancement); disagree: paths of which the two say different things. ' +
      'Ratios: medians over the problems and seeds that both solved, to OMPL at 0.01; of times only where both were measured in turn in one call of the bench, else a dash, and then the times of rows are not comparable. Length: radians, Euclidean over the joints, after simplification.',
    columns: [
      'planner',
      'runs',
      'solved',
      'wrong',
      'disagree',
      'ms median',
      'ms 90 %',
      'ratio',
      'states',
      'length',
      'length ratio',
      'proofs',
      'certify ms',
    ],
    rows,
  };
}

function row(
  name: string,
  list: readonly PlanLine[],
  reference: ReadonlyMap<string, PlanLine>,
  { certified, judged }: Judgements,
  { limitMs }: TableFacts,
): Cell[] {
  const solved = list.filter((line) => line.solved);
  const times = list.map((line) => (line.solved ? timeOf(line) : Math.max(limitMs, timeOf(line))));
  const pairs = solved.flatMap((line) => {
    const other = reference.get(`${line.scene} ${line.seed}`);
    return other?.solved ? [[line, other] as const] : [];
  });
  // times of other calls were measured beside other work, or with another planner: no ratio
  const interleaved = pairs.filter(([own, other]) => own.run !== undefined && own.run === other.run);
  const certificates = solved.flatMap((line) => certified.get(keyOf(line)) ?? []);
  const verdicts = solved.flatMap((line) => judged.get(keyOf(line)) ?? []);
  const both = solved.filter((line) => {
    const [c, f] = [certified.get(keyOf(line)), judged.get(keyOf(line))];
    // what comes within `touch` of FCL contradicts neither, and a clearance is not its question
    return (
      c !== undefined && f !== undefined && c.clearance === 0 && f.advanced.length > 0 !== (c.status !== 'free') && f.near.length === 0
    );
  });
  const proofs = solved.filter(({ proofMs }) => proofMs !== undefined);
  const total = proofs.reduce((sum, line) => sum + timeOf(line), 0);
  return [
    name,
    list.length,
    `${solved.length} (${((100 * solved.length) / list.length).toFixed(1)} %)`,
    `${count(certificates, ({ status }) => status !== 'free')} / ${count(verdicts, ({ advanced }) => advanced.length > 0)}`,
    both.length,
    quantile(times, 0.5),
    quantile(times, 0.9),
    quantile(
      interleaved.map(([own, other]) => timeOf(own) / timeOf(other)),
      0.5,
    ),
    quantile(
      solved.map(({ states }) => states),
      0.5,
    ),
    quantile(
      solved.map(({ path }) => lengthOf(path)),
      0.5,
    ),
    quantile(
      pairs.map(([own, other]) => lengthOf(own.path) / lengthOf(other.path)),
      0.5,
    ),
    proofs.length === 0 ? '–' : `${((100 * proofs.reduce((sum, { proofMs = 0 }) => sum + proofMs, 0)) / total).toFixed(1)} %`,
    quantile(
      certificates.map(({ ms }) => ms),
      0.5,
    ),
  ];
}

/** Of those that were judged. */
function count<T>(list: readonly T[], test: (item: T) => boolean): string {
  return list.length === 0 ? '–' : String(list.filter(test).length);
}

/** A row for each set of problems and planner. */
export function setTable(lines: readonly PlanLine[], judgements: Judgements, facts: TableFacts): Table {
  const sets = [...new Set(lines.map(({ set }) => set))].sort();
  const rows = sets.flatMap((set) =>
    plannerTable(
      lines.filter((line) => line.set === set),
      judgements,
      facts,
    ).rows.map((cells) => [set, ...cells]),
  );
  const { columns } = plannerTable([], judgements, facts);
  return { file: `${facts.file}-sets`, title: `${facts.title}, by set`, note: 'The same, by set.', columns: ['set', ...columns], rows };
}
