/** What stands in packed data, checked: it may come from another machine. */
import { InputError } from '../../index.ts';

/** A record; with `format`, one that says so. */
export function fieldsOf(value: unknown, format?: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value))
    throw new InputError(`packed data: should be a record${format === undefined ? '' : ` of the format ${format}`}`);
  const fields = value as Readonly<Record<string, unknown>>;
  if (format !== undefined && fields.format !== format) throw new InputError(`packed data: should have the format ${format}`);
  return fields;
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
