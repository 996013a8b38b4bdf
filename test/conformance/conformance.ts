/** Asks one cell of the table: an entry point about a feature, as often as is wanted, and says where its row is wrong. */
import { isDeepStrictEqual } from 'node:util';
import { InputError } from '../../src/math/input-error.ts';
import type { CapabilityRow, SceneCapability } from '../../src/motion/scene-capability.ts';
import { askedCell } from './asked-cells.ts';
import type { Entry } from './entry.ts';
import { type AskedScene, sceneOf } from './library-side.ts';
import { FEATURES } from './registry.ts';

/** Questions that tell nothing, for each that does, at most. */
const PATIENCE = 30;

/** Hits of each cell so far, by entry point and feature. */
export const hits: Map<string, Map<SceneCapability, number>> = new Map();

export const ALL_FEATURES = Object.keys(FEATURES) as readonly SceneCapability[];

function show(answer: unknown): string {
  return JSON.stringify(answer, (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value));
}

/** Null: as the row says. Else what is wrong: entry point, feature, seed and both answers. */
export async function cellFault(
  name: string,
  row: CapabilityRow,
  { compare, segments = 1, inFiles = false }: Entry,
  feature: SceneCapability,
  wanted: number,
): Promise<string | null> {
  const cell = row[feature];
  const counts = hits.get(name) ?? new Map<SceneCapability, number>();
  hits.set(name, counts);
  for (let seed = 0, found = 0; found < (cell === 'same' ? wanted : 1); seed++) {
    const who = `${name} × ${FEATURES[feature]}, seed ${seed}`;
    if (seed > PATIENCE * wanted) return `${who}: asked in vain ${seed} times`;
    const it: AskedScene = await sceneOf(askedCell(feature, String(seed), segments, inFiles));
    let answers: Awaited<ReturnType<Entry['compare']>>;
    try {
      answers = await compare(it);
    } catch (error) {
      if (!(error instanceof InputError)) throw new Error(`${who}: ${(error as Error).message}`, { cause: error });
      if (cell === 'same') return `${who}: refused with “${error.message}”, but its row says same`;
      if (!error.message.includes(cell.refused)) return `${who}: refused with “${error.message}”, its row says “${cell.refused}”`;
      counts.set(feature, ++found);
      continue;
    }
    if (answers === null) continue;
    if (cell !== 'same') return `${who}: answered ${show(answers.given)}, its row says that it is refused with “${cell.refused}”`;
    if (!isDeepStrictEqual(answers.given, answers.scene))
      return `${who}: it answers ${show(answers.given)}, the scene ${show(answers.scene)}`;
    counts.set(feature, ++found);
  }
  return null;
}

/** The counts as lines, one an entry point. */
export function countLines(rows: Readonly<Record<string, CapabilityRow>>): string {
  const lines = Object.entries(rows).map(([name, row]) => {
    const counts = ALL_FEATURES.map((feature) => `${hits.get(name)?.get(feature) ?? 0}${row[feature] === 'same' ? '' : 'r'}`.padStart(4));
    return `${name.padEnd(22)}${counts.join('')}`;
  });
  return `hits by feature, in the order of the table; r: refused\n${lines.join('\n')}`;
}
