/** The worker's side of paths and motions in a cell: one line each, what `check` would find out about them. */
import { InputError, type Scene, type SceneFirstContactOptions, type SceneMethod, toolPath } from '../../index.ts';
import { type CellMotions, cellMotions, type PathFile, parsePath } from '../../io/index.ts';
import type { ProofRecorder } from '../../prove/index.ts';
import { loadMethod } from '../load-method.ts';
import { answerItems, type ItemAnswer } from './answer-items.ts';
import { cellAnswer } from './cell-line.ts';
import { type CellPath, cellPath } from './cell-path.ts';
import { checkPath, type PathCheckWishes } from './check-path.ts';
import type { Ask, Chunk, ChunkAnswer } from './chunk.ts';
import { type OpenedCell, openCell } from './packed-cell.ts';

declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

/** Answers chunks of kind 'path' and 'motion' about the cell in these bytes. */
export function cellAnswerer(bytes: Uint8Array): (chunk: Chunk) => Promise<ChunkAnswer> {
  const opened = openCell(bytes);
  return async (chunk) => {
    const asked = askedOf(opened, chunk.ask, await loadMethod(chunk.ask.method));
    const { ask } = chunk;
    const wishes: PathCheckWishes = {
      intervals: ask.all,
      clearance: ask.margin,
      limits: ask.limits,
      arrivals: ask.arrivals,
      lastSafe: false,
    };
    return answerItems(chunk, (id, data, proof) => {
      const found = questionIn(opened, chunk, id, data);
      if (typeof found === 'string') return skipped(id, found);
      return cellAnswer(id, checkPath(found.scene, found.path, { ...asked, proof }, wishes));
    });
  };
}

/** Writes the problem of an item, as its proof must tell it; nothing where the item is left out. */
export function cellProblem(bytes: Uint8Array): (chunk: Chunk, id: string, data: Uint8Array, proof: ProofRecorder) => void {
  const opened = openCell(bytes);
  return (chunk, id, data, proof) => {
    const found = questionIn(opened, chunk, id, data);
    if (typeof found === 'string') return;
    const { tolerance, clearance, start } = askedOf(opened, chunk.ask, undefined);
    found.scene.firstContact(found.path.motions, { tolerance, clearance, start, contacts: 'none', maxIterations: 1, proof });
  };
}

/** What is asked about an item; or why it is left out. */
function questionIn(
  opened: OpenedCell,
  { ask, kind, columns }: Chunk,
  id: string,
  data: Uint8Array,
): { readonly scene: Scene; readonly path: CellPath } | string {
  const path = kind === 'motion' ? motionIn(id, data, columns) : pathIn(id, data, ask.maxWork);
  const left = path === null ? 'the plan is unsolved' : leftOut(path, opened);
  if (path === null || left !== null) return left as string;
  const { cell, scene } = opened;
  const motions = cellMotions(columns === null ? cell : { ...cell, columns }, path, { maxWork: ask.maxWork, toolPath });
  return { scene, path: cellPath(scene, motions, id) };
}

function askedOf({ cell }: OpenedCell, ask: Ask, method: SceneMethod | undefined): SceneFirstContactOptions {
  const { start, tolerance = cell.tolerance, clearance = cell.clearance, maxIterations, maxMilliseconds } = ask;
  return {
    ...{ method, start, clearance, contacts: 'first' as const },
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(maxIterations === undefined ? {} : { maxIterations }),
    ...(maxMilliseconds === undefined ? {} : { maxMilliseconds }),
  };
}

/** Plans that are for other scenes, as `check` leaves them out too. */
function leftOut({ scene }: PathFile, { plannedFor }: OpenedCell): string | null {
  if (plannedFor === undefined || scene === undefined || scene === plannedFor) return null;
  return `the plan is for the scene '${scene}'`;
}

function skipped(id: string, why: string): ItemAnswer {
  return { result: { id, status: 'left out', why }, code: 0, work: 1 };
}

