/** What workers do for a `Batch`. */
import type { Scene } from '../scene/scene.ts';
import type { SceneFirstContactOptions } from '../scene/scene-options.ts';
import { AnswerWriter, type FlatAnswers } from './flat-answers.ts';
import { eachOf, type ManyMotions } from './many-motions.ts';
import { faultOf } from './messages.ts';
import { type CheckedMotions, isFreeAt } from './motion-rows.ts';
import { unpack } from './packed.ts';
import { openScene, type PackedScene } from './packed-scene.ts';
import type { Services, TaskContext } from './serve.ts';
import { answerSpan, type SpanTask } from './spans/span-service.ts';

export interface FirstContactsTask {
  readonly motions: ManyMotions;
  readonly options: SceneFirstContactOptions;
}

export interface FreeTask {
  /** Rows of these motions alone. */
  readonly rows: CheckedMotions;
  readonly options: SceneFirstContactOptions;
}

/** The scene of a task, opened once. */
export function sceneIn(context: TaskContext): Scene {
  return context.opened(openBytes);
}

function openBytes(bytes: Uint8Array): Scene {
  return openScene(unpack(bytes) as PackedScene);
}

function firstContacts({ motions, options }: FirstContactsTask, context: TaskContext): FlatAnswers {
  const scene = sceneIn(context);
  const answers = new AnswerWriter();
  eachOf(scene.robots, motions, (one) => {
    try {
      answers.add(scene.firstContact(one(), options));
    } catch (error) {
      answers.add({ fault: faultOf(error) });
    }
  });
  return answers.done();
}

function motionsAreFree({ rows, options }: FreeTask, context: TaskContext): Uint8Array {
  const scene = sceneIn(context);
  const free = new Uint8Array(rows.count);
  for (let i = 0; i < free.length; i++) free[i] = isFreeAt(scene, rows, i, options) ? 1 : 0;
  return free;
}

function spans(task: SpanTask, context: TaskContext): unknown {
  return answerSpan(sceneIn(context), task, (progress) => context.tell(progress));
}

export const BATCH_SERVICES: Services = {
  firstContacts: async () => firstContacts,
  motionsAreFree: async () => motionsAreFree,
  spans: async () => spans,
};
