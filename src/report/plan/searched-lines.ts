/**
 * Trees and roadmaps as lines in space: the way of a point of each robot's last link, and of each body's middle, along
 * the motions that were tried. A picture, which proves nothing.
 */
import { entryOf } from '../../math/entries.ts';
import type { Quat, Vec3 } from '../../math/pose.ts';
import { rotate } from '../../math/quat.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { SearchedGraph } from '../../plan/plan-result.ts';
import type { Robot } from '../../robot/robot.ts';
import { linkBodies } from '../../scene/content/link-bodies.ts';
import type { Scene } from '../../scene/scene.ts';
import { base64, sphereAround } from '../mesh-encoding.ts';
import type { SearchedLines } from '../viewer/scene-data.ts';

/** A page draws so many motions smoothly. */
const MOST_EDGES = 4000;
/** Values turn by no more than this, in radians, on a straight line. */
const STRAIGHT = 0.12;
const MOST_PIECES = 8;

export const TREE_COLORS: Readonly<Record<SearchedGraph['from'], string>> = { start: 'tree0', goal: 'tree1', anywhere: 'tree2' };

export interface DrawnSearch {
  readonly lines: readonly SearchedLines[];
  /** Motions that were tried, and how many of them are drawn: those that came first. */
  readonly edges: number;
  readonly drawn: number;
}

/** A point that the states move. */
interface Tip {
  at(state: Float64Array): Vec3;
}

export function searchedLines(scene: Scene, graphs: readonly SearchedGraph[], relative: (point: Vec3) => number[]): DrawnSearch {
  const size = scene.robots.reduce((sum, robot) => sum + robot.size, 0) + 7 * scene.bodies.length;
  const tips = tipsOf(scene, graphs, size);
  const edges = graphs.reduce((sum, graph) => sum + graph.proven.length, 0);
  const share = Math.min(1, MOST_EDGES / edges);
  let drawn = 0;
  const lines: SearchedLines[] = [];
  for (const graph of graphs) {
    const count = Math.floor(share * graph.proven.length);
    drawn += count;
    for (const proven of [false, true]) {
      const points: number[] = [];
      for (let e = 0; e < count; e++) {
        if ((graph.proven[e] === 1) !== proven) continue;
        const [a, b] = [0, 1].map((end) => graph.states.subarray(size * graph.edges[2 * e + end], size * (graph.edges[2 * e + end] + 1)));
        for (const tip of tips) for (const [p, q] of wayOf(tip, a, b, scene)) points.push(...relative(p), ...relative(q));
      }
      if (points.length > 0) lines.push({ color: TREE_COLORS[graph.from], proven, lines: base64(Float32Array.from(points)) });
    }
  }
  return { lines, edges, drawn };
}

/** Straight lines along the motion from one state to another. */
function wayOf(tip: Tip, a: Float64Array, b: Float64Array, { robots }: Scene): [Vec3, Vec3][] {
  const to = b.slice();
  let turn = 0;
  let isPlain = true;
  let first = 0;
  for (const robot of robots) {
    for (const { kind, slot } of robot.joints) {
      if (kind.orientation >= 0) isPlain = false;
      if (kind.angle < 0) continue;
      const at = first + slot + kind.angle;
      // what has no limits goes the short way round
      if (!kind.hasLimits) to[at] -= 2 * Math.PI * Math.round((to[at] - a[at]) / (2 * Math.PI));
      turn = Math.max(turn, Math.abs(to[at] - a[at]));
    }
    first += robot.size;
  }
  const pieces = isPlain ? Math.min(MOST_PIECES, Math.max(1, Math.ceil(turn / STRAIGHT))) : 1;
  const places = Array.from({ length: pieces + 1 }, (_, k) => {
    if (k === 0) return tip.at(a);
    if (k === pieces) return tip.at(to);
    return tip.at(a.map((value, i) => value + (k / pieces) * (to[i] - value)));
  });
  return places.slice(1).map((place, k) => [places[k], place]);
}

/** Tips of each robot and body that the states move. */
function tipsOf(scene: Scene, graphs: readonly SearchedGraph[], size: number): Tip[] {
  const varies = new Uint8Array(size);
  const first = graphs.find(({ states }) => states.length > 0)?.states;
  if (first === undefined) return [];
  for (const { states } of graphs) for (let i = 0; i < states.length; i++) if (states[i] !== first[i % size]) varies[i % size] = 1;
  const tips: Tip[] = [];
  let at = 0;
  for (const robot of scene.robots) {
    const tip = robotTip(robot, at, varies);
    if (tip !== null) tips.push(tip);
    at += robot.size;
  }
  for (const { shape } of scene.bodies) {
    const slot = at;
    if (varies.subarray(slot, slot + 7).includes(1)) tips.push(bodyTip(shape, slot));
    at += 7;
  }
  return tips;
}

/** The first link with a shape that moves and carries no other such link, by its middle, as ways of paths are drawn. */
function robotTip(robot: Robot, at: number, varies: Uint8Array): Tip | null {
  const isMoved = robot.links.map(() => false);
  for (const { index, parent, joint } of robot.links) {
    const { joint: source } = robot.source(joint);
    const own = source.size > 0 && varies.subarray(at + source.slot, at + source.slot + source.size).includes(1);
    isMoved[index] = own || (parent >= 0 && isMoved[parent]);
  }
  const moving = linkBodies(robot).filter(({ link }) => isMoved[link]);
  const carries = new Set<number>();
  for (const { link } of moving) for (let up = robot.links[link].parent; up >= 0; up = robot.links[up].parent) carries.add(up);
  const last = moving.find(({ link }) => !carries.has(link));
  if (last === undefined) return null;
  const { centre } = sphereAround(last.mesh);
  const { name } = robot.links[last.link];
  return {
    at: (state) => {
      const { position, quaternion } = entryOf(robot.linkPoses(state.subarray(at, at + robot.size)), name);
      return moved(centre, position, quaternion);
    },
  };
}

function bodyTip(mesh: TriangleMesh, at: number): Tip {
  const { centre } = sphereAround(mesh);
  return {
    at: (s) => moved(centre, [s[at], s[at + 1], s[at + 2]], [s[at + 3], s[at + 4], s[at + 5], s[at + 6]]),
  };
}

function moved(point: Vec3, position: Vec3, quaternion: Quat): Vec3 {
  const [x, y, z] = rotate(quaternion, point);
  return [position[0] + x, position[1] + y, position[2] + z];
}
