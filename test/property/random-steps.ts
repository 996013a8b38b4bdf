/** Random steps of small deforming meshes: soups with shared, degenerate, duplicate triangles and unused vertices. */

import type { SoftBody } from '../../src/contact/deformation.ts';
import type { Random } from '../../src/math/random.ts';
import { type MeshOptions, TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { type LinearMotion, linearMotion } from '../../src/soft/linear-motion.ts';
import type { StepBody } from './brute-step.ts';

export interface RandomStepOptions {
  readonly bodies?: number;
  /** Whole coordinates: much coincides exactly. Otherwise real ones. */
  readonly grid?: boolean;
  readonly radius?: number;
  /** How far along z one body is drawn above the one before. */
  readonly apart?: number;
}

/** A few triangles over a few vertices. */
export function randomIndices(random: Random, vertices: number): number[] {
  const indices: number[] = [];
  const count = 1 + random.integer(7);
  for (let t = 0; t < count; t++) {
    const shape = random.integer(12);
    const [a, b, c] = [random.integer(vertices), random.integer(vertices), random.integer(vertices)];
    if (shape === 0) indices.push(a, a, a);
    else if (shape === 1) indices.push(a, b, random.pick([a, b]));
    else if (shape === 2 && t > 0) indices.push(...indices.slice(3 * t - 3));
    else indices.push(a, b, c);
  }
  return indices;
}

export function randomStep(random: Random, options: RandomStepOptions = {}): StepBody[] {
  const { bodies = 1 + random.integer(3), grid = random.integer(2) === 0, radius = 0, apart = 2 } = options;
  const spread = random.pick([1, 2, 4]);
  const reach = random.pick([0.2, 1, 3]);
  return Array.from({ length: bodies }, (_, i) => {
    const vertices = 3 + random.integer(8);
    const indices = randomIndices(random, vertices);
    const place = (k: number): number => (grid ? random.integer(5) - 2 : random.range(-spread, spread)) + (k % 3 === 2 ? apart * i : 0);
    const before = Float64Array.from({ length: 3 * vertices }, (_, k) => place(k));
    const rests = random.integer(5) === 0;
    const after = rests ? before.slice() : before.map((x) => x + (grid ? random.integer(5) - 2 : reach * random.range(-1, 1)));
    // where the mesh has its vertices means nothing once a motion is given
    const drawn = random.integer(3) === 0 ? before.map((x) => x + random.range(-1, 1)) : before;
    const thick: MeshOptions =
      radius > 0 ? { radius: Float64Array.from({ length: indices.length / 3 }, () => radius * random.next()) } : {};
    const self = bodies === 1 || random.integer(3) > 0;
    return { name: `m${i}`, mesh: new TriangleMesh(drawn, indices, { name: `m${i}`, ...thick }), before, after, self };
  });
}

export function softBodies(bodies: readonly StepBody[]): SoftBody[] {
  return bodies.map(({ name, mesh, self }) => ({ name, shape: mesh, self }));
}

export function motionsOf(bodies: readonly StepBody[]): Record<string, LinearMotion> {
  return Object.fromEntries(bodies.map(({ name, before, after }) => [name, linearMotion(before, after)]));
}

/** The same bodies with other frames. */
export function withFrames(bodies: readonly StepBody[], change: (frame: Float64Array, body: StepBody) => Float64Array): StepBody[] {
  return bodies.map((body) => ({ ...body, before: change(body.before, body), after: change(body.after, body) }));
}

export function reversed(bodies: readonly StepBody[]): StepBody[] {
  return bodies.map((body) => ({ ...body, before: body.after, after: body.before }));
}

/** Vertices in another order; the number of old vertex v is order[v]. */
export function renumbered(body: StepBody, order: readonly number[]): StepBody {
  const moved = (x: Float64Array): Float64Array => {
    const out = new Float64Array(x.length);
    order.forEach((to, from) => {
      out.set(x.subarray(3 * from, 3 * from + 3), 3 * to);
    });
    return out;
  };
  const { mesh } = body;
  const indices = Array.from(mesh.indices, (v) => order[v]);
  const options = { name: mesh.name, solid: mesh.solid, ...(mesh.radii === null ? {} : { radius: mesh.radii }) };
  return { ...body, mesh: new TriangleMesh(moved(mesh.positions), indices, options), before: moved(body.before), after: moved(body.after) };
}

/** Triangles in another order, their corners rotated: triangle i is old triangle order[i], from corner turns[i] on. */
export function reordered(body: StepBody, order: readonly number[], turns: readonly number[]): StepBody {
  const { mesh } = body;
  const indices = order.flatMap((t, i) => [0, 1, 2].map((k) => mesh.indices[3 * t + ((k + turns[i]) % 3)]));
  const { radii } = mesh;
  const options = { name: mesh.name, solid: mesh.solid, ...(radii === null ? {} : { radius: order.map((t) => radii[t]) }) };
  return { ...body, mesh: new TriangleMesh(mesh.positions, indices, options) };
}

/** Every triangle in three, about a + (b − a)/4 + (c − a)/2: exact where coordinates are multiples of 4 of a power of two. */
export function splitAtCentres(body: StepBody): StepBody {
  const { mesh } = body;
  const indices: number[] = [];
  const more = (x: Float64Array): Float64Array => {
    const added: number[] = [];
    for (let t = 0; t < mesh.indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * mesh.indices[t + k]);
      for (let k = 0; k < 3; k++) added.push(0.25 * x[a + k] + 0.25 * x[b + k] + 0.5 * x[c + k]);
    }
    return Float64Array.from([...x, ...added]);
  };
  for (let t = 0; t < mesh.triangleCount; t++) {
    const [a, b, c] = mesh.indices.subarray(3 * t, 3 * t + 3);
    const m = mesh.vertexCount + t;
    indices.push(a, b, m, b, c, m, c, a, m);
  }
  return {
    ...body,
    mesh: new TriangleMesh(more(mesh.positions), indices, { name: mesh.name }),
    before: more(body.before),
    after: more(body.after),
  };
}
