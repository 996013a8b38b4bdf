// A scene of many bodies that fly, meet and answer: what it is made of, and one run of it.

import type { Vec3 } from '../../src/math/pose.ts';
import { World } from '../../src/world/world.ts';
import type { WorldEvent } from '../../src/world/world-event.ts';
import type { WorldBody, WorldOptions } from '../../src/world/world-options.ts';
import { Impulses, type Mass } from './impulses.ts';

export interface BodyScene {
  readonly name: string;
  readonly bodies: readonly WorldBody[];
  /** Of the bodies that impulses move. */
  readonly masses: ReadonlyMap<string, Mass>;
  readonly gravity: Vec3;
  readonly tolerance: number;
  readonly restitution: number;
  readonly friction: number;
  /** The seconds worth looking at. */
  readonly duration: number;
  /** Bodies that turn unevenly are told their turning so often, in seconds. */
  readonly tick?: number;
}

export const GRAVITY: Vec3 = [0, 0, -9.81];

/** A scene in motion. */
export class BodyRun {
  readonly scene: BodyScene;
  readonly world: World;
  readonly impulses: Impulses;
  contacts = 0;
  /** Events that say overlap or unresolved: to be none. */
  overlaps = 0;
  private ticks = 0;

  constructor(scene: BodyScene, options: Omit<WorldOptions, 'bodies' | 'gravity' | 'tolerance'> = {}) {
    const { bodies, gravity, tolerance } = scene;
    this.scene = scene;
    this.world = new World({ ...options, bodies, gravity, tolerance });
    this.impulses = new Impulses(this.world, scene.masses, scene);
  }

  /** Goes to a later time, and tells every event on the way. */
  advance(to: number, told?: (event: WorldEvent) => void): void {
    const { tick = Number.POSITIVE_INFINITY, masses } = this.scene;
    const answer = (event: WorldEvent) => {
      if (event.status === 'contact') this.contacts++;
      else this.overlaps++;
      told?.(event);
      return this.impulses.answer(event);
    };
    for (let next = (this.ticks + 1) * tick; next <= to; next = (this.ticks + 1) * tick) {
      this.world.advance(next, answer);
      this.ticks++;
      for (const name of masses.keys()) this.impulses.turn(name, tick);
    }
    this.world.advance(to, answer);
  }
}
