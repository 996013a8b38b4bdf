// Rapier's broad phase beside ours: https://rapier.rs, WebAssembly, single precision. Its world cannot be asked for the broad phase alone, so its own timer
// is read, and what it takes to tell it the new places is not counted.

import type RAPIER from '@dimforge/rapier3d-compat';
import type { MovingBoxes } from './bodies-boxes.ts';
import { clockFor, withClock } from './bodies-clock.ts';

export type Rapier = typeof RAPIER;

/** The library, once its WebAssembly is there. */
export async function loadRapier(): Promise<Rapier> {
  // It passes its own loader an argument form that loader warns about.
  const { warn } = console;
  console.warn = () => {};
  try {
    const { default: rapier } = await import('@dimforge/rapier3d-compat');
    await rapier.init();
    return rapier;
  } finally {
    console.warn = warn;
  }
}

/** A world of cuboids without gravity. Its narrow phase ignores pairs of boxes that are moved by hand, unless `told`, but its broad phase tracks them all the same. */
export class RapierPeer {
  readonly name: string = 'Rapier 0.21';
  readonly #world: RAPIER.World;
  readonly #bodies: RAPIER.RigidBody[] = [];
  readonly #colliders: RAPIER.Collider[] = [];

  constructor(rapier: Rapier, { n, boxes, fixed, moving }: MovingBoxes, told: boolean = false) {
    this.#world = new rapier.World({ x: 0, y: 0, z: 0 });
    this.#world.profilerEnabled = true;
    const moves = new Uint8Array(n);
    for (const i of moving) moves[i] = 1;
    for (let i = 0; i < n; i++) {
      const [x, y, z] = [0, 1, 2].map((k) => (boxes[6 * i + k] + boxes[6 * i + 3 + k]) / 2);
      const [u, v, w] = [0, 1, 2].map((k) => (boxes[6 * i + 3 + k] - boxes[6 * i + k]) / 2);
      const kind = fixed[i] === 1 ? rapier.RigidBodyDesc.fixed() : rapier.RigidBodyDesc.kinematicPositionBased();
      const body = this.#world.createRigidBody(kind.setTranslation(x, y, z).setSleeping(moves[i] === 0));
      this.#bodies.push(body);
      const shape = rapier.ColliderDesc.cuboid(u, v, w);
      if (told) shape.setActiveCollisionTypes(rapier.ActiveCollisionTypes.ALL);
      this.#colliders.push(this.#world.createCollider(shape, body));
    }
  }

  /** Milliseconds of its broad phase for one frame. */
  frame({ n, boxes, moving }: MovingBoxes): number {
    const at = { x: 0, y: 0, z: 0 };
    for (const i of moving) {
      at.x = (boxes[6 * i] + boxes[6 * i + 3]) / 2;
      at.y = (boxes[6 * i + 1] + boxes[6 * i + 4]) / 2;
      at.z = (boxes[6 * i + 2] + boxes[6 * i + 5]) / 2;
      this.#bodies[i].setTranslation(at, false);
    }
    withClock(clockFor(n), () => this.#world.step());
    return this.#world.timingBroadPhase();
  }

  /** Its candidates where it was `told`, of which ours are a part: its boxes have a margin. */
  pairs(): Set<string> {
    const number = new Map(this.#colliders.map(({ handle }, i) => [handle, i]));
    const pairs = new Set<string>();
    for (const [i, collider] of this.#colliders.entries()) {
      this.#world.contactPairsWith(collider, ({ handle }) => {
        const j = number.get(handle) ?? -1;
        pairs.add(i < j ? `${i} ${j}` : `${j} ${i}`);
      });
    }
    return pairs;
  }

  /** Gives its memory back. */
  close(): void {
    this.#world.free();
  }
}
