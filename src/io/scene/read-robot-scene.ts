import { checkRecord } from '../../math/check-record.ts';
import { firstDouble } from '../../math/first-double.ts';
import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Robot } from '../../robot/robot.ts';
import { besidePath, type Files, namedBy, namedFile } from '../files.ts';
import type { SceneMeshOptions } from '../mesh/mesh-assembly.ts';
import { parseObjGroups } from '../mesh/parse-obj.ts';
import { besideMesh, meshFormat, parseMesh } from '../mesh/read-mesh.ts';
import { refuseForeign } from '../mesh/refuse-foreign.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';
import type { FullPose } from './rigid-scene.ts';
import { parseRobotScene, type RobotSceneFile, robotOf } from './robot-scene.ts';

/** Something that stands still, with its mesh: `new Scene` takes it. */
export interface SceneObstacle {
  /** What results call it. */
  readonly name: string;
  /** Its mesh; the same object wherever the file names the same mesh. */
  readonly shape: TriangleMesh;
  /** Where it stands in the world. */
  readonly pose: FullPose;
}

/** A scene of robots with its meshes. */
export interface LoadedRobotScene extends Omit<RobotSceneFile, 'robots' | 'environment'> {
  /** Robots with their shapes. */
  readonly robots: readonly Robot[];
  /** The environment, with its meshes. */
  readonly obstacles: readonly SceneObstacle[];
}

/**
 * Reads a scene file `ccd-robot-scene/1` and its meshes, which lie beside it. An OBJ of several objects is as many
 * obstacles, `entry/object`.
 */
export async function readRobotScene(files: Files, path: string, options: ReadOptions = {}): Promise<LoadedRobotScene> {
  checkRecord(options, ['maxWork'], 'readRobotScene');
  const maxWork = meterOf(options.maxWork);
  const { robots, environment, ...scene } = parseRobotScene(await namedFile(files, path, 'readRobotScene'), path, { maxWork });
  const meshes = new SceneMeshes(files, path, maxWork);
  for (const { mesh } of [...robots.flatMap(({ links }) => links), ...environment]) if (mesh !== null) await meshes.load(mesh);
  // many may stand for a file of many parts
  for (const { mesh } of environment) maxWork.spend(PART_UNITS * meshes.get(mesh).parts.length, { file: path });
  const obstacles = environment.flatMap(({ name, mesh, pose }) =>
    meshes.get(mesh).parts.map((part) => ({ name: part.name === '' ? name : `${name}/${part.name}`, shape: part.mesh, pose })),
  );
  const names = new Set([...obstacles.map(({ name }) => name), ...environment.map(({ name }) => name)]);
  const links = new Set(robots.flatMap((robot) => robot.links.map(({ name }) => name)));
  for (const end of scene.ignore.flat()) {
    if (!links.has(end) && !names.has(end))
      throw new InputError(`ignore names ${shownName(end)}, which is no part of that object`, { file: path });
  }
  return {
    ...scene,
    robots: robots.map((robot) => robotOf(robot, ({ mesh }) => (mesh === null ? [] : [{ shape: meshes.get(mesh).whole }]))),
    obstacles,
  };
}

/** Units of work of a part of a mesh that stands for an obstacle. */
const PART_UNITS = 64;

interface MeshParts {
  readonly whole: TriangleMesh;
  /** One of no name where the file is one object. */
  readonly parts: readonly { readonly name: string; readonly mesh: TriangleMesh }[];
}

/** Every file is read once. */
class SceneMeshes {
  private readonly files: Files;
  private readonly scenePath: string;
  private readonly maxWork: WorkMeter;
  private readonly loaded: Map<string, MeshParts> = new Map();

  constructor(files: Files, scenePath: string, maxWork: WorkMeter) {
    this.maxWork = maxWork;
    this.files = files;
    this.scenePath = scenePath;
  }

  async load(mesh: string): Promise<void> {
    if (this.loaded.has(mesh)) return;
    const path = besidePath(this.scenePath, mesh);
    const named = namedBy(this.files, this.scenePath);
    const content = await named.read(path);
    this.loaded.set(mesh, readParts(content, path, { ...(await besideMesh(named, content, path, this.maxWork)), maxWork: this.maxWork }));
  }

  get(mesh: string): MeshParts {
    return this.loaded.get(mesh) as MeshParts;
  }
}

function readParts(content: Uint8Array, path: string, options: SceneMeshOptions): MeshParts {
  if (meshFormat(content, path) !== 'obj') {
    const mesh = parseMesh(content, path, options);
    return { whole: mesh, parts: [{ name: '', mesh }] };
  }
  const { mesh, groups } = refuseForeign('obj', content, path, () => parseObjGroups(content, path, options));
  const objects = groups.filter(({ kind }) => kind === 'object');
  const double = firstDouble(objects.map(({ name }) => name));
  if (double !== undefined) throw new InputError(`two objects (o) are named ${shownName(double)}`, { file: path });
  // What stands before the first `o` is an object too.
  const before = objects[0]?.firstTriangle ?? 0;
  if (objects.length + (before > 0 ? 1 : 0) <= 1) return { whole: mesh, parts: [{ name: '', mesh }] };
  const parts = objects.map(({ name, firstTriangle, triangleCount }) => ({ name, mesh: partOf(mesh, firstTriangle, triangleCount, name) }));
  return { whole: mesh, parts: before > 0 ? [{ name: '', mesh: partOf(mesh, 0, before, '') }, ...parts] : parts };
}

/** Some triangles of a mesh with the vertices they use, in the order of these. */
function partOf(mesh: TriangleMesh, firstTriangle: number, triangleCount: number, name: string): TriangleMesh {
  const indices = mesh.indices.slice(3 * firstTriangle, 3 * (firstTriangle + triangleCount));
  const used = Uint32Array.from(new Set(indices)).sort();
  const numbers = new Map(Array.from(used, (vertex, i) => [vertex, i]));
  const positions = new Float64Array(3 * used.length);
  used.forEach((vertex, i) => {
    positions.set(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
  });
  return new TriangleMesh(
    positions,
    indices.map((vertex) => numbers.get(vertex) as number),
    { name: name === '' ? mesh.name : `${mesh.name}/${name}` },
  );
}
