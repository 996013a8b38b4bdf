/** Robots as frames of a proof: one or some for each joint, and what their values are in a segment. */
import { InputError } from '../math/input-error.ts';
import type { Joint } from '../robot/joint.ts';
import { planeAxes } from '../robot/joint-template.ts';
import type { RobotModel } from '../robot/robot-model.ts';
import { type LinkMotions, RobotPath } from '../robot/robot-path.ts';
import { ClockedPath } from '../scene/content/scene-clock.ts';
import { CarriedPath } from '../scene/holding/carried-path.ts';
import type { ProvenWithin } from '../scene/search/scene-proof.ts';
import { FollowLines } from './follow-lines.ts';
import { type FrameLine, offOf, type ProofLines } from './proof-lines.ts';

/** A sum of six, and what is left of it, is off by less than this share of what it adds up. */
const ROUNDING: number = 2 ** -50;

/** A part of a segment of a path whose waypoints are known. */
interface OwnPart {
  readonly path: RobotPath;
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

export class RobotFrames {
  /** The frame of its base, and whether that may be elsewhere. */
  readonly base: number;
  readonly isLoose: boolean;
  /** The frame of each link. */
  readonly links: readonly number[];
  /** How it moves in the phase at hand. */
  path: LinkMotions;
  /** What its joints follow, where they do. */
  readonly follow: FollowLines | null;
  /** Which values of a configuration frames name, in the order of their numbers; first ones of floating joints. */
  private readonly slots: number[] = [];
  private readonly floating: number[] = [];

  /** Writes the frames; `values`: how many values frames before have named; `within`: what of robot `number` is off. */
  constructor(lines: ProofLines, robot: RobotModel, path: LinkMotions, values: number, number: number, within?: ProvenWithin) {
    this.path = path;
    const own = ownPart(path, 0).path;
    const off = offOf(within?.place(robot.name, -1, 0));
    this.isLoose = off.off !== undefined;
    const offs = robot.links.map(({ joint, index }) => offOf(within?.link(number, index), joint.kind.size === 1 ? joint.axis : []));
    const write = (suffix: string, isOff: boolean): { readonly base: number; readonly links: readonly number[] } => {
      const { position, quaternion } = robot.base;
      const base = lines.frame({ name: `${robot.name}${suffix}`, parent: -1, at: [...position, ...quaternion], ...(isOff ? off : {}) });
      const links: number[] = [];
      for (const { name, parent, joint, index } of robot.links) {
        const on = parent < 0 ? base : links[parent];
        links.push(this.writeJoint(lines, robot, `${robot.name}/${name}${suffix}`, on, joint, values, isOff ? offs[index] : {}));
      }
      return { base, links };
    };
    ({ base: this.base, links: this.links } = write('', true));
    if (own.pieces === null) {
      this.follow = null;
      return;
    }
    // what follows does so by the motion that is meant: frames that may be elsewhere are not between what it closes
    const isOff = this.isLoose || offs.some((one) => one.off !== undefined);
    const led = isOff ? write(' as meant', false).links : this.links;
    this.follow = new FollowLines(lines, own, robot, led, (slot) => values + this.valueAt(slot));
  }

  /** How many values its frames name. */
  get count(): number {
    return this.slots.length;
  }

  private writeJoint(
    lines: ProofLines,
    robot: RobotModel,
    name: string,
    parent: number,
    joint: Joint,
    from: number,
    off: Pick<FrameLine, 'off'>,
  ): number {
    const { kind, axis } = joint;
    const at = { name, parent, at: [...joint.position, ...joint.quaternion] };
    const first = { ...at, ...off };
    const { joint: source, multiplier, offset } = robot.source(joint);
    const value = (part: number): Pick<FrameLine, 'value' | 'times' | 'plus'> => ({
      value: from + this.valueAt(source.slot + part),
      ...(multiplier === 1 ? {} : { times: multiplier }),
      ...(offset === 0 ? {} : { plus: offset }),
    });
    switch (kind.moves) {
      case 'not':
        return lines.frame(first);
      case 'turn':
        return lines.frame({ ...first, moves: 'revolute', axis, ...value(0) });
      case 'slide':
        return lines.frame({ ...first, moves: 'prismatic', axis, ...value(0) });
      case 'screw':
        return lines.frame({ ...first, moves: 'helical', axis, pitch: joint.pitch, ...value(0) });
      case 'plane': {
        const [x, y] = planeAxes(axis);
        const along = lines.frame({ ...at, moves: 'prismatic', axis: x, ...value(0) });
        const across = lines.frame({ name, parent: along, moves: 'prismatic', axis: y, ...value(1) });
        return lines.frame({ name, parent: across, moves: 'revolute', axis, ...value(2), ...off });
      }
      case 'space':
        this.floating.push(source.slot);
        return lines.frame({ ...first, moves: 'free' });
    }
  }

