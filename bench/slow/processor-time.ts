/** Milliseconds of processor time since then. */
export function since(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** What was asked, milliseconds of processor time with compilation, and the least of five more askings. */
export function askedAgain<T>(ask: () => T): { readonly answer: T; readonly first: number; readonly again: number } {
  const begun = process.cpuUsage();
  const answer = ask();
  const first = since(begun);
  let again = Infinity;
  for (let round = 0; round < 5; round++) {
    const start = process.cpuUsage();
    ask();
    again = Math.min(again, since(start));
  }
  return { answer, first, again };
}
