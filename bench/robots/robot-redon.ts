// [Redon et al. 2004, Tables 1 and 2]: the Puma among pipes and in a machine room, stage by stage.

import { hca, type IntervalOptions, interval, type StageOptions } from '../../src/methods/index.ts';
import { type PartContext, type PartResult, progress, some } from '../shared/part.ts';
import type { Cell, Table } from '../shared/table.ts';
import {
  faultsOf,
  meanOf,
  measuredAs,
  measureRobot,
  milliseconds,
  type RobotRun,
  type RobotVariant,
  type StagePlace,
  stageOf,
} from './robot-measure.ts';
import { REDON_MACHINE_ROOM, REDON_PIPES, type Staged } from './robot-papers.ts';
import { pumaWalks } from './robot-queries.ts';
import { rawTable, workTable } from './robot-tables.ts';

const PIPES_ANGLES = [1, 5, 15, 30];
const ROOM_ANGLES = [1, 30, 60];
const PLACES: readonly StagePlace[] = [1, 2, 3];

export const AUTO: RobotVariant = { name: 'auto', options: { method: undefined } };
export const HCA: RobotVariant = { name: 'hca', options: { method: hca } };
export const INTERVAL: RobotVariant = { name: 'interval', options: { method: interval } };

/** The culling stages in the paper's four combinations, with the exact one always. */
export const STAGE_SETS: readonly RobotVariant[] = [
  { name: '1+2+3', options: { method: interval } },
  { name: '1+3', options: { method: interval({ stages: { sweptVolumes: false } }) } },
  { name: '2+3', options: { method: interval({ stages: { boxes: false } }) } },
  { name: '3', options: { method: interval({ stages: { boxes: false, sweptVolumes: false } }) } },
];

/** Table 1. */
export function redonPipes({ quick, queries, effort }: PartContext): PartResult {
  const start = performance.now();
  const { subject, sets } = pumaWalks('puma-pipes', some(PIPES_ANGLES, quick), queries);
  const runs = [...sets].map(([set, list]) => measureRobot(subject, set, list, [AUTO, HCA, INTERVAL], effort));
  progress('Redon, Table 1', start);
  const table: Table = {
    file: 'redon-table-1',
    title: 'Redon et al. 2004, Table 1: Puma among pipes',
    note:
      'Milliseconds per query; joints turn by up to the angle in a step. Stages of method `interval`: 1 boxes of swept links, 2 swept volumes, 3 exact; its total has the look at the start too. ' +
      '`auto` and `hca` on the same queries in the same run. The paper: 2.4 GHz Pentium 4, stage 2 on a graphics card. `wrong`: of `interval`, `hca` and `auto` together.',
    columns: [
      'angle',
      'queries',
      'n',
      ...stageColumns(),
      'hca',
      'auto',
      'interval / auto',
      ...stageColumns('paper '),
      'wrong',
      'unresolved',
    ],
    rows: runs.flatMap((run) =>
      classes(run).map((colliding): Cell[] => {
        const stages = stagesOf(run, 'interval', colliding);
        const auto = meanOf(run, 'auto', colliding, milliseconds);
        return [
          run.set,
          ...counted(run, colliding),
          ...stages,
          meanOf(run, 'hca', colliding, milliseconds),
          auto,
          stages[3] / auto,
          ...paper(REDON_PIPES[run.set], colliding),
          ...allFaults(run, colliding),
        ];
      }),
    ),
  };
  return {
    tables: [table, workTable('redon-table-1-work', 'Work per query, Puma among pipes', runs)],
    raw: [rawTable('redon-table-1-raw', runs)],
  };
}

