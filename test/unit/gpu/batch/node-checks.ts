/** What the programs say about boxes, case by case, and what their twin does. */
import type { BatchModel } from '../../../../src/gpu/batch/batch-model.ts';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import type { Random } from '../../../../src/math/random.ts';
import { askKernel } from './kernel.ts';
import { modelOf, nodeCase } from './node-cases.ts';
import { WalkTwin } from './twin/walk-twin.ts';

const NODE_ENTRY = `
  work.task = 0u;
  work.keep = number(TASK_KEEP);
  work.bend = 0.0;
  work.bounds = Bounds(0.0, 0.0, 0.0, 0.0, 0.0, cases[c + 24u], vec3f(0.0), 0.0);
  work.begin = Pose(point(c), point(c + 3u), point(c + 6u), point(c + 9u));
  work.end = Pose(point(c + 12u), point(c + 15u), point(c + 18u), point(c + 21u));
  var swept = sweptBy(nodes[2u * i]);
  let other = nodes[2u * i + 1u];
  out[o] = yes(nodesApart(&swept, other.c, other.h));`;

/** Touching boxes that are called apart; of those beside each other, how many are; where the twin differs. */
export interface NodeCheck {
  readonly faults: readonly string[];
  readonly apart: number;
  readonly beside: number;
  readonly differ: number;
}

export async function checkNodes(gpu: Gpu, random: Random, count: number): Promise<NodeCheck> {
  const faults: string[] = [];
  let [apart, beside, differ] = [0, 0, 0];
  for (let done = 0; done < count; done += 20_000) {
    const keep = Math.fround(random.pick([0, 1e-6, 0.01]));
    const cases = Array.from({ length: Math.min(20_000, count - done) }, (_, i) => nodeCase(random, keep, i % 4 !== 0));
    const { model, nodes } = modelOf(cases, keep, 2);
    const words = cases.flatMap(({ begin, end, size }) => [...[begin, end].flatMap(({ x, y, z, p }) => [...x, ...y, ...z, ...p]), size]);
    const answers = await askKernel(gpu, NODE_ENTRY, Float32Array.from(words), 25, 1, { model, nodes });
    const twin = new WalkTwin({ model, nodes } as BatchModel);
    cases.forEach(({ begin, end, size, touches }, i) => {
      twin.goToPoses(begin, end, size);
      const own = twin.boxesApart(2 * i, 2 * i + 1);
      const device = answers[i] === 1;
      if (touches && (device || own)) faults.push(`case ${done + i}: ${device ? 'the device' : 'the twin'} has it apart`);
      if (!touches) beside++;
      if (!touches && device) apart++;
      if (device !== own) differ++;
    });
  }
  return { faults, apart, beside, differ };
}
