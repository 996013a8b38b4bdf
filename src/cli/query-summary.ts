import type { FirstContact, Stats, Status } from '../index.ts';
import type { RigidQuery } from '../io/index.ts';
import { shown, shownCount } from '../report/index.ts';
import type { Colors } from './streams.ts';
import { textTable } from './text-table.ts';
import { VERDICTS, type Verdict, verdictOf } from './verdict.ts';

const STATUSES: readonly Status[] = ['contact', 'overlap', 'free', 'unresolved'];
const WORK = ['nodes', 'triangles', 'poses', 'iterations', 'steps', 'frontNodes'] as const satisfies readonly (keyof Stats)[];
const WORK_HEADINGS = ['node pairs', 'triangle pairs', 'poses', 'iterations', 'steps', 'front nodes'];
const MOST_WRONG_SHOWN = 10;

interface Group {
  readonly milliseconds: number[];
  readonly work: Record<(typeof WORK)[number], number>;
}

/** Collects answers and says at the end how they went; keeps a few numbers a query, not the answers. */
export class QuerySummary {
  private readonly groups = new Map<Status, Group>();
  private readonly verdicts = new Map<Verdict, number>();
  private readonly wrong: string[] = [];
  private contacts = 0;
  private readonly notJudged: string | undefined;
  private references = 0;

  /** `notJudged`: why the references do not apply. */
  constructor(notJudged?: string) {
    this.notJudged = notJudged;
  }

  add(query: RigidQuery, result: FirstContact, milliseconds: number): void {
    const group = this.groups.get(result.status) ?? { milliseconds: [], work: emptyWork() };
    this.groups.set(result.status, group);
    group.milliseconds.push(milliseconds);
    for (const key of WORK) group.work[key] += result.stats[key];
    this.contacts += result.contacts.length;
    if (query.ref === undefined) return;
    this.references++;
    if (this.notJudged !== undefined) return;
    const verdict = verdictOf(result, query.ref);
    this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + 1);
    if (verdict !== 'right' && this.wrong.length < MOST_WRONG_SHOWN) {
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
    const rows = this.present().map(([status, { milliseconds }]) => {
      const sorted = Float64Array.from(milliseconds).sort();
      return [status, shownCount(sorted.length), ...[mean(sorted), median(sorted), sorted[sorted.length - 1]].map((x) => shown(x, 3))];
    });
    return textTable(['answer', 'queries', 'mean ms', 'median ms', 'max ms'], rows, c.bold);
  }

  private workDone(c: Colors): string {
    const rows = this.present().map(([status, { milliseconds, work }]) => [
      status,
      ...WORK.map((key) => shownCount(Math.round(work[key] / milliseconds.length))),
    ]);
    return textTable(['mean work', ...WORK_HEADINGS], rows, c.bold);
  }

  private judgement(c: Colors): string {
    if (this.references === 0) return '';
    if (this.notJudged !== undefined) return `  not judged: ${this.notJudged}\n`;
    const right = this.verdicts.get('right') ?? 0;
    const line = `${shownCount(right)} of ${shownCount(this.references)} right by the reference`;
    if (right === this.references) return `  ${c.green(line)}\n`;
    const others = VERDICTS.filter((verdict) => verdict !== 'right' && this.verdicts.has(verdict));
    const counts = others.map((verdict) => `${this.verdicts.get(verdict)} ${verdict}`).join(', ');
    const hidden = this.references - right - this.wrong.length;
    const more = hidden > 0 ? [`and ${shownCount(hidden)} more`] : [];
    return `  ${c.red(`${line}: ${counts}`)}\n${[...this.wrong, ...more].map((text) => `    ${text}\n`).join('')}`;
  }

  private present(): [Status, Group][] {
    return STATUSES.flatMap((status) => {
      const group = this.groups.get(status);
      return group === undefined ? [] : [[status, group] as [Status, Group]];
    });
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
