/** What is longer is no slip of the pen, and comparing it costs. */
const LONGEST = 64;

/** The known name that a misspelt one most likely means; undefined where none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  const given = name.toLowerCase();
  let nearest: string | undefined;
  // One slip for every three letters; more is another word.
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    // Each letter more or less is a slip.
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = slips(given, candidate.toLowerCase(), least);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

/**
 * How many letters must be added, taken away, changed, or exchanged with their neighbour; `enough`, where it is no
 * less. Three rows of the table are kept: an exchange looks back by two.
 */
function slips(a: string, b: string, enough: number): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const changed = above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(above[j] + 1, row[j - 1] + 1, changed, isExchange ? before[j - 2] + 1 : changed));
      if (row[j] < least) least = row[j];
    }
    // An exchange may pass one row by, not two.
    if (least >= enough + 1) return enough;
    before = above;
    above = row;
  }
  return above[b.length];
}
