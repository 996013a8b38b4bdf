// How a step grows with the mesh: procedural cloth of 1,000 to 500,000 triangles, with contacts and without.

import { cloth } from '../../scenes/soft/cloth.ts';
import { type PartResult, progress } from '../shared/part.ts';
import type { Panel, PlotSeries } from '../shared/plot.ts';
import { toSvg } from '../shared/plot.ts';
import type { Cell } from '../shared/table.ts';
import { growthExponent, type SoftContext } from './soft-part.ts';
import { measureStep, type StepMeasured, workTable } from './soft-steps.ts';

const SIZES: readonly number[] = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000];
const QUICK_SIZES: readonly number[] = [500, 1000, 2000];

/** What is said to grow. */
const GROWING: readonly [string, (m: StepMeasured) => number, string][] = [
  ['build', (m) => m.build, '#777777'],
  ['refit', (m) => m.refit, '#2a8040'],
  ['first contact', (m) => m.firstMs, '#2858b0'],
  ['all contacts', (m) => m.allMs, '#c03028'],
];
const COUNTED: readonly [string, (m: StepMeasured) => number, string][] = [
  ['box tests', (m) => m.all.stats.boxes, '#777777'],
  ['elementary tests', (m) => m.all.stats.vertexFace + m.all.stats.edgeEdge, '#2858b0'],
  ['contacts', (m) => m.all.contactCount, '#c03028'],
];

export function clothGrowth(context: SoftContext): PartResult {
  const runs = [true, false].map((touching) => {
    const measured = (context.quick ? QUICK_SIZES : SIZES).map((size) => {
      const since = performance.now();
      const { mesh, positions1 } = cloth(size, { touching });
      const one = measureStep({ mesh, positions1 }, Math.min(context.rounds, 5));
      progress(`cloth of ${mesh.triangleCount}, ${touching ? 'touching' : 'free'}`, since);
      return one;
    });
    return { name: touching ? 'touching' : 'free', measured };
  });
  const exponent = (measured: readonly StepMeasured[], pick: (m: StepMeasured) => number) =>
    growthExponent(measured.map((m) => [m.triangles, pick(m)] as const));
  return {
    tables: [
      workTable(
        'soft-growth',
        'Growth with the size of a cloth',
        runs.flatMap(({ name, measured }) => measured.map(() => `cloth, ${name}`)),
        runs.flatMap(({ measured }) => measured),
      ),
      {
        file: 'soft-growth-exponents',
        title: 'Exponents of growth',
        note: 'e in work = c · trianglesᵉ, fitted to all sizes: 1 is linear.',
        columns: ['cloth', ...[...GROWING, ...COUNTED].map(([name]) => name), 'bytes'],
        rows: runs.map(({ name, measured }): Cell[] => [
          name,
          ...[...GROWING, ...COUNTED].map(([, pick]) => exponent(measured, pick)),
          exponent(measured, (m) => m.bytes),
        ]),
      },
    ],
    figures: [
      {
        file: 'soft-growth',
        caption:
          'One step of a cloth folded over itself against its number of triangles: milliseconds, then work. All axes are logarithms.',
        svg: toSvg([
          ...runs.map((run) => panel(`Milliseconds, ${run.name}`, 'log₁₀ ms', run.measured, GROWING)),
          panel('Work, touching', 'log₁₀ count', runs[0].measured, COUNTED),
        ]),
      },
    ],
  };
}

function panel(title: string, yLabel: string, measured: readonly StepMeasured[], growing: typeof GROWING): Panel {
  return {
    title,
    xLabel: 'log₁₀ triangles',
    yLabel,
    series: growing.map(
      ([name, pick, colour]): PlotSeries => ({
        name,
        colour,
        points: measured.map((m) => [Math.log10(m.triangles), Math.log10(pick(m))] as const),
      }),
    ),
  };
}