/** The id of one plan of many ends in its line; a file with another ending is known by what is in it. */
const PLAN_LINE = /^(.*\.(?:jsonl|ndjson)):(\d+)(?: \(.*\))?$/is;
const ANY_LINE = /^(.*):(\d+)$/s;
const LF = 10;
const BLANK = 32;
const OPENING = ['[', '{'].map((letter) => letter.charCodeAt(0));

/** Null: a plan that was not solved. */
function pathIn(id: string, data: Uint8Array, maxWork: number | undefined): PathFile | null {
  const [, file, line] = PLAN_LINE.exec(id) ?? (isJsonLine(data) ? ANY_LINE.exec(id) : null) ?? [];
  if (file === undefined) return parsePath(data, id, { maxWork });
  const text = textOf(data);
  if (text.includes('"solved"') && isUnsolved(text)) return null;
  try {
    return { ...parsePath(text, file, { maxWork }), line: Number(line) };
  } catch (error) {
    if (!(error instanceof InputError) || error.line !== 1) throw error;
    throw new InputError(error.message.slice(`${file}, line 1: `.length), { file, line: Number(line) });
  }
}

function isJsonLine(data: Uint8Array): boolean {
  const first = data.find((byte) => byte > BLANK);
  return first !== undefined && OPENING.includes(first) && !data.includes(LF);
}

function isUnsolved(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly solved?: unknown })?.solved === false;
  } catch {
    return false; // who reads it says what is wrong
  }
}

/** How the robots move in an item of kind 'motion'. */
export function motionsOf({ cell }: OpenedCell, id: string, data: Uint8Array, { columns, ask }: Chunk): CellMotions {
  return cellMotions(columns === null ? cell : { ...cell, columns }, motionIn(id, data, columns), { maxWork: ask.maxWork });
}

/** Values at the start, then at the end; or JSON with `from` and `to`. */
function motionIn(id: string, data: Uint8Array, columns: readonly string[] | null): PathFile {
  const text = textOf(data);
  const [from, to] = /^\s*[[{]/.test(text) ? endsIn(text, id) : halves(text, id);
  const jointNames = columns;
  return { file: id, jointNames, points: [{ positions: from }, { positions: to }], kind: 'path' };
}

function endsIn(text: string, id: string): readonly [readonly number[], readonly number[]] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError('is no JSON', { file: id });
  }
  if (Array.isArray(value) && value.length !== 2)
    throw new InputError(`is a list of ${value.length}; a motion has a start and an end, a path of more points is a line of "paths"`, {
      file: id,
    });
  // a key that says units or an order of joints must not be passed over
  const other = Array.isArray(value) ? undefined : Object.keys(value as object).find((key) => key !== 'from' && key !== 'to');
  if (other !== undefined)
    throw new InputError(
      `has the key ${JSON.stringify(other)}; a motion has "from" and "to" only, its units are said by --units, or "units" of the job`,
      { file: id },
    );
  const [from, to] = Array.isArray(value) ? value : [(value as { from?: unknown }).from, (value as { to?: unknown }).to];
  for (const end of [from, to])
    if (!Array.isArray(end) || !end.every((x) => typeof x === 'number'))
      throw new InputError('must hold "from" and "to", a list of numbers each', { file: id });
  return [from, to];
}

const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

function halves(text: string, id: string): readonly [readonly number[], readonly number[]] {
  const cells = text.trim().split(',');
  const values = cells.map((cell) => (NUMBER.test(cell) ? Number(cell) : Number.NaN));
  const bad = values.findIndex(Number.isNaN);
  if (bad >= 0) throw new InputError(`value ${bad + 1} is ${JSON.stringify(cells[bad].trim())}, no number`, { file: id });
  if (values.length % 2 !== 0)
    throw new InputError(`has ${values.length} values; those at the start and at the end are as many`, { file: id });
  return [values.slice(0, values.length / 2), values.slice(values.length / 2)];
}

function textOf(data: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    throw new InputError('is no text in UTF-8');
  }
}
