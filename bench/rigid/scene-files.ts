import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { objText, type RigidScene, rigidScenes, sceneText } from '../../scenes/index.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { UsageError } from '../shared/command-line.ts';

/** Where the first contact lies, found by another program: not before `low`, not after `high`. */
export interface Reference {
  readonly collide: boolean;
  readonly low: number;
  readonly high: number;
}

export interface BenchScene extends RigidScene {
  /** By the query's id; empty for procedural scenes. */
  readonly references: ReadonlyMap<number, Reference>;
}

export function proceduralScene(name: string, queries: number | undefined): BenchScene {
  const make = Object.hasOwn(rigidScenes, name) ? rigidScenes[name] : undefined;
  if (!make) throw new UsageError(`no scene '${name}'; there are ${Object.keys(rigidScenes).join(', ')}`);
  return { ...make({ queries }), references: new Map() };
}

/** Reads `name.json` (`ccd-scene/1`) and its meshes; with a limit, queries evenly spread over the file. */
export function sceneFromFile(folder: string, name: string, limit: number | undefined): BenchScene {
  const path = join(folder, `${name}.json`);
  if (!existsSync(path)) throw new UsageError(`no scene file ${path}`);
  const file = JSON.parse(readFileSync(path, 'utf8'));
  if (file.format !== 'ccd-scene/1') throw new UsageError(`${path}: format is '${file.format}', not ccd-scene/1`);
  const all: FileQuery[] = file.queries;
  const count = Math.min(all.length, limit ?? all.length);
  const chosen = Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]);
  const meshA = meshFromObj(join(folder, file.meshA));
  return {
    name: file.name,
    meshA,
    meshB: file.meshB === file.meshA ? meshA : meshFromObj(join(folder, file.meshB)),
    poseB: { quaternion: file.poseB.q, position: file.poseB.t },
    touch: file.touch,
    queries: chosen.map(({ id, trajectory, q0, t0, q1, t1 }) => ({
      id,
      trajectory,
      pose0: { quaternion: q0, position: t0 },
      pose1: { quaternion: q1, position: t1 },
    })),
    references: new Map(chosen.flatMap(({ id, ref }) => (ref ? [[id, { collide: ref.collide, low: ref.lo, high: ref.hi }] as const] : []))),
  };
}

/** Writes the scene for other programs to read; gives the path of the scene file. */
export function writeScene(scene: RigidScene, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const [fileA, fileB] = [`${scene.name}-a.obj`, `${scene.name}-b.obj`];
  writeFileSync(join(folder, fileA), objText(scene.meshA));
  writeFileSync(join(folder, fileB), objText(scene.meshB));
  const path = join(folder, `${scene.name}.json`);
  writeFileSync(path, sceneText(scene, fileA, fileB));
  return path;
}

interface FileQuery {
  id: number;
  trajectory?: number;
  q0: [number, number, number, number];
  t0: [number, number, number];
  q1: [number, number, number, number];
  t1: [number, number, number];
  ref?: { collide: boolean; lo: number; hi: number };
}

/** The plain OBJ of scene files: `v` and triangular `f` lines. */
function meshFromObj(path: string): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'v') positions.push(Number(words[1]), Number(words[2]), Number(words[3]));
    if (words[0] === 'f') for (const word of words.slice(1, 4)) indices.push(Number.parseInt(word, 10) - 1);
  }
  return new TriangleMesh(positions, indices, { name: basename(path, '.obj') });
}
