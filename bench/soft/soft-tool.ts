// [Caby & Crosnier, Table 1]: a cylinder moved over a deforming hull, box alone and with clipping planes, of the paper's sizes and larger ones.

import { CpuCandidateFinder } from '../../src/tool/candidates.ts';
import { BOX_PLANES, CLIPPED_PLANES } from '../../src/tool/swept-box.ts';
import { SweptBoxTree } from '../../src/tool/swept-box-tree.ts';
import { type ToolMotions, ToolQuery, type ToolQueryOptions } from '../../src/tool/tool-query.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { mean } from '../shared/statistics.ts';
import type { Cell } from '../shared/table.ts';
import { type SoftContext, timed, type Work } from './soft-part.ts';
import { CABY_TABLE_1 } from './soft-peers.ts';
import { type ToolScene, type ToolStep, toolScenes, touchedTriangles } from './soft-tool-steps.ts';

const SIZES: readonly (readonly [triangles: number, steps: number])[] = [
  [400, 60],
  [1600, 60],
  [16_000, 40],
  [160_000, 16],
];
const QUICK_SIZES: readonly (readonly [triangles: number, steps: number])[] = [[400, 12]];

/** The paper's two ways, and ours for tools of any shape. */
const WAYS: readonly { readonly name: 'box' | 'clipped' | 'hierarchy'; readonly options: ToolQueryOptions }[] = [
  { name: 'box', options: { boxes: 1, slabs: 1, clip: false } },
  { name: 'clipped', options: { boxes: 1, slabs: 1 } },
  { name: 'hierarchy', options: {} },
];

export function toolOverHull(context: SoftContext): PartResult {
  const rows: Cell[][] = [];
  for (const [triangles, steps] of context.quick ? QUICK_SIZES : SIZES) {
    const since = performance.now();
    for (const scene of toolScenes(triangles, steps)) rows.push(...measured(scene, context.rounds));
    progress(`tool over ${triangles} triangles`, since);
  }
  return {
    tables: [
      {
        file: 'soft-tool',
        title: 'A cylinder over a deforming hull (Table 1 of Caby & Crosnier)',
        note:
          'Means of a step, between two frames of the operator and of the hull, 60 a second; nothing is computed on the hull beforehand. Drill: brought upon the hull, pressed, slid, taken away. Slanted: strokes of a leaning tool, where planes cut most. ' +
          'Box: the oriented box alone; clipped: with side and front planes; hierarchy: what `ToolQuery` does by default. Candidates: triangles left. Zone: triangles that exact contact tells as touched; touched: by brute force at 21 instants; ' +
          'missed: touched ones that are not among the candidates, or not in the zone. Milliseconds: the candidates (what the paper measures), and all of a check with time, zone and depth. Paper: 866 MHz Pentium III with graphics card; ratio: paper / candidates, paper / check.',
        columns: [
          'hull',
          'motion',
          'way',
          'candidates',
          'zone',
          'touched',
          'missed',
          'ms candidates',
          'ms check',
          'paper',
          'ratio',
          'ratio, check',
        ],
        rows,
      },
    ],
  };
}

function measured({ name, tool, workpiece, steps }: ToolScene, rounds: number): Cell[][] {
  const truths = steps.map((step) => touchedTriangles(tool, workpiece, step));
  const finder = new CpuCandidateFinder();
  const out = new Uint32Array(workpiece.triangleCount);
  const { indices, triangleCount } = workpiece;
  const works: Work[] = [];
  const counts = WAYS.map(({ options }) => {
    const query = new ToolQuery({ shape: tool }, { shape: workpiece }, options);
    const { clip = true, ...boxes } = options;
    const tree = new SweptBoxTree(tool, boxes);
    const find = ({ motion, positions0, positions1 }: ToolScene['steps'][number]): number => {
      tree.fit(motion);
      return tree.find(finder, positions0, positions1, indices, triangleCount, out, clip ? CLIPPED_PLANES : BOX_PLANES);
    };
    works.push({ count: steps.length, run: () => void steps.map(find) });
    works.push({ count: steps.length, run: () => void steps.map((step) => query.firstContact(motionsOf(step))) });
    let missed = 0;
    const candidates = steps.map((step, i) => {
      const found = new Set(out.subarray(0, find(step)));
      missed += truths[i].filter((triangle) => !found.has(triangle)).length;
      return found.size;
    });
    const zones = steps.map((step, i) => {
      const zone = new Set(query.firstContact(motionsOf(step)).zone);
      missed += truths[i].filter((triangle) => !zone.has(triangle)).length;
      return zone.size;
    });
    return { candidates: mean(candidates), zone: mean(zones), missed };
  });
  const ms = timed(works, rounds);
  const touched = mean(truths.map((truth) => truth.length));
  return WAYS.map(({ name: way }, w): Cell[] => {
    const { candidates, zone, missed } = counts[w];
    const paper = way === 'hierarchy' ? Number.NaN : (CABY_TABLE_1[triangleCount]?.[way] ?? Number.NaN);
    const [find, check] = [ms[2 * w], ms[2 * w + 1]];
    return [triangleCount, name, way, candidates, zone, touched, missed, find, check, paper, paper / find, paper / check];
  });
}

function motionsOf({ motion, positions0, positions1 }: ToolStep): ToolMotions {
  return { tool: motion, workpiece: { positions0, positions1 } };
}
