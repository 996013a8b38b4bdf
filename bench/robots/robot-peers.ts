// Native FCL on articulated scenes: 100 discrete samples of the whole scene (not certified), conservative advancement of the whole
// scene (dist-ca) and of every pair on its own clock (pair-ca). Run beside us where it is built, else as it was measured on another machine.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ROBOT_PEER_METHODS = ['naive-100', 'dist-ca', 'pair-ca'] as const;
export type RobotPeerMethod = (typeof ROBOT_PEER_METHODS)[number];

/** Milliseconds of every query by its id, processor time, the best of up to three or of several runs. */
export type RobotPeerTimes = ReadonlyMap<RobotPeerMethod, ReadonlyMap<number, number>>;

/** What another machine measured: lines for many scenes. Empty where there are none. */
export function storedPeerTimes(answersFile: string, scene: string): RobotPeerTimes {
  return existsSync(answersFile) ? timesIn(readFileSync(answersFile, 'utf8'), scene) : new Map();
}

/** Runs the peers on a scene file now. A text says why they cannot. */
export function runPeers(
  program: string,
  sceneFile: string,
  scene: string,
  methods: readonly RobotPeerMethod[] = ROBOT_PEER_METHODS,
): RobotPeerTimes | string {
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-robot-peers-'));
  try {
    const answersFile = join(folder, 'answers.jsonl');
    const { status, stderr, error } = spawnSync(program, [sceneFile, answersFile, methods.join(',')], { encoding: 'utf8' });
    if (status !== 0) return `${program} failed on ${scene}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`;
    return timesIn(readFileSync(answersFile, 'utf8'), scene);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program in one of the folders, else built from the sources into the last of them. A text says why there is none. */
export function findPeers(source: string, folders: readonly string[]): { readonly program: string } | string {
  const name = 'fcl_robot_bench';
  const built = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (built) return { program: built };
  if (!existsSync(join(source, 'CMakeLists.txt'))) return `no native peers in ${source}`;
  const folder = folders[folders.length - 1];
  for (const args of [
    ['-S', source, '-B', folder],
    ['--build', folder, '--target', name],
  ]) {
    const { status, stderr, error } = spawnSync('cmake', args, { encoding: 'utf8' });
    if (status !== 0)
      return `cannot build the native peers (they need cmake, a C++ compiler and libfcl-dev): ${error?.message ?? stderr.trim().split('\n').at(-1)}`;
  }
  return { program: join(folder, name) };
}

interface AnswerLine {
  readonly scene: string;
  readonly method: string;
  readonly answers: readonly { readonly id: number; readonly ms: number }[];
}

function timesIn(lines: string, scene: string): RobotPeerTimes {
  const times = new Map<RobotPeerMethod, Map<number, number>>();
  for (const text of lines.split('\n')) {
    if (text === '') continue;
    const line: AnswerLine = JSON.parse(text);
    const method = ROBOT_PEER_METHODS.find((known) => line.method === `fcl-${known}`);
    if (line.scene !== scene || method === undefined) continue;
    const known = times.get(method) ?? new Map<number, number>();
    for (const { id, ms } of line.answers) known.set(id, Math.min(ms, known.get(id) ?? Infinity));
    times.set(method, known);
  }
  return times;
}
