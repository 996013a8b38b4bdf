/** Whether the meshes in a proof about a step are those in these files: they are read as `step` reads them. */
import { comparedProblem, problemTold } from '../../node/proof-problem.ts';
import { proofLines } from '../../node/verify-file.ts';
import { linearMotion, StepQuery } from '../../soft/index.ts';
import { readStepScene } from '../step/step-bodies.ts';
import { inputFiles, type OutsideWish } from '../terminal/input-files.ts';
import type { Streams } from '../terminal/streams.ts';
import type { Comparison } from './same-problem.ts';

/** How `step` was asked. */
export interface AskedOfStep extends OutsideWish {
  readonly weld?: true;
  readonly maxWork?: number;
}

/** One file is a step file, or all are the frames of meshes, two each, in their order. */
export async function sameStep(proof: string, files: readonly string[], options: AskedOfStep, env: Streams['env']): Promise<Comparison> {
  const step = files.find((file) => /\.json$/i.test(file));
  const read = step === undefined ? files : [step];
  const { weld, maxWork } = options;
  // whether a mesh is tested against itself is what the proof says
  const { bodies } = await readStepScene(inputFiles(options, env), read, { self: true, weld, maxWork, onBody: () => {} });
  const motions = bodies.flatMap(({ name, mesh, end }) => (end === null ? [] : [[name, linearMotion(mesh.positions, end)] as const]));
  const query = new StepQuery(bodies.map(({ name, mesh }) => ({ name, shape: mesh })));
  const told = problemTold((sink) => query.firstContact(Object.fromEntries(motions), { maxIterations: 0, proof: sink }));
  const { differs } = await comparedProblem(
    meshesOf(proofLines(proof)),
    told.filter(({ kind }) => kind === 'mesh'),
  );
  return { read, differs, segments: 0 };
}

/** Meshes stand behind the header, and before all others. */
async function* meshesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let isHeader = true;
  for await (const line of lines) {
    if (!isHeader && JSON.parse(line).kind !== 'mesh') return;
    if (!isHeader) yield line;
    isHeader = false;
  }
}
