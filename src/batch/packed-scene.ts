/**
 * A scene as plain data in one block of bytes, and the same scene again: robots, bodies, obstacles, with the meshes
 * that are made of them (links of several shapes, obstacles joined) and, where wanted, all trees. Opened over shared
 * memory nothing is copied and no tree is built. Guarantee: the scene that is opened gives the same bits as the one
 * that was packed. Trees are believed: only what this program packed itself may hold any.
 */

import { CLOUD_PLAN } from '../cloud/point-cloud.ts';
import type { Body, SoftBody } from '../contact/deformation.ts';
import type { SweptVolume } from '../hierarchy/fit-swept-sphere.ts';
import { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { keepTree, treeOf } from '../hierarchy/tree-of.ts';
import { planOf, planTree } from '../hierarchy/tree-plan.ts';
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { Pose } from '../math/pose.ts';
import { meshOver, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { LoopedRobotOptions } from '../robot/follow/looped-robot.ts';
import type { Uncertainty } from '../robot/follow/uncertainty.ts';
import { Robot, type RobotOptions } from '../robot/robot.ts';
import type { RobotLoop } from '../robot/robot-model.ts';
import { uncertain } from '../scene/answers/uncertain.ts';
import type { SceneOptions } from '../scene/content/content-options.ts';
import { keepLinkBodies, linkBodies } from '../scene/content/link-bodies.ts';
import type { JoinedBefore } from '../scene/content/obstacles.ts';
import { type PhaseOptions, phaseOptions } from '../scene/content/scene-content.ts';
import { sceneParts } from '../scene/friends.ts';
import { Scene } from '../scene/scene.ts';
import type { Packable } from './packed.ts';
import { type PackedMotions, packMotions, unpackMotions } from './packed-motions.ts';

const SCENE_FORMAT = 'inbetween-scene/1';

interface PackedMesh {
  readonly name: string;
  readonly solid: boolean;
  readonly excess: number;
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly radii: Float64Array | null;
  /** A cloud whose tree is made in the way of clouds. */
  readonly cloud: boolean;
  readonly tree: PackedTree | null;
}

interface PackedTree {
  readonly volume: SweptVolume;
  readonly depth: number;
  readonly radius: number;
  readonly nodes: Float64Array;
  readonly leaves: Float64Array;
  readonly triangles: Uint32Array;
}

interface PackedBody {
  readonly name: string | undefined;
  readonly mesh: number;
  readonly pose: Pose | undefined;
}

export type { PhaseOptions };

/** Meshes go by their number in `meshes`. */
export interface PackedScene {
  readonly format: string;
  readonly meshes: readonly PackedMesh[];
  readonly robots: readonly {
    readonly options: Packable;
    /** What the robot's links look like as one body each; null: that is to be made. */
    readonly bodies: readonly { readonly link: number; readonly mesh: number }[] | null;
  }[];
  readonly obstacles: readonly PackedBody[];
  readonly bodies: readonly PackedBody[];
  readonly soft: readonly { readonly name: string | undefined; readonly mesh: number; readonly self: boolean | undefined }[];
  readonly self: boolean;
  readonly allowed: readonly (readonly [string, string])[];
  readonly clearance: SceneOptions['clearance'];
  readonly tolerance: number | undefined;
  readonly uncertainty: Uncertainty | undefined;
  readonly bodyMotions: PackedMotions;
  /** Names of obstacles that are bodies of their own, and of all that ever were. */
  readonly apart: readonly string[];
  readonly known: readonly string[];
  /** The tree over all that stands, with what it is of; null: there is none, or it is to be made. */
  readonly top: PackedMesh | null;
  /** Obstacles that share a body. */
  readonly joined: readonly {
    readonly meshes: readonly number[];
    readonly names: readonly string[];
    readonly mesh: number;
    readonly parts: readonly { readonly name: string; readonly first: number }[];
  }[];
}

/** The scene with trees, built now where there are none, and the meshes that they are of; without, what was given. */
export function packScene(scene: Scene, withTrees: boolean): PackedScene {
  const { options, phase, meshes: seen } = sceneParts(scene, withTrees);
  const trees = new Set(seen);
  const meshes: PackedMesh[] = [];
  const numbers = new Map<TriangleMesh, number>();
  const numberOf = (mesh: TriangleMesh): number => {
    let number = numbers.get(mesh);
    if (number === undefined) {
      number = meshes.push(packMesh(mesh, trees.has(mesh))) - 1;
      numbers.set(mesh, number);
    }
    return number;
  };
  const packBody = ({ name, shape, pose }: Body): PackedBody => ({ name, mesh: numberOf(shape), pose: pose && packPose(pose) });
  const { robots = [], obstacles = [], bodies = [], soft = [], self = true, allowed = [], bodyMotions = {} } = options;
  const packed = {
    format: SCENE_FORMAT,
    robots: robots.map((robot) => ({
      options: packRobot(robot.options(), numberOf),
      bodies: withTrees ? linkBodies(robot).map(({ link, mesh }) => ({ link, mesh: numberOf(mesh) })) : null,
    })),
    obstacles: obstacles.map(packBody),
    bodies: bodies.map(packBody),
    soft: soft.map(({ name, shape, self: own }) => ({ name, mesh: numberOf(shape), self: own })),
    self,
    allowed: allowed.map(([a, b]) => [a, b] as const),
    clearance: options.clearance,
    tolerance: options.tolerance,
    uncertainty: options.uncertainty && { ...options.uncertainty },
    bodyMotions: packMotions(robots, bodyMotions),
    apart: phase.apart,
    known: phase.known,
    top: phase.top && { ...packMesh(phase.top.mesh, false), tree: packTree(phase.top) },
    joined: phase.joined.map(({ meshes: of, names, made }) => ({
      meshes: of.map(numberOf),
      names,
      mesh: numberOf(made.mesh),
      parts: made.parts.map(({ name, first }) => ({ name, first })),
    })),
  };
  return { ...packed, meshes };
}

/** The scene again. */
export function openScene(packed: PackedScene): Scene {
  return sceneOf(packed).scene;
}

/** The scene again, and what it was made of; `looped` makes robots with loops that can make paths themselves. */
export function sceneOf(
  packed: PackedScene,
  looped: new (options: LoopedRobotOptions) => Robot = SolvedRobot,
): {
  readonly scene: Scene;
  readonly options: SceneOptions;
  readonly phase: PhaseOptions;
} {
  if (packed?.format !== SCENE_FORMAT)
    throw new InputError(`packed scene: its format is ${shownValue(packed?.format)}; '${SCENE_FORMAT}' is known here`);
  const meshes = packed.meshes.map(unpackMesh);
  const meshOf = (number: number): TriangleMesh => {
    const mesh = meshes[number];
    if (mesh === undefined) throw new InputError(`packed scene: there is no mesh ${shownValue(number)}`);
    return mesh;
  };
  const robots = packed.robots.map(({ options, bodies }) => {
    const own = unpackRobot(options, meshOf);
    const robot = isLooped(own) ? new looped(own) : new Robot(own);
    if (bodies !== null)
      keepLinkBodies(
        robot,
        bodies.map(({ link, mesh }) => ({ link, mesh: meshOf(mesh) })),
      );
    return robot;
  });
  const bodyOf = ({ name, mesh, pose }: PackedBody): Body => ({ name, shape: meshOf(mesh), pose });
  const options: SceneOptions = {
    robots,
    obstacles: packed.obstacles.map(bodyOf),
    bodies: packed.bodies.map(bodyOf),
    soft: packed.soft.map(({ name, mesh, self }): SoftBody => ({ name, shape: meshOf(mesh), self })),
    self: packed.self,
    allowed: packed.allowed,
    clearance: packed.clearance,
    tolerance: packed.tolerance,
    uncertainty: packed.uncertainty && uncertain(packed.uncertainty),
    bodyMotions: unpackMotions(robots, packed.bodyMotions),
  };
  const joined = packed.joined.map(
    ({ meshes: of, names, mesh, parts }): JoinedBefore => ({ meshes: of.map(meshOf), names, made: { mesh: meshOf(mesh), parts } }),
  );
  const { apart, known } = packed;
  const top = packed.top && treeOf(unpackMesh(packed.top));
  const phase = { joined, apart, known, top };
  return { scene: sceneLater(options, phase), options, phase };
}

/** A robot with loops whose paths come solved; others it refuses. */
class SolvedRobot extends Robot {
  override readonly loops: readonly RobotLoop[];
  private readonly own: Omit<LoopedRobotOptions, keyof RobotOptions>;

  constructor({ loops, driven, closed, openness, accuracy, ...options }: LoopedRobotOptions) {
    super(options);
    this.loops = loops;
    this.own = { loops, driven, closed, openness, accuracy };
  }

  override options(): LoopedRobotOptions {
    return { ...super.options(), ...this.own };
  }
}

function isLooped(options: RobotOptions): options is LoopedRobotOptions {
  return (options as Partial<LoopedRobotOptions>).loops !== undefined;
}

/** A scene whose engine, trees included, is made when the first question comes. */
export function sceneLater(options: SceneOptions, phase: PhaseOptions = { joined: [] }): Scene {
  phaseOptions.set(options, phase);
  return new Scene(options);
}

function packMesh(mesh: TriangleMesh, withTree: boolean): PackedMesh {
  const { name, solid, excess, positions, indices, radii } = mesh;
  const cloud = planOf(mesh) === CLOUD_PLAN;
  return { name, solid, excess, positions, indices, radii, cloud, tree: withTree ? packTree(treeOf(mesh)) : null };
}

function packTree({ volume, depth, radius, nodes, leaves, triangles }: SweptSphereTree): PackedTree {
  return { volume, depth, radius, nodes, leaves, triangles };
}

function unpackMesh({ name, solid, excess, positions, indices, radii, cloud, tree }: PackedMesh): TriangleMesh {
  const mesh = meshOver(positions, indices, radii, { name, solid, excess });
  if (cloud) planTree(mesh, CLOUD_PLAN);
  if (tree !== null) {
    const { volume, depth, radius, nodes, leaves, triangles } = tree;
    keepTree(new SweptSphereTree(mesh, volume, { nodes, leaves, triangles }, depth, radius));
  }
  return mesh;
}

/** Records that callers gave may hold more than they should: only what is known travels. */
function packPose({ position, quaternion }: Pose): Pose {
  return { position: position && [...position], quaternion: quaternion && [...quaternion] };
}

function packRobot({ links, base, ...rest }: RobotOptions, numberOf: (mesh: TriangleMesh) => number): Packable {
  return {
    ...(rest as unknown as Record<string, Packable>),
    base: (base && packPose(base)) as Packable,
    links: links.map(({ name, parent, joint, shapes = [] }) => ({
      name,
      parent,
      joint: joint as unknown as Packable,
      shapes: shapes.map(({ shape, pose, name: own }) => ({
        mesh: numberOf(shape),
        pose: (pose && packPose(pose)) as Packable,
        name: own,
      })),
    })),
  };
}

interface PackedLink {
  readonly shapes: readonly { readonly mesh: number; readonly pose?: Pose; readonly name?: string }[];
}

function unpackRobot(packed: Packable, meshOf: (number: number) => TriangleMesh): RobotOptions {
  const options = packed as unknown as Omit<RobotOptions, 'links'> & { readonly links: readonly PackedLink[] };
  const links = options.links.map((link) => ({
    ...link,
    shapes: link.shapes.map(({ mesh, pose, name }) => ({ shape: meshOf(mesh), pose, name })),
  }));
  return { ...options, links: links as unknown as RobotOptions['links'] };
}
