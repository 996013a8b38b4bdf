import type { Pose, Vec3 } from '../../src/math/pose.ts';
import type { AllowedPair } from '../../src/robot/allowed-pairs.ts';
import { type LinkOptions, Robot } from '../../src/robot/robot.ts';
import { alongX, alongY, block, mixed, partMesh, shifted, turned } from '../part-surfaces.ts';
import { DEGREE } from '../placed.ts';
import { joined, mapped, type Surface, sixDecimals, smoothStep } from '../surface.ts';
import { adjacentLinks } from './adjacent-links.ts';

// After the Unimation Puma 560, in metres: it stands on z = 0, at neutral the arm points along x. Positive shoulder, elbow and wrist-bend
// angles lower what follows.

export const PUMA_SHOULDER_HEIGHT = 0.6718;
export const PUMA_UPPER_ARM = 0.4318;
/** From the elbow to the middle of the wrist, along the forearm and below it. */
export const PUMA_FOREARM: readonly [along: number, below: number] = [0.4331, 0.0203];
/** The middle of the wrist lies this far to the left of the waist's axis. */
export const PUMA_OFFSET = 0.1501;
/** From the middle of the wrist to the finger tips. */
export const PUMA_GRIPPER_REACH = 0.15;

export interface PumaOptions {
  readonly name?: string;
  readonly base?: Pose;
  /** An eighth link, a gripper fixed to the flange. Default: none. */
  readonly gripper?: boolean;
}

interface PumaJoint {
  readonly name: string;
  readonly link: string;
  readonly axis: Vec3;
  readonly at: Vec3;
  /** Degrees. */
  readonly lower: number;
  readonly upper: number;
}

const JOINTS: readonly PumaJoint[] = [
  { name: 'waist', link: 'trunk', axis: [0, 0, 1], at: [0, 0, PUMA_SHOULDER_HEIGHT], lower: -160, upper: 160 },
  { name: 'shoulder', link: 'upperarm', axis: [0, 1, 0], at: [0, PUMA_OFFSET + 0.0934, 0], lower: -215, upper: 35 },
  { name: 'elbow', link: 'forearm', axis: [0, 1, 0], at: [PUMA_UPPER_ARM, -0.0934, 0], lower: -135, upper: 135 },
  { name: 'wrist-roll', link: 'wrist', axis: [1, 0, 0], at: [PUMA_FOREARM[0], 0, -PUMA_FOREARM[1]], lower: -110, upper: 170 },
  { name: 'wrist-bend', link: 'ball', axis: [0, 1, 0], at: [0, 0, 0], lower: -100, upper: 100 },
  { name: 'flange-roll', link: 'flange', axis: [1, 0, 0], at: [0, 0, 0], lower: -180, upper: 180 },
];

/** Beside neighbours: pairs that cannot meet within the limits, and the flange, which a bent wrist takes in. */
export const PUMA_PAIRS: readonly AllowedPair[] = [
  { a: 'base', b: 'upperarm', reason: 'never' },
  { a: 'trunk', b: 'forearm', reason: 'never' },
  { a: 'forearm', b: 'ball', reason: 'never' },
  { a: 'forearm', b: 'flange', reason: 'never' },
  { a: 'wrist', b: 'flange', reason: 'user' },
];

/** Its 7 links, each on the one before. */
export function pumaLinks(): LinkOptions[] {
  const links: LinkOptions[] = [{ name: 'base', shapes: [{ shape: partMesh('puma-base', baseSurface()) }] }];
  for (const { name: joint, link, axis, at, lower, upper } of JOINTS) {
    links.push({
      name: link,
      parent: links[links.length - 1].name,
      joint: {
        name: joint,
        type: 'revolute',
        axis,
        origin: { position: at },
        limits: { lower: sixDecimals(lower * DEGREE), upper: sixDecimals(upper * DEGREE) },
      },
      shapes: [{ shape: partMesh(`puma-${link}`, LINK_SURFACES[link]()) }],
    });
  }
  return links;
}

/** 7 links, 812 triangles; with the gripper 8 links, 952. */
export function pumaRobot({ name = 'puma', base, gripper = false }: PumaOptions = {}): Robot {
  const links = pumaLinks();
  if (gripper) {
    links.push({
      name: 'gripper',
      parent: 'flange',
      joint: { name: 'tool-mount', type: 'fixed' },
      shapes: [{ shape: partMesh('puma-gripper', gripperSurface()) }],
    });
  }
  const allowed = [...adjacentLinks(links), ...PUMA_PAIRS];
  if (gripper) allowed.push({ a: 'ball', b: 'gripper', reason: 'never' });
  return new Robot({ name, base, links, allowed });
}

const LINK_SURFACES: Readonly<Record<string, () => Surface>> = {
  trunk: () =>
    joined(
      alongY(barrel(0.1, -0.1, 0.17)),
      turned(12, [
        [0.09, -0.11],
        [0.09, 0],
      ]),
    ),
  upperarm: () =>
    joined(slab([-0.13, 0.47], 0.11, [0.2, 0.14], 5), alongY(disc(0.11, 0.12)), shifted(alongY(disc(0.075, 0.12)), [PUMA_UPPER_ARM, 0, 0])),
  forearm: () => joined(slab([-0.05, 0.36], 0.08, [0.15, 0.09], 4), alongY(barrel(0.08, -0.05, 0.05, 10))),
  wrist: () => alongX(barrel(0.045, -0.09, -0.01, 10, 0.01)),
  ball: () => alongY(barrel(0.038, -0.045, 0.045, 10, 0.012)),
  flange: () =>
    alongX(
      turned(10, [
        [0.02, 0.02],
        [0.02, 0.045],
        [0.032, 0.046],
        [0.032, 0.0563],
      ]),
    ),
};

function baseSurface(): Surface {
  return turned(12, [
    [0.16, 0],
    [0.16, 0.03],
    [0.09, 0.05],
    [0.08, 0.5],
    [0.1, 0.53],
    [0.1, 0.56],
  ]);
}

/** Palm and two fingers that converge towards their tips. */
function gripperSurface(): Surface {
  const finger = (side: number) =>
    mapped(block([0.09, 0.02, 0.024], [0.105, side * 0.035, 0], [3, 1, 1]), ([x, y, z]) => [
      x,
      y - side * 0.012 * smoothStep(0, 0.045, x - 0.105),
      z,
    ]);
  const palm = block([0.03, 0.11, 0.05], [0.07, 0, 0], [1, 3, 2]);
  return joined(palm, finger(1), finger(-1), shifted(alongX(disc(0.025, 0.02)), [0.06, 0, 0]));
}

/** A cylinder about z with bevelled edges. */
function barrel(radius: number, from: number, to: number, sectors = 12, bevel = 0.015): Surface {
  return turned(sectors, [
    [radius - bevel, from],
    [radius, from + bevel],
    [radius, to - bevel],
    [radius - bevel, to],
  ]);
}

function disc(radius: number, thickness: number): Surface {
  return turned(10, [
    [radius, -thickness / 2],
    [radius, thickness / 2],
  ]);
}

/** An arm along x whose height runs from one value to the other. */
function slab([x0, x1]: readonly [number, number], width: number, [h0, h1]: readonly [number, number], cells: number): Surface {
  return mapped(block([1, 1, 1], [0, 0, 0], [cells, 1, 2]), ([x, y, z]) => [mixed(x0, x1, x + 0.5), y * width, z * mixed(h0, h1, x + 0.5)]);
}
