import { entryOf } from '../../math/entries.ts';
import type { InputError } from '../../math/input-error.ts';
import { shownJson } from '../text/shown-json.ts';
import { type GltfItem, type GltfJson, pathOf } from './gltf-json.ts';

// Buffers, views and accessors of glTF 2.0: numbers by position, read where they lie, so that a document whose
// accessors overlap a thousandfold costs nothing until they are used.

interface ComponentType {
  readonly name: string;
  readonly size: number;
  readonly read: (view: DataView, at: number) => number;
  /** Divides a normalised value; 0 for floats. */
  readonly one: number;
}

const COMPONENT_TYPES: Readonly<Record<number, ComponentType>> = {
  5120: { name: 'byte', size: 1, read: (view, at) => view.getInt8(at), one: 127 },
  5121: { name: 'unsigned byte', size: 1, read: (view, at) => view.getUint8(at), one: 255 },
  5122: { name: 'short', size: 2, read: (view, at) => view.getInt16(at, true), one: 32767 },
  5123: { name: 'unsigned short', size: 2, read: (view, at) => view.getUint16(at, true), one: 65535 },
  5125: { name: 'unsigned int', size: 4, read: (view, at) => view.getUint32(at, true), one: 0 },
  5126: { name: 'float', size: 4, read: (view, at) => view.getFloat32(at, true), one: 0 },
};

const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

interface Place {
  readonly view: DataView;
  readonly offset: number;
  readonly stride: number;
}

export interface Accessor {
  readonly path: string;
  readonly count: number;
  readonly type: string;
  readonly component: string;
  readonly isNormalised: boolean;
  /** Component k of element i; i must be below count. */
  read(i: number, k: number): number;
  /** The error to be thrown where element i is at fault. */
  fault(i: number, message: string): InputError;
}

/** Other files by the names that the document has for them. */
type Beside = Readonly<Record<string, Uint8Array>>;

export class GltfAccessors {
  private readonly json: GltfJson;
  /** The binary chunk of a .glb file. */
  private readonly binary: Uint8Array | null;
  /** Byte of the file at which it begins. */
  private readonly binaryStart: number;
  private readonly beside: Beside;
  private readonly spend: (units: number) => void;
  private readonly buffers: Map<number, Uint8Array> = new Map();
  private readonly accessors: Map<number, Accessor> = new Map();

  constructor(json: GltfJson, binary: Uint8Array | null, binaryStart: number, beside: Beside, spend: (units: number) => void) {
    this.json = json;
    this.beside = beside;
    this.binary = binary;
    this.binaryStart = binaryStart;
    this.spend = spend;
  }

  get(owner: GltfItem, key: string): Accessor {
    const { item, index } = this.json.referred(owner, key, 'accessors');
    const known = this.accessors.get(index);
    if (known !== undefined) return known;
    const made = this.make(item);
    this.accessors.set(index, made);
    return made;
  }

  private make(item: GltfItem): Accessor {
    const { json } = this;
    const component = this.componentType(item);
    const type = item.fields.type;
    const width = typeof type === 'string' && Object.hasOwn(WIDTHS, type) ? WIDTHS[type] : 0;
    if (width === 0) throw json.fault(pathOf(item, 'type'), `should be one of ${Object.keys(WIDTHS).join(', ')}, got ${shownJson(type)}`);
    const count = json.integer(item, 'count', 1);
    const place = json.has(item, 'bufferView') ? this.range(item, count, width * component.size) : null;
    // Without a view all are 0, at no cost in the file, so they are counted.
    if (place === null) this.spend(count);
    const sparse = this.sparse(item, count, width, component);
    const isNormalised = item.fields.normalized === true;
    const read = (i: number, k: number): number => {
      let raw = 0;
      const replaced = sparse?.at.get(i);
      if (sparse !== null && replaced !== undefined) {
        raw = component.read(sparse.values.view, sparse.values.offset + sparse.values.stride * replaced + component.size * k);
      } else if (place !== null) {
        raw = component.read(place.view, place.offset + place.stride * i + component.size * k);
      }
      return isNormalised && component.one > 0 ? Math.max(raw / component.one, -1) : raw;
    };
    const fault = (i: number, message: string): InputError =>
      json.fault(`${item.path}, element ${i},`, message, place === null ? undefined : this.byteOf(place, i));
    return { path: item.path, count, type: type as string, component: component.name, isNormalised, read, fault };
  }

