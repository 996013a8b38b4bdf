import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';

interface Child {
  readonly name: string;
  readonly parent?: string;
}

/** A stable order in which every parent precedes its children; throws where parents are missing or run in a circle. */
export function parentsFirst<L extends Child>(links: readonly L[], what: string): readonly L[] {
  const byName = new Map<string, L>();
  for (const link of links) {
    if (typeof link.name !== 'string' || link.name === '')
      throw new InputError(`${what}: every link needs a name, got ${shownValue(link)}`);
    if (byName.has(link.name)) throw new InputError(`${what}: two links are named '${link.name}'`);
    byName.set(link.name, link);
  }
  const out: L[] = [];
  const placed = new Set<string>();
  for (const link of links) {
    const chain: L[] = [];
    const seen = new Set<string>();
    for (let at: L | undefined = link; at !== undefined && !placed.has(at.name); ) {
      if (seen.has(at.name)) throw new InputError(`${what}: link '${at.name}' is its own ancestor; links must form a tree`);
      seen.add(at.name);
      chain.push(at);
      const { parent, name }: Child = at;
      at = parent === undefined ? undefined : byName.get(parent);
      if (parent !== undefined && at === undefined)
        throw new InputError(`${what}: link '${name}' has the parent ${shownValue(parent)}, which is no link`);
    }
    for (const at of chain.reverse()) {
      placed.add(at.name);
      out.push(at);
    }
  }
  return out;
}
