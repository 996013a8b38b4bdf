// [Tang et al. 2013, Table 2 and §6.3]: mannequins, a grasping hand, a Puma beside a car; temporal culling and its parameters.

import type { SceneFirstContactOptions } from '../../src/index.ts';
import { type HcaOptions, hca, type TemporalOptions } from '../../src/methods/index.ts';
import type { Figure } from '../rigid/rigid-figures.ts';
import { type PartContext, type PartResult, progress, some } from '../shared/part.ts';
import { type Panel, toSvg } from '../shared/plot.ts';
import type { Cell, Table } from '../shared/table.ts';
import { faultsOf, meanOf, measureRobot, milliseconds, type RobotRun, type RobotVariant, stageOf } from './robot-measure.ts';
import { TANG_TABLE_2 } from './robot-papers.ts';
import { TANG_SCENES, tangQueries } from './robot-queries.ts';
import { AUTO, classes, counted, culledPart, INTERVAL, stagesOf } from './robot-redon.ts';
import type { RobotAnswer } from './robot-subject.ts';
import { rawTable, workTable } from './robot-tables.ts';

const TEMPORAL: readonly RobotVariant[] = [
  { name: 'hca, no temporal culling', options: { method: hca({ temporal: { upperBounds: 'none' } }) } },
  { name: 'hca, random', options: { method: hca({ temporal: { upperBounds: 'random' } }) } },
  { name: 'hca, coherent', options: { method: hca({ temporal: { upperBounds: 'coherent' } }) } },
];
const METHODS: readonly RobotVariant[] = [AUTO, ...TEMPORAL, INTERVAL];

/** Table 2. */
export function tangTable2({ queries, effort }: PartContext): PartResult {
  const start = performance.now();
  const runs: RobotRun[] = [];
  for (const name of TANG_SCENES) {
    const { subject, sets } = tangQueries(name, queries);
    for (const [set, list] of sets) runs.push(measureRobot(subject, set, list, METHODS, effort));
    progress(`Tang, Table 2, ${name}`, start);
  }
  const table: Table = {
    file: 'tang-table-2',
    title: 'Tang et al. 2013, Table 2: articulated models',
    note:
      'Milliseconds per query. Temporal culling: upper bounds on the time from triangles taken at random, or from those of the step before. ' +
      'Paper: 2.66 GHz Core 2 Quad, one number for both phases of the grasp; its thresholds of distance are its own.',
    columns: [
      ...['scene', 'set', 'method', 'n colliding', 'ms', 'n free', 'ms ', 'average', '/ auto'],
      ...['paper colliding', 'paper free', 'paper average', 'CATCH', 'wrong', 'unresolved'],
    ],
    rows: runs.flatMap((run) => {
      const auto = meanOf(run, 'auto', null, milliseconds);
      return run.measured.map(({ variant: { name } }): Cell[] => {
        const average = meanOf(run, name, null, milliseconds);
        const { wrong, unresolved } = faultsOf(run, name);
        const hits = run.colliding.filter((colliding) => colliding).length;
        return [
          run.subject.scene.name,
          run.set,
          name,
          hits,
          meanOf(run, name, true, milliseconds),
          run.colliding.length - hits,
          meanOf(run, name, false, milliseconds),
          average,
          average / auto,
          ...TANG_TABLE_2[run.subject.scene.name],
          wrong,
          unresolved,
        ];
      });
    }),
  };
  return {
    tables: [table, cullingTable(runs), workTable('tang-table-2-work', 'Work per query, articulated models', runs)],
    raw: [rawTable('tang-table-2-raw', runs)],
  };
}

/** §5.3: what the steps of Algorithm 4 do. */
function cullingTable(runs: readonly RobotRun[]): Table {
  return {
    file: 'tang-culling',
    title: 'Temporal culling of link pairs',
    note:
      'Method `hca`: milliseconds of boxes (1), bounds on the time (2) and advancement (3); pairs of bodies that come into a step, a query, and the part it drops. ' +
      'Advanced: pairs whose first contact is looked for in full.',
    columns: ['scene', 'set', 'upper bounds', 'queries', '1', '2', '3', 'pairs', 'dropped by 1', 'pairs left', 'dropped by 2', 'advanced'],
    rows: runs.flatMap((run) =>
      classes(run).flatMap((colliding) =>
        TEMPORAL.map(({ name, options }): Cell[] => {
          const of = (pick: (answer: RobotAnswer) => number) => meanOf(run, name, colliding, pick);
          return [
            run.subject.scene.name,
            run.set,
            temporalIn(options).upperBounds ?? '',
            counted(run, colliding)[0],
            ...stagesOf(run, name, colliding).slice(0, 3),
            of((a) => stageOf(a, 1).tested),
            culledPart(run, name, colliding, 1),
            of((a) => stageOf(a, 2).tested),
            culledPart(run, name, colliding, 2),
            of((a) => stageOf(a, 3).tested - stageOf(a, 3).culled),
          ];
        }),
      ),
    ),
  };
}

