import { checkRecord } from '../../math/check-record.ts';
import { firstDouble } from '../../math/first-double.ts';
import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import { type Files, namedFile } from '../files.ts';
import { bytesOf, type MeshSource, sizeOf } from '../mesh-source.ts';
import { counted } from '../text/counted.ts';
import { parseJsonText, textOf } from '../text/parse-json.ts';
import { parseYaml } from '../text/parse-yaml.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';
import { isNpy, parseNpy } from './parse-npy.ts';
import { parsePathTable } from './parse-path-table.ts';
import { holdsPath, isUnsolved, parsePathTree } from './parse-path-tree.ts';
import { PROGRAM_FORMAT } from './parse-program.ts';
import type { PathFile } from './path-file.ts';
import { isJointState, statesOf } from './state-lists.ts';

/** The formats of paths; tables separated by tabs or blanks are 'csv' too, 'jsonl' is one path a line. */
export type PathFormat = 'json' | 'yaml' | 'csv' | 'jsonl' | 'npy';

/**
 * Reads a path file: JSON, YAML, CSV or a NumPy array; waypoints, joint states, poses, a ROS trajectory, or a program
 * of tool moves. `bindPath` gives it to a robot, `readCellMotions` programs too.
 */
export async function readPath(files: Files, path: string, options: ReadOptions = {}): Promise<PathFile> {
  return parsePath(await namedFile(files, path, 'readPath'), path, options);
}

/** Reads all paths of a file: one, or of JSON lines as planners write them one a line; see `parsePaths`. */
export async function readPaths(files: Files, path: string, options: ReadOptions = {}): Promise<readonly PathFile[]> {
  return parsePaths(await namedFile(files, path, 'readPaths'), path, options);
}

/**
 * Reads a path at hand; the format follows from the extension of `file`, or from the content where the extension is
 * none of theirs. Of JSON lines there must be one that holds a path.
 */
export function parsePath(source: MeshSource, file: string, options: ReadOptions = {}): PathFile {
  const paths = parsePaths(source, file, options);
  if (paths.length > 1) throw new InputError(`holds ${paths.length} paths, one a line; readPaths reads them all`, { file });
  return paths[0];
}

/**
 * Reads all paths at hand: one, or of JSON lines, `{ "planner", "seed", "solved", "path": [[…], …], … }` or lists, one
 * a line; lines of problems that were not solved are left out. At least one, or an InputError.
 */
export function parsePaths(source: MeshSource, file: string, options: ReadOptions = {}): readonly PathFile[] {
  checkRecord(options, ['maxWork'], 'parsePaths');
  const work = meterOf(options.maxWork);
  work.open(file, sizeOf(source, file));
  if (typeof source !== 'string') {
    const bytes = bytesOf(source, file);
    if (isNpy(bytes) || /\.npy$/i.test(file)) return [checkedPath(parseNpy(bytes, file, work))];
  }
  const text = textOf(source, file);
  const format = pathFormat(text, file);
  if (format === 'jsonl') return pathLines(text, file, work);
  if (format === 'csv') return [checkedPath(parsePathTable(text, file, work))];
  if (format === 'json') {
    // programs are written by hand
    const comments = text.slice(0, PROGRAM_HEAD).includes(PROGRAM_FORMAT);
    return [checkedPath(parsePathTree(parseJsonText(text, file, { work, comments })))];
  }
  const documents = parseYaml(text, file, work);
  if (documents.length === 0) throw new InputError('is empty: no path in it', { file });
  if (documents.length > 1 && documents.every(isJointState)) return [checkedPath(statesOf(documents, documents[0]))];
  return [checkedPath(parsePathTree(documents.find(holdsPath) ?? documents[0]))];
}