/** Table 2. */
export function redonMachineRoom({ quick, queries, effort }: PartContext): PartResult {
  const start = performance.now();
  const { subject, sets } = pumaWalks('puma-amr', some(ROOM_ANGLES, quick), queries);
  const runs = [...sets].map(([set, list]) => measureRobot(subject, set, list, [AUTO, ...STAGE_SETS], effort));
  progress('Redon, Table 2', start);
  const table: Table = {
    file: 'redon-table-2',
    title: 'Redon et al. 2004, Table 2: Puma in the machine room, cost and benefit of each stage',
    note:
      'Milliseconds per query of method `interval` with some of its stages switched off; culled: the part of the incoming pairs of a link and an object that a stage rules out. ' +
      'Beside it the paper (its totals without collision do not add up, as printed) and `auto`.',
    columns: [
      'angle',
      'stages',
      'queries',
      'n',
      ...stageColumns(),
      'culled by 1',
      'culled by 2',
      'auto',
      ...stageColumns('paper '),
      'wrong',
      'unresolved',
    ],
    rows: runs.flatMap((run) =>
      STAGE_SETS.flatMap(({ name }) =>
        classes(run).map((colliding): Cell[] => {
          const { wrong, unresolved } = faultsOf(run, name);
          return [
            run.set,
            name,
            ...counted(run, colliding),
            ...stagesOf(run, name, colliding),
            culledPart(run, name, colliding, 1),
            culledPart(run, name, colliding, 2),
            meanOf(run, 'auto', colliding, milliseconds),
            ...paper(REDON_MACHINE_ROOM[run.set]?.[name], colliding),
            wrong,
            unresolved,
          ];
        }),
      ),
    ),
  };
  return {
    tables: [table, workTable('redon-table-2-work', 'Work per query, Puma in the machine room', runs)],
    raw: [rawTable('redon-table-2-raw', runs)],
  };
}

function stageColumns(whose = ''): string[] {
  return ['1', '2', '3', 'total'].map((stage) => `${whose}${stage}`);
}

/** Colliding and free, as far as there are such queries. */
export function classes(run: RobotRun): boolean[] {
  return [true, false].filter((colliding) => run.colliding.includes(colliding));
}

export function counted(run: RobotRun, colliding: boolean): Cell[] {
  return [colliding ? 'colliding' : 'free', run.colliding.filter((c) => c === colliding).length];
}

/** With which stages `interval` was made. */
function stagesIn({ method }: RobotVariant['options']): StageOptions {
  const { options } = (typeof method === 'function' ? method() : method) ?? {};
  return (options as IntervalOptions | undefined)?.stages ?? {};
}

/** Milliseconds of the three stages and of the whole query. */
export function stagesOf(run: RobotRun, name: string, colliding: boolean | null): number[] {
  const { boxes, sweptVolumes } = stagesIn(measuredAs(run, name).variant.options);
  const off = (place: StagePlace) => (place === 1 && boxes === false) || (place === 2 && sweptVolumes === false);
  const stages = PLACES.map((place) => (off(place) ? Number.NaN : meanOf(run, name, colliding, (a) => stageOf(a, place).milliseconds)));
  return [...stages, meanOf(run, name, colliding, milliseconds)];
}

/** Of what came into the stage, the part it ruled out, as text. */
export function culledPart(run: RobotRun, name: string, colliding: boolean | null, place: StagePlace): string {
  const tested = meanOf(run, name, colliding, (answer) => stageOf(answer, place).tested);
  const culled = meanOf(run, name, colliding, (answer) => stageOf(answer, place).culled);
  return tested > 0 ? `${((100 * culled) / tested).toFixed(1)} %` : '–';
}

function paper(staged: Staged | undefined, colliding: boolean): number[] {
  return staged === undefined ? Array(4).fill(Number.NaN) : staged.map((both) => both[colliding ? 0 : 1]);
}

/** Of all methods, once a set. */
function allFaults(run: RobotRun, colliding: boolean): Cell[] {
  if (colliding !== classes(run)[0]) return ['', ''];
  const all = run.measured.map(({ variant }) => faultsOf(run, variant.name));
  return [all.reduce((sum, { wrong }) => sum + wrong, 0), all.reduce((sum, { unresolved }) => sum + unresolved, 0)];
}
