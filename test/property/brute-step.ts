/**
 * All contacts of a step the slow way: every pair of features without a common vertex in exact arithmetic, every edge against
 * every face for going through it at the start. Knows nothing of boxes, trees, cubics or who owns which feature.
 */
import { exactStencil, type StencilKind } from '../../src/contact/elementary/exact-stencil.ts';
import { edgePiercesFace } from '../../src/geometry/edge-pierces-face.ts';
import { edgeAdjacency } from '../../src/mesh/adjacency.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { StepContact } from '../../src/soft/step-result.ts';

export interface StepBody {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly self: boolean;
}

/** A feature: its kind, its number and the vertices it has. */
export interface BruteFeature {
  readonly body: StepBody;
  readonly index: number;
  readonly vertices: readonly number[];
}

export interface BrutePairOfFeatures {
  readonly kind: StepContact['kind'];
  readonly a: BruteFeature;
  readonly b: BruteFeature;
}

function isTested(a: StepBody, b: StepBody, allowed: readonly (readonly [string, string])[] = []): boolean {
  if (a === b) return a.self;
  return !allowed.some(([x, y]) => (x === a.name && y === b.name) || (x === b.name && y === a.name));
}

function verticesOf(body: StepBody): BruteFeature[] {
  return [...new Set(body.mesh.indices)].map((index) => ({ body, index, vertices: [index] }));
}

function edgesOf(body: StepBody): BruteFeature[] {
  const { ends, edgeCount } = edgeAdjacency(body.mesh.indices, body.mesh.vertexCount);
  return Array.from({ length: edgeCount }, (_, index) => ({ body, index, vertices: [...ends.subarray(2 * index, 2 * index + 2)] }));
}

function facesOf(body: StepBody): BruteFeature[] {
  const { indices, triangleCount } = body.mesh;
  return Array.from({ length: triangleCount }, (_, index) => ({ body, index, vertices: [...indices.subarray(3 * index, 3 * index + 3)] }));
}

/** All that are to be tested, each once. */
export function* pairsOfFeatures(
  bodies: readonly StepBody[],
  allowed: readonly (readonly [string, string])[] = [],
): Generator<BrutePairOfFeatures> {
  const made = bodies.map((body) => ({ vertices: verticesOf(body), edges: edgesOf(body), faces: facesOf(body) }));
  for (const [i, A] of bodies.entries()) {
    for (const [j, B] of bodies.entries()) {
      if (!isTested(A, B, allowed)) continue;
      const apart = (a: BruteFeature, b: BruteFeature): boolean => i !== j || !a.vertices.some((v) => b.vertices.includes(v));
      for (const b of made[j].faces) {
        for (const a of made[i].vertices) if (apart(a, b)) yield { kind: 'vertex-face', a, b };
        for (const a of made[i].edges) if (apart(a, b)) yield { kind: 'edge-face', a, b };
      }
      if (j < i) continue;
      for (const a of made[i].edges)
        for (const b of made[j].edges) if ((i !== j || a.index < b.index) && apart(a, b)) yield { kind: 'edge-edge', a, b };
    }
  }
}

const out = new Float64Array(2);

/** By key, the time of the first contact: the largest double that is not after it. */
export function bruteStep(bodies: readonly StepBody[], allowed: readonly (readonly [string, string])[] = []): Map<string, number> {
  const found = new Map<string, number>();
  const known = new Map<BruteFeature, Record<'before' | 'after', number[]>>();
  const placesOf = (feature: BruteFeature): Record<'before' | 'after', number[]> => {
    let places = known.get(feature);
    if (places === undefined) {
      places = { before: placed(feature, 'before'), after: placed(feature, 'after') };
      known.set(feature, places);
    }
    return places;
  };
  const start = new Float64Array(15);
  const values = new Float64Array(24);
  for (const { kind, a, b } of pairsOfFeatures(bodies, allowed)) {
    const [own, other] = [placesOf(a), placesOf(b)];
    if (kind === 'edge-face') {
      start.set(own.before);
      start.set(other.before, 6);
      if (edgePiercesFace(start)) found.set(keyOf(kind, a.body.name, a.index, b.body.name, b.index), 0);
      continue;
    }
    const split = own.before.length;
    values.set(own.before);
    values.set(other.before, split);
    values.set(own.after, 12);
    values.set(other.after, 12 + split);
    if (apartOnAnAxis(kind, values)) continue;
    exactStencil(kind, values, out);
    if (out[0] === 1) found.set(keyOf(kind, a.body.name, a.index, b.body.name, b.index), out[1]);
  }
  return found;
}

function placed({ body, vertices }: BruteFeature, when: 'before' | 'after'): number[] {
  return vertices.flatMap((v) => [...body[when].subarray(3 * v, 3 * v + 3)]);
}

/** All of one feature above all of the other, at the start and at the end: comparisons only, to spare the integers. */
function apartOnAnAxis(kind: StencilKind, v: Float64Array): boolean {
  const split = kind === 'vertex-face' ? 3 : 6;
  for (let k = 0; k < 3; k++) {
    let above = true;
    let below = true;
    for (let end = 0; end < 24; end += 12) {
      for (let i = k; i < split; i += 3) {
        for (let j = split + k; j < 12; j += 3) {
          above &&= v[end + i] > v[end + j];
          below &&= v[end + i] < v[end + j];
        }
      }
    }
    if (above || below) return true;
  }
  return false;
}

export function keyOf(kind: string, bodyA: string, indexA: number, bodyB: string, indexB: number): string {
  const a = `${bodyA} ${indexA}`;
  const b = `${bodyB} ${indexB}`;
  const swapped = kind === 'edge-edge' && (bodyA > bodyB || (bodyA === bodyB && indexA > indexB));
  return swapped ? `${kind}: ${b}, ${a}` : `${kind}: ${a}, ${b}`;
}

export function keyOfContact({ kind, a, b }: StepContact): string {
  return keyOf(kind, a.body, a.index, b.body, b.index);
}
