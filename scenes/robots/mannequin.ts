import type { Pose, Vec3 } from '../../src/math/pose.ts';
import { type LinkOptions, Robot } from '../../src/robot/robot.ts';
import { DEGREE, nineDecimals } from '../placed.ts';
import { sixDecimals } from '../surface.ts';
import { adjacentLinks } from './adjacent-links.ts';
import { type BodyPart, mannequinParts } from './mannequin-parts.ts';

export interface MannequinOptions {
  readonly name?: string;
  /** The pelvis floats freely; default: it is fixed at standing height. */
  readonly floating?: boolean;
}

/** Height of the pelvis where the feet stand on z = 0. */
export const PELVIS_HEIGHT = 1;

/** A part hangs on its parent by one revolute joint an axis, in this order, through links without shapes. */
interface Hinge {
  readonly part: string;
  readonly shape: BodyPart;
  readonly parent: string;
  readonly at: Vec3;
  readonly joints: readonly (readonly [name: string, axis: Vec3])[];
}

const TRUNK: readonly Hinge[] = [
  {
    part: 'chest',
    shape: 'chest',
    parent: 'pelvis',
    at: [0, 0, 0.11],
    joints: [
      ['spine-twist', [0, 0, 1]],
      ['spine-bend', [0, 1, 0]],
      ['spine-lean', [1, 0, 0]],
    ],
  },
  {
    part: 'head',
    shape: 'head',
    parent: 'chest',
    at: [0, 0, 0.46],
    joints: [
      ['neck-turn', [0, 0, 1]],
      ['neck-nod', [0, 1, 0]],
    ],
  },
];

/** Positive on both sides: forward, outward, inward twist, bend. */
function limbs(side: 'left' | 'right'): readonly Hinge[] {
  const y = side === 'left' ? 1 : -1;
  const hinge = (part: BodyPart, parent: string, at: Vec3, joints: readonly (readonly [string, Vec3])[]): Hinge => ({
    part: `${side}-${part}`,
    shape: part,
    parent: parent === 'chest' || parent === 'pelvis' ? parent : `${side}-${parent}`,
    at,
    joints: joints.map(([name, axis]) => [`${side}-${name}`, axis]),
  });
  const ball = (limb: string): readonly (readonly [string, Vec3])[] => [
    [`${limb}-raise`, [0, -1, 0]],
    [`${limb}-spread`, [y, 0, 0]],
    [`${limb}-twist`, [0, 0, y]],
  ];
  return [
    hinge('upperarm', 'chest', [0, y * 0.225, 0.37], ball('arm')),
    hinge('forearm', 'upperarm', [0, 0, -0.3], [['elbow', [0, -1, 0]]]),
    hinge('hand', 'forearm', [0, 0, -0.27], [['wrist', [y, 0, 0]]]),
    hinge('thigh', 'pelvis', [0, y * 0.1, -0.05], ball('leg')),
    hinge('shin', 'thigh', [0, 0, -0.43], [['knee', [0, 1, 0]]]),
    hinge('foot', 'shin', [0, 0, -0.42], [['ankle', [0, -1, 0]]]),
  ];
}

/** A jointed doll that looks along x: 15 links with shapes, 19,968 triangles. */
export function mannequin({ name = 'mannequin', floating = false }: MannequinOptions = {}): Robot {
  const meshes = mannequinParts();
  const root: LinkOptions['joint'] = floating
    ? { name: 'pelvis', type: 'floating' }
    : { name: 'pelvis', type: 'fixed', origin: { position: [0, 0, PELVIS_HEIGHT] } };
  const links: LinkOptions[] = [{ name: 'pelvis', joint: root, shapes: [{ shape: meshes.pelvis }] }];
  for (const { part, shape, parent, at, joints } of [...TRUNK, ...limbs('left'), ...limbs('right')]) {
    for (const [i, [joint, axis]] of joints.entries()) {
      const last = i === joints.length - 1;
      links.push({
        name: last ? part : joint,
        parent: i === 0 ? parent : joints[i - 1][0],
        joint: { name: joint, type: 'revolute', axis, origin: { position: i === 0 ? at : [0, 0, 0] } },
        shapes: last ? [{ shape: meshes[shape] }] : [],
      });
    }
  }
  return new Robot({ name, links, allowed: adjacentLinks(links) });
}

/** Degrees by joint; a joint without its side (`elbow`) means both, one with it goes before. Others are 0. */
export type Posture = Readonly<Record<string, number>>;

/** The mannequin in a posture; `pelvis` is where a floating one is. */
export function postureValues(robot: Robot, posture: Posture, pelvis?: Required<Pose>): number[] {
  return robot.joints.flatMap(({ name, type }) => {
    if (type === 'floating') {
      const { position, quaternion } = pelvis ?? { position: [0, 0, PELVIS_HEIGHT], quaternion: [0, 0, 0, 1] };
      return [...position.map(sixDecimals), ...quaternion.map(nineDecimals)];
    }
    const degrees = posture[name] ?? posture[name.replace(/^(left|right)-/, '')] ?? 0;
    return [sixDecimals(degrees * DEGREE)];
  });
}
