/** One record: a valid one, what takes it, and keys it knows beyond those of its type. */
export interface RecordRow {
  readonly valid: object;
  readonly takers: readonly ((record: never) => unknown)[];
  readonly also: readonly string[];
}

/** One taker, or several. */
export function row<T extends object>(
  valid: T,
  takers: ((record: T) => unknown) | readonly ((record: T) => unknown)[],
  also: readonly string[] = [],
): RecordRow {
  return { valid, takers: (typeof takers === 'function' ? [takers] : takers) as RecordRow['takers'], also };
}
