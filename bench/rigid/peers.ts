// Native peers on the same queries in the same run: FCL's plain conservative advancement over distance queries (dist-ca) and
// 1,000 discrete samples (naive). They are separate programs, built from the peers' folder with cmake; the library is FCL 0.7.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RigidScene } from '../../scenes/index.ts';
import { writeScene } from './scene-files.ts';

export interface PeerAnswer {
  readonly id: number;
  readonly collide: boolean;
  readonly milliseconds: number;
}

export interface PeerAnswers {
  /** Milliseconds to build the tree of mesh A. */
  readonly build: number;
  readonly methods: ReadonlyMap<PeerMethod, readonly PeerAnswer[]>;
}

export const PEER_METHODS = ['dist-ca', 'naive-1000'] as const;
export type PeerMethod = (typeof PEER_METHODS)[number];

export class Peers {
  readonly #program: string;
  readonly #temporary: string;

  private constructor(program: string, temporary: string) {
    this.#program = program;
    this.#temporary = temporary;
  }

  /** Looks for a built program, else builds one in a temporary folder. A text says why there is none. */
  static find(source: string, builds: readonly string[]): Peers | string {
    const temporary = mkdtempSync(join(tmpdir(), 'inbetween-peers-'));
    const built = builds.map((folder) => join(folder, 'fcl_bench')).find((path) => existsSync(path));
    if (built) return new Peers(resolve(built), temporary);
    const failed = build(source, join(temporary, 'build'));
    if (failed === null) return new Peers(join(temporary, 'build', 'fcl_bench'), temporary);
    rmSync(temporary, { recursive: true, force: true });
    return failed;
  }

  /** Processor time of each query, the best of up to three, without building trees. A text says what went wrong. */
  answer(scene: RigidScene): PeerAnswers | string {
    const sceneFile = writeScene(scene, join(this.#temporary, 'scenes'));
    const answersFile = join(this.#temporary, `${scene.name}.jsonl`);
    rmSync(answersFile, { force: true });
    const methods = ['build', ...PEER_METHODS].join(',');
    const { status, stderr, error } = spawnSync(this.#program, [sceneFile, answersFile, methods], { encoding: 'utf8' });
    if (status !== 0) return `${this.#program} failed on ${scene.name}: ${error?.message ?? lastLine(stderr)}`;
    const lines: AnswerLine[] = readFileSync(answersFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const of = (method: string) => lines.find((line) => line.method === `fcl-${method}`)?.answers ?? [];
    return {
      build: of('build')[0]?.ms ?? Number.NaN,
      methods: new Map(
        PEER_METHODS.map((method) => [method, of(method).map(({ id, collide, ms }) => ({ id, collide, milliseconds: ms }))]),
      ),
    };
  }

  /** Removes what was written for the peers. */
  close(): void {
    rmSync(this.#temporary, { recursive: true, force: true });
  }
}

interface AnswerLine {
  method: string;
  answers: { id: number; collide: boolean; ms: number }[];
}

/** Null when it worked. */
function build(source: string, folder: string): string | null {
  if (!existsSync(join(source, 'CMakeLists.txt'))) return `no native peers in ${source}`;
  const steps: [string, string[]][] = [
    ['cmake', ['-S', source, '-B', folder]],
    ['cmake', ['--build', folder, '--target', 'fcl_bench']],
  ];
  for (const [command, args] of steps) {
    const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) {
      return `cannot build the native peers (they need cmake, a C++ compiler and libfcl-dev): ${error?.message ?? lastLine(stderr)}`;
    }
  }
  return null;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