  private valueAt(slot: number): number {
    const known = this.slots.indexOf(slot);
    return known < 0 ? this.slots.push(slot) - 1 : known;
  }

  /** How much farther than bodies pay for already tubes are told, as a share of that, in a segment. */
  wider(number: number): number {
    const { path, segment } = ownPart(this.path, Math.min(number, this.path.segments - 1));
    return path.pieces === null ? 0 : (this.follow?.wider(segment, path.pieces[segment]) ?? 0);
  }

  /** Values of a segment, and motions of floating joints. */
  segment(number: number): { readonly values: readonly object[]; readonly motions: readonly object[]; readonly closed: readonly object[] } {
    const { path, segment, from, to } = ownPart(this.path, Math.min(number, this.path.segments - 1));
    // who has not begun, or has ended, stands at a waypoint
    const [begin, end] = from === to ? [segment + from, segment + to] : [segment, segment + 1];
    const [q0, q1] = [path.waypoints[begin], path.waypoints[end]];
    const part = from === to || (from === 0 && to === 1) ? {} : { part: [from, to] };
    const { follow } = this;
    const piece = path.pieces?.[Math.min(segment, path.segments - 1)] ?? null;
    const errors = piece === null || follow === null ? null : follow.errorsOf(piece);
    const powers = path.straight || from === to ? null : path.coefficientsOf(segment);
    const error = (slot: number): object => {
      const off = errors !== null ? errors[slot] : powers === null ? 0 : endError(powers.subarray(6 * slot, 6 * slot + 6), q1[slot]);
      return off > 0 ? { error: off } : {};
    };
    return {
      values: this.slots.map((slot) => ({
        ...(powers === null ? { line: [q0[slot], q1[slot]] } : { powers: [...powers.subarray(6 * slot, 6 * slot + 6)] }),
        ...part,
        ...error(slot),
      })),
      motions: [
        ...this.floating.map((slot) => ({ between: [...q0.subarray(slot, slot + 7), ...q1.subarray(slot, slot + 7)], ...part })),
        ...(follow?.motion(segment, from, to) ?? []),
      ],
      closed: piece === null || from === to ? [] : (follow?.closed(segment, piece) ?? []),
    };
  }
}

/** What rounding leaves between the end of a polynomial and where the next one begins; 0 where it is constant. */
function endError(powers: Float64Array, end: number): number {
  if (powers.subarray(1).every((x) => x === 0) && powers[0] === end) return 0;
  const [sum, size] = powers.reduce(([all, far], x) => [all + x, far + Math.abs(x)], [0, Math.abs(end)]);
  return Math.abs(sum - end) + ROUNDING * size;
}

/** A segment of a path as part of one whose waypoints tell what the joints do. */
function ownPart(path: LinkMotions, segment: number): OwnPart {
  if (path instanceof RobotPath) {
    return { path, segment, from: 0, to: 1 };
  }
  // fixed links more change nothing
  if (path instanceof CarriedPath) return ownPart(path.path, segment);
  if (!(path instanceof ClockedPath))
    throw new InputError(
      `proof: robot '${path.robot.name}' must go by robot.path or robot.trajectory; other motions of links are not covered yet`,
    );
  const k = path.first + segment;
  const { parts } = path;
  const own = ownPart(path.path, parts === null ? k : parts.segments[k]);
  if (parts === null) return own;
  const span = own.to - own.from;
  return { ...own, from: own.from + parts.from[k] * span, to: own.from + parts.to[k] * span };
}
