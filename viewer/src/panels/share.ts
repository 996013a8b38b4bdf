/**
 * The state in the link: what is opened, what was moved or made in it, which path is shown, when, seen from where with which layers, and what is
 * asked. What a link cannot hold is said.
 */
import type { Pose, Quat, Vec3 } from 'inbetween';
import { ASKED_KINDS, type Chosen, CONTACT_LISTS, FIRST_CHOSEN, GPU_MODES, MOST_MOTIONS, SCENE_METHODS } from '../ask/chosen.ts';
import type { Moved } from '../ask/shown-answer.ts';
import type { MadePath } from '../session.ts';
import type { Source } from '../source/opened.ts';
import { linkOf, sourceOf, type WantedFiles, wantedOf } from '../source/source-link.ts';
import type { View } from '../stage/stage.ts';
import { FIRST_LAYERS, type Layers } from './layers-panel.ts';

export interface SharedState {
  readonly source: Source | null;
  /** Files that the link is about, and that somebody has to bring; null: it is about none. */
  readonly wanted: WantedFiles | null;
  /** Counted over those of the source and, behind them, those made in the page. */
  readonly path: number;
  readonly time: number | null;
  readonly view: View | null;
  readonly chosen: Chosen;
  /** Null: as they are at first. */
  readonly layers: Layers | null;
  /** Obstacles that were moved. */
  readonly moved: Moved;
  /** What moves and was put elsewhere than the path says: joint values of robots, poses of bodies. */
  readonly joints: Readonly<Record<string, readonly number[]>>;
  readonly bodies: Moved;
  readonly made: readonly MadePath[];
  /** What of a link was not taken, and why. */
  readonly faults: readonly string[];
}

/** How many paths the source has is not in the link. */
export type LinkedState = Omit<SharedState, 'faults' | 'wanted'> & { readonly ofSource: number };

/** A link, and what could not be held by it. */
export interface Link {
  /** The source in the link, with the #. Null: nothing is open, or its names are too long. */
  readonly hash: string | null;
  readonly leftOut: readonly string[];
}

/** Letters of a link, written and read: longer ones are cut short on their way, and nobody means them. */
export const MOST_LETTERS = 8192;
/** Version of the links that this page reads; those without `v` are of the first. */
const VERSION = 1;
/** Those of the view: more than graphics cards compute with, and fewer than turning the camera back and forth changes. */
const VIEW_DIGITS = 9;
/** The deepest level of trees that can be drawn. */
const DEEPEST = 64;

/** What is chosen by name in links; all else that is chosen is a number. */
const WORDS: Readonly<Partial<Record<keyof Chosen, readonly string[]>>> = {
  kind: ASKED_KINDS,
  method: SCENE_METHODS,
  contacts: CONTACT_LISTS,
  gpu: GPU_MODES,
};
/** What the numbers may be. */
const NUMBERS: Readonly<Partial<Record<keyof Chosen, (x: number) => boolean>>> = {
  clearance: (x) => x >= 0,
  tolerance: (x) => x > 0,
  seed: (x) => Number.isSafeInteger(x) && x >= 0,
  count: (x) => Number.isInteger(x) && x >= 1 && x <= MOST_MOTIONS,
};
const CHOSEN_KEYS = Object.keys(FIRST_CHOSEN) as (keyof Chosen)[];
const KEYS: ReadonlySet<string> = new Set([
  ...[
    'v',
    'source',
    'id',
    'main',
    'path',
    'package',
    'sum',
    'geometry',
    'beside',
    'shown',
    'time',
    'view',
    'layers',
    'trees',
    'moved',
    'placed',
    'joints',
    'made',
  ],
  ...CHOSEN_KEYS.map(linkKey),
]);

/**
 * Comes from anybody: every field is looked at by itself, and what is none of ours is left out and told (`faults`). Throws nothing.
 * `most`: letters; whoever serves the page may say more than a link does.
 */
