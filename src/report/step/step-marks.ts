import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { StepContact, StepSide } from '../../soft/step-result.ts';

/** Triangles of one body that belong to features in contact, by the time of their first one. */
export interface MarkedTriangles {
  readonly triangles: Uint32Array;
  /** Ascending. */
  readonly times: Float64Array;
}

/** A face itself, the triangles at an edge, those around a vertex. */
export function markedTriangles({ indices, vertexCount }: TriangleMesh, name: string, contacts: readonly StepContact[]): MarkedTriangles {
  const times = { vertex: new Map<number, number>(), edge: new Map<number, number>(), face: new Map<number, number>() };
  const edgeKey = (v: number, w: number) => Math.min(v, w) * vertexCount + Math.max(v, w);
  const mark = ({ body, feature, index, vertices }: StepSide, time: number) => {
    if (body !== name) return;
    const key = feature === 'edge' ? edgeKey(vertices[0], vertices[1]) : index;
    times[feature].set(key, Math.min(time, times[feature].get(key) ?? Infinity));
  };
  for (const { a, b, time } of contacts) {
    mark(a, time);
    mark(b, time);
  }
  const found: [triangle: number, time: number][] = [];
  for (let t = 0; 3 * t < indices.length; t++) {
    let first = times.face.get(t) ?? Infinity;
    for (let k = 0; k < 3; k++) {
      const v = indices[3 * t + k];
      const w = indices[3 * t + ((k + 1) % 3)];
      first = Math.min(first, times.vertex.get(v) ?? Infinity, times.edge.get(edgeKey(v, w)) ?? Infinity);
    }
    if (first < Infinity) found.push([t, first]);
  }
  found.sort(([s, one], [t, other]) => one - other || s - t);
  return { triangles: Uint32Array.from(found, ([t]) => t), times: Float64Array.from(found, ([, time]) => time) };
}
