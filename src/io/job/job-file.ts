import { checkRecord } from '../../math/check-record.ts';
import { shownName } from '../../math/shown-name.ts';
import type { ClearanceRules } from '../../robot/clearance-rules.ts';
import { readClearance } from '../cell/cell-file.ts';
import type { MeshSource } from '../mesh-source.ts';
import { type PathUnits, parseUnits } from '../path/path-units.ts';
import type { Located } from '../text/located-value.ts';
import { parseJson } from '../text/parse-json.ts';
import { meterOf, type ReadOptions } from '../work-meter.ts';

// The job file `inbetween-job/1`: many paths, motions, queries or steps to be answered in one run. Written by hand, so
// comments are allowed and a key that is not known is an error. What it names is as seen from itself; names of files
// may hold * (any letters), ? (one letter) and ** (any folders).

/** What is asked of every item of a task; whatever is absent is as the cell, the scene or the command line says. */
export interface JobOptions {
  /** How the time is found; every method gives the same guarantee. */
  readonly method?: 'auto' | 'hca' | 'interval';
  /** Whether bodies that start in contact are judged from the start, or once they are proven apart. */
  readonly start?: 'strict' | 'leaving';
  /** How close counts as contact, in the unit of length. */
  readonly tolerance?: number;
  /** The distance that must be kept, for all or by groups of pairs. */
  readonly clearance?: number | ClearanceRules;
  /** Steps a search may take before it answers 'unresolved'. */
  readonly maxIterations?: number;
  /** Milliseconds an item may take before it answers 'unresolved'; answers then depend on the machine. */
  readonly budget?: number;
  /** Joints beyond their limits. */
  readonly limits?: 'error' | 'warn' | 'ignore';
  /** Wanted contacts that do not come about: a hand that takes air. */
  readonly arrivals?: 'error' | 'warn';
  /** Whether the least distance along the way is looked for. */
  readonly margin?: boolean;
  /** Whether every stretch in contact is looked for. */
  readonly all?: boolean;
  /** Whether links are tested against each other, meshes of steps against themselves. */
  readonly self?: boolean;
  /** What the values of paths and motions are in. */
  readonly units?: PathUnits;
  /** The group whose joints the columns are, of paths and motions without names. */
  readonly group?: string;
}

/** Many items about one cell or scene, or steps of deforming meshes. */
export interface JobTask extends JobOptions {
  /** What to call it, where results of several tasks must be told apart. Absent: as what it is about. */
  readonly name?: string;
  /** A cell, scene of robots, robot or mesh that paths and motions are judged in. */
  readonly cell?: string;
  /** SRDF of a robot (URDF): pairs that need no test, groups, states. */
  readonly srdf?: string;
  /** Path files, as `check` takes them. */
  readonly paths: readonly string[];
  /** Files of many single motions: JSON lines with `from` and `to`, or tables. */
  readonly motions: readonly string[];
  /** Files of roadmaps, whose edges are the motions. */
  readonly roadmap: readonly string[];
  /** A scene of two bodies or of robots, whose queries are asked. */
  readonly scene?: string;
  /** Which queries of the scene, by id; absent: all. */
  readonly queries?: readonly number[];
  /** Step files. */
  readonly steps: readonly string[];
  /** Frames of one deforming mesh: from each to the next is a step. */
  readonly frames: readonly string[];
  /** The line of the file where it begins, from 1. */
  readonly line: number;
}

/** A job file `inbetween-job/1` as data. No file that it names has been read. */
export interface JobFile {
  /** What to call the job; the name of the file where it does not say. */
  readonly name: string;
  /** Tasks in the order of the file; at least one. */
  readonly tasks: readonly JobTask[];
}

const FORMAT = 'inbetween-job/1';
const LISTS = ['paths', 'motions', 'roadmap', 'steps', 'frames'] as const;
const OPTIONS: readonly (keyof JobOptions)[] = [
  ...(['method', 'start', 'tolerance', 'clearance', 'maxIterations', 'budget', 'limits', 'arrivals', 'margin', 'all', 'self'] as const),
  ...(['units', 'group'] as const),
];
const TASK_KEYS: readonly string[] = ['name', 'cell', 'srdf', 'scene', 'queries', ...LISTS, ...OPTIONS];

