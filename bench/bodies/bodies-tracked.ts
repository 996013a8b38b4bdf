// [Mirtich 1997, Figure 4]: pairs under narrow-phase tracking with and without the broad phase, while coins fall on a floor.

import { BodyRun, type BodyScene } from '../../scenes/bodies/body-scene.ts';
import { coins } from '../../scenes/bodies/coins.ts';
import { AllPairs } from '../../src/broad/all-pairs.ts';
import { AutoBroadPhase } from '../../src/broad/auto/auto-broad-phase.ts';
import type { BroadPhase } from '../../src/broad/broad-phase.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { type Panel, toSvg } from '../shared/plot.ts';
import { summarize } from '../shared/statistics.ts';
import type { Cell } from '../shared/table.ts';
import type { BodiesContext } from './bodies-part.ts';

/** Of the samples that are plotted, in seconds. */
const INTERVAL = 1 / 100;
const WORLD = [-1e6, -1e6, -1e6, 1e6, 1e6, 1e6];
const RED = '#c03028';
const BLUE = '#2858b0';

/** No broad phase: every box is the whole world, and every pair with a body that moves is tracked for good. */
class EveryPair extends AllPairs {
  override add(_box: ArrayLike<number>, _offset = 0, fixed = false): number {
    return super.add(WORLD, 0, fixed);
  }
  override move(): void {}
}

interface Tracked {
  readonly pairs: readonly (readonly [time: number, pairs: number])[];
  readonly checks: number;
  readonly contacts: number;
}

export function trackedPairs({ quick }: BodiesContext): PartResult {
  const counts = quick ? [4] : [8, 24];
  const rows: Cell[][] = [];
  const panels: Panel[] = [];
  const saved: string[] = [];
  for (const count of counts) {
    const since = performance.now();
    const scene = coins(count);
    const duration = quick ? 0.15 : scene.duration;
    const [culled, all] = [new AutoBroadPhase(), new EveryPair()].map((phase) => tracked(scene, duration, phase));
    for (const [told, run] of [['with', culled] as const, ['without', all] as const]) {
      const pairs = summarize(run.pairs.map(([, n]) => n));
      rows.push([scene.name, told, pairs.mean, pairs.max, run.checks, run.contacts, run.checks / Math.max(1, run.contacts)]);
    }
    panels.push({
      title: `Pairs tracked, ${count} coins on a floor`,
      xLabel: 'seconds',
      yLabel: 'pairs',
      series: [
        { name: 'without broad phase', colour: BLUE, points: all.pairs },
        { name: 'with', colour: RED, points: culled.pairs },
      ],
    });
    saved.push(`${count} coins: ${Math.round(summarize(culled.pairs.map(([, n]) => n)).mean)} of ${all.pairs[0][1]}`);
    progress(`tracked pairs, ${scene.name}`, since);
  }
  return {
    tables: [
      {
        file: 'bodies-tracked',
        title: 'Pairs tracked with and without the broad phase (Figure 4)',
        note:
          'Coins tossed on a floor, sampled every 1/100 s. Without: all n(n − 1)/2 + n pairs, floor included. Checks: looks at a pair by the schedule. ' +
          'The two runs part after the first contacts, whose times differ within the tolerance, so the numbers of contacts differ.',
        columns: ['scene', 'broad phase', 'pairs, mean', 'most', 'checks', 'contacts', 'checks a contact'],
        rows,
      },
    ],
    figures: [
      {
        file: 'bodies-tracked',
        caption: `Figure 4: pairs tracked while coins fall and come to rest, mean over time: ${saved.join('; ')}.`,
        svg: toSvg(panels),
      },
    ],
  };
}

function tracked(scene: BodyScene, duration: number, broadPhase: BroadPhase): Tracked {
  const run = new BodyRun(scene, { broadPhase });
  const pairs: [number, number][] = [];
  for (let k = 0; k * INTERVAL <= duration; k++) {
    run.advance(k * INTERVAL);
    pairs.push([k * INTERVAL, run.world.stats.tracked]);
  }
  return { pairs, checks: run.world.stats.checks, contacts: run.contacts };
}
