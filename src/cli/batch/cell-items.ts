/** Items about a cell: path files, lines of many plans, motions, edges of a roadmap. */
import { InputError } from '../../index.ts';
import { type LoadedCell, programText } from '../../io/index.ts';
import type { JobItem, JobSection } from '../../node/job/job-item.ts';
import { type MotionTable, motionTable } from '../../node/job/source/motion-table.ts';
import { type RoadmapMotions, roadmapMotions } from '../../node/job/source/roadmap-motions.ts';
import { inUnits, loadCell } from '../check/load-cell.ts';
import { ChangedFile, type FileLine, linesOf, readSteady } from './steady-file.ts';
import { askOf } from './task-ask.ts';
import { faultItem, readAhead, type TaskSource } from './task-source.ts';

/** The cell of a task, ready to be asked about. */
interface TaskCell {
  readonly cell: LoadedCell;
  section(kind: JobSection['kind'], columns?: readonly string[] | null): JobSection;
  /**
   * Section for motions in radians and metres with all values, whatever units the user's files are in. `kept`: what is
   * asked of them where the task says nothing of it.
   */
  edgeSection(kept: RoadmapMotions['kept']): JobSection;
}

export async function* cellItems(source: TaskSource): AsyncGenerator<JobItem> {
  const { task } = source;
  const own = await taskCell(source);
  const named = new Set(task.motions);
  for (const name of task.paths) if (named.has(name)) throw namedTwice(name);
  const motions = task.motions.length === 0 ? [] : await source.expand(task.motions);
  if (task.paths.length + task.motions.length + task.roadmap.length === 0) yield* ownPath(source, own);
  if (task.paths.length > 0) yield* pathItems(source, own, new Set(motions));
  for (const file of motions) yield* motionItems(source, own, file);
  for (const file of task.roadmap.length === 0 ? [] : await source.expand(task.roadmap)) yield* edgeItems(source, own, file);
}

async function taskCell({ task, options, place, namedFiles, packCell, subject, onWarning }: TaskSource): Promise<TaskCell> {
  const { scene, package: packages, geometry, fixedBase, acm, maxWork } = options;
  const clearance = typeof task.clearance === 'number' ? task.clearance : undefined;
  const { srdf, group, units } = task;
  const wishes = {
    ...{ scene, package: packages, geometry, fixedBase, acm, group, clearance, maxWork },
    ...(srdf === undefined ? {} : { srdf: place(srdf) }),
  };
  const source = await loadCell(namedFiles, place(task.cell as string), wishes, 'batch');
  const read = units === undefined ? source.cell : inUnits(source.cell, units);
  const cell: LoadedCell = { ...read, self: source.cell.self && task.self !== false };
  for (const warning of cell.warnings) onWarning(warning);
  // named by what paths are judged in, not by where it lies or which path it names itself
  const { path: _, pathLines: __, program: ___, ...judged } = cell;
  const packed = (own: Omit<LoadedCell, 'path' | 'pathLines' | 'program'>) =>
    subject(
      packCell({ ...own, file: task.cell as string, warnings: [], ownPaths: cell.robots.map(() => ({ startsAt: 0 })) }, source.scene),
    );
  const about = packed(judged);
  const ask = askOf(task, options);
  const sections = new Map<string, JobSection>();
  return {
    cell,
    section: (kind, columns = cell.columns ?? null) => {
      const key = JSON.stringify([kind, columns]);
      const section = sections.get(key) ?? { name: task.cell as string, subject: about, kind, ask, columns };
      sections.set(key, section);
      return section;
    },
    edgeSection: (kept) => {
      const { units: ____, columns: _____, ...plain } = judged;
      const isSame = judged.units === undefined && judged.columns === undefined;
      return {
        name: task.cell as string,
        subject: isSame ? about : packed(plain),
        kind: 'motion',
        ask: { ...kept, ...ask },
        columns: null,
      };
    },
  };
}

/** The path that the cell names. */
async function* ownPath(source: TaskSource, { cell, section }: TaskCell): AsyncGenerator<JobItem> {
  if (cell.ownPaths.some(({ path }) => path !== undefined) || cell.program?.also !== undefined)
    throw new InputError(
      "names a path for each of its robots, which 'inbetween check' judges; 'batch' takes paths of all robots together",
      {
        file: cell.file,
      },
    );
  const { program } = cell.program ?? {};
  if (cell.path === undefined && program === undefined) throw new InputError('names no path, and none is given', { file: cell.file });
  if (typeof cell.path !== 'string') {
    const data = Buffer.from(program === undefined ? JSON.stringify(cell.path) : programText(program));
    yield {
      id: source.idOf(cell.file),
      file: cell.file,
      isAlone: true,
      section: section('path'),
      data,
    };
    return;
  }
  yield await wholeFile({ ...source, named: { by: [...(source.named?.by ?? []), cell.file] } }, section('path'), cell.path);
}

function namedTwice(file: string): InputError {
  return new InputError(`${file}: is named by both paths and motions; its items would have the same names`);
}

