// What `named-entries.ts` must find, for its test: the lines with 'found'.
export function indexed(record: Record<string, number>, name: string, word: 'a' | 'b'): number {
  record[name] = 1; // found
  if (name in record) return 1; // found
  Object.assign(record, { [name]: 1 }); // found
  for (const key in record) record[key]++;
  if (Object.hasOwn(record, name)) return record[name];
  return record[word] + (record[name] ?? 0); // found
}
