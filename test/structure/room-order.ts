import manifest from '../../package.json' with { type: 'json' };

/** Everything the package `inbetween` itself consists of, in the order of dependence: a room knows only rooms before it. */
export const CORE_ROOMS: readonly string[] = [
  'math',
  'geometry',
  'mesh',
  'hierarchy',
  'motion',
  'contact',
  'convex',
  'broad',
  'robot',
  'soft',
  'forecast',
  'tool',
  'world',
  'scene',
  'plan',
];

/** What plugs in from outside, and the rooms each of them may know. */
const OUTER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  io: ['math', 'mesh', 'motion', 'robot'],
  gpu: ['math', 'mesh', 'motion', 'contact'],
  three: ['math', 'mesh', 'motion', 'contact', 'robot', 'soft', 'scene'],
  words: ['math', 'contact', 'robot', 'soft', 'scene', 'world'],
  report: ['math', 'mesh', 'motion', 'contact', 'robot', 'soft', 'forecast', 'world', 'scene', 'words'],
  node: [...CORE_ROOMS, 'io'],
  cli: [],
};

/** Packages that a room may import; the core none. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  io: /^saxes$/,
  three: /^three(\/|$)/,
  node: /^node:/,
  // the coin toss is an example that runs on the package itself, as anybody's program does
  cli: /^(node:|commander$|picocolors$|<computed: COIN_TOSS>$)/,
};

/** All that the command line may see: what anybody can import from the package. */
export const PUBLIC_FILES: readonly string[] = Object.values(manifest.exports).flatMap((door) =>
  typeof door === 'string' ? [] : [door.default.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts')],
);

/** Why `file` must not import `specifier`, or null. Files are paths from the repository, `src/<room>/...` or `viewer/...`. */
export function importFault(file: string, specifier: string): string | null {
  const room = roomOf(file);
  if (!specifier.startsWith('.')) {
    if (room === 'viewer' || PACKAGES[room]?.test(specifier)) return null;
    return `${room} must not import the package ${specifier}`;
  }
  const target = resolved(file, specifier);
  const targetRoom = roomOf(target);
  if (targetRoom === room) return null;
  if (room === 'viewer') return `viewer uses the published names only, not ${target}`;
  if (room === 'cli') return PUBLIC_FILES.includes(target) || targetRoom === 'words' ? null : `cli uses public exports only, not ${target}`;
  if (file === 'src/index.ts') return targetRoom in OUTER_ROOMS ? `the core must not contain ${targetRoom}` : null;
  const allowed = OUTER_ROOMS[room] ?? CORE_ROOMS.slice(0, Math.max(0, CORE_ROOMS.indexOf(room)));
  return allowed.includes(targetRoom) ? null : `${room} must not import from ${targetRoom}`;
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
