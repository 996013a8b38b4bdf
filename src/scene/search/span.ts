/** Segments of a path from the first up to the last, without that one. */
export interface Span {
  readonly first: number;
  readonly last: number;
}
