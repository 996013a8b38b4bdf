/**
 * The deforming bodies of a scene in one segment: against each other and themselves as a step, against everything rigid
 * by best-first search. What comes first of all.
 */
import { milliseconds } from '../contact/budget.ts';
import type { DeformingBody, DeformingStage, StageAnswer, StageFinding, StageRequest } from '../contact/deformation.ts';
import { InputError } from '../math/input-error.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { DeformingQuery } from './deforming-query.ts';
import { isLinear, type LinearFrames } from './linear-frames.ts';
import { makePairAnswer } from './step-as-pair.ts';
import { StepQuery } from './step-query.ts';

export class SoftStage implements DeformingStage {
  private readonly bodies: readonly DeformingBody[];
  private readonly queries: readonly DeformingQuery[];
  private readonly steps: StepQuery;

  constructor(bodies: readonly DeformingBody[]) {
    this.bodies = bodies;
    this.queries = bodies.map(({ name, shape: mesh }) => new DeformingQuery(name, mesh));
    const allowed = bodies.flatMap(({ name, ignores }) => ignores.map((i): [string, string] => [name, bodies[i].name]));
    const shapes = bodies.map(({ name, shape, self }) => ({ name, shape, self }));
    this.steps = new StepQuery(shapes, { allowed });
  }

  firstContact(request: StageRequest): StageAnswer {
    const { motions, others, tests, clearance, tolerance, maxIterations, maxMilliseconds, contacts } = request;
    const { bodies, queries } = this;
    const deadline = milliseconds() + maxMilliseconds;
    const frames = motions.map((motion, i) => checkedFrames(motion, bodies[i]));
    const initial: StageAnswer['initial'][number][] = [];
    let { until } = request;
    let found: StageFinding | null = this.step(frames, request);
    if (found !== null) {
      until = found.time;
      for (const { gap } of found.answer.initial) initial.push({ a: found.a, b: found.b, other: -1, triangle: -1, gap });
    }
    for (let i = 0; i < queries.length; i++) {
      const query = queries[i];
      query.budget.start(maxIterations, Math.max(0, deadline - milliseconds()));
      query.take(frames[i], request.reference);
      for (let j = 0; j < others.length; j++) {
        if (!tests(i, j)) continue;
        // also where a contact at the start is known: every pair that starts near is reported
        query.run(others[j], clearance, tolerance, Math.max(until, Number.MIN_VALUE));
        const { status, time, reason, leafB } = query.outcome;
        const near = query.nearAtStart();
        if (near !== null) initial.push({ a: i, b: -1, other: j, triangle: near.triangle, gap: near.gap });
        // a proven overlap says more than a step that was not resolved from the start
        const better = time === until && found?.status === 'unresolved' && status !== 'unresolved';
        if (status === 'free' || !(time < until || better)) continue;
        until = time;
        const triangle = leafB >= 0 ? others[j].tree.triangles[leafB] : -1;
        found = {
          status,
          time,
          reason,
          a: i,
          b: -1,
          other: j,
          triangle,
          answer: query.makeAnswer(others[j].name, true, tolerance, contacts),
        };
      }
    }
    return { found, initial };
  }

  private step(
    frames: readonly LinearFrames[],
    { clearance, tolerance, maxIterations, maxMilliseconds, contacts, until }: StageRequest,
  ): StageFinding | null {
    const { bodies, steps } = this;
    const result = steps.firstContact(Object.fromEntries(bodies.map(({ name }, i) => [name, frames[i]])), {
      clearance,
      tolerance,
      maxIterations,
      maxMilliseconds,
    });
    const { status, time, inside } = result;
    if (status === 'free' || !(time < until)) return null;
    const [found] = result.contacts;
    const one = bodies.findIndex(({ name }) => name === (inside?.[0] ?? found?.a.body));
    const two = bodies.findIndex(({ name }) => name === (inside?.[1] ?? found?.b.body));
    const a = Math.max(0, Math.min(one, two));
    const b = Math.max(0, one, two);
    const answer = makePairAnswer(result, clearance, namedMesh(bodies[a]), namedMesh(bodies[b]), contacts === 'none');
    return { status, time, reason: answer.reason, a, b, other: -1, triangle: -1, answer: answer };
  }
}

function checkedFrames(motion: unknown, { name, shape: mesh }: DeformingBody): LinearFrames {
  if (!isLinear(motion))
    throw new InputError(`motions: '${name}' deforms; its motion must be made by linearMotion(positions0, positions1)`);
  const { length } = motion.positions0;
  if (length !== mesh.positions.length)
    throw new InputError(`motions: the motion of '${name}' has ${length / 3} vertices, its mesh ${mesh.vertexCount}`);
  return motion;
}

function namedMesh({ name, shape: mesh }: DeformingBody): { readonly name: string; readonly mesh: TriangleMesh } {
  return { name, mesh };
}
