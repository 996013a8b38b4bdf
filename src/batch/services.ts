/** What workers do for a `Batch`. */
import type { Scene } from '../scene/scene.ts';
import type { SceneFirstContactOptions } from '../scene/search/scene-options.ts';
import { AnswerWriter, type FlatAnswers } from './flat-answers.ts';
import { eachOf, type ManyMotions } from './many-motions.ts';
import { faultOf } from './messages.ts';
import { type CheckedMotions, isFreeAt } from './motion-rows.ts';
import { unpack } from './packed.ts';
import { openScene, type PackedScene } from './packed-scene.ts';
import type { Services, TaskContext } from './serve.ts';
import { answerSpan } from './spans/span-service.ts';
import { arrivedOptions, type LoadMethod, type Travelling } from './travelling-method.ts';

export interface FirstContactsTask {
  readonly motions: ManyMotions;
  readonly options: Travelling<SceneFirstContactOptions>;
}

export interface FreeTask {
  /** Rows of these motions alone. */
  readonly rows: CheckedMotions;
  readonly options: Travelling<SceneFirstContactOptions>;
}

/** The scene of a task, opened once. */
export function sceneIn(context: TaskContext): Scene {
  return context.opened(openBytes);
}

function openBytes(bytes: Uint8Array): Scene {
  return openScene(unpack(bytes) as PackedScene);
}

async function firstContacts({ motions, options: sent }: FirstContactsTask, context: TaskContext, load: LoadMethod): Promise<FlatAnswers> {
  const options = await arrivedOptions<SceneFirstContactOptions>(sent, load);
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

async function motionsAreFree({ rows, options: sent }: FreeTask, context: TaskContext, load: LoadMethod): Promise<Uint8Array> {
  const options = await arrivedOptions<SceneFirstContactOptions>(sent, load);
  const scene = sceneIn(context);
  const free = new Uint8Array(rows.count);
  for (let i = 0; i < free.length; i++) free[i] = isFreeAt(scene, rows, i, options) ? 1 : 0;
  return free;
}

/** `load`: built-in methods by name, at once or when one is asked for. */
export function batchServices(load: LoadMethod): Services {
  return {
    firstContacts: async () => (task, context) => firstContacts(task, context, load),
    motionsAreFree: async () => (task, context) => motionsAreFree(task, context, load),
    spans: async () => (task, context) => answerSpan(sceneIn(context), task, load, (progress) => context.tell(progress)),
  };
}
