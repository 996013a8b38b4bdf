/** What other rooms need of a scene beside its questions: the engine and the pairs behind them. No door exports it. */
import { methodOf } from '../contact/method.ts';
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { ClearanceRules } from '../robot/clearance-rules.ts';
import type { SceneQuestion } from './answers/scene-first-contact.ts';
import { amongObstacles } from './content/among-obstacles.ts';
import type { PhaseOptions } from './content/scene-content.ts';
import type { SceneMotions } from './content/scene-motions.ts';
import type { ClearanceClass } from './pairs/clearance-rules.ts';
import type { ScenePairs } from './pairs/scene-pairs.ts';
import { Scene } from './scene.ts';
import { ANY_MOTIONS } from './scene-inside.ts';
import type { SceneEngine } from './search/scene-engine.ts';
import { AUTO } from './search/scene-method.ts';
import { checkSceneOptions, type SceneFirstContactOptions, TELLS } from './search/scene-options.ts';
import { canBeCut, SpanQuestion } from './spans/span-question.ts';

/** Batches have each pair by itself, so many at most. */
const MOST_IN_BATCH = 2 ** 18;

/** Every pair by itself, for batches, where the engine does not list all. */
const pairsOneByOne: WeakMap<SceneEngine, ScenePairs> = new WeakMap();

/** Uses a question as the engine would be asked it; null where something is held. */
export function withQuestion<T>(
  scene: Scene,
  motions: SceneMotions,
  options: SceneFirstContactOptions,
  use: (question: SceneQuestion) => T,
): T | null {
  const { inside } = scene;
  checkSceneOptions(options, TELLS);
  inside.requireRigid(`method ${methodOf(options.method, AUTO, 'scene').name}`);
  return inside.exclusively(() => {
    const asked = inside.withDefaults(options);
    const { resolved, phases } = inside.phasesOf(motions, asked.ends);
    return phases === null ? use(inside.question(resolved, asked)) : null;
  });
}

/**
 * Uses the question of one segment as method 'interval' would be asked it; of a path on which something is held, that
 * of the phase it is in. `apart`: every obstacle is a body of its own.
 */
export function withSegment<T>(
  scene: Scene,
  motions: SceneMotions,
  segment: number,
  apart: boolean,
  options: SceneFirstContactOptions,
  use: (question: SceneQuestion, segment: number) => T,
): T {
  const { inside } = scene;
  inside.requireRigid('method interval');
  return inside.exclusively(() => {
    const asked = inside.withDefaults(options);
    const { resolved, phases } = inside.phasesOf(motions, asked.ends);
    if (!(Number.isInteger(segment) && segment >= 0 && segment < resolved.segments))
      throw new InputError(`segment: must be one of the path's, from 0 to ${resolved.segments - 1}, got ${shownValue(segment)}`);
    const phase = phases === null ? null : phases.phaseAt(segment + 0.5);
    // scenes of phases are made by a scene
    if (phase !== null) return withSegment(phase.scene as Scene, phase.motions, segment - phase.first, apart, options, use);
    const other = apart ? inside.withObstaclesApart() : null;
    if (other !== null) return withSegment(other, motions, segment, apart, options, use);
    return use(inside.question(resolved, asked), segment);
  });
}

/** One question about a path, cut into spans that scenes alike can answer; null: it must be answered whole. */
export function spanQuestion(scene: Scene, motions: SceneMotions, options: SceneFirstContactOptions): SpanQuestion | null {
  const { inside } = scene;
  checkSceneOptions(options);
  const asked = inside.withDefaults(options);
  if (inside.soft.names.length > 0 || inside.within !== null || !canBeCut(asked)) return null;
  return inside.exclusively(() => {
    const { resolved, phases } = inside.phasesOf(motions, asked.ends);
    return phases === null ? new SpanQuestion(inside.question(resolved, asked), (work) => inside.exclusively(work)) : null;
  });
}

/** What programs of `inbetween/gpu` are made of: pairs, the distances that they keep, and the tolerance in force. */
export function batchPairs(
  scene: Scene,
  options: SceneFirstContactOptions,
): { pairs: ScenePairs; classes: readonly ClearanceClass[]; tolerance: number } {
  const { inside } = scene;
  inside.requireRigid('a batch');
  checkSceneOptions(options);
  const asked = inside.withDefaults(options);
  const { engine, classes, tolerance } = inside.question(ANY_MOTIONS, asked);
  if (engine.pairs.listsAll || engine.pairs.tested > MOST_IN_BATCH) return { pairs: engine.pairs, classes, tolerance };
  // each pair by itself, whatever comes near
  const pairs = pairsOneByOne.get(engine) ?? inside.makePairs(Infinity);
  pairsOneByOne.set(engine, pairs);
  return { pairs, classes: inside.classesOf(pairs, asked), tolerance };
}

/**
 * The same robots and bodies among some of the obstacles only, by name, with nothing tested among what moves: for
 * whoever knows the rest already. It keeps the clearance given, or the scene's.
 */
export function sceneAmong(scene: Scene, names: ReadonlySet<string>, clearance?: number | ClearanceRules): Scene {
  const { inside } = scene;
  return new Scene(amongObstacles(inside.content, inside.standing, names, clearance ?? inside.content.clearance));
}

/**
 * What the same scene can be made of again elsewhere, as it is now; with trees also the obstacles that share a body,
 * and the meshes that its queries go down the trees of. `unsent`: what scenes made for parts of a query have beside.
 */
export function sceneParts(
  scene: Scene,
  withTrees: boolean,
): {
  readonly options: Scene['options'];
  readonly phase: Required<Omit<PhaseOptions, 'extra'>>;
  readonly meshes: readonly TriangleMesh[];
  readonly unsent: Readonly<Record<string, never>>;
} {
  const { inside } = scene;
  const pairs = withTrees ? inside.engine.pairs : null;
  const { joined, apart, known } = inside.standing;
  const { extra } = inside.content.phase ?? {};
  const { movers } = inside.content;
  return {
    // scenes of one's own have none of it
    unsent: { ...(movers ? {} : { movers }), ...(extra === undefined ? {} : { extra }) } as Readonly<Record<string, never>>,
    options: inside.options,
    phase: { joined: pairs === null ? [] : joined, apart: [...apart], known: [...known], top: pairs?.top?.tree ?? null },
    meshes: pairs === null ? [] : [...pairs.movingViews, ...pairs.standingViews].map(({ mesh }) => mesh),
  };
}
