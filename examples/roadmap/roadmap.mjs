// A roadmap: configurations at random, each joined to those nearest to it.

/**
 * @param {readonly (readonly [number, number])[]} ranges of the joints
 * @param {number} edgeCount how many edges
 * @param {() => number} random from 0 to 1
 * @returns {{ nodes: Float32Array, edges: Uint32Array }} values of all joints, node by node; two nodes an edge, in no order
 */
export function roadmap(ranges, edgeCount, random) {
  const size = ranges.length;
  const count = Math.ceil(edgeCount / 4) + 16;
  const nodes = Float32Array.from({ length: size * count }, (_, i) => ranges[i % size][0] + (ranges[i % size][1] - ranges[i % size][0]) * random());
  const pairs = nearPairs(nodes, ranges, count, 8);
  // shuffled, so that a part of them is spread as all of them are
  for (let i = pairs.length - 1; i > 0; i--) {
    const j = Math.floor((i + 1) * random());
    [pairs[i], pairs[j]] = [pairs[j], pairs[i]];
  }
  return { nodes, edges: Uint32Array.from(pairs.slice(0, edgeCount).flat()) };
}

/** Each node with the nearest of those in its cell of a grid and the cells around that; each pair once. */
function nearPairs(nodes, ranges, count, nearest) {
  const size = ranges.length;
  const volume = ranges.reduce((product, [low, high]) => product * (high - low), 1);
  const width = (volume * (nearest / 4 / count)) ** (1 / size); // so that the nearest are mostly no farther than that
  const cells = ranges.map(([low, high]) => Math.max(1, Math.floor((high - low) / width)));
  const cellOf = (node) => ranges.map(([low, high], k) => Math.min(cells[k] - 1, Math.floor(((nodes[size * node + k] - low) / (high - low)) * cells[k])));
  const numberOf = (cell) => cell.reduce((number, at, k) => number * cells[k] + at, 0);
  const members = new Map();
  for (let node = 0; node < count; node++) {
    const key = numberOf(cellOf(node));
    if (members.has(key)) members.get(key).push(node);
    else members.set(key, [node]);
  }
  const found = new Set();
  const pairs = [];
  for (let node = 0; node < count; node++) {
    const near = [];
    for (const cell of around(cellOf(node), cells))
      for (const other of members.get(numberOf(cell)) ?? []) {
        if (other === node) continue;
        let square = 0;
        for (let k = 0; k < size; k++) square += (nodes[size * node + k] - nodes[size * other + k]) ** 2;
        near.push([square, other]);
      }
    near.sort(([a], [b]) => a - b);
    for (const [, other] of near.slice(0, nearest)) {
      const [a, b] = node < other ? [node, other] : [other, node];
      if (found.has(a * count + b)) continue;
      found.add(a * count + b);
      pairs.push([a, b]);
    }
  }
  return pairs;
}

/** A cell and all that touch it. */
function around(cell, cells) {
  return cell.reduce(
    (starts, at, k) => starts.flatMap((start) => [at - 1, at, at + 1].filter((i) => i >= 0 && i < cells[k]).map((i) => [...start, i])),
    [[]],
  );
}
