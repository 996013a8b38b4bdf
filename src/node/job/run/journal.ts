/**
 * What a run has done, so that the next goes on where it was ended: a head, then a line for every step, each about all
 * that was done until then. Lines are only ever added; one that a kill cut short is as if it had not been written.
 */
import { InputError } from '../../../index.ts';
import { safeJson } from '../../../words/safe-text.ts';
import type { JobItem, JobSection } from '../job-item.ts';
import { isTallyState, type TallyState } from './tally.ts';

export const JOURNAL_FORMAT = 'inbetween-journal/1';

export interface JournalHead {
  readonly format: string;
  /** Version of the library: another one may answer otherwise. */
  readonly version: string;
  readonly job: string;
  /** `--limit`; null: all items. */
  readonly limit: number | null;
}

/** A section, where its first item was done. */
export interface SectionMark {
  /** Number of that item, from 0. */
  readonly at: number;
  readonly name: string;
  readonly subject: string;
  /** What is asked, as JSON. */
  readonly ask: string;
}

export interface JournalStep {
  /** Items done, bytes of results written. */
  readonly items: number;
  readonly bytes: number;
  /** SHA-256 of all items so far, and of all results. */
  readonly sum: string;
  readonly out: string;
  /** Seconds used, over all runs. */
  readonly seconds: number;
  readonly tally: TallyState;
  /** First eight digits of the sum of each file of one item in this step: to name the one that changed. */
  readonly files: string;
  readonly sections: readonly SectionMark[];
  /** The job is done. */
  readonly done?: true;
}

export interface Journal {
  readonly head: JournalHead;
  readonly steps: readonly JournalStep[];
  /** Where in the text each step ends, in letters. */
  readonly ends: readonly number[];
  readonly headEnd: number;
}

export function journalLine(record: JournalHead | JournalStep): string {
  return `${safeJson(record)}\n`;
}

/** Undefined where not even the head was written. What is not whole, and all after it, is not believed. */
export function parseJournal(text: string, file: string): Journal | undefined {
  const headEnd = text.indexOf('\n') + 1;
  // a head cut short by a kill
  if (headEnd === 0 && (text === '' || `{"format":"${JOURNAL_FORMAT}"`.startsWith(text.slice(0, 20)))) return undefined;
  const head = parsed(text.slice(0, headEnd)) as JournalHead | undefined;
  if (head?.format !== JOURNAL_FORMAT || typeof head.version !== 'string')
    throw new InputError(`is no journal of inbetween (${JOURNAL_FORMAT}); choose another name for the results, or remove it first`, {
      file,
    });
  const steps: JournalStep[] = [];
  const ends: number[] = [];
  for (let begin = headEnd, end = text.indexOf('\n', begin) + 1; end > 0; begin = end, end = text.indexOf('\n', begin) + 1) {
    const step = parsed(text.slice(begin, end)) as JournalStep | undefined;
    if (!isStep(step) || step.items < (steps.at(-1)?.items ?? 0) || step.bytes < (steps.at(-1)?.bytes ?? 0)) break;
    steps.push(step);
    ends.push(end);
  }
  return { head, steps, ends, headEnd };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isStep(step: JournalStep | undefined): step is JournalStep {
  if (typeof step !== 'object' || step === null) return false;
  const { items, bytes, sum, out, seconds, tally, files, sections } = step;
  return (
    [items, bytes].every((count) => Number.isSafeInteger(count) && count >= 0) &&
    [sum, out, files].every((text) => typeof text === 'string') &&
    Number.isFinite(seconds) &&
    isTallyState(tally, items) &&
    Array.isArray(sections) &&
    sections.every(isMark)
  );
}

function isMark(mark: Partial<SectionMark> | null): boolean {
  return (
    Number.isSafeInteger(mark?.at) &&
    [mark?.name, mark?.subject].every((text) => typeof text === 'string') &&
    typeof mark?.ask === 'string' &&
    typeof parsed(mark.ask) === 'object'
  );
}

/** Adds up what is read, whoever can: SHA-256. */
export interface Digest {
  update(data: Uint8Array | string): unknown;
  /** Sum of all so far; it can be added to afterwards. */
  hex(): string;
}

/** The sum of a job's items, and what names them, step by step. */
export class ItemSum {
  private readonly digest: Digest;
  private readonly fileDigest: (text: string, data: Uint8Array) => string;
  private section: JobSection | undefined;
  private items = 0;
  private files = '';
  private sections: SectionMark[] = [];
  /** Names of the files whose digits stand in `files`. */
  readonly names: string[] = [];

  /** `fileDigest`: eight digits or more. */
  constructor(digest: Digest, fileDigest: (text: string, data: Uint8Array) => string) {
    this.digest = digest;
    this.fileDigest = fileDigest;
  }

  get count(): number {
    return this.items;
  }

  get hex(): string {
    return this.digest.hex();
  }

  /** A section that begins with this item. */
  add({ id, file, isAlone, section, data, fault }: JobItem): SectionMark | undefined {
    let mark: SectionMark | undefined;
    if (section !== this.section) {
      const { name, subject, kind, ask, columns } = section;
      mark = { at: this.items, name, subject: subject.id, ask: JSON.stringify({ kind, columns, ...ask }) };
      // sections that say the same are one
      const last = this.section;
      if (last === undefined || markText(last) !== markText(section)) this.digest.update(markText(section));
      this.sections.push(mark);
      this.section = section;
    }
    const text = `\n${id}\n${fault ?? ''}\n${data.length}\n`;
    this.digest.update(text);
    this.digest.update(data);
    if (isAlone) {
      this.files += this.fileDigest(text, data).slice(0, FILE_DIGITS);
      this.names.push(file);
    }
    this.items++;
    return mark;
  }

  /** What is noted since the last time, for the journal. */
  take(): Pick<JournalStep, 'files' | 'sections'> {
    const out = { files: this.files, sections: this.sections };
    this.files = '';
    this.sections = [];
    this.names.length = 0;
    return out;
  }
}

export const FILE_DIGITS = 8;

function markText({ subject, kind, ask, columns }: JobSection): string {
  return `\n\n${subject.id}\n${kind}\n${JSON.stringify(columns)}\n${JSON.stringify(ask)}\n`;
}
