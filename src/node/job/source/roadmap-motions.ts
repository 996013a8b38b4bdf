/**
 * The edges of a saved roadmap as motions of all robots of a cell: from one state straight to the other, the way a
 * roadmap proves them (of joints that turn endlessly the shorter way round). All edges, whatever it believes of them:
 * who asks for them wants to know.
 */
import { InputError, Scene } from '../../../index.ts';
import type { LoadedCell } from '../../../io/index.ts';
import { type BatchRows, type MotionBatch, Roadmap, type RoadmapOptions, type SavedRoadmap } from '../../../plan/index.ts';
import { entryOf } from '../../../words/entries.ts';

export interface EdgeMotion {
  /** Its number in the file, from 0. */
  readonly edge: number;
  /** Values of all robots at the start, then at the end. */
  readonly values: readonly number[];
}

/** Numbers of an edge in the file, and what they say where nothing is known and nobody is in the way. */
const EDGE = 4;
const NOTHING_KNOWN = 0;
const NOBODY = -3;

export interface RoadmapMotions {
  /** Clearance and tolerance of the roadmap, where it has its own: what it claims of its edges. */
  readonly kept: Pick<RoadmapOptions, 'clearance' | 'tolerance'>;
  readonly motions: AsyncGenerator<EdgeMotion>;
}

/** `text`: what `Roadmap.save` gave, as JSON. */
export function roadmapMotions(cell: LoadedCell, text: string, file: string): RoadmapMotions {
  const scene = new Scene(cell);
  if (scene.bodies.length > 0) throw new InputError('is of a cell with moving bodies; its edges are not asked about one by one', { file });
  const { roadmap, clearance, tolerance } = loaded(scene, text, file);
  const kept = { ...(clearance === null ? {} : { clearance }), ...(tolerance === null ? {} : { tolerance }) };
  return { kept, motions: edgeMotions(cell, scene, roadmap) };
}

async function* edgeMotions(cell: LoadedCell, scene: Scene, roadmap: Roadmap): AsyncGenerator<EdgeMotion> {
  const sizes = cell.robots.map(({ size }) => size);
  let taken: Batch | undefined;
  let wake: () => void = () => {};
  let isDone = false;
  // a roadmap hands the edges that it wants proven to whoever proves many: here they are only taken down
  const batch: MotionBatch = {
    scene,
    motionsAreFree: (motions) =>
      new Promise((resolve) => {
        const rows = cell.robots.map(({ name }) => ('from' in motions ? (motions as BatchRows) : (entryOf(motions, name) as BatchRows)));
        taken = { rows, resolve };
        wake();
      }),
  };
  const proof = roadmap.prove({ batch }).finally(() => {
    isDone = true;
    wake();
  });
  proof.catch(() => {});
  let edge = 0;
  while (!isDone) {
    if (taken === undefined)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (taken === undefined) continue;
    const { rows, resolve }: Batch = taken;
    taken = undefined;
    const count = rows[0].from.length / sizes[0];
    for (let k = 0; k < count; k++) {
      const of = (end: 'from' | 'to') => rows.flatMap((row, i) => Array.from(row[end].subarray(k * sizes[i], (k + 1) * sizes[i])));
      yield { edge: edge++, values: [...of('from'), ...of('to')] };
    }
    resolve({ free: new Uint8Array(count) });
  }
  await proof;
}

interface Batch {
  readonly rows: readonly BatchRows[];
  readonly resolve: (answer: { readonly free: ArrayLike<number> }) => void;
}

function loaded(scene: Scene, text: string, file: string): { readonly roadmap: Roadmap } & Pick<SavedRoadmap, 'clearance' | 'tolerance'> {
  try {
    const saved = JSON.parse(text) as SavedRoadmap;
    const edges = Array.from(saved.edges ?? [], (value, i) => (i % EDGE === 2 ? NOTHING_KNOWN : i % EDGE === 3 ? NOBODY : value));
    // what stood in the way then may be gone
    const blocked = Array.from(saved.blocked ?? [], () => NOBODY);
    const { clearance, tolerance } = saved;
    return { roadmap: Roadmap.load(scene, { ...saved, edges, blocked, culprits: [] }), clearance, tolerance };
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.message, { file });
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new InputError('is no roadmap: what Roadmap.save gives, as JSON', { file });
    throw error;
  }
}
