import type { SceneData } from '../scene-data.ts';

export interface Mesh {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly indices: Uint32Array;
  /** Positions at the end, where the mesh deforms. */
  readonly later?: Float32Array<ArrayBuffer>;
  /** Positions at the time shown first. */
  readonly shown: Float32Array;
}

export interface Scene {
  readonly data: SceneData;
  readonly meshes: readonly Mesh[];
  /** Position and quaternion of a body at each of the scene's times. */
  readonly tracks: readonly Float32Array[];
  /** One step of deforming meshes. */
  readonly isStep: boolean;
}

/** The inverse of base64 in mesh-encoding.ts. */
export function decodeBytes(text: string): ArrayBuffer {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes.buffer;
}

export function decodeScene(data: SceneData): Scene {
  const { meshes, tracks = [], quantum, shownTime, arrivals } = data;
  return {
    data,
    meshes: meshes.map((mesh): Mesh => {
      const positions = new Float32Array(decodeBytes(mesh.positions));
      const indices = new Uint32Array(decodeBytes(mesh.indices));
      if (mesh.later === undefined) return { positions, indices, shown: positions };
      const later = new Float32Array(decodeBytes(mesh.later));
      return { positions, indices, later, shown: positions.map((x, i) => x + shownTime * (later[i] - x)) };
    }),
    tracks: tracks.map((text) => (quantum ? decodeWhole(text, quantum) : new Float32Array(decodeBytes(text)))),
    isStep: arrivals !== undefined,
  };
}

/** Whole numbers stand for steps of the quantum in positions, and for 1/32767 in quaternions. */
function decodeWhole(text: string, quantum: number): Float32Array {
  return Float32Array.from(new Int16Array(decodeBytes(text)), (x, i) => (i % 7 < 3 ? x * quantum : x / 32767));
}
