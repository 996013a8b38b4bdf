/**
 * The shapes of a `CollisionObject` as meshes. Boxes and spheres are exact, cylinders and cones become prisms around
 * them (as `cylinder` makes them), planes are sheets: what a message calls a plane has no inside. What cannot be made
 * is an error, since leaving it out would lose contacts.
 */
import { InputError } from '../../math/input-error.ts';
import type { Vec3 } from '../../math/pose.ts';
import { shownName } from '../../math/shown-name.ts';
import { cross } from '../../math/vec3.ts';
import { cone, cylinder } from '../../mesh/cylinder.ts';
import { box, sphere } from '../../mesh/primitives.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { type Files, namedBy, OutsideError } from '../files.ts';
import { besideMesh, parseMesh } from '../mesh/read-mesh.ts';
import { meshPlaces, type Packages } from '../robot/package-path.ts';
import type { FullPose } from '../scene/rigid-scene.ts';
import type { Located } from '../text/located-value.ts';
import { vectorOf } from '../text/message-fields.ts';
import type { WorkMeter } from '../work-meter.ts';
import { IDENTITY, kindOf, listOf, poseOf, type Warn } from './message.ts';

/** One shape in the frame of its object. */
export interface ObjectShape {
  readonly shape: TriangleMesh;
  readonly pose: FullPose;
}

/** Where mesh files that objects name are found, and whom to tell what is odd. */
export interface ShapeSources {
  readonly files: Files;
  readonly packages?: Packages;
  readonly warn: Warn;
  readonly work: WorkMeter;
}

/** Shapes as shape_msgs/SolidPrimitive numbers them. */
const PRIMITIVES = { box: 1, sphere: 2, cylinder: 3, cone: 4, prism: 5 } as const;

/** How far a plane reaches from its point nearest to the origin of its object, metres, as `plane` does. */
const PLANE_EXTENT = 1000;

/** All shapes of an object; `id` names them. */
export async function objectShapes(object: Located, id: string, sources: ShapeSources): Promise<ObjectShape[]> {
  const out: ObjectShape[] = [];
  const primitives = listOf(object, 'primitives');
  const place = posesOf(object, 'primitive_poses', primitives.length, sources.warn);
  primitives.forEach((primitive, k) => {
    out.push({ shape: primitive.check(() => primitiveMesh(primitive, id)), pose: place[k] });
  });
  const meshes = listOf(object, 'meshes');
  const meshPlaces = posesOf(object, 'mesh_poses', meshes.length, sources.warn);
  for (const [k, mesh] of meshes.entries()) out.push({ shape: await meshOf(mesh, id, sources), pose: meshPlaces[k] });
  const planes = listOf(object, 'planes');
  const planePlaces = posesOf(object, 'plane_poses', planes.length, sources.warn);
  planes.forEach((plane, k) => {
    out.push({ shape: planeSheet(plane.field('coef'), id), pose: planePlaces[k] });
  });
  return out;
}

/** One pose a shape; missing ones are the identity, as in MoveIt. */
function posesOf(object: Located, key: string, count: number, warn: Warn): FullPose[] {
  const poses = listOf(object, key);
  if (poses.length > count) throw object.field(key).error(`has ${poses.length} poses for ${count} shapes`);
  return Array.from({ length: count }, (_, k) => (poses[k] === undefined ? IDENTITY : poseOf(poses[k], warn)));
}

function primitiveMesh(primitive: Located, id: string): TriangleMesh {
  const kind = kindOf(primitive.field('type'), PRIMITIVES);
  const field = primitive.field('dimensions');
  const sizes = field.numbers();
  const wanted = { box: 3, sphere: 1, cylinder: 2, cone: 2, prism: 1 }[kind];
  if (sizes.length !== wanted) throw field.wrong({ 1: 'one length', 2: '[height, radius]', 3: 'three lengths' }[wanted] as string);
  if (!sizes.every((size) => size > 0)) throw field.wrong('lengths > 0');
  switch (kind) {
    case 'box':
      return box([sizes[0], sizes[1], sizes[2]], [0, 0, 0], id);
    case 'sphere':
      return sphere(sizes[0], [0, 0, 0], id);
    case 'cylinder':
      return cylinder(sizes[1], sizes[0], { name: id });
    case 'cone':
      return cone(sizes[1], sizes[0], { name: id });
    case 'prism':
      throw primitive.error('is a prism over a polygon, which is not read, nor by MoveIt; give it as a mesh');
  }
}

