import { treeOf } from '../hierarchy/index.ts';
import { InputError, inspectMesh, type TriangleMesh } from '../index.ts';
import { type Files, neighbourSpacing, parseCloud, parseOctomap, readFloorMap, readMesh } from '../io/index.ts';
import { safeJson, safeText } from '../words/safe-text.ts';
import { shown, shownCount, shownPoint } from '../words/shown-number.ts';
import { isRobotFile } from './file-format.ts';
import { type RobotFacts, robotFacts, robotRows } from './robot-facts.ts';
import { inputFiles, type OutsideWish } from './terminal/input-files.ts';
import { type Colors, colorsFor, type Streams } from './terminal/streams.ts';

/** Options as the command line gives them. */
export interface InfoOptions extends OutsideWish {
  readonly json?: boolean;
  readonly maxWork?: number;
}

export async function info(paths: readonly string[], options: InfoOptions, streams: Streams): Promise<void> {
  const files = inputFiles(options, streams.env);
  const c = colorsFor(streams.stdout, streams.env);
  const faults: InputError[] = [];
  for (const path of paths) {
    try {
      const facts = (await isRobotFile(files, path))
        ? await robotFacts(files, path, options.maxWork)
        : await factsOf(files, path, options.maxWork);
      streams.stdout.write(options.json ? `${safeJson(facts)}\n` : facts.kind === 'robot' ? robotText(facts, c) : factsText(facts, c));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults);
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

type Kind = 'mesh' | 'cloud' | 'OctoMap' | 'floor map';

interface Found {
  readonly kind: Kind;
  readonly mesh: TriangleMesh;
  /** What was odd while it was read. */
  readonly warnings: readonly string[];
}

/** Clouds by their extension; other files are meshes, or else clouds. */
const CLOUDS = /\.(pcd|xyz|xyzn|xyzrgb|pts|csv|asc)$/i;

async function found(files: Files, path: string, maxWork: number | undefined): Promise<Found> {
  // Walls are shown a metre high: the map does not say.
  if (/\.ya?ml$/i.test(path))
    return { kind: 'floor map', mesh: await readFloorMap(files, path, { height: 1, unknown: 'free', maxWork }), warnings: [] };
  const bytes = await files.read(path);
  if (/\.(bt|ot)$/i.test(path)) return { kind: 'OctoMap', mesh: parseOctomap(bytes, path, { maxWork }), warnings: [] };
  if (CLOUDS.test(path)) return cloudOf(bytes, path, maxWork);
  try {
    return { kind: 'mesh', mesh: await readMesh(files, path, { maxWork }), warnings: [] };
  } catch (fault) {
    if (!/\.(ply|txt)$/i.test(path)) throw fault;
    try {
      return cloudOf(bytes, path, maxWork);
    } catch {
      throw fault;
    }
  }
}

function cloudOf(bytes: Uint8Array, path: string, maxWork: number | undefined): Found {
  const warnings: string[] = [];
  return { kind: 'cloud', mesh: parseCloud(bytes, path, { maxWork, onWarning: (warning) => warnings.push(warning) }), warnings };
}

async function factsOf(files: Files, path: string, maxWork: number | undefined) {
  const { kind, mesh, warnings } = await found(files, path, maxWork);
  const inspected = inspectMesh(mesh);
  const begun = performance.now();
  const tree = treeOf(mesh);
  const buildMilliseconds = performance.now() - begun;
  const nodeBytes = tree.nodes.byteLength + tree.triangles.byteLength;
  const leafBytes = tree.leaves.byteLength;
  return {
    kind,
    ...inspected,
    name: path,
    ...(kind === 'cloud' ? { spacing: neighbourSpacing(mesh.positions), radii: radiiOf(mesh), warnings } : {}),
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

/** The least and the largest. */
function radiiOf({ radii }: TriangleMesh): readonly [number, number] {
  let [low, high] = radii === null ? [0, 0] : [Infinity, 0];
  for (const r of radii ?? []) {
    if (r < low) low = r;
    if (r > high) high = r;
  }
  return [low, high];
}

function cloudText(facts: Facts, c: Colors): string {
  const { bounds, boundingRadius, tree, spacing = 0, radii = [0, 0], warnings = [] } = facts;
  const rows: [label: string, value: string][] = [
    ['points', shownCount(facts.vertices) + (facts.vertices > facts.triangles ? `, at ${shownCount(facts.triangles)} places` : '')],
    ['bounds', `${shownPoint(bounds.min)} to ${shownPoint(bounds.max)}`],
    ['size', bounds.max.map((x, k) => shown(x - bounds.min[k])).join(' × ')],
    ['radius', `${shown(boundingRadius.origin)} about the origin, ${shown(boundingRadius.centre)} about the centre of the bounds`],
    ['spacing', `${shown(spacing, 3)} between neighbours, the median of a sample`],
    ['of points', radii[1] === 0 ? 'the file gives no radius' : `radius ${shown(radii[0])} to ${shown(radii[1])}`],
    ['tree', treeText(tree)],
  ];
  return (
    tableText(facts.name, rows, c) + warnings.map((warning) => `  ${c.yellow(safeText(warning.slice(facts.name.length + 2)))}\n`).join('')
  );
}

function robotText(facts: RobotFacts, c: Colors): string {
  const rows = robotRows(facts).map(([label, value]): [string, string] => [safeText(label), safeText(value)]);
  return tableText(facts.name, rows, c) + facts.warnings.map((warning) => `  ${c.yellow(safeText(warning))}\n`).join('');
}

function treeText(tree: Facts['tree']): string {
  return `${tree.kind}, ${shownCount(tree.nodes)} nodes, depth ${tree.depth}, built in ${shown(tree.buildMilliseconds, 3)} ms`;
}

function tableText(name: string, rows: readonly (readonly [label: string, value: string])[], c: Colors): string {
  const width = rows.reduce((widest, [label]) => Math.max(widest, label.length), 0);
  return `${c.bold(safeText(name))}\n${rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}\n`).join('')}`;
}

function factsText(facts: Facts, c: Colors): string {
  if (facts.kind === 'cloud') return cloudText(facts, c);
  const { bounds, boundingRadius, tree } = facts;
  const size = bounds.max.map((x, k) => x - bounds.min[k]);
  const none = (n: number) => (n === 0 ? 'none' : c.yellow(shownCount(n)));
  const perTriangle = (bytes: number) => shown(bytes / facts.triangles, 3);
  const rows: [label: string, value: string][] = [
    ...(facts.kind === 'mesh' ? [] : [['kind', KINDS[facts.kind]] as [string, string]]),
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
    ['tree', treeText(tree)],
    [
      'tree memory',
      `${shownCount(tree.bytes)} bytes; a triangle: ${perTriangle(tree.nodeBytes)} of nodes, ${perTriangle(tree.leafBytes)} of copied corners`,
    ],
  ];
  return tableText(facts.name, rows, c);
}

const KINDS: Readonly<Record<Exclude<Kind, 'mesh' | 'cloud'>, string>> = {
  OctoMap: 'OctoMap, its occupied cells as a solid; unknown cells are free',
  'floor map': 'map of a floor, its occupied cells as a solid, drawn one metre high; unknown cells are free',
};
