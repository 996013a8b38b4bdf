// Public elementary queries with exact truth, beside the repository: verdicts of 2,179, and first times of the pairs of two scenes.
import { elementary } from '../../src/contact/elementary/elementary.ts';
import { parsePly } from '../../src/io/mesh/parse-ply.ts';
import { edgeAdjacency } from '../../src/mesh/adjacency.ts';
import { readBytes } from '../support/read-bytes.ts';

export const DATA_FOLDER = '../shared/data';
export const STEP_SCENES = [
  { scene: 'cloth-funnel', from: '227', to: '228' },
  { scene: 'rod-twist', from: '3036', to: '3037' },
] as const;

export interface TrueQuery {
  /** Where it is from. */
  readonly name: string;
  readonly kind: 'vertex-face' | 'edge-edge';
  readonly stencil: Float64Array;
  readonly hit: boolean;
  /** Exact first time, where it is known. */
  readonly time?: number;
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await readBytes(path)));
}

export async function publicQueries(): Promise<TrueQuery[]> {
  const folder = `${DATA_FOLDER}/ccd-queries-dev`;
  const index = await readJson<{ files: { file: string; type: 'ee' | 'vf'; first: number; count: number }[] }>(`${folder}/index.json`);
  const truth = await readBytes(`${folder}/ground_truth.u8.bin`);
  const bytes = await readBytes(`${folder}/queries.f64le.bin`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return index.files.flatMap(({ file, type, first, count }) =>
    Array.from({ length: count }, (_, i) => ({
      name: `${file} ${i}`,
      kind: type === 'ee' ? ('edge-edge' as const) : ('vertex-face' as const),
      stencil: Float64Array.from({ length: 24 }, (_, k) => view.getFloat64(192 * (first + i) + 8 * k, true)),
      hit: truth[first + i] === 1,
    })),
  );
}

/** The candidate pairs of one of the scenes. Vertices, edges and faces are numbered in one go there. */
export async function sceneQueries(scene: string, from: string, to: string): Promise<TrueQuery[]> {
  const folder = `${DATA_FOLDER}/scalable-ccd/${scene}`;
  const [before, after] = await Promise.all(
    [from, to].map(async (frame) => parsePly(await readBytes(`${folder}/frames/${frame}.ply`), frame)),
  );
  const { indices, vertexCount } = before;
  const { ends, edgeCount } = edgeAdjacency(indices, vertexCount);
  const queries: TrueQuery[] = [];
  for (const type of ['vf', 'ee'] as const) {
    const pairs = await readJson<[number, number][]>(`${folder}/boxes/${from}${type}.json`);
    const truth = await readJson<boolean[]>(`${folder}/mma_bool/${from}${type}_mma_bool.json`);
    const times = await readJson<Record<string, number>>(`${folder}/${from}${type}_first_toi.json`);
    for (const [i, [a, b]] of pairs.entries()) {
      const face = 3 * (b - vertexCount - edgeCount);
      const edges = [a, b].flatMap((edge) => [...ends.subarray(2 * (edge - vertexCount), 2 * (edge - vertexCount) + 2)]);
      const corners = type === 'vf' ? [a, ...indices.subarray(face, face + 3)] : edges;
      const stencil = [before, after].flatMap(({ positions }) => corners.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]));
      queries.push({
        name: `${scene} ${type} ${i}`,
        kind: type === 'vf' ? 'vertex-face' : 'edge-edge',
        stencil: Float64Array.from(stencil),
        hit: Boolean(truth[i]),
        ...(times[i] === undefined ? {} : { time: times[i] }),
      });
    }
  }
  return queries;
}

/** Late by more than a rounding of the reference, early by more than 1e-8. */
export function verdict(query: Pick<TrueQuery, 'hit' | 'time'>, told: { readonly hit: boolean; readonly time: number }): string {
  if (query.hit !== told.hit) return told.hit ? 'false contact' : 'missed';
  if (!told.hit) return told.time === 1 ? 'right' : 'free, but not until 1';
  if (!(told.time >= 0 && told.time <= 1)) return `no time: ${told.time}`;
  if (query.time === undefined) return 'right';
  if (told.time > query.time * (1 + 2 ** -52)) return 'late';
  return told.time < query.time - 1e-8 ? 'early' : 'right';
}

/** For the comparison by bits. */
export async function publicTimes(clearance: number): Promise<number[]> {
  return (await publicQueries()).flatMap(({ kind, stencil }) => numbersOf(elementary(kind, stencil, { clearance })));
}

export async function sceneTimes(scene: string, from: string, to: string): Promise<number[]> {
  return (await sceneQueries(scene, from, to)).flatMap(({ kind, stencil }) => numbersOf(elementary(kind, stencil)));
}

/** All that is judged. */
function numbersOf({ hit, time }: ReturnType<typeof elementary>): number[] {
  return [Number(hit), time];
}
