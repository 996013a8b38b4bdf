// How the stages, the solvers and the bounds of [Redon et al. 2004] fare as the chain gets deeper, where the paper's own figures end.

import type { RobotQuery } from '../../scenes/index.ts';
import type { SceneFirstContactOptions } from '../../src/index.ts';
import { interval } from '../../src/methods/index.ts';
import { POSE_T } from '../../src/motion/interval-pose.ts';
import type { IntervalMotion } from '../../src/motion/motion.ts';
import { Chain } from '../../src/robot/chain.ts';
import { type BoundsKind, ChainBounds } from '../../src/robot/chain-bounds.ts';
import type { Figure } from '../rigid/rigid-figures.ts';
import { type PartContext, type PartResult, progress, some } from '../shared/part.ts';
import { type Panel, toSvg } from '../shared/plot.ts';
import { mean } from '../shared/statistics.ts';
import type { Cell, Table } from '../shared/table.ts';
import { bodyBoundsCost } from './robot-boxes.ts';
import { faultsOf, meanOf, measureRobot, milliseconds, type RobotRun, type RobotVariant, stageOf } from './robot-measure.ts';
import { chainQueries } from './robot-queries.ts';
import { AUTO, culledPart, HCA, STAGE_SETS, stagesOf } from './robot-redon.ts';
import type { RobotSubject } from './robot-subject.ts';
import { rawTable } from './robot-tables.ts';

const DEPTHS = [2, 4, 8, 16, 32, 64];
const KINDS: readonly BoundsKind[] = ['interval', 'taylor', 'both'];

const SOLVERS: readonly RobotVariant[] = (['simultaneous', 'independent'] as const).map((solver) => ({
  name: solver,
  options: { method: interval({ stages: { solver } }) },
}));
const BOUNDS: readonly RobotVariant[] = KINDS.map((bounds) => ({
  name: `bounds: ${bounds}`,
  options: { method: interval({ stages: { bounds } }) },
}));

/** Cost and benefit of each stage. */
export function depthStages(context: PartContext): PartResult {
  const runs = chainRuns(context, 'stages', [AUTO, HCA, ...STAGE_SETS]);
  const table: Table = {
    file: 'depth-stages',
    title: 'Stages against the depth of the chain',
    note:
      'A serial chain, always 3 m long, among 200 obstacles; the joints turn by 20° √(2/depth) at most, so that the tip goes about as far. Milliseconds per query, all queries. ' +
      '1, 2, 3: stages of `interval`; culled: the part of the incoming pairs.',
    columns: [
      'depth',
      'colliding',
      'free',
      'stages',
      '1',
      '2',
      '3',
      'total',
      'culled by 1',
      'culled by 2',
      'hca',
      'auto',
      'wrong',
      'unresolved',
    ],
    rows: runs.flatMap((run) =>
      STAGE_SETS.map(({ name }): Cell[] => {
        const { wrong, unresolved } = faultsOf(run, name);
        return [
          ...head(run),
          name,
          ...stagesOf(run, name, null),
          culledPart(run, name, null, 1),
          culledPart(run, name, null, 2),
          meanOf(run, 'hca', null, milliseconds),
          meanOf(run, 'auto', null, milliseconds),
          wrong,
          unresolved,
        ];
      }),
    ),
  };
  return { tables: [table], figures: [depthFigure(runs)], raw: [rawTable('depth-stages-raw', runs)] };
}

/** [Redon et al. 2004, eq. 16 and 17]. */
export function depthSolvers(context: PartContext): PartResult {
  const runs = chainRuns(context, 'solvers', [AUTO, ...SOLVERS]);
  // After everything was timed.
  const enclosures = runs.map((run) => SOLVERS.map(({ options }) => countEnclosures(run, options)));
  const table: Table = {
    file: 'depth-solvers',
    title: 'Simultaneous against independent solving',
    note:
      'Of `interval`: all elementary equations on the same intervals of time, or one after the other (eq. 17 and 16 of the paper). Milliseconds per query, all queries; ' +
      '3: in the exact stage. Intervals: looked at by traversal and solver. Enclosures: bounds of a link over an interval that the exact stage asks for, each as dear as the link is deep. Ratio: independent / simultaneous, total.',
    columns: ['depth', 'colliding', 'free', 'solver', '3', 'total', 'intervals', 'enclosures', 'box tests', 'ratio', 'wrong', 'unresolved'],
    rows: runs.flatMap((run, r) =>
      SOLVERS.map(({ name }, s): Cell[] => {
        const { wrong, unresolved } = faultsOf(run, name);
        const total = meanOf(run, name, null, milliseconds);
        return [
          ...head(run),
          name,
          meanOf(run, name, null, (a) => stageOf(a, 3).milliseconds),
          total,
          meanOf(run, name, null, (a) => a.iterations),
          enclosures[r][s],
          meanOf(run, name, null, (a) => a.volumeTests),
          total / meanOf(run, 'simultaneous', null, milliseconds),
          wrong,
          unresolved,
        ];
      }),
    ),
  };
  return { tables: [table], raw: [rawTable('depth-solvers-raw', runs)] };
}

