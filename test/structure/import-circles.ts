import { posix } from 'node:path';

/** What each name leads to. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** The groups of names that lead back to themselves, each sorted; a name that leads to itself alone is one too. Tarjan's algorithm. */
export function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): number => {
    const number = order.size;
    order.set(name, number);
    open.push(name);
    let low = number;
    for (const next of graph.get(name) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) as number);
    }
    if (low === number) {
      const group = open.splice(open.indexOf(name));
      if (group.length > 1 || graph.get(name)?.includes(name)) circles.push(group.sort());
    }
    return low;
  };
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return circles;
}

/** Which file imports which, by whatever kind of import; packages are left out. */
export function importGraph(files: readonly (readonly [file: string, imports: readonly string[]])[]): Graph {
  return new Map(
    files.map(([file, imports]) => [
      file,
      imports.filter((specifier) => specifier.startsWith('.')).map((specifier) => posix.join(posix.dirname(file), specifier)),
    ]),
  );
}

/**
 * Which folder imports from which other folder of the same room. A folder and one inside it are left out, at every depth:
 * of a room and its folders its layers decide [room-order.ts]; deeper, what a folder's own files share lies beside the
 * folders inside it that use it. So what is judged are folders neither of which holds the other.
 */
export function folderGraph(files: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, imports] of files) {
    const from = posix.dirname(file);
    const known = folders.get(from) ?? new Set();
    folders.set(from, known);
    for (const target of imports) {
      const to = posix.dirname(target);
      const sameRoom = from.split('/')[1] === to.split('/')[1];
      const nested = `${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`);
      if (sameRoom && !nested) known.add(to);
    }
  }
  return new Map([...folders].map(([folder, known]) => [folder, [...known]]));
}
