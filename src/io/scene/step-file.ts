import { checkRecord } from '../../math/check-record.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { shownName, shownNames } from '../../math/shown-name.ts';
import type { MeshSource } from '../mesh-source.ts';
import type { Located } from '../text/located-value.ts';
import { parseJson } from '../text/parse-json.ts';
import { meterOf, type ReadOptions } from '../work-meter.ts';

// The step file `inbetween-step/1`: bodies that deform from one frame to the next, or stand, and how near they may
// come.
// Written by hand, so comments are allowed and a key that is not known is an error. `readStepFile` adds the files it
// names.

/** A body of a step file. */
export interface StepFileBody {
  /** What results call it. */
  readonly name: string;
  /** Paths of its start and end as written, beside the step file; one alone: it stands. */
  readonly frames: readonly [string] | readonly [string, string];
  /** Whether it is tested against itself; absent: as the query says. */
  readonly self?: boolean;
  /**
   * Whether vertices at the same place in both frames are one; absent: where the file does not number vertices for
   * good.
   */
  readonly weld?: boolean;
}

/**
 * A step file `inbetween-step/1` as data: bodies that deform from one frame to the next, or stand, and how near they
 * may come.
 */
export interface StepFile {
  /** What to call the step. */
  readonly name: string;
  /** Bodies in the order of the file. */
  readonly bodies: readonly StepFileBody[];
  /** Names of bodies that are not tested against each other. */
  readonly allowed: readonly (readonly [string, string])[];
  /** The distance that must be kept, in the unit of length; 0 where the file does not say. */
  readonly clearance: number;
  /**
   * With a clearance, how far above it still counts as contact, in the unit of length; absent: relative to the size of
   * the bodies.
   */
  readonly tolerance?: number;
}

const STEP_KEYS: readonly string[] = ['format', 'name', 'bodies', 'allowed', 'clearance', 'tolerance'];
const BODY_KEYS: readonly string[] = ['name', 'frames', 'self', 'weld'];

/** Reads a step file at hand, JSON with comments, without the frames it names; `file` is its name, for errors. */
export function parseStepFile(source: MeshSource, file: string, options: ReadOptions = {}): StepFile {
  checkRecord(options, ['maxWork'], 'parseStepFile');
  const step = parseJson(source, file, { comments: true, work: meterOf(options.maxWork) });
  step.onlyKeys(STEP_KEYS);
  const format = step.field('format');
  if (format.value !== 'inbetween-step/1') throw format.wrong('"inbetween-step/1"');
  const clearance = step.get('clearance');
  if (clearance !== undefined && clearance.number() < 0) throw clearance.wrong('a number ≥ 0');
  const bodies = step.field('bodies').items('a list of bodies');
  if (bodies.length === 0) throw step.field('bodies').wrong('a list of at least one body');
  const names = new Set<string>();
  return {
    name: step.get('name')?.text() ?? file,
    bodies: bodies.map((body) => readBody(body, names)),
    allowed: (step.get('allowed')?.items('a list of pairs of names') ?? []).map((pair) => readPair(pair, names)),
    clearance: clearance?.number() ?? 0,
    tolerance: step.get('tolerance')?.positive(),
  };
}

function readBody(body: Located, names: Set<string>): StepFileBody {
  body.onlyKeys(BODY_KEYS);
  const frames = body.field('frames').items('one or two file names');
  if (frames.length !== 1 && frames.length !== 2) throw body.field('frames').wrong('two file names, or one where the body stands');
  const paths = frames.map((frame) => frame.text()) as [string] | [string, string];
  const name = body.get('name')?.text() ?? bareName(paths[0]);
  if (names.has(name)) throw body.error(`has the name ${shownName(name)}, which another body has too; names tell contacts apart`);
  names.add(name);
  return { name, frames: paths, self: body.get('self')?.boolean(), weld: body.get('weld')?.boolean() };
}

function readPair(pair: Located, names: ReadonlySet<string>): [string, string] {
  const sides = pair.items('two names of bodies');
  if (sides.length !== 2) throw pair.wrong('two names of bodies');
  const [a, b] = sides.map((side) => {
    if (names.has(side.text())) return side.text();
    const near = nearestName(side.text(), names);
    const advice = near === undefined ? `there are ${shownNames(names)}` : `is ${shownName(near)} meant?`;
    throw side.error(`is ${shownName(side.text())}, which is no body; ${advice}`);
  });
  if (a === b) throw pair.error(`names ${shownName(a)} twice; "self": false leaves a body untested against itself`);
  return [a, b];
}

/** Name of a file without folders and extension. */
export function bareName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.replace(/(?<=.)\.[a-z0-9]+$/i, '') || path;
}
