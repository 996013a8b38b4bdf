/**
 * Which two bodies of a scene are tested against each other, and how each sees the other. Pairs are numbers: first the
 * listed pairs (links of one robot, of two robots, moving bodies), then moving body k against standing body s at
 * `standingFrom + k · standing + s`, then moving body k against the tree over all that stands at `topFrom + k`.
 */

import { NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_U0, NODE_U1 } from '../hierarchy/fit-swept-sphere.ts';
import { buildSweptSphereTree, type SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { treeOf } from '../hierarchy/tree-of.ts';
import type { Pose, Vec3 } from '../math/pose.ts';
import { requireClosed } from '../mesh/solid-parts.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { STATE_P } from '../motion/motion.ts';
import { Chain } from '../robot/chain.ts';
import type { Robot } from '../robot/robot.ts';
import type { RobotModel } from '../robot/robot-model.ts';
import { linkBodies } from './content/link-bodies.ts';
import type { StandingBody } from './content/obstacles.ts';
import { View } from './view.ts';

/** Names of links are unique in their robot only. */
export interface NamedBody {
  readonly name: string;
  /** Number of the robot, −1 for a body of its own. */
  readonly robot: number;
}

/** A body that may move: a link's, or one of its own. */
export interface MovingBody extends NamedBody {
  readonly mesh: TriangleMesh;
  readonly link: number;
}

/** From so many standing bodies on, a tree over them pays. */
const WORTH_A_TREE = 5;

export class ScenePairs {
  readonly clock: Float64Array = new Float64Array(1);
  readonly reference: Float64Array = new Float64Array(3);
  readonly chains: readonly Chain[];
  /** The first ones can move against the world; the others are links that no joint moves. */
  readonly moving: readonly MovingBody[];
  /** How many of the moving bodies can move against what stands still. */
  readonly movable: number;
  readonly standing: readonly StandingBody[];
  /** One a moving body, in the world's frame; one a standing body. */
  readonly movingViews: readonly View[];
  readonly standingViews: readonly View[];
  /** Further views of links, in the frames of their ancestors. */
  readonly relativeViews: readonly View[];
  readonly listed: readonly { readonly a: View; readonly b: View }[];
  /** How the two bodies of every pair see each other. */
  readonly viewsA: readonly View[];
  readonly viewsB: readonly View[];
  readonly standingFrom: number;
  readonly topFrom: number;
  /** Over all that stands, or null when there is little. */
  readonly top: View | null;
  /** Standing body of each leaf of the tree over them. */
  readonly topBodies: Uint32Array;
  /** 1: never tested. */
  readonly ignored: Uint8Array;

  constructor(
    robots: readonly Robot[],
    bodies: readonly { readonly name: string; readonly mesh: TriangleMesh; readonly pose?: Pose }[],
    standing: readonly StandingBody[],
    self: boolean,
    isIgnored: (a: NamedBody, b: NamedBody) => boolean,
  ) {
    const { reference, clock } = this;
    reference.set(robots[0]?.base.position ?? standing[0]?.position ?? bodies[0]?.pose?.position ?? [0, 0, 0]);
    this.chains = robots.map((robot) => new Chain(robot, clock));
    for (const chain of this.chains) chain.refer(reference);
    const links = robots.flatMap((robot, r) =>
      linkBodies(robot).map(({ link, mesh }) => ({ name: robot.links[link].name, mesh, robot: r, link })),
    );
    const own = bodies.map(({ name, mesh }) => ({ name, mesh, robot: -1, link: -1 }));
    const canMove = ({ robot, link }: MovingBody): boolean => movesBelow(robots[robot], link, -1);
    this.moving = [...own, ...links.filter(canMove), ...links.filter((body) => !canMove(body))];
    this.movable = own.length + links.filter(canMove).length;
    this.standing = standing;
    for (const { mesh } of this.moving) if (mesh.solid) requireClosed(mesh);
    const count = this.moving.length;
    this.movingViews = this.moving.map(
      ({ mesh, robot, link }, i) =>
        new View(i, treeOf(mesh), reference, clock, robot < 0 ? null : { chain: this.chains[robot], link, ancestor: -1, world: null }),
    );
    this.standingViews = standing.map(({ mesh, position, quaternion }, s) => {
      const view = new View(count + s, treeOf(mesh), reference, clock);
      view.stand(position, quaternion);
      return view;
    });
    const relative = new Map<string, View>();
    const listed: { a: View; b: View }[] = [];
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        const a = this.moving[i];
        const b = this.moving[j];
        if (isIgnored(a, b)) continue;
        if (a.robot < 0 || a.robot !== b.robot) {
          if (i < this.movable || j < this.movable) listed.push({ a: this.movingViews[i], b: this.movingViews[j] });
          continue;
        }
        const robot = robots[a.robot];
        if (!self || a.link === b.link || robot.allowed.isAllowed(a.name, b.name)) continue;
        const ancestor = commonAncestor(robot, a.link, b.link);
        if (!movesBelow(robot, a.link, ancestor) && !movesBelow(robot, b.link, ancestor)) continue;
        listed.push({ a: this.viewIn(i, ancestor, relative), b: this.viewIn(j, ancestor, relative) });
      }
    }
    this.listed = listed;
    this.relativeViews = [...relative.values()];
    this.standingFrom = listed.length;
    this.topFrom = listed.length + this.movable * standing.length;
    this.ignored = new Uint8Array(this.topFrom + this.movable);
    for (let k = 0; k < this.movable; k++) {
      for (let s = 0; s < standing.length; s++)
        if (standing[s].parts.length === 1 && isIgnored(this.moving[k], { name: standing[s].parts[0].name, robot: -1 }))
          this.ignored[this.standingFrom + k * standing.length + s] = 1;
    }
    const topTree = standing.length >= WORTH_A_TREE && this.movable > 0 ? treeOver(this.standingViews) : null;
    this.top = topTree === null ? null : new View(-1, topTree, reference, clock);
    this.top?.stand([reference[0], reference[1], reference[2]], [0, 0, 0, 1]);
    const first = listed.map(({ a }) => a);
    const second = listed.map(({ b }) => b);
    for (let k = 0; k < this.movable; k++) {
      for (const view of this.standingViews) {
        first.push(this.movingViews[k]);
        second.push(view);
      }
    }
    for (let k = 0; this.top !== null && k < this.movable; k++) {
      first.push(this.movingViews[k]);
      second.push(this.top);
    }
    this.viewsA = first;
    this.viewsB = second;
    this.topBodies = topTree === null ? new Uint32Array(0) : topTree.triangles.map((triangle) => triangle >> 1);
  }

  viewA(pair: number): View {
    return this.viewsA[pair];
  }

  viewB(pair: number): View {
    return this.viewsB[pair];
  }

  /** How many pairs there are, without those against the tree over all that stands. */
  get count(): number {
    return this.topFrom;
  }

  /** How many of them are tested. */
  get tested(): number {
    return this.ignored.reduce((sum, mark) => sum - mark, this.topFrom);
  }

  private viewIn(body: number, ancestor: number, known: Map<string, View>): View {
    if (ancestor < 0) return this.movingViews[body];
    const key = `${body} ${ancestor}`;
    let view = known.get(key);
    if (view === undefined) {
      const { mesh, robot, link } = this.moving[body];
      const place = { chain: this.chains[robot], link, ancestor, world: this.movingViews[body] };
      view = new View(body, treeOf(mesh), this.reference, this.clock, place);
      known.set(key, view);
    }
    return view;
  }
}

