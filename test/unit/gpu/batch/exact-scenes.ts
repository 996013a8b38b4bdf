/** Scenes in which all but one of the margins of a batch have nothing to pay for. */

import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import type { JointOptions } from '../../../../src/robot/joint.ts';
import type { LinkOptions } from '../../../../src/robot/robot.ts';
import type { Values } from '../../../support/brute-robot.ts';
import { SmallBatch } from './small-batch.ts';
import { BATCH_MARGINS, type BatchMargins } from './twin/batch-margins.ts';

export interface ArmJoint {
  readonly type: 'revolute' | 'prismatic';
  readonly axis?: Vec3;
  readonly position?: Vec3;
  readonly quaternion?: Quat;
  readonly from?: number;
  readonly to?: number;
}

export type Triangle = readonly [Vec3, Vec3, Vec3];

/** One arm from the origin on, a shape on its last link, and a triangle that stands. */
export function armBatch(joints: readonly ArmJoint[], moving: Triangle, standing: Triangle): SmallBatch {
  const links: LinkOptions[] = joints.map(({ type, axis = [0, 0, 1], position = [0, 0, 0], quaternion = [0, 0, 0, 1] }, i) => {
    const joint: JointOptions = { type, axis, origin: { position, quaternion } };
    const shapes = i === joints.length - 1 ? [{ shape: new TriangleMesh(moving.flat()) }] : [];
    return { name: `l${i}`, parent: i === 0 ? undefined : `l${i - 1}`, joint, shapes };
  });
  const at = (key: 'from' | 'to'): Values => Object.fromEntries(joints.map((joint, i) => [`l${i}_joint`, [joint[key] ?? 0]]));
  return new SmallBatch({
    robots: [{ options: { name: 'arm', links, base: {} }, motion: { kind: 'path', waypoints: [at('from'), at('to')] } }],
    obstacles: [{ name: 'o', mesh: new TriangleMesh(standing.flat()) }],
  });
}

/** A joint that does nothing: what hangs on it is where it was. */
export const IDLE: ArmJoint = { type: 'prismatic' };

/** No margin at all. */
export const NOTHING: BatchMargins = Object.fromEntries(Object.keys(BATCH_MARGINS).map((key) => [key, 0])) as unknown as BatchMargins;
