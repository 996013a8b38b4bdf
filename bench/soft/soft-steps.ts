// Whole steps of deforming meshes, self-contact included: the meshes of others against their truth.

import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { linearMotion, type StepFirstContact, StepQuery } from '../../src/soft/index.ts';
import { SoftShape } from '../../src/soft/soft-shape.ts';
import type { PartResult } from '../shared/part.ts';
import type { Cell, Table } from '../shared/table.ts';
import { pairKey, type TwoFrames, twoFrameMeshes } from './soft-data.ts';
import { judgedNear } from './soft-near-pairs.ts';
import { type SoftContext, timed } from './soft-part.ts';

export interface StepMeasured {
  readonly triangles: number;
  readonly first: StepFirstContact;
  readonly all: StepFirstContact;
  readonly safe: number;
  /** Milliseconds: building the query, fitting its boxes to a step, and the three questions. */
  readonly build: number;
  readonly refit: number;
  readonly firstMs: number;
  readonly allMs: number;
  readonly safeMs: number;
  /** Bytes: as the query tells them, and by how much the process grew in building and asking once, garbage included. */
  readonly bytes: number;
  readonly grown: number;
}

/** Against what is known of a step: pairs that were not found, that are none, whose time is too late, and how early the others are at most. */
export interface StepFaults {
  readonly missed: number;
  readonly falsePairs: number;
  readonly late: number;
  readonly early: number;
  /** Edges that go through a face at the start already, of which no truth speaks. */
  readonly through: number;
}

export function wholeSteps(context: SoftContext): PartResult {
  const frames = twoFrameMeshes(context.data, context.quick);
  const measured = frames.map((one) => measureStep(one, context.rounds));
  const truths = frames.map((one) => one.contacts ?? judgedNear(one));
  return {
    tables: [
      {
        file: 'soft-steps',
        title: 'Whole steps',
        note:
          'Two frames of meshes of others, tested whole and against themselves. Truth: all contacts as published; for thick-cloth, every near pair (found by sorting) decided in exact integers. Missed, false, late: against it; early: at most. Through: edges that go through a face at the start already (frames stored in single precision may), of which the truth does not speak. First: overlap at 0 where there are such, first arrival without them. ' +
          'maxStep: the largest fraction of the step that is proven free.',
        columns: [
          'mesh',
          'triangles',
          'contacts',
          'truth',
          'missed',
          'false',
          'late',
          'early',
          'through',
          'first',
          'first arrival',
          'maxStep',
          'free to maxStep',
        ],
        rows: frames.map(({ name }, i): Cell[] => {
          const { triangles, all, first, safe } = measured[i];
          const { missed, falsePairs, late, early, through } = faultsOfStep(all, truths[i]);
          return [
            name,
            triangles,
            all.contactCount - through,
            truths[i].size,
            missed,
            falsePairs,
            late,
            early,
            through,
            first.time,
            arrival(all),
            safe,
            proof(frames[i], safe),
          ];
        }),
      },
      workTable(
        'soft-steps-work',
        'Whole steps: work, time and memory',
        frames.map(({ name }) => name),
        measured,
      ),
    ],
  };
}

function arrival({ contacts }: StepFirstContact): number {
  return contacts.find(({ kind }) => kind !== 'edge-face')?.time ?? Number.NaN;
}

/** Does the step, cut there, hold nothing? */
function proof({ mesh, positions1 }: TwoFrames, safe: number): string {
  if (safe === 0) return '–';
  const cut = linearMotion(mesh.positions, linearMotion(mesh.positions, positions1).positionsAt(safe));
  return new StepQuery([{ shape: mesh }]).firstContact(cut).status === 'free' ? 'yes' : 'no';
}

export function measureStep({ mesh, positions1 }: Pick<TwoFrames, 'mesh' | 'positions1'>, rounds: number): StepMeasured {
  const motion = linearMotion(mesh.positions, positions1);
  const before = settledBytes();
  const query = new StepQuery([{ shape: mesh }]);
  const all = query.contacts(motion);
  const { heapUsed, arrayBuffers } = memoryUsage();
  const shape = new SoftShape(mesh);
  let first = all;
  let safe = 0;
  const [build, refit, firstMs, allMs, safeMs] = timed(
    [
      { count: 1, run: () => void new StepQuery([{ shape: mesh }]) },
      { count: 1, run: () => shape.fit(mesh.positions, positions1, 1, 0) },
      {
        count: 1,
        run: () => {
          first = query.firstContact(motion);
        },
      },
      { count: 1, run: () => void query.contacts(motion) },
      {
        count: 1,
        run: () => {
          safe = query.maxStep(motion);
        },
      },
    ],
    rounds,
  );
  const grown = heapUsed + arrayBuffers - before;
  return { triangles: mesh.triangleCount, first, all, safe, build, refit, firstMs, allMs, safeMs, bytes: query.bytes, grown };
}

export function faultsOfStep({ contacts }: StepFirstContact, truth: ReadonlyMap<string, number>): StepFaults {
  const left = new Map(truth);
  let [falsePairs, late, early, through] = [0, 0, 0, 0];
  for (const { kind, a, b, time } of contacts) {
    if (kind === 'edge-face') {
      through++;
      continue;
    }
    const key = pairKey(kind, a.index, b.index);
    const known = left.get(key);
    left.delete(key);
    if (known === undefined) falsePairs++;
    else if (time > known * (1 + 2 ** -52)) late++;
    else early = Math.max(early, known - time);
  }
  return { missed: left.size, falsePairs, late, early, through };
}

export function workTable(file: string, title: string, names: readonly string[], measured: readonly StepMeasured[]): Table {
  return {
    file,
    title,
    note:
      'Box tests: pairs of boxes of the tree. Pairs: of triangles whose boxes meet. Elementary tests: what the features’ own boxes do not rule out; exact: of these, decided in integers. Milliseconds: building the query once, refitting its boxes to a step ' +
      '(included in the questions), first contact, all contacts, largest safe step. MB: held by the query for boxes and connectivity; growth of the process in building and asking once, garbage included.',
    columns: [
      'mesh',
      'triangles',
      'box tests',
      'pairs',
      'vertex-face',
      'edge-edge',
      'exact',
      'contacts',
      'build',
      'refit',
      'first',
      'all',
      'maxStep',
      'µs a triangle',
      'MB',
      'MB grown',
    ],
    rows: measured.map((m, i): Cell[] => {
      const { boxes, triangles: pairs, vertexFace, edgeEdge, exact } = m.all.stats;
      return [
        names[i],
        m.triangles,
        boxes,
        pairs,
        vertexFace,
        edgeEdge,
        exact,
        m.all.contactCount,
        m.build,
        m.refit,
        m.firstMs,
        m.allMs,
        m.safeMs,
        (1000 * m.allMs) / m.triangles,
        m.bytes / 1e6,
        m.grown / 1e6,
      ];
    }),
  };
}

/** Heap and array buffers after collecting garbage until no more is found, where the engine lets us. */
function settledBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 8; i++) {
    if (typeof collect === 'function') collect();
    const { heapUsed, arrayBuffers } = memoryUsage();
    if (!(heapUsed + arrayBuffers < 0.999 * least)) break;
    least = heapUsed + arrayBuffers;
  }
  return least;
}
