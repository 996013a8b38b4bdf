// What others measured on linearly moving vertices, as data: labelled elementary queries and two-frame meshes with all their contacts
// (../shared/data, see the README there). Missing folders give empty lists.

import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parsePly } from '../../src/io/mesh/parse-ply.ts';
import { edgeAdjacency } from '../../src/mesh/adjacency.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

export type StencilKind = 'vertex-face' | 'edge-edge';
export const STENCIL = 24;

/** Elementary queries of one kind and origin, with the truth about them. */
export interface StencilSet {
  readonly name: string;
  readonly kind: StencilKind;
  readonly count: number;
  /** STENCIL numbers a query. */
  readonly stencils: Float64Array;
  /** 1 where the two touch. */
  readonly truth: Uint8Array;
  /** Of the first contact; NaN where nobody says. */
  readonly times: Float64Array;
}

/** One step of a deforming mesh. */
export interface TwoFrames {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly positions1: Float64Array;
  /** First time of every pair of features that touches, by `pairKey`; null where nobody says. */
  readonly contacts: ReadonlyMap<string, number> | null;
  /** The pairs that the origin looked at, decided. */
  readonly pairs: readonly StencilSet[];
}

/** A vertex and a face, or two edges in either order, by their numbers. */
export function pairKey(kind: StencilKind, a: number, b: number): string {
  return kind === 'vertex-face' ? `v${a} f${b}` : `e${Math.min(a, b)} e${Math.max(a, b)}`;
}

const QUERIES = 'ccd-queries-dev';
const FRAMES: readonly {
  readonly name: string;
  readonly frame0: string;
  readonly frame1: string;
  readonly truth: number | null;
  readonly large?: boolean;
}[] = [
  {
    name: 'thick-cloth',
    frame0: 'ipc-toolkit-tests-data/thick-cloth/t0.ply',
    frame1: 'ipc-toolkit-tests-data/thick-cloth/t1.ply',
    truth: null,
  },
  {
    name: 'cloth-funnel',
    frame0: 'scalable-ccd/cloth-funnel/frames/227.ply',
    frame1: 'scalable-ccd/cloth-funnel/frames/228.ply',
    truth: 227,
  },
  {
    name: 'rod-twist',
    frame0: 'scalable-ccd/rod-twist/frames/3036.ply',
    frame1: 'scalable-ccd/rod-twist/frames/3037.ply',
    truth: 3036,
    large: true,
  },
];

/** The labelled queries by the folder they come from and their kind. */
export function labelledQueries(data: string): StencilSet[] {
  const folder = join(data, QUERIES);
  if (!existsSync(folder)) return [];
  const index = readJson(join(folder, 'index.json')) as {
    readonly files: readonly { readonly file: string; readonly type: string; readonly first: number; readonly count: number }[];
  };
  const bytes = readFileSync(join(folder, 'queries.f64le.bin'));
  const labels = readFileSync(join(folder, 'ground_truth.u8.bin'));
  const groups = new Map<string, number[]>();
  for (const { file, type, first, count } of index.files) {
    const name = `${file.split('/')[0]} ${type}`;
    const members = groups.get(name) ?? [];
    for (let i = first; i < first + count; i++) members.push(i);
    groups.set(name, members);
  }
  return [...groups].map(([key, members]) => {
    const [name, type] = key.split(' ');
    const stencils = new Float64Array(STENCIL * members.length);
    members.forEach((query, i) => {
      for (let k = 0; k < STENCIL; k++) stencils[STENCIL * i + k] = bytes.readDoubleLE(8 * (STENCIL * query + k));
    });
    return {
      name,
      kind: kindOf(type),
      count: members.length,
      stencils,
      truth: Uint8Array.from(members, (query) => labels[query]),
      times: new Float64Array(members.length).fill(Number.NaN),
    };
  });
}

/** All of them, or only those that load at once. */
export function twoFrameMeshes(data: string, onlySmall = false): TwoFrames[] {
  return FRAMES.filter(
    ({ frame0, frame1, large = false }) => !(large && onlySmall) && existsSync(join(data, frame0)) && existsSync(join(data, frame1)),
  ).map(({ name, frame0, frame1, truth }) => {
    const mesh = parsePly(readFileSync(join(data, frame0)), frame0);
    const positions1 = Float64Array.from(parsePly(readFileSync(join(data, frame1)), frame1).positions);
    const contacts = truth === null ? null : new Map<string, number>();
    const pairs =
      contacts === null
        ? []
        : ['vf', 'ee'].map((type) => pairsOf(join(data, 'scalable-ccd', name), `${truth}${type}`, mesh, positions1, contacts));
    return { name, mesh, positions1, contacts, pairs };
  });
}

/** Vertices are numbered first, then edges, then faces. */
function pairsOf(folder: string, file: string, mesh: TriangleMesh, positions1: Float64Array, contacts: Map<string, number>): StencilSet {
  const kind = kindOf(file.slice(-2));
  const boxes = readJson(join(folder, 'boxes', `${file}.json`)) as readonly (readonly [number, number])[];
  const labels = readJson(join(folder, 'mma_bool', `${file}_mma_bool.json`)) as readonly boolean[];
  const known = readJson(join(folder, `${file}_first_toi.json`)) as Readonly<Record<string, number>>;
  const { edgeCount, ends } = edgeAdjacency(mesh.indices, mesh.vertexCount);
  const stencils = new Float64Array(STENCIL * boxes.length);
  const times = new Float64Array(boxes.length).fill(Number.NaN);
  boxes.forEach(([x, y], i) => {
    const low = Math.min(x, y);
    const high = Math.max(x, y);
    const a = kind === 'vertex-face' ? low : low - mesh.vertexCount;
    const b = kind === 'vertex-face' ? high - mesh.vertexCount - edgeCount : high - mesh.vertexCount;
    writeStencil(kind, a, b, ends, mesh, mesh.positions, positions1, stencils, STENCIL * i);
    if (!labels[i]) return;
    times[i] = known[i] ?? Number.NaN;
    contacts.set(pairKey(kind, a, b), times[i]);
  });
  return { name: `${basename(folder)}, its boxes`, kind, count: boxes.length, stencils, truth: Uint8Array.from(labels, Number), times };
}

/** The corners of a vertex and a face, or of two edges, at both ends of the step. */
export function writeStencil(
  kind: StencilKind,
  a: number,
  b: number,
  ends: Uint32Array,
  { indices }: TriangleMesh,
  positions0: Float64Array,
  positions1: Float64Array,
  out: Float64Array,
  at: number,
): void {
  for (let k = 0; k < 4; k++) {
    const v = kind === 'vertex-face' ? (k === 0 ? a : indices[3 * b + k - 1]) : k < 2 ? ends[2 * a + k] : ends[2 * b + k - 2];
    for (let d = 0; d < 3; d++) {
      out[at + 3 * k + d] = positions0[3 * v + d];
      out[at + 12 + 3 * k + d] = positions1[3 * v + d];
    }
  }
}

function kindOf(type: string): StencilKind {
  return type === 'vf' ? 'vertex-face' : 'edge-edge';
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
