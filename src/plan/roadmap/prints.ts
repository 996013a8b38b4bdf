/**
 * Short texts that tell things apart: what stands in a cell, and what moves in it. A roadmap keeps them in place of the
 * things, so that it knows what changed, also after it was saved. Two things of one print are taken for the same; 64
 * bits make that as good as certain where nobody means harm, and a path is certified by the scene as it is anyhow.
 */
import type { Body } from '../../contact/deformation.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { LoopedRobot } from '../../robot/follow/looped-robot.ts';
import type { Joint } from '../../robot/joint.ts';
import { nameOf } from '../../scene/content/scene-content.ts';
import type { Scene } from '../../scene/scene.ts';

/** Prints of meshes, which never change. */
const MESHES: WeakMap<TriangleMesh, string> = new WeakMap();

/** Prints of obstacles by name, those of one name together. */
export function obstaclePrints(scene: Scene): Map<string, string> {
  const {
    obstacles,
    options: { allowed },
  } = scene;
  const out = new Map<string, string>();
  for (const obstacle of obstacles) {
    const name = nameOf(obstacle);
    const rules = allowed.filter((pair) => pair.includes(name)).map((pair) => [...pair].sort());
    const own = textPrint(JSON.stringify([meshPrint(obstacle.shape), placeOf(obstacle.pose), rules]));
    out.set(name, `${out.get(name) ?? ''}${own}`);
  }
  return out;
}

type NoMore = Readonly<Record<string, never>>;

/**
 * Print of robots and bodies that move: their shapes, joints and rules. Of the distances that a scene keeps those that
 * a roadmap does not have itself. What scenes and robots know more does not compile here.
 */
export function moversPrint(scene: Scene, kept: { readonly clearance: unknown; readonly tolerance: unknown }): string {
  // obstacles have prints of their own; scenes that move bodies have no roadmaps, and what is soft no states
  const { robots, bodies, self, allowed, uncertainty, clearance, tolerance, obstacles, bodyMotions, soft, trees, ...beyond } =
    scene.options;
  beyond satisfies NoMore;
  const own = robots.map((robot) => {
    // groups and states are names of what the roadmap says itself
    const { allowed: _, links: __, name, base, tool = [], posable, groups, states, ...more } = robot.options();
    more satisfies NoMore;
    const { links, allowed: pairs } = robot;
    return [
      name,
      placeOf(base),
      links.map(({ name: link, parent, joint, shapes }) => [
        link,
        parent,
        jointPrint(joint),
        shapes.map(({ shape, pose }) => [meshPrint(shape), placeOf(pose)]),
      ]),
      pairs
        .list()
        .map(({ a, b }) => (a < b ? `${a}\n${b}` : `${b}\n${a}`))
        .sort(),
      ...(robot.loops === undefined ? [] : [loopsPrint(robot as LoopedRobot)]),
      ...(tool.length === 0 && posable !== true ? [] : [{ tool, posable }]),
    ];
  });
  const others = bodies.map(({ name, shape }) => [name, meshPrint(shape)]);
  const links = robots.flatMap(({ name, links: list }) => list.flatMap((link) => [link.name, `${name}/${link.name}`]));
  const names = new Set([...bodies.map(({ name }) => name), ...links]);
  const off = uncertainty === undefined ? [] : [uncertainty];
  const distances = {
    ...(kept.clearance === null && clearance !== 0 ? { clearance } : {}),
    ...(kept.tolerance === null && tolerance !== undefined ? { tolerance } : {}),
  };
  const rules = Object.keys(distances).length === 0 ? [] : [distances];
  return textPrint(JSON.stringify([own, others, self, allowed.filter((pair) => pair.every((name) => names.has(name))), ...off, ...rules]));
}

/** All that decides where joints that follow are. */
function loopsPrint(robot: LoopedRobot): unknown {
  const { loops, driven, openness, accuracy } = robot.options();
  return [
    loops.map(({ a, b, keeps }) => [a.link, placeOf(a.at), b.link, placeOf(b.at), keeps]),
    driven,
    openness,
    accuracy,
    [...robot.neutral()],
  ];
}

/** All that decides where it brings its link: a joint that knows more does not compile here. */
function jointPrint({ name, type, position, quaternion, axis, pitch, mimic, limits, kind, slot, size, ...more }: Joint): unknown {
  const known: Readonly<Record<string, never>> = more;
  return [name, type, position, quaternion, axis, mimic, ...(pitch === 0 ? [] : [pitch]), ...Object.keys(known)];
}

function placeOf(pose: Body['pose']): unknown {
  return [pose?.position ?? [0, 0, 0], pose?.quaternion ?? [0, 0, 0, 1]];
}

function meshPrint(mesh: TriangleMesh): string {
  const known = MESHES.get(mesh);
  if (known !== undefined) return known;
  const { positions, indices, radii, solid, excess, name, vertexCount, triangleCount, ...more } = mesh;
  more satisfies NoMore;
  const parts = [positions, radii ?? new Float64Array(0), indices].map((list) =>
    wordsPrint(new Uint32Array(list.buffer, list.byteOffset, list.byteLength / 4)),
  );
  const made = textPrint(`${parts.join(' ')} ${solid} ${excess}`);
  MESHES.set(mesh, made);
  return made;
}

function textPrint(text: string): string {
  return wordsPrint(Uint32Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)));
}

/** Two lanes of multiply and rotate, each of which every word reaches. */
function wordsPrint(words: Uint32Array): string {
  let a = 0x9e3779b9 ^ words.length;
  let b = 0x85ebca6b;
  for (let i = 0; i < words.length; i++) {
    a = Math.imul(a ^ words[i], 0xcc9e2d51);
    a ^= a >>> 15;
    b = Math.imul(((b << 13) | (b >>> 19)) ^ words[i], 0x1b873593) + a;
  }
  a = Math.imul(a ^ (a >>> 16), 0x7feb352d);
  b = Math.imul(b ^ a ^ (b >>> 16), 0x846ca68b);
  return [a ^ (a >>> 15), b ^ (b >>> 13)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
