/** What stands in packed data, checked: it may come from another machine. */
import { refuseMore } from '../../batch/refuse-more.ts';
import { InputError, type TriangleMesh } from '../../index.ts';

/** What packed data have of a mesh that is a surface without thickness, as those of files are; others are refused. */
export function packedSurface(mesh: TriangleMesh): { readonly positions: Float64Array; readonly indices: Uint32Array } {
  const { name, positions, indices, radii, solid, excess, vertexCount, triangleCount, ...rest } = mesh;
  const more = { ...rest, ...(radii === null ? {} : { radii }), ...(solid ? { solid } : {}), ...(excess === 0 ? {} : { excess }) };
  refuseMore(more as typeof rest, `packed data: mesh '${name}'`);
  return { positions, indices };
}

/** A record of these keys; with a `format` that it must have. */
export function fieldsOf<Key extends string>(value: unknown, keys: readonly Key[], format?: string): Readonly<Record<Key, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value))
    throw new InputError(`packed data: should be a record${format === undefined ? '' : ` of the format ${format}`}`);
  const { format: own, ...rest } = value as Readonly<Record<string, unknown>>;
  if (format !== undefined && own !== format) throw new InputError(`packed data: should have the format ${format}`);
  const known: ReadonlySet<string> = new Set(keys);
  const more = Object.entries(rest).filter(([key]) => !known.has(key));
  refuseMore(Object.fromEntries(more) as Readonly<Record<string, never>>, 'packed data');
  return rest as Readonly<Record<Key, unknown>>;
}

export function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new InputError(`packed data: ${what} should be a list`);
  return value;
}

export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new InputError(`packed data: ${what} should be a text`);
  return value;
}

export function float64sOf(value: unknown, what: string): Float64Array {
  if (!(value instanceof Float64Array)) throw new InputError(`packed data: ${what} should be doubles`);
  return value;
}

export function uint32sOf(value: unknown, what: string): Uint32Array {
  if (!(value instanceof Uint32Array)) throw new InputError(`packed data: ${what} should be whole numbers`);
  return value;
}
