// Scenes and edges for the questions of planners: the queries of scene files, and random edges of one robot between its limits.

import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MotionChecker, Scene } from '../../src/index.ts';
import { readRobotScene } from '../../src/io/scene/read-robot-scene.ts';
import { Random } from '../../src/math/random.ts';
import { files } from '../../src/node/index.ts';

/** One motion, as flat lists. */
export interface Edge {
  readonly id: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** A scene, its edges, and a file in which another program finds both. */
export interface EdgeScene {
  readonly name: string;
  readonly scene: Scene;
  readonly tolerance: number;
  readonly edges: readonly Edge[];
  /** Random states between the limits, where the file tells these. */
  readonly states: readonly (readonly number[])[];
  readonly file: string;
}

async function loaded(folder: string, name: string) {
  const { robots, obstacles, self, ignore, touch = 1e-4, queries } = await readRobotScene(files(folder), `${name}.json`);
  return { scene: new Scene({ robots, obstacles, self, allowed: ignore }), tolerance: touch, queries };
}

/** The queries of a file, at most so many. */
export async function fileScene(folder: string, name: string, most: number): Promise<EdgeScene> {
  const { scene, tolerance, queries } = await loaded(folder, name);
  const edges = queries
    .filter((_, i) => i % Math.ceil(queries.length / most) === 0)
    .map(({ id, robots }) => ({ id, from: robots.flatMap(({ from }) => [...from]), to: robots.flatMap(({ to }) => [...to]) }));
  return { name, scene, tolerance, edges, states: [], file: join(folder, `${name}.json`) };
}

/** Shares of the way from a free state towards a random one: steps of a tree, and whole shortcuts. */
const SHARES = [0.05, 0.2, 1];

interface SceneText {
  readonly limits: readonly (readonly [number, number])[];
  readonly robots: readonly { readonly links: readonly { readonly mesh: string | null }[] }[];
  readonly environment: readonly { readonly mesh: string }[];
}

/** Random edges from free states. */
export async function randomScene(folder: string, name: string, count: number): Promise<EdgeScene> {
  const { scene, tolerance } = await loaded(folder, name);
  const text: SceneText = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const random = new Random(name);
  const state = () => text.limits.map(([low, high]) => random.range(low, high));
  const checker = new MotionChecker(scene, { tolerance });
  const free: number[][] = [];
  while (free.length < Math.ceil(count / 3)) {
    const drawn = state();
    if (checker.isFree(drawn)) free.push(drawn);
  }
  const edges = Array.from({ length: count }, (_, id) => {
    const from = free[id % free.length];
    const towards = state();
    return { id, from, to: from.map((x, i) => x + SHARES[id % 3] * (towards[i] - x)) };
  });
  // for the other program: the same scene with these queries, its meshes beside it
  const copy = mkdtempSync(join(tmpdir(), 'inbetween-edges-'));
  const meshes = [...text.robots.flatMap(({ links }) => links.map(({ mesh }) => mesh)), ...text.environment.map(({ mesh }) => mesh)];
  for (const mesh of new Set(meshes)) if (mesh !== null) copyFileSync(join(folder, mesh), join(copy, mesh));
  const file = join(copy, `${name}.json`);
  writeFileSync(file, JSON.stringify({ ...text, queries: edges }));
  return { name, scene, tolerance, edges, states: Array.from({ length: 5 * count }, state), file };
}
