// [Mirtich 1997, Table 1]: standard against coherent hashing on the boxes of four scenes.

import type { BodyScene } from '../../scenes/bodies/body-scene.ts';
import { bowling } from '../../scenes/bodies/bowling.ts';
import { coins } from '../../scenes/bodies/coins.ts';
import { partChute } from '../../scenes/bodies/part-chute.ts';
import { rattleback } from '../../scenes/bodies/rattleback.ts';
import { CoherentHash } from '../../src/broad/hash/coherent-hash.ts';
import { SpatialHash } from '../../src/broad/hash/spatial-hash.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { processorTime } from '../shared/processor-time.ts';
import type { Cell } from '../shared/table.ts';
import type { BodiesContext } from './bodies-part.ts';
import { type BoxRecord, begun, recordFrames, recordSweeps, replay } from './bodies-record.ts';

interface Example {
  readonly scene: BodyScene;
  /** Standard over coherent, in cycles. */
  readonly paper: number;
}

/** Moves of one timed run at least: clocks of processor time tick in microseconds. */
const MOVES = 20_000;
/** So many interleaved runs, fewer of long records. */
const ROUNDS = 15;
const LONG = 10_000;

export function hashingSchemes({ quick }: BodiesContext): PartResult {
  const examples: readonly Example[] = [
    { scene: coins(8), paper: 6.2 },
    ...(quick ? [] : [{ scene: coins(60), paper: 6.2 }]),
    { scene: bowling(), paper: 7.0 },
    { scene: rattleback(), paper: 6.0 },
    { scene: partChute(quick ? 4 : 16), paper: 7.2 },
  ];
  const rows = examples.flatMap(({ scene, paper }): Cell[][] => {
    const since = performance.now();
    const duration = quick ? 0.1 * scene.duration : scene.duration;
    const records: [string, BoxRecord][] = [
      ['1/100 s', recordFrames(scene, duration, 1 / 100)],
      ...(quick ? [] : [['1/1000 s', recordFrames(scene, duration, 1 / 1000)] as [string, BoxRecord]]),
      ['each sweep', recordSweeps(scene, duration)],
    ];
    const measured = records.map(([frames, record]) => [scene.name, frames, ...compared(record, quick), paper]);
    progress(`hashing, ${scene.name}`, since);
    return measured;
  });
  return {
    tables: [
      {
        file: 'bodies-hashing',
        title: 'Standard against coherent hashing (Table 1)',
        note:
          'The boxes of four scenes of our own, written down once and given to both. Frames of 1/100 and 1/1000 s: every body that is not at rest has a new box, a cube swept along its parabola until the next frame. ' +
          '“Each sweep”: as `World` does it, one body at a time, whenever its box has run out or it was answered. Resolutions from the bodies’ diameters. Per frame: boxes that move; cells visited (hashed, or entered and left); ' +
          'box tests; pairs of boxes that meet. µs: processor time of a frame, moves and update, the fastest of interleaved runs. ' +
          'The paper’s ratio is reached where most boxes are fixed, at rest or not due (each sweep: the more boxes, the more), and where boxes stay in their cells (rattleback). ' +
          'It is not where all boxes move, and least where they move far among many neighbours (chute, 60 coins, 1/100 s). Cells visited fall by more than the paper’s ratio everywhere, but a cell entered or left changes ' +
          'the counters of all pairs in it and costs about four times a cell hashed anew (estimated on the chute); every box that moves is compared with its cells at all resolutions; and a quarter to a third of the coherent scheme’s time are box tests, ' +
          'for pairs are exact here while the paper’s close pairs share a cell: leaving them out of the coherent scheme alone gave at most 3.2 (chute) and 6.5 (bowling) at 1/1000 s.',
        columns: [
          'scene',
          'frames',
          'boxes',
          'fixed',
          'moving',
          'pairs',
          'visits, standard',
          'coherent',
          'tests, standard',
          'coherent ',
          'µs, standard',
          'coherent  ',
          'ratio of visits',
          'ratio of time',
          'paper',
        ],
        rows,
      },
    ],
  };
}

function compared(record: BoxRecord, quick: boolean): number[] {
  const { fixed, ends, ids, sizes } = record;
  const frames = ends.length;
  const makes = [() => new SpatialHash({ sizes }), () => new CoherentHash({ sizes })];
  const work = makes.map((make) => {
    const phase = begun(make(), record);
    phase.stats.visits = 0;
    phase.stats.boxTests = 0;
    let pairs = 0;
    replay(phase, record, () => {
      pairs += phase.pairCount;
    });
    return { visits: phase.stats.visits / frames, tests: phase.stats.boxTests / frames, pairs: pairs / frames };
  });
  if (work[0].pairs !== work[1].pairs) throw new Error('the two hashing schemes found different pairs');
  const runs = Math.max(1, quick ? 1 : Math.ceil(MOVES / Math.max(ids.length, frames)));
  const us = processorTime(
    makes.map((make) => {
      let phases: (SpatialHash | CoherentHash)[] = [];
      return {
        count: runs * frames,
        prepare: () => {
          phases = Array.from({ length: runs }, () => begun(make(), record));
        },
        run: () => {
          for (const phase of phases) replay(phase, record);
        },
      };
    }),
    quick ? 1 : ids.length > LONG ? ROUNDS / 3 : ROUNDS,
  ).map((ms) => 1000 * ms);
  return [
    fixed.length,
    fixed.filter((is) => is).length,
    ids.length / frames,
    work[0].pairs,
    ...work.map(({ visits }) => visits),
    ...work.map(({ tests }) => tests),
    ...us,
    work[0].visits / work[1].visits,
    us[0] / us[1],
  ];
}
