/** Long work in pieces: whoever has it done may stop between two of them and go on later. */
export type Piecemeal<T> = Generator<void, T, void>;

/** Does all of it at once. */
export function finished<T>(work: Piecemeal<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does pieces of it until it is done or it is late; null: it was late, and goes on when asked again. */
export function continued<T>(work: Piecemeal<T>, isLate: () => boolean): T | null {
  while (!isLate()) {
    const { done, value } = work.next();
    if (done) return value;
  }
  return null;
}
