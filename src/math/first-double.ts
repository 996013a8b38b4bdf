/** The first name that is there twice; undefined where all differ. */
export function firstDouble(names: Iterable<string>): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