async function meshOf(mesh: Located, id: string, { files, packages, work }: ShapeSources): Promise<TriangleMesh> {
  const resource = mesh.get('resource');
  if (resource === undefined) return mesh.check(() => messageMesh(mesh, id));
  const dimensions = mesh.get('dimensions');
  const scale = dimensions === undefined ? undefined : vectorOf(dimensions);
  if (dimensions !== undefined && scale?.includes(0)) throw dimensions.wrong('three numbers other than 0');
  const places = resource.locateErrors(() => meshPlaces(mesh.file, resource.text(), packages));
  const tried: string[] = [];
  let refused: OutsideError | undefined;
  for (const { path, package: own } of places) {
    const bytes = await files.read(path, { by: [mesh.file], ...(own === undefined ? {} : { package: own }) }).catch((cause: unknown) => {
      if (!(cause instanceof InputError)) throw cause;
      if (cause instanceof OutsideError) refused ??= cause;
      else tried.push(path);
      return undefined;
    });
    if (bytes === undefined) continue;
    const beside = await besideMesh(namedBy(files, mesh.file), bytes, path, work).catch((cause: unknown) => {
      throw resource.because(cause);
    });
    return resource.locateErrors(() => parseMesh(bytes, path, { ...beside, scale, name: id, maxWork: work }));
  }
  if (refused !== undefined && tried.length === 0) throw resource.because(refused);
  const left = refused === undefined ? '' : `; ${refused.message}`;
  throw resource.error(`is ${shownName(resource.text())}, which was not found; looked for ${tried.join(', ')}${left}`);
}

/** vertices and triangles, as shape_msgs/Mesh has them. */
function messageMesh(mesh: Located, id: string): TriangleMesh {
  const vertices = mesh.field('vertices').items('a list of points');
  const triangles = mesh.field('triangles').items('a list of triangles');
  if (triangles.length === 0) throw mesh.field('triangles').error('is empty: the mesh has no surface');
  const indices = triangles.flatMap((triangle) => {
    const corners = triangle.isMap() ? triangle.field('vertex_indices') : triangle;
    return corners.numbers(3).map((corner, k) => {
      if (Number.isInteger(corner) && corner >= 0 && corner < vertices.length) return corner;
      throw corners.error(`has corner ${k} at vertex ${corner}, but there are ${vertices.length}`);
    });
  });
  return new TriangleMesh(vertices.flatMap(vectorOf), indices, { name: id });
}

/** All x with a x + b y + c z + d = 0, as far as it reaches. */
function planeSheet(field: Located, id: string): TriangleMesh {
  const [a, b, c, d] = field.numbers(4);
  const length = Math.sqrt(a * a + b * b + c * c);
  if (!(length > 0 && length < Infinity)) throw field.wrong('[a, b, c, d] of a plane ax + by + cz + d = 0, with a direction');
  const n: Vec3 = [a / length, b / length, c / length];
  const height = 0 - d / length;
  const [x, y, z] = n.map(Math.abs);
  const axis: Vec3 = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  const across = cross(n, axis);
  const size = Math.sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
  const u: Vec3 = [across[0] / size, across[1] / size, across[2] / size];
  const v = cross(n, u);
  const corner = (s: number, t: number): number[] => [0, 1, 2].map((k) => PLANE_EXTENT * (s * u[k] + t * v[k]) + height * n[k]);
  return new TriangleMesh([...corner(-1, -1), ...corner(1, -1), ...corner(1, 1), ...corner(-1, 1)], [0, 1, 2, 0, 2, 3], { name: id });
}
