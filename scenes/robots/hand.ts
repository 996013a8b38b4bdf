import type { Quat, Vec3 } from '../../src/math/pose.ts';
import { multiply } from '../../src/math/quat.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { AllowedPair } from '../../src/robot/allowed-pairs.ts';
import { type LinkOptions, Robot } from '../../src/robot/robot.ts';
import { mixed, partMesh, signedPower } from '../part-surfaces.ts';
import { aboutAxis, placed, UPRIGHT } from '../placed.ts';
import { flipped, type Surface, sphereLike, TURN } from '../surface.ts';
import { adjacentLinks } from './adjacent-links.ts';

// The palm lies in the x-y plane with the fingers towards x; it grasps on the side of −z. Knuckles spread about z, the other joints
// bend about y, positive towards the palm.

export const BALL_RADIUS = 0.035;
/** Middle of the grasping side of the palm and the fingers' roots, where a ball is met. */
export const GRASP_POINT: Vec3 = [0.075, 0, -0.013];

export type Finger = 'thumb' | 'index' | 'middle' | 'ring' | 'little';
export const FINGERS: readonly Finger[] = ['thumb', 'index', 'middle', 'ring', 'little'];

const ROOTS: Readonly<Record<Finger, { readonly at: Vec3; readonly turn: Quat }>> = {
  thumb: { at: [0.022, 0.042, -0.004], turn: multiply(aboutAxis([0, 0, 1], 1.05), aboutAxis([1, 0, 0], -0.9)) },
  index: { at: [0.09, 0.0285, 0], turn: UPRIGHT },
  middle: { at: [0.094, 0.0095, 0], turn: UPRIGHT },
  ring: { at: [0.091, -0.0095, 0], turn: UPRIGHT },
  little: { at: [0.084, -0.0285, 0], turn: UPRIGHT },
};

/** From the root of a finger to its tip: length of the bone, radii of its ends, and how far on the next joint is. */
const BONES: readonly {
  readonly name: string;
  readonly length: number;
  readonly ends: readonly [number, number];
  readonly next: number;
}[] = [
  { name: 'knuckle', length: 0.004, ends: [0.0085, 0.0085], next: 0.006 },
  { name: 'proximal', length: 0.036, ends: [0.0082, 0.0078], next: 0.04 },
  { name: 'middle', length: 0.024, ends: [0.0076, 0.0072], next: 0.027 },
  { name: 'tip', length: 0.017, ends: [0.0071, 0.006], next: 0 },
];

/** A palm that floats freely and five fingers of four links: 21 links, 8,000 triangles. */
export function handRobot(name = 'hand'): Robot {
  const links = handLinks({ joint: { name: 'palm', type: 'floating' } });
  return new Robot({ name, links, allowed: [...adjacentLinks(links), ...HAND_PAIRS] });
}

/** A palm, on whatever it is given, and the fingers' links. */
export function handLinks(on: Pick<LinkOptions, 'parent' | 'joint'>): LinkOptions[] {
  const bones = BONES.map((bone) => partMesh(`hand-${bone.name}`, rod(bone.length, bone.ends)));
  const links: LinkOptions[] = [{ ...on, name: 'palm', shapes: [{ shape: partMesh('hand-palm', palm()) }] }];
  for (const finger of FINGERS) {
    const { at, turn } = ROOTS[finger];
    for (const [i, bone] of BONES.entries()) {
      links.push({
        name: `${finger}-${bone.name}`,
        parent: i === 0 ? 'palm' : `${finger}-${BONES[i - 1].name}`,
        joint: {
          name: i === 0 ? `${finger}-spread` : `${finger}-bend-${i}`,
          type: 'revolute',
          axis: i === 0 ? [0, 0, 1] : [0, 1, 0],
          origin: i === 0 ? placed(at, turn) : placed([BONES[i - 1].next, 0, 0]),
        },
        shapes: [{ shape: bones[i] }],
      });
    }
  }
  return links;
}

/** The first phalanx starts inside the palm, and the knuckles of the four fingers sit side by side. */
export const HAND_PAIRS: readonly AllowedPair[] = besideEachOther();

function besideEachOther(): AllowedPair[] {
  const pairs: AllowedPair[] = FINGERS.map((finger) => ({ a: 'palm', b: `${finger}-proximal`, reason: 'user' }));
  for (const [i, finger] of FINGERS.slice(1, -1).entries()) {
    const next = FINGERS[i + 2];
    for (const [a, b] of [
      ['knuckle', 'knuckle'],
      ['knuckle', 'proximal'],
      ['proximal', 'knuckle'],
    ]) {
      pairs.push({ a: `${finger}-${a}`, b: `${next}-${b}`, reason: 'user' });
    }
  }
  return pairs;
}

/** What is grasped; 2,048 triangles about the origin. */
export function graspBall(radius: number = BALL_RADIUS): TriangleMesh {
  const surface = sphereLike(32, 32, (s, u) => {
    const [sine, cosine] = [Math.sin(s * Math.PI), Math.cos(s * Math.PI)];
    return [radius * sine * Math.cos(u * TURN), radius * sine * Math.sin(u * TURN), radius * cosine];
  });
  return partMesh('ball', surface);
}

/** Half a cosine turn from 0 to 1. */
function eased(s: number): number {
  return 0.5 - 0.5 * Math.cos(s * Math.PI);
}

/** sin(π s) ^ power, 0 at both poles in spite of rounding. */
function rounded(s: number, power: number): number {
  return Math.max(0, s === 1 ? 0 : Math.sin(s * Math.PI)) ** power;
}

/** A round-ended rod along x that reaches beyond both joints. */
function rod(length: number, [r0, r1]: readonly [number, number]): Surface {
  return flipped(
    sphereLike(14, 12, (s, u) => {
      const r = mixed(r0, r1, s) * rounded(s, 0.45);
      return [mixed(-r0 * 0.9, length + r1 * 0.9, eased(s)), r * Math.cos(u * TURN), r * Math.sin(u * TURN)];
    }),
  );
}

function palm(): Surface {
  return flipped(
    sphereLike(32, 20, (s, u) => {
      const r = rounded(s, 0.4);
      const [c, n] = [signedPower(Math.cos(u * TURN), 0.6), signedPower(Math.sin(u * TURN), 0.6)];
      return [mixed(0, 0.088, eased(s)), 0.04 * r * c, 0.013 * r * n];
    }),
  );
}
