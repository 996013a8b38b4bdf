import list from '../../docs/rooms.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };

/** A room of src/, as docs/rooms.json lists it; a room may only know rooms before it. */
export interface Room {
  readonly room: string;
  /** Whether it is part of the core, which imports no package and knows neither Node nor the DOM. */
  readonly core: boolean;
  /** The rooms that it may import from. */
  readonly sees: readonly string[];
  /**
   * Its parts from the lowest on, each of which may only know those before it: folders, files of the room itself, and '.'
   * for those of its files that are not named. Without, it has no folders. `index.ts` is above all.
   */
  readonly layers?: readonly string[];
  /** Packages that it may import, as a regular expression; without, none. */
  readonly packages?: string;
  /** Whether it sees what anybody can import from the package, instead of rooms. */
  readonly doors?: boolean;
  /** What it knows, for docs/architecture.md. */
  readonly knows: string;
}

export const ROOMS: readonly Room[] = list;

export const CORE_ROOMS: readonly string[] = ROOMS.filter(({ core }) => core).map(({ room }) => room);

const named = new Map(ROOMS.map((one) => [one.room, one]));

/** All that the command line may see: what anybody can import from the package. */
export const PUBLIC_FILES: readonly string[] = Object.values(manifest.exports).flatMap((door) =>
  typeof door === 'string' ? [] : [door.default.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')],
);

/** Why `file` must not import `specifier`, or null. Files are paths from the repository, `src/<room>/...` or `viewer/...`. */
export function importFault(file: string, specifier: string): string | null {
  const name = roomOf(file);
  const room = named.get(name);
  if (!specifier.startsWith('.')) {
    if (name === 'viewer' || (room?.packages !== undefined && new RegExp(room.packages).test(specifier))) return null;
    return `${name} must not import the package ${specifier}`;
  }
  const target = resolved(file, specifier);
  const targetRoom = roomOf(target);
  if (targetRoom === name) return room === undefined ? null : layerFault(room, file, target);
  // what it shows beside files of people are scenes and examples of the repository; how it is built is no part of it
  if (name === 'viewer' && (['scenes', 'examples'].includes(targetRoom) || file === 'viewer/vite.config.ts')) return null;
  if (name === 'viewer') return `viewer uses the published names only, not ${target}`;
  if (file === 'src/index.ts') return named.get(targetRoom)?.core ? null : `the core must not contain ${targetRoom}`;
  if (room === undefined) return `${name} is no room of docs/rooms.json`;
  if (room.doors && PUBLIC_FILES.includes(target)) return null;
  return room.sees.includes(targetRoom) ? null : `${name} must not import from ${targetRoom}`;
}

/** Why a file of a room must not import another of its files, or null. */
function layerFault(room: Room, file: string, target: string): string | null {
  const [from, to] = [layerOf(room, file), layerOf(room, target)];
  if (Number.isNaN(from + to)) return `${Number.isNaN(from) ? file : target} is in no layer of ${room.room}`;
  return to <= from ? null : `${file} must not import ${target}, which is in a layer above it`;
}

/** Which layer of its room a file is in, from the lowest on; NaN: in none. */
export function layerOf({ layers = ['.'] }: Room, file: string): number {
  const [, , part, ...inside] = file.split('/');
  if (part === 'index.ts' && inside.length === 0) return layers.length;
  const named = layers.indexOf(part);
  const layer = named < 0 && inside.length === 0 ? layers.indexOf('.') : named;
  return layer < 0 ? Number.NaN : layer;
}

/** The room of a file; for `src/index.ts` and what lies outside `src` its own path or top folder. */
export function roomOf(file: string): string {
  const [top, second, ...rest] = file.split('/');
  return top === 'src' && rest.length > 0 ? second : top === 'src' ? file : top;
}

function resolved(file: string, specifier: string): string {
  const parts = file.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
