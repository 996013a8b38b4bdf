/** What is longer is no slip of the pen, and comparing it costs. */
const LONGEST = 64;

/** The known name that a misspelt one most likely means; undefined where none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  let nearest: string | undefined;
  // One slip for every three letters; more is another word.
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = slips(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

/** How many letters must be added, taken away, changed, or exchanged with their neighbour. */
function slips(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const [row, above] = [[i], rows[i - 1]];
    for (let j = 1; j <= b.length; j++) {
      const changed = above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(above[j] + 1, row[j - 1] + 1, changed, isExchange ? rows[i - 2][j - 2] + 1 : changed));
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
}