function pathLines(text: string, file: string, work: WorkMeter): PathFile[] {
  const lines = text.split(/\r\n|\n|\r/);
  const trees = lines.flatMap((line, i) => (line.trim() === '' ? [] : [parseJsonText(line, file, { firstLine: i + 1, work })]));
  if (trees.length === 0) throw new InputError('is empty: no path in it', { file });
  const solved = trees.filter((tree) => !isUnsolved(tree));
  if (solved.length === 0) throw new InputError(`holds no path: all ${trees.length} plans in it are unsolved`, { file });
  const left = trees.length - solved.length;
  const warnings = left === 0 ? [] : [`${file}: ${counted(left, 'plan')} in it ${left === 1 ? 'is' : 'are'} unsolved, and left out`];
  return solved.map((tree, i) => {
    const path = checkedPath(parsePathTree(tree));
    return i > 0 || warnings.length === 0 ? path : { ...path, warnings: [...(path.warnings ?? []), ...warnings] };
  });
}

/** A program says what it is within so many letters. */
const PROGRAM_HEAD = 4096;

const EXTENSIONS: Readonly<Record<string, PathFormat>> = {
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  yaml: 'yaml',
  yml: 'yaml',
  csv: 'csv',
  tsv: 'csv',
};

function pathFormat(text: string, file: string): PathFormat {
  const extension = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(file)?.[1].toLowerCase() ?? '';
  if (Object.hasOwn(EXTENSIONS, extension)) return EXTENSIONS[extension];
  const first = text.split(/\r?\n/).find((line) => !/^\s*(#|$)/.test(line)) ?? '';
  if (/^\s*[[{]/.test(first)) return JSON_LINE.test(first) && hasLines(text) ? 'jsonl' : 'json';
  return /^\s*(-(\s|$)|---|[\w'"]+\s*:(\s|$))/.test(first) ? 'yaml' : 'csv';
}

/** Whether something that ends in a bracket is followed, on another line, by something that begins with one. */
function hasLines(text: string): boolean {
  let before = '';
  for (const line of text.split('\n')) {
    const content = line.trim();
    if (content === '') continue;
    if (/[\]}]$/.test(before) && /^[[{]/.test(content)) return true;
    before = content.slice(-1);
  }
  return false;
}

/** A whole object or list in one line. */
const JSON_LINE = /^\s*(\{.*\}|\[.*\])\s*$/;

/** What holds for each of its trajectories. */
function checkedPath({ also, ...path }: PathFile): PathFile {
  const first = checkedOne(path);
  return also === undefined ? first : { ...first, also: also.map(checkedOne) };
}

/** What holds for every format: a width, names without doubles, times that increase. */
function checkedOne(path: PathFile): PathFile {
  const { file, jointNames, points, line } = path;
  if (path.kind === 'program') return path;
  if (points.length === 0) throw new InputError('has no points', { file, line });
  const double = firstDouble(jointNames ?? []);
  if (double !== undefined) throw new InputError(`names the joint ${shownName(double)} twice`, { file, line });
  const width = jointNames?.length ?? points.find(({ state }) => state === undefined)?.positions.length ?? 1;
  if (width === 0) throw new InputError('has points without values', { file, line: points[0].line });
  points.forEach((point, i) => {
    for (const what of ['position', 'velocity', 'acceleration'] as const) {
      const many = RATES[what];
      const count = point.state === undefined ? (point[many]?.length ?? width) : width;
      if (count === width) continue;
      const reason =
        jointNames === null ? `the first point has ${width}` : `${width === 1 ? 'there is' : 'there are'} ${counted(width, 'joint')}`;
      throw new InputError(`point ${i} has ${counted(count, what, many)}, but ${reason}`, { file, line: point.line });
    }
    const before = points[i - 1]?.time;
    if (i > 0 && (before === undefined) !== (point.time === undefined))
      throw new InputError(`point ${i} has ${point.time === undefined ? 'no' : 'a'} time, unlike the one before it`, {
        file,
        line: point.line,
      });
    if (before !== undefined && !((point.time as number) > before))
      throw new InputError(`point ${i} has time ${point.time}, not later than ${before} before it`, { file, line: point.line });
  });
  const begin = points[0].time ?? 0;
  if (!(begin > 0)) return path;
  return {
    ...path,
    warnings: [...(path.warnings ?? []), `${file}: the trajectory begins at ${begin} s: what the controller does before is not checked`],
  };
}

const RATES = { position: 'positions', velocity: 'velocities', acceleration: 'accelerations' } as const;
