/** The first two stages of method `interval` by themselves, for whoever looks at what they leave or goes on. */
import { largestOf } from '../../math/extreme.ts';
import type { SceneQuestion } from '../../scene/answers/scene-first-contact.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import { withQuestion } from '../../scene/friends.ts';
import type { Scene } from '../../scene/scene.ts';
import { largestRounding } from '../../scene/search/largest-rounding.ts';
import type { SceneEngine } from '../../scene/search/scene-engine.ts';
import type { SceneFirstContactOptions } from '../../scene/search/scene-options.ts';
import { objectsOf } from '../culling/prepare-culling.ts';
import type { LocalisationOptions } from '../culling/stages.ts';
import { type SweptQuestion, SweptRecorder, type SweptSegment } from './given-culling.ts';
import { SceneIntervals, type StageOptions } from './scene-intervals.ts';

interface Recording {
  readonly intervals: SceneIntervals;
  readonly recorder: SweptRecorder;
}

/** What was recorded of each scene, one for each choice of stages. */
const recordings: WeakMap<SceneEngine, Map<string, Recording>> = new WeakMap();

/** What stage 2 would be asked in `firstContact`, for whoever does it elsewhere; null where something is held. */
export function sweptQuestion(
  scene: Scene,
  motions: SceneMotions,
  options: SceneFirstContactOptions,
  stages: StageOptions,
): SweptQuestion | null {
  return withQuestion(scene, motions, options, (question) => ({
    objects: question.engine.pairs.standingViews,
    segments: sweptSegments(question, stages),
  }));
}

/** What stage 1 leaves of every segment, and what the links sweep. */
function sweptSegments({ engine, motions, classes }: SceneQuestion, stages: StageOptions): readonly SweptSegment[] {
  const clearance = largestOf(classes.map((one) => one.clearance));
  const { intervals, recorder } = recordingOf(engine, stages);
  recorder.segments = [];
  for (let segment = 0; segment < motions.segments; segment++) {
    engine.load(motions, segment);
    intervals.forget();
    intervals.localise(0, clearance, largestRounding(engine.pairs, engine.near, clearance));
  }
  return recorder.segments;
}

function recordingOf(engine: SceneEngine, stages: StageOptions): Recording {
  const key = JSON.stringify(stages);
  const known = recordings.get(engine) ?? new Map<string, Recording>();
  recordings.set(engine, known);
  let recording = known.get(key);
  if (recording === undefined) {
    const made: SweptRecorder[] = [];
    const intervals = stagesWith(engine, { ...stages, sweptVolumes: true }, (links, objects) => {
      made.push(new SweptRecorder(links, objects));
      return made[0];
    });
    recording = { intervals, recorder: made[0] };
    known.set(key, recording);
  }
  return recording;
}

/** The first two stages over a segment; `volumeTest`: a stage 2 that keeps what it is asked. */
export function localised(
  { engine, motions, classes }: SceneQuestion,
  segment: number,
  volumeTest: LocalisationOptions['volumeTest'],
): SceneIntervals {
  const clearance = largestOf(classes.map((one) => one.clearance));
  const intervals = stagesWith(engine, {}, volumeTest);
  engine.load(motions, segment);
  intervals.localise(0, clearance, largestRounding(engine.pairs, engine.near, clearance));
  return intervals;
}

function stagesWith(
  { pairs, near, budget }: SceneEngine,
  options: StageOptions,
  volumeTest: LocalisationOptions['volumeTest'],
): SceneIntervals {
  return new SceneIntervals(pairs, near, objectsOf(pairs), options, budget, volumeTest);
}
