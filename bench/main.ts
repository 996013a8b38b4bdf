import { AGAINST_USAGE, against } from './against/against.ts';
import { BATCH_USAGE, batch } from './batch/batch.ts';
import { SCHEDULER_USAGE, scheduler } from './batch/scheduler.ts';
import { BODIES_USAGE, bodies } from './bodies/bodies.ts';
import { BUDGETS_USAGE, budgets } from './budgets/budgets.ts';
import { CASTS_USAGE, casts } from './casts/casts.ts';
import { CELLS_USAGE, cells } from './cells/cells.ts';
import { DRAGGING_USAGE, dragging } from './dragging/dragging.ts';
import { EDGES_USAGE, edges } from './edges/edges.ts';
import { FLAT_USAGE, flat } from './flat/flat.ts';
import { GPU_USAGE, gpu } from './gpu/gpu.ts';
import { INVERSE_USAGE, inverse } from './inverse/inverse.ts';
import { LARGE_USAGE, large } from './large/large.ts';
import { MOVES_USAGE, moves } from './moves/moves.ts';
import { PLANNERS_USAGE, planners } from './planners/planners.ts';
import { PLANNING_USAGE, planning } from './planners/planning.ts';
import { ROADMAPS_USAGE, roadmaps } from './planners/roadmaps.ts';
import { READERS_USAGE, readers } from './readers/readers.ts';
import { BUILD_USAGE, build } from './rigid/build.ts';
import { GARBAGE_USAGE, garbage } from './rigid/garbage.ts';
import { READS_USAGE, reads } from './rigid/reads.ts';
import { RIGID_USAGE, rigid } from './rigid/rigid.ts';
import { TURNS_USAGE, turns } from './rigid/turns.ts';
import { PROOF_MUTANTS_USAGE, proofMutants } from './robots/proof-mutants.ts';
import { PROOFS_USAGE, proofs } from './robots/proofs.ts';
import { ROBOTS_USAGE, robots } from './robots/robots.ts';
import { UsageError } from './shared/command-line.ts';
import { SLOW_USAGE, slow } from './slow/slow.ts';
import { SOFT_USAGE, soft } from './soft/soft.ts';
import { STREAMS_USAGE, streams } from './streams/streams.ts';
import { TIMING_USAGE, timing } from './timing/timing.ts';
import { UNCERTAINTY_USAGE, uncertainty } from './uncertainty/uncertainty.ts';

const USAGE = `npm run bench -- NAME [options]

${RIGID_USAGE}

${ROBOTS_USAGE}

${INVERSE_USAGE}

${MOVES_USAGE}

${SOFT_USAGE}

${FLAT_USAGE}

${BODIES_USAGE}

${CASTS_USAGE}

${STREAMS_USAGE}

${DRAGGING_USAGE}

${CELLS_USAGE}

${BUDGETS_USAGE}

${READERS_USAGE}

${EDGES_USAGE}

${PROOFS_USAGE}
${PROOF_MUTANTS_USAGE}

${GPU_USAGE}

${BATCH_USAGE}

${SCHEDULER_USAGE}

${TIMING_USAGE}

${UNCERTAINTY_USAGE}

${PLANNERS_USAGE}

${PLANNING_USAGE}

${ROADMAPS_USAGE}

${LARGE_USAGE}

${BUILD_USAGE}

${GARBAGE_USAGE}

${READS_USAGE}

${TURNS_USAGE}

${SLOW_USAGE}

${AGAINST_USAGE}`;

const BENCHES: Record<string, (args: readonly string[], root: string) => Promise<void>> = {
  rigid,
  robots,
  inverse,
  moves,
  soft,
  flat,
  bodies,
  casts,
  streams,
  dragging,
  cells,
  budgets,
  readers,
  edges,
  proofs,
  'proof-mutants': proofMutants,
  gpu,
  batch,
  scheduler,
  timing,
  uncertainty,
  planners,
  planning,
  roadmaps,
  large,
  build,
  garbage,
  reads,
  turns,
  slow,
  against,
};

/** Runs one bench; gives the exit code. Relative paths in options are taken from `root`, the repository. */
export async function main([name, ...args]: readonly string[], root: string): Promise<number> {
  if (name === undefined || name === '--help' || name === 'help' || args.includes('--help')) {
    console.log(USAGE);
    return name === undefined ? 2 : 0;
  }
  try {
    const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
    if (!bench) throw new UsageError(`no bench '${name}'; there are ${Object.keys(BENCHES).join(', ')}`);
    await bench(args, root);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`bench: ${error.message}`);
    return 2;
  }
}