export function readHash(hash: string, most = MOST_LETTERS): SharedState {
  if (hash.length > most) return refused(`it has ${hash.length} letters, and ${most} are the most`);
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const version = given.get('v') ?? String(VERSION);
  if (version !== String(VERSION))
    return refused(
      Number(version) > VERSION
        ? `it is of version ${Number(version)}, and this page reads ${VERSION}: a newer inbetween opens it`
        : 'its version is none',
    );
  const faults = [...new Set(given.keys())].filter((key) => !KEYS.has(key)).map((key) => `‘${key.slice(0, 40)}’ is unknown`);
  /** What of a key can be read. */
  const all = <T>(key: string, read: (text: string) => T | null): readonly T[] => {
    const values = given.getAll(key).map(read);
    if (values.includes(null)) faults.push(`‘${key}’ cannot be read`);
    return values.filter((value) => value !== null);
  };
  const one = <T>(key: string, read: (text: string) => T | null): T | null => all(key, read).at(-1) ?? null;
  const number = (key: string, isGood: (x: number) => boolean) => one(key, (text) => numbersOf(text, 1)?.find(isGood) ?? null);
  const poses = (key: string) => Object.fromEntries(all(key, (text) => named(text, poseOf)));
  const source = sourceOf(hash);
  const wanted = wantedOf(hash);
  if (source === null && wanted === null && given.has('source')) faults.push('what it opens is nothing below this page');
  const chosen = CHOSEN_KEYS.flatMap((key) => {
    const words = WORDS[key];
    const value =
      words === undefined
        ? number(linkKey(key), NUMBERS[key] ?? (() => false))
        : one(linkKey(key), (text) => (words.includes(text) ? text : null));
    return value === null ? [] : [[key, value]];
  });
  const names = new Set(Object.keys(FIRST_LAYERS));
  const layers = one('layers', (text) => text.split(',').filter((name) => names.has(name) && name !== 'treeLevel'));
  const treeLevel = number('trees', (x) => Number.isInteger(x) && x >= -1 && x <= DEEPEST) ?? -1;
  return {
    source,
    wanted,
    path: number('shown', (x) => Number.isInteger(x) && x >= 0) ?? 0,
    time: number('time', (x) => x >= 0),
    view: one('view', viewOf),
    chosen: { ...FIRST_CHOSEN, ...Object.fromEntries(chosen) },
    layers:
      layers === null
        ? null
        : ({ ...Object.fromEntries([...names].map((name) => [name, layers.includes(name)])), treeLevel } as unknown as Layers),
    moved: poses('moved'),
    joints: Object.fromEntries(all('joints', (text) => named(text, numbersOf))),
    bodies: poses('placed'),
    made: all('made', madeOf),
    faults,
  };
}

/** Nothing of a link. */
function refused(why: string): SharedState {
  return { ...readHash(''), faults: [why] };
}

