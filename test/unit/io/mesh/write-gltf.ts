// Small glTF files from arrays, so that what is read back can be compared with what was meant.

export interface Document {
  [key: string]: unknown;
}

const COMPONENTS = new Map<unknown, number>([
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Int16Array, 5122],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Float32Array, 5126],
]);

type Data = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

/** Lays arrays into one buffer; `accessor` gives the number to refer to. */
export class GltfWriter {
  readonly accessors: Document[] = [];
  readonly bufferViews: Document[] = [];
  private readonly bytes: number[] = [];

  view(data: Data, more: Document = {}): number {
    while (this.bytes.length % 4 !== 0) this.bytes.push(0);
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    this.bufferViews.push({ buffer: 0, byteOffset: this.bytes.length, byteLength: raw.length, ...more });
    for (const byte of raw) this.bytes.push(byte);
    return this.bufferViews.length - 1;
  }

  accessor(data: Data, type: 'SCALAR' | 'VEC3', more: Document = {}): number {
    const count = data.length / (type === 'VEC3' ? 3 : 1);
    this.accessors.push({ bufferView: this.view(data), componentType: COMPONENTS.get(data.constructor), count, type, ...more });
    return this.accessors.length - 1;
  }

  get buffer(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }

  document(more: Document): Document {
    return {
      asset: { version: '2.0' },
      accessors: this.accessors,
      bufferViews: this.bufferViews,
      buffers: [{ byteLength: this.bytes.length }],
      ...more,
    };
  }

  glb(more: Document): Uint8Array {
    return glbBytes(this.document(more), this.buffer);
  }

  gltf(more: Document): string {
    const uri = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...this.bytes))}`;
    return JSON.stringify({ ...this.document(more), buffers: [{ byteLength: this.bytes.length, uri }] });
  }
}

export function glbBytes(document: unknown, binary: Uint8Array | null): Uint8Array {
  return containerBytes(typeof document === 'string' ? document : JSON.stringify(document), binary);
}

function containerBytes(json: string, binary: Uint8Array | null): Uint8Array {
  const text = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
  const binaryLength = binary === null ? 0 : 8 + Math.ceil(binary.length / 4) * 4;
  const out = new Uint8Array(20 + text.length + binaryLength);
  const view = new DataView(out.buffer);
  for (const [at, word] of [0x46546c67, 2, out.length, text.length, 0x4e4f534a].entries()) view.setUint32(4 * at, word, true);
  out.set(text, 20);
  if (binary !== null) {
    view.setUint32(20 + text.length, binaryLength - 8, true);
    view.setUint32(24 + text.length, 0x004e4942, true);
    out.set(binary, 28 + text.length);
  }
  return out;
}

/** A quad in the plane z = 0 with exact coordinates, two triangles. */
export const QUAD_POSITIONS: readonly number[] = [0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0];
export const QUAD_INDICES: readonly number[] = [0, 1, 2, 0, 2, 3];

/** One indexed quad under the given nodes; without any, one node without a transform. */
export function quadGlb(nodes: Document[] = [{ mesh: 0 }], more: Document = {}): Uint8Array {
  const writer = new GltfWriter();
  const POSITION = writer.accessor(Float32Array.from(QUAD_POSITIONS), 'VEC3');
  const indices = writer.accessor(Uint16Array.from(QUAD_INDICES), 'SCALAR');
  return writer.glb({
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    meshes: [{ primitives: [{ attributes: { POSITION }, indices }] }],
    ...more,
  });
}
