import {
  firstContact,
  type PairFirstContactOptions,
  type RigidMotion,
  rigidMotion,
  TriangleMesh,
  type Vec3,
} from '../../../../src/index.ts';
import type { ReportInput } from '../../../../src/report/index.ts';

/** A double pyramid with six corners, one of them far out. */
export function spike(name: string, scale = 1): TriangleMesh {
  const positions = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 2, 0, 0, -1];
  const indices = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  return new TriangleMesh(
    positions.map((x) => x * scale),
    indices,
    { name },
  );
}

export interface ReportedMotion {
  readonly from?: Vec3;
  readonly to?: Vec3;
  readonly nameA?: string;
  readonly options?: PairFirstContactOptions;
  readonly motion?: RigidMotion;
  /** Of all lengths. */
  readonly scale?: number;
}

/** A quarter turn while flying from one place to another, past a spike at the origin. */
export function reported(given: ReportedMotion = {}): ReportInput {
  const { from = [5, 0.2, 0.1], to = [-5, 0.2, 0.1], nameA = 'flyer', options = {}, scale = 1 } = given;
  const half = Math.SQRT1_2;
  const position = (p: Vec3): Vec3 => [p[0] * scale, p[1] * scale, p[2] * scale];
  const flight = rigidMotion({ position: position(from) }, { position: position(to), quaternion: [0, 0, half, half] });
  const a = { name: nameA, mesh: spike(nameA, scale), motion: given.motion ?? flight };
  const b = { name: 'post', mesh: spike('post', scale), motion: rigidMotion({}, {}) };
  const result = firstContact(
    { name: a.name, shape: a.mesh, motion: a.motion },
    { name: b.name, shape: b.mesh, motion: b.motion },
    options,
  );
  return { title: 'a test', a, b, result, clearance: options.clearance ?? 0, milliseconds: 0.25, version: '1.2.3', unit: 'mm' };
}