const TIME_GRIDS = [0, 0.001, 0.003, 0.01, 0.02, 0.04];
/** Milliseconds a query: a grid that is too coarse makes some thousands of times slower. */
const STUDY_PATIENCE = 200;
const DEPTHS = [0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 1];
const STUDY_SCENES = ['hand-grasp', 'mannequin-walk'];

/** §6.3: how T_t and T_depth matter. */
export function tangParameters({ quick, queries, effort: given }: PartContext): PartResult {
  const start = performance.now();
  // Many settings: a shorter look at each.
  const effort = { ...given, share: given.share / 3, warmUpMilliseconds: given.warmUpMilliseconds / 3 };
  const of = (timeGrid: number, depth: number): SceneFirstContactOptions => ({
    method: hca({ temporal: { timeGrid, depth } }),
    maxMilliseconds: STUDY_PATIENCE,
  });
  const grids = some(TIME_GRIDS, quick).map((t): RobotVariant => ({ name: `T_t ${t}`, options: of(t, 1 / 3) }));
  const depths = some(DEPTHS, quick).map((d): RobotVariant => ({ name: `T_depth ${d.toFixed(2)}`, options: of(0.01, d) }));
  const runs: RobotRun[] = [];
  for (const name of STUDY_SCENES) {
    const { subject, sets } = tangQueries(name, Math.ceil(queries / 2));
    for (const [set, list] of sets) runs.push(measureRobot(subject, set, list, [AUTO, ...grids, ...depths], effort));
  }
  progress('Tang, §6.3', start);
  const table = (file: string, title: string, note: string, variants: readonly RobotVariant[]): Table => ({
    file,
    title,
    note,
    columns: [
      'scene',
      'set',
      'value',
      'ms colliding',
      'ms free',
      'volume tests',
      'triangle tests',
      'link placements',
      'wrong',
      'unresolved',
    ],
    rows: runs.flatMap((run) =>
      variants.map(({ name }): Cell[] => {
        const { wrong, unresolved } = faultsOf(run, name);
        return [
          run.subject.scene.name,
          run.set,
          name,
          meanOf(run, name, true, milliseconds),
          meanOf(run, name, false, milliseconds),
          meanOf(run, name, null, (a) => a.volumeTests),
          meanOf(run, name, null, (a) => a.triangleTests),
          meanOf(run, name, null, (a) => a.placements),
          wrong,
          unresolved,
        ];
      }),
    ),
  });
  return {
    tables: [
      table(
        'tang-time-grid',
        'T_t: the grid of kept poses',
        `Method \`hca\`, T_depth 1/3; 0: no poses are kept. The paper uses 0.01. Queries are given up after ${STUDY_PATIENCE} ms.`,
        grids,
      ),
      table(
        'tang-depth',
        'T_depth: how deep lower bounds look',
        'Method `hca`, T_t 0.01, part of the depth of the trees. The paper uses 1/3.',
        depths,
      ),
    ],
    figures: [parameterFigure(runs, grids, depths)],
    raw: [rawTable('tang-parameters-raw', runs)],
  };
}

const COLOURS = ['#c03028', '#2858b0', '#2a8040'];

function parameterFigure(runs: readonly RobotRun[], grids: readonly RobotVariant[], depths: readonly RobotVariant[]): Figure {
  const panel = (title: string, xLabel: string, variants: readonly RobotVariant[], x: (variant: RobotVariant) => number): Panel => ({
    title,
    xLabel,
    yLabel: 'ms per query',
    series: runs.map((run, i) => ({
      name: `${run.subject.scene.name.split('-')[1]} ${run.set}`,
      colour: COLOURS[i % COLOURS.length],
      points: variants.map((variant) => [x(variant), meanOf(run, variant.name, null, milliseconds)] as const),
    })),
  });
  return {
    file: 'robots-parameters',
    caption: 'T_t and T_depth of `hca` (Tang et al. 2013, §6.3): milliseconds per query, all queries.',
    svg: toSvg([
      // A logarithmic scale of its own: zero has no place on it and is left to the table.
      panel(
        'T_t',
        'log₁₀ T_t',
        grids.filter(({ options }) => gridOf(options) > 0),
        ({ options }) => Math.log10(gridOf(options)),
      ),
      panel('T_depth', 'part of the depth of the trees', depths, ({ options }) => temporalIn(options).depth ?? 0),
    ]),
  };
}

function gridOf(options: SceneFirstContactOptions): number {
  return temporalIn(options).timeGrid ?? 0;
}

/** With which temporal culling `hca` was made. */
function temporalIn({ method }: SceneFirstContactOptions): TemporalOptions {
  const { options } = (typeof method === 'function' ? method() : method) ?? {};
  return (options as HcaOptions | undefined)?.temporal ?? {};
}
