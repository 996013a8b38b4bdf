/** What workers do for a `Batch`. */
import type { Scene } from '../scene/scene.ts';
import type { SceneFirstContactOptions } from '../scene/scene-options.ts';
import type { SceneFirstContact } from '../scene/scene-result.ts';
import { type Fault, faultOf } from './messages.ts';
import { type CheckedMotions, isFreeAt } from './motion-rows.ts';
import { unpack } from './packed.ts';
import { type PackedMotions, unpackMotions } from './packed-motions.ts';
import { openScene, type PackedScene } from './packed-scene.ts';
import type { Services, TaskContext } from './serve.ts';
import { answerSpan, type SpanTask } from './spans/span-service.ts';

export interface FirstContactsTask {
  readonly motions: readonly PackedMotions[];
  readonly options: SceneFirstContactOptions;
}

export type FirstContactsAnswer = readonly (SceneFirstContact | { readonly fault: Fault })[];

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

function firstContacts({ motions, options }: FirstContactsTask, context: TaskContext): { readonly value: FirstContactsAnswer } {
  const scene = sceneIn(context);
  return {
    value: motions.map((one) => {
      try {
        return scene.firstContact(unpackMotions(scene.robots, one), options);
      } catch (error) {
        return { fault: faultOf(error) };
      }
    }),
  };
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
