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
import type { ClearanceRules } from '../robot/clearance-rules.ts';
import type { LoopedRobotOptions } from '../robot/follow/looped-robot.ts';
import type { Uncertain, Uncertainty } from '../robot/follow/uncertainty.ts';
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
import { refuseMore } from './refuse-more.ts';

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
  const { options, phase, meshes: seen, unsent } = sceneParts(scene, withTrees);
  refuseMore(unsent, 'packed scene');
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
  // scenes give no motions to their bodies so, and take no trees
  const packBody = ({ name, shape, pose, motion, tree, ...rest }: Body): PackedBody => {
    refuseMore(rest, 'packed scene: a body');
    return { name, mesh: numberOf(shape), pose: pose && packPose(pose) };
  };
  const packSoft = ({ name, shape, self: own, ...rest }: SoftBody): PackedScene['soft'][number] => {
    refuseMore(rest, 'packed scene: a soft body');
    return { name, mesh: numberOf(shape), self: own };
  };
  const { robots, obstacles, bodies, soft, self, allowed, clearance, tolerance, uncertainty, bodyMotions, trees: _, ...rest } = options;
  refuseMore(rest, 'packed scene');
  const { joined, apart, known, top, ...others } = phase;
  refuseMore(others, 'packed scene');
  return {
    format: SCENE_FORMAT,
    robots: robots.map((robot) => ({
      options: packRobot(robot.options(), numberOf),
      bodies: withTrees ? linkBodies(robot).map(({ link, mesh }) => ({ link, mesh: numberOf(mesh) })) : null,
    })),
    obstacles: obstacles.map(packBody),
    bodies: bodies.map(packBody),
    soft: soft.map(packSoft),
    self,
    allowed: allowed.map(([a, b]) => [a, b] as const),
    clearance: packClearance(clearance),
    tolerance,
    uncertainty: uncertainty && packUncertainty(uncertainty),
    bodyMotions: packMotions(robots, bodyMotions),
    apart,
    known,
    top: top && { ...packMesh(top.mesh, false), tree: packTree(top) },
    joined: joined.map(({ meshes: of, names, made, ...more }) => {
      refuseMore(more, 'packed scene: joined obstacles');
      const { mesh, parts } = made;
      return { meshes: of.map(numberOf), names, mesh: numberOf(mesh), parts: parts.map(({ name, first }) => ({ name, first })) };
    }),
    // those that the rest has numbered
    meshes,
  };
}

function packClearance(given: number | ClearanceRules): number | ClearanceRules {
  if (typeof given === 'number') return given;
  const { default: usual, self, tool, environment, pairs, ...rest } = given;
  refuseMore(rest, 'packed scene: clearance');
  return { default: usual, self, tool, environment, pairs };
}

/** `code` is what `uncertain` brings along, here and there. */
function packUncertainty({ angle, length, joints, seconds, places, code, ...rest }: Uncertainty & Pick<Uncertain, 'code'>): Uncertainty {
  refuseMore(rest, 'packed scene: uncertainty');
  return { angle, length, joints, seconds, places };
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
  const { format, meshes: packedMeshes, robots: packedRobots, obstacles, bodies, soft, joined: before, top: over, ...whole } = packed;
  const { self, allowed, clearance, tolerance, uncertainty, bodyMotions, apart, known, ...unknown } = whole;
  refuseMore(unknown, 'packed scene');
  const meshes = packedMeshes.map(unpackMesh);
  const meshOf = (number: number): TriangleMesh => {
    const mesh = meshes[number];
    if (mesh === undefined) throw new InputError(`packed scene: there is no mesh ${shownValue(number)}`);
    return mesh;
  };
  const robots = packedRobots.map(({ options, bodies: links, ...rest }) => {
    refuseMore(rest, 'packed scene: a robot');
    const own = unpackRobot(options, meshOf);
    const robot = isLooped(own) ? new looped(own) : new Robot(own);
    if (links !== null)
      keepLinkBodies(
        robot,
        links.map(({ link, mesh, ...more }) => {
          refuseMore(more, 'packed scene: a body of a link');
          return { link, mesh: meshOf(mesh) };
        }),
      );
    return robot;
  });
  const bodyOf = ({ name, mesh, pose, ...rest }: PackedBody): Body => {
    refuseMore(rest, 'packed scene: a body');
    return { name, shape: meshOf(mesh), pose };
  };
  const options: SceneOptions = {
    robots,
    obstacles: obstacles.map(bodyOf),
    bodies: bodies.map(bodyOf),
    soft: soft.map(({ name, mesh, self: own, ...rest }): SoftBody => {
      refuseMore(rest, 'packed scene: a soft body');
      return { name, shape: meshOf(mesh), self: own };
    }),
    self,
    allowed,
    clearance,
    tolerance,
    uncertainty: uncertainty && uncertain(uncertainty),
    bodyMotions: unpackMotions(robots, bodyMotions),
  };
  const joined = before.map(({ meshes: of, names, mesh, parts, ...rest }): JoinedBefore => {
    for (const { name, first, ...more } of parts) refuseMore(more, 'packed scene: a joined obstacle');
    refuseMore(rest, 'packed scene: joined obstacles');
    return { meshes: of.map(meshOf), names, made: { mesh: meshOf(mesh), parts } };
  });
  const phase = { joined, apart, known, top: over && treeOf(unpackMesh(over)) };
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
  const { name, solid, excess, positions, indices, radii, vertexCount, triangleCount, ...rest } = mesh;
  refuseMore(rest, 'packed scene: a mesh');
  const plan = planOf(mesh);
  // a tree of another kind is made anew over what stands
  const cloud = plan === CLOUD_PLAN;
  return { name, solid, excess, positions, indices, radii, cloud, tree: withTree ? packTree(treeOf(mesh)) : null };
}

