import type { Cell, Table } from '../shared/table.ts';
import { meanOf, milliseconds, type RobotRun } from './robot-measure.ts';
import type { RobotAnswer } from './robot-subject.ts';

const COUNTS: readonly [string, (answer: RobotAnswer) => number][] = [
  ['volume tests', (a) => a.volumeTests],
  ['triangle tests', (a) => a.triangleTests],
  ['iterations', (a) => a.iterations],
  ['link placements', (a) => a.placements],
];

/** Counts repeat exactly where times do not. */
export function workTable(file: string, title: string, runs: readonly RobotRun[]): Table {
  return {
    file,
    title,
    note:
      'Means. Volume tests: pairs of bounding volumes (for `interval`, boxes over a part of the time). Triangle tests: exact distances of two triangles. ' +
      'Iterations: entries taken from the queue, or intervals of time. Link placements: forward kinematics of one link.',
    columns: ['scene', 'set', 'method', 'queries', 'ms', ...COUNTS.map(([name]) => name)],
    rows: runs.flatMap((run) =>
      run.measured.flatMap(({ variant: { name } }) =>
        [true, false]
          .filter((colliding) => run.colliding.includes(colliding))
          .map((colliding): Cell[] => [
            run.subject.scene.name,
            run.set,
            name,
            colliding ? 'colliding' : 'free',
            meanOf(run, name, colliding, milliseconds),
            ...COUNTS.map(([, pick]) => meanOf(run, name, colliding, pick)),
          ]),
      ),
    ),
  };
}

/** Every answer, for whoever wants to look closer. */
export function rawTable(file: string, runs: readonly RobotRun[]): Table {
  return {
    file,
    title: 'Every answer',
    note: '',
    columns: ['scene', 'set', 'method', 'query', 'colliding', 'status', 'time', 'ms', ...COUNTS.map(([name]) => name), 'stages'],
    rows: runs.flatMap((run) =>
      run.measured.flatMap(({ variant, answers }) =>
        answers.map((a, q): Cell[] => [
          run.subject.scene.name,
          run.set,
          variant.name,
          run.queries[q].id,
          String(run.colliding[q]),
          a.status,
          a.time,
          a.milliseconds,
          ...COUNTS.map(([, pick]) => pick(a)),
          a.stages.map((s) => `${s.stage} ${s.tested}-${s.culled} ${s.milliseconds.toFixed(4)}`).join('; '),
        ]),
      ),
    ),
  };
}
