// Answers to the scenes beside the repository, judged by the brackets that a native reference found.

import { PairQuery } from '../../src/contact/pair-query.ts';
import { type LoadedRigidScene, type RigidQuery, readRigidScene } from '../../src/io/scene/rigid-scene.ts';
import { methodNamed, type PairMethodName } from '../../src/methods/index.ts';
import { restMotion, rigidMotion } from '../../src/motion/rigid-motion.ts';
import { readBytes } from '../support/read-bytes.ts';

export const SCENE_FOLDER = '../shared/scenes';
export const SCENES = ['club', 'gear', 'hammer', 'bunny', 'bunnydyn', 'torusknot'] as const;

const loaded = new Map<string, Promise<{ scene: LoadedRigidScene; query: PairQuery }>>();

export function loadScene(name: string): Promise<{ scene: LoadedRigidScene; query: PairQuery }> {
  let entry = loaded.get(name);
  if (entry === undefined) {
    const files = { read: (path: string) => readBytes(`${SCENE_FOLDER}/${path}`) };
    entry = readRigidScene(files, `${name}.json`).then((scene) => ({
      scene,
      query: new PairQuery({ shape: scene.a }, { shape: scene.b, motion: restMotion(scene.poseB) }),
    }));
    loaded.set(name, entry);
  }
  return entry;
}

/** Late beyond hi + 1e-6: the pose told overlaps. Early before lo − 1e-3: nothing was near yet. */
export function verdict(ref: RigidQuery['ref'], status: string, time: number): string {
  if (ref === undefined) return 'no reference';
  if (status === 'unresolved') return 'unresolved';
  const hit = status === 'contact' || status === 'overlap';
  if (ref.collide !== hit) return hit ? 'false contact' : 'missed';
  if (!hit) return 'right';
  if (time > ref.hi + 1e-6) return 'late';
  return time < ref.lo - 1e-3 ? 'early' : 'right';
}

export interface Answer {
  readonly id: number;
  readonly verdict: string;
  readonly status: string;
  readonly time: number;
}

/** Every `stride`-th query of a scene by one method. */
export async function answers(name: string, method: PairMethodName, stride: number): Promise<Answer[]> {
  const { scene, query } = await loadScene(name);
  return scene.queries
    .filter((_, i) => i % stride === 0)
    .map(({ id, from, to, ref }) => {
      const { status, time } = query.firstContact(
        { a: rigidMotion(from, to) },
        { method: methodNamed(method), tolerance: scene.touch, contacts: 'first' },
      );
      return { id, status, time, verdict: verdict(ref, status, time) };
    });
}

/** For the comparison by bits. */
export async function contactTimes(name: string, method: PairMethodName, stride: number): Promise<number[]> {
  return timesOf(await answers(name, method, stride));
}

export function timesOf(found: readonly Answer[]): number[] {
  return found.map(({ time }) => time);
}