/** Reads a job file at hand, JSON with comments; `file` is its name, for errors. */
export function parseJob(source: MeshSource, file: string, options: ReadOptions = {}): JobFile {
  checkRecord(options, ['maxWork'], 'parseJob');
  const job = parseJson(source, file, { comments: true, work: meterOf(options.maxWork) });
  const format = job.field('format');
  if (format.value !== FORMAT) throw format.wrong(`"${FORMAT}"`);
  const tasks = job.get('tasks');
  if (tasks === undefined) {
    job.onlyKeys(['format', ...TASK_KEYS]);
    const { name = file, ...task } = readTask(job, {});
    return { name, tasks: [{ name, ...task }] };
  }
  // what stands beside the tasks holds for all of them
  job.onlyKeys(['format', 'name', 'tasks', ...OPTIONS]);
  const common = readOptions(job);
  const items = tasks.items('a list of tasks');
  if (items.length === 0) throw tasks.wrong('a list of at least one task');
  return {
    name: job.get('name')?.text() ?? file,
    tasks: withNames(
      items,
      items.map((item) => checkedTask(item, common)),
    ),
  };
}

function checkedTask(item: Located, common: JobOptions): JobTask {
  item.onlyKeys(TASK_KEYS);
  return readTask(item, common);
}

function readTask(item: Located, common: JobOptions): JobTask {
  const lists = Object.fromEntries(LISTS.map((key) => [key, readNames(item.get(key))])) as Record<(typeof LISTS)[number], string[]>;
  const [name, cell, srdf, scene] = (['name', 'cell', 'srdf', 'scene'] as const).map((key) => item.get(key)?.text());
  const queries = item.get('queries');
  const task: JobTask = {
    ...common,
    ...readOptions(item),
    ...lists,
    ...(name === undefined ? {} : { name }),
    ...(cell === undefined ? {} : { cell }),
    ...(srdf === undefined ? {} : { srdf }),
    ...(scene === undefined ? {} : { scene }),
    ...(queries === undefined ? {} : { queries: queries.items('a list of ids').map((id) => id.integer()) }),
    line: item.line,
  };
  refuseMixtures(item, task);
  return task;
}

/** A task is about a cell, about a scene, or about steps. */
function refuseMixtures(item: Located, { cell, scene, steps, frames }: JobTask): void {
  const about = [
    ...(cell === undefined ? [] : ['cell']),
    ...(scene === undefined ? [] : ['scene']),
    ...(steps.length + frames.length === 0 ? [] : ['steps']),
  ];
  if (about.length === 0) throw item.error('names neither a "cell", nor a "scene", nor "steps" or "frames"');
  if (about.length > 1) throw item.error(`names ${about.join(' and ')}; give each a task of its own, in "tasks"`);
  const needed = { paths: 'cell', motions: 'cell', roadmap: 'cell', srdf: 'cell', queries: 'scene' } as const;
  for (const [key, whose] of Object.entries(needed)) {
    const field = item.get(key);
    if (field !== undefined && about[0] !== whose) throw field.error(`is for a task with a "${whose}", not with "${about[0]}"`);
  }
}

function readOptions(item: Located): JobOptions {
  const one = <T>(key: keyof JobOptions, read: (field: Located) => T): Partial<Record<keyof JobOptions, T>> => {
    const field = item.get(key);
    return field === undefined ? {} : { [key]: read(field) };
  };
  const among =
    (...words: readonly string[]) =>
    (field: Located): string => {
      if (!words.includes(field.value as string)) throw field.wrong(words.map((word) => `"${word}"`).join(', '));
      return field.text();
    };
  return {
    ...one('method', among('auto', 'hca', 'interval')),
    ...one('start', among('strict', 'leaving')),
    ...one('tolerance', (field) => field.positive()),
    ...one('clearance', readClearance),
    ...one('maxIterations', readCount),
    ...one('budget', (field) => field.positive()),
    ...one('limits', among('error', 'warn', 'ignore')),
    ...one('arrivals', among('error', 'warn')),
    ...one('margin', (field) => field.boolean()),
    ...one('all', (field) => field.boolean()),
    ...one('self', (field) => field.boolean()),
    ...one('units', (field) => parseUnits(field.text(), 'units', field)),
    ...one('group', (field) => field.text()),
  } as JobOptions;
}

function readCount(field: Located): number {
  if (!(field.integer() >= 1)) throw field.wrong('a whole number, 1 or more');
  return field.integer();
}

/** One name, or a list of them. */
function readNames(field: Located | undefined): string[] {
  if (field === undefined) return [];
  if (!field.isList()) return [field.text()];
  const names = field.texts();
  if (names.length === 0) throw field.wrong('a file name, or a list of them');
  return names;
}

/** Results of several tasks begin with the task's name: each has one of its own. */
function withNames(items: readonly Located[], tasks: readonly JobTask[]): JobTask[] {
  const taken = new Set<string>();
  return tasks.map((task, i) => {
    const given = items[i].get('name');
    if (given !== undefined && taken.has(given.text())) throw given.error(`is ${shownName(given.text())}, as another task is called`);
    const base = task.name ?? task.cell ?? task.scene ?? task.steps[0] ?? task.frames[0];
    let name = base;
    for (let k = 2; taken.has(name); k++) name = `${base} (${k})`;
    taken.add(name);
    return { ...task, name };
  });
}
