import { treeOf } from '../hierarchy/index.ts';
import { InputError, inspectMesh } from '../index.ts';
import { readMesh } from '../io/index.ts';
import { files } from '../node/index.ts';
import { safeText } from '../words/safe-text.ts';
import { shown, shownCount, shownPoint } from '../words/shown-number.ts';
import { type Colors, colorsFor, type Streams } from './terminal/streams.ts';

export async function info(paths: readonly string[], json: boolean, streams: Streams): Promise<void> {
  const c = colorsFor(streams.stdout, streams.env);
  const faults: InputError[] = [];
  for (const path of paths) {
    try {
      const facts = await factsOf(path);
      streams.stdout.write(json ? `${JSON.stringify(facts)}\n` : factsText(facts, c));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults);
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

async function factsOf(path: string) {
  const mesh = await readMesh(files(), path);
  const inspected = inspectMesh(mesh);
  const begun = performance.now();
  const tree = treeOf(mesh);
  const buildMilliseconds = performance.now() - begun;
  const nodeBytes = tree.nodes.byteLength + tree.triangles.byteLength;
  const leafBytes = tree.leaves.byteLength;
  return {
    ...inspected,
    name: path,
    tree: {
      kind: tree.kind,
      nodes: tree.nodeCount,
      leaves: tree.leafCount,
      depth: tree.depth,
      radius: tree.radius,
      bytes: nodeBytes + leafBytes,
      nodeBytes,
      leafBytes,
      buildMilliseconds,
    },
  };
}

function factsText(facts: Facts, c: Colors): string {
  const { bounds, boundingRadius, tree } = facts;
  const size = bounds.max.map((x, k) => x - bounds.min[k]);
  const none = (n: number) => (n === 0 ? 'none' : c.yellow(shownCount(n)));
  const perTriangle = (bytes: number) => shown(bytes / facts.triangles, 3);
  const rows: [label: string, value: string][] = [
    ['triangles', shownCount(facts.triangles)],
    ['vertices', shownCount(facts.vertices) + (facts.unusedVertices > 0 ? `, ${shownCount(facts.unusedVertices)} of them unused` : '')],
    ['components', shownCount(facts.components)],
    ['bounds', `${shownPoint(bounds.min)} to ${shownPoint(bounds.max)}`],
    ['size', size.map((x) => shown(x)).join(' × ')],
    ['radius', `${shown(boundingRadius.origin)} about the origin, ${shown(boundingRadius.centre)} about the centre of the bounds`],
    ['area', shown(facts.area)],
    ['volume', facts.volume === null ? 'not defined (not closed, or not oriented)' : shown(facts.volume)],
    ['closed', facts.closed ? 'yes' : c.yellow('no')],
    ['oriented', facts.oriented ? 'yes' : c.yellow('no')],
    ['manifold', facts.manifold ? 'yes' : c.yellow('no')],
    ['boundary edges', none(facts.boundaryEdges)],
    ['non-manifold', `edges ${none(facts.nonManifoldEdges)}, vertices ${none(facts.nonManifoldVertices)}`],
    ['degenerate', none(facts.degenerate)],
    ['duplicates', none(facts.duplicates)],
    ['tree', `${tree.kind}, ${shownCount(tree.nodes)} nodes, depth ${tree.depth}, built in ${shown(tree.buildMilliseconds, 3)} ms`],
    [
      'tree memory',
      `${shownCount(tree.bytes)} bytes; a triangle: ${perTriangle(tree.nodeBytes)} of nodes, ${perTriangle(tree.leafBytes)} of copied corners`,
    ],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return `${c.bold(safeText(facts.name))}\n${rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}\n`).join('')}`;
}