  private sparse(
    item: GltfItem,
    count: number,
    width: number,
    component: ComponentType,
  ): { at: Map<number, number>; values: Place } | null {
    const { json } = this;
    const sparse = json.child(item, 'sparse');
    if (sparse === null) return null;
    const replacedCount = json.integer(sparse, 'count', 1);
    const indices = json.child(sparse, 'indices');
    const values = json.child(sparse, 'values');
    if (indices === null || values === null) throw json.fault(sparse.path, 'should have indices and values');
    const indexType = this.componentType(indices);
    if (!indexType.name.startsWith('unsigned')) throw json.fault(indices.path, `should be unsigned integers, got ${indexType.name}`);
    const from = this.range(indices, replacedCount, indexType.size);
    const valuePlace = this.range(values, replacedCount, width * component.size);
    this.spend(replacedCount);
    const at = new Map<number, number>();
    for (let j = 0; j < replacedCount; j++) {
      const i = indexType.read(from.view, from.offset + from.stride * j);
      if (i >= count) throw json.fault(indices.path, `names element ${i}, but there are ${count}`, this.byteOf(from, j));
      at.set(i, j);
    }
    return { at, values: valuePlace };
  }

  private componentType(item: GltfItem): ComponentType {
    const number = item.fields.componentType;
    const type = typeof number === 'number' ? COMPONENT_TYPES[number] : undefined;
    if (type !== undefined) return type;
    throw this.json.fault(
      pathOf(item, 'componentType'),
      `should be one of ${Object.keys(COMPONENT_TYPES).join(', ')}, got ${shownJson(number)}`,
    );
  }

  /** Where `count` elements of `size` bytes lie; throws unless all of them are inside. */
  private range(item: GltfItem, count: number, size: number): Place {
    const { json } = this;
    const { item: view } = json.referred(item, 'bufferView', 'bufferViews');
    const buffer = this.buffer(view);
    const viewOffset = json.integer(view, 'byteOffset', 0, 0);
    const viewLength = json.integer(view, 'byteLength', 1);
    if (viewOffset + viewLength > buffer.length) {
      throw json.fault(
        view.path,
        `ends at byte ${viewOffset + viewLength} of a buffer that has ${buffer.length}; the file may be cut short`,
      );
    }
    const stride = json.integer(view, 'byteStride', 1, size);
    if (stride < size) throw json.fault(pathOf(view, 'byteStride'), `is ${stride}, but an element takes ${size} bytes`);
    const offset = json.integer(item, 'byteOffset', 0, 0);
    const end = offset + stride * (count - 1) + size;
    if (end > viewLength)
      throw json.fault(item.path, `claims ${count} elements, which need ${end} bytes, but ${view.path} has ${viewLength}`);
    return {
      view: new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength),
      offset: viewOffset + offset,
      stride,
    };
  }

  /** Byte in the file, where the buffer is part of it. */
  private byteOf({ view, offset, stride }: Place, i: number): number | undefined {
    if (this.binary === null || view.buffer !== this.binary.buffer || view.byteOffset !== this.binary.byteOffset) return undefined;
    return this.binaryStart + offset + stride * i;
  }

  private buffer(view: GltfItem): Uint8Array {
    const { json } = this;
    const { item, index } = json.referred(view, 'buffer', 'buffers');
    const known = this.buffers.get(index);
    if (known !== undefined) return known;
    const byteLength = json.integer(item, 'byteLength', 1);
    const data = json.has(item, 'uri') ? this.embedded(item) : index === 0 ? this.binary : null;
    if (data === null) {
      const compressed = json.child(view, 'extensions') !== null ? '; compressed data cannot be read, export it without compression' : '';
      throw json.fault(item.path, `has no data in the file${compressed}`);
    }
    if (data.length < byteLength) {
      throw json.fault(item.path, `claims ${byteLength} bytes, but has ${data.length}; the file may be cut short`);
    }
    const buffer = data.subarray(0, byteLength);
    this.buffers.set(index, buffer);
    return buffer;
  }

  private embedded(item: GltfItem): Uint8Array {
    const path = pathOf(item, 'uri');
    const uri = item.fields.uri;
    if (typeof uri !== 'string') throw this.json.fault(path, 'should be text');
    const comma = uri.indexOf(',');
    if (!uri.startsWith('data:') || comma < 0) {
      const bytes = entryOf(this.beside, uri);
      if (bytes !== undefined) return bytes;
      throw this.json.fault(
        path,
        `names another file, ${shownJson(uri)}, which is not at hand (readMesh reads a .bin); export as .glb or with embedded buffers`,
      );
    }
    if (!uri.slice(0, comma).endsWith(';base64')) throw this.json.fault(path, 'should be base64, data:…;base64,…');
    let text: string;
    try {
      text = atob(uri.slice(comma + 1));
    } catch {
      throw this.json.fault(path, 'is not valid base64; the file may be damaged');
    }
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  }
}
