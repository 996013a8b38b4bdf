import { TriangleMesh } from '../../../../src/index.ts';
import type { StepReportInput } from '../../../../src/report/index.ts';
import type { StepContact, StepFirstContact } from '../../../../src/soft/step-result.ts';

/** A square of n × n cells with sides of length 2, in the plane z = 0. */
export function sheet(n: number, name = 'sheet', scale = 1): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= n; j++) for (let i = 0; i <= n; i++) positions.push(((2 * i) / n - 1) * scale, ((2 * j) / n - 1) * scale, 0);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      const v = j * (n + 1) + i;
      indices.push(v, v + 1, v + n + 2, v, v + n + 2, v + n + 1);
    }
  return new TriangleMesh(positions, indices, { name });
}

/** Its vertex 0 points down, at a height of 1. */
export function tip(scale = 1): TriangleMesh {
  const positions = [0.03, 0.05, 1, 0.4, 0, 2, -0.3, 0.3, 2, -0.3, -0.3, 2];
  return new TriangleMesh(
    positions.map((x) => x * scale),
    [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2],
    { name: 'tip' },
  );
}

const STATS: StepFirstContact['stats'] = { boxes: 12345, triangles: 678, vertexFace: 91, edgeEdge: 23, edgeFace: 57, exact: 4 };

export interface StepCase {
  readonly status?: StepFirstContact['status'];
  readonly cells?: number;
  readonly scale?: number;
  readonly name?: string;
  readonly contacts?: number;
  /** How many edges of the tip go through the face from the start, before the contacts. */
  readonly crossings?: number;
  readonly input?: Partial<StepReportInput>;
}

/** The tip falls by 2 through a sheet that rises by 1 in its middle: they meet at t = 1/3 when all is linear. */
export function reportedStep({
  status = 'contact',
  cells = 8,
  scale = 1,
  name = 'sheet',
  contacts = 3,
  crossings = 0,
  input = {},
}: StepCase = {}): StepReportInput {
  const cloth = sheet(cells, name, scale);
  const body = tip(scale);
  const end = cloth.positions.map((x, i) => (i % 3 === 2 ? scale : x));
  const face = cells * cells + cells;
  const time = status === 'free' ? 1 : status === 'overlap' ? 0 : 1 / 3;
  const found = Array.from({ length: contacts }, (_, i): StepContact => {
    const point = [0.03 * scale, 0.05 * scale, (scale * (1 + i)) / 3] as const;
    const common = { time: time + i / (3 * contacts), pointA: point, pointB: point, point, normal: [0, 0, -1] as const, distance: 0 };
    const corners = (t: number) => [...cloth.indices.subarray(3 * t, 3 * t + 3)];
    const vertex = { body: 'tip', feature: 'vertex', index: 0, vertices: [0], weights: [1] } as const;
    if (i === 0)
      return {
        kind: 'vertex-face',
        a: vertex,
        b: { body: name, feature: 'face', index: face, vertices: corners(face), weights: [0.25, 0.25, 0.5] },
        ...common,
      };
    const ends = corners(face + i).slice(0, 2);
    const edge = { body: name, feature: 'edge', index: 70 + i, vertices: ends, weights: [0.5, 0.5] } as const;
    return { kind: 'edge-edge', a: { body: 'tip', feature: 'edge', index: 0, vertices: [0, 1], weights: [1, 0] }, b: edge, ...common };
  });
  const crossing = Array.from({ length: crossings }, (_, i): StepContact => {
    const vertices = [...cloth.indices.subarray(3 * face, 3 * face + 3)];
    const point = [0.03 * scale, (0.05 + 0.1 * i) * scale, 0] as const;
    return {
      kind: 'edge-face',
      a: { body: 'tip', feature: 'edge', index: i, vertices: [i, i + 1], weights: [0.5, 0.5] },
      b: { body: name, feature: 'face', index: face, vertices, weights: [0.25, 0.25, 0.5] },
      time: 0,
      pointA: point,
      pointB: point,
      point,
      normal: [0, 0, 1],
      distance: 0,
    };
  });
  const known = status === 'contact' || status === 'overlap' ? [...crossing, ...found] : [];
  return {
    title: 'a step',
    bodies: [
      { name, mesh: cloth, end, self: true },
      { name: 'tip', mesh: body, end: body.positions.map((x, i) => (i % 3 === 2 ? x - 2 * scale : x)), self: false },
    ],
    result: { status, time, gap: null, tolerance: 1e-6, complete: true, contacts: known, contactCount: known.length, stats: STATS },
    all: true,
    clearance: 0,
    milliseconds: 0.25,
    memory: 100 * 2 ** 20,
    version: '1.2.3',
    unit: 'mm',
    ...input,
  };
}
