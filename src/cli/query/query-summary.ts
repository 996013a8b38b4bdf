import type { Stats, Status } from '../../index.ts';
import { safeText } from '../../words/safe-text.ts';
import { shown, shownCount } from '../../words/shown-number.ts';
import type { Colors } from '../terminal/streams.ts';
import { textTable } from '../terminal/text-table.ts';
import type { Answered, SceneQuery } from './question.ts';
import { VERDICTS, type Verdict, verdictOf } from './verdict.ts';

const STATUSES: readonly Status[] = ['contact', 'overlap', 'free', 'unresolved'];
const WORK = ['nodes', 'triangles', 'poses', 'iterations', 'steps', 'frontNodes'] as const satisfies readonly (keyof Stats)[];
const WORK_HEADINGS = ['node pairs', 'triangle pairs', 'poses', 'iterations', 'steps', 'front nodes'];
const MOST_WRONG_SHOWN = 10;

interface Group {
  readonly milliseconds: number[];
  readonly work: Record<(typeof WORK)[number], number>;
}

/** The queries of one set; all of a file where it has no sets. */
class SetSummary {
  readonly groups: Map<Status, Group> = new Map();
  readonly verdicts: Map<Verdict, number> = new Map();
  references = 0;

  add({ status, stats }: Answered, milliseconds: number): void {
    const group = this.groups.get(status) ?? { milliseconds: [], work: emptyWork() };
    this.groups.set(status, group);
    group.milliseconds.push(milliseconds);
    for (const key of WORK) group.work[key] += stats[key];
  }

  judge(verdict: Verdict): void {
    this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + 1);
  }

  get right(): number {
    return this.verdicts.get('right') ?? 0;
  }

  line(c: Colors): string {
    const line = `${shownCount(this.right)} of ${shownCount(this.references)} right by the reference`;
    if (this.right === this.references) return c.green(line);
    const others = VERDICTS.filter((verdict) => verdict !== 'right' && this.verdicts.has(verdict));
    return c.red(`${line}: ${others.map((verdict) => `${this.verdicts.get(verdict)} ${verdict}`).join(', ')}`);
  }

  present(): [Status, Group][] {
    return STATUSES.flatMap((status) => {
      const group = this.groups.get(status);
      return group === undefined ? [] : [[status, group] as [Status, Group]];
    });
  }
}

/** Collects answers and says at the end how they went, set by set; keeps a few numbers a query, not the answers. */
export class QuerySummary {
  private readonly all = new SetSummary();
  private readonly sets = new Map<string, SetSummary>();
  private readonly wrong: string[] = [];
  private contacts = 0;
  private readonly notJudged: string | undefined;

  /** `notJudged`: why the references do not apply. */
  constructor(notJudged?: string) {
    this.notJudged = notJudged;
  }

  add(query: SceneQuery, result: Answered, milliseconds: number): void {
    const key = safeText(query.set ?? '');
    const set = this.sets.get(key) ?? new SetSummary();
    this.sets.set(key, set);
    const verdict = query.ref === undefined || this.notJudged !== undefined ? undefined : verdictOf(result, query.ref);
    for (const summary of [this.all, set]) {
      summary.add(result, milliseconds);
      if (query.ref !== undefined) summary.references++;
      if (verdict !== undefined) summary.judge(verdict);
    }
    this.contacts += result.contacts.length;
    if (query.ref !== undefined && verdict !== undefined && verdict !== 'right' && this.wrong.length < MOST_WRONG_SHOWN) {
      const { collide, lo, hi } = query.ref;
      const expected = collide ? `contact in [${lo}, ${hi}]` : 'free';
      this.wrong.push(`query ${query.id}: ${verdict}, answered ${result.status} at ${result.time}, expected ${expected}`);
    }
  }

  text(c: Colors, contactsListed: boolean): string {
    return [this.times(c), this.workDone(c), contactsListed ? `  ${shownCount(this.contacts)} contacts\n` : '', this.judgement(c)]
      .filter((part) => part !== '')
      .join('\n');
  }

  private times(c: Colors): string {
    const rows = this.rows(({ milliseconds }) => {
      const sorted = Float64Array.from(milliseconds).sort();
      return [shownCount(sorted.length), ...[mean(sorted), median(sorted), sorted[sorted.length - 1]].map((x) => shown(x, 3))];
    });
    return textTable([...this.setHeading(), 'answer', 'queries', 'mean ms', 'median ms', 'max ms'], rows, c.bold);
  }

  private workDone(c: Colors): string {
    const rows = this.rows(({ milliseconds, work }) => WORK.map((key) => shownCount(Math.round(work[key] / milliseconds.length))));
    return textTable([...this.setHeading(), 'mean work', ...WORK_HEADINGS], rows, c.bold);
  }

  private judgement(c: Colors): string {
    const { references, right } = this.all;
    if (references === 0) return '';
    if (this.notJudged !== undefined) return `  not judged: ${this.notJudged}\n`;
    const judged = this.sets.size > 1 ? [...this.sets].filter(([, set]) => set.references > 0) : [];
    const width = judged.reduce((widest, [name]) => Math.max(widest, name.length), 0);
    const lines = [...judged.map(([name, set]) => `${name.padEnd(width)}  ${set.line(c)}`), this.all.line(c)];
    const hidden = references - right - this.wrong.length;
    const more = hidden > 0 ? [`and ${shownCount(hidden)} more`] : [];
    return [...lines, ...[...this.wrong, ...more].map((text) => `  ${text}`)].map((line) => `  ${line}\n`).join('');
  }

  private setHeading(): string[] {
    return this.sets.size > 1 ? ['set'] : [];
  }

  /** One a set and answer. */
  private rows(cells: (group: Group) => string[]): string[][] {
    const named = this.sets.size > 1;
    return [...this.sets].flatMap(([name, set]) =>
      set.present().map(([status, group]) => (named ? [name, status, ...cells(group)] : [status, ...cells(group)])),
    );
  }
}

function emptyWork(): Group['work'] {
  return { nodes: 0, triangles: 0, poses: 0, iterations: 0, steps: 0, frontNodes: 0 };
}

function mean(values: Float64Array): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length;
}

function median(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
