// Small arms as data: links of primitives on joints of every kind, and configurations of them.
import type { Pose, Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { rotation, scaledPose, vector } from './numbers.ts';
import { meshOf, type ShapeSpec, scaledShape } from './shapes.ts';

type ArmJoint = 'revolute' | 'continuous' | 'prismatic' | 'fixed' | 'planar' | 'floating';

export interface ArmLink {
  readonly parent: number;
  readonly type: ArmJoint;
  readonly axis: Vec3;
  readonly origin: Pose;
  readonly shape: ShapeSpec | null;
}

export interface ArmSpec {
  readonly name: string;
  readonly base: Pose;
  readonly links: readonly ArmLink[];
}

const TYPES: readonly ArmJoint[] = ['revolute', 'revolute', 'revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating'];
const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/** `types`: of its joints; default: any. */
export function arm(random: Random, name: string, types: readonly ArmJoint[] = TYPES): ArmSpec {
  const count = 2 + random.integer(4);
  return {
    name,
    base: { position: vector(random, 1.5), quaternion: rotation(random) },
    links: Array.from({ length: count }, (_, i) => ({
      parent: i === 0 ? -1 : random.next() < 0.8 ? i - 1 : random.integer(i),
      type: i === 0 ? 'fixed' : random.pick(types),
      axis: random.next() < 0.5 ? random.pick(AXES) : random.direction(),
      origin: { position: i === 0 ? [0, 0, 0] : [0.5, 0, random.pick([0, 0.25])], quaternion: rotation(random) },
      shape: random.next() < 0.1 ? null : linkShape(random),
    })),
  };
}

function linkShape(random: Random): ShapeSpec {
  const thin = random.range(0.03, 0.12);
  switch (random.integer(3)) {
    case 0:
      return { box: [0.4, thin, thin], centre: [0.25, 0, 0] };
    case 1:
      return {
        capsule: [
          [0.1, 0, 0],
          [0.4, 0, 0],
        ],
        radius: thin,
      };
    default:
      return { sphere: thin };
  }
}

export function robotOf({ name, base, links }: ArmSpec, limits?: { readonly lower: number; readonly upper: number }): Robot {
  return new Robot({
    name,
    base,
    links: links.map(({ parent, type, axis, origin, shape }, i) => ({
      name: `${name}${i}`,
      ...(parent < 0 ? {} : { parent: `${name}${parent}` }),
      joint: {
        name: `${name}${i}-joint`,
        type,
        axis,
        origin,
        ...(limits !== undefined && type !== 'fixed' && type !== 'floating' && type !== 'planar'
          ? { limits: { ...(type === 'continuous' ? {} : limits), velocity: 1, acceleration: 2 } }
          : {}),
      },
      shapes: shape === null ? [] : [{ shape: meshOf(shape, `${name}${i}`) }],
    })),
    // neighbours and their neighbours touch by how they are made
    allowed: links.flatMap(({ parent }, i) => {
      const above = parent < 0 ? -1 : links[parent].parent;
      const pairs = parent < 0 ? [] : [{ a: `${name}${parent}`, b: `${name}${i}` }];
      return above < 0 ? pairs : [...pairs, { a: `${name}${above}`, b: `${name}${i}` }];
    }),
  });
}

/** Values of all joints, turned by up to `turn`; quaternions of unit length. */
export function values(random: Random, { links }: ArmSpec, turn: number): readonly number[] {
  return links.flatMap(({ type }) => {
    switch (type) {
      case 'fixed':
        return [];
      case 'prismatic':
        return [random.range(-0.4, 0.4)];
      case 'planar':
        return [random.range(-0.5, 0.5), random.range(-0.5, 0.5), random.range(-turn, turn)];
      case 'floating':
        // never exactly half a turn: it is one in either direction
        return [...vector(random, 0.5), ...random.quaternion()];
      default:
        return [random.range(-turn, turn)];
    }
  });
}

export function scaledArm({ links, base, ...arm }: ArmSpec, factor: number): ArmSpec {
  return {
    ...arm,
    base: scaledPose(base, factor),
    links: links.map((link) => ({
      ...link,
      origin: scaledPose(link.origin, factor),
      shape: link.shape === null ? null : scaledShape(link.shape, factor),
    })),
  };
}

/** Values with lengths in another unit. */
export function scaledValues(given: readonly number[], { links }: ArmSpec, factor: number): readonly number[] {
  const isLength = links.flatMap(({ type }): boolean[] => {
    if (type === 'fixed') return [];
    if (type === 'prismatic') return [true];
    if (type === 'planar') return [true, true, false];
    return type === 'floating' ? [true, true, true, false, false, false, false] : [false];
  });
  return given.map((value, i) => (isLength[i] ? value * factor : value));
}