/** True when some joint between the ancestor (−1: the base) and the link can move. */
function movesBelow(robot: Robot | undefined, link: number, ancestor: number): boolean {
  if (robot === undefined || robot.posable) return true;
  for (let j = link; j !== ancestor; j = robot.links[j].parent) if (robot.links[j].joint.kind.size > 0) return true;
  return false;
}

/** The deepest link that both stand on, or are; −1: the base. */
export function commonAncestor(robot: Pick<RobotModel, 'links'>, a: number, b: number): number {
  let i = a;
  let j = b;
  while (i !== j) {
    if (i > j) i = robot.links[i].parent;
    else j = robot.links[j].parent;
  }
  return i;
}

/**
 * A tree whose leaves 2s and 2s + 1 are the halves of standing body s's outermost rectangle, as thick as its sphere.
 */
function treeOver(views: readonly View[]): SweptSphereTree {
  const positions: number[] = [];
  const indices: number[] = [];
  const radii: number[] = [];
  for (const { nodes, tree, state: R } of views) {
    const first = positions.length / 3;
    for (let corner = 0; corner < 4; corner++) {
      const [x, y, z] = cornerOf(nodes, corner);
      for (let k = 0; k < 3; k++) positions.push(R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z + R[STATE_P + k]);
    }
    indices.push(first, first + 1, first + 3, first, first + 3, first + 2);
    // the corners are rounded, turned and moved
    const size = tree.radius + Math.abs(R[STATE_P]) + Math.abs(R[STATE_P + 1]) + Math.abs(R[STATE_P + 2]);
    const radius = nodes[NODE_R] + 2 ** -44 * size;
    radii.push(radius, radius);
  }
  return buildSweptSphereTree(new TriangleMesh(positions, indices, { name: 'standing', radius: radii }));
}

function cornerOf(nodes: Float64Array, corner: number): Vec3 {
  const a = corner & 1 ? nodes[NODE_L0] : 0;
  const b = corner & 2 ? nodes[NODE_L1] : 0;
  const at = (k: number): number => nodes[NODE_CORNER + k] + a * nodes[NODE_U0 + k] + b * nodes[NODE_U1 + k];
  return [at(0), at(1), at(2)];
}