export function hashOf({ source, path, ofSource, time, view, chosen, layers, moved, joints, bodies, made }: LinkedState): Link {
  if (source === null) return { hash: null, leftOut: [] };
  const link = linkOf(source);
  const out: string[] = [];
  const leftOut: string[] = [];
  // room for the number of the path
  let letters = link.length + 16;
  /** False: there is no room for it. What numbers are written with stays as it is, for people. */
  const set = (key: string, value: string, what: string): boolean => {
    // names of files may hold halves of letters, which no address can
    const encoded = encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
    const part = `${key}=${encoded.replaceAll(/%2C|%3B|%3A/g, decodeURIComponent)}`;
    const fits = letters + part.length < MOST_LETTERS;
    (fits ? out : leftOut).push(fits ? part : what);
    if (fits) letters += part.length + 1;
    return fits;
  };
  if (letters > MOST_LETTERS) return { hash: null, leftOut: ['what is open, whose names are too long for a link'] };
  if (time !== null) set('time', String(time), 'the time');
  if (view !== null)
    set('view', [...view.from, ...view.at].map((x) => Number(x.toPrecision(VIEW_DIGITS))).join(','), 'from where one looks');
  for (const key of CHOSEN_KEYS) if (chosen[key] !== FIRST_CHOSEN[key]) set(linkKey(key), String(chosen[key]), 'what is asked');
  if (layers !== null) {
    const on = Object.entries(layers).flatMap(([key, value]) => (value === true ? [key] : []));
    set('layers', on.join(','), 'the layers');
    if (layers.treeLevel >= 0) set('trees', String(layers.treeLevel), 'the layers');
  }
  const tooLong = (what: string, name: string) => `${what} ‘${name}’, which is too long for a link`;
  for (const [name, pose] of Object.entries(moved)) set('moved', `${name}:${poseText(pose)}`, tooLong('where one moved', name));
  for (const [name, values] of Object.entries(joints)) set('joints', `${name}:${values.join(',')}`, tooLong('the joints of', name));
  for (const [name, pose] of Object.entries(bodies)) set('placed', `${name}:${poseText(pose)}`, tooLong('where one moved', name));
  const plain = (robot: string) => robot.replaceAll(/[%/]/g, encodeURIComponent);
  const kept = made.filter(({ name, robot, waypoints }) =>
    set('made', `${plain(robot)}/${name}:${waypoints.map((row) => row.join(',')).join(';')}`, tooLong('the path', name)),
  );
  const shown = path < ofSource ? path : ofSource + kept.indexOf(made[path - ofSource]);
  if (shown > 0 && (path < ofSource || shown >= ofSource)) out.unshift(`shown=${shown}`);
  return { hash: [link, ...out].join('&'), leftOut };
}

/** The kind of question has been `ask` in links from the beginning. */
function linkKey(key: keyof Chosen): string {
  return key === 'kind' ? 'ask' : key;
}

/** A name, which may hold anything, and what follows its last colon. Null: one of them is none. */
function named<T>(text: string, read: (text: string) => T | null): readonly [string, T] | null {
  const at = text.lastIndexOf(':');
  const value = at <= 0 ? null : read(text.slice(at + 1));
  return value === null ? null : [text.slice(0, at), value];
}

/** Null: they are no numbers, or not so many. */
function numbersOf(text: string, count?: number): readonly number[] | null {
  const numbers = text.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)));
  return numbers.every(Number.isFinite) && (count === undefined || numbers.length === count) ? numbers : null;
}

function viewOf(text: string): View | null {
  const numbers = numbersOf(text, 6);
  if (numbers === null) return null;
  const [from, at] = [numbers.slice(0, 3), numbers.slice(3)] as unknown as [View['from'], View['at']];
  return from.every((x, k) => x === at[k]) ? null : { from, at };
}

/** Null: it is none, also where its quaternion is not one of unit length. */
function poseOf(text: string): Pose | null {
  const numbers = numbersOf(text, 7);
  if (numbers === null || !(Math.abs(Math.hypot(...numbers.slice(3)) - 1) <= 1e-6)) return null;
  return { position: numbers.slice(0, 3) as unknown as Vec3, quaternion: numbers.slice(3) as unknown as Quat };
}

function madeOf(text: string): MadePath | null {
  const read = named(text, (rows) => {
    const waypoints = rows.split(';').map((row) => numbersOf(row) ?? []);
    return waypoints.every(({ length }) => length > 0 && length === waypoints[0].length) ? waypoints : null;
  });
  const [, by, name] = /^([^/]*)\/(.*)$/s.exec(read?.[0] ?? '') ?? [];
  return read === null || by === undefined ? null : { name, robot: by.replaceAll(/%25|%2F/g, decodeURIComponent), waypoints: read[1] };
}

function poseText({ position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose): string {
  return [...position, ...quaternion].join(',');
}
