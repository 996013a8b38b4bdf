/**
 * How a body moves in the frame of another, as a sequence of fixed frames, turns and slides: down the joints of its
 * robot from the world, or up those of the other body and down its own. Channels are the joint values that move, each
 * once.
 */
import type { Vec3 } from '../../math/pose.ts';
import { planeAxes } from '../../robot/joint-template.ts';
import type { JointMove } from '../../robot/joint-types.ts';
import type { RobotModel } from '../../robot/robot-model.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { combined, type Frame, frameAt, inverted, ontoAxis, STILL_FRAME, shifted, transposed } from './frames.ts';

/** A number that goes linearly over a motion: value = multiplier · values[slot] + offset. */
export interface Channel {
  /** Robot of the scene, or −1 − body. */
  readonly owner: number;
  readonly slot: number;
  readonly multiplier: number;
  readonly offset: number;
  /**
   * A length, one that is counted from a place far away, an angle, or the angle of the shorter arc between two
   * quaternions, which begins at 0.
   */
  readonly kind: 'length' | 'place' | 'angle' | 'arc';
}

/** Rotations of a motion's own, for joints without a fixed axis: two of them, A and Aᵀ R₀ [docs/notes/gpu.md]. */
export interface OwnTurn {
  readonly owner: number;
  readonly slot: number;
}

/** What the motions of a batch consist of: what is packed for each of them. */
export class Channels {
  readonly list: Channel[] = [];
  readonly own: OwnTurn[] = [];
  private readonly known: Map<string, number> = new Map();

  of(channel: Channel): number {
    const key = JSON.stringify(channel);
    let at = this.known.get(key);
    if (at === undefined) {
      at = this.list.push(channel) - 1;
      this.known.set(key, at);
    }
    return at;
  }

  ownOf(owner: number, slot: number): number {
    const at = this.own.findIndex((one) => one.owner === owner && one.slot === slot);
    return at >= 0 ? at : this.own.push({ owner, slot }) - 1;
  }
}

export type Element =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'turn' | 'slide'; readonly axis: Vec3; readonly channel: number; readonly backwards: boolean }
  | { readonly kind: 'own'; readonly own: number; readonly part: 0 | 1; readonly reversed: boolean };

/** From where the places of a body (−1 − number), or of a joint of a robot that goes freely, are counted. */
export type PlaceOf = (owner: number, slot: number) => Vec3;

/** Elements from the frame of an ancestor (−1: the world) down to a link. */
export function downTo(robot: RobotModel, owner: number, link: number, ancestor: number, channels: Channels, placeOf: PlaceOf): Element[] {
  const out: Element[] = [];
  const way: number[] = [];
  for (let j = link; j !== ancestor; j = robot.links[j].parent) way.unshift(j);
  if (ancestor < 0) out.push({ kind: 'frame', frame: frameAt(robot.base.position, robot.base.quaternion) });
  for (const j of way) {
    const { joint } = robot.links[j];
    out.push({ kind: 'frame', frame: frameAt(joint.position, joint.quaternion) });
    if (joint.kind.size === 0) continue;
    const { joint: source, multiplier, offset } = robot.source(joint);
    const made = MOVES[joint.kind.moves];
    if (made === null) throw new GpuFault('program', uncoveredJoint(robot));
    if (made === 'space') {
      for (const element of floating(owner, source.slot, channels, placeOf)) out.push(element);
      continue;
    }
    made(joint.axis).forEach(([kind, axis], k) => {
      const channel = channels.of({ owner, slot: source.slot + k, multiplier, offset, kind: kind === 'turn' ? 'angle' : 'length' });
      out.push({ kind, axis, channel, backwards: false });
    });
  }
  return out;
}

/** What each value of a joint does, in their order; null: the programs do not move so. */
const MOVES: Readonly<Record<JointMove, 'space' | ((axis: Vec3) => readonly (readonly ['turn' | 'slide', Vec3])[]) | null>> = {
  not: () => [],
  turn: (axis) => [['turn', axis]],
  slide: (axis) => [['slide', axis]],
  screw: null,
  plane: (axis) => [...planeAxes(axis).map((along) => ['slide', along] as const), ['turn', axis]],
  space: 'space',
};

