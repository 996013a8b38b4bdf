/**
 * Steps along what is in the way, for trees that stand in narrow places: a motion that would hit is turned so that it
 * comes no nearer to what it hit, to first order; then what the turned one would hit is kept away from too, and so on.
 * So a peg leaves a hole that is a hundredth wider in a few steps, where random steps never find the way out.
 */

import type { PairSide } from '../../contact/result.ts';
import type { Pose, Vec3 } from '../../math/pose.ts';
import { conjugate, rotate } from '../../math/quat.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { StateSpace, States } from '../space/state-space.ts';

/** What a step must gain at least, as a part of the range. */
const LEAST = 0.01;
/** Sweeps over all that is in the way, to turn a step. */
const SWEEPS = 40;
/** By how much a state is changed to see how a distance changes. */
const TRIED = 1e-6;
/** Where no turned motion is free: how much of the way to the contact is gone. */
const USED = 0.5;

/** Something in the way: the gradient of its distance, of length 1. */
type Wall = Float64Array;

/** Says where what moves is in a state; null: it does not move. */
interface Places {
  poseOf(side: PairSide, state: States): Required<Pose> | null;
}

export class Slider {
  /** First contacts that were asked for. */
  asked = 0;
  private readonly space: StateSpace;
  private readonly layout: Places;
  private readonly firstContact: (states: readonly States[]) => SceneFirstContact;

  constructor(space: StateSpace, layout: Places, firstContact: (states: readonly States[]) => SceneFirstContact) {
    this.space = space;
    this.layout = layout;
    this.firstContact = firstContact;
  }

  /** A state to go to straight from one, on the way to another by at most the range; null: none is worth it. */
  step(from: States, to: States, range: number): { readonly state: States; readonly proven: boolean } | null {
    const { space } = this;
    const wish = new Float64Array(space.dimension);
    space.writeWay(from, 0, to, 0, wish);
    const way = lengthOf(wish);
    if (way > range) for (let k = 0; k < wish.length; k++) wish[k] *= range / way;
    const walls: Wall[] = [];
    let best: States | null = null;
    let most = LEAST * range;
    for (let k = 0; k < 2 * space.dimension + 2; k++) {
      const turned = along(wish, walls);
      const next = new Float64Array(space.size);
      const end = new Float64Array(space.size);
      space.moved(from, 0, turned, 1, next, 0);
      // as far as limits let it go
      space.writeWay(from, 0, next, 0, turned);
      const size = lengthOf(turned);
      if (size <= most) break;
      space.seenFrom(from, 0, next, 0, end, 0);
      this.asked++;
      const answer = this.firstContact([from, end]);
      if (answer.status === 'free') return { state: next, proven: true };
      if (answer.status !== 'contact' || answer.contacts.length === 0) break;
      const share = USED * answer.time;
      if (share * size > most) {
        most = share * size;
        best = new Float64Array(space.size);
        space.moved(from, 0, turned, share, best, 0);
      }
      const wall = this.wall(from, turned, answer);
      if (wall === null) break;
      walls.push(wall);
    }
    return best === null ? null : { state: best, proven: false };
  }

  /** What a motion hit, as it is to first order. */
  private wall(from: States, way: Float64Array, answer: SceneFirstContact): Wall | null {
    const { space } = this;
    const [contact] = answer.contacts;
    const at = new Float64Array(space.size);
    space.moved(from, 0, way, answer.time, at, 0);
    const a = this.pointOf(contact.a, contact.pointA, at);
    const b = this.pointOf(contact.b, contact.pointB, at);
    const apart = (state: States): number => {
      const [p, q] = [a(state), b(state)];
      return contact.normal[0] * (q[0] - p[0]) + contact.normal[1] * (q[1] - p[1]) + contact.normal[2] * (q[2] - p[2]);
    };
    const gradient = new Float64Array(space.dimension);
    const unit = new Float64Array(space.dimension);
    const gone = new Float64Array(space.dimension);
    const tried = new Float64Array(space.size);
    const here = apart(at);
    for (let k = 0; k < unit.length; k++) {
      unit.fill(0);
      // the other way where a limit is in the way
      for (const change of [TRIED, -TRIED]) {
        unit[k] = change;
        space.moved(at, 0, unit, 1, tried, 0);
        space.writeWay(at, 0, tried, 0, gone);
        if (!(Math.abs(gone[k]) > TRIED / 2)) continue;
        gradient[k] = (apart(tried) - here) / change;
        break;
      }
    }
    const size = lengthOf(gradient);
    if (!(size > 0)) return null;
    let against = 0;
    for (let k = 0; k < unit.length; k++) {
      gradient[k] /= size;
      against -= gradient[k] * way[k];
    }
    return against > 0 ? gradient : null;
  }

  /** Where a point of something is in another state than the one where it is given. */
  private pointOf(side: PairSide, point: Vec3, at: States): (state: States) => Vec3 {
    const { layout } = this;
    const there = layout.poseOf(side, at);
    if (there === null) return () => point;
    const { position: p, quaternion: q } = there;
    const own = rotate(conjugate(q), [point[0] - p[0], point[1] - p[1], point[2] - p[2]]);
    return (state) => {
      const { position, quaternion } = layout.poseOf(side, state) ?? there;
      const [x, y, z] = rotate(quaternion, own);
      return [position[0] + x, position[1] + y, position[2] + z];
    };
  }
}

/** The nearest to a wish that comes no nearer to any wall [Boyle & Dykstra 1986]. */
function along(wish: Float64Array, walls: readonly Wall[]): Float64Array {
  const out = wish.slice();
  const pushes = new Float64Array(walls.length);
  for (let sweep = 0; sweep < SWEEPS && walls.length > 0; sweep++) {
    for (let w = 0; w < walls.length; w++) {
      const gradient = walls[w];
      let short = 0;
      for (let k = 0; k < out.length; k++) short -= gradient[k] * out[k];
      const push = Math.max(0, pushes[w] + short);
      for (let k = 0; k < out.length; k++) out[k] += (push - pushes[w]) * gradient[k];
      pushes[w] = push;
    }
  }
  return out;
}

function lengthOf(vector: Float64Array): number {
  let square = 0;
  for (const x of vector) square += x * x;
  return Math.sqrt(square);
}