function packTree(tree: SweptSphereTree): PackedTree {
  const { volume, depth, radius, nodes, leaves, triangles, kind, mesh, nodeCount, leafCount, ...rest } = tree;
  refuseMore(rest, 'packed scene: a tree');
  return { volume, depth, radius, nodes, leaves, triangles };
}

function unpackMesh({ name, solid, excess, positions, indices, radii, cloud, tree, ...rest }: PackedMesh): TriangleMesh {
  refuseMore(rest, 'packed scene: a mesh');
  const mesh = meshOver(positions, indices, radii, { name, solid, excess });
  if (cloud) planTree(mesh, CLOUD_PLAN);
  if (tree !== null) {
    const { volume, depth, radius, nodes, leaves, triangles, ...more } = tree;
    refuseMore(more, 'packed scene: a tree');
    keepTree(new SweptSphereTree(mesh, volume, { nodes, leaves, triangles }, depth, radius));
  }
  return mesh;
}

/** `body`: the poses of a result may be given back as they are. */
function packPose(pose: Pose): Pose {
  const { position, quaternion, body: _, ...rest } = pose as Pose & { readonly body?: unknown };
  refuseMore(rest, 'packed scene: a pose');
  return { position: position && [...position], quaternion: quaternion && [...quaternion] };
}

function packRobot(options: RobotOptions & Partial<LoopedRobotOptions>, numberOf: (mesh: TriangleMesh) => number): Packable {
  const { name, links, base, allowed, groups, states, posable, tool, loops, driven, closed, openness, accuracy, ...rest } = options;
  refuseMore(rest, 'packed scene: a robot');
  const packed: Record<keyof LoopedRobotOptions, unknown> = {
    ...{ name, allowed, groups, states, posable, tool, loops, driven, closed, openness, accuracy },
    base: base && packPose(base),
    links: links.map(({ name: link, parent, joint, shapes = [], ...more }) => {
      refuseMore(more, 'packed scene: a link');
      return {
        ...{ name: link, parent, joint },
        shapes: shapes.map(({ shape, pose, name: own, ...others }) => {
          refuseMore(others, 'packed scene: a shape');
          return { mesh: numberOf(shape), pose: pose && packPose(pose), name: own };
        }),
      };
    }),
  };
  return packed as Packable;
}

interface PackedLink {
  readonly shapes: readonly { readonly mesh: number; readonly pose?: Pose; readonly name?: string }[];
}

function unpackRobot(packed: Packable, meshOf: (number: number) => TriangleMesh): RobotOptions {
  const options = packed as unknown as Omit<RobotOptions, 'links'> & { readonly links: readonly PackedLink[] };
  const links = options.links.map((link) => ({
    ...link,
    shapes: link.shapes.map(({ mesh, pose, name, ...rest }) => {
      refuseMore(rest, 'packed scene: a shape');
      return { shape: meshOf(mesh), pose, name };
    }),
  }));
  return { ...options, links: links as unknown as RobotOptions['links'] };
}
