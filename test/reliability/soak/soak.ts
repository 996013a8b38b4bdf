import process from 'node:process';
import { LongLived, soakRound } from './soak-round.ts';
import { type Growth, growthOf, memoryVerdict, type Sample } from './soak-verdict.ts';

export interface SoakReport {
  readonly samples: readonly Sample[];
  readonly growth: readonly Growth[];
  readonly memory: ReturnType<typeof memoryVerdict>;
  readonly rounds: number;
  readonly questions: number;
  /** Kinds whose answers were not those of the first round. */
  readonly drifted: readonly string[];
}

/** Asks round after round; `collect` is the engine's collector. */
export async function soak(minutes: number, collect: () => void, tell: (line: string) => void): Promise<SoakReport> {
  const kept = new LongLived();
  const first = await soakRound(kept);
  const drifted = new Set<string>();
  const samples: Sample[] = [];
  const begun = performance.now();
  const every = (60_000 * minutes) / SAMPLES;
  let [rounds, questions, due] = [1, first.questions, 0];
  while (performance.now() - begun < 60_000 * minutes) {
    const { hashes, questions: asked } = await soakRound(kept);
    rounds++;
    questions += asked;
    for (const kind of Object.keys(hashes)) if (hashes[kind] !== first.hashes[kind]) drifted.add(kind);
    const passed = performance.now() - begun;
    if (passed < due) continue;
    due = passed + every;
    samples.push(sampled(passed / 1000, collect));
    const { heap, resident } = samples[samples.length - 1];
    tell(
      `${(passed / 60_000).toFixed(1)} min: ${rounds} rounds, heap ${heap.toFixed(1)} MB, resident ${resident.toFixed(0)} MB, ${drifted.size} drifted`,
    );
  }
  const growth = samples.length === 0 ? [] : growthOf(samples);
  return { samples, growth, memory: memoryVerdict(samples, growth), rounds, questions, drifted: [...drifted] };
}

/** So often memory is looked at. */
const SAMPLES = 120;

function sampled(seconds: number, collect: () => void): Sample {
  // the second one frees what finalizers held
  collect();
  collect();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { seconds, heap: heapUsed / 2 ** 20, buffers: arrayBuffers / 2 ** 20, resident: rss / 2 ** 20 };
}
