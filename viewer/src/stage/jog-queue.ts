/** Poses that are still to come of jogs: a press during a jog goes on where the one before it will end. */
import { Quaternion, Vector3 } from 'three';
import type { PlacedPose } from './parts.ts';

/** Along or about an axis of the world, by so much, in steps no longer than one of these. */
export interface JogWay {
  readonly along: Vector3;
  readonly turns: boolean;
  readonly by: number;
  readonly step: number;
}

/** Steps of one press, at most. */
const MOST_STEPS = 1000;

export class JogQueue {
  private poses: PlacedPose[] = [];
  private last: PlacedPose | null = null;

  get isEmpty(): boolean {
    return this.poses.length === 0;
  }

  /** Where it will be when all of it is done; null: nothing is under way. */
  get end(): PlacedPose | null {
    return this.last;
  }

  /** In small steps: between two of them joints go straight, and what is proven is that. */
  add({ position, quaternion }: PlacedPose, { along, turns, by, step }: JogWay): void {
    const [from, turn] = [new Vector3(...position), new Quaternion(...quaternion)];
    const count = Math.max(1, Math.ceil(Math.abs(by) / step));
    for (let k = 1; k <= Math.min(count, MOST_STEPS); k++) {
      const part = (by * k) / count;
      const at = turns ? from : from.clone().addScaledVector(along, part);
      const { x, y, z, w } = turns ? new Quaternion().setFromAxisAngle(along, part).multiply(turn).normalize() : turn;
      this.last = { position: at.toArray(), quaternion: [x, y, z, w] };
      this.poses.push(this.last);
    }
  }

  next(): PlacedPose | undefined {
    return this.poses.shift();
  }

  clear(): void {
    this.poses = [];
    this.last = null;
  }
}
