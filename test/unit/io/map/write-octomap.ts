import type { Random } from '../../../../src/math/random.ts';

/** A cell of an octree: its lower corner in finest cells, 0 to 65535, and its edge in these. */
export type Leaf = readonly [x: number, y: number, z: number, step: number];

export const OCTOMAP_HEAD =
  '# Octomap OcTree binary file\n# (feel free to add / change comments, but leave the first line as it is!)\n#\nid OcTree\nsize 99\n';

/** Kinds of children: 0 unknown, 1 free, 2 occupied, or the children of the child. */
export type Node = readonly (0 | 1 | 2 | Node)[];

export function octomapBytes(root: Node, resolution: number, head = OCTOMAP_HEAD): Uint8Array {
  const bytes = [...new TextEncoder().encode(`${head}res ${resolution}\ndata\n`)];
  const write = (node: Node): void => {
    let bits = 0;
    node.forEach((child, i) => {
      bits |= (typeof child === 'number' ? child : 3) << (2 * i);
    });
    bytes.push(bits & 255, bits >> 8);
    for (const child of node) if (typeof child !== 'number') write(child);
  };
  write(root);
  return Uint8Array.from(bytes);
}

export function occupiedLeaves(root: Node): Leaf[] {
  const out: Leaf[] = [];
  const visit = (node: Node, x: number, y: number, z: number, step: number): void => {
    node.forEach((child, i) => {
      const at = [x + (i & 1) * step, y + ((i >> 1) & 1) * step, z + ((i >> 2) & 1) * step] as const;
      if (child === 2) out.push([...at, step]);
      else if (typeof child !== 'number') visit(child, ...at, step / 2);
    });
  };
  visit(root, 0, 0, 0, 2 ** 15);
  return out;
}

/** Down to the finest cells around a place, with some larger ones beside. */
export function randomOctree(random: Random, levels = 16): Node {
  const inner = random.integer(8);
  return Array.from({ length: 8 }, (_, i) => {
    if (i === inner && levels > 1) return randomOctree(random, levels - 1);
    if (levels > 1 && levels < 4 && random.next() < 0.3) return randomOctree(random, levels - 1);
    return random.pick([0, 1, 2] as const);
  });
}
