/** The worker's side of queries of two bodies: one line a query, as `inbetween query --json`, without times. */
import { PairQuery, restMotion, rigidMotion } from '../../index.ts';
import type { ProofRecorder } from '../../prove/index.ts';
import { statusExitCode } from '../../words/exit-code.ts';
import { loadMethod } from '../load-method.ts';
import { answerItems, numberIn } from './answer-items.ts';
import type { Chunk, ChunkAnswer } from './chunk.ts';
import { openQueries } from './packed-queries.ts';

/** Answers chunks of kind 'query' about the subject in these bytes; trees are built once. */
export function queryAnswerer(bytes: Uint8Array): (chunk: Chunk) => Promise<ChunkAnswer> {
  const { names, a, b, poseB, count, ends } = openQueries(bytes);
  const pair = new PairQuery({ shape: a, name: names[0] }, { shape: b, name: names[1] });
  const rest = restMotion(poseB);
  return async (chunk) => {
    const { start, tolerance, clearance, maxIterations, maxMilliseconds } = chunk.ask;
    const method = await loadMethod(chunk.ask.method);
    const asked = {
      ...{ method, start, contacts: 'first' as const },
      ...(tolerance === undefined ? {} : { tolerance }),
      ...(typeof clearance === 'number' ? { clearance } : {}),
      ...(maxIterations === undefined ? {} : { maxIterations }),
      ...(maxMilliseconds === undefined ? {} : { maxMilliseconds }),
    };
    return answerItems(chunk, (id, data, proof) => {
      const { from, to } = ends(numberIn(data, count));
      const { status, time, gap, contacts, stats } = pair.firstContact({ a: rigidMotion(from, to), b: rest }, { ...asked, proof });
      const [contact] = contacts;
      const work = 1 + stats.nodes + stats.triangles;
      if (status === 'free') return { result: { id, status, time }, code: statusExitCode(status), work };
      const where = { a: names[0], b: names[1], point: contact?.point ?? null, normal: contact?.normal ?? null, gap };
      return { result: { id, status, time, ...where }, code: statusExitCode(status), work };
    });
  };
}

/** Writes the problem of a query, as its proof must tell it. */
export function queryProblem(bytes: Uint8Array): (chunk: Chunk, id: string, data: Uint8Array, proof: ProofRecorder) => void {
  const { names, a, b, poseB, count, ends } = openQueries(bytes);
  const pair = new PairQuery({ shape: a, name: names[0] }, { shape: b, name: names[1] });
  const rest = restMotion(poseB);
  return ({ ask: { start, tolerance, clearance } }, _, data, proof) => {
    const { from, to } = ends(numberIn(data, count));
    const kept = typeof clearance === 'number' ? { clearance } : {};
    pair.firstContact({ a: rigidMotion(from, to), b: rest }, { start, tolerance, ...kept, contacts: 'none', maxIterations: 1, proof });
  };
}
