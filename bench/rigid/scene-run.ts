import { c2a, hca } from '../../src/methods/index.ts';
import { type Measured, measureInterleaved, merged, type Variant, warmUp } from './measure.ts';
import type { PeerAnswers, Peers } from './peers.ts';
import type { BenchScene, Reference } from './scene-files.ts';
import { type Answer, Subject } from './subject.ts';

/** Everything measured on one scene. */
export interface SceneRun {
  readonly scene: BenchScene;
  readonly subject: Subject;
  /** Per query, by the reference where there is one, else by our own certified answer. */
  readonly colliding: readonly boolean[];
  /** The columns of Table 1. */
  readonly methods: readonly Measured[];
  /** Screw motion between the same poses. */
  readonly screw: readonly Measured[];
  /** Listing all or a minimal set of contacts. */
  readonly contacts: readonly Measured[];
  readonly peers: PeerAnswers | null;
}

/** `auto` stands for the library's own answer where a scene has no references. */
export const METHODS: readonly Variant[] = [
  { name: 'c2a without control', options: { method: c2a({ control: false }) } },
  { name: 'c2a', options: { method: c2a } },
  { name: 'hca', options: { method: hca } },
  { name: 'auto', options: { method: undefined } },
];

/** Peers run between the two halves of our repetitions, so that all meet the machine in the same mood. */
export function runScene(scene: BenchScene, repeats: number, peers: Peers | null): SceneRun {
  const subject = new Subject(scene);
  const variants = METHODS.map((variant) => at(scene, variant));
  const half = Math.ceil(repeats / 2);
  warmUp(subject, scene.queries, variants);
  let methods = measureInterleaved(subject, scene.queries, variants, half);
  const answered = peers?.answer(scene) ?? null;
  if (typeof answered === 'string') console.error(`bench: ${answered}`);
  if (repeats > half) methods = merged(methods, measureInterleaved(subject, scene.queries, variants, repeats - half));

  const own = measuredBy(methods, 'auto');
  const colliding = scene.queries.map(({ id }, q) => scene.references.get(id)?.collide ?? own.answers[q].status !== 'free');
  const screwVariants = variants.map((variant): Variant => ({ ...variant, motion: 'screw' }));
  const contactVariants = (['all', 'minimal'] as const).map(
    (contacts): Variant => ({ name: contacts, options: { tolerance: scene.touch, contacts } }),
  );
  return {
    scene,
    subject,
    colliding,
    methods,
    screw: measureInterleaved(subject, scene.queries, screwVariants, half),
    contacts: measureInterleaved(subject, scene.queries, contactVariants, half),
    peers: typeof answered === 'string' ? null : answered,
  };
}

/** The variant with the scene's tolerance; contacts beyond the first are measured on their own. */
export function at(scene: BenchScene, variant: Variant): Variant {
  return { ...variant, options: { tolerance: scene.touch, contacts: 'first', ...variant.options } };
}

export function measuredBy(all: readonly Measured[], name: string): Measured {
  const found = all.find(({ variant }) => variant.name === name);
  if (!found) throw new Error(`nothing was measured by the name of ${name}`);
  return found;
}

/** One number of each query of a class. */
export function valuesOf(run: SceneRun, measured: Measured, colliding: boolean | null, pick: (answer: Answer) => number): number[] {
  return measured.answers.filter((_, q) => colliding === null || run.colliding[q] === colliding).map(pick);
}

/** How many answers are wrong by the reference, or, without one, contradict `auto`; unresolved ones are counted apart. */
export function faults(run: SceneRun, measured: Measured): { wrong: number; unresolved: number } {
  const own = measuredBy(run.methods, 'auto');
  let [wrong, unresolved] = [0, 0];
  for (const [q, answer] of measured.answers.entries()) {
    const reference = run.scene.references.get(run.scene.queries[q].id) ?? bracketOf(own.answers[q]);
    if (answer.status === 'unresolved') unresolved++;
    else if (reference && !agrees(answer, reference)) wrong++;
  }
  return { wrong, unresolved };
}

/** Slack in time, as the judge of scene files has it: late by rounding only, early as far as the tolerance explains. */
const LATE_SLACK = 1e-6;
const EARLY_SLACK = 1e-3;

function agrees({ status, time }: Answer, { collide, low, high }: Reference): boolean {
  if (status === 'free') return !collide;
  return collide && time <= high + LATE_SLACK && time >= low - EARLY_SLACK;
}

/** A contact found within the tolerance may be early against another one by what the tolerance explains, and the other way round. */
function bracketOf({ status, time }: Answer): Reference | null {
  if (status === 'unresolved') return null;
  return { collide: status !== 'free', low: time, high: time + EARLY_SLACK };
}
