/** Works on several at a time, as many as there is room for, and gives results in order. */
export async function* inOrder<T>(count: number, room: () => number, start: (i: number) => Promise<T>): AsyncGenerator<T, void, void> {
  const waiting: Promise<T>[] = [];
  for (let next = 0; next < count || waiting.length > 0; ) {
    while (next < count && waiting.length < room()) {
      const one = start(next++);
      // whoever waits for it gets the error
      one.catch(() => undefined);
      waiting.push(one);
    }
    yield await (waiting.shift() as Promise<T>);
  }
}
