/** The queries of the shared scenes, rigid and articulated, as questions that may be asked for a proof. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PairQuery, restMotion, rigidMotion, Scene } from '../../src/index.ts';
import { readRigidScene, readRobotScene } from '../../src/io/index.ts';
import { METHODS, methodNamed, type PairMethodName, SCENE_METHODS, type SceneMethodName } from '../../src/methods/index.ts';
import { files } from '../../src/node/index.ts';
import type { ProofRecorder } from '../../src/prove/index.ts';
import { UsageError } from '../shared/command-line.ts';

/** Asks one query, with a proof or without. */
export type Ask = (proof: ProofRecorder | undefined) => { readonly status: string };

/** Paths of the scenes below a folder whose names hold one of the words; none: all of them. */
export function proofScenes(folder: string, words: readonly string[]): string[] {
  const jsonsOf = (path: string) => readdirSync(path).filter((name) => name.endsWith('.json'));
  const all = [...jsonsOf(folder), ...jsonsOf(join(folder, 'articulated')).map((name) => `articulated/${name}`)];
  return all.filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
}

/** So many of a scene's queries at most, evenly, by a method; none: it is not one for such scenes. */
export async function proofAsks(folder: string, path: string, count: number, name: string): Promise<Ask[]> {
  const some = <T>(queries: readonly T[]) => queries.filter((_, k) => k % Math.ceil(queries.length / count) === 0);
  if (!METHODS.includes(name as PairMethodName)) throw new UsageError(`no method is called ${name}; known are ${METHODS.join(' ')}`);
  if (path.startsWith('articulated/')) {
    if (!SCENE_METHODS.includes(name as SceneMethodName)) return [];
    const { robots, obstacles, self, ignore, queries, touch } = await readRobotScene(files(folder), path);
    const scene = new Scene({ robots, obstacles, self, allowed: ignore });
    const method = methodNamed(name as SceneMethodName);
    return some(queries).map((query) => (proof) => {
      const motions = Object.fromEntries(robots.map(({ name: robot }, k) => [robot, [query.robots[k].from, query.robots[k].to]]));
      return scene.firstContact(motions, { tolerance: touch, proof, method });
    });
  }
  const { a, b, poseB, queries, touch } = await readRigidScene(files(folder), path);
  const pair = new PairQuery({ shape: a }, { shape: b });
  const rest = restMotion(poseB);
  const method = methodNamed(name as PairMethodName);
  return some(queries).map(
    ({ from, to }) =>
      (proof) =>
        pair.firstContact({ a: rigidMotion(from, to), b: rest }, { tolerance: touch, proof, method }),
  );
}
