/** The queries of the shared scenes, planned paths and casts, as questions that may be asked for a proof. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConvexQuery } from '../../src/convex/index.ts';
import { PairQuery, restMotion, rigidMotion, Scene } from '../../src/index.ts';
import { readRigidScene, readRobotScene } from '../../src/io/index.ts';
import { Random } from '../../src/math/random.ts';
import { METHODS, methodNamed, type PairMethodName, SCENE_METHODS, type SceneMethodName } from '../../src/methods/index.ts';
import { files } from '../../src/node/index.ts';
import { plan } from '../../src/plan/index.ts';
import type { ProofRecorder } from '../../src/prove/index.ts';
import { castsOf, hullBody } from '../casts/cast-scenes.ts';
import { readProblem } from '../planners/problem.ts';
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

/** Planned paths of so many of the shared problems at most, evenly; each is planned when it is first asked about. */
export async function plannedAsks(folder: string, count: number): Promise<{ readonly asks: Ask[]; readonly unsolved: number }> {
  const problems = join(folder, 'planning', 'panda');
  if (!existsSync(problems)) return { asks: [], unsolved: 0 };
  const names = readdirSync(problems).filter((name) => name.endsWith('.json'));
  const asks: Ask[] = [];
  let unsolved = 0;
  for (const name of names.filter((_, k) => k % Math.ceil(names.length / count) === 0)) {
    const { scene, from, to } = await readProblem(join(problems, name));
    const { path } = await plan(scene, { from, to, seed: 1, maxMilliseconds: 60_000 });
    if (path === null) unsolved++;
    else asks.push((proof) => scene.firstContact(path, { proof, contacts: 'none' }));
  }
  return { asks, unsolved };
}

/** Casts of random hulls with 8 to 64 points, every other one turning. */
export function castAsks(count: number): Ask[] {
  const random = new Random('proven casts');
  return Array.from({ length: count }, (_, k) => {
    const [a, b] = [0, 1].map(() => hullBody(random, 8 + random.integer(57)).hull);
    const [{ pose, way, turned }] = castsOf(random, 1, 4);
    if (a === undefined || b === undefined) throw new Error('a hull is none');
    const query = new ConvexQuery({ shape: a }, { shape: b });
    const [x, y, z] = pose.position;
    const end = { position: [x + way[0], y + way[1], z + way[2]] as const, quaternion: k % 2 === 0 ? pose.quaternion : turned };
    return (proof) => query.firstContact({ a: rigidMotion(pose, end) }, { proof });
  });
}
