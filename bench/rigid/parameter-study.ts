// The parameters of [Tang et al. 2013, §6.3] and the weight of Algorithm 1, one at a time, the others at their defaults.

import { c2a, methodNamed } from '../../src/methods/index.ts';
import { mean } from '../shared/statistics.ts';
import type { Cell, Table } from '../shared/table.ts';
import { type Measured, measureInterleaved, type Variant } from './measure.ts';
import { at, type SceneRun } from './scene-run.ts';

const METHODS = ['c2a', 'hca', 'auto'] as const;
/** In bounding radii; the paper sets 0.001, in its own unit of length. */
const TOLERANCES = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8];
const BODY_RADIUS = 100;
/** The paper sets 50. */
const CAPS = [5, 10, 20, 50, 100, 1000];
const WEIGHTS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
/** R_max and D_threshold of Algorithm 1; the latter in bounding radii. */
const CONTROL_ITERATIONS = [0, 1, 2, 5, 10, 20, 50];
const CONTROL_DISTANCES = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
/** Enough for a trend; every point of the study costs as much as a row of Table 1. */
const QUERIES = 40;

export function parameterStudy(runs: readonly SceneRun[], repeats: number): Table[] {
  return [
    study(runs, repeats, {
      file: 'study-tolerance',
      title: 'Distance threshold',
      note: 'The tolerance, in bounding radii: how close counts as contact (§6.3).',
      parameter: 'tolerance',
      variants: TOLERANCES.flatMap((value) =>
        METHODS.map((method): Point => ({ value, name: method, options: { method: methodNamed(method), tolerance: value * BODY_RADIUS } })),
      ),
    }),
    study(runs, repeats, {
      file: 'study-cap',
      title: 'Iteration cap',
      note: 'A capped query ends `unresolved`, never `free` (the paper stops at 50). An iteration of c2a is a traversal, of the others one entry of the queue.',
      parameter: 'cap',
      variants: CAPS.flatMap((value) =>
        METHODS.map((method): Point => ({ value, name: method, options: { method: methodNamed(method), maxIterations: value } })),
      ),
    }),
    study(runs, repeats, {
      file: 'study-weight',
      title: 'Controlling weight w',
      note: 'Of c2a; w = 1 is no control. The paper uses 0.3 to 0.5.',
      parameter: 'w',
      variants: WEIGHTS.map((weight): Point => ({ value: weight, name: 'c2a', options: { method: c2a({ control: { weight } }) } })),
    }),
    study(runs, repeats, {
      file: 'study-control-iterations',
      title: 'R_max: iterations under control',
      note: 'Of c2a: after so many iterations w becomes 1.',
      parameter: 'R_max',
      variants: CONTROL_ITERATIONS.map(
        (iterations): Point => ({ value: iterations, name: 'c2a', options: { method: c2a({ control: { iterations } }) } }),
      ),
    }),
    study(runs, repeats, {
      file: 'study-control-distance',
      title: 'D_threshold: distance under control',
      note: 'Of c2a, in bounding radii: below this distance w becomes 1.',
      parameter: 'D_threshold',
      variants: CONTROL_DISTANCES.map(
        (value): Point => ({ value, name: 'c2a', options: { method: c2a({ control: { distance: value * BODY_RADIUS } }) } }),
      ),
    }),
  ];
}

interface Point extends Variant {
  readonly value: number;
}

interface Study {
  readonly file: string;
  readonly title: string;
  readonly note: string;
  readonly parameter: string;
  readonly variants: readonly Point[];
}

function study(runs: readonly SceneRun[], repeats: number, { file, title, note, parameter, variants }: Study): Table {
  const rows = runs.flatMap(({ scene, subject }) => {
    const stride = Math.max(1, Math.floor(scene.queries.length / QUERIES));
    const queries = scene.queries.filter((_, q) => q % stride === 0);
    const measured = measureInterleaved(
      subject,
      queries,
      variants.map((variant) => at(scene, variant)),
      repeats,
    );
    return measured.map(({ answers }, v): Cell[] => [scene.name, variants[v].name, variants[v].value, ...outcome(answers)]);
  });
  return { file, title, note, columns: ['scene', 'method', parameter, 'ms', 'N_CA', 'front nodes', 'iterations', 'unresolved'], rows };
}

function outcome(answers: Measured['answers']): number[] {
  return [
    mean(answers.map((a) => a.milliseconds)),
    mean(answers.map((a) => a.advancements)),
    mean(answers.map((a) => a.frontNodes)),
    mean(answers.map((a) => a.iterations)),
    answers.filter((a) => a.status === 'unresolved').length,
  ];
}
