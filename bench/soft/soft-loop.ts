// The closed loop of tool, contact, force and deformation: at which rate, by the size of the workpiece, and does it stay calm?

import { hull } from '../../scenes/soft/deforming-hull.ts';
import { DRILL_DURATION, drill, drillMotion } from '../../scenes/soft/drill-motion.ts';
import { hullLoopOptions } from '../../scenes/soft/tool-session.ts';
import { rigidMotion } from '../../src/motion/rigid-motion.ts';
import { BarWorkpiece } from '../../src/tool/force/bar-workpiece.ts';
import { type DetectContact, ToolLoop } from '../../src/tool/force/tool-loop.ts';
import { ToolQuery } from '../../src/tool/tool-query.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { summarize } from '../shared/statistics.ts';
import type { Cell } from '../shared/table.ts';
import { growthExponent, type SoftContext } from './soft-part.ts';

const SIZES: readonly number[] = [400, 1600, 4000, 16_000, 40_000, 160_000];
const RATE = 60;
/** Of the bars alone: steps, newtons on the middle, metres around it. */
const STEPS = 60;
const LOAD = 10;
const LOADED = 0.02;

export function toolLoop(context: SoftContext): PartResult {
  const runs = (context.quick ? [400] : SIZES).map((triangles) => {
    const since = performance.now();
    const run = { triangles, ...stepsUnderLoad(triangles), ...session(triangles, context.quick) };
    progress(`loop over ${triangles} triangles`, since);
    return run;
  });
  return {
    tables: [
      {
        file: 'soft-loop',
        title: 'The loop: tool, contact, force, deformation',
        note:
          `The drilling motion over a yielding hull, ${RATE} advances a second of simulated time, contact found by \`ToolQuery\`. Step: one step of the bars alone, under 10 N on the middle that are put on and taken off; iterations: its conjugate gradients, cut as in the loop. Advance: all of a frame. Hz: from the 95th percentile. ` +
          `Force: largest, newtons; depth: largest left, millimetres; energy: at the end, relative to the largest on the way, nothing may grow by itself. Step grows as trianglesᵉ, e = ${growthExponent(runs.map(({ triangles, step }) => [triangles, step])).toFixed(2)}.`,
        columns: [
          'hull',
          'ms step',
          'iterations',
          'steps a second',
          'advances',
          'ms, median',
          'ms, p95',
          'ms, most',
          'Hz',
          'substeps',
          'force',
          'depth',
          'lag, mm',
          'energy left',
        ],
        rows: runs.map((r): Cell[] => [
          r.triangles,
          r.step,
          r.iterations,
          1000 / r.step,
          r.ms.length,
          summarize(r.ms).median,
          summarize(r.ms).p95,
          summarize(r.ms).max,
          1000 / summarize(r.ms).p95,
          r.substeps,
          r.force,
          1000 * r.depth,
          1000 * r.lag,
          r.energyLeft,
        ]),
      },
    ],
  };
}

/** Of steps under a load on the middle that is put on and taken off: median milliseconds, mean conjugate gradients. */
function stepsUnderLoad(triangles: number): { readonly step: number; readonly iterations: number } {
  const { bars, solver } = hullLoopOptions(triangles);
  const workpiece = new BarWorkpiece(hull(triangles), bars, solver);
  const { rest } = workpiece.model;
  const near = Float64Array.from({ length: rest.length / 3 }, (_, v) =>
    Math.max(0, 1 - (rest[3 * v] ** 2 + rest[3 * v + 1] ** 2) / LOADED ** 2),
  );
  const whole = near.reduce((sum, x) => sum + x, 0);
  const load = new Float64Array(rest.length);
  const [ms, iterations]: number[][] = [[], []];
  for (let i = 0; i < STEPS; i++) {
    near.forEach((x, v) => {
      load[3 * v + 2] = i % 10 < 5 ? (-LOAD * x) / whole : 0;
    });
    const start = performance.now();
    workpiece.step(1 / RATE, load);
    ms.push(performance.now() - start);
    iterations.push(workpiece.iterations);
  }
  return { step: summarize(ms).median, iterations: summarize(iterations).mean };
}

interface Session {
  readonly ms: readonly number[];
  readonly substeps: number;
  readonly force: number;
  readonly depth: number;
  readonly lag: number;
  readonly energyLeft: number;
}

function session(triangles: number, quick: boolean): Session {
  const tool = drill();
  const workpiece = hull(triangles);
  const query = new ToolQuery({ shape: tool }, { shape: workpiece });
  const detect: DetectContact = (from, to, positions0, positions1) => {
    const motions = { tool: rigidMotion(from, to), workpiece: { positions0, positions1 } };
    const { status, time, zone, contacts } = query.firstContact(motions, { zone: false });
    return { triangles: zone, time: status === 'free' ? null : time, normal: contacts[0]?.normal ?? null };
  };
  const loop = new ToolLoop({ shape: tool }, { shape: workpiece }, { ...hullLoopOptions(triangles), detect });
  const at = drillMotion();
  const ms: number[] = [];
  let [substeps, force, depth, lag, energy] = [0, 0, 0, 0, 0];
  const frames = (quick ? 0.5 : 1) * DRILL_DURATION * RATE;
  for (let i = 0; i <= frames; i++) {
    const start = performance.now();
    const told = loop.advance(at(i / RATE), 1 / RATE);
    ms.push(performance.now() - start);
    substeps += told.substeps / (frames + 1);
    force = Math.max(force, Math.sqrt(told.force[0] ** 2 + told.force[1] ** 2 + told.force[2] ** 2));
    depth = Math.max(depth, told.depth);
    lag = Math.max(lag, told.lag);
    energy = Math.max(energy, loop.workpiece.energy());
  }
  return { ms, substeps, force, depth, lag, energyLeft: energy === 0 ? 0 : loop.workpiece.energy() / energy };
}
