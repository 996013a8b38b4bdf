/** A copy of plain data (lists, arrays of numbers, records), which its owner may change; all else is itself. */
export function copied<T>(data: T): T {
  if (data === null || typeof data !== 'object') return data;
  if (ArrayBuffer.isView(data)) return 'slice' in data ? ((data as unknown as Float64Array).slice() as unknown as T) : data;
  if (Array.isArray(data)) return data.map(copied) as unknown as T;
  const prototype = Object.getPrototypeOf(data);
  if (prototype !== Object.prototype && prototype !== null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, copied(value)])) as T;
}