/** `motions`: files whose lines are motions. */
async function* pathItems(source: TaskSource, own: TaskCell, motions: ReadonlySet<string>): AsyncGenerator<JobItem> {
  const section = own.section('path');
  const read = async (file: string): Promise<JobItem | string> =>
    (await holdsLines(source, file)) ? file : wholeFile(source, section, file);
  for await (const item of readAhead(await source.expand(source.task.paths), read)) {
    if (typeof item !== 'string') yield item;
    else if (motions.has(item)) throw namedTwice(item);
    else yield* planItems(source, section, item);
  }
}

const LINES = /\.(jsonl|ndjson)$/i;
const WHOLE = /\.(json|ya?ml|csv|tsv|npy)$/i;

/** By its name, or by its first two lines where the name does not say. */
async function holdsLines(source: TaskSource, file: string): Promise<boolean> {
  if (LINES.test(file) || WHOLE.test(file)) return LINES.test(file);
  try {
    let first: string | undefined;
    for await (const lines of linesOf(await source.files.place(file, source.named), file))
      for (const { bytes } of lines) {
        const text = textOf(bytes).trim();
        if (first !== undefined) return /^[[{]/.test(text);
        if (!/^(\{.*\}|\[.*\])$/.test(text)) return false;
        first = text;
      }
  } catch (error) {
    if (!(error instanceof InputError) || error instanceof ChangedFile) throw error;
  }
  return false;
}

async function wholeFile(source: TaskSource, section: JobSection, file: string): Promise<JobItem> {
  const id = source.idOf(file);
  try {
    const data = await readSteady(await source.files.place(file, source.named), file);
    return { id, file, isAlone: true, section, data };
  } catch (error) {
    if (error instanceof ChangedFile) throw error;
    return faultItem(id, file, section, error);
  }
}

/** Plans of a file of many; which of them are left out, whoever answers them says. */
async function* planItems(source: TaskSource, section: JobSection, file: string): AsyncGenerator<JobItem> {
  const name = source.idOf(file);
  try {
    for await (const lines of linesOf(await source.files.place(file, source.named), file))
      for (const { number, bytes } of lines) yield { id: `${name}:${number}`, file, isAlone: false, section, data: bytes };
  } catch (error) {
    if (error instanceof ChangedFile) throw error;
    yield faultItem(name, file, section, error);
  }
}

async function* motionItems(source: TaskSource, { section }: TaskCell, file: string): AsyncGenerator<JobItem> {
  const name = source.idOf(file);
  try {
    let table: MotionTable | 'json' | undefined;
    let own = section('motion');
    for await (const lines of linesOf(await source.files.place(file, source.named), file))
      for (const line of lines) {
        if (table === undefined) {
          if (isComment(line, file)) continue;
          refuseOther(line, file);
          table = /^\s*[[{]/.test(textOf(line.bytes.subarray(0, 80))) ? 'json' : motionTable(textOf(line.bytes), file, line.number);
          if (table !== 'json') own = table.columns === null ? own : section('motion', table.columns);
          if (table !== 'json' && table.hasNames) continue;
        }
        if (table !== 'json' && isComment(line, file)) continue;
        const data = table === 'json' ? line.bytes : Buffer.from(table.row(textOf(line.bytes)));
        yield { id: `${name}:${line.number}`, file, isAlone: false, section: own, data };
      }
  } catch (error) {
    if (error instanceof ChangedFile) throw error;
    yield faultItem(name, file, section('motion'), error);
  }
}

const NUMPY = Buffer.from('\x93NUMPY', 'latin1');

/** What every line would be an error of. */
function refuseOther({ bytes, number }: FileLine, file: string): void {
  if (Buffer.from(bytes.subarray(0, NUMPY.length)).equals(NUMPY))
    throw new InputError('is a NumPy array; motions are lines of text, as numpy.savetxt writes them', { file });
  if (/^\s*[[{][[{\s]*$/.test(textOf(bytes.subarray(0, 80))))
    throw new InputError('a motion in JSON is one line: {"from": [...], "to": [...]}', { file, line: number });
}

const HASH = 35;

function isComment({ bytes, number }: FileLine, file: string): boolean {
  const first = bytes.find((byte) => byte > 32);
  if (first !== HASH) return false;
  if (/^\s*#\s*units\s*[:=]/i.test(textOf(bytes.subarray(0, 200))))
    throw new InputError('says its units in a comment; say what motions are in by --units, or "units" of the job', { file, line: number });
  return true;
}

async function* edgeItems(source: TaskSource, { cell, edgeSection }: TaskCell, file: string): AsyncGenerator<JobItem> {
  const name = source.idOf(file);
  let own = edgeSection({});
  try {
    const bytes = await readSteady(await source.files.place(file, source.named), file);
    const { kept, motions } = roadmapMotions(cell, textOf(bytes), file);
    own = edgeSection(kept);
    for await (const { edge, values } of motions)
      yield { id: `${name}#${edge}`, file, isAlone: false, section: own, data: Buffer.from(values.join(',')) };
  } catch (error) {
    if (error instanceof ChangedFile) throw error;
    yield faultItem(name, file, own, error);
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
