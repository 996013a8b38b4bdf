/**
 * Records by names that callers and files choose. A name is any text: `constructor` and `toString`, which every object
 * inherits, are not found where nobody put them, and `__proto__` is a key like any other. A record stays a plain
 * object, so that it survives JSON. `test/structure` refuses to index a record by a name in another way.
 */

/**
 * What a record has by a name; undefined where nobody put anything there, or there is no record. What it inherits from
 * a class, or from another record, counts as put there.
 */
export function entryOf<T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T {
  const found = record?.[name];
  // most names are either put there or nowhere at all
  return (found === undefined || hasEntry(record as object, name) ? found : undefined) as T;
}

function hasEntry(record: object, name: string): boolean {
  if (Object.hasOwn(record, name)) return true;
  // the last of all prototypes is that of every object, and each class has its own constructor
  for (let from = Object.getPrototypeOf(record); from !== null; from = Object.getPrototypeOf(from))
    if (Object.hasOwn(from, name)) return name !== 'constructor' && Object.getPrototypeOf(from) !== null;
  return false;
}

/** Puts a value into a record by a name; `record.__proto__ = …` would change what it inherits instead. */
export function setEntry<T>(record: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  else record[name] = value;
}

/** A copy of plain data (lists, arrays of numbers, records), which its owner may change; all else is itself. */
export function copied<T>(data: T): T {
  if (data === null || typeof data !== 'object') return data;
  if (ArrayBuffer.isView(data)) return 'slice' in data ? ((data as unknown as Float64Array).slice() as unknown as T) : data;
  if (Array.isArray(data)) return data.map(copied) as unknown as T;
  const prototype = Object.getPrototypeOf(data);
  if (prototype !== Object.prototype && prototype !== null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, copied(value)])) as T;
}