/** Which joint moves as the programs do not, in words; empty: none. */
export function uncoveredJoint({ name, links }: RobotModel): string {
  const found = links.find(({ joint }) => MOVES[joint.kind.moves] === null);
  return found === undefined ? '' : `joint '${found.joint.name}' of robot '${name}' is ${found.joint.type}`;
}

/**
 * A body that goes freely: x y z and a quaternion, from `slot` on. Doubles count its places from one near all of them:
 * what float32 loses is then that of their distance from it, not of that from the world's origin.
 */
export function floating(owner: number, slot: number, channels: Channels, placeOf: PlaceOf): Element[] {
  const along: readonly Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const own = channels.ownOf(owner, slot + 3);
  const place = placeOf(owner, slot);
  const slides = along.map((axis, k): Element => {
    const channel = channels.of({ owner, slot: slot + k, multiplier: 1, offset: 0 - place[k], kind: 'place' });
    return { kind: 'slide', axis, channel, backwards: false };
  });
  const turn = channels.of({ owner, slot: slot + 3, multiplier: 1, offset: 0, kind: 'arc' });
  return [
    centredAt(place, false),
    ...slides,
    { kind: 'own', own, part: 0, reversed: false },
    { kind: 'turn', axis: [0, 0, 1], channel: turn, backwards: false },
    { kind: 'own', own, part: 1, reversed: false },
  ];
}

/** The same way back. */
export function reversed(elements: readonly Element[]): Element[] {
  return elements.toReversed().map((element) => {
    if (element.kind === 'frame') return { kind: 'frame', frame: inverted(element.frame) };
    if (element.kind === 'own') return { ...element, reversed: !element.reversed };
    return { ...element, backwards: !element.backwards };
  });
}

/** One step of a program: its joint, then a frame. */
export interface ChainStep {
  readonly kind: 'turn' | 'slide' | 'still';
  readonly channel: number;
  readonly backwards: boolean;
  frame: Frame;
  own: { readonly own: number; readonly part: 0 | 1; readonly reversed: boolean } | null;
}

export interface CompiledChain {
  readonly start: Frame;
  readonly steps: readonly ChainStep[];
}

/** All joints about or along z, all fixed frames between two joints as one; lengths times `scale`. */
export function compiled(elements: readonly Element[], scale: number): CompiledChain {
  const steps: ChainStep[] = [];
  let start = STILL_FRAME;
  let frame = STILL_FRAME;
  const close = (): void => {
    if (steps.length === 0) start = frame;
    else steps[steps.length - 1].frame = frame;
    frame = STILL_FRAME;
  };
  for (const element of elements) {
    if (element.kind === 'frame') {
      const { turn, place } = element.frame;
      frame = combined(frame, { turn, place: [scale * place[0], scale * place[1], scale * place[2]] });
      continue;
    }
    if (element.kind === 'own') {
      const last = steps.at(-1);
      // a frame of its own takes the place of a fixed one: what is fixed before it needs a step of its own
      if (last === undefined || last.own !== null || !isStill(frame)) {
        close();
        steps.push({ kind: 'still', channel: 0, backwards: false, frame: STILL_FRAME, own: null });
      }
      steps[steps.length - 1].own = element;
      steps.push({ kind: 'still', channel: 0, backwards: false, frame: STILL_FRAME, own: null });
      continue;
    }
    const onto = ontoAxis(element.axis);
    frame = combined(frame, { turn: onto, place: [0, 0, 0] });
    close();
    steps.push({ kind: element.kind, channel: element.channel, backwards: element.backwards, frame: STILL_FRAME, own: null });
    frame = { turn: transposed(onto), place: [0, 0, 0] };
  }
  close();
  return { start, steps: withoutIdle(steps) };
}

/** Steps without those that do nothing. */
function withoutIdle(steps: readonly ChainStep[]): readonly ChainStep[] {
  return steps.filter(({ kind, own, frame }) => kind !== 'still' || own !== null || !isStill(frame));
}

function isStill({ turn, place }: Frame): boolean {
  return place.every((x) => x === 0) && turn.every((x, i) => x === STILL_FRAME.turn[i]);
}

/** The frame at a point of a body: what moves there is seen from it. */
export function centredAt([x, y, z]: Vec3, backwards: boolean): Element {
  return { kind: 'frame', frame: shifted(backwards ? [-x, -y, -z] : [x, y, z]) };
}
