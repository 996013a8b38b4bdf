import { entryOf } from '../../math/entries.ts';
import { InputError, type InputPlace } from '../../math/input-error.ts';
import { shownJson } from '../text/shown-json.ts';
import type { WorkMeter } from '../work-meter.ts';

/** Each is looked at with the way to it. */
const REFERENCE_UNITS = 8;

type Fields = Readonly<Record<string, unknown>>;

/** One object of a glTF document and the way to it, as `accessors[3]`, so that faults can be named. */
export interface GltfItem {
  readonly fields: Fields;
  readonly path: string;
}

/** Reads fields of a glTF document and checks what it hands out: kind, range, references. */
export class GltfJson {
  readonly root: GltfItem;
  readonly work: WorkMeter;
  private readonly place: InputPlace;

  constructor(bytes: Uint8Array, file: string, work: WorkMeter, byte?: number) {
    this.work = work;
    this.place = { file, byte };
    let fields: unknown;
    try {
      fields = JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      // Engines say why in words of their own, and quote the file; what is at fault is mostly that its end is missing.
      throw this.fault('its JSON', 'cannot be read; it may be cut short');
    }
    if (!isObject(fields)) throw this.fault('its JSON', 'should be an object');
    this.root = { fields, path: '' };
  }

  /** The error to be thrown. Shortened where a list of names or numbers comes from the file. */
  fault(path: string, message: string, byte?: number): InputError {
    const place = byte === undefined ? this.place : { ...this.place, byte };
    return new InputError(`${path} ${message}`.slice(0, 500), place);
  }

  has(item: GltfItem, key: string): boolean {
    return entryOf(item.fields, key) !== undefined;
  }

  child(item: GltfItem, key: string): GltfItem | null {
    const value = entryOf(item.fields, key);
    if (value === undefined) return null;
    if (!isObject(value)) throw this.fault(pathOf(item, key), 'should be an object');
    return { fields: value, path: pathOf(item, key) };
  }

  list(item: GltfItem, key: string): readonly unknown[] {
    const value = entryOf(item.fields, key);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.fault(pathOf(item, key), 'should be a list');
    this.work.spend(1, this.place);
    return value;
  }

  /** The object at `index` of a list. */
  entry(item: GltfItem, key: string, index: number): GltfItem {
    const value = this.list(item, key)[index];
    const path = `${pathOf(item, key)}[${index}]`;
    if (!isObject(value)) throw this.fault(path, 'should be an object');
    return { fields: value, path };
  }

  /** Follows a reference, a number into one of the document's lists. */
  referred(item: GltfItem, key: string, list: string): { item: GltfItem; index: number } {
    const index = this.checkedReference(entryOf(item.fields, key), pathOf(item, key), list);
    return { item: this.entry(this.root, list, index), index };
  }

  references(item: GltfItem, key: string, list: string): number[] {
    const values = this.list(item, key);
    this.work.spend(REFERENCE_UNITS * values.length, this.place);
    return values.map((value, i) => this.checkedReference(value, `${pathOf(item, key)}[${i}]`, list));
  }

  integer(item: GltfItem, key: string, least: number, byDefault?: number): number {
    const value = entryOf(item.fields, key) ?? byDefault;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    throw this.fault(pathOf(item, key), `should be an integer of at least ${least}, got ${shownJson(value)}`);
  }

  numbers(item: GltfItem, key: string, count: number): number[] | null {
    if (!this.has(item, key)) return null;
    const values = this.list(item, key);
    if (values.length === count && values.every((x) => typeof x === 'number' && Number.isFinite(x))) return [...(values as number[])];
    throw this.fault(pathOf(item, key), `should be ${count} finite numbers, got ${shownJson(values)}`);
  }

  private checkedReference(value: unknown, path: string, list: string): number {
    const { length } = this.list(this.root, list);
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length) return value;
    throw this.fault(path, `should be a number into ${list}, of which there are ${length}, got ${shownJson(value)}`);
  }
}

export function pathOf(item: GltfItem, key: string): string {
  return item.path === '' ? key : `${item.path}.${key}`;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