/** Interval matrices against Taylor models. */
export function depthBounds(context: PartContext): PartResult {
  const runs = chainRuns(context, 'bounds', [AUTO, ...BOUNDS]);
  const table: Table = {
    file: 'depth-bounds',
    title: 'Interval matrices against Taylor models',
    note:
      'Enclosures of the last link over the whole motion, a quarter and a sixteenth of it: mean width of its position in millimetres; microseconds for one of them, nothing shared. ' +
      'Then method `interval` with such bounds: milliseconds per query, and the part of the incoming pairs that stages 1 and 2 rule out.',
    columns: [
      ...['depth', 'colliding', 'free', 'bounds', 'width 1', 'width 1/4', 'width 1/16', 'µs', 'ms a query'],
      ...['culled by 1', 'culled by 2', 'box tests', 'wrong', 'unresolved'],
    ],
    rows: runs.flatMap((run) =>
      KINDS.map((kind, k): Cell[] => {
        const { name } = BOUNDS[k];
        const { wrong, unresolved } = faultsOf(run, name);
        return [
          ...head(run),
          kind,
          ...[1, 4, 16].map((parts) => 1000 * meanWidth(run.subject, run.queries, kind, parts)),
          1000 * lastLinkCost(run, kind, context.quick ? 1 : 10),
          meanOf(run, name, null, milliseconds),
          culledPart(run, name, null, 1),
          culledPart(run, name, null, 2),
          meanOf(run, name, null, (a) => a.volumeTests),
          wrong,
          unresolved,
        ];
      }),
    ),
  };
  return { tables: [table], raw: [rawTable('depth-bounds-raw', runs)] };
}

/** A query's mean. No result tells them, so the calls themselves are counted, while nothing is timed. */
function countEnclosures({ subject, queries }: RobotRun, options: SceneFirstContactOptions): number {
  const [robot] = subject.scene.robots;
  const linkMotion: IntervalMotion = Object.getPrototypeOf(new ChainBounds(new Chain(robot)).motion(0));
  const { writeRate } = linkMotion;
  let count = 0;
  // The exact stage asks for a rate with every pose, the others never do.
  linkMotion.writeRate = function counted(times, out, o) {
    count++;
    writeRate.call(this, times, out, o);
  };
  try {
    for (const query of queries) subject.answer(query, { tolerance: subject.scene.touch, contacts: 'none', ...options });
  } finally {
    linkMotion.writeRate = writeRate;
  }
  return count / queries.length;
}

function chainRuns({ quick, queries, effort }: PartContext, what: string, variants: readonly RobotVariant[]): RobotRun[] {
  const start = performance.now();
  const runs = some(DEPTHS, quick).map((depth) => {
    const { subject, queries: list } = chainQueries(depth, Math.ceil(queries / 2));
    return measureRobot(subject, String(depth), list, variants, effort);
  });
  progress(`depth, ${what}`, start);
  return runs;
}

function head(run: RobotRun): Cell[] {
  const hits = run.colliding.filter((colliding) => colliding).length;
  return [Number(run.set), hits, run.colliding.length - hits];
}

/** Of the last link's position, in metres. */
function meanWidth({ scene }: RobotSubject, queries: readonly RobotQuery[], kind: BoundsKind, parts: number): number {
  const [robot] = scene.robots;
  const chain = new Chain(robot);
  const bounds = new ChainBounds(chain, { kind, base: robot.base });
  const widths: number[] = [];
  for (const { from, to } of queries) {
    chain.load(robot.path([from, to]), 0);
    bounds.forget();
    for (let part = 0; part < parts; part++) {
      bounds.over(part / parts, (part + 1) / parts);
      const o = bounds.pose(robot.links.length - 1) + POSE_T;
      for (let i = 0; i < 6; i += 2) widths.push(bounds.poses[o + i + 1] - bounds.poses[o + i]);
    }
  }
  return mean(widths);
}

function lastLinkCost({ subject, queries }: RobotRun, kind: BoundsKind, repeats: number): number {
  const [robot] = subject.scene.robots;
  const chain = new Chain(robot);
  chain.load(robot.path([queries[0].from, queries[0].to]), 0);
  return bodyBoundsCost(chain, robot.links.length - 1, kind, repeats);
}

const COLOURS = ['#c03028', '#d08020', '#805090', '#2858b0'];

function depthFigure(runs: readonly RobotRun[]): Figure {
  const panel = (title: string, names: readonly string[]): Panel => ({
    title,
    xLabel: 'log₂ depth',
    yLabel: 'log₁₀ ms',
    series: names.map((name, i) => ({
      name,
      colour: COLOURS[i % COLOURS.length],
      points: runs.map((run) => [Math.log2(Number(run.set)), Math.log10(meanOf(run, name, null, milliseconds))] as const),
    })),
  });
  return {
    file: 'robots-depth',
    caption:
      'Milliseconds per query against the depth of the chain: `interval` with its stages 1 (boxes), 2 (swept volumes) and 3 (exact), then beside `hca` and `auto`. Both axes are logarithms.',
    svg: toSvg([
      panel(
        'Stages of interval',
        STAGE_SETS.map(({ name }) => name),
      ),
      panel('Methods (1+2+3: interval)', ['1+2+3', 'hca', 'auto']),
    ]),
  };
}
