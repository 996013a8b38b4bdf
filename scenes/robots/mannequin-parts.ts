import type { Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { mixed, partMesh } from '../part-surfaces.ts';
import { flipped, type Surface, smoothStep, sphereLike, TURN } from '../surface.ts';

export type BodyPart = 'pelvis' | 'chest' | 'head' | 'upperarm' | 'forearm' | 'hand' | 'thigh' | 'shin' | 'foot';

/** One mesh of every part of the body, in the frame of its joint; x is forward, limbs hang down. */
export function mannequinParts(): Readonly<Record<BodyPart, TriangleMesh>> {
  const surfaces: Record<BodyPart, Surface> = {
    pelvis: pelvis(),
    chest: chest(),
    head: head(),
    upperarm: limb(24, 23, 0.29, bulging(0.05, 0.038, 0.004)),
    forearm: limb(24, 23, 0.25, bulging(0.038, 0.027, 0.006)),
    hand: hand(),
    thigh: limb(26, 27, 0.42, bulging(0.076, 0.052, 0.004)),
    shin: limb(26, 27, 0.4, bulging(0.05, 0.034, 0.01)),
    foot: foot(),
  };
  return Object.fromEntries(
    Object.entries(surfaces).map(([part, surface]) => [part, partMesh(`mannequin-${part}`, surface)]),
  ) as unknown as Record<BodyPart, TriangleMesh>;
}

/** 1 along the part, falling to 0 at both ends; the higher the power, the blunter they are. */
function blunt(s: number, power: number): number {
  return Math.sqrt(Math.max(0, 1 - Math.abs(2 * s - 1) ** power));
}

/** Down from the joint, with round ends that reach a little beyond both joints. */
function limb(sectors: number, rings: number, length: number, radius: (s: number) => number): Surface {
  const [above, below] = [0.6 * radius(0), 0.6 * radius(1)];
  return sphereLike(sectors, rings, (s, u) => {
    const r = radius(s) * blunt(s, 10);
    return [r * Math.cos(u * TURN), r * Math.sin(u * TURN), above - s * (length + above + below)];
  });
}

/** From one radius to the other with a muscle in the upper part. */
function bulging(from: number, to: number, muscle: number): (s: number) => number {
  return (s) => mixed(from, to, s) + muscle * Math.sin(Math.PI * Math.min(1, s * 1.6)) ** 2;
}

function pelvis(): Surface {
  return sphereLike(32, 24, (s, u) => {
    const sine = Math.sin(s * Math.PI);
    return [0.105 * sine * Math.cos(u * TURN), 0.155 * Math.max(0, sine) ** 0.7 * Math.sin(u * TURN), 0.1 * Math.cos(s * Math.PI)];
  });
}

function chest(): Surface {
  const upwards = sphereLike(40, 36, (s, u) => {
    const end = blunt(s, 6);
    const depth = 0.095 + 0.02 * Math.sin(Math.PI * s);
    const width = mixed(0.125, 0.185, smoothStep(0.1, 0.75, s));
    return [depth * end * Math.cos(u * TURN) + 0.012 * Math.sin(6 * s), width * end * Math.sin(u * TURN), -0.04 + 0.5 * s];
  });
  return flipped(upwards);
}

/** A skull with a nose, and the neck below it. */
function head(): Surface {
  return sphereLike(36, 34, (s, u): Vec3 => {
    const polar = s * Math.PI;
    const around = u > 0.5 ? u - 1 : u;
    const nose = 0.02 * Math.exp(-((around * 14) ** 2)) * smoothStep(0.3, 0.5, s) * smoothStep(0.75, 0.55, s);
    const skull = Math.sin(polar) * mixed(1, 0.55, smoothStep(0.62, 0.9, s));
    const neck = s > 0.5 ? 0.5 * Math.sqrt(Math.max(0, 1 - s ** 24)) : 0;
    const r = Math.max(skull, neck);
    const z = 0.17 + 0.13 * Math.cos(polar) - 0.05 * smoothStep(0.8, 1, s);
    return [(0.098 * r + nose) * Math.cos(u * TURN), 0.078 * r * Math.sin(u * TURN), z];
  });
}

function foot(): Surface {
  const heelToToe = sphereLike(24, 16, (s, u) => {
    const end = blunt(s, 4);
    const up = Math.sin(u * TURN);
    return [-0.075 + 0.26 * s, 0.042 * end * Math.cos(u * TURN), -0.035 + (up > 0 ? mixed(0.045, 0.02, s) : 0.03) * end * up];
  });
  return flipped(heelToToe);
}

function hand(): Surface {
  return sphereLike(24, 16, (s, u) => {
    const end = blunt(s, 4);
    return [0.042 * mixed(0.75, 1, s) * end * Math.cos(u * TURN), 0.016 * end * Math.sin(u * TURN), 0.01 - 0.18 * s];
  });
}
