import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Robot } from '../../src/robot/robot.ts';
import type { Link } from '../../src/robot/robot-model.ts';
import { objText } from '../rigid/scene-text.ts';
import type { RobotQuery, RobotScene } from './robot-scene.ts';

export interface RobotSceneFiles {
  /** A `ccd-robot-scene/1` file. */
  readonly text: string;
  /** The OBJ files it names, to be written beside it; a mesh that is shared is written once. */
  readonly meshes: readonly { readonly file: string; readonly text: string }[];
}

/** Numbers are written in full, so that a reader gets the same doubles. */
export function robotSceneText(scene: RobotScene, queries: readonly RobotQuery[]): RobotSceneFiles {
  const { name, self, touch, robots, obstacles } = scene;
  const files = new MeshFiles();
  const content = {
    format: 'ccd-robot-scene/1',
    name,
    self,
    touch,
    robots: robots.map((robot) => ({
      name: robot.name,
      base: { q: robot.base.quaternion, t: robot.base.position },
      links: robot.links.map((link) => linkEntry(link, robot, files)),
    })),
    environment: obstacles.map(({ name, shape: mesh, pose }) => ({
      name,
      mesh: files.nameOf(mesh),
      pose: { q: pose.quaternion, t: pose.position },
    })),
    ignore: robots.flatMap(({ allowed }) => allowed.list().map(({ a, b }) => [a, b])),
    queries: queries.map(({ id, from, to, set, trajectory }) => ({ id, from, to, set, trajectory })),
  };
  const meshes = [...files.meshes].map(([file, mesh]) => ({ file, text: objText(mesh) }));
  return { text: `${JSON.stringify(content)}\n`, meshes };
}

function linkEntry({ name, parent, joint, shapes }: Link, robot: Robot, files: MeshFiles) {
  const { type, position, quaternion, axis, mimic } = joint;
  if (type === 'planar' || mimic !== null)
    throw new Error(`${robot.name}: the format has no ${mimic ? 'mimic' : type} joints ('${joint.name}')`);
  if (shapes.length > 1 || shapes[0]?.pose !== undefined)
    throw new Error(`${robot.name}: the format has one shape a link, in its frame ('${name}')`);
  const turns = type === 'continuous' ? 'revolute' : type;
  const origin = { q: quaternion, t: position };
  const moves = type === 'fixed' || type === 'floating' ? { type: turns, origin } : { type: turns, origin, axis };
  return { name, parent, mesh: shapes.length > 0 ? files.nameOf(shapes[0].shape) : null, joint: moves };
}

/** File names by the meshes' names, numbered where two meshes have the same. */
class MeshFiles {
  readonly meshes: Map<string, TriangleMesh> = new Map();
  private readonly names: Map<TriangleMesh, string> = new Map();

  nameOf(mesh: TriangleMesh): string {
    let file = this.names.get(mesh);
    if (file === undefined) {
      const stem = mesh.name.replace(/[^\w-]+/g, '-');
      file = `${stem}.obj`;
      for (let i = 2; this.meshes.has(file); i++) file = `${stem}-${i}.obj`;
      this.names.set(mesh, file);
      this.meshes.set(file, mesh);
    }
    return file;
  }
}
