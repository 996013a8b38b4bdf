/** What workers do for a `Batch`. */
import type { Scene } from '../scene/scene.ts';
import type { SceneFirstContactOptions } from '../scene/scene-options.ts';
import type { SceneFirstContact } from '../scene/scene-result.ts';
import { type FlatRecords, flattened } from './flat-records.ts';
import { eachOf, type ManyMotions } from './many-motions.ts';
import { type Fault, faultOf } from './messages.ts';
import { type CheckedMotions, isFreeAt } from './motion-rows.ts';
import { unpack } from './packed.ts';
import { openScene, type PackedScene } from './packed-scene.ts';
import type { Served, Services, TaskContext } from './serve.ts';
import { answerSpan, type SpanTask } from './spans/span-service.ts';

export interface FirstContactsTask {
  readonly motions: ManyMotions;
  readonly options: SceneFirstContactOptions;
}

/** Flat, each a `SceneFirstContact` or a `{ fault }`. */
export type FirstContactsAnswer = FlatRecords;

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

function firstContacts({ motions, options }: FirstContactsTask, context: TaskContext): Served {
  const scene = sceneIn(context);
  const answers: (SceneFirstContact | { readonly fault: Fault })[] = [];
  eachOf(scene.robots, motions, (one) => {
    try {
      answers.push(scene.firstContact(one(), options));
    } catch (error) {
      answers.push({ fault: faultOf(error) });
    }
  });
  const value = flattened(answers);
  return { value, transfer: [value.numbers.buffer as ArrayBuffer, value.shapeOf.buffer as ArrayBuffer] };
}

function motionsAreFree({ rows, options }: FreeTask, context: TaskContext): { readonly value: Uint8Array } {
  const scene = sceneIn(context);
  const free = new Uint8Array(rows.count);
  for (let i = 0; i < free.length; i++) free[i] = isFreeAt(scene, rows, i, options) ? 1 : 0;
  return { value: free };
}

function spans(task: SpanTask, context: TaskContext): { readonly value: unknown } {
  return { value: answerSpan(sceneIn(context), task) };
}

export const BATCH_SERVICES: Services = {
  firstContacts: async () => firstContacts,
  motionsAreFree: async () => motionsAreFree,
  spans: async () => spans,
};
