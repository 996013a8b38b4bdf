/**
 * firstContact(a, b) where a or b, or both, deform: which search answers, and two deforming bodies' step told as a
 * first contact.
 */

import type { Body } from '../contact/deformation.ts';
import type { PairFirstContactOptions } from '../contact/options.ts';
import type { PairFirstContact } from '../contact/result.ts';
import { treeOf } from '../hierarchy/tree-of.ts';
import { InputError } from '../math/input-error.ts';
import type { Motion } from '../motion/motion.ts';
import { restMotion } from '../motion/rigid-motion.ts';
import { DeformingQuery, pairTolerance } from './deforming-query.ts';
import { isLinear, type LinearFrames } from './linear-frames.ts';
import { makePairAnswer } from './step-as-pair.ts';
import { StepQuery } from './step-query.ts';

/** Far beyond any sane query, but not endless. */
const MAX_QUEUE_ENTRIES = 50_000_000;

export function deformingContact(a: Body, b: Body, options: PairFirstContactOptions): PairFirstContact {
  const nameA = a.name ?? a.shape.name;
  const nameB = b.name ?? b.shape.name;
  if (options.start === 'leaving') throw new InputError(`start: 'leaving' is for rigid bodies, not for ${nameA} and ${nameB}`);
  const softA = framesOf(a);
  const softB = framesOf(b);
  if (softA !== null && softB !== null) return stepOfTwo(a, softA, b, softB, options);
  const soft = softA ?? (softB as LinearFrames);
  const rigid = softA === null ? a : b;
  const query = new DeformingQuery(softA === null ? nameB : nameA, (softA === null ? b : a).shape);
  const other = {
    name: softA === null ? nameA : nameB,
    tree: rigid.tree ?? treeOf(rigid.shape),
    motion: (rigid.motion as Motion | undefined) ?? restMotion(rigid.pose),
  };
  const reference = new Float64Array(3);
  other.motion.startPosition(reference, 0);
  query.budget.start(options.maxIterations ?? MAX_QUEUE_ENTRIES, options.maxMilliseconds ?? Infinity);
  query.take(soft, reference);
  const tolerance = options.tolerance ?? pairTolerance(a.shape, b.shape);
  query.run(other, options.clearance ?? 0, tolerance);
  return query.makeAnswer(other.name, softA !== null, tolerance, options.contacts ?? 'all');
}

function framesOf({ name, shape: mesh, motion }: Body): LinearFrames | null {
  if (!isLinear(motion)) return null;
  if (motion.positions0.length !== mesh.positions.length)
    throw new InputError(
      `${name ?? mesh.name}: its motion has ${motion.positions0.length / 3} vertices, its mesh ${mesh.positions.length / 3}`,
    );
  return motion;
}

function stepOfTwo(a: Body, softA: LinearFrames, b: Body, softB: LinearFrames, options: PairFirstContactOptions): PairFirstContact {
  const query = new StepQuery([
    { name: 'a', shape: a.shape },
    { name: 'b', shape: b.shape },
  ]);
  const { clearance = 0, tolerance, maxIterations, maxMilliseconds, contacts } = options;
  const result = query.firstContact({ a: softA, b: softB }, { clearance, self: false, tolerance, maxIterations, maxMilliseconds });
  return makePairAnswer(
    result,
    clearance,
    { name: nameOf(a), step: 'a', mesh: a.shape },
    { name: nameOf(b), step: 'b', mesh: b.shape },
    contacts === 'none',
  );
}

function nameOf({ name, shape: mesh }: Body): string {
  return name ?? mesh.name;
}
