import { mean, summarize } from '../shared/statistics.ts';
import { type Cell, readable, type Table } from '../shared/table.ts';
import { PEER_METHODS, type PeerMethod } from './peers.ts';
import { faults, measuredBy, type SceneRun, valuesOf } from './scene-run.ts';
import type { Answer } from './subject.ts';

const milliseconds = (answer: Answer) => answer.milliseconds;

/** [Tang et al. 2013, Table 1]. */
export function table1(runs: readonly SceneRun[]): Table {
  return {
    file: 'table-1',
    title: 'Table 1: time per query',
    note:
      'Milliseconds, cold, without building trees. `wrong`: against the reference bracket where the scene has one, else answers that contradict `auto`. ' +
      'Paper (2.66 GHz Core 2 Quad, its own meshes; C2A without control / C2A / HCA, average): club 14.97 / 3.6 / 3.4, gear 55.49 / 1.98 / 1.68, ' +
      'hammer 7.68 / 1.89 / 1.86, bunny 8.64 / 2.77 / 2.77, bunny dynamics 0.41 / 0.22 / 0.15, torus knot 6.8 / 2.01 / 2.68.',
    columns: [
      'scene',
      'triangles',
      'method',
      'colliding',
      'mean',
      'median',
      'p95',
      'max',
      'free',
      'mean ',
      'median ',
      'p95 ',
      'max ',
      'average',
      'wrong',
      'unresolved',
    ],
    rows: runs.flatMap((run) =>
      run.methods.map((measured): Cell[] => {
        const [hit, free] = [true, false].map((colliding) => summarize(valuesOf(run, measured, colliding, milliseconds)));
        const { wrong, unresolved } = faults(run, measured);
        return [
          run.scene.name,
          trianglesOf(run),
          measured.variant.name,
          hit.count,
          hit.mean,
          hit.median,
          hit.p95,
          hit.max,
          free.count,
          free.mean,
          free.median,
          free.p95,
          free.max,
          mean(valuesOf(run, measured, null, milliseconds)),
          wrong,
          unresolved,
        ];
      }),
    ),
  };
}

export function workTable(runs: readonly SceneRun[]): Table {
  const counts: [string, (answer: Answer) => number][] = [
    ['N_CA', (a) => a.advancements],
    ['front nodes', (a) => a.frontNodes],
    ['iterations', (a) => a.iterations],
    ['configuration updates', (a) => a.configurationUpdates],
    ['volume tests', (a) => a.volumeTests],
    ['triangle tests', (a) => a.triangleTests],
  ];
  return {
    file: 'work',
    title: 'Work per query',
    note:
      'Means. N_CA: evaluations of the advancement step, eq. 7 of the paper. Front nodes: summed over the iterations of c2a. ' +
      'Iterations: of c2a, or entries taken from the queue. Configuration updates: instants at which the bodies are placed (§4.3.4).',
    columns: ['scene', 'method', 'queries', ...counts.map(([name]) => name)],
    rows: runs.flatMap((run) =>
      run.methods.flatMap((measured) =>
        [true, false]
          .filter((colliding) => run.colliding.includes(colliding))
          .map((colliding): Cell[] => [
            run.scene.name,
            measured.variant.name,
            colliding ? 'colliding' : 'free',
            ...counts.map(([, pick]) => mean(valuesOf(run, measured, colliding, pick))),
          ]),
      ),
    ),
  };
}

/** §4.3.4: hca updates the configuration far more often than c2a, which shows where an update is dear. */
export function motionTable(runs: readonly SceneRun[]): Table {
  return {
    file: 'motions',
    title: 'In-between motion against screw motion',
    note: 'Means over all queries; the screw motion joins the same two poses on another way, so contacts differ. Ratio: milliseconds per query, screw / in-between.',
    columns: ['scene', 'method', 'updates', 'ms', 'updates, screw', 'ms, screw', 'ratio'],
    rows: runs.flatMap((run) =>
      run.methods.map((measured): Cell[] => {
        const screw = measuredBy(run.screw, measured.variant.name);
        const [inBetweenMs, screwMs] = [measured, screw].map((m) => mean(m.answers.map(milliseconds)));
        const [updates, screwUpdates] = [measured, screw].map((m) => mean(m.answers.map((a) => a.configurationUpdates)));
        return [run.scene.name, measured.variant.name, updates, inBetweenMs, screwUpdates, screwMs, screwMs / inBetweenMs];
      }),
    ),
  };
}

