import type { Vec3 } from '../math/pose.ts';
import { length } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { drawnShape } from './drawn-shape.ts';

export interface Sphere {
  readonly centre: Vec3;
  readonly radius: number;
}

export interface EncodedMesh {
  readonly positions: string;
  readonly indices: string;
}

/** Around the middle of the box, not the least one. */
export function sphereAround({ positions, indices, radii }: TriangleMesh): Sphere {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const v of indices) {
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k], positions[3 * v + k]);
      max[k] = Math.max(max[k], positions[3 * v + k]);
    }
  }
  const centre: Vec3 = [0, 1, 2].map((k) => min[k] / 2 + max[k] / 2) as unknown as Vec3;
  let radius = 0;
  for (let i = 0; i < indices.length; i++) {
    const v = 3 * indices[i];
    const out = radii === null ? 0 : radii[Math.floor(i / 3)];
    radius = Math.max(radius, out + length([positions[v] - centre[0], positions[v + 1] - centre[1], positions[v + 2] - centre[2]]));
  }
  return { centre, radius };
}

/** The mesh in single precision, relative to a centre and a scale that keep the numbers near 1. */
export function encodedMesh(mesh: TriangleMesh, centre: Vec3, scale: number): EncodedMesh {
  const { positions, indices } = drawnShape(mesh);
  const relative = Float32Array.from(positions, (x, i) => (x - centre[i % 3]) * scale);
  return { positions: base64(relative), indices: base64(indices) };
}

/** Little-endian bytes, as every engine in use stores them. */
export function base64({ buffer, byteOffset, byteLength }: Float32Array | Float64Array | Int16Array | Uint32Array): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 8190) parts.push(btoa(String.fromCharCode(...bytes.subarray(i, i + 8190))));
  return parts.join('');
}
