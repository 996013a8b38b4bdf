/** The worker's side of steps of deforming meshes: one line a step, its first contact, or with `all` how many. */
import { type LinearMotion, linearMotion, type StepContact, StepQuery } from '../../soft/index.ts';
import { stepExitCode } from '../../words/exit-code.ts';
import { answerItems } from './answer-items.ts';
import type { Chunk, ChunkAnswer } from './chunk.ts';
import { openEnds, openSteps } from './packed-steps.ts';

/** Answers chunks of kind 'step' about the subject in these bytes; trees are built once, and refitted. */
export function stepAnswerer(bytes: Uint8Array): (chunk: Chunk) => ChunkAnswer {
  const steps = openSteps(bytes);
  const query = new StepQuery(
    steps.bodies.map(({ name, mesh, self }) => ({ name, shape: mesh, self })),
    { allowed: steps.allowed },
  );
  const moving = steps.bodies.filter(({ moves }) => moves);
  return (chunk) => {
    const { tolerance, clearance, maxIterations, maxMilliseconds, all } = chunk.ask;
    const asked = {
      self: steps.bodies.some(({ self }) => self),
      ...(tolerance === undefined ? {} : { tolerance }),
      ...(typeof clearance === 'number' ? { clearance } : {}),
      ...(maxIterations === undefined ? {} : { maxIterations }),
      ...(maxMilliseconds === undefined ? {} : { maxMilliseconds }),
      ...(all ? { maxContacts: 1 } : {}),
    };
    return answerItems(chunk, (id, data) => {
      const { from, to } = openEnds(data, steps);
      const motions = new Map<string, LinearMotion>(moving.map(({ name }, i) => [name, linearMotion(from[i], to[i])]));
      const result = all ? query.contacts(Object.fromEntries(motions), asked) : query.firstContact(Object.fromEntries(motions), asked);
      const { status, time, contacts, contactCount, stats } = result;
      const work = 1 + stats.boxes + stats.triangles + stats.vertexFace + stats.edgeEdge + stats.edgeFace + 100 * stats.exact;
      const code = stepExitCode(result);
      if (status === 'free') return { result: { id, status, time }, code, work };
      const [contact] = contacts;
      const count = all ? { contacts: contactCount } : {};
      return { result: { id, status, time, ...(contact === undefined ? NOWHERE : where(contact)), ...count }, code, work };
    });
  };
}

const NOWHERE = { a: null, b: null, point: null, normal: null };

function where({ kind, a, b, point, normal }: StepContact): object {
  const side = ({ body, index, vertices }: StepContact['a']) => ({ body, index, vertices });
  return { kind, a: side(a), b: side(b), point, normal };
}
