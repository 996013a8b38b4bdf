import type { Scene } from '../scene/scene.ts';
import { type Packable, pack } from './packed.ts';
import { packScene } from './packed-scene.ts';
import type { Subject } from './pool.ts';

/** A scene as it is now, with all trees, in shared memory where workers share it. */
export function sceneSubject(scene: Scene, shares: boolean): Subject {
  const room = shares ? (bytes: number) => new SharedArrayBuffer(bytes) : undefined;
  return { id: `scene ${scene.revision}`, bytes: pack(packScene(scene, true) as unknown as Packable, room) };
}