export function contactTable(runs: readonly SceneRun[]): Table {
  return {
    file: 'contacts',
    title: 'Contacts at the first time of contact',
    note: 'Of the colliding queries, method `auto`: how many contacts lie within the tolerance, how many remain in a minimal set, and what listing them costs.',
    columns: ['scene', 'queries', 'all: mean', 'median', 'max', 'minimal: mean', 'ms first', 'ms all', 'ms minimal'],
    rows: runs.map((run): Cell[] => {
      const [first, all, minimal] = [measuredBy(run.methods, 'auto'), measuredBy(run.contacts, 'all'), measuredBy(run.contacts, 'minimal')];
      const count = summarize(valuesOf(run, all, true, (a) => a.contacts));
      return [
        run.scene.name,
        count.count,
        count.mean,
        count.median,
        count.max,
        mean(valuesOf(run, minimal, true, (a) => a.contacts)),
        ...[first, all, minimal].map((measured) => mean(valuesOf(run, measured, true, milliseconds))),
      ];
    }),
  };
}

export function buildTable(runs: readonly SceneRun[]): Table {
  return {
    file: 'build',
    title: 'Building the trees',
    note: 'Milliseconds for both bodies, once, not warmed up (`npm run bench -- build` measures it with care); FCL: one body, OBB and RSS in one tree, best of three.',
    columns: ['scene', 'triangles', 'ms, both', 'FCL ms, body A'],
    rows: runs.map((run): Cell[] => [run.scene.name, trianglesOf(run), run.subject.buildMilliseconds, run.peers?.build ?? Number.NaN]),
  };
}

/** Only for runs that met the peers. */
export function peerTable(runs: readonly SceneRun[]): Table {
  return {
    file: 'peers',
    title: 'Beside native FCL 0.7, same queries, same run',
    note:
      'Mean milliseconds per query and FCL / ours (above 1: ours is faster). `dist-ca`: plain conservative advancement over `fcl::distance`, certified like ours but for rounding. ' +
      '`naive-1000`: 1,000 discrete tests, stops at the first overlap: late by up to a thousandth, blind between samples. ' +
      'FCL is measured in processor time, best of up to three; ours in wall time, best of the repetitions. `differs`: verdicts unlike ours (`auto`).',
    columns: [
      'scene',
      'queries',
      'FCL method',
      'FCL ms',
      ...['c2a', 'hca', 'auto'].flatMap((name) => [`${name} ms`, `FCL / ${name}`]),
      'differs',
    ],
    rows: runs.flatMap((run) => PEER_METHODS.flatMap((method) => [true, false].flatMap((colliding) => peerRows(run, method, colliding)))),
  };
}

/** None where the scene has no such queries. */
function peerRows(run: SceneRun, method: PeerMethod, colliding: boolean): Cell[][] {
  const answers = run.peers?.methods.get(method);
  if (!answers || !run.colliding.includes(colliding)) return [];
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const theirs = run.scene.queries.map(({ id }) => byId.get(id));
  const peerMs = mean(theirs.flatMap((answer, q) => (answer && run.colliding[q] === colliding ? [answer.milliseconds] : [])));
  const own = measuredBy(run.methods, 'auto');
  const differs = theirs.filter(
    (answer, q) => answer && run.colliding[q] === colliding && answer.collide !== (own.answers[q].status !== 'free'),
  );
  const ours = ['c2a', 'hca', 'auto'].flatMap((name) => {
    const ms = mean(valuesOf(run, measuredBy(run.methods, name), colliding, milliseconds));
    return [ms, `${readable(peerMs / ms)} ×`];
  });
  return [[run.scene.name, colliding ? 'colliding' : 'free', method, peerMs, ...ours, differs.length]];
}

function trianglesOf({ scene: { meshA, meshB } }: SceneRun): Cell {
  return meshA.triangleCount === meshB.triangleCount ? meshA.triangleCount : `${meshA.triangleCount}, ${meshB.triangleCount}`;
}

/** Every answer, for whoever wants to look closer. */
export function rawTable(runs: readonly SceneRun[]): Table {
  return {
    file: 'raw',
    title: 'Every answer',
    note: '',
    columns: [
      'scene',
      'method',
      'query',
      'colliding',
      'status',
      'time',
      'ms',
      'N_CA',
      'front nodes',
      'iterations',
      'configuration updates',
      'volume tests',
      'triangle tests',
    ],
    rows: runs.flatMap((run) =>
      run.methods.flatMap(({ variant, answers }) =>
        answers.map((a, q): Cell[] => [
          run.scene.name,
          variant.name,
          run.scene.queries[q].id,
          String(run.colliding[q]),
          a.status,
          a.time,
          a.milliseconds,
          a.advancements,
          a.frontNodes,
          a.iterations,
          a.configurationUpdates,
          a.volumeTests,
          a.triangleTests,
        ]),
      ),
    ),
  };
}
