/**
 * A job that goes on: what was done before is read again and held against the journal, so that results are of one job.
 * What is not as it was is an error that names it.
 */
import { InputError } from '../../../index.ts';
import { entryOf } from '../../../words/entries.ts';
import type { JobItem } from '../job-item.ts';
import { FILE_DIGITS, type ItemSum, type JournalStep, type SectionMark } from './journal.ts';

const ADVICE = 'start again with --restart, or choose another file for the results';

/** The items that are still to be done. `steps`: those that are believed, at least one; `goesOn` is asked at each. */
export async function* remainingItems(
  source: AsyncIterable<JobItem>,
  steps: readonly JournalStep[],
  sum: ItemSum,
  goesOn: () => boolean = () => true,
): AsyncGenerator<JobItem> {
  const marks = new Map(steps.flatMap(({ sections }) => sections.map((mark) => [mark.at, mark])));
  let step = steps.findIndex(({ items }) => items > 0);
  if (step < 0) step = steps.length;
  let last: JobItem | undefined;
  let before = 0;
  for await (const item of source) {
    if (step === steps.length) {
      yield item;
      continue;
    }
    const mark = sum.add(item);
    if (mark !== undefined) compareSections(marks.get(mark.at), mark, item);
    last = item;
    if (!goesOn()) return;
    if (sum.count < steps[step].items) continue;
    const { names } = sum;
    const seen = [...names];
    const { files } = sum.take();
    if (sum.hex !== steps[step].sum) throw whatChanged(steps[step], files, seen, before, item);
    before = steps[step].items;
    step++;
    while (step < steps.length && steps[step].items === sum.count) step++;
  }
  if (step < steps.length && sum.count < steps[steps.length - 1].items)
    throw new InputError(
      `the job has ${sum.count} items now, but ${steps[steps.length - 1].items} were done before: ${lastName(last)}; ${ADVICE}`,
    );
}

function lastName(last: JobItem | undefined): string {
  return last === undefined ? 'its files are gone' : `it ends with ${last.id}`;
}

function compareSections(was: SectionMark | undefined, is: SectionMark, { id }: JobItem): void {
  if (was === undefined || was.name !== is.name)
    throw new InputError(
      `the job changed since its results were begun: ${id} is about ${is.name}${was === undefined ? '' : `, was about ${was.name}`}; ${ADVICE}`,
    );
  if (was.ask !== is.ask)
    throw new InputError(`the options changed since the results were begun: ${differences(was.ask, is.ask)}; ${ADVICE}`);
  if (was.subject !== is.subject)
    throw new InputError(`${is.name}: it, a file that it names, or an option about it changed since the results were begun; ${ADVICE}`);
}

/** 'method was "auto", is "hca"'. */
function differences(was: string, is: string): string {
  const [a, b] = [was, is].map((text) => JSON.parse(text) as Record<string, unknown>);
  const shown = (record: Readonly<Record<string, unknown>>, key: string) => JSON.stringify(entryOf(record, key)) ?? 'not given';
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => shown(a, key) !== shown(b, key));
  return keys.map((key) => `${key} was ${shown(a, key)}, is ${shown(b, key)}`).join(', ');
}

function whatChanged(step: JournalStep, files: string, names: readonly string[], before: number, last: JobItem): InputError {
  for (let i = 0; i < names.length; i++)
    if (files.slice(FILE_DIGITS * i, FILE_DIGITS * (i + 1)) !== step.files.slice(FILE_DIGITS * i, FILE_DIGITS * (i + 1)))
      return new InputError(`${names[i]}: it changed since the results were begun, or a file was added or removed before it; ${ADVICE}`);
  return new InputError(`${last.file}: it changed since the results were begun, among items ${before + 1} to ${step.items}; ${ADVICE}`);
}
