/**
 * The state in the link: what is opened, what was moved or made in it, which path is shown, when, seen from where with which layers, and what is
 * asked. What a link cannot hold is said.
 */
import type { Pose, Quat, Vec3 } from 'inbetween';
import { SCENE_METHODS } from 'inbetween/methods';
import { ASKED_KINDS, type Chosen, CONTACT_LISTS, FIRST_CHOSEN, GPU_MODES } from '../ask/chosen.ts';
import type { Moved } from '../ask/shown-answer.ts';
import type { MadePath } from '../session.ts';
import type { Source } from '../source/opened.ts';
import { linkOf, sourceOf } from '../source/source-link.ts';
import type { View } from '../stage/stage.ts';
import { FIRST_LAYERS, type Layers } from './layers-panel.ts';

export interface SharedState {
  readonly source: Source | null;
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
}

/** How many paths the source has is not in the link. */
export type LinkedState = SharedState & { readonly ofSource: number };

/** A link, and what could not be held by it. */
export interface Link {
  /** The source in the link, with the #. Null: it is in no link, as dropped files are not. */
  readonly hash: string | null;
  readonly leftOut: readonly string[];
}

/** Letters of one path that was made in the page: links beyond some thousands are cut short on their way. */
const MOST_LETTERS = 4000;

/** What is chosen by name in links; all else that is chosen is a number. */
const WORDS: Readonly<Partial<Record<keyof Chosen, readonly string[]>>> = {
  kind: ASKED_KINDS,
  method: SCENE_METHODS,
  contacts: CONTACT_LISTS,
  gpu: GPU_MODES,
};
const CHOSEN_KEYS = Object.keys(FIRST_CHOSEN) as (keyof Chosen)[];

export function readHash(hash: string): SharedState {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const view = numbersOf(given.get('view') ?? '', 6);
  const time = given.has('time') ? Number(given.get('time')) : Number.NaN;
  const path = Number(given.get('shown') ?? 0);
  const poses = (key: string) =>
    Object.fromEntries(named(given.getAll(key)).flatMap(([name, text]) => (numbersOf(text, 7) === null ? [] : [[name, poseOf(text)]])));
  const made = named(given.getAll('made')).flatMap(([names, text]): MadePath[] => {
    const [, by, name] = /^([^/]*)\/(.*)$/s.exec(names) ?? [];
    const robot = by?.replaceAll(/%25|%2F/g, decodeURIComponent);
    const waypoints = text.split(';').map((row) => numbersOf(row));
    return robot === undefined || waypoints.includes(null) ? [] : [{ name, robot, waypoints: waypoints as number[][] }];
  });
  return {
    source: sourceOf(hash),
    path: Number.isInteger(path) && path >= 0 ? path : 0,
    time: Number.isFinite(time) ? time : null,
    view: view === null ? null : { from: [view[0], view[1], view[2]], at: [view[3], view[4], view[5]] },
    chosen: chosenOf(given),
    layers: layersOf(given),
    moved: poses('moved'),
    joints: Object.fromEntries(
      named(given.getAll('joints')).flatMap(([name, text]) => {
        const values = numbersOf(text);
        return values === null ? [] : [[name, values]];
      }),
    ),
    bodies: poses('placed'),
    made,
  };
}

export function hashOf({ source, path, ofSource, time, view, chosen, layers, moved, joints, bodies, made }: LinkedState): Link {
  const link = source === null ? null : linkOf(source);
  if (link === null) return { hash: null, leftOut: [] };
  const out: string[] = [];
  // what numbers are written with stays as it is, for people
  const set = (key: string, value: string) =>
    out.push(`${key}=${encodeURIComponent(value).replaceAll(/%2C|%3B|%3A/g, decodeURIComponent)}`);
  const kept = made.filter(({ waypoints }) => waypoints.join(';').length <= MOST_LETTERS);
  const shown = path < ofSource ? path : ofSource + kept.indexOf(made[path - ofSource]);
  if (shown > 0 && (path < ofSource || shown >= ofSource)) set('shown', String(shown));
  if (time !== null) set('time', String(time));
  if (view !== null) set('view', [...view.from, ...view.at].map((x) => Number(x.toPrecision(6))).join(','));
  for (const key of CHOSEN_KEYS) if (chosen[key] !== FIRST_CHOSEN[key]) set(linkKey(key), String(chosen[key]));
  if (layers !== null) {
    const on = Object.entries(layers).flatMap(([key, value]) => (value === true ? [key] : []));
    set('layers', on.join(','));
    if (layers.treeLevel >= 0) set('trees', String(layers.treeLevel));
  }
  for (const [name, pose] of Object.entries(moved)) set('moved', `${name}:${poseText(pose)}`);
  for (const [name, values] of Object.entries(joints)) set('joints', `${name}:${values.join(',')}`);
  for (const [name, pose] of Object.entries(bodies)) set('placed', `${name}:${poseText(pose)}`);
  const plain = (robot: string) => robot.replaceAll(/[%/]/g, encodeURIComponent);
  for (const { name, robot, waypoints } of kept) set('made', `${plain(robot)}/${name}:${waypoints.map((row) => row.join(',')).join(';')}`);
  const leftOut = made.filter((one) => !kept.includes(one)).map(({ name }) => `the path ‘${name}’, which is too long for a link`);
  return { hash: [link, ...out].join('&'), leftOut };
}

/** The kind of question has been `ask` in links from the beginning. */
function linkKey(key: keyof Chosen): string {
  return key === 'kind' ? 'ask' : key;
}

function chosenOf(given: URLSearchParams): Chosen {
  const read = CHOSEN_KEYS.flatMap((key): [string, string | number][] => {
    const text = given.get(linkKey(key)) ?? '';
    const words = WORDS[key];
    if (words !== undefined) return words.includes(text) ? [[key, text]] : [];
    return text.trim() !== '' && Number.isFinite(Number(text)) ? [[key, Number(text)]] : [];
  });
  return { ...FIRST_CHOSEN, ...Object.fromEntries(read) };
}

function layersOf(given: URLSearchParams): Layers | null {
  if (!given.has('layers')) return null;
  const on = new Set((given.get('layers') ?? '').split(','));
  const level = Number(given.get('trees') ?? -1);
  const switches = Object.keys(FIRST_LAYERS).filter((key) => key !== 'treeLevel');
  return {
    ...FIRST_LAYERS,
    ...Object.fromEntries(switches.map((key) => [key, on.has(key)])),
    treeLevel: Number.isInteger(level) ? level : -1,
  };
}

/** Names, which may hold anything, and what follows their last colon. */
function named(given: readonly string[]): readonly (readonly [string, string])[] {
  return given.flatMap((one) => {
    const at = one.lastIndexOf(':');
    return at <= 0 ? [] : [[one.slice(0, at), one.slice(at + 1)] as const];
  });
}

/** Null: they are no numbers, or not so many. */
function numbersOf(text: string, count?: number): readonly number[] | null {
  const numbers = text.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)));
  return numbers.every(Number.isFinite) && (count === undefined || numbers.length === count) ? numbers : null;
}

function poseOf(text: string): Pose {
  const numbers = text.split(',').map(Number);
  return { position: numbers.slice(0, 3) as unknown as Vec3, quaternion: numbers.slice(3) as unknown as Quat };
}

function poseText({ position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose): string {
  return [...position, ...quaternion].join(',');
}
